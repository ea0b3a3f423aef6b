"""Facts of many rounds as columns, each worked out when a condition first looks at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from croupier.play.facts import RoundFacts


class FactColumns(dict[str, Any]):
    """One entry a round in every column. The facts are the live table's own, read off each round's cards."""

    def __init__(self, rounds: Sequence[RoundFacts[Any]], kinds: Mapping[str, type]) -> None:
        super().__init__()
        self._rounds, self._kinds = rounds, kinds
        self._shared: FactColumns | None = None
        self._own: frozenset[str] = frozenset()

    def beside(self, shared: FactColumns, own: frozenset[str]) -> FactColumns:
        """These columns for a seat's own facts; the rest as everyone sees them, worked out once for all seats."""
        self._shared, self._own = shared, own
        return self

    def __missing__(self, name: str) -> Any:
        if self._shared is not None and name not in self._own:
            self[name] = self._shared[name]
            return self[name]
        column: Any = np.array([one[name] for one in self._rounds], dtype=self._kinds[name])
        self[name] = column
        return column

    def of_round(self, place: int) -> RoundFacts[Any]:
        """One round's own."""
        return self._rounds[place]

    @property
    def rounds(self) -> int:
        return len(self._rounds)
