"""Progressive meters: what they stand at for everybody; set up, adjusted, stopped and started by a few. [R47-R51]"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

from fastapi import Path
from pydantic import Field, field_validator

from croupier.cage import meters
from croupier.cage.meter import Meter, Parameters, all_meters, find_meter
from croupier.cage.meter_report import meter_report
from croupier.errors import Refused
from croupier.house.house import House
from croupier.house.increments import cannot_start
from croupier.people.session import Session
from croupier.server.answers import accepted
from croupier.server.doors import Acting, LoggedIn, Running, may
from croupier.server.routes.asking import (
    Asked,
    Cents,
    CentsOrNone,
    Changed,
    Keyed,
    Reason,
    Told,
    actor,
    done,
    once,
    reading,
    routes,
)
from croupier.server.runtime import Runtime
from croupier.store.desk import Desk
from croupier.store.record import CENTS_MOST, Record
from croupier.table.state import Phase, TableState

router = routes("meters")

MeterName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
WhichMeter = Annotated[MeterName, Path()]


class MeterTold(Told):
    """A meter as it hangs on the wall."""

    id: str
    title: str
    cents: int
    status: str


class Posted(Asked):
    """What is posted about a meter. `contribution`: a share of the stake, as "1/50" or "0.02"."""

    seed_cents: CentsOrNone
    contribution: Annotated[str, Field(pattern=r"^\d{1,12}([./]\d{1,12})?$")]
    ceiling_cents: Cents | None = None

    @field_validator("contribution")
    @classmethod
    def _a_share(cls, value: str) -> str:
        whole, _, parts = value.partition("/")
        if parts and int(parts) == 0:
            raise ValueError(f"{whole} is not divided by nothing")
        return value

    @property
    def parameters(self) -> Parameters:
        return Parameters(self.seed_cents, Fraction(self.contribution), self.ceiling_cents)


class CreateMeter(Keyed, Posted):
    id: MeterName
    title: Annotated[str, Field(min_length=1, max_length=80)]


class ChangeMeter(Keyed, Posted):
    reason: Reason


class AdjustMeter(Keyed):
    """`cents`: above 0 to raise what the meter shows, below to lower it."""

    cents: Annotated[int, Field(strict=True, ge=-CENTS_MOST, le=CENTS_MOST)]
    reason: Reason


class SwitchMeter(Keyed):
    reason: Reason


class MeterChanged(Changed):
    """A meter after a change."""

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
async def listed(runtime: Running) -> list[MeterTold]:
    """Every meter and what it stands at; anybody may see that."""
    found = await reading(runtime, all_meters)
    cents = runtime.house.meter_cents()
    return [MeterTold(id=one.id, title=one.title, cents=cents.get(one.id, 0), status=one.status) for one in found]


@router.get("/meters/{meter}/report")
async def report(meter: WhichMeter, session: LoggedIn, runtime: Running) -> dict[str, Any]:
    """One meter as its controller shows it: base, overflow, contributions, hits, and whether the books agree."""
    may(session, "see-reports")
    found = await reading(runtime, lambda reader: meter_report(reader, meter))
    told: dict[str, Any] = accepted(found or Refused("meter/unknown", "There is no such meter."))
    return told


@router.post("/meters", status_code=201)
async def create(asked: CreateMeter, session: Acting, runtime: Running) -> MeterChanged:
    """A new meter at its seed, its link running."""
    may(session, "create-meter")

    def job(desk: Desk) -> Meter | Refused:
        facts: dict[str, Any] = {
            "title": asked.title,
            "parameters": asked.parameters,
            "by": actor(session),
            "key": asked.key,
        }
        return meters.create_meter(desk, meter=asked.id, **facts)

    return await _do(runtime, session, asked, "create-meter", asked.id, job)


@router.put("/meters/{meter}")
async def change(meter: WhichMeter, asked: ChangeMeter, session: Acting, runtime: Running) -> MeterChanged:
    """Post other parameters, while the link is stopped and no round on it is in progress."""
    may(session, "change-meter")

    def job(desk: Desk) -> Meter | Refused:
        facts: dict[str, Any] = {
            "parameters": asked.parameters,
            "by": actor(session),
            "reason": asked.reason,
            "key": asked.key,
        }
        return meters.change_meter(desk, meter=meter, in_use=in_use(runtime.house, meter), **facts)

    return await _do(runtime, session, asked, "change-meter", meter, job)


@router.post("/meters/{meter}/adjust")
async def adjust(meter: WhichMeter, asked: AdjustMeter, session: Acting, runtime: Running) -> MeterChanged:
    """Raise or lower what a meter shows, by hand, with the reason on record."""
    may(session, "adjust-meter")

    def job(desk: Desk) -> Meter | Refused:
        facts: dict[str, Any] = {"cents": asked.cents, "by": actor(session), "reason": asked.reason, "key": asked.key}
        return meters.adjust_meter(desk, meter=meter, **facts)

    return await _do(runtime, session, asked, "adjust-meter", meter, job)


@router.post("/meters/{meter}/stop")
async def stop(meter: WhichMeter, asked: SwitchMeter, session: Acting, runtime: Running) -> MeterChanged:
    """Stop a meter's link: the wager on it closes at every table."""
    may(session, "stop-meter")
    facts: dict[str, Any] = {"by": actor(session), "reason": asked.reason, "key": asked.key}
    return await _do(
        runtime, session, asked, "stop-meter", meter, lambda desk: meters.stop_meter(desk, meter=meter, **facts)
    )


@router.post("/meters/{meter}/start")
async def start(meter: WhichMeter, asked: SwitchMeter, session: Acting, runtime: Running) -> MeterChanged:
    """The link is up again, and the meter stands where it stood."""
    may(session, "start-meter")
    facts: dict[str, Any] = {"by": actor(session), "reason": asked.reason, "key": asked.key}

    def job(desk: Desk) -> Meter | Refused:
        found = find_meter(desk, meter)
        differs = None if found is None else cannot_start(found, runtime.house.tables.values())
        return differs or meters.start_meter(desk, meter=meter, **facts)

    return await _do(runtime, session, asked, "start-meter", meter, job)


async def _do(
    runtime: Runtime, session: Session, asked: Keyed, command: str, meter: str, job: Callable[[Desk], Meter | Refused]
) -> MeterChanged:
    """Change a meter, and keep what the tables know of it in step."""

    def run(desk: Desk) -> MeterChanged | Refused:
        changed = job(desk)
        if isinstance(changed, Refused):
            return changed
        runtime.house.know_meter(desk, changed)
        return _told(desk, changed)

    def again(desk: Desk, earlier: Record) -> MeterChanged | Refused:
        found = find_meter(desk, earlier.events[0]["meter"])
        return _told(desk, found, repeated=True) if found else Refused("meter/unknown", "There is no such meter.")

    return await done(runtime, MeterChanged, once(runtime, session, asked, command, run, again, meter))


def _told(desk: Desk, meter: Meter, *, repeated: bool = False) -> MeterChanged:
    return MeterChanged(
        id=meter.id,
        title=meter.title,
        cents=desk.balance(meter.account),
        status=meter.status,
        **meter.parameters.posted(),
        hits=meter.hits,
        updated_at=meter.updated_at,
        repeated=repeated,
    )


def in_use(house: House, meter: str) -> list[str]:
    """Tables with a round in progress that feeds this meter. [R49]"""
    return [state.name for state in house.tables.values() if _is_on(state, meter) and _has_round(state)]


def _is_on(state: TableState, meter: str) -> bool:
    linked = state.settings.meters
    return any(linked.get(one.id, f"{state.name}-{one.id}") == meter for one in state.house.meters)


def _has_round(state: TableState) -> bool:
    return state.phase is Phase.DEALING or (state.round is not None and bool(state.round.spots))
