"""How rounds of three-card poker end with best play: a plain second count, each hand against each dealer's hand.

It shares with the solver only which hands are played: what the rounds come to, added up here, must be the solver's
value to the last digit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_nogil
from croupier.families.poker_dealer.holdem.rules import HANDS as CATEGORIES
from croupier.families.poker_dealer.three_card.counting import (
    EXPOSED_RANKS,
    SUITS,
    Ints,
    category_of_values,
    hand_values,
    hands,
    least_value,
)
from croupier.families.poker_dealer.three_card.rules import ThreeCardRules
from croupier.families.poker_dealer.three_card.solution import Solution
from croupier.hands.hand_strength import ThreeCardCategory, Wheel
from croupier.hands.rank_arrays import category_counts

KINDS = len(ThreeCardCategory)
PLACES = KINDS + 1
"""Of dealer's hands: one that does not qualify, then by kind."""
ONE = np.uint64(1)


class Hands(NamedTuple):
    """All hands of three cards, as the kernel reads them."""

    masks: NDArray[np.uint64]
    """The cards of each, as bits."""
    values: Ints
    kinds: Ints
    places: Ints
    """What each is in the dealer's hand."""


@compiled_cached
def _facing(hand: int, dealers: Any, all_hands: Hands, found: Any) -> None:
    """One hand against the dealer's that it leaves, into [place, lost or tied or won]."""
    found[:] = 0
    mask, value = all_hands.masks[hand], all_hands.values[hand]
    for dealer in dealers:
        if not all_hands.masks[dealer] & mask:
            other = all_hands.values[dealer]
            found[all_hands.places[dealer], 1 + (value > other) - (value < other)] += 1


@compiled_nogil
def count_ends(shown: int, plays: Any, all_hands: Hands) -> Ints:
    """One card shown: every hand without it against every dealer's hand with it."""
    ends, found = np.zeros((2, KINDS, PLACES, 3), np.int64), np.zeros((PLACES, 3), np.int64)
    exposed = ONE << np.uint64(shown)
    dealers = np.flatnonzero(all_hands.masks & exposed)
    for hand in range(len(plays)):
        if not all_hands.masks[hand] & exposed:
            _facing(hand, dealers, all_hands, found)
            ends[np.int64(plays[hand]), all_hands.kinds[hand]] += found
    return ends


def round_ends(solved: Solution) -> Ints:
    """[folded or played, own kind, dealer's place, lost or tied or won], over all deals and cards of the dealer's.

    Suits have no rank: a spade shown stands for the three others. Where no card is shown every hand is played alike
    against all of them, and each deal is counted once for each of the dealer's cards.
    """
    all_hands = hands_of(solved.rules)
    plays = np.broadcast_to(solved.plays, (EXPOSED_RANKS, solved.plays.shape[1]))
    rows = (count_ends(SUITS * rank, np.ascontiguousarray(plays[rank]), all_hands) for rank in range(EXPOSED_RANKS))
    ends: Ints = SUITS * sum(rows, np.zeros((2, KINDS, PLACES, 3), np.int64))
    return ends


def hands_of(rules: ThreeCardRules) -> Hands:
    values = hand_values(rules.wheel)
    kinds = category_of_values(rules.wheel)[values]
    masks = (ONE << hands().astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    places = np.where(values < least_value(rules.qualifies, rules.wheel), 0, kinds + 1)
    return Hands(masks, values, kinds, places)


def six_card_ends() -> Ints:
    """All six cards that two hands can be, by what the best five of them are. [004 L709, L2718]"""
    found = category_counts(6, wheel=Wheel.LOW)
    return np.array([found[category] for category in CATEGORIES], np.int64)
