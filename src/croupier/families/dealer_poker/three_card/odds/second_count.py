"""Second count of three-card poker: how many deals end in each way under best play.

It shares with the solver only the decisions. The sum of all results must equal the solver's value exactly.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_nogil
from croupier.families.dealer_poker.three_card.odds.solver import (
    EXPOSED_RANKS,
    SUITS,
    Ints,
    ThreeCardSolution,
    category_of_values,
    hand_values,
    hands,
    lowest_qualifying_value,
)
from croupier.families.dealer_poker.three_card.rules import ThreeCardRules
from croupier.families.dealer_poker.ultimate.rules import HANDS as CATEGORIES
from croupier.hands.hand_strength import ThreeCardCategory, Wheel
from croupier.hands.rank_arrays import category_counts

KINDS = len(ThreeCardCategory)
PLACES = KINDS + 1
"""Number of classes of dealer's hands: one for all hands that do not qualify, then one per category."""
ONE = np.uint64(1)


class ThreeCardHandArrays(NamedTuple):
    """All hands of three cards, as arrays for the kernels."""

    masks: NDArray[np.uint64]
    """Cards of each hand, as a bit mask."""
    values: Ints
    kinds: Ints
    places: Ints
    """Class that each hand has as a dealer's hand."""


@compiled_cached
def _count_hand(hand: int, dealers: Any, all_hands: ThreeCardHandArrays, found: Any) -> None:
    """Count the results of one player's hand against the dealer's hands, by class and result (lost, tied, won)."""
    found[:] = 0
    mask, value = all_hands.masks[hand], all_hands.values[hand]
    for dealer in dealers:
        if not all_hands.masks[dealer] & mask:
            other = all_hands.values[dealer]
            found[all_hands.places[dealer], 1 + (value > other) - (value < other)] += 1


@compiled_nogil
def count_ends(exposed: Any, dealers: Ints, plays: Any, all_hands: ThreeCardHandArrays) -> Ints:
    """Count the results of every player's hand against every dealer's hand that contains the shown card.

    `exposed` is the bit of that card, and `dealers` are the hands with it. Player's hands with the card are left out.
    """
    ends, found = np.zeros((2, KINDS, PLACES, 3), np.int64), np.zeros((PLACES, 3), np.int64)
    for hand in range(len(plays)):
        if not all_hands.masks[hand] & exposed:
            _count_hand(hand, dealers, all_hands, found)
            ends[np.int64(plays[hand]), all_hands.kinds[hand]] += found
    return ends


def count_outcomes(solved: ThreeCardSolution) -> Ints:
    """Return the number of deals by decision (fold, play), player's category, dealer's class, and result.

    Results are lost, tied, won. Each deal is counted once for each of the dealer's cards as the shown card. Suits have
    no rank, so a spade represents all four suits. If no card is shown, a hand has the same decision against all cards.
    """
    all_hands = hands_of(solved.rules)
    plays = np.broadcast_to(solved.plays, (EXPOSED_RANKS, solved.plays.shape[1]))
    ends = np.zeros((2, KINDS, PLACES, 3), np.int64)
    for rank in range(EXPOSED_RANKS):
        exposed = ONE << np.uint64(SUITS * rank)
        dealers = np.flatnonzero(all_hands.masks & exposed)
        ends += SUITS * count_ends(exposed, dealers, np.ascontiguousarray(plays[rank]), all_hands)
    return ends


def hands_of(rules: ThreeCardRules) -> ThreeCardHandArrays:
    values = hand_values(rules.wheel)
    kinds = category_of_values(rules.wheel)[values]
    masks = (ONE << hands().astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    places = np.where(values < lowest_qualifying_value(rules.qualifies, rules.wheel), 0, kinds + 1)
    return ThreeCardHandArrays(masks, values, kinds, places)


def six_card_ends() -> Ints:
    """Return how many sets of six cards have each category as their best five cards. [004 L709, L2718]"""
    found = category_counts(6, wheel=Wheel.LOW)
    return np.array([found[category] for category in CATEGORIES], np.int64)
