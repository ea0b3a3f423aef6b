"""House way: the arrangement of thirteen cards with the highest expected number of points.

A row is assumed to win as often as its strength wins against rows set by this same rule; the rulebook contains the
distribution of those strengths in steps of 1/32. The rows are treated as independent. Each counts one point, plus its
bonus; winning all three rows counts three more points, and losing all three loses them. All numbers are integers, so
every machine finds the same arrangement.

The house way is offered to players as help, sets the hands of players who do not answer, and sets the opponents' hands
in the odds. The functions are plain Python: the live table calls them directly, and kernels compile them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from croupier.cards import Card
from croupier.families.thirteen_card.hand_values import (
    FRONT_CARDS,
    HAND_CARDS,
    ROW_CARDS,
    Rows,
    category,
    five_card_strengths,
    front_strengths,
    least_middle,
    position_of,
    strength,
)
from croupier.hands.hand_strength import Category

PARTS = 32
"""Number of equally frequent steps into which the strengths of set rows are divided."""
UNIT = 1024
"""Number that stands for a win frequency of 1; other frequencies are fractions of it."""
SPLITS = 8192
FIVES = tuple(sum(1 << place for place in places) for places in combinations(range(HAND_CARDS), ROW_CARDS))
THREES = tuple(sum(1 << place for place in places) for places in combinations(range(HAND_CARDS), FRONT_CARDS))
BUCKET, BUCKETS = 6, 128
NOT_FOUND = -(1 << 60)


class RowTables(NamedTuple):
    """Lookup tables of the three rows, indexed by the position of a row's strength: win frequency and bonus points.

    Win frequencies are in parts of `UNIT`.
    """

    front: Sequence[int]
    middle: Sequence[int]
    back: Sequence[int]
    front_bonus: Sequence[int]
    middle_bonus: Sequence[int]
    back_bonus: Sequence[int]
    least_middle: Sequence[int]


@lru_cache(maxsize=8)
def row_tables(steps: tuple[tuple[int, ...], ...], bonus: frozenset[tuple[str, Category, int]]) -> RowTables:
    """Return the lookup tables of the three rows: win frequencies and bonus points.

    `steps` contains, for each row, the quantiles 0/32, 1/32 ... 32/32 of the positions of set rows.
    """
    ladders = front_strengths(), five_card_strengths(), five_card_strengths()
    chances = [
        tuple(_chance(place, own) for place in range(len(rungs) + 1)) for rungs, own in zip(ladders, steps, strict=True)
    ]
    extra = {(row, kind): points for row, kind, points in bonus}
    brought = [
        (0, *(extra.get((row, category(rung)), 0) for rung in rungs))
        for row, rungs in zip(("front", "middle", "back"), ladders, strict=True)
    ]
    (front, middle, back), (front_bonus, middle_bonus, back_bonus) = chances, brought
    return RowTables(front, middle, back, front_bonus, middle_bonus, back_bonus, least_middle())


def _chance(place: int, steps: Sequence[int]) -> int:
    """Return how often a row with a strength at this position wins, by linear interpolation between two steps."""
    low, high = bisect_left(steps, place), bisect_right(steps, place)
    if low < high:  # rows of the same strength win half of the time
        return UNIT // PARTS * (low + high - 1) // 2
    if low in (0, len(steps)):
        return 0 if low == 0 else UNIT
    between = steps[low] - steps[low - 1]
    return UNIT // PARTS * (low - 1) + UNIT // PARTS * (place - steps[low - 1]) // between


def expected_points(front: int, middle: int, back: int, front_bonus: int, middle_bonus: int, back_bonus: int) -> int:
    """Return the expected points of three rows that win with these frequencies, in parts of `UNIT` cubed."""
    rows = (2 + front_bonus) * front + (2 + middle_bonus) * middle + (2 + back_bonus) * back
    shots = front * middle * back - (UNIT - front) * (UNIT - middle) * (UNIT - back)
    return rows * UNIT * UNIT + 3 * shots


def order_by_strength(places: Any, fives: Any, ends: Any, order: Any) -> None:
    """Sort all choices of five of the thirteen cards approximately by descending strength (bucket sort)."""
    for bucket in range(BUCKETS + 1):
        ends[bucket] = 0
    for mask in fives:
        ends[BUCKETS - (places[mask] >> BUCKET)] += 1
    for bucket in range(1, BUCKETS + 1):
        ends[bucket] += ends[bucket - 1]
    for number in range(len(fives)):
        bucket = BUCKETS - (places[fives[number]] >> BUCKET)
        ends[bucket] -= 1
        order[ends[bucket]] = number


def find_best_rows(
    places: Any, fives: Any, threes: Any, fronts: Any, ends: Any, order: Any, tables: Any
) -> tuple[int, int]:
    """Return the best back and middle row as bit masks of the thirteen cards.

    `places` contains the position of each choice of three or five cards, by its mask; `fronts` the choices of a front
    row for each back row. Ties go to the stronger back row, then to the stronger middle row, then to the first cards.
    """
    front_wins, middle_wins, back_wins, front_bonus, middle_bonus, back_bonus, least = tables
    order_by_strength(places, fives, ends, order)
    top_front = 0
    for mask in threes:
        top_front = max(top_front, places[mask])
    found, found_back, found_middle, best_back, best_middle = NOT_FOUND, 0, 0, 0, 0
    for number in order:
        back = fives[number]
        at_back = places[back]
        back_win, back_brings, rest = back_wins[at_back], back_bonus[at_back], SPLITS - 1 ^ back
        # A stronger row wins more often and has a larger bonus, so the strongest remaining rows give an upper bound.
        bound = expected_points(
            front_wins[top_front], middle_wins[at_back], back_win,
            front_bonus[top_front], middle_bonus[at_back], back_brings,
        )  # fmt: skip
        if bound < found:
            continue
        left_front = left_middle = 0
        for front in fronts[number]:
            at_front, at_middle = places[front], places[rest ^ front]
            if least[at_front] <= at_middle <= at_back:
                left_front, left_middle = max(left_front, at_front), max(left_middle, at_middle)
        bound = expected_points(
            front_wins[left_front], middle_wins[left_middle], back_win,
            front_bonus[left_front], middle_bonus[left_middle], back_brings,
        )  # fmt: skip
        if bound < found:
            continue
        for front in fronts[number]:
            middle = rest ^ front
            at_front, at_middle = places[front], places[middle]
            if at_middle > at_back or at_middle < least[at_front]:
                continue
            value = expected_points(
                front_wins[at_front], middle_wins[at_middle], back_win,
                front_bonus[at_front], middle_bonus[at_middle], back_brings,
            )  # fmt: skip
            if value > found or (
                value == found
                and (at_back, at_middle, -back, -middle) > (found_back, found_middle, -best_back, -best_middle)
            ):
                found, found_back, found_middle = value, at_back, at_middle
                best_back, best_middle = back, middle
    return best_back, best_middle


@cache
def front_choices() -> tuple[tuple[int, ...], ...]:
    """Return, for each choice of five cards as back row, the front rows that remain possible, as bit masks."""
    return tuple(tuple(front for front in THREES if not front & back) for back in FIVES)


def positions_by_mask(cards: Sequence[Card]) -> list[int]:
    """Return the strength position of each choice of three or five of thirteen cards, indexed by its bit mask."""
    places = [0] * SPLITS
    for masks, many in ((FIVES, ROW_CARDS), (THREES, FRONT_CARDS)):
        for mask in masks:
            places[mask] = position_of(strength(cards_of_mask(cards, mask)), many)
    return places


def cards_of_mask(cards: Sequence[Card], mask: int) -> tuple[Card, ...]:
    return tuple(card for place, card in enumerate(cards) if mask >> place & 1)


def in_fixed_order(cards: Sequence[Card]) -> list[Card]:
    """Return the cards in a fixed order that does not depend on the deal."""
    return sorted(cards, key=lambda card: (-((card.rank - 2) % 13), card.suit))


def house_arrangement(cards: Sequence[Card], tables: RowTables) -> Rows:
    """Return the three rows into which the house way sets thirteen cards."""
    return _best_rows(tuple(in_fixed_order(cards)), tables)


@lru_cache(maxsize=1024)
def _best_rows(cards: tuple[Card, ...], tables: RowTables) -> Rows:
    back, middle = find_best_rows(
        positions_by_mask(cards), FIVES, THREES, front_choices(), [0] * (BUCKETS + 1), [0] * len(FIVES), tables
    )
    front = SPLITS - 1 ^ back ^ middle
    return cards_of_mask(cards, front), cards_of_mask(cards, middle), cards_of_mask(cards, back)


def good_rows(cards: Sequence[Card], tables: RowTables, many: int) -> list[Rows]:
    """Return the best arrangements, best first: for each back row, the best middle and front row."""
    cards = tuple(in_fixed_order(cards))
    places = positions_by_mask(cards)
    candidates = []
    for number, back in enumerate(FIVES):
        found = (NOT_FOUND, 0)
        for front in front_choices()[number]:
            middle = SPLITS - 1 ^ back ^ front
            at_front, at_middle, at_back = places[front], places[middle], places[back]
            if tables.least_middle[at_front] <= at_middle <= at_back:
                found = max(found, (expected_points_at(at_front, at_middle, at_back, tables), -middle))
        if found[1]:
            candidates.append((-found[0], back, -found[1]))
    rows: list[Rows] = []
    for _, back, middle in sorted(candidates):
        arrangement = (
            cards_of_mask(cards, SPLITS - 1 ^ back ^ middle),
            cards_of_mask(cards, middle),
            cards_of_mask(cards, back),
        )
        if not any(_equal_strengths(arrangement, other) for other in rows):
            rows.append(arrangement)
        if len(rows) == many:
            break
    return rows


def expected_points_at(front: int, middle: int, back: int, tables: RowTables) -> int:
    """Return the expected points of three rows, given the positions of their strengths."""
    return expected_points(
        tables.front[front], tables.middle[middle], tables.back[back],
        tables.front_bonus[front], tables.middle_bonus[middle], tables.back_bonus[back],
    )  # fmt: skip


def _equal_strengths(one: Rows, other: Rows) -> bool:
    """Return whether two arrangements have rows of equal strength."""
    return all(strength(own_row) == strength(other_row) for own_row, other_row in zip(one, other, strict=True))
