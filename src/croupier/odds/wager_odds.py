"""Odds of a wager: edge, hit rate, deviation and pay distribution, from a table of facts with weights."""

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
from croupier.odds.result_display import html_table, percent
from croupier.play.facts import FactColumns
from croupier.rulebook.wagers import OfferedWager, PayRow, VigorishCharge

CONFIDENCE = 1.959963984540054
"""Number of standard deviations on each side of a 95 % confidence interval."""
RETURNED = "returned"
"""Row name of a wager that is returned without a decision; its result is a push."""


@dataclass(frozen=True)
class PayLine:
    """One possible result of a wager, and how often it occurs."""

    row: str
    """Title of the pay row; `push` or `lose` for other results."""
    pays: str
    """Odds or amount that the line pays, as written in the pay table."""
    result: str
    net: Fraction
    """Net gain per unit staked, without prizes from meters; negative for a loss."""
    count: int
    cite: str
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """Share of each meter that this line wins, by the id of the meter."""
    row_numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class WagerOdds:
    """Odds of one wager on the par sheet."""

    wager: str
    title: str
    group: str
    paytable: str | None
    stake: Cents
    """Stake in cents for which the odds are computed; it matters where a row pays a fixed amount."""
    lines: tuple[PayLine, ...]
    total: int
    method: str

    def probability(self, line: PayLine) -> Fraction:
        return Fraction(line.count, self.total)

    def __repr__(self) -> str:
        return f"<{self.wager}: house edge {percent(self.house_edge)}, hit {percent(self.hit)}, {self.precision}>"

    def _repr_html_(self) -> str:
        """Return every way the wager can end as an HTML table, for notebooks."""
        heads = ("Row", "Pays", "Result", "Net", "Probability")
        rows = [
            (line.row, line.pays, line.result, f"{float(line.net):g}", percent(self.probability(line), 6))
            for line in self.lines
        ]
        return html_table(heads, rows, f"{self.title}: house edge {percent(self.house_edge)}, {self.precision}")

    def _mean(self, power: int) -> Fraction:
        if not self.total:
            return Fraction(0)
        return sum((line.net**power * line.count for line in self.lines), Fraction(0)) / self.total

    @property
    def expected(self) -> Fraction:
        """Expected net gain per unit staked; usually negative."""
        return self._mean(1)

    @property
    def mean_of_lines(self) -> Fraction:
        """Mean of the lines' net results; the expected gain, but for a wager that was solved in floating point."""
        return self._mean(1)

    @property
    def precision(self) -> str:
        """Method of the edge: an `exact` fraction of integer counts, `floating-point`, or `simulated`."""
        return self.method

    @property
    def house_edge(self) -> Fraction:
        """Expected gain of the bank per unit staked, without meter prizes."""
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
        """Third standardised moment; 0 for a wager with only one result."""
        mean = self._mean(1)
        third = self._mean(3) - 3 * mean * self._mean(2) + 2 * mean**3
        return float(third) / float(self.variance) ** 1.5 if self.variance else 0.0

    @property
    def largest_pay(self) -> Fraction:
        """Largest win per unit staked, without meters."""
        return max((line.net for line in self.lines), default=Fraction(0))

    @property
    def distribution(self) -> dict[Fraction, Fraction]:
        """Probability of each net result per unit staked."""
        chances: dict[Fraction, Fraction] = {}
        for line in self.lines:
            chances[line.net] = chances.get(line.net, Fraction(0)) + self.probability(line)
        return dict(sorted(chances.items()))

    @property
    def interval(self) -> float | None:
        """Half the width of the 95 % confidence interval of a simulated edge; None if the edge is exact."""
        if self.method != SIMULATED:
            return None
        return CONFIDENCE * self.standard_deviation / math.sqrt(self.total)

    @property
    def meter_shares(self) -> dict[str, Fraction]:
        """Expected share of each meter that a bet wins (probability times share)."""
        shares: dict[str, Fraction] = {}
        for line in self.lines:
            for meter, share in line.meters.items():
                shares[meter] = shares.get(meter, Fraction(0)) + share * self.probability(line)
        return shares


@dataclass(frozen=True, repr=False)
class SolvedOdds(WagerOdds):
    """Odds of a wager with perfect play, in floating point to about 13 digits; its pay distribution is simulated."""

    value: float = 0.0
    """Expected gain of perfect play, per unit of the first wager."""
    chart_value: float = 0.0
    """Expected gain of play by the best fixed chart, per unit of the first wager."""

    @property
    def precision(self) -> str:
        return FLOATING_POINT

    @property
    def expected(self) -> Fraction:
        """Return the floating-point value as a fraction; digits beyond the 13th are meaningless."""
        return Fraction(self.value)


@dataclass(frozen=True, repr=False)
class CombinedOdds(WagerOdds):
    """Odds of all wagers of a hand together with best play, in units of the ante."""

    parts: Mapping[str, Fraction] = field(default_factory=dict)
    """Expected gain from each wager, per ante; their sum is the expected result."""
    average_wager: Fraction = Fraction(1)
    """Average total of all wagers in a round, in antes."""
    decisions: Mapping[str, Fraction] = field(default_factory=dict)
    """Frequency of each decision; the sum is 1."""

    @property
    def element_of_risk(self) -> Fraction:
        """Expected gain of the bank per unit of all wagers."""
        return self.house_edge / self.average_wager


@dataclass(frozen=True, repr=False)
class CorrelatedOdds(WagerOdds):
    """Odds of a wager with counts that depend on each other: the antes of one raise, or the seats of one round."""

    rounds: float = 0.0
    """Equivalent number of independent rounds of one unit, which give the mean the same accuracy."""

    @property
    def interval(self) -> float | None:
        if self.method != SIMULATED:
            return None
        return CONFIDENCE * self.standard_deviation / math.sqrt(self.rounds) if self.rounds else 0.0


def measure_wager(
    wager: OfferedWager, table: FactTable, *, paytable: str | None = None, stake: Cents | None = None
) -> WagerOdds:
    """Return the odds of a wager, computed from a table of facts with weights."""
    unit = stake or wager.limit.least
    lines = _wager_results(wager, _IdentityKey(table.columns), len(table.weights), unit).counted(table.weights)
    title, group = wager.title, wager.group
    return WagerOdds(wager.id, title, group, paytable, unit, lines, table.total, table.method)


def mean_product(first: OfferedWager, second: OfferedWager, table: FactTable) -> Fraction:
    """Return the mean of the product of two wagers' net results per unit, staked on the same round.

    With the means of both wagers it gives their covariance.
    """
    rounds = len(table.weights)
    ends = [_wager_results(one, _IdentityKey(table.columns), rounds, one.limit.least) for one in (first, second)]
    pairs = np.zeros(rounds, dtype=np.intp)
    for end in ends:
        pairs *= len(end.lines)
        for number, which in enumerate(end.kinds):
            pairs[which] += number
    counts = np.zeros(len(ends[0].lines) * len(ends[1].lines), dtype=table.weights.dtype)
    np.add.at(counts, pairs, table.weights)
    total = Fraction(0)
    for pair in np.flatnonzero(counts):
        one, other = divmod(int(pair), len(ends[1].lines))
        total += ends[0].lines[one].net * ends[1].lines[other].net * int(counts[pair])
    return total / table.total


def nets_by_entry(wager: OfferedWager, table: FactTable) -> NDArray[np.float64]:
    """Return the net result per unit staked for each entry of the table."""
    nets = np.zeros(len(table.weights))
    ends = _wager_results(wager, _IdentityKey(table.columns), len(nets), wager.limit.least)
    for line, which in zip(ends.lines, ends.kinds, strict=True):
        nets[which] = float(line.net)
    return nets


@dataclass(frozen=True)
class _WagerResults:
    """Possible results of a wager, each with the indexes of the fact table's rows that have this result."""

    lines: tuple[PayLine, ...]
    kinds: tuple[NDArray[np.intp], ...]

    def counted(self, weights: Weights) -> tuple[PayLine, ...]:
        """Return a pay line for each result with its count; winning rows that never occur have count 0."""
        counts = [int(weights[which].sum()) for which in self.kinds]
        return tuple(
            replace(line, count=count)
            for line, count in zip(self.lines, counts, strict=True)
            if count or line.result == "win"
        )


@dataclass(frozen=True, eq=False)
class _IdentityKey:
    """Cache key that compares columns by identity, because comparing their contents is too slow."""

    columns: FactColumns

    def __hash__(self) -> int:
        return id(self.columns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _IdentityKey) and other.columns is self.columns


@lru_cache(maxsize=256)
def _wager_results(wager: OfferedWager, same: _IdentityKey, rounds: int, stake: Cents) -> _WagerResults:
    """Return the cached results of a wager: shoes with different remaining cards have the same table entries."""
    return _ResultClassifier(wager, same.columns, rounds, stake).ends()


Part = tuple[NDArray[np.bool_], PayLine]
"""Mask of table entries, and the pay line that they end in."""


class _ResultClassifier:
    """Finds, for each entry of a fact table, the result of one wager in it: the pay line."""

    def __init__(self, wager: OfferedWager, columns: FactColumns, rounds: int, stake: Cents) -> None:
        self.wager = wager
        self.columns = columns
        self.rounds = rounds
        self.stake = stake

    def ends(self) -> _WagerResults:
        settled = self._settled()
        pushes = settled & self._column(self.wager.push.holds_in_rounds(self.columns)) if self.wager.push else None
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
        return _WagerResults(tuple(line for _, line in merged), tuple(np.flatnonzero(mask) for mask, _ in merged))

    def _settled(self) -> NDArray[np.bool_]:
        """Return the mask of table entries in which the wager is decided and not returned."""
        if self.wager.returns is None:
            return np.ones(self.rounds, dtype=bool)
        returned: NDArray[np.bool_] = self._column(self.wager.returns.holds_in_rounds(self.columns))
        return ~returned

    def _column(self, holds: Any) -> Any:
        return np.broadcast_to(holds, (self.rounds,))

    def _wins(self, free: Any) -> list[tuple[Any, tuple[PayRow, ...]]]:
        """Return each pay row, or set of rows paid together, with the mask of the table entries in which it is paid."""
        rows = self.wager.rows
        holding = np.zeros(free.shape, dtype=np.int64)
        for place, row in enumerate(rows):
            holding |= self._column(row.when.holds_in_rounds(self.columns)).astype(np.int64) << place
        found = []
        for bits in np.unique(holding[free]):
            if bits:
                holds = tuple(row for place, row in enumerate(rows) if bits >> place & 1)
                found.append((free & (holding == bits), self.wager.rows_paid(holds, self.stake, {})))
        return found

    def _charges(self, mask: Any) -> list[tuple[Any, VigorishCharge | None]]:
        """Split a mask of table entries by the vigorish that is charged in them."""
        split: list[tuple[Any, VigorishCharge | None]] = []
        for charge in self.wager.charges:
            charged = mask & self._column(charge.when.holds_in_rounds(self.columns))
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
        """Return the losing lines; some lines lose only part of the stake, because the rules give the rest back."""
        parts = []
        for back in self.wager.gives_back:
            part = mask & self._column(back.when.holds_in_rounds(self.columns))
            parts.append((part, PayLine("lose", "lose", "lose", back.share - 1, 0, back.cite)))
            mask = mask & ~part
        return [*parts, (mask, PayLine("lose", "lose", "lose", Fraction(-1), 0, self.wager.cite))]

    def _merged(self, parts: list[Part]) -> list[Part]:
        """Return the lines with equal ones merged, and with the rows that never occur."""
        merged: dict[tuple[object, ...], Part] = {}
        for mask, line in sorted([*parts, *self._unpaid_rows(parts)], key=lambda part: part[1].row_numbers or (10**6,)):
            key = (line.row, line.pays, line.result, line.net, line.row_numbers)
            merged[key] = (mask | merged[key][0] if key in merged else mask, line)
        return list(merged.values())

    def _unpaid_rows(self, parts: list[Part]) -> list[Part]:
        """Return a line with count 0 for each pay row that never pays."""
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
