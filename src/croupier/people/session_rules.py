"""How long a session lasts, and when too many wrong passwords lock an account."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from croupier.people.calendar import HOUR, MINUTE
from croupier.people.roles import Role

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
"""The more a role can do, the sooner an unattended screen is locked; a dealer's hands are on the cards."""


@dataclass(frozen=True)
class SessionRules:
    """The house's own figures; every one may be configured."""

    failures_most: int = 3
    """Wrong passwords in a row from one place; the place is then locked out of the name."""
    lock_minutes: int = 15
    places_most: int = 5
    """Places that may guess at one name as often as that; beyond, a new place has a single try for a while."""
    guesses_most: int = 100
    """Wrong passwords at one name before new places are not listened to at all, unless a second factor is asked."""
    idle_minutes: Mapping[Role, int] = field(default_factory=lambda: IDLE_MINUTES)
    hours: int = 12
    """A shift, with what comes before and after it."""
    terminal_idle_minutes: int = 240
    terminal_hours: int = 24
    """A player at a paired terminal sits in the house's sight, and may stay longer."""
    sessions_each: int = 8
    """Screens one person may have open; one more closes the oldest."""
    second_factor: frozenset[Role] = frozenset()
    """Who proves himself twice: by his password and by what his authenticator shows."""

    @property
    def wrong_anywhere_most(self) -> int:
        return self.places_most * self.failures_most

    @property
    def lock_ms(self) -> int:
        return self.lock_minutes * MINUTE

    def idle_ms(self, role: Role, *, at_terminal: bool) -> int:
        if role is Role.PLAYER and at_terminal:
            return self.terminal_idle_minutes * MINUTE
        return self.idle_minutes.get(role, IDLE_MINUTES[role]) * MINUTE

    def most_ms(self, role: Role, *, at_terminal: bool) -> int:
        return (self.terminal_hours if role is Role.PLAYER and at_terminal else self.hours) * HOUR
