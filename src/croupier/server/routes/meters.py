"""Routes of progressive meters: read, create, change, adjust, stop and start. [R47-R51]"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

from fastapi import Path
from pydantic import Field, field_validator

from croupier.cage import meters
from croupier.cage.meter_report import MeterReportRow, meter_report
from croupier.cage.meters import HouseMeter, MeterParameters, all_meters, find_meter
from croupier.errors import Refused
from croupier.house.house import House
from croupier.house.meter_increments import refuse_start
from croupier.people.session import UserSession
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import (
    Cents,
    CentsOrNone,
    ChangeResponse,
    IdempotentRequest,
    Reason,
    RequestModel,
    ResponseModel,
    actor_name,
    routes,
    run_job,
    run_once,
    run_query,
)
from croupier.server.runtime import Runtime
from croupier.store.record import CENTS_MOST, Record
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.state import Phase, TableState

router = routes("meters")

MeterName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
WhichMeter = Annotated[MeterName, Path()]


class MeterResponse(ResponseModel):
    """A meter as displayed to the public."""

    id: str
    title: str
    cents: int
    status: str


class MeterParametersRequest(RequestModel):
    """Posted parameters of a meter; `contribution` is a fraction of the stake, as "1/50" or "0.02"."""

    seed_cents: CentsOrNone
    contribution: Annotated[str, Field(pattern=r"^\d{1,12}([./]\d{1,12})?$")]
    ceiling_cents: Cents | None = None

    @field_validator("contribution")
    @classmethod
    def _validate_share(cls, value: str) -> str:
        whole, _, parts = value.partition("/")
        if parts and int(parts) == 0:
            raise ValueError(f"{whole} is not divided by nothing")
        return value

    @property
    def parameters(self) -> MeterParameters:
        return MeterParameters(self.seed_cents, Fraction(self.contribution), self.ceiling_cents)


class CreateMeterRequest(IdempotentRequest, MeterParametersRequest):
    id: MeterName
    title: Annotated[str, Field(min_length=1, max_length=80)]


class ChangeMeterRequest(IdempotentRequest, MeterParametersRequest):
    reason: Reason


class AdjustMeterRequest(IdempotentRequest):
    """Manual adjustment; positive `cents` raise the displayed amount, negative `cents` lower it."""

    cents: Annotated[int, Field(strict=True, ge=-CENTS_MOST, le=CENTS_MOST)]
    reason: Reason


class SwitchMeterRequest(IdempotentRequest):
    reason: Reason


class MeterChangeResponse(ChangeResponse):
    """State of a meter after it was created, changed, adjusted, stopped or started."""

    id: str
    title: str
    cents: int
    status: str
    seed_cents: int
    contribution: str
    ceiling_cents: int | None
    hits: int
    updated_at: int


@router.get("/meters")
async def list_meters(runtime: CurrentRuntime) -> list[MeterResponse]:
    """Return every meter and its amount; no log-in is needed."""
    found = await run_query(runtime, all_meters)
    cents = runtime.house.meter_cents()
    return [MeterResponse(id=one.id, title=one.title, cents=cents.get(one.id, 0), status=one.status) for one in found]


@router.get("/meters/{meter}/report")
async def report(meter: WhichMeter, session: CurrentSession, runtime: CurrentRuntime) -> MeterReportRow:
    """Return the report of one meter: start amount, overflow, contributions, hits, and the check against the ledger."""
    require_permission(session, "view-reports")
    found = await run_query(runtime, lambda reader: meter_report(reader, meter))
    meter_data: MeterReportRow = raise_if_refused(found or Refused("meter/not_found", "There is no such meter."))
    return meter_data


@router.post("/meters", status_code=201)
async def create(payload: CreateMeterRequest, session: ActingSession, runtime: CurrentRuntime) -> MeterChangeResponse:
    """Create a progressive meter with its seed amount, and start it."""
    require_permission(session, "create-meter")

    def job(uow: UnitOfWork) -> HouseMeter | Refused:
        facts: dict[str, Any] = {
            "title": payload.title,
            "parameters": payload.parameters,
            "by": actor_name(session),
            "key": payload.key,
        }
        return meters.create_meter(uow, meter=payload.id, **facts)

    return await _change_meter(runtime, session, payload, "create-meter", payload.id, job)


@router.put("/meters/{meter}")
async def change(
    meter: WhichMeter, payload: ChangeMeterRequest, session: ActingSession, runtime: CurrentRuntime
) -> MeterChangeResponse:
    """Change the posted parameters of a stopped meter while no round that contributes to it is in progress."""
    require_permission(session, "change-meter")

    def job(uow: UnitOfWork) -> HouseMeter | Refused:
        facts: dict[str, Any] = {
            "parameters": payload.parameters,
            "by": actor_name(session),
            "reason": payload.reason,
            "key": payload.key,
        }
        return meters.change_meter(uow, meter=meter, in_use=tables_in_progress(runtime.house, meter), **facts)

    return await _change_meter(runtime, session, payload, "change-meter", meter, job)


@router.post("/meters/{meter}/adjust")
async def adjust(
    meter: WhichMeter, payload: AdjustMeterRequest, session: ActingSession, runtime: CurrentRuntime
) -> MeterChangeResponse:
    """Raise or lower the displayed amount of a meter by hand, with a recorded reason."""
    require_permission(session, "adjust-meter")

    def job(uow: UnitOfWork) -> HouseMeter | Refused:
        facts: dict[str, Any] = {
            "cents": payload.cents,
            "by": actor_name(session),
            "reason": payload.reason,
            "key": payload.key,
        }
        return meters.adjust_meter(uow, meter=meter, **facts)

    return await _change_meter(runtime, session, payload, "adjust-meter", meter, job)


@router.post("/meters/{meter}/stop")
async def stop(
    meter: WhichMeter, payload: SwitchMeterRequest, session: ActingSession, runtime: CurrentRuntime
) -> MeterChangeResponse:
    """Stop a progressive meter; its wager closes at every table."""
    require_permission(session, "stop-meter")
    facts: dict[str, Any] = {"by": actor_name(session), "reason": payload.reason, "key": payload.key}
    return await _change_meter(
        runtime, session, payload, "stop-meter", meter, lambda uow: meters.stop_meter(uow, meter=meter, **facts)
    )


@router.post("/meters/{meter}/start")
async def start(
    meter: WhichMeter, payload: SwitchMeterRequest, session: ActingSession, runtime: CurrentRuntime
) -> MeterChangeResponse:
    """Restart a stopped progressive meter; its amount does not change."""
    require_permission(session, "start-meter")
    facts: dict[str, Any] = {"by": actor_name(session), "reason": payload.reason, "key": payload.key}

    def job(uow: UnitOfWork) -> HouseMeter | Refused:
        found = find_meter(uow, meter)
        differs = None if found is None else refuse_start(found, runtime.house.tables.values())
        return differs or meters.start_meter(uow, meter=meter, **facts)

    return await _change_meter(runtime, session, payload, "start-meter", meter, job)


async def _change_meter(
    runtime: Runtime,
    session: UserSession,
    payload: IdempotentRequest,
    command: str,
    meter: str,
    job: Callable[[UnitOfWork], HouseMeter | Refused],
) -> MeterChangeResponse:
    """Change a meter, and update the cached status and ceiling that the tables use."""

    def run(uow: UnitOfWork) -> MeterChangeResponse | Refused:
        changed = job(uow)
        if isinstance(changed, Refused):
            return changed
        runtime.house.cache_meter(uow, changed)
        return _response(uow, changed)

    def again(uow: UnitOfWork, earlier: Record) -> MeterChangeResponse | Refused:
        found = find_meter(uow, earlier.events[0]["meter"])
        return _response(uow, found, repeated=True) if found else Refused("meter/not_found", "There is no such meter.")

    return await run_job(runtime, MeterChangeResponse, run_once(runtime, session, payload, command, run, again, meter))


def _response(uow: UnitOfWork, meter: HouseMeter, *, repeated: bool = False) -> MeterChangeResponse:
    return MeterChangeResponse(
        id=meter.id,
        title=meter.title,
        cents=uow.balance(meter.account),
        status=meter.status,
        **meter.parameters.posted(),
        hits=meter.hits,
        updated_at=meter.updated_at,
        repeated=repeated,
    )


def tables_in_progress(house: House, meter: str) -> list[str]:
    """Return the tables with a round in progress that contributes to this meter. [R49]"""
    return [state.name for state in house.tables.values() if _is_on(state, meter) and _has_round(state)]


def _is_on(state: TableState, meter: str) -> bool:
    linked = state.settings.meters
    return any(linked.get(one.id, f"{state.name}-{one.id}") == meter for one in state.rules.meters)


def _has_round(state: TableState) -> bool:
    return state.phase is Phase.DEALING or (state.round is not None and bool(state.round.spots))
