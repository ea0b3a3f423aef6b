"""What is left in the shoe, as blackjack looks at it: ten values, and ranks or suits where a rule asks for them."""

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
"""A hand that broke has no more, aces as one; nor has a hard 31."""
DEALER_PIPS = 26


@dataclass(frozen=True)
class BlackjackShoe:
    """Cards left of each value; and each of the 52 cards, where that is known."""

    values: tuple[int, ...]
    cards_left: Composition | None = None

    @classmethod
    def of(cls, composition: Composition | Sequence[int]) -> BlackjackShoe:
        """From all 52 counts, or from the counts of the ten values, aces first."""
        if isinstance(composition, Composition):
            return cls(_values(composition), composition)
        values = tuple(int(count) for count in composition)
        if len(values) != VALUES or min(values) < 0:
            raise BadInput.at("shoe", f"ten counts of cards, aces first, were expected, not {list(composition)}")
        return cls(values)

    @property
    def cards(self) -> int:
        return sum(self.values)

    def require_room(self, hands: int) -> None:
        """No shoe that could run out within a round: what happens then is for the house to say, not for counting."""
        pips = sum(count * card for card, count in enumerate(self.values, start=1))
        needed = hands * HAND_PIPS + DEALER_PIPS
        if pips < needed:
            raise BadInput.at(
                "shoe", f"{self.cards} cards with {pips} pips are left; {hands} hands and the dealer may take {needed}"
            )

    def require_values(self, cards: Sequence[int]) -> None:
        """These cards can come from this shoe."""
        for card in cards:
            if not ACE <= card <= TEN:
                raise BadInput.at("hand", f"{card} is no card's value; 1 (ace) to 10 are")
        for card in set(cards):
            if cards.count(card) > self.values[card - 1]:
                raise BadInput.at(
                    "hand", f"{cards.count(card)} cards of value {card}; {self.values[card - 1]} are left"
                )

    def without(self, card: int) -> tuple[int, ...]:
        """The values after one of them has left."""
        return tuple(count - (place == card - 1) for place, count in enumerate(self.values))

    def left_behind(self, up: int) -> NDArray[np.float64]:
        """The shoe without the up card, for kernels."""
        return np.array(self.without(up), np.float64)

    def ten_ranks(self) -> tuple[int, ...]:
        """How many tens, jacks, queens and kings are left."""
        left = self._known("pairs of equal rank")
        return tuple(sum(left.counts[card_number(Card(rank, suit))] for suit in Suit) for rank in TEN_RANKS)

    def ace_king_share(self, *, any_suit: bool) -> Fraction:
        """Of all naturals, how many are the ace and king of spades (or of any one suit), whatever the up card is.

        The up card takes aces and tens from both alike, so the share does not depend on it.
        """
        left = self._known("Blackjack X")
        suits = tuple(Suit) if any_suit else (Suit.SPADES,)
        both = ((Card(Rank.ACE, suit), Card(Rank.KING, suit)) for suit in suits)
        ways = sum(left.counts[card_number(ace)] * left.counts[card_number(king)] for ace, king in both)
        naturals = self.values[ACE - 1] * self.values[TEN - 1]
        return Fraction(ways, naturals) if naturals else Fraction(0)

    def _known(self, what: str) -> Composition:
        if self.cards_left is None:
            raise BadInput.at("shoe", f"{what} can only be counted where all 52 cards are known, not ten values")
        return self.cards_left


def natural_pays(payoffs: Payoffs, shoe: BlackjackShoe) -> float:
    """A natural's pay, over the suits it may have."""
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
