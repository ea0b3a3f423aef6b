"""Every hand of four tiles, by ranks: 3,620 that stand for 35,960, with how the house sets each of them.

A rank is held not at all, once or twice. Two hands can be dealt beside each other when no rank is wanted more than
twice; in how many ways is a power of two, for a single tile may be either of its rank. So two masks of sixteen bits say
all about a hand: the ranks held once, and those held twice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import allow_in_kernels, compiled_inline, compiled_nogil
from croupier.families.pai_gow.tiles import hand_values, house_way
from croupier.families.pai_gow.tiles.facts import Laid
from croupier.families.pai_gow.tiles.house_way import HouseWay, all_hands

allow_in_kernels(
    hand_values.points_of, hand_values.strength, hand_values.kind_of, hand_values.value_of, hand_values.is_copy,
    hand_values.beats,
    house_way.laid, house_way.features_of, house_way._beside_a_pair, house_way._higher_pair, house_way._keeps,
    house_way.row_for, house_way.split_of, house_way.split_by, house_way._worth, house_way._joins_ends,
)  # fmt: skip

Ints = NDArray[np.int64]
HANDS = 3_620
TILES_SETS = 35_960
OTHER_SETS = 20_475
"""Hands of four tiles that can be dealt beside a given one."""
DEALS = TILES_SETS * OTHER_SETS
WAYS = 3
"""To lay four tiles two and two."""
ONES = np.array([bin(mask).count("1") for mask in range(1 << hand_values.RANKS)], np.uint8)
"""How many bits of a mask are set."""


class Hands(NamedTuple):
    """All hands, as kernels take them."""

    ranks: Ints
    """Four a hand, the best first."""
    once: Ints
    twice: Ints
    many: Ints
    """For how many sets of four tiles each stands."""
    high: Ints
    """Strength of the better hand of each of the three ways to lay it."""
    low: Ints


@lru_cache(maxsize=1)
def every_hand() -> Hands:
    """The same whatever the rulebook says."""
    of_ranks = np.array(list(all_hands()), np.int64)
    assert of_ranks.shape == (HANDS, 4)
    counts = np.stack([(of_ranks == rank).sum(axis=1) for rank in range(hand_values.RANKS)], axis=1)
    bits = 1 << np.arange(hand_values.RANKS)
    once, twice = ((counts == many) @ bits for many in (1, 2))
    high, low = _laid_all_ways(of_ranks)
    return Hands(of_ranks, once, twice, np.int64(1) << (counts == 1).sum(axis=1), high, low)


@compiled_nogil
def _laid_all_ways(of_ranks: Any) -> tuple[Ints, Ints]:
    high, low = np.zeros((len(of_ranks), 3), np.int64), np.zeros((len(of_ranks), 3), np.int64)
    for hand in range(len(of_ranks)):
        for split in range(3):
            high[hand, split], low[hand, split] = house_way.laid(of_ranks[hand], split)
    return high, low


@lru_cache(maxsize=16)
def house_splits(way: HouseWay) -> Ints:
    """Which of its three ways each hand is laid the house way."""
    compiled = way._replace(rows=cast(Any, np.array(way.rows, np.int64)))
    splits = _set_all(compiled, every_hand().ranks)
    assert splits.min() >= 0, "a hand that no rule sets"
    return splits


@compiled_nogil
def _set_all(way: HouseWay, of_ranks: Any) -> Ints:
    splits = np.zeros(len(of_ranks), np.int64)
    for hand in range(len(of_ranks)):
        splits[hand] = house_way.split_of(way, of_ranks[hand])
    return splits


def split_strengths(splits: Ints) -> tuple[Ints, Ints]:
    """The high and the low hand of every hand laid so."""
    hands, every = every_hand(), np.arange(HANDS)
    return hands.high[every, splits], hands.low[every, splits]


def split_hands(splits: Ints) -> list[Laid]:
    """Every hand laid so, as facts look at it."""
    high, low = split_strengths(splits)
    of_ranks = every_hand().ranks
    return [
        Laid(tuple(int(rank) for rank in of_ranks[hand]), int(high[hand]), int(low[hand]), foul=False)
        for hand in range(HANDS)
    ]


@compiled_inline
def combinations_beside(once: Any, twice: Any, ones: Any, own: int, other: int) -> int:
    """In how many ways a hand can be dealt where another lies; 0 where it cannot."""
    clash = (once[other] & twice[own]) | (twice[other] & (once[own] | twice[own]))
    return int(clash == 0) << int(ones[once[other] & ~once[own]])
