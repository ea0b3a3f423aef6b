"""Credit that leaves a player's account: a ticket or a hand pay, and the paper for it. [R41, R45]"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response
from sqlalchemy import select

from croupier.cage import cash_out as tickets
from croupier.cage.vouchers import Voucher, digest, look_up
from croupier.cards.chance import SystemChance
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
    Secret,
    actor,
    done,
    once,
    plain,
    reading,
    routes,
)
from croupier.server.routes.buy_ins import Whom, player_named
from croupier.server.routes.prints import PrintTold, print_ticket, print_told, show_ticket
from croupier.server.routes.signing import Signature, signature
from croupier.server.runtime import Runtime
from croupier.store.desk import Desk
from croupier.store.errors import DatabaseGone, NotWritten
from croupier.store.record import Record
from croupier.store.schema import vouchers

router = routes("vouchers")

WhichTicket = Annotated[str, Path(min_length=1, max_length=64)]


class CashOut(Keyed):
    """All of the credit, unless told how much."""

    cents: Cents | None = None


class CashOutFor(CashOut, Whom):
    """At the window, for a player: on his own word, or a second person's. `word_of`: whose; left out, the player's."""

    word_of: Name | None = None
    word_password: Secret


class TicketTold(Changed):
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
async def cash_out(asked: CashOut, session: Acting, runtime: Running) -> TicketTold:
    """A player's own credit becomes a ticket, or a hand pay above the threshold; not while he is in play."""
    may(session, "cash-out")
    if session.role is not Role.PLAYER:
        accepted(Refused("player/unknown", "Only a player has credit; at the window name whose."))
    return await _issue(runtime, session, asked, session.account)


@router.post("/cash-outs", status_code=201, dependencies=[Depends(password_door)])
async def cash_out_for(asked: CashOutFor, session: Acting, request: Request, runtime: Running) -> TicketTold:
    """The same at the window, by a cashier for a player who stands there; he, or a second person, signs for it."""
    may(session, "buy-in")  # whoever may take cash at the window: a player cashes out for himself alone
    user = accepted(await reading(runtime, lambda reader: player_named(reader, asked)))
    signed = await signature(runtime, session, request, asked.word_of or user.name, asked.word_password)
    return await _issue(runtime, session, asked, f"player:{user.id}", signed)


PAPER: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}


@router.post("/vouchers/{number}/print", status_code=201)
async def print_again(number: WhichTicket, session: Acting, runtime: Running) -> PrintTold:
    """The paper out of the printer once more, for whoever may have it: see the PDF. It says that it is a copy."""
    accepted(session.refused("cash-out") and session.refused("reprint-voucher"))
    found = accepted(await reading(runtime, lambda reader: look_up(reader, number)))
    return print_told(runtime, accepted(await print_ticket(runtime, session, found)))


@router.get("/vouchers/{number}/ticket.pdf", response_class=Response, responses=PAPER)
async def paper(number: WhichTicket, session: LoggedIn, runtime: Running) -> Response:
    """The paper: for whoever cashed out, right afterwards and twice at most, with what a printer printed; later for a
    cashier who has said why it is printed again, once for each reason."""
    accepted(session.refused("cash-out") and session.refused("reprint-voucher"))
    found = accepted(await reading(runtime, lambda reader: look_up(reader, number)))
    pdf = accepted(await show_ticket(runtime, session, found))
    name = f'inline; filename="ticket-{found.last_four}.pdf"'
    return Response(pdf, media_type="application/pdf", headers={"Content-Disposition": name})


async def _issue(
    runtime: Runtime, session: Session, asked: CashOut, account: str, signed: Signature | None = None
) -> TicketTold:
    def job(desk: Desk) -> TicketTold | Refused:
        word = signed.signer(desk) if signed else None
        if isinstance(word, Refused):
            return Refused("cash-out/word", f"The word for it: {word.message}", word.cites)
        issued = tickets.cash_out(
            desk,
            account=account,
            by=actor(session),
            in_play=runtime.house.in_play(account),
            chance=SystemChance(),
            cents=asked.cents,
            word=word,
            rules=runtime.cash_out_rules,
            terminal=session.terminal_id,
            key=asked.key,
        )
        return issued if isinstance(issued, Refused) else _ticket(desk, issued)

    told = await done(runtime, TicketTold, once(runtime, session, asked, "cash-out", job, _ticket_again))
    return await _printed(runtime, session, told)


async def _printed(runtime: Runtime, session: Session, told: TicketTold) -> TicketTold:
    """The paper is asked for once the money has moved. Whatever is wrong with the printer, the ticket is good."""
    try:
        found = await reading(runtime, lambda reader: look_up(reader, told.number))
        if isinstance(found, Refused):
            return told
        mark = digest(found.number)
        earlier = next((one for one in runtime.prints.jobs.values() if one.about.get("digest") == mark), None)
        job = earlier if told.repeated and earlier else await print_ticket(runtime, session, found)
    except (DatabaseGone, NotWritten):
        return told
    return told if isinstance(job, Refused) else told.model_copy(update={"print_job": job.id})


def _ticket(desk: Desk, issued: Voucher, *, repeated: bool = False) -> TicketTold:
    return TicketTold(
        **plain(issued, "number", "cents", "issued_at", "expires_at"),
        form=issued.kind,
        balance_cents=desk.balance(issued.account or ""),
        ticket=f"/api/vouchers/{issued.number}/ticket.pdf",
        repeated=repeated,
    )


def _ticket_again(desk: Desk, earlier: Record) -> TicketTold | Refused:
    """The ticket of a cash-out whose answer was lost: found by its digest, since the log has no numbers."""
    told = earlier.events[0]
    then = select(vouchers).where(vouchers.c.account == told["account"], vouchers.c.issued_at == earlier.at)
    for row in desk.query(then):
        if digest(row.number) == told["digest"]:
            return _ticket(desk, Voucher(**row._mapping), repeated=True)
    return Refused("voucher/not_found", "No ticket has this number.")
