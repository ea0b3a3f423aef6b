"""Solution of one game for one shoe: its value, every decision, the best chart, and insurance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum

import numpy as np

from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import ACE, TEN
from croupier.families.blackjack.odds.actions import BlackjackActionValues, Chart
from croupier.families.blackjack.odds.best_chart import best_chart
from croupier.families.blackjack.odds.hand_tables import StandingChances, player_hands, rows, two_card_rows
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.shoe_values import BlackjackShoe, natural_pays
from croupier.families.blackjack.odds.up_card import UpCardSolver
from croupier.families.blackjack.rules import BlackjackRules, HoleCheck, SplitBy, Surrender


@dataclass(frozen=True)
class Insurance:
    """Exact value of insurance, per unit of the insurance wager. [002 L33, L86; 004 L1407-1413]"""

    shoe: BlackjackShoe
    pays: Fraction

    @property
    def value(self) -> Fraction:
        """Expected value of insurance against an ace if only the up card has left the shoe."""
        return self.against([])

    def against(self, cards: Sequence[int]) -> Fraction:
        """Return the expected value of insurance against an ace if these cards have left the shoe.

        The cards may be the player's or any others.
        """
        self.shoe.require_values([ACE, *cards])
        left = self.shoe.cards - 1 - len(cards)
        tens = self.shoe.values[TEN - 1] - list(cards).count(TEN)
        return Fraction(tens, left) * (self.pays + 1) - 1

    def effects_of_removal(self) -> Mapping[int, Fraction]:
        """Return by how much the value of insurance changes if one card leaves the shoe, by the card's value."""
        there = (value for value in range(1, 11) if self.shoe.values[value - 1] > (value == ACE))
        return {value: self.against([value]) - self.value for value in there}


Hand = tuple[tuple[int, int], int]
"""Values of the first two cards, the lower first, and the value of the up card."""


class BlackjackSolution:
    """Perfect play from one shoe; cards are values 1 (ace) to 10, results are in units of the original wager."""

    def __init__(self, rules: BlackjackRules, payoffs: Payoffs, shoe: BlackjackShoe, standing: StandingChances) -> None:
        self.rules, self.payoffs, self.shoe, self._standing = rules, payoffs, shoe, standing
        ups = (up for up in range(1, 11) if shoe.values[up - 1])
        self.up_card_solvers = {up: UpCardSolver(rules, payoffs, shoe, standing, up) for up in ups}

    @cached_property
    def value(self) -> float:
        """Expected result of a round with perfect play and no insurance, per unit of the original wager."""
        return self._over_deals(self.up_card_solvers)

    @property
    def edge(self) -> float:
        """House edge as a fraction of the original wager."""
        return -self.value

    @cached_property
    def hands(self) -> Mapping[Hand, BlackjackActionValues]:
        """Values of the actions for all first two cards against all up cards; the method `best` explains the values."""
        return {hand: self.best(hand[0], hand[1]) for hand in self.deals}

    @cached_property
    def deals(self) -> Mapping[Hand, float]:
        """Probability of each deal of first two cards and up card."""
        chances: dict[Hand, float] = {}
        for up, facing in self.up_card_solvers.items():
            left, cards = facing.left, self.shoe.cards
            for first in range(1, 11):
                for second in range(first, 11):
                    many = left[second - 1] - 1 if first == second else 2 * left[second - 1]
                    ways = left[first - 1] * many
                    share = float(ways) * self.shoe.values[up - 1] / (cards * (cards - 1) * (cards - 2))
                    if share > 0:
                        chances[(first, second), up] = share
        return chances

    @cached_property
    def natural_chance(self) -> float:
        """Probability that the player has a natural and the dealer has none."""
        row = int(two_card_rows()[ACE, TEN])
        return fsum(
            self.deals.get(((ACE, TEN), up), 0.0) * facing.no_natural_chance(row)
            for up, facing in self.up_card_solvers.items()
        )

    def best(self, cards: Sequence[int], up: int, *, hands: int = 1) -> BlackjackActionValues:
        """Return the expected value of each legal action with these cards.

        `hands` is the number of hands that the seat has now. If there are several, the hand comes from a split and the
        split card is the first card. After the hole card is checked, values assume that the dealer has no natural,
        because the player then has that information. Before the check (early surrender, or a game without a check),
        values include the natural. If only equal ranks form a pair, two tens are taken to be of one rank. Cards of the
        seat's other hands are not removed from the shoe; to include them, solve the shoe without them.
        """
        row = self._row(cards, up)
        facing, is_natural = self.up_card_solvers[up], sorted(cards) == [ACE, TEN]
        if is_natural and hands == 1:
            pays = natural_pays(self.payoffs, self.shoe)
            return BlackjackActionValues(
                pays * facing.no_natural_chance(row) if self._is_hole_unchecked(cards, hands) else pays
            )
        if is_natural and self.rules.split_natural:
            return BlackjackActionValues(float(self.payoffs.natural))
        return self._options(facing, row, cards, hands)

    def _options(self, facing: UpCardSolver, row: int, cards: Sequence[int], hands: int) -> BlackjackActionValues:
        unseen, safe, after_split = self._is_hole_unchecked(cards, hands), facing.no_natural_chance(row), hands > 1

        def shown(value: float | None) -> float | None:
            if value is None:
                return None
            return value - (1.0 - safe) if unseen else value / safe

        split = shown(self._split(facing, cards, hands))
        stand = shown(float(facing.values[row, 0]))
        assert stand is not None
        is_charlie = 0 < self.rules.charlie_cards <= len(cards)
        is_split_ace = after_split and cards[0] == ACE and not self.rules.split_aces_play
        if is_charlie or is_split_ace:
            return BlackjackActionValues(stand, split=split)
        surrender = shown(facing.surrender(row, after_split=after_split))
        if surrender is not None and self.rules.surrender is Surrender.EARLY and not after_split:
            surrender = -float(self.payoffs.surrender_loses)
        double = shown(facing.double(row, after_split=after_split))
        return BlackjackActionValues(stand, shown(float(facing.values[row, 1])), double, split, surrender)

    def _split(self, facing: UpCardSolver, cards: Sequence[int], hands: int) -> float | None:
        if len(cards) != 2 or cards[0] != cards[1]:
            return None
        most = self.rules.most_ace_hands if cards[0] == ACE else self.rules.most_hands
        hands_limit = most - hands + 1
        if hands_limit < 2:
            return None
        if cards[0] == TEN and self.rules.split_by is SplitBy.RANK:
            return facing.tens_split_value(hands_limit)
        return facing.split(cards[0], hands_limit=hands_limit)

    def _is_hole_unchecked(self, cards: Sequence[int], hands: int) -> bool:
        """Return whether the dealer has not yet checked the hole card when this hand decides.

        The values of a split hand exclude the natural in any case: against a natural, only the original wager is lost.
        """
        if self.rules.hole_check is HoleCheck.NONE:
            return hands == 1
        return self.rules.surrender is Surrender.EARLY and len(cards) == 2 and hands == 1

    def _row(self, cards: Sequence[int], up: int) -> int:
        self.shoe.require_values([*cards, up])
        counts = tuple(np.bincount(cards, minlength=11)[1:11].tolist()) if len(cards) else ()
        row = rows().get(counts)
        if row is None or player_hands().cards[row] < 2:
            raise BadInput.at("hand", f"{list(cards)} is no hand to decide: two cards or more, not over 21")
        return row

    @cached_property
    def chart(self) -> Chart:
        """Best fixed chart: one decision for each hard total, soft total and pair against each up card."""
        return best_chart(self.up_card_solvers, self._standing)

    @cached_property
    def chart_value(self) -> float:
        """Exact value of play by the best chart."""
        return self.value_of(self.chart)

    @property
    def chart_cost(self) -> float:
        """Loss of play by the chart against perfect play."""
        return self.value - self.chart_value

    def value_of(self, chart: Chart) -> float:
        """Return the exact value of play by a chart under these rules."""
        args = (self.rules, self.payoffs, self.shoe, self._standing)
        return self._over_deals({up: UpCardSolver(*args, up, chart) for up in self.up_card_solvers})

    def _over_deals(self, facings: Mapping[int, UpCardSolver]) -> float:
        return fsum(share * facings[up].result(*pair) for (pair, up), share in self.deals.items())

    @cached_property
    def insurance(self) -> Insurance:
        return Insurance(self.shoe, self.payoffs.insurance_pays)
