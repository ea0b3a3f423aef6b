"""Cash-out: credit becomes a ticket or a hand pay; unpaid tickets can be voided or reprinted.

No member of staff can move a player's credit alone: the player or a second person must consent.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from sqlalchemy import insert, update

from croupier.cage.entry_checks import amount_refusal, is_second_person, player_refusal, reason_refusal
from croupier.cage.promotional_grants import active_grants
from croupier.cage.shifts import HOUSE
from croupier.cage.ticket_numbers import new_number
from croupier.cage.vouchers import (
    PayoutMethod,
    Voucher,
    VoucherStatus,
    expired_refusal,
    find_by_typed_number,
    find_voucher,
    refuse_if_paid_or_void,
)
from croupier.cards.random_source import RandomSource
from croupier.errors import InvariantViolation, Refused
from croupier.money.cents import format_dollars
from croupier.people.roles import SECOND_PERSON_CITES
from croupier.store.ledger_accounts import ADJUST, AccountName, user_id_of
from croupier.store.record import Transfer
from croupier.store.schema import vouchers
from croupier.store.unit_of_work import UnitOfWork

DAY_MS = 24 * 60 * 60 * 1000
CONFIRMING_ROLES = ("cashier", "supervisor", "admin")
"""Roles that may consent to a cash-out instead of the player."""
TRIES_MOST = 8
"""Most numbers drawn for one ticket. Among 10**20 numbers, even a second draw suggests a broken random source."""


class VoidRefund(StrEnum):
    """Destination of the money of a voided ticket: to the player's credit, or to the account `adjust`."""

    CREDIT = "credit"
    ADJUST = "adjust"


@dataclass(frozen=True)
class CashOutRules:
    """The casino's posted rules for tickets: the limit above which a hand pay is due, and the validity in days."""

    valid_days: int = 90
    hand_pay_above_cents: int = 300_000


POSTED = CashOutRules()


def cash_out(
    uow: UnitOfWork,
    *,
    account: AccountName,
    by: str,
    in_play: bool,
    chance: RandomSource,
    cents: int | None = None,
    consent_by: str | None = None,
    rules: CashOutRules = POSTED,
    terminal: str | None = None,
    table: str | None = None,
    key: str | None = None,
) -> Voucher | Refused:
    """Turn a player's credit into a ticket, or into a hand pay above the threshold; by default all of the credit.

    `in_play`: whether the player has a stake on a layout, a posted bank or a round in progress at any table (R45).
    `consent_by`: the person who consents beside the cashier; a player who cashes out in person consents by doing so.
    """
    amount = uow.balance(account) if cents is None else cents
    owner = f"user:{user_id_of(account)}"
    consenter = consent_by or by
    if refused := _refusal(uow, account, amount, in_play=in_play) or _approval_refusal(uow, owner, by, consenter):
        return refused
    voucher = Voucher(
        number=_unused_number(uow, chance),
        cents=amount,
        status=VoucherStatus.ISSUED.value,
        kind=(PayoutMethod.HAND_PAY if amount > rules.hand_pay_above_cents else PayoutMethod.CASH_OUT).value,
        issued_at=uow.at,
        issued_by=by,
        account=account,
        terminal_id=terminal,
        table_name=table,
        expires_at=uow.at + rules.valid_days * DAY_MS,
    )
    _record_issue(uow, voucher, consenter, key)
    if consenter != owner:
        message = f"{format_dollars(amount)} of {account} was cashed out on the word of {consenter}, not the player's."
        uow.note_significant_event("cage/cash-out-second", message, actor=by)
    return voucher


def _refusal(uow: UnitOfWork, account: AccountName, cents: int, *, in_play: bool) -> Refused | None:
    promotional = sum(uow.balance(one.purse) for one in active_grants(uow, account, uow.at))
    if refused := player_refusal(uow, account):
        return refused
    if in_play:
        message = "You have chips on a table, a bank posted or a round in progress; cash out when it is over."
        return Refused("cash-out/in_play", message, ("25 CFR 547.11(b)(1)",))
    if cents == 0 and promotional:
        return Refused("cash-out/promotional", "Promotional chips are played and never cashed; there is no credit.")
    if cents == 0:
        return Refused("cash-out/nothing", "There is no credit to cash out.")
    if refused := amount_refusal(cents):
        return refused
    if cents > uow.balance(account):
        message = f"The credit is {format_dollars(uow.balance(account))}; {format_dollars(cents)} cannot be cashed out."
        message += " Promotional chips are played and never cashed." if promotional else ""
        return Refused("cash-out/not_enough", message, ("N.J.A.C. 13:69E-1.37A(b)3",))
    return None


def _approval_refusal(uow: UnitOfWork, owner: str, by: str, consenter: str) -> Refused | None:
    if consenter == owner or is_second_person(uow, consenter, by=by, roles=CONFIRMING_ROLES):
        return None
    message = "A cash-out takes the player's own word, or a second person's: another cashier, a supervisor or an admin."
    return Refused("cash-out/approval_required", message, SECOND_PERSON_CITES)


def _unused_number(uow: UnitOfWork, chance: RandomSource) -> str:
    for _ in range(TRIES_MOST):
        number = new_number(chance)
        if find_voucher(uow, number) is None:
            return number
    raise InvariantViolation(f"{TRIES_MOST} ticket numbers in a row were used before")


def _record_issue(uow: UnitOfWork, voucher: Voucher, consenter: str, key: str | None) -> None:
    assert voucher.account is not None
    uow.write(insert(vouchers), asdict(voucher))
    where = {"account": voucher.account, "terminal": voucher.terminal_id, "table": voucher.table_name}
    event = {
        "kind": "voucher-issued",
        **voucher.log_reference(),
        **where,
        "expires_at": voucher.expires_at,
        "word": consenter,
    }
    lines = [Transfer(voucher.account, voucher.account_of_value, voucher.cents)]
    uow.append_record(HOUSE, actor=voucher.issued_by, command="cash-out", events=[event], transfers=lines, key=key)
    if voucher.is_hand_pay:
        uow.note_significant_event(
            "cage/hand-pay-due",
            f"A cash-out of {format_dollars(voucher.cents)} waits to be paid by hand.",
            actor=voucher.issued_by,
            table=voucher.table_name or "",
            device=voucher.terminal_id or "",
        )


def void_voucher(
    uow: UnitOfWork,
    *,
    number: str,
    by: str,
    reason: str,
    back_to: VoidRefund = VoidRefund.CREDIT,
    key: str | None = None,
) -> Voucher | Refused:
    """Void an unpaid ticket, expired or not; its money returns to the player's credit or goes to `adjust`."""
    voucher = _unpaid(uow, number, reason)
    if isinstance(voucher, Refused):
        return voucher
    to = ADJUST if back_to is VoidRefund.ADJUST else voucher.account
    if to is None:
        return Refused("voucher/no_account", "This ticket came from no player's credit; its money can go to adjust.")
    change = {"status": VoucherStatus.VOID.value, "void_reason": reason}
    uow.write(update(vouchers).where(vouchers.c.number == voucher.number), change)
    event = {"kind": "voucher-voided", **voucher.log_reference(), "back_to": to, "reason": reason}
    lines = [Transfer(voucher.account_of_value, to, voucher.cents)]
    uow.append_record(HOUSE, actor=by, command="void-voucher", events=[event], transfers=lines, key=key)
    message = f"The ticket of {format_dollars(voucher.cents)} that ends in {voucher.last_four} was made void: {reason}"
    uow.note_significant_event("cage/voucher-void", message, actor=by)
    return replace(voucher, status=VoucherStatus.VOID.value, void_reason=reason)


def reprint_voucher(uow: UnitOfWork, *, number: str, by: str, reason: str, key: str | None = None) -> Voucher | Refused:
    """Reprint an unpaid ticket. The number stays the same, so only one of the copies can be paid."""
    voucher = _unpaid(uow, number, reason)
    if isinstance(voucher, Refused):
        return voucher
    if refused := expired_refusal(voucher, uow.at):
        return refused
    printed = replace(voucher, reprints=voucher.reprints + 1)
    uow.write(update(vouchers).where(vouchers.c.number == voucher.number), {"reprints": printed.reprints})
    event = {"kind": "voucher-reprinted", **voucher.log_reference(), "reprints": printed.reprints, "reason": reason}
    uow.append_record(HOUSE, actor=by, command="reprint-voucher", events=[event], key=key)
    message = (
        f"The ticket of {format_dollars(voucher.cents)} that ends in {voucher.last_four} was printed again: {reason}"
    )
    uow.note_significant_event("cage/voucher-reprint", message, actor=by)
    return printed


def _unpaid(uow: UnitOfWork, typed: str, reason: str) -> Voucher | Refused:
    if refused := reason_refusal(reason):
        return refused
    voucher = find_by_typed_number(uow, typed)
    return voucher if isinstance(voucher, Refused) else refuse_if_paid_or_void(voucher) or voucher
