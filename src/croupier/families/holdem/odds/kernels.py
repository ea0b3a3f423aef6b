"""Kernels that deal and play many hands; they return sums over the hands, or complete records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_nogil, kernel_function
from croupier.families.holdem.odds.betting_kernels import (
    ACTS,
    BEGAN,
    BOARD,
    CARDS,
    FEE,
    LEFT,
    ON_BOARD,
    ON_TABLE,
    POSTS,
    POT,
    POTS,
    SIMPLE_STRATEGY,
    STACK,
    VALUE,
    WON,
    WORD,
    HandArray,
    LookupTables,
    below,
    new_hand_array,
    next_word,
    play_hand,
)
from croupier.families.holdem.odds.betting_rules import MOST_SEATS, BettingRules
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, ShoeSetup, shuffle, shuffle_workspace

ROWS = 32
"""Number of decks shuffled at a time."""
WORDS_A_HAND = 1 << 13
BURNT = 3
SUMS = ("hands", "flops", "showdowns", "fees", "pots", "flop pots", "pots squared", "fees squared", "side pots", "acts")
"""Names of the sums over all hands; money is in chips."""
HANDS, FLOPS, SHOWDOWNS, FEES, POT_SUM, FLOP_POTS, POTS_SQUARED, FEES_SQUARED, SIDE_POTS, ACT_SUM = range(len(SUMS))


@kernel_function
def deal_hand(state: HandArray, order: Any, begin: int, seats: int) -> None:
    """Deal two cards to each seat in turn, and the board; a card is burned before flop, turn and river. [004 L6-8]"""
    for card in range(2 * seats):
        state[CARDS + 2 * (card % seats) + card // seats] = order[begin + card]
    for card in range(BOARD):
        burnt = 1 if card < 3 else card - 1
        state[ON_TABLE + card] = order[begin + 2 * seats + burnt + card]


@kernel_function
def bring_stacks(rules: BettingRules, state: HandArray, seats: int, least: int, most: int, style: int) -> None:
    """Give each seat a random number of chips; if players act at random, some seats also post missed blinds."""
    for seat in range(seats):
        state[BEGAN + seat] = least + below(state, most - least + 1)
        posts = style != SIMPLE_STRATEGY and below(state, 16) == 0
        state[POSTS + seat] = posts and state[BEGAN + seat] > rules.small_blind + rules.big_blind + rules.ante


@kernel_function
def start_random_sequence(state: HandArray, start: Any, hand: int) -> None:
    state[WORD] = np.int64(start + U64(hand) * U64(WORDS_A_HAND) * GOLDEN)
    next_word(state)


@compiled_nogil
def play_hands(
    rules: BettingRules, lookup: LookupTables, dealing: ShoeSetup, starts: NDArray[np.uint64], seats: int, style: int,
    brought: tuple[int, int], first: int, hands: int, sums: NDArray[np.float64],
) -> int:  # fmt: skip
    """Play hands from number `first` and add their figures to `sums`.

    Return the number of the first hand that loses or creates chips, or -1. `starts` contains the starts of the random
    sequences of the shuffles and of the players; `brought` the minimum and maximum chips of a seat.
    """
    state, workspace = new_hand_array(), shuffle_workspace(dealing, ROWS)
    order = workspace.shuffled.view(np.uint8)
    a_row = len(order) // ROWS
    for begin in range(first, first + hands, ROWS):
        rows = min(ROWS, first + hands - begin)
        shuffle(dealing, workspace, dealing.shoe, starts[0], begin, rows)
        for row in range(rows):
            start_random_sequence(state, starts[1], begin + row)
            bring_stacks(rules, state, seats, brought[0], brought[1], style)
            deal_hand(state, order, row * a_row, seats)
            play_hand(rules, lookup, state, seats, style)
            if not is_conserved(state, seats):
                return begin + row
            add_to_sums(state, sums)
    return -1


@kernel_function
def is_conserved(state: HandArray, seats: int) -> bool:
    before = after = 0
    for seat in range(seats):
        before += state[BEGAN + seat]
        after += state[STACK + seat] + state[WON + seat]
        if state[STACK + seat] < 0 or state[WON + seat] < 0:
            return False
    return bool(before == after + state[FEE])


@kernel_function
def add_to_sums(state: HandArray, sums: Any) -> None:
    sums[HANDS] += 1
    sums[POT_SUM] += state[POT]
    sums[POTS_SQUARED] += float(state[POT]) ** 2
    sums[ACT_SUM] += state[ACTS]
    if state[ON_BOARD]:
        sums[FLOPS] += 1
        sums[FLOP_POTS] += state[POT]
        sums[FEES] += state[FEE]
        sums[FEES_SQUARED] += float(state[FEE]) ** 2
        sums[SHOWDOWNS] += state[LEFT] > 1
        sums[SIDE_POTS] += state[POTS] > 1


@compiled_nogil
def record_hands(
    rules: BettingRules, lookup: LookupTables, dealing: ShoeSetup, starts: NDArray[np.uint64], seats: int, style: int,
    brought: tuple[int, int], first: int, hands: int, records: NDArray[np.int64],
) -> None:  # fmt: skip
    """Play the same hands as `play_hands` one by one; store the state array of each as a row of `records`."""
    state, workspace = new_hand_array(), shuffle_workspace(dealing, 1)
    order = workspace.shuffled.view(np.uint8)
    for hand in range(hands):
        shuffle(dealing, workspace, dealing.shoe, starts[0], first + hand, 1)
        start_random_sequence(state, starts[1], first + hand)
        bring_stacks(rules, state, seats, brought[0], brought[1], style)
        deal_hand(state, order, 0, seats)
        state[VALUE : VALUE + MOST_SEATS] = 0
        play_hand(rules, lookup, state, seats, style)
        records[hand] = state
