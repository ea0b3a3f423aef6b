"""Options of a simulation: number of rounds, seed and place of execution; and its progress."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypedDict

from croupier.errors import BadInput, suggestion

ROUNDS = 10_000_000
"""Default number of rounds if no stop condition is given."""
MOST_ROUNDS = 10**15


@dataclass(frozen=True)
class Stop:
    """Stop conditions of a simulation; the first one that is met ends it."""

    rounds: int | None = None
    seconds: float | None = None
    within: tuple[str, float] | None = None
    """Wager id, and the upper limit for half the width of its 95 % confidence interval."""

    @classmethod
    def of(cls, rounds: int | None, seconds: float | None, within: str | None, wagers: Mapping[str, object]) -> Stop:
        """Return the checked stop conditions; ten million rounds if none is given."""
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
            raise BadInput.at("--rounds", f"is {rounds}; deal from 1 to {MOST_ROUNDS:,} rounds")
        if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
            raise BadInput.at("--seconds", f"is {seconds:g}; give a time above nothing")
        narrow = read_within(within, wagers) if within is not None else None
        if rounds is None and seconds is None and narrow is None:
            return cls(ROUNDS)
        return cls(rounds, seconds, narrow)


def read_within(written: str, wagers: Mapping[str, object]) -> tuple[str, float]:
    """Parse the option `--within`, for example `banker=0.0001`."""
    wager, equals, width = written.partition("=")
    wager = wager.strip()
    try:
        value = float(width)
    except ValueError:
        value = math.nan
    if not equals or not (math.isfinite(value) and value > 0):
        raise BadInput.at("--within", f'is "{written}"; write WAGER=WIDTH, such as banker=0.0001')
    if wager not in wagers:
        hint = suggestion(wager, wagers) or ";"
        raise BadInput.at("--within", f'there is no wager "{wager}"{hint} this table has {", ".join(wagers)}')
    return wager, value


@dataclass(frozen=True)
class Progress:
    """Progress of a simulation."""

    rounds: int
    seconds: float
    share: float
    """Fraction completed, from 0 to 1; an estimate if an interval ends the run."""


class RunOptions(TypedDict, total=False):
    """Options as entered on the command line; omitted ones take their defaults."""

    rounds: int | None
    seconds: float | None
    within: str | None
    """Stop condition: upper limit for half the width of a wager's 95 % confidence interval, such as `banker=0.0001`."""
    seed: int
    threads: int | None
    """Number of cores; None for all."""
    device: str
    """Device that deals the shoes: `cpu` or `cuda`."""
    cluster: str | None
    """Address of a Dask scheduler that runs the simulation on its workers."""
    progress: Callable[[Progress], None]
