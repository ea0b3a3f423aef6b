"""Exact par sheet of pai gow poker, over all hands or all deals of two hands."""

from __future__ import annotations

from croupier.errors import BadInput
from croupier.families.pai_gow.poker.odds.exact import fact_table_for, house_way_reading
from croupier.odds.par_sheet import ParSheet, counted_sheet
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.table_rules import TableRules


def pai_gow_sheet(rules: TableRules, shoe: Composition | None) -> ParSheet:
    """Return the par sheet with both hands set the house way; wagers that may be added later count as placed."""
    require_whole_deck(rules, shoe)
    reading = house_way_reading(rules)
    return counted_sheet(rules, None, lambda wager, _: fact_table_for(reading, [wager], wager.facts))


def require_whole_deck(rules: TableRules, shoe: Composition | None) -> None:
    if shoe is not None and shoe != Composition.of_decks(rules.shoe.decks):
        raise BadInput.at("shoe", "every round is dealt from a whole deck, so there is nothing left over to count from")
