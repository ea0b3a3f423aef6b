"""Hands dealt by the thousand and played out, and single hands told in full."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import called, released
from croupier.families.holdem.odds.betting_kernels import (
    ACTS,
    BOARD,
    FEE,
    LEFT,
    MOST_ACTS,
    ON_BOARD,
    POT,
    POTS,
    SENSIBLE,
    Felt,
    Look,
    below,
    new_felt,
    next_word,
    play_hand,
)
from croupier.families.holdem.odds.stakes import MOST_SEATS, TableStakes
from croupier.odds.simulation.shoes import GOLDEN, U64, Dealing, bench_for, shuffle

ROWS = 32
"""Decks shuffled at once."""
WORDS_A_HAND = 1 << 13
BURNT = 3
SUMS = ("hands", "flops", "showdowns", "fees", "pots", "flop pots", "pots squared", "fees squared", "side pots", "acts")
"""What is added up over hands. Money is in chips."""
HANDS, FLOPS, SHOWDOWNS, FEES, POT_SUM, FLOP_POTS, POTS_SQUARED, FEES_SQUARED, SIDE_POTS, ACT_SUM = range(len(SUMS))


@called
def lay_cards(felt: Felt, order: Any, begin: int, seats: int) -> None:
    """Two cards each, one at a time from the button's left; a card burnt before flop, turn and river. [004 L6-8]"""
    for card in range(2 * seats):
        felt.cards[2 * (card % seats) + card // seats] = order[begin + card]
    board = 2 * MOST_SEATS
    for card in range(BOARD):
        burnt = 1 if card < 3 else card - 1
        felt.cards[board + card] = order[begin + 2 * seats + burnt + card]


@called
def bring_stacks(stakes: TableStakes, felt: Felt, seats: int, least: int, most: int, style: int) -> None:
    """What each brings to the hand; where they play wildly, here and there somebody posts for missed blinds."""
    for seat in range(seats):
        felt.began[seat] = least + below(felt, most - least + 1)
        posts = style != SENSIBLE and below(felt, 16) == 0
        felt.posts[seat] = posts and felt.began[seat] > stakes.small_blind + stakes.big_blind + stakes.ante


@called
def begin_words(felt: Felt, start: Any, hand: int) -> None:
    felt.word[0] = start + U64(hand) * U64(WORDS_A_HAND) * GOLDEN
    next_word(felt)


@released
def play_hands(
    stakes: TableStakes, look: Look, dealing: Dealing, starts: NDArray[np.uint64], seats: int, style: int,
    brought: tuple[int, int], first: int, hands: int, sums: NDArray[np.float64],
) -> int:  # fmt: skip
    """Play hands from `first` on and add up; the number of a hand whose chips are not all there again, or -1.

    `starts`: where the words of the shuffles and those of the players begin. `brought`: least and most chips.
    """
    felt, bench = new_felt(), bench_for(dealing, ROWS)
    order = bench.laid.view(np.uint8)
    a_row = len(order) // ROWS
    for begin in range(first, first + hands, ROWS):
        rows = min(ROWS, first + hands - begin)
        shuffle(dealing, bench, dealing.shoe, starts[0], begin, rows)
        for row in range(rows):
            begin_words(felt, starts[1], begin + row)
            bring_stacks(stakes, felt, seats, brought[0], brought[1], style)
            lay_cards(felt, order, row * a_row, seats)
            play_hand(stakes, look, felt, seats, style)
            if not is_conserved(felt, seats):
                return begin + row
            add_up(felt, sums)
    return -1


@called
def is_conserved(felt: Felt, seats: int) -> bool:
    before = after = 0
    for seat in range(seats):
        before += felt.began[seat]
        after += felt.stack[seat] + felt.won[seat]
        if felt.stack[seat] < 0 or felt.won[seat] < 0:
            return False
    return before == after + felt.ends[FEE]


@called
def add_up(felt: Felt, sums: Any) -> None:
    ends = felt.ends
    sums[HANDS] += 1
    sums[POT_SUM] += ends[POT]
    sums[POTS_SQUARED] += float(ends[POT]) ** 2
    sums[ACT_SUM] += ends[ACTS]
    if ends[ON_BOARD]:
        sums[FLOPS] += 1
        sums[FLOP_POTS] += ends[POT]
        sums[FEES] += ends[FEE]
        sums[FEES_SQUARED] += float(ends[FEE]) ** 2
        sums[SHOWDOWNS] += ends[LEFT] > 1
        sums[SIDE_POTS] += ends[POTS] > 1




@released
def tell_hands(
    stakes: TableStakes, look: Look, dealing: Dealing, starts: NDArray[np.uint64], seats: int, style: int,
    brought: tuple[int, int], first: int, hands: int, told: NDArray[np.int64], acts: NDArray[np.int16],
) -> None:  # fmt: skip
    """The same hands one by one: a row of figures each (see `ToldHand`), and what was done."""
    felt, bench = new_felt(), bench_for(dealing, 1)
    order = bench.laid.view(np.uint8)
    most = MOST_SEATS
    for hand in range(hands):
        shuffle(dealing, bench, dealing.shoe, starts[0], first + hand, 1)
        begin_words(felt, starts[1], first + hand)
        bring_stacks(stakes, felt, seats, brought[0], brought[1], style)
        lay_cards(felt, order, 0, seats)
        felt.value[:] = 0
        play_hand(stakes, look, felt, seats, style)
        for seat in range(seats):
            told[hand, seat] = felt.began[seat]
            told[hand, most + seat] = felt.stack[seat] + felt.won[seat] - felt.began[seat]
            told[hand, 2 * most + seat] = felt.total[seat]
            told[hand, 3 * most + seat] = felt.value[seat]
            told[hand, 4 * most + seat] = felt.is_in[seat]
            told[hand, 5 * most + seat] = felt.posts[seat]
        for place in range(2 * most + BOARD):
            told[hand, 6 * most + place] = felt.cards[place]
        for place in range(len(felt.ends)):
            told[hand, 8 * most + BOARD + place] = felt.ends[place]
        for act in range(felt.ends[ACTS]):
            for part in range(3):
                acts[hand, act, part] = felt.acts[act, part]


TOLD_FIGURES = 8 * MOST_SEATS + BOARD + 7
TOLD_ACTS = MOST_ACTS
