"""Risk: what a bankroll may come to when the same stakes are played round after round.

Results lie on a lattice (stakes of $25 at a 5 % commission move in steps of $1.25), so the bankroll is a walk in whole
steps, and its spread is found by convolution. Every round is dealt from a full shoe, on its own. See `walk.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from croupier.odds.joint_wagers import GainDistribution, JointOutcomes
from croupier.odds.random_walk import (
    BLOCK,
    NEGLECTED,
    Chances,
    RandomWalk,
    ResultDistribution,
    WalkWithBarrier,
    free_spread,
    lattice_step,
)

ROUNDS_MAX = 10_000_000
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""Per cent."""
WORK_MAX = 1e11
"""Multiplications; half a minute at worst."""
WIDTH_MAX = 2**22
"""Steps of a spread held in memory."""
ROUNDING = 4e-16
"""What floating point may cost a chance in every round."""
SOLVED_MAX = 2_500
"""Unknowns of the equations for the expected time to ruin."""


@dataclass(frozen=True, eq=False)
class Risk:
    """What becomes of a bankroll."""

    gains: GainDistribution
    """One round's."""
    bankroll: int
    needed: Fraction
    """Less than this cannot play another round: ruin."""
    rounds: int
    walk: RandomWalk
    ruin_by_round: Chances
    """The chance of ruin within the first round, the first two, ..."""
    stopped: ResultDistribution
    """The result when play stops at ruin, or after the rounds."""
    free: ResultDistribution
    """The result when it never stops."""
    error: float
    """How far off a chance may be: what was neglected, and floating point."""

    @property
    def is_exact(self) -> bool:
        return self.walk.coarser == 1

    @property
    def free_mean(self) -> Fraction:
        """Exactly, in cents, as far as play never stops."""
        return self.rounds * self.gains.mean

    @property
    def free_deviation(self) -> float:
        return math.sqrt(self.rounds * self.gains.variance)

    @property
    def is_free_exact(self) -> bool:
        return self.free.step == lattice_step(self.gains)

    @property
    def ruined_places(self) -> int:
        """How many of the first places of `stopped` are of bankrolls that cannot play another round."""
        if self.ruin == 0:
            return 0
        return max(0, math.ceil((self.needed - self.bankroll - self.stopped.first) / self.stopped.step))

    @property
    def is_safe(self) -> bool:
        """Whether even the worst of every round leaves enough to go on."""
        return self.rounds * self.gains.largest_loss <= self.bankroll - self.needed

    @property
    def ruin(self) -> float:
        return float(self.ruin_by_round[-1])

    @property
    def median_rounds(self) -> int | None:
        """The round by which half of all such bankrolls are ruined; None: not within the rounds asked for."""
        place = int(np.searchsorted(self.ruin_by_round, 0.5))
        return place + 1 if place < self.rounds else None

    @property
    def rounds_between(self) -> tuple[Fraction, Fraction] | None:
        """Bounds of the expected time to ruin in play without end: what is lost by then over what a round loses.

        Wald's identity. None where the rounds do not lose on average: then ruin need not come, or takes for ever.
        """
        if self.gains.mean >= 0:
            return None
        spare = self.bankroll - self.needed
        return spare / -self.gains.mean, (spare + self.gains.largest_loss) / -self.gains.mean

    @cached_property
    def expected_rounds(self) -> float | None:
        """The expected time to ruin in play without end, where its equations are small enough to solve."""
        return _expected_rounds(self.walk, _height(self.bankroll - self.needed, self.walk))

    @cached_property
    def ever(self) -> float:
        """The chance of ruin in play without end: certain where rounds do not gain on average, else at most this.

        Lundberg's bound: any exponent that makes exp(-exponent x gain) shrink on average will do.
        """
        if self.gains.mean <= 0:
            return 1.0 if self.gains.largest_loss else 0.0
        return _lundberg(self.walk, _height(self.bankroll - self.needed, self.walk))


def staked_risk(joint: JointOutcomes, bankroll: int, rounds: int, *, bank: bool, fee: int = 0) -> Risk:
    """The bettor's risk, or the bank's. `fee`: what the bank pays for every round."""
    gains = joint.bank.less(fee) if bank else joint.bettors
    return risk_of(gains, bankroll, needed_to_play(joint, bank=bank, fee=fee), rounds)


def needed_to_play(joint: JointOutcomes, *, bank: bool, fee: int = 0) -> Fraction:
    """The least that another round can be played with, in cents.

    A bettor has to put up the stakes. A bank has to be good for the worst that the round can cost it.
    """
    if bank:
        return joint.bank.less(fee).largest_loss
    return max(Fraction(sum(joint.stakes.values())), joint.bettors.largest_loss)


def risk_of(gains: GainDistribution, bankroll: int, needed: Fraction, rounds: int, work_max: float = WORK_MAX) -> Risk:
    """Play `rounds` rounds from a bankroll that covers at least one. Amounts in cents."""
    if bankroll < needed or needed < gains.largest_loss or not 1 <= rounds <= ROUNDS_MAX:
        raise ValueError(f"{rounds} rounds from {bankroll}: a round may cost {gains.largest_loss} and needs {needed}")
    free_walk = affordable_walk(gains, bankroll - needed, rounds, math.inf)
    free = free_spread(free_walk, rounds)
    error = NEGLECTED + abs(1 - float(free.chances.sum())) + rounds * ROUNDING
    if _height(bankroll - needed, free_walk) >= free_walk.reach(rounds, -1):
        return Risk(gains, bankroll, needed, rounds, free_walk, np.zeros(rounds), free, free, error)
    walk = affordable_walk(gains, bankroll - needed, rounds, work_max)
    height = _height(bankroll - needed, walk)
    barrier = WalkWithBarrier(walk, height, rounds)
    chances = np.concatenate([barrier.below[::-1], barrier.alive])
    error = barrier.blocks * 3 * NEGLECTED + abs(1 - float(chances.sum())) + rounds * ROUNDING
    stopped = _not_below(-bankroll, ResultDistribution(-(height + walk.down) * walk.step, walk.step, chances))
    by_round = np.minimum(np.cumsum(barrier.ruin), 1.0)
    return Risk(gains, bankroll, needed, rounds, walk, by_round, stopped, free, error)


def _not_below(least: int, spread: ResultDistribution) -> ResultDistribution:
    """On a coarser lattice the ruined may seem to have lost more than they had: they have lost it all."""
    short = max(0, math.ceil((least - spread.first) / spread.step))
    if short == 0:
        return spread
    chances = spread.chances[short:].copy()
    chances[0] += spread.chances[:short].sum()
    return ResultDistribution(spread.first + short * spread.step, spread.step, chances)


def affordable_walk(gains: GainDistribution, spare: Fraction, rounds: int, work_max: float) -> RandomWalk:
    """The round's own walk, or on the finest coarser lattice that can be played within the limits."""
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
    """Steps above ruin: a bankroll that just covers the next round stands at nought."""
    return math.floor(spare / walk.step)


def _expected_rounds(walk: RandomWalk, height: int) -> float | None:
    """Solve: a place's time is one round more than the mean of where the round leads.

    High up, a step more takes 1 / (mean loss) rounds more, to nine digits or better; that closes the equations.
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
    """The best of the bounds exp(-exponent x steps to fall), over the exponents under which the walk shrinks."""
    if walk.down == 0:
        return 0.0
    low, high = 0.0, 700.0 / walk.down
    for _ in range(200):
        middle = (low + high) / 2
        shrinks = float(np.expm1(-middle * walk.moves) @ walk.chances) <= 0
        low, high = (middle, high) if shrinks else (low, middle)
    return math.exp(-low * (height + 1))
