"""The loop of every simulation: pieces of work dealt in order, added up, looked at, until it is enough."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, Self

from croupier.errors import BadInput
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.simulation.backends import backend_for, check_where
from croupier.odds.simulation.job import Backend, Counts, Job
from croupier.odds.simulation.run_options import Progress, Stop
from croupier.odds.simulation.shuffle_kernels import MOST_SHOES

LAST_ROUNDS = 2**14
"""So few rounds are left to the last piece, which stops in the middle of a shoe."""
SHOES_TRIED = 64


def _unwatched(_: Progress) -> None:
    """Nobody looks how far it has got."""


@dataclass(frozen=True)
class CheckedRun:
    """What was asked for, checked before anything is worked out."""

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
        check_where(threads, device, cluster)
        return cls(stop, seed, threads, device, cluster, progress)


class Simulation(ABC, Generic[Counts]):
    """The rounds of a job dealt so far. A family's own says how sure they are of a wager."""

    def __init__(self, job: Job[Counts]) -> None:
        self.job = job
        self.tally = job.deal(0, 0)
        self._rounds_to_narrow: float | None = None
        if not job.deal(0, SHOES_TRIED, 1).rounds:
            raise BadInput.at("shoe", "no round can be played from this shoe: burn and cut card leave too few cards")

    @abstractmethod
    def interval(self, wager: str) -> float | None:
        """Half the width of its 95 % interval, by the tally. Raises `NotExactlyCountable`."""

    def part_before_next_look(self, wager: str) -> int:
        """An interval is looked at again when this part of the shoes dealt were dealt again: 4 is a quarter."""
        return 4

    def run(self, run: CheckedRun) -> Self:
        """Deal what was asked for, where it was asked for."""
        with closing(backend_for(self.job, run.threads, run.device, run.cluster)) as dealer:
            self.deal(dealer, run.stop, run.progress)
        return self

    def deal(self, dealer: Backend[Counts], stop: Stop, progress: Callable[[Progress], None] = _unwatched) -> None:
        """Deal until it is enough."""
        began = time.monotonic()
        while shoes := self._shoes_before_next_look(stop):
            with closing(dealer.deal(self.tally.shoes, shoes)) as pieces:
                for piece in pieces:
                    self.tally = self.tally.plus(piece)
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
        """How many shoes can be dealt that will not be too many, whatever they bring."""
        shoes = MOST_SHOES - self.tally.shoes
        if stop.within is not None:
            part = self.part_before_next_look(stop.within[0])
            shoes = min(shoes, max(self.job.first_look, self.tally.shoes // part))
        if stop.rounds is not None:
            most = self.job.most_rounds_a_shoe
            safe = (stop.rounds - self.tally.rounds) // most
            shoes = min(shoes, safe if safe * most > LAST_ROUNDS else 0)
        return shoes

    def _deal_the_last(self, rounds: int) -> None:
        """A few shoes more, up to the very round that was asked for."""
        while (missing := rounds - self.tally.rounds) > 0:
            self.tally = self.tally.plus(self.job.deal(self.tally.shoes, missing, missing))

    def _is_narrow(self, wager: str, width: float) -> bool:
        """A wager that has ended one way only has no interval yet."""
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
