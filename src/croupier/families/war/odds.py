"""War's mathematics, as the house asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from croupier.families.war.exact import exact_table, left_in, war_sheet
from croupier.families.war.facts import HEADLINE
from croupier.families.war.simulation import WarSimulation
from croupier.families.war.verified import VerifiedWar
from croupier.odds.composition import Composition
from croupier.odds.family_odds import FamilyOdds, Seating, Simulated, WholeDeckOdds
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.asked import RunAsked
from croupier.odds.simulation.driver import Run
from croupier.odds.table import FactTable
from croupier.rulebook.house_rules import HouseRules


class WarOdds(WholeDeckOdds):
    """Counted exactly, or dealt by the million."""

    strategy = None
    coach = None
    headline = HEADLINE
    verified = VerifiedWar

    def table(self, house: HouseRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        return exact_table(left_in(shoe))

    def par_sheet(self, house: HouseRules, shoe: Composition | None) -> ParSheet:
        return war_sheet(house, shoe)

    def simulate(self, house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> Simulated:
        seating.require_none(f"nobody decides anything in {house.book.title}")
        run = Run.of(house.wagers, **asked)
        return Simulated(WarSimulation(house, run.seed).run(run).sheet())


ODDS: FamilyOdds = WarOdds()
