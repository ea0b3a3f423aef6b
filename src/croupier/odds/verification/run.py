"""Several rulebooks verified together, on as many cores as there are."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from croupier.odds.verification.played import require_rounds
from croupier.odds.verification.report import Verification, VerificationRun
from croupier.play import library
from croupier.play.family import family_named, family_of
from croupier.rulebook.house_rules import HouseRules

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
    houses = {name: HouseRules.of(library.load(name), options) for name in names}
    for house in houses.values():
        family_of(house).odds.prepare_to_verify(house)
    # What takes longest begins first, so that no core waits at the end.
    longest_first = sorted(names, key=lambda name: -family_of(houses[name]).odds.effort(houses[name]))
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
    book = library.load(name)
    return family_named(book.written.family).odds.verify(book, options, rounds=rounds, seed=seed)
