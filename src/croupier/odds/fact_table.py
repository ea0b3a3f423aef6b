"""Facts with weights: the one shape in which every count ends, exact or sampled.

A table lists rounds unlike each other, each once, with how often it comes. Every wager is decided by the very
conditions that pay it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput, suggestion
from croupier.odds.shoe_composition import Composition
from croupier.play.fact_columns import FactColumns
from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules

EXACT = "exact"
SIMULATED = "simulated"
FLOATING_POINT = "floating-point"
"""Worked out for every hand, in floating point: neither a fraction of whole counts nor sampled."""
Weights = NDArray[np.int64]


class NotExactlyCountable(Exception):  # noqa: N818
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


@dataclass(frozen=True)
class FactFrame:
    """One entry a kind of round: its facts, and how many deals it stands for."""

    columns: dict[str, Any]
    weights: Weights

    def __getitem__(self, name: str) -> Any:
        return self.columns[name]

    def probability(self, mask: Any) -> float:
        """The chance that a condition over the columns holds."""
        return float(self.weights[np.asarray(mask)].sum() / self.weights.sum())

    def frame(self) -> Any:
        """The same as a pandas data frame."""
        try:
            import pandas  # noqa: PLC0415
        except ImportError:
            raise BadInput.at("frame()", "needs pandas: pip install pandas") from None
        return pandas.DataFrame({**self.columns, "weight": self.weights})


def fact_frame(rules: TableRules, names: Sequence[str], shoe: Composition) -> FactFrame:
    """The named facts over every deal of a shoe; those people speak of first when none is named."""
    family = family_of(rules)
    known, wanted = family.facts.by_name, tuple(names) or family.odds.main_facts
    for name in wanted:
        if name not in known:
            raise BadInput.at("facts", f'"{name}" is not a fact of {family.display_name}{suggestion(name, known)}')
    try:
        table = family.odds.fact_table(rules, wanted, shoe)
    except NotExactlyCountable as reason:
        raise BadInput.at("facts", f"cannot be counted in one table: {reason}") from None
    return FactFrame({name: table.columns[name] for name in wanted}, table.weights)
