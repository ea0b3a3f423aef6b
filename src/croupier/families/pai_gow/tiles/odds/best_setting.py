"""The best way to lay every hand of tiles against a house way, solved: each of its three ways against every hand that
can lie beside it. For a player against a player-dealer whom the house sets, and the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from croupier.compiled import compiled_nogil
from croupier.families.pai_gow.tiles.house_way import HouseWay
from croupier.families.pai_gow.tiles.odds.exact import above_zero
from croupier.families.pai_gow.tiles.odds.hands import (
    DEALS,
    ONES,
    OTHER_SETS,
    WAYS,
    Hands,
    Ints,
    combinations_beside,
    every_hand,
    house_splits,
    split_strengths,
)


@compiled_nogil
def _against(
    hands: Hands, ones: Any, all_high: Any, all_low: Any, high: Any, low: Any, banks: int, won: Any, lost: Any
) -> None:
    """Each way to lay each hand against all others laid `high` and `low`: hands won on both sides, lost on both.

    `banks`: 1 where the hand is the player-dealer's, who wins what is equal. Strengths `above_zero`.
    """
    for own in range(len(high)):
        for other in range(len(high)):
            ways = combinations_beside(hands.once, hands.twice, ones, own, other)
            for split in range(3):
                mine, less = all_high[own, split], all_low[own, split]
                first, second = mine + banks > high[other], less + banks > low[other]
                won[own, split] += ways * (first & second)
                lost[own, split] += ways * (not (first | second))


@dataclass(frozen=True)
class TilesSolution:
    """What every way to lay every hand is worth, for a player or for the player-dealer."""

    way: HouseWay
    won: Ints
    """By hand and way to lay it: of 20,475 hands of the other, how many lose on both sides."""
    lost: Ints

    @property
    def gain(self) -> Ints:
        return self.won - self.lost

    @property
    def house(self) -> Ints:
        """How the house lays each hand."""
        return house_splits(self.way)

    @property
    def best(self) -> Ints:
        """How each hand is best laid; as the house does where another way is no better."""
        gain, every = self.gain, np.arange(len(self.won))
        best = gain.argmax(axis=1)
        return np.where(gain[every, self.house] == gain[every, best], self.house, best)

    def value(self, splits: Ints) -> Fraction:
        """Of all hands laid so, per unit of the wager."""
        gain = self.gain[np.arange(len(splits)), splits]
        return Fraction(int((gain * every_hand().many).sum()), DEALS)

    def shares(self, splits: Ints) -> tuple[Fraction, Fraction]:
        """How often all hands laid so win and lose."""
        every, many = np.arange(len(splits)), every_hand().many
        won, lost = (int((counts[every, splits] * many).sum()) for counts in (self.won, self.lost))
        return Fraction(won, DEALS), Fraction(lost, DEALS)

    def worth(self, hand: int, split: int) -> Fraction:
        return Fraction(int(self.gain[hand, split]), OTHER_SETS)

    @property
    def set_otherwise(self) -> int:
        """Of 35,960 hands, those that are best laid otherwise than the house does."""
        return int(every_hand().many[self.best != self.house].sum())


@lru_cache(maxsize=16)
def solve(way: HouseWay, *, banks: bool = False) -> TilesSolution:
    """Every way of every hand, against another whom the house sets."""
    hands = every_hand()
    high, low = (above_zero(worths) for worths in split_strengths(house_splits(way)))
    won, lost = np.zeros((len(high), WAYS), np.int64), np.zeros((len(high), WAYS), np.int64)
    _against(hands, ONES, above_zero(hands.high), above_zero(hands.low), high, low, int(banks), won, lost)
    return TilesSolution(way, won, lost)


def number_of(of_ranks: Sequence[int]) -> int:
    """Which of all hands these ranks are."""
    wanted = np.array(sorted(of_ranks))
    return int(np.flatnonzero((every_hand().ranks == wanted).all(axis=1))[0])
