"""The dealing shoe: burn, cut card, last hand, discard rack.

A shoe never changes: dealing a card gives the card and the shoe as it is afterwards, so a table can be rebuilt at any
moment from what was recorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NamedTuple

from croupier.cards.card import DECK, Card, Rank
from croupier.cards.pack import P_co, Pack, Piece


class ShoeEmpty(Exception):  # noqa: N818
    """Too few cards are left to finish the round: the round is void. [003 L299]"""


class CutRule(StrEnum):
    """What the cut card means when it comes out in place of a hand's first card."""

    ONE_MORE_HAND = "one-more-hand"
    """Finish the hand, always play one more. [003 L230]"""
    ENDS_WITH_THE_HAND = "ends-with-the-hand"
    """As the first card: that hand is the last. During a hand: one more. [000 L104-105; 001 L43]"""


@dataclass(frozen=True)
class ShoeRules:
    """How a house fills and burns its shoe."""

    decks: int
    burn: str = "by-first-card"
    burn_fixed: int = 0
    burn_ten_value: int = 10
    cut_from_back: int = 14
    cut_rule: CutRule = CutRule.ONE_MORE_HAND
    pack: Pack = Pack.CARDS

    @property
    def full(self) -> tuple[Piece, ...]:
        """All that goes into the shoe, unshuffled."""
        return self.pack.pieces * self.decks

    def holds(self, piece: Piece) -> int:
        """How often a card is in the full shoe."""
        return self.decks * self.pack.holds.get(piece, 0)

    def burn_count(self, first: Piece) -> int:
        """How many go to the rack, the first one included. [003 L200; 004 L2305-2310]

        Ace 1, two to nine their pips, ten and pictures ten, a joker likewise; tiles are burnt only by a fixed number.
        """
        if self.burn == "fixed":
            return self.burn_fixed
        if isinstance(first, Card) and first.rank < Rank.TEN:
            return 1 + first.rank
        return 1 + self.burn_ten_value


class Shoe(NamedTuple, Generic[P_co]):
    """Cards in the order they will be dealt, and how far the dealer has got."""

    rules: ShoeRules
    cards: tuple[P_co, ...]
    dealt: int = 0
    hand_began_at: int | None = None
    hands_left: int | None = None
    """None until the cut card is out; then how many more hands begin."""
    rack: tuple[P_co, ...] = ()
    """The discard rack, bottom card first."""

    @classmethod
    def of(cls, rules: ShoeRules, cards: tuple[P_co, ...]) -> Shoe[P_co]:
        """A full shoe, cut card in place, before the burn."""
        return cls(rules, cards)

    @property
    def left(self) -> int:
        return len(self.cards) - self.dealt

    @property
    def cut_card_is_out(self) -> bool:
        return self.dealt > len(self.cards) - self.rules.cut_from_back

    @property
    def is_last_hand(self) -> bool:
        """The hand now dealt, or next to be dealt, is the last of this shoe."""
        return self.hands_left == (0 if self.hand_began_at is not None else 1)

    @property
    def is_finished(self) -> bool:
        return self.hand_began_at is None and (self.hands_left == 0 or self.left == 0)

    def burnt(self) -> tuple[tuple[P_co, ...], Shoe[P_co]]:
        """Burn before the first hand: the cards shown to the players, and the shoe after."""
        if self.rules.burn == "none" or not self.cards:
            return (), self
        count = self.rules.burn_count(self.cards[0])
        burnt = self.cards[:count]
        return burnt, self._replace(dealt=count, rack=self.rack + burnt)

    def begin_hand(self) -> Shoe[P_co]:
        """The dealer reaches for a hand's first card."""
        hands_left = None if self.hands_left is None else self.hands_left - 1
        return self._replace(hand_began_at=self.dealt, hands_left=hands_left)

    def deal(self) -> tuple[P_co, Shoe[P_co]]:
        """The next card. The cut card, if it lies before it, is set aside."""
        if self.left == 0:
            raise ShoeEmpty("the shoe is empty before the round is complete: the round is void")
        after = self._replace(dealt=self.dealt + 1)
        if self.hands_left is None and after.cut_card_is_out:
            after = after._replace(hands_left=self._hands_after_cut())
        return self.cards[self.dealt], after

    def _hands_after_cut(self) -> int:
        return rounds_after_cut(self.rules, in_place_of_first_card=self.dealt == self.hand_began_at)

    def end_hand(self, picked_up: tuple[P_co, ...]) -> Shoe[P_co]:
        """The cards go to the rack in an order from which both hands can be rebuilt. [003 L291]"""
        return self._replace(hand_began_at=None, rack=self.rack + picked_up)


def rounds_after_cut(rules: ShoeRules, *, in_place_of_first_card: bool) -> int:
    """How many hands follow the one in which the cut card comes out."""
    ends_now = rules.cut_rule is CutRule.ENDS_WITH_THE_HAND and in_place_of_first_card
    return 0 if ends_now else 1


def build_decks(count: int) -> tuple[Card, ...]:
    """`count` decks of 52, unshuffled."""
    return DECK * count
