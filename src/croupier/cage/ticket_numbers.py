"""Ticket numbers: whoever holds one is paid, so nobody can guess one, and a misread one is noticed.

24 digits: 20 drawn by chance (more than 64 bits: 9 NYCRR 5317.38(d)(1)), then 4 that check them. The whole number
leaves 1 when it is divided by 9973. With that prime and 24 digits, no one or two wrong digits keep the remainder, nor
do two digits that changed places, nor a wrong run of up to three; a scanner of Code 128 C reads digits in pairs, so one
misread pair is such a run. Of all other misreads about one in 10,000 passes, where 25 CFR 547.11(b)(5)(vii) allows one
in 1,000.

A number is a string: its leading zeros count. Messages never repeat one, since a log of them would be as good as cash.
"""

from __future__ import annotations

from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput

DRAWN_DIGITS = 20
CHECK_DIGITS = 4
DIGITS = DRAWN_DIGITS + CHECK_DIGITS
MODULUS = 9973
REMAINDER = 1
"""Not 0, or a number of nothing but zeros would be sound."""
GROUP = 4
BETWEEN_GROUPS = frozenset("-‐‑–")
"""The hyphen of a keyboard and those that a copied text may hold instead; spaces of any kind pass too."""


def new_number(chance: RandomSource) -> str:
    """A number for a ticket, all equally likely."""
    drawn = str(chance.below(10**DRAWN_DIGITS)).zfill(DRAWN_DIGITS)
    return drawn + _check_digits(drawn)


def is_valid(number: str) -> bool:
    """Whether this can be a ticket's number: its digits are as many as they should be, and the last four check them."""
    return _is_whole(number) and number[DRAWN_DIGITS:] == _check_digits(number[:DRAWN_DIGITS])


def format_number(number: str) -> str:
    """The number as people read it out: 1234 5678 and so on."""
    return " ".join(number[start : start + GROUP] for start in range(0, len(number), GROUP))


def last_four(number: str) -> str:
    """Enough to tell a ticket from its neighbours, too little to be paid on."""
    return number[-GROUP:]


def parse_number(text: str, where: str = "number") -> str:
    """The number somebody typed or scanned, as bare digits. `where`: what the message calls it."""
    digits = "".join(sign for sign in text if not (sign.isspace() or sign in BETWEEN_GROUPS))
    if strange := next((sign for sign in digits if sign not in "0123456789"), None):
        raise BadInput.at(where, f"has {strange!r} in it, a ticket number has only digits, spaces and hyphens")
    if not _is_whole(digits):
        raise BadInput.at(where, f"has {_counted(len(digits))}, a ticket number has {DIGITS}")
    if not is_valid(digits):
        raise BadInput.at(where, "a digit is wrong: the check digits do not agree")
    return digits


def _check_digits(drawn: str) -> str:
    """What must follow the drawn digits for the whole to leave the remainder."""
    shifted = int(drawn) * 10**CHECK_DIGITS
    return str((REMAINDER - shifted) % MODULUS).zfill(CHECK_DIGITS)


def _is_whole(number: str) -> bool:
    """ASCII only: `str.isdigit` alone lets through superscripts and the digits of other scripts."""
    return len(number) == DIGITS and number.isascii() and number.isdigit()


def _counted(digits: int) -> str:
    return "no digits" if digits == 0 else "1 digit" if digits == 1 else f"{digits} digits"
