"""The par sheet: every wager of a table, measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from croupier.games.baccarat_facts import Layout
from croupier.money.odds import Odds
from croupier.odds.composition import Composition
from croupier.odds.exact_baccarat import ExactBaccarat, NotCounted, require_baccarat
from croupier.odds.measures import WagerOdds, measure
from croupier.odds.table import EXACT
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.options import Chosen


@dataclass(frozen=True)
class ParSheet:
    """What a house posts to its regulator: each wager's odds, under these rules and this shoe."""

    house: HouseRules
    shoe: Composition | None
    """What the odds were counted from; None for simulated rounds of whole shoes."""
    method: str
    rounds: int
    """Equally likely deals counted, or rounds dealt."""
    wagers: Mapping[str, WagerOdds]
    not_counted: Mapping[str, str] = field(default_factory=dict)
    """Wagers that could not be counted exactly, and why."""

    def __getitem__(self, wager: str) -> WagerOdds:
        return self.wagers[wager]


def exact_par_sheet(house: HouseRules, shoe: Composition | None = None) -> ParSheet:
    """Count every wager of a table exactly, from a full shoe or from what is left of one.

    A wager that looks at its seat is measured from the first seat of the layout, every seat playing for the meters.
    """
    require_baccarat(house)
    cards = shoe or Composition.of_decks(house.shoe.decks)
    exact = ExactBaccarat.of(house)
    layout = Layout(house.seat_hands, frozenset(house.seats))
    counted: dict[str, WagerOdds] = {}
    not_counted: dict[str, str] = {}
    for wager in house.wagers.values():
        try:
            table = exact.table(cards, wager.facts, seat=house.seats[0], layout=layout)
        except NotCounted as reason:
            not_counted[wager.id] = str(reason)
            continue
        counted[wager.id] = measure(wager, table, paytable=paytable_of(house, wager.id))
    rounds = next(iter(counted.values())).total if counted else 0
    return ParSheet(house, cards, EXACT, rounds, counted, not_counted)


def paytable_of(house: HouseRules, wager: str) -> str | None:
    """The pay table in force, for a wager that has several."""
    table = house.options.get("paytable")
    return str(table) if house.book.written.wager[wager].paytables else None


def sheet_json(sheet: ParSheet) -> dict[str, Any]:
    """The sheet as `croupier odds --json` prints it. A contract: see docs/commands.md."""
    return {
        "rulebook": sheet.house.id,
        "digest": sheet.house.book.digest,
        "options": {name: option_text(value) for name, value in sheet.house.options.items() if value is not None},
        "method": sheet.method,
        "rounds": sheet.rounds,
        "wagers": [wager_json(odds) for odds in sheet.wagers.values()],
    }


def wager_json(odds: WagerOdds) -> dict[str, Any]:
    edge = odds.house_edge
    return {
        "wager": odds.wager,
        "paytable": odds.paytable,
        "house_edge": float(edge),
        "house_edge_exact": f"{edge.numerator}/{edge.denominator}" if odds.method == EXACT else None,
        "hit": float(odds.hit),
        "push": float(odds.push),
        "standard_deviation": odds.standard_deviation,
        "rows": [
            {"row": line.row, "pays": line.pays, "probability": float(odds.probability(line))}
            for line in odds.lines
            if line.result == "win"
        ],
        "interval": odds.interval,
    }


def option_text(value: Chosen) -> str | int | bool:
    """An option's value as JSON writes it."""
    if isinstance(value, Odds):
        return value.text
    if isinstance(value, Fraction):
        return f"{float(value * 100):g}%"
    return value if value is not None else ""
