"""Odds of war in the interface that the rest of the system calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from croupier.families.war.exact import cards_left_by_rank, exact_table, war_sheet
from croupier.families.war.facts import HEADLINE
from croupier.families.war.simulate import WarSimulation
from croupier.families.war.verify import WarVerifier
from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import FamilyOdds, SimulationReport, SimulationSeats
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules


class WarOdds:
    """Odds of war: exact par sheets, and simulation."""

    strategy = None
    coach = None
    main_facts = HEADLINE
    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
    prepare_to_verify = None
    verifier = WarVerifier

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        return exact_table(cards_left_by_rank(shoe))

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        return war_sheet(rules, shoe)

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers)

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        seating.require_none(f"nobody decides anything in {rules.rulebook.title}")
        run = CheckedRun.of(rules.wagers, **run_options)
        return SimulationReport(WarSimulation(rules, run.seed).run(run).sheet())


ODDS: FamilyOdds = WarOdds()
