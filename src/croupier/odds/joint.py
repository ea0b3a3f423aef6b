"""What one round may come to for several wagers staked together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from croupier.money.cents import Cents

Stakes = Mapping[str, Cents]
"""What is staked on each wager of one round, by wager id."""


@dataclass(frozen=True)
class Gains:
    """What one round may come to for one side, in cents, and in how many equally likely deals."""

    counts: Mapping[Fraction, int]
    total: int

    @classmethod
    def of(cls, counted: Iterator[tuple[Fraction, int]], total: int) -> Gains:
        counts: dict[Fraction, int] = {}
        for gain, count in counted:
            counts[gain] = counts.get(gain, 0) + count
        return cls(dict(sorted(counts.items())), total)

    @cached_property
    def mean(self) -> Fraction:
        return sum((gain * count for gain, count in self.counts.items()), Fraction(0)) / self.total

    @cached_property
    def variance(self) -> Fraction:
        return sum((gain**2 * count for gain, count in self.counts.items()), Fraction(0)) / self.total - self.mean**2

    @property
    def deviation(self) -> float:
        return math.sqrt(self.variance)

    def chance(self, holds: Callable[[Fraction], bool]) -> Fraction:
        return Fraction(sum(count for gain, count in self.counts.items() if holds(gain)), self.total)

    @property
    def ahead(self) -> Fraction:
        return self.chance(lambda gain: gain > 0)

    @property
    def even(self) -> Fraction:
        return self.chance(lambda gain: gain == 0)

    @property
    def behind(self) -> Fraction:
        return self.chance(lambda gain: gain < 0)

    @property
    def largest_loss(self) -> Fraction:
        """As a positive amount; nothing when no round loses."""
        return max(-min(self.counts), Fraction(0))

    @property
    def largest_gain(self) -> Fraction:
        return max(*self.counts, Fraction(0))

    def turned(self) -> Gains:
        """The other side's: what one wins the other loses."""
        return Gains.of(((-gain, count) for gain, count in self.counts.items()), self.total)

    def less(self, fee: int) -> Gains:
        """With a fee paid every round."""
        return Gains.of(((gain - fee, count) for gain, count in self.counts.items()), self.total)


@dataclass(frozen=True)
class Outcome:
    """A way the round can end: what the winning wagers are paid and the losing ones cost, in cents."""

    won: Fraction
    lost: Fraction
    count: int


@dataclass(frozen=True)
class JointRound:
    """Every way one round can end for the wagers staked on it."""

    stakes: Stakes
    outcomes: tuple[Outcome, ...]
    total: int
    left_out: tuple[str, ...]
    """Wagers that may win a share of a meter, which is not counted."""

    @cached_property
    def bettors(self) -> Gains:
        return Gains.of(((one.won - one.lost, one.count) for one in self.outcomes), self.total)

    @cached_property
    def bank(self) -> Gains:
        return self.bettors.turned()
