"""A shoe of cardboard cards, as the simulator holds it: the order is fixed, the cut card is in it, cards only leave."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Card


class PhysicalShoe:
    """Cards that leave one after the other; it knows nothing of rounds."""

    def __init__(self, number: int, cards: Sequence[Card], cut_from_back: int) -> None:
        self.number = number
        self._cards = tuple(cards)
        self._cut_from_back = cut_from_back
        self._gone = 0
        self._cut_is_in = cut_from_back > 0

    @property
    def size(self) -> int:
        return len(self._cards)

    @property
    def left(self) -> int:
        return len(self._cards) - self._gone

    def cut_card_comes(self) -> bool:
        """Whether the cut card comes before the next card; if so it is out now."""
        comes = self._cut_is_in and self.left <= self._cut_from_back
        self._cut_is_in = self._cut_is_in and not comes
        return comes

    def pull(self) -> Card:
        card = self._cards[self._gone]
        self._gone += 1
        return card
