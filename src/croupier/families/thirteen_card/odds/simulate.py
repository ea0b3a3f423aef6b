"""Simulation of thirteen-card poker: every seat sets the house way and declares its sweeps."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from croupier.families.thirteen_card.odds.kernels import (
    DECK,
    ArrangingTables,
    ScoringTables,
    arrange_deals,
    arranging_tables,
    play_deals,
    scoring_tables,
)
from croupier.families.thirteen_card.rules import rules_of, stakes_of, tables_of
from croupier.families.thirteen_card.settle import fee_of
from croupier.money.cents import Cents, format_amount
from croupier.odds.fact_table import SIMULATED, NotExactlyCountable
from croupier.odds.family_odds import SimulationReport
from croupier.odds.par_sheet import measured_sheet
from croupier.odds.simulation.driver import Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.shuffle_kernels import start_of
from croupier.odds.wager_odds import WagerOdds
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

if TYPE_CHECKING:
    from rich.console import Console

Counted = NDArray[np.int64]
WHY = "is played for between seats: what one wins another loses, and nobody has an edge"
EVENT_NAMES = ("shots", "homeruns", "clean_sweeps")
TWO_SIDED = 1.959963984540054


@dataclass(frozen=True)
class ThirteenJob(Job[tuple[Counted, Counted, Counted]]):
    """Work description of a simulation of one table.

    It counts points and squared points by seat, and Shots, Homeruns and sweeps.
    """

    players: int
    by: ArrangingTables
    score: ScoringTables
    seed: int
    max_rounds_per_shoe = 1
    shoes_per_chunk = 256

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[Counted, Counted, Counted]]:
        deals = min(shoes, limit)
        hands = np.zeros((deals, self.players, 4), np.int64)
        nets, event_counts = np.zeros((deals, self.players), np.int64), np.zeros(len(EVENT_NAMES), np.int64)
        arrange_deals(np.arange(DECK), self.players, start_of(self.seed), first, deals, self.by, self.score, hands)
        play_deals(hands, self.by, self.score, nets, event_counts)
        return Tally(deals, deals, (nets.sum(axis=0), (nets * nets).sum(axis=0), event_counts))


class ThirteenSimulation(Simulation[tuple[Counted, Counted, Counted]]):
    """Simulation of one table in progress, with its deals so far."""

    def __init__(self, rules: TableRules, players: int, seed: int) -> None:
        self.rules, self.players = rules, players
        by, score = arranging_tables(tables_of(rules)), scoring_tables(rules_of(rules))
        super().__init__(ThirteenJob(players, by, score, seed))

    def interval(self, wager: str) -> float | None:
        raise NotExactlyCountable(WHY)

    def report(self) -> ThirteenSimulationReport:
        sheet = measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self._no_odds)
        return ThirteenSimulationReport(sheet, self.players, self.tally)

    def _no_odds(self, wager: OfferedWager) -> WagerOdds:
        raise NotExactlyCountable(WHY)


@dataclass(frozen=True, repr=False)
class ThirteenSimulationReport(SimulationReport):
    """Points exchanged and the fee of a simulated table."""

    players: int
    tally: Tally[tuple[Counted, Counted, Counted]]

    @property
    def extra_json(self) -> dict[str, Any]:
        points, squares, event_counts = self.tally.counts
        deals = self.tally.rounds
        stakes = stakes_of(self.sheet.rules)
        fee = fee_of(stakes, self.players)
        spread = sqrt(float(squares.sum()) / (deals * self.players))
        pairs = deals * self.players * (self.players - 1) // 2
        return {
            "players": self.players,
            "deals": deals,
            "points_by_seat": [
                {"seat": seat, "mean": float(own) / deals, "interval": TWO_SIDED * sqrt(float(square) / deals / deals)}
                for seat, (own, square) in enumerate(zip(points, squares, strict=True), start=1)
            ],
            "deviation_points": spread,
            "shots_a_pair": float(event_counts[0]) / pairs,
            "homeruns_a_hand": float(event_counts[1]) / deals,
            "clean_sweeps_a_seat": float(event_counts[2]) / (deals * self.players),
            "fee": format_amount(Cents(fee.from_antes + fee.from_button)),
            "fee_points_a_seat": (fee.from_antes + fee.from_button) / self.players / stakes.point,
        }

    def print_extra(self, console: Console) -> None:
        figures = self.extra_json
        console.print(f"{self.players} seats, all laid by the house's rule; points a hand:")
        for seat_points in figures["points_by_seat"]:
            console.print(f"  seat {seat_points['seat']}: {seat_points['mean']:+.4f} ± {seat_points['interval']:.4f}")
        console.print(f"Deviation {figures['deviation_points']:.2f} points a hand and seat.")
        shots, homeruns, sweeps = (
            f"{100 * figures[name]:.2f} %" for name in ("shots_a_pair", "homeruns_a_hand", "clean_sweeps_a_seat")
        )
        console.print(
            f"A Shot in {shots} of pairs, a Homerun in {homeruns} of deals, a Clean Sweep in {sweeps} of hands."
        )
        console.print(f"The fee is ${figures['fee']} a hand: {figures['fee_points_a_seat']:.3f} points a seat.")
