"""Routes of surveillance: one table as data, unseen events, and the record of what was seen."""

from __future__ import annotations

import json
from collections import Counter
from typing import Annotated, Literal

from fastapi import Path
from pydantic import Field
from sqlalchemy import func, or_, select

from croupier.cage.event_review import COMMAND, UnseenEvents, mark_seen, unseen_events
from croupier.cage.ledger_sums import TABLE, Period
from croupier.cage.reading import Reader
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, require_permission
from croupier.server.routes.base import (
    ChangeResponse,
    IdempotentRequest,
    ResponseModel,
    actor_name,
    routes,
    run_job,
    run_once,
    run_query,
)
from croupier.server.tables import TableId, committed_table
from croupier.store.old_event_kinds import with_current_kinds
from croupier.store.record import Record
from croupier.store.schema import records, significant
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.state import TableState
from croupier.views.watch_view import WatchedWagersView, watched_wagers

router = routes("surveillance")

RECORDS_MOST = 400
"""Number of records of a table that are read for the times of one round's cards."""
SHOE_RECORDS_MOST = 3000
"""Number of records of a table that are read for its shoe: more than the rounds of eight decks have."""
SEEN_MOST = 500
CARD_DEALT, SHOE_LOADED = "card-dealt", "shoe-loaded"
MISREAD = "device/misread"


class CardReading(ResponseModel):
    """Time at which a card of the round was read, and the reader; the card itself is left out."""

    card_number: int
    hand: str
    position_in_hand: int
    at: int
    read_by: Literal["dealer", "shoe", "generator"]


class ShoeReadings(ResponseModel):
    """Counts of how the cards of the current shoe were read, in all its rounds."""

    by_shoe: int
    by_dealer: int
    by_generator: int
    misread: int
    """Cards that left the shoe and could not be read; the dealer entered them."""
    usual_gap_ms: int | None
    """Median time between two cards of a round; None before the second card."""


class WatchedTableResponse(ResponseModel):
    """One table as data: its round, when betting closed, the wagers of each seat, and when each card was read."""

    round: str | None
    """Round in play, or the last round; None before the first."""
    locked_at: int | None
    wagers: WatchedWagersView
    cards: list[CardReading]
    shoe: ShoeReadings


class SeenRequest(IdempotentRequest):
    ids: Annotated[list[Annotated[int, Field(ge=1, le=2**53)]], Field(min_length=1, max_length=SEEN_MOST)]


class SeenResponse(ChangeResponse):
    """Number of events that were marked as seen."""

    count: int


@router.get("/surveillance/tables/{table}")
async def watched_table(
    table: Annotated[TableId, Path()], session: CurrentSession, runtime: CurrentRuntime
) -> WatchedTableResponse:
    """Return the wagers of a table by seat with their sums, and when each card of the round was read."""
    require_permission(session, "search-events")
    state = committed_table(runtime, table)[1]
    current, last = state.round, state.last
    name = current.id if current is not None else None if last is None else str(last["round"])
    is_dealt = current is None or bool(current.dealt)
    cards = [] if name is None or not is_dealt else await run_query(runtime, lambda it: _card_readings(it, state))
    shoe = await run_query(runtime, lambda it: _shoe_readings(it, state))
    return WatchedTableResponse(
        round=name,
        locked_at=None if current is None else current.closed_at,
        wagers=watched_wagers(state),
        cards=cards,
        shoe=shoe,
    )


@router.get("/surveillance/unseen")
async def unseen(session: CurrentSession, runtime: CurrentRuntime) -> UnseenEvents:
    """Return the events of the gaming day that the user has not marked as seen, by table and matter."""
    require_permission(session, COMMAND)
    starts_at, now = runtime.house.limit_tracker.calendar.last_days(runtime.now(), 1).starts_at, runtime.now()
    period = Period(starts_at, now + 1)
    return await run_query(runtime, lambda reader: unseen_events(reader, actor_name(session), period))


@router.post("/surveillance/seen")
async def seen(payload: SeenRequest, session: ActingSession, runtime: CurrentRuntime) -> SeenResponse:
    """Record that the user has seen these events."""
    require_permission(session, COMMAND)

    def job(uow: UnitOfWork) -> SeenResponse:
        return SeenResponse(count=mark_seen(uow, payload.ids, by=actor_name(session), key=payload.key))

    return await run_job(runtime, SeenResponse, run_once(runtime, session, payload, COMMAND, job, _seen_before))


def _seen_before(_uow: UnitOfWork, record: Record) -> SeenResponse:
    return SeenResponse(count=len(record.events[0]["ids"]), repeated=True)


def _card_readings(reader: Reader, state: TableState) -> list[CardReading]:
    """Return when the cards of the newest round with cards were read, in dealing order."""
    newest = select(records.c.at, records.c.actor, records.c.body).where(records.c.stream == TABLE + state.name)
    readings: list[CardReading] = []
    for at, actor, body in reader.query(newest.order_by(records.c.seq.desc()).limit(RECORDS_MOST)):
        for event in reversed(with_current_kinds(json.loads(body)["events"])):
            if event["kind"] == CARD_DEALT:
                readings.append(
                    CardReading(
                        card_number=event["place"],
                        hand=event["hand"],
                        position_in_hand=event["nth"],
                        at=at,
                        read_by=_reader_of(state, actor),
                    )
                )
            if readings and readings[-1].card_number == 1:
                return readings[::-1]
    return readings[::-1]


def _shoe_readings(reader: Reader, state: TableState) -> ShoeReadings:
    """Return how the cards were read since the shoe was loaded, and how many could not be read."""
    newest = select(records.c.at, records.c.actor, records.c.body).where(
        records.c.stream == TABLE + state.name,
        or_(records.c.body.contains(f'"{CARD_DEALT}"'), records.c.body.contains(f'"{SHOE_LOADED}"')),
    )
    counts: Counter[str] = Counter()
    gaps: list[int] = []
    later: tuple[int, int] | None = None
    loaded_at = 0
    for at, actor, body in reader.query(newest.order_by(records.c.seq.desc()).limit(SHOE_RECORDS_MOST)):
        dealt = [event for event in with_current_kinds(json.loads(body)["events"]) if event["kind"] == CARD_DEALT]
        counts[_reader_of(state, actor)] += len(dealt)
        for event in reversed(dealt):
            if later is not None and event["place"] + 1 == later[0]:
                gaps.append(later[1] - at)
            later = (event["place"], at)
        if SHOE_LOADED in body:
            loaded_at = at
            break
    misread = select(func.count()).where(
        significant.c.code == MISREAD,
        significant.c.table_name == state.name,
        significant.c.at >= loaded_at,
    )
    return ShoeReadings(
        by_shoe=counts["shoe"],
        by_dealer=counts["dealer"],
        by_generator=counts["generator"],
        misread=reader.query(misread)[0][0],
        usual_gap_ms=sorted(gaps)[len(gaps) // 2] if gaps else None,
    )


def _reader_of(state: TableState, actor: str) -> Literal["dealer", "shoe", "generator"]:
    if state.is_automated:
        return "generator"
    return "dealer" if actor.startswith("user:") else "shoe"
