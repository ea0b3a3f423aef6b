"""The clock of the house: wall-clock time at start-up, then steady time that never jumps.

Deadlines, records and countdowns use this clock, so a change of the machine's wall clock neither delays a table nor
ends a player's time. The change is detected (`pending_step_ms`) and recorded; the new wall-clock time is used after the
next start.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from croupier.operating_system import steady_ns

STEP_MS = 1000
"""Change of the wall clock in milliseconds that is still ignored; a larger change is reported."""


def now_ms() -> int:
    """Return the wall-clock time of the machine in milliseconds since the epoch; it can be changed at any time."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Return milliseconds of a steady clock, which starts at an arbitrary moment and cannot be set."""
    return steady_ns() // 1_000_000


class MonotonicClock:
    """Clock of the house in milliseconds since the epoch; it is not affected by changes of the wall clock."""

    def __init__(self, wall: Callable[[], int] = now_ms, steady: Callable[[], int] = steady_ms) -> None:
        self._wall, self._steady = wall, steady
        self._began = wall() - steady()
        self._known = 0

    def __call__(self) -> int:
        return self._steady() + self._began

    def offset_ms(self) -> int:
        """Return by how many milliseconds the wall clock is ahead of the house's clock."""
        return self._wall() - self()

    def pending_step_ms(self) -> int:
        """Return the change of the wall clock in milliseconds that is not yet reported; 0 if there is none."""
        step = self.offset_ms() - self._known
        return step if abs(step) > STEP_MS else 0

    def mark_step_reported(self, step: int) -> None:
        self._known += step


def step_text(step: int) -> str:
    """Return the text of the significant event for a change of the wall clock."""
    which = "forward" if step > 0 else "back"
    return f"The machine's clock was set {which} by {abs(step) / 1000:.1f} s; the house's goes on as before."


def behind_text(behind_ms: int) -> str:
    """Return the text of the significant event for a start with a clock that is behind the last record."""
    return (
        f"The machine's clock stands {behind_ms / 1000:.1f} s before the last record; the house goes by it from here."
    )
