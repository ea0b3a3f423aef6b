"""Probabilities that a hand which stands wins and loses, for one shoe and one soft-17 rule.

They do not depend on any other rule, so games with different rules share them.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.odds.hand_tables import dealer_walk
from croupier.families.blackjack.odds.kernels import standing_chances
from croupier.families.blackjack.odds.player_hands import player_hands, rows_holding

Chances = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Two arrays: the probabilities that hands win, and that they lose."""
CACHED_SHOES = 4
"""Number of shoes in the cache; each takes at most about eight megabytes."""


class StandingChances:
    """Probabilities that standing hands win and lose, computed on first use and cached.

    Probabilities of split hands are computed only for the requested hands.
    """

    def __init__(self, values: tuple[int, ...], hits_soft_17: bool) -> None:
        self.values = values
        self.hits_soft_17 = hits_soft_17
        self._whole: dict[int, Chances] = {}
        self._split: dict[tuple[int, int, int], Chances] = {}
        self.split_parts: dict[Hashable, list[tuple[float, float]]] = {}
        """Values of split hands by strategy; different rules often lead to the same strategy."""

    def against(self, up: int) -> Chances:
        """Return the probabilities for every hand of `player_hands`; 0 if the shoe does not contain the hand."""
        if up not in self._whole:
            hands = player_hands()
            chances = np.zeros(len(hands.cards)), np.zeros(len(hands.cards))
            held = np.flatnonzero((hands.counts <= self._left(up)).all(axis=1) & (hands.cards > 0))
            self._count(up, held, 1, 0, np.arange(len(hands.cards)), chances)
            self._whole[up] = chances
        return self._whole[up]

    def after_split(self, up: int, pair: int, extras: int, wanted: NDArray[np.int64]) -> Chances:
        """Return the probabilities for the wanted hands if `extras` more cards of the pair's value have left.

        `rows_holding(pair)` translates a row to an index of the arrays.
        """
        places = rows_holding(pair)
        key = (up, pair, extras)
        if key not in self._split:
            size = int(places.max()) + 1
            self._split[key] = np.full(size, np.nan), np.full(size, np.nan)
        chances = self._split[key]
        missing = wanted[np.isnan(chances[0][places[wanted]])]
        if len(missing):
            self._count(up, missing, pair, extras, places, chances)
        return chances

    def _count(
        self, up: int, wanted: NDArray[np.int64], value: int, extras: int, places: NDArray[np.int64], into: Chances
    ) -> None:
        left = self._left(up).astype(np.float64)
        dealer = dealer_walk(up, self.hits_soft_17)
        standing_chances(dealer, player_hands(), up, left, wanted, value - 1, extras, places, into[0], into[1])

    def _left(self, up: int) -> NDArray[np.int64]:
        return np.array([count - (place == up - 1) for place, count in enumerate(self.values)], np.int64)


@lru_cache(maxsize=CACHED_SHOES)
def shared_standing(values: tuple[int, ...], hits_soft_17: bool) -> StandingChances:
    return StandingChances(values, hits_soft_17)
