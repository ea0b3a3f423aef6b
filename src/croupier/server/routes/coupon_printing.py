"""Printed coupons: sent to a printer when they are created, or as a PDF with one page each. [003 L135; R41]"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path
from fastapi.responses import Response

from croupier.cage.coupons import Coupon, coupons_between, reprint_coupons
from croupier.errors import Refused
from croupier.people.session import UserSession
from croupier.server.auth import CurrentRuntime, CurrentSession, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.print_service import DocumentKind, PrintDocument, PrintJob
from croupier.server.routes.base import actor_name, routes, run_query
from croupier.server.runtime import Runtime
from croupier.server.ticket_documents import render_coupons
from croupier.store.unit_of_work import UnitOfWork

router = routes("promotional")

COUPON: DocumentKind = "coupon"
PRINT_MS = 30 * 60 * 1000
"""Milliseconds for which the PDF is available; a coupon number alone is enough to redeem the coupon."""
PAPER: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}
WhichId = Annotated[int, Path(ge=1, le=2**53)]


def run_label(created: list[Coupon]) -> str:
    """Return the label of a run of coupons by first and last id, for example `12-31`; never by coupon numbers."""
    return f"{created[0].id}-{created[-1].id}"


def pdf_url(first: int, last: int) -> str:
    """Return the URL of the PDF of a run of coupons."""
    return f"/api/coupons/{first}/{last}/coupons.pdf"


def print_job_of(runtime: Runtime, first: int, last: int) -> str | None:
    """Return the id of the print job of a run of coupons, or None."""
    jobs = runtime.prints.jobs.values()
    return next((one.id for one in jobs if one.about.get("coupons") == f"{first}-{last}"), None)


@router.get("/coupons/{first}/{last}/coupons.pdf", response_class=Response, responses=PAPER)
async def coupons_pdf(first: WhichId, last: WhichId, session: CurrentSession, runtime: CurrentRuntime) -> Response:
    """Return the PDF of a run of coupons, one page each; only for its creator, for half an hour."""
    require_permission(session, "print-coupons")
    found = await run_query(runtime, lambda reader: coupons_between(reader, first, last, runtime.now()))
    own_coupons = [
        coupon
        for coupon in found
        if coupon.printed_by == actor_name(session) and runtime.now() - coupon.printed_at < PRINT_MS
    ]
    if not own_coupons or len(own_coupons) < len(found):
        raise_if_refused(
            Refused("coupon/print_not_allowed", "Only whoever made these coupons prints them, right afterwards.")
        )
    pdf = await runtime.run_in_thread(render_coupons, runtime, own_coupons, 0)
    name = f'inline; filename="coupons-{run_label(own_coupons)}.pdf"'
    return Response(pdf, media_type="application/pdf", headers={"Content-Disposition": name})


async def submit_coupons(
    runtime: Runtime, session: UserSession, created: list[Coupon], *, run: str = "", copy: int = 0
) -> PrintJob | Refused:
    """Print a run of coupons as one job, on the printer of this terminal or on the general printer."""
    printer = runtime.prints.printer_for(f"{COUPON}s", session.terminal or None)
    if printer is None:
        return Refused(
            "printer/not_configured",
            "This house has no printer for that; open the paper and print it here.",
        )
    about = {
        "coupons": run or run_label(created),
        "campaign": created[0].campaign,
        "cents": created[0].cents,
        "count": len(created),
    }
    title = f"Coupons {run_label(created)}"
    page = PrintDocument(
        COUPON, about, title, lambda: render_coupons(runtime, created, copy), actor_name(session), copy
    )
    return await runtime.prints.submit(printer, page)


async def resubmit_coupons(
    runtime: Runtime, session: UserSession, job: PrintJob, reason: str, key: str | None
) -> PrintJob | Refused:
    """Print coupons again that were not printed, as copies, leaving out redeemed coupons."""
    require_permission(session, "print-coupons")
    first, last = coupon_range(job)

    def again(uow: UnitOfWork) -> list[Coupon] | Refused:
        return reprint_coupons(uow, first=first, last=last, by=actor_name(session), reason=reason, key=key)

    created: list[Coupon] = raise_if_refused(await runtime.run_job(again))
    return await submit_coupons(runtime, session, created, run=f"{first}-{last}", copy=job.copy + 1)


def coupon_range(job: PrintJob) -> tuple[int, int]:
    """Return the ids of the first and the last coupon of a print job."""
    first, _, last = str(job.about["coupons"]).partition("-")
    return int(first), int(last)
