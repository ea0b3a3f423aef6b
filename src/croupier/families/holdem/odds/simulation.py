"""Simulation job of hold'em: hands from whole decks with simple players and the house's fee."""

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
    SIMPLE_STRATEGY,
    STACK,
    WON,
    LookupTables,
)
from croupier.families.holdem.odds.betting_rules import BettingRules
from croupier.families.holdem.odds.kernels import BURNT, SUMS, play_hands, record_hands
from croupier.families.holdem.odds.players import opening_strengths
from croupier.hands.rank_tables import tables_for
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, shoe_setup, start_of

Sums = NDArray[np.float64]
PLAYERS_WORDS = 0x9D39_247E
"""Number added to the seed for players' decisions, so that they use other random numbers than the shuffle."""


BROUGHT_BLINDS = {True: (20, 60), False: (40, 160)}
"""Minimum and maximum stack of simulated players in big blinds, for limit (True) and spread (False) games."""


def buy_in_range(rules: BettingRules) -> tuple[int, int]:
    """Return the minimum and maximum number of chips that simulated players bring."""
    least, most = BROUGHT_BLINDS[rules.is_limit]
    return least * max(rules.big_blind, 1), most * max(rules.big_blind, 1)


@cache
def player_lookup_tables() -> LookupTables:
    return LookupTables(tables_for(7), opening_strengths())


@cache
def _dealing(seats: int) -> ShoeSetup:
    return shoe_setup(
        decks=1,
        points=lambda rank: 0,
        burn=[0],
        cut_from_back=0,
        ends_with_the_hand=False,
        dealt=2 * seats + BOARD + BURNT,
    )


@dataclass(frozen=True)
class HoldemJob(Job[tuple[Sums]]):
    """Work description of a simulation of one table: number of players, their chips and their style of play."""

    rules: BettingRules
    seats: int
    seed: int
    brought: tuple[int, int]
    """Minimum and maximum number of chips that a seat has at the start of a hand."""
    style: int = SIMPLE_STRATEGY
    max_rounds_per_shoe = 1
    shoes_per_chunk = 2**13

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[Sums]]:
        hands = min(shoes, limit)
        sums = np.zeros(len(SUMS))
        wrong = play_hands(*self._played_with, first, hands, sums)
        if wrong >= 0:
            raise InvariantViolation(f"hand {wrong} of seed {self.seed} does not give back every chip")
        return Tally(hands, hands, (sums,))

    def recorded_hands(self, first: int, hands: int) -> RecordedHands:
        """Play the same hands one by one and return complete records, for comparison with another implementation."""
        felts = np.zeros((hands, FIGURES), np.int64)
        record_hands(*self._played_with, first, hands, felts)
        return RecordedHands(self.seats, felts)

    @property
    def _played_with(
        self,
    ) -> tuple[BettingRules, LookupTables, ShoeSetup, NDArray[np.uint64], int, int, tuple[int, int]]:
        starts = np.array([start_of(self.seed), start_of(self.seed + PLAYERS_WORDS)], np.uint64)
        lookup, dealing = player_lookup_tables(), _dealing(self.seats)
        return self.rules, lookup, dealing, starts, self.seats, self.style, self.brought


@dataclass(frozen=True)
class RecordedHands:
    """Complete records of hands, one row each; seats are ordered from the left of the button, amounts are chips."""

    seats: int
    states: NDArray[np.int64]

    def by_seat(self, what: int) -> NDArray[np.int64]:
        """Return one figure for each seat of each hand, for example `TOTAL`, as an array of shape (hands, seats)."""
        return self.states[:, what : what + self.seats]

    def figure(self, what: int) -> NDArray[np.int64]:
        """Return one figure for each hand, for example `FEE`."""
        return self.states[:, what]

    @property
    def nets(self) -> NDArray[np.int64]:
        """Net result of each seat after the fee."""
        return self.by_seat(STACK) + self.by_seat(WON) - self.by_seat(BEGAN)

    @property
    def is_in(self) -> NDArray[np.bool_]:
        return self.by_seat(IS_IN).astype(np.bool_)

    @property
    def holes(self) -> NDArray[np.int64]:
        """Hole cards as an array of shape (hands, seats, 2)."""
        return self.states[:, CARDS : CARDS + 2 * self.seats].reshape(-1, self.seats, 2)

    @property
    def boards(self) -> NDArray[np.int64]:
        return self.states[:, ON_TABLE : ON_TABLE + BOARD]

    def acts(self, hand: int) -> list[RecordedAction]:
        """Return the recorded actions of a hand."""
        many = int(self.states[hand, ACTS])
        done = self.states[hand, DONE : DONE + AN_ACT * many].reshape(many, AN_ACT).tolist()
        return [RecordedAction(*one) for one in done]


class RecordedAction(NamedTuple):
    """One action of a recorded hand."""

    seat: int
    what: int
    """0 for fold, 1 for check or call, 2 for bet or raise."""
    bet: int
    """Total bet of the seat in the betting round after the action."""
    street: int
    """Betting round: 0 before the flop to 3 on the river."""
