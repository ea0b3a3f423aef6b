"""Facts of many rounds as columns, each worked out when a condition first looks at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from croupier.families.baccarat.facts import Layout, fact, facts_of
from croupier.families.baccarat.round import Coup
from croupier.play.facts import RoundFacts


class FactColumns(dict[str, Any]):
    """One entry a round in every column. The facts are the live table's own, read off each round's cards."""

    def __init__(self, coups: Sequence[Coup], seats: Sequence[int] = (0,), layout: Layout | None = None) -> None:
        """`seats`: who looks at each round; one seat for all, or one a round."""
        super().__init__()
        looks = seats if len(seats) == len(coups) else [seats[0]] * len(coups)
        self._rounds: Sequence[RoundFacts[Any]] = [
            facts_of(coup, seat, layout) for coup, seat in zip(coups, looks, strict=True)
        ]
        self._kinds: Mapping[str, type] = fact.types

    @classmethod
    def of(cls, rounds: Sequence[RoundFacts[Any]], kinds: Mapping[str, type]) -> FactColumns:
        """Columns over rounds of any family, whose facts are known already."""
        columns = cls(())
        columns._rounds, columns._kinds = rounds, kinds
        return columns

    def __missing__(self, name: str) -> Any:
        column: Any = np.array([one[name] for one in self._rounds], dtype=self._kinds[name])
        self[name] = column
        return column

    @property
    def rounds(self) -> int:
        return len(self._rounds)
