"""Odds of thirteen-card poker in the interface that the rest of the program calls.

There is no wager against a bank, and therefore no par sheet and no verification. Clean Sweeps are counted exactly,
arrangements are sampled with a confidence interval, and whole tables are simulated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn, Unpack

from croupier.errors import BadInput
from croupier.families.thirteen_card.facts import HEADLINE
from croupier.families.thirteen_card.odds.strategy import ThirteenStrategy
from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import (
    FamilyOdds,
    SimulationReport,
    SimulationSeats,
    refuse_device,
)
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.cards.random_source import RandomSource
    from croupier.odds.verification.driver import Verifier

WHY = (
    "players play one another for points, so no wager has odds of its own; croupier strategy counts Clean Sweeps and "
    "what ways to lay a hand are worth, croupier simulate deals whole tables"
)
FEWEST, MOST = 2, 4
DEALS = 10_000
"""Number of deals that are simulated if no stop condition is given."""


class ThirteenOdds:
    """Odds of a game without a bank: strategy and simulation only."""

    strategy = ThirteenStrategy()
    coach = None
    main_facts = HEADLINE
    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
    card_counting = None
    prepare_to_verify = None

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        _cannot(rules, "facts over all deals")

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        _cannot(rules, "par sheet")

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers) * 100

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        """Simulate a table at which all seats set the house way."""
        refuse_device("thirteen-card poker", run_options)
        replace(seating, seats=None).require_none("all hands are laid by the house's rule")
        seats = MOST if seating.seats is None else seating.seats
        if not FEWEST <= seats <= MOST:
            raise BadInput.at("--seats", f"is {seats}; {FEWEST} to {MOST} hands are dealt")
        from croupier.families.thirteen_card.odds.simulate import ThirteenSimulation

        if run_options.get("rounds") is None and run_options.get("seconds") is None:
            run_options["rounds"] = DEALS
        run = CheckedRun.of(rules.wagers, **run_options)
        return ThirteenSimulation(rules, seats, run.seed).run(run).report()

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        _cannot(printed, "sheet to verify against")


def _cannot(rules: TableRules, what: str) -> NoReturn:
    raise BadInput.at("rulebook", f"{rules.rulebook.title} has no {what}: {WHY}")


ODDS: FamilyOdds = ThirteenOdds()
