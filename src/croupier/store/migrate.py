"""Brings a database to the shape this program knows, and says when it has another."""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, func, inspect, select

from croupier.errors import BadInput

MIGRATIONS = Path(__file__).parent / "migrations"
UPGRADE_LOCK = 6_827_501  # any number, the same for every croupier: two never upgrade one database together


class SchemaState(Enum):
    """How a database stands to this program."""

    EMPTY = "empty"
    CURRENT = "current"
    OLDER = "older"
    NEWER = "newer"
    FOREIGN = "foreign"


def upgrade(engine: Engine) -> None:
    """Every version that is missing, in one transaction: all of it or nothing."""
    with engine.begin() as connection:
        hold(connection)
        upgrade_over(connection)


def hold(connection: Connection) -> None:
    """Nobody else upgrades this database until the transaction ends. (SQLite's writers exclude each other anyway.)"""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))


def upgrade_over(connection: Connection) -> None:
    """The same, as part of a transaction that the caller commits."""
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")


def config() -> Config:
    """Alembic's settings, which no file on disk needs to hold."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


@cache
def scripts() -> ScriptDirectory:
    """The versions there were, read once."""
    return ScriptDirectory.from_config(config())


def newest() -> str:
    """The version this program knows."""
    head = scripts().get_current_head()
    assert head is not None
    return head


def version(connection: Connection) -> str | None:
    """The version of a database, if it has one."""
    return MigrationContext.configure(connection).get_current_revision()


def state(engine: Engine) -> SchemaState:
    """Whether this program may open the database."""
    with engine.connect() as connection:
        return state_over(connection)


def state_over(connection: Connection) -> SchemaState:
    found = version(connection)
    if found is None:
        return SchemaState.FOREIGN if inspect(connection).get_table_names() else SchemaState.EMPTY
    if found == newest():
        return SchemaState.CURRENT
    known = {script.revision for script in scripts().walk_revisions()}
    return SchemaState.OLDER if found in known else SchemaState.NEWER


def require_current(connection: Connection, where: str) -> None:
    """A clear line instead of a start with the wrong schema."""
    match state_over(connection):
        case SchemaState.EMPTY:
            raise BadInput.at(where, "holds no house yet; run: croupier store upgrade")
        case SchemaState.OLDER:
            has = f"has schema {version(connection)} and this program needs {newest()}"
            raise BadInput.at(where, f"{has}; run: croupier store upgrade")
        case SchemaState.NEWER:
            has = f"has schema {version(connection)}, made by a later croupier than this one ({newest()})"
            raise BadInput.at(where, f"{has}; install that one, then run: croupier store upgrade")
        case SchemaState.FOREIGN:
            raise BadInput.at(where, "is a database of something else: it has tables, but not croupier's")
