"""Baccarat's mathematics, as the house asks for it; what a par sheet does not need is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Unpack

from croupier.cards import Card
from croupier.families.baccarat.facts import HEADLINE
from croupier.families.baccarat.odds.exact import exact_sheet, exact_table
from croupier.families.baccarat.round import BaccaratRules
from croupier.odds.composition import Composition
from croupier.odds.effects import WagerEffects
from croupier.odds.family_odds import FamilyOdds, Seating, Simulated
from croupier.odds.par_sheet import ParSheet
from croupier.odds.progressive import ProgressiveOdds
from croupier.odds.simulation.asked import RunAsked
from croupier.odds.table import FactTable
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.cards.chance import Chance
    from croupier.odds.fairness_tests.result import Result
    from croupier.odds.verification.driver import Verified


class BaccaratOdds:
    """Counted exactly, or dealt by the million."""

    strategy = None
    coach = None
    headline = HEADLINE

    def table(self, house: HouseRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        return exact_table(house, facts, shoe)

    def par_sheet(self, house: HouseRules, shoe: Composition | None) -> ParSheet:
        return exact_sheet(house, shoe)

    def effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        from croupier.families.baccarat.odds.effects import removal_effects

        return removal_effects(sheet)

    def progressive(self, sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
        from croupier.families.baccarat.odds.progressive import progressive_odds

        assert sheet.shoe is not None
        house, one = sheet.house, sheet.house.wagers[wager]
        return progressive_odds(house, one, exact_table(house, one.facts, sheet.shoe), players)

    def simulate(self, house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> Simulated:
        from croupier.families.baccarat.odds.simulate import simulate

        seating.require_none(f"nobody decides anything in {house.book.title}")
        return Simulated(simulate(house, **asked))

    def round_tests(self, openings: Sequence[Sequence[Card]], decks: int) -> Iterator[Result]:
        from croupier.families.baccarat.odds.first_rounds import round_tests

        return round_tests(openings, decks)

    def prepare_to_verify(self, house: HouseRules) -> None:
        from croupier.families.baccarat.odds.dealt_again import drawing_faults

        rules = BaccaratRules.of(house)
        drawing_faults(rules, rules)

    def verified(self, printed: HouseRules, played: HouseRules, chance: Chance, seed: int) -> Verified:
        from croupier.families.baccarat.odds.verified import VerifiedBaccarat

        return VerifiedBaccarat(printed, played, chance, seed)

    def effort(self, house: HouseRules) -> int:
        """Many seats that play for meters take long."""
        return len(house.seats) * len(house.meters)


ODDS: FamilyOdds = BaccaratOdds()
