"""`croupier verify`: the statistical test that rounds are played with the printed odds."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments import read_options
from croupier.cli.output import print_compile_time
from croupier.cli.report_files import check_report_options, write_report
from croupier.errors import BadInput
from croupier.odds.optional_packages import require_package
from croupier.play import rulebook_library

if TYPE_CHECKING:
    from croupier.odds.verification.report import RowCheck, Verification, VerificationRun, WagerCheck


def show_verification(
    rulebook: str | None,
    *,
    every: bool,
    options: list[str],
    rounds: int,
    seed: int,
    as_json: bool,
    pdf: Path | None = None,
    sign: Path | None = None,
) -> None:
    """Verify one rulebook or all; exit with status 1 if play differs from the printed odds."""
    names = _names(rulebook, every=every, options=options)
    for module in ("numba", "scipy"):
        require_package(module, "verify")
    check_report_options(pdf, sign)
    run = _verified(names, read_options(options), rounds, seed)
    if pdf is not None:
        from croupier.documents.statistics_report import verification_statistics

        write_report(verification_statistics(run), pdf, sign)
    if as_json:
        from croupier.odds.verification.report import run_json

        print(json.dumps(run_json(run), indent=2))
    else:
        _print_run(run, with_rows=not every)
    if not run.passed:
        sys.exit(1)


def _names(rulebook: str | None, *, every: bool, options: Sequence[str]) -> tuple[str, ...]:
    if rulebook is None and not every:
        raise BadInput.at("RULEBOOK", "name a rulebook, or give --all; see: croupier games")
    if rulebook is not None and every:
        raise BadInput.at("--all", f'verifies every rulebook; leave it out to verify "{rulebook}" alone')
    if every and options:
        raise BadInput.at("--option", "goes with one rulebook, not with --all")
    return rulebook_library.names() if rulebook is None else (rulebook,)


def _verified(names: Sequence[str], options: dict[str, str], rounds: int, seed: int) -> VerificationRun:
    from croupier.odds.verification.run import verify_rulebooks

    with print_compile_time(), _progress(len(names)) as done:
        return verify_rulebooks(names, options, rounds=rounds, seed=seed, done=done)


@contextmanager
def _progress(rulebooks: int) -> Iterator[Callable[[str], None]]:
    """Show on standard error how many rulebooks are verified so far, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    finished = 0
    with Console(stderr=True).status("Verifying") as status:

        def done(name: str) -> None:
            nonlocal finished
            finished += 1
            status.update(f"{finished} of {rulebooks} rulebooks verified, {name} the last")

        yield done


def _print_run(run: VerificationRun, *, with_rows: bool) -> None:
    """Print the result of every rulebook, then the verdict."""
    from croupier.odds.verification.statistics import RULE

    console = Console(highlight=False)
    for verified in run.verified:
        _print_rulebook(console, run, verified, with_rows=with_rows)
    console.print(f"Tests: {run.tests}. {RULE}.")
    console.print(
        "Found from: the smallest relative error in a line's chance that its test finds nine times in ten. A wrong pay "
        "is found however rare its line: every line was made to order and settled.\n"
    )
    console.print(_verdict(run))


def _print_rulebook(console: Console, run: VerificationRun, one: Verification, *, with_rows: bool) -> None:
    console.print(Text(f"{one.title}  {one.rulebook}", style="bold"))
    console.print(_wagers(run, one))
    if with_rows:
        console.print(_rows(run, one))
    shuffles = "; ".join(f"{name}: upper p {test.p:.4f}" for name, test in one.shuffles.items() if test)
    console.print(f"{one.rounds:,} rounds counted, {one.shoes:,} shoes; {shuffles}.")
    console.print("Compared: " + "; ".join(f"{c.count:,} {c.what}" for c in one.compared) + ".")
    if one.paytables:
        tables = ", ".join(f"{table.paytable} {table.verified}/{table.possible}" for table in one.paytables)
        console.print(f"Lines of the other pay tables: {tables}.")
    for failure in run.failures(one):
        console.print(Text(f"FAIL {failure}", style="bold red"))
    console.print(f"{one.rulebook}: {_pass_or_fail(run.passes(one))}, {one.seconds:.1f} s\n")


def _wagers(run: VerificationRun, one: Verification) -> Table:
    table = _table("Wager", "Rounds", "Chi-square\nupper p", "Rows\nverified", "Found\nfrom", "Verdict")
    for check in one.wagers:
        passes = run.wager_passes(one, check)
        table.add_row(
            check.wager,
            f"{check.rounds:,}",
            f"{check.test.p:.4f}" if check.test else "-",
            f"{check.verified}/{check.possible}",
            _range(run, check),
            Text(_pass_or_fail(passes), style="green" if passes else "bold red"),
        )
    return table


def _table(*headings: str) -> Table:
    """Return a table in which numbers are never cut and long names in the first column wrap."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=place > 0)
    return table


def _range(run: VerificationRun, check: WagerCheck) -> str:
    """Return as text how small an error the tests of a wager's lines can find: smallest to largest.

    The errors are relative errors of a line's probability, in percent; "-" if no line is tested alone.
    """
    changes = [run.smallest_change(check, place) for place in range(len(check.rows))]
    sorted_changes = sorted(change for change in changes if change is not None)
    return (
        "–".join(f"{change:.1%}" for change in dict.fromkeys((sorted_changes[0], sorted_changes[-1])))
        if sorted_changes
        else "-"
    )


def _rows(run: VerificationRun, one: Verification) -> Table:
    table = _table("Line", "Chance", "Expected", "Came", "Made to\norder", "Found\nfrom")
    for check in one.wagers:
        table.add_row(Text(check.wager, style="bold"))
        for place, row in enumerate(check.rows):
            change = run.smallest_change(check, place)
            found_from = f"{change:.1%}" if change is not None else "-"
            table.add_row(_line(row), *_figures(row), found_from)
    return table


def _line(row: RowCheck) -> str:
    name = row.row if row.row == row.pays else f"{row.row}, {row.pays}"
    return f"  {name}"


def _figures(row: RowCheck) -> tuple[str, ...]:
    counts = f"{row.observed:,}", f"{row.forced:,}"
    if row.probability is None or row.expected is None:
        return "-", "-", *counts
    expected = f"{row.expected:,.0f}" if row.expected >= 100 else f"{row.expected:.2g}"
    return f"{row.probability:.3g}", expected, *counts


def _verdict(run: VerificationRun) -> Text:
    wagers = sum(len(one.wagers) for one in run.verified)
    rounds = sum(one.rounds for one in run.verified)
    books = "1 rulebook" if len(run.verified) == 1 else f"{len(run.verified)} rulebooks"
    counted = f"{books}, {wagers} wagers, {rounds:,} rounds"
    if run.passed:
        return Text(f"PASS: what is played is what is printed. {counted}.", style="bold green")
    failed = [one.rulebook for one in run.verified if not run.passes(one)]
    names = dict.fromkeys(failure.where for verified in run.verified for failure in run.failures(verified))
    return Text(f"FAIL: {', '.join(failed)} ({'; '.join(names)}). {counted}.", style="bold red")


def _pass_or_fail(passes: bool) -> str:
    return "pass" if passes else "FAIL"
