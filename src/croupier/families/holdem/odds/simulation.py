"""Hold'em simulated: hands from whole decks, the seats deciding by themselves, the house taking its fee."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import InvariantViolation
from croupier.families.holdem.odds.betting_kernels import (
    ACTS,
    AN_ACT,
    BEGAN,
    BOARD,
    CARDS,
    DONE,
    FIGURES,
    IS_IN,
    ON_TABLE,
    SENSIBLE,
    STACK,
    WON,
    LookupTables,
)
from croupier.families.holdem.odds.betting_rules import BettingRules
from croupier.families.holdem.odds.kernels import BURNT, SUMS, play_hands, record_hands
from croupier.families.holdem.odds.players import opening_strengths
from croupier.hands.rank_tables import tables_for
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, dealing_of, start_of

Sums = NDArray[np.float64]
PLAYERS_WORDS = 0x9D39_247E
"""Added to a seed: the players draw other words than the shuffle."""


BROUGHT_BLINDS = {True: (20, 60), False: (40, 160)}
"""What simulated players bring, in big blinds: to a limit table, and to one that spreads its wagers."""


def buy_in_range(rules: BettingRules) -> tuple[int, int]:
    """The fewest and the most chips that players of a simulation bring."""
    least, most = BROUGHT_BLINDS[rules.is_limit]
    return least * max(rules.big_blind, 1), most * max(rules.big_blind, 1)


@cache
def look_of_players() -> LookupTables:
    return LookupTables(tables_for(7), opening_strengths())


@cache
def _dealing(seats: int) -> ShoeSetup:
    return dealing_of(
        decks=1,
        points=lambda rank: 0,
        burn=[0],
        cut_from_back=0,
        ends_with_the_hand=False,
        dealt=2 * seats + BOARD + BURNT,
    )


@dataclass(frozen=True)
class HoldemJob(Job[tuple[Sums]]):
    """The hands of one table: how many are dealt in, what they bring, how they decide."""

    rules: BettingRules
    seats: int
    seed: int
    brought: tuple[int, int]
    """The fewest and the most chips that a seat begins a hand with."""
    style: int = SENSIBLE
    most_rounds_a_shoe = 1
    shoes_a_piece = 2**13

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[Sums]]:
        hands = min(shoes, limit)
        sums = np.zeros(len(SUMS))
        wrong = play_hands(*self._played_with, first, hands, sums)
        if wrong >= 0:
            raise InvariantViolation(f"hand {wrong} of seed {self.seed} does not give back every chip")
        return Tally(hands, hands, (sums,))

    def told(self, first: int, hands: int) -> RecordedHands:
        """The same hands one by one, for holding against another engine."""
        felts = np.zeros((hands, FIGURES), np.int64)
        record_hands(*self._played_with, first, hands, felts)
        return RecordedHands(self.seats, felts)

    @property
    def _played_with(
        self,
    ) -> tuple[BettingRules, LookupTables, ShoeSetup, NDArray[np.uint64], int, int, tuple[int, int]]:
        starts = np.array([start_of(self.seed), start_of(self.seed + PLAYERS_WORDS)], np.uint64)
        look, dealing = look_of_players(), _dealing(self.seats)
        return self.rules, look, dealing, starts, self.seats, self.style, self.brought


@dataclass(frozen=True)
class RecordedHands:
    """Hands in full, a row each. Seats stand from the button's left; chips are whole."""

    seats: int
    felts: NDArray[np.int64]

    def by_seat(self, what: int) -> NDArray[np.int64]:
        """A line of the felt, such as `TOTAL`: a column a seat."""
        return self.felts[:, what : what + self.seats]

    def end(self, what: int) -> NDArray[np.int64]:
        """How hands ended, such as `FEE`."""
        return self.felts[:, what]

    @property
    def nets(self) -> NDArray[np.int64]:
        """What each won or lost, the fee taken."""
        return self.by_seat(STACK) + self.by_seat(WON) - self.by_seat(BEGAN)

    @property
    def is_in(self) -> NDArray[np.bool_]:
        return self.by_seat(IS_IN).astype(np.bool_)

    @property
    def holes(self) -> NDArray[np.int64]:
        """Two cards a seat."""
        return self.felts[:, CARDS : CARDS + 2 * self.seats].reshape(-1, self.seats, 2)

    @property
    def boards(self) -> NDArray[np.int64]:
        return self.felts[:, ON_TABLE : ON_TABLE + BOARD]

    def acts(self, hand: int) -> list[Act]:
        """What was done."""
        many = int(self.felts[hand, ACTS])
        done = self.felts[hand, DONE : DONE + AN_ACT * many].reshape(many, AN_ACT).tolist()
        return [Act(*one) for one in done]


class Act(NamedTuple):
    """One decision of a told hand."""

    seat: int
    what: int
    """Fold, check or call, bet or raise."""
    bet: int
    """What the seat's bet of the round came to."""
    street: int
    """0 before the flop to 3 on the river."""
