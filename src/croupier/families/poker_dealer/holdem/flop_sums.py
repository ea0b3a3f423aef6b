"""A board is given to every flop it can have come from, as often as its last two cards can have followed."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.compiled import compiled_cached, compiled_inline
from croupier.families.poker_dealer.holdem.board_kernels import SUMS, BoardWorkspace
from croupier.families.poker_dealer.holdem.layout import ArrayLayout


@compiled_cached
def _give(sums: Any, uow: BoardWorkspace, weights: Any, turn: int, river: int, turn_left: int, river_left: int) -> None:
    """Add a board to a flop it can have come from, as often as turn and river can be dealt beside each pair.

    `turn`, `river`: their types, or -1 where only one card can be it; `turn_left`: such cards that the flop leaves.
    """
    pairs = len(uow.first)
    for pair in range(pairs):
        one, two = uow.first[pair], uow.second[pair]
        at_turn = turn_left - (one == turn) - (two == turn)
        at_river = river_left - (one == river) - (two == river)
        weights[pair] = at_turn * (at_turn - 1) // 2 if turn == river and turn >= 0 else at_turn * at_river
    for one_sum in range(SUMS):
        for pair in range(pairs):
            sums[one_sum, pair] += weights[pair] * uow.found[one_sum, pair]


@compiled_cached
def add_to_rank_flops(sums: Any, uow: BoardWorkspace, board: Any, held: Any, weights: Any, spots: ArrayLayout) -> None:
    """To each flop of ranks that this board of ranks can have come from: all but two of its cards."""
    for turn in range(5):
        for river in range(turn + 1, 5):
            one, two = board[turn], board[river]
            # Of equal ranks, the first ones stand for all.
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
            _give(
                sums[spots.rank_flop[flop[0], flop[1], flop[2]]], uow, weights, one, two,
                4 - held[one] + alike, 4 - held[two] + alike,
            )  # fmt: skip


@compiled_cached
def add_to_suited_flops(
    sums: Any, uow: BoardWorkspace, board: Any, in_suit: Any, weights: Any, spots: ArrayLayout
) -> None:
    """To each flop, as the suit sees it, that this board can have come from. At least one card of the suit is left."""
    others = np.zeros(2, np.int64)
    for turn in range(5):
        for river in range(turn + 1, 5):
            if _is_repeated(board, in_suit, turn, river):
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
            one, one_left = _drawn(board, in_suit, others, many, turn)
            two, two_left = _drawn(board, in_suit, others, many, river)
            _give(sums[flop], uow, weights, one, two, one_left, two_left)


@compiled_inline
def _is_repeated(board: Any, in_suit: Any, turn: int, river: int) -> bool:
    """Whether another choice of the same types stands for this one. Cards out of the suit come first among equals."""
    for place in range(5):
        if place in (turn, river) or in_suit[place]:
            continue
        if not in_suit[turn] and board[place] == board[turn] and place < turn:
            return True
        if not in_suit[river] and board[place] == board[river] and place < river:
            return True
    return False


@compiled_inline
def _drawn(board: Any, in_suit: Any, others: Any, many: int, place: int) -> tuple[int, int]:
    """The type of a card that comes after the flop, and how many of it the flop leaves; of the suit there is one."""
    if in_suit[place]:
        return -1, 1
    left = 3
    for other in range(many):
        left -= others[other] == board[place]
    return board[place], left
