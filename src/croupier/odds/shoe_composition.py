"""Remaining cards of a shoe: the number of each of the 52 cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, CardError, Rank, Suit, parse_cards
from croupier.cards.card import DECK
from croupier.errors import BadInput

LEAST_CARDS = 6
"""Fewest cards of a shoe for which odds are computed: a round can need six cards."""


@dataclass(frozen=True)
class Composition:
    """Cards that are left in a full or partly dealt shoe."""

    counts: tuple[int, ...]
    """Number of copies of each card, indexed by `card_number`."""

    @classmethod
    def of_decks(cls, decks: int) -> Composition:
        return cls((decks,) * 52)

    @classmethod
    def of_cards(cls, cards: Iterable[Card]) -> Composition:
        """Return a shoe that contains exactly these cards."""
        left = Counter(cards)
        return cls(tuple(left[card_of(number)] for number in range(52)))

    def without(self, cards: Iterable[Card], where: str = "--removed") -> Composition:
        """Return the shoe without these cards."""
        counts = list(self.counts)
        for card, count in Counter(cards).items():
            number = card_number(card)
            if count > counts[number]:
                raise BadInput.at(where, f"{card} leaves the shoe {count} times; it holds {counts[number]}")
            counts[number] -= count
        return Composition(tuple(counts))

    @property
    def cards(self) -> int:
        return sum(self.counts)

    def require_a_round(self, where: str = "shoe") -> None:
        if self.cards < LEAST_CARDS:
            raise BadInput.at(
                where, f"{self.cards} {'card is' if self.cards == 1 else 'cards are'} left; a round needs {LEAST_CARDS}"
            )

    def by_card(self) -> NDArray[np.int64]:
        return np.array(self.counts, dtype=np.int64)


def card_number(card: Card) -> int:
    """Return the card's number in kernels: 4 x (rank - 1) + suit."""
    return 4 * (card.rank - 1) + card.suit


def card_of(number: int) -> Card:
    return Card(Rank(number // 4 + 1), Suit(number % 4))


assert sorted(card_number(card) for card in DECK) == list(range(52))


def shoe_left(decks: int, removed: str | None, left: str | None) -> Composition | None:
    """Return the remaining shoe from the options `--removed` or `--left`, or None for a full shoe."""
    if removed is None and left is None:
        return None
    if removed is not None and left is not None:
        raise BadInput.at("--left", "does not go with --removed; give what is out of the shoe or what is still in it")
    full = Composition.of_decks(decks)
    if removed is not None:
        shoe, where = full.without(read_cards(removed, "--removed"), "--removed"), "--removed"
    else:
        cards, where = read_cards(left or "", "--left"), "--left"
        for card, count in Counter(cards).items():
            if count > decks:
                message = f"{card} is named {count} times; a shoe of {full.cards} cards holds {decks}"
                raise BadInput.at("--left", message)
        shoe = Composition.of_cards(cards)
    shoe.require_a_round(where)
    return shoe


def read_cards(text: str, where: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise BadInput.at(where, str(error)) from None
