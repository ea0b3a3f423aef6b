"""Tickets: a player's credit on paper, from the printer until it is paid, void or past its day (R41).

A ticket is worth its amount to whoever brings it, so its number is in its row and on the paper and nowhere else: the
log and every message know a ticket by its last four digits and its digest. What tickets are worth together is the
balance of `vouchers`; cash-outs too large for a ticket wait in `handpay`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from enum import StrEnum
from hashlib import sha256
from typing import Any

from sqlalchemy import select

from croupier.cage.ledger_accounts import HAND_PAYS, VOUCHERS
from croupier.cage.reading import Reader
from croupier.cage.ticket_document import Ticket, TicketKind, on_the_wall
from croupier.cage.ticket_numbers import last_four, parse_number
from croupier.errors import BadInput, Refused
from croupier.money.cents import format_dollars
from croupier.store.schema import vouchers

REDEMPTION = "11VAC15-40-270(5)"
"""What the cashier must be told when a ticket cannot be paid."""


class PayoutMethod(StrEnum):
    """How a cash-out is paid."""

    CASH_OUT = "cash-out"
    HAND_PAY = "hand-pay"
    """Above what a ticket may carry: by a cashier, with a supervisor beside him."""


class VoucherStatus(StrEnum):
    """Where a ticket stands. One past its day stays issued: the house still owes for it until it is made void."""

    ISSUED = "issued"
    REDEEMED = "redeemed"
    VOID = "void"


@dataclass(frozen=True)
class Voucher:
    """One ticket as the books know it."""

    number: str = field(repr=False)
    cents: int
    status: str
    kind: str
    issued_at: int
    issued_by: str
    account: str | None = None
    terminal_id: str | None = None
    table_name: str | None = None
    expires_at: int | None = None
    redeemed_at: int | None = None
    redeemed_by: str | None = None
    shift_id: int | None = None
    void_reason: str | None = None
    reprints: int = 0

    @property
    def last_four(self) -> str:
        return last_four(self.number)

    @property
    def is_hand_pay(self) -> bool:
        return self.kind == PayoutMethod.HAND_PAY.value

    @property
    def held_in(self) -> str:
        """The account its value waits in."""
        return HAND_PAYS if self.is_hand_pay else VOUCHERS

    def is_expired(self, at: int) -> bool:
        return self.expires_at is not None and at >= self.expires_at

    def log_reference(self) -> dict[str, Any]:
        """The ticket as an event names it: never by its number."""
        return {"ticket": self.last_four, "digest": digest(self.number), "form": self.kind, "cents": self.cents}

    def ticket(
        self,
        *,
        house: str,
        site: str,
        issuer: str,
        help_line: str,
        demonstration: bool,
        zone: tzinfo = UTC,
        copy: int = 0,
    ) -> Ticket:
        """The paper."""
        assert self.expires_at is not None
        return Ticket(
            house=house,
            site=site,
            issuer=issuer,
            issued_at=self.issued_at,
            cents=self.cents,
            number=self.number,
            expires_at=self.expires_at,
            help_line=help_line,
            demonstration=demonstration,
            kind=TicketKind.HAND_PAY if self.is_hand_pay else TicketKind.CASH_OUT,
            zone=zone,
            copy=copy,
        )


def digest(number: str) -> str:
    """A ticket's name in the log: tells two apart and proves which one was meant, without being worth anything."""
    return sha256(f"croupier ticket\n{number}".encode()).hexdigest()


def find_voucher(reader: Reader, number: str) -> Voucher | None:
    rows = reader.query(select(vouchers).where(vouchers.c.number == number))
    return Voucher(**rows[0]._mapping) if rows else None


def find_by_typed_number(reader: Reader, typed: str) -> Voucher | Refused:
    """The ticket whose number was typed or scanned, or what is wrong with the number. [11VAC15-40-270(5)]"""
    try:
        number = parse_number(typed)
    except BadInput as bad:
        words = bad.problems[0].message
        return Refused("voucher/damaged_number", f"This number was misread: {words}.", ("25 CFR 547.11(b)(5)(vii)",))
    found = find_voucher(reader, number)
    return found or Refused("voucher/not_found", "No ticket has this number.", (REDEMPTION,))


def refuse_if_paid_or_void(voucher: Voucher) -> Refused | None:
    """A ticket is paid once, ever, and a void one never; None while it is still worth something. (R43)"""
    amount = format_dollars(voucher.cents)
    match voucher.status:
        case VoucherStatus.REDEEMED.value:
            assert voucher.redeemed_at is not None
            when = on_the_wall(voucher.redeemed_at, UTC)
            words = f"This ticket of {amount} was already paid on {when} by {voucher.redeemed_by}."
            return Refused("voucher/already_paid", words, (REDEMPTION,))
        case VoucherStatus.VOID.value:
            return Refused(
                "voucher/void", f"This ticket of {amount} was made void: {voucher.void_reason}", (REDEMPTION,)
            )
    return None


def expired_refusal(voucher: Voucher, at: int) -> Refused | None:
    if not voucher.is_expired(at) or voucher.expires_at is None:
        return None
    when = on_the_wall(voucher.expires_at, UTC)
    words = f"This ticket of {format_dollars(voucher.cents)} was valid until {when}."
    return Refused("voucher/expired", words, ("9 NYCRR 5119.3(a)",))
