"""One test and its p-value: how often an honest source would look at least as bad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from croupier.odds.verification.statistics import chi_square

BOTH_TAILS_FROM = 30
"""Degrees of freedom from which counts that are too even fail as well: a counter is not a source of chance."""
Numbers = NDArray[np.int64]


class Result(NamedTuple):
    """A test that was made."""

    group: str
    name: str
    statistic: float
    freedom: int | None
    """Of a chi-square test, 0 where there was too little to count; None for other tests."""
    p: float

    @property
    def had_too_little(self) -> bool:
        return self.freedom == 0


class Group(NamedTuple):
    """Tests of one kind of thing, under one heading."""

    title: str

    def squares(self, name: str, statistic: float, freedom: int) -> Result:
        """A sum of squares that an honest source spreads as chi-square."""
        above = float(special.chdtrc(freedom, statistic))
        if freedom < BOTH_TAILS_FROM:
            return Result(self.title, name, statistic, freedom, above)
        below = float(special.chdtr(freedom, statistic))
        return Result(self.title, name, statistic, freedom, min(1.0, 2 * min(above, below)))

    def counts(self, name: str, observed: Sequence[int] | Numbers, expected: Sequence[float]) -> Result:
        """Pearson's chi-square, what is expected under five times tested together."""
        test = chi_square([int(count) for count in observed], expected)
        if test is None:
            return Result(self.title, name, 0.0, 0, 1.0)
        return self.squares(name, test.statistic, test.freedom)

    def chances(self, name: str, observed: Sequence[int] | Numbers, chances: Sequence[float]) -> Result:
        """Counts against chances."""
        total = int(np.sum(observed))
        return self.counts(name, observed, [total * float(chance) for chance in chances])

    def deviation(self, name: str, z: float) -> Result:
        """So many standard deviations from what is expected, either way."""
        return Result(self.title, name, z, None, float(2 * special.ndtr(-abs(z))))

    def too_many(self, name: str, count: int, expected: float) -> Result:
        """A count of rare things, spread as Poisson's law says."""
        p = 1.0 if count == 0 else float(special.pdtrc(count - 1, expected))
        return Result(self.title, name, float(count), None, p)


def even_squares(counts: Numbers) -> float:
    """Pearson's statistic of counts that are all equally likely."""
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2).sum() / expected)
