"""Frequency of raises on the flop in Ultimate Texas Hold'em under best play, by class of hand, over all flops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from croupier.compiled import compiled_cached, compiled_nogil
from croupier.families.dealer_poker.shared.odds.action_values import CHECK
from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    AHEAD,
    HANDS,
    REST,
    RIVER,
    SUMS,
    ArrayLayout,
    Flops,
    Ints,
    distinct_flops,
    layout,
)
from croupier.families.dealer_poker.ultimate.odds.hand_values import (
    DECK,
    VALUES,
    category_starts,
    first_hands,
    library_card_number,
)
from croupier.families.dealer_poker.ultimate.odds.kernels import FlopSums, flop_rows, flop_sums
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution, hand_name
from croupier.hands.hand_strength import Category
from croupier.hands.kernels import HandTables, rank_of_keys
from croupier.hands.rank_tables import tables_for

PAIR, TWO_PAIR, THREE, STRAIGHT = (
    int(category) for category in (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.STRAIGHT)
)


class FlopHandClass(IntEnum):
    """Class of a hand on the flop: what the hole cards and the flop make together, and what the flop makes alone."""

    STRAIGHT_OR_BETTER = 0
    THREE_OF_A_KIND = 1
    THREE_ON_FLOP = 2
    TWO_PAIR = 3
    """Two pair with at least one hole card; a pocket pair with a pair on the flop is `HELD_AND_FLOP_PAIR`."""
    HELD_AND_FLOP_PAIR = 4
    HIGHEST_PAIRED = 5
    MIDDLE_PAIRED = 6
    LOWEST_PAIRED = 7
    HELD_PAIR = 8
    FLOP_PAIR_FOUR_SUITED = 9
    FLOP_PAIR = 10
    FOUR_SUITED = 11
    NOTHING = 12


KINDS = len(FlopHandClass)


@dataclass(frozen=True)
class ClassFrequency:
    """Frequency of one class of hands, and the share of it that is played."""

    share: Fraction
    """Fraction of all deals decided at this point in which the hand is of this class."""
    plays: Fraction
    """Fraction of these deals in which best play raises; exactly 1 or 0 if it always or never raises."""


@lru_cache(maxsize=4)
def flop_class_frequencies(solution: UltimateSolution) -> Mapping[FlopHandClass, ClassFrequency]:
    """Return the frequencies of all classes of hands that check before the flop, over all flops.

    Takes a quarter of a second once the kernels are compiled.
    """
    rules = solution.rules
    checks = np.array([solution.chart[hand_name(number)] == CHECK for number in range(HANDS)])
    counts = _count_flops(
        checks[first_hands()], rules.flop * rules.unit, distinct_flops(), solution.sums, layout(), _library_cards(),
        categories_of_values(), tables_for(5),
    )  # fmt: skip
    return class_frequencies({kind: counts[kind] for kind in FlopHandClass})


def class_frequencies(counts: Mapping[Any, Any]) -> Mapping[Any, ClassFrequency]:
    """Return the frequency of each class from its numbers of deals and raises, without classes that never occur."""
    total = sum(int(deals) for deals, _ in counts.values())
    return MappingProxyType(
        {
            kind: ClassFrequency(Fraction(int(deals), total), Fraction(int(plays), int(deals)))
            for kind, (deals, plays) in counts.items()
            if deals
        }
    )


@cache
def categories_of_values() -> Ints:
    """Return the category of each hand value."""
    return np.searchsorted(category_starts(), np.arange(VALUES), side="right").astype(np.int64) - 1


def _library_cards() -> Ints:
    return np.array([library_card_number(place) for place in range(DECK)], np.int64)


@compiled_cached
def _is_four_suited(one: int, two: int, flop: Any) -> bool:
    """Return whether exactly four of the flop's and the two hole cards are of one suit."""
    for suit in range(4):
        many = (one % 4 == suit) + (two % 4 == suit)
        for card in flop:
            many += card % 4 == suit
        if many == 4:
            return True
    return False


@compiled_cached
def _pair_kind(one: int, two: int, flop: Any, low: int, middle: int, high: int) -> int:
    """Return the class of a hand with one pair: whether hole cards, the flop, or one card of each make the pair."""
    if middle in (low, high):
        return FlopHandClass.FLOP_PAIR_FOUR_SUITED if _is_four_suited(one, two, flop) else FlopHandClass.FLOP_PAIR
    if one // 4 == two // 4:
        return FlopHandClass.HELD_PAIR
    if high in (one // 4, two // 4):
        return FlopHandClass.HIGHEST_PAIRED
    return FlopHandClass.MIDDLE_PAIRED if middle in (one // 4, two // 4) else FlopHandClass.LOWEST_PAIRED


@compiled_cached
def _kind(one: int, two: int, flop: Any, category: int) -> int:
    """Return the class of a hand; the flop is in ascending order."""
    low, middle, high = flop[0] // 4, flop[1] // 4, flop[2] // 4
    if category >= STRAIGHT:
        return FlopHandClass.STRAIGHT_OR_BETTER
    if category == THREE:
        return FlopHandClass.THREE_ON_FLOP if low == high else FlopHandClass.THREE_OF_A_KIND
    if category == TWO_PAIR:
        return FlopHandClass.HELD_AND_FLOP_PAIR if one // 4 == two // 4 else FlopHandClass.TWO_PAIR
    if category == PAIR:
        return _pair_kind(one, two, flop, low, middle, high)
    return FlopHandClass.FOUR_SUITED if _is_four_suited(one, two, flop) else FlopHandClass.NOTHING


@compiled_cached
def _value(one: int, two: int, flop: Any, cards: Ints, tables: HandTables) -> Any:
    key = tables.start + tables.keys[cards[one]] + tables.keys[cards[two]]
    masks = tables.masks[cards[one]] + tables.masks[cards[two]]
    for card in flop:
        key += tables.keys[cards[card]]
        masks += tables.masks[cards[card]]
    return rank_of_keys(key, masks, tables)


@compiled_nogil
def _count_flops(
    checks: Any,
    bet: int,
    flops: Flops,
    sums: FlopSums,
    spots: ArrayLayout,
    cards: Ints,
    categories: Ints,
    tables: HandTables,
) -> Ints:
    """Count deals and raises by class of hand; `bet` is the Play wager in parts of the Ante.

    The loop is that of `kernels.count_hands`.
    """
    counts = np.zeros((KINDS, 2), np.int64)
    found, rows = np.zeros(SUMS, np.int64), np.zeros(4, np.int64)
    for row in range(len(flops.cards)):
        flop, many = flops.cards[row], flops.many[row]
        ranks = flop_rows(flop, spots, rows)
        for one in range(DECK):
            for two in range(one):
                if checks[one, two] and one not in flop and two not in flop:
                    flop_sums(ranks, rows, one, two, sums, spots, found)
                    kind = _kind(one, two, flop, categories[_value(one, two, flop, cards, tables)])
                    counts[kind, 0] += many
                    counts[kind, 1] += many * (bet * found[AHEAD] + found[REST] > found[RIVER])
    return counts
