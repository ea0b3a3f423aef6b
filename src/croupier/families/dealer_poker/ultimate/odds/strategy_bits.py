"""Best play as bit arrays, for kernels that only look decisions up: before the flop, on the flop, at the river.

Cards are numbered 4 x rank + suit, with ranks from 0 (two) to 12 (ace). Two cards have the number hi (hi - 1) / 2 + lo
of 1,326, a flop has the number C(hi, 3) + C(mid, 2) + lo of 22,100. At the river a decision depends only on the ranks
of the board, on the ranks in a suit that can make a flush, and on the types of the two cards in that suit (see
`layout`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_nogil
from croupier.families.dealer_poker.shared.odds.action_values import CHECK, raise_name
from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    AHEAD,
    FOLDS,
    RANK_PAIRS,
    RANKS,
    REST,
    RIVER,
    TYPE_PAIRS,
    TYPES,
    ArrayLayout,
    BoardPayouts,
    Ints,
    evaluate_pairs_by_rank,
    evaluate_pairs_by_suit_type,
    hand_number,
    layout,
    new_board_workspace,
)
from croupier.families.dealer_poker.ultimate.odds.boards import rank_boards
from croupier.families.dealer_poker.ultimate.odds.hand_values import DECK, VALUES, pays_of, rank_keys, tables_of
from croupier.families.dealer_poker.ultimate.odds.kernels import flop_rows
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution, hand_name
from croupier.hands.kernels import HandTables, value_by_ranks
from croupier.hands.rank_tables import tables_for

PAIRS = comb(DECK, 2)
FLOPS = comb(DECK, 3)
WORD = 64
PAIR_WORDS = -(-PAIRS // WORD)
RANK_WORDS = -(-RANK_PAIRS // WORD)
TYPE_WORDS = -(-TYPE_PAIRS // WORD)
OTHERS = {3: RANK_PAIRS, 4: RANKS, 5: 1}
"""Number of rank combinations of the board's cards outside a suit, by its number of cards in the suit."""
SUITED_BOARDS = sum(comb(RANKS, many) * others for many, others in OTHERS.items())

Words = NDArray[np.uint64]


class StrategyBits(NamedTuple):
    """Decisions as arrays of bits for kernels.

    In each row, bit `number % 64` of element `number // 64` is for the pair of cards with this number.
    """

    first: NDArray[np.uint8]
    """Size of the Play wager before the flop in antes, for each two cards; 0 is a check."""
    flop: Words
    """Whether to raise on the flop: a row for each flop, a bit for each two cards."""
    by_ranks: Words
    """Whether to fold at the river: a row for each board of five ranks, a bit for each pair of ranks."""
    by_types: Words
    """Whether to fold at the river on boards with three or more cards of a suit: rows as in `suited`, a bit for each
    pair of card types."""
    suited: Ints
    """First row of the boards with these ranks in one suit, by bit mask; -1 if no such board exists.

    The rank of a fifth card, or the pair number of two other ranks, is added to the row.
    """


@lru_cache(maxsize=4)
def strategy_bits_of(solution: UltimateSolution) -> StrategyBits:
    """Return all decisions of a solution as bits; this takes a second after compilation, and 6 MB."""
    plain, flush = np.zeros((VALUES, RANK_WORDS), np.uint64), np.zeros((SUITED_BOARDS, TYPE_WORDS), np.uint64)
    _river_choices(
        rank_boards(), suited_boards(), rank_keys(), layout(), pays_of(solution.rules), tables_of(solution.rules),
        tables_for(5), plain, flush,
    )  # fmt: skip
    return StrategyBits(first_hand_raises(solution), flop_raise_bits(solution), plain, flush, suited_boards())


def first_hand_raises(solution: UltimateSolution) -> NDArray[np.uint8]:
    """Return the raise before the flop, in antes, that the chart of first hands gives for each two cards."""
    times = {CHECK: 0} | {raise_name(many): many for many in solution.rules.before_flop}
    hands = (hand_number(high, low) for high in range(DECK) for low in range(high))
    return np.array([times[solution.chart[hand_name(number)]] for number in hands], np.uint8)


def flop_raise_bits(solution: UltimateSolution) -> Words:
    """Return the flop decisions as bits: 1 only if a raise is worth more than a check.

    The gain of a raise is linear in the sums of a flop, so it can be computed once for ranks and once for suits.
    """
    sums, rules = solution.sums, solution.rules
    by_rank, by_type = (
        rules.unit * rules.flop * found[:, AHEAD] + found[:, REST] - found[:, RIVER]
        for found in (sums.by_ranks, sums.by_types)
    )
    bits = np.zeros((FLOPS, PAIR_WORDS), np.uint64)
    _flop_choices(flops(), by_rank, by_type, layout(), bits)
    return bits


@cache
def flops() -> Ints:
    """Return all flops in the order of their numbers, the lowest card of each first."""
    return np.array(sorted(combinations(range(DECK), 3), key=lambda flop: flop[::-1]), np.int64)


@cache
def suited_boards() -> Ints:
    begins, begin = np.full(1 << RANKS, -1, np.int64), 0
    for many, others in OTHERS.items():
        for ranks in combinations(range(RANKS), many):
            begins[sum(1 << rank for rank in ranks)] = begin
            begin += others
    return begins


@compiled_nogil
def _flop_choices(dealt: Ints, by_rank: Ints, by_type: Ints, spots: ArrayLayout, bits: Words) -> None:
    """Set the bit of each flop and two cards for which a raise is worth more than a check.

    `by_rank` and `by_type` have the gain from the ranks of a flop and from each of its suits.
    """
    rows = np.zeros(4, np.int64)
    for number in range(len(dealt)):
        flop = dealt[number]
        ranks = flop_rows(flop, spots, rows)
        pair = 0
        for high in range(DECK):
            for low in range(high):
                gains = by_rank[ranks, spots.rank_pair[low // 4, high // 4]]
                for suit in range(4):
                    if rows[suit] >= 0:
                        one, two = low // 4 + RANKS * (low % 4 == suit), high // 4 + RANKS * (high % 4 == suit)
                        gains += by_type[rows[suit], spots.type_pair[one, two]]
                if gains > 0:
                    bits[number, pair // WORD] |= np.uint64(1) << np.uint64(pair % WORD)
                pair += 1


@compiled_cached
def _set_bits(row: Any, found: Any, also: Any, same: Any, ways: Any) -> None:
    """Set the bit of each pair of hole cards that can be dealt and that best play folds.

    `found` has the difference that a flush makes, and `also` the results without the flush.
    """
    for pair in range(len(found)):
        if ways[pair] > 0 and found[pair] + also[same[pair]] > 0:
            row[pair // WORD] |= np.uint64(1) << np.uint64(pair % WORD)


@compiled_cached
def board_row(held: Any, in_suit: int, suited: Ints, spots: ArrayLayout) -> int:
    """Return the row number of a board with these ranks, of which the ranks `in_suit` are in one suit."""
    row, many, last = suited[in_suit], 0, 0
    for rank in range(RANKS):
        for _ in range(held[rank] - (in_suit >> rank & 1)):
            row = suited[in_suit] + (rank if many == 0 else spots.rank_pair[last, rank])
            last = rank
            many += 1
    return int(row)


@compiled_nogil
def _river_choices(
    boards: Ints, suited: Ints, keys: Words, spots: ArrayLayout, pays: BoardPayouts, tables: HandTables,
    fives: HandTables,
    plain_bits: Words, flush_bits: Words,
) -> None:  # fmt: skip
    """Set the river bits for every board of ranks: once without a flush, once for each suited set of its ranks.

    A suited set has three or more ranks in one suit.
    """
    plain, flush = (
        new_board_workspace(spots.low, spots.high, RANKS),
        new_board_workspace(spots.first, spots.second, TYPES),
    )
    nothing, own = np.zeros(RANK_PAIRS, np.int64), np.arange(RANK_PAIRS)
    for number in range(len(boards)):
        board, held = boards[number], np.zeros(RANKS, np.int64)
        key, ranks, fours = np.uint64(0), 0, 0
        for rank in board:
            held[rank] += 1
            key += keys[rank]
            ranks |= 1 << rank
            fours |= (held[rank] == 4) << rank
        evaluate_pairs_by_rank(plain, held, key, keys, pays, tables)
        _set_bits(plain_bits[value_by_ranks(key, fives)], plain.found[FOLDS], nothing, own, plain.ways)
        in_suit = ranks
        while in_suit:
            # Four cards of a rank include one of every suit.
            if in_suit & fours == fours and suited[in_suit] >= 0:
                evaluate_pairs_by_suit_type(flush, held, in_suit, plain, spots, pays, tables)
                row = flush_bits[board_row(held, in_suit, suited, spots)]
                _set_bits(row, flush.found[FOLDS], plain.found[FOLDS], spots.same_ranks, flush.ways)
            in_suit = (in_suit - 1) & ranks
