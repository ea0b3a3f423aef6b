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

    def __missing__(self, name: str) -> Any:
        column: Any = np.array([one[name] for one in self._rounds], dtype=self._kinds[name])
        self[name] = column
        return column

    @property
    def rounds(self) -> int:
        return len(self._rounds)
