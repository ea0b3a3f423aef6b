"""Implementation of the family odds interface for poker against a player-dealer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from croupier.families.poker_dealer.coach import PokerCoach
from croupier.families.poker_dealer.holdem_facts import HEADLINE
from croupier.families.poker_dealer.sheet.exact import poker_par_sheet
from croupier.families.poker_dealer.sheet.verify import DealerPokerVerifier
from croupier.families.poker_dealer.strategy_command import ThreeCardStrategyCommand, UltimateStrategyCommand
from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import (
    FamilyOdds,
    SimulationReport,
    SimulationSeats,
    Strategy,
    refuse_fact_table,
    refuse_remote_simulation,
)
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules


class PokerOdds:
    """Poker odds: best play solved exactly, and simulation of rounds."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    coach = PokerCoach()
    main_facts = HEADLINE
    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
    prepare_to_verify = None

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        refuse_fact_table(rules)

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        return poker_par_sheet(rules, shoe)

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers) * 100

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        refuse_remote_simulation("poker", run_options)
        from croupier.families.poker_dealer.sim.simulate import simulate_report

        return simulate_report(rules, seating, **run_options)

    verifier = DealerPokerVerifier


THREE_CARD_ODDS: FamilyOdds = PokerOdds(ThreeCardStrategyCommand())
HOLDEM_ODDS: FamilyOdds = PokerOdds(UltimateStrategyCommand())
