"""Simulated baccarat rounds per second, compared with a kernel that only shuffles the same shoes.

Short slices of every kind of work alternate, so that other load on the machine slows all of them alike. The fastest and
the median slice of each kind are printed. Targets: 50 million rounds per second on one core, half the speed of
shuffling alone, and twice that on two cores. The two lines for two cores show how well the machine itself scales from
one core to two.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from croupier.families.baccarat.odds.kernels import TOTALS_CLASSES
from croupier.families.baccarat.odds.simulate import simulation_setup
from croupier.families.baccarat.odds.simulate_kernels import (
    SUIT_SETS,
    USES_FIRST_FOUR,
    USES_SUITS,
    USES_TOTALS,
    deal_by_cards,
    deal_by_totals,
    shuffle_without_dealing,
)
from croupier.odds.simulation.backends import cores
from croupier.odds.simulation.shuffle_kernels import start_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

SECONDS = 20.0
SHOES = 4096
FEWER_SHOES = 512
WANTED_MILLIONS = 50
RULEBOOK = "ca-cash-in-baccarat"
COLD = """
import time
began = time.perf_counter()
from croupier.cli.simulate import show_simulation
show_simulation("ca-cash-in-baccarat", [], rounds=100_000, seconds=None, within=None, seed=1, threads=1, device="cpu",
    cluster=None, as_json=True)
import sys
print(time.perf_counter() - began, file=sys.stderr)
"""


class Bench:
    """Shoes of one table, dealt by each kernel."""

    def __init__(self) -> None:
        self.coups = simulation_setup(TableRules.of(rulebook_library.load(RULEBOOK)))
        self.start = start_of(1)
        self.rounds_a_shoe = self.totals(0) / SHOES
        self.pool = ThreadPoolExecutor(2)

    def totals(self, slice_number: int) -> int:
        kinds = np.zeros(TOTALS_CLASSES, np.int64)
        return deal_by_totals(self.coups, self.start, slice_number * SHOES, SHOES, 2**62, kinds)

    def shuffle(self, slice_number: int) -> float:
        shuffle_without_dealing(self.coups.dealing, self.start, slice_number * SHOES, SHOES)
        return SHOES * self.rounds_a_shoe

    def cards(self, fact_set: int, slots: int) -> Callable[[int], int]:
        fact_sets = np.array([fact_set], np.int64)

        def deal(slice_number: int) -> int:
            keys = np.full((1, slots), -1, np.int64)
            tables = (keys, np.zeros_like(keys), np.zeros_like(keys))
            first = slice_number * FEWER_SHOES
            return deal_by_cards(self.coups, self.start, first, FEWER_SHOES, 2**62, fact_sets, SUIT_SETS, *tables)

        return deal

    def on_two_cores(self, work: Callable[[int], float]) -> Callable[[int], float]:
        def deal(slice_number: int) -> float:
            return sum(self.pool.map(work, range(8 * slice_number, 8 * slice_number + 8)))

        return deal


def millions_a_second(works: dict[str, Callable[[int], float]]) -> dict[str, list[float]]:
    """Run every kind of work in turn; return the millions of rounds per second of each slice."""
    speeds: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work(0)
    stop = time.perf_counter() + SECONDS
    slice_number = 0
    while time.perf_counter() < stop:
        slice_number += 1
        for name, work in works.items():
            began = time.perf_counter()
            rounds = work(slice_number)
            speeds[name].append(rounds / (time.perf_counter() - began) / 1e6)
    return speeds


def seconds_to_first_answer(cache: str) -> float:
    """Return how long a new process takes for its first 100,000 rounds, in seconds, with kernels cached in a folder."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    done = subprocess.run([sys.executable, "-c", COLD], env=environment, capture_output=True, text=True, check=True)
    return float(done.stderr.splitlines()[-1])


def main() -> None:
    bench = Bench()
    works: dict[str, Callable[[int], float]] = {
        "shuffle only": bench.shuffle,
        "totals": bench.totals,
        "cards: first four": bench.cards(USES_FIRST_FOUR, 2**12),
        "cards: suits and totals": bench.cards(USES_SUITS | USES_TOTALS, 2**17),
    }
    if cores() > 1:
        works["shuffle only, two cores"] = bench.on_two_cores(bench.shuffle)
        works["totals, two cores"] = bench.on_two_cores(bench.totals)
    speeds = millions_a_second(works)
    best = {name: max(found) for name, found in speeds.items()}
    print(f"{RULEBOOK}, {bench.rounds_a_shoe:.1f} rounds a shoe; millions of rounds a second")
    print(f"{'':26} {'fastest':>9} {'middle':>9} {'÷ shuffle only':>15}")
    for name, found in speeds.items():
        limit = best["shuffle only, two cores" if "two cores" in name else "shuffle only"]
        print(f"{name:26} {best[name]:9.1f} {statistics.median(found):9.1f} {best[name] / limit:15.2f}")
    print(f"totals ÷ {WANTED_MILLIONS} million wanted: {best['totals'] / WANTED_MILLIONS:.1f}")
    if cores() > 1:
        for name in ("totals", "shuffle only"):
            print(f"{name}, two cores ÷ one: {best[f'{name}, two cores'] / best[name]:.2f}")
    with tempfile.TemporaryDirectory() as cache:
        first, next_time = (seconds_to_first_answer(cache) for _ in range(2))
    print(f"a program's first 100,000 rounds: {first:.1f} s with kernels to compile, {next_time:.1f} s with them kept")


if __name__ == "__main__":
    main()
