"""Poker against a player-dealer simulated: every round from a whole deck, the seat playing best."""

from __future__ import annotations

from typing import Unpack

from croupier.errors import BadInput
from croupier.families.poker_dealer.section import section_of
from croupier.families.poker_dealer.sheet.counts import PokerCounts
from croupier.families.poker_dealer.sheet.rules import solution_of
from croupier.families.poker_dealer.sheet.sheet import poker_odds
from croupier.families.poker_dealer.sim.job import Ends, PokerJob
from croupier.odds.simulation.asked import RunAsked
from croupier.odds.simulation.driver import Run, Simulation
from croupier.odds.table import NotCounted
from croupier.rulebook.house_rules import HouseRules


class PokerSimulation(Simulation[Ends]):
    """The rounds dealt so far."""

    def __init__(self, house: HouseRules, job: PokerJob) -> None:
        super().__init__(job)
        self._house, self._job = house, job

    @property
    def counts(self) -> PokerCounts:
        return self._job.counts(self.tally)

    def interval(self, wager: str) -> float | None:
        return poker_odds(self._house, self._house.wagers[wager], self.counts).interval

    def part_before_next_look(self, wager: str) -> int:
        return 2


def simulate_poker(house: HouseRules, **asked: Unpack[RunAsked]) -> PokerCounts:
    """Deal until it is enough, one seat playing best against the dealer, and count how rounds end.

    A rulebook that best play is not counted for is `BadInput`.
    """
    run = Run.of(house.wagers, **asked)
    try:
        job = PokerJob.of(solution_of(house), run.seed)
    except NotCounted as reason:
        ante = house.wagers[section_of(house).ante].title
        raise BadInput.at("RULEBOOK", f"the {ante} {reason}") from None
    return PokerSimulation(house, job).run(run).counts
