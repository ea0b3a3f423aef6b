"""How strong the rows are that the house's rule lays, found by letting it play itself: for a rulebook's own table.

Begins with every strength equally likely; each time the strengths of the rows that were laid are what the next time
goes by, until they stay the same but for chance.
`python -m croupier.families.thirteen_card.odds.row_strengths` prints them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.families.thirteen_card.hand_values import ROWS, five_ladder, front_ladder
from croupier.families.thirteen_card.house_way import PARTS, row_tables
from croupier.families.thirteen_card.odds.kernels import DECK, arrange_deals, arranging_of, scoring_of
from croupier.families.thirteen_card.points import PointRules
from croupier.families.thirteen_card.rules import rules_of
from croupier.odds.simulation.shuffle_kernels import start_of
from croupier.play.rulebook_library import load
from croupier.rulebook.table_rules import TableRules

PLAYERS = 4
TIMES, DEALS, SEED = 6, 5_000, 13
BOOK = "ca-13-card-chinese-poker"

Steps = tuple[tuple[int, ...], ...]


def at_first() -> Steps:
    """As if every strength were as likely as any other."""
    sizes = (len(rungs) for rungs in (front_ladder(), five_ladder(), five_ladder()))
    return tuple(tuple(max(1, size * part // PARTS) for part in range(PARTS + 1)) for size in sizes)


def laid_by(steps: Steps, rules: PointRules, first: int, deals: int) -> NDArray[np.int64]:
    """The rows that the rule lays when it goes by these strengths: deals x players x (rows, sweep)."""
    bonus = frozenset((row, kind, points) for (row, kind), points in rules.bonus.items())
    hands = np.zeros((deals, PLAYERS, 4), np.int64)
    whole, start = np.arange(DECK), start_of(SEED)
    arrange_deals(whole, PLAYERS, start, first, deals, arranging_of(row_tables(steps, bonus)), scoring_of(rules), hands)
    return hands


def steps_in(hands: NDArray[np.int64]) -> Steps:
    parts = np.arange(PARTS + 1) / PARTS
    found = (np.quantile(hands[:, :, row], parts, method="lower") for row in range(len(ROWS)))
    return tuple(tuple(int(place) for place in own) for own in found)


def settled_steps(rules: PointRules, times: int = TIMES, deals: int = DEALS) -> Steps:
    steps = at_first()
    kept: list[NDArray[np.int64]] = []
    for time in range(times):
        hands = laid_by(steps, rules, time * deals, deals)
        # The first rounds go by strengths that nobody lays; the last ones are taken together.
        kept = [hands] if time < times // 2 else [*kept, hands]
        steps = steps_in(np.concatenate(kept))
    return steps


if __name__ == "__main__":
    for row, own in zip(ROWS, settled_steps(rules_of(TableRules.of(load(BOOK), {}))), strict=True):
        print(f"{row} = {list(own)}")
