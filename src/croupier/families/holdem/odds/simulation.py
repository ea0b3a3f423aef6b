"""Hold'em simulated: hands from whole decks, the seats deciding by themselves, the house taking its fee."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BrokenPromise
from croupier.families.holdem.odds.betting_kernels import BOARD, ENDS, SENSIBLE, Look
from croupier.families.holdem.odds.hand_kernels import BURNT, SUMS, TOLD_ACTS, TOLD_FIGURES, play_hands, tell_hands
from croupier.families.holdem.odds.players import opening_strengths
from croupier.families.holdem.odds.stakes import MOST_SEATS, TableStakes
from croupier.hands.tables import tables_for
from croupier.odds.simulation.shoes import Dealing, dealing_of, start_of
from croupier.odds.simulation.tally import ALL_ROUNDS, Job, Tally

Sums = NDArray[np.float64]
PLAYERS_WORDS = 0x9D39_247E
"""Added to a seed: the players draw other words than the shuffle."""


@cache
def look_of_players() -> Look:
    return Look(tables_for(5), tables_for(6), tables_for(7), opening_strengths())


@cache
def _dealing(seats: int) -> Dealing:
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

    stakes: TableStakes
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
            raise BrokenPromise(f"hand {wrong} of seed {self.seed} does not give back every chip")
        return Tally(hands, hands, (sums,))

    def told(self, first: int, hands: int) -> ToldHands:
        """The same hands one by one, for holding against another engine."""
        figures = np.zeros((hands, TOLD_FIGURES), np.int64)
        acts = np.zeros((hands, TOLD_ACTS, 3), np.int16)
        tell_hands(*self._played_with, first, hands, figures, acts)
        return ToldHands(self.seats, figures, acts)

    @property
    def _played_with(self) -> tuple[TableStakes, Look, Dealing, NDArray[np.uint64], int, int, tuple[int, int]]:
        starts = np.array([start_of(self.seed), start_of(self.seed + PLAYERS_WORDS)], np.uint64)
        look, dealing = look_of_players(), _dealing(self.seats)
        return self.stakes, look, dealing, starts, self.seats, self.style, self.brought


@dataclass(frozen=True)
class ToldHands:
    """Hands in full, a row each. Seats stand from the button's left; chips are whole."""

    seats: int
    figures: NDArray[np.int64]
    _acts: NDArray[np.int16]

    def _block(self, number: int) -> NDArray[np.int64]:
        return self.figures[:, number * MOST_SEATS : number * MOST_SEATS + self.seats]

    @property
    def began(self) -> NDArray[np.int64]:
        return self._block(0)

    @property
    def nets(self) -> NDArray[np.int64]:
        """What each won or lost, the fee taken."""
        return self._block(1)

    @property
    def totals(self) -> NDArray[np.int64]:
        """What each has in the pot at the end, dead money apart."""
        return self._block(2)

    @property
    def values(self) -> NDArray[np.int64]:
        """What each hand is worth on the whole board; 0 where there was no showdown."""
        return self._block(3)

    @property
    def is_in(self) -> NDArray[np.bool_]:
        return self._block(4).astype(np.bool_)

    @property
    def posts(self) -> NDArray[np.bool_]:
        return self._block(5).astype(np.bool_)

    @property
    def holes(self) -> NDArray[np.int64]:
        """Two cards a seat."""
        begin = 6 * MOST_SEATS
        return self.figures[:, begin : begin + 2 * self.seats].reshape(-1, self.seats, 2)

    @property
    def boards(self) -> NDArray[np.int64]:
        begin = 8 * MOST_SEATS
        return self.figures[:, begin : begin + BOARD]

    def end(self, what: str) -> NDArray[np.int64]:
        """One of `ENDS`."""
        return self.figures[:, 8 * MOST_SEATS + BOARD + ENDS.index(what)]

    def acts(self, hand: int) -> list[tuple[int, int, int]]:
        """What was done: the seat, one of fold, call and raise, and what its bet came to."""
        return [(int(s), int(what), int(bet)) for s, what, bet in self._acts[hand, : self.end("acts")[hand]]]
