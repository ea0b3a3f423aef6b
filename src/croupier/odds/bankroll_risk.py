"""Risk of a bankroll that plays the same stakes round after round.

Results are multiples of a common step (stakes of $25 at a 5 % commission move in steps of $1.25), so the bankroll is a
random walk in whole steps, and its distribution is computed by convolution. Every round is dealt from a full shoe,
independent of the others. See `random_walk.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.joint_wagers import GainDistribution, JointOutcomes
from croupier.odds.random_walk import (
    BLOCK,
    NEGLECTED,
    Chances,
    RandomWalk,
    ResultDistribution,
    WalkWithBarrier,
    free_distribution,
    lattice_step,
)

if TYPE_CHECKING:
    from croupier.odds.round_gains import RoundGains

ROUNDS_MAX = 10_000_000
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""Percentages for which the report prints a quantile of the result."""
WORK_MAX = 1e11
"""Maximum number of multiplications of one risk computation; at worst it takes half a minute."""
WIDTH_MAX = 2**22
"""Maximum number of steps of a distribution in memory."""
ROUNDING = 4e-16
"""Upper bound of the rounding error that one round adds to a probability."""
SOLVED_MAX = 2_500
"""Maximum number of unknowns in the equations for the expected time to ruin."""


@dataclass(frozen=True, eq=False)
class Risk:
    """Risk of one bankroll: probability of ruin and distribution of the result."""

    gains: GainDistribution
    """Distribution of the gain of one round."""
    bankroll: int
    needed: Fraction
    """Smallest bankroll, in cents, that can play another round; below it the bankroll is ruined."""
    rounds: int
    walk: RandomWalk
    ruin_by_round: Chances
    """Probability of ruin within the first n rounds; index 0 is the first round."""
    stopped: ResultDistribution
    """Distribution of the result if play stops at ruin or after the last round."""
    unstopped: ResultDistribution
    """Distribution of the result if play goes on after ruin."""
    error: float
    """Upper bound of the error of a probability, from neglected tails and rounding."""

    @property
    def is_exact(self) -> bool:
        return self.walk.coarser == 1

    @property
    def mean_without_ruin(self) -> Fraction:
        """Exact expected result in cents if play goes on after ruin."""
        return self.rounds * self.gains.mean

    @property
    def deviation_without_ruin(self) -> float:
        return math.sqrt(self.rounds * self.gains.variance)

    @property
    def is_exact_without_ruin(self) -> bool:
        return self.unstopped.step == lattice_step(self.gains)

    @property
    def ruined_entries(self) -> int:
        """Number of entries at the start of `stopped` in which the bankroll is too small for another round."""
        if self.ruin == 0:
            return 0
        return max(0, math.ceil((self.needed - self.bankroll - self.stopped.first) / self.stopped.step))

    @property
    def is_safe(self) -> bool:
        """Return whether the bankroll covers all rounds even if each has the worst result."""
        return self.rounds * self.gains.largest_loss <= self.bankroll - self.needed

    @property
    def ruin(self) -> float:
        return float(self.ruin_by_round[-1])

    @property
    def median_rounds(self) -> int | None:
        """Round by which ruin has a probability of one half, or None if that is after the last round."""
        place = int(np.searchsorted(self.ruin_by_round, 0.5))
        return place + 1 if place < self.rounds else None

    @property
    def expected_rounds_bounds(self) -> tuple[Fraction, Fraction] | None:
        """Bounds of the expected number of rounds to ruin in unlimited play.

        By Wald's identity: the total loss at ruin divided by the expected loss of a round. None if a round does not
        lose on average, because ruin is then not certain or takes infinitely long on average.
        """
        if self.gains.mean >= 0:
            return None
        spare = self.bankroll - self.needed
        return spare / -self.gains.mean, (spare + self.gains.largest_loss) / -self.gains.mean

    @cached_property
    def expected_rounds(self) -> float | None:
        """Expected number of rounds to ruin in unlimited play, or None if its equations are too large to solve."""
        return _expected_rounds(self.walk, _height(self.bankroll - self.needed, self.walk))

    @cached_property
    def ruin_ever(self) -> float:
        """Probability of ruin in unlimited play: 1 if rounds do not gain on average, else an upper bound.

        Lundberg's bound: any exponent for which the mean of exp(-exponent x gain) is at most 1.
        """
        if self.gains.mean <= 0:
            return 1.0 if self.gains.largest_loss else 0.0
        return _lundberg(self.walk, _height(self.bankroll - self.needed, self.walk))

    def bankroll_for_ruin(self, chance: float) -> float:
        """Return a bankroll in cents whose ruin in unlimited play is at most this probable, by Lundberg's bound.

        It is infinite if rounds do not gain on average.
        """
        if self.walk.down == 0:
            return float(self.needed)
        exponent = _adjustment(self.walk)
        steps = -math.log(chance) / exponent - 1 if exponent > 0 else math.inf
        return float(self.needed) + max(steps, 0.0) * float(self.walk.step)


@dataclass(frozen=True)
class Kelly:
    """Bankroll for which given stakes are those of the Kelly criterion, so that its logarithm grows fastest."""

    bankroll: float
    """Bankroll in cents."""
    growth: float
    """Expected growth of the logarithm of the bankroll in a round."""


def kelly_of(gains: GainDistribution) -> Kelly | None:
    """Return the Kelly bankroll for the gain of a round; None if a round does not gain on average or never loses.

    Kelly's stakes maximise the mean of log(1 + gain / bankroll). [Kelly 1956]
    """
    if gains.mean <= 0 or not gains.largest_loss:
        return None
    nets = np.array([float(gain) for gain in gains.counts])
    chances = np.array([count / gains.total for count in gains.counts.values()])

    def slope(share: float) -> float:
        return float(chances @ (nets / (1 + share * nets)))

    low, high = 0.0, (1 - 1e-12) / float(gains.largest_loss)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    share = (low + high) / 2
    return Kelly(1 / share, float(chances @ np.log1p(share * nets)))


def staked_risk(joint: JointOutcomes | RoundGains, bankroll: int, rounds: int, *, bank: bool, fee: int = 0) -> Risk:
    """Return the risk of the bettor or of the bank. `fee` is the amount in cents that the bank pays every round."""
    gains = joint.bank.minus_fee(fee) if bank else joint.bettors
    return risk_of(gains, bankroll, needed_to_play(joint, bank=bank, fee=fee), rounds)


def needed_to_play(joint: JointOutcomes | RoundGains, *, bank: bool, fee: int = 0) -> Fraction:
    """Return the smallest bankroll, in cents, that can play another round.

    A bettor needs the stakes. A bank needs the largest loss that the round can cause.
    """
    if bank:
        return joint.bank.minus_fee(fee).largest_loss
    return max(Fraction(sum(joint.stakes.values())), joint.bettors.largest_loss)


def risk_of(gains: GainDistribution, bankroll: int, needed: Fraction, rounds: int, work_max: float = WORK_MAX) -> Risk:
    """Return the risk of `rounds` rounds from a bankroll that covers at least one. Amounts are in cents."""
    if bankroll < needed or needed < gains.largest_loss or not 1 <= rounds <= ROUNDS_MAX:
        raise ValueError(f"{rounds} rounds from {bankroll}: a round may cost {gains.largest_loss} and needs {needed}")
    free_walk = affordable_walk(gains, bankroll - needed, rounds, math.inf)
    free = free_distribution(free_walk, rounds)
    error = NEGLECTED + abs(1 - float(free.chances.sum())) + rounds * ROUNDING
    if _height(bankroll - needed, free_walk) >= free_walk.reach(rounds, -1):
        return Risk(gains, bankroll, needed, rounds, free_walk, np.zeros(rounds), free, free, error)
    walk = affordable_walk(gains, bankroll - needed, rounds, work_max)
    height = _height(bankroll - needed, walk)
    barrier = WalkWithBarrier(walk, height, rounds)
    chances = np.concatenate([barrier.below[::-1], barrier.alive])
    error = barrier.blocks * 3 * NEGLECTED + abs(1 - float(chances.sum())) + rounds * ROUNDING
    stopped = _clip_below(-bankroll, ResultDistribution(-(height + walk.down) * walk.step, walk.step, chances))
    by_round = np.minimum(np.cumsum(barrier.ruin), 1.0)
    return Risk(gains, bankroll, needed, rounds, walk, by_round, stopped, free, error)


def _clip_below(least: int, spread: ResultDistribution) -> ResultDistribution:
    """Add the probability of all results below `least` to the result `least`.

    On a coarser lattice a ruined bankroll can appear to lose more than it had.
    """
    short = max(0, math.ceil((least - spread.first) / spread.step))
    if short == 0:
        return spread
    chances = spread.chances[short:].copy()
    chances[0] += spread.chances[:short].sum()
    return ResultDistribution(spread.first + short * spread.step, spread.step, chances)


def affordable_walk(gains: GainDistribution, spare: Fraction, rounds: int, work_max: float) -> RandomWalk:
    """Return the random walk on the finest lattice that can be computed within the limits."""
    coarser = 1
    while True:
        walk = RandomWalk.of(gains, coarser)
        free_width = walk.reach(rounds, -1) + walk.reach(rounds, 1)
        near_width = walk.reach(BLOCK, -1) + walk.reach(BLOCK, 1)
        meets_barrier = _height(spare, walk) < walk.reach(rounds, -1)
        work = rounds * near_width * len(walk.moves) if meets_barrier else 0
        if (free_width <= WIDTH_MAX and work <= work_max) or free_width < BLOCK:
            return walk
        coarser += max(1, coarser // 4)


def _height(spare: Fraction, walk: RandomWalk) -> int:
    """Return the number of steps between a bankroll and ruin; 0 if it just covers the next round."""
    return math.floor(spare / walk.step)


def _expected_rounds(walk: RandomWalk, height: int) -> float | None:
    """Return the expected number of rounds to ruin from a height, by solving linear equations.

    The time at a height is one round plus the mean time at the heights that the round leads to. At large heights each
    further step adds 1 / (mean loss) rounds, to at least nine digits; that closes the system.
    """
    places = 60 * (walk.down + 1)
    if walk.mean >= 0 or places > SOLVED_MAX:
        return None
    slope = -1 / walk.mean
    matrix, right = np.eye(places), np.ones(places)
    here = np.arange(places)
    for move, chance in zip(walk.moves.tolist(), walk.chances.tolist(), strict=True):
        there = here + move
        inside = (there >= 0) & (there < places)
        np.add.at(matrix, (here[inside], there[inside]), -chance)
        beyond = there >= places
        matrix[beyond, places - 1] -= chance
        right[beyond] += chance * slope * (there[beyond] - places + 1)
    times = np.linalg.solve(matrix, right)
    return float(times[height]) if height < places else float(times[-1]) + slope * (height - places + 1)


def _lundberg(walk: RandomWalk, height: int) -> float:
    """Return an upper bound of the probability of ruin: Lundberg's, the smallest over all allowed exponents."""
    if walk.down == 0:
        return 0.0
    return math.exp(-_adjustment(walk) * (height + 1))


def _adjustment(walk: RandomWalk) -> float:
    """Return the largest exponent, by step, for which the mean of exp(-exponent x gain) is at most 1."""
    low, high = 0.0, 700.0 / walk.down
    for _ in range(200):
        middle = (low + high) / 2
        shrinks = float(np.expm1(-middle * walk.moves) @ walk.chances) <= 0
        low, high = (middle, high) if shrinks else (low, middle)
    return low
