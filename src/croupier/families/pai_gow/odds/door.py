"""The mathematics of pai gow poker, as the house asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from croupier.cards.chance import Chance
from croupier.errors import BadInput
from croupier.families.pai_gow.odds.coach import PaiGowCoach
from croupier.families.pai_gow.odds.counts import reading_of, table_of
from croupier.families.pai_gow.odds.sheet import pai_gow_sheet, require_whole_deck
from croupier.families.pai_gow.odds.strategy import PaiGowStrategy
from croupier.odds.composition import Composition
from croupier.odds.family_odds import DecidedOdds, FamilyOdds, Seating, Simulated
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.asked import RunAsked
from croupier.odds.table import FactTable
from croupier.odds.verification.driver import Verified
from croupier.rulebook.house_rules import HouseRules


class PaiGowOdds(DecidedOdds):
    """Counted exactly, both hands set the house way."""

    strategy = PaiGowStrategy()
    coach = PaiGowCoach()
    headline = ("high_wins", "high_copies", "low_wins", "low_copies")

    def table(self, house: HouseRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        require_whole_deck(house, shoe)
        return table_of(reading_of(house), (), facts)

    def par_sheet(self, house: HouseRules, shoe: Composition | None) -> ParSheet:
        return pai_gow_sheet(house, shoe)

    def simulate(self, house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> Simulated:
        raise BadInput.at("RULEBOOK", f"{house.book.title} is counted exactly; it is not simulated yet")

    def verified(self, printed: HouseRules, played: HouseRules, chance: Chance, seed: int) -> Verified:
        raise BadInput.at("RULEBOOK", f"{printed.book.title} is not verified yet")

    def effort(self, house: HouseRules) -> int:
        return len(house.wagers) * 10


ODDS: FamilyOdds = PaiGowOdds()
