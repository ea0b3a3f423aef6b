"""Results of a blackjack simulation: whole-number counts, and the statistics that follow from them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.odds.card_counting import Spread
from croupier.families.blackjack.odds.hand_outcomes import (
    BROKE,
    BROKE_DOUBLED,
    CHARLIE,
    CHARLIE_DOUBLED,
    DEALER_17,
    DEALER_BROKE_3,
    DEALER_ENDS,
    DEALER_NATURAL,
    DOUBLED_ENDS,
    ENDS,
    HARD_31,
    MOST_BUST_CARDS,
    NATURAL,
    NATURAL_X,
    NOT_DRAWN,
    SURRENDERED,
    SURRENDERED_EARLY,
)
from croupier.families.blackjack.odds.simulate_job import BlackjackJob
from croupier.families.blackjack.odds.simulate_kernels import MOST_HANDS, SimulationCounts
from croupier.families.blackjack.rules import Surrender
from croupier.odds.simulation.job import Tally
from croupier.odds.wager_odds import CONFIDENCE

Counted = NDArray[np.int64]


@dataclass(frozen=True)
class CountRow:
    """Figures of the rounds that began at one true count."""

    count: int | None
    """True count, rounded down; None if the seats did not count cards.

    The first row includes all lower counts, the last row all higher ones.
    """
    stake: int
    rounds: int
    """Number of rounds, counted once for every seat."""
    net: int
    """Net result of all seats, in units (parts of a stake), if every stake is one."""
    squares: int
    """Sum of the squares of each seat's net result in units, at a stake of one."""


@dataclass(frozen=True)
class BlackjackTally:
    """Counts of a blackjack simulation, and the statistics that follow from them.

    A unit is the smallest part of a stake in which every payout is a whole number.
    """

    job: BlackjackJob
    tally: Tally[SimulationCounts]
    spread: Spread | None = None
    rounds_per_shoe: float | None = None

    @property
    def rounds(self) -> int:
        """Number of rounds at the table."""
        return self.tally.rounds

    @property
    def seats(self) -> int:
        return len(self.job.seats)

    @property
    def units(self) -> int:
        """Number of units in one stake."""
        return self.job.pays.units

    @cached_property
    def nets(self) -> Counted:
        """Rounds of all seats by true count and net result, at a stake of one.

        The column is `net_zero_index` + the net result in units.
        """
        middle = self.job.net_zero_index
        nets = self.tally.counts.split_nets.reshape(self.job.buckets, 2 * middle + 1).copy()
        won = np.arange(DEALER_ENDS) == DEALER_NATURAL
        for insured in range(2):
            net = self.job.pays.table + insured * self.job.pays.insurance[won.astype(np.int64)][None, :]
            for bucket in range(self.job.buckets):
                np.add.at(nets[bucket], middle + net.ravel(), self._cells[bucket, insured].ravel())
        return nets

    @cached_property
    def _cells(self) -> Counted:
        return self.tally.counts.cells.reshape(self.job.buckets, 2, ENDS, DEALER_ENDS)

    @cached_property
    def hands_by_end(self) -> Counted:
        """Number of hands of all seats, by true count, final state and dealer's final state.

        The codes of states are those of `hand_outcomes`.
        """
        split = self.tally.counts.split_hands.reshape(self.job.buckets, ENDS, DEALER_ENDS)
        whole: Counted = self._cells.sum(axis=1) + split
        return whole

    @cached_property
    def by_count(self) -> tuple[CountRow, ...]:
        middle = self.job.net_zero_index
        rows = []
        for bucket, counted in enumerate(self.nets.tolist()):
            pairs = [(net - middle, many) for net, many in enumerate(counted) if many]
            count = None if self.job.count is None else self.job.counts_from + bucket
            stake = 1 if self.spread is None or count is None else self.spread.stake(count)
            net, squares = sum(net * many for net, many in pairs), sum(net * net * many for net, many in pairs)
            rows.append(CountRow(count, stake, sum(many for _, many in pairs), net, squares))
        return tuple(rows)

    # Money

    @property
    def staked(self) -> int:
        """First stakes of all seats, in units."""
        return sum(row.stake * row.rounds for row in self.by_count) * self.units

    @property
    def net(self) -> int:
        """Total net result of all seats, in units."""
        return sum(row.stake * row.net for row in self.by_count)

    @property
    def squares(self) -> int:
        """Sum of the squares of each seat's net result in each round, in units."""
        return sum(row.stake**2 * row.squares for row in self.by_count)

    @property
    def action(self) -> int:
        """Total amount put up on hands in units: first stakes, doubles and splits."""
        stakes: list[int] = (self.hands_by_end.sum(axis=2) * self.job.pays.stakes).sum(axis=1).tolist()
        return sum(row.stake * many for row, many in zip(self.by_count, stakes, strict=True)) * self.units

    @property
    def edge(self) -> Fraction:
        """Result per unit of the first stakes; negative if the house wins."""
        return Fraction(self.net, self.staked) if self.staked else Fraction(0)

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of one seat's round, in first stakes of average size."""
        many = sum(row.rounds for row in self.by_count)
        if not many or not self.staked:
            return 0.0
        variance = Fraction(self.squares, many) - Fraction(self.net, many) ** 2
        return math.sqrt(variance) * many / self.staked

    @property
    def interval(self) -> float:
        """Half the width of the edge's 95 % confidence interval.

        The seats of a round are correlated, so one round of the whole table is one observation.
        """
        if not self.staked:
            return 0.0
        squares = sum(row.stake**2 * part for row, part in zip(self.by_count, self._squared_deviations(), strict=True))
        return CONFIDENCE * math.sqrt(squares) / self.staked

    def _squared_deviations(self) -> list[Fraction]:
        """Return for each true count how far the table's results are from the edge: the sum of squares."""
        edge = self.edge * self.units * self.seats
        return [squares - 2 * edge * net + edge**2 * many for many, net, squares in self.tables]

    @property
    def tables(self) -> list[tuple[int, int, int]]:
        """For each true count: number of rounds, sum of the table's net results, and sum of their squares."""
        if self.seats == 1:
            return [(row.rounds, row.net, row.squares) for row in self.by_count]
        return [(many, net, squares) for many, net, squares in self.tally.counts.table.reshape(-1, 3).tolist()]

    # Hands

    @property
    def hands(self) -> int:
        return int(self.hands_by_end.sum())

    def _hands_ending(self, ends: Sequence[int]) -> int:
        return int(self.hands_by_end[:, list(ends)].sum())

    @property
    def doubles(self) -> int:
        return self._hands_ending(DOUBLED_ENDS)

    @property
    def busts(self) -> int:
        return self._hands_ending((BROKE, BROKE_DOUBLED))

    @property
    def naturals(self) -> int:
        return self._hands_ending((NATURAL, NATURAL_X))

    @property
    def hard_31s(self) -> int:
        return self._hands_ending((HARD_31,))

    @property
    def charlies(self) -> int:
        return self._hands_ending((CHARLIE, CHARLIE_DOUBLED))

    @property
    def surrenders(self) -> int:
        return (
            self._hands_ending((SURRENDERED, SURRENDERED_EARLY)) if self.job.rules.surrender is not Surrender.OFF else 0
        )

    @property
    def split_seats(self) -> dict[int, int]:
        """Number of seats that split, by their number of hands at the end."""
        return {hands: int(many) for hands, many in enumerate(self.tally.counts.split_seats[: MOST_HANDS + 1]) if many}

    @property
    def splits(self) -> int:
        """Number of additional wagers that players put up for splits."""
        return sum((hands - 1) * many for hands, many in self.split_seats.items())

    @property
    def insured(self) -> tuple[int, int]:
        """Number of insurance wagers lost, and number won."""
        single = self._cells[:, 1].sum(axis=(0, 1))
        won = int(single[DEALER_NATURAL])
        split_lost, split_won = self.tally.counts.split_seats[MOST_HANDS + 1 :].tolist()
        return int(single.sum()) - won + split_lost, won + split_won

    # Dealer

    @cached_property
    def _dealer(self) -> list[int]:
        alone = self._cells.sum(axis=(0, 1, 2)) if self.seats == 1 else 0
        ends: list[int] = (self.tally.counts.dealer + alone).tolist()
        return ends

    @property
    def dealer_totals(self) -> dict[str, int]:
        """Rounds by the dealer's result: 17 to 21, natural, bust; `none` if no hand needed the dealer's total."""
        totals = {str(17 + place): self._dealer[DEALER_17 + place] for place in range(5)}
        bust = sum(self._dealer[DEALER_BROKE_3:])
        return totals | {"natural": self._dealer[DEALER_NATURAL], "bust": bust, "none": self._dealer[NOT_DRAWN]}

    @property
    def bust_cards(self) -> dict[int, int]:
        """Dealer's busts by number of cards; the last entry includes all larger numbers. [004 L410-415, L1451-1457]"""
        return {cards: self._dealer[DEALER_BROKE_3 + cards - 3] for cards in range(3, MOST_BUST_CARDS + 1)}

    @property
    def firsts(self) -> Counted:
        """Rounds of all seats by first card, second card, up card and dealer's natural (1 or 0).

        A card is numbered 4 x (rank - 1) + suit. The shape is (52, 52, 52, 2).
        """
        if not self.job.counts_firsts:
            raise ValueError("first cards were not counted; simulate with counts_firsts=True")
        return self.tally.counts.firsts.reshape(52, 52, 52, 2)
