"""Odds of a table with its meters and effects of removal: what `croupier odds` prints and the library returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import RANK_LETTERS
from croupier.errors import BadInput, suggestion
from croupier.odds.family_odds import exact_par_sheet, exact_progressive_odds, odds_of
from croupier.odds.optional_packages import require_package
from croupier.odds.par_sheet import ParSheet, SheetJson, sheet_json
from croupier.odds.progressive import ProgressiveOdds, progressive_json, seats_of
from croupier.odds.removal_effects import WagerEffects, effects_json
from croupier.odds.result_display import bar_plot, html_table
from croupier.odds.shipped_sheets import load_shipped_sheet, progressive_wagers
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.table_rules import TableRules


@dataclass(frozen=True)
class PricedOdds:
    """Par sheet with the odds of meters and, if they were asked for, the effects of removal."""

    sheet: ParSheet
    progressives: Mapping[str, ProgressiveOdds]
    effects: Mapping[str, WagerEffects]


@dataclass(frozen=True)
class RemovalEffects:
    """Change of each wager's house edge when one card of a rank leaves the shoe."""

    sheet: ParSheet
    wagers: Mapping[str, WagerEffects]

    def __getitem__(self, wager: str) -> WagerEffects:
        if wager not in self.wagers:
            raise BadInput.at(wager, f"has no effects of removal here{suggestion(wager, self.wagers)}")
        return self.wagers[wager]

    @property
    def ranks(self) -> tuple[str, ...]:
        """Letters of the ranks that are in the shoe, in the order of the columns of `array`."""
        ranks = {rank for one in self.wagers.values() for rank in one.by_rank}
        return tuple(RANK_LETTERS[rank - 1] for rank in sorted(ranks))

    @property
    def array(self) -> NDArray[np.float64]:
        """Effects as an array, a row for each wager and a column for each rank."""
        return np.array([[float(effect) for _, effect in sorted(one.by_rank.items())] for one in self.wagers.values()])

    def __repr__(self) -> str:
        countable = [name for name, one in self.wagers.items() if one.can_be_counted]
        found = f"can be counted: {', '.join(countable)}" if countable else "none can be counted"
        return f"<{self.sheet.rules.id}, effects of removal of {len(self.wagers)} wagers; {found}>"

    def _repr_html_(self) -> str:
        """Return the effects in percent as an HTML table with a plot, for notebooks."""
        titles = [self.sheet.wagers[name].title for name in self.wagers]
        shown = [[f"{100 * effect:+.4f}" for effect in row] for row in self.array]
        rows = [(title, *cells) for title, cells in zip(titles, shown, strict=True)]
        table = html_table(("House edge %, after one leaves", *self.ranks), rows, self.sheet.rules.rulebook.title)
        bars = {title: [100 * effect for effect in row] for title, row in zip(titles, self.array, strict=True)}
        return table + bar_plot("rank that leaves the shoe", "change of the house edge, %", self.ranks, bars)


def check_shoe(rules: TableRules, *, removed: bool = False, left: bool = False, effects: bool = False) -> None:
    """Refuse cards that have left, in games that deal every round from full decks. [004 L649, L3573]"""
    if not rules.rulebook_shuffles_each_round:
        return
    for given, where in ((removed, "--removed"), (left, "--left"), (effects, "--effects")):
        if given:
            raise BadInput.at(where, f"{rules.rulebook.title} deals every round from a whole deck; no card has left it")


def priced_odds(
    rules: TableRules, shoe: Composition | None = None, *, players: int = 1, with_effects: bool = False
) -> PricedOdds:
    """Return the shipped odds if they are for these rules and cards, else count them."""
    seats_of(rules, players)
    shipped = load_shipped_sheet(rules) if shoe is None else None
    if shipped and not with_effects:
        return PricedOdds(shipped.sheet, {name: odds[players - 1] for name, odds in shipped.progressives.items()}, {})
    require_package("numba", "odds")
    from croupier.odds.played_rounds.simulate import priced_par_sheet  # noqa: PLC0415 - needs Numba

    # Effects of removal are those of counted wagers.
    sheet = exact_par_sheet(rules, shoe) if with_effects else priced_par_sheet(rules, shoe)
    progressives = {name: exact_progressive_odds(sheet, name, players) for name in progressive_wagers(sheet)}
    removal_effects = odds_of(rules).removal_effects if with_effects else None
    return PricedOdds(sheet, progressives, {} if removal_effects is None else removal_effects(sheet))


def removal_effects_of(rules: TableRules, shoe: Composition | None = None) -> RemovalEffects:
    """Return the effects of removal of every counted wager, from a full shoe or from the cards that are left."""
    check_shoe(rules, effects=True)
    priced = priced_odds(rules, shoe, with_effects=True)
    return RemovalEffects(priced.sheet, priced.effects)


def priced_odds_json(priced: PricedOdds) -> SheetJson:
    """Return the output of `croupier odds --json`, a contract: see docs/reference/commands.md."""
    more: dict[str, dict[str, Any]] = {name: {} for name in priced.sheet.wagers}
    for name, odds in priced.progressives.items():
        more[name]["meters"] = progressive_json(odds)
    for name, effects in priced.effects.items():
        more[name]["effects"] = effects_json(effects)
    return sheet_json(priced.sheet, more)
