"""Odds of hold'em in the interface that the rest of the program calls.

There is no wager against a bank, and therefore no house edge and no best strategy against a dealer. The value of a hand
is its equity against others; the house earns its fee.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn, Unpack

from croupier.documents.fee_sheet import FeeSheet
from croupier.errors import BadInput
from croupier.families.holdem.facts import HEADLINE
from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import FamilyOdds, HandRequest, SimulationReport, SimulationSeats
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.cards.random_source import RandomSource
    from croupier.documents.strategy import HandExplanation, StrategyDocument
    from croupier.odds.verification.driver import Verifier

NO_ODDS_REASON = "players play one another for pots, so no wager has odds of its own"
NO_CHART = (
    "no way to play is best against everybody: that depends on the other players. What hands and ranges are worth "
    'against each other is told by: croupier equity "As Ks" "QQ+, AKs" any --board "Kd 7c 2s"'
)


class NoHoldemStrategy:
    """Strategy interface that refuses every request and points to `croupier equity`."""

    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        raise BadInput.at("RULEBOOK", f"in {rules.rulebook.title} {NO_CHART}")

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        raise BadInput.at("RULEBOOK", f"in {rules.rulebook.title} {NO_CHART}")

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        raise BadInput.at("RULEBOOK", f"in {rules.rulebook.title} {NO_CHART}")


class HoldemOdds:
    """Odds of a game without a bank: only the fee sheet and the simulation are available."""

    strategy = NoHoldemStrategy()
    coach = None
    main_facts = HEADLINE
    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
    card_counting = None
    prepare_to_verify = None

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        _cannot(rules, "facts over all deals")

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        _cannot(rules, "a par sheet")

    def fee_sheet(self, rules: TableRules) -> FeeSheet:
        from croupier.families.holdem.odds.fee_sheet import fee_sheet

        return fee_sheet(rules)

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers) * 100

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        from croupier.families.holdem.odds.simulate import simulate_hands

        return simulate_hands(rules, seating, **run_options)

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        from croupier.families.holdem.odds.verify import HoldemVerifier

        return HoldemVerifier(printed, played, chance, seed)


def _cannot(rules: TableRules, what: str) -> NoReturn:
    raise BadInput.at("rulebook", f"{rules.rulebook.title} has no {what.removeprefix('a ')}: {NO_ODDS_REASON}")


ODDS: FamilyOdds = HoldemOdds()
