"""Breaks and self-exclusions: a player's own decision not to play for a time, which the house enforces.

A break ends automatically. A self-exclusion continues after its term until a supervisor or an admin lifts it at the
player's request. A permanent self-exclusion is never lifted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from croupier.errors import Refused
from croupier.people.calendar import HOUR, GamingCalendar

BREAK_HOURS_LEAST = 24
BREAK_HOURS_MOST = 6 * 7 * 24
FOREVER = 2**63 - 1

TALK = "If you would like to talk to somebody, the help line shown here is free and confidential."


class ExclusionKind(StrEnum):
    """Kinds of exclusion: a break, or one of the terms of self-exclusion."""

    BREAK = "break"
    SIX_MONTHS = "6-months"
    ONE_YEAR = "1-year"
    FIVE_YEARS = "5-years"
    PERMANENT = "permanent"

    @property
    def months(self) -> int | None:
        return {"6-months": 6, "1-year": 12, "5-years": 60}.get(self.value)


@dataclass(frozen=True)
class Exclusion:
    """One break or self-exclusion; `ends_at` is None for a permanent one."""

    id: int
    kind: ExclusionKind
    starts_at: int
    ends_at: int | None
    lifted_at: int | None = None

    def in_force(self, at: int) -> bool:
        if self.lifted_at is not None:
            return False
        return self.kind is not ExclusionKind.BREAK or at < self.end()

    def end(self) -> int:
        return FOREVER if self.ends_at is None else self.ends_at

    def message(self, calendar: GamingCalendar) -> str:
        """Return the message for an excluded player who tries to play."""
        if self.kind is ExclusionKind.BREAK:
            return (
                f"You are taking a break until {calendar.moment(self.end())}, and we keep the table for you until then."
            )
        if self.ends_at is None:
            return f"You asked us never to let you play here, and we keep to that. {TALK}"
        until = calendar.date(self.ends_at)
        return f"You asked us not to let you play before {until}; after that a supervisor can open play again. {TALK}"


def break_end(at: int, hours: int) -> int | Refused:
    """Return the end of a break of this many hours, or the refusal of an invalid length."""
    if not BREAK_HOURS_LEAST <= hours <= BREAK_HOURS_MOST:
        return Refused("exclusion/term", "A break lasts from 24 hours to 6 weeks (1,008 hours).")
    return at + hours * HOUR


def term_end(kind: ExclusionKind, at: int, calendar: GamingCalendar) -> int | None:
    """Return the end of the term of a self-exclusion, or None for a permanent one."""
    return None if kind.months is None else calendar.add_months(at, kind.months)


def refuse_lift(exclusions: tuple[Exclusion, ...], at: int, calendar: GamingCalendar) -> Refused | None:
    """Refuse to lift a self-exclusion before its term is over; return None when all terms are over."""
    standing = [one for one in exclusions if one.in_force(at)]
    if not standing:
        return Refused("exclusion/not_found", "This player has not excluded himself.")
    longest = max(standing, key=Exclusion.end)
    if at >= longest.end():
        return None
    if longest.ends_at is None:
        return Refused("exclusion/permanent", "This player asked to be excluded for good; that is not lifted.")
    message = f"This player is excluded until {calendar.date(longest.ends_at)}; nobody lifts that before."
    return Refused("exclusion/term", message)
