"""Parse a pay table entry and compute what it pays: `40:1` (40 to 1), `250 for 1`, `$25`, or `100%` of a meter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from croupier.money.cents import Cents, parse_amount

TO = re.compile(r"(\d+)\s*(?::|to)\s*(\d+)")
FOR = re.compile(r"(\d+)\s*for\s*(\d+)")
AMOUNT = re.compile(r"\$([\d,]+(?:\.\d\d?)?)")
SHARE = re.compile(r"(\d+(?:\.\d+)?)%")


class OddsError(ValueError):
    """Exception: odds that cannot be parsed, or that have no fixed winnings."""


class PayOddsKind(StrEnum):
    TO = "to"
    """The number is the winnings, which are paid in addition to the stake: `40:1`."""
    FOR = "for"
    """The number is the whole payment, stake included; the stake was taken before the deal: `250 for 1`."""
    AMOUNT = "amount"
    """A fixed amount of money that does not depend on the stake: `$25`."""
    SHARE = "share"
    """A share of a progressive meter: `100%`."""


@dataclass(frozen=True)
class PayOdds:
    """Pay of one row of a pay table."""

    text: str
    kind: PayOddsKind
    value: Fraction
    """Units per unit staked for "to" and "for"; cents for an amount; a fraction for a share of a meter."""

    @classmethod
    def parse(cls, text: str) -> PayOdds:
        text = text.strip()
        if match := TO.fullmatch(text):
            return cls(text, PayOddsKind.TO, _ratio(text, match))
        if match := FOR.fullmatch(text):
            return cls(text, PayOddsKind.FOR, _ratio(text, match))
        if match := AMOUNT.fullmatch(text):
            return cls(text, PayOddsKind.AMOUNT, Fraction(parse_amount(match[1].replace(",", ""))))
        if match := SHARE.fullmatch(text):
            return cls(text, PayOddsKind.SHARE, Fraction(match[1]) / 100)
        raise OddsError(f'"{text}" is not a pay; write "40:1", "40 to 1", "250 for 1", "$25" or "100%" of a meter')

    def winnings(self, stake: Cents, *, amount_includes_stake: bool = True) -> Fraction:
        """Return the exact net winnings in cents; raise `OddsError` for a share of a meter."""
        if self.kind is PayOddsKind.TO:
            return self.value * stake
        if self.kind is PayOddsKind.FOR:
            return (self.value - 1) * stake
        if self.kind is PayOddsKind.AMOUNT:
            return self.value - stake if amount_includes_stake else self.value
        raise OddsError(f"{self.text} is a share of a meter, not a multiple of the stake")


def _ratio(text: str, match: re.Match[str]) -> Fraction:
    if int(match[2]) == 0:
        raise OddsError(f'"{text}" divides by nothing; write "40:1" or "3:2"')
    return Fraction(int(match[1]), int(match[2]))


def parse_share(text: str) -> Fraction:
    """Parse a fraction such as `1/2` or `50%`."""
    if match := SHARE.fullmatch(text.strip()):
        return Fraction(match[1]) / 100
    return Fraction(text)
