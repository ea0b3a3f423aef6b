"""Strengths of rows that the house way sets, found by self-play, for the table in the rulebook.

The first iteration assumes that all strengths are equally likely. Each further iteration uses the strengths of the rows
set in the previous one, until they change only by chance. `python -m
croupier.families.thirteen_card.odds.row_strengths` prints the result.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.families.thirteen_card.hand_values import ROWS, five_card_strengths, front_strengths
from croupier.families.thirteen_card.house_way import PARTS, row_tables
from croupier.families.thirteen_card.odds.kernels import DECK, arrange_deals, arranging_tables, scoring_tables
from croupier.families.thirteen_card.points import PointRules
from croupier.families.thirteen_card.rules import rules_of
from croupier.odds.simulation.shuffle_kernels import start_of
from croupier.play.rulebook_library import load
from croupier.rulebook.table_rules import TableRules

PLAYERS = 4
TIMES, DEALS, SEED = 6, 5_000, 13
BOOK = "ca-13-card-chinese-poker"

Steps = tuple[tuple[int, ...], ...]


def uniform_steps() -> Steps:
    """Return quantiles of row strengths for the first iteration, in which all strengths are equally likely."""
    sizes = (len(rungs) for rungs in (front_strengths(), five_card_strengths(), five_card_strengths()))
    return tuple(tuple(max(1, size * part // PARTS) for part in range(PARTS + 1)) for size in sizes)


def set_hands_by(steps: Steps, rules: PointRules, first: int, deals: int) -> NDArray[np.int64]:
    """Deal hands and set each one the house way, assuming that the rows of opponents have the strengths `steps`.

    Return the positions of the three rows and the sweep of each hand, as an array of shape (deals, players, 4).
    """
    bonus = frozenset((row, kind, points) for (row, kind), points in rules.bonus.items())
    hands = np.zeros((deals, PLAYERS, 4), np.int64)
    whole, start = np.arange(DECK), start_of(SEED)
    arrange_deals(
        whole, PLAYERS, start, first, deals, arranging_tables(row_tables(steps, bonus)), scoring_tables(rules), hands
    )
    return hands


def steps_of_hands(hands: NDArray[np.int64]) -> Steps:
    parts = np.arange(PARTS + 1) / PARTS
    found = (np.quantile(hands[:, :, row], parts, method="lower") for row in range(len(ROWS)))
    return tuple(tuple(int(place) for place in own) for own in found)


def self_play_steps(rules: PointRules, times: int = TIMES, deals: int = DEALS) -> Steps:
    steps = uniform_steps()
    combined: list[NDArray[np.int64]] = []
    for time in range(times):
        hands = set_hands_by(steps, rules, time * deals, deals)
        # The first iterations use unrealistic strengths; only the hands of the last ones are combined.
        combined = [hands] if time < times // 2 else [*combined, hands]
        steps = steps_of_hands(np.concatenate(combined))
    return steps


if __name__ == "__main__":
    for row, own in zip(ROWS, self_play_steps(rules_of(TableRules.of(load(BOOK), {}))), strict=True):
        print(f"{row} = {list(own)}")
