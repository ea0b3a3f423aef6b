"""Loop of every simulation: deal chunks in order, add the counts, and check the stop conditions."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, Self

from croupier.errors import BadInput
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.simulation.backends import backend_for, check_backend_options
from croupier.odds.simulation.job import Backend, Counts, Job
from croupier.odds.simulation.run_options import Progress, Stop
from croupier.odds.simulation.shuffle_kernels import MAX_SHOES

LAST_ROUNDS = 2**14
"""Number of missing rounds from which the simulation deals exactly the missing rounds, instead of many whole shoes."""
SHOES_TRIED = 64


def _unwatched(_: Progress) -> None:
    """Ignore the progress of a simulation that nobody watches."""


@dataclass(frozen=True)
class CheckedRun:
    """Options of a simulation run that were checked before any computation."""

    stop: Stop
    seed: int
    threads: int | None
    device: str
    cluster: str | None
    progress: Callable[[Progress], None]

    @classmethod
    def of(
        cls,
        wagers: Mapping[str, object],
        *,
        rounds: int | None = None,
        seconds: float | None = None,
        within: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        device: str = "cpu",
        cluster: str | None = None,
        progress: Callable[[Progress], None] = _unwatched,
    ) -> CheckedRun:
        stop = Stop.of(rounds, seconds, within, wagers)
        check_backend_options(threads, device, cluster)
        return cls(stop, seed, threads, device, cluster, progress)


class Simulation(ABC, Generic[Counts]):
    """Simulation in progress: a job and its rounds so far. Subclasses compute the confidence interval of a wager."""

    def __init__(self, job: Job[Counts]) -> None:
        self.job = job
        self.tally = job.deal(0, 0)
        self._rounds_to_narrow: float | None = None
        self.rounds_per_shoe: float | None = None
        """Average number of rounds of a shoe, over all shoes that were dealt to their end; None if there were none."""
        if not job.deal(0, SHOES_TRIED, 1).rounds:
            raise BadInput.at("shoe", "no round can be played from this shoe: burn and cut card leave too few cards")

    @abstractmethod
    def interval(self, wager: str) -> float | None:
        """Return half the width of the wager's 95 % confidence interval. Raise `NotExactlyCountable`."""

    def checks_per_growth(self, wager: str) -> int:
        """Return n such that the interval is checked again after 1/n as many new shoes as were already dealt."""
        return 4

    def run(self, run: CheckedRun) -> Self:
        """Deal the rounds that the options ask for, on the backend that they name; return this simulation."""
        with closing(backend_for(self.job, run.threads, run.device, run.cluster)) as dealer:
            self.deal(dealer, run.stop, run.progress)
        return self

    def deal(self, dealer: Backend[Counts], stop: Stop, progress: Callable[[Progress], None] = _unwatched) -> None:
        """Deal shoes on this backend until a stop condition is met."""
        began = time.monotonic()
        while shoes := self._shoes_before_next_look(stop):
            with closing(dealer.deal(self.tally.shoes, shoes)) as pieces:
                for piece in pieces:
                    self.tally = self.tally.plus(piece)
                    self.rounds_per_shoe = self.tally.rounds / self.tally.shoes
                    seconds = time.monotonic() - began
                    progress(Progress(self.tally.rounds, seconds, self._share(stop, seconds)))
                    if stop.seconds is not None and seconds >= stop.seconds:
                        return
            if stop.within is not None and self._is_narrow(*stop.within):
                break
        else:
            self._deal_the_last(stop.rounds or 0)
        progress(Progress(self.tally.rounds, time.monotonic() - began, 1.0))

    def _shoes_before_next_look(self, stop: Stop) -> int:
        """Return the number of shoes to deal before the stop conditions are checked again."""
        shoes = MAX_SHOES - self.tally.shoes
        if stop.within is not None:
            part = self.checks_per_growth(stop.within[0])
            shoes = min(shoes, max(self.job.shoes_before_first_check, self.tally.shoes // part))
        if stop.rounds is not None:
            most = self.job.max_rounds_per_shoe
            safe = (stop.rounds - self.tally.rounds) // most
            shoes = min(shoes, safe if safe * most > LAST_ROUNDS else 0)
        return shoes

    def _deal_the_last(self, rounds: int) -> None:
        """Deal the last few shoes, so that exactly the requested number of rounds is dealt."""
        while (missing := rounds - self.tally.rounds) > 0:
            self.tally = self.tally.plus(self.job.deal(self.tally.shoes, missing, missing))

    def _is_narrow(self, wager: str, width: float) -> bool:
        """Return whether the wager's interval is narrow enough; a wager with only one result so far has no interval."""
        try:
            interval = self.interval(wager)
        except NotExactlyCountable as reason:
            raise BadInput.at("--within", f"{wager} {reason}") from None
        if not interval:
            return False
        self._rounds_to_narrow = self.tally.rounds * (interval / width) ** 2
        return interval < width

    def _share(self, stop: Stop, seconds: float) -> float:
        shares = [self.tally.rounds / self._rounds_to_narrow if self._rounds_to_narrow else 0.0]
        if stop.rounds is not None:
            shares.append(self.tally.rounds / stop.rounds)
        if stop.seconds is not None:
            shares.append(seconds / stop.seconds)
        return min(max(shares), 1.0)
