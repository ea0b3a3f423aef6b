"""Connections to the two databases: a file of SQLite's, or a PostgreSQL server by URL.

Both are opened twice: once to write and once to read. A reader sees one moment of the database and cannot write.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from croupier.errors import BadInput
from croupier.store.limited_connection import LimitedConnection

BUSY_SECONDS = 10
CONNECT_SECONDS = 5
READ_SECONDS = 60
"""A reader's statement, by the server's clock; what reads more, an audit or an export, reads in pages."""
SILENT_SECONDS = 15
"""A connection of the writer that hears nothing for so long is given up. A reader's is given its statement's time
first."""
KEEPALIVE = {"idle": 10, "interval": 5, "count": 3}
USER_TIMEOUT_MS = 15_000
READERS_MOST = 24
SQLITE_OLDEST = (3, 37, 0)  # the first with strict tables

# FULL: a commit is on the disk before it returns. recursive_triggers: INSERT OR REPLACE must ask the DELETE triggers.
# cell_size_check: a page that was damaged is refused when it is read, not only at the start.
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "recursive_triggers = ON",
    "cell_size_check = ON",
    "cache_size = -16000",
)
# For one reader on a full disk: the index of the journal and what is sorted stay in memory.
ALONE = ("locking_mode = EXCLUSIVE", "temp_store = MEMORY", "cell_size_check = ON", "cache_size = -16000")


@dataclass(frozen=True)
class DatabaseLocation:
    """Where a database is: a file, or a server's URL."""

    url: URL
    path: Path | None

    @classmethod
    def parse(cls, where: str | Path) -> DatabaseLocation:
        text = str(where)
        if "://" not in text:
            return cls.of_file(Path(text))
        try:
            url = make_url(text)
        except (ArgumentError, ValueError) as error:
            raise BadInput.at(redact_url(text), "is not the URL of a database") from error
        if url.get_backend_name() == "sqlite" and url.database:
            return cls.of_file(Path(url.database))
        if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
            return cls(url.set(drivername="postgresql+psycopg"), None)
        raise BadInput.at(redact_url(text), "is not a file, sqlite:///FILE or postgresql://USER@HOST/DATABASE")

    @classmethod
    def of_file(cls, path: Path) -> DatabaseLocation:
        return cls(URL.create("sqlite", database=str(path.absolute())), path.absolute())

    def __str__(self) -> str:
        return str(self.path) if self.path else self.url.render_as_string(hide_password=True)


def redact_url(text: str) -> str:
    """A URL as it may be shown: what stands before the host may hold a password."""
    scheme, _, rest = text.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def writer_engine(place: DatabaseLocation) -> Engine:
    """For the one thread that writes.

    The server sets no time for its statements: one that ended a COMMIT would end the wait for a standby, and report as
    durable what is not. The client's own limit leaves such a commit in doubt, and the log is read again.
    """
    if place.path:
        return sqlite(place.path, "BEGIN IMMEDIATE", read_only=False)
    idle = {"idle_in_transaction_session_timeout": 2 * SILENT_SECONDS * 1000}
    return postgresql(place.url, "READ COMMITTED", most=4, silent_seconds=SILENT_SECONDS, **idle)


def preparing(place: DatabaseLocation) -> Engine:
    """For a new or older house's tables, before anybody uses it: changing a long table takes as long as it takes."""
    return writer_engine(place) if place.path else postgresql(place.url, "READ COMMITTED", most=1, silent_seconds=None)


def reader_engine(place: DatabaseLocation, *, alone: bool = False) -> Engine:
    """For any thread that asks: each reading sees the database as it was at one moment.

    `alone`: one connection that locks a file of SQLite's, so that no other file has to be made beside it.
    """
    if place.path:
        return sqlite(place.path, "BEGIN", read_only=True, alone=alone)
    limits = {"statement_timeout": READ_SECONDS * 1000}
    silent = READ_SECONDS + CONNECT_SECONDS
    engine = postgresql(place.url, "REPEATABLE READ", most=READERS_MOST, silent_seconds=silent, **limits)
    return engine.execution_options(postgresql_readonly=True)


def sqlite(path: Path, begin: str, *, read_only: bool, alone: bool = False) -> Engine:
    if sqlite3.sqlite_version_info < SQLITE_OLDEST:
        raise BadInput.at(str(path), f"needs SQLite 3.37 or later; this is {sqlite3.sqlite_version}")

    def connect() -> sqlite3.Connection:
        # mode=rw: a file that has gone away is an error, never a new and empty house.
        name = f"file:{quote(str(path))}?mode=rw"
        connection = sqlite3.connect(
            name, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=512
        )
        pragmas = (*(ALONE if alone else PRAGMAS), *(("query_only = ON",) if read_only else ()))
        try:
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            connection.close()  # or its lock would stay
            raise
        return connection

    engine = create_engine(
        "sqlite://",
        creator=connect,
        poolclass=QueuePool,
        pool_size=1 if alone else 4,
        max_overflow=0 if alone else READERS_MOST,
        pool_timeout=BUSY_SECONDS,
    )

    # Python's driver would begin only before a write, and then without the lock: begin here, always.
    @event.listens_for(engine, "begin")
    def begin_here(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def postgresql(url: URL, isolation: str, *, most: int, silent_seconds: float | None, **settings: int) -> Engine:
    """Connections that give up after a time, whatever they wait for. `settings`: the server's own, in milliseconds."""
    own = url.query.get("options", "")
    kept = {f"tcp_keepalives_{name}": value for name, value in KEEPALIVE.items()}
    settings = {"lock_timeout": BUSY_SECONDS * 1000, "tcp_user_timeout": USER_TIMEOUT_MS, **kept, **settings}
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    engine = create_engine(
        url,
        isolation_level=isolation,
        pool_pre_ping=True,
        pool_size=min(4, most),
        max_overflow=most,
        pool_timeout=BUSY_SECONDS,
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "croupier",
            "options": f"{own} {options} -c timezone=UTC",
            "tcp_user_timeout": USER_TIMEOUT_MS,
            **{f"keepalives_{name}": value for name, value in KEEPALIVE.items()},
        },
    )

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Any, record: Any, args: Any, named: Any) -> LimitedConnection:
        made: LimitedConnection = LimitedConnection.connect(*args, **named)
        made.silent_seconds = silent_seconds
        return made

    return engine
