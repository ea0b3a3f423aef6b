"""Facts with weights: the one shape in which every count ends, exact or sampled.

A table lists rounds unlike each other, each once, with how often it comes. The rounds are real ones, cards and all, so
every fact is read off them by the live table's own functions, and every wager is decided by the very conditions that
pay it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.games.baccarat import Coup
from croupier.games.baccarat_facts import Layout
from croupier.games.columns import FactColumns

EXACT = "exact"
SIMULATED = "simulated"
Weights = NDArray[np.int64]


class NotCounted(Exception):  # noqa: N818
    """A wager whose facts no count tells apart; the reason says so where a simulation does."""


@dataclass(frozen=True, eq=False)
class RoundKinds:
    """Rounds unlike each other in any fact that matters."""

    coups: tuple[Coup, ...]
    _seen: dict[tuple[int, Layout | None], FactColumns] = field(default_factory=dict)

    def columns(self, seat: int = 0, layout: Layout | None = None) -> FactColumns:
        """The facts as a seat sees them. Worked out once, whatever the weights."""
        key = (seat, layout)
        if key not in self._seen:
            self._seen[key] = FactColumns(self.coups, (seat,), layout)
        return self._seen[key]


@dataclass(frozen=True)
class FactTable:
    """Kinds of rounds, and how often each comes."""

    kinds: RoundKinds
    weights: Weights
    method: str
    """exact: counts of equally likely deals; simulated: counts of rounds dealt."""
    columns: FactColumns
    """The facts of the kinds, for everyone or for one seat."""

    @property
    def total(self) -> int:
        return int(self.weights.sum())

    def counted(self, mask: Any) -> int:
        """How many deals, or rounds dealt, a condition holds in."""
        return int(self.weights[np.broadcast_to(mask, self.weights.shape)].sum())
