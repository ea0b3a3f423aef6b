"""A house's database: opened, read by many, written by one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, text

from croupier.cards.random_source import SystemRandomSource
from croupier.errors import BadInput
from croupier.store import engine, migrate
from croupier.store.engine import DatabaseLocation
from croupier.store.errors import (
    DatabaseCorruptedError,
    DatabaseUnavailableError,
    StreamLockLostError,
    WriteRejectedError,
    translate_errors,
)
from croupier.store.record import Record, genesis
from croupier.store.schema import accounts, key_values, records
from croupier.store.stream_lock import FileStreamLock, PostgresLockSession, StreamLock
from croupier.store.transaction import Transaction

PAGE = 1000
HOUSE = "house"  # the setting that holds the house's own number
HOUSE_KIND = "kind"  # the setting that says whether it is a demonstration
PROBE = "probe"  # the setting that is written to see whether anything can be

# One look at the index for each stream, however long the streams are.
HEADS = text("""
    WITH RECURSIVE streams(name) AS (
        SELECT min(stream) FROM records
        UNION ALL
        SELECT (SELECT min(stream) FROM records WHERE stream > streams.name) FROM streams WHERE streams.name IS NOT NULL
    )
    SELECT stream, seq, hash FROM streams JOIN records ON stream = streams.name
    WHERE seq = (SELECT max(seq) FROM records WHERE stream = streams.name)
""")


class StreamHead(NamedTuple):
    """The last record of a stream."""

    seq: int
    hash: str


class Store:
    """An open house. `Store.open` makes one."""

    def __init__(self, place: DatabaseLocation) -> None:
        self.place = place
        self._writer = engine.writer_engine(place)
        self._reader = engine.reader_engine(place)
        self._claims: list[StreamLock] = []
        self._claim_session: PostgresLockSession | None = None
        self._known: set[str] = set()  # accounts that are there for certain
        self._file = identity(place.path) if place.path else None
        self.house = ""

    @classmethod
    def open(
        cls,
        where: str | Path,
        *,
        create: bool = False,
        upgrade: bool = False,
        read_only: bool = False,
        first_settings: Mapping[str, str] = MappingProxyType({}),
    ) -> Store:
        """Opens a house after checking that it is sound and of our version.

        `create` begins one where there is none, with its `first_settings`, whole or not at all; `upgrade` also brings
        an older one to our version. `read_only` also opens one whose disk is full: nothing is written beside it then,
        and no other process has it open.
        """
        place = DatabaseLocation.parse(where)
        if place.path:
            prepare_file(place.path, create=create or upgrade)
        store = cls(place)
        try:
            with translate_errors():
                if create or upgrade:
                    store._prepare(first_settings, upgrade=upgrade)
                if read_only:
                    store._read_alone_if_needed()
                store._check()
        except (DatabaseUnavailableError, WriteRejectedError) as error:
            store.close()
            raise BadInput.at(str(place), f"cannot be opened: {error}") from error
        except BaseException:
            store.close()
            raise
        return store

    def _prepare(self, first_settings: Mapping[str, str], *, upgrade: bool) -> None:
        """The tables of a new house and the number that tells its log from every other's; or what an old one lacks."""
        preparer = engine.preparing(self.place)
        try:
            with preparer.begin() as connection:
                self._prepare_over(connection, first_settings, upgrade=upgrade)
        finally:
            preparer.dispose()

    def _prepare_over(self, connection: Connection, first_settings: Mapping[str, str], *, upgrade: bool) -> None:
        migrate.hold(connection)
        state = migrate.state_over(connection)
        if state is migrate.SchemaState.EMPTY or (upgrade and state is migrate.SchemaState.OLDER):
            migrate.upgrade_over(connection)
        if state is migrate.SchemaState.EMPTY:
            first = {HOUSE: SystemRandomSource().nonce()[:16].hex(), **first_settings}
            connection.execute(insert(key_values), [{"key": key, "value": value} for key, value in first.items()])

    def _read_alone_if_needed(self) -> None:
        """Read a file of SQLite's under a lock of ours where the files that readers share cannot be made."""
        try:
            with translate_errors(), self._reader.connect() as connection:
                connection.exec_driver_sql("SELECT 1 FROM sqlite_schema" if self.place.path else "SELECT 1")
        except DatabaseUnavailableError:
            if not self.place.path:
                raise
            self._reader.dispose()
            self._reader = engine.reader_engine(self.place, alone=True)

    def _check(self) -> None:
        with self._reader.connect() as connection:
            if self.place.path:
                check_file(connection)
            else:
                require_durable(connection, str(self.place))
            migrate.require_current(connection, str(self.place))
            house = connection.scalar(select(key_values.c.value).where(key_values.c.key == HOUSE))
            if house is None:
                raise BadInput.at(str(self.place), "has lost the number of its house")
            self.house = house

    def close(self) -> None:
        for claim in self._claims:
            claim.release()
        self._claims.clear()
        if self._claim_session:
            self._claim_session.close()
        self._writer.dispose()
        self._reader.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def begin(self) -> Iterator[Transaction]:
        """A transaction, committed when the block ends and rolled back when it raises. For one thread at a time."""
        self._require_file()
        with translate_errors(), self._writer.connect() as connection:
            connection.begin()
            self._check_fencing_tokens(connection)
            transaction = Transaction(connection, self._known)
            yield transaction
            transaction.flush()
            with translate_errors(unsure=True):
                connection.commit()
        self._known.update(transaction.accounts)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one moment of the database and cannot write; any thread may have one."""
        self._require_file()
        with translate_errors(), self._reader.connect() as connection:
            connection.begin()
            yield connection

    def _require_file(self) -> None:
        """A file that was moved away is still open to us: what we wrote to it would be lost with it."""
        if self.place.path and identity(self.place.path) != self._file:
            raise DatabaseUnavailableError(f"{self.place.path} was moved, deleted or replaced while it was open")

    def lock_stream(self, stream: str) -> StreamLock:
        """The right to run a stream, which one process has at a time; BadInput when another has it."""
        if self.place.path:
            claim: StreamLock = FileStreamLock(self.place.path, stream)
        else:
            self._claim_session = self._claim_session or PostgresLockSession(self._writer, self.house)
            claim = self._claim_session.claim(stream)
        before = self._claims
        self._claims = [one for one in before if one.stream != stream]
        try:
            with self.begin() as transaction:
                transaction.upsert(key_values, key=claim.setting, value=claim.mark)
        except BaseException:
            claim.release()
            self._claims = before  # a claim that was lost stays lost, and its holder without a commit
            raise
        for lost in before:
            if lost.stream == stream:
                lost.release()
        self._claims.append(claim)
        return claim

    def _check_fencing_tokens(self, connection: Connection) -> None:
        """Whoever claimed a stream after us has it. The marks are held until the commit: nobody claims in between."""
        marks = {claim.setting: claim.mark for claim in self._claims if claim.is_held}
        if not marks:
            return
        wanted = (
            select(key_values.c.key, key_values.c.value).where(key_values.c.key.in_(marks)).with_for_update(read=True)
        )
        found = dict(connection.execute(wanted).all())
        if lost := [key for key, mark in marks.items() if found.get(key) != mark]:
            raise StreamLockLostError(f"{lost[0].removeprefix('claim ')} was claimed by another process")

    def write_probe(self, transaction: Transaction) -> None:
        """Writes a word, so that it shows whether a bet could be written now; the locks are looked at too."""
        for claim in self._claims:
            if claim.is_held:
                claim.check()
        transaction.upsert(key_values, key=PROBE, value=os.urandom(8).hex())

    def records(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """The records of a stream in order, from the one after number `after`, read a page at a time."""
        wanted = select(records).where(records.c.stream == stream).order_by(records.c.seq)
        left = limit
        while left is None or left > 0:
            size = PAGE if left is None else min(PAGE, left)
            with self.read() as connection:
                page = connection.execute(wanted.where(records.c.seq > after).limit(size)).mappings().all()
            yield from map(Record.from_row, page)
            if len(page) < size:
                return
            after = page[-1]["seq"]
            left = None if left is None else left - size

    def heads(self) -> dict[str, StreamHead]:
        """The last record of every stream."""
        with self.read() as connection:
            return {stream: StreamHead(seq, hash_) for stream, seq, hash_ in connection.execute(HEADS)}

    def head(self, stream: str) -> StreamHead:
        """The last record of a stream; of an empty one, number 0 and what stands before its first record."""
        last = select(records.c.seq, records.c.hash).where(records.c.stream == stream)
        with self.read() as connection:
            row = connection.execute(last.order_by(records.c.seq.desc()).limit(1)).first()
        return StreamHead(*row) if row else StreamHead(0, genesis(self.house, stream))

    def find(self, actor: str, key: str) -> Record | None:
        """What this person's command with this idempotency key did, if it was ever given (R19)."""
        wanted = select(records).where(records.c.actor == actor, records.c.key == key)
        with self.read() as connection:
            row = connection.execute(wanted).mappings().first()
        return Record.from_row(row) if row else None

    def balances(self) -> dict[str, int]:
        with self.read() as connection:
            return dict(connection.execute(select(accounts.c.name, accounts.c.balance)).all())

    def balance(self, name: str) -> int:
        """An account's balance; of one that was never opened, nothing."""
        with self.read() as connection:
            return connection.scalar(select(accounts.c.balance).where(accounts.c.name == name)) or 0

    def key_value(self, key: str) -> str | None:
        with self.read() as connection:
            return connection.scalar(select(key_values.c.value).where(key_values.c.key == key))


def house_kind(*, demonstration: bool) -> str:
    """Return the value of the setting `kind`: what a house was begun as, for good. [R20]"""
    return "demonstration" if demonstration else "house"


def prepare_file(path: Path, *, create: bool) -> None:
    """A new house's file is readable by its owner only."""
    if create and not path.exists():
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        except OSError as error:
            raise BadInput.at(str(path), f"cannot be made: {error.strerror}") from error
    if not path.is_file():
        raise BadInput.at(str(path), "there is no database here")
    if (names := path.stat().st_nlink) > 1:
        # SQLite's journal goes by the name: under two of them the file is soon damaged.
        raise BadInput.at(str(path), f"has {names} names (hard links); a database has one: remove the others")


def identity(path: Path) -> tuple[int, int] | None:
    """Which file it is, whatever its name."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def check_file(connection: Connection) -> None:
    """SQLite's own look at every page of the file, every row and every index."""
    verdict = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if verdict != "ok":
        raise DatabaseCorruptedError(f"the file is damaged: {verdict}")


def require_durable(connection: Connection, where: str) -> None:
    """What we tell a player is written must be: no server may answer before a commit is on its disk."""
    if connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "off":
        raise BadInput.at(where, "answers before a commit is on its disk; set synchronous_commit = on")
