"""Column types of the schema, defined so that SQLite and PostgreSQL both enforce them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, Table, Text
from sqlalchemy import text as sql
from sqlalchemy.ext.compiler import compiles

metadata = MetaData()


class BooleanType(Boolean):
    """Boolean column; stored as INTEGER in SQLite, because its strict tables have no boolean type."""


@compiles(BooleanType, "sqlite")
def flag_in_sqlite(*_: Any, **__: Any) -> str:
    return "INTEGER"


IntegerType = BigInteger().with_variant(Integer(), "sqlite")


def text_column(name: str, *rest: Any, optional: bool = False, **options: Any) -> Column[str]:
    return Column(name, Text, *rest, nullable=optional, **options)


def integer_column(name: str, *rest: Any, optional: bool = False, **options: Any) -> Column[int]:
    return Column(name, IntegerType, *rest, nullable=optional, **options)


def boolean_column(name: str, *, default: str = "FALSE") -> Column[bool]:
    return Column(name, BooleanType, nullable=False, server_default=sql(default))


def secret(column: Column[str]) -> Column[str]:
    """Mark a column as secret, so that exports leave it out."""
    column.info["secret"] = True
    return column


def table(name: str, *parts: Any) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True)
