"""Kernels that keep counts while a family's kernel deals shoes: for each card, before each round, after each round.

A plan is one way to decide whether to bet on one wager: by a count, or by the expectation itself. Before each round the
plan's value is found: the true count, or the expected gain in percent. The round's result is added to the statistics of
that value, rounded down, so that every trigger can be studied after one simulation.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline

HIGHEST = 40
"""Values of a plan are counted from -HIGHEST to HIGHEST; values beyond are counted with the last."""
BUCKETS = 2 * HIGHEST + 1
ROUNDS, NET, NET_SQUARED, EXPECTED, EVALUATED = range(5)
"""Statistics of each value of a plan: rounds, sum of results, sum of their squares, sum of exact expectations, number
of rounds in which the expectation was computed."""
STATISTICS = 5
NOT_EVALUATED = 10**6
"""Lowest value of `evaluate_from`: no expectation is computed."""
DECK = 52
U64: Any = np.uint64
ONE, TWO = U64(1), U64(2)
SIZES = 24
"""Upper bound of the number of cards that a polynomial looks at."""


class PlanArrays(NamedTuple):
    """Plans and polynomials as arrays."""

    wager: NDArray[np.int64]
    """Index of the wager on which each plan bets."""
    tags: NDArray[np.int64]
    """Tag of each card, times `scale`; shape (plans, 52)."""
    scale: NDArray[np.int64]
    value_from: NDArray[np.int64]
    """Polynomial whose value is the plan's value; -1 for a plan with a count."""
    is_spread: NDArray[np.bool_]
    """Whether the plan's value is the spread of the polynomial's groups in place of its expectation.

    The spread is the most cards left of a group minus the fewest, for each deck that is left."""
    exact_from: NDArray[np.int64]
    """Polynomial of the wager's exact expectation; -1 if there is none."""
    evaluate_from: NDArray[np.int64]
    """Lowest value of the plan at which the exact expectation is computed."""
    group_of: NDArray[np.int64]
    """Group of each card in each polynomial; shape (polynomials, 52)."""
    levels: NDArray[np.int64]
    """Index of each polynomial's first node of each size, and the end of the last; shape (polynomials, SIZES + 1)."""
    parent: NDArray[np.uint32]
    """Parent of each node; unsigned, so that kernels need not test for negative indexes."""
    draw: NDArray[np.uint32]
    """Card that a node adds: its group times `SIZES`, plus the number of cards of the group that the parent has."""
    factor: NDArray[np.float64]
    constant: NDArray[np.float64]


class CountState(NamedTuple):
    """State of all plans in one shoe; `values` and `buckets` are those of the next round."""

    running: NDArray[np.int64]
    left: NDArray[np.int64]
    """Cards left of each group, in each polynomial."""
    products: NDArray[np.float64]
    ways: NDArray[np.float64]
    """Number of ways to draw one more card, indexed as `PlanArrays.draw`."""
    expected: NDArray[np.float64]
    """Value of each polynomial for the next round, or NaN if it was not computed."""
    buckets: NDArray[np.int64]


@compiled_cached
def count_state(plans: PlanArrays) -> CountState:
    """Return arrays for the state of the plans."""
    polynomials = len(plans.constant)
    return CountState(
        np.zeros(len(plans.wager), np.int64),
        np.zeros((polynomials, DECK), np.int64),
        np.ones(len(plans.parent) + 1, np.float64),
        np.zeros(DECK * SIZES, np.float64),
        np.zeros(polynomials, np.float64),
        np.zeros(len(plans.wager), np.int64),
    )


@compiled_cached
def begin_shoe(plans: PlanArrays, state: CountState, cards: Any) -> None:
    """Reset the counts for a new shoe; `cards` are all its cards."""
    state.running[:] = 0
    state.left[:] = 0
    for polynomial in range(len(plans.constant)):
        for card in cards:
            state.left[polynomial, plans.group_of[polynomial, card]] += 1


@compiled_cached
def see_card(plans: PlanArrays, state: CountState, card: int) -> None:
    """Count one card that everybody sees."""
    for plan in range(len(plans.wager)):
        state.running[plan] += plans.tags[plan, card]
    for polynomial in range(len(plans.constant)):
        state.left[polynomial, plans.group_of[polynomial, card]] -= 1


@compiled_cached
def evaluate(plans: PlanArrays, state: CountState, polynomial: int, unseen: int) -> float:
    """Return the exact value of a polynomial for the cards left; computed once a round."""
    if not np.isnan(state.expected[polynomial]):
        return float(state.expected[polynomial])
    products, ways, left, levels = state.products, state.ways, state.left[polynomial], plans.levels[polynomial]
    parent, draw, factor = plans.parent, plans.draw, plans.factor
    for group in range(DECK):
        for used in range(SIZES):
            ways[group * SIZES + used] = max(left[group] - used, 0)
            if left[group] <= used:
                break
    value, orders = plans.constant[polynomial], 1.0
    for size in range(SIZES):
        begin, end = levels[size], levels[size + 1]
        if begin == end:
            break
        orders /= max(unseen - size, 1)
        # Four sums, because a single one would wait for itself.
        first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
        node, last, base = U64(begin), U64(end), U64(levels[0]) - U64(1)
        while node + U64(3) < last:
            one, two = products[parent[node]] * ways[draw[node]], products[parent[node + ONE]] * ways[draw[node + ONE]]
            three = products[parent[node + TWO]] * ways[draw[node + TWO]]
            four = products[parent[node + U64(3)]] * ways[draw[node + U64(3)]]
            at = node - base
            products[at], products[at + ONE], products[at + TWO], products[at + U64(3)] = one, two, three, four
            first += factor[node] * one
            second += factor[node + ONE] * two
            third += factor[node + TWO] * three
            fourth += factor[node + U64(3)] * four
            node += U64(4)
        while node < last:
            one = products[parent[node]] * ways[draw[node]]
            products[node - base] = one
            first += factor[node] * one
            node += ONE
        value += (first + second + third + fourth) * orders
    state.expected[polynomial] = value
    return float(value)


@compiled_cached
def _spread(plans: PlanArrays, state: CountState, polynomial: int) -> int:
    """Return the most cards left of a group minus the fewest."""
    most, fewest = np.int64(0), state.left[polynomial, 0]
    for group in range(plans.group_of[polynomial].max() + 1):
        most, fewest = max(most, state.left[polynomial, group]), min(fewest, state.left[polynomial, group])
    return int(most - fewest)


@compiled_cached
def look_before_round(plans: PlanArrays, state: CountState, unseen: int) -> None:
    """Find the value of every plan before a round; `unseen` is the number of cards that nobody has seen."""
    state.expected[:] = np.nan
    bucket: Any = 0
    for plan in range(len(plans.wager)):
        if plans.is_spread[plan]:
            bucket = np.int64(_spread(plans, state, plans.value_from[plan]) * DECK // unseen)
        elif plans.value_from[plan] >= 0:
            bucket = np.int64(np.floor(100.0 * evaluate(plans, state, plans.value_from[plan], unseen)))
        else:
            bucket = np.int64(state.running[plan] * DECK // (unseen * plans.scale[plan]))
        state.buckets[plan] = min(max(bucket, -HIGHEST), HIGHEST) + HIGHEST
        if bucket >= plans.evaluate_from[plan] and plans.exact_from[plan] >= 0:
            evaluate(plans, state, plans.exact_from[plan], unseen)


@compiled_inline
def _add(statistics: Any, plan: Any, bucket: Any, net: Any) -> None:
    statistics[plan, bucket, ROUNDS] += 1
    statistics[plan, bucket, NET] += net
    statistics[plan, bucket, NET_SQUARED] += net * net


@compiled_cached
def count_round(plans: PlanArrays, state: CountState, nets: Any, statistics: Any) -> None:
    """Add a round's result on each wager to the statistics of every plan."""
    for plan in range(len(plans.wager)):
        bucket, exact = state.buckets[plan], plans.exact_from[plan]
        _add(statistics, plan, bucket, nets[plans.wager[plan]])
        if exact >= 0 and bucket - HIGHEST >= plans.evaluate_from[plan]:
            statistics[plan, bucket, EXPECTED] += state.expected[exact]
            statistics[plan, bucket, EVALUATED] += 1
