"""Credit that leaves a player's account: a ticket or a hand pay, and the paper for it. [R41, R45]"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response
from sqlalchemy import select

from croupier.cage import cash_out as tickets
from croupier.cage.vouchers import Voucher, digest, find_by_typed_number
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
from croupier.server.routes.buy_ins import PlayerReference, player_named
from croupier.server.routes.print_jobs import PrintJobResponse, print_response, print_ticket, show_ticket
from croupier.server.routes.second_person import SecondPersonApproval, signature
from croupier.server.runtime import Runtime
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.record import Record
from croupier.store.schema import vouchers
from croupier.store.unit_of_work import UnitOfWork

router = routes("vouchers")

WhichTicket = Annotated[str, Path(min_length=1, max_length=64)]


class CashOutRequest(IdempotentRequest):
    """All of the credit, unless told how much."""

    cents: Cents | None = None


class CashierCashOutRequest(CashOutRequest, PlayerReference):
    """At the window, for a player: on his own word, or a second person's. `word_of`: whose; left out, the player's."""

    word_of: Name | None = None
    word_password: Secret


class TicketResponse(ChangeResponse):
    """A ticket just issued: the only answer that holds its number."""

    number: str
    cents: int
    form: str
    issued_at: int
    expires_at: int | None
    balance_cents: int
    ticket: str
    """Where the paper is."""
    print_job: str | None = None
    """The job that prints it, where the house has a printer for it; None: the paper is a PDF."""


@router.post("/me/cash-out", status_code=201)
async def cash_out(asked: CashOutRequest, session: ActingSession, runtime: CurrentRuntime) -> TicketResponse:
    """A player's own credit becomes a ticket, or a hand pay above the threshold; not while he is in play."""
    require_permission(session, "cash-out")
    if session.role is not Role.PLAYER:
        raise_if_refused(Refused("player/not_found", "Only a player has credit; at the window name whose."))
    return await _issue(runtime, session, asked, session.account)


@router.post("/cash-outs", status_code=201, dependencies=[Depends(check_login_request)])
async def cash_out_for(
    asked: CashierCashOutRequest, session: ActingSession, request: Request, runtime: CurrentRuntime
) -> TicketResponse:
    """The same at the window, by a cashier for a player who stands there; he, or a second person, signs for it."""
    require_permission(session, "buy-in")  # whoever may take cash at the window: a player cashes out for himself alone
    user = raise_if_refused(await run_query(runtime, lambda reader: player_named(reader, asked)))
    signed = await signature(runtime, session, request, asked.word_of or user.name, asked.word_password)
    return await _issue(runtime, session, asked, f"player:{user.id}", signed)


PAPER: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}


@router.post("/vouchers/{number}/print", status_code=201)
async def print_again(number: WhichTicket, session: ActingSession, runtime: CurrentRuntime) -> PrintJobResponse:
    """The paper out of the printer once more, for whoever may have it: see the PDF. It says that it is a copy."""
    raise_if_refused(session.refused("cash-out") and session.refused("reprint-voucher"))
    found = raise_if_refused(await run_query(runtime, lambda reader: find_by_typed_number(reader, number)))
    return print_response(runtime, raise_if_refused(await print_ticket(runtime, session, found)))


@router.get("/vouchers/{number}/ticket.pdf", response_class=Response, responses=PAPER)
async def paper(number: WhichTicket, session: CurrentSession, runtime: CurrentRuntime) -> Response:
    """The paper: for whoever cashed out, right afterwards and twice at most, with what a printer printed; later for a
    cashier who has said why it is printed again, once for each reason."""
    raise_if_refused(session.refused("cash-out") and session.refused("reprint-voucher"))
    found = raise_if_refused(await run_query(runtime, lambda reader: find_by_typed_number(reader, number)))
    pdf = raise_if_refused(await show_ticket(runtime, session, found))
    name = f'inline; filename="ticket-{found.last_four}.pdf"'
    return Response(pdf, media_type="application/pdf", headers={"Content-Disposition": name})


async def _issue(
    runtime: Runtime,
    session: UserSession,
    asked: CashOutRequest,
    account: str,
    signed: SecondPersonApproval | None = None,
) -> TicketResponse:
    def job(uow: UnitOfWork) -> TicketResponse | Refused:
        word = signed.signer(uow) if signed else None
        if isinstance(word, Refused):
            return Refused("cash-out/approver_rejected", f"The word for it: {word.message}", word.cites)
        issued = tickets.cash_out(
            uow,
            account=account,
            by=actor_name(session),
            in_play=runtime.house.in_play(account),
            chance=SystemRandomSource(),
            cents=asked.cents,
            word=word,
            rules=runtime.cash_out_rules,
            terminal=session.terminal_id,
            key=asked.key,
        )
        return issued if isinstance(issued, Refused) else _ticket(uow, issued)

    told = await run_job(runtime, TicketResponse, run_once(runtime, session, asked, "cash-out", job, _ticket_again))
    return await _printed(runtime, session, told)


async def _printed(runtime: Runtime, session: UserSession, told: TicketResponse) -> TicketResponse:
    """The paper is asked for once the money has moved. Whatever is wrong with the printer, the ticket is good."""
    try:
        found = await run_query(runtime, lambda reader: find_by_typed_number(reader, told.number))
        if isinstance(found, Refused):
            return told
        mark = digest(found.number)
        earlier = next((one for one in runtime.prints.jobs.values() if one.about.get("digest") == mark), None)
        job = earlier if told.repeated and earlier else await print_ticket(runtime, session, found)
    except (DatabaseUnavailableError, WriteRejectedError):
        return told
    return told if isinstance(job, Refused) else told.model_copy(update={"print_job": job.id})


def _ticket(uow: UnitOfWork, issued: Voucher, *, repeated: bool = False) -> TicketResponse:
    return TicketResponse(
        **pick_attributes(issued, "number", "cents", "issued_at", "expires_at"),
        form=issued.kind,
        balance_cents=uow.balance(issued.account or ""),
        ticket=f"/api/vouchers/{issued.number}/ticket.pdf",
        repeated=repeated,
    )


def _ticket_again(uow: UnitOfWork, earlier: Record) -> TicketResponse | Refused:
    """The ticket of a cash-out whose answer was lost: found by its digest, since the log has no numbers."""
    told = earlier.events[0]
    then = select(vouchers).where(vouchers.c.account == told["account"], vouchers.c.issued_at == earlier.at)
    for row in uow.query(then):
        if digest(row.number) == told["digest"]:
            return _ticket(uow, Voucher(**row._mapping), repeated=True)
    return Refused("voucher/not_found", "No ticket has this number.")
