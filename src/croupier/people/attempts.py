"""Every attempt to log in is written down: name, time, address, outcome. Too many wrong ones lock the account. [R55]

A name that nobody has is locked in the same way and with the same words, so that answers do not tell which names exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import insert, select, update

from croupier.people.passwords import Proof
from croupier.people.session_rules import LOCK_CITES, SessionRules
from croupier.people.users import NOT_A_NAME, User, known_name
from croupier.store.desk import Desk
from croupier.store.schema import login_attempts, users
from croupier.table.refusals import Refused

ADDRESS_MOST = 64


class Outcome(StrEnum):
    """How an attempt ended."""

    OK = "ok"
    WRONG = "wrong"
    LOCKOUT = "lockout"  # wrong once too often: from here on the name is locked
    LOCKED = "locked"
    CLOSED = "closed"
    NO_TERMINAL = "no-terminal"


@dataclass(frozen=True)
class Attempt:
    """Where an attempt comes from."""

    name: str
    address: str
    terminal_id: str | None = None

    def write(self, desk: Desk, outcome: Outcome) -> None:
        row = {
            "at": desk.at,
            "name": known_name(self.name) or NOT_A_NAME,
            "address": shown_address(self.address),
            "outcome": outcome.value,
            "terminal_id": shown_address(self.terminal_id) if self.terminal_id else None,
        }
        desk.write(insert(login_attempts).values(row))


def shown_address(address: str) -> str:
    """An address as it is written down: short, and nothing a database or a screen stumbles over."""
    return "".join(sign if sign.isprintable() else "?" for sign in address[:ADDRESS_MOST])


def wrong_password(
    desk: Desk, rules: SessionRules, user: User | None, proof: Proof, attempt: Attempt
) -> Refused | None:
    """Nothing when the password proves to be the user's; otherwise the attempt is written down and refused.

    Unlike other refusals this one leaves something behind, since the attempt itself is what must be kept.
    """
    if user is None:
        return _nobodys(desk, rules, attempt)
    if user.locked_until is not None and user.is_locked(desk.at):
        return _locked(desk, rules, attempt)
    if proof.is_right and proof.against == user.password and proof.against is not None:
        return None
    failed = 1 + (user.failed if user.locked_until is None else 0)  # a lock that has run out begins the count afresh
    locks = failed >= rules.failures_most
    until = desk.at + rules.lock_ms if locks else None
    desk.write(update(users).where(users.c.id == user.id).values(failed=failed, locked_until=until))
    return _refused(desk, rules, attempt, locks=locks, user=user)


def _nobodys(desk: Desk, rules: SessionRules, attempt: Attempt) -> Refused:
    """The count for a name that nobody has is read from its attempts."""
    columns = login_attempts.c
    name = known_name(attempt.name) or NOT_A_NAME
    counted = columns.outcome.in_((Outcome.WRONG.value, Outcome.LOCKOUT.value))
    recent = select(columns.at, columns.outcome).where(columns.name == name, counted)
    failed = 1
    for row in desk.query(recent.order_by(columns.id.desc()).limit(rules.failures_most)):
        if row.outcome == Outcome.LOCKOUT:
            if desk.at < row.at + rules.lock_ms:
                return _locked(desk, rules, attempt)
            break
        failed += 1
    return _refused(desk, rules, attempt, locks=failed >= rules.failures_most, user=None)


def _refused(desk: Desk, rules: SessionRules, attempt: Attempt, *, locks: bool, user: User | None) -> Refused:
    attempt.write(desk, Outcome.LOCKOUT if locks else Outcome.WRONG)
    if not locks:
        return Refused("login/wrong", "This name and this password do not go together.")
    if user is not None:
        event = {"kind": "user-locked", "user_id": user.id, "until": desk.at + rules.lock_ms}
        desk.record("house", actor="system", command="log-in", events=[event])
    who = user.name if user else known_name(attempt.name) or NOT_A_NAME
    text = f"{who}: locked after {rules.failures_most} wrong passwords, from {shown_address(attempt.address)}"
    actor = f"user:{user.id}" if user else ""
    desk.significant("login/lockout", text, actor=actor, device=shown_address(attempt.terminal_id or ""))
    return _lock_message(rules)


def _locked(desk: Desk, rules: SessionRules, attempt: Attempt) -> Refused:
    attempt.write(desk, Outcome.LOCKED)
    return _lock_message(rules)


def _lock_message(rules: SessionRules) -> Refused:
    message = f"Too many wrong passwords: wait {rules.lock_minutes} minutes, or ask a supervisor to unlock the account."
    return Refused("login/locked", message, LOCK_CITES)
