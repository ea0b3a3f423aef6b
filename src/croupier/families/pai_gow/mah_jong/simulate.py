"""Simulation of mah-jong pai gow: four tiles of a pack per round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Pack, Piece
from croupier.cards.pack import WINDOW
from croupier.compiled import compiled_nogil
from croupier.families.pai_gow.mah_jong.exact import exact_table
from croupier.families.pai_gow.mah_jong.facts import all_hand_pairs
from croupier.families.pai_gow.mah_jong.hand_values import number_of
from croupier.families.pai_gow.shared.packet_simulate import dealt_pieces, pack_setup
from croupier.odds.fact_table import SIMULATED, FactTable
from croupier.odds.par_sheet import ParSheet, measured_sheet
from croupier.odds.simulation.driver import Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, shuffle, shuffle_workspace, start_of
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

Counted = NDArray[np.int64]
DEALT = 4
ROWS = 64
KINDS = WINDOW


@compiled_nogil
def deal_rounds(dealing: ShoeSetup, start: Any, first: int, rounds: int, counts: Any) -> None:
    """Deal `rounds` rounds from round number `first`, and count each by its four tiles in dealing order."""
    workspace = shuffle_workspace(dealing, ROWS)
    for begin in range(first, first + rounds, ROWS):
        rows = min(ROWS, first + rounds - begin)
        shuffle(dealing, workspace, dealing.shoe, start, begin, rows)
        order = workspace.shuffled.view(np.uint8)
        length = len(order) // ROWS
        for row in range(rows):
            place = row * length
            kind = 0
            for nth in range(DEALT):
                kind = kind * KINDS + int(order[place + nth])
            counts[kind] += 1


@dataclass(frozen=True)
class MahJongJob(Job[tuple[Counted]]):
    """Work description of a simulation. Tiles are numbered from 0: a one is 0, a window is 9."""

    dealing: ShoeSetup
    seed: int
    max_rounds_per_shoe = 1
    shoes_per_chunk = 2**19

    @classmethod
    def of(cls, seed: int) -> MahJongJob:
        numbers = [number_of(tile) - 1 for tile in Pack.MAH_JONG.pieces]
        return cls(pack_setup(Pack.MAH_JONG, numbers, DEALT), seed)

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[Counted]]:
        rounds = min(shoes, limit)
        counts = np.zeros(KINDS**DEALT, np.int64)
        deal_rounds(self.dealing, start_of(self.seed), first, rounds, counts)
        return Tally(rounds, rounds, (counts,))

    def tiles(self, shoe: int) -> list[Piece]:
        """Return the four tiles of one round, for comparison with the live table."""
        return dealt_pieces(Pack.MAH_JONG, self.dealing, self.seed, shoe)


def by_hand_pairs(counts: Counted) -> Counted:
    """Return counts by each two hands, in the order of the exact table, from counts by four tiles in dealing order."""
    of_tiles = counts.reshape((KINDS,) * DEALT)
    twice = of_tiles + of_tiles.swapaxes(0, 1)
    four = twice + twice.swapaxes(2, 3)
    found = []
    for (own, own_low), (dealer, dealer_low) in all_hand_pairs():
        orders = (2 if own == own_low else 1) * (2 if dealer == dealer_low else 1)
        found.append(int(four[own - 1, own_low - 1, dealer - 1, dealer_low - 1]) // orders)
    return np.array(found, np.int64)


class MahJongSimulation(Simulation[tuple[Counted]]):
    """Simulation of mah-jong pai gow at one table, with the counts of the rounds dealt so far."""

    def __init__(self, rules: TableRules, seed: int) -> None:
        self.rules = rules
        super().__init__(MahJongJob.of(seed))

    def odds(self, wager: OfferedWager) -> WagerOdds:
        return measure_wager(wager, FactTable(by_hand_pairs(self.tally.counts[0]), SIMULATED, exact_table().columns))

    def interval(self, wager: str) -> float | None:
        return self.odds(self.rules.wagers[wager]).interval

    def sheet(self) -> ParSheet:
        return measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self.odds)
