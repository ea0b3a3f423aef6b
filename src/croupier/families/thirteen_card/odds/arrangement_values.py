"""Expected points of every legal arrangement against opponents who set the house way.

The opponents' hands are dealt from the other 39 cards. Opponents declare every Clean Sweep and never surrender. All
arrangements meet the same deals, so differences between them are more accurate than the values themselves. The first
deals are played by all arrangements; further deals only by those that can still be the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.families.thirteen_card.hand_values import Rows, position_of, strength
from croupier.families.thirteen_card.house_way import SPLITS, cards_of_mask, house_arrangement, in_fixed_order
from croupier.families.thirteen_card.odds.kernels import (
    DECK,
    add_points_against,
    arrange_deals,
    arranging_tables,
    legal_arrangements,
    scoring_tables,
)
from croupier.families.thirteen_card.rules import rules_of, tables_of
from croupier.hands.card_parsing import index_of
from croupier.odds.simulation.shuffle_kernels import start_of
from croupier.rulebook.table_rules import TableRules

MAX_ARRANGEMENTS = 72_072
FIRST_DEALS, MORE_DEALS, SECOND_STAGE_ARRANGEMENTS = 250, 2_000, 40
TWO_SIDED = 1.959963984540054


@dataclass(frozen=True)
class ArrangementPoints:
    """One arrangement and its expected points."""

    rows: Rows
    points: float
    """Average points won from all opponents together."""
    interval: float
    """Half the width of the 95 % confidence interval of `points`."""
    deals: int
    is_house_way: bool


def arrangement_points(
    rules: TableRules,
    cards: Sequence[Card],
    *,
    opponents: int = 3,
    deals: int = MORE_DEALS,
    first: int = FIRST_DEALS,
    seed: int = 1,
) -> list[ArrangementPoints]:
    """Return the expected points of every legal arrangement, best first.

    Arrangements with rows of equal strength count as one.
    """
    stand = in_fixed_order(cards)
    numbers = np.array([index_of(card) for card in stand], np.int64)
    tables = tables_of(rules)
    by, score = arranging_tables(tables), scoring_tables(rules_of(rules))
    arrangements, masks = np.zeros((MAX_ARRANGEMENTS, 4), np.int64), np.zeros((MAX_ARRANGEMENTS, 2), np.int64)
    many = legal_arrangements(numbers, by, arrangements, masks)
    arrangements, masks = arrangements[:many], masks[:many]
    left = np.setdiff1d(np.arange(DECK), numbers)
    hands = np.zeros((max(deals, first), opponents, 4), np.int64)
    arrange_deals(left, opponents, start_of(seed), 0, len(hands), by, score, hands)
    sums, squares, met = np.zeros(many, np.int64), np.zeros(many, np.int64), np.full(many, first)
    add_points_against(arrangements, hands[:first], by, score, sums, squares)
    again = np.argsort(-sums, kind="stable")[:SECOND_STAGE_ARRANGEMENTS]
    if deals > first:
        more, more_squares = np.zeros(len(again), np.int64), np.zeros(len(again), np.int64)
        add_points_against(arrangements[again], hands[first:deals], by, score, more, more_squares)
        sums[again] += more
        squares[again] += more_squares
        met[again] = deals
    own = [position_of(strength(row), len(row)) for row in house_arrangement(stand, tables)]
    is_own = (arrangements[:, :3] == own).all(axis=1)
    return [
        _arrangement_result(
            stand, masks[at], int(sums[at]), int(squares[at]), int(met[at]), is_house_way=bool(is_own[at])
        )
        for at in _best_first(sums / met, met)
    ]


def _best_first(means: NDArray[np.float64], met: NDArray[np.int64]) -> list[int]:
    """Return the indexes of the arrangements in order: those sampled with more deals first, then by descending mean."""
    order: list[int] = np.lexsort((-means, -met)).tolist()
    return order


def _arrangement_result(
    cards: Sequence[Card], masks: NDArray[np.int64], total: int, squares: int, deals: int, *, is_house_way: bool
) -> ArrangementPoints:
    back, middle = int(masks[0]), int(masks[1])
    rows = cards_of_mask(cards, SPLITS - 1 ^ back ^ middle), cards_of_mask(cards, middle), cards_of_mask(cards, back)
    mean = total / deals
    spread = sqrt(max(0.0, squares / deals - mean * mean) / deals)
    return ArrangementPoints(rows, mean, TWO_SIDED * spread, deals, is_house_way)
