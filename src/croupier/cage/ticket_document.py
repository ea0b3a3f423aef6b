"""What is printed when credit leaves a table: a cash-out ticket, or a slip for an amount that is paid by hand.

It names the site, the issuer, the time, the value, the number and the expiry (9 NYCRR 5317.38(c)). Whether it has been
paid is in the books, never on the paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum

from croupier.cage.ticket_numbers import is_valid
from croupier.errors import BadInput, Problem

DOLLARS_MOST = 10**12 - 1
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOTE_LENGTH_MOST = 140
TEXT_LENGTHS = {"house": 48, "site": 70, "issuer": 32, "help_line": 160}
"""The most letters that stay readable in the room each text has."""
MOMENT_MOST = 253_370_764_800_000
"""1 January 9999: the last day that every time zone can write."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ONES = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
THOUSANDS = ((10**9, "billion"), (10**6, "million"), (10**3, "thousand"))


class TicketKind(StrEnum):
    """What the paper is, in the words printed on it."""

    CASH_OUT = "Cash-out ticket"
    HAND_PAY = "Hand-pay slip"
    """Credit above what a ticket may carry: the cashier pays it against signatures."""
    JACKPOT = "Jackpot hand-pay slip"
    COUPON = "Promotional coupon"
    """Worth promotional chips, once, to whoever brings it; never cash."""


@dataclass(frozen=True)
class Ticket:
    """One ticket or slip, with everything that is on it."""

    house: str
    site: str
    """Where the house is: the place the ticket is paid at."""
    issuer: str
    """The terminal or the cashier it came from."""
    issued_at: int
    """Milliseconds since 1970 UTC, as are all times."""
    cents: int
    number: str = field(repr=False)
    """Kept out of logs: whoever has it can be paid."""
    expires_at: int
    help_line: str
    demonstration: bool
    """Play money: nothing is paid for it. No default, so that no ticket is worth cash by oversight."""
    kind: TicketKind = TicketKind.CASH_OUT
    zone: tzinfo = UTC
    """The clock on the house's wall."""
    copy: int = 0
    """Which paper of the same ticket this is, after the first: it says so, and only one of them is paid."""
    note: str = ""
    """What else has to be said of it: a coupon's campaign, and that it is played and never cashed."""

    def __post_init__(self) -> None:
        if problems := [*self._wrong_texts(), *self._wrong_figures()]:
            raise BadInput(problems)

    @property
    def amount(self) -> str:
        """Always to the cent: $1,250.00 leaves no room to add a digit."""
        return f"${self.cents // 100:,}.{self.cents % 100:02d}"

    @property
    def amount_in_words(self) -> str:
        return in_words(self.cents)

    @property
    def issued(self) -> str:
        return on_the_wall(self.issued_at, self.zone)

    @property
    def expires(self) -> str:
        return on_the_wall(self.expires_at, self.zone)

    @property
    def is_slip(self) -> bool:
        """Paid by hand, so signed for."""
        return self.kind in (TicketKind.HAND_PAY, TicketKind.JACKPOT)

    def _wrong_texts(self) -> Iterator[Problem]:
        for name, most in TEXT_LENGTHS.items():
            text: str = getattr(self, name)
            if not text.strip():
                yield Problem(name, "is empty, a ticket cannot be printed without it")
            elif len(text) > most:
                yield Problem(name, f"has {len(text)} letters, a ticket has room for {most}")
            elif strange := next((sign for sign in text if not sign.isprintable()), None):
                yield Problem(name, f"has {strange!a} in it, which cannot be printed")

        if len(self.note) > NOTE_LENGTH_MOST or not self.note.isprintable():
            yield Problem("note", f"is one line of up to {NOTE_LENGTH_MOST} letters")

    def _wrong_figures(self) -> Iterator[Problem]:
        if not 0 < self.cents <= DOLLARS_MOST * 100 + 99:
            yield Problem("cents", f"is {self.cents}, a ticket is for 1 cent to {DOLLARS_MOST:,}.99 dollars")
        if not is_valid(self.number):
            yield Problem("number", "is not a ticket number: its check digits do not agree")
        if not 0 <= self.issued_at < self.expires_at <= MOMENT_MOST:
            yield Problem("expires_at", f"is {self.expires_at}, it must come after issued_at, {self.issued_at}")


def on_the_wall(moment_ms: int, zone: tzinfo) -> str:
    """A moment as the house's clock showed it: Jul 4, 2026 21:15:07 PDT."""
    when = (EPOCH + timedelta(milliseconds=moment_ms)).astimezone(zone)
    return f"{MONTHS[when.month - 1]} {when.day}, {when.year} {when:%H:%M:%S} {when.tzname() or ''}".rstrip()


def in_words(cents: int) -> str:
    """An amount that no pen stroke can change: One hundred dollars and five cents."""
    dollars, rest = divmod(cents, 100)
    said = f"{_count(dollars)} {_plural('dollar', dollars)} and {_count(rest)} {_plural('cent', rest)}"
    return said[0].upper() + said[1:]


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def _count(number: int) -> str:
    """A whole number below a million million in words."""
    for size, name in THOUSANDS:
        if number >= size:
            return _joined(f"{_count(number // size)} {name}", number % size, " ")
    if number >= 100:
        return _joined(f"{ONES[number // 100]} hundred", number % 100, " ")
    if number >= len(ONES):
        return _joined(TENS[number // 10], number % 10, "-")
    return ONES[number]


def _joined(said: str, rest: int, by: str) -> str:
    return f"{said}{by}{_count(rest)}" if rest else said
