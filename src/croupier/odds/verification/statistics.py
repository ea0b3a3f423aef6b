"""The statistics of verification: chi-square tests, Holm's rule for many of them, and what they could have found.

Stated before a card is dealt: every wager of a run is tested once (Pearson's chi-square of its results against the
exact counts), the shuffle of every rulebook twice (once where there is one deck), and where a family has such a test
what millions of rounds of its simulation came to; results expected fewer than five times are tested together. A run
fails when Holm's rule rejects any of its tests at one percent: an honest table fails one run in a hundred at most,
however many wagers it has and however they hang together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

LEVEL = 0.01
"""How often an honest run may fail."""
POWER = 0.9
"""A deviation counts as one the test finds when it is found this often."""
LEAST_EXPECTED = 5.0
APPROACHES = 20
RULE = (
    "Pearson's chi-square of every wager, of the shuffle and of simulated hands, results expected under "
    f"{LEAST_EXPECTED:g} times tested together; Holm-Bonferroni at {LEVEL:.0%} over all tests of the run"
)


@dataclass(frozen=True)
class ChiSquare:
    """One test."""

    statistic: float
    freedom: int
    p: float
    alone: frozenset[int]
    """The results that were tested by themselves, not together with others."""


def chi_square(observed: Sequence[int], expected: Sequence[float]) -> ChiSquare | None:
    """Counts against what was expected; None where everything always ends the same way."""
    groups = _groups(expected)
    seen = np.array([sum(observed[place] for place in group) for group in groups], dtype=float)
    hoped = np.array([sum(expected[place] for place in group) for group in groups])
    alone = frozenset(group[0] for group in groups if len(group) == 1)
    if any(count and not expected[place] for place, count in enumerate(observed)):
        return ChiSquare(float("inf"), max(1, len(groups) - 1), 0.0, alone)
    if len(groups) < 2:
        return None
    statistic = float(((seen - hoped) ** 2 / hoped).sum())
    return ChiSquare(statistic, len(groups) - 1, float(special.chdtrc(len(groups) - 1, statistic)), alone)


def _groups(expected: Sequence[float]) -> list[list[int]]:
    """The results tested together: the rare ones, with the least common other where they are still too rare."""
    possible = sorted((place for place, hoped in enumerate(expected) if hoped), key=lambda place: expected[place])
    rare = [place for place in possible if expected[place] < LEAST_EXPECTED]
    common = [place for place in possible if expected[place] >= LEAST_EXPECTED]
    if rare and common and sum(expected[place] for place in rare) < LEAST_EXPECTED:
        rare.append(common.pop(0))
    return ([rare] if rare else []) + [[place] for place in common]


def shuffle_test(counts: NDArray[np.int64], shoes: int) -> ChiSquare | None:
    """Cards against places of the shoe, over many shoes: every card as often in every place as in any other.

    `counts`: a line for each group of places, a column for each of the 52 cards. A shoe fills every place once and
    holds every card equally often: both margins are fixed, and with N cards in a shoe Pearson's statistic is too large
    by N / (N - 1).
    """
    groups, cards = counts.shape
    if groups < 2 or shoes == 0:
        return None
    in_a_shoe = int(counts.sum()) // shoes
    expected = counts.sum() / counts.size
    statistic = float(((counts - expected) ** 2 / expected).sum()) * (in_a_shoe - 1) / in_a_shoe
    freedom = (groups - 1) * (cards - 1)
    return ChiSquare(statistic, freedom, float(special.chdtrc(freedom, statistic)), frozenset())


def holm(chances: Sequence[float]) -> list[float]:
    """Each test's p-value for the whole run: rejected when it is under the level. [Holm 1979]"""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    adjusted = [1.0] * len(chances)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[place]))
        adjusted[place] = highest
    return adjusted


def smallest_change(probability: float, rounds: int, freedom: int, tests: int) -> float:
    """By how much of itself a result's chance must be too low for its test to find it, nine times in ten.

    At the strictest level that Holm's rule can ask for. The others' chances are off in proportion. A result that comes
    more often also varies more, which is why the change is found by approaching it.
    """
    least = special.chdtri(freedom, LEVEL / tests)
    moved = float(np.sqrt(special.chndtrinc(least, freedom, 1 - POWER)))
    to_spare = float(special.ndtri(POWER))
    expected = probability * rounds
    spread = np.sqrt(expected * (1 - probability))
    more = moved * spread
    for _ in range(APPROACHES):
        true = min(1.0, (expected + more) / rounds)
        more = (moved - to_spare) * spread + to_spare * np.sqrt(rounds * true * (1 - true))
    return float(more / expected)
