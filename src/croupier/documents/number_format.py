"""Number formats of par sheets; numbers are rounded only for display."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

SIGNIFICANT = 3
MOST_PLACES = 12
MINUS = "\N{MINUS SIGN}"
TOO_MANY = 10**18
"""Smallest count of deals that is shown with a power of ten instead of all its digits."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def decimal(value: Fraction | float, places: int) -> str:
    """Return a number such as `1,659.55`, rounded from the exact value; a loss gets a typographic minus."""
    exact = Fraction(value)
    with localcontext() as context:
        context.prec = 60
        quotient = Decimal(exact.numerator) / Decimal(exact.denominator)
        rounded = quotient.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)
    return f"{abs(rounded):,f}" if not rounded else f"{rounded:,f}".replace("-", MINUS)


def percent(value: Fraction | float, places: int = 4) -> str:
    """Return a fraction as a percentage without the percent sign: 1.0579."""
    return decimal(Fraction(value) * 100, places)


def chance(probability: Fraction) -> str:
    """Return a probability as a percentage with four decimals, or more for small probabilities."""
    places = 4
    while probability and probability * 10 ** (places + 2) < 10 ** (SIGNIFICANT - 1) and places < MOST_PLACES:
        places += 1
    return percent(probability, places)


def format_one_in(probability: Fraction) -> str:
    """Return odds such as `1 in 44.4`, or `never` for probability zero."""
    if not probability:
        return "never"
    against = 1 / probability
    if against >= TOO_MANY:
        return f"1 in {format_count(int(against))}"
    places = 2 if against < 10 else 1 if against < 1000 else 0
    return f"1 in {decimal(against, places)}"


def format_count(deals: int) -> str:
    """Return a count such as `4,998,398,275,503,360`; larger counts use a power of ten."""
    if deals < TOO_MANY:
        return f"{deals:,}"
    power = len(str(deals)) - 1
    return f"{decimal(Fraction(deals, 10**power), 4)} × 10{str(power).translate(RAISED)}"


def format_number(value: Fraction) -> str:
    """Return a number such as `40` or `0.95` with at most four decimals and no trailing zeros."""
    text = decimal(value, 4)
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed_percent(value: Fraction, places: int = 3) -> str:
    """Return a fraction as a signed percentage without the percent sign: `+45.862`."""
    text = percent(value, places)
    return f"+{text}" if value > 0 else text


def signed(value: Fraction) -> str:
    """Return a number with its sign: `+40`, `0`, or with a minus sign."""
    text = format_number(value)
    return f"+{text}" if value > 0 and text != "0" else text
