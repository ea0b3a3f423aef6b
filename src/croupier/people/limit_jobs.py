"""Jobs that set limits, breaks and self-exclusions in the database; the house cannot shorten them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.engine import Row

from croupier.errors import Refused
from croupier.people.exclusions import Exclusion, ExclusionKind, break_end, refuse_lift, term_end
from croupier.people.limit_tracker import LimitTracker
from croupier.people.limits import LimitKind, PlayerLimit, PlayerLimits, refuse_value
from croupier.people.roles import SYSTEM, Principal
from croupier.people.users import Query, refuse_unpermitted_user, user_by_id
from croupier.store.schema import exclusions, player_limits
from croupier.store.unit_of_work import PriorityJob, UnitOfWork

LimitsJob = Callable[[UnitOfWork], PlayerLimits | Refused]


def set_limit(by: Principal, kind: LimitKind, value: int | None, guard: LimitTracker) -> LimitsJob:
    """Return a job that sets a player's limit in cents or minutes; None removes the limit.

    A tighter limit applies at once, a looser limit after a day.
    """

    def job(uow: UnitOfWork) -> PlayerLimits | Refused:
        if (
            refused := refuse_unpermitted_user(uow.query, by, "set-limit")
            or refuse_value(kind, value)
            or _refuse_non_user(by)
        ):
            return refused
        user_id = by.user_id or 0
        before = limits_of(uow.query, user_id)
        after = before.changed(kind, value, uow.at)
        if after != before:
            _write_limit(uow, user_id, kind, after.by_kind[kind], is_new=kind not in before.by_kind)
            event = {"kind": "limit-set", "user_id": user_id, **_event_fields(kind, after.by_kind[kind])}
            uow.append_record("house", actor=by.actor, command="set-limit", events=[event])
            guard.set_limits(uow, user_id, after)
        return after

    return PriorityJob(job)


def take_break(by: Principal, hours: int, guard: LimitTracker) -> LimitsJob:
    """Return a job that starts a break of this many hours; a break cannot be shortened."""

    def job(uow: UnitOfWork) -> PlayerLimits | Refused:
        if refused := refuse_unpermitted_user(uow.query, by, "take-break") or _refuse_non_user(by):
            return refused
        ends_at = break_end(uow.at, hours)
        if isinstance(ends_at, Refused):
            return ends_at
        return _exclude(uow, by, "take-break", ExclusionKind.BREAK, ends_at, guard)

    return PriorityJob(job)


def exclude_myself(by: Principal, kind: ExclusionKind, guard: LimitTracker) -> LimitsJob:
    """Return a job that starts a self-exclusion of 6 months, 1 year, 5 years or forever; it cannot be shortened."""

    def job(uow: UnitOfWork) -> PlayerLimits | Refused:
        if refused := refuse_unpermitted_user(uow.query, by, "self-exclude") or _refuse_non_user(by):
            return refused
        if kind is ExclusionKind.BREAK:
            return Refused(
                "exclusion/term", "Take a break for that: exclusion is for 6 months, 1 or 5 years, or for good."
            )
        return _exclude(uow, by, "self-exclude", kind, term_end(kind, uow.at, guard.calendar), guard)

    return PriorityJob(job)


def lift_exclusion(by: Principal, user_id: int, guard: LimitTracker) -> LimitsJob:
    """Return a job that lifts self-exclusions after their term, at the player's request."""

    def job(uow: UnitOfWork) -> PlayerLimits | Refused:
        if refused := refuse_unpermitted_user(uow.query, by, "lift-exclusion"):
            return refused
        if user_by_id(uow.query, user_id) is None:
            return Refused("user/not_found", f"There is no account {user_id}.")
        before = limits_of(uow.query, user_id)
        if refused := refuse_lift(before.exclusions, uow.at, guard.calendar):
            return refused
        standing = [one.id for one in before.exclusions if one.in_force(uow.at)]
        uow.write(update(exclusions).where(exclusions.c.id.in_(standing)).values(lifted_at=uow.at))
        event = {"kind": "exclusion-lifted", "user_id": user_id, "exclusions": standing}
        uow.append_record("house", actor=by.actor, command="lift-exclusion", events=[event])
        uow.note_significant_event(
            "exclusion/lifted", f"Player {user_id} may play again after self-exclusion", actor=by.actor
        )
        return _refresh_limits(uow, user_id, guard)

    return job


def apply_due(guard: LimitTracker) -> Callable[[UnitOfWork], int]:
    """Return a periodic job that stores pending limits that are now due, at most 1000; it returns their number."""

    def job(uow: UnitOfWork) -> int:
        due = select(player_limits).where(player_limits.c.pending_from <= uow.at)
        rows = uow.query(due.order_by(player_limits.c.user_id, player_limits.c.kind).limit(1000))
        for row in rows:
            kind, limit = LimitKind(row.kind), _limit(row).with_pending_applied(uow.at)
            _write_limit(uow, row.user_id, kind, limit, is_new=False)
            event = {"kind": "limit-loosened", "user_id": row.user_id, **_event_fields(kind, limit)}
            uow.append_record("house", actor=SYSTEM.actor, command="set-limit", events=[event])
        for user_id in sorted({row.user_id for row in rows}):
            _refresh_limits(uow, user_id, guard)
        return len(rows)

    return job


def limits_of(query: Query, user_id: int) -> PlayerLimits:
    """Return the limits of one player from the database."""
    stored = query(select(player_limits).where(player_limits.c.user_id == user_id))
    stays_out = query(select(exclusions).where(exclusions.c.user_id == user_id).order_by(exclusions.c.id))
    return _limits(stored, stays_out)


def all_limits(query: Query) -> dict[int, PlayerLimits]:
    """Return the limits of all players who have set any, by user id."""
    stored: dict[int, tuple[list[Row[Any]], list[Row[Any]]]] = {}
    for row in query(select(player_limits)):
        stored.setdefault(row.user_id, ([], []))[0].append(row)
    for row in query(select(exclusions).where(exclusions.c.lifted_at.is_(None)).order_by(exclusions.c.id)):
        stored.setdefault(row.user_id, ([], []))[1].append(row)
    return {user_id: _limits(*rows) for user_id, rows in stored.items()}


def _limits(stored: Iterable[Row[Any]], stays_out: Iterable[Row[Any]]) -> PlayerLimits:
    by_kind = {LimitKind(row.kind): _limit(row) for row in stored}
    out = (Exclusion(row.id, ExclusionKind(row.kind), row.starts_at, row.ends_at, row.lifted_at) for row in stays_out)
    return PlayerLimits(by_kind, tuple(one for one in out if one.lifted_at is None))


def _limit(row: Row[Any]) -> PlayerLimit:
    return PlayerLimit(row.cents_or_minutes, row.pending, row.pending_from)


def _write_limit(uow: UnitOfWork, user_id: int, kind: LimitKind, limit: PlayerLimit, *, is_new: bool) -> None:
    values = {"cents_or_minutes": limit.value, "pending": limit.pending, "pending_from": limit.pending_from}
    if is_new:
        uow.write(insert(player_limits).values(user_id=user_id, kind=kind.value, **values))
        return
    is_this_limit = (player_limits.c.user_id == user_id) & (player_limits.c.kind == kind.value)
    uow.write(update(player_limits).where(is_this_limit).values(**values))


def _exclude(
    uow: UnitOfWork, by: Principal, command: str, kind: ExclusionKind, ends_at: int | None, guard: LimitTracker
) -> PlayerLimits:
    user_id = by.user_id or 0
    row = {"user_id": user_id, "kind": kind.value, "starts_at": uow.at, "ends_at": ends_at}
    uow.write(insert(exclusions).values(row))
    event = {"kind": "player-excluded", "user_id": user_id, "term": kind.value, "until": ends_at}
    uow.append_record("house", actor=by.actor, command=command, events=[event])
    uow.note_significant_event(f"exclusion/{kind.value}", f"Player {user_id} stays away from play", actor=by.actor)
    return _refresh_limits(uow, user_id, guard)


def _refresh_limits(uow: UnitOfWork, user_id: int, guard: LimitTracker) -> PlayerLimits:
    limits = limits_of(uow.query, user_id)
    guard.set_limits(uow, user_id, limits)
    return limits


def _event_fields(kind: LimitKind, limit: PlayerLimit) -> dict[str, Any]:
    return {"limit": kind.value, "value": limit.value, "pending": limit.pending, "pending_from": limit.pending_from}


def _refuse_non_user(by: Principal) -> Refused | None:
    """Refuse an actor that is not a user: only players set their own limits."""
    return None if by.user_id is not None else Refused("role/forbidden", "Only a player sets his own limits.")
