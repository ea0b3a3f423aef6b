"""Long tables, a page at a time: memory stays small, and no cursor is left open when a reader stops half-way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Row, Table, select, tuple_

PAGE = 1000


def pages(
    connection: Connection, table: Table, *where: ColumnElement[bool], columns: Sequence[Column[Any]] = ()
) -> Iterator[Sequence[Row[Any]]]:
    """The rows of a table in the order of its primary key. All of them come from the connection's one moment."""
    keys = list(table.primary_key)
    named = [key.label(f"page_key_{number}") for number, key in enumerate(keys)]
    wanted = select(*(columns or table.columns), *named).where(*where).order_by(*keys).limit(PAGE)
    page = connection.execute(wanted).all()
    while page:
        yield page
        last = page[-1][-len(keys) :]
        page = connection.execute(wanted.where(tuple_(*keys) > last)).all() if len(page) == PAGE else []


def rows(connection: Connection, table: Table, *where: ColumnElement[bool]) -> Iterator[Row[Any]]:
    """The same, row by row. What is beyond the table's own columns in a row is the page's."""
    for page in pages(connection, table, *where):
        yield from page
