"""Days, weeks and months as the house counts them, and dates as people read them. Nothing here reads a clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.errors import BadInput

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
"""Milliseconds, as all times are."""
MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class PeriodKind(StrEnum):
    """How long a limit reaches back."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class CalendarPeriod(NamedTuple):
    """One day, week or month: from its first millisecond up to the first of the next."""

    starts_at: int
    ends_at: int


@dataclass(frozen=True)
class GamingCalendar:
    """The house's days: its time zone, and the hour at which one gaming day ends and the next begins."""

    zone: str = "UTC"
    day_starts_hour: int = 0
    _tz: tzinfo = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.day_starts_hour <= 23:
            raise BadInput.at("day_starts_hour", f"is {self.day_starts_hour}; an hour from 0 to 23")
        object.__setattr__(self, "_tz", _zone(self.zone))

    def period(self, span: PeriodKind, at: int) -> CalendarPeriod:
        """The day, the week (from Monday) or the calendar month that `at` lies in."""
        today = self._day_of(at)
        if span is PeriodKind.DAY:
            first, after = today, today + timedelta(days=1)
        elif span is PeriodKind.WEEK:
            first = today - timedelta(days=today.weekday())
            after = first + timedelta(days=7)
        else:
            first = today.replace(day=1)
            after = _months_on(first, 1)
        return CalendarPeriod(_milliseconds(first), _milliseconds(after))

    def last_days(self, at: int, days: int) -> CalendarPeriod:
        """Return the last so many gaming days, the one that `at` lies in included."""
        today = self._day_of(at)
        return CalendarPeriod(_milliseconds(today - timedelta(days=days - 1)), _milliseconds(today + timedelta(days=1)))

    def days_between(self, first: date, last: date) -> CalendarPeriod:
        """Return the gaming days that begin on these dates and on all dates between."""
        starts, after = (self._start_of(one) for one in (first, last + timedelta(days=1)))
        return CalendarPeriod(_milliseconds(starts), _milliseconds(after))

    def add_months(self, at: int, months: int) -> int:
        """The same day and hour so many months later; the first of the next month where there is no such day."""
        return _milliseconds(_months_on(self._local(at), months))

    def moment(self, at: int) -> str:
        """4 March 2026 at 15:30."""
        return f"{self.date(at)} at {self._local(at):%H:%M}"

    def _local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, UTC).astimezone(self._tz)

    def _start_of(self, day: date) -> datetime:
        return datetime(day.year, day.month, day.day, self.day_starts_hour, tzinfo=self._tz)

    def _day_of(self, at: int) -> datetime:
        """When the gaming day of `at` began, on the wall clock of the house."""
        local = self._local(at)
        start = local.replace(hour=self.day_starts_hour, minute=0, second=0, microsecond=0, fold=0)
        return start if at >= _milliseconds(start) else start - timedelta(days=1)

    def date(self, at: int) -> str:
        """4 March 2026."""
        local = self._local(at)
        return f"{local.day} {MONTH_NAMES[local.month - 1]} {local.year}"


def _zone(name: str) -> tzinfo:
    if name == "UTC":
        return UTC  # needs no database of time zones
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise BadInput.at(
            "zone", f'"{name}" is not a time zone; write one such as "America/Denver" or "UTC"'
        ) from error


def _months_on(moment: datetime, months: int) -> datetime:
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    try:
        return moment.replace(year=year, month=month + 1)
    except ValueError:  # the 31st of June: never earlier than what was asked for
        return _months_on(moment.replace(day=1), months + 1)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
