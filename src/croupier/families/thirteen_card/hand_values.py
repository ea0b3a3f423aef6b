"""Values of rows of three and five cards, and the order in which rows must be set.

A front row can be three of a kind, a pair or high cards; straights and flushes do not count there. [CA-13C-A6] Its
strength has the same encoding as that of five cards, with fewer kickers, so the two can be compared directly: ranks are
bits of a number, and additional kickers never make a row lower. [CA-13C-A15]
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from croupier.cards import Card
from croupier.hands.card_parsing import index_of, rank_bit
from croupier.hands.hand_names import name_of
from croupier.hands.hand_strength import (
    NO_CARDS,
    RANK_BITS,
    RANKS,
    Category,
    Levels,
    Wheel,
    add_rank,
    flush_strength,
    strength5,
    strength_of,
    strength_order,
    wheel_position,
)

FRONT, MIDDLE, BACK = "front", "middle", "back"
ROWS = (FRONT, MIDDLE, BACK)
SIZES = ((FRONT, 3), (MIDDLE, 5), (BACK, 5))
FRONT_CARDS, ROW_CARDS, HAND_CARDS = 3, 5, 13
WHEEL = wheel_position(ROW_CARDS, Wheel.LOW)
"""Position of A-2-3-4-5 among the straights: the lowest. [004 L109, L229]"""

Rows = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


def strength_of_front(levels: Levels) -> int:
    """Return the strength of three cards, ignoring suits; higher wins."""
    ones, twos, threes, _, _ = levels
    if threes:
        return strength_of(Category.THREE_OF_A_KIND, threes, 0)
    return strength_of(Category.PAIR, twos, ones ^ twos) if twos else ones


def strength(cards: Sequence[Card]) -> int:
    """Return the strength of a row of three or five cards."""
    levels = NO_CARDS
    for card in cards:
        levels = add_rank(levels, rank_bit(index_of(card)))
    if len(cards) == FRONT_CARDS:
        return strength_of_front(levels)
    suited = len({card.suit for card in cards}) == 1
    by_ranks = strength5(levels, WHEEL)
    return max(by_ranks, flush_strength(ROW_CARDS, levels[0], WHEEL)) if suited else by_ranks


def category(strength: int) -> Category:
    return Category(strength >> 2 * RANK_BITS)


def has_row_sizes(rows: Sequence[Sequence[Card]]) -> bool:
    """Return whether the rows have three, five and five cards. [004 L62]"""
    return [len(row) for row in rows] == [many for _, many in SIZES]


def first_misordered_rows(rows: Sequence[Sequence[Card]]) -> tuple[str, str] | None:
    """Return the first two rows in the wrong order: the upper one outranks the lower one; or None. [004 L62]"""
    front, middle, back = map(strength, rows)
    if front > middle:
        return FRONT, MIDDLE
    return (MIDDLE, BACK) if middle > back else None


def foul_reason(rows: Sequence[Sequence[Card]]) -> str | None:
    """Return why an arrangement of rows is foul, or None. [004 L213]"""
    if not has_row_sizes(rows):
        return "the cards lie three in front, five in the middle, five at the back"
    wrong = first_misordered_rows(rows)
    return None if wrong is None else f"the {wrong[0]} may not outrank the {wrong[1]}"


def row_name(strength: int) -> str:
    """Return the name of the poker hand that a row with this strength is."""
    return name_of(ROW_CARDS, strength, Wheel.LOW)


# Positions of rows in the order of all possible rows, from 1: small numbers for tables and kernels


def _sets(many: int) -> Iterable[int]:
    return (sum(1 << rank for rank in ranks) for ranks in combinations(range(RANKS), many))


@cache
def front_strengths() -> tuple[int, ...]:
    """Return all 455 different strengths that a front row of three cards can have, lowest first."""
    pairs = (strength_of(Category.PAIR, one, other) for one in _sets(1) for other in _sets(1) if one != other)
    threes = (strength_of(Category.THREE_OF_A_KIND, one, 0) for one in _sets(1))
    return tuple(sorted([*_sets(3), *pairs, *threes]))


def five_card_strengths() -> tuple[int, ...]:
    """Return all strengths that five cards can have, lowest first, five of a kind included.

    One deck cannot form five of a kind.
    """
    return strength_order(ROW_CARDS, Wheel.LOW)


def position_of(strength: int, cards: int) -> int:
    """Return the position of a row's strength among all strengths of rows of its size, from 1 for the lowest."""
    return bisect_left(front_strengths() if cards == FRONT_CARDS else five_card_strengths(), strength) + 1


@cache
def least_middle() -> tuple[int, ...]:
    """Return, for each position of a front row's strength, the lowest position of a middle row that is not weaker.

    Positions start at 1, so index 0 has the value 0.
    """
    return 0, *(position_of(strength, ROW_CARDS) for strength in front_strengths())
