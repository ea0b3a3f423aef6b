"""Exact odds of pai gow tiles: all deals of two hands, both set the house way.

The 736,281,000 deals are counted by 3,620 hands of ranks, which stand for 35,960 sets of tiles. A hand has a rank not
at all, once or twice. Two hands can be dealt together if no rank is used more than twice. The number of deals is a
power of two, because a single tile may be either tile of its rank. A hand is therefore described by two bit masks of
sixteen bits: the ranks held once, and those held twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import allow_in_kernels, compiled_inline, compiled_nogil
from croupier.families.pai_gow.tiles import hand_values, house_way
from croupier.families.pai_gow.tiles.facts import COMPARISON_FACTS, SetTiles, TilesSeatContext, fact
from croupier.families.pai_gow.tiles.house_way import TilesHouseWay, all_hands
from croupier.odds.fact_table import EXACT, ComputedFactColumns, FactTable

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
"""Number of bits that are set in each number of 16 bits."""


class TileHandArrays(NamedTuple):
    """All hands of four tiles by ranks, as arrays for the kernels."""

    ranks: Ints
    """Ranks of the four tiles of each hand, the best first."""
    once: Ints
    twice: Ints
    many: Ints
    """Number of sets of four tiles that each hand stands for."""
    high: Ints
    """Strength of the better of the two hands that an arrangement makes, by hand and arrangement."""
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
    """Return the strengths of the high and the low hand of every hand of four tiles.

    `splits` has the index of each hand's arrangement.
    """
    hands, every = all_tile_hands(), np.arange(HANDS)
    return hands.high[every, splits], hands.low[every, splits]


def split_hands(splits: Ints) -> list[SetTiles]:
    """Return every hand of four tiles in the form that fact functions take.

    `splits` has the index of each hand's arrangement.
    """
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


LOSE, COPY, WIN = range(3)
RESULTS = 9
"""Number of results of two hands: three for the high hands times three for the low hands."""


@dataclass(frozen=True)
class TileHandLabels:
    """Numbers (labels) for hands: hands with equal facts have the same label.

    It has the label of each hand, and the facts of each label.
    """

    of_hand: Ints
    facts: Mapping[str, Any]

    @property
    def many(self) -> int:
        return int(self.of_hand.max()) + 1


def own_facts(facts: Iterable[str]) -> list[str]:
    """Return the names of the facts that depend on the seat's hand only, sorted."""
    return sorted(name for name in facts if fact.by_name[name].is_of_seat and name not in COMPARISON_FACTS)


def dealer_facts(facts: Iterable[str]) -> list[str]:
    """Return the names of the facts that depend on the player-dealer's hand only, sorted."""
    return sorted(name for name in facts if not fact.by_name[name].is_of_seat)


@lru_cache(maxsize=32)
def labels_of(way: TilesHouseWay, names: tuple[str, ...]) -> TileHandLabels:
    """Give every hand a number (label), equal for hands with equal values of these facts.

    The facts are computed by the functions of the live table.
    """
    hands = split_hands(house_splits(way))
    columns = {name: np.array([fact.by_name[name].of(TilesSeatContext(one, one)) for one in hands]) for name in names}
    stacked = np.stack([column.astype(np.int64) for column in columns.values()] or [np.zeros(len(hands), np.int64)], 1)
    _, first, of_hand = np.unique(stacked, axis=0, return_index=True, return_inverse=True)
    return TileHandLabels(
        of_hand.ravel().astype(np.int64), {name: columns[name][first].astype(fact.types[name]) for name in names}
    )


@compiled_inline
def result_of(own: int, other: int) -> int:
    """Return how two strengths compare: `WIN`, `COPY` or `LOSE`; the player-dealer wins a copy.

    The strengths are those of `above_zero`, in which all zeros are equal.
    """
    return COPY + int(own > other) - int(own < other)


def above_zero(worths: Ints) -> Ints:
    """Return the strengths with all zeros set to 0, because zeros are equal to each other."""
    return np.where(worths < hand_values.ZERO, 0, worths)


@compiled_nogil
def _count(
    hands: TileHandArrays, ones: Any, high: Any, low: Any, own_label: Any, other_label: Any, counts: Any
) -> None:
    """Count every deal by the labels of the two hands and by how their high and low hands compare."""
    for own in range(len(high)):
        for other in range(len(high)):
            ways = combinations_beside(hands.once, hands.twice, ones, own, other)
            kind = 3 * result_of(high[own], high[other]) + result_of(low[own], low[other])
            counts[own_label[own], other_label[other], kind] += hands.many[own] * ways


def count_deals(way: TilesHouseWay, own: TileHandLabels, dealer: TileHandLabels) -> Ints:
    """Count the deals by label of the seat's hand, label of the player-dealer's hand, and result."""
    counts = np.zeros((own.many, dealer.many, RESULTS), np.int64)
    high, low = (above_zero(worths) for worths in split_strengths(house_splits(way)))
    _count(all_tile_hands(), ONES, high, low, own.of_hand, dealer.of_hand, counts)
    assert counts.sum() == DEALS
    return counts


def fact_table_for(way: TilesHouseWay, facts: Iterable[str]) -> FactTable:
    """Return a fact table over every deal that tells these facts apart."""
    wanted = frozenset(facts)
    own, dealer = labels_of(way, tuple(own_facts(wanted))), labels_of(way, tuple(dealer_facts(wanted)))
    counts = count_deals(way, own, dealer)
    return counts_to_fact_table(counts, own, dealer, EXACT)


def counts_to_fact_table(counts: Ints, own: TileHandLabels, dealer: TileHandLabels, method: str) -> FactTable:
    """Return the fact table for counts of deals by the labels of both hands and by result."""
    there = counts.ravel() > 0
    of_own, of_dealer, kind = (place.ravel()[there] for place in np.indices(counts.shape))
    columns: dict[str, Any] = {name: column[of_own] for name, column in own.facts.items()}
    columns |= {name: column[of_dealer] for name, column in dealer.facts.items()}
    high, low = kind // 3, kind % 3
    columns |= dict(zip(COMPARISON_FACTS, (high == WIN, high == COPY, low == WIN, low == COPY), strict=True))
    return FactTable(counts.ravel()[there], method, ComputedFactColumns(columns, int(there.sum())))
