"""Search for significant events, and record which of them each user of surveillance has reviewed (R52).

Routine entries are counted and not listed. Each user has their own marks, which are kept in the log.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, or_, select
from typing_extensions import TypedDict

from croupier.cage.ledger_sums import Period, events_of
from croupier.cage.reading import Reader
from croupier.cage.shifts import HOUSE
from croupier.store.schema import significant
from croupier.store.unit_of_work import UnitOfWork

EVENTS_MOST = 500
"""Number of events that are read, newest first; older ones are found by the search."""
SEEN = "events-seen"
COMMAND = "mark-events-seen"

Matter = Literal["correction", "jackpot", "hold", "stop", "device", "refused", "settings", "cage", "people", "house"]
ROUTINE = frozenset(
    {"table/opened", "table/closed", "table/resumed", "step/done", "step/verified", "notice/seen", "hold/lifted"}
    | {
        "server/started",
        "server/stopped",
        "clock/synchronised",
        "software/verified",
        "log/verified",
        "configuration/changed",
    }
    | {
        "export/made",
        "backup/made",
        "bundle/made",
        "checkpoint/copy",
        "log/copy",
        "log/verified",
        "printer/back",
        "device/paired",
    }
    | {"device/cut_card", "meter/created", "table/settings", "events/seen", "notice/given"}
)
"""Codes of events that report nothing unusual; a notice to surveillance waits in a list of its own until it is read."""
MATTERS: Mapping[str, Matter] = {
    **dict.fromkeys(("correction", "card", "dice", "irregularity"), "correction"),
    **dict.fromkeys(("jackpot", "win", "meter"), "jackpot"),
    **dict.fromkeys(("hold", "dispute"), "hold"),
    **dict.fromkeys(("table", "round"), "stop"),
    **dict.fromkeys(("device", "shoe"), "device"),
    **dict.fromkeys(("approval", "settings"), "refused"),
    **dict.fromkeys(("change", "notice", "accommodation", "step"), "settings"),
    "cage": "cage",
    **dict.fromkeys(("login", "factor", "exclusion"), "people"),
    **dict.fromkeys(("server", "clock", "software", "printer", "checkpoint", "log", "configuration"), "house"),
}
"""Matter of an event, by the part of its code before the slash."""
LOUDNESS: Mapping[Matter, int] = {"correction": 2, "hold": 2, "refused": 2, "jackpot": 1, "stop": 1, "device": 1}
"""Urgency by matter: 2 stops the game or its money, 1 needs attention soon; all other matters are 0."""


class UnseenEvent(TypedDict):
    """A significant event in a group."""

    id: int
    at: int
    code: str
    text: str
    actor: str | None
    table_name: str | None
    device: str | None
    stream: str | None
    seq: int | None


class EventGroup(TypedDict):
    """Unseen events of one table and matter, newest first; events of no table are in one group each matter."""

    table: str | None
    matter: Matter
    loudness: int
    events: list[UnseenEvent]


class UnseenEvents(TypedDict):
    """All unseen events of a user."""

    since: int
    """Time of the user's last mark, or the beginning of the gaming day."""
    count: int
    groups: list[EventGroup]
    """Loudest first; within a loudness, the newest first."""
    routine: int
    """Number of routine entries since then."""


def matter_of(code: str) -> Matter:
    return MATTERS.get(code.partition("/")[0], "house")


def unseen_events(reader: Reader, actor: str, period: Period) -> UnseenEvents:
    """Return the events of a period that this user has not marked as seen."""
    marks = [one.event for one in events_of(reader, period, (SEEN,), stream=HOUSE) if one.event["by"] == actor]
    seen = {number for mark in marks for number in mark["ids"]}
    since = max((mark["at"] for mark in marks), default=period.since)
    newest = select(significant).where(period.holds(significant.c.at)).order_by(significant.c.id.desc())
    events: list[Any] = [dict(row._mapping) for row in reader.query(newest.limit(EVENTS_MOST))]
    unseen = [one for one in events if one["code"] not in ROUTINE and one["id"] not in seen]
    routine = [one for one in events if one["code"] in ROUTINE and one["at"] >= since]
    return {"since": since, "count": len(unseen), "groups": _groups(unseen), "routine": len(routine)}


def _groups(events: Sequence[UnseenEvent]) -> list[EventGroup]:
    groups: dict[tuple[str | None, Matter], EventGroup] = {}
    for event in events:
        table, matter = event["table_name"] or None, matter_of(event["code"])
        group: EventGroup = {"table": table, "matter": matter, "loudness": LOUDNESS.get(matter, 0), "events": []}
        groups.setdefault((table, matter), group)["events"].append(event)
    return sorted(groups.values(), key=lambda group: (-group["loudness"], -group["events"][0]["id"]))


def mark_seen(uow: UnitOfWork, ids: Collection[int], *, by: str, key: str) -> int:
    """Record that a user has seen these events, and return their number; unknown numbers are left out."""
    known = sorted(row[0] for row in uow.query(select(significant.c.id).where(significant.c.id.in_(list(ids)))))
    event = {"kind": SEEN, "at": uow.at, "by": by, "ids": known}
    uow.append_record(HOUSE, actor=by, command=COMMAND, events=[event], key=key)
    uow.note_significant_event("events/seen", f"{len(known)} events were seen.", actor=by)
    return len(known)


PAGE_MOST = 500


@dataclass(frozen=True)
class EventSearch:
    """Search criteria; a criterion of None matches everything."""

    code: str | None = None
    """Code of the event, or the part of the code before its slash: `cage` finds `cage/over-short`. None: any code."""
    text: str | None = None
    """Text that the event's text must contain, in upper or lower case. None: any text."""
    actor: str | None = None
    table: str | None = None
    device: str | None = None
    since: int | None = None
    until: int | None = None


def search_events(
    reader: Reader, search: EventSearch, *, before: int | None = None, limit: int = 100
) -> dict[str, Any]:
    """Return one page of matching events, newest first.

    `next` in the result is the value of `before` for the following page, or None on the last page.
    """
    size = max(1, min(limit, PAGE_MOST))
    statement = select(significant).where(*_conditions(search)).order_by(significant.c.id.desc()).limit(size + 1)
    rows = reader.query(statement if before is None else statement.where(significant.c.id < before))
    found = [dict(row._mapping) for row in rows[:size]]
    return {"events": found, "next": found[-1]["id"] if len(rows) > size else None}


def _conditions(search: EventSearch) -> list[ColumnElement[bool]]:
    equal = ((significant.c.actor, search.actor), (significant.c.table_name, search.table))
    wanted = [column == value for column, value in (*equal, (significant.c.device, search.device)) if value is not None]
    if search.code is not None:
        within = significant.c.code.startswith(f"{search.code}/", autoescape=True)
        wanted.append(or_(significant.c.code == search.code, within))
    if search.text is not None:
        wanted.append(significant.c.text.icontains(search.text, autoescape=True))
    if search.since is not None:
        wanted.append(significant.c.at >= search.since)
    if search.until is not None:
        wanted.append(significant.c.at < search.until)
    return wanted
