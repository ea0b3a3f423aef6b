"""Gaming days, weeks and months, and dates as text. Nothing in this module reads a clock."""

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
"""Length of a day; like `MINUTE` and `HOUR`, in milliseconds."""
MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class PeriodKind(StrEnum):
    """Period of a limit: day, week or month."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class CalendarPeriod(NamedTuple):
    """Start of a day, week or month, and start of the next one, in milliseconds since the epoch."""

    starts_at: int
    ends_at: int


@dataclass(frozen=True)
class GamingCalendar:
    """Calendar of the house: its time zone and the hour at which a gaming day begins."""

    zone: str = "UTC"
    day_starts_hour: int = 0
    _tz: tzinfo = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.day_starts_hour <= 23:
            raise BadInput.at("day_starts_hour", f"is {self.day_starts_hour}; an hour from 0 to 23")
        object.__setattr__(self, "_tz", _zone(self.zone))

    def period(self, span: PeriodKind, at: int) -> CalendarPeriod:
        """Return the day, the week (from Monday) or the calendar month that contains `at`."""
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
        """Return the last `days` gaming days, including the one that contains `at`."""
        today = self._day_of(at)
        return CalendarPeriod(_milliseconds(today - timedelta(days=days - 1)), _milliseconds(today + timedelta(days=1)))

    def date_of(self, at: int) -> date:
        """Return the date on which the gaming day that contains `at` begins."""
        return self._day_of(at).date()

    def days_between(self, first: date, last: date) -> CalendarPeriod:
        """Return the period of all gaming days from `first` to `last`, both included."""
        starts, after = (self._start_of(one) for one in (first, last + timedelta(days=1)))
        return CalendarPeriod(_milliseconds(starts), _milliseconds(after))

    def add_months(self, at: int, months: int) -> int:
        """Return the same day and hour `months` months later.

        If that day does not exist, return the first day of the following month.
        """
        return _milliseconds(_months_on(self._local(at), months))

    def moment(self, at: int) -> str:
        """Return date and time as text, for example "4 March 2026 at 15:30"."""
        return f"{self.date(at)} at {self._local(at):%H:%M}"

    def _local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, UTC).astimezone(self._tz)

    def _start_of(self, day: date) -> datetime:
        return datetime(day.year, day.month, day.day, self.day_starts_hour, tzinfo=self._tz)

    def _day_of(self, at: int) -> datetime:
        """Return the start of the gaming day that contains `at`, in local time."""
        local = self._local(at)
        start = local.replace(hour=self.day_starts_hour, minute=0, second=0, microsecond=0, fold=0)
        return start if at >= _milliseconds(start) else start - timedelta(days=1)

    def date(self, at: int) -> str:
        """Return the date as text, for example "4 March 2026"."""
        local = self._local(at)
        return f"{local.day} {MONTH_NAMES[local.month - 1]} {local.year}"


def _zone(name: str) -> tzinfo:
    if name == "UTC":
        return UTC  # UTC needs no time zone database.
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
    # The day does not exist, for example 31 June: move to the first of the next month, never earlier.
    except ValueError:
        return _months_on(moment.replace(day=1), months + 1)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
