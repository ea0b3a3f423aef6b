"""What is asked of a simulation: how much, from which seed, where; and how far it has got."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypedDict

from croupier.errors import BadInput, suggestion

ROUNDS = 10_000_000
"""Dealt when nothing says when to stop."""
MOST_ROUNDS = 10**15


@dataclass(frozen=True)
class Stop:
    """When enough has been dealt: whichever comes first."""

    rounds: int | None = None
    seconds: float | None = None
    within: tuple[str, float] | None = None
    """A wager, and half the width its 95 % interval must come below."""

    @classmethod
    def of(cls, rounds: int | None, seconds: float | None, within: str | None, wagers: Mapping[str, object]) -> Stop:
        """What was asked for, checked; without anything, ten million rounds."""
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
            raise BadInput.at("--rounds", f"is {rounds}; deal from 1 to {MOST_ROUNDS:,} rounds")
        if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
            raise BadInput.at("--seconds", f"is {seconds:g}; give a time above nothing")
        narrow = read_within(within, wagers) if within is not None else None
        if rounds is None and seconds is None and narrow is None:
            return cls(ROUNDS)
        return cls(rounds, seconds, narrow)


def read_within(written: str, wagers: Mapping[str, object]) -> tuple[str, float]:
    """`banker=0.0001`."""
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
    """How far a simulation has got."""

    rounds: int
    seconds: float
    share: float
    """Of what was asked for, from 0 to 1; a guess where an interval decides."""


class RunOptions(TypedDict, total=False):
    """As it was typed; what is left out is as usual."""

    rounds: int | None
    seconds: float | None
    within: str | None
    """Stop when half the width of a wager's 95 % interval is below this, as `banker=0.0001`."""
    seed: int
    threads: int | None
    """Cores to use; all without it."""
    device: str
    """`cpu` or `cuda`."""
    cluster: str | None
    """The address of a Dask scheduler, whose workers deal instead."""
    progress: Callable[[Progress], None]
