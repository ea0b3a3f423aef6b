"""Reports of `croupier generator` and `croupier verify` as PDF: every test with its p-value, and the verdict."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from croupier import __version__
from croupier.documents.typst_pdf import render_pdf
from croupier.odds.fairness import FairnessReport, FairnessRow
from croupier.odds.verification.report import Verification, VerificationRun, WagerCheck
from croupier.odds.verification.statistics import RULE

P_VALUES = (
    "A p-value is one-sided, the probability that a fair source gives a statistic at least as large; with *, twice "
    "that of the smaller tail. p of the run is adjusted for the number of tests by Holm's method."
)
STATEMENT = "This report says what was tested and what came out. It makes no claim of certification or approval."


@dataclass(frozen=True)
class ReportTable:
    """Table of a report; all columns but the first have numbers."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class StatisticsReport:
    """Report of statistical tests, ready to print."""

    title: str
    subtitle: str
    verdict: str
    lines: tuple[tuple[str, str], ...]
    tables: tuple[ReportTable, ...]
    notes: tuple[str, ...]
    version: str = __version__

    def pdf(self) -> bytes:
        """Return the report as PDF bytes; equal reports give equal bytes."""
        return render_pdf("statistics_report.typ", "report", json.dumps(asdict(self)))


def fairness_statistics(report: FairnessReport, source: str) -> StatisticsReport:
    """Return the report of the tests of a generator or a shuffling machine."""
    groups = dict.fromkeys(row.test.group for row in report.rows)
    heads = ("Test", "Statistic", "Freedom", "p", "p of the run", "Verdict")
    tables = tuple(
        ReportTable(group, heads, tuple(_fairness_row(row) for row in report.rows if row.test.group == group))
        for group in groups
    )
    passed = f"PASS: {len(report.rows)} tests" if report.passed else f"FAIL: {', '.join(report.failures)}"
    size = report.size
    lines = (
        ("Source", source),
        ("Numbers drawn", f"{size.draws:,}"),
        ("Shoes", f"{size.shoes:,} of {size.decks} decks"),
        ("Rule", report.rule),
    )
    return StatisticsReport("Random numbers", "Tests of the generator", passed, lines, tables, (P_VALUES, STATEMENT))


def _fairness_row(row: FairnessRow) -> tuple[str, ...]:
    test = row.test
    verdict = "too few" if test.had_too_few_counts else "pass" if row.passed else "FAIL"
    freedom = "–" if test.freedom is None else f"{test.freedom:,}"
    p = f"{test.p:.4g}" + ("*" if test.tail == "both" else "")
    return test.name, f"{test.statistic:,.3f}", freedom, p, f"{row.p_of_run:.4g}", verdict


def verification_statistics(run: VerificationRun) -> StatisticsReport:
    """Return the report of a verification of rulebooks."""
    failed = [one.rulebook for one in run.verified if not run.passes(one)]
    verdict = "PASS: what is played is what is printed" if not failed else f"FAIL: {', '.join(failed)}"
    lines = (("Seed", str(run.seed)), ("Tests", str(run.tests)), ("Rule", RULE))
    tables = tuple(_verification_table(run, one) for one in run.verified)
    failures = tuple(f"{one.rulebook}, {failure}" for one in run.verified for failure in run.failures(one))
    title = "Live play and printed odds"
    return StatisticsReport(title, "Verification", verdict, lines, tables, (*failures, P_VALUES, STATEMENT))


def _verification_table(run: VerificationRun, one: Verification) -> ReportTable:
    heads = ("Wager", "Rounds", "Chi-square", "Freedom", "p", "Rows verified", "Verdict")
    title = f"{one.title}, {one.rulebook}, digest {one.digest[:12]}: {one.rounds:,} rounds, {one.shoes:,} shoes"
    return ReportTable(title, heads, tuple(_verified_wager(run, one, check) for check in one.wagers))


def _verified_wager(run: VerificationRun, one: Verification, check: WagerCheck) -> tuple[str, ...]:
    test = check.test
    figures = ("–", "–", "–") if test is None else (f"{test.statistic:,.3f}", str(test.freedom), f"{test.p:.4g}")
    rows = f"{check.verified}/{check.possible}"
    return check.title, f"{check.rounds:,}", *figures, rows, "pass" if run.wager_passes(one, check) else "FAIL"
