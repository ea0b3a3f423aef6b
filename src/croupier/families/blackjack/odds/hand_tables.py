"""How the dealer's hand ends, from any up card and any cards left.

The order of his cards matters only in so far as he must still draw. So all his hands are listed once for each up
card, as sets of drawn cards with the number of orders in which they can come; the chance of a set is then a product
of counts left. Sorted, the sets share their beginnings: a list of steps, each one card deeper than some step before
it, walks through all of them with one multiplication a step.
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
"""In `DealerOutcomes.totals`: an ace and a ten; 21 is a 21 of three cards or more."""
BUST = 22
MOST_SAME = 20
"""More cards of one value than a dealer can hold."""
Drawn = tuple[int, ...]


class DealerWalk(NamedTuple):
    """A walk through the dealer's standing hands against one up card: 17 to 21, no naturals; the rest is bust."""

    depth: NDArray[np.int64]
    """Cards drawn before this step."""
    factor: NDArray[np.int64]
    """(value - 1) * MOST_SAME + how many of that value were drawn before."""
    orders: NDArray[np.float64]
    """How many orders of the cards so far end the hand here; 0 where it only leads on."""
    total: NDArray[np.int64]
    """0 for 17 to 4 for 21."""


@dataclass(frozen=True)
class DealerOutcomes:
    """Exact chances against one up card, or over all of them."""

    totals: Mapping[int, Fraction]
    """By total 17..21, BUST and NATURAL."""
    bust_cards: Mapping[int, Fraction]
    """Of a bust with so many cards in all; they sum up to the chance of a bust."""


def dealer_outcomes(up: int, left: tuple[int, ...], *, hits_soft_17: bool) -> DealerOutcomes:
    """From this up card (1..10); `left`: cards of each value 1..10 that may still come, the up card not among them."""
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
    """Each set of cards (tens first) that ends the dealer's hand, and in how many orders it does."""
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
def steps(up: int, hits_soft_17: bool) -> DealerWalk:
    """The walk that kernels take. Beginnings come before what they lead to."""
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
