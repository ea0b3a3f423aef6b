"""SQLAlchemy engines for the two supported databases: a SQLite file, or a PostgreSQL server given by URL.

Each database has a writer engine and a reader engine. A reader sees one snapshot of the database and cannot write.
"""

from __future__ import annotations

import select
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError

from croupier.errors import BadInput
from croupier.store.limited_connection import LimitedConnection

BUSY_SECONDS = 10
CONNECT_SECONDS = 5
READ_SECONDS = 60
"""Longest time of one reader statement in seconds, enforced by PostgreSQL.

Audits and exports read in pages, so that no single statement takes so long.
"""
SILENT_SECONDS = 15
"""Seconds without a byte from the server after which the writer closes its connection.

A reader connection waits longer: it adds the time limit of its statement.
"""
KEEPALIVE = {"idle": 10, "interval": 5, "count": 3}
USER_TIMEOUT_MS = 15_000
PING_AFTER_SECONDS = 1.0
READERS_MOST = 24
LOOKUPS_MOST = 6
LOOKUP_SILENT_SECONDS = 4
"""Longest wait of a short read in seconds."""
CLUSTER_SILENT_SECONDS = 5
CLUSTER_KEEPALIVE = {"idle": 1, "interval": 1, "count": 2}
CLUSTER_SETTINGS = {
    "tcp_user_timeout": 2_500,
    "client_connection_check_interval": 500,
    "idle_in_transaction_session_timeout": 2_000,
    "lock_timeout": 4_000,
}
"""Time limits in milliseconds of the sessions of a server that shares its database with others."""
SQLITE_OLDEST = (3, 37, 0)  # The first version with strict tables.

# synchronous = FULL: a commit is on disk before it returns. recursive_triggers: INSERT OR REPLACE also runs the DELETE
# triggers. cell_size_check: a damaged page is refused when it is read, not only when the database is opened.
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "recursive_triggers = ON",
    "cell_size_check = ON",
    "cache_size = -16000",
)
# For a single reader on a full disk: the journal index and temporary data stay in memory.
SINGLE_READER_PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "temp_store = MEMORY",
    "cell_size_check = ON",
    "cache_size = -16000",
)


@dataclass(frozen=True)
class DatabaseLocation:
    """Location of a database: a file path or a server URL."""

    url: URL
    path: Path | None

    @classmethod
    def parse(cls, where: str | Path) -> DatabaseLocation:
        text = str(where)
        if "://" not in text:
            return cls.of_file(Path(text))
        try:
            url = make_url(_with_hosts_in_query(text))
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


def _with_hosts_in_query(text: str) -> str:
    """Return the URL of several hosts, as libpq writes it for a primary and its standby, as SQLAlchemy reads it.

    `postgresql://user@a:5432,b:5432/house` becomes `postgresql://user@/house?host=a:5432&host=b:5432`.
    """
    scheme, _, rest = text.partition("://")
    authority, slash, path = rest.partition("/")
    user, at, hosts = authority.rpartition("@")
    if "," not in hosts:
        return text
    path, _, query = path.partition("?")
    several = "&".join(f"host={host}" for host in hosts.split(","))
    return f"{scheme}://{user}{at}{slash}{path}?{several}{'&' if query else ''}{query}"


def redact_url(text: str) -> str:
    """Return the URL without user name and password, for messages."""
    scheme, _, rest = text.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def writer_engine(place: DatabaseLocation, *, sessions: str = "") -> Engine:
    """Return the engine of the writer thread.

    `sessions` names the sessions of one of several servers; they get short time limits, so that a server that hangs or
    is cut off leaves no lock behind for long.

    The server has no statement timeout for it: a timeout during COMMIT would end the wait for the standby server and
    report a commit as durable although it is not. When the client's own time limit ends a commit, its outcome is
    unknown and the writer reads the log again.
    """
    if place.path:
        return sqlite(place.path, "BEGIN IMMEDIATE", read_only=False)
    if sessions:
        return postgresql(
            place.url,
            "READ COMMITTED",
            most=4,
            silent_seconds=CLUSTER_SILENT_SECONDS,
            name=sessions,
            keepalive=CLUSTER_KEEPALIVE,
            settings=CLUSTER_SETTINGS,
        )
    idle = {"idle_in_transaction_session_timeout": 2 * SILENT_SECONDS * 1000}
    return postgresql(place.url, "READ COMMITTED", most=4, silent_seconds=SILENT_SECONDS, settings=idle)


def migration_engine(place: DatabaseLocation) -> Engine:
    """Return the engine that creates or migrates the schema.

    It has no time limit, because changing a long table takes long.
    """
    return writer_engine(place) if place.path else postgresql(place.url, "READ COMMITTED", most=1, silent_seconds=None)


def reader_engine(place: DatabaseLocation, *, alone: bool = False) -> Engine:
    """Return the engine for readers in any thread; each read transaction sees one snapshot.

    `alone` opens a single connection that locks the SQLite file, so that SQLite needs no other file beside it.
    """
    if place.path:
        return sqlite(place.path, "BEGIN", read_only=True, alone=alone)
    limits = {"statement_timeout": READ_SECONDS * 1000}
    silent = READ_SECONDS + CONNECT_SECONDS
    engine = postgresql(place.url, "REPEATABLE READ", most=READERS_MOST, silent_seconds=silent, settings=limits)
    return engine.execution_options(postgresql_readonly=True)


def lookup_engine(place: DatabaseLocation) -> Engine | None:
    """Return the engine of short reads, for which a player or the writer waits; None if it is the readers' engine.

    A reader may wait a minute for a report. After the loss of the database's machine, nobody may wait so long for a key
    or a session.
    """
    if place.path:
        return None
    limits = {"statement_timeout": LOOKUP_SILENT_SECONDS * 1000, "tcp_user_timeout": LOOKUP_SILENT_SECONDS * 1000}
    engine = postgresql(
        place.url, "REPEATABLE READ", most=LOOKUPS_MOST, silent_seconds=LOOKUP_SILENT_SECONDS, settings=limits
    )
    return engine.execution_options(postgresql_readonly=True)


def sqlite(path: Path, begin: str, *, read_only: bool, alone: bool = False) -> Engine:
    if sqlite3.sqlite_version_info < SQLITE_OLDEST:
        raise BadInput.at(str(path), f"needs SQLite 3.37 or later; this is {sqlite3.sqlite_version}")

    def connect() -> sqlite3.Connection:
        # mode=rw: a missing file is an error; SQLite must not create a new, empty database.
        name = f"{path.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(
            name, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=512
        )
        pragmas = (*(SINGLE_READER_PRAGMAS if alone else PRAGMAS), *(("query_only = ON",) if read_only else ()))
        try:
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            connection.close()  # An open connection would keep its lock.
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

    # Python's driver begins a transaction only before a write, and without the lock, so every transaction begins here.
    @event.listens_for(engine, "begin")
    def begin_here(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def has_input(handle: int) -> bool:
    """Return whether bytes or the end of the stream wait at a socket."""
    if not hasattr(select, "poll"):  # Windows, where a number may be as large as it likes.
        return bool(select.select([handle], [], [], 0)[0])
    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    return bool(waiting.poll(0))


def postgresql(
    url: URL,
    isolation: str,
    *,
    most: int,
    silent_seconds: float | None,
    name: str = "croupier",
    keepalive: Mapping[str, int] = KEEPALIVE,
    settings: Mapping[str, int] = MappingProxyType({}),
) -> Engine:
    """Return an engine with a time limit for every wait of its connections.

    `settings` are server settings in milliseconds; `name` is what the server shows of its sessions.
    """
    own = url.query.get("options", "")
    keepalives = {f"tcp_keepalives_{name}": value for name, value in keepalive.items()}
    settings = {"lock_timeout": BUSY_SECONDS * 1000, "tcp_user_timeout": USER_TIMEOUT_MS, **keepalives, **settings}
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    engine = create_engine(
        url,
        isolation_level=isolation,
        pool_size=min(4, most),
        max_overflow=most,
        pool_timeout=BUSY_SECONDS,
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "application_name": name,
            "options": f"{own} {options} -c timezone=UTC",
            "tcp_user_timeout": settings["tcp_user_timeout"],
            **{f"keepalives_{name}": value for name, value in keepalive.items()},
        },
    )

    @event.listens_for(engine, "checkin")
    def note_use(session: Any, record: Any) -> None:
        record.info["used_at"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ping_if_idle(session: Any, record: Any, proxy: Any) -> None:
        """Replace a connection that was lost while nobody used it.

        One that was used just now is tried only if the server has sent something, such as the end of the connection.
        """
        if time.monotonic() - record.info.get("used_at", 0.0) > PING_AFTER_SECONDS or has_input(session.fileno()):
            try:
                engine.dialect.do_ping(session)
            except psycopg.Error as error:
                raise DisconnectionError(str(error)) from error

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Any, record: Any, args: Any, named: Any) -> LimitedConnection:
        limited: LimitedConnection = LimitedConnection.connect(*args, **named)
        limited.silent_seconds = silent_seconds
        limited.add_notice_handler(limited.note_cancelled_wait)
        return limited

    return engine
