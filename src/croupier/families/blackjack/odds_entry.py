"""Blackjack's implementation of the family odds interface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Unpack

from croupier.families.blackjack.coach import BlackjackCoach
from croupier.families.blackjack.facts import HEADLINE
from croupier.families.blackjack.sheet.exact import blackjack_par_sheet
from croupier.families.blackjack.sheet.removal_effects import blackjack_effects
from croupier.families.blackjack.sheet.verify import BlackjackVerifier
from croupier.families.blackjack.simulate_command import simulate_seats
from croupier.families.blackjack.strategy_command import BlackjackStrategyCommand
from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import (
    FamilyOdds,
    SimulationReport,
    SimulationSeats,
    refuse_fact_table,
    refuse_remote_simulation,
)
from croupier.odds.par_sheet import ParSheet
from croupier.odds.removal_effects import WagerEffects
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules


class BlackjackOdds:
    """Blackjack odds: perfect play solved exactly, and simulation of rounds."""

    strategy = BlackjackStrategyCommand()
    coach = BlackjackCoach()
    main_facts = HEADLINE
    progressive_odds = None
    shuffle_tests = None
    prepare_to_verify = None

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        refuse_fact_table(rules)

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        return blackjack_par_sheet(rules, shoe)

    def removal_effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        return blackjack_effects(sheet)

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers) * 100

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        refuse_remote_simulation("blackjack", run_options)
        return simulate_seats(rules, seating, **run_options)

    verifier = BlackjackVerifier


ODDS: FamilyOdds = BlackjackOdds()
