"""Second count of Ultimate Texas Hold'em: how many deals end in each way under best play.

It shares with the solver only the decisions before the river; the river decision is computed again, board by board. The
sum of all results must equal the solver's value exactly.
"""

from __future__ import annotations

import numpy as np

from croupier.families.dealer_poker.shared.odds.action_values import CHECK, raise_name
from croupier.families.dealer_poker.ultimate.odds.board_kernels import HANDS, Ints
from croupier.families.dealer_poker.ultimate.odds.kernels import VALUES
from croupier.families.dealer_poker.ultimate.odds.second_count_kernels import NO_RAISE, Bytes, PlayTables, count_ends
from croupier.families.dealer_poker.ultimate.odds.solver import (
    DECK,
    UltimateSolution,
    category_starts,
    first_hands,
    hand_name,
    library_card_number,
    tables_of,
)
from croupier.families.dealer_poker.ultimate.odds.strategy_bits import PAIRS, flop_raise_bits
from croupier.families.dealer_poker.ultimate.rules import HANDS as CATEGORIES
from croupier.families.dealer_poker.ultimate.rules import UltimateRules


def play_sizes(rules: UltimateRules) -> tuple[int, ...]:
    """Return the possible sizes of a Play wager in antes; 0 is a fold."""
    return tuple(sorted({0, rules.river, rules.flop, *rules.before_flop}))


def count_outcomes(solved: UltimateSolution) -> Ints:
    """Return the number of deals by Play wager, both hands' categories, and result (lost, tied, won).

    The first index is a position in `play_sizes`. The deals cover all cards and flops.
    """
    return count_ends(len(play_sizes(solved.rules)), play_tables_of(solved), tables_of(solved.rules))


def play_tables_of(solved: UltimateSolution) -> PlayTables:
    rules, tables = solved.rules, tables_of(solved.rules)
    times = play_sizes(rules)
    numbers = [library_card_number(card) for card in range(DECK)]
    kinds = np.searchsorted(category_starts(), np.arange(VALUES), side="right") - 1
    return PlayTables(
        tables.keys[numbers],
        tables.masks[numbers],
        kinds.astype(np.int64),
        np.array([int(rules.blind.of(kind) * rules.unit) for kind in CATEGORIES], np.int64),
        rules.unit,
        int(rules.qualifies),
        rules.river,
        _raises_before_flop(solved)[first_hands()],
        flop_bets(solved),
        times.index(0),
        times.index(rules.river),
        times.index(rules.flop),
        rules.min_hole_cards,
    )


def flop_bets(solved: UltimateSolution) -> Bytes:
    """Return the flop decisions as one byte each, so that a board can add up the decisions of its ten flops."""
    bits = flop_raise_bits(solved).astype("<u8").view(np.uint8)
    return np.unpackbits(bits, axis=1, count=PAIRS, bitorder="little")


def _raises_before_flop(solved: UltimateSolution) -> Ints:
    """Return for each first hand how much best play raises before the flop."""
    times = play_sizes(solved.rules)
    places = {CHECK: NO_RAISE} | {raise_name(many): place for place, many in enumerate(times)}
    return np.array([places[solved.chart[hand_name(number)]] for number in range(HANDS)], np.int64)
