"""Result of one fairness test; its p-value is the probability that a fair source deviates at least as much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from croupier.odds.verification.statistics import chi_square

BOTH_TAILS_FROM = 30
"""Degrees of freedom from which counts that are too even also fail, because a mere counter gives such counts."""
Numbers = NDArray[np.int64]


class FairnessTestResult(NamedTuple):
    """Result of one fairness test."""

    group: str
    name: str
    statistic: float
    freedom: int | None
    """Degrees of freedom of a chi-square test, 0 if there were too few counts; None for other tests."""
    p: float
    tail: Literal["upper", "both"] = "upper"
    """Deviations that the p-value counts: larger statistics only, or those of both tails."""

    @property
    def had_too_few_counts(self) -> bool:
        return self.freedom == 0


class FairnessTestGroup(NamedTuple):
    """Tests under one heading of the report."""

    title: str

    def chi_square_result(self, name: str, statistic: float, freedom: int) -> FairnessTestResult:
        """Return the result for a statistic that has a chi-square distribution for a fair source."""
        above = float(special.chdtrc(freedom, statistic))
        if freedom < BOTH_TAILS_FROM:
            return FairnessTestResult(self.title, name, statistic, freedom, above)
        below = float(special.chdtr(freedom, statistic))
        return FairnessTestResult(self.title, name, statistic, freedom, min(1.0, 2 * min(above, below)), "both")

    def count_result(
        self, name: str, observed: Sequence[int] | Numbers, expected: Sequence[float]
    ) -> FairnessTestResult:
        """Return the result of Pearson's chi-square test; classes with an expectation under five are combined."""
        test = chi_square([int(count) for count in observed], expected)
        if test is None:
            return FairnessTestResult(self.title, name, 0.0, 0, 1.0)
        return self.chi_square_result(name, test.statistic, test.freedom)

    def probability_result(
        self, name: str, observed: Sequence[int] | Numbers, chances: Sequence[float]
    ) -> FairnessTestResult:
        """Return the result of Pearson's chi-square test of counts against probabilities."""
        total = int(np.sum(observed))
        return self.count_result(name, observed, [total * float(chance) for chance in chances])

    def deviation_result(self, name: str, z: float) -> FairnessTestResult:
        """Return the result for a deviation of `z` standard deviations, two-sided."""
        return FairnessTestResult(self.title, name, z, None, float(2 * special.ndtr(-abs(z))), "both")

    def rare_event_result(self, name: str, count: int, expected: float) -> FairnessTestResult:
        """Return the result for a count of rare events, which has a Poisson distribution for a fair source."""
        p = 1.0 if count == 0 else float(special.pdtrc(count - 1, expected))
        return FairnessTestResult(self.title, name, float(count), None, p)


def pearson_statistic(counts: Numbers) -> float:
    """Return Pearson's statistic of counts of equally likely classes."""
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2).sum() / expected)
