"""Playing cards and their notation: rank, then suit, for example `Ts`, `10h` or `aD`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from typing import NamedTuple


class CardError(ValueError):
    """Error for a text that does not name a card."""


class Rank(IntEnum):
    """Rank of a card, from ace (1) to king (13)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


class Suit(IntEnum):
    """Suit of a card; red suits have odd numbers."""

    SPADES = 0
    HEARTS = 1
    CLUBS = 2
    DIAMONDS = 3

    @property
    def is_red(self) -> bool:
        return self % 2 == 1


RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = {Suit.SPADES: "s", Suit.HEARTS: "h", Suit.DIAMONDS: "d", Suit.CLUBS: "c"}
SUIT_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
SUITS_BY_LETTER = {letter: suit for suit, letter in SUIT_LETTERS.items()}


class Card(NamedTuple):
    """One card of a 52-card deck.

    Two cards with the same rank and suit are equal, because a shoe can contain several decks.
    """

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return RANK_LETTERS[self.rank - 1] + SUIT_LETTERS[self.suit]

    @property
    def pretty(self) -> str:
        """Return the card with a suit symbol, for example `10♥`."""
        name = "10" if self.rank == Rank.TEN else RANK_LETTERS[self.rank - 1]
        return name + SUIT_SYMBOLS[self.suit]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card written as `Ts`, `10s` or `tS`.

        Raise `CardError` for any other text; its message explains the notation.
        """
        return _parse(text)


@cache
def _parse(text: str) -> Card:
    letters = text.strip().upper().replace("10", "T")
    if len(letters) != 2 or letters[0] not in RANK_LETTERS or letters[1].lower() not in SUITS_BY_LETTER:
        raise CardError(f'"{text}" is not a card; write rank then suit, such as Ts, 9h or 10c')
    return Card(Rank(RANK_LETTERS.index(letters[0]) + 1), SUITS_BY_LETTER[letters[1].lower()])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards in a text, in order; cards are separated by spaces or commas."""
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())


def show_cards(cards: Iterable[object]) -> str:
    """Return cards or tiles as text on one line, separated by spaces."""
    return " ".join(str(card) for card in cards)


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
