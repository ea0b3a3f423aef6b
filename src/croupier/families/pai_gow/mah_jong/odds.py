"""Odds of mah-jong pai gow in the interface that the rest of the system calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from croupier.errors import BadInput
from croupier.families.pai_gow.mah_jong.exact import exact_table
from croupier.families.pai_gow.mah_jong.simulate import MahJongSimulation
from croupier.families.pai_gow.mah_jong.verify import MahJongVerifier
from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import FamilyOdds, SimulationReport, SimulationSeats
from croupier.odds.par_sheet import ParSheet, counted_sheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules


class MahJongOdds:
    """Odds of mah-jong pai gow: exact par sheets, and simulation."""

    strategy = None
    coach = None
    main_facts = ("wins", "identical", "pair", "dealer_pair")
    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
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
