"""Work description of a baccarat simulation; it contains only arrays, so that it can be sent to other machines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.baccarat.odds.kernels import TOTALS_CLASSES
from croupier.families.baccarat.odds.simulate_kernels import (
    MAX_SHOES_PER_CALL,
    SHORTEST_ROUND,
    CoupSetup,
    deal_by_cards,
    deal_by_totals,
)
from croupier.odds.simulation.job import ALL_ROUNDS, Backend, Job, KeyCounts, Tally
from croupier.odds.simulation.shuffle_kernels import start_of

FEWEST_SLOTS = 2**12
SUIT_SETS = np.array(
    [2 * (len(suits) == 1) + (len({suit % 2 for suit in suits}) == 1) for suits in
     ([suit for suit in range(4) if mask >> suit & 1] for mask in range(16))],
    dtype=np.int64,
)  # fmt: skip
"""Class of each set of suits, indexed by bit mask: 2 for one suit, plus 1 for one colour.

Red suits have odd numbers.
"""

Counted = tuple[Any, ...]
"""Counts of rounds by totals, then the key counts of each entry in `BaccaratJob.fact_groups`."""


@dataclass(frozen=True)
class BaccaratJob(Job[Counted]):
    """Work description of a simulation of baccarat."""

    setup: CoupSetup
    seed: int
    fact_groups: tuple[int, ...] = ()
    """Bit masks of what is counted besides totals, one hash table for each; see `simulate_kernels`."""

    shoes_per_chunk = 2**13

    @property
    def max_rounds_per_shoe(self) -> int:
        return len(self.setup.dealing.shoe) // SHORTEST_ROUND

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[Counted]:
        assert shoes <= MAX_SHOES_PER_CALL
        totals = np.zeros(TOTALS_CLASSES, np.int64)
        rounds = deal_by_totals(self.setup, start_of(self.seed), first, shoes, limit, totals)
        key_counts = self._count_by_key(first, shoes, limit) if self.fact_groups else ()
        assert all(int(one.counts.sum()) == rounds for one in key_counts)
        return Tally(shoes, rounds, (totals, *key_counts))

    def _count_by_key(self, first: int, shoes: int, limit: int) -> tuple[KeyCounts, ...]:
        """Deal the same shoes with whole cards and count rounds by key; hash tables grow until every key fits."""
        slots = FEWEST_SLOTS
        looks = np.array(self.fact_groups, dtype=np.int64)
        while True:
            keys = np.full((len(looks), slots), -1, np.int64)
            counts, examples = np.zeros_like(keys), np.zeros_like(keys)
            tables = (keys, counts, examples)
            if deal_by_cards(self.setup, start_of(self.seed), first, shoes, limit, looks, SUIT_SETS, *tables) >= 0:
                return tuple(_in_order(*table) for table in zip(*tables, strict=True))
            slots *= 4

    def on_device(self) -> Backend[Counted]:
        """Return the CUDA backend. It counts rounds by point totals, so it cannot count wagers on ranks or suits."""
        from croupier.families.baccarat.odds import cuda

        try:
            return cuda.CudaBackend(self.setup, self.seed)
        except cuda.NoDeviceError as reason:
            raise BadInput.at("--device", f"no CUDA device can be used: {reason}") from None


def _in_order(keys: NDArray[np.int64], counts: NDArray[np.int64], examples: NDArray[np.int64]) -> KeyCounts:
    used = np.flatnonzero(keys >= 0)
    used = used[np.argsort(keys[used])]
    return KeyCounts(keys[used], counts[used], examples[used])
