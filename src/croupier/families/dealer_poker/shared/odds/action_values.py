"""Expected values of the actions at a decision, and payouts per unit staked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction

from croupier.errors import BadInput

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
    """Frequency with which best play makes each raise and a fold; the sum is 1."""

    before_flop: Mapping[str, Fraction]
    flop: Fraction
    river: Fraction
    fold: Fraction


Pay = int | Fraction
"""Payout per unit staked: a whole number or a fraction, never a float."""


def require_pays(table: object) -> None:
    """Refuse a pay table with a payout that is negative, or neither a whole number nor a fraction."""
    for row in fields(table):  # type: ignore[arg-type]
        pay = getattr(table, row.name)
        if not isinstance(pay, int | Fraction) or isinstance(pay, bool):
            raise BadInput.at(row.name, f"pays a whole number or a fraction to one, not {pay!r}")
        if pay < 0:
            raise BadInput.at(row.name, f"pays {pay} to one; the least is 0, for nothing")
