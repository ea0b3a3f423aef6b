"""Ranked hands per second, compared with reading memory and with plain Python.

Targets: 150 million seven-card hands per second on one core and 1.7 times that on two; all 133,784,560 hands counted;
AhKh against QsQd over 1,712,304 boards in under 20 ms. A figure is the best of several runs by wall time. Other
programs can interrupt a long run, so the array is also ranked in slices: each slice is timed separately, and the best
times of all slices are added. The load of the machine is printed first.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.hands import card_of, category_counts, equity, rank7, ranks3, ranks5, ranks6, ranks7, tables_for

HANDS = 10_000_000
DIFFERENT = 1_000_000
SLICE = 250_000
SLICE_ON_TWO = 1_000_000
RUNS = 15
PLAIN_HANDS = 3_000
WANTED_MILLIONS = 150.0
WANTED_ON_TWO = 1.7
WANTED_EQUITY_MS = 20.0


def best_seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """Return the wall time of the fastest of several runs in seconds, after one run that compiles."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def sliced_seconds(hands: NDArray[np.uint8], size: int, threads: int) -> float:
    """Return the sum of the best wall time of each slice in seconds."""
    best = [float("inf")] * (HANDS // size)
    for _ in range(RUNS):
        for place in range(len(best)):
            piece = hands[place * size : (place + 1) * size]
            start = time.perf_counter()
            ranks7(piece, threads=threads)
            best[place] = min(best[place], time.perf_counter() - start)
    return sum(best)


def dealt(cards: int) -> NDArray[np.uint8]:
    """Return an array of shape (10,000,000, cards): a million random hands, repeated ten times.

    With seven cards it has 70 MB, more than the caches of a core.
    """
    numbers = np.random.default_rng(cards).random((DIFFERENT, 52), dtype=np.float32)
    hands = np.argpartition(numbers, cards, axis=1)[:, :cards].astype(np.uint8)
    return np.ascontiguousarray(np.tile(hands, (HANDS // DIFFERENT, 1)))


def verdict(met: bool) -> str:
    return "met" if met else "MISSED"


def rank_arrays() -> None:
    hands = dealt(7)
    sliced = HANDS / sliced_seconds(hands, SLICE, 1) / 1e6
    sliced_on_two = HANDS / sliced_seconds(hands, SLICE_ON_TWO, 2) / 1e6
    one = HANDS / best_seconds(lambda: ranks7(hands)) / 1e6
    two = HANDS / best_seconds(lambda: ranks7(hands, threads=2)) / 1e6
    print(f"7 cards: {sliced:.0f} million hands a second on one core by slices (wanted {WANTED_MILLIONS:g}: "
          f"{verdict(sliced >= WANTED_MILLIONS)}), {one:.0f} million in one call")  # fmt: skip
    wanted = WANTED_ON_TWO * WANTED_MILLIONS
    print(f"7 cards: {sliced_on_two:.0f} million on two by slices (wanted {wanted:g}: "
          f"{verdict(sliced_on_two >= wanted)}), {sliced_on_two / sliced:.2f} times one core's; "
          f"{two:.0f} million in one call, {two / one:.2f} times")  # fmt: skip
    read = HANDS / best_seconds(lambda: hands.view(np.uint8).sum(dtype=np.uint64)) / 1e6
    copied = HANDS / best_seconds(hands.copy) / 1e6
    print(f"the same bytes: added up by NumPy {read:.0f}, copied {copied:.0f} million hands a second: "
          f"ranking in one call takes {read / one:.1f} and {copied / one:.1f} times as long")  # fmt: skip
    few = [[card_of(card) for card in hand] for hand in hands[:PLAIN_HANDS].tolist()]
    plain = PLAIN_HANDS / best_seconds(lambda: [rank7(hand) for hand in few], 3) / 1e6
    print(f"one by one in plain Python {plain:.4f} million: the array is {one / plain:,.0f} times as fast")
    for cards, rank in ((3, ranks3), (5, ranks5), (6, ranks6)):
        others = dealt(cards)
        print(f"{cards} cards: {HANDS / best_seconds(lambda: rank(others)) / 1e6:.0f} million")  # noqa: B023


def rank_processor_time() -> None:
    """Measure the same in processor time of the thread, as an idle machine would show it."""
    hands = dealt(7)
    times = []
    for _ in range(RUNS):
        start = time.thread_time()
        ranks7(hands)
        times.append(time.thread_time() - start)
    print(f"7 cards by processor time: {HANDS / min(times) / 1e6:.0f} million a second")


def make_tables() -> None:
    tables = tables_for(7)
    kilobytes = (tables.keys.nbytes + tables.rows.nbytes + tables.values.nbytes + tables.flushes.nbytes) // 1024
    seconds = best_seconds(lambda: tables_for.__wrapped__(7), 3)
    print(f"tables for 7 cards: {kilobytes} kB, made in {1000 * seconds:.0f} ms")


def count_all() -> None:
    seconds = best_seconds(lambda: category_counts(7), 2)
    counts = category_counts(7)
    assert sum(counts.values()) == comb(52, 7) == 133_784_560
    print(f"all {comb(52, 7):,} hands of 7 counted in {seconds:.2f} s on one core:")
    for category, many in reversed(counts.items()):
        print(f"  {category.name.lower().replace('_', ' '):16}{many:>12,}")


def equities() -> None:
    found = equity("AhKh", "QsQd")
    seconds = best_seconds(lambda: equity("AhKh", "QsQd"))
    print(f"AhKh v QsQd: {float(found.share):.6%} over {found.boards:,} boards in {1000 * seconds:.1f} ms "
          f"(wanted under {WANTED_EQUITY_MS:g}: {verdict(1000 * seconds < WANTED_EQUITY_MS)})")  # fmt: skip
    ranges = best_seconds(lambda: equity("AhKh", "QQ+, AKs"), 3)
    print(f"AhKh v QQ+, AKs: {1000 * ranges:.0f} ms")


def main() -> None:
    if hasattr(os, "getloadavg"):
        print(f"load of the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    make_tables()
    rank_arrays()
    rank_processor_time()
    count_all()
    equities()


if __name__ == "__main__":
    main()
