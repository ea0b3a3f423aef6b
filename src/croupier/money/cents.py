"""Amounts of money: whole cents internally, decimal dollars in input and output; every division names its rounding."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import NewType

Cents = NewType("Cents", int)

AMOUNT = re.compile(r"\d{1,12}(\.\d{1,2})?")
LONG_AMOUNT = re.compile(r"\d{13,}(\.\d{1,2})?")


class AmountError(ValueError):
    """Exception: text that is not a valid amount of money."""


def parse_amount(text: object) -> Cents:
    """Parse a decimal string of dollars with at most two places: "100", "2.5" or "2.50"."""
    if not isinstance(text, str):
        raise AmountError(f'is {text!r}; write dollars as a string, such as "100" or "2.50"')
    if LONG_AMOUNT.fullmatch(text.strip()):
        raise AmountError(f'is "{text}"; the largest amount has twelve digits before the point')
    if not AMOUNT.fullmatch(text.strip()):
        raise AmountError(f'is "{text}"; write dollars with at most two places and no sign, such as "100" or "2.50"')
    dollars, _, places = text.strip().partition(".")
    return Cents(int(dollars) * 100 + int(places.ljust(2, "0") or "0"))


def format_amount(amount: int) -> str:
    """Return cents as decimal dollars, such as -12.50."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def format_dollars(amount: int) -> str:
    """Return cents as a sign at the table shows them, such as $1,000 or $2.50."""
    whole, places = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}${whole:,}" + (f".{places:02d}" if places else "")


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
    """Round to the nearest cent; half a cent in the player's favour."""
    NEAREST_25C = "nearest-25c"
    UP_25C = "up-25c"

    def of_charge(self, charge: Fraction) -> Cents:
        if self is VigRounding.UP_25C:
            return Cents(ceil(charge / QUARTER) * QUARTER)
        step = 1 if self is VigRounding.EXACT else QUARTER
        return Cents(ceil(charge / step - Fraction(1, 2)) * step)
