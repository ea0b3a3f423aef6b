"""Random generator: its speed, the cost of the health tests, and the results of the statistical suite.

Targets: the full suite in under a minute; at most one honest run in a hundred fails; every unfair source and shuffle
below is found in every run; a broken source is stopped within two shoes.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

from croupier.cards.random_source import RandomSource, SeededRandomSource, SystemRandomSource, shuffled
from croupier.cards.rng_health import GeneratorFault, MonitoredRandomSource
from croupier.cards.shoe import build_decks
from croupier.odds.fairness import FULL, LEVEL, SuiteSize, run_suite

PACK = build_decks(8)
TURNS = 15
SHOES_A_TURN = 20
SMALL = SuiteSize(draws=100_000, shoes=1_000)
HONEST_RUNS = 100
UNFAIR_RUNS = 3
WANTED_SECONDS = 60


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def speed() -> None:
    """Compare plain and monitored shuffles, alternately, so that other load on the machine slows both alike."""
    plain, watched = SystemRandomSource(), MonitoredRandomSource(SystemRandomSource())
    times: dict[str, list[float]] = {"plain": [], "watched": []}
    for _ in range(TURNS):
        times["plain"].append(seconds(lambda: [shuffled(PACK, plain) for _ in range(SHOES_A_TURN)]))
        times["watched"].append(seconds(lambda: [watched.shuffled_shoe(PACK) for _ in range(SHOES_A_TURN)]))
    plain_ms, watched_ms = (1_000 * statistics.median(times[name]) / SHOES_A_TURN for name in ("plain", "watched"))
    print(
        f"shoe of eight decks: {plain_ms:.2f} ms ({415_000 / plain_ms:,.0f} draws a second); "
        f"watched {watched_ms:.2f} ms, {watched_ms / plain_ms:.1f} times as long"
    )


def full_suite() -> None:
    report = run_suite(SystemRandomSource(), FULL)
    lowest = min(report.rows, key=lambda row: row.test.p)
    took = "met" if report.seconds < WANTED_SECONDS else "MISSED"
    print(f"full suite on the system's generator: {'pass' if report.passed else 'FAIL'}, {len(report.rows)} tests, "
          f"{FULL.draws:,} draws and {FULL.shoes:,} shoes in {report.seconds:.1f} s (wanted under {WANTED_SECONDS}: "
          f"{took}); lowest p {lowest.test.p:.4f}, {lowest.test.name}")  # fmt: skip


def false_alarms() -> None:
    failed = sum(not run_suite(SeededRandomSource(seed), SMALL).passed for seed in range(HONEST_RUNS))
    print(f"honest runs failed: {failed} of {HONEST_RUNS} (at most {LEVEL:.0%} in the long run)")


class Unfair(SeededRandomSource):
    """Seeded source that distorts its numbers by a given rule."""

    def __init__(self, seed: int, rule: Callable[[Callable[[int], int], int], int]) -> None:
        super().__init__(seed)
        self.rule = rule

    def below(self, limit: int) -> int:
        return self.rule(super().below, limit)


SOURCES: dict[str, Callable[[Callable[[int], int], int], int]] = {
    "remainder of one bit more": lambda fair, limit: fair(2 ** (limit.bit_length() + 1)) % limit,
    "zero half as often again": lambda fair, limit: 0 if fair(2 * limit) == 0 else fair(limit),
    "one in fifty is even": lambda fair, limit: fair(limit) & (~1 if fair(50) == 0 else ~0),
}


def swapping(
    first: int, last: int, below: Callable[[int, int], int]
) -> Callable[[Sequence[int], RandomSource], list[int]]:
    """Return a Fisher-Yates shuffle or a faulty variant.

    `first` and `last` limit the positions that are swapped; `below` returns the range of the partner's position.
    """

    def shuffle(cards: Sequence[int], chance: RandomSource) -> list[int]:
        order = list(cards)
        for place in range(len(order) - last, first, -1):
            pick = chance.below(below(place, len(order)))
            order[place], order[pick] = order[pick], order[place]
        return order

    return shuffle


SHUFFLES = {
    "off by one": swapping(0, 1, lambda place, cards: place),
    "any card for any": swapping(-1, 1, lambda place, cards: cards),
    "first swap missing": swapping(0, 2, lambda place, cards: place + 1),
    "last swap missing": swapping(1, 1, lambda place, cards: place + 1),
}


def unfair() -> None:
    for name, rule in SOURCES.items():
        reports = [run_suite(Unfair(seed, rule), SuiteSize(1_000_000, 1_000)) for seed in range(UNFAIR_RUNS)]
        print(f"  {name:28} found in {sum(not r.passed for r in reports)} of {UNFAIR_RUNS}: {reports[0].failures}")
    for name, shuffle in SHUFFLES.items():
        reports = [run_suite(SeededRandomSource(seed), SMALL, shuffle=shuffle) for seed in range(UNFAIR_RUNS)]
        print(f"  {name:28} found in {sum(not r.passed for r in reports)} of {UNFAIR_RUNS}: {reports[0].failures}")


BREAKS: dict[str, Callable[[Callable[[int], int], int], int]] = {
    "stuck": lambda fair, limit: min(7, limit - 1),
    "unmoved": lambda fair, limit: limit - 1,
    "the low third": lambda fair, limit: fair(1 + limit // 3),
}


def broken() -> None:
    """Print how many draws a broken source makes before the health tests stop it."""
    for name, rule in BREAKS.items():
        chance = MonitoredRandomSource(Unfair(1, rule))
        before = chance.health.draws
        try:
            chance.shuffled_shoe(PACK)
            chance.shuffled_shoe(PACK)
        except GeneratorFault as fault:
            print(f"  {name:28} stopped after {chance.health.draws - before - 16} draws: {fault.reason}")
        else:
            print(f"  {name:28} NOT stopped")


def main() -> None:
    speed()
    full_suite()
    false_alarms()
    print("unfair:")
    unfair()
    print("broken:")
    broken()


if __name__ == "__main__":
    main()
