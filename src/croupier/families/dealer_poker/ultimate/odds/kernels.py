"""Kernels that count every board of Ultimate Texas Hold'em once, by its ranks and by the suit that can make a flush.

Boards are counted by ranks, as if there were no flushes. Boards with three or more cards of a suit add the difference
that the flush makes to every flop that can precede them. The sums of a flop are those of its ranks plus those of each
suit on it. Sums stay below 2**63: see `rules.MOST_PARTS`.

The sums of each board are added to every flop from which the board can come. The weight is the number of turns and
rivers that complete the flop to the board.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline, compiled_nogil
from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    AHEAD,
    FOLDS,
    HANDS,
    RANK_FLOPS,
    RANK_PAIRS,
    RANKS,
    REST,
    RIVER,
    SUITED_FLOPS,
    SUMS,
    TYPE_PAIRS,
    TYPES,
    ArrayLayout,
    BoardPayouts,
    BoardWorkspace,
    Flops,
    Ints,
    evaluate_pairs_by_rank,
    evaluate_pairs_by_suit_type,
    new_board_workspace,
)
from croupier.hands.kernels import HandTables


@compiled_cached
def _add_board_to_flop(
    sums: Any, workspace: BoardWorkspace, weights: Any, turn: int, river: int, turn_left: int, river_left: int
) -> None:
    """Add the sums of a board to one flop, weighted by the number of turns and rivers that complete the flop.

    The weight depends on the two hole cards. `turn` and `river` are card types, or -1 if only one card fits;
    `turn_left` and `river_left` count the fitting cards that the flop leaves.
    """
    pairs = len(workspace.first)
    for pair in range(pairs):
        one, two = workspace.first[pair], workspace.second[pair]
        at_turn = turn_left - (one == turn) - (two == turn)
        at_river = river_left - (one == river) - (two == river)
        weights[pair] = at_turn * (at_turn - 1) // 2 if turn == river and turn >= 0 else at_turn * at_river
    for one_sum in range(SUMS):
        for pair in range(pairs):
            sums[one_sum, pair] += weights[pair] * workspace.found[one_sum, pair]


@compiled_cached
def add_to_rank_flops(
    sums: Any, workspace: BoardWorkspace, board: Any, held: Any, weights: Any, spots: ArrayLayout
) -> None:
    """Add the sums of a board, by ranks, to each flop from which it can come: three of its five cards."""
    for turn in range(5):
        for river in range(turn + 1, 5):
            one, two = board[turn], board[river]
            # Positions with equal ranks give the same flop; use only the first of them.
            fresh_one = turn == 0 or board[turn - 1] != one
            fresh_two = board[river - 1] != two or river - 1 == turn
            if not (fresh_one and fresh_two):
                continue
            flop = np.zeros(3, np.int64)
            many = 0
            for place in range(5):
                if place not in (turn, river):
                    flop[many] = board[place]
                    many += 1
            alike = 2 if one == two else 1
            _add_board_to_flop(
                sums[spots.rank_flop[flop[0], flop[1], flop[2]]], workspace, weights, one, two,
                4 - held[one] + alike, 4 - held[two] + alike,
            )  # fmt: skip


@compiled_cached
def add_to_suited_flops(
    sums: Any, workspace: BoardWorkspace, board: Any, in_suit: Any, weights: Any, spots: ArrayLayout
) -> None:
    """Add the sums of a board to each flop from which it can come, for one suit that can make a flush.

    Each flop has at least one card of the suit.
    """
    others = np.zeros(2, np.int64)
    for turn in range(5):
        for river in range(turn + 1, 5):
            if _is_duplicate(board, in_suit, turn, river):
                continue
            suited, many = 0, 0
            for place in range(5):
                if place not in (turn, river):
                    if in_suit[place]:
                        suited |= 1 << board[place]
                    else:
                        others[many] = board[place]
                        many += 1
            flop = spots.suited[suited]
            if many == 1:
                flop += others[0]
            elif many == 2:
                flop += spots.rank_pair[others[0], others[1]]
            one, one_left = _turn_or_river(board, in_suit, others, many, turn)
            two, two_left = _turn_or_river(board, in_suit, others, many, river)
            _add_board_to_flop(sums[flop], workspace, weights, one, two, one_left, two_left)


@compiled_inline
def _is_duplicate(board: Any, in_suit: Any, turn: int, river: int) -> bool:
    """Return whether an earlier choice of turn and river from this board has the same card types.

    Among cards of equal rank, those outside the suit come first.
    """
    for place in range(5):
        if place in (turn, river) or in_suit[place]:
            continue
        if not in_suit[turn] and board[place] == board[turn] and place < turn:
            return True
        if not in_suit[river] and board[place] == board[river] and place < river:
            return True
    return False


@compiled_inline
def _turn_or_river(board: Any, in_suit: Any, others: Any, many: int, place: int) -> tuple[int, int]:
    """Return the card type of a turn or river card, and how many cards of that type are left after the flop.

    A card of the suit that can make a flush is one certain card: for it return type -1 and the number 1.
    """
    if in_suit[place]:
        return -1, 1
    left = 3
    for other in range(many):
        left -= others[other] == board[place]
    return board[place], left


VALUES = 1 << 13
TOTALS = 6


class FlopSums(NamedTuple):
    """Result of the count over all boards.

    `by_ranks` and `by_types` have the sums AHEAD, REST, RIVER and FOLDS for every flop and pair of hole cards; the
    other arrays count hands by value.
    """

    by_ranks: Ints
    by_types: Ints
    dealt: Ints
    """Number of seven-card hands by value; each is counted for every choice of two of its cards as hole cards."""
    lost: Ints
    """Number of seven-card hands by value as in `dealt`, each weighted by the number of dealer's hands that beat it."""


@compiled_cached
def _tally(sums: FlopSums, workspace: BoardWorkspace, boards: int) -> None:
    for pair in range(len(workspace.first)):
        sums.dealt[workspace.values[pair]] += boards * workspace.ways[pair]
        sums.lost[workspace.values[pair]] += boards * workspace.ways[pair] * workspace.lost[pair]


@compiled_cached
def _boards(held: Any, suited: int) -> int:
    """Return how many boards have these ranks and, if `suited` is not 0, have these of them in one suit.

    The suit may be any of the four.
    """
    boards = 4 if suited else 1
    for rank in range(RANKS):
        cards = held[rank] - (suited >> rank & 1)
        left = 3 if suited else 4
        for one in range(cards):
            boards = boards * (left - one) // (one + 1)
    return boards


@compiled_cached
def _next_board(board: Any) -> bool:
    """Advance to the next board of five ranks in ascending order; return False after the last."""
    place = 4
    while place >= 0 and board[place] == RANKS - 1:
        place -= 1
    if place < 0:
        return False
    board[place:] = board[place] + 1
    return True


@compiled_cached
def _mark_suited(board: Any, suited: int, in_suit: Any) -> int:
    """Mark in `in_suit` one card of the board for each rank that is in the suit; return the number of marked cards."""
    many = 0
    for place in range(5):
        in_suit[place] = suited >> board[place] & 1 and (place == 0 or board[place - 1] != board[place])
        many += in_suit[place]
    return many


@compiled_nogil
def count_boards(keys: NDArray[np.uint64], spots: ArrayLayout, pays: BoardPayouts, tables: HandTables) -> FlopSums:
    """Return the sums over every board; `keys` are the lookup keys of the ranks."""
    sums = FlopSums(
        np.zeros((RANK_FLOPS, SUMS, RANK_PAIRS), np.int64), np.zeros((SUITED_FLOPS, SUMS, TYPE_PAIRS), np.int64),
        np.zeros(VALUES, np.int64), np.zeros(VALUES, np.int64),
    )  # fmt: skip
    plain, flush = (
        new_board_workspace(spots.low, spots.high, RANKS),
        new_board_workspace(spots.first, spots.second, TYPES),
    )
    weights, in_suit = np.zeros(TYPE_PAIRS, np.int64), np.zeros(5, np.int64)
    board, held = np.zeros(5, np.int64), np.zeros(RANKS, np.int64)
    while _next_board(board):
        held[:] = 0
        key, ranks, fours = np.uint64(0), 0, 0
        for place in range(5):
            held[board[place]] += 1
            key += keys[board[place]]
            ranks |= 1 << board[place]
        for rank in range(RANKS):
            fours |= (held[rank] == 4) << rank
        if held.max() > 4:
            continue
        evaluate_pairs_by_rank(plain, held, key, keys, pays, tables)
        add_to_rank_flops(sums.by_ranks, plain, board, held, weights, spots)
        boards = _boards(held, 0)
        suited = ranks
        while suited:
            # Four cards of a rank include one of every suit.
            if suited & fours == fours and _mark_suited(board, suited, in_suit) >= 3:
                evaluate_pairs_by_suit_type(flush, held, suited, plain, spots, pays, tables)
                add_to_suited_flops(sums.by_types, flush, board, in_suit, weights, spots)
                flushes = _boards(held, suited)
                _tally(sums, flush, flushes)
                boards -= flushes
            suited = (suited - 1) & ranks
        _tally(sums, plain, boards)
    return sums


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


@compiled_nogil
def count_hands(numbers: Ints, bet: int, unit: int, flops: Flops, sums: FlopSums, spots: ArrayLayout) -> Ints:
    """Return the totals of each of the 169 first hands over every flop.

    The columns are: AHEAD, REST, result of a check, flops bet, rivers folded, number of hands. `numbers` has the first
    hand that each two cards are; `bet` is the Play wager on the flop in antes.
    """
    totals = np.zeros((HANDS, TOTALS), np.int64)
    found, rows = np.zeros(SUMS, np.int64), np.zeros(4, np.int64)
    for row in range(len(flops.cards)):
        flop, many = flops.cards[row], flops.many[row]
        ranks = flop_rows(flop, spots, rows)
        for one in range(4 * RANKS):
            if one in (flop[0], flop[1], flop[2]):
                continue
            for two in range(one):
                if two in (flop[0], flop[1], flop[2]):
                    continue
                flop_sums(ranks, rows, one, two, sums, spots, found)
                total = totals[numbers[one, two]]
                at_flop = unit * bet * found[AHEAD] + found[REST]
                total[0] += many * found[AHEAD]
                total[1] += many * found[REST]
                if at_flop > found[RIVER]:
                    total[2] += many * at_flop
                    total[3] += many
                else:
                    total[2] += many * found[RIVER]
                    total[4] += many * found[FOLDS]
                total[5] += many
    return totals
