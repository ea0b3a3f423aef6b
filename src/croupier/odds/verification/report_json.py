"""JSON of `croupier verify --json`; its format is a contract, see docs/commands.md."""

from __future__ import annotations

from math import isinf
from typing import Any

from croupier.odds.verification.report import Verification, VerificationRun, WagerCheck
from croupier.odds.verification.statistics import LEVEL, POWER, RULE, ChiSquare


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
        return {"chi_square": None, "freedom": None, "p": None, "p_over_the_run": None}
    return {
        "chi_square": None if isinf(test.statistic) else test.statistic,
        "freedom": test.freedom,
        "p": test.p,
        "p_over_the_run": run.adjusted[one.rulebook, name],
    }
