"""Arrangements offered to a player who sets thirteen cards; the house way comes first."""

from __future__ import annotations

from functools import lru_cache

from croupier.cards import Card
from croupier.cards.pack import require_card
from croupier.families.thirteen_card.clean_sweeps import arrangement_for_sweep, counts_of, possible_sweeps
from croupier.families.thirteen_card.hand_names import row_value
from croupier.families.thirteen_card.hand_values import ROWS, Rows, foul_reason
from croupier.families.thirteen_card.house_way import RowTables, good_rows, house_arrangement, in_fixed_order
from croupier.families.thirteen_card.result import best_sweep
from croupier.families.thirteen_card.rules import rules_of, section_of, tables_of
from croupier.play.family import OfferedArrangement
from croupier.play.round import HandToSet
from croupier.rulebook.table_rules import TableRules

OFFERED = 5
"""Number of arrangements that a player is offered; each two differ in the value of at least one row."""


def offered_arrangements(rules: TableRules, setting: HandToSet) -> tuple[OfferedArrangement, ...]:
    """Return the best arrangements, best first, and one for a Clean Sweep that must be set in rows."""
    cards = tuple(in_fixed_order([require_card(piece) for piece in setting.cards]))
    arrangements = _good_arrangements(cards, tables_of(rules))
    best = best_sweep(possible_sweeps(*counts_of(cards)), rules_of(rules))
    swept = arrangement_for_sweep(best, cards, needs_order=bool(rules.value(section_of(rules).sweep_needs_order)))
    return (
        arrangements
        if swept is None or swept in [way.hands for way in arrangements]
        else (*arrangements, _offer(swept, is_house_way=False))
    )


@lru_cache(maxsize=256)
def _good_arrangements(cards: tuple[Card, ...], tables: RowTables) -> tuple[OfferedArrangement, ...]:
    house_way = house_arrangement(cards, tables)
    others = [rows for rows in good_rows(cards, tables, OFFERED) if rows != house_way]
    return (
        _offer(house_way, is_house_way=True),
        *(_offer(rows, is_house_way=False) for rows in others[: OFFERED - 1]),
    )


def _offer(rows: Rows, *, is_house_way: bool) -> OfferedArrangement:
    values = {name: row_value(row) for name, row in zip(ROWS, rows, strict=True)}
    return OfferedArrangement(rows, {name: one for name, one in values.items() if one}, foul_reason(rows), is_house_way)
