"""Verification of several rulebooks in parallel processes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from typing import Any

from croupier.cards.random_source import SeededRandomSource
from croupier.errors import BadInput
from croupier.odds.family_odds import odds_of
from croupier.odds.par_sheet import paytable_of
from croupier.odds.verification.driver import require_rounds, verify
from croupier.odds.verification.report import Finding, TableCheck, Verification, VerificationRun, shorten_findings
from croupier.play import rulebook_library
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
    """Verify rulebooks by id or file; call `done` with the name of each finished one."""
    require_rounds(rounds)
    rules_by_name = {name: TableRules.of(rulebook_library.load(name), options) for name in names}
    for rules in rules_by_name.values():
        if (prepare := odds_of(rules).prepare_to_verify) is not None:
            prepare(rules)
    # Start the longest verification first, so that no core is idle at the end.
    longest_first = sorted(names, key=lambda name: -odds_of(rules_by_name[name]).relative_cost(rules_by_name[name]))
    finished = dict(_each([(name, options, rounds, seed) for name in longest_first], done))
    return VerificationRun.of((finished[name] for name in names), seed)


Job = tuple[str, Options, int, int]


def _each(jobs: Sequence[Job], done: Callable[[str], None]) -> Iterator[tuple[str, Verification]]:
    """Yield the verification of each rulebook, in a forked process of its own where forking is supported."""
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


def verify_rules(rules: TableRules, options: Options, *, rounds: int, seed: int) -> VerificationRun:
    """Verify one rulebook with the chosen options; `rules` are its rules with them."""
    require_rounds(rounds)
    if (prepare := odds_of(rules).prepare_to_verify) is not None:
        prepare(rules)
    return VerificationRun.of([_verify_book(rules.rulebook, options, rounds, seed)], seed)


def _verify_named(name: str, options: Options, rounds: int, seed: int) -> Verification:
    return _verify_book(rulebook_library.load(name), options, rounds, seed)


def _verify_book(book: Rulebook, options: Options, rounds: int, seed: int) -> Verification:
    """Verify one rulebook, and its other pay tables with rounds dealt from chosen cards."""
    verified = verify(TableRules.of(book, options), rounds=rounds, seed=seed)
    return verified if "paytable" in options else with_paytables(book, options, verified)


def with_paytables(book: Rulebook, options: Options, verified: Verification) -> Verification:
    """Add the checks of the rulebook's other pay tables, with forced rounds for every line."""
    checks: list[TableCheck] = []
    findings = list(verified.findings)
    for name in book.paytables:
        if name == verified.options.get("paytable"):
            continue
        if (rules := _rules_with_paytable(book, options, name)) is None:
            findings.append(Finding(f"paytable {name}", "cannot be put on a table, whatever one other option is"))
            continue
        check, found = _paytable(name, rules)
        checks.append(check)
        findings += found
    return replace(verified, paytables=tuple(checks), findings=shorten_findings(findings))


def _paytable(name: str, rules: TableRules) -> tuple[TableCheck, list[Finding]]:
    table = odds_of(rules).verifier(rules, rules, SeededRandomSource(0), 0)
    wagers = [wager for wager in table.sheet.wagers if paytable_of(rules, wager)]
    table.play_forced_rounds(wagers)
    rows = [table.check(table.sheet[wager]) for wager in wagers]
    found = [replace(one, where=f"paytable {name}, {one.where}") for one in table.findings]
    return TableCheck(name, sum(row.verified for row in rows), sum(row.possible for row in rows)), found


def _rules_with_paytable(book: Rulebook, options: Options, paytable: str) -> TableRules | None:
    """Return rules with this pay table, changing one other option if the pay table requires it; None if impossible."""
    changes: list[dict[str, Any]] = [{}]
    for option, written in book.written.options.items():
        changes += [{option: value} for value in written.choices or []]
    for more in changes:
        try:
            return TableRules.of(book, {**more, **options, "paytable": paytable})
        except BadInput:
            continue
    return None
