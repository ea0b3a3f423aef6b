"""Blackjack's implementation of the family odds interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack

from croupier.families.blackjack.facts import HEADLINE
from croupier.families.blackjack.odds.coach import BlackjackCoach
from croupier.families.blackjack.odds.exact import blackjack_par_sheet
from croupier.families.blackjack.odds.removal_effects import blackjack_effects
from croupier.families.blackjack.odds.simulate import simulate_seats
from croupier.families.blackjack.odds.strategy import BlackjackStrategyCommand
from croupier.families.blackjack.odds.verify import BlackjackVerifier
from croupier.odds.family_odds import (
    FamilyOdds,
    OddsWithDecisions,
    SimulationReport,
    SimulationSeats,
    refuse_remote_simulation,
)
from croupier.odds.par_sheet import ParSheet
from croupier.odds.removal_effects import WagerEffects
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules


class BlackjackOdds(OddsWithDecisions):
    """Blackjack odds: perfect play solved exactly, and simulation of rounds."""

    strategy = BlackjackStrategyCommand()
    coach = BlackjackCoach()
    main_facts = HEADLINE

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        return blackjack_par_sheet(rules, shoe)

    def removal_effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        return blackjack_effects(sheet)

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        refuse_remote_simulation("blackjack", run_options)
        return simulate_seats(rules, seating, **run_options)

    verifier = BlackjackVerifier


ODDS: FamilyOdds = BlackjackOdds()
