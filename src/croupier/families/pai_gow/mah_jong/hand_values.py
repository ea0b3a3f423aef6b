"""Values of two mah-jong tiles: a pair is best, then the last digit of the sum counts, then the higher tile.

Equal digits with the same higher tile are the same two tiles, so there is nothing else to compare. [004 L490-506]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.cards import Pack, Piece
from croupier.cards.pack import WINDOW, MahJongTile

PAIR = 10
"""Lowest strength level that stands for a pair; hands without a pair have lower levels."""
ZERO = 1
HIGHEST = WINDOW + 1
WORDS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "window")
TileHand = tuple[int, int]


def number_of(tile: Piece) -> int:
    """Return the number of dots of a tile; a window has ten."""
    assert isinstance(tile, MahJongTile), tile
    return tile.circles


def dots_of(tiles: Sequence[Piece]) -> TileHand:
    """Return the number of dots of each of two tiles, the higher first."""
    one, other = sorted((number_of(tile) for tile in tiles), reverse=True)
    return one, other


def value_of(hand: TileHand) -> int:
    """Return the last digit of the sum of dots of two tiles. [004 L490-492]"""
    return sum(hand) % 10


def is_pair(hand: TileHand) -> bool:
    return hand[0] == hand[1]


def strength(hand: TileHand) -> int:
    """Return the strength of a hand, larger is better; 0 points have strength 0. [004 L502-506; CA-MJP-A3]"""
    if is_pair(hand):
        return PAIR * HIGHEST + hand[0]
    value = value_of(hand)
    return value * HIGHEST + hand[0] if value else 0


def beats(own: TileHand, dealer: TileHand) -> bool:
    """Return whether a player's hand is higher; the player-dealer wins equal hands. [004 L494-496, L574-578]"""
    return strength(own) > strength(dealer)


def name_of(hand: TileHand) -> str:
    """Return the name of a hand, for example "pair of windows" or "9, window on top"."""
    top = WORDS[hand[0]]
    if is_pair(hand):
        return f"pair of {top}{'es' if top.endswith('x') else 's'}"
    return f"{value_of(hand)}, {top} on top"


def deals() -> Iterator[tuple[TileHand, TileHand, int]]:
    """Yield each combination of a seat's hand and a player-dealer's hand, and how many of the 29,070 deals give it."""
    hands = [(high, low) for high in range(1, WINDOW + 1) for low in range(1, high + 1)]
    for own in hands:
        left = {number: Pack.MAH_JONG.copies[MahJongTile(number)] for number in range(1, WINDOW + 1)}
        many = _count_selections(own, left)
        for number in own:
            left[number] -= 1
        for dealer in hands:
            if selections := many * _count_selections(dealer, left):
                yield own, dealer, selections


def _count_selections(hand: TileHand, left: dict[int, int]) -> int:
    """Return in how many ways these two tiles can be taken from the tiles left."""
    one, other = hand
    return left[one] * (left[one] - 1) // 2 if one == other else left[one] * left[other]
