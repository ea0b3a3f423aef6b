"""Routes of the Lab: drafts, their figures while they are typed, documents, approval and the private table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path as PathParameter
from fastapi import Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from croupier.documents.par_sheet import par_sheet_document
from croupier.documents.par_sheet_pdf import sheet_pdf
from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_pdf import card_pdf
from croupier.documents.rules_card_translation import translate_card
from croupier.errors import BadInput, Refused
from croupier.odds.design import Payable
from croupier.odds.shipped_sheets import read_sheet
from croupier.people.roles import Role, is_permitted
from croupier.people.session import UserSession
from croupier.play.rulebook_draft import DraftEdit
from croupier.play.rulebook_draft import Field as EditField
from croupier.play.rulebook_library import names
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.lab.drafts import (
    TEXT_MOST,
    Draft,
    DraftStatus,
    create_draft,
    decide_draft,
    delete_draft,
    draft_of,
    drafts_of,
    save_draft,
    submit_draft,
    usable_book,
)
from croupier.server.lab.events import LabEvent, LabJob
from croupier.server.lab.private_table import PLAY_MONEY_ONLY, play_draft
from croupier.server.routes.base import (
    IdempotentRequest,
    Reason,
    RequestModel,
    ResponseModel,
    actor_name,
    routes,
    run_job,
    run_query,
)
from croupier.server.routes.rulebooks import LanguageCode
from croupier.server.runtime import Runtime
from croupier.store.unit_of_work import UnitOfWork

router = routes("lab")

DraftId = Annotated[int, PathParameter(ge=1, le=2**53)]
Text = Annotated[str, Field(max_length=TEXT_MOST)]
RulebookName = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Chosen = Annotated[dict[Annotated[str, Field(max_length=60)], str | int | bool], Field(max_length=80)]
NDJSON = "application/x-ndjson"
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"model": LabEvent, "description": "JSON objects, one a line, as they are counted (application/x-ndjson)."}
}
PDF: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}
TOML: dict[int | str, dict[str, Any]] = {200: {"content": {"application/toml": {"schema": {"type": "string"}}}}}


class CreateDraftRequest(RequestModel):
    rulebook: RulebookName
    text: Text | None = None
    """Text to begin with, such as a draft that was downloaded; the rulebook's own without it."""


class SaveDraftRequest(RequestModel):
    text: Text
    options: Chosen = Field(default_factory=dict)
    version: Annotated[int, Field(ge=1, le=2**53)]


class EditRequest(RequestModel):
    """Change of one field of a wager, or of one row of its pay table."""

    wager: Annotated[str, Field(max_length=80)]
    field: EditField
    value: Annotated[str, Field(max_length=1000)] = ""
    row: Annotated[int, Field(ge=0, le=200)] | None = None


class CountRequest(RequestModel):
    """Text of a draft with changes to make in it, and what to count."""

    part: Literal["figures", "design", "attack"] = "figures"
    text: Text
    base: RulebookName
    options: Chosen = Field(default_factory=dict)
    edits: Annotated[list[EditRequest], Field(max_length=40)] = Field(default_factory=list)
    wager: Annotated[str, Field(max_length=80)] = ""
    edge: Annotated[float, Field(gt=-1, lt=1)] = 0.05
    """Target of the part `design`."""
    row: Annotated[int, Field(ge=0, le=200)] | None = None
    payable: Payable = Payable.WHOLE


class RefuseDraftRequest(IdempotentRequest):
    reason: Reason


class DraftSummary(ResponseModel):
    """A draft in a list."""

    id: int
    base: str
    rulebook: str
    title: str
    status: DraftStatus
    version: int
    author: str
    is_own: bool
    updated_at: int
    digest: str | None
    reason: str | None
    """Reason for which an administrator refused it."""


class DraftResponse(DraftSummary):
    """A draft with its text."""

    text: str
    options: dict[str, str | int | bool]


class PlayResponse(ResponseModel):
    """Private table that plays the draft now."""

    table: str


def require_lab(runtime: Runtime, session: UserSession) -> None:
    """Refuse users without the permission, and players of a real house, where no play money is."""
    require_permission(session, "use-lab")
    if session.role is Role.PLAYER and not runtime.config.house.demonstration:
        raise_if_refused(PLAY_MONEY_ONLY)


@router.get("/lab/drafts")
async def drafts(session: CurrentSession, runtime: CurrentRuntime) -> list[DraftSummary]:
    """Return the user's drafts; for an administrator also those that wait for approval or are approved."""
    require_lab(runtime, session)
    runtime.lab.start_workers()
    may_approve = is_permitted(session.role, "approve-draft")
    found = await run_query(
        runtime, lambda reader: drafts_of(reader.query, session.user_id, with_submitted=may_approve)
    )
    return [DraftSummary(**_summary(one, session)) for one in found]


@router.post("/lab/drafts", status_code=201)
async def create(payload: CreateDraftRequest, session: ActingSession, runtime: CurrentRuntime) -> DraftResponse:
    """Create a draft: a copy of a shipped rulebook under an id of its own."""
    require_lab(runtime, session)

    def job(uow: UnitOfWork) -> Draft | Refused:
        return create_draft(uow, session.user_id, payload.rulebook, payload.text)

    return _response(await run_job(runtime, Draft, job), session)


@router.get("/lab/drafts/{draft}")
async def one_draft(draft: DraftId, session: CurrentSession, runtime: CurrentRuntime) -> DraftResponse:
    """Return a draft with its text."""
    return _response(await _draft(draft, session, runtime), session)


@router.put("/lab/drafts/{draft}")
async def save(
    draft: DraftId, payload: SaveDraftRequest, session: ActingSession, runtime: CurrentRuntime
) -> DraftResponse:
    """Store a new text; it may have problems, which only its approval and its play refuse."""
    require_lab(runtime, session)

    def job(uow: UnitOfWork) -> Draft | Refused:
        found = draft_of(uow.query, draft, session.user_id, may_approve=False)
        if isinstance(found, Refused):
            return found
        return save_draft(uow, found, text=payload.text, options=payload.options, version=payload.version)

    return _response(await run_job(runtime, Draft, job), session)


@router.delete("/lab/drafts/{draft}", status_code=204)
async def remove(draft: DraftId, session: ActingSession, runtime: CurrentRuntime) -> None:
    """Delete a draft that is not approved."""
    require_lab(runtime, session)

    def job(uow: UnitOfWork) -> Refused | None:
        found = draft_of(uow.query, draft, session.user_id, may_approve=False)
        return found if isinstance(found, Refused) else delete_draft(uow, found)

    raise_if_refused(await runtime.run_job(job))


@router.post("/lab/drafts/{draft}/submit")
async def submit(draft: DraftId, session: ActingSession, runtime: CurrentRuntime) -> DraftResponse:
    """Ask an administrator to approve a draft; its text is fixed from then on."""
    require_lab(runtime, session)

    def job(uow: UnitOfWork) -> Draft | Refused:
        found = draft_of(uow.query, draft, session.user_id, may_approve=False)
        return found if isinstance(found, Refused) else submit_draft(uow, found)

    return _response(await run_job(runtime, Draft, job), session)


@router.post("/lab/drafts/{draft}/approve")
async def approve(draft: DraftId, session: ActingSession, runtime: CurrentRuntime) -> DraftResponse:
    """Approve a draft of another person, so that tables may be created with its rulebook."""
    return await _decide(draft, session, runtime, None)


@router.post("/lab/drafts/{draft}/refuse")
async def refuse(
    draft: DraftId, payload: RefuseDraftRequest, session: ActingSession, runtime: CurrentRuntime
) -> DraftResponse:
    """Give a draft back to its author with a reason."""
    return await _decide(draft, session, runtime, payload.reason)


async def _decide(draft: int, session: UserSession, runtime: Runtime, reason: str | None) -> DraftResponse:
    require_permission(session, "approve-draft")
    folder, by = runtime.config.house.rulebook_folder, session.user_id

    def job(uow: UnitOfWork) -> Draft | Refused:
        found = draft_of(uow.query, draft, by, may_approve=True)
        if isinstance(found, Refused):
            return found
        return decide_draft(uow, found, by=by, actor=actor_name(session), folder=folder, reason=reason)

    return _response(await run_job(runtime, Draft, job), session)


@router.post("/lab/count", responses=STREAM, response_class=StreamingResponse)
async def count(payload: CountRequest, session: ActingSession, runtime: CurrentRuntime) -> StreamingResponse:
    """Check a draft and stream one part of its study: its odds, pays for a target edge, or what counting cards gains.

    The next request of the same user for the same part ends this one.
    """
    require_lab(runtime, session)
    if payload.base not in names():
        raise_if_refused(Refused("rulebook/not_found", f'There is no rulebook "{payload.base}".'))
    job = LabJob(
        payload.part,
        payload.text,
        payload.base,
        payload.options,
        tuple(DraftEdit(edit.wager, edit.field, edit.value, edit.row) for edit in payload.edits),
        payload.wager,
        payload.edge,
        payload.row,
        payload.payable.value,
    )
    lines = raise_if_refused(runtime.lab.begin(session.user_id, job))
    return StreamingResponse(lines, media_type=NDJSON)


@router.get("/lab/drafts/{draft}/card.pdf", responses=PDF, response_class=Response)
async def card(
    draft: DraftId, session: CurrentSession, runtime: CurrentRuntime, language: LanguageCode = "en"
) -> Response:
    """Return the rules card of a draft as PDF."""
    found = await _draft(draft, session, runtime)
    rules = await runtime.run_in_thread(_rules, found)
    printed = await runtime.run_in_thread(_card, raise_if_refused(rules), language)
    return _file(printed, "application/pdf", f"{found.rulebook}-rules.pdf")


@router.get("/lab/drafts/{draft}/sheet.pdf", responses=PDF, response_class=Response)
async def sheet(draft: DraftId, session: CurrentSession, runtime: CurrentRuntime) -> Response:
    """Return the par sheet of a draft as PDF, counted anew in a process of its own."""
    found = await _draft(draft, session, runtime)
    rules = raise_if_refused(await runtime.run_in_thread(_rules, found))
    job = LabJob("document", found.text, found.base, found.options)
    data = raise_if_refused(await runtime.lab.sheet_data(session.user_id, job))
    printed = await runtime.run_in_thread(_sheet, rules, data)
    return _file(printed, "application/pdf", f"{found.rulebook}-par-sheet.pdf")


@router.get("/lab/drafts/{draft}/rulebook.toml", responses=TOML, response_class=Response)
async def toml(draft: DraftId, session: CurrentSession, runtime: CurrentRuntime) -> Response:
    """Return the text of a draft as a file that every command of croupier reads."""
    found = await _draft(draft, session, runtime)
    return _file(found.text.encode(), "application/toml", f"{found.rulebook}.toml")


@router.post("/lab/drafts/{draft}/play")
async def play(draft: DraftId, session: ActingSession, runtime: CurrentRuntime) -> PlayResponse:
    """Set the player's private table to this draft, open it and return its name."""
    found = await _draft(draft, session, runtime)
    book: Rulebook = raise_if_refused(await runtime.run_in_thread(usable_book, found))
    folder = runtime.config.house.rulebook_folder / f"tried-{session.user_id}"
    table = await play_draft(runtime, session, folder, book, found.text, found.options)
    return PlayResponse(table=raise_if_refused(table))


async def _draft(draft: int, session: UserSession, runtime: Runtime) -> Draft:
    require_lab(runtime, session)
    may_approve = is_permitted(session.role, "approve-draft")
    found = await run_query(
        runtime, lambda reader: draft_of(reader.query, draft, session.user_id, may_approve=may_approve)
    )
    raise_if_refused(found)
    assert isinstance(found, Draft)
    return found


def _rules(draft: Draft) -> TableRules | Refused:
    book = usable_book(draft)
    if isinstance(book, Refused):
        return book
    try:
        return TableRules.of(book, draft.options)
    except BadInput as bad:
        return Refused("lab/not_a_rulebook", f"The draft has problems: {bad}")


def _card(rules: TableRules, language: str) -> bytes:
    return card_pdf(translate_card(RulesCard.of(rules), language))


def _sheet(rules: TableRules, data: dict[str, Any]) -> bytes:
    full = read_sheet(rules, data)
    progressives = {name: odds[0] for name, odds in full.progressives.items()}
    return sheet_pdf(par_sheet_document(full.sheet, progressives))


def _file(content: bytes, media_type: str, name: str) -> Response:
    return Response(content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _summary(draft: Draft, session: UserSession) -> dict[str, Any]:
    return {
        "id": draft.id,
        "base": draft.base,
        "rulebook": draft.rulebook,
        "title": draft.title,
        "status": draft.status,
        "version": draft.version,
        "author": draft.author_name,
        "is_own": draft.author == session.user_id,
        "updated_at": draft.updated_at,
        "digest": draft.digest,
        "reason": draft.reason,
    }


def _response(draft: Draft, session: UserSession) -> DraftResponse:
    return DraftResponse(**_summary(draft, session), text=draft.text, options=dict(draft.options))
