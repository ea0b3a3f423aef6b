"""What a wager is worth: edge, hit rate, deviation, the whole pay distribution, from a table of facts with weights."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.money.cents import Cents
from croupier.odds.fact_table import FLOATING_POINT, SIMULATED, FactTable, Weights
from croupier.play.fact_columns import FactColumns
from croupier.rulebook.wagers import OfferedWager, PayRow, VigorishCharge

CONFIDENCE = 1.959963984540054
"""Standard deviations either side of a 95 % interval."""
RETURNED = "returned"
"""The row of a wager that goes back without being decided; its result is a push."""


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
        if not self.total:
            return Fraction(0)
        return sum((line.net**power * line.count for line in self.lines), Fraction(0)) / self.total

    @property
    def expected(self) -> Fraction:
        """What a unit staked is expected to gain; mostly below nothing."""
        return self._mean(1)

    @property
    def precision(self) -> str:
        """How the edge was worked out: as an `exact` fraction of whole counts, in `floating-point`, or `simulated`."""
        return self.method

    @property
    def house_edge(self) -> Fraction:
        """The bank's expected gain on a unit staked. Meter prizes are not counted."""
        return -self.expected

    def _share(self, result: str) -> Fraction:
        if not self.total:
            return Fraction(0)
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
        return max((line.net for line in self.lines), default=Fraction(0))

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


@dataclass(frozen=True)
class SolvedOdds(WagerOdds):
    """A wager worked out for perfect play, in floating point to about 13 digits; how often it ends how is simulated."""

    value: float = 0.0
    """Of perfect play, per unit of the first wager."""
    chart_value: float = 0.0
    """Of playing the best chart by totals."""

    @property
    def precision(self) -> str:
        return FLOATING_POINT

    @property
    def expected(self) -> Fraction:
        """The floating-point number as a fraction: its digits beyond the 13th mean nothing."""
        return Fraction(self.value)


@dataclass(frozen=True)
class CombinedOdds(WagerOdds):
    """All that rides on a hand with best play: what a round comes to in antes, every wager of the hand together."""

    parts: Mapping[str, Fraction] = field(default_factory=dict)
    """What each wager brings, per ante; together the expected result."""
    average_wager: Fraction = Fraction(1)
    """All that is put down in a round, in antes."""
    decisions: Mapping[str, Fraction] = field(default_factory=dict)
    """How often what is decided; together 1."""

    @property
    def element_of_risk(self) -> Fraction:
        """The bank's expected gain on all that is put down."""
        return self.house_edge / self.average_wager


@dataclass(frozen=True)
class CorrelatedOdds(WagerOdds):
    """A wager whose lines count what hangs together: the antes of one raise, or the seats of one round."""

    rounds: float = 0.0
    """As many rounds of one unit, each by itself, as would make the mean as sure."""

    @property
    def interval(self) -> float | None:
        if self.method != SIMULATED:
            return None
        return CONFIDENCE * self.standard_deviation / math.sqrt(self.rounds) if self.rounds else 0.0


def measure_wager(
    wager: OfferedWager, table: FactTable, *, paytable: str | None = None, stake: Cents | None = None
) -> WagerOdds:
    """A wager's odds over a table of facts."""
    unit = stake or wager.limit.least
    lines = _ends_of(wager, _Same(table.columns), len(table.weights), unit).counted(table.weights)
    title, group = wager.title, wager.group
    return WagerOdds(wager.id, title, group, paytable, unit, lines, table.total, table.method)


def nets_by_kind(wager: OfferedWager, table: FactTable) -> NDArray[np.float64]:
    """What a unit staked on a wager comes to in each kind of round."""
    nets = np.zeros(len(table.weights))
    ends = _ends_of(wager, _Same(table.columns), len(nets), wager.limit.least)
    for line, which in zip(ends.lines, ends.kinds, strict=True):
        nets[which] = float(line.net)
    return nets


@dataclass(frozen=True)
class _Ends:
    """The ways a wager can end over kinds of rounds, each with the kinds that end so. The same for all weights."""

    lines: tuple[PayLine, ...]
    kinds: tuple[NDArray[np.intp], ...]

    def counted(self, weights: Weights) -> tuple[PayLine, ...]:
        """The lines with their counts. Rows that never came are listed too, with nothing."""
        counts = [int(weights[which].sum()) for which in self.kinds]
        return tuple(
            replace(line, count=count)
            for line, count in zip(self.lines, counts, strict=True)
            if count or line.result == "win"
        )


@dataclass(frozen=True, eq=False)
class _Same:
    """Columns that are the same only as themselves: they are too large to be compared."""

    columns: FactColumns

    def __hash__(self) -> int:
        return id(self.columns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.columns is self.columns


@lru_cache(maxsize=256)
def _ends_of(wager: OfferedWager, same: _Same, rounds: int, stake: Cents) -> _Ends:
    """A shoe with other cards left has the same kinds of rounds: how they end a wager is worked out once."""
    return _Lines(wager, same.columns, rounds, stake).ends()


Part = tuple[NDArray[np.bool_], PayLine]
"""Rounds that end a wager in one way, and the line of the sheet that says how."""


class _Lines:
    """Sorts kinds of rounds by how they end a wager."""

    def __init__(self, wager: OfferedWager, columns: FactColumns, rounds: int, stake: Cents) -> None:
        self.wager = wager
        self.columns = columns
        self.rounds = rounds
        self.stake = stake

    def ends(self) -> _Ends:
        settled = self._settled()
        pushes = settled & self._column(self.wager.push.holds_in(self.columns)) if self.wager.push else None
        free = settled if pushes is None else settled & ~pushes
        found = self._wins(free)
        taken = sum((mask for mask, _ in found), np.zeros_like(free))
        parts = [part for mask, rows in found for part in self._won(mask, rows)]
        parts += self._given_back(free & ~taken)
        if pushes is not None:
            parts += self._pushed(pushes)
        if not settled.all():
            parts.append((~settled, PayLine(RETURNED, RETURNED, "push", Fraction(0), 0, self.wager.cite)))
        merged = self._merged(parts)
        return _Ends(tuple(line for _, line in merged), tuple(np.flatnonzero(mask) for mask, _ in merged))

    def _settled(self) -> NDArray[np.bool_]:
        """The rounds that a wager is not returned in before it is looked at."""
        if self.wager.returns is None:
            return np.ones(self.rounds, dtype=bool)
        returned: NDArray[np.bool_] = self._column(self.wager.returns.holds_in(self.columns))
        return ~returned

    def _column(self, holds: Any) -> Any:
        return np.broadcast_to(holds, (self.rounds,))

    def _wins(self, free: Any) -> list[tuple[Any, tuple[PayRow, ...]]]:
        """Which rounds each row, or set of rows, is paid in."""
        rows = self.wager.rows
        holding = np.zeros(free.shape, dtype=np.int64)
        for place, row in enumerate(rows):
            holding |= self._column(row.when.holds_in(self.columns)).astype(np.int64) << place
        found = []
        for bits in np.unique(holding[free]):
            if bits:
                holds = tuple(row for place, row in enumerate(rows) if bits >> place & 1)
                found.append((free & (holding == bits), self.wager.rows_paid(holds, self.stake, {})))
        return found

    def _charges(self, mask: Any) -> list[tuple[Any, VigorishCharge | None]]:
        """The rounds of a mask by the vigorish that applies to them."""
        split: list[tuple[Any, VigorishCharge | None]] = []
        for charge in self.wager.charges:
            charged = mask & self._column(charge.when.holds_in(self.columns))
            split.append((charged, charge))
            mask = mask & ~charged
        return [(part, charge) for part, charge in [*split, (mask, None)] if part.any()]

    def _won(self, mask: Any, rows: tuple[PayRow, ...]) -> list[Part]:
        name = " + ".join(row.title for row in rows)
        pays = " + ".join(row.odds.text for row in rows)
        meters = {row.meter: row.odds.value for row in rows if row.meter}
        winnings = self.wager.exact_winnings(rows, self.stake)
        numbers = tuple(row.number for row in rows)
        return [
            (part, PayLine(name, pays, "win", self._net(winnings, charge), 0, rows[0].cite, meters, numbers))
            for part, charge in self._charges(mask)
        ]

    def _net(self, winnings: Fraction, charge: VigorishCharge | None) -> Fraction:
        if charge is None:
            return winnings / self.stake
        charged = charge.rate * (self.stake if charge.of_stake else winnings)
        return (winnings - charged) / self.stake

    def _pushed(self, mask: Any) -> list[Part]:
        return [
            (part, PayLine("push", "push", "push", self._net(Fraction(0), charge), 0, self.wager.cite))
            for part, charge in self._charges(mask)
        ]

    def _given_back(self, mask: Any) -> list[Part]:
        """What no row pays loses, in part where something comes back."""
        parts = []
        for back in self.wager.gives_back:
            part = mask & self._column(back.when.holds_in(self.columns))
            parts.append((part, PayLine("lose", "lose", "lose", back.share - 1, 0, back.cite)))
            mask = mask & ~part
        return [*parts, (mask, PayLine("lose", "lose", "lose", Fraction(-1), 0, self.wager.cite))]

    def _merged(self, parts: list[Part]) -> list[Part]:
        """Lines that read the same are one; rows that never come are lines too."""
        merged: dict[tuple[object, ...], Part] = {}
        for mask, line in sorted([*parts, *self._never(parts)], key=lambda part: part[1].row_numbers or (10**6,)):
            key = (line.row, line.pays, line.result, line.net, line.row_numbers)
            merged[key] = (mask | merged[key][0] if key in merged else mask, line)
        return list(merged.values())

    def _never(self, parts: list[Part]) -> list[Part]:
        """The rows of the pay table that no round is paid by."""
        paid = {line.row_numbers for _, line in parts}
        none = np.zeros(self.rounds, dtype=bool)
        lines = []
        for row in self.wager.rows if self.wager.pays_rows == "first" else ():
            if (row.number,) not in paid:
                net = self._net(self.wager.exact_winnings((row,), self.stake), None)
                meters = {row.meter: row.odds.value} if row.meter else {}
                line = PayLine(row.title, row.odds.text, "win", net, 0, row.cite, meters, (row.number,))
                lines.append((none, line))
        return lines
