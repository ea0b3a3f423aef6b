"""Exact probabilities of the dealer's final totals, for any up card and any remaining cards.

The order of the dealer's cards matters only because the dealer stops drawing at a total. All final hands are therefore
listed once for each up card, as sets of drawn cards with the number of orders in which each set can be drawn. The
probability of a set is then a product of remaining card counts. The sorted sets share prefixes: a list of steps, each
one card longer than an earlier step, visits all sets with one multiplication per step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.hand_values import count, dealer_draws, is_natural

NATURAL = 0
"""Key of `DealerOutcomes.totals` for an ace and a ten; the key 21 is a 21 of three or more cards."""
BUST = 22
MOST_SAME = 20
"""Most cards of one value that a dealer's hand can have, as an upper bound."""
Drawn = tuple[int, ...]


class DealerWalk(NamedTuple):
    """Steps that visit all dealer's hands of 17 to 21 for one up card, as arrays with one entry per step.

    Naturals are excluded; the remaining probability is that of a bust.
    """

    depth: NDArray[np.int64]
    """Number of cards drawn before this step."""
    factor: NDArray[np.int64]
    """Index of the probability factor of this step: (value - 1) * MOST_SAME + cards of that value drawn before."""
    orders: NDArray[np.float64]
    """Number of orders in which the cards drawn so far end the hand at this step; 0 if the dealer draws on."""
    total: NDArray[np.int64]
    """Final total minus 17, from 0 to 4."""


@dataclass(frozen=True)
class DealerOutcomes:
    """Exact probabilities of the dealer's final hands, for one up card or over all up cards."""

    totals: Mapping[int, Fraction]
    """Probability of each total 17 to 21, of BUST and of NATURAL."""
    bust_cards: Mapping[int, Fraction]
    """Probability of a bust by number of cards in the hand; their sum is the probability of BUST."""


def dealer_outcomes(up: int, left: tuple[int, ...], *, hits_soft_17: bool) -> DealerOutcomes:
    """Return the dealer's outcomes for an up card of value 1 to 10.

    `left` counts the remaining cards of each value 1 to 10, without the up card.
    """
    cards = sum(left)
    totals = {total: Fraction(0) for total in (NATURAL, 17, 18, 19, 20, 21, BUST)}
    busts: dict[int, Fraction] = {}
    for drawn, orders in final_hands(up, hits_soft_17).items():
        ways = orders
        for value, held in Counter(drawn).items():
            ways *= perm(left[value - 1], held)
        if not ways:
            continue
        chance = Fraction(ways, perm(cards, len(drawn)))
        total = _outcome(up, drawn)
        totals[total] += chance
        if total == BUST:
            busts[len(drawn) + 1] = busts.get(len(drawn) + 1, Fraction(0)) + chance
    return DealerOutcomes(totals, dict(sorted(busts.items())))


@cache
def final_hands(up: int, hits_soft_17: bool) -> dict[Drawn, int]:
    """Return each set of drawn cards that ends the dealer's hand, and in how many orders it does.

    The cards of a set are in descending order.
    """
    final: dict[Drawn, int] = {}
    drawing: dict[Drawn, int] = {(): 1}
    while drawing:
        longer: dict[Drawn, int] = {}
        for drawn, orders in drawing.items():
            for card in range(1, 11):
                hand = tuple(sorted((*drawn, card), reverse=True))
                into = longer if dealer_draws(count((up, *hand)), hits_soft_17=hits_soft_17) else final
                into[hand] = into.get(hand, 0) + orders
        drawing = longer
    return final


@cache
def dealer_walk(up: int, hits_soft_17: bool) -> DealerWalk:
    """Return the steps that kernels follow; the first cards of a hand come before the hands that continue them."""
    final = {
        drawn: orders for drawn, orders in final_hands(up, hits_soft_17).items() if 17 <= _outcome(up, drawn) <= 21
    }
    beginnings = sorted({drawn[:length] for drawn in final for length in range(1, len(drawn) + 1)})
    return DealerWalk(
        np.array([len(drawn) - 1 for drawn in beginnings], np.int64),
        np.array([(drawn[-1] - 1) * MOST_SAME + drawn[:-1].count(drawn[-1]) for drawn in beginnings], np.int64),
        np.array([final.get(drawn, 0) for drawn in beginnings], np.float64),
        np.array([_outcome(up, drawn) - 17 if drawn in final else 0 for drawn in beginnings], np.int64),
    )


def _outcome(up: int, drawn: Drawn) -> int:
    if len(drawn) == 1 and is_natural(up, drawn[0]):
        return NATURAL
    return min(count((up, *drawn)).total, BUST)
