"""Shoe of a live table: number of cards dealt, counts of the cards that were seen, and the cut card.

It contains no information about cards still in the shoe. An impossible card is refused, for example a ninth king of
spades from eight decks.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.cards import Piece, ShoeRules
from croupier.cards.shoe import rounds_after_cut


class LiveShoe(NamedTuple):
    """Shoe in play: its cards dealt so far, its cut card, and the commitment to its order."""

    number: int
    rules: ShoeRules
    source: str
    digest: str | None = None
    sealed: str | None = None
    dealt: int = 0
    seen: tuple[int, ...] = ()
    """Counts of the cards seen, indexed by the pack's card index; empty before the first card."""
    burn_due: bool = True
    hand_began_at: int | None = None
    hands_left: int | None = None
    opened: bool = False
    batch: str | None = None
    """Back colour of the cards, where two batches or decks alternate; None elsewhere."""
    burned: tuple[str, ...] = ()
    """Burn cards that were shown, in order."""
    burned_unseen: int = 0
    """Number of burn cards that were not shown."""
    stays_sealed: bool = False
    """Whether the order is never published, because a hand from this shoe has cards that stay hidden."""

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
        """Return why this card cannot be the next one from the shoe, or None."""
        if self.left == 0:
            return f"All {self.total} cards of the shoe are out; {card} would be one too many."
        return self.exhausted_reason(card)

    def exhausted_reason(self, card: Piece) -> str | None:
        """Return why no more cards of this rank and suit can be left, or None."""
        many = self.rules.copies_of(card)
        if self._counts()[self._place(card)] >= many:
            return f"All {many} {card} of {self.rules.decks} decks are out; this one cannot be."
        return None

    @property
    def is_overfull(self) -> bool:
        """Whether more copies of one card were dealt than the shoe contains, so that one of them was misread."""
        return any(
            self.seen and self.seen[self._place(piece)] > self.rules.copies_of(piece)
            for piece in self.rules.pack.piece_numbers
        )

    def after_burn(self, shown: list[Piece], count: int) -> LiveShoe:
        shoe = self._count_cards(shown)._replace(dealt=self.dealt + count, burn_due=False)
        return shoe._replace(burned=tuple(map(str, shown)), burned_unseen=count - len(shown))

    def after_burned_shown(self, card: Piece) -> LiveShoe:
        """Return the shoe after a burn card, which is already in the number of cards dealt, was shown."""
        return self._count_cards([card])._replace(
            burned=(*self.burned, str(card)), burned_unseen=self.burned_unseen - 1
        )

    def after_card(self, card: Piece) -> LiveShoe:
        return self._count_cards([card])._replace(dealt=self.dealt + 1)

    def after_correction(self, was: Piece, card: Piece) -> LiveShoe:
        counts = self._counts()
        counts[self._place(was)] -= 1
        counts[self._place(card)] += 1
        return self._replace(seen=tuple(counts))

    def cut_is_reached(self) -> bool:
        """Return whether the next card is behind the cut card, in a shoe with a generated order."""
        return self.hands_left is None and self.dealt >= self.total - self.rules.cut_from_back

    def after_cut(self) -> LiveShoe:
        """Return the shoe with the cut card set aside.

        Between hands, the cut card is in place of the first card of the next hand.
        """
        if self.hand_began_at is None:
            return self._replace(hands_left=1 + rounds_after_cut(self.rules, in_place_of_first_card=True))
        first = self.dealt == self.hand_began_at
        return self._replace(hands_left=rounds_after_cut(self.rules, in_place_of_first_card=first))

    def begin_hand(self, *, stays_sealed: bool) -> LiveShoe:
        """Return the shoe at the start of a hand.

        `stays_sealed`: cards of this hand that are not revealed stay hidden for ever.
        """
        hands_left = None if self.hands_left is None else self.hands_left - 1
        sealed = self.stays_sealed or stays_sealed
        return self._replace(hand_began_at=self.dealt, hands_left=hands_left, stays_sealed=sealed)

    def end_hand(self) -> LiveShoe:
        return self._replace(hand_began_at=None)

    def _count_cards(self, cards: list[Piece]) -> LiveShoe:
        counts = self._counts()
        for card in cards:
            counts[self._place(card)] += 1
        return self._replace(seen=tuple(counts))

    def _counts(self) -> list[int]:
        return list(self.seen) or [0] * len(self.rules.pack.piece_numbers)

    def _place(self, card: Piece) -> int:
        return self.rules.pack.piece_numbers[card]
