"""Exact probabilities that the tests compare counts with, computed by recurrence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

Chances = NDArray[np.float64]


def gap_chances(hit: float, longest: int) -> list[float]:
    """Return the probabilities of 0, 1, ... `longest` draws between two hits, and of a longer gap.

    `hit` is the probability that a draw is a hit.
    """
    chances = [hit * (1 - hit) ** gap for gap in range(longest + 1)]
    return [*chances, (1 - hit) ** (longest + 1)]


POKER_HANDS = {0: 1, 1: 10, 2: 15, 3: 10, 4: 10, 6: 5, 10: 1}
"""Arrangements of five draws, by the number of equal pairs: one pair 1, two pairs 2, three of a kind 3, full house 4.
"""
POKER_VALUES = {0: 5, 1: 4, 2: 3, 3: 3, 4: 2, 6: 2, 10: 1}
"""Number of distinct values among five draws, by the number of equal pairs."""


def poker_chances(limit: int) -> dict[int, float]:
    """Return the probabilities of five draws below `limit`, by the number of equal pairs among them."""
    return {pairs: ways * math.perm(limit, POKER_VALUES[pairs]) / limit**5 for pairs, ways in POKER_HANDS.items()}


def coupon_chances(limit: int, longest: int) -> list[float]:
    """Return the probabilities of the number of draws until every value below `limit` has occurred.

    The first entry is for exactly `limit` draws, the last for more than `longest`.
    """
    missing = np.zeros(limit + 1)
    missing[limit] = 1.0
    done = [0.0]
    for _ in range(longest):
        stays = missing * (limit - np.arange(limit + 1)) / limit
        goes = missing * np.arange(limit + 1) / limit
        missing = stays + np.append(goes[1:], 0.0)
        missing[0] += goes[0]
        done.append(missing[0])
    return [*np.diff(done)[limit - 1 :], 1 - done[-1]]


def run_up_chances(block: int) -> list[float]:
    """Return the probabilities that a block of distinct numbers rises for its first 1, 2, ... `block` numbers."""
    rises = [1 / math.factorial(length) for length in range(1, block + 1)]
    return [*(longer - longest for longer, longest in pairwise(rises)), rises[-1]]


def cycle_chances(cards: int) -> Chances:
    """Return the probabilities of the number of cycles of a random permutation.

    The number of cycles has the distribution of the number of successes in independent trials with probabilities 1,
    1/2, 1/3 and so on.
    """
    chances = np.zeros(cards + 1)
    chances[0] = 1.0
    for turn in range(1, cards + 1):
        chances = chances * (1 - 1 / turn) + np.concatenate(([0.0], chances[:-1])) / turn
    return chances


def descent_chances(cards: int) -> Chances:
    """Return the probabilities of the number of descents of a random permutation (Eulerian numbers)."""
    chances = np.zeros(cards)
    chances[0] = 1.0
    for size in range(2, cards + 1):
        falls = np.arange(cards)
        chances = ((falls + 1) * chances + (size - falls) * np.concatenate(([0.0], chances[:-1]))) / size
    return chances


def inversion_chances(cards: int) -> Chances:
    """Return the probabilities of the number of inversions of a random permutation.

    Each inserted card passes 0, 1, 2 ... of the cards before it with equal probability.
    """
    chances = np.zeros(cards * (cards - 1) // 2 + 1)
    chances[0] = 1.0
    for before in range(1, cards):
        sums = np.cumsum(chances)
        sums[before + 1 :] -= sums[: -before - 1].copy()
        chances = sums / (before + 1)
    return chances


def equal_classes(chances: Chances, shares: int) -> tuple[NDArray[np.int64], list[float]]:
    """Return bounds that divide a distribution into about equal classes, and the probability of each class."""
    sums = np.cumsum(chances)
    bounds = np.unique(np.searchsorted(sums, np.arange(1, shares) / shares))
    edges = [0.0, *sums[bounds], 1.0]
    return bounds, list(np.diff(edges))


def sequence_chances(kinds: int, copies: int, length: int) -> Chances:
    """Return the probability of every sequence of kinds as the next cards of a shoe with `copies` of each kind."""
    chances = np.zeros((kinds,) * length)
    cards = kinds * copies
    for sequence in product(range(kinds), repeat=length):
        earlier = [sequence[:place].count(kind) for place, kind in enumerate(sequence)]
        chances[sequence] = math.prod((copies - seen) / (cards - place) for place, seen in enumerate(earlier))
    return chances


def class_chances(sizes: Sequence[int], drawn: int) -> dict[tuple[int, ...], float]:
    """Return the probability of each combination of card counts by class, among the first `drawn` cards of a shoe."""
    ways = math.comb(sum(sizes), drawn)
    counts = product(range(drawn + 1), repeat=len(sizes))
    return {count: math.prod(map(math.comb, sizes, count)) / ways for count in counts if sum(count) == drawn}
