"""Simulation of pai gow tiles: eight tiles of a pack per round, both hands set the house way.

A lookup table has the arrangement for every order of four ranks, so most of the time is spent on dealing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Pack, Piece
from croupier.compiled import compiled_nogil
from croupier.families.pai_gow.shared.odds import dealt_pieces, pack_setup
from croupier.families.pai_gow.tiles.hand_values import RANKS, ranks_of
from croupier.families.pai_gow.tiles.house_way import TilesHouseWay
from croupier.families.pai_gow.tiles.odds.exact import (
    RESULTS,
    TileHandLabels,
    above_zero,
    all_tile_hands,
    counts_to_fact_table,
    dealer_facts,
    house_splits,
    labels_of,
    own_facts,
    result_of,
    split_strengths,
)
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.odds.fact_table import SIMULATED
from croupier.odds.par_sheet import ParSheet, measured_sheet
from croupier.odds.simulation.driver import Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, shuffle, shuffle_workspace, start_of
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

Counted = NDArray[np.int64]
DEALT = 8
ROWS = 64
"""Number of packs shuffled at the same time."""
RANK_BITS = 4
STRENGTH_BITS = 10
STRENGTH = (1 << STRENGTH_BITS) - 1
LABEL_SHIFT = 2 * STRENGTH_BITS


@lru_cache(maxsize=4)
def hand_lookup(way: TilesHouseWay) -> NDArray[np.int64]:
    """Return a lookup table, by four ranks in any order, of the hand's index and the strengths of its two parts.

    The three numbers are packed in one integer.
    """
    table = np.zeros(RANKS**4, np.int64)
    high, low = (above_zero(worths) for worths in split_strengths(house_splits(way)))
    packed = high | low << STRENGTH_BITS | np.arange(len(high)) << LABEL_SHIFT
    of_ranks = all_tile_hands().ranks
    for order in permutations(range(4)):
        place = sum(of_ranks[:, tile] << RANK_BITS * nth for nth, tile in enumerate(order))
        table[place] = packed
    return table


@compiled_nogil
def _hand(order: Any, begin: int, table: Any) -> int:
    place = 0
    for nth in range(4):
        place |= int(order[begin + nth]) << RANK_BITS * nth
    return int(table[place])


@compiled_nogil
def deal_tiles(
    dealing: ShoeSetup, table: Any, own: Any, dealer: Any, start: Any, first: int, rounds: int, counts: Any
) -> None:
    """Deal `rounds` rounds from round number `first`, and count them by labels and results."""
    workspace = shuffle_workspace(dealing, ROWS)
    for begin in range(first, first + rounds, ROWS):
        rows = min(ROWS, first + rounds - begin)
        shuffle(dealing, workspace, dealing.shoe, start, begin, rows)
        order = workspace.shuffled.view(np.uint8)
        length = len(order) // ROWS
        for row in range(rows):
            player, bank_hand = _hand(order, row * length, table), _hand(order, row * length + 4, table)
            high = result_of(player & STRENGTH, bank_hand & STRENGTH)
            low = result_of(player >> STRENGTH_BITS & STRENGTH, bank_hand >> STRENGTH_BITS & STRENGTH)
            counts[own[player >> LABEL_SHIFT], dealer[bank_hand >> LABEL_SHIFT], 3 * high + low] += 1


@dataclass(frozen=True)
class TilesJob(Job[tuple[Counted]]):
    """Work description of a simulation: the pack, lookup table and labels of one table, and the seed."""

    dealing: ShoeSetup
    table: NDArray[np.int64]
    own: TileHandLabels
    dealer: TileHandLabels
    seed: int
    max_rounds_per_shoe = 1
    shoes_per_chunk = 2**19

    @classmethod
    def of(cls, rules: TableRules, seed: int) -> TilesJob:
        way = house_way_for(rules)
        facts = {name for wager in rules.wagers.values() for name in wager.facts}
        dealing = pack_setup(Pack.DOMINOES, ranks_of(Pack.DOMINOES.pieces), DEALT)
        own, dealer = labels_of(way, tuple(own_facts(facts))), labels_of(way, tuple(dealer_facts(facts)))
        return cls(dealing, hand_lookup(way), own, dealer, seed)

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[Counted]]:
        rounds = min(shoes, limit)
        counts = np.zeros((self.own.many, self.dealer.many, RESULTS), np.int64)
        own, dealer = self.own.of_hand, self.dealer.of_hand
        deal_tiles(self.dealing, self.table, own, dealer, start_of(self.seed), first, rounds, counts)
        return Tally(rounds, rounds, (counts,))

    def tiles(self, shoe: int) -> list[Piece]:
        """Return the eight tiles of one round, for comparison with the live table."""
        return dealt_pieces(Pack.DOMINOES, self.dealing, self.seed, shoe)


class TilesSimulation(Simulation[tuple[Counted]]):
    """Simulation of pai gow tiles at one table, with the counts of the rounds dealt so far."""

    job: TilesJob

    def __init__(self, rules: TableRules, seed: int) -> None:
        self.rules = rules
        super().__init__(TilesJob.of(rules, seed))

    def odds(self, wager: OfferedWager) -> WagerOdds:
        return measure_wager(
            wager, counts_to_fact_table(self.tally.counts[0], self.job.own, self.job.dealer, SIMULATED)
        )

    def interval(self, wager: str) -> float | None:
        return self.odds(self.rules.wagers[wager]).interval

    def sheet(self) -> ParSheet:
        return measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self.odds)
