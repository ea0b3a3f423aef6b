"""One log-in session and its database row."""

from __future__ import annotations

import hmac
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.engine import Row

from croupier.errors import Refused
from croupier.people.attempts import SessionRules, printable_address
from croupier.people.roles import Principal, Role, refuse_unpermitted
from croupier.people.users import Query
from croupier.store.ledger_accounts import AccountName, player
from croupier.store.schema import second_factors, sessions, terminals, users
from croupier.store.unit_of_work import UnitOfWork

TOKEN_LETTERS_MOST = 64
TERMINAL_ID = re.compile(r"t-[0-9a-f]{16}")


@dataclass(frozen=True)
class UserSession:
    """A logged-in user, with the terminal in use."""

    user_id: int
    name: str
    display_name: str
    role: Role
    third_party: bool
    must_change: bool
    """Whether the user has a temporary password, and may do nothing but change it."""
    must_set_up: bool
    """Whether the user's role requires a second factor that is missing; the user may do nothing but set it up."""
    terminal_id: str | None
    terminal: str
    """Name of the terminal; empty if the session is not at a terminal."""
    created_at: int
    seen_at: int
    expires_at: int
    csrf: str = field(repr=False)
    token_hash: str = field(repr=False)

    @property
    def by(self) -> Principal:
        return Principal.user(self.user_id, self.role)

    @property
    def account(self) -> AccountName:
        return player(self.user_id)

    @property
    def incomplete_refusal(self) -> Refused | None:
        """Refusal for a session that is not complete, or None if it is complete.

        A session is incomplete until a temporary password is changed and a required second factor is set up. Until then
        the user sees only public data and may only complete the session.
        """
        if self.must_change:
            return Refused("password/must_change", "Please choose a password of your own first.")
        if self.must_set_up:
            return Refused("second_factor/set_up_required", "Please set up your second factor first.")
        return None

    def refuse_command(self, command: str) -> Refused | None:
        """Return a refusal if this user may not give the command, else None."""
        completes = command == "change-password" or (command == "set-up-second-factor" and not self.must_change)
        return (None if completes else self.incomplete_refusal) or refuse_unpermitted(self.by, command)

    def is_over(self, rules: SessionRules, at: int) -> bool:
        idle_ms = rules.idle_ms(self.role, at_terminal=self.terminal_id is not None)
        return at >= self.expires_at or at - self.seen_at >= idle_ms

    def csrf_matches(self, given: str) -> bool:
        return hmac.compare_digest(self.csrf.encode(), given.encode("utf-8", "replace"))


@dataclass(frozen=True)
class NewSession:
    """A new session and its token; this is the only time the token is available."""

    session: UserSession
    token: str = field(repr=False)


def token_hash(token: str) -> str:
    """Return the hash of a token for the database; random tokens need no salt and no slow hash."""
    return sha256(token[:TOKEN_LETTERS_MOST].encode("utf-8", "replace")).hexdigest()


def write_session(uow: UnitOfWork, session: UserSession, address: str) -> None:
    row = {
        "token_hash": session.token_hash,
        "user_id": session.user_id,
        "csrf": session.csrf,
        "created_at": session.created_at,
        "seen_at": session.seen_at,
        "expires_at": session.expires_at,
        "terminal_id": session.terminal_id,
        "address": printable_address(address),
    }
    uow.write(insert(sessions).values(row))


def read_session(query: Query, key: str, rules: SessionRules) -> UserSession | None:
    """Return the session with its user and terminal, or None if the session or an active user is missing."""
    return read_sessions(query, [key], rules).get(key)


def read_sessions(query: Query, keys: Collection[str], rules: SessionRules) -> dict[str, UserSession]:
    """Return those of these sessions that exist and whose user is active, by the hash of their token."""
    columns = (
        *(sessions.c.user_id, users.c.name, users.c.display_name, users.c.role, users.c.third_party),
        *(users.c.must_change, users.c.active, sessions.c.terminal_id, terminals.c.name.label("terminal")),
        *(sessions.c.created_at, sessions.c.seen_at, sessions.c.expires_at, sessions.c.csrf, sessions.c.token_hash),
        second_factors.c.proved_at,
    )
    joined = (
        sessions.join(users, users.c.id == sessions.c.user_id)
        .outerjoin(terminals, terminals.c.id == sessions.c.terminal_id)
        .outerjoin(second_factors, second_factors.c.user_id == sessions.c.user_id)
    )
    wanted = sessions.c.token_hash.in_(keys) & users.c.active.is_(True)
    rows = query(select(*columns).select_from(joined).where(wanted))
    return {row.token_hash: _session_of(row, rules) for row in rows}


def _session_of(row: Row[Any], rules: SessionRules) -> UserSession:
    """Return the session of a row; it expires no later than the current rules allow."""
    role = Role(row.role)
    latest = row.created_at + rules.most_ms(role, at_terminal=row.terminal_id is not None)
    return UserSession(
        user_id=row.user_id,
        name=row.name,
        display_name=row.display_name,
        role=role,
        third_party=bool(row.third_party),
        must_change=bool(row.must_change),
        must_set_up=role in rules.second_factor and row.proved_at is None,
        terminal_id=row.terminal_id,
        terminal=row.terminal or "",
        created_at=row.created_at,
        seen_at=row.seen_at,
        expires_at=min(row.expires_at, latest),
        csrf=row.csrf,
        token_hash=row.token_hash,
    )
