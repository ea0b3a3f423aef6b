"""Routes of printers and print jobs: status, recent jobs, and printing again after a failure. [R41, R52]"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import Path
from sqlalchemy import select

from croupier.cage.cash_out import reprint_voucher
from croupier.cage.coupons import coupons_between
from croupier.cage.reading import Reader
from croupier.cage.vouchers import Voucher, VoucherStatus, voucher_digest
from croupier.errors import Refused
from croupier.people.calendar import MINUTE
from croupier.people.session import UserSession
from croupier.printing.printer import PrinterProblem
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.print_service import (
    DocumentKind,
    JobState,
    PrintDocument,
    PrintJob,
    TicketCopies,
    recent_jobs,
    ticket_copies_from_log,
)
from croupier.server.routes.base import IdempotentRequest, Reason, ResponseModel, actor_name, routes, run_query
from croupier.server.routes.coupon_printing import coupon_range, resubmit_coupons
from croupier.server.runtime import Runtime
from croupier.server.ticket_documents import render_ticket
from croupier.store.schema import vouchers
from croupier.store.unit_of_work import UnitOfWork

router = routes("prints")

PRINT_MS = 10 * MINUTE
"""Time in milliseconds in which the person who cashed out may print the ticket.

It allows a second try after a paper jam, but not printing from a shared screen later.
"""
OWN_PAPERS_MOST = 2
"""Most copies of a ticket that the person who cashed out gets without the cage: one, and one after a paper jam."""

Which = Annotated[str, Path(pattern=r"^\d{1,15}$")]


class PrinterResponse(ResponseModel):
    """A printer and its current problem."""

    name: str
    title: str
    prints: list[str]
    terminals: list[str]
    trouble: PrinterProblem | None
    said: str


class PrintJobResponse(ResponseModel):
    """A print job and its outcome."""

    id: str
    what: DocumentKind
    about: str
    """The last four digits of a ticket, the id of a jackpot, or the first and last id of a run of coupons."""
    printer: str
    at: int
    by: str
    copy_number: int
    """Number of the copy; 0 for the original."""
    state: JobState
    trouble: PrinterProblem | None
    said: str
    still_wanted: bool = False
    """Whether the document was not printed and still has to be paid or redeemed; set in the list of jobs only."""


class PrintAgainRequest(IdempotentRequest):
    reason: Reason


@router.get("/printers")
async def printers(session: CurrentSession, runtime: CurrentRuntime) -> list[PrinterResponse]:
    """Return the printers and their status, for staff."""
    raise_if_refused(session.refuse_command("reprint-voucher") and session.refuse_command("view-reports"))
    service = runtime.prints
    responses = []
    for printer in service.printers.values():
        found = service.problems.get(printer.name)
        responses.append(
            PrinterResponse(
                name=printer.name,
                title=printer.display_name,
                prints=list(printer.prints),
                terminals=list(printer.terminals),
                trouble=None if found is None else found.problem,
                said="" if found is None else found.text,
            )
        )
    return responses


@router.get("/prints")
async def prints(session: CurrentSession, runtime: CurrentRuntime) -> list[PrintJobResponse]:
    """Return the latest print jobs, newest first, for staff."""
    raise_if_refused(session.refuse_command("reprint-voucher") and session.refuse_command("view-reports"))

    def listed(reader: Reader) -> list[tuple[PrintJob, bool]]:
        jobs = recent_jobs(reader)
        marks = [job.about.get("digest") or job.about.get("coupons") for job in jobs]
        return [
            (job, marks.index(mark) == place and _is_wanted(reader, job, runtime.now()))
            for place, (job, mark) in enumerate(zip(jobs, marks, strict=True))
        ]

    found = await run_query(runtime, listed)
    return [print_response(runtime, job).model_copy(update={"still_wanted": wanted}) for job, wanted in found]


@router.get("/prints/{job}")
async def one_print(job: Which, session: CurrentSession, runtime: CurrentRuntime) -> PrintJobResponse:
    """Return a print job, for the person who requested it and for staff."""
    found = await _job(runtime, job)
    if found.by != actor_name(session):
        raise_if_refused(session.refuse_command("reprint-voucher") and session.refuse_command("view-reports"))
    return print_response(runtime, found)


@router.post("/prints/{job}/again", status_code=201)
async def again(
    job: Which, payload: PrintAgainRequest, session: ActingSession, runtime: CurrentRuntime
) -> PrintJobResponse:
    """Print a ticket, slip or coupon again that was not printed, as a copy with a recorded reason.

    The number is unchanged, so only one of the documents is paid.
    """
    require_permission(session, "reprint-voucher")
    found = await _job(runtime, job)
    if "coupons" in found.about:
        printed = await resubmit_coupons(runtime, session, found, payload.reason, payload.key)
        return print_response(runtime, raise_if_refused(printed))
    if "digest" not in found.about:
        raise_if_refused(Refused("print/not_a_ticket", "Only tickets, slips and coupons are printed again from here."))

    def reprint(uow: UnitOfWork) -> Voucher | Refused:
        voucher = voucher_of(uow, found)
        if isinstance(voucher, Refused):
            return voucher
        return reprint_voucher(
            uow, number=voucher.number, by=actor_name(session), reason=payload.reason, key=payload.key
        )

    voucher: Voucher = raise_if_refused(await runtime.run_job(reprint))
    return print_response(runtime, raise_if_refused(await print_ticket(runtime, session, voucher)))


def _is_wanted(reader: Reader, job: PrintJob, at: int) -> bool:
    if job.state == "failed" and "coupons" in job.about:
        return bool(coupons_between(reader, *coupon_range(job), at))
    if job.state != "failed" or "digest" not in job.about:
        return False
    voucher = voucher_of(reader, job)
    return not isinstance(voucher, Refused) and voucher.status == VoucherStatus.ISSUED.value


async def _job(runtime: Runtime, job: str) -> PrintJob:
    """Return a print job from memory, or from the log after a restart."""
    known = runtime.prints.jobs.get(job)
    if known is None:
        found = await run_query(runtime, recent_jobs)
        known = next((one for one in found if one.id == job), None)
    print_job: PrintJob = raise_if_refused(known or Refused("print/not_found", "There is no such print job."))
    return print_job


def print_response(runtime: Runtime, job: PrintJob) -> PrintJobResponse:
    part = runtime.prints.printers.get(job.printer)
    about = job.about.get("ticket") or job.about.get("jackpot") or job.about.get("coupons") or ""
    return PrintJobResponse(
        id=job.id,
        what=job.what,
        about=str(about),
        printer=part.display_name if part else job.printer,
        at=job.at,
        by=job.by,
        copy_number=job.copy,
        state=job.state,
        trouble=None if job.trouble is None else PrinterProblem(job.trouble),
        said=job.said,
    )


def voucher_of(reader: Reader, job: PrintJob) -> Voucher | Refused:
    """Return the ticket of a print job, found by its digest, because the log contains no ticket numbers."""
    then = select(vouchers).where(vouchers.c.issued_at == job.about.get("issued_at"))
    for row in reader.query(then):
        if voucher_digest(row.number) == job.about["digest"]:
            return Voucher(**row._mapping)
    return Refused("voucher/not_found", "No ticket has this number.")


async def print_ticket(runtime: Runtime, session: UserSession, voucher: Voucher) -> PrintJob | Refused:
    """Print a ticket or slip, on the printer of this terminal or on the general printer."""
    what = document_kind(voucher)
    printer = runtime.prints.printer_for(f"{what}s", session.terminal or None)
    if printer is None:
        return Refused(
            "printer/not_configured",
            "This house has no printer for that; open the paper and print it here.",
        )
    copy = await count_document(runtime, session, voucher)
    if isinstance(copy, Refused):
        return copy
    title = f"{what.capitalize()} ending in {voucher.last_four}"
    make = partial(render_ticket, runtime, voucher, copy)
    return await runtime.prints.submit(
        printer, PrintDocument(what, log_identification(voucher), title, make, actor_name(session), copy)
    )


async def show_ticket(runtime: Runtime, session: UserSession, voucher: Voucher) -> bytes | Refused:
    """Record that the PDF of a ticket or slip is shown, and return the PDF."""
    copy = await count_document(runtime, session, voucher, is_shown=True)
    if isinstance(copy, Refused):
        return copy
    await runtime.prints.record_shown(document_kind(voucher), log_identification(voucher), actor_name(session), copy)
    return await runtime.run_in_thread(render_ticket, runtime, voucher, copy)


def document_kind(voucher: Voucher) -> DocumentKind:
    return "slip" if voucher.is_hand_pay else "ticket"


def log_identification(voucher: Voucher) -> dict[str, Any]:
    """Return the identification of a ticket for the log, which never contains its number."""
    mark = {"ticket": voucher.last_four, "digest": voucher_digest(voucher.number)}
    return {**mark, "issued_at": voucher.issued_at, "cents": voucher.cents}


async def count_document(
    runtime: Runtime, session: UserSession, voucher: Voucher, *, is_shown: bool = False
) -> int | Refused:
    """Count one more document of a ticket and return its copy number, or refuse it.

    The person who cashed out may have two documents within ten minutes. After that, each document needs a reason that
    the cage records.
    """
    service, mark = runtime.prints, voucher_digest(voucher.number)
    if mark not in service.ticket_copies:
        before = (voucher.issued_at, voucher.issued_by)
        found = await run_query(runtime, lambda reader: ticket_copies_from_log(reader, mark, *before))
        if mark not in service.ticket_copies:
            service.set_ticket_copies(mark, found)
    # No await until the document is counted, so that concurrent requests count each other's documents.
    papers = service.ticket_copies[mark]
    if refused := _refuse_document(session, voucher, papers, runtime.now()):
        return refused
    service.set_ticket_copies(
        mark, papers.with_one_more(is_own=voucher.issued_by == actor_name(session), is_shown=is_shown)
    )
    sent = sum(job.sent and job.about.get("digest") == mark for job in service.jobs.values())
    copy: int = max(voucher.reprints, sent + papers.shown)
    return copy


def _refuse_document(session: UserSession, found: Voucher, papers: TicketCopies, at: int) -> Refused | None:
    if found.status != VoucherStatus.ISSUED.value:
        return Refused("ticket/already_paid_or_void", "This ticket was paid or made void; there is nothing to print.")
    is_own = found.issued_by == actor_name(session) and at - found.issued_at < PRINT_MS
    if is_own and papers.own < OWN_PAPERS_MOST:
        return None
    if refused := session.refuse_command("reprint-voucher"):
        if is_own:
            message = f"A ticket is printed {OWN_PAPERS_MOST} times; please ask at the cage to print it again."
            return Refused("ticket/copies", message)
        return Refused("role/forbidden", "Please ask at the cage to print this ticket again.", refused.cites)
    with_reason = papers.others + max(0, papers.own - OWN_PAPERS_MOST)
    if with_reason < found.reprints:
        return None
    return Refused("ticket/reprint", "Say first why it is to be printed again (reprint); then it can be.")
