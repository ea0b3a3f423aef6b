"""Par sheet: the odds of every wager of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NotRequired, cast

from typing_extensions import TypedDict

from croupier.errors import BadInput, suggestion
from croupier.money.cents import Cents, format_amount
from croupier.money.pay_odds import PayOdds
from croupier.odds.fact_table import EXACT, FactTable, NotExactlyCountable
from croupier.odds.result_display import horizontal_bars, html_table, percent
from croupier.odds.shoe_composition import Composition, card_of
from croupier.odds.wager_odds import CombinedOdds, SolvedOdds, WagerOdds, measure_wager
from croupier.rulebook.options import OptionValue
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager


@dataclass(frozen=True)
class ParSheet:
    """Par sheet: the odds of each wager under given rules and a given shoe, as a casino submits it to its regulator."""

    rules: TableRules
    shoe: Composition | None
    """Cards that the odds were counted from; None for simulated rounds of whole shoes."""
    method: str
    rounds: int
    """Number of equally likely deals counted, or of rounds simulated."""
    wagers: Mapping[str, WagerOdds]
    not_counted: Mapping[str, str] = field(default_factory=dict)
    """Wagers that could not be counted exactly, with the reason."""
    rounds_per_shoe: float | None = None
    """Average number of simulated rounds to the cut card; None for counted odds and for freshly shuffled rounds."""

    def __getitem__(self, wager: str) -> WagerOdds:
        if wager in self.not_counted:
            raise BadInput.at(wager, f"is not counted: it {self.not_counted[wager]}")
        if wager not in self.wagers:
            raise BadInput.at(wager, f"is not a wager of {self.rules.rulebook.title}{suggestion(wager, self.wagers)}")
        return self.wagers[wager]

    def __repr__(self) -> str:
        edges = (f"{name} {float(one.house_edge):.4%}" for name, one in self.wagers.items())
        return f"<{self.rules.id}, house edge {self.method}: {', '.join(edges)}>"

    def _repr_html_(self) -> str:
        """Return the sheet as an HTML table for notebooks."""
        heads = ("Wager", "House edge", *(("± 95 %",) if self.is_simulated else ()), "Hit", "Push", "Deviation")
        rows = [
            (
                odds.title,
                percent(odds.house_edge),
                *((percent(odds.interval or 0.0),) if self.is_simulated else ()),
                percent(odds.hit),
                percent(odds.push),
                f"{odds.standard_deviation:.4f}",
            )
            for odds in self.wagers.values()
        ]
        table = html_table(heads, rows, f"{self.rules.rulebook.title}, {self.method}")
        titles = [odds.title for odds in self.wagers.values()]
        edges = [100 * float(odds.house_edge) for odds in self.wagers.values()]
        return table + (horizontal_bars("house edge, %", dict(zip(titles, edges, strict=True))) if edges else "")

    @property
    def is_simulated(self) -> bool:
        """Return whether some edge of the sheet has an interval."""
        return any(odds.interval is not None for odds in self.wagers.values())


def counted_sheet(
    rules: TableRules, shoe: Composition | None, table_of: Callable[[OfferedWager, Composition], FactTable]
) -> ParSheet:
    """Return a par sheet in which each wager is measured on the table that `table_of` returns.

    Wagers for which `table_of` raises `NotExactlyCountable` are listed with the reason.
    """
    cards = shoe or Composition.of_decks(rules.shoe.decks)
    sheet = measured_sheet(
        rules,
        cards,
        EXACT,
        0,
        lambda wager: measure_wager(wager, table_of(wager, cards), paytable=paytable_of(rules, wager.id)),
    )
    return replace(sheet, rounds=next(iter(sheet.wagers.values())).total if sheet.wagers else 0)


def measured_sheet(
    rules: TableRules,
    shoe: Composition | None,
    method: str,
    rounds: int,
    odds_of: Callable[[OfferedWager], WagerOdds],
) -> ParSheet:
    """Return a par sheet with the odds that `odds_of` returns for each wager.

    Wagers for which `odds_of` raises `NotExactlyCountable` are listed with the reason.
    """
    measured: dict[str, WagerOdds] = {}
    left_out: dict[str, str] = {}
    for wager in rules.wagers.values():
        try:
            measured[wager.id] = odds_of(wager)
        except NotExactlyCountable as reason:
            left_out[wager.id] = str(reason)
    return ParSheet(rules, shoe, method, rounds, measured, left_out)


def paytable_of(rules: TableRules, wager: str) -> str | None:
    """Return the selected pay table of a wager that has several, or None."""
    table = rules.options.get("paytable")
    return str(table) if rules.rulebook.written.wager[wager].paytables else None


class PayRowJson(TypedDict):
    """Probability of one row of a wager's pay table."""

    row: str
    pays: str
    probability: float


class CombinedOddsJson(TypedDict):
    """Figures of all wagers of a hand together, in units of the ante, with best play."""

    parts: dict[str, float]
    average_wager: float
    element_of_risk: float
    decisions: dict[str, float]


class WagerOddsJson(TypedDict):
    """Odds of one wager."""

    wager: str
    paytable: str | None
    house_edge: float
    house_edge_exact: str | None
    precision: str
    hit: float
    push: float
    loss: float
    standard_deviation: float
    skewness: float
    largest_pay: float
    rows: list[PayRowJson]
    interval: float | None
    chart_edge: NotRequired[float]
    spread_simulated: NotRequired[int]
    game: NotRequired[CombinedOddsJson]
    meters: NotRequired[dict[str, Any]]
    """Return of a progressive wager with its meters."""


class SheetJson(TypedDict):
    """A par sheet."""

    rulebook: str
    digest: str
    options: dict[str, str | int | bool]
    method: str
    rounds: int
    wagers: list[WagerOddsJson]
    left: NotRequired[dict[str, int]]
    """Remaining cards of a partly dealt shoe, with their number."""
    not_counted: NotRequired[dict[str, str]]
    """Wagers without odds, with the reason."""


NOTHING_MORE: Mapping[str, Mapping[str, Any]] = {}


def sheet_json(sheet: ParSheet, more: Mapping[str, Mapping[str, Any]] = NOTHING_MORE) -> SheetJson:
    """Return the par sheet as printed by `croupier odds --json`; a contract, see docs/reference/commands.md.

    `more` adds keys to a wager, for example its meters. The keys `left` (remaining cards of a partly dealt shoe) and
    `not_counted` are present only if they apply.
    """
    data: SheetJson = {
        "rulebook": sheet.rules.id,
        "digest": sheet.rules.rulebook.digest,
        "options": options_json(sheet.rules),
        "method": sheet.method,
        "rounds": sheet.rounds,
        "wagers": [
            cast("WagerOddsJson", {**wager_json(odds), **more.get(odds.wager, {})}) for odds in sheet.wagers.values()
        ],
    }
    if sheet.shoe and sheet.shoe != Composition.of_decks(sheet.rules.shoe.decks):
        data["left"] = {str(card_of(number)): count for number, count in enumerate(sheet.shoe.counts) if count}
    if sheet.not_counted:
        data["not_counted"] = dict(sheet.not_counted)
    return data


def wager_json(odds: WagerOdds) -> WagerOddsJson:
    """Return the odds of one wager for JSON."""
    edge = odds.house_edge
    figures: WagerOddsJson = {
        "wager": odds.wager,
        "paytable": odds.paytable,
        "house_edge": float(edge),
        "house_edge_exact": fraction_text(edge) if odds.precision == EXACT else None,
        "precision": odds.precision,
        "hit": float(odds.hit),
        "push": float(odds.push),
        "loss": float(odds.loss),
        "standard_deviation": odds.standard_deviation,
        "skewness": odds.skewness,
        "largest_pay": float(odds.largest_pay),
        "rows": [
            {"row": line.row, "pays": line.pays, "probability": float(odds.probability(line))}
            for line in odds.lines
            if line.result == "win"
        ],
        "interval": odds.interval,
    }
    if isinstance(odds, SolvedOdds):
        figures["chart_edge"], figures["spread_simulated"] = -odds.chart_value, odds.total
    if isinstance(odds, CombinedOdds):
        figures["game"] = game_json(odds)
    return figures


def game_json(odds: CombinedOdds) -> CombinedOddsJson:
    """Return the figures of all wagers of a hand together for JSON, in units of the ante."""
    return {
        "parts": {name: float(brought) for name, brought in odds.parts.items()},
        "average_wager": float(odds.average_wager),
        "element_of_risk": float(odds.element_of_risk),
        "decisions": {name: float(share) for name, share in odds.decisions.items()},
    }


def fraction_text(value: Fraction) -> str:
    """Return a fraction as `p/q` in lowest terms."""
    return f"{value.numerator}/{value.denominator}"


def options_json(rules: TableRules) -> dict[str, str | int | bool]:
    """Return the selected options as text in the form that the command line accepts."""
    options = rules.rulebook.written.options
    return {
        name: format_amount(Cents(value))
        if options[name].kind == "money" and isinstance(value, int)
        else option_text(value)
        for name, value in rules.options.items()
        if value is not None
    }


def option_text(value: OptionValue) -> str | int | bool:
    """Return the value of an option in the form in which JSON output has it."""
    if isinstance(value, PayOdds):
        return value.text
    if isinstance(value, Fraction):
        return f"{float(value * 100):g}%"
    return value if value is not None else ""
