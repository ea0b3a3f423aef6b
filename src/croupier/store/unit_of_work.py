"""Unit of work: reads, writes and transfers of the jobs in one writer transaction.

A job is a function that takes a `UnitOfWork`. The writer commits several jobs in one transaction, and publishes their
results only after the commit. If the commit fails, changes to in-memory dictionaries are undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Executable, Table, insert
from sqlalchemy.engine import Row

from croupier.errors import InvariantViolation
from croupier.store.claims import HOUSE
from croupier.store.ledger_accounts import KINDS_BELOW_ZERO, kind_of
from croupier.store.record import EventJson, Record, Transfer, genesis
from croupier.store.schema import significant
from croupier.store.shared_state import SharedLocks, SharedState
from croupier.store.transaction import Transaction, mixes_promotional_and_money

K = TypeVar("K")
V = TypeVar("V")


def may_go_below_zero(account: str) -> bool:
    """Return whether an account may be negative: the house's own accounts and its cash; player accounts may not."""
    return kind_of(account) in KINDS_BELOW_ZERO


class InsufficientFundsError(Exception):
    """An account has less money than a transfer would take from it."""

    def __init__(self, account: str, balance: int, wanted: int) -> None:
        super().__init__(f"{account} has {balance} cents and {wanted} are wanted")
        self.account, self.balance, self.wanted = account, balance, wanted


@dataclass
class LedgerState:
    """In-memory state of the writer: last record of every stream and balance of every account."""

    house_id: str
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)
    shared: SharedState | None = None
    """Versions of the state that other servers change too; None if this process uses the database alone."""


class UnitOfWork:
    """Database transaction of one batch of jobs, with the methods that jobs call."""

    def __init__(self, books: LedgerState, transaction: Transaction, at: int) -> None:
        self.at = at
        self.records: list[Record] = []
        """Records of this batch in order; they are published after the commit."""
        self.followed: list[Record] = []
        """Records of other servers that this batch has read; they are published with its own."""
        self._books = books
        self._transaction = transaction
        self.locks: SharedLocks | None = None
        """Locks on the state that other servers change too; None if this process uses the database alone."""
        if books.shared is not None:
            self.locks = transaction.locks = SharedLocks(books.shared, transaction.connection)
        self._before: list[tuple[dict[Any, Any], Any, Any]] = []
        self._request: str | None = None

    @property
    def transaction(self) -> Transaction:
        """Database transaction in which this unit of work writes."""
        return self._transaction

    def uses(self, account: str) -> None:
        """Record that a job depends on an account, a player or a meter, which another server may have changed."""
        if self.locks is not None:
            self.locks.use_account(account)

    @contextmanager
    def as_of(self, at: int) -> Iterator[None]:
        """Give the changes made in the block this time, for records of other servers."""
        now, self.at = self.at, at
        try:
            yield
        finally:
            self.at = now

    def balance(self, account: str) -> int:
        self.uses(account)
        return self._books.balances.get(account, 0)

    def query(self, statement: Executable) -> Sequence[Row[Any]]:
        """Run a query that includes everything this batch has written so far."""
        return self._transaction.query(statement)

    def write(self, statement: Executable, *rows: Mapping[str, Any]) -> None:
        """Write to a table other than the log and the ledger."""
        self._transaction.write(statement, [dict(row) for row in rows] if rows else None)

    def upsert(self, table: Table, **values: Any) -> None:
        """Insert a row, or replace the row with the same primary key."""
        self._transaction.upsert(table, **values)

    def set_cached(self, memory: dict[K, V], key: K, value: V) -> None:
        """Set a key of an in-memory dictionary and remember the old value for a rollback."""
        self._before.append((memory, key, memory.get(key)))
        memory[key] = value

    @contextmanager
    def for_request(self, request: str | None) -> Iterator[None]:
        """Store this request fingerprint with records that have an idempotency key, while the block runs."""
        self._request = request
        try:
            yield
        finally:
            self._request = None

    def append_record(
        self,
        stream: str,
        *,
        actor: str,
        command: str,
        events: Iterable[Mapping[str, Any]] = (),
        written: Iterable[EventJson] | None = None,
        transfers: Iterable[Transfer] = (),
        key: str | None = None,
    ) -> Record:
        """Append the complete effect of one command to its stream, and update the balances.

        `written` are the events for the log body, when they differ from `events` because face-down cards are encrypted.
        """
        moved = tuple(transfers)
        if self.locks is not None and stream == HOUSE:
            self.locks.require_house()
        self._move(moved)
        seq, before = self._books.heads.get(stream) or (0, genesis(self._books.house_id, stream))
        record = Record.chained(
            before,
            stream=stream,
            seq=seq + 1,
            at=self.at,
            actor=actor,
            key=key,
            command=command,
            events=tuple(dict(event) for event in events),
            written=written,
            transfers=moved,
            request=None if key is None else self._request,
        )
        self.set_cached(self._books.heads, stream, (record.seq, record.hash))
        self._transaction.append(record)
        self.records.append(record)
        return record

    def _move(self, transfers: Sequence[Transfer]) -> None:
        """Apply all transfers or none; an overdraft is checked after the last transfer."""
        change: dict[str, int] = {}
        for debit, credit, cents in transfers:
            if cents <= 0 or debit == credit or mixes_promotional_and_money(debit, credit):
                raise InvariantViolation(f"a transfer of {cents} cents from {debit} to {credit}")
            change[debit] = change.get(debit, 0) - cents
            change[credit] = change.get(credit, 0) + cents
        for account, cents in change.items():
            balance = self.balance(account)  # Also notes that the batch uses the account.
            if cents < 0 and balance + cents < 0 and not may_go_below_zero(account):
                raise InsufficientFundsError(account, balance, -cents)
        for account, cents in change.items():
            if account not in self._books.balances:
                self._transaction.account(account, may_go_below_zero(account))
            self.set_cached(self._books.balances, account, self.balance(account) + cents)

    def note_significant_event(
        self, code: str, text: str, *, actor: str = "", table: str = "", device: str = ""
    ) -> None:
        """Store a significant event, searchable by code, time, person, table and text. [R52]"""
        last = self.records[-1] if self.records else None
        row = {
            "at": self.at,
            "code": code,
            "text": text,
            "actor": actor,
            "table_name": table,
            "device": device,
            "stream": last.stream if last else None,
            "seq": last.seq if last else None,
        }
        self.write(insert(significant), row)

    def changed_keys(self, memory: dict[K, V]) -> set[K]:
        """Return the keys of an in-memory dictionary that this batch has changed."""
        return {key for changed, key, _ in self._before if changed is memory}

    def restore_cached(self) -> None:
        """Undo the changes to in-memory dictionaries after a failed commit."""
        for memory, key, value in reversed(self._before):
            if value is None:
                memory.pop(key, None)
            else:
                memory[key] = value
        self._before.clear()


Job = Callable[[UnitOfWork], Any]


@dataclass(frozen=True)
class PriorityJob:
    """Job that runs before the other jobs of its batch, regardless of the order of arrival.

    A player's limit, break or self-exclusion must apply to everything that is not yet written. All jobs of a batch have
    the same time stamp: without this order, the log could not show whether a double or the self-exclusion was first.
    """

    job: Job

    def __call__(self, uow: UnitOfWork) -> Any:
        return self.job(uow)
