"""Login attempts: record name, time, address and outcome of each, and lock out after too many failures. [R55]

`SessionRules` has the limits, and those of the length of a session.

Failures count per source: a paired terminal or a network address. A person who guesses therefore locks only that
source, and not the account's owner. If many sources guess the same name, each new source has a single try: the owner
still gets in with the right password, while an attacker needs a new address for each guess. After a hundred failures,
only sources with an earlier successful log-in are accepted, or accounts with a second factor. A name without an account
is locked in the same way and with the same messages, so that responses do not reveal which names exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from types import MappingProxyType

from sqlalchemy import ColumnElement, func, insert, select, update

from croupier.errors import Refused
from croupier.people.calendar import DAY, HOUR, MINUTE
from croupier.people.passwords import PasswordCheck
from croupier.people.roles import Role
from croupier.people.users import NOT_A_NAME, User, normalise_name
from croupier.store.schema import login_attempts, users
from croupier.store.unit_of_work import UnitOfWork

LOCK_CITES = ("4 CCR 12263(b)(1)", "9 NYCRR 5317.40(c)(7)")


IDLE_MINUTES = MappingProxyType(
    {
        Role.PLAYER: 30,
        Role.DEALER: 60,
        Role.SUPERVISOR: 30,
        Role.CASHIER: 15,
        Role.AUDITOR: 30,
        Role.ADMIN: 15,
        Role.SURVEILLANCE: 30,
    }
)
"""Idle minutes before log-out, by role: fewer for roles with more rights, most for dealers, who handle cards."""


@dataclass(frozen=True)
class SessionRules:
    """Rules for sessions and lockout; the operator can configure each value."""

    failures_most: int = 3
    """Wrong passwords in a row after which a source (address or terminal) is locked out of the user name."""
    lock_minutes: int = 15
    sources_most: int = 5
    """Number of sources that may each use up all tries for one name; after that, a new source has a single try."""
    guesses_most: int = 100
    """Failures for one name after which new sources are refused at once, unless a second factor is required."""
    idle_minutes: Mapping[Role, int] = field(default_factory=lambda: IDLE_MINUTES)
    hours: int = 12
    """Longest session in hours: one shift, and some time before and after it."""
    terminal_idle_minutes: int = 240
    terminal_hours: int = 24
    """Longest session in hours of a player at a paired terminal; it is longer, because the terminal is supervised."""
    sessions_each: int = 8
    """Most sessions of one user at a time; a new session ends the oldest."""
    second_factor: frozenset[Role] = frozenset()
    """Roles that need a second factor in addition to the password."""

    @property
    def failures_everywhere_most(self) -> int:
        """Failures for one name, from all sources together, after which a new source has a single try."""
        return self.sources_most * self.failures_most

    @property
    def lock_ms(self) -> int:
        return self.lock_minutes * MINUTE

    def idle_ms(self, role: Role, *, at_terminal: bool) -> int:
        if role is Role.PLAYER and at_terminal:
            return self.terminal_idle_minutes * MINUTE
        return self.idle_minutes.get(role, IDLE_MINUTES[role]) * MINUTE

    def most_ms(self, role: Role, *, at_terminal: bool) -> int:
        return (self.terminal_hours if role is Role.PLAYER and at_terminal else self.hours) * HOUR


ADDRESS_MOST = 64
OWNER_SOURCE_MS = 90 * DAY
"""Milliseconds after a successful log-in during which its address or terminal counts as the user's own."""

ATTEMPTS = login_attempts.c


class LoginOutcome(StrEnum):
    """Outcome of a login attempt."""

    OK = "ok"
    WRONG = "wrong"
    LOCKOUT = "lockout"  # one failure too many: the name is now locked for this source
    LOCKED = "locked"
    UNLOCKED = "unlocked"  # by authorised staff: earlier failures no longer count
    CODE_ASKED = "code-asked"  # correct password, second factor missing
    WRONG_CODE = "wrong-code"
    CLOSED = "closed"
    NO_TERMINAL = "no-terminal"


FAILURES = (LoginOutcome.WRONG, LoginOutcome.WRONG_CODE)
"""Outcomes that count towards a lockout: a wrong password, or a wrong second factor."""


@dataclass(frozen=True)
class LoginAttempt:
    """A login attempt: name, address and terminal."""

    name: str
    address: str
    terminal_id: str | None = None

    @property
    def is_name(self) -> ColumnElement[bool]:
        """SQL condition for attempts with this name."""
        return ATTEMPTS.name == (normalise_name(self.name) or NOT_A_NAME)

    @property
    def is_source(self) -> ColumnElement[bool]:
        """SQL condition for attempts from this source: a paired terminal by its id, any other source by its address."""
        if self.terminal_id is not None:
            return ATTEMPTS.terminal_id == self.device
        return ATTEMPTS.terminal_id.is_(None) & (ATTEMPTS.address == printable_address(self.address))

    @property
    def device(self) -> str:
        return printable_address(self.terminal_id or "")

    def write(self, uow: UnitOfWork, outcome: LoginOutcome) -> None:
        row = {
            "at": uow.at,
            "name": normalise_name(self.name) or NOT_A_NAME,
            "address": printable_address(self.address),
            "outcome": outcome.value,
            "terminal_id": self.device or None,
        }
        uow.write(insert(login_attempts).values(row))


def printable_address(address: str) -> str:
    """Return an address as it is stored: at most 64 characters, unprintable characters replaced by "?"."""
    return "".join(sign if sign.isprintable() else "?" for sign in address[:ADDRESS_MOST])


def check_password(
    uow: UnitOfWork,
    rules: SessionRules,
    user: User | None,
    proof: PasswordCheck,
    attempt: LoginAttempt,
    *,
    requires_code: bool = False,
) -> Refused | None:
    """Return None if the password is correct; otherwise record the attempt and return the refusal.

    Unlike other refusals, this one writes to the database, because every attempt must be recorded. `requires_code`
    means that a second factor follows, so that a guessed password alone is not enough.
    """
    failed = _failures_from_source(uow, rules, attempt)
    tries = _tries_allowed(uow, rules, attempt, requires_code=requires_code)
    if failed is None or tries == 0:
        return _locked(uow, rules, attempt)
    if user is not None and proof.is_right and proof.stored_hash == user.password and proof.stored_hash is not None:
        return None
    return _record_failure(uow, rules, user, attempt, failed, LoginOutcome.WRONG, tries)


def refuse_wrong_code(uow: UnitOfWork, rules: SessionRules, user: User, attempt: LoginAttempt) -> Refused:
    """Record a wrong second factor after a correct password; it counts like a wrong password. [R55]"""
    failed, tries = (
        _failures_from_source(uow, rules, attempt) or 0,
        _tries_allowed(uow, rules, attempt, requires_code=True),
    )
    return _record_failure(uow, rules, user, attempt, failed, LoginOutcome.WRONG_CODE, tries)


def _record_failure(
    uow: UnitOfWork,
    rules: SessionRules,
    user: User | None,
    attempt: LoginAttempt,
    failed: int,
    outcome: LoginOutcome,
    tries: int,
) -> Refused:
    locks = failed + 1 >= tries
    if user is not None:
        until = uow.at + rules.lock_ms if locks else user.locked_until
        uow.write(update(users).where(users.c.id == user.id).values(failed=failed + 1, locked_until=until))
    return _refused(uow, rules, attempt, outcome, locks=locks, user=user)


def unlock_user(uow: UnitOfWork, user: User) -> bool:
    """Clear the failed log-ins of a user from all sources; return whether there were any."""
    if user.failed == 0 and user.locked_until is None:
        return False
    LoginAttempt(user.name, "").write(uow, LoginOutcome.UNLOCKED)
    uow.write(update(users).where(users.c.id == user.id).values(failed=0, locked_until=None))
    return True


def _failures_from_source(uow: UnitOfWork, rules: SessionRules, attempt: LoginAttempt) -> int | None:
    """Count consecutive failures from this source for this name; return None while the source is locked out."""
    tells = ATTEMPTS.outcome.in_((*FAILURES, LoginOutcome.LOCKOUT, LoginOutcome.OK)) & attempt.is_source
    wanted = select(ATTEMPTS.at, ATTEMPTS.outcome).where(
        attempt.is_name, tells | (ATTEMPTS.outcome == LoginOutcome.UNLOCKED)
    )
    failed = 0
    for row in uow.query(wanted.order_by(ATTEMPTS.id.desc()).limit(rules.failures_most)):
        if row.outcome == LoginOutcome.LOCKOUT and uow.at < row.at + rules.lock_ms:
            return None
        if row.outcome not in FAILURES:
            break
        failed += 1
    return failed


def _tries_allowed(uow: UnitOfWork, rules: SessionRules, attempt: LoginAttempt, *, requires_code: bool) -> int:
    """Return how many failures in a row lock this source out of this user name; 0 if the source is refused at once."""
    wrong = 0 if attempt.terminal_id is not None else _recent_failures(uow, rules, attempt)
    if wrong < rules.failures_everywhere_most or _is_owners_source(uow, attempt):
        return rules.failures_most
    return 1 if wrong < rules.guesses_most or requires_code else 0


def _is_owners_source(uow: UnitOfWork, attempt: LoginAttempt) -> bool:
    been_here = (ATTEMPTS.outcome == LoginOutcome.OK) & attempt.is_source & (ATTEMPTS.at > uow.at - OWNER_SOURCE_MS)
    return bool(uow.query(select(ATTEMPTS.id).where(attempt.is_name, been_here).limit(1)))


def _recent_failures(uow: UnitOfWork, rules: SessionRules, attempt: LoginAttempt) -> int:
    wrong = ATTEMPTS.outcome.in_((*FAILURES, LoginOutcome.LOCKOUT)) & (ATTEMPTS.at > uow.at - rules.lock_ms)
    unlocked = select(func.coalesce(func.max(ATTEMPTS.id), 0)).where(
        attempt.is_name, ATTEMPTS.outcome == LoginOutcome.UNLOCKED
    )
    counted = select(func.count()).where(attempt.is_name, wrong, ATTEMPTS.id > unlocked.scalar_subquery())
    return int(uow.query(counted)[0][0])


def _refused(
    uow: UnitOfWork,
    rules: SessionRules,
    attempt: LoginAttempt,
    outcome: LoginOutcome,
    *,
    locks: bool,
    user: User | None,
) -> Refused:
    attempt.write(uow, LoginOutcome.LOCKOUT if locks else outcome)
    who = user.name if user else normalise_name(attempt.name) or NOT_A_NAME
    note = partial(uow.note_significant_event, actor=f"user:{user.id}" if user else "", device=attempt.device)
    if locks:
        if user is not None:
            event = {"kind": "user-locked", "user_id": user.id, "until": uow.at + rules.lock_ms}
            uow.append_record("house", actor="system", command="log-in", events=[event])
        where = printable_address(attempt.address)
        note("login/lockout", f"{who}: locked after {rules.failures_most} wrong passwords, from {where}")
    wrong = _recent_failures(uow, rules, attempt)
    if wrong == rules.failures_everywhere_most:
        note("login/guessing", f"{who}: guessed at from many places; a new place has a single try")
    elif wrong == rules.guesses_most:
        note("login/guessing", f"{who}: guessed at {wrong} times; kept for the places its owner has come from")
    if locks:
        return _lock_message(rules)
    if outcome is LoginOutcome.WRONG_CODE:
        return Refused(
            "login/wrong_second_factor", "This code is not right, or it was used already: wait for the next one."
        )
    return Refused("login/wrong", "This name and this password do not go together.")


def _locked(uow: UnitOfWork, rules: SessionRules, attempt: LoginAttempt) -> Refused:
    attempt.write(uow, LoginOutcome.LOCKED)
    return _lock_message(rules)


def _lock_message(rules: SessionRules) -> Refused:
    message = f"Too many wrong passwords: wait {rules.lock_minutes} minutes, or ask a supervisor to unlock the account."
    return Refused("login/locked", message, LOCK_CITES)
