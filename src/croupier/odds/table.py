"""Facts with weights: the one shape in which every count ends, exact or sampled.

A table lists rounds unlike each other, each once, with how often it comes. Every wager is decided by the very
conditions that pay it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.play.columns import FactColumns

EXACT = "exact"
SIMULATED = "simulated"
Weights = NDArray[np.int64]


class NotCounted(Exception):  # noqa: N818
    """A wager whose facts no count tells apart; the reason says so where a simulation does."""


@dataclass(frozen=True)
class FactTable:
    """The facts of rounds unlike each other, and how often each comes."""

    weights: Weights
    method: str
    """exact: counts of equally likely deals; simulated: counts of rounds dealt."""
    columns: FactColumns
    """The facts, for everyone or for one seat."""

    @property
    def total(self) -> int:
        return int(self.weights.sum())

    def counted(self, mask: Any) -> int:
        """How many deals, or rounds dealt, a condition holds in."""
        return int(self.weights[np.broadcast_to(mask, self.weights.shape)].sum())
