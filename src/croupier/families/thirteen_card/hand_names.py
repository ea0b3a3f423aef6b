"""Values of rows in the form that screens show."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Card
from croupier.families.thirteen_card.hand_values import FRONT_CARDS, ROW_CARDS, category, strength
from croupier.hands.hand_names import RANK_MASK, ranks_in
from croupier.hands.hand_strength import RANK_BITS, Category
from croupier.play.hands_on_table import HandValue

LETTERS = "23456789TJQKA"
FIVE_PLACE = 3
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
