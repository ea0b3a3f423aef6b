"""Simulation of poker against a player-dealer: every round from a whole deck, one seat with best play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.exact import poker_odds, poker_sheet
from croupier.families.dealer_poker.shared.odds.job import Ends, PokerJob
from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
from croupier.families.dealer_poker.shared.odds.round_outcomes import PokerCounts
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.family_odds import SimulationReport, SimulationSeats
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.wager_odds import CombinedOdds
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class PokerSimulationReport(SimulationReport):
    """Simulation report with the frequencies of decisions; the JSON output lists them with the Ante."""

    def print_extra(self, console: Console) -> None:
        for odds in self.sheet.wagers.values():
            if isinstance(odds, CombinedOdds):
                console.print(" ".join(self._sentences(odds)))

    def _sentences(self, game: CombinedOdds) -> Iterator[str]:
        shares = (f"{action} {float(share):.3%}" for action, share in game.decisions.items() if share)
        yield f"One seat by best play, every round from a whole deck: {', '.join(shares)}."
        together = [self.sheet.rules.wagers[wager].title for wager in game.parts]
        yield f"The {game.title}'s figures are for {' and '.join((', '.join(together[:-1]), together[-1]))} together,"
        yield f"in antes: {float(game.average_wager):.3f} are put down on average, and the bank keeps"
        yield f"{float(game.element_of_risk):.3%} of them."


class PokerSimulation(Simulation[Ends]):
    """Poker simulation in progress, with its rounds so far."""

    def __init__(self, rules: TableRules, job: PokerJob) -> None:
        super().__init__(job)
        self._rules, self._job = rules, job

    @property
    def counts(self) -> PokerCounts:
        return self._job.counts(self.tally)

    def interval(self, wager: str) -> float | None:
        return poker_odds(self._rules, self._rules.wagers[wager], self.counts).interval

    def checks_per_growth(self, wager: str) -> int:
        return 2


def simulate_poker(rules: TableRules, **run_options: Unpack[RunOptions]) -> PokerCounts:
    """Simulate rounds of one seat with best play until a limit of `run_options` is reached, and count their outcomes.

    Raise `BadInput` if best play cannot be computed for the rulebook.
    """
    run = CheckedRun.of(rules.wagers, **run_options)
    try:
        job = PokerJob.of(solution_of(rules), run.seed)
    except NotExactlyCountable as reason:
        ante = rules.wagers[section_of(rules).ante].title
        raise BadInput.at("RULEBOOK", f"the {ante} {reason}") from None
    return PokerSimulation(rules, job).run(run).counts


def simulate_report(
    rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
) -> PokerSimulationReport:
    """Simulate rounds and measure every wager."""
    seating.require_none(f"in {rules.rulebook.title} one seat plays best, every round from a whole deck")
    return PokerSimulationReport(poker_sheet(rules, simulate_poker(rules, **run_options)))
