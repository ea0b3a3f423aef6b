"""Significant events found again: by code, words, person, table, device and time, a page at a time (R52)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, or_, select

from croupier.cage.reading import Reader
from croupier.store.schema import significant

PAGE_MOST = 500


@dataclass(frozen=True)
class EventSearch:
    """What is looked for; what is left out may be anything."""

    code: str | None = None
    """A code, or the part before its stroke: `cage` finds `cage/over-short`."""
    text: str | None = None
    """Words that stand in the text, in capitals or not."""
    actor: str | None = None
    table: str | None = None
    device: str | None = None
    since: int | None = None
    until: int | None = None


def search_events(
    reader: Reader, search: EventSearch, *, before: int | None = None, limit: int = 100
) -> dict[str, Any]:
    """The newest first. `next` is the `before` of the page that follows, or None on the last."""
    size = max(1, min(limit, PAGE_MOST))
    asked = select(significant).where(*_conditions(search)).order_by(significant.c.id.desc()).limit(size + 1)
    rows = reader.query(asked if before is None else asked.where(significant.c.id < before))
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
