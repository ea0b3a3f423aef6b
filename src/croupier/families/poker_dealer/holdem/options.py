"""What a player may do at a point of decision, and what each way is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

CHECK, FOLD = "check", "fold"


def raised(times: int) -> str:
    """`4x`: the name of a Play wager."""
    return f"{times}x"


@dataclass(frozen=True)
class Options:
    """Expected results of the round in antes, Ante and Blind included; the smallest wager first."""

    values: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """The way worth most; of ways worth the same, the one that risks least."""
        return max(self.values, key=self.values.__getitem__)

    @property
    def value(self) -> Fraction:
        return self.values[self.best]

    @property
    def margin(self) -> Fraction:
        """What the best way has over the next best."""
        best = self.best
        return self.value - max(worth for way, worth in self.values.items() if way != best)


@dataclass(frozen=True)
class Frequencies:
    """How often best play raises where, or folds; together 1."""

    before_flop: Mapping[str, Fraction]
    flop: Fraction
    river: Fraction
    fold: Fraction
