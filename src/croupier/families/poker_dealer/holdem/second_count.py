"""How rounds of Ultimate Texas Hold'em end with best play: the door to a second count.

It shares with the solver only what best play does before the river; the river's choice is made again, board by board.
What the rounds come to, added up, must be the solver's value to the last digit.
"""

from __future__ import annotations

import numpy as np

from croupier.families.poker_dealer.holdem.board_count import DECK, category_starts, first_hands, number_of, tables_of
from croupier.families.poker_dealer.holdem.board_kernels import Ints
from croupier.families.poker_dealer.holdem.kernels import VALUES
from croupier.families.poker_dealer.holdem.layout import HANDS
from croupier.families.poker_dealer.holdem.options import CHECK, raised
from croupier.families.poker_dealer.holdem.rules import HANDS as CATEGORIES
from croupier.families.poker_dealer.holdem.rules import UltimateRules
from croupier.families.poker_dealer.holdem.second_count_kernels import TAKES_NOTHING, Bytes, PlayTables, count_ends
from croupier.families.poker_dealer.holdem.solution import Solution, hand_name
from croupier.families.poker_dealer.holdem.strategy_bits import PAIRS, flop_choices


def times_of(rules: UltimateRules) -> tuple[int, ...]:
    """What a Play wager can be, in antes; 0 for a fold."""
    return tuple(sorted({0, rules.river, rules.flop, *rules.before_flop}))


def round_ends(solved: Solution) -> Ints:
    """[place in `times_of`, own kind, dealer's kind, lost or tied or won], over all deals of cards and flop."""
    return count_ends(len(times_of(solved.rules)), play_of(solved), tables_of(solved.rules))


def play_of(solved: Solution) -> PlayTables:
    rules, tables = solved.rules, tables_of(solved.rules)
    times = times_of(rules)
    numbers = [number_of(card) for card in range(DECK)]
    kinds = np.searchsorted(category_starts(), np.arange(VALUES), side="right") - 1
    return PlayTables(
        tables.keys[numbers],
        tables.masks[numbers],
        kinds.astype(np.int64),
        np.array([int(rules.blind.of(kind) * rules.unit) for kind in CATEGORIES], np.int64),
        rules.unit,
        int(rules.qualifies),
        rules.river,
        _before(solved)[first_hands()],
        flop_bets(solved),
        times.index(0),
        times.index(rules.river),
        times.index(rules.flop),
        rules.min_hole_cards,
    )


def flop_bets(solved: Solution) -> Bytes:
    """The flop's choices with a byte for a bit: a board adds up those of its ten flops."""
    bits = flop_choices(solved).astype("<u8").view(np.uint8)
    return np.unpackbits(bits, axis=1, count=PAIRS, bitorder="little")


def _before(solved: Solution) -> Ints:
    """By number of the first hand: the raise before the flop."""
    times = times_of(solved.rules)
    places = {CHECK: TAKES_NOTHING} | {raised(many): place for place, many in enumerate(times)}
    return np.array([places[solved.chart[hand_name(number)]] for number in range(HANDS)], np.int64)
