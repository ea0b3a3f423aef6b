"""Ticket numbers: the bearer of a number is paid, so numbers cannot be guessed and misreadings are detected.

A number has 24 digits: 20 random ones (more than 64 bits: 9 NYCRR 5317.38(d)(1)) and 4 check digits. The whole number
modulo 9973 is 1. With this prime and 24 digits, the check detects all errors of one or two digits, all swaps of two
digits, and all wrong runs of up to three digits. A Code 128 C scanner reads digits in pairs, so one misread pair is
such a run. About one in 10,000 of all other errors passes; 25 CFR 547.11(b)(5)(vii) allows one in 1,000.

A number is a string, because leading zeros count. Messages never contain one, since a log of numbers would be as good
as cash.
"""

from __future__ import annotations

from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput

DRAWN_DIGITS = 20
CHECK_DIGITS = 4
DIGITS = DRAWN_DIGITS + CHECK_DIGITS
MODULUS = 9973
REMAINDER = 1
"""Remainder of every valid number modulo `MODULUS`; with remainder zero, a number of all zeros would be valid."""
GROUP = 4
BETWEEN_GROUPS = frozenset("-‐‑–")
"""Separators that a typed number may have: the keyboard hyphen and the hyphens of copied text.

White space is allowed too.
"""


def new_number(chance: RandomSource) -> str:
    """Return a new random ticket number; all numbers are equally likely."""
    drawn = str(chance.below(10**DRAWN_DIGITS)).zfill(DRAWN_DIGITS)
    return drawn + _check_digits(drawn)


def is_valid(number: str) -> bool:
    """Return whether this is a valid ticket number: 24 digits with correct check digits."""
    return _has_all_digits(number) and number[DRAWN_DIGITS:] == _check_digits(number[:DRAWN_DIGITS])


def format_number(number: str) -> str:
    """Return a number in groups of four digits for people to read."""
    return " ".join(number[start : start + GROUP] for start in range(0, len(number), GROUP))


def last_four(number: str) -> str:
    """Return the last four digits, which distinguish tickets but are too few to redeem one."""
    return number[-GROUP:]


def parse_number(text: str, where: str = "number") -> str:
    """Return a typed or scanned number as digits only; raise `BadInput` with `where` as its place."""
    digits = "".join(sign for sign in text if not (sign.isspace() or sign in BETWEEN_GROUPS))
    if strange := next((sign for sign in digits if sign not in "0123456789"), None):
        raise BadInput.at(where, f"has {strange!r} in it, a ticket number has only digits, spaces and hyphens")
    if not _has_all_digits(digits):
        raise BadInput.at(where, f"has {_counted(len(digits))}, a ticket number has {DIGITS}")
    if not is_valid(digits):
        raise BadInput.at(where, "a digit is wrong: the check digits do not agree")
    return digits


def _check_digits(drawn: str) -> str:
    """Return the four check digits that belong to these 20 random digits."""
    shifted = int(drawn) * 10**CHECK_DIGITS
    return str((REMAINDER - shifted) % MODULUS).zfill(CHECK_DIGITS)


def _has_all_digits(number: str) -> bool:
    """Return whether a number has all its digits, in ASCII; `str.isdigit` also accepts digits of other scripts."""
    return len(number) == DIGITS and number.isascii() and number.isdigit()


def _counted(digits: int) -> str:
    return "no digits" if digits == 0 else "1 digit" if digits == 1 else f"{digits} digits"
