"""The house's clock: the machine's time when the house opened, and from then on only forward.

Deadlines, records and countdowns all go by it: setting the machine's clock neither holds a table up nor ends anybody's
time. That it was set is noticed (`step`) and recorded; the machine's new time is taken over at the next start.
"""

from __future__ import annotations

import time
from collections.abc import Callable

STEP_MS = 1000
"""By so much the machine's clock may differ from what was last known of it; more is a step."""
STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # the first also counts while the machine sleeps


def now_ms() -> int:
    """The machine's clock, which anybody may set."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Milliseconds since some moment; nobody sets them."""
    return time.clock_gettime_ns(STEADY) // 1_000_000


class MonotonicClock:
    """The time of a house, in milliseconds since 1970."""

    def __init__(self, wall: Callable[[], int] = now_ms, steady: Callable[[], int] = steady_ms) -> None:
        self._wall, self._steady = wall, steady
        self._began = wall() - steady()
        self._known = 0

    def __call__(self) -> int:
        return self._steady() + self._began

    def offset_ms(self) -> int:
        """By how much the machine's clock is ahead of the house's."""
        return self._wall() - self()

    def pending_step_ms(self) -> int:
        """By how much the machine's clock was set since that was last `noted`; 0 when it was not."""
        step = self.offset_ms() - self._known
        return step if abs(step) > STEP_MS else 0

    def mark_step_reported(self, step: int) -> None:
        self._known += step


def step_text(step: int) -> str:
    """What the house's book says of a step."""
    which = "forward" if step > 0 else "back"
    return f"The machine's clock was set {which} by {abs(step) / 1000:.1f} s; the house's goes on as before."


def behind_text(behind_ms: int) -> str:
    """What it says of a start before its last record."""
    return (
        f"The machine's clock stands {behind_ms / 1000:.1f} s before the last record; the house goes by it from here."
    )
