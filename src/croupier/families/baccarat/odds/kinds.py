"""Coups unlike each other, and how often each comes.

The coups are real ones, cards and all, so every fact is read off them by the live table's own functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.families.baccarat.facts import Layout, columns_of
from croupier.families.baccarat.round import Coup
from croupier.odds.table import FactTable
from croupier.play.columns import FactColumns


@dataclass(frozen=True, eq=False)
class RoundKinds:
    """Rounds unlike each other in any fact that matters."""

    coups: tuple[Coup, ...]
    _seen: dict[tuple[int, Layout | None], FactColumns] = field(default_factory=dict)

    def columns(self, seat: int = 0, layout: Layout | None = None) -> FactColumns:
        """The facts as a seat sees them. Worked out once, whatever the weights."""
        key = (seat, layout)
        if key not in self._seen:
            self._seen[key] = columns_of(self.coups, (seat,), layout)
        return self._seen[key]


@dataclass(frozen=True)
class CoupTable(FactTable):
    """A table of facts that knows its coups."""

    kinds: RoundKinds
