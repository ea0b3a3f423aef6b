"""Tests of the permutation that a shuffle gives to cards numbered 0, 1, 2 ... up to 415.

[25 CFR 547.14(b)(1); 9 NYCRR 5319.60(c)(1)(i)] Two aces of spades have different numbers here, so equal cards hide no
effect of the shuffle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb, perm

import numpy as np
from numpy.typing import NDArray

from croupier.cards.random_source import RandomSource
from croupier.odds.fairness_tests.chances import (
    cycle_chances,
    descent_chances,
    equal_classes,
    inversion_chances,
)
from croupier.odds.fairness_tests.result import FairnessTestGroup, FairnessTestResult, Numbers, pearson_statistic

ORDERS = FairnessTestGroup("Orders")
SHARES = 20
SHOES_PER_CHUNK = 2_000
"""Number of shoes per chunk, so that memory does not grow with the number of shoes."""
Orders = NDArray[np.uint16]
Shuffle = Callable[[Sequence[int], RandomSource], Sequence[int]]


def shuffled_orders(shuffle: Shuffle, chance: RandomSource, shoes: int, cards: int) -> Orders:
    """Return the card orders of shuffled shoes as an array: one row per shoe, card numbers in dealing order."""
    pack = tuple(range(cards))
    orders = np.empty((shoes, cards), np.uint16)
    for shoe in range(shoes):
        orders[shoe] = shuffle(pack, chance)
    return orders


def complete_shoes(orders: Orders) -> FairnessTestResult:
    """Test that every shoe contains each card once."""
    cards = np.arange(orders.shape[1])
    broken = sum(int((np.sort(part, axis=1) != cards).any(axis=1).sum()) for part in chunks(orders))
    return ORDERS.rare_event_result("shoes with cards amiss", broken, 0.0)


def order_tests(orders: Orders, done: Callable[[str], None]) -> Iterator[FairnessTestResult]:
    for test in (
        place_of_each,
        place_of_first,
        left_in_place,
        cycles,
        rising_sequences,
        inversions,
        repeated_first_three,
    ):
        done(test.__name__.replace("_", " "))
        yield test(orders)


def chunks(orders: NDArray[np.generic]) -> Iterator[Numbers]:
    for start in range(0, len(orders), SHOES_PER_CHUNK):
        yield orders[start : start + SHOES_PER_CHUNK].astype(np.int64)


def place_of_each(orders: Orders) -> FairnessTestResult:
    """Test that every card is equally frequent in every position.

    The counts of each card, and those of each position, have a fixed sum. This makes the statistic too large by the
    factor n / (n - 1) for n cards, so it is divided by that factor.
    """
    cards = orders.shape[1]
    places = np.arange(cards) * cards
    counts = sum(np.bincount((places + part).ravel(), minlength=cards**2) for part in chunks(orders))
    statistic = pearson_statistic(np.asarray(counts)) * (cards - 1) / cards
    return ORDERS.chi_square_result("place of each card", statistic, (cards - 1) ** 2)


def place_of_first(orders: Orders) -> FairnessTestResult:
    """Test the position to which a shuffle moves the top card."""
    places = np.argmin(orders, axis=1)
    cards = orders.shape[1]
    return ORDERS.chi_square_result(
        "place of the top card", pearson_statistic(np.bincount(places, minlength=cards)), cards - 1
    )


def left_in_place(orders: Orders) -> FairnessTestResult:
    """Test the number of cards that stay in place (on average one per shoe) and its evenness over the positions.

    Two positions both keep their cards with probability 1 / n(n - 1), not 1 / n**2, so the counts vary by a factor of
    (n - 2) / (n - 1) relative to independent counts.
    """
    shoes, cards = orders.shape
    counts = (orders == np.arange(cards)).sum(axis=0)
    total = int(counts.sum())
    evenness = pearson_statistic(counts) * (cards - 1) / (cards - 2) if total else 0.0
    return ORDERS.chi_square_result("cards left in place", evenness + (total - shoes) ** 2 / shoes, cards)


def cycles(orders: Orders) -> FairnessTestResult:
    """Test the number of cycles of the permutation; it shows a missing swap before any other test."""
    cards = orders.shape[1]
    counts = np.zeros(cards + 1, np.int64)
    for part in chunks(orders):
        counts += np.bincount(_cycles(part), minlength=cards + 1)
    return ORDERS.probability_result("cycles", counts, list(cycle_chances(cards)))


def _cycles(orders: Numbers) -> Numbers:
    """Return the number of cycles of each shoe's permutation.

    The smallest card of each cycle is found by steps of 1, 2, 4 ... along it, for all shoes in one flat array.
    """
    shoes, cards = orders.shape
    step = (orders + np.arange(shoes)[:, None] * cards).ravel()
    everyone = np.arange(shoes * cards)
    least = np.minimum(step, everyone)
    for _ in range(cards.bit_length()):
        least = np.minimum(least, least[step])
        step = step[step]
    counted: Numbers = (least == everyone).reshape(shoes, cards).sum(axis=1)
    return counted


def rising_sequences(orders: Orders) -> FairnessTestResult:
    """Test the number of rising sequences: runs of consecutive numbers in their original order.

    A riffle shuffle at most doubles them.
    """
    cards = orders.shape[1]
    counts = np.zeros(cards, np.int64)
    for part in chunks(orders):
        places = np.argsort(part, axis=1)
        counts += np.bincount((np.diff(places, axis=1) < 0).sum(axis=1), minlength=cards)
    return ORDERS.probability_result("rising sequences", counts, list(descent_chances(cards)))


def inversions(orders: Orders) -> FairnessTestResult:
    """Test the number of inversions (pairs in reversed order), in twenty classes of about equal probability."""
    cards = orders.shape[1]
    found = np.concatenate([_inversions(part) for part in chunks(orders)])
    bounds, chances = equal_classes(inversion_chances(cards), SHARES)
    counts = np.bincount(np.searchsorted(bounds, found), minlength=len(chances))
    return ORDERS.probability_result("inversions", counts, chances)


def _inversions(orders: Numbers) -> Numbers:
    shoes, cards = orders.shape
    places = np.ascontiguousarray(orders.T.astype(np.uint16))
    found = np.zeros(shoes, np.int64)
    for place in range(cards - 1):
        smaller = places[place + 1 :] < places[place]
        found += smaller.view(np.uint8).sum(axis=0, dtype=np.uint16)
    return found


def repeated_first_three(orders: Orders) -> FairnessTestResult:
    """Test how many pairs of shoes have the same first three cards; a source with few states gives too many."""
    shoes, cards = orders.shape
    opened = orders[:, 0].astype(np.int64) * cards**2 + orders[:, 1].astype(np.int64) * cards + orders[:, 2]
    _, times = np.unique(opened, return_counts=True)
    again = int((times * (times - 1) // 2).sum())
    return ORDERS.rare_event_result("first three cards again", again, comb(shoes, 2) / perm(cards, 3))
