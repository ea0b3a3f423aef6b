"""All hands of four tiles by ranks: 3,620 that stand for 35,960 sets of tiles, with the house way of each.

A hand has a rank not at all, once or twice. Two hands can be dealt together if no rank is used more than twice. The
number of deals is a power of two, because a single tile may be either tile of its rank. A hand is therefore described
by two bit masks of sixteen bits: the ranks held once, and those held twice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import allow_in_kernels, compiled_inline, compiled_nogil
from croupier.families.pai_gow.tiles import hand_values, house_way
from croupier.families.pai_gow.tiles.facts import SetTiles
from croupier.families.pai_gow.tiles.house_way import TilesHouseWay, all_hands

allow_in_kernels(
    hand_values.points_of, hand_values.strength, hand_values.kind_of, hand_values.value_of, hand_values.is_copy,
    hand_values.beats,
    house_way.split_strengths_of, house_way.features_of, house_way._add_pair_features, house_way._higher_pair,
    house_way._keeps_pair,
    house_way.first_fitting_row, house_way.house_split, house_way.best_split_by, house_way._arrangement_value,
    house_way._joins_ends,
)  # fmt: skip

Ints = NDArray[np.int64]
HANDS = 3_620
TILES_SETS = 35_960
OTHER_SETS = 20_475
"""Number of sets of four tiles that can be dealt to the other side beside a given hand."""
DEALS = TILES_SETS * OTHER_SETS
ARRANGEMENTS = 3
"""Number of ways to divide four tiles into two hands of two."""
ONES = np.array([bin(mask).count("1") for mask in range(1 << hand_values.RANKS)], np.uint8)
"""Number of bits set in each bit mask."""


class TileHandArrays(NamedTuple):
    """All hands of four tiles by ranks, as arrays for the kernels."""

    ranks: Ints
    """Four ranks per hand, the best first."""
    once: Ints
    twice: Ints
    many: Ints
    """Number of sets of four tiles that each hand stands for."""
    high: Ints
    """Strength of the better of the two parts, by hand and arrangement."""
    low: Ints


@lru_cache(maxsize=1)
def all_tile_hands() -> TileHandArrays:
    """Return all hands of four tiles by ranks; they are the same for all rulebooks."""
    of_ranks = np.array(list(all_hands()), np.int64)
    assert of_ranks.shape == (HANDS, 4)
    counts = np.stack([(of_ranks == rank).sum(axis=1) for rank in range(hand_values.RANKS)], axis=1)
    bits = 1 << np.arange(hand_values.RANKS)
    once, twice = ((counts == many) @ bits for many in (1, 2))
    high, low = _strengths_of_splits(of_ranks)
    return TileHandArrays(of_ranks, once, twice, np.int64(1) << (counts == 1).sum(axis=1), high, low)


@compiled_nogil
def _strengths_of_splits(of_ranks: Any) -> tuple[Ints, Ints]:
    high, low = np.zeros((len(of_ranks), 3), np.int64), np.zeros((len(of_ranks), 3), np.int64)
    for hand in range(len(of_ranks)):
        for split in range(3):
            high[hand, split], low[hand, split] = house_way.split_strengths_of(of_ranks[hand], split)
    return high, low


@lru_cache(maxsize=16)
def house_splits(way: TilesHouseWay) -> Ints:
    """Return the index of the arrangement that the house way chooses for each hand."""
    compiled = way._replace(rows=cast(Any, np.array(way.rows, np.int64)))
    splits = _set_all(compiled, all_tile_hands().ranks)
    assert splits.min() >= 0, "a hand that no rule sets"
    return splits


@compiled_nogil
def _set_all(way: TilesHouseWay, of_ranks: Any) -> Ints:
    splits = np.zeros(len(of_ranks), np.int64)
    for hand in range(len(of_ranks)):
        splits[hand] = house_way.house_split(way, of_ranks[hand])
    return splits


def split_strengths(splits: Ints) -> tuple[Ints, Ints]:
    """Return the strengths of the high and the low hand, for every hand of four tiles set by `splits`."""
    hands, every = all_tile_hands(), np.arange(HANDS)
    return hands.high[every, splits], hands.low[every, splits]


def split_hands(splits: Ints) -> list[SetTiles]:
    """Return every hand of four tiles set by `splits`, in the form that fact functions take."""
    high, low = split_strengths(splits)
    of_ranks = all_tile_hands().ranks
    return [
        SetTiles(tuple(int(rank) for rank in of_ranks[hand]), int(high[hand]), int(low[hand]), foul=False)
        for hand in range(HANDS)
    ]


@compiled_inline
def combinations_beside(once: Any, twice: Any, ones: Any, own: int, other: int) -> int:
    """Return how many sets of tiles with the ranks of hand `other` can be dealt beside hand `own`."""
    clash = (once[other] & twice[own]) | (twice[other] & (once[own] | twice[own]))
    return int(clash == 0) << int(ones[once[other] & ~once[own]])
