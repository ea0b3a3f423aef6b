"""`croupier generator`: fairness tests of the generator or of a shuffling machine."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cards.random_source import ByteSource, SeededRandomSource, SystemRandomSource, byte_stream
from croupier.cli.report_files import check_report_options, write_report
from croupier.errors import BadInput
from croupier.files import read_text
from croupier.odds.optional_packages import require_package

if TYPE_CHECKING:
    from croupier.odds.fairness import FairnessReport, FairnessRow

DRAWS, SHOES, DECKS = 10_000_000, 20_000, 8


def show_generator(
    *,
    draws: int | None,
    shoes: int | None,
    decks: int,
    seed: int | None,
    file: str | None,
    as_json: bool,
    log: str | None = None,
    machine: str | None = None,
    raw: bool = False,
    scaled: bool = False,
    size: int | None = None,
    pdf: Path | None = None,
    sign: Path | None = None,
) -> None:
    """Test a generator, or recorded shoes of a file or a database; exit with status 1 if a test fails.

    With `raw`, write its bytes to standard output instead.
    """
    if raw:
        tested = {"--draws": draws, "--shoes": shoes, "--file": file, "--log": log, "--machine": machine}
        _refuse(
            tested | {"--json": as_json or None, "--pdf": pdf, "--sign": sign},
            "goes with tests; --raw writes bytes for tests of others",
        )
        _write_stream(seed, size, scaled=scaled)
        return
    _refuse({"--scaled": scaled or None, "--bytes": size}, "goes with --raw")
    for module in ("numba", "scipy"):
        require_package(module, "generator")
    if machine is not None and log is None:
        raise BadInput.at("--machine", "goes with --log: the house whose machine it is")
    _require_decks(decks)
    check_report_options(pdf, sign)
    if log is not None:
        _refuse_with_file({"--draws": draws, "--shoes": shoes, "--seed": seed, "--file": file}, "--log")
        source, report = _machine_report(log, machine, decks)
    elif file is None:
        source = "the system's generator" if seed is None else f"a generator with seed {seed}, not for play"
        report = _run_tests(DRAWS if draws is None else draws, SHOES if shoes is None else shoes, decks, seed)
    else:
        _refuse_with_file({"--draws": draws, "--shoes": shoes, "--seed": seed}, "--file")
        source = "standard input" if file == "-" else file
        report = _analyse_file(file, decks)
    if pdf is not None:
        from croupier.documents.statistics_report import fairness_statistics

        write_report(fairness_statistics(report, source), pdf, sign)
    if as_json:
        print(json.dumps({"source": source, **report.to_json()}, indent=2))
    else:
        _print(report, source)
    if not report.passed:
        sys.exit(1)


def _write_stream(seed: int | None, size: int | None, *, scaled: bool) -> None:
    """Write random bytes to standard output until its reader closes it, or as many as were asked for."""
    if size is not None and size < 1:
        raise BadInput.at("--bytes", f"is {size}; give 1 or more, or leave it out for a stream without end")
    if sys.stdout.isatty():
        raise BadInput.at("--raw", "writes bytes that no terminal can show; send them to a program or a file")
    source: ByteSource = SystemRandomSource() if seed is None else SeededRandomSource(seed)
    try:
        for block in byte_stream(source, size, scaled=scaled):
            sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The reader has enough. Without this, Python would fail on what is left when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse_with_file(options: Mapping[str, object], logged: str) -> None:
    _refuse(options, f"does not go with {logged}: logged shoes are what they are")


def _refuse(options: Mapping[str, object], why: str) -> None:
    for option, value in options.items():
        if value is not None:
            raise BadInput.at(option, why)


def _require_decks(decks: int) -> None:
    from croupier.odds.fairness import MOST_DECKS

    if not 1 <= decks <= MOST_DECKS:
        raise BadInput.at("--decks", f"is {decks}; give 1 to {MOST_DECKS}")


def _machine_report(log: str, machine: str | None, decks: int) -> tuple[str, FairnessReport]:
    """Test the shoes of one shuffling machine from the log of a database. [R12]"""
    from croupier.cli.open_database import open_store
    from croupier.evidence.shuffler_shoes import machine_shoes, shoes_by_machine
    from croupier.odds.fairness_tests.faces import LEAST_CARDS

    with open_store(log) as store:
        found = list(machine_shoes(store, machine))
        counted = shoes_by_machine(found)
        known = counted or shoes_by_machine(machine_shoes(store))
    if machine is None and len(counted) > 1:
        raise BadInput.at("--log", f"several machines brought in shoes; name one with --machine: {_named(counted)}")
    if not counted:
        message = (
            f"brought in no shoe here; these did: {_named(known)}" if known else "no machine brought in a shoe here"
        )
        raise BadInput.at(machine or log, message)
    whole = [shoe for shoe in found if len(shoe.cards) >= LEAST_CARDS]
    name = next(iter(counted))
    short = f", {len(found) - len(whole)} more not dealt far enough" if len(whole) < len(found) else ""
    text = "\n".join(" ".join(shoe.cards) for shoe in whole)
    return f"shoes of {name} in {log}{short}", _analyse_text(text, f"shoes of {name}", decks)


def _named(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{name} ({count:,})" for name, count in sorted(counted.items()))


def _run_tests(draws: int, shoes: int, decks: int, seed: int | None) -> FairnessReport:
    from croupier.cli.output import print_compile_time
    from croupier.odds.fairness import SuiteSize, run_suite

    size = SuiteSize(draws, shoes, decks)
    size.require_possible()
    with print_compile_time(), _progress() as done:
        return run_suite(SystemRandomSource() if seed is None else SeededRandomSource(seed), size, done)


def _analyse_file(file: str, decks: int) -> FairnessReport:
    return _analyse_text(read_text(file), file, decks)


def _analyse_text(text: str, where: str, decks: int) -> FairnessReport:
    from croupier.cli.output import print_compile_time
    from croupier.odds.fairness import analyse_logged
    from croupier.odds.fairness_tests.faces import read_logged

    faces = read_logged(text, where, decks)
    with print_compile_time(), _progress() as done:
        return analyse_logged(faces, done)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Show on standard error what is being tested, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with Console(stderr=True).status("Drawing") as status:
        yield lambda what: status.update(f"Testing {what}")


def _print(report: FairnessReport, source: str) -> None:
    console = Console(highlight=False)
    console.print(Text(f"Is it fair? {source}", style="bold"))
    console.print(_table(report))
    size = report.size
    drawn = f"{size.draws:,} numbers drawn one by one, and " if size.draws else ""
    console.print(f"{drawn}{size.shoes:,} shoes of {size.decks} decks, in {report.seconds:.1f} s.")
    console.print("p is one-sided, the probability of a statistic at least as large; with *, of both tails.")
    console.print(f"Rule: {report.rule}.\n")
    console.print(_verdict(report))


def _table(report: FairnessReport) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for place, heading in enumerate(("Test", "Statistic", "Freedom", "p", "p of\nthe run", "Verdict")):
        table.add_column(heading, justify="right" if place else "left", no_wrap=place > 0)
    group = ""
    for row in report.rows:
        if row.test.group != group:
            group = row.test.group
            table.add_row(Text(group, style="bold"))
        table.add_row(*_cells(row))
    return table


def _cells(row: FairnessRow) -> tuple[str | Text, ...]:
    test = row.test
    return (
        f"  {test.name}",
        f"{test.statistic:,.3f}",
        "-" if test.freedom is None else f"{test.freedom:,}",
        _chance(test.p) + ("*" if test.tail == "both" else " "),
        _chance(row.p_of_run),
        _verdict_text(row),
    )


def _verdict_text(row: FairnessRow) -> Text:
    if row.test.had_too_few_counts:
        return Text("too few", style="yellow")
    return Text("pass", style="green") if row.passed else Text("FAIL", style="bold red")


def _chance(p: float) -> str:
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.0e}"


def _verdict(report: FairnessReport) -> Text:
    if report.passed:
        lowest = min(row.test.p for row in report.rows)
        return Text(f"PASS: {len(report.rows)} tests, the lowest p-value {_chance(lowest)}.", style="bold green")
    return Text(f"FAIL: {', '.join(report.failures)}.", style="bold red")
