"""Sessions: who is at which screen, from log-in to log-out.

The token is 256 random bits that only its owner has; the store keeps its hash. The store is the truth; what is kept in
memory saves a reading for each request and is read again after half a minute, so that a session ended in another
process is ended here too. Times come from the desk or the caller.

    stored = stored_hash(query, name)                     # any thread that reads
    proof = passwords.proof(name, stored, password)       # slow: a worker's thread
    answer = writer.submit(sessions.log_in(proof, address=address, terminal_id=terminal_id))
"""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, delete, select, update

from croupier.cards.random_source import RandomSource, SystemRandomSource
from croupier.errors import Refused
from croupier.people.attempts import LoginAttempt, LoginOutcome, check_password
from croupier.people.calendar import MINUTE
from croupier.people.passwords import PasswordCheck, digest
from croupier.people.second_factor import SecondFactorService, SubmittedCode, factor_of
from croupier.people.session import TERMINAL_ID, NewSession, UserSession, read_session, token_hash, write_session
from croupier.people.session_rules import SessionRules
from croupier.people.users import Query, User, user_by_name
from croupier.store.schema import sessions, terminals, users
from croupier.store.unit_of_work import UnitOfWork

TRUSTED_MS = 30_000
TOUCH_EVERY_MS = MINUTE
KEPT_MOST = 20_000


@dataclass(frozen=True)
class _Kept:
    session: UserSession
    read_at: int
    touched_at: int


class SessionService:
    """The sessions of a house."""

    def __init__(
        self,
        rules: SessionRules | None = None,
        chance: RandomSource | None = None,
        factors: SecondFactorService | None = None,
    ) -> None:
        self.rules = rules or SessionRules()
        self._factors = factors
        self._chance = chance or SystemRandomSource()
        self._kept: dict[str, _Kept] = {}
        self._lock = threading.Lock()
        self._ended: dict[str, int] = {}
        """Ended by a job of this process, and when: believed over anything read before the commit."""

    def log_in(
        self, proof: PasswordCheck, *, address: str, terminal_id: str | None = None, code: SubmittedCode | None = None
    ) -> Callable[[UnitOfWork], NewSession | Refused]:
        """Begin a session for whoever proved his password, and his second factor if he has one. Every attempt is
        written down."""
        token, csrf = _letters(self._chance.nonce()), _letters(self._chance.nonce())
        attempt = LoginAttempt(proof.name, address, terminal_id)

        def job(uow: UnitOfWork) -> NewSession | Refused:
            user = user_by_name(uow.query, proof.name)
            asks_code = user is not None and self._asks_code(uow.query, user)
            if refused := check_password(uow, self.rules, user, proof, attempt, asks_code=asks_code):
                return refused
            assert user is not None
            terminal = _terminal_name(uow.query, terminal_id)
            if refused := _refuse_closed_account(uow, user, terminal, attempt):
                return refused
            if self._factors and (refused := self._factors.check_code(uow, self.rules, user, code, attempt)):
                return refused
            attempt.write(uow, LoginOutcome.OK)
            self._start_session(uow, user, proof)
            session = self._session(user, uow.at, terminal_id, terminal or "", csrf, token_hash(token))
            session = replace(session, must_set_up=self._must_set_up(uow.query, user))
            write_session(uow, session, address)
            return NewSession(session, token)

        return job

    def find(self, query: Query, token: str, at: int, terminal_id: str | None = None) -> UserSession | Refused:
        """The session of a token. `terminal_id`: the paired terminal the request comes from, if any."""
        key = token_hash(token)
        return self._checked(key, self._load_cached(query, key, at), at, terminal_id)

    def find_kept(self, token: str, at: int, terminal_id: str | None = None) -> UserSession | Refused | None:
        """The same without a query; None when the store has to be asked."""
        key = token_hash(token)
        kept = self._kept.get(key)
        if kept is None or not _is_fresh(kept, at):
            return None
        return self._checked(key, None if key in self._ended else kept, at, terminal_id)

    def _checked(self, key: str, kept: _Kept | None, at: int, terminal_id: str | None) -> UserSession | Refused:
        if kept is None or kept.session.is_over(self.rules, at):
            return Refused("session/over", "Please log in: this session is over.")
        if kept.session.terminal_id not in (None, terminal_id):
            return Refused("session/terminal", "This session belongs to another terminal. Please log in here.")
        seen = replace(kept.session, seen_at=max(at, kept.session.seen_at))
        self._keep(key, replace(kept, session=seen))
        return seen

    def user_of(self, token: str, at: int) -> int | None:
        """Whose session a token is that is in use here, without asking the store; None when none is known."""
        key = token_hash(token)
        kept = self._kept.get(key)
        is_known = kept is not None and key not in self._ended and not kept.session.is_over(self.rules, at)
        return kept.session.user_id if kept is not None and is_known else None

    def touch(self, session: UserSession, at: int) -> Callable[[UnitOfWork], None] | None:
        """The job that writes down that a session was used, when the last such writing is a minute old."""
        with self._lock:
            kept = self._kept.get(session.token_hash)
            if kept is None or at - kept.touched_at < TOUCH_EVERY_MS:
                return None
            self._kept[session.token_hash] = replace(kept, touched_at=at)
        seen = update(sessions).where(sessions.c.token_hash == session.token_hash).values(seen_at=at)
        return lambda uow: uow.write(seen)

    def invalidate_cached(self, session: UserSession) -> None:
        """Something about this person changed that the next request is to see."""
        self._forget(session.token_hash)

    def log_out(self, session: UserSession) -> Callable[[UnitOfWork], None]:
        return lambda uow: self.end(uow, sessions.c.token_hash == session.token_hash)

    def end_all_of(self, uow: UnitOfWork, user_id: int) -> None:
        """Log a person out everywhere: his password, his role or his account changed."""
        self.end(uow, sessions.c.user_id == user_id)

    def end_all_at(self, uow: UnitOfWork, terminal_id: str) -> None:
        self.end(uow, sessions.c.terminal_id == terminal_id)

    def sweep(self, uow: UnitOfWork) -> None:
        """A job for now and then: forget the sessions that have run out."""
        self.end(uow, sessions.c.expires_at <= uow.at)

    def end(self, uow: UnitOfWork, which: ColumnElement[bool]) -> None:
        for key in [mark for mark, at in self._ended.items() if uow.at - at > 2 * TRUSTED_MS]:
            del self._ended[key]
        keys = [row.token_hash for row in uow.query(select(sessions.c.token_hash).where(which))]
        for key in keys:
            uow.set_cached(self._ended, key, uow.at)
        if keys:
            uow.write(delete(sessions).where(which))

    def _must_set_up(self, query: Query, user: User) -> bool:
        return user.role in self.rules.second_factor and not _has_proved(query, user)

    def _asks_code(self, query: Query, user: User) -> bool:
        """Whether a second factor is asked for after this person's password."""
        return self._factors is not None and user.role in self.rules.second_factor and _has_proved(query, user)

    def _start_session(self, uow: UnitOfWork, user: User, proof: PasswordCheck) -> None:
        """Right at last: the count of failures begins afresh, and the oldest screens make room."""
        is_locked = user.is_locked(uow.at)  # somewhere else, for he is in
        values: dict[str, Any] = {} if is_locked else {"failed": 0, "locked_until": None}
        if proof.renewed is not None:
            values["password"] = proof.renewed
            event = {"kind": "password-rehashed", "user_id": user.id, "password_digest": digest(proof.renewed)}
            uow.append_record("house", actor=f"user:{user.id}", command="log-in", events=[event])
        if values and (proof.renewed is not None or user.failed or user.locked_until is not None):
            uow.write(update(users).where(users.c.id == user.id).values(**values))
        mine = select(sessions.c.token_hash).where(sessions.c.user_id == user.id)
        open_now = uow.query(mine.order_by(sessions.c.created_at.desc(), sessions.c.token_hash))
        surplus = [row.token_hash for row in open_now[self.rules.sessions_each - 1 :]]
        if surplus:
            self.end(uow, sessions.c.token_hash.in_(surplus))

    def _session(self, user: User, at: int, terminal_id: str | None, terminal: str, csrf: str, key: str) -> UserSession:
        most_ms = self.rules.most_ms(user.role, at_terminal=terminal_id is not None)
        return UserSession(
            user_id=user.id,
            name=user.name,
            display_name=user.display_name,
            role=user.role,
            third_party=user.third_party,
            must_change=user.must_change,
            must_set_up=False,
            terminal_id=terminal_id,
            terminal=terminal,
            created_at=at,
            seen_at=at,
            expires_at=at + most_ms,
            csrf=csrf,
            token_hash=key,
        )

    def _load_cached(self, query: Query, key: str, at: int) -> _Kept | None:
        """What is kept of a session, read again from the store when that was some time ago."""
        kept = self._kept.get(key)
        if kept is None or not _is_fresh(kept, at):
            session = read_session(query, key, self.rules)
            if session is None:
                self._forget(key)
                return None
            seen_at = max(session.seen_at, kept.session.seen_at if kept else 0)
            touched_at = max(session.seen_at, kept.touched_at if kept else 0)
            kept = _Kept(replace(session, seen_at=seen_at), at, touched_at)
        return None if key in self._ended else kept

    def _keep(self, key: str, kept: _Kept) -> None:
        with self._lock:
            self._kept[key] = kept
            if len(self._kept) > KEPT_MOST:
                del self._kept[next(iter(self._kept))]

    def _forget(self, key: str) -> None:
        with self._lock:
            self._kept.pop(key, None)


def _has_proved(query: Query, user: User) -> bool:
    found = factor_of(query, user.id)
    return found is not None and found.proved_at is not None


def _is_fresh(kept: _Kept, at: int) -> bool:
    return 0 <= at - kept.read_at < TRUSTED_MS


def _letters(nonce: bytes) -> str:
    return base64.urlsafe_b64encode(nonce).decode().rstrip("=")


def _terminal_name(query: Query, terminal_id: str | None) -> str | None:
    """The name of a terminal that is in use."""
    if terminal_id is None:
        return ""
    if not TERMINAL_ID.fullmatch(terminal_id):
        return None
    in_use = select(terminals.c.name).where(terminals.c.id == terminal_id, terminals.c.active.is_(True))
    return next((row.name for row in query(in_use)), None)


def _refuse_closed_account(uow: UnitOfWork, user: User, terminal: str | None, attempt: LoginAttempt) -> Refused | None:
    """The password was right, and still there is no way in."""
    if not user.active:
        attempt.write(uow, LoginOutcome.CLOSED)
        return Refused("login/closed", "This account is closed. Please ask at the desk.")
    if terminal is None:
        attempt.write(uow, LoginOutcome.NO_TERMINAL)
        return Refused("terminal/not_found", "This terminal is not in use. Please ask a supervisor to pair it again.")
    return None
