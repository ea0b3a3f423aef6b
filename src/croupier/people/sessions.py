"""Sessions from log-in to log-out.

A token is 256 random bits that only its owner has; the database stores its hash. The database is the source of truth.
The in-memory cache saves a query per request and is refreshed after 30 seconds, so that a session ended by another
process ends here too. Times come from the unit of work or the caller.

    stored = stored_hash(query, name)                       # any reader thread
    check = passwords.check(name, stored, password)         # slow: a worker thread
    future = writer.submit(sessions.log_in(check, address=address, terminal_id=terminal_id))
"""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, delete, select, update

from croupier.cards.random_source import RandomSource, SystemRandomSource
from croupier.errors import Refused
from croupier.people.attempts import LoginAttempt, LoginOutcome, SessionRules, check_password
from croupier.people.calendar import MINUTE
from croupier.people.passwords import PasswordCheck, digest
from croupier.people.second_factor import SecondFactorService, SubmittedCode, factor_of
from croupier.people.session import (
    TERMINAL_ID,
    NewSession,
    UserSession,
    read_session,
    read_sessions,
    token_hash,
    write_session,
)
from croupier.people.users import Query, User, user_by_name
from croupier.store.schema import sessions, terminals, users
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.state.changed_copy import replace

CACHE_MS = 30_000
SHARED_CACHE_MS = 1_000
"""Age of a cache entry in milliseconds up to which it is used, when other servers may end the session."""
TOUCH_EVERY_MS = MINUTE
CACHED_MOST = 20_000
REFRESHED_MOST = 2_000
"""Most sessions that `refresh` reads; those of the others are read when they are used."""


@dataclass(frozen=True)
class _CachedSession:
    session: UserSession
    read_at: int
    touched_at: int


class SessionService:
    """Service that starts, finds and ends the sessions of users."""

    def __init__(
        self,
        rules: SessionRules | None = None,
        chance: RandomSource | None = None,
        factors: SecondFactorService | None = None,
        *,
        cache_ms: int = CACHE_MS,
    ) -> None:
        self._cache_ms = cache_ms
        self.rules = rules or SessionRules()
        self._factors = factors
        self._chance = chance or SystemRandomSource()
        self._cache: dict[str, _CachedSession] = {}
        self._lock = threading.Lock()
        self._ended: dict[str, int] = {}
        """Sessions that this process ended, each with the time of its end; older cache entries of them are invalid."""

    def log_in(
        self, proof: PasswordCheck, *, address: str, terminal_id: str | None = None, code: SubmittedCode | None = None
    ) -> Callable[[UnitOfWork], NewSession | Refused]:
        """Return a job that starts a session after a correct password and, if required, a correct second factor.

        Every attempt is recorded.
        """
        token, csrf = _letters(self._chance.nonce()), _letters(self._chance.nonce())
        attempt = LoginAttempt(proof.name, address, terminal_id)

        def job(uow: UnitOfWork) -> NewSession | Refused:
            user = user_by_name(uow.query, proof.name)
            requires_code = user is not None and self._requires_code(uow.query, user)
            if refused := check_password(uow, self.rules, user, proof, attempt, requires_code=requires_code):
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
        """Return the session of a token, or a refusal; `terminal_id` is the paired terminal of the request, if any."""
        key = token_hash(token)
        return self._check_session(key, self._load_cached(query, key, at), at, terminal_id)

    def find_cached(self, token: str, at: int, terminal_id: str | None = None) -> UserSession | Refused | None:
        """Return the session of a token from the cache; None if the database must be queried."""
        key = token_hash(token)
        cached = self._cache.get(key)
        if cached is None or not self._is_fresh(cached, at):
            return None
        return self._check_session(key, None if key in self._ended else cached, at, terminal_id)

    def _check_session(
        self, key: str, cached: _CachedSession | None, at: int, terminal_id: str | None
    ) -> UserSession | Refused:
        if cached is None or cached.session.is_over(self.rules, at):
            return Refused("session/over", "Please log in: this session is over.")
        if cached.session.terminal_id not in (None, terminal_id):
            return Refused("session/terminal", "This session belongs to another terminal. Please log in here.")
        session = replace(cached.session, seen_at=max(at, cached.session.seen_at))
        self._store_cached(key, replace(cached, session=session))
        return session

    def user_of(self, token: str, at: int) -> int | None:
        """Return the user id of a cached, valid session without a query; None if the token is not cached."""
        key = token_hash(token)
        cached = self._cache.get(key)
        is_known = cached is not None and key not in self._ended and not cached.session.is_over(self.rules, at)
        return cached.session.user_id if cached is not None and is_known else None

    def touch(self, session: UserSession, at: int) -> Callable[[UnitOfWork], None] | None:
        """Return a job that stores the time of last use, at most once a minute per session; otherwise None."""
        with self._lock:
            cached = self._cache.get(session.token_hash)
            if cached is None or at - cached.touched_at < TOUCH_EVERY_MS:
                return None
            self._cache[session.token_hash] = replace(cached, touched_at=at)
        statement = update(sessions).where(sessions.c.token_hash == session.token_hash).values(seen_at=at)
        return lambda uow: uow.write(statement)

    def invalidate_cached(self, session: UserSession) -> None:
        """Remove a session from the cache, so that the next request reads it again."""
        self._forget(session.token_hash)

    def log_out(self, session: UserSession) -> Callable[[UnitOfWork], None]:
        return lambda uow: self.end(uow, sessions.c.token_hash == session.token_hash)

    def end_all_of(self, uow: UnitOfWork, user_id: int) -> None:
        """End all sessions of a user, after a change of password, role or account."""
        self.end(uow, sessions.c.user_id == user_id)

    def end_all_at(self, uow: UnitOfWork, terminal_id: str) -> None:
        self.end(uow, sessions.c.terminal_id == terminal_id)

    def end_expired(self, uow: UnitOfWork) -> None:
        """End expired sessions; a periodic job."""
        self.end(uow, sessions.c.expires_at <= uow.at)

    def end(self, uow: UnitOfWork, which: ColumnElement[bool]) -> None:
        for key in [mark for mark, at in self._ended.items() if uow.at - at > 2 * CACHE_MS]:
            del self._ended[key]
        keys = [row.token_hash for row in uow.query(select(sessions.c.token_hash).where(which))]
        for key in keys:
            uow.set_cached(self._ended, key, uow.at)
        if keys:
            uow.write(delete(sessions).where(which))

    def ended_in(self, uow: UnitOfWork) -> set[str]:
        """Return the sessions that this batch has ended, by the hash of their token."""
        return uow.changed_keys(self._ended)

    def end_elsewhere(self, keys: Iterable[str], at: int) -> None:
        """Remove sessions that another server has ended from the cache."""
        self._ended.update(dict.fromkeys(keys, at))

    def _must_set_up(self, query: Query, user: User) -> bool:
        return user.role in self.rules.second_factor and not _has_proved(query, user)

    def _requires_code(self, query: Query, user: User) -> bool:
        """Return whether this user must enter a second factor after the password."""
        return self._factors is not None and user.role in self.rules.second_factor and _has_proved(query, user)

    def _start_session(self, uow: UnitOfWork, user: User, proof: PasswordCheck) -> None:
        """Prepare a user's new session.

        Reset the count of failed log-ins unless the account is locked, store a renewed password hash, and end the
        oldest sessions over the limit.
        """
        is_locked = user.is_locked(uow.at)  # Locked for another source: this source has just logged in.
        values: dict[str, Any] = {} if is_locked else {"failed": 0, "locked_until": None}
        if proof.renewed is not None:
            values["password"] = proof.renewed
            event = {"kind": "password-rehashed", "user_id": user.id, "password_digest": digest(proof.renewed)}
            uow.append_record("house", actor=f"user:{user.id}", command="log-in", events=[event])
        if values and (proof.renewed is not None or user.failed or user.locked_until is not None):
            uow.write(update(users).where(users.c.id == user.id).values(**values))
        user_sessions = select(sessions.c.token_hash).where(sessions.c.user_id == user.id)
        open_now = uow.query(user_sessions.order_by(sessions.c.created_at.desc(), sessions.c.token_hash))
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

    def _load_cached(self, query: Query, key: str, at: int) -> _CachedSession | None:
        """Return the cached session, read again from the database if the cache entry is too old."""
        cached = self._cache.get(key)
        if cached is None or not self._is_fresh(cached, at):
            session = read_session(query, key, self.rules)
            if session is None:
                self._forget(key)
                return None
            cached = _merged(session, cached, at)
        return None if key in self._ended else cached

    def refresh(self, query: Query, at: int) -> None:
        """Read all sessions that were used since they were read again, in one query.

        Where other servers may end sessions, the commands of their users then wait for no query.
        """
        entries = list(self._cache.items())
        used = [key for key, cached in entries if cached.session.seen_at > cached.read_at and key not in self._ended]
        keys = used[:REFRESHED_MOST]
        found = read_sessions(query, keys, self.rules) if keys else {}
        for key in keys:
            if (session := found.get(key)) is None:
                self._forget(key)
            elif (cached := self._cache.get(key)) is not None:
                self._store_cached(key, _merged(session, cached, at))

    def _is_fresh(self, cached: _CachedSession, at: int) -> bool:
        return 0 <= at - cached.read_at < self._cache_ms

    def _store_cached(self, key: str, cached: _CachedSession) -> None:
        with self._lock:
            self._cache[key] = cached
            if len(self._cache) > CACHED_MOST:
                del self._cache[next(iter(self._cache))]

    def _forget(self, key: str) -> None:
        with self._lock:
            self._cache.pop(key, None)


def _merged(session: UserSession, before: _CachedSession | None, at: int) -> _CachedSession:
    """Return the cache entry of a session that was read at this time; its last use is stored up to a minute late."""
    seen_at = max(session.seen_at, before.session.seen_at if before else 0)
    touched_at = max(session.seen_at, before.touched_at if before else 0)
    return _CachedSession(replace(session, seen_at=seen_at), at, touched_at)


def _has_proved(query: Query, user: User) -> bool:
    found = factor_of(query, user.id)
    return found is not None and found.proved_at is not None


def _letters(nonce: bytes) -> str:
    return base64.urlsafe_b64encode(nonce).decode().rstrip("=")


def _terminal_name(query: Query, terminal_id: str | None) -> str | None:
    """Return the name of an active terminal, "" without a terminal, or None if the terminal is not in use."""
    if terminal_id is None:
        return ""
    if not TERMINAL_ID.fullmatch(terminal_id):
        return None
    in_use = select(terminals.c.name).where(terminals.c.id == terminal_id, terminals.c.active.is_(True))
    return next((row.name for row in query(in_use)), None)


def _refuse_closed_account(uow: UnitOfWork, user: User, terminal: str | None, attempt: LoginAttempt) -> Refused | None:
    """Refuse a correct password if the account is closed or the terminal is not in use; record the attempt."""
    if not user.active:
        attempt.write(uow, LoginOutcome.CLOSED)
        return Refused("login/closed", "This account is closed. Please ask at the desk.")
    if terminal is None:
        attempt.write(uow, LoginOutcome.NO_TERMINAL)
        return Refused("terminal/not_found", "This terminal is not in use. Please ask a supervisor to pair it again.")
    return None
