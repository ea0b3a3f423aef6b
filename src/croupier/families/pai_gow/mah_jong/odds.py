"""Odds of mah-jong pai gow: the exact count, the simulation, the verification, and the interface that others call.

All 29,070 deals of two tiles against two are counted by dots. The simulation deals four tiles of a pack per round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Pack, Piece
from croupier.cards.pack import WINDOW, MahJongTile
from croupier.compiled import compiled_nogil
from croupier.errors import BadInput
from croupier.families.pai_gow.mah_jong.facts import MahJongSeatContext, all_hand_pairs, columns_of, seat_context
from croupier.families.pai_gow.mah_jong.hand_values import deals, number_of
from croupier.families.pai_gow.mah_jong.round import MahJongResult
from croupier.families.pai_gow.shared.odds import TileGameVerifier, dealt_pieces, pack_setup
from croupier.odds.fact_table import EXACT, SIMULATED, FactTable
from croupier.odds.family_odds import FamilyOdds, SimulationReport, SimulationSeats
from croupier.odds.par_sheet import ParSheet, counted_sheet, measured_sheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, shuffle, shuffle_workspace, start_of
from croupier.odds.verification.driver import LiveRound
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.play.facts import FactColumns
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

DEALS = 29_070


@lru_cache(maxsize=1)
def exact_table() -> FactTable:
    """Return the facts of each two hands that can meet, weighted by their number of deals, for any rulebook."""
    weights = np.array([ways for _, _, ways in deals()], np.int64)
    assert weights.sum() == DEALS
    return FactTable(weights, EXACT, columns_of(all_hand_pairs()))


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
    """Convert counts of rounds by four tiles in dealing order to counts by seat's hand and player-dealer's hand.

    The result is in the order of the exact table.
    """
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


class MahJongVerifier(TileGameVerifier):
    """Verification of mah-jong pai gow, in which players make no decisions.

    Every hand is dealt live against every other. The first rounds of the simulation are dealt live too, and millions of
    simulated rounds are compared with the exact odds.
    """

    def hands_of(self, result: MahJongResult) -> str:
        return f"seat {_tiles_text(result.seats[self.seat])}, player-dealer {_tiles_text(result.dealer)}"

    def columns_of(self, rounds: Sequence[LiveRound]) -> FactColumns:
        return columns_of([seat_context(live.result, self.seat) for live in rounds])

    def forced_rounds(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        for kind in all_hand_pairs():
            live = self.play_live([MahJongTile(number) for hand in kind for number in hand])
            if live is not None and seat_context(live.result, self.seat) != kind:
                self.add_finding("round", f"the odds have {kind}", live.result)
            elif live is not None:
                yield live

    def simulation_matches_live(self, rounds: int) -> bool:
        job = MahJongJob.of(self.seed)
        live_counts: Counter[MahJongSeatContext] = Counter()
        for shoe in range(rounds):
            live = self.play_live(job.tiles(shoe))
            if live is not None:
                live_counts[seat_context(live.result, self.seat)] += 1
        counted = dict(zip(all_hand_pairs(), by_hand_pairs(job.deal(0, rounds).counts[0]).tolist(), strict=True))
        return {kind: many for kind, many in counted.items() if many} == live_counts

    def simulate(self, run: CheckedRun) -> ParSheet:
        return MahJongSimulation(self.printed, self.seed).run(run).sheet()


def _tiles_text(tiles: Sequence[Piece]) -> str:
    return " ".join(map(str, tiles))


class MahJongOdds:
    """Odds of mah-jong pai gow: exact par sheets, and simulation."""

    strategy = None
    coach = None
    main_facts = ("wins", "identical", "pair", "dealer_pair")
    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
    card_counting = None
    prepare_to_verify = None
    verifier = MahJongVerifier

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        _require_all_tiles(rules, shoe)
        return exact_table()

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        _require_all_tiles(rules, shoe)
        return counted_sheet(rules, None, lambda wager, _: exact_table())

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers)

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        seating.require_none(f"nobody decides anything in {rules.rulebook.title}")
        run = CheckedRun.of(rules.wagers, **run_options)
        return SimulationReport(MahJongSimulation(rules, run.seed).run(run).sheet())


def _require_all_tiles(rules: TableRules, shoe: Composition | None) -> None:
    if shoe is not None and shoe != Composition.of_decks(rules.shoe.decks):
        raise BadInput.at("shoe", "every round is dealt from all tiles, so there is nothing left over to count from")


ODDS: FamilyOdds = MahJongOdds()
