"""Search for significant events by code, text, person, table, device and time, in pages (R52)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, or_, select

from croupier.cage.reading import Reader
from croupier.store.schema import significant

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
