"""Migrate a database to the schema of this program, and refuse a database with any other schema."""

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
# Arbitrary number shared by all processes, so that no two processes upgrade the same database at once.
UPGRADE_LOCK = 6_827_501


class SchemaState(Enum):
    """Relation between the schema of a database and the schema of this program."""

    EMPTY = "empty"
    CURRENT = "current"
    OLDER = "older"
    NEWER = "newer"
    FOREIGN = "foreign"


def upgrade(engine: Engine) -> None:
    """Apply all missing migrations in one transaction."""
    with engine.begin() as connection:
        lock_for_upgrade(connection)
        upgrade_in_transaction(connection)


def lock_for_upgrade(connection: Connection) -> None:
    """Lock the database against other upgrades until the transaction ends (SQLite has a single writer already)."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))


def upgrade_in_transaction(connection: Connection) -> None:
    """Apply all missing migrations inside the caller's transaction."""
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")


def config() -> Config:
    """Return the Alembic configuration; no configuration file is needed."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


@cache
def scripts() -> ScriptDirectory:
    """Return the migration scripts, loaded once."""
    return ScriptDirectory.from_config(config())


def newest_version() -> str:
    """Return the schema version of this program."""
    head = scripts().get_current_head()
    assert head is not None
    return head


def version(connection: Connection) -> str | None:
    """Return the schema version of a database, or None if the database has no schema."""
    return MigrationContext.configure(connection).get_current_revision()


def state(engine: Engine) -> SchemaState:
    """Return whether the schema of the database is current, older, newer or missing."""
    with engine.connect() as connection:
        return state_in_transaction(connection)


def state_in_transaction(connection: Connection) -> SchemaState:
    found = version(connection)
    if found is None:
        return SchemaState.FOREIGN if inspect(connection).get_table_names() else SchemaState.EMPTY
    if found == newest_version():
        return SchemaState.CURRENT
    known = {script.revision for script in scripts().walk_revisions()}
    return SchemaState.OLDER if found in known else SchemaState.NEWER


def require_current(connection: Connection, where: str) -> None:
    """Raise BadInput with instructions unless the database has the current schema."""
    match state_in_transaction(connection):
        case SchemaState.EMPTY:
            raise BadInput.at(where, "holds no house yet; run: croupier store upgrade")
        case SchemaState.OLDER:
            has = f"has schema {version(connection)} and this program needs {newest_version()}"
            raise BadInput.at(where, f"{has}; run: croupier store upgrade")
        case SchemaState.NEWER:
            has = f"has schema {version(connection)}, made by a later croupier than this one ({newest_version()})"
            raise BadInput.at(where, f"{has}; install that one, then run: croupier store upgrade")
        case SchemaState.FOREIGN:
            raise BadInput.at(where, "is a database of something else: it has tables, but not croupier's")
