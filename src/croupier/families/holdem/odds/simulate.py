"""Simulation of hold'em for `croupier simulate`: pots, flops and fees of millions of hands with simple players."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Unpack

from croupier.errors import BadInput
from croupier.families.holdem.odds.betting_rules import MOST_SEATS
from croupier.families.holdem.odds.chosen_betting import betting_rules_of
from croupier.families.holdem.odds.kernels import (
    ACT_SUM,
    FEES,
    FEES_SQUARED,
    FLOP_POTS,
    FLOPS,
    HANDS,
    POT_SUM,
    POTS_SQUARED,
    SHOWDOWNS,
    SIDE_POTS,
)
from croupier.families.holdem.odds.simulation import BROUGHT_BLINDS, HoldemJob, Sums, buy_in_range
from croupier.families.holdem.rules import rules_of
from croupier.odds.fact_table import SIMULATED
from croupier.odds.family_odds import SimulationReport, SimulationSeats, refuse_remote_simulation
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 1.959964


@dataclass(frozen=True)
class SimulatedPots(SimulationReport):
    """Figures of the simulated hands: pots, flops and fees."""

    seats: int
    chip_cents: int
    sums: Sums

    def mean(self, what: int, squares: int) -> tuple[float, float]:
        """Return the average per hand in cents, and half the width of its 95 % confidence interval."""
        hands = float(self.sums[HANDS])
        mean = float(self.sums[what]) / hands
        spread = sqrt(max(0.0, float(self.sums[squares]) / hands - mean**2) / hands)
        return mean * self.chip_cents, WIDTH * spread * self.chip_cents

    def share(self, what: int) -> float:
        return float(self.sums[what] / self.sums[HANDS])

    @property
    def extra_json(self) -> dict[str, Any]:
        pot, fee = self.mean(POT_SUM, POTS_SQUARED), self.mean(FEES, FEES_SQUARED)
        return {
            "house_edge": None,
            "players": self.seats,
            "flop_share": self.share(FLOPS),
            "showdown_share": self.share(SHOWDOWNS),
            "side_pot_share": self.share(SIDE_POTS),
            "decisions_a_hand": self.share(ACT_SUM),
            "pot_cents": {"mean": pot[0], "interval": pot[1]},
            "fee_cents": {"mean": fee[0], "interval": fee[1]},
            "fee_share_of_pots": float(self.sums[FEES] / self.sums[FLOP_POTS]) if self.sums[FLOP_POTS] else 0.0,
            "money": "every chip of every hand was counted again",
        }

    def print_extra(self, console: Console) -> None:
        figures = self.extra_json
        least, most = BROUGHT_BLINDS[rules_of(self.sheet.rules).is_limit]
        console.print("There is no house edge: players contest the pot among themselves.")
        console.print(
            f"{self.seats} players, each with {least} to {most} big blinds, who decide by the strength of their hands."
        )
        for words, name in (("see a flop", "flop_share"), ("come to a showdown", "showdown_share")):
            console.print(f"Hands that {words}: {figures[name]:.2%}.")
        console.print(f"Hands with a side pot: {figures['side_pot_share']:.2%}.")
        for words, name in (("pot", "pot_cents"), ("fee", "fee_cents")):
            mean, interval = figures[name]["mean"] / 100, figures[name]["interval"] / 100
            console.print(f"Average {words} of a hand: ${mean:,.3f} ± {interval:.3f}.")
        console.print("Every chip of every hand was there again at its end.")


class HoldemSimulation(Simulation[tuple[Sums]]):
    """Simulation of hold'em in progress, with its hands so far."""

    def interval(self, wager: str) -> float | None:
        raise BadInput.at("--within", "goes by a wager's edge; here players contest the pot among themselves")


def simulate_hands(rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]) -> SimulatedPots:
    """Simulate hands of one table; `--seats` is the number of players, by default all seats."""
    seats = len(rules.seats) if seating.seats is None else seating.seats
    if not 2 <= seats <= min(MOST_SEATS, len(rules.seats)):
        raise BadInput.at("--seats", f"is {seats}; 2 to {min(MOST_SEATS, len(rules.seats))} are dealt in")
    SimulationSeats(None, seating.strategy, seating.count, seating.spread, seating.insure).require_none(
        f"in {rules.rulebook.title} every player decides by the strength of his hand"
    )
    refuse_remote_simulation(rules.rulebook.title, run_options)
    if run_options.get("within") is not None:
        raise BadInput.at("--within", "goes by a wager's edge; here players contest the pot among themselves")
    run = CheckedRun.of(rules.wagers, **run_options)
    play_rules = rules_of(rules)
    betting = betting_rules_of(play_rules)
    done = HoldemSimulation(HoldemJob(betting, seats, run.seed, buy_in_range(betting))).run(run)
    sheet = ParSheet(rules, None, SIMULATED, done.tally.rounds, {})
    return SimulatedPots(sheet, seats, play_rules.chip, done.tally.counts[0])
