"""Cards left in a blackjack shoe: counts of the ten values, and of ranks and suits if a rule needs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Rank, Suit
from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import ACE, TEN, value
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.odds.shoe_composition import Composition, card_number

VALUES = 10
TEN_RANKS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
HAND_PIPS = 31
"""Upper bound of the pips in a player's hand, which may be over 21 or a hard 31; aces count one."""
DEALER_PIPS = 26


@dataclass(frozen=True)
class BlackjackShoe:
    """Number of cards left of each value, and of each of the 52 cards if those counts are given."""

    values: tuple[int, ...]
    cards_left: Composition | None = None

    @classmethod
    def of(cls, composition: Composition | Sequence[int]) -> BlackjackShoe:
        """Return a shoe from all 52 counts, or from the counts of the ten values, aces first."""
        if isinstance(composition, Composition):
            return cls(_values(composition), composition)
        values = tuple(int(count) for count in composition)
        if len(values) != VALUES or min(values) < 0:
            raise BadInput.at("shoe", f"ten counts of cards, aces first, were expected, not {list(composition)}")
        return cls(values)

    @property
    def cards(self) -> int:
        return sum(self.values)

    def require_enough_cards(self, hands: int) -> None:
        """Refuse a shoe that could run out of cards within a round.

        Houses have different rules for a shoe that runs out, so such rounds cannot be counted.
        """
        pips = sum(count * card for card, count in enumerate(self.values, start=1))
        needed = hands * HAND_PIPS + DEALER_PIPS
        if pips < needed:
            raise BadInput.at(
                "shoe", f"{self.cards} cards with {pips} pips are left; {hands} hands and the dealer may take {needed}"
            )

    def require_values(self, cards: Sequence[int]) -> None:
        """Refuse card values that this shoe does not contain."""
        for card in cards:
            if not ACE <= card <= TEN:
                raise BadInput.at("hand", f"{card} is no card's value; 1 (ace) to 10 are")
        for card in set(cards):
            if cards.count(card) > self.values[card - 1]:
                raise BadInput.at(
                    "hand", f"{cards.count(card)} cards of value {card}; {self.values[card - 1]} are left"
                )

    def without(self, card: int) -> tuple[int, ...]:
        """Return the counts of the ten values after one card has left the shoe."""
        return tuple(count - (place == card - 1) for place, count in enumerate(self.values))

    def without_up_card(self, up: int) -> NDArray[np.float64]:
        """Return the counts of the shoe without the up card, as an array for kernels."""
        return np.array(self.without(up), np.float64)

    def ten_ranks(self) -> tuple[int, ...]:
        """Return how many tens, jacks, queens and kings are left, as four numbers."""
        left = self._all_card_counts("pairs of equal rank")
        return tuple(sum(left.counts[card_number(Card(rank, suit))] for suit in Suit) for rank in TEN_RANKS)

    def ace_king_share(self, *, any_suit: bool) -> Fraction:
        """Return the fraction of naturals that are the ace and king of spades, or of any one suit.

        The up card removes aces and tens from both groups alike, so the fraction does not depend on the up card.
        """
        left = self._all_card_counts("Blackjack X")
        suits = tuple(Suit) if any_suit else (Suit.SPADES,)
        both = ((Card(Rank.ACE, suit), Card(Rank.KING, suit)) for suit in suits)
        ways = sum(left.counts[card_number(ace)] * left.counts[card_number(king)] for ace, king in both)
        naturals = self.values[ACE - 1] * self.values[TEN - 1]
        return Fraction(ways, naturals) if naturals else Fraction(0)

    def _all_card_counts(self, what: str) -> Composition:
        if self.cards_left is None:
            raise BadInput.at("shoe", f"{what} can only be counted where all 52 cards are known, not ten values")
        return self.cards_left


def natural_pays(payoffs: Payoffs, shoe: BlackjackShoe) -> float:
    """Return the average payout of a natural over its possible suits."""
    if payoffs.blackjack_x is None:
        return float(payoffs.natural)
    share = shoe.ace_king_share(any_suit=payoffs.blackjack_x_any_suit)
    return float(payoffs.natural + share * (payoffs.blackjack_x - payoffs.natural))


def _values(composition: Composition) -> tuple[int, ...]:
    left = [0] * VALUES
    for rank in Rank:
        for suit in Suit:
            left[value(rank) - 1] += composition.counts[card_number(Card(rank, suit))]
    return tuple(left)
