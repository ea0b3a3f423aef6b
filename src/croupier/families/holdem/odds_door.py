"""The mathematics of hold'em, as the house asks for it: what can be counted here, and what cannot.

There is no wager against a bank, so there is no edge to print and no strategy against a fixed dealer. What a hand is
worth against others is its equity; what the house takes is its fee.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn, Unpack

from croupier.errors import BadInput
from croupier.families.holdem.facts import HEADLINE
from croupier.odds.composition import Composition
from croupier.odds.family_odds import DecidedOdds, FamilyOdds, Seating, Simulated
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.asked import RunAsked
from croupier.odds.table import FactTable
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.cards.chance import Chance
    from croupier.odds.verification.driver import Verified

WHY = "players play one another for pots, so no wager has odds of its own"


class HoldemOdds(DecidedOdds):
    """Nothing is paid by a bank: what there is to count is equity, and the fee."""

    strategy = None
    coach = None
    headline = HEADLINE

    def table(self, house: HouseRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        _cannot(house, "facts over all deals")

    def par_sheet(self, house: HouseRules, shoe: Composition | None) -> ParSheet:
        _cannot(house, "a par sheet")

    def simulate(self, house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> Simulated:
        _cannot(house, "a simulated par sheet")

    def verified(self, printed: HouseRules, played: HouseRules, chance: Chance, seed: int) -> Verified:
        _cannot(house=printed, what="a sheet to verify against")


def _cannot(house: HouseRules, what: str) -> NoReturn:
    raise BadInput.at("rulebook", f"{house.book.title} has no {what.removeprefix('a ')}: {WHY}")


ODDS: FamilyOdds = HoldemOdds()
