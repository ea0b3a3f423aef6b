"""Rounding rules for fractions of a cent or of a chip; every division names its rule."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from croupier.money.cents import Cents

QUARTER = 25


class Rounding(StrEnum):
    """Rounding of payments to bettors."""

    DOWN = "down"
    """Payments are rounded down to the cent. [CA-COM3-A2]"""
    NEAREST = "nearest"
    """Payments are rounded to the nearest cent; half a cent in the player's favour. [ILANI-MB-A14]"""
    DOWN_50C = "down-50c"
    DOWN_1 = "down-1"

    def of_pay(self, pay: Fraction) -> Cents:
        if self is Rounding.NEAREST:
            return Cents(floor(pay + Fraction(1, 2)))
        step = {Rounding.DOWN: 1, Rounding.DOWN_50C: 50, Rounding.DOWN_1: 100}[self]
        return Cents(floor(pay / step) * step)


class VigRounding(StrEnum):
    """Rounding of the vigorish charged to a bettor. [003 L145; PA-MB-A18]"""

    EXACT = "exact"
    """To the nearest cent; half a cent is rounded in the player's favour."""
    NEAREST_25C = "nearest-25c"
    UP_25C = "up-25c"

    def of_charge(self, charge: Fraction) -> Cents:
        if self is VigRounding.UP_25C:
            return Cents(ceil(charge / QUARTER) * QUARTER)
        step = 1 if self is VigRounding.EXACT else QUARTER
        return Cents(ceil(charge / step - Fraction(1, 2)) * step)
