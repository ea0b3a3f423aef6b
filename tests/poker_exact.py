"""The exact games by hand: best play, and every bonus by counting its hands, each with a pay table of its own.

No rulebook and no condition is asked: the sheets are held against these. Citations are of 004_adc0a8156e8c1b3e.txt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from croupier.families.poker_dealer.holdem.board_count import DEALS, category_starts, count
from croupier.families.poker_dealer.holdem.board_kernels import DEALERS
from croupier.families.poker_dealer.holdem.rules import HANDS, HandPays, UltimateRules
from croupier.families.poker_dealer.holdem.solution import Solution as HoldemSolution
from croupier.families.poker_dealer.three_card.counting import HANDS as THREE_CARD_HANDS
from croupier.families.poker_dealer.three_card.counting import category_of_values, hand_values
from croupier.families.poker_dealer.three_card.rules import NotQualified, ThreeCardPays, ThreeCardRules
from croupier.families.poker_dealer.three_card.solution import Solution as ThreeCardSolution
from croupier.hands.hand_strength import Category, ThreeCardCategory, Wheel
from croupier.hands.rank_arrays import category_counts

TRIPS = HandPays(
    royal_flush=50, straight_flush=40, four_of_a_kind=30, full_house=8, flush=6, straight=5, three_of_a_kind=3
)  # fmt: skip
"""[004 L3739-3745]"""
HAND_BEATEN = HandPays(
    straight_flush=7500, four_of_a_kind=500, full_house=50, flush=30, straight=20, three_of_a_kind=9
)  # fmt: skip
"""[004 L3766-3771] By the hand that was beaten; a royal flush never is."""
PAIR_PLUS = ThreeCardPays(mini_royal=200, straight_flush=40, three_of_a_kind=30, straight=6, flush=3, pair=1)
"""Pair Plus [004 L694-700], and Pair & Up, which pays the same [004 L2706-2711]."""
SIX_CARD_BONUS = HandPays(
    royal_flush=1000, straight_flush=200, four_of_a_kind=50, full_house=25, flush=20, straight=10, three_of_a_kind=5
)  # fmt: skip
"""[004 L720-728]"""
BONUS_6 = HandPays(
    royal_flush=1000, straight_flush=200, four_of_a_kind=100, full_house=20, flush=15, straight=9, three_of_a_kind=8
)  # fmt: skip
"""[004 L2729-2735]"""
THREE_CARD = ThreeCardRules()
"""3 Card Poker. [004 L2601-2745]"""
THREE_CARD_SIX_CARD_BONUS = ThreeCardRules(
    wheel=Wheel.NONE, not_qualified=NotQualified.COMPARED, is_pair_plus_forfeited=True
)
"""Three Card Poker 6 Card Bonus: 4-3-2 is the lowest straight. [004 L587-769; CA-TCP-A1]"""


@dataclass(frozen=True)
class BonusRow:
    """Deals that are paid alike."""

    name: str
    deals: int
    pays: Fraction


@dataclass(frozen=True)
class Bonus:
    """A wager that the cards alone decide: every deal that pays; all others lose the wager."""

    rows: tuple[BonusRow, ...]
    deals: int

    @classmethod
    def of(cls, counts: Mapping[str, int], pays: Mapping[str, Fraction], deals: int) -> Bonus:
        """By name of hand; rows that pay nothing are left out."""
        return cls(tuple(BonusRow(name, counts[name], pay) for name, pay in pays.items() if pay), deals)

    @property
    def value(self) -> Fraction:
        """The expected result, to one."""
        return Fraction(sum(row.deals * (row.pays + 1) for row in self.rows)) / self.deals - 1

    @property
    def edge(self) -> Fraction:
        """The player-dealer's."""
        return -self.value

    @property
    def hit(self) -> Fraction:
        """The chance that it pays."""
        return Fraction(sum(row.deals for row in self.rows), self.deals)

    @property
    def variance(self) -> Fraction:
        squares = sum(row.deals * (row.pays**2 - 1) for row in self.rows)
        return Fraction(squares) / self.deals + 1 - self.value**2


def by_name(pays: HandPays, categories: Iterable[Category]) -> dict[str, Fraction]:
    """The rows of a table that are asked for, highest hand first."""
    return {category.name.lower(): pays.of(category) for category in sorted(categories, reverse=True)}


@dataclass(frozen=True)
class BadBeat:
    """What the bonus pays when one hand beats another, by the hand beaten. Equal hands lose. [004 L3702, L3751-3754]

    The cards are compared as if nobody had folded. [CA-UTH-A3; 004 L3656] The first way says only "three of a kind":
    `player_beaten=HandPays(three_of_a_kind=9)` is that reading, and the default reads "or better". [CA-UTH-A2]
    """

    player_beaten: HandPays = HAND_BEATEN
    dealer_beaten: HandPays = HAND_BEATEN


SEVEN_CARDS = comb(52, 7)
PLACES = comb(7, 2)


@dataclass(frozen=True)
class HandCounts:
    """All hands of seven cards, and of all boards with two hands, those in which the one beats the other."""

    hands: int
    """How many there are: where one's own cards count as such, each choice of the two is a hand."""
    dealt: dict[str, int]
    beaten: dict[str, int]
    """By what was beaten, of one side: the other side's numbers are the same."""


@cache
def hand_counts(min_hole_cards: int = 0) -> HandCounts:
    """They depend on no pay table."""
    sums = count(UltimateRules(min_hole_cards=min_hole_cards))
    alike = 1 if min_hole_cards else PLACES
    starts = category_starts()
    names = [category.name.lower() for category in HANDS]
    dealt = np.add.reduceat(sums.dealt, starts) // alike
    beaten = np.add.reduceat(sums.lost, starts)
    return HandCounts(
        DEALS // alike, dict(zip(names, dealt.tolist(), strict=True)), dict(zip(names, beaten.tolist(), strict=True))
    )  # fmt: skip


def trips(pays: HandPays = TRIPS, min_hole_cards: int = 0) -> Bonus:
    """The player's best five of seven, whoever wins and whether or not he folds. [004 L3706]"""
    counts = hand_counts(min_hole_cards)
    return Bonus.of(counts.dealt, by_name(pays, HANDS), counts.hands)


def bad_beat(pays: BadBeat = BadBeat(), min_hole_cards: int = 0) -> Bonus:  # noqa: B008 - it is frozen
    """Both ways: the player's hand beaten by the dealer's, and the dealer's by the player's. [004 L3751-3752]"""
    beaten = hand_counts(min_hole_cards).beaten
    rows = tuple(
        BonusRow(f"{who} beaten with {name}", beaten[name], pay)
        for who, table in (("player", pays.player_beaten), ("dealer", pays.dealer_beaten))
        for name, pay in by_name(table, HANDS).items()
        if pay
    )
    return Bonus(rows, DEALS * DEALERS)


SIX_CARDS = comb(52, 6)


@cache
def category_counts3(wheel: Wheel) -> dict[str, int]:
    """Return how many hands of three cards there are of each kind."""
    counts = np.bincount(category_of_values(wheel)[hand_values(wheel)], minlength=len(ThreeCardCategory))
    return {category.name.lower(): int(counts[category]) for category in ThreeCardCategory}


def played_kinds(solved: ThreeCardSolution) -> dict[str, Fraction]:
    """Return for each kind of hand how much of it best play plays."""
    kinds, found = category_of_values(solved.rules.wheel)[hand_values(solved.rules.wheel)], {}
    for kind in ThreeCardCategory:
        of_kind = kinds == kind
        dealt = int(solved._can[:, of_kind].sum())
        found[kind.name.lower()] = Fraction(int(solved.plays[:, of_kind].sum()), dealt)
    return found


def pair_plus(rules: ThreeCardRules, pays: ThreeCardPays = PAIR_PLUS) -> Bonus:
    """The player's three cards. [004 L686, L2692]"""
    rows = {kind.name.lower(): pays.of(kind) for kind in sorted(ThreeCardCategory, reverse=True)}
    return Bonus.of(category_counts3(rules.wheel), rows, THREE_CARD_HANDS)


def forfeited(solved: ThreeCardSolution, pays: ThreeCardPays = PAIR_PLUS) -> Fraction:
    """What folding with best play loses of Pair Plus, where a fold forfeits it. [004 L659, L690]"""
    if not solved.rules.is_pair_plus_forfeited:
        return Fraction(0)
    counts = category_counts3(solved.rules.wheel)
    lost = (
        counts[name] * (1 - played) * (pays.of(ThreeCardCategory[name.upper()]) + 1)
        for name, played in played_kinds(solved).items()
        if pays.of(ThreeCardCategory[name.upper()])
    )
    return sum(lost, Fraction(0)) / THREE_CARD_HANDS


@cache
def six_card_counts() -> dict[str, int]:
    """The best five of the player's three cards and the dealer's three, which are any six. [004 L709, L2718]"""
    found = category_counts(6)
    return {category.name.lower(): found[category] for category in HANDS}


def six_cards(pays: HandPays = SIX_CARD_BONUS) -> Bonus:
    return Bonus.of(six_card_counts(), by_name(pays, HANDS), SIX_CARDS)


@dataclass(frozen=True)
class Holdem:
    """Ultimate Texas Hold'em. Of the rules the bonuses depend on `min_hole_cards` alone."""

    rules: UltimateRules = field(default_factory=UltimateRules)

    def solve(self) -> HoldemSolution:
        return HoldemSolution(self.rules)

    def trips(self, pays: HandPays = TRIPS) -> Bonus:
        return trips(pays, self.rules.min_hole_cards)

    def bad_beat(self, pays: BadBeat | None = None) -> Bonus:
        return bad_beat(pays or BadBeat(), self.rules.min_hole_cards)


@dataclass(frozen=True)
class ThreeCard:
    """Three-card poker."""

    rules: ThreeCardRules = field(default_factory=ThreeCardRules)

    def solve(self) -> ThreeCardSolution:
        return ThreeCardSolution(self.rules)

    def pair_plus(self, pays: ThreeCardPays = PAIR_PLUS) -> Bonus:
        return pair_plus(self.rules, pays)

    def six_cards(self, pays: HandPays = SIX_CARD_BONUS) -> Bonus:
        return six_cards(pays)
