"""Routes of the cage: a cashier's shift, from the opening float to the count of the drawer. [R35]"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path
from pydantic import Field

from croupier.cage import shifts
from croupier.cage.cage_reports import shift_report
from croupier.cage.shifts import Shift, find_shift, open_shift_of
from croupier.errors import Refused
from croupier.people.roles import Role
from croupier.people.session import UserSession
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import (
    Cents,
    CentsOrNone,
    ChangeResponse,
    IdempotentRequest,
    actor_name,
    pick_attributes,
    routes,
    run_job,
    run_once,
    run_query,
)
from croupier.store.record import Record
from croupier.store.unit_of_work import UnitOfWork

router = routes("cage")

WhichShift = Annotated[int, Path(ge=1, lt=10**15)]
PieceCents = Annotated[int, Field(ge=1, le=1_000_000)]
Pieces = Annotated[int, Field(ge=0, le=1_000_000)]


class ShiftResponse(ChangeResponse):
    """A shift; the expected cash is shown only after the count, because the count is blind."""

    id: int
    cashier: str
    opened_at: int
    closed_at: int | None
    float_cents: int
    counted_cents: int | None
    over_short_cents: int | None
    expected_cents: int | None


class OpenShiftRequest(IdempotentRequest):
    float_cents: CentsOrNone


class FillDrawerRequest(IdempotentRequest):
    cents: Cents


class CloseShiftRequest(IdempotentRequest):
    counted_cents: CentsOrNone
    denominations: Annotated[dict[PieceCents, Pieces], Field(max_length=40)] | None = None
    """Number of notes and coins by value in cents; their sum must equal `counted_cents`. None: not counted by value."""


@router.post("/shifts", status_code=201)
async def open_shift(payload: OpenShiftRequest, session: ActingSession, runtime: CurrentRuntime) -> ShiftResponse:
    """Open a shift with a float from the vault."""
    require_permission(session, "open-shift")

    def job(uow: UnitOfWork) -> ShiftResponse | Refused:
        opened = shifts.open_shift(uow, by=actor_name(session), float_cents=payload.float_cents, key=payload.key)
        return opened if isinstance(opened, Refused) else shift_response(opened)

    return await run_job(runtime, ShiftResponse, run_once(runtime, session, payload, "open-shift", job, repeated_shift))


@router.get("/shifts/current")
async def current(session: CurrentSession, runtime: CurrentRuntime) -> ShiftResponse | None:
    """Return the cashier's own open shift, or null."""
    require_permission(session, "open-shift")
    found = await run_query(runtime, lambda reader: open_shift_of(reader, actor_name(session)))
    return None if found is None else shift_response(found)


@router.get("/shifts/{shift}")
async def shift_of(shift: WhichShift, session: CurrentSession, runtime: CurrentRuntime) -> dict[str, Any]:
    """Return the report of one shift: cashiers see their own shifts, users with reports see all."""
    if session.role is not Role.CASHIER:
        require_permission(session, "view-reports")
    else:
        require_permission(session, "open-shift")
    report = await run_query(runtime, lambda reader: shift_report(reader, shift))
    is_hidden = report is None or (session.role is Role.CASHIER and report["cashier"] != actor_name(session))
    shift_data: dict[str, Any] = raise_if_refused(
        Refused("shift/not_found", f"There is no shift {shift}.") if is_hidden else report
    )
    return hide_cash(shift_data) if session.role is Role.CASHIER else shift_data


@router.post("/shifts/{shift}/fill")
async def fill(
    shift: WhichShift, payload: FillDrawerRequest, session: ActingSession, runtime: CurrentRuntime
) -> ShiftResponse:
    """Add cash from the vault to the drawer."""
    require_permission(session, "fill-drawer")

    def job(uow: UnitOfWork) -> ShiftResponse | Refused:
        filled = shifts.fill_drawer(uow, shift=shift, by=actor_name(session), cents=payload.cents, key=payload.key)
        return filled if isinstance(filled, Refused) else shift_response(filled)

    return await run_job(
        runtime, ShiftResponse, run_once(runtime, session, payload, "fill-drawer", job, repeated_shift, shift)
    )


@router.post("/shifts/{shift}/close")
async def close(
    shift: WhichShift, payload: CloseShiftRequest, session: ActingSession, runtime: CurrentRuntime
) -> ShiftResponse:
    """Count the drawer: the counted cash goes to the vault, and the difference is over or short."""
    require_permission(session, "close-shift")

    def job(uow: UnitOfWork) -> ShiftResponse | Refused:
        by, counted = actor_name(session), payload.counted_cents
        closed = shifts.close_shift(
            uow, shift=shift, by=by, counted_cents=counted, denominations=payload.denominations, key=payload.key
        )
        return closed if isinstance(closed, Refused) else shift_response(closed)

    return await run_job(
        runtime, ShiftResponse, run_once(runtime, session, payload, "close-shift", job, repeated_shift, shift)
    )


SHIFT = (
    "id",
    "cashier",
    "opened_at",
    "closed_at",
    "float_cents",
    "counted_cents",
    "over_short_cents",
    "expected_cents",
)
"""Fields of a shift that its cashier sees."""
CASH = ("cash_in_cents", "tickets_paid_cents", "hand_pays_cents", "expected_cents", "drawer_cents")
"""Fields of a shift report that reveal the cash in the drawer."""


def hide_cash(report: dict[str, Any]) -> dict[str, Any]:
    """Return a shift report without the cash in the drawer while the shift is open, for its cashier."""
    return {**report, **dict.fromkeys(CASH)} if report["is_open"] else report


def shift_response(shift: Shift, *, repeated: bool = False) -> ShiftResponse:
    return ShiftResponse(**pick_attributes(shift, *SHIFT), repeated=repeated)


def repeated_shift(uow: UnitOfWork, earlier: Record) -> ShiftResponse | Refused:
    """Return the current state of the shift of an earlier record, as the response to a repeated request."""
    return _shift_or_refusal(uow, earlier.events[0]["shift"], repeated=True)


def _shift_or_refusal(uow: UnitOfWork, shift: int, *, repeated: bool = False) -> ShiftResponse | Refused:
    found = find_shift(uow, shift)
    if found is None:
        return Refused("shift/not_found", f"There is no shift {shift}.")
    return shift_response(found, repeated=repeated)


def own_shift(uow: UnitOfWork, session: UserSession) -> Shift | Refused:
    found = open_shift_of(uow, actor_name(session))
    return found or Refused("shift/none_open", "Open a shift first: cash needs a drawer.")
