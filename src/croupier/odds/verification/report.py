"""Report of a verification: wagers, comparisons and differences, as data and JSON (docs/reference/commands.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isinf
from typing import Any

from croupier.odds.result_display import html_table
from croupier.odds.verification.statistics import LEVEL, POWER, RULE, ChiSquare, holm, smallest_change

MAX_LISTED = 3
"""Maximum number of differences listed per wager or rule; further ones are counted."""


@dataclass(frozen=True)
class Finding:
    """Difference between live play and the printed sheet."""

    where: str
    """Id of the wager, or name of the rule."""
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(frozen=True)
class ComparedCount:
    """Number of comparisons of one kind that must hold exactly."""

    what: str
    count: int


@dataclass(frozen=True)
class RowCheck:
    """One line of a wager's sheet with its expected and observed counts."""

    row: str
    pays: str
    result: str
    probability: float | None
    """Probability of the line; None if the sheet gives none: rows of a wager with decisions."""
    expected: float | None
    observed: int
    forced: int
    """Number of bets that ended in this line in rounds dealt from chosen cards."""


@dataclass(frozen=True)
class WagerCheck:
    """Result of the verification of one wager: counts, test and forced lines."""

    wager: str
    title: str
    paytable: str | None
    rounds: int
    rows: tuple[RowCheck, ...]
    test: ChiSquare | None

    @property
    def possible(self) -> int:
        """Number of the wager's lines that can occur with this shoe."""
        return sum(1 for row in self.rows if row.probability or row.forced)

    @property
    def verified(self) -> int:
        return sum(1 for row in self.rows if row.forced)


@dataclass(frozen=True)
class TableCheck:
    """Check of another pay table of the rulebook, with rounds dealt from chosen cards only."""

    paytable: str
    verified: int
    possible: int


@dataclass(frozen=True)
class Verification:
    """Result of the verification of one rulebook."""

    rulebook: str
    title: str
    digest: str
    options: Mapping[str, str | int | bool]
    rounds: int
    shoes: int
    seconds: float
    wagers: tuple[WagerCheck, ...]
    shuffles: Mapping[str, ChiSquare | None]
    compared: tuple[ComparedCount, ...] = ()
    paytables: tuple[TableCheck, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class VerificationRun:
    """Verification of several rulebooks, with one significance rule for all their tests."""

    verified: tuple[Verification, ...]
    seed: int
    adjusted: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Adjusted p-value over the whole run, by rulebook and wager or shuffle test."""

    @classmethod
    def of(cls, verified: Iterable[Verification], seed: int) -> VerificationRun:
        done = tuple(verified)
        tests = {
            (verified.rulebook, name): test.p
            for verified in done
            for name, test in _tests(verified).items()
            if test is not None
        }
        return cls(done, seed, dict(zip(tests, holm(list(tests.values())), strict=True)))

    @property
    def tests(self) -> int:
        return len(self.adjusted)

    def __repr__(self) -> str:
        names = ", ".join(one.rulebook for one in self.verified)
        return f"<{names}: {'passed' if self.passed else 'FAILED'}, {self.tests} tests, seed {self.seed}>"

    def _repr_html_(self) -> str:
        """Return the verdict on every wager as an HTML table, for notebooks."""
        rows = [
            (
                one.rulebook,
                check.title,
                f"{check.rounds:,}",
                "–" if check.test is None else f"{check.test.p:.4f}",
                f"{check.verified}/{check.possible}",
                "pass" if self.wager_passes(one, check) else "FAIL",
            )
            for one in self.verified
            for check in one.wagers
        ]
        return html_table(("Rulebook", "Wager", "Rounds", "p (upper tail)", "Rows verified", "Verdict"), rows)

    def wager_passes(self, one: Verification, check: WagerCheck) -> bool:
        return all(failure.where != check.wager for failure in self.failures(one))

    def passes(self, one: Verification) -> bool:
        return not self.failures(one)

    @property
    def passed(self) -> bool:
        return all(self.passes(one) for one in self.verified)

    def failures(self, one: Verification) -> list[Finding]:
        """Return all reasons why a rulebook fails: differences, rejected tests and lines that were never paid."""
        rejected = [
            Finding(name, _rejection(test, self.adjusted[one.rulebook, name]))
            for name, test in _tests(one).items()
            if test is not None and self.adjusted[one.rulebook, name] < LEVEL
        ]
        unseen = [
            Finding(check.wager, f'no round made for "{row.row}" ({row.pays}) was settled by it')
            for check in one.wagers
            for row in check.rows
            if row.probability and not row.forced
        ]
        tables = [
            Finding(f"paytable {table.paytable}", f"{table.verified} of {table.possible} lines were seen to pay")
            for table in one.paytables
            if table.verified < table.possible
        ]
        return [*one.findings, *rejected, *unseen, *tables]

    def smallest_change(self, check: WagerCheck, place: int) -> float | None:
        """Return the smallest relative error of a line's probability that its test would find, or None."""
        probability = check.rows[place].probability
        if check.test is None or place not in check.test.alone or probability is None:
            return None
        return smallest_change(probability, check.rounds, check.test.freedom, self.tests)


def _rejection(test: ChiSquare, adjusted: float) -> str:
    if isinf(test.statistic):
        return "ended in ways that the sheet gives no chance"
    return f"does not come as often as the odds say: p = {test.p:.2g}, {adjusted:.2g} over the run"


def _tests(one: Verification) -> dict[str, ChiSquare | None]:
    return {check.wager: check.test for check in one.wagers} | dict(one.shuffles)


def shorten_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the first few findings of each wager or rule, and the number of further ones."""
    listed: list[Finding] = []
    found: Counter[str] = Counter()
    for finding in dict.fromkeys(findings):
        found[finding.where] += 1
        if found[finding.where] <= MAX_LISTED:
            listed.append(finding)
    more = [
        Finding(where, f"{count - MAX_LISTED} more differences") for where, count in found.items() if count > MAX_LISTED
    ]
    return tuple(listed + more)


def run_json(run: VerificationRun) -> dict[str, Any]:
    return {
        "passed": run.passed,
        "rule": RULE,
        "level": LEVEL,
        "power": POWER,
        "tests": run.tests,
        "seed": run.seed,
        "rulebooks": [_rulebook(run, one) for one in run.verified],
    }


def _rulebook(run: VerificationRun, one: Verification) -> dict[str, Any]:
    return {
        "rulebook": one.rulebook,
        "digest": one.digest,
        "options": dict(one.options),
        "passed": run.passes(one),
        "rounds": one.rounds,
        "shoes": one.shoes,
        "seconds": round(one.seconds, 3),
        "shuffle": [{"test": name, **_test(run, one, name, test)} for name, test in one.shuffles.items()],
        "compared": [{"what": compared.what, "count": compared.count} for compared in one.compared],
        "wagers": [_wager(run, one, check) for check in one.wagers],
        "paytables": [
            {"paytable": table.paytable, "rows_verified": table.verified, "rows_possible": table.possible}
            for table in one.paytables
        ],
        "failures": [{"where": failure.where, "message": failure.message} for failure in run.failures(one)],
    }


def _wager(run: VerificationRun, one: Verification, check: WagerCheck) -> dict[str, Any]:
    return {
        "wager": check.wager,
        "paytable": check.paytable,
        "passed": run.wager_passes(one, check),
        "rounds": check.rounds,
        **_test(run, one, check.wager, check.test),
        "rows_verified": check.verified,
        "rows_possible": check.possible,
        "rows": [
            {
                "row": row.row,
                "pays": row.pays,
                "result": row.result,
                "probability": row.probability,
                "expected": row.expected,
                "observed": row.observed,
                "made_to_order": row.forced,
                "smallest_change_found": run.smallest_change(check, place),
            }
            for place, row in enumerate(check.rows)
        ],
    }


def _test(run: VerificationRun, one: Verification, name: str, test: ChiSquare | None) -> dict[str, Any]:
    """Return the JSON object of a statistical test.

    Its values are null for a wager with only one possible result; an infinite statistic is null too.
    """
    if test is None:
        return {"chi_square": None, "freedom": None, "p": None, "tail": "upper", "p_over_the_run": None}
    return {
        "chi_square": None if isinf(test.statistic) else test.statistic,
        "freedom": test.freedom,
        "p": test.p,
        "tail": "upper",
        "p_over_the_run": run.adjusted[one.rulebook, name],
    }
