"""The mathematics of Mah-Jong Pai-Gow, as the house asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Unpack

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.families.pai_gow.mah_jong.exact import exact_table
from croupier.families.pai_gow.mah_jong.simulation import MahJongSimulation
from croupier.families.pai_gow.mah_jong.verified import VerifiedMahJong
from croupier.odds.composition import Composition
from croupier.odds.effects import WagerEffects
from croupier.odds.fairness_tests.result import Result
from croupier.odds.family_odds import FamilyOdds, Seating, Simulated
from croupier.odds.par_sheet import ParSheet, counted_sheet
from croupier.odds.progressive import ProgressiveOdds
from croupier.odds.simulation.asked import RunAsked
from croupier.odds.simulation.driver import Run
from croupier.odds.table import FactTable
from croupier.rulebook.house_rules import HouseRules


class MahJongOdds:
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

    def effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        """Every round is dealt from all tiles: none has left."""
        return {}

    def progressive(self, sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
        raise BadInput.at(wager, f"plays for a meter; in {sheet.house.book.title} that is not counted")

    def simulate(self, house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> Simulated:
        seating.require_none(f"nobody decides anything in {house.book.title}")
        run = Run.of(house.wagers, **asked)
        return Simulated(MahJongSimulation(house, run.seed).run(run).sheet())

    def round_tests(self, openings: Sequence[Sequence[Card]], decks: int) -> Iterator[Result]:
        """Two tiles say nothing that tests of neighbouring ones do not."""
        return iter(())

    def prepare_to_verify(self, house: HouseRules) -> None:
        """Nothing is shared."""

    def effort(self, house: HouseRules) -> int:
        return len(house.wagers)


def _require_all_tiles(house: HouseRules, shoe: Composition | None) -> None:
    if shoe is not None and shoe != Composition.of_decks(house.shoe.decks):
        raise BadInput.at("shoe", "every round is dealt from all tiles, so there is nothing left over to count from")


ODDS: FamilyOdds = MahJongOdds()
