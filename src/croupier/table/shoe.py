"""The shoe on a live table: how many cards are out, which of them were seen, and what the cut card means.

It knows nothing of the cards to come. A card that cannot be (a ninth king of spades from eight decks) is refused.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.cards import Piece, ShoeRules
from croupier.cards.shoe import rounds_after_cut


class LiveShoe(NamedTuple):
    """One shoe in play."""

    number: int
    rules: ShoeRules
    source: str
    digest: str | None = None
    sealed: str | None = None
    dealt: int = 0
    seen: tuple[int, ...] = ()
    """How many of each kind are out, by the pack's numbers; empty before the first."""
    burn_due: bool = True
    hand_began_at: int | None = None
    hands_left: int | None = None
    opened: bool = False
    batch: str | None = None
    """The colour of its backs, where two batches or decks take turns."""
    burned: tuple[str, ...] = ()
    """The burned cards that were shown, in their order."""
    burned_unseen: int = 0
    """How many burned cards were not shown."""
    stays_sealed: bool = False
    """Whether its order is never published: a hand was dealt from it whose unturned cards stay hidden for good."""

    @property
    def total(self) -> int:
        return self.rules.decks * len(self.rules.pack.pieces)

    @property
    def left(self) -> int:
        return self.total - self.dealt

    @property
    def is_finished(self) -> bool:
        return self.hand_began_at is None and (self.hands_left == 0 or self.left == 0)

    @property
    def is_last_hand(self) -> bool:
        return self.hands_left == (0 if self.hand_began_at is not None else 1)

    def impossible_reason(self, card: Piece) -> str | None:
        """Why this card cannot be the next one out of the shoe."""
        if self.left == 0:
            return f"All {self.total} cards of the shoe are out; {card} would be one too many."
        return self.exhausted_reason(card)

    def exhausted_reason(self, card: Piece) -> str | None:
        """Why no more of this kind can be among those not seen."""
        many = self.rules.holds(card)
        if self._counts()[self._place(card)] >= many:
            return f"All {many} {card} of {self.rules.decks} decks are out; this one cannot be."
        return None

    @property
    def is_overfull(self) -> bool:
        """Whether more of a kind are out than there are: one of them was misread."""
        return any(self.seen and self.seen[self._place(one)] > self.rules.holds(one) for one in self.rules.pack.places)

    def after_burn(self, shown: list[Piece], count: int) -> LiveShoe:
        seen = self._see(shown)._replace(dealt=self.dealt + count, burn_due=False)
        return seen._replace(burned=tuple(map(str, shown)), burned_unseen=count - len(shown))

    def after_burned_shown(self, card: Piece) -> LiveShoe:
        """A burned card that was counted already, and is known from now on."""
        return self._see([card])._replace(burned=(*self.burned, str(card)), burned_unseen=self.burned_unseen - 1)

    def after_card(self, card: Piece) -> LiveShoe:
        return self._see([card])._replace(dealt=self.dealt + 1)

    def after_correction(self, was: Piece, card: Piece) -> LiveShoe:
        seen = self._counts()
        seen[self._place(was)] -= 1
        seen[self._place(card)] += 1
        return self._replace(seen=tuple(seen))

    def cut_is_reached(self) -> bool:
        """Whether the next card lies behind the cut card, in a shoe whose order the house keeps."""
        return self.hands_left is None and self.dealt >= self.total - self.rules.cut_from_back

    def after_cut(self) -> LiveShoe:
        """The cut card is set aside. Between hands it comes in place of the next hand's first card."""
        if self.hand_began_at is None:
            return self._replace(hands_left=1 + rounds_after_cut(self.rules, in_place_of_first_card=True))
        first = self.dealt == self.hand_began_at
        return self._replace(hands_left=rounds_after_cut(self.rules, in_place_of_first_card=first))

    def begin_hand(self, *, stays_sealed: bool) -> LiveShoe:
        """Return the shoe with a hand begun; `stays_sealed` where that hand's unturned cards are never shown."""
        hands_left = None if self.hands_left is None else self.hands_left - 1
        sealed = self.stays_sealed or stays_sealed
        return self._replace(hand_began_at=self.dealt, hands_left=hands_left, stays_sealed=sealed)

    def end_hand(self) -> LiveShoe:
        return self._replace(hand_began_at=None)

    def _see(self, cards: list[Piece]) -> LiveShoe:
        seen = self._counts()
        for card in cards:
            seen[self._place(card)] += 1
        return self._replace(seen=tuple(seen))

    def _counts(self) -> list[int]:
        return list(self.seen) or [0] * len(self.rules.pack.places)

    def _place(self, card: Piece) -> int:
        return self.rules.pack.places[card]
