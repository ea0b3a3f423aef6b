"""The desk: where one job reads, writes and moves money, inside the writer's transaction.

A job is a plain function that takes a desk. What it writes is committed together with its neighbours' in one
transaction; until then nobody is told. What it changes in memory is put back if the commit fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Executable, Table, insert
from sqlalchemy.engine import Row

from croupier.errors import InvariantViolation
from croupier.store.record import EventJson, Record, Transfer, genesis
from croupier.store.schema import significant
from croupier.store.transaction import KINDS_BELOW_ZERO, Transaction, kind_of, mixes_promotional_and_money

K = TypeVar("K")
V = TypeVar("V")


def may_go_below_zero(account: str) -> bool:
    """Whether an account is the house's own, or what it holds in cash; all others stop at nothing."""
    return kind_of(account) in KINDS_BELOW_ZERO


class InsufficientFundsError(Exception):
    """An account has less than a job would take from it."""

    def __init__(self, account: str, balance: int, wanted: int) -> None:
        super().__init__(f"{account} has {balance} cents and {wanted} are wanted")
        self.account, self.balance, self.wanted = account, balance, wanted


@dataclass
class LedgerState:
    """What the writer keeps in memory: where each stream of the log ends, and what every account holds."""

    house_id: str
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)


class UnitOfWork:
    """One batch's transaction, as its jobs see it."""

    def __init__(self, books: LedgerState, transaction: Transaction, at: int) -> None:
        self.at = at
        self.records: list[Record] = []
        """The records of this batch, in order; they are published once it is durable."""
        self._books = books
        self._transaction = transaction
        self._before: list[tuple[dict[Any, Any], Any, Any]] = []
        self._request: str | None = None

    @property
    def transaction(self) -> Transaction:
        """The transaction itself, for what the store does in one."""
        return self._transaction

    def balance(self, account: str) -> int:
        return self._books.balances.get(account, 0)

    def query(self, statement: Executable) -> Sequence[Row[Any]]:
        """Read, with everything this batch has written so far in sight."""
        return self._transaction.query(statement)

    def write(self, statement: Executable, *rows: Mapping[str, Any]) -> None:
        """Change a table of the store other than the log and the ledger."""
        self._transaction.write(statement, [dict(row) for row in rows] if rows else None)

    def upsert(self, table: Table, **values: Any) -> None:
        """Insert a row, or replace the one with its primary key."""
        self._transaction.upsert(table, **values)

    def set_cached(self, memory: dict[K, V], key: K, value: V) -> None:
        """Change something in memory so that it can be put back."""
        self._before.append((memory, key, memory.get(key)))
        memory[key] = value

    @contextmanager
    def for_request(self, request: str | None) -> Iterator[None]:
        """While a job runs: the fingerprint of the request it answers, for the record that has the request's key."""
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
        """Append the whole effect of one command to its stream, and move its money.

        `written`: the events as the log keeps them, where that is not how they happened.
        """
        moved = tuple(transfers)
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
        """All of them or none: an account that must not go below zero is looked at after the last one."""
        change: dict[str, int] = {}
        for debit, credit, cents in transfers:
            if cents <= 0 or debit == credit or mixes_promotional_and_money(debit, credit):
                raise InvariantViolation(f"a transfer of {cents} cents from {debit} to {credit}")
            change[debit] = change.get(debit, 0) - cents
            change[credit] = change.get(credit, 0) + cents
        for account, cents in change.items():
            balance = self.balance(account)
            if cents < 0 and balance + cents < 0 and not may_go_below_zero(account):
                raise InsufficientFundsError(account, balance, -cents)
        for account, cents in change.items():
            if account not in self._books.balances:
                self._transaction.account(account, may_go_below_zero(account))
            self.set_cached(self._books.balances, account, self.balance(account) + cents)

    def note_significant_event(
        self, code: str, text: str, *, actor: str = "", table: str = "", device: str = ""
    ) -> None:
        """Note a significant event: found again by code, time, person, table or words. [R52]"""
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
        """The keys of something in memory that this batch has changed."""
        return {key for changed, key, _ in self._before if changed is memory}

    def restore_cached(self) -> None:
        """The batch was not committed: memory as it was before."""
        for memory, key, value in reversed(self._before):
            if value is None:
                memory.pop(key, None)
            else:
                memory[key] = value
        self._before.clear()


Job = Callable[[UnitOfWork], Any]


@dataclass(frozen=True)
class PriorityJob:
    """A job that is done before the others that wait with it, whenever they came.

    Who asks to be kept from play is kept from all that is not written yet. Jobs of one batch have one time: otherwise a
    double and the self-exclusion after it could not be told apart in the log from a double that was let through.
    """

    job: Job

    def __call__(self, uow: UnitOfWork) -> Any:
        return self.job(uow)
