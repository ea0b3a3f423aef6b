"""The mathematics of hold'em, as the house asks for it: what can be counted here, and what cannot.

There is no wager against a bank, so there is no edge to print and no strategy against a fixed dealer. What a hand is
worth against others is its equity; what the house takes is its fee.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn, Unpack

from croupier.documents.fee_sheet import FeeSheet
from croupier.errors import BadInput
from croupier.families.holdem.facts import HEADLINE
from croupier.odds.composition import Composition
from croupier.odds.family_odds import CardsNamed, DecidedOdds, FamilyOdds, Seating, Simulated
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.asked import RunAsked
from croupier.odds.table import FactTable
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.cards.chance import Chance
    from croupier.documents.strategy import HandTold, StrategyParts
    from croupier.odds.verification.driver import Verified

WHY = "players play one another for pots, so no wager has odds of its own"
NO_CHART = (
    "no way to play is best against everybody: that depends on the other players. What hands and ranges are worth "
    'against each other is told by: croupier equity "As Ks" "QQ+, AKs" any --board "Kd 7c 2s"'
)


class HoldemStrategy:
    """Why there is no chart, and where to ask instead."""

    def require(self, house: HouseRules, asked: CardsNamed) -> None:
        raise BadInput.at("RULEBOOK", f"in {house.book.title} {NO_CHART}")

    def chart(self, house: HouseRules, asked: CardsNamed) -> StrategyParts:
        raise BadInput.at("RULEBOOK", f"in {house.book.title} {NO_CHART}")

    def hand(self, house: HouseRules, asked: CardsNamed) -> HandTold:
        raise BadInput.at("RULEBOOK", f"in {house.book.title} {NO_CHART}")


class HoldemOdds(DecidedOdds):
    """Nothing is paid by a bank: what there is to count is equity, and the fee."""

    strategy = HoldemStrategy()
    coach = None
    headline = HEADLINE

    def table(self, house: HouseRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        _cannot(house, "facts over all deals")

    def par_sheet(self, house: HouseRules, shoe: Composition | None) -> ParSheet:
        _cannot(house, "a par sheet")

    def fee_sheet(self, house: HouseRules) -> FeeSheet:
        from croupier.families.holdem.odds.fees import fee_sheet

        return fee_sheet(house)

    def simulate(self, house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> Simulated:
        from croupier.families.holdem.odds.simulate import simulate_hands

        return simulate_hands(house, seating, **asked)

    def verified(self, printed: HouseRules, played: HouseRules, chance: Chance, seed: int) -> Verified:
        from croupier.families.holdem.odds.verified import VerifiedHoldem

        return VerifiedHoldem(printed, played, chance, seed)


def _cannot(house: HouseRules, what: str) -> NoReturn:
    raise BadInput.at("rulebook", f"{house.book.title} has no {what.removeprefix('a ')}: {WHY}")


ODDS: FamilyOdds = HoldemOdds()
