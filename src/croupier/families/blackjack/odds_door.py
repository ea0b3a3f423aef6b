"""Blackjack's mathematics, as the house asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack

from croupier.families.blackjack.coach import BlackjackCoach
from croupier.families.blackjack.facts import HEADLINE
from croupier.families.blackjack.sheet.effects import blackjack_effects
from croupier.families.blackjack.sheet.sheet import blackjack_par_sheet
from croupier.families.blackjack.sheet.verified import VerifiedBlackjack
from croupier.families.blackjack.simulate_command import simulate_seats
from croupier.families.blackjack.strategy_command import BlackjackStrategy
from croupier.odds.composition import Composition
from croupier.odds.effects import WagerEffects
from croupier.odds.family_odds import DecidedOdds, FamilyOdds, Seating, SheetWords, Simulated, require_this_machine
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.asked import RunAsked
from croupier.rulebook.house_rules import HouseRules

FIGURES = (
    (
        "House edge",
        "What the bank can expect to win, in percent of the stake; of the main wager in percent of the first stake, "
        "doubles and splits not counted as stakes. A push counts as a stake.",
    ),
    (
        "Perfect play, chart",
        "Perfect play decides every hand by the very cards it is made of; a hand that is split again is played as "
        "before the split. The chart decides by totals alone.",
    ),
    (
        "Deals",
        "Every card of the shoe is told apart: the deals of the cards that a wager looks at, all equally likely. Of "
        "the main wager: simulated rounds, played by the chart.",
    ),
    (
        "Contribution",
        "Net times chance, in percent of the stake. The contributions of a counted wager add up to what the bettor can "
        "expect, which is the house edge with the other sign; those of the main wager, to what the chart came to in "
        "the simulated rounds.",
    ),
)


class BlackjackOdds(DecidedOdds):
    """Solved for perfect play, and played by the million."""

    said = SheetWords(
        lambda sheet: (
            "the main wager by perfect play, every hand decided by its own cards; the others by counting all deals of "
            "the cards they look at."
        ),
        FIGURES,
    )
    strategy = BlackjackStrategy()
    coach = BlackjackCoach()
    headline = HEADLINE

    def par_sheet(self, house: HouseRules, shoe: Composition | None) -> ParSheet:
        return blackjack_par_sheet(house, shoe)

    def effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        return blackjack_effects(sheet)

    def simulate(self, house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> Simulated:
        require_this_machine("blackjack", asked)
        return simulate_seats(house, seating, **asked)

    verified = VerifiedBlackjack


ODDS: FamilyOdds = BlackjackOdds()
