"""What the shoes came to: how often each line of the sheet was paid, and what the tests make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from croupier.families.baccarat.odds.verification.compare import Comparison
from croupier.families.baccarat.odds.verification.table import FullTable
from croupier.odds.composition import card_number
from croupier.odds.par_sheet import ParSheet
from croupier.odds.verification.report import RowCheck, WagerCheck
from croupier.odds.verification.statistics import ChiSquare, chi_square, shuffle_test

PACK = 52


@dataclass
class Tally:
    """Counts over all shoes so far. They do not grow with the number of rounds."""

    table: FullTable
    sheet: ParSheet
    rounds: int = 0
    shoes: int = 0
    dealt: int = 0
    """Rounds, the last of each shoe among them."""
    bets: int = 0
    lines: dict[str, Counter[int]] = field(default_factory=dict)
    """For each wager how often each line came; under -1 what no line speaks of."""

    def __post_init__(self) -> None:
        self.by_part = np.zeros((self.table.house.shoe.decks, PACK), dtype=np.int64)
        """Cards by the part of the shoe they came in, a pack's length each."""
        self.by_place = np.zeros((PACK, PACK), dtype=np.int64)
        """Cards by the place in a pack that theirs in the shoe would be, had nobody shuffled."""

    def add(self, comparison: Comparison) -> None:
        rounds = comparison.rounds
        self.rounds += sum(rounds.is_counted)
        self.shoes += len(rounds.shoes)
        self.dealt += len(rounds.coups)
        self.bets += comparison.settled
        for shoe in rounds.shoes:
            self.add_order(np.array([card_number(card) for card in shoe.cards], dtype=np.int64))
        for name in self.sheet.wagers:
            place = self.table.first_bet(name)
            if place is not None:
                self.lines.setdefault(name, Counter()).update(comparison.counts(place, counted_only=True))

    def add_order(self, cards: NDArray[np.int64]) -> None:
        places = np.arange(PACK)
        for part in range(len(cards) // PACK):
            here = slice(part * PACK, (part + 1) * PACK)
            self.by_part[part] += np.bincount(cards[here], minlength=PACK)
            self.by_place[places, cards[here]] += 1

    def wager(self, name: str, forced: Comparison) -> WagerCheck:
        """One wager's lines: expected, come, made to order; and its test."""
        odds = self.sheet[name]
        came = self.lines.get(name, Counter())
        rounds = sum(came.values())
        made = forced_lines(self.table, name, forced)
        rows = []
        for place, line in enumerate(odds.lines):
            chance = float(odds.probability(line))
            rows.append(RowCheck(line.row, line.pays, line.result, chance, chance * rounds, came[place], made[place]))
        return WagerCheck(name, odds.title, odds.paytable, rounds, tuple(rows), _test(rows, came[-1]))

    def shuffles(self) -> dict[str, ChiSquare | None]:
        """Whether every card comes as often in every place of the shoe."""
        return {
            "shuffle by part of the shoe": shuffle_test(self.by_part, self.shoes),
            "shuffle by place in the pack": shuffle_test(self.by_place, self.shoes),
        }


def _test(rows: Sequence[RowCheck], elsewhere: int) -> ChiSquare | None:
    """What no line speaks of was expected never."""
    observed = [row.observed for row in rows]
    if not any(observed) and not elsewhere:
        return None
    return chi_square([*observed, elsewhere], [*(row.expected or 0.0 for row in rows), 0.0])


def forced_lines(table: FullTable, name: str, forced: Comparison) -> Counter[int]:
    """Rounds made to order that ended in each line of a wager, at any seat."""
    places = [place for place, bet in enumerate(table.bets) if bet.wager == name]
    return sum((forced.counts(place, counted_only=False) for place in places), Counter())
