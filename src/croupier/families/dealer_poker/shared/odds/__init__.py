"""Odds of poker against a player-dealer: par sheets with best play, simulation and verification.

Modules are imported when they are used, because most of them need `croupier[odds]`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from croupier.odds.family_odds import (
    Coach,
    OddsWithDecisions,
    SimulationReport,
    SimulationSeats,
    refuse_remote_simulation,
)
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.cards.random_source import RandomSource
    from croupier.odds.verification.driver import Verifier


class PokerOdds(OddsWithDecisions):
    """Poker odds: best play solved exactly, and simulation of rounds."""

    @cached_property
    def coach(self) -> Coach:
        from croupier.families.dealer_poker.shared.odds.strategy import PokerCoach

        return PokerCoach()

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        from croupier.families.dealer_poker.shared.odds.exact import poker_par_sheet

        return poker_par_sheet(rules, shoe)

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        from croupier.families.dealer_poker.shared.odds.simulate import simulate_report

        refuse_remote_simulation("poker", run_options)
        return simulate_report(rules, seating, **run_options)

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        from croupier.families.dealer_poker.shared.odds.verify import DealerPokerVerifier

        return DealerPokerVerifier(printed, played, chance, seed)
