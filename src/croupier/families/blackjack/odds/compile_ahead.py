"""Compile kernels of a par sheet in a second process, while the first process compiles and uses the others.

On a machine that has just installed the package nearly all the time of a first par sheet is compilation, which uses
one core. The kernels here are those that a sheet calls last. Each is called once with a little work, with the types of
a sheet's arguments.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.families.blackjack.odds import kernels
from croupier.families.blackjack.odds.actions import TOTALS, Chart
from croupier.families.blackjack.odds.hand_tables import player_hands
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.seat_strategy import SeatStrategy
from croupier.families.blackjack.odds.simulate_job import BlackjackJob, ShoePlan
from croupier.families.blackjack.odds.simulate_kernels import deal_fresh_rounds
from croupier.families.blackjack.odds.up_card import kernel_rules_of
from croupier.families.blackjack.rules import BlackjackRules

KERNELS: tuple[Any, ...] = (
    kernels.mark_reachable_hands, kernels.split_hand, kernels.split_value, kernels.hand_chances, kernels.chart_column,
    deal_fresh_rounds,
)  # fmt: skip
UP = 2


def compile_all() -> None:
    """Compile the kernels in the order in which a sheet calls them."""
    rules, payoffs = BlackjackRules(), Payoffs()
    hands, terms = player_hands(), kernel_rules_of(rules, payoffs, UP)
    size = len(hands.cards)
    left, zeros, stand = np.full(10, 4.0), np.zeros(size), np.zeros(size, np.int8)
    kernels.mark_reachable_hands(hands, left, 0, stand, stand)
    rows, ways = np.zeros(1, np.int64), np.zeros(1, np.int8)
    places = np.zeros(size, np.int64)
    kernels.split_hand(hands, terms, left, 0, 4.0, 1, rows, ways, stand, stand, places, zeros, zeros)
    kernels.split_value(2, 4.0, 40.0, *np.zeros((2, 2)))
    kernels.hand_chances(hands, left, zeros, zeros)
    codes, doubles = np.zeros((2, TOTALS), np.int8), np.zeros(TOTALS, np.bool_)
    kernels.chart_column(hands, terms, left, (zeros, zeros), (zeros, zeros), doubles, zeros, False, codes)
    BlackjackJob(rules, payoffs, (SeatStrategy(Chart.standing()),), 1, ShoePlan.fresh()).deal(0, 1)
