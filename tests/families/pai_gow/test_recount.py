"""The exact base game counted a second time, by a program that shares no code with the package."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from croupier.families.pai_gow.poker.odds.exact import house_way_reading, labels_of, traits_without_colour
from croupier.families.pai_gow.poker.odds.hand_traits import as_kernel_argument, compute_traits, low_hand_bits_of
from croupier.families.pai_gow.poker.odds.shipped_counts import deal_counts, hand_counts
from tests.families.pai_gow import recount
from tests.pai_gow_rules import rules_of
from tests.soak import in_soak

LUCKY = "ca-lucky-pai-gow-poker"
SHORT = [4 * rank + suit for rank in (8, 10, 11, 12) for suit in range(4)] + [recount.JOKER]
"""Cards of a short deck, numbered as in the second count: tens, queens, kings, aces and the joker."""


@in_soak
def test_the_count_of_a_short_deck_equals_a_comparison_of_all_pairs_of_hands() -> None:
    """Compare every two hands of seventeen cards that share no card, each set by the house way of the package."""
    reading = house_way_reading(rules_of(LUCKY))
    ours = [recount.JOKER if card == recount.JOKER else (card + 4) % 52 for card in sorted(SHORT)]
    hands = np.array(list(combinations(ours, 7)), np.int64)
    way = as_kernel_argument(reading.way)
    traits = compute_traits(way, hands, low_hand_bits_of(way, hands), False)
    held = (np.int64(1) << hands).sum(axis=1)
    nine = np.zeros(9, np.int64)
    for place in range(len(hands)):
        apart = (held & held[place]) == 0
        high = np.sign(traits.high[place] - traits.high[apart])
        low = np.sign(traits.low[place] - traits.low[apart])
        nine += np.bincount(3 * (1 + high) + 1 + low, minlength=9)
    assert recount.counted(SHORT) == nine.tolist()


@in_soak
def test_the_whole_deck_is_counted_to_the_last_deal() -> None:
    reading = house_way_reading(rules_of(LUCKY))
    labels = labels_of(traits_without_colour(hand_counts(reading)[0]), frozenset({"high_wins"}))
    nine = recount.whole_deck()
    assert sum(nine) == 8_250_459_031_214_400
    assert nine == deal_counts(reading, labels, with_fives=False).pairs.ravel().tolist()
