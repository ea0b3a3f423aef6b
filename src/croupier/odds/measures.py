"""What a wager is worth: edge, hit rate, deviation, the whole pay distribution, from a table of facts with weights."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from croupier.money.cents import Cents
from croupier.odds.table import SIMULATED, FactTable
from croupier.rulebook.wagers import Charge, PayRow, TableWager

CONFIDENCE = 1.959963984540054
"""Standard deviations either side of a 95 % interval."""


@dataclass(frozen=True)
class PayLine:
    """One way a wager can end, and how often it does."""

    row: str
    """What the row is called; `push`, `lose` for the others."""
    pays: str
    """As the pay table writes it."""
    result: str
    net: Fraction
    """What a unit staked is better or worse off by; a meter's prize is not in it."""
    count: int
    cite: str
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """The share of each meter that this line wins."""
    row_numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class WagerOdds:
    """Everything the par sheet says of one wager."""

    wager: str
    title: str
    group: str
    paytable: str | None
    stake: Cents
    """The stake that fixed amounts are measured against."""
    lines: tuple[PayLine, ...]
    total: int
    method: str

    def probability(self, line: PayLine) -> Fraction:
        return Fraction(line.count, self.total)

    def _mean(self, power: int) -> Fraction:
        return sum((line.net**power * line.count for line in self.lines), Fraction(0)) / self.total

    @property
    def expected(self) -> Fraction:
        """What a unit staked is expected to gain; mostly below nothing."""
        return self._mean(1)

    @property
    def house_edge(self) -> Fraction:
        """The bank's expected gain on a unit staked. Meter prizes are not counted."""
        return -self.expected

    def _share(self, result: str) -> Fraction:
        return Fraction(sum(line.count for line in self.lines if line.result == result), self.total)

    @property
    def hit(self) -> Fraction:
        return self._share("win")

    @property
    def push(self) -> Fraction:
        return self._share("push")

    @property
    def loss(self) -> Fraction:
        return self._share("lose")

    @property
    def variance(self) -> Fraction:
        return self._mean(2) - self._mean(1) ** 2

    @property
    def standard_deviation(self) -> float:
        return math.sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """Third standardised moment; nothing for a wager that always ends the same way."""
        mean = self._mean(1)
        third = self._mean(3) - 3 * mean * self._mean(2) + 2 * mean**3
        return float(third) / float(self.variance) ** 1.5 if self.variance else 0.0

    @property
    def largest_pay(self) -> Fraction:
        """The most a unit staked can win, without a meter."""
        return max(line.net for line in self.lines)

    @property
    def distribution(self) -> dict[Fraction, Fraction]:
        """What a unit staked can come to, and the chance of each."""
        chances: dict[Fraction, Fraction] = {}
        for line in self.lines:
            chances[line.net] = chances.get(line.net, Fraction(0)) + self.probability(line)
        return dict(sorted(chances.items()))

    @property
    def interval(self) -> float | None:
        """Half the width of the 95 % interval about a simulated edge; None when the edge is exact."""
        if self.method != SIMULATED:
            return None
        return CONFIDENCE * self.standard_deviation / math.sqrt(self.total)

    @property
    def meter_shares(self) -> dict[str, Fraction]:
        """For each meter: the share of it that a bet is expected to win (chance times share)."""
        shares: dict[str, Fraction] = {}
        for line in self.lines:
            for meter, share in line.meters.items():
                shares[meter] = shares.get(meter, Fraction(0)) + share * self.probability(line)
        return shares


def measure(
    wager: TableWager, table: FactTable, *, paytable: str | None = None, stake: Cents | None = None
) -> WagerOdds:
    """A wager's odds over a table of facts."""
    unit = stake or wager.limit.least
    lines = _Lines(wager, table, unit).lines()
    title, group = wager.title, wager.group
    return WagerOdds(wager.id, title, group, paytable, unit, tuple(lines), table.total, table.method)


class _Lines:
    """Sorts the rounds of a table by how they end a wager."""

    def __init__(self, wager: TableWager, table: FactTable, stake: Cents) -> None:
        self.wager = wager
        self.table = table
        self.stake = stake

    def lines(self) -> list[PayLine]:
        pushes = self._column(self.wager.push.holds_in(self.table.columns)) if self.wager.push else None
        free = np.ones(self.table.weights.shape, dtype=bool) if pushes is None else ~pushes
        found = self._wins(free)
        taken = sum((mask for mask, _ in found), np.zeros_like(free))
        open_rounds = free & ~taken
        lines = [line for mask, rows in found for line in self._won(mask, rows)]
        lines += self._given_back(open_rounds)
        if pushes is not None:
            lines += self._pushed(pushes)
        return [line for line in self._merged(lines) if line.count or line.result == "win"]

    def _column(self, holds: Any) -> Any:
        return np.broadcast_to(holds, self.table.weights.shape)

    def _wins(self, free: Any) -> list[tuple[Any, tuple[PayRow, ...]]]:
        """Which rounds each row, or set of rows, is paid in."""
        rows = self.wager.rows
        holding = np.zeros(free.shape, dtype=np.int64)
        for place, row in enumerate(rows):
            holding |= self._column(row.when.holds_in(self.table.columns)).astype(np.int64) << place
        found = []
        for bits in np.unique(holding[free]):
            if bits:
                holds = tuple(row for place, row in enumerate(rows) if bits >> place & 1)
                found.append((free & (holding == bits), self.wager.rows_paid(holds, self.stake, {})))
        return found

    def _charges(self, mask: Any) -> list[tuple[Any, Charge | None]]:
        """The rounds of a mask by the vigorish that applies to them."""
        split: list[tuple[Any, Charge | None]] = []
        for charge in self.wager.charges:
            charged = mask & self._column(charge.when.holds_in(self.table.columns))
            split.append((charged, charge))
            mask = mask & ~charged
        return [(part, charge) for part, charge in [*split, (mask, None)] if part.any()]

    def _won(self, mask: Any, rows: tuple[PayRow, ...]) -> list[PayLine]:
        name = " + ".join(row.title for row in rows)
        pays = " + ".join(row.odds.text for row in rows)
        meters = {row.meter: row.odds.value for row in rows if row.meter}
        winnings = self.wager.exact_winnings(rows, self.stake)
        numbers = tuple(row.number for row in rows)
        return [
            PayLine(
                name, pays, "win", self._net(winnings, charge), self.table.counted(part), rows[0].cite, meters, numbers
            )
            for part, charge in self._charges(mask)
        ]

    def _net(self, winnings: Fraction, charge: Charge | None) -> Fraction:
        if charge is None:
            return winnings / self.stake
        charged = charge.rate * (self.stake if charge.of_stake else winnings)
        return (winnings - charged) / self.stake

    def _pushed(self, mask: Any) -> list[PayLine]:
        return [
            PayLine("push", "push", "push", self._net(Fraction(0), charge), self.table.counted(part), self.wager.cite)
            for part, charge in self._charges(mask)
        ]

    def _given_back(self, mask: Any) -> list[PayLine]:
        """What no row pays loses, in part where something comes back."""
        lines = []
        for back in self.wager.gives_back:
            part = mask & self._column(back.when.holds_in(self.table.columns))
            lines.append(PayLine("lose", "lose", "lose", back.share - 1, self.table.counted(part), back.cite))
            mask = mask & ~part
        return [*lines, PayLine("lose", "lose", "lose", Fraction(-1), self.table.counted(mask), self.wager.cite)]

    def _merged(self, lines: list[PayLine]) -> list[PayLine]:
        """Lines that read the same are one; rows that never came are listed too, with nothing."""
        merged: dict[tuple[object, ...], PayLine] = {}
        for row in self.wager.rows if self.wager.pays_rows == "first" else ():
            net = self._net(self.wager.exact_winnings((row,), self.stake), None)
            if not any(line.row_numbers == (row.number,) for line in lines):
                meters = {row.meter: row.odds.value} if row.meter else {}
                lines.append(PayLine(row.title, row.odds.text, "win", net, 0, row.cite, meters, (row.number,)))
        for line in sorted(lines, key=lambda one: one.row_numbers or (10**6,)):
            key = (line.row, line.pays, line.result, line.net, line.row_numbers)
            counted = line.count + (merged[key].count if key in merged else 0)
            merged[key] = replace(line, count=counted)
        return list(merged.values())
