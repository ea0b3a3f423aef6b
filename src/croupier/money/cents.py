"""Amounts of money: whole cents internally, decimal dollars in input and output."""

from __future__ import annotations

import re
from typing import NewType

Cents = NewType("Cents", int)

AMOUNT = re.compile(r"\d{1,12}(\.\d{1,2})?")


class AmountError(ValueError):
    """Exception: text that is not a valid amount of money."""


def parse_amount(text: object) -> Cents:
    """Parse a decimal string of dollars with at most two places: "100", "2.5" or "2.50"."""
    if not isinstance(text, str):
        raise AmountError(f'is {text!r}; write dollars as a string, such as "100" or "2.50"')
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
