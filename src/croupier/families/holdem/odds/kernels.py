"""Hands dealt by the thousand and played out, and single hands told in full."""

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
    SENSIBLE,
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
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, ShoeSetup, bench_for, shuffle

ROWS = 32
"""Decks shuffled at once."""
WORDS_A_HAND = 1 << 13
BURNT = 3
SUMS = ("hands", "flops", "showdowns", "fees", "pots", "flop pots", "pots squared", "fees squared", "side pots", "acts")
"""What is added up over hands. Money is in chips."""
HANDS, FLOPS, SHOWDOWNS, FEES, POT_SUM, FLOP_POTS, POTS_SQUARED, FEES_SQUARED, SIDE_POTS, ACT_SUM = range(len(SUMS))


@kernel_function
def lay_cards(felt: HandArray, order: Any, begin: int, seats: int) -> None:
    """Two cards each, one at a time from the button's left; a card burnt before flop, turn and river. [004 L6-8]"""
    for card in range(2 * seats):
        felt[CARDS + 2 * (card % seats) + card // seats] = order[begin + card]
    for card in range(BOARD):
        burnt = 1 if card < 3 else card - 1
        felt[ON_TABLE + card] = order[begin + 2 * seats + burnt + card]


@kernel_function
def bring_stacks(rules: BettingRules, felt: HandArray, seats: int, least: int, most: int, style: int) -> None:
    """What each brings to the hand; where they play wildly, here and there somebody posts for missed blinds."""
    for seat in range(seats):
        felt[BEGAN + seat] = least + below(felt, most - least + 1)
        posts = style != SENSIBLE and below(felt, 16) == 0
        felt[POSTS + seat] = posts and felt[BEGAN + seat] > rules.small_blind + rules.big_blind + rules.ante


@kernel_function
def begin_words(felt: HandArray, start: Any, hand: int) -> None:
    felt[WORD] = np.int64(start + U64(hand) * U64(WORDS_A_HAND) * GOLDEN)
    next_word(felt)


@compiled_nogil
def play_hands(
    rules: BettingRules, look: LookupTables, dealing: ShoeSetup, starts: NDArray[np.uint64], seats: int, style: int,
    brought: tuple[int, int], first: int, hands: int, sums: NDArray[np.float64],
) -> int:  # fmt: skip
    """Play hands from `first` on and add up; the number of a hand whose chips are not all there again, or -1.

    `starts`: where the words of the shuffles and those of the players begin. `brought`: least and most chips.
    """
    felt, bench = new_hand_array(), bench_for(dealing, ROWS)
    order = bench.laid.view(np.uint8)
    a_row = len(order) // ROWS
    for begin in range(first, first + hands, ROWS):
        rows = min(ROWS, first + hands - begin)
        shuffle(dealing, bench, dealing.shoe, starts[0], begin, rows)
        for row in range(rows):
            begin_words(felt, starts[1], begin + row)
            bring_stacks(rules, felt, seats, brought[0], brought[1], style)
            lay_cards(felt, order, row * a_row, seats)
            play_hand(rules, look, felt, seats, style)
            if not is_conserved(felt, seats):
                return begin + row
            add_up(felt, sums)
    return -1


@kernel_function
def is_conserved(felt: HandArray, seats: int) -> bool:
    before = after = 0
    for seat in range(seats):
        before += felt[BEGAN + seat]
        after += felt[STACK + seat] + felt[WON + seat]
        if felt[STACK + seat] < 0 or felt[WON + seat] < 0:
            return False
    return bool(before == after + felt[FEE])


@kernel_function
def add_up(felt: HandArray, sums: Any) -> None:
    sums[HANDS] += 1
    sums[POT_SUM] += felt[POT]
    sums[POTS_SQUARED] += float(felt[POT]) ** 2
    sums[ACT_SUM] += felt[ACTS]
    if felt[ON_BOARD]:
        sums[FLOPS] += 1
        sums[FLOP_POTS] += felt[POT]
        sums[FEES] += felt[FEE]
        sums[FEES_SQUARED] += float(felt[FEE]) ** 2
        sums[SHOWDOWNS] += felt[LEFT] > 1
        sums[SIDE_POTS] += felt[POTS] > 1


@compiled_nogil
def record_hands(
    rules: BettingRules, look: LookupTables, dealing: ShoeSetup, starts: NDArray[np.uint64], seats: int, style: int,
    brought: tuple[int, int], first: int, hands: int, told: NDArray[np.int64],
) -> None:  # fmt: skip
    """The same hands one by one, each felt a row of `told`."""
    felt, bench = new_hand_array(), bench_for(dealing, 1)
    order = bench.laid.view(np.uint8)
    for hand in range(hands):
        shuffle(dealing, bench, dealing.shoe, starts[0], first + hand, 1)
        begin_words(felt, starts[1], first + hand)
        bring_stacks(rules, felt, seats, brought[0], brought[1], style)
        lay_cards(felt, order, 0, seats)
        felt[VALUE : VALUE + MOST_SEATS] = 0
        play_hand(rules, look, felt, seats, style)
        told[hand] = felt
