"""Kernels that add the sums of each board to every flop from which the board can come.

The weight is the number of turns and rivers that complete the flop to the board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.compiled import compiled_cached, compiled_inline
from croupier.families.dealer_poker.ultimate.odds.board_kernels import SUMS, BoardWorkspace
from croupier.families.dealer_poker.ultimate.odds.layout import ArrayLayout


@compiled_cached
def _add_board_to_flop(
    sums: Any, workspace: BoardWorkspace, weights: Any, turn: int, river: int, turn_left: int, river_left: int
) -> None:
    """Add the sums of a board to one flop, weighted by how many turns and rivers each two hole cards leave.

    `turn` and `river` are card types, or -1 if only one card fits; `turn_left` and `river_left` count the fitting cards
    that the flop leaves.
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
    """Return whether an earlier choice of turn and river has the same card types.

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
    """Return the card type of a turn or river card, and how many such cards are left after the flop.

    For a card of the suit return type -1 and one card.
    """
    if in_suit[place]:
        return -1, 1
    left = 3
    for other in range(many):
        left -= others[other] == board[place]
    return board[place], left
