"""One game from one shoe, solved: its value, every decision, the best chart, insurance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum

import numpy as np

from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import ACE, TEN
from croupier.families.blackjack.odds.actions import Chart
from croupier.families.blackjack.odds.best_chart import best_chart
from croupier.families.blackjack.odds.options import Options
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.player_hands import player_hands, rows, two_card_rows
from croupier.families.blackjack.odds.shoe_values import BlackjackShoe, natural_pays
from croupier.families.blackjack.odds.stand_values import StandingChances
from croupier.families.blackjack.odds.up_card import UpCardSolver
from croupier.families.blackjack.rules import BlackjackRules, HoleCheck, SplitBy, Surrender


@dataclass(frozen=True)
class Insurance:
    """Exact, per unit of the insurance wager (not of the original one). [002 L33, L86; 004 L1407-1413]"""

    shoe: BlackjackShoe
    pays: Fraction

    @property
    def value(self) -> Fraction:
        """With an ace up and nothing else seen."""
        return self.against([])

    def against(self, cards: Sequence[int]) -> Fraction:
        """With an ace up, knowing these cards (one's own, or any that have left the shoe)."""
        self.shoe.require_values([ACE, *cards])
        left = self.shoe.cards - 1 - len(cards)
        tens = self.shoe.values[TEN - 1] - list(cards).count(TEN)
        return Fraction(tens, left) * (self.pays + 1) - 1

    def effects_of_removal(self) -> Mapping[int, Fraction]:
        """How much the value changes when one card of a value leaves the shoe."""
        there = (value for value in range(1, 11) if self.shoe.values[value - 1] > (value == ACE))
        return {value: self.against([value]) - self.value for value in there}


Hand = tuple[tuple[int, int], int]
"""Two values, the lower first, and the up card's."""


class Solution:
    """Perfect play. Values are in units of the original wager; cards are values 1 (ace) to 10."""

    def __init__(self, rules: BlackjackRules, payoffs: Payoffs, shoe: BlackjackShoe, standing: StandingChances) -> None:
        self.rules, self.payoffs, self.shoe, self._standing = rules, payoffs, shoe, standing
        ups = (up for up in range(1, 11) if shoe.values[up - 1])
        self.facings = {up: UpCardSolver(rules, payoffs, shoe, standing, up) for up in ups}

    @cached_property
    def value(self) -> float:
        """The expected result of a round, per unit of the original wager, with perfect play and no insurance."""
        return self._over_deals(self.facings)

    @property
    def edge(self) -> float:
        """The house's."""
        return -self.value

    @cached_property
    def hands(self) -> Mapping[Hand, Options]:
        """Every first two cards against every up card that the shoe can deal. `best` says what a value stands for."""
        return {hand: self.best(hand[0], hand[1]) for hand in self.deals}

    @cached_property
    def deals(self) -> Mapping[Hand, float]:
        """Chances of every first two cards and up card."""
        chances: dict[Hand, float] = {}
        for up, facing in self.facings.items():
            left, cards = facing.left, self.shoe.cards
            for one in range(1, 11):
                for two in range(one, 11):
                    ways = left[one - 1] * (left[two - 1] - 1) if one == two else 2 * left[one - 1] * left[two - 1]
                    share = float(ways) * self.shoe.values[up - 1] / (cards * (cards - 1) * (cards - 2))
                    if share > 0:
                        chances[(one, two), up] = share
        return chances

    @cached_property
    def natural_chance(self) -> float:
        """That the player is dealt a natural and the dealer is not."""
        row = int(two_card_rows()[ACE, TEN])
        return fsum(self.deals.get(((ACE, TEN), up), 0.0) * facing.safe(row) for up, facing in self.facings.items())

    def best(self, cards: Sequence[int], up: int, *, hands: int = 1) -> Options:
        """Every open way to go on with these cards, and what it is worth. `hands`: how many the seat has now.

        With more hands than one the hand comes from a split, and the split card is named first. Where the hole card has
        been looked at, a value is one without a natural behind the up card: that is what a player then knows. Before
        (early surrender, no look), the natural is in it. Two tens are of one rank where only ranks are pairs. Cards of
        the seat's other hands are not counted out: solve the shoe without them for that.
        """
        row = self._row(cards, up)
        facing, is_natural = self.facings[up], sorted(cards) == [ACE, TEN]
        if is_natural and hands == 1:
            pays = natural_pays(self.payoffs, self.shoe)
            return Options(pays * facing.safe(row) if self._is_unseen(cards, hands) else pays)
        if is_natural and self.rules.split_natural:
            return Options(float(self.payoffs.natural))
        return self._options(facing, row, cards, hands)

    def _options(self, facing: UpCardSolver, row: int, cards: Sequence[int], hands: int) -> Options:
        unseen, safe, after_split = self._is_unseen(cards, hands), facing.safe(row), hands > 1

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
            return Options(stand, split=split)
        surrender = shown(facing.surrender(row, after_split=after_split))
        if surrender is not None and self.rules.surrender is Surrender.EARLY and not after_split:
            surrender = -float(self.payoffs.surrender_loses)
        double = shown(facing.double(row, after_split=after_split))
        return Options(stand, shown(float(facing.values[row, 1])), double, split, surrender)

    def _split(self, facing: UpCardSolver, cards: Sequence[int], hands: int) -> float | None:
        if len(cards) != 2 or cards[0] != cards[1]:
            return None
        most = self.rules.most_ace_hands if cards[0] == ACE else self.rules.most_hands
        room = most - hands + 1
        if room < 2:
            return None
        if cards[0] == TEN and self.rules.split_by is SplitBy.RANK:
            return facing.tens_split(room)
        return facing.split(cards[0], room=room)

    def _is_unseen(self, cards: Sequence[int], hands: int) -> bool:
        """Whether the hole card has not been looked at when this hand decides.

        A split hand is shown without the natural even so: against one, the original wager is all that is lost.
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
        """The best fixed chart, by totals."""
        return best_chart(self.facings, self._standing)

    @cached_property
    def chart_value(self) -> float:
        """What playing the chart is worth, exactly."""
        return self.value_of(self.chart)

    @property
    def chart_cost(self) -> float:
        """What perfect play has over the chart."""
        return self.value - self.chart_value

    def value_of(self, chart: Chart) -> float:
        """What playing any chart is worth under these rules, exactly."""
        args = (self.rules, self.payoffs, self.shoe, self._standing)
        return self._over_deals({up: UpCardSolver(*args, up, chart) for up in self.facings})

    def _over_deals(self, facings: Mapping[int, UpCardSolver]) -> float:
        return fsum(share * facings[up].result(*pair) for (pair, up), share in self.deals.items())

    @cached_property
    def insurance(self) -> Insurance:
        return Insurance(self.shoe, self.payoffs.insurance_pays)
