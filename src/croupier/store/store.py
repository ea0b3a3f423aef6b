"""An open database: many concurrent readers, one writer."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, text

from croupier.cards.random_source import SystemRandomSource
from croupier.errors import BadInput
from croupier.store import engine, migrate
from croupier.store.archive_reader import ArchiveReader
from croupier.store.claims import Fence
from croupier.store.engine import DatabaseLocation
from croupier.store.errors import (
    DatabaseCorruptedError,
    DatabaseUnavailableError,
    StreamLockLostError,
    WriteRejectedError,
    translate_errors,
)
from croupier.store.record import Record, genesis
from croupier.store.round_trip import run_together
from croupier.store.schema import accounts, key_values, metadata, records
from croupier.store.stream_lock import FileStreamLock, PostgresLockSession, StreamLock
from croupier.store.transaction import Transaction

PAGE = 1000
HOUSE = "house"  # Key of `key_values`: the random id of this house.
HOUSE_KIND = "kind"  # Key of `key_values`: real house or demonstration.
PROBE = "probe"  # Key of `key_values`: overwritten to test whether writes work.

# One index lookup per stream, regardless of the length of the streams.
HEADS = text("""
    WITH RECURSIVE streams(name) AS (
        SELECT min(stream) FROM records
        UNION ALL
        SELECT (SELECT min(stream) FROM records WHERE stream > streams.name) FROM streams WHERE streams.name IS NOT NULL
    )
    SELECT stream, seq, hash FROM streams JOIN records ON stream = streams.name
    WHERE seq = (SELECT max(seq) FROM records WHERE stream = streams.name)
""")

LOCK_TOKENS = f"SELECT key, value FROM {key_values.name} WHERE key = ANY(%s::text[]) FOR SHARE"  # noqa: S608 - a constant


class StreamHead(NamedTuple):
    """Number and hash of the last record of a stream."""

    seq: int
    hash: str


class Store:
    """An open database; create it with `Store.open`."""

    def __init__(self, place: DatabaseLocation, sessions: str = "") -> None:
        self.location = place
        self.sessions = sessions
        self._writer = engine.writer_engine(place, sessions=sessions)
        self._reader = engine.reader_engine(place)
        self._lookups = engine.lookup_engine(place)
        self._snapshot = threading.local()
        self.fence: Fence | None = None
        """Fence that checks every commit if several servers share the database; None if this process uses it alone."""
        self._claims: list[StreamLock] = []
        self._claim_session: PostgresLockSession | None = None
        self._known: set[str] = set()  # Accounts that certainly exist in the database.
        self._file = identity(place.path) if place.path else None
        self.house = ""
        self.archives = ArchiveReader(self)

    @classmethod
    def open(
        cls,
        where: str | Path,
        *,
        create: bool = False,
        upgrade: bool = False,
        read_only: bool = False,
        whole_file: bool = True,
        sessions: str = "",
        first_settings: Mapping[str, str] = MappingProxyType({}),
    ) -> Store:
        """Open a database after checking its integrity and schema version.

        `whole_file=False` leaves out SQLite's check of every page: see `check_whole_file`.

        `create` creates the database if there is none, with its `first_settings`, in one transaction. `upgrade` also
        migrates an older schema. `read_only` also opens a database on a full disk: no file is created beside it, and no
        other process may have it open. `sessions` names the writer's sessions, when several servers share the database.
        """
        place = DatabaseLocation.parse(where)
        if place.path:
            prepare_file(place.path, create=create or upgrade)
        store = cls(place, sessions)
        try:
            with translate_errors():
                if create or upgrade:
                    store._prepare(first_settings, upgrade=upgrade)
                if read_only:
                    store._read_alone_if_needed()
                store._check(whole_file=whole_file)
        except (DatabaseUnavailableError, WriteRejectedError) as error:
            store.close()
            raise BadInput.at(str(place), f"cannot be opened: {error}") from error
        except BaseException:
            store.close()
            raise
        return store

    def _prepare(self, first_settings: Mapping[str, str], *, upgrade: bool) -> None:
        """Create the tables and the random id of a new database, or upgrade an old one."""
        preparer = engine.migration_engine(self.location)
        try:
            with preparer.begin() as connection:
                self._prepare_over(connection, first_settings, upgrade=upgrade)
        finally:
            preparer.dispose()

    def _prepare_over(self, connection: Connection, first_settings: Mapping[str, str], *, upgrade: bool) -> None:
        migrate.lock_for_upgrade(connection)
        state = migrate.state_in_transaction(connection)
        if state is migrate.SchemaState.EMPTY or (upgrade and state is migrate.SchemaState.OLDER):
            migrate.upgrade_in_transaction(connection)
        if state is migrate.SchemaState.EMPTY:
            first = {HOUSE: SystemRandomSource().nonce()[:16].hex(), **first_settings}
            connection.execute(insert(key_values), [{"key": key, "value": value} for key, value in first.items()])

    def _read_alone_if_needed(self) -> None:
        """Switch to a single reader that locks the database file, if the shared SQLite files cannot be created."""
        try:
            with translate_errors(), self._reader.connect() as connection:
                connection.exec_driver_sql("SELECT 1 FROM sqlite_schema" if self.location.path else "SELECT 1")
        except DatabaseUnavailableError:
            if not self.location.path:
                raise
            self._reader.dispose()
            self._reader = engine.reader_engine(self.location, alone=True)

    def _check(self, *, whole_file: bool) -> None:
        if whole_file:
            self.check_whole_file()
        with self._reader.connect() as connection:
            if not self.location.path:
                require_durable(connection, str(self.location))
            migrate.require_current(connection, str(self.location))
            if self.location.path:
                check_columns(connection)
            house = connection.scalar(select(key_values.c.value).where(key_values.c.key == HOUSE))
            if house is None:
                raise BadInput.at(str(self.location), "has lost the number of its house")
            self.house = house

    def check_whole_file(self) -> None:
        """Run SQLite's integrity check, which reads every page; PostgreSQL checks pages with checksums of its own."""
        if self.location.path:
            with translate_errors(), self._reader.connect() as connection:
                check_file(connection)

    def close(self) -> None:
        for claim in self._claims:
            claim.release()
        self._claims.clear()
        if self._claim_session:
            self._claim_session.close()
        self._writer.dispose()
        self._reader.dispose()
        if self._lookups is not None:
            self._lookups.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def begin(self) -> Iterator[Transaction]:
        """Open a write transaction: commit when the block ends, roll back when it raises; one thread at a time."""
        self._require_file()
        with translate_errors(), self._writer.connect() as connection:
            connection.begin()
            self._check_fencing_tokens(connection)
            transaction = Transaction(connection, self._known)
            yield transaction
            transaction.prepare_commit(self.fence)
            session = connection.connection.driver_connection
            with translate_errors(unsure=True):
                connection.commit()
            if getattr(session, "is_replication_unsure", False):
                connection.invalidate()
                raise DatabaseUnavailableError("the standby server may lack the last commit", unsure=True)
        self._known.update(transaction.accounts)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a read-only connection with one snapshot of the database, for any thread."""
        if (shared := getattr(self._snapshot, "connection", None)) is not None:
            with translate_errors():
                yield shared
            return
        self._require_file()
        with translate_errors(), self._reader.connect() as connection:
            connection.begin()
            yield connection

    @contextmanager
    def look_up(self) -> Iterator[Connection]:
        """Open a connection for a short read for which a player or the writer waits; it fails within seconds."""
        if self._lookups is None or getattr(self._snapshot, "connection", None) is not None:
            with self.read() as connection:
                yield connection
            return
        with translate_errors(), self._lookups.connect() as connection:
            connection.begin()
            yield connection

    @contextmanager
    def one_snapshot(self) -> Iterator[None]:
        """Let all reads of this thread inside the block see the same snapshot of the database."""
        with self.read() as connection:
            self._snapshot.connection = connection
            try:
                yield
            finally:
                self._snapshot.connection = None

    def _require_file(self) -> None:
        """Raise if the database file was moved or replaced: writes to the open file would be lost."""
        if self.location.path and identity(self.location.path) != self._file:
            raise DatabaseUnavailableError(f"{self.location.path} was moved, deleted or replaced while it was open")

    def lock_stream(self, stream: str) -> StreamLock:
        """Lock a stream for this process; raise BadInput if another process has the lock."""
        if self.location.path:
            claim: StreamLock = FileStreamLock(self.location.path, stream)
        else:
            self._claim_session = self._claim_session or PostgresLockSession(self._writer, self.house)
            claim = self._claim_session.claim(stream)
        before = self._claims
        self._claims = [one for one in before if one.stream != stream]
        try:
            with self.begin() as transaction:
                transaction.upsert(key_values, key=claim.token_key, value=claim.fencing_token)
        except BaseException:
            claim.release()
            self._claims = before  # A lost lock stays lost: the process that lost it must not commit again.
            raise
        for lost in before:
            if lost.stream == stream:
                lost.release()
        self._claims.append(claim)
        return claim

    def _check_fencing_tokens(self, connection: Connection) -> None:
        """Raise `StreamLockLostError` if another process has taken a stream that this process had locked.

        The token rows stay locked until the commit, so no process can take a stream in between.
        """
        marks = {claim.token_key: claim.fencing_token for claim in self._claims if claim.is_held}
        if not marks:
            return
        if self.location.path:
            query = select(key_values.c.key, key_values.c.value).where(key_values.c.key.in_(marks))
            found = dict(connection.execute(query).all())
        else:
            found = dict(run_together(connection, [(LOCK_TOKENS, (list(marks),))])[0])
        if lost := [key for key, mark in marks.items() if found.get(key) != mark]:
            raise StreamLockLostError(f"{lost[0].removeprefix('claim ')} was claimed by another process")

    def write_probe(self, transaction: Transaction) -> None:
        """Write a random value to the probe row, after checking that the stream locks are still valid."""
        for claim in self._claims:
            if claim.is_held:
                claim.check()
        transaction.upsert(key_values, key=PROBE, value=os.urandom(8).hex())

    def records(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """Yield the records of a stream in order, starting after number `after`, read in pages."""
        wanted = select(records).where(records.c.stream == stream).order_by(records.c.seq)
        left = limit
        while left is None or left > 0:
            size = PAGE if left is None else min(PAGE, left)
            with self.read() as connection:
                page = connection.execute(wanted.where(records.c.seq > after).limit(size)).mappings().all()
            yield from (Record.from_row(self.with_body(row)) for row in page)
            if len(page) < size:
                return
            after = page[-1]["seq"]
            left = None if left is None else left - size

    def with_body(self, row: Mapping[Any, Any]) -> Mapping[Any, Any]:
        """Return the row of a record with its body, which is in an archive if the row has none."""
        return row if row["body"] else {**row, "body": self.archives.body(row["stream"], row["seq"])}

    def heads(self) -> dict[str, StreamHead]:
        """Return the number and hash of the last record of every stream, by stream."""
        with self.look_up() as connection:
            return {stream: StreamHead(seq, hash_) for stream, seq, hash_ in connection.execute(HEADS)}

    def head(self, stream: str) -> StreamHead:
        """Return the number and hash of the last record of a stream; for an empty stream, 0 and the genesis hash."""
        last = select(records.c.seq, records.c.hash).where(records.c.stream == stream)
        with self.read() as connection:
            row = connection.execute(last.order_by(records.c.seq.desc()).limit(1)).first()
        return StreamHead(*row) if row else StreamHead(0, genesis(self.house, stream))

    def find(self, actor: str, key: str) -> Record | None:
        """Return the record of this actor's command with this idempotency key, or None (R19)."""
        wanted = select(records).where(records.c.actor == actor, records.c.key == key)
        with self.look_up() as connection:
            row = connection.execute(wanted).mappings().first()
        return Record.from_row(self.with_body(row)) if row else None

    def balances(self) -> dict[str, int]:
        with self.read() as connection:
            return dict(connection.execute(select(accounts.c.name, accounts.c.balance)).all())

    def balance(self, name: str) -> int:
        """Return the balance of an account in cents; 0 for an account that does not exist."""
        with self.read() as connection:
            return connection.scalar(select(accounts.c.balance).where(accounts.c.name == name)) or 0

    def key_value(self, key: str) -> str | None:
        with self.read() as connection:
            return connection.scalar(select(key_values.c.value).where(key_values.c.key == key))


def house_kind(*, demonstration: bool) -> str:
    """Return "demonstration" or "house": the kind of a database, fixed when it is created. [R20]"""
    return "demonstration" if demonstration else "house"


def prepare_file(path: Path, *, create: bool) -> None:
    """Create the database file if necessary, readable by its owner only.

    Refuse a missing file, or a file with several hard links.
    """
    if create and not path.exists():
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        except OSError as error:
            raise BadInput.at(str(path), f"cannot be made: {error.strerror}") from error
    if not path.is_file():
        raise BadInput.at(str(path), "there is no database here")
    if (names := path.stat().st_nlink) > 1:
        # SQLite derives the journal's name from the file name: two names would corrupt the file.
        raise BadInput.at(str(path), f"has {names} names (hard links); a database has one: remove the others")


def identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a file, which identify it regardless of its name; None if it does not exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def check_file(connection: Connection) -> None:
    """Run SQLite's integrity check over all pages, rows and indexes; raise if it fails."""
    verdict = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if verdict != "ok":
        raise DatabaseCorruptedError(f"the file is damaged: {verdict}")


def check_columns(connection: Connection) -> None:
    """Raise if a table of a SQLite file has other columns than the schema; SQLite does not notice a damaged name."""
    for table in metadata.sorted_tables:
        found = {row.name for row in connection.exec_driver_sql(f"PRAGMA table_info({table.name})")}
        if found != set(table.columns.keys()):
            raise DatabaseCorruptedError(f"the file is damaged: the columns of {table.name} have other names")


def require_durable(connection: Connection, where: str) -> None:
    """Refuse a PostgreSQL server that acknowledges commits before they are on disk.

    A wager that was confirmed to a player must survive a crash.
    """
    if connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "off":
        raise BadInput.at(where, "answers before a commit is on its disk; set synchronous_commit = on")
