"""The driver of simulations, with a minimal family: two cards of a new deck, which are a pair or not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.simulation.driver import LAST_ROUNDS, CheckedRun, Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.run_options import Progress
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, shoe_setup, shuffle, shuffle_workspace, start_of

DECK = shoe_setup(
    decks=1, points=lambda rank: rank - 1, burn=[0] * 13, cut_from_back=0, ends_with_the_hand=False, dealt=2
)
ROUNDS = LAST_ROUNDS + 1_001


@dataclass(frozen=True)
class PairsJob(Job[tuple[Any, ...]]):
    seed: int
    dealing: ShoeSetup = DECK
    max_rounds_per_shoe = 1
    shoes_per_chunk = 4096

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[Any, ...]]:
        workspace, kinds, rounds = shuffle_workspace(self.dealing, 1), np.zeros(2, np.int64), min(shoes, limit)
        ranks = self.dealing.points[self.dealing.shoe]
        for shoe in range(first, first + rounds):
            shuffle(self.dealing, workspace, ranks, start_of(self.seed), shoe, 1)
            first_card, second_card = workspace.shuffled.view(np.uint8)[:2]
            kinds[int(first_card == second_card)] += 1
        return Tally(rounds, rounds, (kinds,))


class PairsSimulation(Simulation[tuple[Any, ...]]):
    def interval(self, wager: str) -> float | None:
        if wager == "flush":
            raise NotExactlyCountable("looks at suits")
        none, pairs = self.tally.counts[0].tolist()
        return 1.96 * math.sqrt(pairs * none) / (none + pairs) ** 1.5


def simulate_pairs(seed: int = 1, **arguments: Any) -> PairsSimulation:
    run = CheckedRun.of({"pair": None, "flush": None}, seed=seed, **arguments)
    return PairsSimulation(PairsJob(seed)).run(run)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_requested_rounds_are_dealt_on_any_number_of_threads(threads: int) -> None:
    tally = simulate_pairs(rounds=ROUNDS, threads=threads).tally
    assert tally.rounds == tally.shoes == ROUNDS
    assert (tally.counts[0] == PairsJob(1).deal(0, ROUNDS).counts[0]).all()


def test_a_pair_has_its_exact_frequency() -> None:
    pairs, chance = int(simulate_pairs(rounds=ROUNDS).tally.counts[0][1]), 3 / 51
    assert abs(pairs - ROUNDS * chance) < 4 * math.sqrt(ROUNDS * chance * (1 - chance))


def test_a_simulation_stops_when_an_interval_is_narrow_enough() -> None:
    reports: list[Progress] = []
    done = simulate_pairs(within="pair=0.005", progress=reports.append)
    assert 0 < (done.interval("pair") or 0) < 0.005
    assert done.tally.rounds < 4 * 4096
    assert simulate_pairs(within="pair=0.005", threads=3).tally.rounds == done.tally.rounds
    assert [report.share for report in reports] == sorted(report.share for report in reports)
    assert reports[-1] == Progress(done.tally.rounds, reports[-1].seconds, 1.0)


def test_a_wager_that_is_not_counted_cannot_be_watched() -> None:
    with pytest.raises(BadInput, match="--within: flush looks at suits"):
        simulate_pairs(within="flush=0.1")


def test_a_game_without_a_device_says_so() -> None:
    with pytest.raises(BadInput, match="--device: this game is dealt on the cores"):
        PairsJob(1).on_device()
