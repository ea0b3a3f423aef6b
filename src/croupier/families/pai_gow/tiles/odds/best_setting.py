"""Best arrangement of every hand of tiles against the house way.

Each of the three arrangements of a hand is compared with every hand that can be dealt beside it, for a player against a
player-dealer with the house way, and for the player-dealer against a player with the house way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from croupier.compiled import compiled_nogil
from croupier.families.pai_gow.tiles.house_way import TilesHouseWay
from croupier.families.pai_gow.tiles.odds.exact import (
    ARRANGEMENTS,
    DEALS,
    ONES,
    OTHER_SETS,
    Ints,
    TileHandArrays,
    above_zero,
    all_tile_hands,
    combinations_beside,
    house_splits,
    split_strengths,
)


@compiled_nogil
def _against(
    hands: TileHandArrays, ones: Any, all_high: Any, all_low: Any, high: Any, low: Any, banks: int, won: Any, lost: Any
) -> None:
    """Count, for each arrangement of each hand, the opposing hands that it beats in both parts and loses to in both.

    The opposing hands are set as `high` and `low`. `banks`: 1 if the hand is the player-dealer's, who wins equal hands.
    Strengths are those of `above_zero`.
    """
    for own in range(len(high)):
        for other in range(len(high)):
            ways = combinations_beside(hands.once, hands.twice, ones, own, other)
            for split in range(3):
                own_high, own_low = all_high[own, split], all_low[own, split]
                first, second = own_high + banks > high[other], own_low + banks > low[other]
                won[own, split] += ways * (first & second)
                lost[own, split] += ways * (not (first | second))


@dataclass(frozen=True)
class TilesSolution:
    """Value of every arrangement of every hand, for a player or for the player-dealer."""

    way: TilesHouseWay
    won: Ints
    """Number of the other side's 20,475 hands that lose both parts, by hand and arrangement."""
    lost: Ints

    @property
    def gain(self) -> Ints:
        return self.won - self.lost

    @property
    def house(self) -> Ints:
        """Index of the arrangement that the house way chooses for each hand."""
        return house_splits(self.way)

    @property
    def best(self) -> Ints:
        """Index of the best arrangement of each hand; the house way if no other is better."""
        gain, every = self.gain, np.arange(len(self.won))
        best = gain.argmax(axis=1)
        return np.where(gain[every, self.house] == gain[every, best], self.house, best)

    def value(self, splits: Ints) -> Fraction:
        """Return the expected value per unit of the wager; `splits` has the index of each hand's arrangement."""
        gain = self.gain[np.arange(len(splits)), splits]
        return Fraction(int((gain * all_tile_hands().many).sum()), DEALS)

    def shares(self, splits: Ints) -> tuple[Fraction, Fraction]:
        """Return the probabilities to win and to lose; `splits` has the index of each hand's arrangement."""
        every, many = np.arange(len(splits)), all_tile_hands().many
        won, lost = (int((counts[every, splits] * many).sum()) for counts in (self.won, self.lost))
        return Fraction(won, DEALS), Fraction(lost, DEALS)

    def value_of_split(self, hand: int, split: int) -> Fraction:
        return Fraction(int(self.gain[hand, split]), OTHER_SETS)

    @property
    def hands_better_otherwise(self) -> int:
        """Number of the 35,960 hands that have a better arrangement than the house way."""
        return int(all_tile_hands().many[self.best != self.house].sum())


@lru_cache(maxsize=16)
def solve(way: TilesHouseWay, *, banks: bool = False) -> TilesSolution:
    """Return the values of every arrangement of every hand; the other side sets its hand the house way.

    `banks`: for the player-dealer instead of a player.
    """
    hands = all_tile_hands()
    high, low = (above_zero(worths) for worths in split_strengths(house_splits(way)))
    won, lost = np.zeros((len(high), ARRANGEMENTS), np.int64), np.zeros((len(high), ARRANGEMENTS), np.int64)
    _against(hands, ONES, above_zero(hands.high), above_zero(hands.low), high, low, int(banks), won, lost)
    return TilesSolution(way, won, lost)


def hand_index(of_ranks: Sequence[int]) -> int:
    """Return the index of the hand with these ranks in the list of all hands."""
    wanted = np.array(sorted(of_ranks))
    return int(np.flatnonzero((all_tile_hands().ranks == wanted).all(axis=1))[0])
