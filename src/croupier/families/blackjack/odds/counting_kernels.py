"""Kernel that deals shoes of blackjack for counting: seats play their strategy, and counters see every card."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_nogil
from croupier.families.blackjack.odds.hand_outcomes import DEALER_ENDS, DEALER_NATURAL, RETURNED
from croupier.families.blackjack.odds.simulate_kernels import (
    MOST_HANDS,
    BlackjackWorkspace,
    ShoeArrays,
    SimulationRules,
    play_round,
)
from croupier.odds.counting.count_kernels import (
    PlanArrays,
    begin_shoe,
    count_round,
    count_state,
    look_before_round,
    see_card,
)
from croupier.odds.simulation.shuffle_kernels import shuffle

MAIN, BY_FIRST_THREE, BY_FOUR_RANKS, BY_FIRST_FOUR, BY_DEALER, BY_DEALER_THREE = range(6)
"""What decides a wager: the first seat's hands; its first two cards with the up card; these and the hole card by rank
or by rank and suit; the dealer's final hand, or his first three cards."""


class BoxWagerResults(NamedTuple):
    """Result of each wager, by what decides it."""

    kind: NDArray[np.int64]
    begin: NDArray[np.int64]
    """Index of each wager's first result."""
    nets: NDArray[np.float32]
    units: float
    """Units of the kernel in one stake of the main wager."""


@compiled_cached
def main_net(game: SimulationRules, workspace: BlackjackWorkspace) -> int:
    """Return what the first seat's hands won or lost, in units; a dealer's natural takes only the original wager."""
    dealer, net = workspace.ends[len(game.strategies) * MOST_HANDS], 0
    for hand in range(workspace.hands[0]):
        end = RETURNED if dealer == DEALER_NATURAL and hand > 0 else workspace.ends[hand]
        net += game.pays[end * DEALER_ENDS + dealer]
    return net


@compiled_cached
def settle_wagers(
    game: SimulationRules, results: BoxWagerResults, cards: Any, begin: int, workspace: BlackjackWorkspace, nets: Any
) -> None:
    """Write the result of every wager of the first seat to `nets`, for the round that begins at a position."""
    own = 1 if game.is_shared else len(game.strategies)
    card: Any = np.int64
    first, up = card(cards[begin]), card(cards[begin + own])
    second, hole = card(cards[begin + own + 1]), card(cards[begin + 2 * own + 1])
    three = (first * 52 + second) * 52 + up
    for wager in range(len(results.kind)):
        kind, at = results.kind[wager], results.begin[wager]
        if kind == MAIN:
            nets[wager] = main_net(game, workspace) / results.units
        elif kind == BY_FIRST_THREE:
            nets[wager] = results.nets[at + three]
        elif kind == BY_FOUR_RANKS:
            ranks = ((first // 4 * 13 + second // 4) * 13 + up // 4) * 13 + hole // 4
            nets[wager] = results.nets[at + ranks]
        elif kind == BY_FIRST_FOUR:
            nets[wager] = results.nets[at + three * 52 + hole]
        elif kind == BY_DEALER:
            nets[wager] = results.nets[at + workspace.ends[len(game.strategies) * MOST_HANDS]]
        else:
            # If the dealer draws no third card, the result is the same for every card that follows.
            third = card(cards[workspace.ends[len(game.strategies) * MOST_HANDS + 1]])
            nets[wager] = results.nets[at + (up * 52 + hole) * 52 + third]


@compiled_nogil
def count_shoes(
    game: SimulationRules,
    arrays: ShoeArrays,
    cards: Any,
    start: Any,
    first: int,
    shoes: int,
    burn_seen: int,
    workspace: BlackjackWorkspace,
    plans: PlanArrays,
    results: BoxWagerResults,
    statistics: NDArray[np.float64],
) -> int:
    """Deal whole shoes, count every round for every plan, and return the number of rounds.

    A round for which the shoe has too few cards is not counted; it would be finished with the discards.
    """
    whole = len(game.whole.shoe)
    cut, ends_with_the_hand, values = game.whole.cut, game.whole.ends_with_the_hand, arrays.values
    state, nets = count_state(plans), np.zeros(len(results.kind))
    card: Any = np.int64
    rounds = 0
    for shoe in range(first, first + shoes):
        shuffle(game.whole, arrays.workspace, game.whole.shoe, start, shoe, 1)
        for at in range(whole):
            values[at] = game.whole.points[cards[at]]
        begin_shoe(plans, state, game.whole.shoe)
        place, unseen = card(game.whole.burn[values[0]]), whole
        for at in range(min(place, burn_seen)):
            see_card(plans, state, card(cards[at]))
            unseen -= 1
        is_out, more = False, 1
        while place < whole and (more > 0 or not is_out):
            end = card(play_round(game, values, cards, place, workspace))
            if end > whole:
                break
            look_before_round(plans, state, unseen)
            settle_wagers(game, results, cards, place, workspace, nets)
            count_round(plans, state, nets, statistics)
            for at in range(place, end):
                see_card(plans, state, card(cards[at]))
                unseen -= 1
            rounds += 1
            if is_out:
                more -= 1
            elif end > cut:
                is_out = True
                more = 1 if game.goes_on and not (ends_with_the_hand and place >= cut) else 0
            place = end
    return rounds
