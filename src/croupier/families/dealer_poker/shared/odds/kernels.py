"""Random deal of the first cards of a deck; one 64-bit random number is enough for a round.

The cards of a round depend only on the seed and on the round's number, so rounds can be dealt in any order by any
number of threads. The random numbers are those of `shuffle_kernels`: one per round, and distant ones if a number is
rejected.
"""

from __future__ import annotations

from math import perm
from typing import Any

import numpy as np

from croupier.compiled import compiled_inline
from croupier.odds.simulation.shuffle_kernels import GOLDEN, REDRAW_OFFSET, U64, mix64

DECK = 52
CARD_BITS = U64(6)
"""Number of bits by which a random number is shortened, so that it can be multiplied by the number of cards left."""
REST_BITS = U64(64) - CARD_BITS
REST = (U64(1) << REST_BITS) - U64(1)
LAST_CARD = U64(DECK - 1)


def min_remainder(cards: int) -> np.uint64:
    """Return the smallest remainder with which a random number is accepted after it has drawn `cards` cards.

    Without this limit some deals would be more likely than others.
    """
    return U64(2 ** int(REST_BITS) % perm(DECK, cards))


@compiled_inline
def draw_places(start: Any, number: Any, cards: int, least: Any, places: Any) -> None:
    """Draw the positions in the deck from which a round's cards are dealt (Fisher-Yates shuffle).

    A random fraction is multiplied by the number of cards left: the whole part is the position, the remainder is used
    for the next card (Brackett-Rozinsky and Lemire, 2024). If the remainder is too small, the number is rejected,
    because that deal would be too likely.
    """
    word = start + U64(number) * GOLDEN
    rest = U64(0)
    while True:
        rest = mix64(word) >> CARD_BITS
        for card in range(cards):
            rest *= U64(DECK - card)
            places[card] = rest >> REST_BITS
            rest &= REST
        if rest >= least:
            break
        word += REDRAW_OFFSET * GOLDEN


@compiled_inline
def deal_out(cards: int, places: Any, pile: Any, dealt: Any, begin: Any) -> None:
    """Deal the card at each position and move the last card there; afterwards restore the deck to 0 to 51."""
    for card in range(cards):
        place = places[card]
        dealt[begin + U64(card)] = pile[place]
        pile[place] = pile[LAST_CARD - U64(card)]
    for card in range(cards):
        pile[places[card]] = places[card]
