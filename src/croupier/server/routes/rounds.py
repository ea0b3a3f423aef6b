"""Routes of past rounds for players and staff, evidence bundles, and opened shoes. [R24, R25, R29]"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response
from fastapi.responses import JSONResponse
from pydantic import Field
from sqlalchemy import Select, and_, or_, select
from typing_extensions import TypedDict

from croupier.errors import BadInput, Refused
from croupier.evidence.bundle import BundleReceipt, make_bundle, note_bundle
from croupier.evidence.log_search import find_numbered_event
from croupier.evidence.shoe_check import check_shoe
from croupier.people.roles import Role
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, require_permission, viewer_for
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import Moment, ResponseModel, actor_name, routes, run_job, run_query
from croupier.server.routes.reports import AuditFinding
from croupier.server.runtime import Runtime
from croupier.server.tables import TableId, committed_table
from croupier.store.record import EventJson
from croupier.store.schema import round_players, rounds
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.round_archive import RoundReplay
from croupier.views import Viewer, round_view
from croupier.views.models.rounds import RoundView, StaffRoundView

router = routes("rounds")

PAGE_MOST = 100
VOID_ROUNDS_MOST = 8
"""Number of newest rounds in which the last one that is not void is looked for."""
Number = Annotated[int, Path(ge=1, le=10**9)]
Cursor = Annotated[str, Query(pattern=r"^\d{1,16}_[a-z0-9-]{1,40}/\d{6,10}$")]


class RoundPageResponse(TypedDict):
    """A page of rounds, newest first.

    `next` is the value of `before` for the following page; None on the last page.
    """

    rounds: list[RoundView | StaffRoundView]
    next: str | None


class LastRoundResponse(TypedDict):
    """Newest round of a table that was dealt to its end, as everybody may see it; None before the first."""

    round: RoundView | None
    winning_wagers: list[str]
    """Wagers that the round paid, placed or not; empty where seats play against each other."""


class ShoeResponse(ResponseModel):
    """A shoe: its commitment from before the first wager and, after use, the check against the dealt cards."""

    table: str
    number: int
    source: str
    digest: str | None
    """Commitment digest; None for a shoe dealt by hand."""
    is_open: bool
    nonce: str | None = None
    cards: str | None = None
    """The committed order of the cards; None until the shoe is opened."""
    cut_from_back: int | None = None
    out: int | None = None
    is_sound: bool | None = None
    findings: list[AuditFinding] = Field(default_factory=list)


@router.get("/rounds", responses={200: {"model": RoundPageResponse}})
async def recall(
    session: CurrentSession,
    runtime: CurrentRuntime,
    table: Annotated[str, Query(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")] | None = None,
    mine: bool = False,
    before: Cursor | None = None,
    limit: Annotated[int, Query(ge=1, le=PAGE_MOST)] = 20,
    since: Moment | None = None,
    until: Moment | None = None,
    banked_by: Literal["house", "players"] | None = None,
) -> JSONResponse:
    """Return past rounds, newest first; a player who names no table gets their own rounds.

    `since` and `until` are the time in which a round ended. `banked_by` asks for the rounds that the house banked, or
    for those that players banked or played against each other.
    """
    require_permission(session, "recall")
    is_player = session.role is Role.PLAYER
    account = session.account if is_player and (mine or table is None) else None
    wanted = _ended_in(_wanted(table, account, before), since, until, banked_by).limit(limit + 1)
    rows = await run_query(runtime, lambda reader: reader.query(wanted))
    viewer = viewer_for(session)
    page: RoundPageResponse = {
        "rounds": [round_view(json.loads(row.body), viewer) for row in rows[:limit]],
        "next": _next(rows, limit),
    }
    return JSONResponse(page)


@router.get("/tables/{table}/last-round", responses={200: {"model": LastRoundResponse}})
async def last_round(table: TableId, runtime: CurrentRuntime) -> JSONResponse:
    """Return the newest round of a table that was dealt to its end, with its cards in dealing order; needs no sign-in.

    Void rounds are left out: a screen that deals the round again would show a result that does not count.
    """
    committed_table(runtime, table)
    wanted = _wanted(table, None, None).limit(VOID_ROUNDS_MOST)
    rows = await run_query(runtime, lambda reader: reader.query(wanted))
    archived = next((one for row in rows if (one := json.loads(row.body))["status"] != "void"), None)
    if archived is None:
        return JSONResponse({"round": None, "winning_wagers": []})
    won = await runtime.run_in_thread(_winning_wagers, archived)
    return JSONResponse({"round": round_view(archived, Viewer()), "winning_wagers": won})


@router.get("/rounds/{table}/{number}", responses={200: {"model": RoundView | StaffRoundView}})
async def one_round(table: TableId, number: Number, session: CurrentSession, runtime: CurrentRuntime) -> JSONResponse:
    """Return one past round: a player sees only their own money, staff see everything."""
    require_permission(session, "recall")
    archived = raise_if_refused(
        await runtime.run_in_thread(runtime.house.archived_round, round_id(table, number)) or no_round(table, number)
    )
    return JSONResponse(round_view(archived, viewer_for(session)))


@router.get("/rounds/{table}/{number}/history", response_class=Response)
async def history(table: TableId, number: Number, session: CurrentSession, runtime: CurrentRuntime) -> Response:
    """Return the hand history in an open format (PHH), in games between players.

    Hands that were not shown stay hidden from every user, so the file is the same for all users.
    """
    require_permission(session, "recall")
    archived = raise_if_refused(
        await runtime.run_in_thread(runtime.house.archived_round, round_id(table, number)) or no_round(table, number)
    )
    result = await runtime.run_in_thread(lambda: RoundReplay(archived).history())
    text = raise_if_refused(result or Refused("round/no_history", f"Round {number} at {table} has no hand history."))
    headers = {"Content-Disposition": f'attachment; filename="{table}-{number:06d}.phh"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/rounds/{table}/{number}/bundle", response_class=Response)
async def bundle(table: TableId, number: Number, session: ActingSession, runtime: CurrentRuntime) -> Response:
    """Create the signed evidence bundle of a round and record its digest; a dispute may then be closed."""
    require_permission(session, "make-bundle")
    name, by, house = round_id(table, number), actor_name(session), runtime.house
    await _require_round(runtime, table, number)
    data = await runtime.run_in_thread(
        lambda: make_bundle(house.store, house.keys, name, runtime.now(), by, house_name=house.policy.name)
    )

    def job(uow: UnitOfWork) -> BundleReceipt:
        return note_bundle(uow, round_id=name, data=data, by=by)

    receipt = await run_job(runtime, BundleReceipt, job)
    headers = {
        "Content-Disposition": f'attachment; filename="{table}-{number:06d}.bundle.json"',
        "X-Bundle-Digest": receipt.digest,
    }
    return Response(data, media_type="application/json", headers=headers)


@router.get("/tables/{table}/shoes/{number}")
async def shoe(table: TableId, number: Number, session: CurrentSession, runtime: CurrentRuntime) -> ShoeResponse:
    """Return a shoe's commitment and, after it was opened, its order compared with the dealt cards."""
    require_permission(session, "recall")
    committed_table(runtime, table)
    result: ShoeResponse = raise_if_refused(await runtime.run_in_thread(_shoe, runtime, table, number))
    return result


def _winning_wagers(archived: Mapping[str, Any]) -> list[str]:
    """Return the wagers that an archived round paid, placed or not."""
    if archived.get("between"):
        return []
    replay = RoundReplay(archived)
    return list(replay.family.winning_wagers(replay.rules, replay.play().result, replay.meters))


def round_id(table: str, number: int) -> str:
    return f"{table}/{number:06d}"


def no_round(table: str, number: int) -> Refused:
    return Refused("round/not_found", f"There is no round {number} at {table}.")


def _wanted(table: str | None, account: str | None, before: str | None) -> Select[Any]:
    wanted = select(rounds.c.id, rounds.c.opened_at, rounds.c.body)
    if account is not None:
        own = and_(round_players.c.round_id == rounds.c.id, round_players.c.account == account)
        wanted = wanted.join(round_players, own)
    if table is not None:
        wanted = wanted.where(rounds.c.table_name == table)
    if before is not None:
        at, _, last = before.partition("_")
        older = and_(rounds.c.opened_at == int(at), rounds.c.id < last)
        wanted = wanted.where(or_(rounds.c.opened_at < int(at), older))
    return wanted.order_by(rounds.c.opened_at.desc(), rounds.c.id.desc())


def _ended_in(
    wanted: Select[Any], since: int | None, until: int | None, banked_by: Literal["house", "players"] | None
) -> Select[Any]:
    """Return the query restricted to rounds that ended in a period, and to those banked by the house or by players."""
    if since is not None:
        wanted = wanted.where(rounds.c.ended_at >= since)
    if until is not None:
        wanted = wanted.where(rounds.c.ended_at < until)
    if banked_by is None:
        return wanted
    is_house = and_(rounds.c.body.contains('"bank":null'), ~rounds.c.body.contains('"between":true'))
    return wanted.where(is_house if banked_by == "house" else ~is_house)


def _next(rows: Sequence[Any], limit: int) -> str | None:
    return f"{rows[limit - 1].opened_at}_{rows[limit - 1].id}" if len(rows) > limit else None


async def _require_round(runtime: Runtime, table: str, number: int) -> None:
    """Refuse a round that is neither archived nor in progress."""
    current = committed_table(runtime, table)[1].round
    if current is None or current.number != number:
        raise_if_refused(
            await runtime.run_in_thread(runtime.house.archived_round, round_id(table, number))
            or no_round(table, number)
        )


def _shoe(runtime: Runtime, table: str, number: int) -> ShoeResponse | Refused:
    filled = _event(runtime, table, number, "shoe-loaded")
    if filled is None:
        return Refused("shoe/not_found", f"There was no shoe {number} at {table}.")
    facts = {"table": table, "number": number, "source": filled["source"], "digest": filled["digest"]}
    opened = _event(runtime, table, number, "shoe-revealed")
    if opened is None:
        return ShoeResponse(**facts, is_open=False)
    try:
        found = check_shoe(runtime.house.store, table, number)
    except BadInput as bad:
        return Refused("shoe/log_invalid", str(bad))
    return ShoeResponse(
        **facts,
        is_open=True,
        **{name: opened[name] for name in ("nonce", "cards", "cut_from_back")},
        out=found.out,
        is_sound=found.is_sound,
        findings=[AuditFinding(where=one.where, message=one.message) for one in found.findings],
    )


def _event(runtime: Runtime, table: str, number: int, kind: str) -> EventJson | None:
    found = find_numbered_event(runtime.house.store, f"table/{table}", kind, number)
    return found[1] if found else None
