"""Table of the facts of rounds with weights: the common result of every exact count and every simulation.

A table lists distinguishable rounds once, each with its number of deals. Wagers are decided on it by the same
conditions that decide them at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput, suggestion
from croupier.odds.family_odds import odds_of
from croupier.odds.shoe_composition import Composition
from croupier.play.facts import FactColumns
from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules

EXACT = "exact"
SIMULATED = "simulated"
FLOATING_POINT = "floating-point"
"""Method of odds that are computed for every hand in floating point: neither counted in integers nor sampled."""
Weights = NDArray[np.int64]


class NotExactlyCountable(Exception):  # noqa: N818
    """Exception for a wager that an exact count cannot decide, because the count does not distinguish its facts.

    The message gives the reason, and says if a simulation can decide the wager.
    """


class ComputedFactColumns(FactColumns):
    """Fact columns given as finished arrays; any other fact raises `NotExactlyCountable`."""

    def __init__(self, columns: Mapping[str, Any], rounds: int) -> None:
        super().__init__((), {})
        self.update(columns)
        self._many = rounds

    def __missing__(self, name: str) -> Any:
        raise NotExactlyCountable(f"looks at {name}, which was not asked for")

    def of_round(self, place: int) -> Any:
        return {name: column[place].item() for name, column in self.items()}

    @property
    def rounds(self) -> int:
        return self._many


@dataclass(frozen=True)
class FactTable:
    """Facts of all rounds that a count can tell apart, and the weight of each."""

    weights: Weights
    method: str
    """`exact`: weights count equally likely deals; `simulated`: weights count dealt rounds."""
    columns: FactColumns
    """Arrays of facts, for all seats in common or for one seat."""

    @property
    def total(self) -> int:
        return int(self.weights.sum())

    def count_where(self, mask: Any) -> int:
        """Return the number of deals (`exact`) or of dealt rounds (`simulated`) in which a condition is true."""
        return int(self.weights[np.broadcast_to(mask, self.weights.shape)].sum())


@dataclass(frozen=True)
class FactFrame:
    """Table with one entry for each round that the facts tell apart: its facts and its number of deals."""

    columns: dict[str, Any]
    weights: Weights

    def __getitem__(self, name: str) -> Any:
        return self.columns[name]

    def probability(self, mask: Any) -> float:
        """Return the probability that a condition over the columns is true."""
        return float(self.weights[np.asarray(mask)].sum() / self.weights.sum())

    def to_pandas(self) -> Any:
        """Return the table as a pandas data frame."""
        try:
            import pandas  # noqa: PLC0415
        except ImportError:
            raise BadInput.at("to_pandas()", "needs pandas: pip install pandas") from None
        return pandas.DataFrame({**self.columns, "weight": self.weights})


def fact_frame(rules: TableRules, names: Sequence[str], shoe: Composition) -> FactFrame:
    """Return the values of facts for every kind of round of a shoe, with its weight; all main facts by default."""
    family, odds = family_of(rules), odds_of(rules)
    known, wanted = family.facts.by_name, tuple(names) or odds.main_facts
    for name in wanted:
        if name not in known:
            raise BadInput.at("facts", f'"{name}" is not a fact of {family.display_name}{suggestion(name, known)}')
    try:
        table = odds.fact_table(rules, wanted, shoe)
    except NotExactlyCountable as reason:
        raise BadInput.at("facts", f"cannot be counted in one table: {reason}") from None
    return FactFrame({name: table.columns[name] for name in wanted}, table.weights)
