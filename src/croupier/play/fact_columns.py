"""Facts of many rounds as NumPy columns, each computed when a condition first reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from croupier.play.facts import RoundFacts


class FactColumns(dict[str, Any]):
    """NumPy columns by fact name with one value per round, computed by the same code as at a live table."""

    def __init__(self, rounds: Sequence[RoundFacts[Any]], kinds: Mapping[str, type]) -> None:
        super().__init__()
        self._rounds, self._kinds = rounds, kinds
        self._shared: FactColumns | None = None
        self._own: frozenset[str] = frozenset()

    def with_shared(self, shared: FactColumns, own: frozenset[str]) -> FactColumns:
        """Return these columns; from now on they read all facts except those named in `own` from `shared`.

        `shared` has the facts that are common to all seats; `own` names those that differ from seat to seat.
        """
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
        """Return the facts of the round with this index."""
        return self._rounds[place]

    @property
    def rounds(self) -> int:
        return len(self._rounds)
