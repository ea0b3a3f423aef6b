"""Poker against a player-dealer simulated: every round from a whole deck, the seat playing best.

The same seed gives the same counts whatever number of threads deals them: rounds are numbered, and each depends on the
seed and its number alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from croupier.errors import BadInput
from croupier.families.baccarat.odds.sim_dealers import check_where, cores
from croupier.families.baccarat.odds.sim_tally import cut_in_pieces
from croupier.families.poker_dealer.section import section_of
from croupier.families.poker_dealer.sheet.counts import PokerCounts
from croupier.families.poker_dealer.sheet.rules import solution_of
from croupier.families.poker_dealer.sheet.sheet import poker_sheet
from croupier.families.poker_dealer.sim.job import Job, deal_piece, nothing_yet, together
from croupier.odds.sim_stop import MOST_ROUNDS, Progress, Stop
from croupier.odds.table import NotCounted
from croupier.rulebook.house_rules import HouseRules

ROUNDS_A_PIECE = 2**19
FIRST_LOOK = 4 * ROUNDS_A_PIECE
"""Rounds before an interval is looked at; then every time there are half as many more."""


def simulate_poker(
    house: HouseRules,
    *,
    rounds: int | None = None,
    seconds: float | None = None,
    within: str | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
) -> PokerCounts:
    """Deal until it is enough, one seat playing best against the dealer, and count how rounds end.

    `within`: stop when half the width of a wager's 95 % interval is below this, as `ante=0.001`. `threads`: cores to
    use, all without it. A rulebook that best play is not counted for is `BadInput`.
    """
    stop = Stop.of(rounds, seconds, within, house.wagers)
    check_where(threads, "cpu", None)
    try:
        job = Job.of(solution_of(house), seed)
    except NotCounted as reason:
        ante = house.wagers[section_of(house).ante].title
        raise BadInput.at("RULEBOOK", f"the {ante} {reason}") from None
    return Simulation(house, job).deal(stop, threads or cores(), progress)


class Simulation:
    """The rounds dealt so far."""

    def __init__(self, house: HouseRules, job: Job) -> None:
        self.house = house
        self.job = job
        self.counts = nothing_yet(job)
        self._rounds_to_narrow: float | None = None

    def deal(self, stop: Stop, threads: int, progress: Callable[[Progress], None]) -> PokerCounts:
        """Deal until it is enough."""
        began = time.monotonic()
        with ThreadPoolExecutor(threads) as pool:
            while rounds := self._rounds_before_next_look(stop):
                for piece in self._pieces(pool, threads, rounds):
                    self.counts = together(self.counts, piece)
                    seconds = time.monotonic() - began
                    progress(Progress(self.counts.rounds, seconds, self._share(stop, seconds)))
                    if stop.seconds is not None and seconds >= stop.seconds:
                        return self.counts
                if stop.within is not None and self._is_narrow(*stop.within):
                    break
        progress(Progress(self.counts.rounds, time.monotonic() - began, 1.0))
        return self.counts

    def _rounds_before_next_look(self, stop: Stop) -> int:
        dealt = self.counts.rounds
        left = (stop.rounds or MOST_ROUNDS) - dealt
        return left if stop.within is None else min(left, max(FIRST_LOOK, dealt // 2))

    def _pieces(self, pool: ThreadPoolExecutor, threads: int, rounds: int) -> Iterator[PokerCounts]:
        """In the order of their rounds; as many under way as keep every thread busy."""
        pieces = cut_in_pieces(self.counts.rounds, rounds, ROUNDS_A_PIECE)
        under_way: list[Future[PokerCounts]] = []
        try:
            while True:
                wanted = 2 * threads - len(under_way)
                under_way += [pool.submit(deal_piece, self.job, *piece) for piece in islice(pieces, wanted)]
                if not under_way:
                    return
                yield under_way.pop(0).result()
        finally:
            for future in under_way:
                future.cancel()

    def _is_narrow(self, wager: str, width: float) -> bool:
        """A wager that has ended one way only has no interval yet."""
        sheet = poker_sheet(self.house, self.counts)
        if wager in sheet.not_counted:
            raise BadInput.at("--within", f"{wager} {sheet.not_counted[wager]}")
        interval = sheet.wagers[wager].interval
        if not interval:
            return False
        self._rounds_to_narrow = self.counts.rounds * (interval / width) ** 2
        return interval < width

    def _share(self, stop: Stop, seconds: float) -> float:
        shares = [self.counts.rounds / self._rounds_to_narrow if self._rounds_to_narrow else 0.0]
        if stop.rounds is not None:
            shares.append(self.counts.rounds / stop.rounds)
        if stop.seconds is not None:
            shares.append(seconds / stop.seconds)
        return min(max(shares), 1.0)
