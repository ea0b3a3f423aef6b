"""Value of knowing other seats' cards in three-card poker, where one card of the dealer is shown.

With own cards and the shown card given, the result of a play is a sum over the dealer's two other cards. Cards that are
known to be elsewhere take pairs out of this sum: those with one known card, and back those with two (inclusion-
exclusion). The decision changes only in hands whose value comes near that of a fold, which bounds find at once. For one
other seat every deal is counted in whole numbers; for more seats, other seats' cards are drawn for each such hand, and
the decision and its value are exact for each draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_nogil
from croupier.families.dealer_poker.shared.odds.round_outcomes import LOST, TIED, WON
from croupier.families.dealer_poker.three_card.odds.solver import (
    DECK,
    EXPOSED_RANKS,
    HANDS,
    SUITS,
    ThreeCardSolution,
    category_of_values,
    hand_values,
    hands,
    lowest_qualifying_value,
    pair_values,
)
from croupier.odds.counting.collusion import CollusionValue
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, mix64

DRAWS = 64
"""Draws of other seats' cards for each hand that their cards may change."""
MOST_SEATS = 6
OTHERS = DECK - 4
"""Cards that are neither the player's nor the shown one."""


def collusion_values(
    solution: ThreeCardSolution, seats: int, draws: int, seed: int, progress: Callable[[float], None]
) -> tuple[CollusionValue, ...]:
    """Return the value of knowing the cards of one to `seats` other seats, in antes.

    `draws` is the number of draws of a round's other hands, for two or more seats.
    """
    rules = solution.rules
    if not rules.is_exposed:
        raise NotExactlyCountable("shows no card of the dealer; the value of other seats' cards is not counted for it")
    values = hand_values(rules.wheel)
    nets = np.array(rules.all_ante_nets(), object) * rules.unit
    table = results_of_play(nets.astype(np.int64), rules.unit)
    kinds = category_of_values(rules.wheel)[values]
    least = lowest_qualifying_value(rules.qualifies, rules.wheel)
    found, alone = [], float(solution.value)
    for others in range(1, min(seats, MOST_SEATS) + 1):
        gain, squares, changed = 0.0, 0.0, 0.0
        for rank in range(EXPOSED_RANKS):
            pairs = pair_values(SUITS * rank, values)
            sums = (
                gains_of_one_seat(hands(), values, kinds, pairs, SUITS * rank, least, table, rules.unit)
                if others == 1
                else gains_of_seats(
                    hands(), values, kinds, pairs, SUITS * rank, least, table, rules.unit,
                    3 * others, draws, np.uint64(seed),
                )
            )  # fmt: skip
            gain, squares, changed = gain + sums[0], squares + sums[1], changed + sums[2]
            progress((others - 1 + (rank + 1) / EXPOSED_RANKS) / seats)
        deals = EXPOSED_RANKS * comb(DECK - 1, 3)
        found.append(
            CollusionValue(
                others, alone, alone + gain / deals, math.sqrt(squares) / deals, changed / deals,
                "exact" if others == 1 else "simulated",
            )
        )  # fmt: skip
    return tuple(found)


def results_of_play(ante_nets: NDArray[np.int64], unit: int) -> NDArray[np.int64]:
    """Return the result of Ante and Play in parts, by the player's category, whether the dealer qualifies, and the
    result; the Play wager is returned if the dealer does not qualify."""
    table = ante_nets.copy()
    for result in (LOST, TIED, WON):
        table[:, 1, result] += unit * (result - TIED)
    return table


@compiled_cached
def results_by_pair(
    hand: Any, value: int, kind: int, pairs: Any, shown: int, least: int, table: Any, cards: Any, nets: Any
) -> int:
    """Write the other cards of a deal to `cards`, and the result of a play for each pair of them to `nets`.

    Return the sum over all pairs.
    """
    number, total = 0, 0
    for card in range(DECK):
        if card not in (shown, hand[0], hand[1], hand[2]):
            cards[number] = card
            number += 1
    for one in range(number):
        nets[one, one] = 0
        for two in range(one):
            other = pairs[cards[one], cards[two]]
            result = WON if value > other else TIED if value == other else LOST
            net = table[kind, 1 if other >= least else 0, result]
            nets[one, two] = nets[two, one] = net
            total += net
    return total


@compiled_cached
def may_change(nets: Any, singles: Any, total: int, known: int, fold: int) -> bool:
    """Return whether some `known` cards could change the decision, by bounds on the sum of what is left."""
    ordered = np.sort(singles)
    pairs = known * (known - 1) // 2
    highest = total - ordered[:known].sum() + pairs * max(nets.max(), 0)
    lowest = total - ordered[OTHERS - known :].sum() + pairs * min(nets.min(), 0)
    return bool(lowest <= fold <= highest)


@compiled_nogil
def gains_of_one_seat(
    all_hands: Any, values: Any, kinds: Any, pairs: Any, shown: int, least: int, table: Any, unit: int
) -> tuple[float, float, float]:
    """Return the gain from one other seat's three cards, summed over all hands; zero; and the share of changes."""
    cards, nets = np.zeros(OTHERS, np.int64), np.zeros((OTHERS, OTHERS), np.int64)
    left, ways = (OTHERS - 3) * (OTHERS - 4) // 2, OTHERS * (OTHERS - 1) * (OTHERS - 2) // 6
    fold = -unit * left
    gained, changed = 0, 0
    for place in range(len(all_hands)):
        hand = all_hands[place]
        if shown in (hand[0], hand[1], hand[2]):
            continue
        total = results_by_pair(hand, values[place], kinds[place], pairs, shown, least, table, cards, nets)
        singles = nets.sum(axis=0)
        if not may_change(nets, singles, total, 3, fold):
            continue
        plays = total > -unit * (OTHERS * (OTHERS - 1) // 2)
        for a in range(2, OTHERS):
            for b in range(1, a):
                with_two = total - singles[a] - singles[b] + nets[a, b]
                for c in range(b):
                    value = with_two - singles[c] + nets[a, c] + nets[b, c]
                    if plays and value < fold:
                        gained += fold - value
                        changed += 1
                    elif not plays and value > fold:
                        gained += value - fold
                        changed += 1
    return gained / (unit * left * ways), 0.0, changed / ways


@compiled_nogil
def gains_of_seats(
    all_hands: Any, values: Any, kinds: Any, pairs: Any, shown: int, least: int, table: Any, unit: int,
    known: int, draws: int, seed: Any,
) -> tuple[float, float, float]:  # fmt: skip
    """Return the gain from `known` cards, summed over all hands; the sum of its variances; and the share of changes."""
    cards, nets = np.zeros(OTHERS, np.int64), np.zeros((OTHERS, OTHERS), np.int64)
    order = np.arange(OTHERS)
    left = (OTHERS - known) * (OTHERS - known - 1) // 2
    fold = -unit * left
    gained, variance, changed = 0.0, 0.0, 0.0
    for place in range(len(all_hands)):
        hand = all_hands[place]
        if shown in (hand[0], hand[1], hand[2]):
            continue
        total = results_by_pair(hand, values[place], kinds[place], pairs, shown, least, table, cards, nets)
        singles = nets.sum(axis=0)
        if not may_change(nets, singles, total, known, fold):
            continue
        plays = total > -unit * (OTHERS * (OTHERS - 1) // 2)
        number = (seed + U64(shown * HANDS + place) * U64(DECK)) * U64(1 << 20)
        mean, squares = 0.0, 0.0
        for _ in range(draws):
            value = total
            for at in range(known):
                number += U64(1)
                drawn = at + np.int64((mix64(number * GOLDEN) >> U64(32)) * U64(OTHERS - at) >> U64(32))
                order[at], order[drawn] = order[drawn], order[at]
                value -= singles[order[at]]
                for before in range(at):
                    value += nets[order[at], order[before]]
            gain = 0.0
            if plays and value < fold:
                gain = (fold - value) / (unit * left)
            elif not plays and value > fold:
                gain = (value - fold) / (unit * left)
            mean += gain / draws
            squares += gain * gain / draws
            changed += (gain > 0) / draws
        gained += mean
        variance += max(squares - mean * mean, 0.0) / max(draws - 1, 1)
    return gained, variance, changed
