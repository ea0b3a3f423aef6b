"""Several rulebooks verified together, on as many cores as there are, and every pay table of each."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from typing import Any

from croupier.errors import BadInput
from croupier.families.baccarat.odds.exact import require_baccarat
from croupier.families.baccarat.odds.verification.rows import forced_rounds
from croupier.families.baccarat.odds.verification.tally import Tally
from croupier.families.baccarat.odds.verify import Drawing, SheetAndTable, compare_drawing, require_rounds, verify
from croupier.families.baccarat.round import BaccaratRules
from croupier.families.blackjack.sheet.verified import verify_blackjack
from croupier.families.poker_dealer.sheet.verified import verify_poker
from croupier.odds.par_sheet import paytable_of
from croupier.odds.verification.report import Finding, TableCheck, Verification, VerificationRun, shortened
from croupier.play import library
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.rulebook import Rulebook

Options = Mapping[str, Any]
BY_FAMILY: Mapping[str, Callable[..., Verification]] = {
    "blackjack": verify_blackjack,
    "three-card": verify_poker,
    "ultimate-holdem": verify_poker,
}
"""Families whose hands are decided have a verification of their own; the others are baccarat."""


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
    houses = {name: HouseRules.of(library.load(name), options) for name in names}
    drawings: dict[BaccaratRules, Drawing] = {}
    drawing_of: dict[str, Drawing | None] = {}
    for name, house in houses.items():
        drawing_of[name] = None
        if house.book.written.family not in BY_FAMILY:
            require_baccarat(house)
            rules = BaccaratRules.of(house)
            drawings[rules] = drawings.get(rules) or compare_drawing(house, house)
            drawing_of[name] = drawings[rules]
    jobs = [
        (name, options, rounds, seed, drawing_of[name]) for name in sorted(houses, key=lambda name: _ease(houses[name]))
    ]
    finished = dict(_each(jobs, done))
    return VerificationRun.of((finished[name] for name in names), seed)


def _ease(house: HouseRules) -> int:
    """What takes longest begins first, so that no core waits at the end: decisions, many seats that play for meters."""
    is_decided = house.book.written.family in BY_FAMILY
    return -len(house.wagers) * 100 if is_decided else -len(house.seats) * len(house.meters)


Job = tuple[str, Options, int, int, Drawing | None]


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


def _verify_named(name: str, options: Options, rounds: int, seed: int, drawing: Drawing | None) -> Verification:
    book = library.load(name)
    if drawing is None:
        return BY_FAMILY[book.written.family](HouseRules.of(book, options), rounds=rounds, seed=seed)
    verified = verify(HouseRules.of(book, options), rounds=rounds, seed=seed, drawing=drawing)
    return verified if "paytable" in options else with_paytables(book, options, verified)


def with_paytables(book: Rulebook, options: Options, verified: Verification) -> Verification:
    """The rulebook's other pay tables beside the one that was played: every line made to order."""
    checks: list[TableCheck] = []
    findings = list(verified.findings)
    for name in book.paytables:
        if name == verified.options.get("paytable"):
            continue
        if (house := _playing_by(book, options, name)) is None:
            findings.append(Finding(f"paytable {name}", "cannot be put on a table, whatever one other option is"))
            continue
        check, found = _paytable(name, SheetAndTable.of(house, house))
        checks.append(check)
        findings += found
    return replace(verified, paytables=tuple(checks), findings=shortened(findings))


def _paytable(name: str, pair: SheetAndTable) -> tuple[TableCheck, list[Finding]]:
    wagers = [wager for wager in pair.sheet.wagers if paytable_of(pair.printed, wager)]
    forced = forced_rounds(pair.table, pair.sheet, wagers)
    rows = [Tally(pair.table, pair.sheet).wager(wager, forced) for wager in wagers]
    found = [replace(one, where=f"paytable {name}, {one.where}") for one in forced.all_findings()]
    return TableCheck(name, sum(row.verified for row in rows), sum(row.possible for row in rows)), found


def _playing_by(book: Rulebook, options: Options, paytable: str) -> HouseRules | None:
    """A table that plays by a pay table, with one more option turned where the pay table asks for that."""
    turned: list[dict[str, Any]] = [{}]
    for option, written in book.written.options.items():
        turned += [{option: value} for value in written.choices or []]
    for more in turned:
        try:
            return HouseRules.of(book, {**more, **options, "paytable": paytable})
        except BadInput:
            continue
    return None
