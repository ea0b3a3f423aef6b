"""Odds of blackjack: perfect play, the best chart, insurance, effects of removal, simulation and verification.

`ODDS` is the interface that the rest of the system calls; `solver.BlackjackSolver` is the entry point of the exact
mathematics. Modules are imported when they are used, because most of them need `croupier[odds]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from croupier.families.blackjack.facts import HEADLINE
from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import (
    Coach,
    FamilyOdds,
    SimulationReport,
    SimulationSeats,
    Strategy,
    refuse_device,
    refuse_fact_table,
)
from croupier.odds.par_sheet import ParSheet
from croupier.odds.removal_effects import WagerEffects
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.cards.random_source import RandomSource
    from croupier.odds.counting.count_options import CountOptions
    from croupier.odds.counting.count_study import CountStudy
    from croupier.odds.verification.driver import Verifier


class BlackjackOdds:
    """Blackjack odds: perfect play solved exactly, and simulation of rounds."""

    main_facts = HEADLINE
    progressive_odds = None
    shuffle_tests = None
    prepare_to_verify = None

    @cached_property
    def strategy(self) -> Strategy:
        from croupier.families.blackjack.odds.strategy import BlackjackStrategyCommand

        return BlackjackStrategyCommand()

    @cached_property
    def coach(self) -> Coach:
        from croupier.families.blackjack.odds.strategy import BlackjackCoach

        return BlackjackCoach()

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        refuse_fact_table(rules)

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        from croupier.families.blackjack.odds.exact import blackjack_par_sheet

        return blackjack_par_sheet(rules, shoe)

    def removal_effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        from croupier.families.blackjack.odds.exact import blackjack_effects

        return blackjack_effects(sheet)

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers) * 100

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        from croupier.families.blackjack.odds.simulate import simulate_seats

        refuse_device("blackjack", run_options)
        return simulate_seats(rules, seating, **run_options)

    def card_counting(self, rules: TableRules, options: CountOptions, progress: Callable[[float], None]) -> CountStudy:
        from croupier.families.blackjack.odds.counting import BlackjackCounting
        from croupier.odds.counting.count_study import study_counts

        return study_counts(BlackjackCounting(rules), options, progress)

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        from croupier.families.blackjack.odds.verify import BlackjackVerifier

        return BlackjackVerifier(printed, played, chance, seed)


ODDS: FamilyOdds = BlackjackOdds()
