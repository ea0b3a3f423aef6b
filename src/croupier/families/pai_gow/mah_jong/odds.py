"""The mathematics of Mah-Jong Pai-Gow, as the house asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from croupier.errors import BadInput
from croupier.families.pai_gow.mah_jong.exact import exact_table
from croupier.families.pai_gow.mah_jong.simulation import MahJongSimulation
from croupier.families.pai_gow.mah_jong.verified import VerifiedMahJong
from croupier.odds.composition import Composition
from croupier.odds.family_odds import FamilyOdds, Seating, Simulated, WholeDeckOdds
from croupier.odds.par_sheet import ParSheet, counted_sheet
from croupier.odds.simulation.asked import RunAsked
from croupier.odds.simulation.driver import Run
from croupier.odds.table import FactTable
from croupier.rulebook.house_rules import HouseRules


class MahJongOdds(WholeDeckOdds):
    """Counted exactly, or dealt by the million."""

    strategy = None
    coach = None
    headline = ("wins", "identical", "pair", "dealer_pair")
    verified = VerifiedMahJong

    def table(self, house: HouseRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        _require_all_tiles(house, shoe)
        return exact_table()

    def par_sheet(self, house: HouseRules, shoe: Composition | None) -> ParSheet:
        _require_all_tiles(house, shoe)
        return counted_sheet(house, None, lambda wager, _: exact_table())

    def simulate(self, house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> Simulated:
        seating.require_none(f"nobody decides anything in {house.book.title}")
        run = Run.of(house.wagers, **asked)
        return Simulated(MahJongSimulation(house, run.seed).run(run).sheet())


def _require_all_tiles(house: HouseRules, shoe: Composition | None) -> None:
    if shoe is not None and shoe != Composition.of_decks(house.shoe.decks):
        raise BadInput.at("shoe", "every round is dealt from all tiles, so there is nothing left over to count from")


ODDS: FamilyOdds = MahJongOdds()
