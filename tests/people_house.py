"""House with user accounts for tests of `croupier.people`, with a clock that the test sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from argon2.profiles import CHEAPEST
from sqlalchemy import Executable, select
from sqlalchemy.engine import Row

from croupier.errors import Refused
from croupier.house.writer import Writer
from croupier.people.accounts import create_user
from croupier.people.passwords import PasswordHash, PasswordService
from croupier.people.roles import SYSTEM, Principal, Role
from croupier.people.session import NewSession, UserSession
from croupier.people.sessions import SessionService
from croupier.people.terminals import PairedTerminal, create_pairing_code, exchange_code
from croupier.people.users import User, stored_hash, user_by_name
from croupier.store import schema
from croupier.store.store import Store
from croupier.store.unit_of_work import LedgerState, UnitOfWork

START = 1_772_600_000_000  # 4 March 2026
CHEAP = PasswordService(CHEAPEST)
SECRET = "correct horse battery"
ADDRESS = "192.0.2.7"


@dataclass
class House:
    """One database with its writer, its sessions and a clock that the test sets."""

    store: Store
    at: int = START
    sessions: SessionService = field(default_factory=SessionService)

    def __post_init__(self) -> None:
        self.writer = Writer(self.store, LedgerState(self.store.house), lambda: self.at)

    def run(self, job: Callable[[UnitOfWork], Any]) -> Any:
        """Run a job in a transaction."""
        return self.writer.run(job)

    def query(self, statement: Executable) -> Sequence[Row[Any]]:
        """Return the rows of a query."""
        with self.store.read() as connection:
            return connection.execute(statement).all()

    def wait(self, milliseconds: int) -> None:
        """Advance the clock."""
        self.at += milliseconds

    def person(self, name: str, role: Role, **more: Any) -> User:
        """Create a user and return it."""
        user = self.run(new_user(name, role, **more))
        assert isinstance(user, User), user
        return user

    def by(self, name: str) -> Principal:
        """Return a user as the actor of a command."""
        user = user_by_name(self.query, name)
        assert user is not None
        return Principal.user(user.id, user.role)

    def log_in(self, name: str, password: str = SECRET, terminal_id: str | None = None, address: str = ADDRESS) -> Any:
        """Log in; return a session or a refusal."""
        proof = CHEAP.check(name, stored_hash(self.query, name), password)
        return self.run(self.sessions.log_in(proof, address=address, terminal_id=terminal_id))

    def logged_in(self, name: str, terminal_id: str | None = None) -> NewSession:
        """Log in, which must succeed, and return the session."""
        answer = self.log_in(name, terminal_id=terminal_id)
        assert isinstance(answer, NewSession), answer
        return answer

    def find(self, answer: NewSession, terminal_id: str | None = None) -> UserSession | Refused:
        """Return the session that this login created, found by its token, or a refusal."""
        return self.sessions.find(self.query, answer.token, self.at, terminal_id)

    def outcomes(self) -> list[tuple[str, str]]:
        """Return the name and the outcome of each login attempt."""
        columns = schema.login_attempts.c
        return [
            (row.name, row.outcome) for row in self.query(select(columns.name, columns.outcome).order_by(columns.id))
        ]

    def events(self) -> list[dict[str, Any]]:
        """Return all events of the house's own stream."""
        return [event for record in self.store.records("house") for event in record.events]

    def paired(self, name: str = "T-1") -> PairedTerminal:
        """Pair a terminal and return it."""
        code = self.run(create_pairing_code(SYSTEM, name, table_name="ez-1"))
        answer = self.run(exchange_code(code.code, address=ADDRESS, sessions=self.sessions))
        assert isinstance(answer, PairedTerminal), answer
        return answer


def hash_of(password: str) -> PasswordHash:
    """Return the hash of a password."""
    hashed = CHEAP.hash_new(password, name="nobody")
    assert not isinstance(hashed, Refused), hashed
    return hashed


def new_user(name: str, role: Role, by: Principal = SYSTEM, **more: Any) -> Callable[[UnitOfWork], User | Refused]:
    """Return a job that creates a user."""
    return create_user(by, name=name, display_name=name.title(), role=role, password=hash_of(SECRET), **more)


def code_of(answer: object) -> str:
    """Return the code of a refusal; check that its message ends with a period."""
    assert isinstance(answer, Refused), answer
    assert answer.message.endswith(".")
    return answer.code
