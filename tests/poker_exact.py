"""Exact values of poker games and bonuses, counted without rulebooks.

Par sheets are compared with these values. Best play comes from the solvers; every bonus is counted from its hands and
its own pay table. Citations are of 004_adc0a8156e8c1b3e.txt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from croupier.families.dealer_poker.three_card.odds.solver import HANDS as THREE_CARD_HANDS
from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution, category_of_values, hand_values
from croupier.families.dealer_poker.three_card.rules import NotQualified, ThreeCardPays, ThreeCardRules
from croupier.families.dealer_poker.ultimate.odds.board_kernels import DEALERS
from croupier.families.dealer_poker.ultimate.odds.boards import every_board
from croupier.families.dealer_poker.ultimate.odds.solver import DEALS, UltimateSolution
from croupier.families.dealer_poker.ultimate.rules import HANDS, HandPays, UltimateRules
from croupier.hands.hand_strength import Category, ThreeCardCategory, Wheel
from croupier.hands.rank_arrays import category_counts

TRIPS = HandPays(
    royal_flush=50, straight_flush=40, four_of_a_kind=30, full_house=8, flush=6, straight=5, three_of_a_kind=3
)  # fmt: skip
"""Pay table of Trips. [004 L3739-3745]"""
HAND_BEATEN = HandPays(
    straight_flush=7500, four_of_a_kind=500, full_house=50, flush=30, straight=20, three_of_a_kind=9
)  # fmt: skip
"""Pay table of Bad Beat by the hand that is beaten; a royal flush is never beaten. [004 L3766-3771]"""
PAIR_PLUS = ThreeCardPays(mini_royal=200, straight_flush=40, three_of_a_kind=30, straight=6, flush=3, pair=1)
"""Pay table of Pair Plus [004 L694-700], and of Pair & Up, which pays the same [004 L2706-2711]."""
SIX_CARD_BONUS = HandPays(
    royal_flush=1000, straight_flush=200, four_of_a_kind=50, full_house=25, flush=20, straight=10, three_of_a_kind=5
)  # fmt: skip
"""Pay table of the 6 Card Bonus. [004 L720-728]"""
BONUS_6 = HandPays(
    royal_flush=1000, straight_flush=200, four_of_a_kind=100, full_house=20, flush=15, straight=9, three_of_a_kind=8
)  # fmt: skip
"""Pay table of Bonus 6. [004 L2729-2735]"""
THREE_CARD = ThreeCardRules()
"""Rules of 3 Card Poker. [004 L2601-2745]"""
THREE_CARD_SIX_CARD_BONUS = ThreeCardRules(
    wheel=Wheel.NONE, not_qualified=NotQualified.COMPARED, is_pair_plus_forfeited=True
)
"""Rules of Three Card Poker 6 Card Bonus: 4-3-2 is the lowest straight. [004 L587-769; CA-TCP-A1]"""


@dataclass(frozen=True)
class BonusRow:
    """Number of deals that have the same payout, and that payout."""

    name: str
    deals: int
    pays: Fraction


@dataclass(frozen=True)
class Bonus:
    """Bonus wager that only the cards decide; deals that are in no row lose."""

    rows: tuple[BonusRow, ...]
    deals: int

    @classmethod
    def of(cls, counts: Mapping[str, int], pays: Mapping[str, Fraction], deals: int) -> Bonus:
        """Return a bonus from counts and payouts by hand name, without rows that pay nothing."""
        return cls(tuple(BonusRow(name, counts[name], pay) for name, pay in pays.items() if pay), deals)

    @property
    def value(self) -> Fraction:
        """Return the expected result as a fraction of the wager."""
        return Fraction(sum(row.deals * (row.pays + 1) for row in self.rows)) / self.deals - 1

    @property
    def edge(self) -> Fraction:
        """Return the edge of the player-dealer as a fraction of the wager."""
        return -self.value

    @property
    def hit(self) -> Fraction:
        """Return the probability that the wager pays."""
        return Fraction(sum(row.deals for row in self.rows), self.deals)

    @property
    def variance(self) -> Fraction:
        squares = sum(row.deals * (row.pays**2 - 1) for row in self.rows)
        return Fraction(squares) / self.deals + 1 - self.value**2


def by_name(pays: HandPays, categories: Iterable[Category]) -> dict[str, Fraction]:
    """Return the payouts of these categories by name, highest hand first."""
    return {category.name.lower(): pays.of(category) for category in sorted(categories, reverse=True)}


@dataclass(frozen=True)
class BadBeat:
    """Payouts of the Bad Beat bonus, by the hand that is beaten. [004 L3702, L3751-3754]

    Equal hands lose. The cards are compared as if nobody had folded. [CA-UTH-A3; 004 L3656] For the player's beaten
    hand the document says only "three of a kind": `player_beaten=HandPays(three_of_a_kind=9)` is that reading, and the
    default reads "or better". [CA-UTH-A2]
    """

    player_beaten: HandPays = HAND_BEATEN
    dealer_beaten: HandPays = HAND_BEATEN


SEVEN_CARDS = comb(52, 7)
PLACES = comb(7, 2)


@dataclass(frozen=True)
class HandCounts:
    """Counts of seven-card hands by category, and of deals in which one hand beats the other."""

    hands: int
    """Number of seven-card hands; if hole cards matter, each choice of the two hole cards counts separately."""
    dealt: dict[str, int]
    beaten: dict[str, int]
    """Deals in which one side is beaten, by the beaten hand; the counts are equal for both sides."""


@cache
def hand_counts(min_hole_cards: int = 0) -> HandCounts:
    """Count seven-card hands and beaten hands by category; no pay table affects the counts."""
    alike = 1 if min_hole_cards else PLACES
    names = [category.name.lower() for category in HANDS]
    dealt, beaten = np.zeros(len(HANDS), np.int64), np.zeros(len(HANDS), np.int64)
    plain, *suited_boards = every_board(min_hole_cards)
    without_flush = plain.many.copy()
    for boards in suited_boards:
        np.subtract.at(without_flush, boards.by_ranks, boards.many)
    for boards, many in ((plain, without_flush), *((boards, boards.many) for boards in suited_boards)):
        np.add.at(dealt, boards.kinds, boards.ways * many)
        np.add.at(beaten, boards.kinds, boards.ways * many * boards.lost)
    dealt //= alike
    return HandCounts(
        DEALS // alike, dict(zip(names, dealt.tolist(), strict=True)), dict(zip(names, beaten.tolist(), strict=True))
    )  # fmt: skip


def trips(pays: HandPays = TRIPS, min_hole_cards: int = 0) -> Bonus:
    """Return the Trips bonus: the player's best five of seven, paid even after a loss or a fold. [004 L3706]"""
    counts = hand_counts(min_hole_cards)
    return Bonus.of(counts.dealt, by_name(pays, HANDS), counts.hands)


def bad_beat(pays: BadBeat = BadBeat(), min_hole_cards: int = 0) -> Bonus:  # noqa: B008 - it is frozen
    """Return the Bad Beat bonus: the player's hand beaten by the dealer's, or the reverse. [004 L3751-3752]"""
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
    """Return how many hands of three cards there are in each category."""
    counts = np.bincount(category_of_values(wheel)[hand_values(wheel)], minlength=len(ThreeCardCategory))
    return {category.name.lower(): int(counts[category]) for category in ThreeCardCategory}


def played_kinds(solved: ThreeCardSolution) -> dict[str, Fraction]:
    """Return for each category of hands the fraction of its hands that best play plays."""
    kinds, found = category_of_values(solved.rules.wheel)[hand_values(solved.rules.wheel)], {}
    for kind in ThreeCardCategory:
        of_kind = kinds == kind
        dealt = int(solved._can[:, of_kind].sum())
        found[kind.name.lower()] = Fraction(int(solved.plays[:, of_kind].sum()), dealt)
    return found


def pair_plus(rules: ThreeCardRules, pays: ThreeCardPays = PAIR_PLUS) -> Bonus:
    """Return the Pair Plus bonus on the player's three cards. [004 L686, L2692]"""
    rows = {kind.name.lower(): pays.of(kind) for kind in sorted(ThreeCardCategory, reverse=True)}
    return Bonus.of(category_counts3(rules.wheel), rows, THREE_CARD_HANDS)


def forfeited(solved: ThreeCardSolution, pays: ThreeCardPays = PAIR_PLUS) -> Fraction:
    """Return the loss of Pair Plus through folds, as a fraction of the wager. [004 L659, L690]

    It is 0 where a fold does not forfeit Pair Plus; the folds are those of best play.
    """
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
    """Return the counts of the best five of six cards, by category. [004 L709, L2718]

    The six cards are the player's three and the dealer's three.
    """
    found = category_counts(6)
    return {category.name.lower(): found[category] for category in HANDS}


def six_cards(pays: HandPays = SIX_CARD_BONUS) -> Bonus:
    return Bonus.of(six_card_counts(), by_name(pays, HANDS), SIX_CARDS)


@dataclass(frozen=True)
class Holdem:
    """Ultimate Texas Hold'em with its bonuses, which depend on no rule but `min_hole_cards`."""

    rules: UltimateRules = field(default_factory=UltimateRules)

    def solve(self) -> UltimateSolution:
        return UltimateSolution(self.rules)

    def trips(self, pays: HandPays = TRIPS) -> Bonus:
        return trips(pays, self.rules.min_hole_cards)

    def bad_beat(self, pays: BadBeat | None = None) -> Bonus:
        return bad_beat(pays or BadBeat(), self.rules.min_hole_cards)


@dataclass(frozen=True)
class ThreeCard:
    """Three-card poker with its bonuses."""

    rules: ThreeCardRules = field(default_factory=ThreeCardRules)

    def solve(self) -> ThreeCardSolution:
        return ThreeCardSolution(self.rules)

    def pair_plus(self, pays: ThreeCardPays = PAIR_PLUS) -> Bonus:
        return pair_plus(self.rules, pays)

    def six_cards(self, pays: HandPays = SIX_CARD_BONUS) -> Bonus:
        return six_cards(pays)
