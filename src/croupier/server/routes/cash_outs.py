"""Routes that pay out player credit: a ticket or a hand pay, and its document. [R41, R45]"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response
from sqlalchemy import select

from croupier.cage import cash_out as tickets
from croupier.cage.vouchers import PayoutMethod, Voucher, find_by_typed_number, voucher_digest
from croupier.cards.random_source import SystemRandomSource
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
    Secret,
    actor_name,
    pick_attributes,
    routes,
    run_job,
    run_once,
    run_query,
)
from croupier.server.routes.buy_ins import PlayerReference, find_user
from croupier.server.routes.print_jobs import PrintJobResponse, print_response, print_ticket, show_ticket
from croupier.server.routes.second_person import SecondPersonApproval, check_second_person
from croupier.server.runtime import Runtime
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.ledger_accounts import AccountName, player
from croupier.store.record import Record
from croupier.store.schema import vouchers
from croupier.store.unit_of_work import UnitOfWork

router = routes("vouchers")

WhichTicket = Annotated[str, Path(min_length=1, max_length=64)]


class CashOutRequest(IdempotentRequest):
    """Request of a player to cash out; without `cents`, all credit."""

    cents: Cents | None = None


class CashierCashOutRequest(CashOutRequest, PlayerReference):
    """Request of a cashier to cash out a player, confirmed with the password of the player or a second person.

    `approver` is the name of the second person; None if the player approves. `approver_password` is the password of
    whoever approves.
    """

    approver: Name | None = None
    approver_password: Secret


class TicketResponse(ChangeResponse):
    """A new ticket; the only response that contains its number."""

    number: str
    cents: int
    form: PayoutMethod
    issued_at: int
    expires_at: int | None
    balance_cents: int
    ticket: str
    """URL of the ticket's PDF."""
    print_job: str | None = None
    """Print job of the ticket; None if there is no printer and the PDF is used."""


@router.post("/me/cash-out", status_code=201)
async def cash_out(payload: CashOutRequest, session: ActingSession, runtime: CurrentRuntime) -> TicketResponse:
    """Turn the player's own credit into a ticket, or a hand pay above the threshold; refuse while chips are in play."""
    require_permission(session, "cash-out")
    if session.role is not Role.PLAYER:
        raise_if_refused(Refused("player/not_found", "Only a player has credit; at the window name whose."))
    return await _issue(runtime, session, payload, session.account)


@router.post("/cash-outs", status_code=201, dependencies=[Depends(check_login_request)])
async def cash_out_for(
    payload: CashierCashOutRequest, session: ActingSession, request: Request, runtime: CurrentRuntime
) -> TicketResponse:
    """Cash out for a player at the cage window; the player or a second person confirms with a password."""
    require_permission(session, "buy-in")  # The permission of a cashier: players may cash out only for themselves.
    user = raise_if_refused(await run_query(runtime, lambda reader: find_user(reader, payload)))
    signed = await check_second_person(
        runtime, session, request, payload.approver or user.name, payload.approver_password
    )
    return await _issue(runtime, session, payload, player(user.id), signed)


PDF_RESPONSE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}


@router.post("/vouchers/{number}/print", status_code=201)
async def print_again(number: WhichTicket, session: ActingSession, runtime: CurrentRuntime) -> PrintJobResponse:
    """Print the ticket again as a copy.

    As for the PDF, the person who cashed out may get two documents within ten minutes; after that, a cashier must
    record a reason.
    """
    raise_if_refused(session.refuse_command("cash-out") and session.refuse_command("reprint-voucher"))
    found = raise_if_refused(await run_query(runtime, lambda reader: find_by_typed_number(reader, number)))
    return print_response(runtime, raise_if_refused(await print_ticket(runtime, session, found)))


@router.get("/vouchers/{number}/ticket.pdf", response_class=Response, responses=PDF_RESPONSE)
async def paper(number: WhichTicket, session: CurrentSession, runtime: CurrentRuntime) -> Response:
    """Return the PDF of a ticket.

    The person who cashed out may get at most two documents within ten minutes, printed copies included. After that, a
    cashier must record a reason for each copy.
    """
    raise_if_refused(session.refuse_command("cash-out") and session.refuse_command("reprint-voucher"))
    found = raise_if_refused(await run_query(runtime, lambda reader: find_by_typed_number(reader, number)))
    pdf = raise_if_refused(await show_ticket(runtime, session, found))
    name = f'inline; filename="ticket-{found.last_four}.pdf"'
    return Response(pdf, media_type="application/pdf", headers={"Content-Disposition": name})


async def _issue(
    runtime: Runtime,
    session: UserSession,
    payload: CashOutRequest,
    account: AccountName,
    signed: SecondPersonApproval | None = None,
) -> TicketResponse:
    def job(uow: UnitOfWork) -> TicketResponse | Refused:
        consenter = signed.approved_by(uow) if signed else None
        if isinstance(consenter, Refused):
            return Refused("cash-out/approver_rejected", f"Not approved: {consenter.message}", consenter.cites)
        issued = tickets.cash_out(
            uow,
            account=account,
            by=actor_name(session),
            in_play=runtime.house.has_money_in_play(account),
            chance=SystemRandomSource(),
            cents=payload.cents,
            consent_by=consenter,
            rules=runtime.cash_out_rules,
            terminal=session.terminal_id,
            key=payload.key,
        )
        return issued if isinstance(issued, Refused) else _ticket(uow, issued)

    issued_ticket = await run_job(
        runtime, TicketResponse, run_once(runtime, session, payload, "cash-out", job, _repeated_ticket)
    )
    return await _print_issued(runtime, session, issued_ticket)


async def _print_issued(runtime: Runtime, session: UserSession, issued_ticket: TicketResponse) -> TicketResponse:
    """Print the ticket after the money has moved; the ticket is valid even if printing fails."""
    try:
        found = await run_query(runtime, lambda reader: find_by_typed_number(reader, issued_ticket.number))
        if isinstance(found, Refused):
            return issued_ticket
        mark = voucher_digest(found.number)
        earlier = next((one for one in runtime.prints.jobs.values() if one.about.get("digest") == mark), None)
        job = earlier if issued_ticket.repeated and earlier else await print_ticket(runtime, session, found)
    except (DatabaseUnavailableError, WriteRejectedError):
        return issued_ticket
    return issued_ticket if isinstance(job, Refused) else issued_ticket.model_copy(update={"print_job": job.id})


def _ticket(uow: UnitOfWork, issued: Voucher, *, repeated: bool = False) -> TicketResponse:
    return TicketResponse(
        **pick_attributes(issued, "number", "cents", "issued_at", "expires_at"),
        form=PayoutMethod(issued.kind),
        balance_cents=uow.balance(issued.account or ""),
        ticket=f"/api/vouchers/{issued.number}/ticket.pdf",
        repeated=repeated,
    )


def _repeated_ticket(uow: UnitOfWork, earlier: Record) -> TicketResponse | Refused:
    """Return the ticket of a repeated cash-out, found by its digest, because the log contains no ticket numbers."""
    event = earlier.events[0]
    then = select(vouchers).where(vouchers.c.account == event["account"], vouchers.c.issued_at == earlier.at)
    for row in uow.query(then):
        if voucher_digest(row.number) == event["digest"]:
            return _ticket(uow, Voucher(**row._mapping), repeated=True)
    return Refused("voucher/not_found", "No ticket has this number.")
