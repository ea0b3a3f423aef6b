"""User records and the rules for user names.

Each user account belongs to one person: it is not shared, and its name is not a job title. [R55]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable, Select, select
from sqlalchemy.engine import Row

from croupier.errors import Refused
from croupier.people.roles import ACCESS_CITES, Principal, Role, refuse_unpermitted
from croupier.store.schema import users

Query = Callable[[Executable], Sequence[Row[Any]]]
"""Function that runs a query: `UnitOfWork.query` in a job, or a reader's method elsewhere."""

NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,30}[a-z0-9])")
DISPLAY_NAME_MOST = 60
USER_ID_MOST = 2**53
NOT_A_NAME = "(not a name)"
"""Name that is recorded for a log-in with an invalid name, because the typed text may be a password."""
GENERIC = re.compile(
    r"(admin|administrator|auditor|cage|cashier|croupier|dealer|demo|floor|guest|house|manager|operator|pit|player|root|"
    r"shift|staff|super|supervisor|system|temp|terminal|test|user)[._-]?\d*"
)
GENERIC_CITES = ("9 NYCRR 5317.40(c)(5)",)


@dataclass(frozen=True)
class User:
    """User account of one person."""

    id: int
    name: str
    display_name: str
    role: Role
    active: bool
    third_party: bool
    """Whether the player banks for a third-party provider of proposition player services. [R60]"""
    created_at: int
    failed: int
    locked_until: int | None
    must_change: bool
    password: str | None = field(default=None, repr=False)

    def is_locked(self, at: int) -> bool:
        return self.locked_until is not None and at < self.locked_until


def user_by_id(query: Query, user_id: int) -> User | None:
    return _one(query, select(users).where(users.c.id == user_id)) if 0 < user_id <= USER_ID_MOST else None


def user_by_name(query: Query, name: str) -> User | None:
    """Return the user with this name, regardless of upper and lower case."""
    known = normalise_name(name)
    return _one(query, select(users).where(users.c.name == known)) if known else None


def all_users(query: Query) -> list[User]:
    return [_user(row) for row in query(select(users).order_by(users.c.name))]


def stored_hash(query: Query, name: str) -> str | None:
    """Return the stored password hash of this name, or None."""
    user = user_by_name(query, name)
    return user.password if user else None


def normalise_name(name: str) -> str | None:
    """Return the name in lower case, or None if it is invalid.

    A name has 2 to 32 characters: letters, digits, dots, hyphens and underscores.
    """
    small = name.strip().lower()
    return small if NAME.fullmatch(small) else None


def refuse_name(name: str, *, demonstration: bool) -> Refused | None:
    """Refuse a new user's name that is malformed or a job title; a demonstration may have job titles."""
    known = normalise_name(name)
    if known is None:
        rule = "2 to 32 letters from a to z, digits, dots, hyphens and underscores, with a letter or digit at both ends"
        return Refused("user/name", f"A name has {rule}.")
    if GENERIC.fullmatch(known) and not demonstration:
        message = f'"{known}" is a job, not a person: every account is one person\'s, under his own name.'
        return Refused("user/generic_name", message, GENERIC_CITES)
    return None


def refuse_display_name(display_name: str) -> Refused | None:
    text = display_name.strip()
    if text and text.isprintable() and len(text) <= DISPLAY_NAME_MOST:
        return None
    return Refused("user/display_name", f"The name others see has 1 to {DISPLAY_NAME_MOST} printable characters.")


def refuse_unpermitted_user(query: Query, by: Principal, command: str) -> Refused | None:
    """Return a refusal if this user may not give the command, by the account's current role and state; else None."""
    if by.role is None:
        return None
    user = user_by_id(query, by.user_id or 0)
    if user is None or not user.active or user.role is not by.role:
        return Refused("user/login_again", "This account has been changed. Please log in again.", ACCESS_CITES)
    return refuse_unpermitted(by, command)


def _one(query: Query, statement: Select[Any]) -> User | None:
    rows = query(statement)
    return _user(rows[0]) if rows else None


def _user(row: Row[Any]) -> User:
    return User(
        id=row.id,
        name=row.name,
        display_name=row.display_name,
        role=Role(row.role),
        active=bool(row.active),
        third_party=bool(row.third_party),
        created_at=row.created_at,
        failed=row.failed,
        locked_until=row.locked_until,
        must_change=bool(row.must_change),
        password=row.password,
    )
