"""Rules for the length of sessions and for lockout after wrong passwords."""

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
