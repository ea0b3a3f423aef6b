"""Odds of poker against a player-dealer: par sheets with best play, simulation and verification.

Modules are imported when they are used, because most of them need `croupier[odds]`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import (
    Coach,
    SimulationReport,
    SimulationSeats,
    refuse_device,
    refuse_fact_table,
)
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.cards.random_source import RandomSource
    from croupier.odds.verification.driver import Verifier


class PokerOdds:
    """Poker odds: best play solved exactly, and simulation of rounds."""

    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
    prepare_to_verify = None

    @cached_property
    def coach(self) -> Coach:
        from croupier.families.dealer_poker.shared.odds.strategy import PokerCoach

        return PokerCoach()

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        refuse_fact_table(rules)

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        from croupier.families.dealer_poker.shared.odds.exact import poker_par_sheet

        return poker_par_sheet(rules, shoe)

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers) * 100

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        from croupier.families.dealer_poker.shared.odds.simulate import simulate_report

        refuse_device("poker", run_options)
        return simulate_report(rules, seating, **run_options)

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        from croupier.families.dealer_poker.shared.odds.verify import DealerPokerVerifier

        return DealerPokerVerifier(printed, played, chance, seed)
