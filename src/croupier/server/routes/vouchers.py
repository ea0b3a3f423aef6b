"""Tickets through the API: credit cashed out, paper printed, tickets paid once, made void or printed again. [R41-R46]

A ticket's number is worth its amount, so changes carry it in their body, and answers name a ticket by its last digits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import Field

from croupier.cage import cash_out as tickets
from croupier.cage.cash_out import VoidRefund
from croupier.cage.redemptions import RedemptionResult, pay_hand_pay, redeem_for_cash, redeem_to_credit
from croupier.cage.vouchers import Voucher, find_by_typed_number
from croupier.errors import Refused
from croupier.people.roles import Role
from croupier.people.session import UserSession
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, check_login_request, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import (
    Cents,
    ChangeResponse,
    IdempotentRequest,
    Name,
    Reason,
    Secret,
    actor_name,
    pick_attributes,
    routes,
    run_job,
    run_once,
    run_query,
)
from croupier.server.routes.buy_ins import refuse_excluded_player
from croupier.server.routes.cash_outs import WhichTicket
from croupier.server.routes.second_person import signature
from croupier.server.routes.shifts import own_shift
from croupier.server.runtime import Runtime
from croupier.store.record import Record
from croupier.store.unit_of_work import UnitOfWork

router = routes("vouchers")

Typed = Annotated[str, Field(min_length=1, max_length=64)]
"""A ticket's number as it was typed or scanned."""


class VoucherResponse(ChangeResponse):
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


class RedeemVoucherRequest(IdempotentRequest):
    """`cents`: the amount that is read on the paper."""

    number: Typed
    cents: Cents | None = None


class HandPayRequest(RedeemVoucherRequest):
    """A supervisor looks on, and says so with his own password."""

    witness: Name
    witness_password: Secret


class VoidVoucherRequest(IdempotentRequest):
    number: Typed
    reason: Reason
    back_to: VoidRefund = VoidRefund.CREDIT


class ReprintVoucherRequest(IdempotentRequest):
    number: Typed
    reason: Reason


class VoucherPaymentResponse(ChangeResponse):
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
async def voucher(number: WhichTicket, session: CurrentSession, runtime: CurrentRuntime) -> VoucherResponse:
    """What the books know of a ticket, for whoever has it before him."""
    require_permission(session, "reprint-voucher")
    found: Voucher = raise_if_refused(await run_query(runtime, lambda reader: find_by_typed_number(reader, number)))
    return voucher_response(found, runtime.now())


@router.post("/vouchers/redeem")
async def redeem(
    asked: RedeemVoucherRequest, session: ActingSession, runtime: CurrentRuntime
) -> VoucherPaymentResponse:
    """Pay a ticket, once, ever: a cashier in cash from his drawer, a player's terminal into his credit."""
    require_permission(session, "redeem-voucher")
    facts: dict[str, Any] = {"number": asked.number, "by": actor_name(session), "cents": asked.cents, "key": asked.key}

    def job(uow: UnitOfWork) -> VoucherPaymentResponse | Refused:
        if session.role is Role.PLAYER:
            refused = refuse_excluded_player(runtime.house, uow, session.user_id)
            return refused or _paid(
                redeem_to_credit(uow, account=session.account, terminal=session.terminal_id, **facts)
            )
        shift = own_shift(uow, session)
        return shift if isinstance(shift, Refused) else _paid(redeem_for_cash(uow, shift=shift.id, **facts))

    return await run_job(
        runtime, VoucherPaymentResponse, run_once(runtime, session, asked, "redeem-voucher", job, _paid_again)
    )


@router.post("/vouchers/hand-pay", dependencies=[Depends(check_login_request)])
async def hand_pay(
    asked: HandPayRequest, session: ActingSession, request: Request, runtime: CurrentRuntime
) -> VoucherPaymentResponse:
    """Pay a large cash-out from the drawer while a supervisor, or an executive, looks on."""
    require_permission(session, "pay-hand-pay")
    signed = await signature(runtime, session, request, asked.witness, asked.witness_password)

    def job(uow: UnitOfWork) -> VoucherPaymentResponse | Refused:
        shift = own_shift(uow, session)
        if isinstance(shift, Refused):
            return shift
        witness = signed.signer(uow)
        if isinstance(witness, Refused):
            return Refused("hand-pay/witness", f"The witness: {witness.message}", witness.cites)
        facts: dict[str, Any] = {
            "number": asked.number,
            "by": actor_name(session),
            "cents": asked.cents,
            "key": asked.key,
        }
        return _paid(pay_hand_pay(uow, shift=shift.id, witness=witness, **facts))

    return await run_job(
        runtime, VoucherPaymentResponse, run_once(runtime, session, asked, "pay-hand-pay", job, _paid_again)
    )


@router.post("/vouchers/void")
async def void(asked: VoidVoucherRequest, session: ActingSession, runtime: CurrentRuntime) -> VoucherResponse:
    """An unpaid ticket is never to be paid: its money goes back to the credit it came from."""
    require_permission(session, "void-voucher")

    def job(uow: UnitOfWork) -> VoucherResponse | Refused:
        facts = asked.model_dump(exclude={"key"})
        return _known(uow, tickets.void_voucher(uow, by=actor_name(session), key=asked.key, **facts))

    return await _changed(runtime, session, asked, "void-voucher", job)


@router.post("/vouchers/reprint")
async def reprint(asked: ReprintVoucherRequest, session: ActingSession, runtime: CurrentRuntime) -> VoucherResponse:
    """Print an unpaid ticket again, with the reason on record. Its number stays, so one of the papers is paid."""
    require_permission(session, "reprint-voucher")

    def job(uow: UnitOfWork) -> VoucherResponse | Refused:
        facts = asked.model_dump(exclude={"key"})
        return _known(uow, tickets.reprint_voucher(uow, by=actor_name(session), key=asked.key, **facts))

    return await _changed(runtime, session, asked, "reprint-voucher", job)


def _paid(paid: RedemptionResult | Refused) -> VoucherPaymentResponse | Refused:
    if isinstance(paid, Refused):
        return paid
    paper, facts = paid.voucher, pick_attributes(paid, "to", "balance_cents", "record")
    return VoucherPaymentResponse(ticket=paper.last_four, cents=paper.cents, **facts)


def _paid_again(uow: UnitOfWork, earlier: Record) -> VoucherPaymentResponse:
    told = earlier.events[0]
    balance = None if told["to"].startswith("drawer:") else uow.balance(told["to"])
    facts = {name: told[name] for name in ("ticket", "cents", "to")}
    return VoucherPaymentResponse(**facts, balance_cents=balance, record=earlier.name, repeated=True)


async def _changed(
    runtime: Runtime,
    session: UserSession,
    asked: VoidVoucherRequest | ReprintVoucherRequest,
    command: str,
    job: Callable[[UnitOfWork], VoucherResponse | Refused],
) -> VoucherResponse:
    def again(uow: UnitOfWork, earlier: Record) -> VoucherResponse | Refused:
        return _known(uow, find_by_typed_number(uow, asked.number), repeated=True)

    return await run_job(runtime, VoucherResponse, run_once(runtime, session, asked, command, job, again))


def _known(uow: UnitOfWork, found: Voucher | Refused, *, repeated: bool = False) -> VoucherResponse | Refused:
    return found if isinstance(found, Refused) else voucher_response(found, uow.at, repeated=repeated)


def voucher_response(found: Voucher, at: int, *, repeated: bool = False) -> VoucherResponse:
    return VoucherResponse(
        **pick_attributes(found, "cents", "status", "issued_at", "issued_by", "account", "terminal_id", "expires_at"),
        **pick_attributes(found, "redeemed_at", "redeemed_by", "void_reason", "reprints"),
        ticket=found.last_four,
        form=found.kind,
        is_expired=found.is_expired(at),
        table=found.table_name,
        repeated=repeated,
    )
