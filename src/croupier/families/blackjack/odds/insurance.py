"""What insurance is worth: a wager on a ten under the dealer's ace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.families.blackjack.hands import ACE, TEN
from croupier.families.blackjack.odds.shoe import BlackjackShoe


@dataclass(frozen=True)
class Insurance:
    """Exact, per unit of the insurance wager (not of the original one). [002 L33, L86; 004 L1407-1413]"""

    shoe: BlackjackShoe
    pays: Fraction

    @property
    def value(self) -> Fraction:
        """With an ace up and nothing else seen."""
        return self.against([])

    def against(self, cards: Sequence[int]) -> Fraction:
        """With an ace up, knowing these cards (one's own, or any that have left the shoe)."""
        self.shoe.require_values([ACE, *cards])
        left = self.shoe.cards - 1 - len(cards)
        tens = self.shoe.values[TEN - 1] - list(cards).count(TEN)
        return Fraction(tens, left) * (self.pays + 1) - 1

    def effects_of_removal(self) -> Mapping[int, Fraction]:
        """How much the value changes when one card of a value leaves the shoe."""
        there = (value for value in range(1, 11) if self.shoe.values[value - 1] > (value == ACE))
        return {value: self.against([value]) - self.value for value in there}

    def is_worth_taking(self, cards: Sequence[int] = ()) -> bool:
        return self.against(cards) > 0
