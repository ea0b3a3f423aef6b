"""Values of every hand against one up card, for perfect play or for a chart."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.hand_values import ACE, TEN
from croupier.families.blackjack.odds import kernels
from croupier.families.blackjack.odds.actions import (
    DOUBLE,
    FOLLOW,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Chart,
    may_double,
    may_surrender,
    open_action,
    pair_action,
)
from croupier.families.blackjack.odds.hand_tables import StandingChances, player_hands, two_card_rows
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.shoe_values import BlackjackShoe, natural_pays
from croupier.families.blackjack.odds.splits import Splitter
from croupier.families.blackjack.rules import BlackjackRules, SplitBy, Surrender

NO_CHARLIE = 99
WITHOUT_DOUBLE = np.array([STAND, HIT, HIT, STAND, STAND, HIT, STAND, STAND, STAND], np.int8)
"""Action that each chart code means for a hand of more than two cards, which cannot be doubled."""


class UpCardSolver:
    """Values of all hands against one up card, for perfect play or for a chart.

    A value is the expected result in which rounds with a dealer's natural count as 0, as in `kernels`.
    """

    def __init__(
        self,
        rules: BlackjackRules,
        payoffs: Payoffs,
        shoe: BlackjackShoe,
        standing: StandingChances,
        up: int,
        chart: Chart | None = None,
    ) -> None:
        self.rules, self.payoffs, self.shoe, self.up, self.chart = rules, payoffs, shoe, up, chart
        self.left = shoe.without_up_card(up)
        self.terms = kernel_rules_of(rules, payoffs, up)
        hands = player_hands()
        self.values: NDArray[np.float64] = np.zeros((len(hands.cards), 4))
        """Values of each hand: stand, hit, the better of both (or the chart's choice), double."""
        self.codes = (
            None if chart is None else np.where(hands.soft, chart.soft[hands.total, up], chart.hard[hands.total, up])
        )
        free = np.full(len(hands.cards), kernels.FREE, np.int8)
        given = free if self.codes is None else WITHOUT_DOUBLE[self.codes]
        kernels.value_all_hands(hands, self.terms, self.left, *standing.against(up), given, self.values)
        better = np.where(self.values[:, 1] > self.values[:, 0], HIT, STAND).astype(np.int8)
        self.policy = better if self.codes is None else given
        self.splitter = Splitter(standing, self.terms, self.left, self.policy)

    def no_natural_chance(self, row: int) -> float:
        """Return the probability that the dealer has no natural, if the player has this hand."""
        held = player_hands().counts[row]
        tens, aces, cards = self.left[9] - held[9], self.left[0] - held[0], self.left.sum() - held.sum()
        return 1.0 - float(tens / cards if self.up == ACE else aces / cards if self.up == TEN else 0.0)

    def double(self, row: int, *, after_split: bool) -> float | None:
        hands = player_hands()
        if hands.cards[row] != 2 or not may_double(self.rules, int(hands.total[row]), after_split=after_split):
            return None
        return float(self.values[row, 3])

    def surrender(self, row: int, *, after_split: bool) -> float | None:
        """Return the value of a surrender after the hole card is checked, or None if it is not legal.

        An early surrender costs the same whatever the hole card is; `two_card_result` includes it.
        """
        if player_hands().cards[row] != 2 or not may_surrender(self.rules, after_split=after_split):
            return None
        return -float(self.payoffs.surrender_loses) * self.no_natural_chance(row)

    def unsplit_action(self, row: int, *, after_split: bool) -> tuple[int, float]:
        """Return the best action and its value for two cards that are neither split nor surrendered early."""
        double = self.double(row, after_split=after_split)
        late = after_split or self.rules.surrender is Surrender.LATE
        give_up = self.surrender(row, after_split=after_split) if late else None
        if self.codes is not None:
            action = open_action(int(self.codes[row]), double is not None, give_up is not None)
        else:
            action = self._best_of(row, double, give_up)
        value = {STAND: self.values[row, 0], HIT: self.values[row, 1], DOUBLE: double, SURRENDER: give_up}[action]
        assert value is not None
        return action, float(value)

    def _best_of(self, row: int, double: float | None, give_up: float | None) -> int:
        action, best_value = int(self.policy[row]), float(self.values[row, 2])
        for alternative, candidate in ((DOUBLE, double), (SURRENDER, give_up)):
            if candidate is not None and candidate > best_value:
                action, best_value = alternative, candidate
        return action

    def split(self, pair: int, same: int | None = None, hands_limit: int | None = None) -> float | None:
        """Return the total value of all hands of a split, or None if the rules allow no split.

        `same` is the number of cards that match the pair, the pair included and the up card excluded. `hands_limit`
        limits the number of hands.
        """
        most = self.rules.most_ace_hands if pair == ACE else self.rules.most_hands
        most = most if hands_limit is None else min(most, hands_limit)
        if most < 2:
            return None
        same = int(self.left[pair - 1]) if same is None else same
        return self.splitter.value(pair, same, most, self._first_after_split(pair))

    def _first_after_split(self, pair: int) -> NDArray[np.int8]:
        """Return the action for the first decision of a split hand, for each two-card hand that it can become."""
        first = np.zeros(len(player_hands().cards), np.int8)
        for second in range(1, 11):
            row = int(two_card_rows()[pair, second])
            if self.rules.split_natural and {pair, second} == {ACE, TEN}:
                first[row] = kernels.NATURAL
            elif pair != ACE or self.rules.split_aces_play:
                first[row] = self.unsplit_action(row, after_split=True)[0]
        return first

    def two_card_result(self, one: int, two: int, split: float | None) -> float:
        """Return the expected result of two cards other than a natural, before the hole card is checked.

        `split` is the value of a split, or None if the cards may not be split.
        """
        row = int(two_card_rows()[one, two])
        natural = 1.0 - self.no_natural_chance(row)
        action = self._pair_action(one, split)
        value = self.unsplit_action(row, after_split=False)[1]
        if split is not None and (action == SPLIT or (self.chart is None and split > value)):
            value = split
        early = -float(self.payoffs.surrender_loses)
        if self.rules.surrender is not Surrender.EARLY:
            give_up = self.surrender(row, after_split=False)
            return (give_up if action == SURRENDER and give_up is not None else value) - natural
        if self.codes is None:
            return max(early, value - natural)
        coded = open_action(int(self.codes[row]), False, True) == SURRENDER and action != SPLIT
        return early if action == SURRENDER or coded else value - natural

    def _pair_action(self, value: int, split: float | None) -> int:
        if self.chart is None or split is None:
            return FOLLOW
        can_give_up = may_surrender(self.rules, after_split=False)
        return pair_action(int(self.chart.pair[value, self.up]), can_give_up)

    def result(self, one: int, two: int) -> float:
        """Return the expected result of these first two cards; rounds with a dealer's natural are included."""
        row = int(two_card_rows()[one, two])
        if {one, two} == {ACE, TEN}:
            return natural_pays(self.payoffs, self.shoe) * self.no_natural_chance(row)
        if one != two:
            return self.two_card_result(one, two, None)
        if one == TEN and self.rules.split_by is SplitBy.RANK:
            return self._tens_by_rank()
        return self.two_card_result(one, two, self.split(one))

    def _tens_by_rank(self) -> float:
        """Return the expected result of two tens if only equal ranks may be split, averaged over their ranks."""
        total, ways = 0.0, 0
        for same, many in pairs_of_tens(self.shoe, self.up).items():
            split = self.split(TEN, same) if same else None
            total += many * self.two_card_result(TEN, TEN, split)
            ways += many
        return total / ways

    def tens_split_value(self, hands_limit: int | None = None) -> float | None:
        """Return the average value of splitting two tens of one rank, or None if no split is legal."""
        by_rank = {same: many for same, many in pairs_of_tens(self.shoe, self.up).items() if same}
        if not by_rank or self.rules.most_hands < 2:
            return None
        values = {same: self.split(TEN, same, hands_limit) or 0.0 for same in by_rank}
        return sum(many * values[same] for same, many in by_rank.items()) / sum(by_rank.values())


def pairs_of_tens(shoe: BlackjackShoe, up: int) -> dict[int, int]:
    """Count the ordered deals of two tens, by how many cards of their common rank are left beside the up card.

    With a ten up, each deal includes the up card. The key 0 stands for two different ranks.
    """
    ranks = shoe.ten_ranks()
    ways: dict[int, int] = {}
    for shown in range(len(ranks)) if up == TEN else (None,):
        left = [count - (rank == shown) for rank, count in enumerate(ranks)]
        times = 1 if shown is None else ranks[shown]
        for same in left:
            ways[same] = ways.get(same, 0) + times * same * (same - 1)
        different = sum(left) ** 2 - sum(count**2 for count in left)
        ways[0] = ways.get(0, 0) + times * different
    return {same: many for same, many in ways.items() if many > 0}


def kernel_rules_of(rules: BlackjackRules, payoffs: Payoffs, up: int) -> Any:
    return kernels.KernelRules(
        up,
        float(payoffs.win),
        rules.charlie_cards or NO_CHARLIE,
        float(payoffs.charlie),
        float(payoffs.hard_31) if rules.plays_to_31 else -1.0,
        float(payoffs.surrender_loses),
        float(payoffs.natural) if rules.split_natural else 0.0,
    )
