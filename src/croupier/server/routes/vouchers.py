"""Routes of tickets (vouchers): read, redeem, hand pay, void and reprint. [R41-R46]

A ticket number is worth its amount. Therefore changes carry it in the body, and responses contain only its last digits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import Field

from croupier.cage import cash_out as tickets
from croupier.cage.cash_out import VoidRefund
from croupier.cage.redemptions import RedemptionResult, pay_hand_pay, redeem_for_cash, redeem_to_credit
from croupier.cage.vouchers import PayoutMethod, Voucher, VoucherStatus, find_by_typed_number
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
from croupier.server.routes.second_person import check_second_person
from croupier.server.routes.shifts import own_shift
from croupier.server.runtime import Runtime
from croupier.store.ledger_accounts import kind_of
from croupier.store.record import Record
from croupier.store.unit_of_work import UnitOfWork

router = routes("vouchers")

Typed = Annotated[str, Field(min_length=1, max_length=64)]
"""Number of a ticket as a person typed or a scanner read it."""


class VoucherResponse(ChangeResponse):
    """A ticket as stored in the database."""

    ticket: str
    """Last four digits of the ticket number."""
    cents: int
    status: VoucherStatus
    form: PayoutMethod
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
    """Ticket to redeem; `cents` is the amount printed on it."""

    number: Typed
    cents: Cents | None = None


class HandPayRequest(RedeemVoucherRequest):
    """Hand pay, witnessed by a supervisor who confirms with their own password."""

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
    """Result of paying a ticket: the amount, and the account that received it."""

    ticket: str
    cents: int
    to: str
    """The account that was paid: a drawer for cash, or a player's credit."""
    balance_cents: int | None
    """The player's credit in cents after the payment; None for cash, because a drawer is counted blind."""
    record: str
    """Transaction number of the log record, for example `house#123`."""


@router.get("/vouchers/{number}")
async def voucher(number: WhichTicket, session: CurrentSession, runtime: CurrentRuntime) -> VoucherResponse:
    """Return a ticket by its number, for staff who may reprint it."""
    require_permission(session, "reprint-voucher")
    found: Voucher = raise_if_refused(await run_query(runtime, lambda reader: find_by_typed_number(reader, number)))
    return voucher_response(found, runtime.now())


@router.post("/vouchers/redeem")
async def redeem(
    payload: RedeemVoucherRequest, session: ActingSession, runtime: CurrentRuntime
) -> VoucherPaymentResponse:
    """Redeem a ticket exactly once: for cash from the cashier's drawer, or as credit at a player's terminal."""
    require_permission(session, "redeem-voucher")
    facts: dict[str, Any] = {
        "number": payload.number,
        "by": actor_name(session),
        "cents": payload.cents,
        "key": payload.key,
    }

    def job(uow: UnitOfWork) -> VoucherPaymentResponse | Refused:
        if session.role is Role.PLAYER:
            refused = refuse_excluded_player(runtime.house, uow, session.user_id)
            return refused or _payment_response(
                redeem_to_credit(uow, account=session.account, terminal=session.terminal_id, **facts)
            )
        shift = own_shift(uow, session)
        return shift if isinstance(shift, Refused) else _payment_response(redeem_for_cash(uow, shift=shift.id, **facts))

    return await run_job(
        runtime, VoucherPaymentResponse, run_once(runtime, session, payload, "redeem-voucher", job, _repeated_payment)
    )


@router.post("/vouchers/hand-pay", dependencies=[Depends(check_login_request)])
async def hand_pay(
    payload: HandPayRequest, session: ActingSession, request: Request, runtime: CurrentRuntime
) -> VoucherPaymentResponse:
    """Pay a large cash-out from the drawer in the presence of a supervisor or an executive."""
    require_permission(session, "pay-hand-pay")
    signed = await check_second_person(runtime, session, request, payload.witness, payload.witness_password)

    def job(uow: UnitOfWork) -> VoucherPaymentResponse | Refused:
        shift = own_shift(uow, session)
        if isinstance(shift, Refused):
            return shift
        witness = signed.approved_by(uow)
        if isinstance(witness, Refused):
            return Refused("hand-pay/witness", f"The witness: {witness.message}", witness.cites)
        facts: dict[str, Any] = {
            "number": payload.number,
            "by": actor_name(session),
            "cents": payload.cents,
            "key": payload.key,
        }
        return _payment_response(pay_hand_pay(uow, shift=shift.id, witness=witness, **facts))

    return await run_job(
        runtime, VoucherPaymentResponse, run_once(runtime, session, payload, "pay-hand-pay", job, _repeated_payment)
    )


@router.post("/vouchers/void")
async def void(payload: VoidVoucherRequest, session: ActingSession, runtime: CurrentRuntime) -> VoucherResponse:
    """Void an unpaid ticket; its money goes back to the player's credit, or to the account in `back_to`."""
    require_permission(session, "void-voucher")

    def job(uow: UnitOfWork) -> VoucherResponse | Refused:
        facts = payload.model_dump(exclude={"key"})
        return _response_or_refusal(uow, tickets.void_voucher(uow, by=actor_name(session), key=payload.key, **facts))

    return await _run_change(runtime, session, payload, "void-voucher", job)


@router.post("/vouchers/reprint")
async def reprint(payload: ReprintVoucherRequest, session: ActingSession, runtime: CurrentRuntime) -> VoucherResponse:
    """Record the reason for printing an unpaid ticket again; its number is unchanged, so only one document is paid."""
    require_permission(session, "reprint-voucher")

    def job(uow: UnitOfWork) -> VoucherResponse | Refused:
        facts = payload.model_dump(exclude={"key"})
        return _response_or_refusal(uow, tickets.reprint_voucher(uow, by=actor_name(session), key=payload.key, **facts))

    return await _run_change(runtime, session, payload, "reprint-voucher", job)


def _payment_response(paid: RedemptionResult | Refused) -> VoucherPaymentResponse | Refused:
    if isinstance(paid, Refused):
        return paid
    paper, facts = paid.voucher, pick_attributes(paid, "to", "balance_cents", "record")
    return VoucherPaymentResponse(ticket=paper.last_four, cents=paper.cents, **facts)


def _repeated_payment(uow: UnitOfWork, earlier: Record) -> VoucherPaymentResponse:
    event = earlier.events[0]
    balance = None if kind_of(event["to"]) == "drawer" else uow.balance(event["to"])
    facts = {name: event[name] for name in ("ticket", "cents", "to")}
    return VoucherPaymentResponse(**facts, balance_cents=balance, record=earlier.name, repeated=True)


async def _run_change(
    runtime: Runtime,
    session: UserSession,
    payload: VoidVoucherRequest | ReprintVoucherRequest,
    command: str,
    job: Callable[[UnitOfWork], VoucherResponse | Refused],
) -> VoucherResponse:
    def again(uow: UnitOfWork, earlier: Record) -> VoucherResponse | Refused:
        return _response_or_refusal(uow, find_by_typed_number(uow, payload.number), repeated=True)

    return await run_job(runtime, VoucherResponse, run_once(runtime, session, payload, command, job, again))


def _response_or_refusal(
    uow: UnitOfWork, found: Voucher | Refused, *, repeated: bool = False
) -> VoucherResponse | Refused:
    return found if isinstance(found, Refused) else voucher_response(found, uow.at, repeated=repeated)


def voucher_response(found: Voucher, at: int, *, repeated: bool = False) -> VoucherResponse:
    return VoucherResponse(
        **pick_attributes(found, "cents", "status", "issued_at", "issued_by", "account", "terminal_id", "expires_at"),
        **pick_attributes(found, "redeemed_at", "redeemed_by", "void_reason", "reprints"),
        ticket=found.last_four,
        form=PayoutMethod(found.kind),
        is_expired=found.is_expired(at),
        table=found.table_name,
        repeated=repeated,
    )
