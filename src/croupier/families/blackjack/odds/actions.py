"""A chart of play as small arrays, for print, for the coach and for the simulation.

Every table is indexed by what the player holds and by the dealer's up card, 1 (ace) to 10; column 0 is not used.

- `hard[total][up]`, total 0..21: hands without an ace counted eleven. Hard 21 is HIT only where 31 can be made.
- `soft[total][up]`, total 0..21: hands with an ace counted eleven (12..21 occur).
- `pair[value][up]`, value 1..10 (row 0 is not used): two cards that may be split now. FOLLOW sends the hand to `hard`
  or `soft` by its total. A pair that may not be split (no room for another hand, tens of two ranks) is never looked up
  here.

A code names what to do first and, where the rules do not allow that now, what to do instead. The same chart serves
before and after a split: there the double or the surrender may be closed, and the code says what to do then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

STAND = 0
HIT = 1
DOUBLE = 2
"""Double, else hit."""
DOUBLE_STAND = 3
"""Double, else stand."""
SPLIT = 4
"""In `pair` only."""
SURRENDER = 5
"""Surrender, else hit."""
SURRENDER_STAND = 6
"""Surrender, else stand."""
SURRENDER_SPLIT = 7
"""Surrender, else split. In `pair` only."""
FOLLOW = 8
"""As any hand of this total. In `pair` only."""

LETTERS = ("S", "H", "D", "Ds", "P", "R", "Rs", "Rp", "-")
"""By code, as charts print them."""
TOTALS = 22
COLUMNS = 11
PAIRS = 11

Table = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Chart:
    """One fixed chart; read it with `action`."""

    hard: Table
    soft: Table
    pair: Table

    def __post_init__(self) -> None:
        for table, rows in ((self.hard, TOTALS), (self.soft, TOTALS), (self.pair, PAIRS)):
            if table.shape != (rows, COLUMNS) or table.dtype != np.int8:
                raise ValueError(f"a table of {rows} x {COLUMNS} int8 was expected, not {table.dtype} {table.shape}")

    @classmethod
    def standing(cls) -> Chart:
        """Stands on everything and splits nothing: an empty chart to fill in."""
        hard, soft = (np.zeros((TOTALS, COLUMNS), np.int8) for _ in range(2))
        return cls(hard, soft, np.full((PAIRS, COLUMNS), FOLLOW, np.int8))


def open_action(code: int, may_double: bool, may_surrender: bool) -> int:
    """What a code of `hard` or `soft` comes to: STAND, HIT, DOUBLE or SURRENDER. Kernels compile this too."""
    if code in (DOUBLE, DOUBLE_STAND):
        if may_double:
            return DOUBLE
        return HIT if code == DOUBLE else STAND
    if code in (SURRENDER, SURRENDER_STAND):
        if may_surrender:
            return SURRENDER
        return HIT if code == SURRENDER else STAND
    return code


def pair_action(code: int, may_surrender: bool) -> int:
    """What a code of `pair` comes to for two cards that may be split now: SPLIT, SURRENDER or FOLLOW."""
    if code == SURRENDER_SPLIT:
        return SURRENDER if may_surrender else SPLIT
    return code


def action(
    chart: Chart,
    *,
    total: int,
    is_soft: bool,
    up: int,
    pair: int = 0,
    may_double: bool = False,
    may_surrender: bool = False,
) -> int:
    """STAND, HIT, DOUBLE, SPLIT or SURRENDER. `pair`: the value of two equal cards that may be split now, else 0."""
    if pair:
        code = pair_action(int(chart.pair[pair, up]), may_surrender)
        if code != FOLLOW:
            return code
    table: Any = chart.soft if is_soft else chart.hard
    return open_action(int(table[total, up]), may_double, may_surrender)
