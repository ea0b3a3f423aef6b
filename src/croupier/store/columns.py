"""The kinds of column that the tables are made of, spelled so that both databases hold values to them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, Table, Text
from sqlalchemy import text as sql
from sqlalchemy.ext.compiler import compiles

metadata = MetaData()


class BooleanType(Boolean):
    """Yes or no; SQLite's strict tables know it as an integer."""


@compiles(BooleanType, "sqlite")
def flag_in_sqlite(*_: Any, **__: Any) -> str:
    return "INTEGER"


Whole = BigInteger().with_variant(Integer(), "sqlite")


def text(name: str, *rest: Any, optional: bool = False, **options: Any) -> Column[str]:
    return Column(name, Text, *rest, nullable=optional, **options)


def whole(name: str, *rest: Any, optional: bool = False, **options: Any) -> Column[int]:
    return Column(name, Whole, *rest, nullable=optional, **options)


def flag(name: str, *, default: str = "FALSE") -> Column[bool]:
    return Column(name, BooleanType, nullable=False, server_default=sql(default))


def secret(column: Column[str]) -> Column[str]:
    """A column that no export shows."""
    column.info["secret"] = True
    return column


def table(name: str, *parts: Any) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True)
