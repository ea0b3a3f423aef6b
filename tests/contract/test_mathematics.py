"""The mathematics of every family: kernel, live round, simulation and par sheet agree.

- The kernel of the simulation and the live round give the same results from the same cards.
- Simulations with several seeds and seats agree with the sheet within their interval.
- The counts of every wager of every shipped sheet cover all deals, and its shares sum to one.
- A shipped sheet equals a new count.

For each of these laws, a planted fault shows that the test can fail.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from math import comb, factorial, perm, sqrt
from typing import Any

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.families.holdem.odds import fee_sheet
from croupier.families.holdem.odds.betting_kernels import SIMPLE_STRATEGY
from croupier.families.holdem.odds.simulate import HoldemJob, betting_rules_of, buy_in_range
from croupier.families.holdem.rules import rules_of as holdem_rules_of
from croupier.families.holdem.rules import schedule_of
from croupier.families.pai_gow.poker import round as pai_gow_round
from croupier.families.thirteen_card.odds import exact as clean_sweeps
from croupier.families.thirteen_card.rules import rules_of as thirteen_rules_of
from croupier.hands.card_parsing import index_of
from croupier.odds.family_odds import SimulationSeats, odds_of
from croupier.odds.shipped_sheets import count_full_sheet, load_shipped_sheet, sheet_data
from croupier.odds.simulation.driver import Simulation
from croupier.odds.simulation.job import Job, Tally
from croupier.odds.verification.statistics import ChiSquare, shuffle_test
from croupier.odds.wager_odds import CONFIDENCE, SolvedOdds
from croupier.play import rulebook_library
from croupier.play.family import load_family
from tests.contract.game_rows import OTHER_ROWS, ROW, ROWS, SEED, GameRow, rules_of, sheet_of, thirteen_order
from tests.contract.planted_faults import FAULTS, FaultKind, last_cards_exchanged, replaced
from tests.soak import SOAK, or_soak

every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


# The kernel and the live round


@every_row
def test_the_live_round_and_the_kernel_give_the_same_results(row: GameRow) -> None:
    compared, differing = row.compare(row.rules, row.rules, SEED)
    assert differing == []
    assert compared >= 16


@every_row
def test_a_card_dealt_twice_in_the_live_round_is_found(row: GameRow, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, plant = row.rules, FAULTS[row.name][FaultKind.DEALT_TWICE]
    assert not isinstance(plant, str)
    plant(rules, monkeypatch)
    try:
        _, differing = row.compare(rules, rules, SEED)
    except BadInput as refused:  # the ranking refuses a hand with the same card twice
        differing = [str(refused)]
    assert differing


def test_a_hand_set_against_the_house_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a hand that is not set the house way is reported.

    The arrangement itself must be compared, because settlement ranks only the cards of a hand that the house sets.
    """
    row = ROW["pai gow poker"]
    replaced(pai_gow_round, "split_house_way", last_cards_exchanged)(row.rules, monkeypatch)
    _, differing = row.compare(row.rules, row.rules, SEED)
    assert any("is laid with" in text for text in differing)


# The simulation and the sheet

SEEDS = (11, 12, 13)
BOUND = 4.0
"""Largest allowed difference in standard errors; chance alone exceeds it once in 16,000 figures."""


@dataclass(frozen=True)
class Measured:
    """Simulated figure: its difference from the sheet, and its standard error."""

    name: str
    difference: float
    error: float
    bias: float | None = None
    """Size of a fault that the test must be able to find; None if no such size is set."""

    @property
    def passes(self) -> bool:
        return abs(self.difference) < BOUND * self.error

    def biased(self, by: float) -> Measured:
        return Measured(self.name, self.difference + by, self.error)


MAIN_BIAS = 0.01
"""Bias that must be found on the main wager of a game: a hundredth of the stake."""
OTHER_BIAS = {"insurance": 0.046}
"""Bias of an earlier fault at full tables: a round in which the shoe ran out was counted only if a natural ended it.
This concerned one round in fourteen, and insurance won five percent more often."""


def measured(row: GameRow) -> list[Measured]:
    """Return all simulated figures of a row over several seeds, with all seats playing."""
    if row.name in WITHOUT_PAR_SHEET:
        return list(WITHOUT_PAR_SHEET[row.name](row))
    exact = sheet_of(row.rules)
    sheets = [simulated(row, seed).sheet for seed in SEEDS]
    main, figures = next(iter(exact.wagers)), []
    for name, odds in exact.wagers.items():
        edge = -odds.chart_value if isinstance(odds, SolvedOdds) else float(odds.house_edge)
        off = [float(sheet[name].house_edge) - edge for sheet in sheets]
        errors = [(sheet[name].interval or 0.0) / CONFIDENCE for sheet in sheets]
        bias = MAIN_BIAS if name == main else OTHER_BIAS.get(name)
        figures.append(Measured(name, sum(off) / len(off), sqrt(sum(error**2 for error in errors)) / len(errors), bias))
    return figures


def simulated(row: GameRow, seed: int, rounds: int | None = None) -> Any:
    seats = SimulationSeats(seats=row.seats)
    return odds_of(row.rules).simulate(row.rules, seats, rounds=rounds or row.rounds, seed=seed, threads=1)


def measured_holdem(row: GameRow) -> Iterator[Measured]:
    """Yield the share of hands that reach the flop and pay the fee, compared with the printed fee sheet."""
    schedule = schedule_of(row.rules)
    assert schedule is not None
    (line,) = fee_sheet.fee_lines(row.rules, schedule, [row.seats or 0])
    reports = [simulated(row, seed).extra_json for seed in SEEDS]
    flops = sum(report["flop_share"] for report in reports) / len(reports)
    error = sqrt(line.flops * (1 - line.flops) * (1 / fee_sheet.HANDS + 1 / (row.rounds * len(SEEDS))))
    yield Measured("flops", flops - line.flops, error, 0.05)
    fee = sum(report["fee_cents"]["mean"] for report in reports) / len(reports)
    yield Measured("fee", fee / line.fee_cents - line.flops, error, 0.05)


def measured_thirteen(row: GameRow) -> Iterator[Measured]:
    """Yield the mean points of each seat, which should be zero, and the share of Clean Sweeps minus its exact share."""
    reports = [simulated(row, seed).extra_json for seed in SEEDS]
    for seats in zip(*(report["points_by_seat"] for report in reports), strict=True):
        off = sum(seat["mean"] for seat in seats) / len(seats)
        error = sqrt(sum((seat["interval"] / CONFIDENCE) ** 2 for seat in seats)) / len(seats)
        yield Measured(f"seat {seats[0]['seat']}", off, error, 2.0)
    counted = clean_sweeps.count_sweeps(thirteen_rules_of(row.rules))
    share = sum(sweep.best for sweep in counted) / clean_sweeps.ALL_HANDS
    swept = sum(report["clean_sweeps_a_seat"] for report in reports) / len(reports)
    hands = row.rounds * len(SEEDS) * (row.seats or 0)
    yield Measured("clean sweeps", swept - share, sqrt(share * (1 - share) / hands), 0.01)


WITHOUT_PAR_SHEET: dict[str, Callable[[GameRow], Iterator[Measured]]] = {
    "hold'em": measured_holdem,
    "thirteen card": measured_thirteen,
}
"""Games without a par sheet, and the figures that are compared instead."""


@pytest.mark.parametrize("row", or_soak((*ROWS, *OTHER_ROWS), len(ROWS)), ids=lambda row: row.name)
def test_simulations_of_several_seeds_and_seats_lie_within_their_interval_of_the_sheet(row: GameRow) -> None:
    """Check that simulated figures agree with the sheet, and that their interval is narrow enough to find a bias."""
    figures = measured(row)
    assert [figure for figure in figures if not figure.passes] == []
    planted = [(figure, figure.bias) for figure in figures if figure.bias is not None]
    assert planted
    assert [figure for figure, bias in planted if figure.biased(bias).passes or figure.biased(-bias).passes] == []


# The work of a simulation, divided

SHOES = 60


def job_of(row: GameRow, monkeypatch: pytest.MonkeyPatch) -> Job[Any]:
    """Return the job of a row's simulation."""
    jobs: list[Job[Any]] = []
    start = Simulation.__init__

    def note_job(simulation: Simulation[Any], job: Job[Any]) -> None:
        jobs.append(job)
        start(simulation, job)

    monkeypatch.setattr(Simulation, "__init__", note_job)
    simulated(row, SEED, rounds=10)
    return jobs[0]


def figures(tally: Tally[Any]) -> list[Any]:
    counts = [list(vars(count).values()) if hasattr(count, "keys") else [count] for count in tally.counts]
    return [tally.shoes, tally.rounds, *(array.tolist() for arrays in counts for array in arrays)]


@every_row
def test_a_simulation_does_not_depend_on_how_its_shoes_are_divided(
    row: GameRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of(row, monkeypatch)
    whole = figures(job.deal(0, SHOES))
    assert figures(job.deal(0, 23).plus(job.deal(23, SHOES - 23))) == whole
    assert figures(job.deal(0, 23).plus(job.deal(0, SHOES - 23))) != whole, "shoes that are dealt twice are found"


# Shares

SHEETS = [
    name
    for name in rulebook_library.names()
    if load_family(rulebook_library.load(name).written.family).table_stakes is None
]
"""Rulebooks that have a par sheet: games against a bank, not games between seats."""
DEALS: dict[str, set[int]] = {
    "baccarat": {perm(8 * 52, 6)},
    "blackjack": {perm(6 * 52, 3), perm(6 * 52, 4), perm(6 * 52, 24), 6 * 52 - 1, 2**22},
    "three-card": {3 * comb(52, 3) * comb(49, 3), comb(52, 6)},
    "ultimate-holdem": {10 * comb(52, 2) * comb(50, 2) * comb(48, 5)},
    "pai-gow-poker": {comb(53, 7) * comb(46, 7), comb(53, 6) * comb(47, 6), comb(53, 7), comb(53, 6)},
    "pai-gow-tiles": {comb(32, 4) * comb(28, 4)},
    "mah-jong-pai-gow": {comb(20, 2) * comb(18, 2)},
}
"""Number of deals for each number of cards that wagers of the family depend on. Insurance depends only on the hole
card; the results of the main wager of blackjack are counted over simulated rounds."""
ANTES = {"three-card": 1, "ultimate-holdem": 2}
"""Units staked before the hand is played, by family. The Play wager, which is added later, is counted per unit staked
on it."""


def share_faults(data: dict[str, Any]) -> list[str]:
    """Return the wagers of a shipped sheet whose counts do not cover all deals."""
    family = rulebook_library.load(data["rulebook"]).written.family
    faults = []
    for name, lines in data["wagers"].items():
        total = sum(line["count"] for line in lines)
        if family == "war":
            is_whole = total == data["rounds"] and factorial(8 * 52) % total == 0
        elif name == "play":
            units = Fraction(data["games"]["ante"]["average_wager"]) - ANTES[family]
            is_whole = total == units * data["rounds"]
        else:
            is_whole = total in DEALS[family]
        faults += [] if is_whole else [name]
    return faults


def shipped_data(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(files("croupier.odds").joinpath(f"sheets/{name}.json").read_text("utf-8"))
    return data


@pytest.mark.parametrize("name", SHEETS)
def test_the_counts_of_every_wager_cover_all_deals_and_its_shares_sum_to_one(name: str) -> None:
    data = shipped_data(name)
    assert share_faults(data) == []
    shipped = load_shipped_sheet(rules_of(name))
    assert shipped is not None
    for odds in shipped.sheet.wagers.values():
        assert odds.hit + odds.push + odds.loss == sum(odds.distribution.values()) == 1
    for lines in data["wagers"].values():
        lines[-1]["count"] += 1
    assert share_faults(data) == list(data["wagers"]), "a deal that is counted twice is found in every wager"


# Shipped sheets

COUNTED_ELSEWHERE = "pai-gow-poker"
"""Family whose sheets `tests/families/pai_gow/test_odds.py` counts and compares."""


def is_counted_here(name: str) -> bool:
    is_elsewhere = rulebook_library.load(name).written.family == COUNTED_ELSEWHERE
    return bool(SOAK) or not is_elsewhere


@pytest.mark.parametrize("name", [name for name in SHEETS if is_counted_here(name)])
def test_a_shipped_sheet_equals_a_new_count(name: str) -> None:
    """Check that every shipped sheet equals a new count.

    If one differs, run `python -m croupier.odds.shipped_sheets`.
    """
    rules = rules_of(name)
    counted = count_full_sheet(rules)
    assert load_shipped_sheet(rules) == counted
    assert shipped_data(name) == sheet_data(counted)


# Cards of the kernels, in games where verification does not shuffle


def position_test(orders: np.ndarray[Any, Any]) -> ChiSquare:
    """Test whether every card is equally frequent at every position; `orders` has one row for each deck of 52."""
    counts = np.zeros((orders.shape[1], 52), np.int64)
    for place, cards in enumerate(orders.T):
        counts[place] = np.bincount(cards, minlength=52)
    test = shuffle_test(counts, len(orders))
    assert test is not None
    return test


def holdem_orders() -> np.ndarray[Any, Any]:
    """Return the hole cards of nine seats; all of them are dealt before anybody decides."""
    betting = betting_rules_of(holdem_rules_of(ROW["hold'em"].rules))
    recorded = HoldemJob(betting, 9, SEED, buy_in_range(betting), SIMPLE_STRATEGY).recorded_hands(0, 4_000)
    return recorded.holes.reshape(len(recorded.states), -1)


def thirteen_orders() -> np.ndarray[Any, Any]:
    return np.array([[index_of(card) for card in thirteen_order(SEED, deal)] for deal in range(1_000)])


@pytest.mark.parametrize("orders", [holdem_orders, thirteen_orders], ids=["hold'em", "thirteen card"])
def test_every_card_of_the_kernel_is_equally_likely_at_every_position(orders: Callable[[], Any]) -> None:
    dealt = orders()
    assert position_test(dealt).p > 0.001
    dealt[::20] = np.arange(dealt.shape[1])
    assert position_test(dealt).p < 1e-9, "one deck in twenty that nobody shuffles is found"
