"""Plans of a counting simulation, the statistics that it collects, and what follows from them for each trigger."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.counting.card_effects import DECK
from croupier.odds.counting.count_kernels import (
    BUCKETS,
    EVALUATED,
    EXPECTED,
    HIGHEST,
    NET,
    NET_SQUARED,
    NOT_EVALUATED,
    ROUNDS,
    SIZES,
    STATISTICS,
    PlanArrays,
)
from croupier.odds.counting.shoe_polynomials import ShoePolynomial
from croupier.odds.simulation.backends import backend_for
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally


@dataclass(frozen=True)
class CountingSystem:
    """Counting system: the tag that each card adds to the running count, which is divided by the decks left."""

    name: str
    tags: tuple[float, ...]
    """Tag of each of the 52 cards, indexed by card number."""
    source: str = ""

    @property
    def reversed(self) -> CountingSystem:
        """Return the count with opposite signs, for a wager that gets better when the count falls."""
        return CountingSystem(f"-{self.name}", tuple(-tag for tag in self.tags), self.source)


@dataclass(frozen=True, eq=False)
class BettingPlan:
    """One way to decide whether to bet on a wager: by a count, or by an expectation that is above zero."""

    wager: str
    system: CountingSystem | None
    """Count to keep; None if the plan bets by an expectation."""
    value: ShoePolynomial | None = None
    """Expectation by which the plan bets, from the cards that its player distinguishes."""
    exact: ShoePolynomial | None = None
    """Exact expectation of the wager, which takes the place of its results in the statistics."""
    evaluate_from: int = -HIGHEST
    """Lowest count at which the exact expectation is computed; it takes most of the time of a simulation."""
    knows: str = ""
    """What a player of a plan without a count knows of the shoe."""
    by_spread: bool = False
    """Whether the plan bets by how unevenly the groups of `value` are left: the most cards of a group minus the fewest,
    for each deck that is left."""


class CountStatistics(NamedTuple):
    """Statistics of all plans, and the sums over batches of shoes from which their standard errors follow."""

    buckets: NDArray[np.float64]
    """Statistics by plan and value; see `count_kernels`."""
    products: NDArray[np.float64]
    """Sums over batches of the squared gain from each value up and of the gain times the number of shoes, first by
    results and then by expectations; shape (plans, values, 2, 2)."""
    batches: NDArray[np.float64]
    """Number of batches, and the sum of their squared numbers of shoes."""


def plan_arrays(plans: Sequence[BettingPlan], wagers: Sequence[str]) -> PlanArrays:
    """Return plans as arrays for kernels."""
    polynomials: list[ShoePolynomial] = []

    def index(polynomial: ShoePolynomial | None) -> int:
        if polynomial is None:
            return -1
        for place, known in enumerate(polynomials):
            if known is polynomial:
                return place
        polynomials.append(polynomial)
        return len(polynomials) - 1

    value_from = [index(plan.value) for plan in plans]
    exact_from = [index(plan.exact) for plan in plans]
    scales = [_scale(plan.system) for plan in plans]
    systems = [plan.system for plan in plans]
    begins = np.cumsum([0, *(len(one.parent) for one in polynomials)])
    levels = [
        begin + np.searchsorted(one.size, np.arange(1, SIZES + 2))
        for begin, one in zip(begins, polynomials, strict=False)
    ]
    return PlanArrays(
        wager=np.array([wagers.index(plan.wager) for plan in plans], np.int64),
        tags=np.array([_whole(one.tags if one else (0,) * DECK, by) for one, by in zip(systems, scales, strict=True)]),
        scale=np.array(scales, np.int64),
        value_from=np.array(value_from, np.int64),
        is_spread=np.array([plan.by_spread for plan in plans], np.bool_),
        exact_from=np.array(exact_from, np.int64),
        evaluate_from=np.array(
            [plan.evaluate_from if plan.exact is not None else NOT_EVALUATED for plan in plans], np.int64
        ),
        group_of=np.array([one.group_of for one in polynomials], np.int64).reshape(-1, DECK),
        levels=np.array(levels, np.int64).reshape(-1, SIZES + 1),
        parent=np.concatenate([np.empty(0, np.int32), *(one.parent for one in polynomials)]).astype(np.uint32),
        draw=np.concatenate([np.empty(0, np.int32), *(one.group * SIZES + one.used for one in polynomials)]).astype(
            np.uint32
        ),
        factor=np.concatenate([np.empty(0), *(one.factor for one in polynomials)]),
        constant=np.array([one.constant for one in polynomials], np.float64),
    )


def _scale(system: CountingSystem | None) -> int:
    """Return the factor that makes all tags whole numbers; tags have at most two decimals."""
    if system is None:
        return 1
    hundredths = [round(100 * tag) for tag in system.tags]
    return lcm(*(100 // math.gcd(100, one) for one in hundredths)) if any(hundredths) else 1


def _whole(tags: Sequence[float], scale: int) -> list[int]:
    return [round(tag * scale) for tag in tags]


@dataclass(frozen=True)
class CountJob(Job[CountStatistics]):
    """Simulation of shoes for several plans. Families supply `run`, which calls their kernel."""

    plans: PlanArrays
    seed: int
    burn_seen: str
    """Which burn cards are seen, one of `count_options.BURN_SEEN`."""

    shoes_per_chunk = 256

    @abstractmethod
    def run(self, first: int, shoes: int, statistics: NDArray[np.float64]) -> int:
        """Deal shoes, add each round to the statistics, and return the number of rounds."""

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[CountStatistics]:
        """Deal one batch of shoes."""
        statistics = np.zeros((len(self.plans.wager), BUCKETS, STATISTICS))
        rounds = self.run(first, shoes, statistics) if shoes else 0
        return batch_tally(shoes, rounds, statistics)


def batch_tally(shoes: int, rounds: int, statistics: NDArray[np.float64]) -> Tally[CountStatistics]:
    """Return the tally of one batch of shoes."""
    gains = statistics[:, :, [NET, EXPECTED]]
    from_value_up = np.cumsum(gains[:, ::-1], axis=1)[:, ::-1]
    products = np.stack((from_value_up**2, from_value_up * shoes), axis=-1)
    batches = np.array([1.0 if shoes else 0.0, float(shoes) ** 2])
    return Tally(shoes, rounds, CountStatistics(statistics, products, batches))


def run_count_job(
    job: Job[CountStatistics], shoes: int, *, threads: int | None, device: str = "cpu", cluster: str | None = None
) -> Tally[CountStatistics]:
    """Deal a number of shoes on the chosen backend."""
    backend = backend_for(job, threads, device, cluster)
    tally: Tally[CountStatistics] | None = None
    try:
        for piece in backend.deal(0, shoes):
            tally = piece if tally is None else tally.plus(piece)
    finally:
        backend.close()
    assert tally is not None
    return tally


@dataclass(frozen=True)
class CountResult:
    """Result of a plan that bets from one value of its count or expectation up."""

    trigger: int
    """Lowest true count, or lowest expectation in percent, at which the plan bets."""
    frequency: float
    """Fraction of all rounds in which the plan bets."""
    edge: float
    """Expected gain per unit staked when it bets."""
    per_shoe: float
    """Units gained per shoe, with a bet of one unit."""
    per_100_hands: float
    error: float
    """Standard error of `per_shoe`."""
    is_conditional: bool
    """Whether the gain is the mean of exact expectations for the cards left; otherwise it is that of dealt results."""

    @property
    def error_per_100(self) -> float:
        """Standard error of `per_100_hands`."""
        return self.error * self.per_100_hands / self.per_shoe if self.per_shoe else 0.0


@dataclass(frozen=True)
class CountTally:
    """Statistics of one simulation with the figures that follow from them."""

    tally: Tally[CountStatistics]
    plans: tuple[BettingPlan, ...]

    @property
    def rounds_per_shoe(self) -> float:
        return self.tally.rounds / self.tally.shoes

    @cached_property
    def _tails(self) -> Any:
        return np.cumsum(self.tally.counts.buckets[:, ::-1], axis=1)[:, ::-1]

    def result(self, plan: int, trigger: int) -> CountResult:
        """Return what the plan gains if it bets at this value and above."""
        place = min(max(trigger, -HIGHEST), HIGHEST) + HIGHEST
        bets, net, _, expected, evaluated = self._tails[plan, place].tolist()
        is_conditional = self.plans[plan].exact is not None and evaluated == bets and bets > 0
        gain = expected if is_conditional else net
        shoes, rounds = self.tally.shoes, self.tally.rounds
        return CountResult(
            trigger,
            bets / rounds,
            gain / bets if bets else 0.0,
            gain / shoes,
            100 * gain / rounds,
            self._error(plan, place, gain, is_conditional=is_conditional),
            is_conditional,
        )

    def _error(self, plan: int, place: int, gain: float, *, is_conditional: bool) -> float:
        batches, squared_shoes = self.tally.counts.batches.tolist()
        if batches < 2:
            return math.inf
        # Batches differ in size, so each is compared with the mean gain of its own number of shoes.
        squares, by_shoes = self.tally.counts.products[plan, place, 1 if is_conditional else 0].tolist()
        mean = gain / self.tally.shoes
        variance = max(squares - 2 * mean * by_shoes + mean**2 * squared_shoes, 0.0) * batches / (batches - 1)
        return math.sqrt(variance) / self.tally.shoes

    def dealt(self, plan: int, trigger: int) -> tuple[float, float]:
        """Return the gain per shoe by the results of the dealt rounds, and its standard error."""
        place = min(max(trigger, -HIGHEST), HIGHEST) + HIGHEST
        net = float(self._tails[plan, place, NET])
        return net / self.tally.shoes, self._error(plan, place, net, is_conditional=False)

    def best_trigger(self, plan: int, lowest: int) -> int | None:
        """Return the trigger from `lowest` up with the highest gain, or None if no trigger gains anything.

        Neighbouring values of a plan without exact expectations differ by chance; `lowest` is then the trigger by the
        linear estimate, and only a clearly losing value moves it up.
        """
        results = [self.result(plan, trigger) for trigger in range(max(lowest, -HIGHEST), HIGHEST + 1)]
        if results and not results[0].is_conditional:
            return lowest if results[0].frequency > 0 else None
        best = max(results, key=lambda one: one.per_shoe, default=None)
        return best.trigger if best is not None and best.per_shoe > 0 else None

    def all_rounds(self, plan: int) -> tuple[float, float]:
        """Return the mean result of betting in every round, and its standard error; a check on the simulation."""
        rounds, net, squares = (float(self._tails[plan, 0, field]) for field in (ROUNDS, NET, NET_SQUARED))
        mean = net / rounds
        return mean, math.sqrt(max(squares / rounds - mean**2, 0.0) / rounds)


assert EVALUATED < STATISTICS
