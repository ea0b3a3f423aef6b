"""Effects of removal: what each wager's edge becomes when one card of a rank has left the shoe.

The card that leaves is any one of its rank that is still there, so suits count by how many of each are left. Because
the next card out of a shoe is such a card, the effects of all ranks, weighted by the cards left of each, come to
nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.cards import Rank
from croupier.cards.card import RANK_LETTERS

DEEP = Fraction(3, 4)
"""How much of a shoe is out when counting cards pays most, if it ever does."""
COUNTABLE = Fraction(1, 2)
"""The spread over the edge from which a wager is marked: two deviations are then worth more than the edge."""


@dataclass(frozen=True)
class WagerEffects:
    """One wager: its edge from this shoe, and how much that changes."""

    wager: str
    house_edge: Fraction
    cards: int
    by_rank: Mapping[Rank, Fraction]
    """Change of the house edge when one card of a rank leaves; ranks that are not in the shoe are left out."""
    left: Mapping[Rank, int]

    @property
    def sum_of_sizes(self) -> Fraction:
        """How much there is to count: the sizes of all effects together."""
        return sum((abs(effect) for effect in self.by_rank.values()), Fraction(0))

    @property
    def spread(self) -> float:
        """Deviation of the edge with three quarters of the shoe out, as far as the effects add up.

        The edge after d of N cards moves by about (N-1)/(N-d) times the effects of those d, whose deviation is that of
        a sample without replacement.
        """
        variance = sum((self.left[rank] * effect**2 for rank, effect in self.by_rank.items()), Fraction(0)) / self.cards
        return math.sqrt(variance * (self.cards - 1) * DEEP / (1 - DEEP))

    @property
    def can_be_counted(self) -> bool:
        """Whether someone who remembers every card would often find the wager in his favour late in the shoe."""
        return self.spread > 0 and self.spread >= COUNTABLE * self.house_edge


def effects_json(effects: WagerEffects) -> dict[str, Any]:
    """As `croupier odds --effects --json` prints it: changes of the house edge, as fractions of one."""
    return {
        "by_rank": {RANK_LETTERS[rank - 1]: float(effect) for rank, effect in effects.by_rank.items()},
        "sum_of_sizes": float(effects.sum_of_sizes),
        "spread": effects.spread,
        "can_be_counted": effects.can_be_counted,
    }
