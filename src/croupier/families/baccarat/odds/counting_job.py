"""Counting simulation of baccarat as a job; machines that only deal shoes need no rulebooks for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.baccarat.odds.counting_kernels import CoupWagerResults, count_shoes
from croupier.families.baccarat.odds.simulate_kernels import CoupSetup
from croupier.odds.counting.count_job import CountJob, CountStatistics
from croupier.odds.simulation.job import Backend
from croupier.odds.simulation.shuffle_kernels import start_of

ALL_BURN_CARDS = 99


@dataclass(frozen=True)
class BaccaratCountJob(CountJob):
    """Counting simulation of baccarat."""

    setup: CoupSetup
    results: CoupWagerResults

    @property
    def max_rounds_per_shoe(self) -> int:
        return len(self.setup.dealing.shoe) // 4

    def run(self, first: int, shoes: int, statistics: NDArray[np.float64]) -> int:
        seen = {"none": 0, "first": 1, "all": ALL_BURN_CARDS}[self.burn_seen]
        rounds: int = count_shoes(
            self.setup, start_of(self.seed), first, shoes, seen, self.plans, self.results, statistics
        )
        return rounds

    def on_device(self) -> Backend[CountStatistics]:
        """Return the CUDA backend, which counts by point values."""
        from croupier.families.baccarat.odds.counting_cuda import count_on_device
        from croupier.odds.simulation.shuffle_cuda import NoDeviceError

        try:
            return count_on_device(self)
        except NoDeviceError as reason:
            raise BadInput.at("--device", f"no CUDA device can be used: {reason}") from None
