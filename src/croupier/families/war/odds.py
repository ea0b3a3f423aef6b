"""War's mathematics, as the house asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Unpack

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.families.war.exact import exact_table, left_in, war_sheet
from croupier.families.war.facts import HEADLINE
from croupier.families.war.simulation import WarSimulation
from croupier.families.war.verified import VerifiedWar
from croupier.odds.composition import Composition
from croupier.odds.effects import WagerEffects
from croupier.odds.fairness_tests.result import Result
from croupier.odds.family_odds import FamilyOdds, Seating, Simulated
from croupier.odds.par_sheet import ParSheet
from croupier.odds.progressive import ProgressiveOdds
from croupier.odds.simulation.asked import RunAsked
from croupier.odds.simulation.driver import Run
from croupier.odds.table import FactTable
from croupier.rulebook.house_rules import HouseRules


class WarOdds:
    """Counted exactly, or dealt by the million."""

    strategy = None
    coach = None
    headline = HEADLINE

    def table(self, house: HouseRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        return exact_table(left_in(shoe))

    def par_sheet(self, house: HouseRules, shoe: Composition | None) -> ParSheet:
        return war_sheet(house, shoe)

    def effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        """Every round is dealt from a whole shoe: no card has left it."""
        return {}

    def progressive(self, sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
        raise BadInput.at(wager, f"plays for a meter; in {sheet.house.book.title} that is not counted")

    def simulate(self, house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> Simulated:
        seating.require_none(f"nobody decides anything in {house.book.title}")
        run = Run.of(house.wagers, **asked)
        return Simulated(WarSimulation(house, run.seed).run(run).sheet())

    def round_tests(self, openings: Sequence[Sequence[Card]], decks: int) -> Iterator[Result]:
        """Two cards say nothing that tests of neighbouring cards do not."""
        return iter(())

    def prepare_to_verify(self, house: HouseRules) -> None:
        """Nothing is shared."""

    verified = VerifiedWar

    def effort(self, house: HouseRules) -> int:
        return len(house.wagers)


ODDS: FamilyOdds = WarOdds()
