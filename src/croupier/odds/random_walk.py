"""Random walk in whole steps: distribution of the sum of many rounds, with or without a barrier at ruin.

- Without a barrier: the characteristic function of one round, raised to the number of rounds (one FFT).
- With a barrier: the distribution is advanced block by block. The part that is too far from the barrier to reach it
  within a block moves freely, by FFT; only the part near the barrier is advanced round by round. Blocks are halved
  until they are short (after Ahmad, Chowdhury et al., Fast Stencil Computations using Fast Fourier Transforms, 2021).

Chernoff's bound and Doob's inequality give the distance that is crossed with a probability of at most NEGLECTED. A walk
that takes too long is computed on a coarser lattice with the same mean and deviation; the result reports that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached
from croupier.odds.joint_wagers import GainDistribution

NEGLECTED = 1e-18
BLOCK = 256
"""Maximum number of rounds that are advanced one by one near the barrier."""
STRIP = 1024
Spectrum = NDArray[np.complex128]
Chances = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RandomWalk:
    """Random walk of a bankroll: the gain of one round as a distribution over whole steps."""

    step: Fraction
    """Size of one step in cents."""
    moves: NDArray[np.int64]
    chances: Chances
    coarser: int = 1
    """Number of exact lattice steps that one step of this walk stands for; 1 if the walk is exact."""

    @classmethod
    def of(cls, gains: GainDistribution, coarser: int = 1) -> RandomWalk:
        """Return the random walk in which each round adds one gain of this distribution.

        A coarser walk splits each gain between the two nearest steps and shrinks all gains slightly towards their mean,
        which preserves mean and deviation.
        """
        step = lattice_step(gains) * coarser
        places = np.array([float(gain / step) for gain in gains.counts])
        chances = np.array([float(Fraction(count, gains.total)) for count in gains.counts.values()])
        if coarser == 1:
            return cls(step, places.astype(np.int64), chances)
        mean, variance = float(gains.mean / step), float(gains.variance / step**2)
        drawn = 1.0
        for _ in range(30):
            moved = mean + drawn * (places - mean)
            above = moved - np.floor(moved)
            drawn = math.sqrt(max(0.0, 1 - float(above * (1 - above) @ chances) / (variance or 1.0)))
        return cls(step, *_on_whole_steps(mean + drawn * (places - mean), chances), coarser)

    @property
    def down(self) -> int:
        """Largest loss of one round, in steps."""
        return max(0, -int(self.moves[0]))

    @property
    def up(self) -> int:
        return max(0, int(self.moves[-1]))

    @property
    def mean(self) -> float:
        return float(self.moves @ self.chances)

    @cached_property
    def _tilts(self) -> NDArray[np.float64]:
        """Exponents tried in Chernoff's bound; each gives a valid bound."""
        size = math.sqrt(float(self.moves.astype(np.float64) ** 2 @ self.chances))
        return np.geomspace(1e-5 / size, 700 / max(self.up, self.down), 500)

    @cached_property
    def reach(self) -> Callable[[int, int], int]:
        """Cached function that returns how far the walk can move in some rounds in one direction; see `_reach`."""
        return lru_cache(maxsize=None)(self._reach)

    def _reach(self, rounds: int, direction: int) -> int:
        """Return a distance that the walk exceeds within these rounds with a probability of at most NEGLECTED."""
        furthest = self.up if direction > 0 else self.down
        if furthest == 0:
            return 0
        tilts = self._tilts[:, None]
        towards = direction * self.moves
        growth = self._tilts * furthest + np.log(np.exp(tilts * (towards - furthest)) @ self.chances)
        bounds = (np.maximum(rounds * growth, 0.0) - math.log(NEGLECTED)) / self._tilts
        return min(rounds * furthest, math.ceil(float(bounds.min())))

    @cached_property
    def _log_spectrum(self) -> Callable[[int], tuple[Chances, Chances]]:
        return lru_cache(maxsize=16)(self._log_spectrum_of)

    def _log_spectrum_of(self, size: int) -> tuple[Chances, Chances]:
        """Return the logarithm of the characteristic function of one round: modulus and angle.

        Near 1, where powers are sensitive to rounding, the value is computed from its distance to 1 to preserve digits.
        """
        places = np.arange(size // 2 + 1)
        short, turn = np.zeros(len(places)), np.zeros(len(places))
        for move, chance in zip(self.moves.tolist(), self.chances.tolist(), strict=True):
            angles = (places * move % size) * (2 * np.pi / size)
            short -= 2 * chance * np.sin(angles / 2) ** 2
            turn -= chance * np.sin(angles)
        with np.errstate(divide="ignore"):
            modulus = np.log1p(np.maximum(2 * short + short**2 + turn**2, -1.0)) / 2
        return modulus, np.arctan2(turn, 1 + short)

    @cached_property
    def spectrum(self) -> Callable[[int, int], Spectrum]:
        """Cached function that returns the Fourier transform of the sum of several rounds.

        Its arguments are the number of rounds and the period in steps.
        """
        return lru_cache(maxsize=48)(self._spectrum_of)

    def _spectrum_of(self, rounds: int, size: int) -> Spectrum:
        modulus, angle = self._log_spectrum(size)
        return np.asarray(np.exp(rounds * modulus) * np.exp(1j * (rounds * angle)))


def _on_whole_steps(places: Chances, chances: Chances) -> tuple[NDArray[np.int64], Chances]:
    low = np.floor(places).astype(np.int64)
    both = np.concatenate([low, low + 1])
    shares = np.concatenate([chances * (1 - (places - low)), chances * (places - low)])
    moves: NDArray[np.int64] = np.unique(both[shares > 0])
    return moves, np.array([float(shares[both == move].sum()) for move in moves])


def lattice_step(gains: GainDistribution) -> Fraction:
    """Return the largest step of which every gain is a whole multiple."""
    step = Fraction(0)
    for gain in gains.counts:
        common = math.gcd(step.numerator * gain.denominator, gain.numerator * step.denominator)
        step = Fraction(common, step.denominator * gain.denominator)
    return step or Fraction(1)


def _fast_size(least: int) -> int:
    """Return a size that is fast for the FFT: a power of two, or three quarters of one."""
    power = 1 << max(4, (least - 1).bit_length())
    return power * 3 // 4 if power * 3 // 4 >= least else power


@dataclass(frozen=True, eq=False)
class ResultDistribution:
    """Probability of each possible result; neighbouring results differ by `step` cents."""

    first: Fraction
    """Smallest result, to which the first probability belongs, in cents."""
    step: Fraction
    chances: Chances

    @cached_property
    def _below(self) -> Chances:
        return np.cumsum(self.chances)

    @cached_property
    def results(self) -> NDArray[np.float64]:
        """Results in cents as floats, for moments and plots."""
        places: NDArray[np.float64] = np.arange(len(self.chances), dtype=np.float64)
        return float(self.first) + float(self.step) * places

    def at_most(self, cents: Fraction) -> float:
        place = math.floor((cents - self.first) / self.step)
        return 0.0 if place < 0 else float(self._below[min(place, len(self.chances) - 1)])

    @property
    def even(self) -> float:
        place = -self.first / self.step
        inside = place.denominator == 1 and 0 <= place < len(self.chances)
        return float(self.chances[int(place)]) if inside else 0.0

    @property
    def ahead(self) -> float:
        return max(0.0, float(self._below[-1]) - self.at_most(Fraction(0)))

    @property
    def behind(self) -> float:
        return max(0.0, self.at_most(Fraction(0)) - self.even)

    def quantile(self, share: float) -> Fraction:
        """Return the smallest result that is not exceeded with at least this probability."""
        place = int(np.searchsorted(self._below, share * float(self._below[-1]) * (1 - 1e-12)))
        return self.first + self.step * min(place, len(self.chances) - 1)

    @property
    def mean(self) -> float:
        return float(self.results @ self.chances) / float(self._below[-1])

    @property
    def deviation(self) -> float:
        apart = self.results - self.mean
        return math.sqrt(float(apart**2 @ self.chances) / float(self._below[-1]))


def free_distribution(walk: RandomWalk, rounds: int) -> ResultDistribution:
    """Return the distribution of the result after `rounds` rounds without a barrier."""
    down, up = walk.reach(rounds, -1), walk.reach(rounds, 1)
    size = _fast_size(down + up + 1)
    circle = np.fft.irfft(walk.spectrum(rounds, size), size)
    chances = np.concatenate([circle[size - down :], circle[: up + 1]])
    return ResultDistribution(-down * walk.step, walk.step, np.maximum(chances, 0.0))


@compiled_cached
def _play_out(
    alive: Chances, width: int, rounds: int, moves: NDArray[np.int64], chances: Chances, ruin: Chances, below: Chances
) -> Chances:
    """Advance the distribution of the bankroll round by round; a bankroll that falls below 0 is ruined.

    The probability that falls below 0 is added to `ruin` by round, and to `below` by the distance below 0.
    """
    now, then = np.zeros(width), np.zeros(width)
    now[: len(alive)] = alive
    used = len(alive)
    for played in range(rounds):
        for place in range(len(moves)):
            for at in range(min(-moves[place], used)):
                below[-moves[place] - 1 - at] += chances[place] * now[at]
                ruin[played] += chances[place] * now[at]
        # Process one strip at a time, so that it stays in the processor cache for all moves.
        for left in range(0, width, STRIP):
            right = min(width, left + STRIP)
            then[left:right] = 0.0
            for place in range(len(moves)):
                move, chance = moves[place], chances[place]
                low, high = max(left, move), min(right, used + move)
                if low < high:
                    arriving, leaving = then[low:high], now[low - move : high - move]
                    for at in range(len(arriving)):
                        arriving[at] += chance * leaving[at]
        now, then = then, now
        used = min(width, used + max(0, moves[-1]))
    return now


class WalkWithBarrier:
    """Walk that starts `height` steps above ruin and ends when it falls below 0."""

    def __init__(self, walk: RandomWalk, height: int, rounds: int) -> None:
        self.walk = walk
        self.ruin = np.zeros(rounds)
        """Probability of ruin in each round."""
        self.below = np.zeros(walk.down)
        """Probability of each distance below 0 at ruin: one step, two steps, and so on."""
        self.blocks = 0
        self._clock = 0
        self._top = height + walk.reach(rounds, 1) + 1
        start = np.zeros(height + 1)
        start[height] = 1.0
        self.alive = self._play(start, rounds)

    def _play(self, alive: Chances, rounds: int) -> Chances:
        """Advance the distribution by a block of rounds.

        The part that is too far from the barrier to reach it moves freely; for the part near the barrier the block is
        divided into two halves.
        """
        self.blocks += 1
        near = min(len(alive), self.walk.reach(rounds, -1) + 1)
        after = np.zeros(min(self._top, len(alive) + self.walk.reach(rounds, 1)))
        if alive[near:].any():
            self._move_freely(alive[near:], near, rounds, after)
        if alive[:near].sum() > NEGLECTED:
            played = self._play_near(alive[:near], rounds)
            after[: len(played)] += played[: len(after)]
        else:
            self._clock += rounds
        return after

    def _play_near(self, alive: Chances, rounds: int) -> Chances:
        if rounds > BLOCK:
            return self._play(self._play(alive, rounds // 2), rounds - rounds // 2)
        width = min(self._top, len(alive) + self.walk.reach(rounds, 1))
        ruin = self.ruin[self._clock : self._clock + rounds]
        self._clock += rounds
        return _play_out(alive, width, rounds, self.walk.moves, self.walk.chances, ruin, self.below)

    def _move_freely(self, far: Chances, near: int, rounds: int, after: Chances) -> None:
        down, up = self.walk.reach(rounds, -1), self.walk.reach(rounds, 1)
        size = _fast_size(len(far) + down + up)
        circle = np.fft.irfft(np.fft.rfft(far, size) * self.walk.spectrum(rounds, size), size)
        moved = np.maximum(np.concatenate([circle[size - down :], circle[: len(far) + up]]), 0.0)
        place = near - down
        room = min(len(moved), len(after) - place)
        after[place : place + room] += moved[:room]
