"""Par sheets of edited rules from an earlier sheet, where nothing but pays or names has changed.

The edge of such a wager is linear in its pays: one count of its rows is enough, so a new pay is priced without counting
again. Everything else gives None, and is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from croupier.money.pay_odds import PayOddsKind
from croupier.odds.design import odds_with_pays
from croupier.odds.par_sheet import ParSheet
from croupier.odds.wager_odds import CombinedOdds, SolvedOdds, WagerOdds
from croupier.rulebook.table_rules import TableRules

WITHOUT_EFFECT = frozenset(
    {"id", "title", "house", "source", "earlier", "summary", "cite", "modes", "wager", "notice", "procedure", "step"}
)
"""Tables and keys of a rulebook that change no odds; wagers are compared one by one."""
PAY_KEYS = frozenset({"odds", "raised", "cite", "name"})
"""Keys of a pay row that its edge is linear in, or that change nothing."""
WORDS = frozenset({"title", "short_title", "spot_title", "summary", "cite"})


def repriced_sheet(known: ParSheet, rules: TableRules) -> ParSheet | None:
    """Return the sheet of these rules from the sheet of others, or None if more than pays and names differ."""
    if known.rules.options != rules.options or list(known.rules.wagers) != list(rules.wagers):
        return None
    if _without(known.rules.rulebook.data, WITHOUT_EFFECT) != _without(rules.rulebook.data, WITHOUT_EFFECT):
        return None
    wagers: dict[str, WagerOdds] = {}
    for name in rules.wagers:
        before, after = (one.rulebook.data["wager"][name] for one in (known.rules, rules))
        if _shape(before) != _shape(after):
            return None
        odds = known.wagers.get(name)
        if _pays(before) == _pays(after):
            if odds is not None:
                wagers[name] = replace(odds, title=rules.wagers[name].title)
            continue
        if odds is None or not _is_linear(known, name, rules):
            return None
        pays = {row.number: row.odds for row in rules.wagers[name].rows}
        changed = {
            row.number: pays[row.number] for row in known.rules.wagers[name].rows if row.odds != pays[row.number]
        }
        wagers[name] = replace(odds_with_pays(known.rules.wagers[name], odds, changed), title=rules.wagers[name].title)
    return replace(known, rules=rules, wagers=wagers)


def _without(data: Mapping[str, Any], keys: frozenset[str]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


def _shape(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return a wager's entry without words and pays."""
    return {key: _rows_without_pays(value) for key, value in entry.items() if key not in WORDS}


def _rows_without_pays(value: Any) -> Any:
    if isinstance(value, list) and value and all(isinstance(row, dict) and "odds" in row for row in value):
        return [_without(row, PAY_KEYS) for row in value]
    if isinstance(value, dict):
        return {key: _rows_without_pays(item) for key, item in value.items()}
    return value


def _pays(entry: Mapping[str, Any]) -> Any:
    """Return what a wager's pay tables pay, row by row."""
    tables = [entry.get("pays", []), *entry.get("paytables", {}).values()]
    return [[(row["odds"], row.get("raised")) for row in rows] for rows in tables]


def _is_linear(known: ParSheet, name: str, rules: TableRules) -> bool:
    """Return whether other pays change neither the play nor which row is paid."""
    if isinstance(known.wagers[name], SolvedOdds):
        return False
    if any(isinstance(odds, CombinedOdds) and name in odds.parts for odds in known.wagers.values()):
        return False
    before, after = known.rules.wagers[name], rules.wagers[name]
    if isinstance(known.wagers[name], CombinedOdds) or before.pays_rows == "largest":
        return False
    if before.limit.least != after.limit.least or before.charges != after.charges:
        return False
    kinds = [[(row.number, row.odds.kind, row.meter) for row in wager.rows] for wager in (before, after)]
    return kinds[0] == kinds[1] and not any(kind is PayOddsKind.SHARE for _, kind, _ in kinds[0])
