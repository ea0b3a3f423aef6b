"""Two mah-jong tiles and what they are worth: a pair, then the last digit of the sum, then the higher tile.

Equal counts with the same higher tile are the same two tiles, so nothing else is left to compare. [004 L490-506]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.cards import Pack, Piece
from croupier.cards.pack import WINDOW, MahJongTile

PAIR = 10
"""Where the pairs begin, above nine points."""
ZERO = 1
HIGHEST = WINDOW + 1
WORDS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "window")
Two = tuple[int, int]


def number_of(tile: Piece) -> int:
    """Its dots; a window has ten."""
    assert isinstance(tile, MahJongTile), tile
    return tile.circles


def numbers_of(tiles: Sequence[Piece]) -> Two:
    """Two tiles, the higher first."""
    one, other = sorted((number_of(tile) for tile in tiles), reverse=True)
    return one, other


def value_of(hand: Two) -> int:
    """The last digit of the dots. [004 L490-492]"""
    return sum(hand) % 10


def is_pair(hand: Two) -> bool:
    return hand[0] == hand[1]


def strength(hand: Two) -> int:
    """A hand as a number, the larger the better; zero that is no pair is nothing. [004 L502-506; CA-MJP-A3]"""
    if is_pair(hand):
        return PAIR * HIGHEST + hand[0]
    value = value_of(hand)
    return value * HIGHEST + hand[0] if value else 0


def beats(own: Two, dealer: Two) -> bool:
    """Whether a player's hand is higher; the player-dealer wins what is equal. [004 L494-496, L574-578]"""
    return strength(own) > strength(dealer)


def name_of(hand: Two) -> str:
    """`pair of windows`, `9, window on top`."""
    top = WORDS[hand[0]]
    if is_pair(hand):
        return f"pair of {top}{'es' if top.endswith('x') else 's'}"
    return f"{value_of(hand)}, {top} on top"


def deals() -> Iterator[tuple[Two, Two, int]]:
    """A seat's hand, the player-dealer's, and in how many of the 29,070 deals they come."""
    hands = [(high, low) for high in range(1, WINDOW + 1) for low in range(1, high + 1)]
    for own in hands:
        left = {number: Pack.MAH_JONG.holds[MahJongTile(number)] for number in range(1, WINDOW + 1)}
        many = _ways(own, left)
        for number in own:
            left[number] -= 1
        for dealer in hands:
            if ways := many * _ways(dealer, left):
                yield own, dealer, ways


def _ways(hand: Two, left: dict[int, int]) -> int:
    """In how many ways two tiles come from those left."""
    one, other = hand
    return left[one] * (left[one] - 1) // 2 if one == other else left[one] * left[other]
