"""The first cards of a shuffled deck, all of them from one random word.

A round's cards depend on the seed and on the round's number alone, so rounds may be dealt in any order by any number of
threads. The random words are those of `simulation.shoes`: one word a round, and others far off where it has to be drawn
again.
"""

from __future__ import annotations

from math import perm
from typing import Any

import numpy as np

from croupier.compiled import compiled_inline
from croupier.odds.simulation.shuffle_kernels import DRAWN_AGAIN, GOLDEN, U64, mix64

DECK = 52
CARD_BITS = U64(6)
"""A word gives so many bits away, so that it can be multiplied by the number of cards left."""
REST_BITS = U64(64) - CARD_BITS
REST = (U64(1) << REST_BITS) - U64(1)
LAST_CARD = U64(DECK - 1)


def too_low(cards: int) -> np.uint64:
    """What must remain of a word when so many places were taken out of it, for all deals to be equally likely."""
    return U64(2 ** int(REST_BITS) % perm(DECK, cards))


@compiled_inline
def draw_places(start: Any, number: Any, cards: int, least: Any, places: Any) -> None:
    """The places in the pile that a round's cards are dealt from (Fisher and Yates).

    A fraction times the number of cards left: the whole part is the place, and the rest goes on to the next
    (Brackett-Rozinsky and Lemire, 2024). Where too little remains the deal may have been too likely.
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
        word += DRAWN_AGAIN * GOLDEN


@compiled_inline
def deal_out(cards: int, places: Any, pile: Any, dealt: Any, begin: Any) -> None:
    """Deal the card at each place and let the last of the pile take it; then put the pile, 0 to 51, in order again."""
    for card in range(cards):
        place = places[card]
        dealt[begin + U64(card)] = pile[place]
        pile[place] = pile[LAST_CARD - U64(card)]
    for card in range(cards):
        pile[places[card]] = places[card]
