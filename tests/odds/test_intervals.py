"""The interval of a simulated edge is as wide as the spread of edges over repeated simulations.

The parts of one long simulation are independent, because every shoe is shuffled by its own number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from croupier.families.baccarat.odds.simulate import BaccaratSimulation
from croupier.families.blackjack.odds.card_counting import count_named
from croupier.families.blackjack.odds.simulate_results import BlackjackTally
from croupier.families.blackjack.odds.simulated_sheet import (
    SimulatedPlayers,
    odds_by_count,
    simulate_table,
    simulated_sheet,
)
from croupier.families.dealer_poker.shared.odds.exact import poker_sheet
from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
from croupier.families.dealer_poker.shared.odds.simulate import PokerJob
from croupier.odds.par_sheet import ParSheet
from croupier.odds.wager_odds import CONFIDENCE
from croupier.rulebook.table_rules import TableRules
from tests.soak import SOAK
from tests.table_rules import rules_of

TIMES = 80
NEAR = 0.35
"""Largest allowed relative difference between the measured and the claimed spread. The spread of 80 edges is known to
about a twelfth; for wagers that win seldom and much, less exactly."""


def blackjack(rules: TableRules, seats: int, shoes: int = 40) -> Iterator[ParSheet]:
    job = simulate_table(rules, SimulatedPlayers(seats, insures="always"), rounds=10).job
    for number in range(TIMES):
        yield simulated_sheet(rules, BlackjackTally(job, job.deal(number * shoes, shoes)))


def baccarat(rules: TableRules, shoes: int = 60) -> Iterator[ParSheet]:
    simulation = BaccaratSimulation(rules)
    for number in range(TIMES):
        simulation.tally = simulation.job.deal(number * shoes, shoes)
        yield simulation.sheet()


def poker(rules: TableRules, rounds: int = 6000) -> Iterator[ParSheet]:
    job = PokerJob.of(solution_of(rules), 1)
    for number in range(TIMES):
        yield poker_sheet(rules, job.counts(job.deal(number * rounds, rounds)))


TABLES: dict[str, Callable[[], Iterator[ParSheet]]] = {
    "blackjack, one seat": lambda: blackjack(rules_of("ilani-blackjack"), 1, 1500),
    "blackjack, seven seats": lambda: blackjack(rules_of("ilani-blackjack"), 7, 1500),
    "blackjack from shoes, seven seats": lambda: blackjack(rules_of("house-blackjack"), 7),
    "Buster Blackjack, seven seats": lambda: blackjack(rules_of("ca-buster-blackjack"), 7),
    "baccarat": lambda: baccarat(rules_of("co-dragon-bonus")),
    "Ultimate Texas Hold'em": lambda: poker(rules_of("ca-ultimate-texas-holdem")),
    "three-card poker": lambda: poker(rules_of("ca-3-card-poker")),
}


LONG = ("blackjack, one seat", "blackjack, seven seats", "Ultimate Texas Hold'em")
"""Games that only `make soak` simulates; the others here run the same two kernels."""


def scatter_over_interval(edges: list[float], intervals: list[float]) -> float:
    """Return the spread of the edges relative to the spread that their intervals claim."""
    claimed = np.array(intervals) / CONFIDENCE
    return float(np.std(edges, ddof=1) / np.sqrt((claimed**2).mean()))


@pytest.mark.parametrize("name", [name for name in TABLES if SOAK or name not in LONG])
def test_an_interval_is_as_wide_as_edges_scatter(name: str) -> None:
    sheets = list(TABLES[name]())
    for wager in sheets[0].wagers:
        edges = [float(sheet[wager].house_edge) for sheet in sheets]
        intervals = [sheet[wager].interval or 0.0 for sheet in sheets]
        assert scatter_over_interval(edges, intervals) == pytest.approx(1, abs=NEAR), wager


def test_the_interval_of_a_count_depends_on_the_rounds_of_the_table() -> None:
    rules = rules_of("house-blackjack")
    job = simulate_table(rules, SimulatedPlayers(7, count=count_named("hi-lo")), rounds=10).job
    tallies = [BlackjackTally(job, job.deal(number * 40, 40)) for number in range(TIMES)]
    rows = [next(row for row in odds_by_count(tally) if row.count == 0) for tally in tallies]
    edges, intervals = [row.house_edge for row in rows], [row.interval for row in rows]
    assert scatter_over_interval(edges, intervals) == pytest.approx(1, abs=NEAR)
