"""Pai gow tiles: time of the exact count and of the best settings, and simulated rounds per second.

Mah-Jong Pai-Gow's rounds are measured too. Targets: the count after an edit in under a second, all best settings in
under five, ten million rounds per second on one core, and the simulation within its interval of the exact edge. Kernels
are compiled first, and caches are cleared before each run. Times are processor time of one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from croupier.families.pai_gow.mah_jong.odds import MahJongJob
from croupier.families.pai_gow.tiles.odds import best_setting, exact
from croupier.families.pai_gow.tiles.odds import exact as hands
from croupier.families.pai_gow.tiles.odds.simulate import TilesJob, TilesSimulation
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.odds.family_odds import exact_par_sheet
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.simulation.job import Job
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

TILES = "ca-pai-gow-tiles"
WANTED_COUNT_S, WANTED_BEST_S, WANTED_MILLIONS = 1.0, 5.0, 10.0
SLICE = 2**21
SLICES = 12
TRIES = 5
ROUNDS = 2**26


def fastest(work: Callable[[], object]) -> float:
    """Return the least processor time of several runs in seconds, each with empty caches."""
    took = []
    for _ in range(TRIES):
        for cached in (hands.all_tile_hands, hands.house_splits, exact.labels_of, best_setting.solve):
            cached.cache_clear()
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took)


def millions_a_second(job: Job[tuple[hands.Ints]]) -> float:
    job.deal(0, SLICE)
    took = []
    for number in range(SLICES):
        began = time.process_time()
        job.deal(number * SLICE, SLICE)
        took.append(time.process_time() - began)
    return SLICE / min(took) / 1e6


def report(what: str, figure: str, wanted: str, *, is_met: bool) -> None:
    print(f"{what:<58} {figure:>12}   wanted {wanted:<16} {'met' if is_met else 'MISSED'}")


def main() -> None:
    rules = TableRules.of(rulebook_library.load(TILES))
    edited = TableRules.of(rulebook_library.load(TILES), {"split7": "both"})
    way = house_way_for(edited)
    exact_par_sheet(edited)
    best_setting.solve(way)
    count = fastest(lambda: exact_par_sheet(edited))
    report("every deal of four and four, after an edit", f"{count:.3f} s", "under 1 s", is_met=count < WANTED_COUNT_S)
    solve = fastest(lambda: (best_setting.solve(way), best_setting.solve(way, banks=True)))
    report("the best setting of every hand, both sides", f"{solve:.3f} s", "under 5 s", is_met=solve < WANTED_BEST_S)
    for title, job in (("tiles", TilesJob.of(rules, 1)), ("mah-jong tiles", MahJongJob.of(1))):
        rate = millions_a_second(job)
        figure = f"{rate:.1f} M/s"
        report(f"rounds of {title} simulated on one core", figure, "10 M/s", is_met=rate >= WANTED_MILLIONS)
    sheet = (
        TilesSimulation(rules, 1).run(CheckedRun.of(rules.wagers, rounds=ROUNDS, seed=1, threads=1)).sheet()["pai-gow"]
    )
    true_edge, interval = exact_par_sheet(rules)["pai-gow"].house_edge, sheet.interval or 0.0
    off = abs(float(sheet.house_edge - true_edge))
    figure = f"{off:.6%}"
    report(f"{ROUNDS:,} rounds off the exact edge by", figure, f"under {interval:.6%}", is_met=off < interval)


if __name__ == "__main__":
    main()
