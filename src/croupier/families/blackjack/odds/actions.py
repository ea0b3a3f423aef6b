"""Chart of play as small arrays, for printed documents, for the coach and for the simulation.

Every array is indexed by the player's hand and by the dealer's up card, 1 (ace) to 10; column 0 is not used.

- `hard[total][up]`, total 0..21: hands without an ace counted as eleven. Hard 21 is HIT only where 31 is possible.
- `soft[total][up]`, total 0..21: hands with an ace counted as eleven (12..21 occur).
- `pair[value][up]`, value 1..10 (row 0 is not used): two cards that may be split now. FOLLOW means that the code of the
  hand's total in `hard` or `soft` applies. A pair that may not be split (the seat has the maximum number of hands, or
  two tens of different rank) never uses this array.

A code stands for an action and for the alternative if the rules forbid that action now. The same chart is used before
and after a split. After a split the rules may forbid a double or a surrender, and the alternative applies.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.rules import BlackjackRules, DoubleOn, Surrender

STAND = 0
HIT = 1
DOUBLE = 2
"""Code of a chart: double if legal, else hit."""
DOUBLE_STAND = 3
"""Code of a chart: double if legal, else stand."""
SPLIT = 4
"""Split the pair; used only in `pair`."""
SURRENDER = 5
"""Code of a chart: surrender if legal, else hit."""
SURRENDER_STAND = 6
"""Code of a chart: surrender if legal, else stand."""
SURRENDER_SPLIT = 7
"""Surrender if legal, else split; used only in `pair`."""
FOLLOW = 8
"""Play the pair by the code of its total; used only in `pair`."""

LETTERS = ("S", "H", "D", "Ds", "P", "R", "Rs", "Rp", "-")
"""Letters of the codes on printed charts, indexed by code."""
TOTALS = 22
COLUMNS = 11
PAIRS = 11

Table = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Chart:
    """Fixed chart of play with one code per hand and up card; `action` reads it."""

    hard: Table
    soft: Table
    pair: Table

    def __post_init__(self) -> None:
        for table, rows in ((self.hard, TOTALS), (self.soft, TOTALS), (self.pair, PAIRS)):
            if table.shape != (rows, COLUMNS) or table.dtype != np.int8:
                raise ValueError(f"a table of {rows} x {COLUMNS} int8 was expected, not {table.dtype} {table.shape}")

    @classmethod
    def standing(cls) -> Chart:
        """Return a chart that stands on every hand and splits no pair; callers then fill in other codes."""
        hard, soft = (np.zeros((TOTALS, COLUMNS), np.int8) for _ in range(2))
        return cls(hard, soft, np.full((PAIRS, COLUMNS), FOLLOW, np.int8))


def open_action(code: int, may_double: bool, may_surrender: bool) -> int:
    """Return the action that a `hard` or `soft` code means for a hand: STAND, HIT, DOUBLE or SURRENDER.

    Numba compiles this function for kernels too.
    """
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
    """Return the action that a `pair` code means for two cards that may be split now: SPLIT, SURRENDER or FOLLOW."""
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
    """Return the chart's action for a hand: STAND, HIT, DOUBLE, SPLIT or SURRENDER.

    `pair` is the value of two equal cards that may be split now, or 0.
    """
    if pair:
        code = pair_action(int(chart.pair[pair, up]), may_surrender)
        if code != FOLLOW:
            return code
    table: Any = chart.soft if is_soft else chart.hard
    return open_action(int(table[total, up]), may_double, may_surrender)


CODES = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}
DOUBLED_TOTALS = {DoubleOn.ANY: range(22), DoubleOn.NINE_TO_ELEVEN: range(9, 12), DoubleOn.TEN_OR_ELEVEN: range(10, 12)}


@dataclass(frozen=True)
class BlackjackActionValues:
    """Expected result of each action in units of the wager; None if the rules do not allow the action."""

    stand: float
    hit: float | None = None
    double: float | None = None
    split: float | None = None
    surrender: float | None = None

    def legal(self) -> dict[str, float]:
        """Return the values of the legal actions by name, best first."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        legal_values = {name: value for name, value in found.items() if value is not None}
        return dict(sorted(legal_values.items(), key=lambda item: -item[1]))

    @property
    def best(self) -> str:
        return next(iter(self.legal()))

    @property
    def value(self) -> float:
        return next(iter(self.legal().values()))

    @property
    def action(self) -> int:
        """Chart code of the action with the highest value, such as `HIT`."""
        return CODES[self.best]


def may_double(rules: BlackjackRules, total: int, *, after_split: bool) -> bool:
    """Return whether two cards of this total may be doubled; naturals need no decision. [ILANI-BJ-A5, A6]"""
    if after_split and not rules.double_after_split:
        return False
    return rules.double_21 if total == 21 else total in DOUBLED_TOTALS[rules.double_on]


def may_surrender(rules: BlackjackRules, *, after_split: bool) -> bool:
    """Return whether two cards may be surrendered. [ILANI-BJ-A4; 004 L1406]"""
    return rules.surrender is not Surrender.OFF and (rules.surrender_after_split or not after_split)
