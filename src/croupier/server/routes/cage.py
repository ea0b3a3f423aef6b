"""The cage: a cashier's shift, from its float to its count. [R35]"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path
from pydantic import Field

from croupier.cage import shifts
from croupier.cage.cage_reports import shift_report
from croupier.cage.shifts import Shift, find_shift, open_shift_of
from croupier.errors import Refused
from croupier.people.roles import Role
from croupier.people.session import Session
from croupier.server.answers import accepted
from croupier.server.doors import Acting, LoggedIn, Running, may
from croupier.server.routes.asking import (
    Cents,
    CentsOrNone,
    Changed,
    Keyed,
    actor,
    done,
    once,
    plain,
    reading,
    routes,
)
from croupier.store.desk import Desk
from croupier.store.record import Record

router = routes("cage")

WhichShift = Annotated[int, Path(ge=1, lt=10**15)]
PieceCents = Annotated[int, Field(ge=1, le=1_000_000)]
Pieces = Annotated[int, Field(ge=0, le=1_000_000)]


class ShiftTold(Changed):
    """A shift. What its drawer should hold is told once it is counted: the count is blind."""

    id: int
    cashier: str
    opened_at: int
    closed_at: int | None
    float_cents: int
    counted_cents: int | None
    over_short_cents: int | None
    expected_cents: int | None


class OpenShift(Keyed):
    float_cents: CentsOrNone


class FillDrawer(Keyed):
    cents: Cents


class CloseShift(Keyed):
    counted_cents: CentsOrNone
    denominations: Annotated[dict[PieceCents, Pieces], Field(max_length=40)] | None = None
    """How many notes and coins there were of each value in cents; they have to come to the amount."""


@router.post("/shifts", status_code=201)
async def open_shift(asked: OpenShift, session: Acting, runtime: Running) -> ShiftTold:
    """Start a shift with a float from the vault."""
    may(session, "open-shift")

    def job(desk: Desk) -> ShiftTold | Refused:
        opened = shifts.open_shift(desk, by=actor(session), float_cents=asked.float_cents, key=asked.key)
        return opened if isinstance(opened, Refused) else shift_told(opened)

    return await done(runtime, ShiftTold, once(runtime, session, asked, "open-shift", job, shift_again))


@router.get("/shifts/current")
async def current(session: LoggedIn, runtime: Running) -> ShiftTold | None:
    """The cashier's own open shift."""
    may(session, "open-shift")
    found = await reading(runtime, lambda reader: open_shift_of(reader, actor(session)))
    return None if found is None else shift_told(found)


@router.get("/shifts/{shift}")
async def shift_of(shift: WhichShift, session: LoggedIn, runtime: Running) -> dict[str, Any]:
    """One shift from its float to its count: a cashier's own, any of them for those who see reports."""
    if session.role is not Role.CASHIER:
        may(session, "see-reports")
    else:
        may(session, "open-shift")
    report = await reading(runtime, lambda reader: shift_report(reader, shift))
    is_hidden = report is None or (session.role is Role.CASHIER and report["cashier"] != actor(session))
    told: dict[str, Any] = accepted(Refused("shift/unknown", f"There is no shift {shift}.") if is_hidden else report)
    return blind(told) if session.role is Role.CASHIER else told


@router.post("/shifts/{shift}/fill")
async def fill(shift: WhichShift, asked: FillDrawer, session: Acting, runtime: Running) -> ShiftTold:
    """More cash from the vault."""
    may(session, "fill-drawer")

    def job(desk: Desk) -> ShiftTold | Refused:
        filled = shifts.fill_drawer(desk, shift=shift, by=actor(session), cents=asked.cents, key=asked.key)
        return filled if isinstance(filled, Refused) else shift_told(filled)

    return await done(runtime, ShiftTold, once(runtime, session, asked, "fill-drawer", job, shift_again, shift))


@router.post("/shifts/{shift}/close")
async def close(shift: WhichShift, asked: CloseShift, session: Acting, runtime: Running) -> ShiftTold:
    """Count the drawer: what was counted goes to the vault, the difference is over or short."""
    may(session, "close-shift")

    def job(desk: Desk) -> ShiftTold | Refused:
        by, counted = actor(session), asked.counted_cents
        closed = shifts.close_shift(
            desk, shift=shift, by=by, counted_cents=counted, denominations=asked.denominations, key=asked.key
        )
        return closed if isinstance(closed, Refused) else shift_told(closed)

    return await done(runtime, ShiftTold, once(runtime, session, asked, "close-shift", job, shift_again, shift))


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
"""The fields of a shift that its cashier sees."""
CASH = ("cash_in_cents", "tickets_paid_cents", "hand_pays_cents", "expected_cents", "drawer_cents")
"""The figures of a shift report that say how much cash lies in the drawer."""


def blind(report: dict[str, Any]) -> dict[str, Any]:
    """Return a shift report as its cashier may see it: without the drawer's cash while the shift is open."""
    return {**report, **dict.fromkeys(CASH)} if report["is_open"] else report


def shift_told(shift: Shift, *, repeated: bool = False) -> ShiftTold:
    return ShiftTold(**plain(shift, *SHIFT), repeated=repeated)


def shift_again(desk: Desk, earlier: Record) -> ShiftTold | Refused:
    """A change of a shift that was made before: the shift as it stands."""
    return _found(desk, earlier.events[0]["shift"], repeated=True)


def _found(desk: Desk, shift: int, *, repeated: bool = False) -> ShiftTold | Refused:
    found = find_shift(desk, shift)
    if found is None:
        return Refused("shift/unknown", f"There is no shift {shift}.")
    return shift_told(found, repeated=repeated)


def own_shift(desk: Desk, session: Session) -> Shift | Refused:
    found = open_shift_of(desk, actor(session))
    return found or Refused("shift/none_open", "Open a shift first: cash needs a drawer.")
