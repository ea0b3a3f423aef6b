"""Which line of the par sheet a round ends in: read off columns of facts, apart from the table that pays it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.families.baccarat.facts import Layout, columns_of
from croupier.families.baccarat.round import Coup
from croupier.families.baccarat.settling import SPOT_FACTS
from croupier.odds.measures import RETURNED, WagerOdds
from croupier.play.columns import FactColumns
from croupier.rulebook.wagers import TableWager

NOT_PRINTED = -1
"""A round that no line of the sheet speaks of."""


class RoundColumns:
    """The facts of many rounds, as everyone sees them and as each seat does."""

    def __init__(self, coups: Sequence[Coup], layout: Layout) -> None:
        self.coups = coups
        self.layout = layout
        self._common = columns_of(coups, (0,), layout)
        self._seats: dict[int, SeatColumns] = {}

    def of_seat(self, seat: int) -> SeatColumns:
        if seat not in self._seats:
            self._seats[seat] = SeatColumns(self._common, columns_of(self.coups, (seat,), self.layout))
        return self._seats[seat]


class SeatColumns(dict[str, Any]):
    """A seat's own facts, and the rest as everyone sees it."""

    def __init__(self, common: FactColumns, own: FactColumns) -> None:
        super().__init__()
        self._common = common
        self._own = own

    def __missing__(self, name: str) -> Any:
        self[name] = self._own[name] if name in SPOT_FACTS else self._common[name]
        return self[name]

    @property
    def rounds(self) -> int:
        return self._common.rounds


Columns = SeatColumns | FactColumns


def printed_lines(wager: TableWager, odds: WagerOdds, columns: Columns) -> NDArray[np.int64]:
    """For every round the place of its line on the sheet, or NOT_PRINTED."""
    finder = _LineFinder(wager, odds)
    returned = finder.first(columns, [wager.returns] if wager.returns is not None else [])
    push = finder.first(columns, [wager.push] if wager.push is not None else [])
    charge = finder.first(columns, [one.when for one in wager.charges])
    back = finder.first(columns, [one.when for one in wager.gives_back])
    rows = finder.holding(columns)
    traits = np.stack([returned, push, rows, charge, back], axis=1)
    kinds, kind_of = np.unique(traits, axis=0, return_inverse=True)
    places = np.array([finder.line(*(int(trait) for trait in kind)) for kind in kinds], dtype=np.int64)
    return places[kind_of.reshape(-1)]


class _LineFinder:
    """From the conditions that hold in a round to a line of the sheet."""

    def __init__(self, wager: TableWager, odds: WagerOdds) -> None:
        self.wager = wager
        self.stake = odds.stake
        self.returned = next((place for place, line in enumerate(odds.lines) if line.row == RETURNED), NOT_PRINTED)
        self.places = {
            (line.result, line.row_numbers, line.net): place
            for place, line in enumerate(odds.lines)
            if place != self.returned
        }

    def first(self, columns: Columns, conditions: Sequence[Any]) -> NDArray[np.int64]:
        """Which of the conditions holds first; -1 for none."""
        found = np.full(columns.rounds, -1, dtype=np.int64)
        for place, condition in reversed(list(enumerate(conditions))):
            found[np.broadcast_to(condition.holds_in(columns), found.shape)] = place
        return found

    def holding(self, columns: Columns) -> NDArray[np.int64]:
        """The rows that hold, a bit each."""
        bits = np.zeros(columns.rounds, dtype=np.int64)
        for place, row in enumerate(self.wager.rows):
            bits |= np.broadcast_to(row.when.holds_in(columns), bits.shape).astype(np.int64) << place
        return bits

    def line(self, returned: int, push: int, rows: int, charge: int, back: int) -> int:
        if returned >= 0:
            return self.returned
        if push >= 0:
            return self._place("push", (), self._charged(Fraction(0), charge))
        if rows:
            holding = tuple(row for place, row in enumerate(self.wager.rows) if rows >> place & 1)
            paid = self.wager.rows_paid(holding, self.stake, {})
            winnings = self._charged(self.wager.exact_winnings(paid, self.stake), charge)
            return self._place("win", tuple(row.number for row in paid), winnings)
        share = self.wager.gives_back[back].share if back >= 0 else Fraction(0)
        return self._place("lose", (), (share - 1) * self.stake)

    def _charged(self, winnings: Fraction, charge: int) -> Fraction:
        if charge < 0:
            return winnings
        rule = self.wager.charges[charge]
        return winnings - rule.rate * (self.stake if rule.of_stake else winnings)

    def _place(self, result: str, rows: tuple[int, ...], net: Fraction) -> int:
        return self.places.get((result, rows, net / self.stake), NOT_PRINTED)
