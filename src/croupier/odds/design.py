"""Proposals of pays that bring a wager to a target edge, in odds that can be paid.

A wager whose pays do not change how hands are played has an edge that is linear in its pays: one count of its rows is
enough, and every proposal is exact. Where the pays change the best play, as those of a main wager often do, each
proposal is solved again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from math import floor
from typing import Any

import numpy as np

from croupier.errors import BadInput, suggestion
from croupier.money.pay_odds import OddsError, PayOdds, PayOddsKind
from croupier.odds.fact_table import EXACT
from croupier.odds.par_sheet import ParSheet, fraction_text, options_json, wager_json
from croupier.odds.result_display import html_table, percent
from croupier.odds.shipped_sheets import priced_sheet
from croupier.odds.wager_odds import CombinedOdds, SolvedOdds, WagerOdds
from croupier.play.edited_rules import with_pays, written_rows
from croupier.rulebook.schema import FromOption
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager, PayRow

MOST_PROPOSALS = 8
SMALLEST, SMALLEST_FOR = Fraction(1, 100), Fraction(1)
"""Smallest pays that a design considers, "to" one and "for" one."""
FELT_PAYS = (10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 75, 80)
"""Pays from ten up that pay tables usually have; tables go on with ten times, a hundred times these and so on."""
FELT_SMALL = tuple(Fraction(halves, 2) for halves in (1, 2, 3, 4, 5)) + tuple(Fraction(one) for one in range(3, 10))
CHANGED_AT_MOST = 2
"""Factor by which a pay may leave the range between the filed and the scaled one, when few rows change."""
SEARCHED_ROWS = 7
"""Number of rows for which a whole table tries the pays above and below the scaled one; 3 to this power tables."""
KEPT_TABLES = 60
"""Number of unfinished tables that the search with several changed rows keeps at each step."""
SOLVED_TRIES = 8
"""Most times that a game in which the pays change the play is solved for one row."""


class Payable(StrEnum):
    """Odds that a proposal may have."""

    WHOLE = "whole"
    """Whole numbers to one."""
    HALVES = "halves"
    """Whole numbers and halves to one, such as 5:2."""
    FELT = "felt"
    """Round numbers as pay tables usually have them: 12, 15, 20, 25, 30, 40, 50."""

    def near(self, value: Fraction, least: Fraction) -> list[Fraction]:
        """Return payable values around a value, ascending: at most two up to it and two above, none below `least`."""
        around = self._around(max(value, least))
        below = [one for one in around if least <= one <= value][-2:]
        return below + [one for one in around if one > value and one >= least][:2]

    def _around(self, value: Fraction) -> list[Fraction]:
        if self is not Payable.FELT:
            step = Fraction(1, 2) if self is Payable.HALVES else Fraction(1)
            place = floor(value / step)
            return [step * number for number in range(max(1, place - 1), place + 4)]
        size = 1
        while value >= 1000 * size:
            size *= 10
        large = [Fraction(one * scale) for scale in (size, 10 * size, 100 * size) for one in FELT_PAYS]
        return [*FELT_SMALL, *large] if size == 1 else [Fraction(8 * size), *large]


@dataclass(frozen=True)
class DesignRow:
    """One row of the filed pay table, as a design may change it."""

    place: int
    """Place in the pay table in force, from 0."""
    number: int
    """Number of the row in the rulebook, from 0; rows that the options make impossible count too."""
    title: str
    filed: PayOdds
    probability: Fraction
    """Probability that the row is paid."""
    gain_per_unit: Fraction
    """Decrease of the edge when the row pays one more: its probability, less vigorish on it."""
    least: Fraction
    """Smallest pay that is allowed, in the unit of the filed pay: to one, for one, or dollars."""
    filed_least: Fraction | None
    """Smallest pay that the rulebook itself allows, if it sets one; a design may be told to go below it."""
    is_fixed: bool
    """Whether a design leaves the row as it is: a share of a meter, or a row that was not named."""

    @property
    def value(self) -> Fraction:
        """Filed pay, to one, for one, or in dollars."""
        return self.filed.value / self._unit

    @property
    def _unit(self) -> int:
        return 100 if self.filed.kind is PayOddsKind.AMOUNT else 1

    def written(self, value: Fraction) -> str:
        """Return a pay of this row as a rulebook writes it."""
        if value == self.value:
            return self.filed.text
        if self.filed.kind is PayOddsKind.AMOUNT:
            return f"${value.numerator:,}" if value.denominator == 1 else f"${float(value):,.2f}"
        between = " for " if self.filed.kind is PayOddsKind.FOR else ":"
        return f"{value.numerator}{between}{value.denominator}"


@dataclass(frozen=True)
class Proposal:
    """A complete pay table, with the odds that it gives."""

    pays: tuple[str, ...]
    """Pay of every row in force, in the order of `Design.rows`."""
    changed: tuple[int, ...]
    """Places of the rows that differ from the filed pay table."""
    under_filed: tuple[int, ...]
    """Places of the rows that pay less than the rulebook's own minimum."""
    odds: WagerOdds
    """Odds of the wager with these pays; of the whole game where the pays change the play."""
    distance: Fraction
    """House edge less the target."""

    @property
    def house_edge(self) -> Fraction:
        return self.odds.house_edge

    def __repr__(self) -> str:
        return f"<pays {', '.join(self.pays)}: house edge {percent(self.house_edge)}>"


@dataclass(frozen=True)
class RowSolution:
    """Pay of one row that reaches the target while all others stay."""

    place: int
    """Place of the row in the pay table in force, from 0."""
    exact: Fraction | None
    """Pay that gives the target exactly, to one, for one, or in dollars; None if it is not known or not a pay."""
    proposals: tuple[Proposal, ...]
    """Payable neighbours, closest first; empty if no allowed pay comes near."""


@dataclass(frozen=True)
class Design:
    """Pays that bring a wager to a target edge: for single rows, and as whole pay tables."""

    rules: TableRules
    wager: str
    measured: str
    """Wager whose edge is designed: the wager itself, or the one that a whole game is measured by."""
    target: Fraction
    filed: WagerOdds
    rows: tuple[DesignRow, ...]
    single_rows: tuple[RowSolution, ...]
    """One solution for each row that may change."""
    proposals: tuple[Proposal, ...]
    """Best pay tables, closest to the target first."""
    highest: Fraction | None
    """Highest edge within the constraints; None where the pays change the play. No pay limits the lowest."""
    is_solved_again: bool
    """Whether the pays change the best play, so that every proposal was solved again."""

    @property
    def best(self) -> Proposal:
        """Proposal with the edge closest to the target; raise `BadInput` if there is none."""
        if not self.proposals:
            raise BadInput.at(self.wager, "has no pay table within these constraints that comes near the target")
        return self.proposals[0]

    def __repr__(self) -> str:
        found = f"best {percent(self.best.house_edge)} with {', '.join(self.best.pays)}" if self.proposals else "none"
        return f"<{self.rules.id} {self.wager}, pays for {percent(self.target)}: {len(self.proposals)} tables, {found}>"

    def _repr_html_(self) -> str:
        """Return the filed and the proposed pay tables side by side as an HTML table, for notebooks."""
        heads = ("Row", "Filed", *(str(place + 1) for place in range(len(self.proposals))))
        rows = [
            (row.title, row.filed.text, *(one.pays[place] for one in self.proposals))
            for place, row in enumerate(self.rows)
        ]
        every = (self.filed, *(one.odds for one in self.proposals))
        rows.append(("House edge", *(percent(odds.house_edge) for odds in every)))
        rows.append(("Hit", *(percent(odds.hit) for odds in every)))
        rows.append(("Deviation", *(f"{odds.standard_deviation:.4f}" for odds in every)))
        return html_table(heads, rows, f"{self.rules.wagers[self.wager].title}: pays for {percent(self.target)}")


def design(
    rules: TableRules,
    wager: str,
    edge: Fraction,
    *,
    rows: Sequence[int] | None = None,
    least: Mapping[int, str] | None = None,
    keep_filed_minimums: bool = True,
    most_changed: int | None = None,
    shape: str | Sequence[Fraction] = "filed",
    payable: Payable = Payable.WHOLE,
    sheet: ParSheet | None = None,
) -> Design:
    """Return pay tables of a wager that come close to a target edge.

    `rows` are the places of the rows that may change, from 0; all of them without it. `least` has the smallest pay of
    some rows, as written in a pay table; the rulebook's own minimums hold as well, unless `keep_filed_minimums` is
    false. At most `most_changed` rows differ
    from the filed table. `shape` says how whole tables are scaled: `filed`, in proportion to the filed pays; `level`,
    every row gives the same share back; or one number for each row. `sheet` is the par sheet of these rules, if it is
    known already.
    """
    _check_edge(edge)
    offered = offered_wager(rules, wager)
    sheet = sheet or priced_sheet(rules)
    measured = _measured_wager(sheet, wager)
    table = _rows(rules, offered, sheet[wager], rows, least or {}, keep_filed_minimums)
    if not any(not row.is_fixed for row in table):
        raise BadInput.at("--row", f"names no row of {wager} that may change: {_named(table)}")
    if most_changed is not None and most_changed < 1:
        raise BadInput.at("--most-changed", f"is {most_changed}; at least one row has to change")
    weights = _shape(table, shape)
    if measured == wager and not isinstance(sheet[wager], SolvedOdds) and offered.pays_rows != "largest":
        return _LinearSearch(rules, offered, sheet[wager], table, edge, payable, most_changed, weights).design()
    return _SolvedSearch(rules, wager, measured, sheet[measured], table, edge, payable, most_changed, weights).design()


def offered_wager(rules: TableRules, wager: str) -> OfferedWager:
    """Return a wager that has a pay table; raise `BadInput` for any other."""
    if wager not in rules.wagers:
        raise BadInput.at(
            "--wager",
            f'there is no wager "{wager}"{suggestion(wager, rules.wagers) or ";"} '
            f"this table has {', '.join(rules.wagers)}",
        )
    offered = rules.wagers[wager]
    if not offered.rows:
        raise BadInput.at("--wager", f"{wager} has no pay table")
    return offered


def odds_with_pays(wager: OfferedWager, odds: WagerOdds, pays: Mapping[int, PayOdds]) -> WagerOdds:
    """Return the odds of a wager with other pays in some rows, by row number, from the counts of its rows.

    This is exact where the pays change neither the play nor which row is paid.
    """
    changed = tuple(replace(row, odds=pays.get(row.number, row.odds)) for row in wager.rows)
    by_number = {row.number: row for row in changed}
    filed = {row.number: row for row in wager.rows}
    lines = []
    for line in odds.lines:
        if not any(number in pays for number in line.row_numbers):
            lines.append(line)
            continue
        before = wager.exact_winnings([filed[number] for number in line.row_numbers], odds.stake)
        after = [by_number[number] for number in line.row_numbers]
        net = line.net + (wager.exact_winnings(after, odds.stake) - before) * _kept_share(wager, odds, line.net, before)
        text = " + ".join(row.odds.text for row in after)
        lines.append(replace(line, net=net, pays=text, row=line.row if filed[after[0].number].name else text))
    return replace(odds, lines=tuple(lines))


def _kept_share(wager: OfferedWager, odds: WagerOdds, net: Fraction, winnings: Fraction) -> Fraction:
    """Return the gain per unit staked for each cent more of winnings, after vigorish on the winnings."""
    for charge in wager.charges:
        if not charge.of_stake and winnings and net * odds.stake == winnings * (1 - charge.rate):
            return (1 - charge.rate) / odds.stake
    return Fraction(1, odds.stake)


def _check_edge(edge: Fraction) -> None:
    if not -1 < edge < 1:
        percent_meant = f"; for {float(edge):g} percent write {float(edge):g}%" if abs(edge) < 100 else ""
        raise BadInput.at("--edge", f"is {float(edge):.2%}; a house edge lies between -100% and 100%{percent_meant}")


def _measured_wager(sheet: ParSheet, wager: str) -> str:
    """Return the wager whose odds are those of the whole game in which this wager's pays change the play."""
    for name, odds in sheet.wagers.items():
        if isinstance(odds, CombinedOdds) and wager in odds.parts:
            return name
    if wager in sheet.not_counted:
        raise BadInput.at("--wager", f"{wager} has no odds to design with: it {sheet.not_counted[wager]}")
    return wager


def _rows(
    rules: TableRules,
    wager: OfferedWager,
    odds: WagerOdds,
    named: Sequence[int] | None,
    least: Mapping[int, str],
    keep_filed: bool,
) -> tuple[DesignRow, ...]:
    for place in [*(named or ()), *least]:
        if not 0 <= place < len(wager.rows):
            raise BadInput.at("--row", f"{wager.id} has the rows 1 to {len(wager.rows)}; there is no row {place + 1}")
    written = written_rows(rules, wager.id)
    return tuple(
        _row(rules, wager, odds, place, written[row.number], named is None or place in named, least, keep_filed)
        for place, row in enumerate(wager.rows)
    )


def _row(
    rules: TableRules,
    wager: OfferedWager,
    odds: WagerOdds,
    place: int,
    written: Mapping[str, object],
    is_named: bool,
    least: Mapping[int, str],
    keep_filed: bool,
) -> DesignRow:
    row = wager.rows[place]
    paid = [line for line in odds.lines if row.number in line.row_numbers]
    kind, unit = row.odds.kind, 100 if row.odds.kind is PayOddsKind.AMOUNT else 1
    gain = Fraction(0)
    if paid and kind is not PayOddsKind.SHARE:
        more = odds_with_pays(wager, odds, {row.number: replace(row.odds, value=row.odds.value + unit)})
        gain = more.expected - odds.expected
    minimum = filed_minimum(rules, written)
    filed_least = minimum.value / unit if minimum is not None and minimum.kind is kind else None
    smallest = SMALLEST_FOR if kind is PayOddsKind.FOR else SMALLEST
    if keep_filed and filed_least is not None:
        smallest = max(smallest, filed_least)
    if place in least:
        smallest = max(smallest, _given_least(row, place, least[place]) / unit)
    probability = sum((odds.probability(line) for line in paid), Fraction(0))
    is_fixed = kind is PayOddsKind.SHARE or not is_named
    return DesignRow(place, row.number, row.title, row.odds, probability, gain, smallest, filed_least, is_fixed)


def _given_least(row: PayRow, place: int, given: str) -> Fraction:
    try:
        wanted = PayOdds.parse(given)
    except OddsError as error:
        raise BadInput.at("--least", str(error)) from None
    if wanted.kind is not row.odds.kind:
        raise BadInput.at("--least", f'is "{given}"; row {place + 1} pays {row.odds.text}, so write it that way')
    return wanted.value


def filed_minimum(rules: TableRules, written: Mapping[str, object]) -> PayOdds | None:
    """Return the smallest pay of a row that the rulebook allows, or None if it sets none.

    A row that an option may raise pays at least its printed odds; an option of odds may have a minimum.
    """
    odds = written["odds"]
    if written.get("raised"):
        return rules.odds(odds if isinstance(odds, str) else FromOption.model_validate(odds))
    if not isinstance(odds, str):
        option = rules.rulebook.written.options[FromOption.model_validate(odds).option]
        if option.kind == "odds" and option.min is not None:
            least = str(option.min)
            return PayOdds.parse(least if ":" in least else f"{least}:1")
    return None


def _named(table: Iterable[DesignRow]) -> str:
    return ", ".join(f"{row.place + 1} {row.title}{' (a share of a meter)' if row.is_fixed else ''}" for row in table)


def _shape(table: Sequence[DesignRow], shape: str | Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the pay of each row in proportion to which whole tables are scaled; only changeable rows count."""
    if isinstance(shape, str):
        if shape == "filed":
            return tuple(row.value for row in table)
        if shape == "level":
            return tuple(1 / row.probability if row.probability else Fraction(1) for row in table)
        raise BadInput.at("--shape", f'is "{shape}"; write filed, level, or one number for each row: 30,10,6,4')
    if len(shape) != len(table) or min(shape) <= 0:
        wanted = f"{len(table)} numbers above zero, one for each row"
        raise BadInput.at("--shape", f"has {len(shape)} numbers; it takes {wanted}: {_named(table)}")
    return tuple(shape)


class _Search:
    """Base class of both searches: the rows, the target, and the proposals found."""

    def __init__(
        self,
        rules: TableRules,
        table: tuple[DesignRow, ...],
        target: Fraction,
        payable: Payable,
        most_changed: int | None,
        weights: tuple[Fraction, ...],
    ) -> None:
        self.rules, self.table, self.target, self.payable = rules, table, target, payable
        self.most_changed, self.weights = most_changed, weights
        self.filed_values = tuple(row.value for row in table)
        self.free = [place for place, row in enumerate(table) if not row.is_fixed]

    def keeps_order(self, values: Sequence[Fraction]) -> bool:
        """Return whether rows that paid more than others in the given shape still pay at least as much."""
        order = sorted(self.free, key=lambda place: self.weights[place])
        return all(
            values[one] <= values[other] for one, other in pairwise(order) if self.weights[one] < self.weights[other]
        )

    def changed(self, values: Sequence[Fraction]) -> tuple[int, ...]:
        pairs = zip(self.table, values, strict=True)
        return tuple(row.place for row, value in pairs if value != row.value)

    def texts(self, values: Sequence[Fraction]) -> tuple[str, ...]:
        return tuple(row.written(value) for row, value in zip(self.table, values, strict=True))

    def with_value(self, values: Sequence[Fraction], place: int, value: Fraction) -> tuple[Fraction, ...]:
        return (*values[:place], value, *values[place + 1 :])

    def scaled(self, scale: Fraction) -> tuple[Fraction, ...]:
        """Return the exact pays of the shape at a scale, at least the minimums; fixed rows as filed."""
        return tuple(
            row.value if row.is_fixed else max(weight * scale, row.least)
            for row, weight in zip(self.table, self.weights, strict=True)
        )

    def proposal(self, values: Sequence[Fraction], odds: WagerOdds) -> Proposal:
        under = tuple(
            row.place
            for row, value in zip(self.table, values, strict=True)
            if row.filed_least is not None and value < row.filed_least
        )
        return Proposal(self.texts(values), self.changed(values), under, odds, odds.house_edge - self.target)


class _LinearSearch(_Search):
    """Search where the edge is linear in the pays."""

    def __init__(
        self,
        rules: TableRules,
        wager: OfferedWager,
        odds: WagerOdds,
        table: tuple[DesignRow, ...],
        target: Fraction,
        payable: Payable,
        most_changed: int | None,
        weights: tuple[Fraction, ...],
    ) -> None:
        super().__init__(rules, table, target, payable, most_changed, weights)
        self.wager, self.odds = wager, odds

    def design(self) -> Design:
        if self._highest < self.target:
            lowest = "with every row at the smallest pay that is allowed"
            raise BadInput.at(
                "--edge", f"is {float(self.target):.4%}; {lowest}, the edge is {float(self._highest):.4%}"
            )
        is_whole = self.most_changed is None or self.most_changed >= len(self.free)
        # A row that is small already cannot be scaled finely: then one changed row alone may come much closer.
        tables = (
            self._whole_tables() | set(self._finished(self.filed_values))
            if is_whole
            else self._few_rows(self.most_changed or 1)
        )
        best = sorted(
            tables - {self.filed_values},
            key=lambda values: (abs(self._edge(values) - self.target), len(self.changed(values))),
        )
        singles = tuple(self._single_row(place) for place in self.free)
        return Design(
            self.rules,
            self.wager.id,
            self.wager.id,
            self.target,
            self.odds,
            self.table,
            singles,
            tuple(self._exact_proposal(values) for values in best[:MOST_PROPOSALS]),
            self._highest,
            is_solved_again=False,
        )

    @cached_property
    def _highest(self) -> Fraction:
        """Highest edge: every row that may change is at its minimum."""
        least = tuple(row.value if row.is_fixed else self._least_payable(row) for row in self.table)
        return self._edge(least)

    def _least_payable(self, row: DesignRow) -> Fraction:
        return min(row.value, self.payable.near(row.least, row.least)[0])

    def _edge(self, values: Sequence[Fraction]) -> Fraction:
        """Return the house edge with these pays, exactly."""
        more = (row.gain_per_unit * (value - row.value) for row, value in zip(self.table, values, strict=True))
        return self.odds.house_edge - sum(more, Fraction(0))

    def _exact_proposal(self, values: Sequence[Fraction]) -> Proposal:
        pays = {
            row.number: PayOdds.parse(row.written(value))
            for row, value in zip(self.table, values, strict=True)
            if value != row.value
        }
        return self.proposal(values, odds_with_pays(self.wager, self.odds, pays))

    def _solve(self, values: Sequence[Fraction], place: int) -> Fraction | None:
        """Return the pay of one row that reaches the target while the others stay at `values`."""
        gain = self.table[place].gain_per_unit
        return None if not gain else values[place] + (self._edge(values) - self.target) / gain

    def _single_row(self, place: int) -> RowSolution:
        row, exact = self.table[place], self._solve(self.filed_values, place)
        if exact is None:
            return RowSolution(place, None, ())
        found = [self.with_value(self.filed_values, place, one) for one in self.payable.near(exact, row.least)]
        found.sort(key=lambda values: abs(self._edge(values) - self.target))
        possible = exact if exact >= row.least else None
        near = found if possible is not None else []
        return RowSolution(place, possible, tuple(self._exact_proposal(values) for values in near[:2]))

    def _few_rows(self, most: int) -> set[tuple[Fraction, ...]]:
        """Return tables in which at most `most` rows differ from the filed one.

        Rows are changed one after the other to pays around the scaled shape; the last one is solved for.
        """
        scaled = self._scaled
        found: set[tuple[Fraction, ...]] = set()
        partial = {self.filed_values}
        for _ in range(most):
            for values in partial:
                found |= set(self._finished(values))
            wider = {
                self.with_value(values, place, one)
                for values in partial
                for place in self.free
                if values[place] == self.table[place].value
                for one in self._between(place, scaled[place])
            }
            ranked = sorted(wider, key=lambda values: (abs(self._edge(values) - self.target), values))
            partial = set(ranked[:KEPT_TABLES])
        return found

    def _between(self, place: int, scaled: Fraction) -> list[Fraction]:
        """Return some payable values from the filed pay of a row to a little beyond the scaled one."""
        row = self.table[place]
        points = (row.value + (scaled - row.value) * Fraction(step, 2) for step in (1, 2, 3))
        near = {one for point in points for one in self.payable.near(max(point, row.least), row.least)}
        return sorted(near - {row.value})

    def _finished(self, values: tuple[Fraction, ...]) -> Iterable[tuple[Fraction, ...]]:
        for place in self.free:
            if values[place] != self.table[place].value:
                continue
            exact = self._solve(values, place)
            if exact is None or exact < self.table[place].least:
                continue
            for one in self.payable.near(exact, self.table[place].least):
                table = self.with_value(values, place, one)
                if self.keeps_order(table) and self._is_moderate(place, one):
                    yield table

    def _is_moderate(self, place: int, value: Fraction) -> bool:
        """Return whether a pay stays near the range between the filed pay and the one of the scaled shape."""
        low, high = sorted((self.table[place].value, self._scaled[place]))
        return low / CHANGED_AT_MOST <= value <= high * CHANGED_AT_MOST

    @cached_property
    def _scaled(self) -> tuple[Fraction, ...]:
        """Exact pays of the whole table in the given shape that reach the target."""
        return self.scaled(self._scale())

    def _scale(self) -> Fraction:
        """Return the scale of the shape that reaches the target; the rows at their minimum no longer shrink."""
        at_minimum: set[int] = set()
        while True:
            scaling = [place for place in self.free if place not in at_minimum and self.table[place].gain_per_unit]
            slope = sum((self.table[place].gain_per_unit * self.weights[place] for place in scaling), Fraction(0))
            if not slope:
                return Fraction(1)
            fixed = tuple(
                Fraction(0) if place in scaling else (self.table[place].least if place in at_minimum else row.value)
                for place, row in enumerate(self.table)
            )
            scale = (self._edge(fixed) - self.target) / slope
            under = {place for place in scaling if self.weights[place] * scale < self.table[place].least}
            if not under:
                return scale
            at_minimum |= under

    def _whole_tables(self) -> set[tuple[Fraction, ...]]:
        """Return tables of the given shape with payable odds, the closest to the target."""
        scaled = self._scaled
        choices = [
            [row.value] if row.is_fixed else self._choices(row, value)
            for row, value in zip(self.table, scaled, strict=True)
        ]
        weights = [row.gain_per_unit for row in self.table]
        searched = set(sorted(self.free, key=lambda place: -weights[place] * scaled[place])[:SEARCHED_ROWS])
        lists = [
            of if place in searched else [min(of, key=lambda one: abs(one - scaled[place]))]
            for place, of in enumerate(choices)
        ]
        tables = list(product(*lists))
        changes = np.array([[float(value) for value in table] for table in tables]) - np.array(
            [float(value) for value in self.filed_values]
        )
        edges = float(self.odds.house_edge) - changes @ np.array([float(weight) for weight in weights])
        order = np.argsort(np.abs(edges - float(self.target)), kind="stable")
        close = (tables[place] for place in order if self.keeps_order(tables[place]))
        return {table for _, table in zip(range(MOST_PROPOSALS), close, strict=False)}

    def _choices(self, row: DesignRow, value: Fraction) -> list[Fraction]:
        near = self.payable.near(value, row.least)
        return sorted(near, key=lambda one: abs(one - value))[:3]


class _SolvedSearch(_Search):
    """Search where every pay table is solved again, because the pays change the play or the row that is paid."""

    def __init__(
        self,
        rules: TableRules,
        wager: str,
        measured: str,
        filed: WagerOdds,
        table: tuple[DesignRow, ...],
        target: Fraction,
        payable: Payable,
        most_changed: int | None,
        weights: tuple[Fraction, ...],
    ) -> None:
        super().__init__(rules, table, target, payable, most_changed, weights)
        self.wager, self.measured, self.filed = wager, measured, filed
        self.solved: dict[tuple[Fraction, ...], WagerOdds] = {self.filed_values: filed}

    def design(self) -> Design:
        named = len(self.free) < len(self.table) or len(self.free) == 1
        places = self.free if named else []
        singles = tuple(self._single_row(place) for place in places)
        if self.most_changed is None or self.most_changed >= len(self.free):
            self._search(Fraction(1), lambda scale: self._payable(self.scaled(scale)))
        tables = [values for values in self.solved if values != self.filed_values and self._is_allowed(values)]
        tables.sort(key=lambda values: abs(self.solved[values].house_edge - self.target))
        proposals = tuple(self.proposal(values, self.solved[values]) for values in tables[:MOST_PROPOSALS])
        return Design(
            self.rules,
            self.wager,
            self.measured,
            self.target,
            self.filed,
            self.table,
            singles,
            proposals,
            None,
            is_solved_again=True,
        )

    def _is_allowed(self, values: Sequence[Fraction]) -> bool:
        most = len(self.table) if self.most_changed is None else self.most_changed
        return len(self.changed(values)) <= most and self.keeps_order(values)

    def edge(self, values: tuple[Fraction, ...]) -> Fraction:
        if values not in self.solved:
            changed = {
                row.number: row.written(value)
                for row, value in zip(self.table, values, strict=True)
                if value != row.value
            }
            self.solved[values] = priced_sheet(with_pays(self.rules, self.wager, changed))[self.measured]
        return self.solved[values].house_edge

    def _payable(self, values: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """Return the nearest payable pays of all rows that may change."""
        return tuple(
            row.value
            if row.is_fixed
            else min(self.payable.near(value, row.least), key=lambda one: (abs(one - value), one))
            for row, value in zip(self.table, values, strict=True)
        )

    def _search(
        self, start: Fraction, table_of: Callable[[Fraction], tuple[Fraction, ...]]
    ) -> list[tuple[Fraction, ...]]:
        """Solve tables for a growing or shrinking size until two neighbours enclose the target; return those solved.

        The edge falls as the size grows. The size moves by doubling or halving until the target is enclosed, then to
        the middle by interpolation.
        """
        tried: list[tuple[Fraction, tuple[Fraction, ...]]] = [(start, table_of(start))]
        below: Fraction | None = None
        above: Fraction | None = None
        for _ in range(SOLVED_TRIES):
            size, values = tried[-1]
            distance = self.edge(values) - self.target
            if distance == 0:
                break
            below, above = (size, above) if distance > 0 else (below, size)
            if below is None or above is None:
                size = size * (Fraction(3, 2) if distance > 0 else Fraction(2, 3))
            else:
                size = self._interpolated(below, table_of(below), above, table_of(above))
            values = table_of(size)
            if any(values == one for _, one in tried):
                break
            tried.append((size, values))
        return [values for _, values in tried]

    def _interpolated(
        self, below: Fraction, low: tuple[Fraction, ...], above: Fraction, high: tuple[Fraction, ...]
    ) -> Fraction:
        first, second = self.edge(low) - self.target, self.edge(high) - self.target
        size = below + (above - below) * first / (first - second)
        return size.limit_denominator(10_000)

    def _single_row(self, place: int) -> RowSolution:
        row = self.table[place]

        def table_of(value: Fraction) -> tuple[Fraction, ...]:
            near = self.payable.near(max(value, row.least), row.least)
            return self.with_value(self.filed_values, place, min(near, key=lambda one: (abs(one - value), one)))

        tried = [values for values in self._search(row.value, table_of) if values != self.filed_values]
        tried.sort(key=lambda values: abs(self.edge(values) - self.target))
        found = tuple(self.proposal(values, self.solved[values]) for values in tried[:2])
        return RowSolution(place, None, found)


def design_of(
    rules: TableRules,
    wager: str,
    edge: str | Fraction,
    *,
    rows: Sequence[str | int] = (),
    least: Mapping[str, str] | None = None,
    below_filed: bool = False,
    most_changed: int | None = None,
    shape: str | Sequence[int | Fraction] = "filed",
    payable: str = "whole",
) -> Design:
    """Return pay tables that come close to an edge such as `5%`, from names as a person writes them.

    Rows are named by their number from 1 or by their title; see `design` for the constraints.
    """
    if payable not in list(Payable):
        known = [one.value for one in Payable]
        raise BadInput.at("--payable", f'is "{payable}"; write {", ".join(known[:-1])} or {known[-1]}')
    offered = offered_wager(rules, wager)
    minimums = {_row_place(offered, row, "--least"): odds for row, odds in (least or {}).items()}
    return design(
        rules,
        wager,
        parse_edge(edge) if isinstance(edge, str) else edge,
        rows=[_row_place(offered, str(row), "--row") for row in rows] or None,
        least=minimums,
        keep_filed_minimums=not below_filed,
        most_changed=most_changed,
        shape=_parse_shape(shape) if isinstance(shape, str) else [Fraction(number) for number in shape],
        payable=Payable(payable),
    )


def _row_place(wager: OfferedWager, text: str, where: str) -> int:
    """Return the place, from 0, of a row that is named by its number from 1 or by its title."""
    by_name = [place for place, row in enumerate(wager.rows) if row.title.lower() == text.strip().lower()]
    if len(by_name) == 1:
        return by_name[0]
    if text.isdecimal() and 1 <= int(text) <= len(wager.rows):
        return int(text) - 1
    known = ", ".join(f"{place + 1} {row.title}" for place, row in enumerate(wager.rows))
    raise BadInput.at(where, f'"{text}" is no row of {wager.id}; its rows are {known}')


def _parse_shape(text: str) -> str | Sequence[Fraction]:
    if not any(letter.isdigit() for letter in text):
        return text
    try:
        return [Fraction(number.strip()) for number in text.split(",")]
    except (ValueError, ZeroDivisionError):
        raise BadInput.at(
            "--shape", f'is "{text}"; write filed, level, or one number for each row: 30,10,6,4'
        ) from None


def parse_edge(text: str, where: str = "--edge") -> Fraction:
    """Parse an edge such as `5%` or `0.05`; raise `BadInput` for anything else."""
    number = text.strip()
    try:
        return Fraction(number[:-1]) / 100 if number.endswith("%") else Fraction(number)
    except (ValueError, ZeroDivisionError):
        raise BadInput.at(where, f'is "{text}"; write a percentage such as 5% or a fraction such as 0.05') from None


def design_json(designed: Design) -> dict[str, Any]:
    """Return the output of `croupier design --json`, a stable format: see docs/reference/commands.md."""
    rules = designed.rules
    return {
        "rulebook": rules.id,
        "digest": rules.rulebook.digest,
        "options": options_json(rules),
        "wager": designed.wager,
        "measured": designed.measured,
        "target": float(designed.target),
        "filed": wager_json(designed.filed),
        "highest_edge": None if designed.highest is None else float(designed.highest),
        "solved_again": designed.is_solved_again,
        "rows": [
            {
                "row": row.place + 1,
                "title": row.title,
                "pays": row.filed.text,
                "probability": float(row.probability),
                "edge_per_unit": float(-row.gain_per_unit),
                "least": row.written(row.filed_least) if row.filed_least is not None else None,
                "may_change": not row.is_fixed,
            }
            for row in designed.rows
        ],
        "single_rows": [
            {
                "row": one.place + 1,
                "exact": None if one.exact is None else float(one.exact),
                "proposals": [proposal_json(proposal) for proposal in one.proposals],
            }
            for one in designed.single_rows
        ],
        "proposals": [proposal_json(proposal) for proposal in designed.proposals],
    }


def proposal_json(proposal: Proposal) -> dict[str, Any]:
    """Return one proposal for JSON."""
    odds = proposal.odds
    return {
        "pays": list(proposal.pays),
        "changed": [place + 1 for place in proposal.changed],
        "under_filed": [place + 1 for place in proposal.under_filed],
        "distance": float(proposal.distance),
        "house_edge": float(odds.house_edge),
        "house_edge_exact": fraction_text(odds.house_edge) if odds.precision == EXACT else None,
        "precision": odds.precision,
        "hit": float(odds.hit),
        "push": float(odds.push),
        "standard_deviation": odds.standard_deviation,
        "skewness": odds.skewness,
        "largest_pay": float(odds.largest_pay),
    }
