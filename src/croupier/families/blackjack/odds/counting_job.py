"""Counting simulation of blackjack as a job."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.blackjack.odds.counting_kernels import BoxWagerResults, count_shoes
from croupier.families.blackjack.odds.simulate_job import BlackjackJob, allocate_shoes, allocate_workspace
from croupier.families.blackjack.odds.simulate_kernels import SimulationRules
from croupier.odds.counting.count_job import CountJob, CountStatistics
from croupier.odds.simulation.job import Backend
from croupier.odds.simulation.shuffle_kernels import start_of

ALL_BURN_CARDS = 99


@dataclass(frozen=True)
class BlackjackCountJob(CountJob):
    """Counting simulation of blackjack."""

    table: BlackjackJob
    results: BoxWagerResults

    @property
    def game(self) -> SimulationRules:
        """Rules and lookup tables of the simulation."""
        return self.table.game

    @property
    def max_rounds_per_shoe(self) -> int:
        return self.table.max_rounds_per_shoe

    def run(self, first: int, shoes: int, statistics: NDArray[np.float64]) -> int:
        seen = {"none": 0, "first": 1, "all": ALL_BURN_CARDS}[self.burn_seen]
        arrays, cards, _ = allocate_shoes(self.table, self.game.whole, 1)
        rounds: int = count_shoes(
            self.game, arrays, cards, start_of(self.seed), first, shoes, seen,
            allocate_workspace(len(self.table.seats), 1), self.plans, self.results, statistics,
        )  # fmt: skip
        return rounds

    def on_device(self) -> Backend[CountStatistics]:
        """Return the CUDA backend, which plays one seat by card values."""
        from croupier.families.blackjack.odds.counting_cuda import count_on_device
        from croupier.odds.simulation.shuffle_cuda import NoDeviceError

        try:
            return count_on_device(self)
        except NoDeviceError as reason:
            raise BadInput.at("--device", f"no CUDA device can be used: {reason}") from None
