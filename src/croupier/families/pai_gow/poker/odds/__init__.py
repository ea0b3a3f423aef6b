"""Odds of pai gow poker in the interface that the rest of the system calls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Unpack

from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput
from croupier.families.pai_gow.poker.odds.exact import (
    fact_table_for,
    house_way_reading,
    pai_gow_sheet,
    require_whole_deck,
)
from croupier.families.pai_gow.poker.odds.strategy import PaiGowCoach, PaiGowStrategy
from croupier.families.pai_gow.poker.rules import section_of
from croupier.odds.fact_table import FactTable
from croupier.odds.family_odds import (
    FamilyOdds,
    SimulationReport,
    SimulationSeats,
    refuse_device,
)
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.verification.driver import Verifier
from croupier.rulebook.table_rules import TableRules

DECK = 53


class PaiGowOdds:
    """Odds of pai gow poker: exact counts, with both hands set the house way."""

    strategy = PaiGowStrategy()
    coach = PaiGowCoach()
    main_facts = ("high_wins", "high_copies", "low_wins", "low_copies")
    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
    card_counting = None
    prepare_to_verify = None

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        require_whole_deck(rules, shoe)
        return fact_table_for(house_way_reading(rules), (), facts)

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        return pai_gow_sheet(rules, shoe)

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        """Simulate rounds in which all seats set their hands the house way."""
        refuse_device("pai gow poker", run_options)
        replace(seating, seats=None).require_none("all hands are set the house way")
        most = 1 if section_of(rules).dice == 0 else DECK // section_of(rules).cards - 1
        seats = most if seating.seats is None else seating.seats
        if not 1 <= seats <= most:
            raise BadInput.at(
                "--seats", f"is {seats}; {rules.rulebook.title} has 1 to {most} beside the player-dealer's"
            )
        from croupier.families.pai_gow.poker.odds.simulate import PaiGowSimulation

        run = CheckedRun.of(rules.wagers, **run_options)
        return SimulationReport(PaiGowSimulation(rules, seats, run.seed).run(run).sheet())

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        from croupier.families.pai_gow.poker.odds.verify import PaiGowVerifier

        return PaiGowVerifier(printed, played, chance, seed)

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers) * 10


ODDS: FamilyOdds = PaiGowOdds()
