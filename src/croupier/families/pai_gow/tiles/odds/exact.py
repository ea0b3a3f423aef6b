"""Exact odds of pai gow tiles: all deals of two hands, both set the house way.

The 736,281,000 deals are counted by 3,620 hands of ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from croupier.compiled import compiled_inline, compiled_nogil
from croupier.families.pai_gow.tiles import hand_values
from croupier.families.pai_gow.tiles.facts import COMPARISON_FACTS, TilesSeatContext, fact
from croupier.families.pai_gow.tiles.house_way import TilesHouseWay
from croupier.families.pai_gow.tiles.odds.hands import (
    DEALS,
    ONES,
    Ints,
    TileHandArrays,
    all_tile_hands,
    combinations_beside,
    house_splits,
    split_hands,
    split_strengths,
)
from croupier.odds.fact_table import EXACT, ComputedFactColumns, FactTable

LOSE, COPY, WIN = range(3)
RESULTS = 9
"""Number of results of two hands: three for the high hands times three for the low hands."""


@dataclass(frozen=True)
class TileHandLabels:
    """Labels of hands: hands with equal facts have the same label.

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
    """Label every hand by these facts, computed by the fact functions of the live table."""
    hands = split_hands(house_splits(way))
    columns = {name: np.array([fact.by_name[name].of(TilesSeatContext(one, one)) for one in hands]) for name in names}
    stacked = np.stack([column.astype(np.int64) for column in columns.values()] or [np.zeros(len(hands), np.int64)], 1)
    _, first, of_hand = np.unique(stacked, axis=0, return_index=True, return_inverse=True)
    return TileHandLabels(
        of_hand.ravel().astype(np.int64), {name: columns[name][first].astype(fact.types[name]) for name in names}
    )


@compiled_inline
def result_of(own: int, other: int) -> int:
    """Return `WIN`, `COPY` or `LOSE`; the player-dealer wins a copy. The strengths are those of `above_zero`."""
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
    """Return the fact table for counts by labels and results."""
    there = counts.ravel() > 0
    of_own, of_dealer, kind = (place.ravel()[there] for place in np.indices(counts.shape))
    columns: dict[str, Any] = {name: column[of_own] for name, column in own.facts.items()}
    columns |= {name: column[of_dealer] for name, column in dealer.facts.items()}
    high, low = kind // 3, kind % 3
    columns |= dict(zip(COMPARISON_FACTS, (high == WIN, high == COPY, low == WIN, low == COPY), strict=True))
    return FactTable(counts.ravel()[there], method, ComputedFactColumns(columns, int(there.sum())))
