"""Simulation of blackjack: shuffled shoes, one to seven seats, a chart or the exact strategy, and card counting.

The same seed gives the same counts with any number of threads: shoes are numbered, and rounds are counted in the order
of their shoes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypedDict, Unpack

from croupier.cards import ShoeRules
from croupier.errors import BadInput
from croupier.families.blackjack.odds.actions import Chart
from croupier.families.blackjack.odds.card_counting import MOST_COUNT, CountSystem, Spread, count_named
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.seat_strategy import SeatStrategy
from croupier.families.blackjack.odds.simulate_job import HIGHEST, LOWEST, MOST_DECKS, BlackjackJob, ShoePlan
from croupier.families.blackjack.odds.simulate_kernels import MOST_HANDS, SimulationCounts
from croupier.families.blackjack.odds.simulate_results import BlackjackTally
from croupier.families.blackjack.rules import BlackjackRules
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.run_options import Progress

MOST_SEATS = 7
WAGER = "blackjack"

Strategy = Chart | SeatStrategy


class SeatingOptions(TypedDict, total=False):
    """Options for the seats and the shoe; a missing key means the default."""

    shoe: ShoePlan | ShoeRules | None
    """Shoe of a live table, or a plan; `ShoePlan.fresh()` deals every round from whole decks."""
    spread: Spread | None
    """Stakes by the true count of `count`; by default every stake is one."""
    count: CountSystem | str | None
    insurance: str | float | Fraction
    """Rule by which every seat insures: `never`, `always`, or from a true count on."""
    dealer_completes: bool
    """Whether the dealer draws even if no hand is compared with the dealer's total."""
    counts_firsts: bool
    """Whether to count the first cards by rank and suit."""


def simulate_blackjack(
    rules: BlackjackRules,
    payoffs: Payoffs,
    chart: Strategy | Sequence[Strategy],
    rounds: int | None = None,
    seats: int = 1,
    seed: int = 1,
    *,
    threads: int | None = None,
    seconds: float | None = None,
    within: float | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
    **seated: Unpack[SeatingOptions],
) -> BlackjackTally:
    """Simulate rounds until a limit is reached: rounds, seconds, or the precision `within`.

    `within` is the wanted half width of the 95 % confidence interval of the edge. `chart` is one strategy for all
    seats, or one for each seat.
    """
    narrow = None if within is None else f"{WAGER}={within}"
    run = CheckedRun.of(
        {WAGER: None}, rounds=rounds, seconds=seconds, within=narrow, seed=seed, threads=threads, progress=progress
    )
    return run_simulation(run, rules, payoffs, chart, seats, **seated)


def run_simulation(
    run: CheckedRun,
    rules: BlackjackRules,
    payoffs: Payoffs,
    chart: Strategy | Sequence[Strategy],
    seats: int,
    **seated: Unpack[SeatingOptions],
) -> BlackjackTally:
    """Simulate these seats under these rules, and return the tally."""
    strategies = _strategies(chart, seats)
    check_rules(rules)
    shoe, spread, count = seated.get("shoe"), seated.get("spread"), seated.get("count")
    system = count_named(count) if isinstance(count, str) else count
    insures = _insurance(seated.get("insurance", "never"), rules, system)
    if spread is not None and system is None:
        raise BadInput.at("spread", 'needs a count to spread by, such as "hi-lo"')
    low, high = _count_range(spread)
    plan = ShoePlan.of(shoe) if isinstance(shoe, ShoeRules) else shoe or ShoePlan()
    _check_shoe(shoe, plan, rules)
    job = BlackjackJob(
        rules, payoffs, strategies, run.seed, plan, system, low, high, insures,
        dealer_completes=seated.get("dealer_completes", False), counts_firsts=seated.get("counts_firsts", False),
    )  # fmt: skip
    return BlackjackSimulation(job, spread).run(run).played


def check_rules(rules: BlackjackRules) -> None:
    """Refuse rules that exceed the limits of the kernels."""
    if not 1 <= rules.decks <= MOST_DECKS:
        raise BadInput.at("rules.decks", f"is {rules.decks}; play with 1 to {MOST_DECKS}")
    if not 1 <= rules.most_hands <= MOST_HANDS:
        raise BadInput.at("rules.most_hands", f"is {rules.most_hands}; a seat has 1 to {MOST_HANDS} hands")
    if rules.charlie_cards and rules.charlie_cards < 3:
        raise BadInput.at("rules.charlie_cards", f"is {rules.charlie_cards}; use 3 or more, or 0 for none")


def _strategies(chart: Strategy | Sequence[Strategy], seats: int) -> tuple[SeatStrategy, ...]:
    if not 1 <= seats <= MOST_SEATS:
        raise BadInput.at("seats", f"is {seats}; a table has 1 to {MOST_SEATS}")
    if isinstance(chart, Chart | SeatStrategy):
        return (_as_seat_strategy(chart),) * seats
    if len(chart) != seats:
        raise BadInput.at("chart", f"{len(chart)} strategies for {seats} seats; give one, or one for each seat")
    by_id: dict[int, SeatStrategy] = {}
    return tuple(by_id.setdefault(id(one), _as_seat_strategy(one)) for one in chart)


def _as_seat_strategy(strategy: Strategy) -> SeatStrategy:
    return SeatStrategy(strategy) if isinstance(strategy, Chart) else strategy


def _insurance(requested: str | float | Fraction, rules: BlackjackRules, system: CountSystem | None) -> str | Fraction:
    if isinstance(requested, str):
        if requested not in ("never", "always"):
            raise BadInput.at("insurance", f'is "{requested}"; choose never, always, or a true count')
        threshold: str | Fraction = requested
    elif not -MOST_COUNT <= requested <= MOST_COUNT:
        raise BadInput.at("insurance", f"is {requested}; a count lies between -{MOST_COUNT} and {MOST_COUNT}")
    elif system is None:
        raise BadInput.at("insurance", 'from a true count on needs a count, such as "hi-lo"')
    else:
        threshold = Fraction(str(requested))
    if threshold != "never" and not rules.insurance:
        raise BadInput.at("insurance", "is not offered by these rules; leave it at never")
    return threshold


def _count_range(spread: Spread | None) -> tuple[int, int]:
    """Return the lowest and highest true count that get a bucket, so that every step of a spread has one."""
    steps = [count for count, _ in spread.steps] if spread is not None else []
    return min(LOWEST, *(step - 1 for step in steps), 0), max(HIGHEST, *steps, 0)


def _check_shoe(shoe: ShoePlan | ShoeRules | None, plan: ShoePlan, rules: BlackjackRules) -> None:
    if isinstance(shoe, ShoeRules) and shoe.decks != rules.decks:
        raise BadInput.at("shoe.decks", f"is {shoe.decks}, and the rules say {rules.decks}")
    if plan.cut_from_back > 52 * rules.decks:
        raise BadInput.at("shoe.cut_from_back", f"is {plan.cut_from_back}; the shoe has {52 * rules.decks} cards")


class BlackjackSimulation(Simulation[SimulationCounts]):
    """Blackjack simulation in progress, with its rounds so far."""

    def __init__(self, job: BlackjackJob, spread: Spread | None = None) -> None:
        super().__init__(job)
        self._job = job
        self._spread = spread

    @property
    def played(self) -> BlackjackTally:
        return BlackjackTally(self._job, self.tally, self._spread, self.rounds_per_shoe)

    def interval(self, wager: str) -> float:
        """Return half the width of the main wager's 95 % confidence interval; the name of the wager is ignored."""
        return self.played.interval
