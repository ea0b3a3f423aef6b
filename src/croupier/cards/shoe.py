"""Dealing shoe with burn cards, cut card, last hand and discard rack.

A shoe is immutable: dealing returns the card and a new shoe, so a table can be rebuilt from the log at any moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NamedTuple

from croupier.cards.card import DECK, Card, Rank
from croupier.cards.pack import P_co, Pack, Piece


class ShoeEmpty(Exception):  # noqa: N818
    """Exception: the shoe has too few cards to finish the round, so the round is void. [003 L299]"""


class CutRule(StrEnum):
    """Rule that decides how many hands follow once the cut card appears."""

    ONE_MORE_HAND = "one-more-hand"
    """Finish the current hand, then always play one more. [003 L230]"""
    ENDS_WITH_THE_HAND = "ends-with-the-hand"
    """A cut card in place of a hand's first card makes that hand the last; during a hand, one more hand follows.

    [000 L104-105; 001 L43]
    """


@dataclass(frozen=True)
class ShoeRules:
    """Number of decks, burn cards and cut card of a table's shoe."""

    decks: int
    burn: str = "by-first-card"
    burn_fixed: int = 0
    burn_ten_value: int = 10
    cut_from_back: int = 14
    cut_rule: CutRule = CutRule.ONE_MORE_HAND
    pack: Pack = Pack.CARDS

    @property
    def full_shoe(self) -> tuple[Piece, ...]:
        """All cards or tiles of the full shoe, unshuffled."""
        return self.pack.pieces * self.decks

    def copies_of(self, piece: Piece) -> int:
        """Return the number of copies of one card or tile in the full shoe."""
        return self.decks * self.pack.copies.get(piece, 0)

    def burn_count(self, first: Piece) -> int:
        """Return the number of cards to burn, including the first one. [003 L200; 004 L2305-2310]

        The first card determines how many more follow: ace 1, two to nine their rank, ten, pictures and joker
        `burn_ten_value`. Packs of tiles use a fixed number.
        """
        if self.burn == "fixed":
            return self.burn_fixed
        if isinstance(first, Card) and first.rank < Rank.TEN:
            return 1 + first.rank
        return 1 + self.burn_ten_value


class Shoe(NamedTuple, Generic[P_co]):
    """Cards in dealing order, and the current position in them."""

    rules: ShoeRules
    cards: tuple[P_co, ...]
    dealt: int = 0
    hand_began_at: int | None = None
    hands_left: int | None = None
    """Number of further hands that may begin; None until the cut card appears."""
    rack: tuple[P_co, ...] = ()
    """Cards in the discard rack, bottom card first."""

    @classmethod
    def new(cls, rules: ShoeRules, cards: tuple[P_co, ...]) -> Shoe[P_co]:
        """Return a full shoe with its cut card in place, before any card is burned."""
        return cls(rules, cards)

    @property
    def cards_left(self) -> int:
        return len(self.cards) - self.dealt

    @property
    def cut_card_is_out(self) -> bool:
        return self.dealt > len(self.cards) - self.rules.cut_from_back

    @property
    def is_last_hand(self) -> bool:
        """Return whether the current hand is the last of this shoe; between two hands, whether the next hand is."""
        return self.hands_left == (0 if self.hand_began_at is not None else 1)

    @property
    def is_finished(self) -> bool:
        return self.hand_began_at is None and (self.hands_left == 0 or self.cards_left == 0)

    def burn(self) -> tuple[tuple[P_co, ...], Shoe[P_co]]:
        """Burn cards before the first hand; return the burned cards, which players see, and the new shoe."""
        if self.rules.burn == "none" or not self.cards:
            return (), self
        count = self.rules.burn_count(self.cards[0])
        burnt = self.cards[:count]
        return burnt, self._replace(dealt=count, rack=self.rack + burnt)

    def begin_hand(self) -> Shoe[P_co]:
        """Begin a hand: its first card is the next card of the shoe."""
        hands_left = None if self.hands_left is None else self.hands_left - 1
        return self._replace(hand_began_at=self.dealt, hands_left=hands_left)

    def deal(self) -> tuple[P_co, Shoe[P_co]]:
        """Deal the next card and return it with the new shoe.

        If the cut card lies before that card, it is set aside, and the cut rule decides how many hands follow.
        """
        if self.cards_left == 0:
            raise ShoeEmpty("the shoe is empty before the round is complete: the round is void")
        after = self._replace(dealt=self.dealt + 1)
        if self.hands_left is None and after.cut_card_is_out:
            after = after._replace(hands_left=self._hands_after_cut())
        return self.cards[self.dealt], after

    def _hands_after_cut(self) -> int:
        return rounds_after_cut(self.rules, in_place_of_first_card=self.dealt == self.hand_began_at)

    def end_hand(self, picked_up: tuple[P_co, ...]) -> Shoe[P_co]:
        """End the hand and put its cards into the rack, in an order from which both hands can be rebuilt. [003 L291]"""
        return self._replace(hand_began_at=None, rack=self.rack + picked_up)


def rounds_after_cut(rules: ShoeRules, *, in_place_of_first_card: bool) -> int:
    """Return how many hands follow the hand in which the cut card appears: 0 or 1.

    `in_place_of_first_card`: whether the cut card came out instead of the first card of a hand.
    """
    ends_now = rules.cut_rule is CutRule.ENDS_WITH_THE_HAND and in_place_of_first_card
    return 0 if ends_now else 1


def build_decks(count: int) -> tuple[Card, ...]:
    """Return `count` decks of 52 cards, unshuffled."""
    return DECK * count
