"""Simulation of war: every round is dealt from a new shoe.

Four cards decide all but one round in two hundred. Only if the first two pairs are equal is the whole shoe shuffled;
its first four cards are the same as in the short shuffle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Rank
from croupier.compiled import compiled_inline, compiled_nogil
from croupier.families.war.exact import ending_columns
from croupier.families.war.round import BANKER, CARDS_PER_PAIR, card_height, dealing_order
from croupier.odds.fact_table import SIMULATED, FactTable
from croupier.odds.par_sheet import ParSheet, measured_sheet
from croupier.odds.shoe_composition import card_of
from croupier.odds.simulation.driver import Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, shoe_setup, shuffle, shuffle_workspace, start_of
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

EndingCounts = NDArray[np.int64]
RANKS = 13
PAIRS = RANKS * (RANKS - 1)
"""Number of ordered pairs of cards with different ranks."""
ROWS = 64
"""Number of shoes shuffled at the same time."""
FIRST_CARDS = 4


@compiled_inline
def ending_index(order: Any, begin: int, cards: int, banker_first: bool) -> int:
    """Return the index of the round's ending in `possible_endings`, or -1 if the two cards are equal each time."""
    for wars in range(cards // CARDS_PER_PAIR):
        first, second = int(order[begin + 2 * wars]), int(order[begin + 2 * wars + 1])
        if first != second:
            player, banker = (second, first) if banker_first else (first, second)
            return wars * PAIRS + player * (RANKS - 1) + banker - (banker > player)
    return -1


@compiled_nogil
def deal_rounds(
    first_cards: ShoeSetup, whole: ShoeSetup, banker_first: bool, start: Any, first: int, rounds: int, counts: Any
) -> None:
    """Deal `rounds` rounds from round number `first` and count each ending in `counts`."""
    short_workspace, full_workspace = shuffle_workspace(first_cards, ROWS), shuffle_workspace(whole, 1)
    heights = whole.points[whole.shoe]
    last = len(counts) - 1
    for begin in range(first, first + rounds, ROWS):
        rows = min(ROWS, first + rounds - begin)
        shuffle(first_cards, short_workspace, heights, start, begin, rows)
        order = short_workspace.shuffled.view(np.uint8)
        for row in range(rows):
            kind = ending_index(order, row * len(order) // ROWS, FIRST_CARDS, banker_first)
            if kind < 0:
                shuffle(whole, full_workspace, heights, start, begin + row, 1)
                kind = ending_index(full_workspace.shuffled.view(np.uint8), 0, len(heights), banker_first)
            counts[kind if kind >= 0 else last] += 1


@dataclass(frozen=True)
class WarJob(Job[tuple[EndingCounts]]):
    """Work description of a simulation: the shuffle setups of one table, and the seed."""

    first_cards: ShoeSetup
    whole: ShoeSetup
    banker_first: bool
    seed: int
    max_rounds_per_shoe = 1
    shoes_per_chunk = 2**19

    @classmethod
    def of(cls, rules: TableRules, seed: int) -> WarJob:
        decks = rules.shoe.decks
        return cls(
            _shoe_setup(decks, FIRST_CARDS), _shoe_setup(decks, 52 * decks), dealing_order(rules)[0] == BANKER, seed
        )

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[EndingCounts]]:
        rounds = min(shoes, limit)
        counts = np.zeros(len(self.whole.shoe) // CARDS_PER_PAIR * PAIRS + 1, np.int64)
        deal_rounds(self.first_cards, self.whole, self.banker_first, start_of(self.seed), first, rounds, counts)
        return Tally(rounds, rounds, (counts,))

    def cards(self, shoe: int) -> list[Card]:
        """Return all cards of one shoe in dealing order, for comparison with the live table."""
        workspace = shuffle_workspace(self.whole, 1)
        shuffle(self.whole, workspace, self.whole.shoe, start_of(self.seed), shoe, 1)
        return [card_of(int(number)) for number in workspace.shuffled.view(np.uint8)[: len(self.whole.shoe)]]


def _shoe_setup(decks: int, dealt: int) -> ShoeSetup:
    return shoe_setup(
        decks=decks,
        points=lambda rank: card_height(Rank(rank)) - 2,
        burn=[0] * RANKS,
        cut_from_back=0,
        ends_with_the_hand=False,
        dealt=dealt,
    )


class WarSimulation(Simulation[tuple[EndingCounts]]):
    """Simulation of war at one table, with the counts of the rounds dealt so far."""

    def __init__(self, rules: TableRules, seed: int) -> None:
        self.rules = rules
        super().__init__(WarJob.of(rules, seed))

    def odds(self, wager: OfferedWager) -> WagerOdds:
        return measure_wager(
            wager, FactTable(self.tally.counts[0], SIMULATED, ending_columns(52 * self.rules.shoe.decks))
        )

    def interval(self, wager: str) -> float | None:
        return self.odds(self.rules.wagers[wager]).interval

    def sheet(self) -> ParSheet:
        return measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self.odds)
