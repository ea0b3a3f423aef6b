"""Simulated hold'em hands per second on one core, compared with PokerKit for the same hands.

Nine seats, limit and spread, players who decide by the strength of their hands. PokerKit receives the cards and the
decisions of the kernel's hands, so it decides nothing. Its hands must end with the same chips, except odd chips of pots
that the same seats win: PokerKit splits such pots as one. Slices of both alternate, so that other load on the machine
slows both alike. Speeds are by processor time, for the fastest and the median slice.

Target: 100,000 hands per second on one core.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from croupier.families.holdem.odds.betting_kernels import POTS
from croupier.families.holdem.odds.simulate import HoldemJob, betting_rules_of, buy_in_range
from croupier.families.holdem.rules import rules_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from tests.families.holdem.other_engines import pokerkit_nets

SECONDS = 8.0
SEATS = 9
HANDS, POKERKIT_HANDS = 20_000, 20
WANTED = 100_000
TABLES = {"limit $3/$6": "lim-3", "spread, blinds $2/$5": "nl-6"}


def job_of(schedule: str) -> HoldemJob:
    rules = rules_of(TableRules.of(rulebook_library.load("ca-texas-holdem"), {"fee": schedule}))
    betting = betting_rules_of(rules)._replace(fees=(0,) * 10, odd_chips_one_each=False)
    return HoldemJob(betting, SEATS, 1, buy_in_range(betting))


def by_kernel(job: HoldemJob, number: int) -> int:
    return job.deal(number * HANDS, HANDS).rounds


def by_pokerkit(job: HoldemJob, number: int) -> int:
    recorded = job.recorded_hands(number * POKERKIT_HANDS, POKERKIT_HANDS)
    for hand in range(POKERKIT_HANDS):
        off = np.abs(np.array(pokerkit_nets(job, recorded, hand)) - recorded.nets[hand])
        assert off.max() < recorded.figure(POTS)[hand], f"hand {hand} ends otherwise"
    return POKERKIT_HANDS


def speeds(works: dict[str, Callable[[int], int]]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work(0)
    stop, number = time.perf_counter() + SECONDS, 0
    while time.perf_counter() < stop:
        number += 1
        for name, work in works.items():
            began = time.process_time()
            hands = work(number)
            found[name].append(hands / (time.process_time() - began))
    return found


def main() -> None:
    print(f"Hold'em, {SEATS} seats, one core; hands a second by processor time")
    for table, schedule in TABLES.items():
        job = job_of(schedule)
        found = speeds({"croupier": partial(by_kernel, job), "PokerKit": partial(by_pokerkit, job)})
        best = {name: max(each) for name, each in found.items()}
        print(f"\n{table}")
        for name, each in found.items():
            print(f"  {name:10} fastest {best[name]:12,.0f}   middle {statistics.median(each):12,.0f}")
        print(f"  croupier ÷ PokerKit: {best['croupier'] / best['PokerKit']:,.0f}")
        verdict = "met" if best["croupier"] >= WANTED else "MISSED"
        print(f"  wanted {WANTED:,} a second: {verdict} ({best['croupier'] / WANTED:.2f} of it)")


if __name__ == "__main__":
    main()
