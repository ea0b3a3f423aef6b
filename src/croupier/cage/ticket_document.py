"""Contents of printed tickets: cash-out tickets, hand-pay slips, jackpot slips and coupons.

A ticket shows the site, the issuer, the time, the value, the number and the expiry (9 NYCRR 5317.38(c)). The database,
not the paper, says whether it has been paid.
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
"""Most characters of each text that stay readable in the space on the ticket."""
MOMENT_MOST = 253_370_764_800_000
"""1 January 9999 in milliseconds since 1970 UTC: the last day that can be shown in every time zone."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ONES = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
THOUSANDS = ((10**9, "billion"), (10**6, "million"), (10**3, "thousand"))


class TicketKind(StrEnum):
    """Kind of ticket, with the title printed on it."""

    CASH_OUT = "Cash-out ticket"
    HAND_PAY = "Hand-pay slip"
    """Slip for credit above the limit of a ticket; a cashier pays it against signatures."""
    JACKPOT = "Jackpot hand-pay slip"
    COUPON = "Promotional coupon"
    """Coupon that any bearer can redeem once for promotional chips, never for cash."""


@dataclass(frozen=True)
class Ticket:
    """One ticket or slip with everything that is printed on it."""

    house: str
    site: str
    """Place of the casino, where the ticket is paid."""
    issuer: str
    """Terminal or cashier that issued the ticket."""
    issued_at: int
    """Time of issue, in milliseconds since 1970 UTC as for all times."""
    cents: int
    number: str = field(repr=False)
    """Ticket number; excluded from `repr` and logs, because anyone who has the number can be paid."""
    expires_at: int
    help_line: str
    demonstration: bool
    """Whether the ticket is play money without value; it has no default, so that no ticket is worth cash by mistake."""
    kind: TicketKind = TicketKind.CASH_OUT
    zone: tzinfo = UTC
    """Time zone of the casino."""
    copy: int = 0
    """Number of this reprint, 0 for the original; it is printed on the ticket, and only one copy is paid."""
    note: str = ""
    """Additional text, such as a coupon's campaign and the note that it is never cashed."""

    def __post_init__(self) -> None:
        if problems := [*self._wrong_texts(), *self._wrong_figures()]:
            raise BadInput(problems)

    @property
    def amount(self) -> str:
        """Amount with cents, such as $1,250.00, so that no digit can be added."""
        return f"${self.cents // 100:,}.{self.cents % 100:02d}"

    @property
    def amount_in_words(self) -> str:
        return amount_in_words(self.cents)

    @property
    def issued(self) -> str:
        return format_local_time(self.issued_at, self.zone)

    @property
    def expires(self) -> str:
        return format_local_time(self.expires_at, self.zone)

    @property
    def is_slip(self) -> bool:
        """Whether the amount is paid by hand and so must be signed for."""
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


def format_local_time(moment_ms: int, zone: tzinfo) -> str:
    """Return a time in the casino's time zone: Jul 4, 2026 21:15:07 PDT."""
    when = (EPOCH + timedelta(milliseconds=moment_ms)).astimezone(zone)
    return f"{MONTHS[when.month - 1]} {when.day}, {when.year} {when:%H:%M:%S} {when.tzname() or ''}".rstrip()


def amount_in_words(cents: int) -> str:
    """Return an amount in words, which cannot be altered by pen: One hundred dollars and five cents."""
    dollars, rest = divmod(cents, 100)
    words = f"{_count(dollars)} {_plural('dollar', dollars)} and {_count(rest)} {_plural('cent', rest)}"
    return words[0].upper() + words[1:]


def _plural(noun: str, count: int) -> str:
    return noun if count == 1 else f"{noun}s"


def _count(number: int) -> str:
    """Return a whole number below 10**12 in words."""
    for size, name in THOUSANDS:
        if number >= size:
            return _join_words(f"{_count(number // size)} {name}", number % size, " ")
    if number >= 100:
        return _join_words(f"{ONES[number // 100]} hundred", number % 100, " ")
    if number >= len(ONES):
        return _join_words(TENS[number // 10], number % 10, "-")
    return ONES[number]


def _join_words(words: str, rest: int, by: str) -> str:
    return f"{words}{by}{_count(rest)}" if rest else words
