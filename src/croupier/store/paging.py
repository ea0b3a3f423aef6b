"""Read long tables in pages, which limits memory and leaves no cursor open when a reader stops early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Row, Table, func, select, tuple_

PAGE = 1000


def pages(
    connection: Connection, table: Table, *where: ColumnElement[bool], columns: Sequence[Column[Any]] = ()
) -> Iterator[Sequence[Row[Any]]]:
    """Yield the rows of a table in pages of 1000, ordered by primary key.

    All pages come from the connection's current transaction. The values of the primary key are appended to each row.
    """
    keys = list(table.primary_key)
    named = [key.label(f"page_key_{number}") for number, key in enumerate(keys)]
    wanted = select(*(columns or table.columns), *named).where(*where).order_by(*keys).limit(PAGE)
    page = connection.execute(wanted).all()
    while page:
        yield page
        last = page[-1][-len(keys) :]
        page = connection.execute(wanted.where(tuple_(*keys) > last)).all() if len(page) == PAGE else []


def rows(connection: Connection, table: Table, *where: ColumnElement[bool]) -> Iterator[Row[Any]]:
    """Yield the rows of a table one at a time; each row ends with the values of its primary key."""
    for page in pages(connection, table, *where):
        yield from page


def distinct(connection: Connection, column: Column[Any]) -> list[Any]:
    """Return the different values of the first column of an index: one lookup for each, however long the table is."""
    found: list[Any] = []
    value = connection.scalar(select(func.min(column)))
    while value is not None:
        found.append(value)
        value = connection.scalar(select(func.min(column)).where(column > value))
    return found
