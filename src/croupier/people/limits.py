"""Limits that a player sets, and how much the player may still stake under them.

A tighter limit applies at once. A looser limit, or the removal of a limit, applies after a day; until then the old
limit stays in force and the player can change the decision. Breaks and self-exclusions cannot be shortened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from croupier.errors import Refused
from croupier.money.cents import format_dollars
from croupier.people.activity import PAUSE, PlayActivity
from croupier.people.calendar import DAY, MINUTE, GamingCalendar
from croupier.people.exclusions import Exclusion

LOOSENING_DELAY_MS = DAY
CENTS_MOST = 10**12
MINUTES_MOST = 24 * 60


class LimitKind(StrEnum):
    """Kinds of limits; money in cents, time in minutes."""

    LOSS_DAY = "loss-day"
    LOSS_WEEK = "loss-week"
    LOSS_MONTH = "loss-month"
    STAKE_ROUND = "stake-round"
    STAKE_DAY = "stake-day"
    TIME_DAY = "time-day"
    TIME_SITTING = "time-session"

    @property
    def is_time(self) -> bool:
        return self in (LimitKind.TIME_DAY, LimitKind.TIME_SITTING)

    @property
    def least(self) -> int:
        return 1 if self.is_time else 0

    @property
    def most(self) -> int:
        return MINUTES_MOST if self.is_time else CENTS_MOST

    def format_value(self, value: int | None) -> str:
        if value is None:
            return "no limit"
        if self.is_time:
            return "1 minute" if value == 1 else f"{value:,} minutes"
        return format_dollars(value)


@dataclass(frozen=True)
class PlayerLimit:
    """One limit: the current value and the value from a later time on; None means no limit."""

    value: int | None = None
    pending: int | None = None
    pending_from: int | None = None
    """Time in milliseconds since the epoch at which `pending` takes effect; None if no change is pending."""

    def in_force(self, at: int) -> int | None:
        return self.pending if self._is_due(at) else self.value

    def changed(self, value: int | None, at: int) -> PlayerLimit:
        """Return the limit after its owner requested a new value."""
        now = self.in_force(at)
        if not is_looser(value, now):
            return PlayerLimit(value)
        if self.pending_from is not None and self.pending == value and not self._is_due(at):
            return self  # A repeated request does not restart the waiting time.
        return PlayerLimit(now, value, at + LOOSENING_DELAY_MS)

    def with_pending_applied(self, at: int) -> PlayerLimit:
        """Return the limit with the pending value applied, if it is due."""
        return PlayerLimit(self.pending) if self._is_due(at) else self

    def _is_due(self, at: int) -> bool:
        return self.pending_from is not None and at >= self.pending_from


def is_looser(value: int | None, than: int | None) -> bool:
    return than is not None and (value is None or value > than)


@dataclass(frozen=True)
class PlayerLimits:
    """All limits and exclusions of one player."""

    by_kind: Mapping[LimitKind, PlayerLimit] = field(default_factory=dict)
    exclusions: tuple[Exclusion, ...] = ()

    def in_force(self, kind: LimitKind, at: int) -> int | None:
        limit = self.by_kind.get(kind)
        return limit.in_force(at) if limit else None

    def changed(self, kind: LimitKind, value: int | None, at: int) -> PlayerLimits:
        limit = self.by_kind.get(kind, PlayerLimit()).changed(value, at)
        return PlayerLimits({**self.by_kind, kind: limit}, self.exclusions)

    def excluded(self, at: int) -> Exclusion | None:
        """Return the active break or exclusion that ends last, or None."""
        return max((one for one in self.exclusions if one.in_force(at)), key=Exclusion.end, default=None)


def refuse_value(kind: LimitKind, value: int | None) -> Refused | None:
    """Refuse a value outside the allowed range of this kind of limit."""
    if value is None or kind.least <= value <= kind.most:
        return None
    least, most = kind.format_value(kind.least), kind.format_value(kind.most)
    message = f"A limit {_limit_phrase(kind)} lies between {least} and {most}."
    return Refused("limit/value", message)


def check_stake(
    limits: PlayerLimits, activity: PlayActivity, at: int, extra_stake_cents: int, table: str = ""
) -> Refused | None:
    """Refuse a player who may not stake this many more cents at this table; taking chips back is always allowed."""
    if extra_stake_cents < 0 or not (limits.by_kind or limits.exclusions):
        return None
    if exclusion := limits.excluded(at):
        return Refused("excluded", exclusion.message(activity.calendar))
    now = activity.at(at)
    return (
        _check_time(limits, now, at)
        or _check_stake(limits, now, at, extra_stake_cents, table)
        or _check_loss(limits, now, at, extra_stake_cents)
    )


def _check_time(limits: PlayerLimits, activity: PlayActivity, at: int) -> Refused | None:
    day = limits.in_force(LimitKind.TIME_DAY, at)
    if day is not None and activity.played_today_ms(at) >= day * MINUTE:
        after = f"See you after {activity.calendar.moment(activity.day.ends_at)}."
        return Refused("limit/time", f"{_played(LimitKind.TIME_DAY, day)} a day. {after}")
    sitting = limits.in_force(LimitKind.TIME_SITTING, at)
    if sitting is not None and activity.sitting_ms(at) >= sitting * MINUTE:
        pause = f"Take a pause of {PAUSE // MINUTE} minutes; your credit stays where it is."
        return Refused("limit/time", f"{_played(LimitKind.TIME_SITTING, sitting)} one sitting. {pause}")
    return None


def _played(kind: LimitKind, minutes: int) -> str:
    return f"You have played the {kind.format_value(minutes)} you set yourself for"


def _check_stake(limits: PlayerLimits, activity: PlayActivity, at: int, extra: int, table: str) -> Refused | None:
    for kind, staked in (
        (LimitKind.STAKE_ROUND, activity.open_cents.get(table, 0)),
        (LimitKind.STAKE_DAY, activity.day.staked_cents),
    ):
        limit = limits.in_force(kind, at)
        if limit is not None and staked + extra > limit:
            return Refused(
                "limit/stake",
                _limit_message(kind, limit, limit - staked, extra, activity.calendar, activity.day.ends_at),
            )
    return None


def _check_loss(limits: PlayerLimits, activity: PlayActivity, at: int, extra: int) -> Refused | None:
    """Return a refusal if a lost stake would exceed a loss limit, else None; open stakes count as lost."""
    for kind, window in (
        (LimitKind.LOSS_DAY, activity.day),
        (LimitKind.LOSS_WEEK, activity.week),
        (LimitKind.LOSS_MONTH, activity.month),
    ):
        limit = limits.in_force(kind, at)
        at_risk = activity.all_open_cents - window.net_cents
        if limit is not None and at_risk + extra > limit:
            return Refused(
                "limit/loss", _limit_message(kind, limit, limit - at_risk, extra, activity.calendar, window.ends_at)
            )
    return None


def _limit_message(kind: LimitKind, limit: int, left: int, extra: int, calendar: GamingCalendar, ends_at: int) -> str:
    """Return the message for a stake over a limit: how much the limit still allows, or when its period starts again."""
    text = f"You set yourself a limit of {format_dollars(limit)} {_limit_phrase(kind)}"
    if left > 0:
        return f"{text}: {format_dollars(left)} of it is left, and this would take {format_dollars(extra)}."
    if kind is LimitKind.STAKE_ROUND:
        return f"{text}, and it is reached for this round."
    return f"{text}, and it is reached. It starts afresh on {calendar.moment(ends_at)}."


def _limit_phrase(kind: LimitKind) -> str:
    return {
        LimitKind.LOSS_DAY: "on losses in a day",
        LimitKind.LOSS_WEEK: "on losses in a week",
        LimitKind.LOSS_MONTH: "on losses in a month",
        LimitKind.STAKE_ROUND: "on stakes in a round",
        LimitKind.STAKE_DAY: "on stakes in a day",
        LimitKind.TIME_DAY: "on play in a day",
        LimitKind.TIME_SITTING: "on play in one sitting",
    }[kind]
