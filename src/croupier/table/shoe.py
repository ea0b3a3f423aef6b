"""The shoe on a live table: how many cards are out, which of them were seen, and what the cut card means.

It knows nothing of the cards to come. A card that cannot be (a ninth king of spades from eight decks) is refused.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.cards import Card, ShoeRules
from croupier.cards.shoe import hands_after_cut

KINDS = 52


class LiveShoe(NamedTuple):
    """One shoe in play."""

    number: int
    rules: ShoeRules
    source: str
    digest: str | None = None
    sealed: str | None = None
    dealt: int = 0
    seen: tuple[int, ...] = (0,) * KINDS
    burn_due: bool = True
    hand_began_at: int | None = None
    hands_left: int | None = None
    opened: bool = False

    @property
    def total(self) -> int:
        return self.rules.decks * KINDS

    @property
    def left(self) -> int:
        return self.total - self.dealt

    @property
    def is_finished(self) -> bool:
        return self.hand_began_at is None and (self.hands_left == 0 or self.left == 0)

    @property
    def is_last_hand(self) -> bool:
        return self.hands_left == (0 if self.hand_began_at is not None else 1)

    def burn_count(self, first: Card) -> int:
        """How many cards go to the rack, the first one included. [003 L200; 004 L2305-2310]"""
        if self.rules.burn == "fixed":
            return self.rules.burn_fixed
        return 1 + (self.rules.burn_ten_value if first.rank >= 10 else int(first.rank))

    def why_impossible(self, card: Card) -> str | None:
        """Why this card cannot be the next one out of the shoe."""
        if self.left == 0:
            return f"All {self.total} cards of the shoe are out; {card} would be one too many."
        if self.seen[place(card)] >= self.rules.decks:
            return f"All {self.rules.decks} {card} of {self.rules.decks} decks are out; this one cannot be."
        return None

    def after_burn(self, shown: list[Card], count: int) -> LiveShoe:
        return self._see(shown)._replace(dealt=self.dealt + count, burn_due=False)

    def after_card(self, card: Card) -> LiveShoe:
        return self._see([card])._replace(dealt=self.dealt + 1)

    def after_correction(self, was: Card, card: Card) -> LiveShoe:
        seen = list(self.seen)
        seen[place(was)] -= 1
        seen[place(card)] += 1
        return self._replace(seen=tuple(seen))

    def cut_is_reached(self) -> bool:
        """Whether the next card lies behind the cut card, in a shoe whose order the house keeps."""
        return self.hands_left is None and self.dealt >= self.total - self.rules.cut_from_back

    def after_cut(self) -> LiveShoe:
        """The cut card is set aside. Between hands it comes in place of the next hand's first card."""
        if self.hand_began_at is None:
            return self._replace(hands_left=1 + hands_after_cut(self.rules, in_place_of_first_card=True))
        first = self.dealt == self.hand_began_at
        return self._replace(hands_left=hands_after_cut(self.rules, in_place_of_first_card=first))

    def begin_hand(self) -> LiveShoe:
        hands_left = None if self.hands_left is None else self.hands_left - 1
        return self._replace(hand_began_at=self.dealt, hands_left=hands_left)

    def end_hand(self) -> LiveShoe:
        return self._replace(hand_began_at=None)

    def _see(self, cards: list[Card]) -> LiveShoe:
        seen = list(self.seen)
        for card in cards:
            seen[place(card)] += 1
        return self._replace(seen=tuple(seen))


def place(card: Card) -> int:
    """A card's number among the 52."""
    return 4 * (card.rank - 1) + card.suit
