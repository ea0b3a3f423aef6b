"""House way compiled for arrays of hands, from the functions that set a hand at the live table."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import allow_in_kernels, compiled_nogil
from croupier.families.pai_gow.poker import hand_values, house_way
from croupier.families.pai_gow.poker.house_way import PokerHouseWay
from croupier.hands import rank_tables

assert rank_tables  # the import allows kernels to call the functions of `hand_strength`
allow_in_kernels(
    hand_values.height, hand_values.rank_levels, hand_values.has_joker, hand_values.wild_strength,
    hand_values.suited_strength,
    hand_values.joker_flush, hand_values.best_of, hand_values.high_hand_order, hand_values.joker_is_ace,
    hand_values.low_strength, hand_values.is_foul, hand_values.top_height, hand_values.has_straight,
    hand_values.is_complete,
    house_way.counts_of, house_way.nth_highest_rank, house_way.features_of, house_way.first_fitting_rule,
    house_way.low_hand_by_rule,
    house_way._have_ranks, house_way._arrangement_value, house_way.order_by_heights, house_way.split,
    house_way.replace_joker,
    house_way.low_hand_with_joker_as, house_way.joker_card, house_way._joker_may_be, house_way.low_hand_bits,
)  # fmt: skip
Ints = NDArray[np.int64]


def as_kernel_argument(way: PokerHouseWay) -> PokerHouseWay:
    """Return the house way with its rows as an array, so that kernels need not be compiled for each number of rows."""
    return way._replace(rows=cast(Any, np.array(way.rows, np.int64)))


@compiled_nogil
def low_hand_bits_of(way: PokerHouseWay, hands: Any) -> Ints:
    """Return the low hand that the house way sets for each hand, as a bit mask of card positions."""
    fronts = np.zeros(len(hands), np.int64)
    for place in range(len(hands)):
        fronts[place] = house_way.low_hand_bits(way, hands[place])
    return fronts
