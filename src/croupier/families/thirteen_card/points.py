"""Points between hands at the showdown, in the order in which the source document prints the pairs of seats.

The functions have no side effects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from croupier.families.thirteen_card.hand_values import ROWS
from croupier.hands.hand_strength import Category

FOUR_HANDED = 4
NOT_DECLARED = 1 << 30


class HandStatus(StrEnum):
    """Status of a hand at the showdown: regular, sweep, surrendered or foul."""

    REGULAR = "regular"
    SWEEP = "clean-sweep"
    SURRENDER = "surrender"
    FOUL = "foul"


class SweepValue(NamedTuple):
    """Rank of a Clean Sweep, 1 the highest, and its points."""

    rank: int
    points: int


@dataclass(frozen=True)
class PointRules:
    """Point values of the rulebook under the selected readings."""

    bonus: Mapping[tuple[str, Category], int]
    """Bonus points by row and category; missing combinations have none. [004 L168-172]"""
    sweeps: Mapping[str, SweepValue]
    shot: int = 2
    homerun: int = 3
    surrender: int = 3
    foul: int = 6
    bonus_replaces: bool = False
    """Whether a bonus replaces the points of its row. [CA-13C-A1]"""
    homerun_bonus: int | None = None
    """Fixed bonus of a Homerun with any bonus row; None for the bonuses of the rulebook. [CA-13C-A2]"""
    tie_by_rank: bool = True
    """Whether sweeps of equal rank tie; if not, more points win. [CA-13C-A3]"""
    foul_counts_homerun: bool = False
    """Whether a fouled hand counts as beaten in all rows. [CA-13C-A9]"""
    false_sweep_pays: bool = False
    """Whether a false Clean Sweep pays the foul penalty to a player who surrendered after it. [CA-13C-A21]"""
    sweeps_by_rank: bool = False
    """Whether sweeps are paid in order of their rank, not in the order of the pairs of seats. [CA-13C-A18]"""


@dataclass(frozen=True)
class ShowdownHand:
    """Hand as it is compared at the showdown."""

    seat: int
    end: HandStatus
    strengths: tuple[int, int, int] = (0, 0, 0)
    """Strengths of the rows, front first; zeros for a hand that is not compared."""
    kinds: tuple[Category, Category, Category] | tuple[()] = ()
    sweep: str = ""
    declared: int = field(default=NOT_DECLARED)
    """Number of the hand's declaration in order of time; hands without a declaration come last."""


class PointDebt(NamedTuple):
    """Points that one seat owes another."""

    giver: int
    taker: int
    points: int


def bonuses(hand: ShowdownHand, rules: PointRules) -> tuple[int, int, int]:
    """Return the bonus points that each row of a hand earns if it wins."""
    front, middle, back = (rules.bonus.get(row_kind, 0) for row_kind in zip(ROWS, hand.kinds, strict=True))
    return front, middle, back


def compare_rows(one: ShowdownHand, other: ShowdownHand) -> tuple[int, ...]:
    """Compare two hands row by row: 1 if the first is higher, -1 if the other is, 0 for a tie. [004 L102]"""
    return tuple((own > others) - (own < others) for own, others in zip(one.strengths, other.strengths, strict=True))


def homerun_seat(hands: Sequence[ShowdownHand], rules: PointRules) -> frozenset[int]:
    """Return a set with the seat that wins every row against each of three opponents, or an empty set. [004 L184]"""
    if len(hands) < FOUR_HANDED:
        return frozenset()
    return frozenset(
        hand.seat
        for hand in hands
        if hand.end is HandStatus.REGULAR and all(_all_won(hand, other, rules) for other in hands if other is not hand)
    )


def _all_won(one: ShowdownHand, other: ShowdownHand, rules: PointRules) -> bool:
    if other.end is HandStatus.FOUL:
        return rules.foul_counts_homerun
    return other.end is HandStatus.REGULAR and min(compare_rows(one, other)) > 0


def row_points(won: tuple[bool, bool, bool], brings: tuple[int, int, int], times: int, replaces: bool) -> int:
    """Return the points of the rows that a hand wins: `times` points each, plus the bonus of the row.

    If `replaces` is set, a row with a bonus counts only its bonus.
    """
    points = 0
    for row in range(3):
        if won[row]:
            points += brings[row] if replaces and brings[row] else times + brings[row]
    return points


def with_homerun_bonus(points: int, times: int, brings: tuple[int, int, int], replaces: bool, bonus: int) -> int:
    """Return the points of a Homerun with a fixed bonus. [CA-13C-A2]

    A negative `bonus` selects the bonuses of the rulebook.
    """
    if bonus < 0 or brings == (0, 0, 0):
        return points
    rows = 0
    for row in range(3):
        rows += 0 if replaces and brings[row] else times
    return rows + bonus


def between_sweeps(rank: int, points: int, other_rank: int, other_points: int, tie_by_rank: bool) -> int:
    """Return the net points that the first of two sweeps wins; the higher rank collects its full points. [004 L206]"""
    if rank != other_rank:
        return points if rank < other_rank else -other_points
    if tie_by_rank or points == other_points:
        return 0
    return points if points > other_points else -other_points


def points_earned(one: ShowdownHand, other: ShowdownHand, rules: PointRules, *, homerun: bool) -> int:
    """Return the points that a regular hand earns against another, before the other hand's points are deducted.

    [004 L162-186]
    """
    front, middle, back = (beats > 0 for beats in compare_rows(one, other))
    won, brings, replaces = (front, middle, back), bonuses(one, rules), rules.bonus_replaces
    if not all(won):
        return row_points(won, brings, 1, replaces)
    if not homerun:
        return row_points(won, brings, rules.shot, replaces)
    points = row_points(won, brings, rules.homerun, replaces)
    bonus = -1 if rules.homerun_bonus is None else rules.homerun_bonus
    return with_homerun_bonus(points, rules.homerun, brings, replaces, bonus)


def owed_in_pair(
    one: ShowdownHand, other: ShowdownHand, rules: PointRules, home: frozenset[int] = frozenset()
) -> PointDebt | None:
    """Return the points that one of two hands owes the other, or None if neither owes anything."""
    points = _net(one, other, rules, home)
    if points == 0:
        return None
    return PointDebt(other.seat, one.seat, points) if points > 0 else PointDebt(one.seat, other.seat, -points)


def _net(one: ShowdownHand, other: ShowdownHand, rules: PointRules, home: frozenset[int]) -> int:
    """Return the net points that the first of two hands wins from the other; negative if it loses."""
    match one.end, other.end:
        case HandStatus.REGULAR, HandStatus.REGULAR:
            return points_earned(one, other, rules, homerun=one.seat in home) - points_earned(
                other, one, rules, homerun=other.seat in home
            )
        case HandStatus.SWEEP, HandStatus.SWEEP:
            return between_sweeps(*rules.sweeps[one.sweep], *rules.sweeps[other.sweep], rules.tie_by_rank)
        case HandStatus.SWEEP, _:
            return _from_sweep(one, other, rules)
        case _, HandStatus.SWEEP:
            return -_from_sweep(other, one, rules)
        case (HandStatus.SURRENDER, HandStatus.SURRENDER) | (
            HandStatus.FOUL,
            HandStatus.FOUL,
        ):  # only one player per hand can surrender [CA-13C-A8]
            return 0
        case HandStatus.SURRENDER, _:
            return -_surrendered(one, other, rules)
        case _, HandStatus.SURRENDER:
            return _surrendered(other, one, rules)
        case HandStatus.FOUL, _:
            return -_penalty(other, rules)
    return _penalty(one, rules)


def _from_sweep(sweep: ShowdownHand, other: ShowdownHand, rules: PointRules) -> int:
    """Return the points that a sweep wins from another hand. [004 L188, L220]

    A hand that surrendered before the sweep was declared pays only the surrender.
    """
    if other.end is HandStatus.SURRENDER and other.declared < sweep.declared:
        return rules.surrender
    return rules.sweeps[sweep.sweep].points


def _surrendered(hand: ShowdownHand, other: ShowdownHand, rules: PointRules) -> int:
    """Return the points that a surrendered hand pays to a regular or fouled hand. [004 L188, L213]"""
    is_false = other.end is HandStatus.FOUL and other.declared < hand.declared
    return -rules.foul if is_false and rules.false_sweep_pays else rules.surrender


def _penalty(regular: ShowdownHand, rules: PointRules) -> int:
    """Return the points that a fouled hand pays to a regular one, with all bonuses of the regular hand. [004 L215]"""
    return rules.foul + sum(bonuses(regular, rules))


def pairs_in_order(hands: Sequence[ShowdownHand], rules: PointRules) -> list[tuple[ShowdownHand, ShowdownHand]]:
    """Return all pairs of hands in the order of settlement: 1-2, 1-3 and so on, clockwise from the button.

    Pairs with a Clean Sweep come first. [004 L119-124, L206]
    """
    pairs = list(combinations(hands, 2))
    return sorted(pairs, key=lambda pair: _turn(pair, rules))


def _turn(pair: tuple[ShowdownHand, ShowdownHand], rules: PointRules) -> int:
    ranks = [rules.sweeps[hand.sweep].rank for hand in pair if hand.end is HandStatus.SWEEP]
    if not ranks:
        return NOT_DECLARED
    return min(ranks) if rules.sweeps_by_rank else 0


def all_owed(hands: Sequence[ShowdownHand], rules: PointRules) -> Iterator[PointDebt]:
    """Yield the points that one hand owes the other, for each pair of hands.

    `hands` are in order of position, clockwise from the button.
    """
    home = homerun_seat(hands, rules)
    for first, second in pairs_in_order(hands, rules):
        owed = owed_in_pair(first, second, rules, home)
        if owed is not None:
            yield owed


# Antes, and the next seat of the action button


def best_hands(hands: Sequence[ShowdownHand], rules: PointRules, *, sweep_first: bool = True) -> tuple[int, ...]:
    """Return the seats with the best declared sweep, or else the best back row; empty if no hand is compared.

    [004 L70, L126, L132; CA-13C-A11]
    """
    swept = [hand for hand in hands if hand.end is HandStatus.SWEEP]
    if swept and sweep_first:
        best = min(_sweep_order(hand, rules) for hand in swept)
        return tuple(hand.seat for hand in swept if _sweep_order(hand, rules) == best)
    regular = [hand for hand in hands if hand.end is HandStatus.REGULAR]
    top = max((hand.strengths[-1] for hand in regular), default=0)
    return tuple(hand.seat for hand in regular if hand.strengths[-1] == top)


def _sweep_order(hand: ShowdownHand, rules: PointRules) -> tuple[int, int]:
    value = rules.sweeps[hand.sweep]
    return value.rank, 0 if rules.tie_by_rank else -value.points


def split_evenly(cents: int, among: Sequence[int], chip: int) -> dict[int, int]:
    """Divide an amount into equal parts of whole chips; odd chips go one each to the first seats.

    A remainder below one chip goes to the first seat. [CA-13C-A12]
    """
    chips, rest = divmod(cents, chip)
    each, odd = divmod(chips, len(among))
    parts = {seat: chip * (each + (place < odd)) for place, seat in enumerate(among)}
    parts[among[0]] += rest
    return parts
