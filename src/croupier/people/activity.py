"""Stakes, results and playing time of one player: today, this week, this month, this sitting.

`PlayActivity` is an immutable value, updated by stakes and results. Open stakes are stored per table and count as lost
until they are settled, so that two tables at once cannot exceed the player's loss limit.

Playing time is the time between one stake or result and the next, unless the player paused in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from croupier.people.calendar import MINUTE, GamingCalendar, PeriodKind
from croupier.table.state.changed_copy import replace

PAUSE = 15 * MINUTE
"""Milliseconds without a stake or result after which a sitting is over; later play is a new sitting."""


@dataclass(frozen=True)
class PeriodTotals:
    """Stakes, net result and playing time of one player in one day, week or month."""

    ends_at: int = 0
    starts_at: int = 0
    staked_cents: int = 0
    net_cents: int = 0
    """Wins minus losses of settled rounds, in cents; negative for a loss."""
    played_ms: int = 0


@dataclass(frozen=True)
class PlayActivity:
    """Play of one player, as far back as the player's limits need."""

    calendar: GamingCalendar = field(default_factory=GamingCalendar)
    day: PeriodTotals = PeriodTotals()
    week: PeriodTotals = PeriodTotals()
    month: PeriodTotals = PeriodTotals()
    open_cents: Mapping[str, int] = field(default_factory=dict)
    """Open stakes in cents, by table."""
    since: int | None = None
    """Start of this sitting in milliseconds since the epoch; None if the player has not played yet."""
    last: int | None = None
    """Time of the last stake or result in milliseconds since the epoch; None if there is none."""

    def at(self, at: int) -> PlayActivity:
        """Return the activity with the totals restarted for each day, week or month that has ended by `at`."""
        if at < self.day.ends_at:  # A day ends no later than its week and month.
            return self
        return replace(
            self,
            day=self._current(PeriodKind.DAY, self.day, at),
            week=self._current(PeriodKind.WEEK, self.week, at),
            month=self._current(PeriodKind.MONTH, self.month, at),
        )

    def after_stake(self, at: int, cents: int, table: str = "") -> PlayActivity:
        """Return the activity after a stake: a wager, a fee or a bank."""
        now = self._played(at)
        return now._with(staked=cents, net=0, opened=now._opened(table, cents))

    def after_refund(self, at: int, cents: int, table: str = "") -> PlayActivity:
        """Return the activity after chips were taken back before a result, or returned from a void round."""
        now = self._played(at)
        return now._with(staked=-cents, net=0, opened=now._opened(table, -cents))

    def after_result(self, at: int, net_cents: int, table: str = "") -> PlayActivity:
        """Return the activity after a settled round: all open stakes at the table are closed with this net result."""
        now = self._played(at)
        return now._with(staked=0, net=net_cents, opened=now._opened(table, -now.open_cents.get(table, 0)))

    def after_correction(self, at: int, cents: int) -> PlayActivity:
        """Return the activity after a correction that changed a settled result by `cents`."""
        return self.at(at)._with(staked=0, net=cents, opened=self.open_cents)

    @property
    def all_open_cents(self) -> int:
        return sum(self.open_cents.values())

    def sitting_ms(self, at: int) -> int:
        """Return the length of this sitting in milliseconds; 0 if the last sitting is over."""
        if self.since is None or self._has_paused(at):
            return 0
        return max(0, at - self.since)

    def played_today_ms(self, at: int) -> int:
        now = self.at(at)
        return now.day.played_ms + now._since_last(at, now.day)

    def _has_paused(self, at: int) -> bool:
        return self.last is None or at - self.last > PAUSE

    def _since_last(self, at: int, window: PeriodTotals) -> int:
        """Return the playing time to add to a day, week or month: milliseconds since the last stake or result.

        It is 0 if the player paused. Time before the period `window` began does not count.
        """
        if self.last is None or self._has_paused(at):
            return 0
        return max(0, at - max(self.last, window.starts_at))

    def _played(self, at: int) -> PlayActivity:
        """Return the activity with playing time counted up to `at`."""
        now = self.at(at)
        day = replace(now.day, played_ms=now.day.played_ms + now._since_last(at, now.day))
        since = at if now._has_paused(at) else now.since
        return replace(now, day=day, since=since, last=max(at, now.last or at))

    def _current(self, span: PeriodKind, window: PeriodTotals, at: int) -> PeriodTotals:
        if at < window.ends_at:
            return window
        starts_at, ends_at = self.calendar.period(span, at)
        return PeriodTotals(ends_at=ends_at, starts_at=starts_at)

    def _with(self, *, staked: int, net: int, opened: Mapping[str, int]) -> PlayActivity:
        def grown(window: PeriodTotals) -> PeriodTotals:
            return replace(window, staked_cents=window.staked_cents + staked, net_cents=window.net_cents + net)

        return replace(self, day=grown(self.day), week=grown(self.week), month=grown(self.month), open_cents=opened)

    def at_once(self, rounds: Sequence[tuple[int, int]], played_ms: int) -> PlayActivity:
        """Return the activity after several settled rounds of the current day, as (stake_cents, net_cents)."""
        staked, net = sum(stake for stake, _ in rounds), sum(net for _, net in rounds)
        after = self._with(staked=staked, net=net, opened=self.open_cents)
        return replace(after, day=replace(after.day, played_ms=after.day.played_ms + played_ms))

    def _opened(self, table: str, cents: int) -> Mapping[str, int]:
        rest = {name: open_cents for name, open_cents in self.open_cents.items() if name != table}
        left = self.open_cents.get(table, 0) + cents
        return rest | {table: left} if left > 0 else rest


def activity_from(rows: Iterable[tuple[int, int, int]], calendar: GamingCalendar) -> PlayActivity:
    """Return the activity computed from settled rounds, oldest first: (at, stake_cents, net_cents) of each.

    The result equals repeated calls of `after_stake` and `after_result`; a start adds up a month of rounds at once.
    """
    activity = PlayActivity(calendar)
    waiting: list[tuple[int, int]] = []
    since, last, played_ms = activity.since, activity.last, 0
    day_starts_at, day_ends_at = activity.day.starts_at, activity.day.ends_at
    for at, stake_cents, net_cents in rows:
        if at >= day_ends_at:
            activity = activity.at_once(waiting, played_ms).at(at)
            waiting.clear()
            day_starts_at, day_ends_at, played_ms = activity.day.starts_at, activity.day.ends_at, 0
        if last is None or at - last > PAUSE:
            since = at
        else:
            played_ms += max(0, at - max(last, day_starts_at))
        last = max(at, last or at)
        waiting.append((stake_cents, net_cents))
    return replace(activity.at_once(waiting, played_ms), since=since, last=last)
