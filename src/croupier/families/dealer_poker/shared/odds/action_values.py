"""Expected values of the actions at a decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

CHECK, FOLD = "check", "fold"


def raise_name(times: int) -> str:
    """Return the name of a Play wager: `4x` for four antes."""
    return f"{times}x"


@dataclass(frozen=True)
class PokerActionValues:
    """Expected result of the round for each action in antes, Ante and Blind included; the smallest wager first."""

    values: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """Action with the highest value; among equal values, the one that risks least."""
        return max(self.values, key=self.values.__getitem__)

    @property
    def value(self) -> Fraction:
        return self.values[self.best]

    @property
    def margin(self) -> Fraction:
        """Difference between the best and the second-best value."""
        best = self.best
        return self.value - max(value for action, value in self.values.items() if action != best)


@dataclass(frozen=True)
class Frequencies:
    """How often best play makes each raise and a fold; the sum is 1."""

    before_flop: Mapping[str, Fraction]
    flop: Fraction
    river: Fraction
    fold: Fraction
