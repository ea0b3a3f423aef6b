"""Best fixed chart: one code for each hard total, soft total and pair against each up card.

A cell covers many hands. Its code has the highest expected value over all of them, each weighted by how often play by
the chart leads to it. Codes of lower totals change how often higher totals occur, so each column is chosen again until
it no longer changes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.hand_values import ACE, TEN
from croupier.families.blackjack.odds.actions import (
    FOLLOW,
    HIT,
    SPLIT,
    SURRENDER_SPLIT,
    TOTALS,
    Chart,
    may_double,
    may_surrender,
)
from croupier.families.blackjack.odds.hand_tables import StandingChances, player_hands, two_card_rows
from croupier.families.blackjack.odds.kernels import chart_column, hand_chances
from croupier.families.blackjack.odds.up_card import WITHOUT_DOUBLE, UpCardSolver
from croupier.families.blackjack.rules import BlackjackRules, SplitBy, Surrender

MOST_PASSES = 20
NEARLY_EQUAL = 1e-12
"""Difference up to which two computed values count as equal, because they were rounded differently."""
HARDLY_EVER = 1e-9
"""Weight of hands that a player who follows the chart never has; their cells of the chart are chosen too."""


def best_chart(facings: dict[int, UpCardSolver], standing: StandingChances) -> Chart:
    """Return the best chart, found from the values that perfect play has against each up card."""
    chart = Chart.standing()
    chart.hard[:], chart.soft[:] = HIT, HIT
    for facing in facings.values():
        _Column(facing, standing, chart).choose()
    for table in (chart.hard, chart.soft, chart.pair):
        table.setflags(write=False)
    return chart


class _Column:
    """One column of a chart while it is chosen: the codes of all hands against one up card."""

    def __init__(self, facing: UpCardSolver, standing: StandingChances, chart: Chart) -> None:
        self.facing, self.standing, self.chart, self.up = facing, standing, chart, facing.up
        self.rules: BlackjackRules = facing.rules
        self.deals = two_card_chances(facing)
        self.give_up = self._surrender_values()
        totals = range(TOTALS)
        self.doubles = np.array([may_double(self.rules, total, after_split=False) for total in totals], np.bool_)
        self.always: NDArray[np.float64] = self._longer_hand_chances(self.deals, np.ones(len(self.deals)))

    def choose(self) -> None:
        """Choose the codes of totals, then those of pairs; repeat both until the codes of pairs stay the same."""
        hits = (self.facing.policy == HIT).astype(np.float64)
        for _ in range(MOST_PASSES):
            pairs = self.chart.pair[:, self.up].copy()
            hits = self._settle_totals(hits)
            self._pairs()
            if np.array_equal(pairs, self.chart.pair[:, self.up]):
                return

    def _settle_totals(self, hits: NDArray[np.float64]) -> NDArray[np.float64]:
        """Choose the codes of all totals repeatedly until they stay the same; return which hands are hit.

        `hits` and the result have one entry per row of `player_hands`: 1.0 if the hand is hit.
        """
        hands, two = player_hands(), self._two_card_weights()
        for _ in range(MOST_PASSES):
            self._totals(two, self._longer_hand_chances(two, hits))
            codes = np.where(hands.soft, self.chart.soft[hands.total, self.up], self.chart.hard[hands.total, self.up])
            before, hits = hits, (np.where(hands.cards == 2, codes, WITHOUT_DOUBLE[codes]) == HIT).astype(np.float64)
            if np.array_equal(before, hits):
                break
        return hits

    def _longer_hand_chances(self, two: NDArray[np.float64], hits: NDArray[np.float64]) -> NDArray[np.float64]:
        return hand_chances(player_hands(), self.facing.left, two, hits)

    def _totals(self, two: NDArray[np.float64], more: NDArray[np.float64]) -> None:
        codes = np.zeros((2, TOTALS), np.int8)
        codes[:] = HIT
        weights = (two, more + HARDLY_EVER * self.always)
        gives_up = may_surrender(self.rules, after_split=False)
        chances = self.standing.against(self.up)
        terms, left = self.facing.terms, self.facing.left
        chart_column(player_hands(), terms, left, chances, weights, self.doubles, self.give_up, gives_up, codes)
        self.chart.hard[:, self.up], self.chart.soft[:, self.up] = codes

    def _two_card_weights(self) -> NDArray[np.float64]:
        """Return the weight of each two-card hand that is played by its total; split pairs have almost none."""
        two = self.deals.copy()
        for value in range(1, 11):
            if self.chart.pair[value, self.up] != FOLLOW:
                two[two_card_rows()[value, value]] *= HARDLY_EVER
        return two

    def _surrender_values(self) -> NDArray[np.float64]:
        """Return the value of a surrender for each two-card hand.

        Values exclude rounds with a dealer's natural (see `kernels`). An early surrender also saves money against a
        natural; its value includes that gain.
        """
        loses = float(self.facing.payoffs.surrender_loses)
        values = np.zeros(len(self.deals))
        for row in np.flatnonzero(player_hands().cards == 2):
            safe = self.facing.no_natural_chance(int(row))
            values[row] = -loses + (1.0 - safe) if self.rules.surrender is Surrender.EARLY else -loses * safe
        return values

    def _pairs(self) -> None:
        """Choose the code of each pair of equal cards: split, surrender (or split), or play by the total."""
        facing = self.facing
        by_chart = UpCardSolver(self.rules, facing.payoffs, facing.shoe, self.standing, self.up, self.chart)
        gives_up = may_surrender(self.rules, after_split=False)
        for value in (value for value in range(1, 11) if facing.left[value - 1] >= 2):
            ranks = value == TEN and self.rules.split_by is SplitBy.RANK
            split = by_chart.tens_split_value() if ranks else by_chart.split(value)
            row = int(two_card_rows()[value, value])
            follow = by_chart.two_card_result(value, value, None) + 1.0 - facing.no_natural_chance(row)
            values_by_code = {FOLLOW: follow}
            if split is not None:
                values_by_code[SPLIT] = split
                # The total's code may surrender too, with the same value. Prefer this code, because it also splits the
                # pair where surrender is not legal.
                if gives_up and split > max(facing.values[row, 0], facing.values[row, 1]):
                    values_by_code[SURRENDER_SPLIT] = float(self.give_up[row]) + NEARLY_EQUAL
            self.chart.pair[value, self.up] = max(values_by_code, key=lambda code: values_by_code[code])


def two_card_chances(facing: UpCardSolver) -> NDArray[np.float64]:
    """Return the probability of each two-card hand, naturals excluded, from the shoe without the up card."""
    left, cards = facing.left, float(facing.left.sum())
    weights = np.zeros(len(player_hands().cards))
    for first in range(1, 11):
        for second in range(first, 11):
            if (first, second) != (ACE, TEN):
                arrangements = (
                    left[first - 1] * (left[second - 1] - 1)
                    if first == second
                    else 2 * left[first - 1] * left[second - 1]
                )
                weights[two_card_rows()[first, second]] = max(arrangements, 0.0) / (cards * (cards - 1))
    return weights
