"""A player's own limits, breaks and self-exclusions, and where to find help: never more than one tap away."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import Field

from croupier.people.activity import Activity, Sum
from croupier.people.exclusions import Exclusion, ExclusionKind
from croupier.people.guard import Guard
from croupier.people.limit_jobs import exclude_myself, lift_exclusion, set_limit, take_break
from croupier.people.limits import Limit, LimitKind
from croupier.server.answers import accepted
from croupier.server.doors import Acting, LoggedIn, Running, may
from croupier.server.routes.asking import Asked, Told, UserId, routes
from croupier.server.runtime import Runtime

router = routes("limits")


class LimitTold(Told):
    """One limit: what holds now, and what will hold from a later moment."""

    kind: LimitKind
    unit: Literal["cents", "minutes"]
    value: int | None
    """None: no limit."""
    pending: int | None = None
    pending_from: int | None = None
    """None: nothing is pending."""


class ExclusionTold(Told):
    kind: ExclusionKind
    starts_at: int
    ends_at: int | None
    """None: for good."""
    message: str


class Span(Told):
    """What came of a day, a week or a month of play."""

    staked_cents: int
    net_cents: int
    ends_at: int


class PlayedTold(Told):
    """Play so far."""

    today_ms: int
    sitting_ms: int
    day: Span
    week: Span
    month: Span


class LimitsTold(Told):
    """All that a player has set himself, and what he has played."""

    limits: list[LimitTold]
    excluded: ExclusionTold | None
    played: PlayedTold


class SetLimit(Asked):
    """In cents, or minutes for time; None takes the limit away, a day from now."""

    kind: LimitKind
    value: Annotated[int, Field(strict=True, ge=0, le=2**53)] | None


class TakeBreak(Asked):
    hours: Annotated[int, Field(strict=True, ge=1, le=100_000)]


class ExcludeMyself(Asked):
    term: Literal["6-months", "1-year", "5-years", "permanent"]


class HelpTold(Told):
    help_line: str


@router.get("/help")
async def help_told(runtime: Running) -> HelpTold:
    """The help line of the house's jurisdiction."""
    return HelpTold(help_line=runtime.help_line)


@router.get("/me/limits")
async def limits(session: LoggedIn, runtime: Running) -> LimitsTold:
    may(session, "set-limit")
    return limits_told(runtime.house.guard, session.user_id, runtime.now())


@router.put("/me/limits")
async def limit(asked: SetLimit, session: Acting, runtime: Running) -> LimitsTold:
    """Set a limit. A tighter one holds at once, a looser one from tomorrow."""
    may(session, "set-limit")
    accepted(await runtime.do(set_limit(session.by, asked.kind, asked.value, runtime.house.guard)))
    return _now(runtime, session.user_id)


@router.post("/me/break")
async def stay_away(asked: TakeBreak, session: Acting, runtime: Running) -> LimitsTold:
    """No play for 24 hours to 6 weeks; nobody shortens it."""
    may(session, "take-break")
    accepted(await runtime.do(take_break(session.by, asked.hours, runtime.house.guard)))
    return _now(runtime, session.user_id)


@router.post("/me/exclusion")
async def exclude(asked: ExcludeMyself, session: Acting, runtime: Running) -> LimitsTold:
    """No play for half a year, a year, five years or for good; nobody shortens it."""
    may(session, "exclude-myself")
    accepted(await runtime.do(exclude_myself(session.by, ExclusionKind(asked.term), runtime.house.guard)))
    return _now(runtime, session.user_id)


@router.post("/users/{user_id}/exclusion/lift")
async def lift(user_id: Annotated[UserId, Path()], session: Acting, runtime: Running) -> LimitsTold:
    """Let a player play again whose term is over, and who asks for it."""
    may(session, "lift-exclusion")
    accepted(await runtime.do(lift_exclusion(session.by, user_id, runtime.house.guard)))
    return _now(runtime, user_id)


def _now(runtime: Runtime, user_id: int) -> LimitsTold:
    return limits_told(runtime.house.guard, user_id, runtime.now())


def limits_told(guard: Guard, user_id: int, at: int) -> LimitsTold:
    """One player's limits and play, as he is shown them."""
    limits, activity = guard.limits(user_id), guard.activity(user_id)
    excluded = limits.excluded(at)
    return LimitsTold(
        limits=[_limit(kind, limits.by_kind.get(kind, Limit()), at) for kind in LimitKind],
        excluded=None if excluded is None else _exclusion(excluded, guard),
        played=_played(activity, at),
    )


def _limit(kind: LimitKind, limit: Limit, at: int) -> LimitTold:
    now = limit.settled(at)
    unit: Literal["cents", "minutes"] = "minutes" if kind.is_time else "cents"
    return LimitTold(kind=kind, unit=unit, value=now.value, pending=now.pending, pending_from=now.pending_from)


def _exclusion(one: Exclusion, guard: Guard) -> ExclusionTold:
    message = one.message(guard.calendar)
    return ExclusionTold(kind=one.kind, starts_at=one.starts_at, ends_at=one.ends_at, message=message)


def _played(activity: Activity, at: int) -> PlayedTold:
    now = activity.at(at)
    return PlayedTold(
        today_ms=activity.played_today_ms(at),
        sitting_ms=activity.sat_ms(at),
        day=_span(now.day),
        week=_span(now.week),
        month=_span(now.month),
    )


def _span(window: Sum) -> Span:
    return Span(staked_cents=window.staked_cents, net_cents=window.net_cents, ends_at=window.ends_at)
