"""Finding of the par sheet line in which a round ends, and comparison of settled bets with their lines.

The line is found from columns of facts, independently of the code that pays the bet. The comparison covers result,
payment, row, citation and meter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.money.cents import format_amount
from croupier.money.settlement import SettledBet
from croupier.odds.wager_odds import RETURNED, PayLine, WagerOdds
from croupier.play.facts import FactColumns
from croupier.rulebook.wagers import OfferedWager

NOT_PRINTED = -1
"""Index for a round that ends in no line of the sheet."""


def printed_lines(wager: OfferedWager, odds: WagerOdds, columns: FactColumns) -> NDArray[np.int64]:
    """Return the index of the sheet line in which each round ends, or NOT_PRINTED."""
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
    """Lookup of the sheet line from the conditions of a wager that are true in a round."""

    def __init__(self, wager: OfferedWager, odds: WagerOdds) -> None:
        self.wager = wager
        self.stake = odds.stake
        self.returned = next((place for place, line in enumerate(odds.lines) if line.row == RETURNED), NOT_PRINTED)
        self.places = {
            (line.result, line.row_numbers, line.net): place
            for place, line in enumerate(odds.lines)
            if place != self.returned
        }

    def first(self, columns: FactColumns, conditions: Sequence[Any]) -> NDArray[np.int64]:
        """Return for each round the index of the first condition that is true; -1 if none is."""
        found = np.full(columns.rounds, -1, dtype=np.int64)
        for place, condition in reversed(list(enumerate(conditions))):
            found[np.broadcast_to(condition.holds_in_rounds(columns), found.shape)] = place
        return found

    def holding(self, columns: FactColumns) -> NDArray[np.int64]:
        """Return for each round a bit mask of the pay rows with a true condition."""
        bits = np.zeros(columns.rounds, dtype=np.int64)
        for place, row in enumerate(self.wager.rows):
            bits |= np.broadcast_to(row.when.holds_in_rounds(columns), bits.shape).astype(np.int64) << place
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


def difference(line: PayLine, wager: OfferedWager, one: SettledBet, slack: int) -> str | None:
    """Return how a settled bet differs from its line as text, or None. `slack` is the allowed rounding in cents."""
    due, net, verdict = line.net * one.bet.amount, net_of(one), one.verdict
    if one.result.value != (RETURNED if line.row == RETURNED else line.result):
        return f"the sheet says {line.result}{_row(line)}, the table {one.result.value}"
    if abs(net - due) > slack:
        stake, owed = format_amount(one.bet.amount), format_amount(int(due))
        return f"{line.pays} on {stake} comes to {owed}, the table made it {format_amount(net)}"
    if line.result == "win":
        number = line.row_numbers[0]
        if (verdict.row_number, verdict.row) != (number, line.pays):
            return f"the sheet pays row {number}{_row(line)}, the table row {verdict.row_number}"
        if verdict.name != line.row:
            return f'the sheet calls the row "{line.row}", the table "{verdict.name}"'
        if verdict.envy != next(row.envy for row in wager.rows if row.number == number):
            return f"row {number}{_row(line)} has another envy bonus at the table: {format_amount(verdict.envy)}"
    prizes = {prize.meter: prize.share for prize in verdict.prizes}
    if prizes != dict(line.meters):
        return f"row{_row(line)} wins {_meters(line.meters)}, at the table {_meters(prizes)}"
    if verdict.cite != (line.cite or wager.cite):
        return f"the sheet cites {line.cite or wager.cite}, the table {verdict.cite}"
    return None


def net_of(one: SettledBet) -> int:
    """Return the net result of a bet without meter prizes; if the bank was short, the amount due."""
    return (one.net if one.owed is None else one.owed) - one.prize


def _row(line: PayLine) -> str:
    return f" ({line.row}, {line.pays})" if line.result == "win" else ""


def _meters(shares: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{share} of {meter}" for meter, share in shares.items()) or "no meter"
