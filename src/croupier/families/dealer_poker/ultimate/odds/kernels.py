"""Kernels that look up the sums of two hole cards on a flop of Ultimate Texas Hold'em; `flop_sums` counts them."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.compiled import compiled_cached
from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    RANKS,
    SUMS,
    ArrayLayout,
    Ints,
)


class FlopSums(NamedTuple):
    """Sums AHEAD, REST, RIVER and FOLDS over all boards, for every flop and pair of hole cards."""

    by_ranks: Ints
    by_types: Ints


@compiled_cached
def flop_rows(flop: Any, spots: ArrayLayout, rows: Any) -> Any:
    """Find the rows of the sums that together give the sums of a flop; return the row by ranks.

    `rows` receives one row per suit, -1 for a suit that is not on the flop.
    """
    for suit in range(4):
        suited, many, other, last = 0, 0, 0, 0
        for card in flop:
            if card % 4 == suit:
                suited |= 1 << card // 4
            else:
                other, last = last, card // 4
                many += 1
        rows[suit] = spots.suited[suited]
        if suited and many:
            rows[suit] += last if many == 1 else spots.rank_pair[other, last]
    return spots.rank_flop[flop[0] // 4, flop[1] // 4, flop[2] // 4]


@compiled_cached
def flop_sums(ranks: int, rows: Any, one: int, two: int, sums: FlopSums, spots: ArrayLayout, found: Any) -> None:
    """Compute the sums (AHEAD, REST, RIVER, FOLDS) of two hole cards on one flop, over all turns and rivers.

    Cards are numbered 4 x rank + suit, with ranks from 0 (two) to 12 (ace).
    """
    low, high = one // 4, two // 4
    pair = spots.rank_pair[low, high]
    for one_sum in range(SUMS):
        found[one_sum] = sums.by_ranks[ranks, one_sum, pair]
    for suit in range(4):
        if rows[suit] >= 0:
            pair = spots.type_pair[low + RANKS * (one % 4 == suit), high + RANKS * (two % 4 == suit)]
            for one_sum in range(SUMS):
                found[one_sum] += sums.by_types[rows[suit], one_sum, pair]
