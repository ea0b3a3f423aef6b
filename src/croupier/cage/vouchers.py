"""Tickets (vouchers): a player's credit on paper, until it is paid, void or expired (R41).

The bearer of a ticket is paid, so its number is only in its database row and on the paper: the log and all messages
identify a ticket by its last four digits and its digest. The total of unpaid tickets is the balance of `vouchers`;
cash-outs that are too large for a ticket wait in `handpay`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from enum import StrEnum
from hashlib import sha256
from typing import Any

from sqlalchemy import select

from croupier.cage.reading import Reader
from croupier.cage.ticket_document import Ticket, TicketKind, format_local_time
from croupier.cage.ticket_numbers import last_four, parse_number
from croupier.errors import BadInput, Refused
from croupier.money.cents import format_dollars
from croupier.store.ledger_accounts import HAND_PAYS, VOUCHERS, AccountName
from croupier.store.schema import vouchers

REDEMPTION = "11VAC15-40-270(5)"
"""Citation of the rule on the information that a cashier gets when a ticket cannot be paid."""


class PayoutMethod(StrEnum):
    """Form in which a cash-out is paid: a ticket or a hand pay."""

    CASH_OUT = "cash-out"
    HAND_PAY = "hand-pay"
    """Payment of an amount above the limit of a ticket, by a cashier with a supervisor present."""


class VoucherStatus(StrEnum):
    """Status of a ticket. An expired ticket stays "issued": the casino owes its amount until the ticket is voided."""

    ISSUED = "issued"
    REDEEMED = "redeemed"
    VOID = "void"


@dataclass(frozen=True)
class Voucher:
    """One ticket as stored in the database."""

    number: str = field(repr=False)
    cents: int
    status: str
    kind: str
    issued_at: int
    issued_by: str
    account: AccountName | None = None
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
    def account_of_value(self) -> AccountName:
        """Name of the account that has the ticket's amount until the ticket is paid: `vouchers` or `handpay`."""
        return HAND_PAYS if self.is_hand_pay else VOUCHERS

    def is_expired(self, at: int) -> bool:
        return self.expires_at is not None and at >= self.expires_at

    def log_reference(self) -> dict[str, Any]:
        """Return the fields by which events identify the ticket, without its number."""
        return {"ticket": self.last_four, "digest": voucher_digest(self.number), "form": self.kind, "cents": self.cents}

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
        """Return the voucher as a ticket to print."""
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


def voucher_digest(number: str) -> str:
    """Return the digest that identifies a ticket in the log, from which the number cannot be recovered."""
    return sha256(f"croupier ticket\n{number}".encode()).hexdigest()


def find_voucher(reader: Reader, number: str) -> Voucher | None:
    rows = reader.query(select(vouchers).where(vouchers.c.number == number))
    return Voucher(**rows[0]._mapping) if rows else None


def find_by_typed_number(reader: Reader, typed: str) -> Voucher | Refused:
    """Return the ticket with a typed or scanned number, or a refusal. [11VAC15-40-270(5)]"""
    try:
        number = parse_number(typed)
    except BadInput as bad:
        reason = bad.problems[0].message
        return Refused("voucher/damaged_number", f"This number was misread: {reason}.", ("25 CFR 547.11(b)(5)(vii)",))
    found = find_voucher(reader, number)
    return found or Refused("voucher/not_found", "No ticket has this number.", (REDEMPTION,))


def refuse_if_paid_or_void(voucher: Voucher) -> Refused | None:
    """Return a refusal if the ticket was already paid or voided, else None. (R43)"""
    amount = format_dollars(voucher.cents)
    match voucher.status:
        case VoucherStatus.REDEEMED.value:
            assert voucher.redeemed_at is not None
            when = format_local_time(voucher.redeemed_at, UTC)
            reason = f"This ticket of {amount} was already paid on {when} by {voucher.redeemed_by}."
            return Refused("voucher/already_paid", reason, (REDEMPTION,))
        case VoucherStatus.VOID.value:
            return Refused(
                "voucher/void", f"This ticket of {amount} was made void: {voucher.void_reason}", (REDEMPTION,)
            )
    return None


def expired_refusal(voucher: Voucher, at: int) -> Refused | None:
    if not voucher.is_expired(at) or voucher.expires_at is None:
        return None
    when = format_local_time(voucher.expires_at, UTC)
    reason = f"This ticket of {format_dollars(voucher.cents)} was valid until {when}."
    return Refused("voucher/expired", reason, ("9 NYCRR 5119.3(a)",))
