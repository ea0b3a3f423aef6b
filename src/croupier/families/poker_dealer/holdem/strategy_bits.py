"""Best play as bits, for loops over hands that may solve nothing: what to do before the flop, on it, at the river.

Cards are 4 x rank + suit, two the lowest. Two cards of the deck are number hi (hi - 1) / 2 + lo of 1,326, and a flop is
number C(hi, 3) + C(mid, 2) + lo of 22,100. At the river all that counts is what the desk looks at: the ranks of the
board, which of them are of a suit that can flush, and the two cards' types in it (see `layout`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_nogil
from croupier.families.poker_dealer.holdem.board_count import DECK, pays_of, rank_keys, tables_of
from croupier.families.poker_dealer.holdem.board_kernels import (
    AHEAD,
    FOLDS,
    REST,
    RIVER,
    Ints,
    Pays,
    evaluate_pairs_by_rank,
    evaluate_pairs_by_suit_type,
    new_board_workspace,
)
from croupier.families.poker_dealer.holdem.kernels import VALUES, flop_rows
from croupier.families.poker_dealer.holdem.layout import (
    RANK_PAIRS,
    RANKS,
    TYPE_PAIRS,
    TYPES,
    ArrayLayout,
    hand_number,
    layout,
)
from croupier.families.poker_dealer.holdem.options import CHECK, raised
from croupier.families.poker_dealer.holdem.solution import Solution, hand_name
from croupier.hands.kernels import HandTables, value_by_ranks
from croupier.hands.rank_tables import tables_for

PAIRS = comb(DECK, 2)
FLOPS = comb(DECK, 3)
WORD = 64
PAIR_WORDS = -(-PAIRS // WORD)
RANK_WORDS = -(-RANK_PAIRS // WORD)
TYPE_WORDS = -(-TYPE_PAIRS // WORD)
OTHERS = {3: RANK_PAIRS, 4: RANKS, 5: 1}
"""By how many cards of a board are of one suit: how many ways there are to rank the others."""
SUITED_BOARDS = sum(comb(RANKS, many) * others for many, others in OTHERS.items())

Words = NDArray[np.uint64]


class StrategyBits(NamedTuple):
    """Goes into kernels as it is. Bit `number % 64` of word `number // 64` of a row stands for a pair."""

    first: NDArray[np.uint8]
    """Before the flop, by two cards: the Play wager in antes, 0 to check."""
    flop: Words
    """By flop, a bit for two cards: whether to raise."""
    by_ranks: Words
    """At the river, by the value of the board's five ranks, a bit for a pair of ranks: whether to fold."""
    by_types: Words
    """The same for a board with three or more of a suit, by `suited` and a pair of types."""
    suited: Ints
    """Ranks of one suit, as bits: where boards that hold them in it begin; -1 for fewer than three and for too many.

    Beyond that stands the rank of a fifth card, or the pair of the ranks of two others.
    """


@lru_cache(maxsize=4)
def choices_of(solution: Solution) -> StrategyBits:
    """All decisions of a solution. A second, the kernels being compiled, and 6 MB."""
    plain, flush = np.zeros((VALUES, RANK_WORDS), np.uint64), np.zeros((SUITED_BOARDS, TYPE_WORDS), np.uint64)
    _river_choices(
        rank_boards(), suited_boards(), rank_keys(), layout(), pays_of(solution.rules), tables_of(solution.rules),
        tables_for(5), plain, flush,
    )  # fmt: skip
    return StrategyBits(first_choices(solution), flop_choices(solution), plain, flush, suited_boards())


def first_choices(solution: Solution) -> NDArray[np.uint8]:
    """The chart, for each two cards."""
    times = {CHECK: 0} | {raised(many): many for many in solution.rules.before_flop}
    hands = (hand_number(high, low) for high in range(DECK) for low in range(high))
    return np.array([times[solution.chart[hand_name(number)]] for number in hands], np.uint8)


def flop_choices(solution: Solution) -> Words:
    """A raise is worth more than checking, and not as much. Sums are linear, and so is what a raise gains."""
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
    """In the order of their numbers, the lowest card first."""
    return np.array(sorted(combinations(range(DECK), 3), key=lambda flop: flop[::-1]), np.int64)


@cache
def rank_boards() -> Ints:
    """6,175 boards of ranks that never fall."""
    boards = combinations_with_replacement(range(RANKS), 5)
    return np.array([board for board in boards if board[0] < board[4]], np.int64)


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
    """`by_rank`, `by_type`: what a raise gains, as a flop's ranks and each of its suits see it."""
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
    """A bit for each pair that can be dealt and folds; `also`: what was counted without the flush, and taken off."""
    for pair in range(len(found)):
        if ways[pair] > 0 and found[pair] + also[same[pair]] > 0:
            row[pair // WORD] |= np.uint64(1) << np.uint64(pair % WORD)


@compiled_cached
def board_row(held: Any, in_suit: int, suited: Ints, spots: ArrayLayout) -> int:
    """Where a board stands that holds these ranks of its own in one suit."""
    row, many, last = suited[in_suit], 0, 0
    for rank in range(RANKS):
        for _ in range(held[rank] - (in_suit >> rank & 1)):
            row = suited[in_suit] + (rank if many == 0 else spots.rank_pair[last, rank])
            last = rank
            many += 1
    return int(row)


@compiled_nogil
def _river_choices(
    boards: Ints, suited: Ints, keys: Words, spots: ArrayLayout, pays: Pays, tables: HandTables, fives: HandTables,
    plain_bits: Words, flush_bits: Words,
) -> None:  # fmt: skip
    """Every board of ranks, and with it every choice of its ranks that three or more of a suit can be."""
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
            # Of four cards of a rank, one is of every suit.
            if in_suit & fours == fours and suited[in_suit] >= 0:
                evaluate_pairs_by_suit_type(flush, held, in_suit, plain, spots, pays, tables)
                row = flush_bits[board_row(held, in_suit, suited, spots)]
                _set_bits(row, flush.found[FOLDS], plain.found[FOLDS], spots.same_ranks, flush.ways)
            in_suit = (in_suit - 1) & ranks
