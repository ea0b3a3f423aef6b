"""Statistics of verification: chi-square tests, Holm's correction for many tests, and their power.

The rule is fixed before a card is dealt. Every wager of a run is tested once (Pearson's chi-square of its results
against the exact counts), and the shuffle of every rulebook twice (once with a single deck). If a family has such a
test, millions of simulated rounds are tested too. Results expected fewer than five times are combined. A run fails if
Holm's method rejects any test at one per cent: a correct table fails at most one run in a hundred, however many wagers
it has and however they depend on each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

LEVEL = 0.01
"""Probability that a correct run fails."""
POWER = 0.9
"""Probability with which a test must find an error for the error to count as detectable."""
LEAST_EXPECTED = 5.0
APPROACHES = 20
RULE = (
    "Pearson's chi-square of every wager, of the shuffle and of simulated hands, results expected under "
    f"{LEAST_EXPECTED:g} times tested together; Holm-Bonferroni at {LEVEL:.0%} over all tests of the run"
)


@dataclass(frozen=True)
class ChiSquare:
    """Result of one chi-square test of counts."""

    statistic: float
    freedom: int
    p: float
    alone: frozenset[int]
    """Indexes of the results that were tested alone, not combined with others."""


def chi_square(observed: Sequence[int], expected: Sequence[float]) -> ChiSquare | None:
    """Test counts against expected counts; return None if only one result is possible."""
    groups = _groups(expected)
    observed_sums = np.array([sum(observed[place] for place in group) for group in groups], dtype=float)
    expected_sums = np.array([sum(expected[place] for place in group) for group in groups])
    alone = frozenset(group[0] for group in groups if len(group) == 1)
    if any(count and not expected[place] for place, count in enumerate(observed)):
        return ChiSquare(float("inf"), max(1, len(groups) - 1), 0.0, alone)
    if len(groups) < 2:
        return None
    statistic = float(((observed_sums - expected_sums) ** 2 / expected_sums).sum())
    return ChiSquare(statistic, len(groups) - 1, float(special.chdtrc(len(groups) - 1, statistic)), alone)


def compare_samples(observed: Sequence[int], other: Sequence[int]) -> ChiSquare | None:
    """Test whether two samples have the same distribution; return None if one is empty or only one result occurred.

    Expected counts come from both samples together. Both samples deviate from them by equal amounts in opposite
    directions, so the statistic of the first sample is multiplied by 1 + (its size / size of the other) to cover both.
    """
    size, other_size = sum(observed), sum(other)
    if not size or not other_size:
        return None
    shares = [(one + two) / (size + other_size) for one, two in zip(observed, other, strict=True)]
    test = chi_square(observed, [share * size for share in shares])
    if test is None:
        return None
    statistic = test.statistic * (1 + size / other_size)
    return ChiSquare(statistic, test.freedom, float(special.chdtrc(test.freedom, statistic)), test.alone)


def _groups(expected: Sequence[float]) -> list[list[int]]:
    """Return groups of result indexes: rare results are combined, if necessary with the rarest of the other results."""
    possible = sorted(
        (place for place, expected_sums in enumerate(expected) if expected_sums), key=lambda place: expected[place]
    )
    rare = [place for place in possible if expected[place] < LEAST_EXPECTED]
    common = [place for place in possible if expected[place] >= LEAST_EXPECTED]
    if rare and common and sum(expected[place] for place in rare) < LEAST_EXPECTED:
        rare.append(common.pop(0))
    return ([rare] if rare else []) + [[place] for place in common]


def shuffle_test(counts: NDArray[np.int64], shoes: int) -> ChiSquare | None:
    """Test that every card is equally frequent in every position of the shoe, over many shoes.

    `counts` has one row per group of positions and one column per card. Every shoe fills each position once and
    contains each card equally often, so both margins are fixed, and Pearson's statistic is too large by N / (N - 1) for
    N cards.
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
    """Return the p-values adjusted for the whole run; a value below the level rejects its test. [Holm 1979]"""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    adjusted = [1.0] * len(chances)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[place]))
        adjusted[place] = highest
    return adjusted


def smallest_change(probability: float, rounds: int, freedom: int, tests: int) -> float:
    """Return the smallest relative error of a probability that its test finds nine times in ten.

    The level is the strictest that Holm's method can require. The other probabilities are off in proportion. A more
    frequent result also varies more; therefore the solution is found by iteration.
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
