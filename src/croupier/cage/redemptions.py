"""Redemption of tickets: each is paid at most once; every attempt is recorded, also refused ones (R43, R46).

All payments go through one writer in sequence, and a ticket's row changes in the same transaction as the money. If many
people present the same number, one is paid; after a crash, a ticket is either paid and recorded, or neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, update

from croupier.cage.entry_checks import amount_refusal, is_second_person, player_refusal
from croupier.cage.shifts import HOUSE, Shift, cash_in_drawer, own_open_shift
from croupier.cage.ticket_numbers import DIGITS
from croupier.cage.vouchers import (
    REDEMPTION,
    Voucher,
    VoucherStatus,
    expired_refusal,
    find_by_typed_number,
    refuse_if_paid_or_void,
)
from croupier.errors import Refused
from croupier.money.cents import format_dollars
from croupier.store.ledger_accounts import AccountName, drawer
from croupier.store.record import Transfer
from croupier.store.schema import redemptions, vouchers
from croupier.store.unit_of_work import UnitOfWork

PAID = "paid"
TYPED_MOST = 2 * DIGITS
"""Most characters of a typed ticket number that are stored: enough for a number with spaces between all digits."""
WITNESSES = ("supervisor", "admin")


@dataclass(frozen=True)
class RedemptionResult:
    """Result of paying a ticket."""

    voucher: Voucher
    to: str
    """Account that received the money: a cashier's drawer for cash, or a player's credit."""
    balance_cents: int | None
    """The player's credit after the payment; None for cash, because a cashier must count the drawer blind."""
    record: str
    """Transaction number of the log record, for example `house#123`."""


@dataclass(frozen=True)
class _Attempt:
    """One attempt to redeem a ticket number: who tried, where, and with which command."""

    number: str
    by: str
    command: str
    shift: Shift | None = None
    terminal: str | None = None
    table: str | None = None
    cents: int | None = None
    key: str | None = None


def redeem_for_cash(
    uow: UnitOfWork, *, number: str, shift: int, by: str, cents: int | None = None, key: str | None = None
) -> RedemptionResult | Refused:
    """Pay a ticket in cash from the cashier's drawer; `cents` is the amount that the cashier reads on the paper."""
    found = own_open_shift(uow, shift, by)
    if isinstance(found, Refused):
        return _record_refusal(uow, _Attempt(number, by, "redeem-voucher"), found)
    attempt = _Attempt(number, by, "redeem-voucher", shift=found, cents=cents, key=key)
    voucher = _payable(uow, attempt, hand_pay=False)
    if isinstance(voucher, Refused):
        return _record_refusal(uow, attempt, voucher)
    return _pay(uow, attempt, voucher, drawer(found.id))


def redeem_to_credit(
    uow: UnitOfWork,
    *,
    number: str,
    account: AccountName,
    by: str,
    terminal: str | None = None,
    table: str | None = None,
    cents: int | None = None,
    key: str | None = None,
    command: str = "redeem-voucher",
) -> RedemptionResult | Refused:
    """Take in a ticket at a terminal and add its amount to the player's credit."""
    attempt = _Attempt(number, by, command, terminal=terminal, table=table, cents=cents, key=key)
    if refused := player_refusal(uow, account):
        return _record_refusal(uow, attempt, refused)
    voucher = _payable(uow, attempt, hand_pay=False)
    if isinstance(voucher, Refused):
        return _record_refusal(uow, attempt, voucher)
    return _pay(uow, attempt, voucher, account)


def pay_hand_pay(
    uow: UnitOfWork,
    *,
    number: str,
    shift: int,
    by: str,
    witness: str,
    cents: int | None = None,
    key: str | None = None,
) -> RedemptionResult | Refused:
    """Pay a large cash-out from the cashier's drawer, with a supervisor or an admin as witness."""
    found = own_open_shift(uow, shift, by)
    if isinstance(found, Refused):
        return _record_refusal(uow, _Attempt(number, by, "pay-hand-pay"), found)
    attempt = _Attempt(number, by, "pay-hand-pay", shift=found, cents=cents, key=key)
    if refused := _witness_refusal(uow, by, witness):
        return _record_refusal(uow, attempt, refused)
    voucher = _payable(uow, attempt, hand_pay=True)
    if isinstance(voucher, Refused):
        return _record_refusal(uow, attempt, voucher)
    paid = _pay(uow, attempt, voucher, drawer(found.id), witness=witness)
    message = f"{format_dollars(voucher.cents)} was paid by hand; {witness} was present."
    uow.note_significant_event("cage/hand-pay", message, actor=by, table=voucher.table_name or "")
    return paid


def _payable(uow: UnitOfWork, attempt: _Attempt, *, hand_pay: bool) -> Voucher | Refused:
    """Return the ticket if it can be paid now, else the first refusal."""
    voucher = find_by_typed_number(uow, attempt.number)
    if isinstance(voucher, Refused):
        return voucher
    return (
        refuse_if_paid_or_void(voucher)
        or expired_refusal(voucher, uow.at)
        or _form_refusal(voucher, hand_pay=hand_pay)
        or _amount_refusal(voucher, attempt.cents)
        or _drawer_refusal(uow, voucher, attempt.shift)
        or voucher
    )


def _form_refusal(voucher: Voucher, *, hand_pay: bool) -> Refused | None:
    if voucher.is_hand_pay == hand_pay:
        return None
    if hand_pay:
        return Refused("voucher/not_a_hand_pay", "This is a ticket; it needs no supervisor to be paid.")
    return Refused("voucher/hand_pay", "This amount is paid by hand, by a cashier with a supervisor present.")


def _amount_refusal(voucher: Voucher, cents: int | None) -> Refused | None:
    if cents is None or cents == voucher.cents:
        return None
    message = (
        f"The books have this ticket at {format_dollars(voucher.cents)}; the amount read is {format_dollars(cents)}."
    )
    return Refused("voucher/amount_differs", message, (REDEMPTION,))


def _drawer_refusal(uow: UnitOfWork, voucher: Voucher, shift: Shift | None) -> Refused | None:
    if shift is None or cash_in_drawer(uow, shift.id) >= voucher.cents:
        return None
    return Refused("shift/not_enough_cash", "The drawer does not hold enough; fill it before paying this ticket.")


def _witness_refusal(uow: UnitOfWork, by: str, witness: str) -> Refused | None:
    if is_second_person(uow, witness, by=by, roles=WITNESSES):
        return None
    return Refused("hand-pay/no_witness", "A hand pay needs a supervisor other than the cashier who pays it.")


def _pay(
    uow: UnitOfWork, attempt: _Attempt, voucher: Voucher, to: AccountName, *, witness: str | None = None
) -> RedemptionResult:
    change: dict[str, Any] = {"status": VoucherStatus.REDEEMED.value, "redeemed_at": uow.at, "redeemed_by": attempt.by}
    change["shift_id"] = attempt.shift.id if attempt.shift else None
    uow.write(update(vouchers).where(vouchers.c.number == voucher.number), change)
    _note(uow, attempt, voucher.number, PAID, voucher.cents)
    where = {"to": to, "terminal": attempt.terminal, "table": attempt.table, "witness": witness}
    event = {"kind": "voucher-paid", **voucher.log_reference(), **where}
    lines = [Transfer(voucher.account_of_value, to, voucher.cents)]
    record = uow.append_record(
        HOUSE, actor=attempt.by, command=attempt.command, events=[event], transfers=lines, key=attempt.key
    )
    balance = None if attempt.shift else uow.balance(to)
    return RedemptionResult(Voucher(**{**vars(voucher), **change}), to, balance, record.name)


def _record_refusal(uow: UnitOfWork, attempt: _Attempt, refused: Refused) -> Refused:
    """Record a refused attempt to redeem a ticket, and return the refusal.

    The outcome in the record is the last part of the refusal's code.
    """
    typed = "".join(sign for sign in attempt.number if sign.isprintable())[:TYPED_MOST]
    cents = attempt.cents if attempt.cents is not None and amount_refusal(attempt.cents) is None else None
    _note(uow, attempt, typed, refused.code.rpartition("/")[2], cents)
    return refused


def _note(uow: UnitOfWork, attempt: _Attempt, number: str, outcome: str, cents: int | None) -> None:
    row = {
        "at": uow.at,
        "number": number,
        "by": attempt.by,
        "shift_id": attempt.shift.id if attempt.shift else None,
        "terminal_id": attempt.terminal,
        "outcome": outcome,
        "cents": cents,
    }
    uow.write(insert(redemptions), row)
