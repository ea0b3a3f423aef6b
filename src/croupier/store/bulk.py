"""Many rows in one statement: the log and the ledger are written thousands of rows a second."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Integer, Table

from croupier.store.record import canonical

Rows = Sequence[tuple[Any, ...]]


def insert_rows(connection: Connection, table: Table, columns: tuple[str, ...], rows: Rows) -> None:
    """Inserts rows in their order, which the triggers rely on. Values stand in the order of `columns`."""
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(by_json(table, columns), (canonical(rows),))
    else:
        connection.exec_driver_sql(by_marks(table, columns), list(rows))


@cache
def by_marks(table: Table, columns: tuple[str, ...]) -> str:
    return f"INSERT INTO {table.name} ({names(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - our own names


@cache
def by_json(table: Table, columns: tuple[str, ...]) -> str:
    """All rows as one text, which PostgreSQL takes apart."""
    kinds = ("bigint" if isinstance(table.c[name].type, Integer) else "text" for name in columns)
    values = ", ".join(f"(given ->> {place})::{kind}" for place, kind in enumerate(kinds))
    source = "jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS rows(given, place) ORDER BY place"
    return f"INSERT INTO {table.name} ({names(columns)}) SELECT {values} FROM {source}"  # noqa: S608 - our own names


def names(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in columns)
