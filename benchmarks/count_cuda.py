"""Shoes per second that a CUDA device counts for card counters, beside one core of the same machine.

Targets on one H200: 10^8 shoes of baccarat in under a minute; blackjack by a chart with a count at 100 times one core.
Before anything is timed, statistics of the device and of the processor's kernel are compared; they must be equal. The
gains printed are those of dealt results.

    --write FILE      prepare the work (which solves blackjack) and write it, for a machine that has only NumPy, Numba,
                      numba-cuda and the few packages that rulebooks need; then run there with --read FILE
    --shoes 100000000 shoes of baccarat
    --threads 128,256 threads per block to try for blackjack
"""

from __future__ import annotations

import argparse
import pickle
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import croupier
from croupier.families.baccarat.odds.counting import BaccaratCounting
from croupier.families.baccarat.odds.counting_cuda import count_on_device
from croupier.families.blackjack.odds.card_counting import count_named
from croupier.families.blackjack.odds.counting import BlackjackCounting
from croupier.families.blackjack.odds.counting_cuda import count_on_device as count_blackjack_on_device
from croupier.odds.counting.count_job import BettingPlan, CountingSystem, CountTally
from croupier.odds.counting.count_kernels import NET, ROUNDS

CHECKED_SHOES = 20_000
TAGS = {
    "dragon-7": ((0, 0, 0, -1, -1, -1, -1, 2, 2, 0), 4),
    "panda-8": ((1, 1, -2, -2, -2, -1, -1, -2, 4, 1), 11),
    "tie-on-7": ((1, 0, 0, 0, 0, 0, -8, 2, 1, 1), 4),
}
"""Published tags, from ace to ten, and the true count from which they bet."""


def system(name: str) -> CountingSystem:
    return CountingSystem(name, tuple(float(TAGS[name][0][min(card // 4, 9)]) for card in range(52)))


def baccarat_jobs() -> dict[str, Any]:
    """Return the counting simulations of baccarat: four wagers, and other customs of burn and cut card."""
    game = croupier.load("co-ez-baccarat")
    game = game.with_wager("tie-on-7", when="tie and player_total == 7", odds="45:1")
    counting = BaccaratCounting(game.rules())
    plans = tuple(BettingPlan(name, system(name)) for name in ("dragon-7", "panda-8", "tie-on-7"))
    base = counting.job(plans, cut=14, burn_seen="first", seats=1, seed=1)
    setup = base.setup
    no_burn = setup._replace(dealing=setup.dealing._replace(burn=np.zeros_like(setup.dealing.burn)))
    last = setup._replace(dealing=setup.dealing._replace(ends_with_the_hand=True))
    return {
        "burn by value, one more hand": base,
        "burn by value, none more if the cut card is a hand's first": replace(base, setup=last),
        "no burn, one more hand": replace(base, setup=no_burn),
        "burn by value, no burn card seen": replace(base, burn_seen="none"),
        "burn by value, cut 16": replace(base, setup=_cut(setup, 16)),
    }


def _cut(setup: Any, cut: int) -> Any:
    return setup._replace(dealing=setup.dealing._replace(cut=len(setup.dealing.shoe) - cut))


def blackjack_job() -> Any:
    """Return the counting simulation of the main wager of six decks by a chart with hi-lo."""
    counting = BlackjackCounting(croupier.load("house-blackjack").rules())
    hi_lo = next(one for one in counting.systems() if one.name == "hi-lo")
    job = counting.job((BettingPlan("blackjack", hi_lo),), cut=78, burn_seen="first", seats=1, seed=1)
    job.game  # noqa: B018 - the lookup tables are built before the work is written to a file
    return job


def check(job: Any, backend: Any, shoes: int) -> float:
    """Compare the device's statistics with the processor's; return the rounds per second of one core."""
    job.deal(0, 1)
    began = time.perf_counter()
    here = job.deal(0, shoes)
    seconds = time.perf_counter() - began
    began = time.perf_counter()
    (there,) = backend.deal(0, shoes)
    assert here.rounds == there.rounds
    for column in (ROUNDS, NET):
        assert np.allclose(here.counts.buckets[:, :, column], there.counts.buckets[:, :, column], atol=1e-6)
    print(
        f"  {here.rounds:,} rounds of {shoes:,} shoes counted alike; one core {here.rounds / seconds / 1e6:.2f} "
        f"million rounds a second; device {time.perf_counter() - began:.1f} s with compiling",
        flush=True,
    )
    return float(here.rounds / seconds)


def deal(backend: Any, shoes: int) -> tuple[Any, float]:
    """Deal shoes on a device; return the sum of the tallies and the seconds."""
    began = time.perf_counter()
    tally = None
    for piece in backend.deal(0, shoes):
        tally = piece if tally is None else tally.plus(piece)
    return tally, time.perf_counter() - began


def show(tally: Any, plans: int, triggers: list[int], names: list[str]) -> None:
    counted = CountTally(tally, (BettingPlan("", None),) * plans)
    for plan in range(plans):
        for trigger in (triggers[plan] - 1, triggers[plan], triggers[plan] + 1):
            result = counted.result(plan, trigger)
            bets = f"bets {100 * result.frequency:.3f} % at {100 * result.edge:.3f} %"
            gain = f"{result.per_shoe:.5f} ± {result.error:.5f} units a shoe, {result.per_100_hands:.4f} per 100 hands"
            print(f"    {names[plan]} from {trigger:+d}: {bets}, {gain}", flush=True)


def simulated_core(job: Any) -> float:
    """Return the rounds per second of `croupier simulate` with a count on one core, the fastest kernel."""
    plain = replace(job.table, count=count_named("hi-lo"), counts_firsts=False)
    plain.deal(0, 64)
    began = time.perf_counter()
    rounds = plain.deal(64, 60_000).rounds
    return float(rounds / (time.perf_counter() - began))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--read", type=Path)
    parser.add_argument("--shoes", type=int, default=10**8)
    parser.add_argument(
        "--threads", type=lambda text: [int(one) for one in text.split(",")], default=[128, 256, 384, 512]
    )
    parser.add_argument("--checked", type=int, default=CHECKED_SHOES)
    options = parser.parse_args()
    work = pickle.loads(options.read.read_bytes()) if options.read else (baccarat_jobs(), blackjack_job())
    if options.write:
        options.write.write_bytes(pickle.dumps(work))
        return
    jobs, blackjack = work
    core = 0.0
    for number, (name, job) in enumerate(jobs.items()):
        backend = count_on_device(job)
        print(f"baccarat, {name}: {backend.blocks}", flush=True)
        if not number:
            core = check(job, backend, options.checked)
        tally, seconds = deal(backend, options.shoes)
        print(
            f"  {options.shoes:,} shoes, {tally.rounds / seconds / 1e9:.3f} billion rounds a second: {seconds:.1f} s "
            f"({tally.rounds / seconds / core:,.0f} x one core); {tally.rounds / tally.shoes:.3f} rounds a shoe"
        )
        names = ["dragon-7", "panda-8", "tie-on-7"]
        show(tally, len(names), [TAGS[one][1] for one in names], names)
    print("blackjack, hi-lo, six decks")
    counted = simulated = 0.0
    for threads in options.threads:
        backend = count_blackjack_on_device(blackjack, threads=threads)
        if not counted:
            counted, simulated = check(blackjack, backend, options.checked), simulated_core(blackjack)
            print(f"  croupier simulate with a count: {simulated / 1e6:.2f} million rounds a second on one core")
        tally, seconds = deal(backend, 2**23)
        speed = tally.rounds / seconds
        print(
            f"  {backend.blocks.threads} threads a block: {speed / 1e9:.3f} billion rounds a second, "
            f"{speed / simulated:,.0f} x one core of simulate, {speed / counted:,.0f} x one core of count",
            flush=True,
        )
    show(tally, 1, [1], ["hi-lo"])


if __name__ == "__main__":
    main()
