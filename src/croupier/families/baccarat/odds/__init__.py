"""Odds of baccarat in the interface that the rest of the system calls.

This module runs before any module of the package, also on machines that only deal simulated shoes and have no
rulebooks. So it imports everything else when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Unpack

    from croupier.cards import Card
    from croupier.cards.random_source import RandomSource
    from croupier.odds.counting.count_options import CountOptions
    from croupier.odds.counting.count_study import CountStudy
    from croupier.odds.fact_table import FactTable
    from croupier.odds.fairness_tests.result import FairnessTestResult
    from croupier.odds.family_odds import FamilyOdds, SimulationReport, SimulationSeats
    from croupier.odds.par_sheet import ParSheet
    from croupier.odds.progressive import ProgressiveOdds
    from croupier.odds.removal_effects import WagerEffects
    from croupier.odds.shoe_composition import Composition
    from croupier.odds.simulation.run_options import RunOptions
    from croupier.odds.verification.driver import Verifier
    from croupier.rulebook.table_rules import TableRules


class BaccaratOdds:
    """Odds of baccarat: exact par sheets, and simulation."""

    strategy = None
    coach = None

    @property
    def main_facts(self) -> tuple[str, ...]:
        from croupier.families.baccarat.facts import HEADLINE

        return HEADLINE

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        from croupier.families.baccarat.odds.exact import exact_table

        return exact_table(rules, facts, shoe)

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        from croupier.families.baccarat.odds.exact import exact_sheet

        return exact_sheet(rules, shoe)

    def removal_effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        from croupier.families.baccarat.odds.removal_effects import removal_effects

        return removal_effects(sheet)

    def progressive_odds(self, sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
        from croupier.families.baccarat.odds.exact import exact_table
        from croupier.families.baccarat.odds.progressive import progressive_odds

        assert sheet.shoe is not None
        rules, one = sheet.rules, sheet.rules.wagers[wager]
        return progressive_odds(rules, one, exact_table(rules, one.facts, sheet.shoe), players)

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        from croupier.families.baccarat.odds.simulate import simulate
        from croupier.odds.family_odds import SimulationReport

        seating.require_none(f"nobody decides anything in {rules.rulebook.title}")
        return SimulationReport(simulate(rules, **run_options))

    def card_counting(self, rules: TableRules, options: CountOptions, progress: Callable[[float], None]) -> CountStudy:
        from croupier.families.baccarat.odds.counting import BaccaratCounting
        from croupier.odds.counting.count_study import study_counts

        return study_counts(BaccaratCounting(rules), options, progress)

    def shuffle_tests(self, openings: Sequence[Sequence[Card]], decks: int) -> Iterator[FairnessTestResult]:
        from croupier.families.baccarat.odds.shuffle_tests import round_tests

        return round_tests(openings, decks)

    def prepare_to_verify(self, rules: TableRules) -> None:
        from croupier.families.baccarat.odds.compare_live import compare_drawing_rules
        from croupier.families.baccarat.round import BaccaratRules

        play_rules = BaccaratRules.of(rules)
        compare_drawing_rules(play_rules, play_rules)

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        from croupier.families.baccarat.odds.verify import BaccaratVerifier

        return BaccaratVerifier(printed, played, chance, seed)

    def relative_cost(self, rules: TableRules) -> int:
        """Return seats times meters: verification takes long if many seats play for meters."""
        return len(rules.seats) * len(rules.meters)


ODDS: FamilyOdds = BaccaratOdds()
