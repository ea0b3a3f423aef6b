"""Limits that players set for themselves, breaks and exclusions.

A tighter limit applies at once, a looser one a day later. No wager passes a limit.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Executable, select
from sqlalchemy.engine import Row

from croupier.errors import BadInput, Refused
from croupier.evidence.row_audit import audit_rows
from croupier.house.house import Accepted
from croupier.house.writer import Writer
from croupier.people.accounts import create_user
from croupier.people.activity import PAUSE, PlayActivity, activity_from
from croupier.people.calendar import DAY, HOUR, MINUTE, GamingCalendar, PeriodKind
from croupier.people.exclusions import Exclusion, ExclusionKind
from croupier.people.limit_jobs import (
    all_limits,
    apply_due,
    exclude_myself,
    lift_exclusion,
    limits_of,
    set_limit,
    take_break,
)
from croupier.people.limit_tracker import LimitTracker
from croupier.people.limits import (
    LOOSENING_DELAY_MS,
    LimitKind,
    PlayerLimit,
    PlayerLimits,
    check_stake,
    is_looser,
    refuse_value,
)
from croupier.people.passwords import PasswordHash
from croupier.people.roles import SYSTEM, Principal, Role
from croupier.people.users import User
from croupier.store import schema
from croupier.store.store import Store
from croupier.store.unit_of_work import LedgerState, UnitOfWork
from croupier.table import commands as c
from croupier.table.settings import TableSettings
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.evidence_house import ANN, DEALER, FLOOR, Evening

START = 1_772_600_000_000  # Wednesday 4 March 2026, 04:53:20 UTC
ZONES = ("UTC", "America/Los_Angeles", "America/Denver", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
MONEY = [kind for kind in LimitKind if not kind.is_time]

moments = st.integers(0, 4_000_000_000_000)
values = st.none() | st.integers(0, 1_000_000)
calendars = st.builds(GamingCalendar, st.sampled_from(ZONES), st.integers(0, 23))


def code_of(answer: object) -> str:
    """Return the code of a refusal; check that its message is a sentence that ends with a period."""
    assert isinstance(answer, Refused), answer
    assert answer.message.endswith(".")
    return answer.code


# One limit


@given(values, moments)
def test_a_first_limit_counts_at_once(value: int | None, at: int) -> None:
    assert PlayerLimit().changed(value, at).in_force(at) == value


@given(st.lists(st.tuples(values, st.integers(0, 3 * DAY)), max_size=8), values)
def test_tightening_never_waits(wishes: list[tuple[int | None, int]], value: int | None) -> None:
    limit, at = history(wishes)
    now = limit.in_force(at)
    if is_looser(value, now):
        return
    changed = limit.changed(value, at)
    assert changed.in_force(at) == value
    assert changed.in_force(at + 10 * LOOSENING_DELAY_MS) == value, "and what was pending is forgotten"


@given(st.lists(st.tuples(values, st.integers(0, 3 * DAY)), max_size=8), values, st.integers(0, LOOSENING_DELAY_MS - 1))
def test_loosening_is_never_immediate(wishes: list[tuple[int | None, int]], value: int | None, later: int) -> None:
    limit, at = history(wishes)
    now = limit.in_force(at)
    changed = limit.changed(value, at)
    if is_looser(value, now) and value != limit.pending:
        assert changed.in_force(at + later) == now
        assert changed.in_force(at + LOOSENING_DELAY_MS) == value


@given(st.lists(st.tuples(values, st.integers(0, 3 * DAY)), min_size=1, max_size=10))
def test_a_limit_is_never_looser_than_the_wishes_of_the_last_day(requests: list[tuple[int | None, int]]) -> None:
    """Check the limit against all requests of the player, without the state of `PlayerLimit`.

    The limit is never looser than the loosest request of the last day and the last request before that day.
    """
    limit, at = PlayerLimit(), START
    wishes: list[tuple[int, int | None]] = [(START - 10 * DAY, None)]
    for value, wait in requests:
        at += wait
        limit = limit.changed(value, at)
        wishes.append((at, value))
        recent = [wish for when, wish in wishes if when > at - LOOSENING_DELAY_MS]
        before = [wish for when, wish in wishes if when <= at - LOOSENING_DELAY_MS][-1]
        loosest = None if None in (*recent, before) else max(wish for wish in (*recent, before) if wish is not None)
        assert not is_looser(limit.in_force(at), loosest)


def test_the_same_request_again_does_not_restart_the_day() -> None:
    limit = PlayerLimit(100).changed(500, START).changed(500, START + 20 * HOUR)
    assert limit.in_force(START + DAY) == 500


def test_a_different_request_restarts_the_day() -> None:
    limit = PlayerLimit(100).changed(500, START).changed(400, START + 20 * HOUR)
    assert limit.in_force(START + DAY) == 100
    assert limit.in_force(START + 44 * HOUR) == 400


def test_taking_a_limit_away_is_loosening() -> None:
    limit = PlayerLimit(100).changed(None, START)
    assert limit.in_force(START + DAY - 1) == 100
    assert limit.in_force(START + DAY) is None


def test_a_request_for_the_old_limit_cancels_the_pending_one() -> None:
    limit = PlayerLimit(100).changed(500, START).changed(100, START + HOUR)
    assert limit == PlayerLimit(100)


def test_a_pending_limit_takes_effect_when_it_is_due() -> None:
    limit = PlayerLimit(100).changed(500, START)
    assert limit.with_pending_applied(START + DAY - 1) == limit
    assert limit.with_pending_applied(START + DAY) == PlayerLimit(500)


@pytest.mark.parametrize("kind", LimitKind)
def test_invalid_limits_are_refused(kind: LimitKind) -> None:
    assert refuse_value(kind, None) is None
    assert refuse_value(kind, kind.least) is None
    assert refuse_value(kind, kind.most) is None
    for value in (-1, kind.least - 1, kind.most + 1, 2**80):
        assert code_of(refuse_value(kind, value)) == "limit/value"


def history(wishes: list[tuple[int | None, int]]) -> tuple[PlayerLimit, int]:
    """Apply a series of requests; return the limit and the time of the last request."""
    limit, at = PlayerLimit(), START
    for value, wait in wishes:
        at += wait
        limit = limit.changed(value, at)
    return limit, at


# The calendar


@given(calendars, st.sampled_from(PeriodKind), moments)
def test_every_moment_lies_in_its_day_week_and_month(calendar: GamingCalendar, span: PeriodKind, at: int) -> None:
    reach = calendar.period(span, at)
    assert reach.starts_at <= at < reach.ends_at
    assert calendar.period(span, reach.starts_at) == reach
    assert calendar.period(span, reach.ends_at - 1) == reach
    assert calendar.period(span, reach.ends_at).starts_at == reach.ends_at


@given(calendars, moments)
def test_a_day_ends_no_later_than_its_week_and_its_month(calendar: GamingCalendar, at: int) -> None:
    day, week, month = (calendar.period(span, at) for span in PeriodKind)
    assert week.starts_at <= day.starts_at < day.ends_at <= week.ends_at
    assert month.starts_at <= day.starts_at < day.ends_at <= month.ends_at
    assert 22 * HOUR < day.ends_at - day.starts_at < 26 * HOUR


def test_a_gaming_day_may_begin_in_the_morning() -> None:
    calendar = GamingCalendar("America/Los_Angeles", 6)
    day = calendar.period(PeriodKind.DAY, START)  # 3 March, 20:53 in Los Angeles
    assert calendar.moment(day.starts_at) == "3 March 2026 at 06:00"
    assert calendar.moment(day.ends_at) == "4 March 2026 at 06:00"
    assert calendar.moment(calendar.period(PeriodKind.WEEK, START).starts_at) == "2 March 2026 at 06:00"


def test_gaming_days_are_as_long_as_the_clocks_make_them() -> None:
    """Check a day of 23 and a day of 25 hours: clocks in Denver change on 8 March and 1 November 2026."""
    calendar = GamingCalendar("America/Denver", 6)
    for year_day, hours in ((dt.date(2026, 3, 7), 23), (dt.date(2026, 3, 8), 24), (dt.date(2026, 10, 31), 25)):
        day = calendar.days_between(year_day, year_day)
        assert day.ends_at - day.starts_at == hours * HOUR
        assert calendar.period(PeriodKind.DAY, day.starts_at) == calendar.period(PeriodKind.DAY, day.ends_at - 1) == day
        assert calendar.last_days(day.ends_at - 1, 1) == day
    three = calendar.last_days(day.starts_at, 3)
    assert calendar.moment(three.starts_at) == "29 October 2026 at 06:00"


@pytest.mark.parametrize(
    ("months", "date"), [(6, "4 September 2026"), (12, "4 March 2027"), (60, "4 March 2031"), (0, "4 March 2026")]
)
def test_months_are_added_by_the_calendar(months: int, date: str) -> None:
    assert GamingCalendar().date(GamingCalendar().add_months(START, months)) == date


def test_a_term_that_ends_on_a_missing_day_ends_on_the_next_day() -> None:
    august_31 = 1_788_134_400_000
    assert GamingCalendar().date(august_31) == "31 August 2026"
    assert GamingCalendar().date(GamingCalendar().add_months(august_31, 6)) == "1 March 2027"


@pytest.mark.parametrize(
    ("zone", "hour", "where"), [("Mars/Base", 0, "zone"), ("../etc", 0, "zone"), ("UTC", 24, "day")]
)
def test_invalid_calendars_are_refused(zone: str, hour: int, where: str) -> None:
    with pytest.raises(BadInput, match=where):
        GamingCalendar(zone, hour)


# Play


@dataclass(frozen=True)
class Round:
    """One round of a random player: wait in milliseconds, table, stake in cents, and result."""

    wait: int
    table: str
    stake: int
    returns: int
    """Multiple of the stake that comes back: 0 is a loss, 2 an even-money win."""

    @property
    def net(self) -> int:
        return self.stake * (self.returns - 1)


play = st.lists(
    st.builds(
        Round,
        st.integers(0, 3 * HOUR) | st.integers(0, 20 * DAY),
        st.sampled_from(["ez-1", "ez-2"]),
        st.integers(1, 5000),
        st.integers(0, 2),
    ),
    max_size=25,
)


@settings(max_examples=150)
@given(play, st.sampled_from(MONEY), st.integers(0, 8000), calendars)
def test_accepted_wagers_never_exceed_a_limit(
    rounds: list[Round], kind: LimitKind, cents: int, calendar: GamingCalendar
) -> None:
    """Check that no limit is exceeded even if every accepted wager loses in full.

    Wagers at another table may still be open.
    """
    limits = PlayerLimits({kind: PlayerLimit(cents)})
    activity, at = PlayActivity(calendar), START
    rows: list[tuple[int, int, int]] = []
    for played in rounds:
        at += played.wait
        if check_stake(limits, activity, at, played.stake, played.table) is None:
            activity = activity.after_stake(at, played.stake, played.table)
            rows.append((at, played.stake, 0))
            assert counted(kind, rows, calendar, at, activity.open_cents) <= cents
        if played.returns != 1 and played.table in activity.open_cents:
            open_cents = activity.open_cents[played.table]
            net = open_cents * (played.returns - 1)
            activity = activity.after_result(at, net, played.table)
            rows.append((at, 0, net))
            assert counted(kind, rows, calendar, at, {}) <= cents


def counted(
    kind: LimitKind,
    rows: Sequence[tuple[int, int, int]],
    calendar: GamingCalendar,
    at: int,
    still_open: Mapping[str, int],
) -> int:
    """Compute the amount that a limit of this kind counts, from all rounds so far."""
    if kind is LimitKind.STAKE_ROUND:
        return max(still_open.values(), default=0)
    span = PeriodKind(kind.value.partition("-")[2])
    starts_at = calendar.period(span, at).starts_at
    if kind is LimitKind.STAKE_DAY:
        return sum(stake for when, stake, _ in rows if when >= starts_at)
    return sum(still_open.values()) - sum(net for when, _, net in rows if when >= starts_at)


@given(play, calendars)
def test_activity_counted_step_by_step_equals_activity_counted_afterwards(
    rounds: list[Round], calendar: GamingCalendar
) -> None:
    activity, at, rows = PlayActivity(calendar), START, []
    for played in rounds:
        at += played.wait
        activity = activity.after_stake(at, played.stake, played.table).after_result(at, played.net, played.table)
        rows.append((at, played.stake, played.net))
    assert activity_from(rows, calendar) == activity
    for span, window in zip(PeriodKind, (activity.day, activity.week, activity.month), strict=True):
        if rows:
            starts_at = calendar.period(span, at).starts_at
            assert window.staked_cents == sum(stake for when, stake, _ in rows if when >= starts_at)
            assert window.net_cents == sum(net for when, _, net in rows if when >= starts_at)


@given(play, st.sampled_from(LimitKind), st.integers(1, 200))
def test_without_a_limit_every_stake_is_allowed(rounds: list[Round], kind: LimitKind, loose: int) -> None:
    activity = activity_from([(START, played.stake, played.net) for played in rounds], GamingCalendar())
    assert check_stake(PlayerLimits(), activity, START, loose) is None
    assert check_stake(PlayerLimits({kind: PlayerLimit(None)}), activity, START, loose) is None


@given(st.sampled_from(LimitKind), st.integers(1, 10_000))
def test_taking_chips_back_is_always_allowed(kind: LimitKind, cents: int) -> None:
    activity = PlayActivity().after_stake(START, 50_000)
    out = Exclusion(1, ExclusionKind.PERMANENT, START, None)
    assert check_stake(PlayerLimits({kind: PlayerLimit(1)}, (out,)), activity, START + 5 * HOUR, -cents) is None


def test_a_loss_may_be_won_back_and_staked_again() -> None:
    limits = PlayerLimits({LimitKind.LOSS_DAY: PlayerLimit(10_000)})
    activity = PlayActivity().after_stake(START, 10_000).after_result(START, -10_000)
    assert code_of(check_stake(limits, activity, START, 1)) == "limit/loss"
    won = PlayActivity().after_stake(START, 10_000).after_result(START, 20_000)
    assert check_stake(limits, won, START, 30_000) is None
    assert code_of(check_stake(limits, won, START, 30_001)) == "limit/loss"


def test_chips_at_two_tables_count_together_as_lost() -> None:
    limits = PlayerLimits({LimitKind.LOSS_DAY: PlayerLimit(10_000)})
    activity = PlayActivity().after_stake(START, 6_000, "ez-1")
    assert check_stake(limits, activity, START, 4_000, "ez-2") is None
    assert code_of(check_stake(limits, activity, START, 4_001, "ez-2")) == "limit/loss"


def test_a_limit_on_a_round_counts_for_each_table() -> None:
    limits = PlayerLimits({LimitKind.STAKE_ROUND: PlayerLimit(5_000)})
    activity = PlayActivity().after_stake(START, 4_000, "ez-1")
    assert code_of(check_stake(limits, activity, START, 1_001, "ez-1")) == "limit/stake"
    assert check_stake(limits, activity, START, 5_000, "ez-2") is None
    settled = activity.after_result(START, -4_000, "ez-1")
    assert check_stake(limits, settled, START, 5_000, "ez-1") is None


def test_chips_taken_back_may_be_staked_again() -> None:
    limits = PlayerLimits({LimitKind.STAKE_DAY: PlayerLimit(5_000)})
    activity = PlayActivity().after_stake(START, 5_000).after_refund(START, 2_000)
    assert check_stake(limits, activity, START, 2_000) is None
    assert code_of(check_stake(limits, activity, START, 2_001)) == "limit/stake"


def test_a_new_day_a_new_week_and_a_new_month_start_afresh() -> None:
    calendar = GamingCalendar()
    lost = PlayActivity(calendar).after_stake(START, 100).after_result(START, -100)
    for kind, span in (
        (LimitKind.LOSS_DAY, PeriodKind.DAY),
        (LimitKind.LOSS_WEEK, PeriodKind.WEEK),
        (LimitKind.LOSS_MONTH, PeriodKind.MONTH),
    ):
        limits = PlayerLimits({kind: PlayerLimit(100)})
        ends_at = calendar.period(span, START).ends_at
        assert code_of(check_stake(limits, lost, ends_at - 1, 1)) == "limit/loss"
        assert check_stake(limits, lost, ends_at, 1) is None


def test_a_round_that_started_before_midnight_counts_on_both_days() -> None:
    """An open stake counts on both days, so neither day can lose more than its limit."""
    limits = PlayerLimits({LimitKind.LOSS_DAY: PlayerLimit(100)})
    midnight = GamingCalendar().period(PeriodKind.DAY, START).ends_at
    activity = PlayActivity().after_stake(midnight - 1, 100)
    assert code_of(check_stake(limits, activity, midnight, 1)) == "limit/loss"
    lost = activity.after_result(midnight, -100)
    assert code_of(check_stake(limits, lost, midnight, 1)) == "limit/loss"


def test_a_correction_counts_when_it_is_made() -> None:
    limits = PlayerLimits({LimitKind.LOSS_DAY: PlayerLimit(100)})
    activity = PlayActivity().after_stake(START, 100).after_result(START, 100).after_correction(START + HOUR, -200)
    assert code_of(check_stake(limits, activity, START + HOUR, 1)) == "limit/loss"


def sat(minutes: int, each: int = 5) -> PlayActivity:
    """Return the activity of a player who has played for `minutes` and staked every `each` minutes."""
    activity = PlayActivity()
    for minute in range(0, minutes + 1, each):
        activity = activity.after_stake(START + minute * MINUTE, 100).after_result(START + minute * MINUTE, -100)
    return activity


def test_a_sitting_ends_after_its_minutes_and_begins_again_after_a_pause() -> None:
    limits = PlayerLimits({LimitKind.TIME_SITTING: PlayerLimit(60)})
    activity = sat(55)
    assert check_stake(limits, activity, START + 60 * MINUTE - 1, 100) is None
    assert code_of(check_stake(limits, activity, START + 60 * MINUTE, 100)) == "limit/time"
    last = START + 55 * MINUTE
    assert code_of(check_stake(limits, activity, last + PAUSE, 100)) == "limit/time"
    assert check_stake(limits, activity, last + PAUSE + 1, 100) is None


def test_minutes_of_a_day_add_up_over_pauses() -> None:
    limits = PlayerLimits({LimitKind.TIME_DAY: PlayerLimit(60)})
    activity = sat(30)
    again = START + 5 * HOUR
    for minute in range(0, 26, 5):
        at = again + minute * MINUTE
        assert check_stake(limits, activity, at, 100) is None
        activity = activity.after_stake(at, 100)
    assert check_stake(limits, activity, again + 30 * MINUTE - 1, 100) is None
    assert code_of(check_stake(limits, activity, again + 30 * MINUTE, 100)) == "limit/time"
    tomorrow = GamingCalendar().period(PeriodKind.DAY, START).ends_at
    assert check_stake(limits, activity, tomorrow + HOUR, 100) is None


def test_time_played_over_midnight_is_split() -> None:
    midnight = GamingCalendar().period(PeriodKind.DAY, START).ends_at
    activity = PlayActivity()
    for at in range(midnight - 20 * MINUTE, midnight + 11 * MINUTE, 10 * MINUTE):
        activity = activity.after_stake(at, 1).after_result(at, 0)
    assert activity.played_today_ms(midnight + 10 * MINUTE) == 10 * MINUTE
    assert activity.sitting_ms(midnight + 10 * MINUTE) == 30 * MINUTE


@given(st.lists(st.integers(0, 2 * PAUSE), max_size=30), st.integers(1, 90))
def test_no_round_starts_after_the_time_limit(waits: list[int], minutes: int) -> None:
    limits = PlayerLimits({LimitKind.TIME_SITTING: PlayerLimit(minutes), LimitKind.TIME_DAY: PlayerLimit(2 * minutes)})
    activity, at, sitting, last = PlayActivity(), START, START, 0
    for wait in waits:
        at += wait
        if at - last > PAUSE:
            sitting = at
        if check_stake(limits, activity, at, 1) is None:
            assert at == sitting or at - sitting < minutes * MINUTE
            activity = activity.after_stake(at, 1).after_result(at, 0)
            last = at


def test_a_clock_that_goes_back_counts_no_negative_time() -> None:
    activity = PlayActivity().after_stake(START, 100).after_result(START - 5000, -100)
    assert activity.last == START
    assert activity.day.played_ms == 0
    assert activity.sitting_ms(START - DAY) == 0
    assert activity.day.net_cents == -100


def test_refusals_tell_the_player_about_the_limit() -> None:
    loss = PlayerLimits({LimitKind.LOSS_DAY: PlayerLimit(20_000)})
    activity = PlayActivity().after_stake(START, 15_000).after_result(START, -15_000)
    refused = check_stake(loss, activity, START, 10_000)
    assert refused == Refused(
        "limit/loss",
        "You set yourself a limit of $200 on losses in a day: $50 of it is left, and this would take $100.",
    )
    reached = check_stake(loss, activity.after_result(START, -5_000), START, 100)
    assert reached is not None
    assert reached.message.endswith("and it is reached. It starts afresh on 5 March 2026 at 00:00.")
    round_limit = check_stake(
        PlayerLimits({LimitKind.STAKE_ROUND: PlayerLimit(5)}), PlayActivity().after_stake(START, 5), START, 5
    )
    assert round_limit is not None
    assert (
        round_limit.message
        == "You set yourself a limit of $0.05 on stakes in a round, and it is reached for this round."
    )
    day = check_stake(PlayerLimits({LimitKind.TIME_DAY: PlayerLimit(1)}), sat(5), START + 5 * MINUTE, 1)
    assert day is not None
    assert (
        day.message == "You have played the 1 minute you set yourself for a day. See you after 5 March 2026 at 00:00."
    )
    sitting = check_stake(PlayerLimits({LimitKind.TIME_SITTING: PlayerLimit(5)}), sat(5), START + 5 * MINUTE, 1)
    assert sitting is not None
    assert sitting.message == (
        "You have played the 5 minutes you set yourself for one sitting. "
        "Take a pause of 15 minutes; your credit stays where it is."
    )


# Breaks and exclusions


def test_a_break_ends_by_itself_and_an_exclusion_does_not() -> None:
    rest = Exclusion(1, ExclusionKind.BREAK, START, START + DAY)
    assert [rest.in_force(at) for at in (START, START + DAY - 1, START + DAY)] == [True, True, False]
    year = Exclusion(2, ExclusionKind.ONE_YEAR, START, START + 365 * DAY)
    assert year.in_force(START + 1000 * DAY)


def test_the_longest_exclusion_is_reported() -> None:
    rest = Exclusion(1, ExclusionKind.BREAK, START, START + DAY)
    year = Exclusion(2, ExclusionKind.ONE_YEAR, START, START + 365 * DAY)
    ever = Exclusion(3, ExclusionKind.PERMANENT, START, None)
    assert PlayerLimits(exclusions=(rest,)).excluded(START) == rest
    assert PlayerLimits(exclusions=(rest, year)).excluded(START) == year
    refused = check_stake(PlayerLimits(exclusions=(year, ever, rest)), PlayActivity(), START, 0)
    assert code_of(refused) == "excluded"
    assert refused is not None
    assert refused.message.startswith("You asked us never to let you play here, and we keep to that.")
    assert "4 March 2027" in year.message(GamingCalendar())
    assert "5 March 2026 at 04:53" in rest.message(GamingCalendar())


# In the store


@dataclass
class House:
    """House with one player and one supervisor, and a clock that the test sets."""

    store: Store
    at: int = START
    guard: LimitTracker = field(default_factory=LimitTracker)

    def __post_init__(self) -> None:
        self.writer = Writer(self.store, LedgerState(self.store.house), lambda: self.at)
        self.player = self.person("pat", Role.PLAYER)
        self.supervisor = self.person("sue", Role.SUPERVISOR)

    def person(self, name: str, role: Role) -> Principal:
        job = create_user(SYSTEM, name=name, display_name=name, role=role, password=PasswordHash("-"))
        user = self.run(job)
        assert isinstance(user, User), user
        return Principal.user(user.id, role)

    def run(self, job: Callable[[UnitOfWork], Any]) -> Any:
        return self.writer.run(job)

    def query(self, statement: Executable) -> Sequence[Row[Any]]:
        with self.store.read() as connection:
            return connection.execute(statement).all()

    @property
    def id(self) -> int:
        assert self.player.user_id is not None
        return self.player.user_id

    def set(self, kind: LimitKind, value: int | None) -> Any:
        return self.run(set_limit(self.player, kind, value, self.guard))

    def check(self, cents: int, table: str = "ez-1") -> Refused | None:
        return self.guard.check_stake(self.id, self.at, cents, table)

    def restarted(self) -> LimitTracker:
        """Return a limit tracker that is rebuilt from the database."""
        guard = LimitTracker(self.guard.calendar)
        guard.restore_limits(all_limits(self.query))
        return guard

    def kinds(self) -> list[str]:
        """Return the kinds of all events in the log."""
        return [event["kind"] for record in self.store.records("house") for event in record.events]


@pytest.fixture
def house(database_url: str) -> Iterator[House]:  # noqa: F811 - a fixture
    """Open a new house; after the test, check that every row of its database follows from the log."""
    with Store.open(database_url, create=True) as store:
        yield House(store)
        assert audit_rows(store).findings == []


def test_a_limit_is_kept_and_asked_before_each_wager(house: House) -> None:
    assert house.check(10**9) is None
    limits = house.set(LimitKind.STAKE_ROUND, 5_000)
    assert limits == limits_of(house.query, house.id) == house.guard.limits(house.id)
    assert code_of(house.check(5_001)) == "limit/stake"
    house.run(lambda uow: house.guard.record_stake(uow, house.id, 5_000, "ez-1"))
    assert code_of(house.check(1)) == "limit/stake"
    house.run(lambda uow: house.guard.record_stake(uow, house.id, -2_000, "ez-1"))
    assert house.check(2_000) is None
    house.run(lambda uow: house.guard.record_result(uow, house.id, -3_000, "ez-1"))
    assert house.check(5_000) is None
    assert house.kinds()[-1] == "limit-set"


def test_a_looser_limit_waits_a_day_in_the_store_too(house: House) -> None:
    house.set(LimitKind.LOSS_DAY, 1_000)
    house.set(LimitKind.LOSS_DAY, 9_000)
    house.at += DAY - 1
    assert house.run(apply_due(house.guard)) == 0
    assert code_of(house.check(1_001)) == "limit/loss"
    assert code_of(house.restarted().check_stake(house.id, house.at, 1_001)) == "limit/loss"
    house.at += 1
    assert house.check(9_000) is None, "due, whether or not it has been written down"
    assert house.restarted().check_stake(house.id, house.at, 9_000) is None
    assert house.run(apply_due(house.guard)) == 1
    assert house.run(apply_due(house.guard)) == 0
    assert limits_of(house.query, house.id).by_kind == {LimitKind.LOSS_DAY: PlayerLimit(9_000)}
    assert house.kinds()[-2:] == ["limit-set", "limit-loosened"]
    assert code_of(house.check(9_001)) == "limit/loss"


def test_taking_a_limit_away_waits_a_day_in_the_store_too(house: House) -> None:
    house.set(LimitKind.STAKE_DAY, 1_000)
    house.set(LimitKind.STAKE_DAY, None)
    assert code_of(house.restarted().check_stake(house.id, house.at + DAY - 1, 1_001)) == "limit/stake"
    assert house.restarted().check_stake(house.id, house.at + DAY, 1_001) is None
    house.at += DAY
    house.run(apply_due(house.guard))
    assert house.restarted().check_stake(house.id, house.at, 1_001) is None


def test_setting_the_same_limit_again_writes_nothing(house: House) -> None:
    house.set(LimitKind.STAKE_DAY, 1_000)
    before = house.kinds()
    house.set(LimitKind.STAKE_DAY, 1_000)
    assert house.kinds() == before


@pytest.mark.parametrize("hours", [24, 72, 1008])
def test_a_break_is_kept_to_its_last_moment(house: House, hours: int) -> None:
    house.run(take_break(house.player, hours, house.guard))
    house.at += hours * HOUR - 1
    for guard in (house.guard, house.restarted()):
        assert code_of(guard.check_stake(house.id, house.at, 0)) == "excluded"
        assert guard.check_stake(house.id, house.at + 1, 100) is None


@pytest.mark.parametrize("hours", [-1, 0, 23, 1009, 10**30])
def test_invalid_breaks_are_refused(house: House, hours: int) -> None:
    assert code_of(house.run(take_break(house.player, hours, house.guard))) == "exclusion/term"
    assert house.check(100) is None


TERMS = {ExclusionKind.SIX_MONTHS: 184, ExclusionKind.ONE_YEAR: 365, ExclusionKind.FIVE_YEARS: 1826}


@pytest.mark.parametrize(("kind", "days"), TERMS.items())
def test_an_exclusion_is_lifted_by_a_supervisor_after_its_term_and_not_before(
    house: House, kind: ExclusionKind, days: int
) -> None:
    house.run(exclude_myself(house.player, kind, house.guard))
    for early in (0, DAY, days * DAY - 1):
        house.at = START + early
        assert code_of(house.run(lift_exclusion(house.supervisor, house.id, house.guard))) == "exclusion/term"
        assert code_of(house.check(0)) == "excluded"
    house.at = START + days * DAY
    assert code_of(house.check(0)) == "excluded", "nobody is back without having asked"
    assert code_of(house.restarted().check_stake(house.id, house.at, 0)) == "excluded"
    limits = house.run(lift_exclusion(house.supervisor, house.id, house.guard))
    assert isinstance(limits, PlayerLimits)
    assert house.check(100) is None
    assert house.restarted().check_stake(house.id, house.at, 100) is None
    assert house.kinds()[-2:] == ["player-excluded", "exclusion-lifted"]
    codes = [row.code for row in house.query(select(schema.significant).order_by(schema.significant.c.id))]
    assert codes == [f"exclusion/{kind.value}", "exclusion/lifted"]


def test_a_permanent_exclusion_is_never_lifted(house: House) -> None:
    house.run(exclude_myself(house.player, ExclusionKind.PERMANENT, house.guard))
    house.at += 50 * 365 * DAY
    assert code_of(house.run(lift_exclusion(house.supervisor, house.id, house.guard))) == "exclusion/permanent"
    assert code_of(house.check(0)) == "excluded"


def test_a_break_cannot_be_lifted_early_and_shortens_no_exclusion(house: House) -> None:
    house.run(take_break(house.player, 48, house.guard))
    assert code_of(house.run(lift_exclusion(house.supervisor, house.id, house.guard))) == "exclusion/term"
    house.run(exclude_myself(house.player, ExclusionKind.SIX_MONTHS, house.guard))
    house.run(take_break(house.player, 24, house.guard))
    house.at += 7 * DAY
    assert code_of(house.check(0)) == "excluded"


def test_the_longer_of_two_exclusions_counts(house: House) -> None:
    house.run(exclude_myself(house.player, ExclusionKind.SIX_MONTHS, house.guard))
    house.run(exclude_myself(house.player, ExclusionKind.ONE_YEAR, house.guard))
    house.at += 200 * DAY
    assert code_of(house.run(lift_exclusion(house.supervisor, house.id, house.guard))) == "exclusion/term"
    house.at += 165 * DAY
    assert isinstance(house.run(lift_exclusion(house.supervisor, house.id, house.guard)), PlayerLimits)


def test_a_player_cannot_lift_an_exclusion_and_staff_have_no_limits(house: House) -> None:
    house.run(exclude_myself(house.player, ExclusionKind.SIX_MONTHS, house.guard))
    house.at += 200 * DAY
    assert code_of(house.run(lift_exclusion(house.player, house.id, house.guard))) == "role/forbidden"
    for job in (
        set_limit(house.supervisor, LimitKind.LOSS_DAY, 1, house.guard),
        take_break(house.supervisor, 24, house.guard),
        exclude_myself(house.supervisor, ExclusionKind.ONE_YEAR, house.guard),
        set_limit(SYSTEM, LimitKind.LOSS_DAY, 1, house.guard),
        take_break(SYSTEM, 24, house.guard),
        exclude_myself(SYSTEM, ExclusionKind.ONE_YEAR, house.guard),
    ):
        assert code_of(house.run(job)) == "role/forbidden"


def test_misuse_of_limits(house: House) -> None:
    for value in (-1, 10**13):
        assert code_of(house.set(LimitKind.LOSS_DAY, value)) == "limit/value"
    assert code_of(house.set(LimitKind.TIME_DAY, 0)) == "limit/value"
    assert code_of(house.run(lift_exclusion(house.supervisor, house.id, house.guard))) == "exclusion/not_found"
    for user_id in (0, 99, 2**80):
        assert code_of(house.run(lift_exclusion(house.supervisor, user_id, house.guard))) == "user/not_found"
    assert code_of(house.run(exclude_myself(house.player, ExclusionKind.BREAK, house.guard))) == "exclusion/term"
    assert limits_of(house.query, house.id) == PlayerLimits()
    assert all_limits(house.query) == {}


def test_changes_that_are_not_committed_are_rolled_back(house: House) -> None:
    house.set(LimitKind.STAKE_DAY, 1_000)

    def fails(uow: UnitOfWork) -> None:
        house.guard.record_stake(uow, house.id, 1_000, "ez-1")
        set_limit(house.player, LimitKind.STAKE_DAY, 10, house.guard)(uow)
        raise RuntimeError("the power is gone")

    with pytest.raises(RuntimeError):
        house.run(fails)
    assert house.check(1_000) is None


def test_a_limit_tracker_rebuilt_from_the_database_gives_the_same_answers(house: House) -> None:
    house.set(LimitKind.LOSS_DAY, 10_000)
    house.set(LimitKind.STAKE_ROUND, 4_000)
    rows = []
    for minute in range(3):
        house.at = START + minute * MINUTE
        house.run(lambda uow: house.guard.record_stake(uow, house.id, 3_000, "ez-1"))
        house.run(lambda uow: house.guard.record_result(uow, house.id, -3_000, "ez-1"))
        rows.append((house.at, 3_000, -3_000))
    house.run(lambda uow: house.guard.record_stake(uow, house.id, 500, "ez-2"))
    again = house.restarted()
    again.restore_activity(house.id, rows, [(house.at, 500, "ez-2")])
    assert again.activity(house.id) == house.guard.activity(house.id)
    for cents in (0, 500, 501):
        assert again.check_stake(house.id, house.at, cents, "ez-2") == house.check(cents, "ez-2")
    assert code_of(house.check(501, "ez-2")) == "limit/loss"


def test_a_void_round_leaves_no_open_stake(house: House) -> None:
    house.set(LimitKind.STAKE_DAY, 1_000)
    house.run(lambda uow: house.guard.record_stake(uow, house.id, 1_000, "ez-1"))
    assert code_of(house.check(1)) == "limit/stake"
    house.run(lambda uow: house.guard.record_void(uow, house.id, "ez-1"))
    assert house.check(1_000) is None
    assert house.guard.activity(house.id).open_cents == {}


def test_a_corrected_round_counts_for_its_player(house: House) -> None:
    house.set(LimitKind.LOSS_DAY, 1_000)
    house.run(lambda uow: house.guard.record_correction(uow, house.id, -1_000))
    assert code_of(house.check(1)) == "limit/loss"


def ask_ann(evening: Evening) -> None:
    """Deal a two-card eleven to player 1, who may then double down."""
    assert isinstance(evening.house.create_table("bj-1", TableSettings(rulebook="ilani-blackjack")), Accepted)
    ten = [c.WagerAmount(wager="blackjack", cents=1_000)]
    for order, actor in (
        (c.OpenTable(), FLOOR), (c.SitDown(seat=1), ANN), (c.LoadShoe(), DEALER), (c.ReadCard(card="3s"), DEALER),
        (c.OpenBets(), DEALER), (c.PlaceWagers(seat=1, wagers=ten), ANN), (c.CloseBets(), DEALER),
        *((c.ReadCard(card=card), DEALER) for card in ("5s", "6d", "6h", "Td")),
    ):  # fmt: skip
        evening.act("bj-1", order, actor)


def test_a_self_exclusion_applies_to_commands_that_wait_in_the_same_batch(
    database_url: str,  # noqa: F811 - a fixture
    tmp_path: Path,
) -> None:
    """Check that a double-down is refused if it waits in the same batch as the player's self-exclusion.

    If it were accepted, the log would have both at the same time.
    """
    evening = Evening(database_url, tmp_path)
    ask_ann(evening)
    house = evening.house
    answer = house.enqueue("bj-1", c.MakeDecision(seat=1, choice="double-down"), ANN)
    excluded = house.writer.submit(
        exclude_myself(Principal.user(1, Role.PLAYER), ExclusionKind.SIX_MONTHS, house.limit_tracker)
    )
    house.writer.start()
    house.writer.stop()
    assert isinstance(excluded.result(), PlayerLimits)
    assert code_of(answer.result()) == "excluded"
    assert house.committed_balances["stakes:bj-1"] == 1_000
    evening.close()
