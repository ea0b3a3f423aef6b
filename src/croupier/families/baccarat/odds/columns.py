"""Facts as columns for everyone: NumPy arrays, or a data frame where pandas is installed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.errors import BadInput, suggestion
from croupier.families.baccarat.facts import HEADLINE, Layout, fact
from croupier.families.baccarat.odds.exact import ExactBaccarat, require_baccarat
from croupier.odds.composition import Composition
from croupier.odds.table import NotCounted, Weights
from croupier.rulebook.house_rules import HouseRules


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
            import pandas
        except ImportError:
            raise BadInput.at("frame()", "needs pandas: pip install pandas") from None
        return pandas.DataFrame({**self.columns, "weight": self.weights})


def fact_frame(house: HouseRules, names: Sequence[str], shoe: Composition) -> FactFrame:
    """The named facts over every deal of a shoe; the totals when none is named."""
    require_baccarat(house)
    wanted = tuple(names) or HEADLINE
    for name in wanted:
        if name not in fact.by_name:
            raise BadInput.at("facts", f'"{name}" is not a fact of baccarat{suggestion(name, fact.by_name)}')
    layout = Layout(house.seat_hands, frozenset(house.seats))
    try:
        table = ExactBaccarat.of(house).table(shoe, wanted, seat=house.seats[0], layout=layout)
    except NotCounted as reason:
        raise BadInput.at("facts", f"cannot be counted in one table: {reason}") from None
    return FactFrame({name: table.columns[name] for name in wanted}, table.weights)
