"""Routes for a player's limits, breaks and self-exclusions, and for the help line."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import Field

from croupier.people.activity import PeriodTotals, PlayActivity
from croupier.people.exclusions import Exclusion, ExclusionKind
from croupier.people.limit_jobs import exclude_myself, lift_exclusion, set_limit, take_break
from croupier.people.limit_tracker import LimitTracker
from croupier.people.limits import LimitKind, PlayerLimit
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import RequestModel, ResponseModel, UserId, routes
from croupier.server.runtime import Runtime

router = routes("limits")


class LimitResponse(ResponseModel):
    """One limit of a player: the current value, and a new value with the time from which it applies."""

    kind: LimitKind
    unit: Literal["cents", "minutes"]
    value: int | None
    """Current value; None for no limit."""
    pending: int | None = None
    pending_from: int | None = None
    """Time from which the pending value applies, in milliseconds since the epoch; None if no change is pending."""


class ExclusionResponse(ResponseModel):
    kind: ExclusionKind
    starts_at: int
    ends_at: int | None
    """End of the exclusion; None if permanent."""
    message: str


class PlayPeriodResponse(ResponseModel):
    """Stakes and net result of the current day, week or month, and when it ends."""

    staked_cents: int
    net_cents: int
    ends_at: int


class PlaySummaryResponse(ResponseModel):
    """Playing time and results of a player in the current sitting, day, week and month."""

    today_ms: int
    sitting_ms: int
    day: PlayPeriodResponse
    week: PlayPeriodResponse
    month: PlayPeriodResponse


class LimitsResponse(ResponseModel):
    """All limits of a player, the active exclusion, and the play so far."""

    limits: list[LimitResponse]
    excluded: ExclusionResponse | None
    played: PlaySummaryResponse


class SetLimitRequest(RequestModel):
    """Limit in cents or minutes; None removes the limit after one day."""

    kind: LimitKind
    value: Annotated[int, Field(strict=True, ge=0, le=2**53)] | None


class TakeBreakRequest(RequestModel):
    hours: Annotated[int, Field(strict=True, ge=1, le=100_000)]


class SelfExclusionRequest(RequestModel):
    term: Literal["6-months", "1-year", "5-years", "permanent"]


class HelpResponse(ResponseModel):
    help_line: str


@router.get("/help")
async def help_response(runtime: CurrentRuntime) -> HelpResponse:
    """Return the help line of the house's jurisdiction."""
    return HelpResponse(help_line=runtime.help_line)


@router.get("/me/limits")
async def limits(session: CurrentSession, runtime: CurrentRuntime) -> LimitsResponse:
    require_permission(session, "set-limit")
    return limits_response(runtime.house.limit_tracker, session.user_id, runtime.now())


@router.put("/me/limits")
async def limit(payload: SetLimitRequest, session: ActingSession, runtime: CurrentRuntime) -> LimitsResponse:
    """Set a limit; a tighter limit applies at once, a looser one after a day."""
    require_permission(session, "set-limit")
    raise_if_refused(
        await runtime.run_job(set_limit(session.by, payload.kind, payload.value, runtime.house.limit_tracker))
    )
    return _now(runtime, session.user_id)


@router.post("/me/break")
async def start_break(payload: TakeBreakRequest, session: ActingSession, runtime: CurrentRuntime) -> LimitsResponse:
    """Start a break of 24 hours to 6 weeks; it cannot be shortened."""
    require_permission(session, "take-break")
    raise_if_refused(await runtime.run_job(take_break(session.by, payload.hours, runtime.house.limit_tracker)))
    return _now(runtime, session.user_id)


@router.post("/me/exclusion")
async def exclude(payload: SelfExclusionRequest, session: ActingSession, runtime: CurrentRuntime) -> LimitsResponse:
    """Start a self-exclusion of 6 months, 1 year, 5 years or forever; it cannot be shortened."""
    require_permission(session, "self-exclude")
    raise_if_refused(
        await runtime.run_job(exclude_myself(session.by, ExclusionKind(payload.term), runtime.house.limit_tracker))
    )
    return _now(runtime, session.user_id)


@router.post("/users/{user_id}/exclusion/lift")
async def lift(user_id: Annotated[UserId, Path()], session: ActingSession, runtime: CurrentRuntime) -> LimitsResponse:
    """Lift the self-exclusion of a player after its term, at the player's request."""
    require_permission(session, "lift-exclusion")
    raise_if_refused(await runtime.run_job(lift_exclusion(session.by, user_id, runtime.house.limit_tracker)))
    return _now(runtime, user_id)


def _now(runtime: Runtime, user_id: int) -> LimitsResponse:
    return limits_response(runtime.house.limit_tracker, user_id, runtime.now())


def limits_response(guard: LimitTracker, user_id: int, at: int) -> LimitsResponse:
    """Return a player's limits and play so far."""
    limits, activity = guard.limits(user_id), guard.activity(user_id)
    excluded = limits.excluded(at)
    return LimitsResponse(
        limits=[_limit(kind, limits.by_kind.get(kind, PlayerLimit()), at) for kind in LimitKind],
        excluded=None if excluded is None else _exclusion(excluded, guard),
        played=_played(activity, at),
    )


def _limit(kind: LimitKind, limit: PlayerLimit, at: int) -> LimitResponse:
    now = limit.with_pending_applied(at)
    unit: Literal["cents", "minutes"] = "minutes" if kind.is_time else "cents"
    return LimitResponse(kind=kind, unit=unit, value=now.value, pending=now.pending, pending_from=now.pending_from)


def _exclusion(one: Exclusion, guard: LimitTracker) -> ExclusionResponse:
    message = one.message(guard.calendar)
    return ExclusionResponse(kind=one.kind, starts_at=one.starts_at, ends_at=one.ends_at, message=message)


def _played(activity: PlayActivity, at: int) -> PlaySummaryResponse:
    now = activity.at(at)
    return PlaySummaryResponse(
        today_ms=activity.played_today_ms(at),
        sitting_ms=activity.sitting_ms(at),
        day=_span(now.day),
        week=_span(now.week),
        month=_span(now.month),
    )


def _span(window: PeriodTotals) -> PlayPeriodResponse:
    return PlayPeriodResponse(staked_cents=window.staked_cents, net_cents=window.net_cents, ends_at=window.ends_at)
