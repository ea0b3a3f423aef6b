"""Baccarat as it is simulated: what is dealt and looked at, in arrays alone."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.baccarat.odds.kernels import KINDS
from croupier.families.baccarat.odds.simulate_kernels import (
    MOST_SHOES_A_CALL,
    SHORTEST_ROUND,
    Coups,
    deal_cards,
    deal_totals,
)
from croupier.odds.simulation.job import ALL_ROUNDS, Backend, Job, KeyCounts, Tally
from croupier.odds.simulation.shuffle_kernels import start_of

FEWEST_SLOTS = 2**12
SUIT_SETS = np.array(
    [2 * (len(suits) == 1) + (len({suit % 2 for suit in suits}) == 1) for suits in
     ([suit for suit in range(4) if mask >> suit & 1] for mask in range(16))],
    dtype=np.int64,
)  # fmt: skip
"""For every set of suits: 2 if it is one suit, and 1 if it is one colour; the number of a red suit is odd."""

Counted = tuple[Any, ...]
"""Rounds of each kind by totals, then what each look saw."""


@dataclass(frozen=True)
class BaccaratJob(Job[Counted]):
    """Rounds in which nobody decides anything."""

    coups: Coups
    seed: int
    looks: tuple[int, ...] = ()
    """What has to be told apart besides totals, a table each; see `sim_kernels`."""

    shoes_a_piece = 2**13

    @property
    def most_rounds_a_shoe(self) -> int:
        return len(self.coups.dealing.shoe) // SHORTEST_ROUND

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[Counted]:
        assert shoes <= MOST_SHOES_A_CALL
        totals = np.zeros(KINDS, np.int64)
        rounds = deal_totals(self.coups, start_of(self.seed), first, shoes, limit, totals)
        seen = self._look(first, shoes, limit) if self.looks else ()
        assert all(int(one.counts.sum()) == rounds for one in seen)
        return Tally(shoes, rounds, (totals, *seen))

    def _look(self, first: int, shoes: int, limit: int) -> tuple[KeyCounts, ...]:
        """The same shoes card by card, in tables that grow until they have room for every key."""
        slots = FEWEST_SLOTS
        looks = np.array(self.looks, dtype=np.int64)
        while True:
            keys = np.full((len(looks), slots), -1, np.int64)
            counts, examples = np.zeros_like(keys), np.zeros_like(keys)
            tables = (keys, counts, examples)
            if deal_cards(self.coups, start_of(self.seed), first, shoes, limit, looks, SUIT_SETS, *tables) >= 0:
                return tuple(_in_order(*table) for table in zip(*tables, strict=True))
            slots *= 4

    def on_device(self) -> Backend[Counted]:
        """By totals."""
        cuda = import_module("croupier.families.baccarat.odds.cuda")
        try:
            device: Backend[Counted] = cuda.Device(self.coups, self.seed)
        except cuda.NoDevice as reason:
            raise BadInput.at("--device", f"no CUDA device can be used: {reason}") from None
        return device


def _in_order(keys: NDArray[np.int64], counts: NDArray[np.int64], examples: NDArray[np.int64]) -> KeyCounts:
    used = np.flatnonzero(keys >= 0)
    used = used[np.argsort(keys[used])]
    return KeyCounts(keys[used], counts[used], examples[used])
