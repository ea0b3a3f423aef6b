"""Routes of rules cards and par sheets, available before any wager, and creation of tables. [R13]"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response
from fastapi.responses import JSONResponse
from pydantic import ConfigDict
from typing_extensions import TypedDict

from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_markdown import card_markdown
from croupier.documents.rules_card_pdf import card_pdf
from croupier.documents.rules_card_translation import translate_card
from croupier.errors import Refused
from croupier.house.house import House
from croupier.odds.par_sheet import SheetJson, sheet_json
from croupier.odds.progressive import progressive_json
from croupier.odds.shipped_sheets import FullSheet, load_shipped_sheet
from croupier.play import rulebook_library
from croupier.play.family import family_of
from croupier.play.rulebook_translations import untranslated_texts
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.translations import LANGUAGES
from croupier.server.auth import ActingSession, CurrentRuntime, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.lab.drafts import approved_file
from croupier.server.odds_service import SheetStatus
from croupier.server.routes.base import (
    ChangeResponse,
    IdempotentRequest,
    ResponseModel,
    actor_name,
    routes,
    run_job,
    run_once,
)
from croupier.server.runtime import Runtime
from croupier.server.tables import TableId, committed_table
from croupier.store.record import Record
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.settings import (
    TableName,
    TableSettings,
    game_rules,
    modes_allowed,
    schedule_of,
)

router = routes("rules")

CACHED_MOST = 256
"""Number of cached rules cards and par sheets."""

PRINTED_MOST = 32
"""Number of cached rules cards as PDF, which take longer to render."""

RulebookId = Annotated[str, Path(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Players = Annotated[int, Query(ge=1, le=20)]
CardForm = Annotated[Literal["json", "markdown", "pdf"], Query(alias="format")]
LanguageCode = Annotated[str, Query(pattern=f"^({'|'.join(LANGUAGES)})$")]


@dataclass(frozen=True, kw_only=True)
class RulesCardResponse(RulesCard):
    """Rules card of a game or table, with the house's help line."""

    __pydantic_config__ = ConfigDict(json_schema_serialization_defaults_required=True)
    help_line: str


class CountedOddsResponse(SheetJson):
    """Par sheet of a game or table."""

    state: Literal["counted"]


class OddsStatusResponse(TypedDict):
    """Reason why there is no par sheet, or not yet."""

    state: Literal["counting", "not-counted"]
    rulebook: str
    digest: str
    message: str


CARD: dict[int | str, dict[str, Any]] = {
    200: {
        "model": RulesCardResponse,
        "content": {
            "text/markdown": {"schema": {"type": "string"}},
            "application/pdf": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}
"""Formats of a rules card; the PDF is for printing on request. [003 L94]"""
SHEET: dict[int | str, dict[str, Any]] = {
    200: {"model": CountedOddsResponse | OddsStatusResponse},
    202: {"model": OddsStatusResponse, "description": "Being counted: ask again in a few seconds."},
}
STATUS_MESSAGES = {
    SheetStatus.COUNTING: "The odds of these rules are being counted. Ask again in a few seconds.",
    SheetStatus.NOT_COUNTED: "The odds of these rules cannot be counted here; the server's log says why.",
}
BETWEEN_SEATS = "Seats play one another: no wager is made against a bank, so none has odds."


class RulebookResponse(ResponseModel):
    """A game as offered by one casino."""

    rulebook: str
    title: str
    house: str
    family: str
    banking: str
    modes: list[str]
    """Dealing modes that the documents of the game allow; a demonstration may use any mode."""
    wagers: list[str]
    paytables: list[str]
    digest: str


class CreateTableRequest(IdempotentRequest):
    name: TableName
    settings: TableSettings


class CreateTableResponse(ChangeResponse):
    table: str
    version: int
    record: str


@router.get("/rulebooks")
async def rulebooks(runtime: CurrentRuntime) -> list[RulebookResponse]:
    """Return all rulebooks with the dealing modes that their documents allow."""
    return await runtime.run_in_thread(_all_rulebooks)


@router.get("/untranslated")
async def untranslated(runtime: CurrentRuntime) -> dict[str, list[str]]:
    """Return the texts of games from outside packages by rulebook; the pages show them in English in every language."""
    return await runtime.run_in_thread(untranslated_texts)


@router.get("/rulebooks/{rulebook}", responses=CARD)
async def rules(
    rulebook: RulebookId, runtime: CurrentRuntime, form: CardForm = "json", language: LanguageCode = "en"
) -> Response:
    """Return the rules card of a game with the default options, in the requested language."""
    return await _card(runtime, _settings(rulebook), form, language)


@router.get("/rulebooks/{rulebook}/odds", responses=SHEET)
async def odds(rulebook: RulebookId, runtime: CurrentRuntime, players: Players = 1) -> Response:
    """Return the par sheet of a game with the default options."""
    return await _odds(runtime, _settings(rulebook), players)


@router.get("/tables/{table}/rules", responses=CARD)
async def table_rules(
    table: TableId, runtime: CurrentRuntime, form: CardForm = "json", language: LanguageCode = "en"
) -> Response:
    """Return the rules card of a table, with its options and collection schedule."""
    return await _card(runtime, committed_table(runtime, table)[1].settings, form, language)


@router.get("/tables/{table}/odds", responses=SHEET)
async def table_odds(table: TableId, runtime: CurrentRuntime, players: Players = 1) -> Response:
    """Return the par sheet of a table's game with its options."""
    return await _odds(runtime, committed_table(runtime, table)[1].settings, players)


@router.post("/tables", status_code=201)
async def create_table(
    payload: CreateTableRequest, session: ActingSession, runtime: CurrentRuntime
) -> CreateTableResponse:
    """Create a table; its name is fixed, because it is part of the name of its log stream."""
    require_permission(session, "create-table")
    house = runtime.house

    def job(uow: UnitOfWork) -> CreateTableResponse | Refused:
        return create(uow, house, payload, actor_name(session))

    def again(uow: UnitOfWork, earlier: Record) -> CreateTableResponse:
        name = earlier.stream.removeprefix("table/")
        return CreateTableResponse(table=name, version=house.tables[name].version, record=earlier.name, repeated=True)

    return await run_job(runtime, CreateTableResponse, run_once(runtime, session, payload, "create-table", job, again))


def create(uow: UnitOfWork, house: House, payload: CreateTableRequest, by: str) -> CreateTableResponse | Refused:
    """Create a table with a shipped rulebook or one that an administrator approved; a request cannot name a file."""
    settings = payload.settings
    if settings.rulebook not in rulebook_library.names():
        file = approved_file(uow.query, settings.rulebook)
        if file is None:
            return Refused("settings/rulebook", "No rulebook of this id came with the program or was approved here.")
        settings = settings.model_copy(update={"rulebook": file})
    created = house.create_table_in(uow, payload.name, settings, by=by, key=payload.key)
    if isinstance(created, Refused):
        return created
    return CreateTableResponse(table=payload.name, version=1, record=f"{created.stream}#{created.seq}")


def _settings(rulebook: str) -> TableSettings:
    """Return the settings of a shipped rulebook with default options; a request cannot name a file."""
    if rulebook not in rulebook_library.names():
        raise_if_refused(Refused("rulebook/not_found", f'There is no rulebook "{rulebook}".'))
    return TableSettings(rulebook=rulebook)


@lru_cache(maxsize=1)
def _all_rulebooks() -> list[RulebookResponse]:
    return [_response(TableRules.of(rulebook_library.load(name))) for name in rulebook_library.names()]


def _response(house: TableRules) -> RulebookResponse:
    written = house.rulebook.written
    return RulebookResponse(
        rulebook=written.id,
        title=written.title,
        house=written.house,
        family=written.family,
        banking=written.banking,
        modes=sorted(mode.value for mode in modes_allowed(house)),
        wagers=list(house.wagers),
        paytables=house.rulebook.paytables,
        digest=house.rulebook.digest,
    )


def _rules(settings: TableSettings) -> str:
    """Return the cache key of a rules card or par sheet as JSON; tables with equal settings share it."""
    return settings.model_dump_json(include={"rulebook", "options", "mode", "schedule"})


async def _card(runtime: Runtime, settings: TableSettings, form: str, language: str) -> Response:
    """Return the rules card in the requested format; text formats include the help line."""
    if form == "pdf":
        printed = await runtime.run_in_thread(_card_printed, _rules(settings), language)
        named = f'inline; filename="{settings.rulebook.rpartition("/")[2]}.pdf"'
        return Response(printed, media_type="application/pdf", headers={"Content-Disposition": named})
    kind = "text/markdown; charset=utf-8" if form == "markdown" else "application/json"
    return Response(
        await runtime.run_in_thread(_card_text, runtime.help_line, _rules(settings), form, language), media_type=kind
    )


@lru_cache(maxsize=PRINTED_MOST)
def _card_printed(rules: str, language: str) -> bytes:
    return card_pdf(_card_in(rules, language))


@lru_cache(maxsize=CACHED_MOST)
def _card_text(help_line: str, rules: str, form: str, language: str) -> str:
    card = _card_in(rules, language)
    if form == "markdown":
        return f"{card_markdown(card)}\n{help_line}\n"
    return json.dumps({**card.as_data(), "help_line": help_line}, ensure_ascii=False)


def _card_in(rules: str, language: str) -> RulesCard:
    settings = TableSettings.model_validate_json(rules)
    return translate_card(RulesCard.of(game_rules(settings), schedule_of(settings)), language)


async def _odds(runtime: Runtime, settings: TableSettings, players: int) -> Response:
    """Return a par sheet as JSON, or its status: 202 while it is being counted.

    A game without odds is a normal response and not a refusal, because pages request the odds of every table.
    """
    house = game_rules(settings)
    if players > len(house.seats):
        raise_if_refused(Refused("request/invalid", f"players is {players}; this table seats {len(house.seats)}."))
    if family_of(house).table_stakes is not None:
        return JSONResponse(_odds_status(house, SheetStatus.NOT_COUNTED, BETWEEN_SEATS))
    cached, which = runtime.odds.serialized_sheets, (_rules(settings), players)
    if which in cached:
        return Response(cached[which], media_type="application/json")
    found = await runtime.run_in_thread(load_shipped_sheet, house) or runtime.odds.get_sheet(settings)
    if isinstance(found, FullSheet):
        cached[which] = await runtime.run_in_thread(_sheet, found, players)
        while len(cached) > CACHED_MOST:
            del cached[next(iter(cached))]
        return Response(cached[which], media_type="application/json")
    status = _odds_status(house, found, STATUS_MESSAGES[found])
    return JSONResponse(status, 202 if found is SheetStatus.COUNTING else 200)


def _odds_status(house: TableRules, status: SheetStatus, message: str) -> OddsStatusResponse:
    return {"state": status.value, "rulebook": house.id, "digest": house.rulebook.digest, "message": message}


def _sheet(full: FullSheet, players: int) -> bytes:
    more = {name: {"meters": progressive_json(odds[players - 1])} for name, odds in full.progressives.items()}
    response: CountedOddsResponse = {"state": "counted", **sheet_json(full.sheet, more)}
    return bytes(JSONResponse(response).body)
