"""Odds of any family without kernels: exact, simulated and verified by playing its live round.

- `exact`: every deal of a round without decisions, with its weight
- `simulate`: rounds from a full shoe, played by the timeout answers
- `verify`: the live table against the sheet

All of them collect the facts of finished rounds, and the rulebook's own conditions measure every wager on these facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Unpack

from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput
from croupier.odds.fact_table import EXACT, SIMULATED, FactTable, NotExactlyCountable
from croupier.odds.family_odds import SimulationReport, SimulationSeats
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.played_rounds.exact import count_rounds, shoe_pieces
from croupier.odds.played_rounds.facts import RoundCounts, fact_table
from croupier.odds.removal_effects import WagerEffects
from croupier.odds.shoe_composition import Composition
from croupier.odds.wager_odds import measure_wager
from croupier.play.facts import FactList
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.odds.simulation.run_options import RunOptions
    from croupier.odds.verification.driver import Verifier

MOST_DEALS = 300_000
"""Most different deals of a round that are played one by one for exact odds."""
SAMPLED_ROUNDS = 100_000
"""Number of rounds of a sampled sheet, and of a simulation without a stop condition."""
SHEET_SEED = 1


class PlayedRoundOdds:
    """Odds of a family that has no kernels. A game without decisions and with few deals has exact odds."""

    strategy = None
    coach = None
    progressive_odds = None
    shuffle_tests = None
    card_counting = None
    prepare_to_verify = None

    def __init__(
        self, facts: FactList[Any], *, most_deals: int = MOST_DEALS, sampled_rounds: int = SAMPLED_ROUNDS
    ) -> None:
        self.main_facts = tuple(facts.by_name)
        self.most_deals, self.sampled_rounds = most_deals, sampled_rounds

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        return fact_table(rules, count_rounds(rules, shoe_pieces(rules, shoe), self.most_deals), EXACT)

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        """Return the exact odds of every wager, or sampled ones if a player decides or a round has too many deals."""
        return self.sheet_with_counts(rules, shoe)[0]

    def sheet_with_counts(self, rules: TableRules, shoe: Composition | None) -> tuple[ParSheet, RoundCounts]:
        """Return the par sheet, and the counts of rounds by facts from which it was computed."""
        try:
            counts, method = count_rounds(rules, shoe_pieces(rules, shoe), self.most_deals), EXACT
        except NotExactlyCountable:
            from croupier.odds.played_rounds.simulate import sample_rounds  # noqa: PLC0415 - needs Numba

            counts, method = sample_rounds(rules, shoe_pieces(rules, shoe), SHEET_SEED, self.sampled_rounds), SIMULATED
        table = fact_table(rules, counts, method)
        sheet = measured_sheet(
            rules,
            shoe,
            method,
            table.total,
            lambda wager: measure_wager(wager, table, paytable=paytable_of(rules, wager.id)),
        )
        return sheet, counts

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers)

    def removal_effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        raise BadInput.at(
            "--effects", f"{sheet.rules.rulebook.title} is priced by playing rounds; give --removed to price a shoe"
        )

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        from croupier.odds.played_rounds.simulate import simulate  # noqa: PLC0415 - needs Numba

        return SimulationReport(simulate(rules, seating, self.sampled_rounds, **run_options))

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        from croupier.odds.played_rounds.verify import PlayedVerifier  # noqa: PLC0415 - needs SciPy

        return PlayedVerifier(self, printed, played, chance, seed)
