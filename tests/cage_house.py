"""House for tests of the cage: users, a clock that the test sets, and a writer over a new database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import func, insert, select

from croupier.cage import buy_in, shifts
from croupier.cage.reading import ConnectionReader
from croupier.cage.shifts import Shift
from croupier.cards.random_source import SeededRandomSource
from croupier.errors import Refused
from croupier.evidence.row_audit import audit_rows
from croupier.house.writer import Writer
from croupier.store.record import Transfer
from croupier.store.schema import records, redemptions, users
from croupier.store.store import Store
from croupier.store.unit_of_work import LedgerState, UnitOfWork

T = TypeVar("T")

NOON = 1_790_000_000_000
DAY = 24 * 60 * 60 * 1000


class House:
    """One database with its writer; `do` runs one job of the cage in a transaction."""

    def __init__(self, url: str) -> None:
        self.is_tampered_with = False
        self.store = Store.open(url, create=True)
        self.now = NOON
        self.chance = SeededRandomSource(7)
        self.writer = Writer(self.store, LedgerState(self.store.house), lambda: self.now)
        self.users = 0

    def do(self, job: Callable[..., T], **facts: Any) -> T:
        """Run a job in a transaction and return its result."""
        result: T = self.writer.run(lambda uow: job(uow, **facts))
        return result

    def done(self, job: Callable[..., T | Refused], **facts: Any) -> T:
        """Run a job that must succeed, and return its result."""
        result = self.do(job, **facts)
        assert not isinstance(result, Refused), result
        return result

    def refused(self, job: Callable[..., Any], **facts: Any) -> Refused:
        """Run a job that must be refused, and return the refusal, which has a code and a sentence."""
        result = self.do(job, **facts)
        assert isinstance(result, Refused), result
        assert "/" in result.code
        assert result.message[:1].isupper()
        return result

    def person(self, role: str, *, active: bool = True) -> int:
        """Create a user of the house and return the user's id."""
        self.users += 1
        row = {"id": self.users, "name": f"{role}-{self.users}", "display_name": role, "role": role, "active": active}
        self.writer.run(lambda uow: uow.write(insert(users), {**row, "created_at": self.now}))
        return self.users

    def staff(self, role: str) -> str:
        """Create a member of staff and return the name of the actor."""
        return f"user:{self.person(role)}"

    def player(self, credit_cents: int = 0) -> str:
        """Create an active player with play money and return the player's account."""
        account = f"player:{self.person('player')}"
        if credit_cents:
            facts = {"account": account, "cents": credit_cents, "by": "system", "demonstration": True}
            self.done(buy_in.with_play_money, **facts)
        return account

    def shift(self, float_cents: int = 100_000) -> Shift:
        """Open a shift for a new cashier."""
        return self.done(shifts.open_shift, by=self.staff("cashier"), float_cents=float_cents)

    def pay(self, stream: str, events: list[dict[str, Any]], *lines: tuple[str, str, int]) -> None:
        """Append a record with transfers, as a table would."""
        moved = [Transfer(*line) for line in lines if line[2]]
        self.writer.run(
            lambda uow: uow.append_record(stream, actor="system", command="tick", events=events, transfers=moved)
        )

    @contextmanager
    def reading(self) -> Iterator[ConnectionReader]:
        with self.store.read() as connection:
            yield ConnectionReader(connection)

    def balance(self, account: str) -> int:
        """Return the balance of an account in cents; check that the writer's memory and the database agree."""
        stored = self.store.balance(account)
        assert self.writer.ledger.balances.get(account, 0) == stored
        return stored

    def count(self, table: Any = records) -> int:
        """Return the number of rows of a database table."""
        with self.store.read() as connection:
            return connection.scalar(select(func.count()).select_from(table)) or 0

    def outcomes(self) -> list[str]:
        """Return the outcomes of all redemption attempts, in order."""
        with self.store.read() as connection:
            return list(connection.scalars(select(redemptions.c.outcome).order_by(redemptions.c.id)))


def failing(job: Callable[[UnitOfWork], Any]) -> Callable[[UnitOfWork], Any]:
    """Return a job that does its work and then raises an exception before the commit."""

    def fail(uow: UnitOfWork) -> Any:
        job(uow)
        raise RuntimeError("the power is gone")

    return fail


def submit_together(house: House, jobs: list[Callable[[UnitOfWork], Any]]) -> list[Any]:
    """Submit all jobs to a running writer at once, from 16 threads, and return their results."""
    house.writer.start()
    try:
        with ThreadPoolExecutor(max_workers=16) as pool:
            waiting = list(pool.map(house.writer.submit, jobs))
        return [future.result(timeout=120) for future in waiting]
    finally:
        house.writer.stop()


def open_audited_house(url: str) -> Iterator[House]:
    """Open a new house for one test and audit its rows afterwards.

    Every row must follow from the log, except those of users, which the tests insert directly.
    """
    house = House(url)
    try:
        yield house
        found = [finding.where for finding in audit_rows(house.store).findings if not finding.where.startswith("user ")]
        assert bool(found) is house.is_tampered_with, found
    finally:
        house.store.close()
