"""Implementation of the family odds interface for poker against a player-dealer."""

from __future__ import annotations

from typing import Unpack

from croupier.families.dealer_poker.shared.odds.coach import PokerCoach
from croupier.families.dealer_poker.shared.odds.exact import poker_par_sheet
from croupier.families.dealer_poker.shared.odds.strategy import ThreeCardStrategyCommand, UltimateStrategyCommand
from croupier.families.dealer_poker.shared.odds.verify import DealerPokerVerifier
from croupier.families.dealer_poker.ultimate.facts import HEADLINE
from croupier.odds.family_odds import (
    FamilyOdds,
    OddsWithDecisions,
    SimulationReport,
    SimulationSeats,
    Strategy,
    refuse_remote_simulation,
)
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules


class PokerOdds(OddsWithDecisions):
    """Poker odds: best play solved exactly, and simulation of rounds."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    coach = PokerCoach()
    main_facts = HEADLINE

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        return poker_par_sheet(rules, shoe)

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        refuse_remote_simulation("poker", run_options)
        from croupier.families.dealer_poker.shared.odds.simulate import simulate_report

        return simulate_report(rules, seating, **run_options)

    verifier = DealerPokerVerifier


THREE_CARD_ODDS: FamilyOdds = PokerOdds(ThreeCardStrategyCommand())
ULTIMATE_ODDS: FamilyOdds = PokerOdds(UltimateStrategyCommand())
