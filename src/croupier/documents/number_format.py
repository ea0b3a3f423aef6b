"""Figures as a par sheet prints them. What they are rounded from stays exact."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

SIGNIFICANT = 3
MOST_PLACES = 12
MINUS = "\N{MINUS SIGN}"
TOO_MANY = 10**18
"""Deals from here on are told by a power of ten."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def decimal(value: Fraction | float, places: int) -> str:
    """`1,659.55`, rounded from the exact value, never from a float of it; a loss with a minus sign of full width."""
    exact = Fraction(value)
    with localcontext() as context:
        context.prec = 60
        quotient = Decimal(exact.numerator) / Decimal(exact.denominator)
        rounded = quotient.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)
    return f"{abs(rounded):,f}" if not rounded else f"{rounded:,f}".replace("-", MINUS)


def percent(value: Fraction | float, places: int = 4) -> str:
    """A share of one as percent without its sign: 1.0579."""
    return decimal(Fraction(value) * 100, places)


def chance(probability: Fraction) -> str:
    """A chance in percent: four decimals, more for one that would vanish in them."""
    places = 4
    while probability and probability * 10 ** (places + 2) < 10 ** (SIGNIFICANT - 1) and places < MOST_PLACES:
        places += 1
    return percent(probability, places)


def format_one_in(probability: Fraction) -> str:
    """`1 in 44.4`; nothing for what never comes."""
    if not probability:
        return "never"
    against = 1 / probability
    if against >= TOO_MANY:
        return f"1 in {format_count(int(against))}"
    places = 2 if against < 10 else 1 if against < 1000 else 0
    return f"1 in {decimal(against, places)}"


def format_count(deals: int) -> str:
    """`4,998,398,275,503,360`; beyond that, a power of ten."""
    if deals < TOO_MANY:
        return f"{deals:,}"
    power = len(str(deals)) - 1
    return f"{decimal(Fraction(deals, 10**power), 4)} × 10{str(power).translate(RAISED)}"


def format_number(value: Fraction) -> str:
    """`40`, `0.95`: as few places as it needs, four at most."""
    text = decimal(value, 4)
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed_percent(value: Fraction, places: int = 3) -> str:
    """`+45.862`, or a minus sign before a loss."""
    text = percent(value, places)
    return f"+{text}" if value > 0 else text


def signed(value: Fraction) -> str:
    """`+40`, `0`, or a minus sign before a loss."""
    text = format_number(value)
    return f"+{text}" if value > 0 and text != "0" else text
