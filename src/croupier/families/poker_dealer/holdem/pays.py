"""What poker hands pay, and what a wager on such a table is worth once its hands are counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction

from croupier.errors import BadInput
from croupier.hands.order import Category

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
