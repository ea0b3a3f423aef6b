"""What a player has staked, won and lost, and how long he has played: today, this week, this month, this sitting.

A value, folded from stakes and results. What is staked and not yet settled is kept apart by table: it counts as lost
until it is settled, so that two tables at once cannot lose more together than the player allowed himself.

Time is counted between one stake or result and the next, unless the player paused in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from croupier.people.calendar import MINUTE, GamingCalendar, PeriodKind

PAUSE = 15 * MINUTE
"""Who neither stakes nor settles for this long has stopped; what follows is another sitting."""


@dataclass(frozen=True)
class PeriodTotals:
    """One day, week or month of play."""

    ends_at: int = 0
    starts_at: int = 0
    staked_cents: int = 0
    net_cents: int = 0
    """Won less lost in what has been settled: below zero for a loss."""
    played_ms: int = 0


@dataclass(frozen=True)
class PlayActivity:
    """One player's play, as far back as his limits reach."""

    calendar: GamingCalendar = field(default_factory=GamingCalendar)
    day: PeriodTotals = PeriodTotals()
    week: PeriodTotals = PeriodTotals()
    month: PeriodTotals = PeriodTotals()
    open_cents: Mapping[str, int] = field(default_factory=dict)
    """Staked and not settled, by table."""
    since: int | None = None
    """When this sitting began."""
    last: int | None = None
    """The last stake or result."""

    def at(self, at: int) -> PlayActivity:
        """The same play seen at this moment: what lies behind the day, the week or the month counts no more."""
        if at < self.day.ends_at:  # the day ends no later than the week and the month it is in
            return self
        return replace(
            self,
            day=self._current(PeriodKind.DAY, self.day, at),
            week=self._current(PeriodKind.WEEK, self.week, at),
            month=self._current(PeriodKind.MONTH, self.month, at),
        )

    def after_stake(self, at: int, cents: int, table: str = "") -> PlayActivity:
        """Chips put up: a wager, a fee or a bank."""
        now = self._played(at)
        return now._with(staked=cents, net=0, opened=now._opened(table, cents))

    def after_refund(self, at: int, cents: int, table: str = "") -> PlayActivity:
        """Chips taken back before a result, or given back when a round is called off."""
        now = self._played(at)
        return now._with(staked=-cents, net=0, opened=now._opened(table, -cents))

    def after_result(self, at: int, net_cents: int, table: str = "") -> PlayActivity:
        """A round settled: all that was open at the table is, and this came of it."""
        now = self._played(at)
        return now._with(staked=0, net=net_cents, opened=now._opened(table, -now.open_cents.get(table, 0)))

    def after_correction(self, at: int, cents: int) -> PlayActivity:
        """A settled round was corrected: so much more came of it, or less."""
        return self.at(at)._with(staked=0, net=cents, opened=self.open_cents)

    @property
    def all_open_cents(self) -> int:
        return sum(self.open_cents.values())

    def sat_ms(self, at: int) -> int:
        """How long this sitting has lasted; nothing when the last one is over."""
        if self.since is None or self._has_paused(at):
            return 0
        return max(0, at - self.since)

    def played_today_ms(self, at: int) -> int:
        now = self.at(at)
        return now.day.played_ms + now._since_last(at, now.day)

    def _has_paused(self, at: int) -> bool:
        return self.last is None or at - self.last > PAUSE

    def _since_last(self, at: int, window: PeriodTotals) -> int:
        """What the sitting has added to a window since the last stake or result."""
        if self.last is None or self._has_paused(at):
            return 0
        return max(0, at - max(self.last, window.starts_at))

    def _played(self, at: int) -> PlayActivity:
        """Time goes on to `at`."""
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

    def _opened(self, table: str, cents: int) -> Mapping[str, int]:
        rest = {name: open_cents for name, open_cents in self.open_cents.items() if name != table}
        left = self.open_cents.get(table, 0) + cents
        return rest | {table: left} if left > 0 else rest


def activity_from(rows: Iterable[tuple[int, int, int]], calendar: GamingCalendar) -> PlayActivity:
    """Play so far from settled rounds, oldest first: (at, stake_cents, net_cents) of each."""
    activity = PlayActivity(calendar)
    for at, stake_cents, net_cents in rows:
        activity = activity.after_stake(at, stake_cents).after_result(at, net_cents)
    return activity
