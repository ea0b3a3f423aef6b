"""The rules that decide what a round of Ultimate Texas Hold'em is worth. Citations are of 004_adc0a8156e8c1b3e.txt."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from math import lcm

from croupier.errors import BadInput
from croupier.hands.hand_strength import Category

Pay = int | Fraction
"""To one; a table pays whole numbers or fractions, never floats."""


def require_pays(table: object) -> None:
    """Every pay of a table is a whole number or a fraction, and none is below zero."""
    for row in fields(table):  # type: ignore[arg-type]
        pay = getattr(table, row.name)
        if not isinstance(pay, int | Fraction) or isinstance(pay, bool):
            raise BadInput.at(row.name, f"pays a whole number or a fraction to one, not {pay!r}")
        if pay < 0:
            raise BadInput.at(row.name, f"pays {pay} to one; the least is 0, for nothing")


@dataclass(frozen=True)
class HandPays:
    """By five-card hand, to one; 0 where the hand pays nothing. A royal flush is no straight flush."""

    royal_flush: Pay = 0
    straight_flush: Pay = 0
    four_of_a_kind: Pay = 0
    full_house: Pay = 0
    flush: Pay = 0
    straight: Pay = 0
    three_of_a_kind: Pay = 0
    two_pair: Pay = 0
    pair: Pay = 0
    high_card: Pay = 0

    def __post_init__(self) -> None:
        require_pays(self)

    def of(self, category: Category) -> Fraction:
        return Fraction(getattr(self, category.name.lower()))


BLIND = HandPays(
    royal_flush=500, straight_flush=50, four_of_a_kind=10, full_house=3, flush=Fraction(3, 2), straight=1
)  # fmt: skip
"""[004 L3712-3717] The same as the table that is printed elsewhere as the usual one."""
MOST_PARTS = 30_000_000
"""The most that a round may bring, in parts of the Ante: all deals of a first hand, 2.52 x 10**11, stay below 2**63."""
MOST_TIMES = 100
MIN_HOLE_CARDS = (0, 1)


@dataclass(frozen=True)
class UltimateRules:
    """Where and how much a player may raise, when the dealer qualifies, and what the Blind pays."""

    before_flop: tuple[int, ...] = (3, 4)
    """Times the Ante; checking is always open. [004 L3642]"""
    flop: int = 2
    """[004 L3644]"""
    river: int = 1
    """Or fold. [004 L3645-3649]"""
    qualifies: Category = Category.PAIR
    """The least hand that the Ante plays against; below it the Ante pushes. [004 L3668, L3673, L3677]"""
    blind: HandPays = BLIND
    """On a win; a hand that it pays nothing pushes. [004 L3690, L3696-3697]"""
    min_hole_cards: int = 0
    """How many of one's own two cards a hand must use; the dealer's too. [CA-UTH-A1; 004 L3658, L3727]"""

    def __post_init__(self) -> None:
        before = [("before_flop", times) for times in self.before_flop]
        for where, times in (*before, ("flop", self.flop), ("river", self.river)):
            if not isinstance(times, int) or not 1 <= times <= MOST_TIMES:
                raise BadInput.at(where, f"a Play wager is 1 to {MOST_TIMES} whole times the Ante, not {times!r}")
        if not self.before_flop or len(set(self.before_flop)) < len(self.before_flop):
            raise BadInput.at("before_flop", f"name each raise once, and at least one, not {self.before_flop}")
        if self.qualifies not in HANDS:
            raise BadInput.at("qualifies", f"is a hand from a high card to a royal flush, not {self.qualifies!r}")
        if self.min_hole_cards not in MIN_HOLE_CARDS:
            raise BadInput.at("min_hole_cards", f"a hand must use 0 or 1 of one's own cards, not {self.min_hole_cards}")
        most = max(*self.before_flop, self.flop, self.river) + 2 + max(self.blind.of(hand) for hand in HANDS)
        if most * self.unit > MOST_PARTS:
            raise BadInput.at("blind", f"a round may bring {most} antes in parts of 1/{self.unit}: too much to add up")

    @property
    def unit(self) -> int:
        """Into how many parts the Ante is divided, so that every pay is a whole number of them."""
        return lcm(*(self.blind.of(category).denominator for category in HANDS))


HANDS = tuple(category for category in Category if category != Category.FIVE_OF_A_KIND)
