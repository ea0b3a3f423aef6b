"""Claims: which server runs which table, when several servers share one PostgreSQL database.

Each server has a row in `servers`, with a heartbeat by the database's clock. Each stream of the log has a row in
`claims` with the server that writes it and an *epoch*, a number that rises whenever the stream gets another server.

Safety rests on the fence alone: every commit of a server checks, in its own transaction, that its row and the claims of
the streams it writes still have the epochs it knows, and keeps these rows locked until the commit. Who takes a stream
over raises its epoch in a transaction of its own before it reads the stream's first record. The heartbeat only says
when to take over.

The tables belong to the running servers, not to the house: backups and exports leave them out.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, Connection, Engine, MetaData, Table, Text, text

from croupier.errors import BadInput
from croupier.store import engine
from croupier.store.columns import IntegerType
from croupier.store.engine import DatabaseLocation
from croupier.store.errors import ClaimLostError, DatabaseBusyError, DatabaseUnavailableError, translate_errors
from croupier.store.round_trip import Statement

HOUSE = "house"
"""Stream of the house: every server writes it, under a row lock. The server that claims it does the house's upkeep."""
TABLE = "table/"
OVERDUE_MS = 2_000
"""Age of a heartbeat in milliseconds after which other servers take over."""
CLOCK_MOST_MS = 1_000
"""Largest accepted difference between the clock of a server and the database's clock, in milliseconds."""
JOIN_LOCK = 6_827_502
"""Advisory lock of PostgreSQL that a server holds while it joins, so that only one server at a time starts."""
JOIN_SECONDS = 120
TAKE_OVER_TRIES = 20
DATABASE_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
OWN_SESSION = "SELECT pg_backend_pid()"
CLAIM_NEW = """
    INSERT INTO claims (stream, epoch, server)
    SELECT stream, epoch, %s FROM unnest(%s::text[], %s::bigint[]) AS new(stream, epoch) ON CONFLICT (stream) DO NOTHING
"""
# FOR KEY SHARE does not wait for the heartbeat, which updates the row; `fence_server` locks it FOR UPDATE.
LOCK_CLAIMS = """
    WITH own AS (SELECT epoch FROM servers WHERE id = %s FOR KEY SHARE),
        held AS (SELECT stream, epoch FROM claims WHERE server = %s AND stream = ANY(%s::text[]) FOR SHARE)
    SELECT NULL AS stream, epoch FROM own UNION ALL SELECT stream, epoch FROM held
"""
LAST_SEEN = "SELECT seen_at FROM servers WHERE id = :id"

cluster_metadata = MetaData()
servers = Table(
    "servers",
    cluster_metadata,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("epoch", IntegerType, nullable=False),
    Column("sessions", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("seen_at", IntegerType, nullable=False),
    Column("facts", Text, nullable=False),
    sqlite_strict=True,
)
claims = Table(
    "claims",
    cluster_metadata,
    Column("stream", Text, primary_key=True),
    Column("server", Text, nullable=False),
    Column("epoch", IntegerType, nullable=False),
    Column("wanted", Text, nullable=False, server_default=""),
    Column("seen_at", IntegerType, nullable=False, server_default="0"),
    sqlite_strict=True,
)
shared_state = Table(
    "shared_state",
    cluster_metadata,
    Column("name", Text, primary_key=True),
    Column("version", IntegerType, nullable=False),
    sqlite_strict=True,
)


@dataclass(frozen=True)
class ServerRow:
    """A server as the database knows it; `age_ms` is the age of its heartbeat."""

    id: str
    address: str
    epoch: int
    sessions: str
    status: str
    """`up`; `draining` while the server gives its tables away; `down` after it has stopped or was fenced."""
    age_ms: int
    facts: Mapping[str, Any]

    @property
    def is_living(self) -> bool:
        return self.status != "down" and self.age_ms < OVERDUE_MS

    @property
    def takes_tables(self) -> bool:
        return self.status == "up" and self.is_living


@dataclass(frozen=True)
class Claim:
    """The claim on one stream: its server ("" if it is free), its epoch, and the server that it is to move to."""

    stream: str
    server: str
    epoch: int
    wanted: str = ""
    seen_at: int = 0
    """Time by the database's clock when its last server was seen or gave it up; 0 if it never had one."""


@dataclass(frozen=True)
class ClusterState:
    """All servers and claims at one moment."""

    servers: Mapping[str, ServerRow]
    claims: Mapping[str, Claim]

    @property
    def living(self) -> list[ServerRow]:
        return [server for server in self.servers.values() if server.is_living]

    @property
    def overdue(self) -> list[ServerRow]:
        return [server for server in self.servers.values() if server.status != "down" and not server.is_living]

    @property
    def overview(self) -> dict[str, Any]:
        """Servers and the tables that each runs, as JSON for `croupier cluster status` and the office."""
        return {
            "servers": [
                {
                    "server": server.id,
                    "status": "overdue" if server in self.overdue else server.status,
                    "address": server.address,
                    "version": server.facts.get("version", ""),
                    "heartbeat_ms": server.age_ms,
                    "upkeep": HOUSE in self.held_by(server.id),
                    "tables": [stream.removeprefix(TABLE) for stream in self.held_by(server.id) if stream != HOUSE],
                }
                for server in self.servers.values()
            ],
            "free": [claim.stream.removeprefix(TABLE) for claim in self.claims.values() if not claim.server],
        }

    def held_by(self, server: str) -> list[str]:
        return [claim.stream for claim in self.claims.values() if claim.server == server]


@dataclass
class Fence:
    """Check in every commit that this server still has its row and the claims of the streams it writes."""

    server: str
    epoch: int = 0
    """Epoch of this server's row; 0 while the server does not belong to the cluster."""
    held: dict[str, int] = field(default_factory=dict)
    """Epoch of each stream that this server runs; 0 for a stream that it has given up."""

    def statements(self, first_seqs: Mapping[str, int]) -> list[Statement]:
        """Return the statements that lock this server's row and claims until the commit; `check` takes their rows.

        `first_seqs` has the number of the first new record of each stream. A new stream is claimed here.
        """
        streams = [stream for stream in first_seqs if stream != HOUSE]
        new = [stream for stream in streams if first_seqs[stream] == 1 and self.held.get(stream)]
        claimed = [(CLAIM_NEW, (self.server, new, [self.held[stream] for stream in new]))] if new else []
        return [*claimed, (LOCK_CLAIMS, (self.server, self.server, streams))]

    def check(self, first_seqs: Mapping[str, int], found: Sequence[tuple[Any, ...]]) -> None:
        """Raise `ClaimLostError` unless this server may write these streams, by the rows of `statements`."""
        streams = [stream for stream in first_seqs if stream != HOUSE]
        if not self.epoch or any(not self.held.get(stream) for stream in streams):
            raise ClaimLostError(f"server {self.server} does not run {', '.join(streams) or 'the house'} now")
        epochs = dict(found)
        if epochs.get(None) != self.epoch:
            raise ClaimLostError(f"server {self.server} was taken for dead; it may write again when it has joined anew")
        if lost := [stream for stream in streams if epochs.get(stream) != self.held[stream]]:
            raise ClaimLostError(f"{lost[0]} is run by another server now")


class ClaimTable:
    """The servers and claims in the database, as one server reads and changes them, on a connection of its own.

    Every method is one transaction; it is called by one thread at a time.
    """

    def __init__(self, place: DatabaseLocation, server: str, sessions: str) -> None:
        self.server = server
        self.sessions = sessions
        self._engine: Engine = engine.writer_engine(place, sessions=sessions)
        self._joining: Connection | None = None

    def close(self) -> None:
        self.unlock_joining()
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with translate_errors(), self._engine.connect() as connection:
            connection.begin()
            yield connection
            with translate_errors(unsure=True):
                connection.commit()

    def lock_joining(self) -> None:
        """Wait until no other server joins, and keep others from joining until `unlock_joining`."""
        with translate_errors():
            self._joining = connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()
            give_up = time.monotonic() + JOIN_SECONDS
            while not connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({JOIN_LOCK})").scalar():
                if time.monotonic() > give_up:
                    raise BadInput.at("cluster", f"another server has been joining for {JOIN_SECONDS} s; stop it")
                time.sleep(0.1)

    def unlock_joining(self) -> None:
        if self._joining is not None:
            self._joining.close()
        self._joining = None

    def clock_ahead_ms(self, clock: Callable[[], int]) -> int:
        """Return by how many milliseconds a clock is ahead of the database's clock, from the quickest of some tries."""
        tries = []
        for _ in range(5):
            with self._transaction() as connection:
                before = clock()
                there = connection.exec_driver_sql(f"SELECT {DATABASE_NOW}").scalar()
                after = clock()
            tries.append((after - before, (before + after) // 2 - int(there or 0)))
        return min(tries)[1]

    def now(self) -> int:
        """Return the time of the database's clock in milliseconds since the epoch."""
        with self._transaction() as connection:
            return int(connection.scalar(text(f"SELECT {DATABASE_NOW}")) or 0)

    def state(self) -> ClusterState:
        with self._transaction() as connection:
            return read_state(connection)

    def join(self, address: str, facts: Mapping[str, Any], streams: Collection[str]) -> int:
        """Write the row of this server with a new epoch, and free claims of streams without one; return the epoch."""
        row = text(f"""
            INSERT INTO servers (id, address, epoch, sessions, status, seen_at, facts)
            VALUES (:id, :address, 1, :sessions, 'up', {DATABASE_NOW}, :facts)
            ON CONFLICT (id) DO UPDATE SET address = :address, epoch = servers.epoch + 1, sessions = :sessions,
                status = 'up', seen_at = {DATABASE_NOW}, facts = :facts
            RETURNING epoch
        """)  # noqa: S608 - a constant
        values = {"id": self.server, "address": address, "sessions": self.sessions, "facts": json.dumps(facts)}
        with self._transaction() as connection:
            _lock_server(connection, self.server)
            epoch = int(connection.scalar(row, values) or 0)
            mine = f"UPDATE claims SET server = '', seen_at = {DATABASE_NOW} WHERE server = :id"  # noqa: S608
            connection.execute(text(mine), {"id": self.server})
            free = text("INSERT INTO claims (stream, server, epoch) VALUES (:stream, '', 1) ON CONFLICT DO NOTHING")
            connection.execute(free, [{"stream": stream} for stream in sorted({HOUSE, *streams})])
        return epoch

    def beat(self, epoch: int) -> ClusterState | None:
        """Write the heartbeat and return all servers and claims; None if this server was taken for dead."""
        beat = text(f"""
            UPDATE servers SET seen_at = {DATABASE_NOW} WHERE id = :id AND epoch = :epoch AND status <> 'down'
        """)  # noqa: S608 - a constant
        with self._transaction() as connection:
            # A heartbeat need not reach the standby server, and must not wait for it.
            connection.exec_driver_sql("SET LOCAL synchronous_commit = local")
            if connection.execute(beat, {"id": self.server, "epoch": epoch}).rowcount != 1:
                return None
            return read_state(connection)

    def set_status(self, server: str, status: str) -> None:
        values = {"id": server, "status": status}
        with self._transaction() as connection:
            connection.execute(text("UPDATE servers SET status = :status WHERE id = :id"), values)

    def fence_server(self, dead: ServerRow) -> bool:
        """Declare an overdue server dead: end its sessions, raise its epoch and free its streams.

        Return False if it lives after all, or another server was faster. Its sessions are ended first, because a paused
        process keeps its locks for ever. A commit of it that waits for the standby server becomes visible by that; this
        transaction then follows it in the database's log, so it is replicated when this one is acknowledged.
        """
        for _ in range(TAKE_OVER_TRIES):
            self._end_sessions(dead.sessions)
            try:
                return self._fence(dead)
            except DatabaseBusyError:
                continue  # A session of the dead server still holds its locks: it is ended again.
        raise DatabaseUnavailableError(f"the sessions of server {dead.id} cannot be ended")

    def _end_sessions(self, sessions: str) -> None:
        ended = text("""
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE application_name = :sessions AND pid <> pg_backend_pid() AND datname = current_database()
        """)
        with self._transaction() as connection:
            connection.execute(ended, {"sessions": sessions})

    def _fence(self, dead: ServerRow) -> bool:
        overdue = text(f"""
            SELECT id FROM servers WHERE id = :id AND epoch = :epoch AND status <> 'down'
            AND seen_at < {DATABASE_NOW} - {OVERDUE_MS} FOR UPDATE
        """)  # noqa: S608 - constants
        with self._transaction() as connection:
            connection.exec_driver_sql("SET LOCAL lock_timeout = '500ms'")
            if connection.scalar(overdue, {"id": dead.id, "epoch": dead.epoch}) is None:
                return False
            fence = text("UPDATE servers SET epoch = epoch + 1, status = 'down' WHERE id = :id")
            connection.execute(fence, {"id": dead.id})
            free = f"UPDATE claims SET server = '', seen_at = ({LAST_SEEN}) WHERE server = :id"  # noqa: S608
            connection.execute(text(free), {"id": dead.id})
        return True

    def claim(self, streams: Collection[str], epoch: int) -> dict[str, int]:
        """Claim free streams for this server and return their new epochs; a stream that is not free is left out."""
        taken = text("""
            UPDATE claims SET server = :id, epoch = claims.epoch + 1, wanted = ''
            WHERE stream = ANY(:streams) AND server = '' RETURNING stream, epoch
        """)
        with self._transaction() as connection:
            _require_living(connection, self.server, epoch)
            rows = connection.execute(taken, {"id": self.server, "streams": sorted(streams)})
            return {row.stream: row.epoch for row in rows}

    def give_up(self, streams: Collection[str]) -> None:
        """Free claims of this server for others."""
        free = text(f"""
            UPDATE claims SET server = '', seen_at = {DATABASE_NOW} WHERE server = :id AND stream = ANY(:streams)
        """)  # noqa: S608 - a constant
        with self._transaction() as connection:
            connection.execute(free, {"id": self.server, "streams": sorted(streams)})

    def want(self, stream: str, server: str) -> bool:
        """Store the request to move a stream to a server; return whether the stream exists."""
        values = {"stream": stream, "server": server}
        with self._transaction() as connection:
            asked = connection.execute(text("UPDATE claims SET wanted = :server WHERE stream = :stream"), values)
            return asked.rowcount == 1


def session_name(server: str) -> str:
    """Return the name by which the database knows the sessions of one process, so that others can end them."""
    return f"croupier {server} {os.urandom(8).hex()}"


def read_state(connection: Connection) -> ClusterState:
    wanted = f"SELECT id, address, epoch, sessions, status, {DATABASE_NOW} - seen_at AS age_ms, facts FROM servers"  # noqa: S608
    rows = connection.execute(text(f"{wanted} ORDER BY id")).mappings()
    found = {row["id"]: ServerRow(**{**row, "facts": json.loads(row["facts"])}) for row in rows}
    held = connection.execute(text("SELECT stream, server, epoch, wanted, seen_at FROM claims ORDER BY stream")).all()
    return ClusterState(found, {row.stream: Claim(*row) for row in held})


def fence_all(connection: Connection) -> None:
    """Fence every server of a cluster, because one process now runs the house alone; forget what they shared."""
    connection.execute(text("SELECT id FROM servers FOR UPDATE"))
    connection.execute(text("UPDATE servers SET epoch = epoch + 1, status = 'down'"))
    connection.execute(text("UPDATE claims SET server = '', epoch = epoch + 1"))
    connection.execute(text("DELETE FROM shared_state"))


def require_direct_connection(place: DatabaseLocation) -> None:
    """Refuse a pooler in transaction mode: a session there changes its server process between two transactions.

    The second connection keeps a process of the pooler busy, so that the first one has to get another.
    """
    probing = engine.writer_engine(place, sessions="croupier probe")
    try:
        with translate_errors(), probing.connect() as first, probing.connect() as second:
            pids = [first.exec_driver_sql(OWN_SESSION).scalar()]
            first.commit()
            pids_of_second = second.exec_driver_sql(OWN_SESSION).scalar()
            pids.append(first.exec_driver_sql(OWN_SESSION).scalar())
    finally:
        probing.dispose()
    if pids[0] != pids[1] or pids_of_second in pids:
        raise BadInput.at(
            str(place), "is reached through a pooler in transaction mode; several servers need sessions of their own"
        )


def _lock_server(connection: Connection, server: str) -> None:
    connection.execute(text("SELECT id FROM servers WHERE id = :id FOR UPDATE"), {"id": server})


def _require_living(connection: Connection, server: str, epoch: int) -> None:
    row = text("SELECT epoch FROM servers WHERE id = :id AND status <> 'down' FOR KEY SHARE")
    if connection.scalar(row, {"id": server}) != epoch:
        raise ClaimLostError(f"server {server} was taken for dead")
