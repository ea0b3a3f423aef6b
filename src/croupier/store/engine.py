"""Connections to the two databases: a file of SQLite's, or a PostgreSQL server by URL.

Both are opened twice: once to write and once to read. A reader sees one moment of the database and cannot write.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from croupier.errors import BadInput

BUSY_SECONDS = 10
CONNECT_SECONDS = 5
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
class Place:
    """Where a database is: a file, or a server's URL."""

    url: URL
    path: Path | None

    @classmethod
    def parse(cls, where: str | Path) -> Place:
        text = str(where)
        if "://" not in text:
            return cls.of_file(Path(text))
        try:
            url = make_url(text)
        except (ArgumentError, ValueError) as error:
            raise BadInput.at(hidden(text), "is not the URL of a database") from error
        if url.get_backend_name() == "sqlite" and url.database:
            return cls.of_file(Path(url.database))
        if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
            return cls(url.set(drivername="postgresql+psycopg"), None)
        raise BadInput.at(hidden(text), "is not a file, sqlite:///FILE or postgresql://USER@HOST/DATABASE")

    @classmethod
    def of_file(cls, path: Path) -> Place:
        return cls(URL.create("sqlite", database=str(path.absolute())), path.absolute())

    def __str__(self) -> str:
        return str(self.path) if self.path else self.url.render_as_string(hide_password=True)


def hidden(text: str) -> str:
    """A URL as it may be shown: what stands before the host may hold a password."""
    scheme, _, rest = text.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def writing(place: Place) -> Engine:
    """For the one thread that writes."""
    if place.path:
        return sqlite(place.path, "BEGIN IMMEDIATE", read_only=False)
    return postgresql(place.url, "READ COMMITTED", most=4)


def reading(place: Place, *, alone: bool = False) -> Engine:
    """For any thread that asks: each reading sees the database as it was at one moment.

    `alone`: one connection that locks a file of SQLite's, so that no other file has to be made beside it.
    """
    if place.path:
        return sqlite(place.path, "BEGIN", read_only=True, alone=alone)
    engine = postgresql(place.url, "REPEATABLE READ", most=READERS_MOST)
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


def postgresql(url: URL, isolation: str, *, most: int) -> Engine:
    own = url.query.get("options", "")
    return create_engine(
        url,
        isolation_level=isolation,
        pool_pre_ping=True,
        pool_size=min(4, most),
        max_overflow=most,
        pool_timeout=BUSY_SECONDS,
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "croupier",
            "options": f"{own} -c lock_timeout={BUSY_SECONDS * 1000} -c timezone=UTC",
            "keepalives_idle": 10,
            "tcp_user_timeout": 15_000,
        },
    )
