"""Exact chances that the tests hold counts against, worked out by recurrence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

Chances = NDArray[np.float64]


def gap_chances(hit: float, longest: int) -> list[float]:
    """How many draws lie between two hits: none, one, ... `longest`, or more."""
    chances = [hit * (1 - hit) ** gap for gap in range(longest + 1)]
    return [*chances, (1 - hit) ** (longest + 1)]


POKER_HANDS = {0: 1, 1: 10, 2: 15, 3: 10, 4: 10, 6: 5, 10: 1}
"""Ways to lay out five draws, by how many pairs of them are equal: one pair 1, two pair 2, trips 3, full house 4 ..."""
POKER_VALUES = {0: 5, 1: 4, 2: 3, 3: 3, 4: 2, 6: 2, 10: 1}
"""How many different values such five draws show."""


def poker_chances(limit: int) -> dict[int, float]:
    """Five draws below `limit`, by how many pairs of them are equal."""
    return {pairs: ways * math.perm(limit, POKER_VALUES[pairs]) / limit**5 for pairs, ways in POKER_HANDS.items()}


def coupon_chances(limit: int, longest: int) -> list[float]:
    """Draws until every value below `limit` has come: exactly `limit`, one more, ... `longest`, or more."""
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
    """How long a block of unequal numbers rises from its first: 1, 2, ... all of it."""
    rises = [1 / math.factorial(length) for length in range(1, block + 1)]
    return [*(longer - longest for longer, longest in pairwise(rises)), rises[-1]]


def cycle_chances(cards: int) -> Chances:
    """Cycles of a random order: as many as a card's turns at chances of 1, 1/2, 1/3 ... come true."""
    chances = np.zeros(cards + 1)
    chances[0] = 1.0
    for turn in range(1, cards + 1):
        chances = chances * (1 - 1 / turn) + np.concatenate(([0.0], chances[:-1])) / turn
    return chances


def descent_chances(cards: int) -> Chances:
    """Places where a random order falls (Euler's numbers)."""
    chances = np.zeros(cards)
    chances[0] = 1.0
    for size in range(2, cards + 1):
        falls = np.arange(cards)
        chances = ((falls + 1) * chances + (size - falls) * np.concatenate(([0.0], chances[:-1]))) / size
    return chances


def inversion_chances(cards: int) -> Chances:
    """Pairs of cards out of order: one card after another goes in, past 0, 1, 2 ... of those before it."""
    chances = np.zeros(cards * (cards - 1) // 2 + 1)
    chances[0] = 1.0
    for before in range(1, cards):
        sums = np.cumsum(chances)
        sums[before + 1 :] -= sums[: -before - 1].copy()
        chances = sums / (before + 1)
    return chances


def equal_shares(chances: Chances, shares: int) -> tuple[NDArray[np.int64], list[float]]:
    """Bounds that cut a law into about equal shares, and what each share's chance is."""
    sums = np.cumsum(chances)
    bounds = np.unique(np.searchsorted(sums, np.arange(1, shares) / shares))
    edges = [0.0, *sums[bounds], 1.0]
    return bounds, list(np.diff(edges))


def sequence_chances(kinds: int, copies: int, length: int) -> Chances:
    """Every sequence of kinds as the next cards of a shoe that holds `copies` of each kind."""
    chances = np.zeros((kinds,) * length)
    cards = kinds * copies
    for sequence in product(range(kinds), repeat=length):
        earlier = [sequence[:place].count(kind) for place, kind in enumerate(sequence)]
        chances[sequence] = math.prod((copies - seen) / (cards - place) for place, seen in enumerate(earlier))
    return chances


def drawn_classes(sizes: Sequence[int], drawn: int) -> dict[tuple[int, ...], float]:
    """How many cards of each class are among the first `drawn` of a shoe."""
    ways = math.comb(sum(sizes), drawn)
    counts = product(range(drawn + 1), repeat=len(sizes))
    return {count: math.prod(map(math.comb, sizes, count)) / ways for count in counts if sum(count) == drawn}
