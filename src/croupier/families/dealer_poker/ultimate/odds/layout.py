"""Layout of the arrays of the count: how ranks, pairs of cards and flops are numbered.

Ranks are 0 (two) to 12 (ace). If one suit can make a flush, only a card's rank and whether it is of that suit matter:
26 types, the rank plus 13 for a card of the suit. Two hole cards are then one of 351 pairs of types, or one of 91 pairs
of ranks if flushes are ignored. From the viewpoint of one suit, a flop consists of its ranks in that suit and the ranks
of its other cards: 286 flops with three cards of the suit, 1,014 with two, 1,183 with one.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RANKS = 13
TYPES = 2 * RANKS
RANK_PAIRS = 91
TYPE_PAIRS = 351
RANK_FLOPS = 455
SUITED_FLOPS = 286 + 78 * 13 + 13 * 91
HANDS = 169

Ints = NDArray[np.int64]


class ArrayLayout(NamedTuple):
    """Lookup arrays for the numbering, which kernels take as one argument."""

    rank_pair: Ints
    """Number of each pair of ranks, in either order."""
    type_pair: Ints
    """Number of each pair of card types, in either order."""
    first: Ints
    """First card type of each pair of types; `low` and `high` have the two ranks of each pair of ranks."""
    second: Ints
    low: Ints
    high: Ints
    same_ranks: Ints
    """Number of the pair of ranks that each pair of card types has."""
    flush_bits: Ints
    """Bit mask of the ranks that each pair of card types has in the flush suit."""
    rank_flop: Ints
    """Number of each flop of three ranks, in any order."""
    suited: Ints
    """First row of the flops that have these ranks in one suit, indexed by bit mask.

    The entry is -1 for no rank and for more than three.
    """


@cache
def layout() -> ArrayLayout:
    low, high, rank_pair = _pairs(RANKS)
    first, second, type_pair = _pairs(TYPES)
    same_ranks = rank_pair[first % RANKS, second % RANKS]
    bits = np.concatenate([np.zeros(RANKS, np.int64), 1 << np.arange(RANKS)])
    flush_bits = bits[first] | bits[second]
    return ArrayLayout(rank_pair, type_pair, first, second, low, high, same_ranks, flush_bits, _rank_flops(), _suited())


def _pairs(many: int) -> tuple[Ints, Ints, Ints]:
    """Return all pairs of `many` items, also of equal items, and the number of each pair."""
    pairs = np.array(list(combinations_with_replacement(range(many), 2)), np.int64)
    numbers = np.zeros((many, many), np.int64)
    numbers[pairs[:, 0], pairs[:, 1]] = numbers[pairs[:, 1], pairs[:, 0]] = np.arange(len(pairs))
    return pairs[:, 0].copy(), pairs[:, 1].copy(), numbers


def _rank_flops() -> Ints:
    numbers = np.zeros((RANKS,) * 3, np.int64)
    for number, ranks in enumerate(combinations_with_replacement(range(RANKS), 3)):
        for order in permutations(ranks):
            numbers[order] = number
    return numbers


def _suited() -> Ints:
    begins = np.full(1 << RANKS, -1, np.int64)
    begin = 0
    for many, others in ((3, 1), (2, RANKS), (1, RANK_PAIRS)):
        for ranks in combinations(range(RANKS), many):
            begins[sum(1 << rank for rank in ranks)] = begin
            begin += others
    return begins


class Flops(NamedTuple):
    """All flops up to a renaming of suits, and how many flops each one stands for."""

    cards: Ints
    many: Ints


@cache
def distinct_flops() -> Flops:
    """Return the 1,755 flops that differ in more than the names of suits; cards are numbered 4 x rank + suit."""
    flops = np.array(list(combinations(range(4 * RANKS), 3)), np.int64)
    like = np.full(len(flops), 1 << 18, np.int64)
    for names in permutations(range(4)):
        renamed = np.sort(flops // 4 * 4 + np.array(names, np.int64)[flops % 4], axis=1)
        like = np.minimum(like, renamed @ np.array([1 << 12, 1 << 6, 1]))
    kinds, many = np.unique(like, return_counts=True)
    return Flops(np.stack([kinds >> 12, kinds >> 6 & 63, kinds & 63], axis=1), many.astype(np.int64))


def hand_number(one: int, two: int) -> int:
    """Return the number of the first hand, 0 to 168, that these two cards are.

    Suited hands are 13 x higher rank + lower rank; offsuit hands are 13 x lower rank + higher rank.
    """
    high, low = max(one, two), min(one, two)
    return RANKS * (high // 4) + low // 4 if one % 4 == two % 4 else RANKS * (low // 4) + high // 4
