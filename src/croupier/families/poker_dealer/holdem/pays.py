"""What poker hands pay."""

from __future__ import annotations

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
