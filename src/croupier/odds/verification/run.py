"""Several rulebooks verified together, on as many cores as there are."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from typing import Any

from croupier.cards.random_source import SeededRandomSource
from croupier.errors import BadInput
from croupier.odds.par_sheet import paytable_of
from croupier.odds.verification.driver import require_rounds, verify
from croupier.odds.verification.report import Finding, TableCheck, Verification, VerificationRun, shortened
from croupier.play import rulebook_library
from croupier.play.family import family_of
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules

Options = Mapping[str, Any]


def verify_rulebooks(
    names: Sequence[str],
    options: Options,
    *,
    rounds: int,
    seed: int,
    done: Callable[[str], None] = lambda _: None,
) -> VerificationRun:
    """Verify rulebooks by id or file. `done` is told of each as it is finished."""
    require_rounds(rounds)
    houses = {name: TableRules.of(rulebook_library.load(name), options) for name in names}
    for rules in houses.values():
        family_of(rules).odds.prepare_to_verify(rules)
    # What takes longest begins first, so that no core waits at the end.
    longest_first = sorted(names, key=lambda name: -family_of(houses[name]).odds.relative_cost(houses[name]))
    finished = dict(_each([(name, options, rounds, seed) for name in longest_first], done))
    return VerificationRun.of((finished[name] for name in names), seed)


Job = tuple[str, Options, int, int]


def _each(jobs: Sequence[Job], done: Callable[[str], None]) -> Iterator[tuple[str, Verification]]:
    """Each rulebook in a process of its own where processes can be forked; one after the other elsewhere."""
    workers = min(len(jobs), os.cpu_count() or 1)
    if workers > 1 and "fork" in multiprocessing.get_all_start_methods():
        with ProcessPoolExecutor(workers, multiprocessing.get_context("fork")) as pool:
            waiting = {pool.submit(_verify_named, *job): job[0] for job in jobs}
            for finished in as_completed(waiting):
                yield waiting[finished], finished.result()
                done(waiting[finished])
        return
    for job in jobs:
        yield job[0], _verify_named(*job)
        done(job[0])


def _verify_named(name: str, options: Options, rounds: int, seed: int) -> Verification:
    """One rulebook as it is played, and its other pay tables with every line made to order."""
    book = rulebook_library.load(name)
    verified = verify(TableRules.of(book, options), rounds=rounds, seed=seed)
    return verified if "paytable" in options else with_paytables(book, options, verified)


def with_paytables(book: Rulebook, options: Options, verified: Verification) -> Verification:
    """The rulebook's other pay tables beside the one that was played: every line made to order."""
    checks: list[TableCheck] = []
    findings = list(verified.findings)
    for name in book.paytables:
        if name == verified.options.get("paytable"):
            continue
        if (rules := _playing_by(book, options, name)) is None:
            findings.append(Finding(f"paytable {name}", "cannot be put on a table, whatever one other option is"))
            continue
        check, found = _paytable(name, rules)
        checks.append(check)
        findings += found
    return replace(verified, paytables=tuple(checks), findings=shortened(findings))


def _paytable(name: str, rules: TableRules) -> tuple[TableCheck, list[Finding]]:
    table = family_of(rules).odds.verifier(rules, rules, SeededRandomSource(0), 0)
    wagers = [wager for wager in table.sheet.wagers if paytable_of(rules, wager)]
    table.play_made_to_order(wagers)
    rows = [table.check(table.sheet[wager]) for wager in wagers]
    found = [replace(one, where=f"paytable {name}, {one.where}") for one in table.findings]
    return TableCheck(name, sum(row.verified for row in rows), sum(row.possible for row in rows)), found


def _playing_by(book: Rulebook, options: Options, paytable: str) -> TableRules | None:
    """A table that plays by a pay table, with one more option turned where the pay table asks for that."""
    turned: list[dict[str, Any]] = [{}]
    for option, written in book.written.options.items():
        turned += [{option: value} for value in written.choices or []]
    for more in turned:
        try:
            return TableRules.of(book, {**more, **options, "paytable": paytable})
        except BadInput:
            continue
    return None
