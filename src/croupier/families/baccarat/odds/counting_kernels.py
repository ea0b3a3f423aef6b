"""Kernel that deals shoes of baccarat for counting: rounds as at the live table, and what counters see."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_nogil
from croupier.families.baccarat.odds.kernels import coup_classes, first_four_key
from croupier.families.baccarat.odds.simulate_kernels import CoupSetup, _hands_of, _shoe_of_cards
from croupier.odds.counting.count_kernels import (
    PlanArrays,
    begin_shoe,
    count_round,
    count_state,
    look_before_round,
    see_card,
)
from croupier.odds.simulation.shuffle_kernels import shuffle_workspace

BY_TOTALS, BY_FIRST_FOUR, BY_SUITS = range(3)
"""Which class of a round decides a wager: by totals, by the first four cards, or by totals and suits."""
TOTALS_CLASSES = 12_100
SUITS_CLASSES = 27
"""Number of classes of a round by suits; see `kernels.coup_classes`."""


class CoupWagerResults(NamedTuple):
    """Result of each wager for each class of rounds."""

    kind: NDArray[np.int64]
    """Way in which each wager is decided, such as `BY_TOTALS`."""
    begin: NDArray[np.int64]
    """Index of each wager's first result."""
    nets: NDArray[np.float32]


@compiled_cached
def settle_wagers(results: CoupWagerResults, order: Any, place: int, totals: int, hands: Any, nets: Any) -> None:
    """Write the result of every wager for the round that starts at a position of the shoe to `nets`."""
    card: Any = np.int64
    suits, key = card(-1), card(-1)
    for wager in range(len(results.kind)):
        begin = results.begin[wager]
        if results.kind[wager] == BY_TOTALS:
            nets[wager] = results.nets[begin + totals]
            continue
        if results.kind[wager] == BY_FIRST_FOUR:
            if key < 0:
                key = first_four_key(
                    card(order[place]), card(order[place + 2]), card(order[place + 1]), card(order[place + 3])
                )
            nets[wager] = results.nets[begin + key]
            continue
        if suits < 0:
            cards = _hands_of(order, place, totals)
            for at in range(6):
                hands[0, at] = cards[at] if cards[at] < 52 else -1
            suits = coup_classes(hands)[0, 2]
        nets[wager] = results.nets[begin + suits * TOTALS_CLASSES + totals]


@compiled_nogil
def count_shoes(
    coups: CoupSetup,
    start: Any,
    first: int,
    shoes: int,
    burn_seen: int,
    plans: PlanArrays,
    results: CoupWagerResults,
    statistics: NDArray[np.float64],
) -> int:
    """Deal shoes, count every round for every plan, and return the number of rounds.

    `burn_seen` is the largest number of burn cards that a counter sees.
    """
    card: Any = np.int64
    cards = len(coups.dealing.shoe)
    workspace = shuffle_workspace(coups.dealing, 1)
    openings, begins = np.zeros(cards, np.uint16), np.zeros(cards, np.int64)
    order = workspace.shuffled.view(np.uint8)
    state, nets, hands = count_state(plans), np.zeros(len(results.kind)), np.zeros((1, 6), np.int64)
    rounds = 0
    for shoe in range(first, first + shoes):
        finished = _shoe_of_cards(coups, workspace, start, shoe, cards, openings, begins)
        begin_shoe(plans, state, coups.dealing.shoe)
        unseen = cards
        burnt = begins[0] if finished > 0 else 0
        for place in range(min(burnt, burn_seen)):
            see_card(plans, state, card(order[place]))
            unseen -= 1
        for number in range(finished):
            place = begins[number]
            opening = openings[place]
            look_before_round(plans, state, unseen)
            settle_wagers(results, order, place, card(coups.kinds[opening]), hands, nets)
            count_round(plans, state, nets, statistics)
            for at in range(place, place + card(coups.lengths[opening])):
                see_card(plans, state, card(order[at]))
                unseen -= 1
        rounds += finished
    return rounds
