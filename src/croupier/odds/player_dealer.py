"""Expected gain of the player-dealer's seat, from the players' wagers (the action), after the collection fee.

A seated player banks the round, takes losing wagers and pays winning ones (004 L262, L357, L860). This player also pays
the collection fee of the posted schedule before the deal (004 L343, L911, L1106). The model assumes that the bank
covers every wager: a bank that runs out returns the wagers that it cannot cover (004 L554, L875, L995).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from croupier.errors import BadInput
from croupier.money.bank_coverage import CoverageModel
from croupier.money.cents import Cents, format_amount, format_dollars
from croupier.money.collection import Basis, FeeGap, NoBracket, Schedule, fee_for_action
from croupier.odds.joint_wagers import GainDistribution, Stakes, gains_json, joint_outcomes, read_stakes
from croupier.odds.par_sheet import fraction_text, options_json
from croupier.odds.result_display import dollars, html_lines, html_table, percent
from croupier.odds.round_gains import PLAYED_ROUNDS, PLAYED_SEED, RoundGains, round_gains, staked_edges
from croupier.rulebook.table_rules import TableRules

DOLLAR = 100


@dataclass(frozen=True)
class ActionRange:
    """Range of the total action, in cents, in which the expected gain covers the fee."""

    start: Fraction
    end: Fraction | None
    """Upper end of the range in cents; None if the range has no upper end."""


@dataclass(frozen=True)
class ResultUnderSchedule:
    """Result of the player-dealer's round after the collection fee of one schedule."""

    schedule: Schedule
    counted: Cents
    """Part of the action, in cents, on which the schedule bases its fee."""
    fee: Cents | None
    """Fee in cents; None if the action is above the schedule's last bracket, which no table may accept."""
    expected: Fraction | None
    """Expected gain of a round in cents after the fee; None if there is no fee for this action."""
    covering_ranges: tuple[ActionRange, ...]
    """Ranges of total action that cover the fee, ascending and disjoint; the wagers stay in the given proportions."""
    full_table: Cents
    """Maximum total stake in cents of the other seats, with one bettor per seat and wagers in the given proportions."""

    @property
    def break_even(self) -> Fraction | None:
        """Smallest action, in cents, with an expected gain that covers the fee; None if there is none.

        A larger action may not cover its fee again, because the fee rises at each bracket.
        """
        return self.covering_ranges[0].start if self.covering_ranges else None

    @property
    def covers_from(self) -> Fraction | None:
        """Action from which every larger action also covers its fee; None if there is no such action."""
        return self.covering_ranges[-1].start if self.covering_ranges and self.covering_ranges[-1].end is None else None


@dataclass(frozen=True)
class PlayerDealerRound:
    """One round from the view of the player-dealer's seat."""

    rules: TableRules
    round: RoundGains
    """Gain of the bettors; its mean is that of the par sheet."""
    edges: Mapping[str, Fraction]
    """Edge of each wager; that of a whole game, such as Ante, Blind and Play, stands at its first wager."""
    by_schedule: tuple[ResultUnderSchedule, ...]
    seats: int

    @property
    def action(self) -> Stakes:
        """Stakes before the deal, those included that go with a stake by rule."""
        return self.round.stakes

    @property
    def gains(self) -> GainDistribution:
        """Distribution of the bank's gain in a round before the collection fee."""
        return self.round.bank

    @property
    def expected(self) -> Fraction:
        """Expected gain of the bank in cents before the collection fee."""
        return -self.round.expected

    @property
    def total(self) -> Cents:
        return Cents(sum(self.action.values()))

    @cached_property
    def post_to_cover(self) -> Cents | None:
        """Smallest posted bank that can pay every possible round in full, in any order of settlement.

        None where players decide: then it depends on their play, and only simulated rounds are known.

        Where every dollar plays once, the bank must cover all winnings and all losses that are exchanged. A running
        bank must cover all winners paid first and all losers collected first, plus one cent, because a bank used up
        exactly stops too early. [CA-COM-A1]
        """
        coverage = self.rules.settlement.coverage.model
        need = _exchanged if coverage is CoverageModel.EXCHANGED else _running
        if self.round.joint is None:
            return None
        return Cents(max(need(math.ceil(one.won), math.ceil(one.lost)) for one in self.round.joint.outcomes))

    def __repr__(self) -> str:
        return (
            f"<{self.rules.id}, player-dealer: action {format_dollars(self.total)}, gains "
            f"{dollars(self.expected)} a round before collection, deviation {dollars(self.gains.deviation)}>"
        )

    def _repr_html_(self) -> str:
        """Return the round and every schedule as HTML tables, for notebooks."""
        lines = {
            "Action": format_dollars(self.total),
            "Gain a round": dollars(self.expected),
            "Deviation": dollars(self.gains.deviation),
            "Wins": percent(self.gains.ahead, 2),
            "Loses": percent(self.gains.behind, 2),
        }
        rows = [
            (
                one.schedule.id,
                "none" if one.fee is None else format_dollars(one.fee),
                "over the limit" if one.expected is None else dollars(one.expected),
                "never" if one.break_even is None else dollars(math.ceil(one.break_even)),
            )
            for one in self.by_schedule
        ]
        title = f"{self.rules.rulebook.title}: the player-dealer's seat"
        schedules = html_table(("Schedule", "Fee", "Gain after it", "Breaks even from"), rows) if rows else ""
        return html_lines(lines, title) + schedules


def _exchanged(won: int, lost: int) -> int:
    return won + lost


def _running(won: int, lost: int) -> int:
    return max(won, lost) + (1 if won and lost else 0)


def player_dealer_round(
    rules: TableRules,
    action: Stakes,
    schedules: tuple[Schedule, ...],
    *,
    seats: int = 1,
    rounds: int = PLAYED_ROUNDS,
    seed: int = PLAYED_SEED,
) -> PlayerDealerRound:
    """Return the player-dealer's expected gain, its distribution and the fees, for the given action.

    The action is divided among `seats` bettors. Where they have hands of their own and the spread of their results
    cannot be counted, `rounds` live rounds are played for it.
    """
    require_player_dealer(rules)
    where = "--action"
    gains = round_gains(rules, action, to_the_cent=False, where=where, seats=seats, rounds=rounds, seed=seed)
    if gains.joint is None:
        edges: Mapping[str, Fraction] = staked_edges(rules, gains.stakes, where)
    else:
        edges = {
            name: joint_outcomes(rules, {name: amount}, to_the_cent=False, where=where).bank.mean / amount
            for name, amount in action.items()
        }
    under = tuple(_under(rules, schedule, gains.stakes, -gains.expected) for schedule in schedules)
    return PlayerDealerRound(rules, gains, edges, under, seats)


def banked_round(
    rules: TableRules,
    action: str | Mapping[str, object],
    *,
    schedule: str | None = None,
    seats: int = 1,
    rounds: int = PLAYED_ROUNDS,
) -> PlayerDealerRound:
    """Return the player-dealer's round against these dollars of the players, under one collection schedule or all."""
    require_player_dealer(rules)
    stakes = read_stakes(rules, action, "--action")
    return player_dealer_round(rules, stakes, schedules_of(rules, schedule), seats=seats, rounds=rounds)


def require_player_dealer(rules: TableRules) -> None:
    if rules.has_player_dealer:
        return
    title = rules.rulebook.title
    if rules.rulebook.written.banking == "seats":
        raise BadInput.at("rulebook", f"nobody banks {title}: the players play one another")
    message = f"{title} is banked by the house; there is no player-dealer's seat"
    raise BadInput.at("rulebook", f"{message} (its side: croupier odds, croupier risk --bank)")


def schedules_of(rules: TableRules, named: str | None) -> tuple[Schedule, ...]:
    """Return the schedule with this number or id; without a name, all schedules that allow the table's limits."""
    if named is None:
        there = (one for one in rules.schedules if one.basis in SEAT_PAYS)
        return tuple(one for one in there if rules.table_limit_problem(one) is None)
    return (rules.posted_schedule(named),)


SEAT_PAYS = (Basis.TOTAL_TABLE_ACTION, Basis.PLAYER_WAGER_PER_SPOT)


def counted_action(rules: TableRules, schedule: Schedule, action: Stakes) -> Cents:
    counted = rules.counted_wagers(schedule)
    return Cents(sum(amount for name, amount in action.items() if counted is None or name in counted))


def seat_fee(rules: TableRules, schedule: Schedule, action: Stakes) -> Cents | None:
    """Return the fee of the player-dealer for the round, or None above the last bracket.

    Fees that the players pay themselves are not included.
    """
    counted = counted_action(rules, schedule, action)
    if schedule.basis is Basis.PLAYER_WAGER_PER_SPOT:
        is_due = counted or (rules.fee_on_bonus_only and action)
        return (schedule.player_dealer_fee or Cents(0)) if is_due else Cents(0)
    try:
        return fee_for_action(schedule, counted, rules.fee_gap)
    except NoBracket:
        return None


def _under(rules: TableRules, schedule: Schedule, action: Stakes, gain: Fraction) -> ResultUnderSchedule:
    total = sum(action.values())
    counted = counted_action(rules, schedule, action)
    fee = seat_fee(rules, schedule, action)
    covering = _covering(_steps(rules, schedule), gain / total, Fraction(counted, total), rules.fee_gap)
    expected = None if fee is None else gain - fee
    return ResultUnderSchedule(schedule, counted, fee, expected, covering, _full_table(rules, schedule, action))


def _steps(rules: TableRules, schedule: Schedule) -> list[tuple[int | None, int]]:
    """Return the upper end and the fee of each bracket of a schedule; a flat fee is one bracket without upper end."""
    if schedule.basis is Basis.PLAYER_WAGER_PER_SPOT:
        return [(None, schedule.player_dealer_fee or 0)]
    return [(bracket.highest, bracket.fee) for bracket in schedule.brackets]


def _covering(
    steps: list[tuple[int | None, int]], gain: Fraction, counted: Fraction, gap: FeeGap
) -> tuple[ActionRange, ...]:
    """Return the ranges of total action in which the expected gain is at least the fee.

    The gain grows in proportion to the action, the fee by brackets. `gain` and `counted` are fractions of the total
    action. Action that no schedule counts has no fee.
    """
    if counted == 0:
        steps, counted = [(None, 0)], Fraction(1)
    spans: list[ActionRange] = []
    for low, high, fee in _brackets(steps, counted, gap):
        if gain < 0 or (gain == 0 and fee):
            continue
        start = max(low, fee / gain) if fee else low
        if high is not None and (start > high or (start == high and gap is FeeGap.FLOOR)):
            continue
        if spans and spans[-1].end == start:
            spans[-1] = ActionRange(spans[-1].start, high)
        else:
            spans.append(ActionRange(start, high))
    return tuple(spans)


def _brackets(
    steps: list[tuple[int | None, int]], counted: Fraction, gap: FeeGap
) -> Iterator[tuple[Fraction, Fraction | None, int]]:
    """Yield each fee with the range of total action that it applies to: above the lower end, up to the upper end.

    With `FeeGap.FLOOR`, the action is rounded down to whole dollars, so a bracket reaches up to the next dollar.
    """
    low = Fraction(0)
    for top, fee in steps:
        reach = None if top is None else top + (DOLLAR if gap is FeeGap.FLOOR else 0)
        high = None if reach is None else reach / counted
        yield low, high, fee
        low = high if high is not None else low


def _full_table(rules: TableRules, schedule: Schedule, action: Stakes) -> Cents:
    seats = len(rules.seats) - 1
    times = min(Fraction(rules.limit(rules.wagers[name], schedule).most * seats, action[name]) for name in action)
    return Cents(math.floor(times * sum(action.values())))


def bank_json(banked: PlayerDealerRound) -> dict[str, Any]:
    """Return the output of `croupier bank --json`, a stable format: see docs/reference/commands.md."""
    rules, gains = banked.rules, banked.gains
    return {
        "rulebook": rules.id,
        "digest": rules.rulebook.digest,
        "options": options_json(rules),
        "action": format_amount(banked.total),
        "wagers": [
            {
                "wager": name,
                "action": format_amount(amount),
                "house_edge": None if (edge := banked.edges.get(name)) is None else float(edge),
                "house_edge_exact": None if edge is None else fraction_text(edge),
                **_expected(None if edge is None else edge * amount),
            }
            for name, amount in banked.action.items()
        ],
        "seats": banked.seats,
        "round": {
            **_expected(banked.expected),
            **gains_json(gains),
            "post_to_cover": None if banked.post_to_cover is None else format_amount(banked.post_to_cover),
            "method": banked.round.method,
            "simulated_rounds": banked.round.rounds,
        },
        "coverage_model": rules.settlement.coverage.model.value,
        "meters_left_out": list(banked.round.without_meters),
        "schedules": [_schedule_json(one) for one in banked.by_schedule],
    }


def _schedule_json(one: ResultUnderSchedule) -> dict[str, Any]:
    after = one.expected
    return {
        "schedule": one.schedule.id,
        "counted_action": format_amount(one.counted),
        "fee": None if one.fee is None else format_amount(one.fee),
        **_expected(after),
        "expected_gain_per_100_rounds": None if after is None else float(after),
        "break_even": _up(one.break_even),
        "break_even_exact": _exact_dollars(one.break_even),
        "for_good_from": _up(one.covers_from),
        "for_good_from_exact": _exact_dollars(one.covers_from),
        "covered": [{"from": _up(span.start), "to": _down(span.end)} for span in one.covering_ranges],
        "full_table": format_amount(one.full_table),
        "cite": one.schedule.cite,
    }


def _expected(cents: Fraction | None) -> dict[str, Any]:
    return {
        "expected_gain": None if cents is None else float(cents / 100),
        "expected_gain_exact": _exact_dollars(cents),
    }


def _exact_dollars(cents: Fraction | None) -> str | None:
    return None if cents is None else fraction_text(cents / 100)


def _up(cents: Fraction | None) -> str | None:
    return None if cents is None else format_amount(math.ceil(cents))


def _down(cents: Fraction | None) -> str | None:
    return None if cents is None else format_amount(math.floor(cents))
