"""Odds of pai gow tiles in the interface that the rest of the system calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from croupier.errors import BadInput
from croupier.families.pai_gow.tiles.odds.exact import fact_table_for
from croupier.families.pai_gow.tiles.odds.simulate import TilesSimulation
from croupier.families.pai_gow.tiles.odds.strategy import TilesCoach, TilesStrategy
from croupier.families.pai_gow.tiles.odds.verify import TilesVerifier
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import FamilyOdds, SimulationReport, SimulationSeats
from croupier.odds.par_sheet import ParSheet, counted_sheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules


class TilesOdds:
    """Odds of pai gow tiles: exact counts, with both hands set the house way."""

    strategy = TilesStrategy()
    coach = TilesCoach()
    main_facts = ("high_wins", "high_copies", "low_wins", "low_copies")
    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
    card_counting = None
    prepare_to_verify = None
    verifier = TilesVerifier

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        _require_all_tiles(rules, shoe)
        return fact_table_for(house_way_for(rules), facts)

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        _require_all_tiles(rules, shoe)
        return counted_sheet(rules, None, lambda wager, _: fact_table_for(house_way_for(rules), wager.facts))

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        seating.require_none(f"in {rules.rulebook.title} both sides are set the house way")
        run = CheckedRun.of(rules.wagers, **run_options)
        return SimulationReport(TilesSimulation(rules, run.seed).run(run).sheet())

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers) * 10


def _require_all_tiles(rules: TableRules, shoe: Composition | None) -> None:
    if shoe is not None and shoe != Composition.of_decks(rules.shoe.decks):
        raise BadInput.at("shoe", "every round is dealt from all tiles, so there is nothing left over to count from")


ODDS: FamilyOdds = TilesOdds()
