"""Simulated blackjack rounds per second, compared with a kernel that only shuffles the same cards.

Short slices of every kind of work alternate, so that other load on the machine slows all of them alike. The fastest and
the median slice of each kind are printed. Target: 20 million rounds per second on one core, one seat, basic strategy.
Processor time is printed beside wall time because other load disturbs it less; the fraction of the limit is computed
from it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from croupier.families.blackjack.odds.actions import DOUBLE, DOUBLE_STAND, HIT, SPLIT, SURRENDER, SURRENDER_STAND, Chart
from croupier.families.blackjack.odds.card_counting import count_named
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.seat_strategy import SeatStrategy
from croupier.families.blackjack.odds.simulate_job import ROWS, BlackjackJob, ShoePlan, allocate_shoes
from croupier.families.blackjack.odds.simulate_kernels import shuffle_without_dealing
from croupier.families.blackjack.odds.simulate_run import simulate_blackjack
from croupier.families.blackjack.rules import BlackjackRules
from croupier.odds.simulation.backends import cores
from croupier.odds.simulation.shuffle_kernels import start_of

SECONDS = 12.0
SHOES = 1024
"""Shoes per slice: a slice takes one or two milliseconds, so that some slices run undisturbed."""
WANTED_MILLIONS = 20
EXACT = -0.01886881178428
"""Value of the ilani game with optimal play, as a fraction of the stake; a chart by totals loses slightly more."""
ROUNDS = 100_000_000


def basic() -> Chart:
    """Return basic strategy for six decks, dealer hits soft 17, double after split, late surrender."""
    chart = Chart.standing()
    hard, soft, pair = chart.hard, chart.soft, chart.pair
    hard[:12, 1:] = hard[12:17, 7:] = hard[12:17, 1] = hard[12, 2:4] = HIT
    hard[11, 1:] = hard[10, 2:10] = hard[9, 3:7] = DOUBLE
    hard[16, 9:] = hard[16, 1] = hard[15, 10] = hard[15, 1] = SURRENDER
    hard[17, 1] = SURRENDER_STAND
    soft[:18, 1:] = soft[18, 9:] = soft[18, 1] = HIT
    soft[13:15, 5:7] = soft[15:17, 4:7] = soft[17, 3:7] = DOUBLE
    soft[18, 2:7] = soft[19, 6] = DOUBLE_STAND
    pair[1, 1:] = pair[8, 1:] = pair[2:4, 2:8] = pair[7, 2:8] = SPLIT
    pair[4, 5:7] = pair[6, 2:7] = pair[9, 2:7] = pair[9, 8:10] = SPLIT
    return chart


def job(seats: int = 1, **options: Any) -> BlackjackJob:
    shoe = options.pop("shoe", ShoePlan())
    return BlackjackJob(BlackjackRules(), Payoffs(), (SeatStrategy(basic()),) * seats, 1, shoe, **options)


def plays(blackjack_job: BlackjackJob, shoes: int = SHOES) -> Callable[[int], float]:
    return lambda number: blackjack_job.deal(number * shoes, shoes).rounds


def shuffles(blackjack_job: BlackjackJob) -> Callable[[int], float]:
    """Return work that shuffles the cards of rounds and does not deal them."""
    rounds_a_shoe = blackjack_job.deal(0, SHOES).rounds / SHOES
    shoe_arrays = allocate_shoes(blackjack_job, blackjack_job.game.short, ROWS)[0]

    def shuffle(number: int) -> float:
        shuffle_without_dealing(blackjack_job.game, shoe_arrays, start_of(1), number * SHOES, SHOES, ROWS)
        return rounds_a_shoe * SHOES

    return shuffle


def on_two_cores(work: Callable[[int], float], pool: ThreadPoolExecutor) -> Callable[[int], float]:
    return lambda number: sum(pool.map(work, range(8 * number, 8 * number + 8)))


def speeds_of(works: dict[str, Callable[[int], float]]) -> dict[str, list[tuple[float, float]]]:
    """Run every kind of work in turn; return each slice's millions of rounds per second by wall and processor time."""
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for work in works.values():
        work(0)
    stop, number = time.perf_counter() + SECONDS, 0
    while time.perf_counter() < stop:
        number += 1
        for name, work in works.items():
            began, used = time.perf_counter(), time.process_time()
            rounds = work(number)
            took = time.perf_counter() - began, time.process_time() - used
            speeds[name].append((rounds / took[0] / 1e6, rounds / took[1] / 1e6))
    return speeds


def main() -> None:
    lone = job()
    works = {
        "shuffle only": shuffles(lone),
        "one seat": plays(lone),
        "one seat, fresh shoes": plays(job(shoe=ShoePlan.fresh()), 16 * SHOES),
        "one seat, Hi-Lo counted": plays(job(count=count_named("hi-lo"))),
        "one seat, first cards": plays(job(counts_firsts=True)),
        "seven seats (seats' rounds)": lambda number: 7 * seven.deal(number * SHOES, SHOES).rounds,
    }
    seven = job(7)
    if cores() > 1:
        pool = ThreadPoolExecutor(2)
        works |= {f"{name}, two cores": on_two_cores(works[name], pool) for name in ("shuffle only", "one seat")}
    speeds = speeds_of(works)
    best = {name: max(wall for wall, _ in found) for name, found in speeds.items()}
    used = {name: max(cpu for _, cpu in found) for name, found in speeds.items()}
    print("ilani blackjack, six decks, cut at a deck and a half; millions of rounds a second")
    print(f"{'':30} {'fastest':>8} {'middle':>8} {'by processor time':>18} {'÷ shuffle only':>15}")
    for name, found in speeds.items():
        middle, share = statistics.median(wall for wall, _ in found), used[name] / used["shuffle only"]
        print(f"{name:30} {best[name]:8.1f} {middle:8.1f} {used[name]:18.1f} {share:15.2f}")
    print(f"one seat ÷ {WANTED_MILLIONS} million wanted: {best['one seat'] / WANTED_MILLIONS:.2f}")
    if cores() > 1:
        for name in ("one seat", "shuffle only"):
            print(f"{name}, two cores ÷ one: {best[f'{name}, two cores'] / best[name]:.2f}")
    tally = simulate_blackjack(BlackjackRules(), Payoffs(), basic(), ROUNDS, shoe=ShoePlan.fresh())
    edge = float(tally.edge)
    print(f"{ROUNDS:,} rounds from fresh shoes: edge {edge:.4%} ± {tally.interval:.4%}; optimal {EXACT:.4%},")
    away = abs(edge - EXACT) / tally.interval
    print(f"{away:.2f} half intervals away; standard deviation {tally.standard_deviation:.4f}")


if __name__ == "__main__":
    main()
