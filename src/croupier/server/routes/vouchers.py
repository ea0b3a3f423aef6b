"""Tickets through the API: credit cashed out, paper printed, tickets paid once, made void or printed again. [R41-R46]

A ticket's number is worth its amount, so changes carry it in their body, and answers name a ticket by its last digits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import Field

from croupier.cage import cash_out as tickets
from croupier.cage.cash_out import BackTo
from croupier.cage.redemptions import Redeemed, pay_hand_pay, redeem_for_cash, redeem_to_credit
from croupier.cage.vouchers import Voucher, look_up
from croupier.errors import Refused
from croupier.people.roles import Role
from croupier.people.session import Session
from croupier.server.answers import accepted
from croupier.server.doors import Acting, LoggedIn, Running, may, password_door
from croupier.server.routes.asking import (
    Cents,
    Changed,
    Keyed,
    Name,
    Reason,
    Secret,
    actor,
    done,
    once,
    plain,
    reading,
    routes,
)
from croupier.server.routes.buy_ins import stays_out
from croupier.server.routes.cage import own_shift
from croupier.server.routes.cash_outs import WhichTicket
from croupier.server.routes.signing import signature
from croupier.server.runtime import Runtime
from croupier.store.desk import Desk
from croupier.store.record import Record

router = routes("vouchers")

Typed = Annotated[str, Field(min_length=1, max_length=64)]
"""A ticket's number as it was typed or scanned."""


class VoucherTold(Changed):
    """A ticket as the books know it."""

    ticket: str
    """Its last four digits."""
    cents: int
    status: str
    form: str
    is_expired: bool
    issued_at: int
    issued_by: str
    account: str | None
    terminal_id: str | None
    table: str | None
    expires_at: int | None
    redeemed_at: int | None
    redeemed_by: str | None
    void_reason: str | None
    reprints: int


class Redeem(Keyed):
    """`cents`: the amount that is read on the paper."""

    number: Typed
    cents: Cents | None = None


class PayByHand(Redeem):
    """A supervisor looks on, and says so with his own password."""

    witness: Name
    witness_password: Secret


class VoidVoucher(Keyed):
    number: Typed
    reason: Reason
    back_to: BackTo = BackTo.CREDIT


class Reprint(Keyed):
    number: Typed
    reason: Reason


class PaidTold(Changed):
    """A ticket was paid."""

    ticket: str
    cents: int
    to: str
    """The account it was paid to: a drawer for cash, a player's credit."""
    balance_cents: int | None
    """The player's credit now; None when it was paid in cash, because a drawer is counted blind."""
    record: str
    """The transaction number."""


@router.get("/vouchers/{number}")
async def voucher(number: WhichTicket, session: LoggedIn, runtime: Running) -> VoucherTold:
    """What the books know of a ticket, for whoever has it before him."""
    may(session, "reprint-voucher")
    found: Voucher = accepted(await reading(runtime, lambda reader: look_up(reader, number)))
    return voucher_told(found, runtime.now())


@router.post("/vouchers/redeem")
async def redeem(asked: Redeem, session: Acting, runtime: Running) -> PaidTold:
    """Pay a ticket, once, ever: a cashier in cash from his drawer, a player's terminal into his credit."""
    may(session, "redeem-voucher")
    facts: dict[str, Any] = {"number": asked.number, "by": actor(session), "cents": asked.cents, "key": asked.key}

    def job(desk: Desk) -> PaidTold | Refused:
        if session.role is Role.PLAYER:
            refused = stays_out(runtime.house, desk, session.user_id)
            return refused or _paid(
                redeem_to_credit(desk, account=session.account, terminal=session.terminal_id, **facts)
            )
        shift = own_shift(desk, session)
        return shift if isinstance(shift, Refused) else _paid(redeem_for_cash(desk, shift=shift.id, **facts))

    return await done(runtime, PaidTold, once(runtime, session, asked, "redeem-voucher", job, _paid_again))


@router.post("/vouchers/hand-pay", dependencies=[Depends(password_door)])
async def hand_pay(asked: PayByHand, session: Acting, request: Request, runtime: Running) -> PaidTold:
    """Pay a large cash-out from the drawer while a supervisor, or an executive, looks on."""
    may(session, "pay-hand-pay")
    signed = await signature(runtime, session, request, asked.witness, asked.witness_password)

    def job(desk: Desk) -> PaidTold | Refused:
        shift = own_shift(desk, session)
        if isinstance(shift, Refused):
            return shift
        witness = signed.signer(desk)
        if isinstance(witness, Refused):
            return Refused("hand-pay/witness", f"The witness: {witness.message}", witness.cites)
        facts: dict[str, Any] = {"number": asked.number, "by": actor(session), "cents": asked.cents, "key": asked.key}
        return _paid(pay_hand_pay(desk, shift=shift.id, witness=witness, **facts))

    return await done(runtime, PaidTold, once(runtime, session, asked, "pay-hand-pay", job, _paid_again))


@router.post("/vouchers/void")
async def void(asked: VoidVoucher, session: Acting, runtime: Running) -> VoucherTold:
    """An unpaid ticket is never to be paid: its money goes back to the credit it came from."""
    may(session, "void-voucher")

    def job(desk: Desk) -> VoucherTold | Refused:
        facts = asked.model_dump(exclude={"key"})
        return _known(desk, tickets.void_voucher(desk, by=actor(session), key=asked.key, **facts))

    return await _changed(runtime, session, asked, "void-voucher", job)


@router.post("/vouchers/reprint")
async def reprint(asked: Reprint, session: Acting, runtime: Running) -> VoucherTold:
    """Print an unpaid ticket again, with the reason on record. Its number stays, so one of the papers is paid."""
    may(session, "reprint-voucher")

    def job(desk: Desk) -> VoucherTold | Refused:
        facts = asked.model_dump(exclude={"key"})
        return _known(desk, tickets.reprint_voucher(desk, by=actor(session), key=asked.key, **facts))

    return await _changed(runtime, session, asked, "reprint-voucher", job)


def _paid(paid: Redeemed | Refused) -> PaidTold | Refused:
    if isinstance(paid, Refused):
        return paid
    paper, facts = paid.voucher, plain(paid, "to", "balance_cents", "record")
    return PaidTold(ticket=paper.last_four, cents=paper.cents, **facts)


def _paid_again(desk: Desk, earlier: Record) -> PaidTold:
    told = earlier.events[0]
    balance = None if told["to"].startswith("drawer:") else desk.balance(told["to"])
    facts = {name: told[name] for name in ("ticket", "cents", "to")}
    return PaidTold(**facts, balance_cents=balance, record=earlier.name, repeated=True)


async def _changed(
    runtime: Runtime,
    session: Session,
    asked: VoidVoucher | Reprint,
    command: str,
    job: Callable[[Desk], VoucherTold | Refused],
) -> VoucherTold:
    def again(desk: Desk, earlier: Record) -> VoucherTold | Refused:
        return _known(desk, look_up(desk, asked.number), repeated=True)

    return await done(runtime, VoucherTold, once(runtime, session, asked, command, job, again))


def _known(desk: Desk, found: Voucher | Refused, *, repeated: bool = False) -> VoucherTold | Refused:
    return found if isinstance(found, Refused) else voucher_told(found, desk.at, repeated=repeated)


def voucher_told(found: Voucher, at: int, *, repeated: bool = False) -> VoucherTold:
    return VoucherTold(
        **plain(found, "cents", "status", "issued_at", "issued_by", "account", "terminal_id", "expires_at"),
        **plain(found, "redeemed_at", "redeemed_by", "void_reason", "reprints"),
        ticket=found.last_four,
        form=found.kind,
        is_expired=found.is_expired(at),
        table=found.table_name,
        repeated=repeated,
    )
