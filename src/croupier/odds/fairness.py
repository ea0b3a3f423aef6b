"""Statistical tests of a random generator, with all p-values and one verdict.

[25 CFR 547.14(b); N.J.A.C. 13:69E-1.28G(b)3; N.M.A.C. 15.1.7.13.B] The rule is fixed before a number is drawn: each
test runs once, and the suite fails if Holm's method rejects any test at one per cent. A fair source therefore fails at
most one run in a hundred, however the tests depend on each other. Every number is drawn by `below` of the tested
source, one at a time, and every shoe by `croupier.cards.random_source.shuffled`, as at a live table.

Logged shoes of a shuffling machine are tested only by the faces of the cards, with the same method at five per cent.
[COMAR 36.05.02.17.F-G]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isinf
from typing import Any

import numpy as np

from croupier.cards.random_source import RandomSource, shuffled
from croupier.cards.shoe import build_decks as decks_of
from croupier.errors import BadInput
from croupier.odds.fairness_tests.draws import draw_tests
from croupier.odds.fairness_tests.faces import ShoeFaces, face_tests
from croupier.odds.fairness_tests.orders import Shuffle, complete_shoes, order_tests, shuffled_orders
from croupier.odds.fairness_tests.result import FairnessTestResult
from croupier.odds.shoe_composition import card_number
from croupier.odds.verification.statistics import holm

LEVEL = 0.01
"""Probability that a fair generator fails at least one test: 1 %, for 99 % confidence."""
LOGGED_LEVEL = 0.05
"""Probability that a fair shuffling machine fails at least one test: 5 %, for 95 % confidence."""
LEAST_DRAWS, MOST_DRAWS = 100_000, 100_000_000
LEAST_SHOES, MOST_SHOES = 500, 100_000
MOST_DECKS = 10
Progress = Callable[[str], None]


@dataclass(frozen=True)
class SuiteSize:
    """Amount that a run of the fairness tests draws: numbers and shoes."""

    draws: int
    """Numbers drawn in addition to those that shuffle the shoes."""
    shoes: int
    decks: int = 8

    def require_possible(self) -> None:
        for option, count, least, most in (
            ("--draws", self.draws, LEAST_DRAWS, MOST_DRAWS),
            ("--shoes", self.shoes, LEAST_SHOES, MOST_SHOES),
            ("--decks", self.decks, 1, MOST_DECKS),
        ):
            if not least <= count <= most:
                raise BadInput.at(option, f"is {count:,}; give {least:,} to {most:,}")


FULL = SuiteSize(draws=10_000_000, shoes=20_000)
QUICK = SuiteSize(draws=400_000, shoes=1_000)


@dataclass(frozen=True)
class FairnessRow:
    """Test result with its p-value adjusted by Holm's method, and whether it passes."""

    test: FairnessTestResult
    p_of_run: float
    passed: bool


@dataclass(frozen=True)
class FairnessReport:
    """Results of all tests of one run."""

    size: SuiteSize
    level: float
    rows: tuple[FairnessRow, ...]
    seconds: float

    @classmethod
    def of(cls, size: SuiteSize, level: float, tests: Iterable[FairnessTestResult], seconds: float) -> FairnessReport:
        results = tuple(tests)
        adjusted = holm([test.p for test in results])
        rows = tuple(FairnessRow(test, p, p >= level) for test, p in zip(results, adjusted, strict=True))
        return cls(size, level, rows, seconds)

    @property
    def passed(self) -> bool:
        return all(row.passed for row in self.rows)

    @property
    def failures(self) -> tuple[str, ...]:
        return tuple(row.test.name for row in self.rows if not row.passed)

    @property
    def rule(self) -> str:
        return f"Holm-Bonferroni at {self.level:g} over the {len(self.rows)} tests of the run, stated beforehand"

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON; its format is a contract, see docs/reference/commands.md."""
        return {
            "passed": self.passed,
            "rule": self.rule,
            "level": self.level,
            "draws": self.size.draws,
            "shoes": self.size.shoes,
            "decks": self.size.decks,
            "seconds": round(self.seconds, 3),
            "tests": [_row_json(row) for row in self.rows],
        }


def _row_json(row: FairnessRow) -> dict[str, Any]:
    test = row.test
    return {
        "group": test.group,
        "test": test.name,
        "statistic": None if isinf(test.statistic) else test.statistic,
        "freedom": test.freedom,
        "p": test.p,
        "tail": test.tail,
        "p_of_run": row.p_of_run,
        "passed": row.passed,
    }


def run_suite(
    chance: RandomSource,
    size: SuiteSize = FULL,
    progress: Progress = lambda _: None,
    *,
    shuffle: Shuffle = shuffled,
    level: float = LEVEL,
) -> FairnessReport:
    """Run all tests on one source. `shuffle` replaces the shuffle of the live table."""
    size.require_possible()
    began = time.perf_counter()
    tests = list(draw_tests(chance, size.draws, progress))
    pack = decks_of(size.decks)
    progress(f"{size.shoes:,} shoes")
    orders = shuffled_orders(shuffle, chance, size.shoes, len(pack))
    tests.append(complete_shoes(orders))
    if tests[-1].p > 0:
        faces = np.array([card_number(card) for card in pack], np.uint8)[orders]
        tests += order_tests(orders, progress)
        tests += face_tests(ShoeFaces(faces, size.decks), progress)
    return FairnessReport.of(size, level, tests, time.perf_counter() - began)


def analyse_logged(
    faces: ShoeFaces, progress: Progress = lambda _: None, *, level: float = LOGGED_LEVEL
) -> FairnessReport:
    """Test shoes that a machine shuffled and a card reader logged."""
    began = time.perf_counter()
    tests = list(face_tests(faces, progress))
    return FairnessReport.of(SuiteSize(0, faces.shoes, faces.decks), level, tests, time.perf_counter() - began)
