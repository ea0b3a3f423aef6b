"""Arrangements offered to a player who sets thirteen cards, the house way first, and values of rows for screens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from croupier.cards import Card
from croupier.cards.pack import require_card
from croupier.families.thirteen_card.clean_sweeps import arrangement_for_sweep, counts_of, possible_sweeps
from croupier.families.thirteen_card.hand_values import (
    FRONT_CARDS,
    ROW_CARDS,
    ROWS,
    Rows,
    category,
    foul_reason,
    strength,
)
from croupier.families.thirteen_card.house_way import RowTables, good_rows, house_arrangement, in_fixed_order
from croupier.families.thirteen_card.round import best_sweep
from croupier.families.thirteen_card.rules import rules_of, section_of, tables_of
from croupier.hands.hand_names import RANK_MASK, ranks_in
from croupier.hands.hand_strength import RANK_BITS, Category
from croupier.play.family import OfferedArrangement
from croupier.play.hands_on_table import HandValue
from croupier.play.round import HandToSet
from croupier.rulebook.table_rules import TableRules

LETTERS = "23456789TJQKA"
STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


def row_value(cards: Sequence[Card]) -> HandValue | None:
    """Return the value of a row of three or five cards, or None for another number of cards."""
    if len(cards) not in (FRONT_CARDS, ROW_CARDS):
        return None
    found = strength(cards)
    kind, ranks_formed, kickers = category(found), found >> RANK_BITS & RANK_MASK, found & RANK_MASK
    if kind in STRAIGHTS:
        top = ranks_formed // 2  # in A-2-3-4-5 the five counts as the highest card
        ranks = [top]
    else:
        ranks = [*ranks_in(ranks_formed), *ranks_in(kickers)]
    return {
        "total": None,
        "is_soft": False,
        "category": kind.name.lower().replace("_", "-"),
        "ranks": [LETTERS[rank] for rank in ranks],
        "cards": [str(card) for card in cards],
    }


OFFERED = 5
"""Number of arrangements that a player is offered; each two differ in the value of at least one row."""


def offered_arrangements(rules: TableRules, setting: HandToSet) -> tuple[OfferedArrangement, ...]:
    """Return the best arrangements of a seat's cards, best first.

    One for a Clean Sweep is added if the cards form a sweep that must be set in rows.
    """
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
