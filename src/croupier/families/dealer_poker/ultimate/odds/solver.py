"""Solution of Ultimate Texas Hold'em: value, decisions, chart of first hands, and frequencies of actions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import comb
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.action_values import (
    CHECK,
    FOLD,
    Frequencies,
    PokerActionValues,
    raise_name,
)
from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    AHEAD,
    DEALERS,
    HANDS,
    RANKS,
    REST,
    RIVER,
    SUMS,
    hand_number,
    layout,
)
from croupier.families.dealer_poker.ultimate.odds.flop_sums import count_hands
from croupier.families.dealer_poker.ultimate.odds.hand_values import (
    DEALT,
    DECK,
    category_starts,
    local_card_index,
)
from croupier.families.dealer_poker.ultimate.odds.kept_sums import kept_sums
from croupier.families.dealer_poker.ultimate.odds.kernels import flop_rows, flop_sums
from croupier.families.dealer_poker.ultimate.rules import HANDS as CATEGORIES
from croupier.families.dealer_poker.ultimate.rules import UltimateRules
from croupier.hands.card_parsing import CardsInput, index_of, read_distinct, read_hand
from croupier.hands.hand_strength import JokerRule
from croupier.hands.rank_arrays import ranks6, ranks7

DEALS = comb(52, 5) * comb(47, 2)
"""Number of deals of a player's two cards and a board."""


FLOPS = comb(50, 3)
RIVERS = comb(47, 2)
FIRST_HANDS = comb(52, 2)
LETTERS = "23456789TJQKA"
ANTE_AND_BLIND = 2


def hand_name(number: int) -> str:
    """Return the name of a first hand by its number: `AA`, `AKs`, `AKo`."""
    one, two = divmod(number, RANKS)
    if one == two:
        return 2 * LETTERS[one]
    return LETTERS[max(one, two)] + LETTERS[min(one, two)] + ("s" if one > two else "o")


class UltimateSolution:
    """Best play; values are the result of Ante, Blind and Play together in antes, without bonuses."""

    def __init__(self, rules: UltimateRules) -> None:
        self.rules = rules
        self.reference = kept_sums(rules)
        self.sums = self.reference.flop_sums(rules)
        """Sums over all boards, from which `kernels.flop_sums` computes those of a flop."""
        self._totals: list[list[int]] = count_hands(rules.flop * rules.unit, self.sums).tolist()

    @cached_property
    def value(self) -> Fraction:
        """Expected result of a round, in antes."""
        return sum((self._share(number) * self._first(number).value for number in range(HANDS)), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """Edge of the player-dealer, as a fraction of one Ante."""
        return -self.value

    @cached_property
    def first_hands(self) -> Mapping[str, PokerActionValues]:
        """Values of raising and checking for each of the 169 first hands by name, the best hand first."""
        order = sorted(range(HANDS), key=lambda number: self._first(number).value, reverse=True)
        return MappingProxyType({hand_name(number): self._first(number) for number in order})

    @cached_property
    def chart(self) -> Mapping[str, str]:
        """Best action for each first hand."""
        return MappingProxyType({name: options.best for name, options in self.first_hands.items()})

    @cached_property
    def frequencies(self) -> Frequencies:
        """Frequency of each final decision under best play."""
        before = {raise_name(times): Fraction(0) for times in sorted(self.rules.before_flop)}
        flop = fold = Fraction(0)
        for number, (*_, bets, folds, hands) in enumerate(self._totals):
            share, best = self._share(number), self._first(number).best
            if best == CHECK:
                flop += share * Fraction(bets, hands)
                fold += share * Fraction(folds, hands * RIVERS)
            else:
                before[best] += share
        return Frequencies(MappingProxyType(before), flop, 1 - sum(before.values()) - flop - fold, fold)

    @cached_property
    def average_wager(self) -> Fraction:
        """Average total that a player wagers in a round, in antes."""
        often = self.frequencies
        before = sum(times * often.before_flop[raise_name(times)] for times in self.rules.before_flop)
        return ANTE_AND_BLIND + before + self.rules.flop * often.flop + self.rules.river * often.river

    @property
    def element_of_risk(self) -> Fraction:
        """Edge as a fraction of the average total wager."""
        return self.edge / self.average_wager

    def options(self, hand: CardsInput, board: CardsInput = ()) -> PokerActionValues:
        """Return the value of every legal action with two cards and a board of zero, three or five cards."""
        cards = [index_of(card) for card in read_hand(hand, 2, JokerRule.NONE, "hand")]
        common = [index_of(card) for card in read_distinct(board, "board")]
        for card in common:
            if card >= DECK or card in cards:
                raise BadInput.at("board", "the board holds a card of the hand" if card < DECK else "there is no joker")
        match len(common):
            case 0:
                return self._first(hand_number(*map(local_card_index, cards)))
            case 3:
                return self._on_flop(cards, common)
            case 5:
                return self._on_river(cards, common)
        raise BadInput.at("board", f"decisions are on 0, 3 or 5 cards of the board, not on {len(common)}")

    def _share(self, number: int) -> Fraction:
        """Return the probability that a first hand is dealt."""
        return Fraction(self._totals[number][-1], FIRST_HANDS * FLOPS)

    def _first(self, number: int) -> PokerActionValues:
        ahead, rest, check, *_, hands = self._totals[number]
        parts = hands * RIVERS * DEALERS * self.rules.unit
        found = {CHECK: Fraction(check, parts)}
        for times in sorted(self.rules.before_flop):
            found[raise_name(times)] = Fraction(times * self.rules.unit * ahead + rest, parts)
        return PokerActionValues(MappingProxyType(found))

    def _on_flop(self, cards: list[int], flop: list[int]) -> PokerActionValues:
        found, rows = np.zeros(SUMS, np.int64), np.zeros(4, np.int64)
        ranks = flop_rows(np.array([local_card_index(card) for card in flop], np.int64), layout(), rows)
        flop_sums(ranks, rows, local_card_index(cards[0]), local_card_index(cards[1]), self.sums, layout(), found)
        parts = RIVERS * DEALERS * self.rules.unit
        bet = self.rules.flop * self.rules.unit * int(found[AHEAD]) + int(found[REST])
        return PokerActionValues(
            MappingProxyType(
                {CHECK: Fraction(int(found[RIVER]), parts), raise_name(self.rules.flop): Fraction(bet, parts)}
            )
        )

    def _values(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the value of each hand; a row of the argument has two hole cards and five community cards.

        If a hand must use a hole card, it leaves out one community card.
        """
        if not self.rules.min_hole_cards:
            return ranks7(hands).astype(np.int64)
        values = np.zeros(len(hands), np.int64)
        for place in range(2, DEALT):
            np.maximum(values, ranks6(np.delete(hands, place, axis=1)), out=values)
        return values

    def _on_river(self, cards: list[int], board: list[int]) -> PokerActionValues:
        """Return the values of a fold and of a Play wager against the 990 possible dealer's hands. [004 L3668-3697]"""
        left = [card for card in range(DECK) if card not in cards and card not in board]
        one, two = np.triu_indices(len(left), 1)
        hands = np.tile(np.array([*cards, *board], np.uint8), (DEALERS + 1, 1))
        hands[1:, 0], hands[1:, 1] = np.array(left, np.uint8)[one], np.array(left, np.uint8)[two]
        values = self._values(hands)
        own_value, dealers = values[0], values[1:]
        ahead = np.sign(own_value - dealers)
        starts = category_starts()
        played = int(ahead[dealers >= starts[self.rules.qualifies]].sum())
        category = CATEGORIES[int(np.searchsorted(starts, own_value, side="right")) - 1]
        blind = self.rules.blind.of(category) * int((ahead > 0).sum()) - int((ahead < 0).sum())
        bet = (self.rules.river * int(ahead.sum()) + played + blind) / DEALERS
        return PokerActionValues(
            MappingProxyType({FOLD: Fraction(-ANTE_AND_BLIND), raise_name(self.rules.river): Fraction(bet)})
        )
