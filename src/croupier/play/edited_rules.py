"""Rules with a changed rulebook: other pays of a wager, an added wager, another cut card; the options stay."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from croupier.errors import BadInput, suggestion
from croupier.play.rulebook_library import family_rules
from croupier.rulebook.loader import load_edited
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules


def with_entry(book: Rulebook, table: str, name: str, entry: Any) -> Rulebook:
    """Return the rulebook with one entry of a TOML table added or replaced; raise `BadInput` if it is not valid."""
    data = copy.deepcopy(dict(book.data))
    data.setdefault(table, {})[name] = entry
    return load_edited(book, data, family_rules())


def written_rows(rules: TableRules, wager: str) -> list[dict[str, Any]]:
    """Return the rows of a wager's pay table in force, as the rulebook has them."""
    entry = _wager_entry(rules, wager)
    rows = entry["paytables"][rules.options["paytable"]] if "paytables" in entry else entry["pays"]
    return list(rows)


def with_pays(rules: TableRules, wager: str, pays: Mapping[int, str]) -> TableRules:
    """Return the rules with other odds in the given rows, by row number from 0; other pay tables stay.

    A changed row no longer follows an option that sets or raises its odds.
    """
    rows = written_rows(rules, wager)
    changed = [dict(row) for row in rows]
    for number, odds in pays.items():
        changed[number].pop("raised", None)
        changed[number]["odds"] = odds
    entry = copy.deepcopy(_wager_entry(rules, wager))
    if "paytables" in entry:
        entry["paytables"][rules.options["paytable"]] = changed
    else:
        entry["pays"] = changed
    return replace(rules, rulebook=with_entry(rules.rulebook, "wager", wager, entry))


def with_cut_card(rules: TableRules, cards: int) -> TableRules:
    """Return the rules with the cut card so many cards from the back of the shoe."""
    return replace(rules, rulebook=with_entry(rules.rulebook, "shoe", "cut_from_back", cards))


def _wager_entry(rules: TableRules, wager: str) -> dict[str, Any]:
    wagers = rules.rulebook.data["wager"]
    if wager not in wagers or wager not in rules.wagers:
        raise BadInput.at(wager, f"is not a wager of {rules.rulebook.title}{suggestion(wager, rules.wagers)}")
    entry: dict[str, Any] = wagers[wager]
    return entry
