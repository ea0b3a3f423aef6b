"""Ultimate Texas Hold'em as its kernel takes it."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np

from croupier.families.poker_dealer.holdem.board_count import category_starts, number_of, tables_of
from croupier.families.poker_dealer.holdem.choices import choices_of
from croupier.families.poker_dealer.holdem.kernels import VALUES
from croupier.families.poker_dealer.holdem.layout import layout
from croupier.families.poker_dealer.holdem.solution import Solution
from croupier.families.poker_dealer.sim.dealing import DECK, too_low
from croupier.families.poker_dealer.sim.holdem_kernels import CARDS, HoldemGame
from croupier.hands.tables import tables_for


def times_of(solution: Solution) -> tuple[int, ...]:
    """What the Play wager can be, in antes; 0 for a hand that is folded."""
    rules = solution.rules
    return (0, *sorted({*rules.before_flop, rules.flop, rules.river}))


@lru_cache(maxsize=4)
def holdem_game(solution: Solution) -> HoldemGame:
    """Best play of a solution, and the ranking of hands."""
    times, choices, spots = times_of(solution), choices_of(solution), layout()
    numbers = np.array([number_of(place) for place in range(DECK)])
    tables = tables_of(solution.rules)
    kinds = np.searchsorted(category_starts(), np.arange(VALUES), side="right") - 1
    return HoldemGame(
        least=too_low(CARDS),
        keys=tables.keys[numbers],
        masks=tables.masks[numbers],
        tables=tables,
        fives=tables_for(5),
        kinds=kinds.astype(np.uint8),
        first=np.searchsorted(times, choices.first).astype(np.uint8),
        flop=choices.flop,
        by_ranks=choices.by_ranks,
        by_types=choices.by_types,
        suited=choices.suited.astype(np.uint64),
        rank_pair=spots.rank_pair.reshape(-1).astype(np.uint64),
        type_pair=spots.type_pair.reshape(-1).astype(np.uint64),
        threes=np.array([comb(card, 3) for card in range(DECK)], np.uint64),
        at_flop=times.index(solution.rules.flop),
        at_river=times.index(solution.rules.river),
        min_hole_cards=solution.rules.min_hole_cards,
    )
