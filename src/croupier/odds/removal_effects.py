"""Effects of removal: change of each wager's edge when one card of a rank has left the shoe.

The removed card is a random remaining card of its rank, so suits count by their remaining numbers. The next card dealt
is such a card; therefore the effects of all ranks, weighted by the remaining cards of each rank, sum to zero.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.cards import Rank
from croupier.cards.card import RANK_LETTERS

FRACTION_DEALT = Fraction(3, 4)
"""Fraction of the shoe that is dealt when card counting is most valuable."""
COUNTABLE_RATIO = Fraction(1, 2)
"""Ratio of deviation to edge from which a wager is marked: two deviations are then worth more than the edge."""


@dataclass(frozen=True)
class WagerEffects:
    """Edge of one wager from a given shoe, and its change per removed card."""

    wager: str
    house_edge: Fraction
    cards: int
    by_rank: Mapping[Rank, Fraction]
    """Change of the house edge when one card of a rank leaves; ranks that are not in the shoe are omitted."""
    left: Mapping[Rank, int]

    @property
    def sum_of_sizes(self) -> Fraction:
        """Sum of the absolute effects of all ranks, a measure of the value of card counting."""
        return sum((abs(effect) for effect in self.by_rank.values()), Fraction(0))

    @property
    def spread(self) -> float:
        """Standard deviation of the edge after three quarters of the shoe, assuming that the effects add up.

        After d of N cards the edge changes by about (N-1)/(N-d) times the effects of those d cards, and their deviation
        is that of a sample without replacement.
        """
        variance = sum((self.left[rank] * effect**2 for rank, effect in self.by_rank.items()), Fraction(0)) / self.cards
        return math.sqrt(variance * (self.cards - 1) * FRACTION_DEALT / (1 - FRACTION_DEALT))

    @property
    def can_be_counted(self) -> bool:
        """Return whether a perfect card counter would often find the wager favourable late in the shoe."""
        return self.spread > 0 and self.spread >= COUNTABLE_RATIO * self.house_edge

    def __repr__(self) -> str:
        changes = (f"{RANK_LETTERS[rank - 1]} {100 * float(effect):+.4f}" for rank, effect in self.by_rank.items())
        return f"<{self.wager}: change of the house edge in % when a card leaves: {', '.join(changes)}>"


def effects_json(effects: WagerEffects) -> dict[str, Any]:
    """Return the JSON of `croupier odds --effects --json`: changes of the house edge as fractions of 1."""
    return {
        "by_rank": {RANK_LETTERS[rank - 1]: float(effect) for rank, effect in effects.by_rank.items()},
        "sum_of_sizes": float(effects.sum_of_sizes),
        "spread": effects.spread,
        "can_be_counted": effects.can_be_counted,
    }
