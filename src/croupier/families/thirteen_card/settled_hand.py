"""Settlement of a hand of thirteen cards: rows, reasons of the points, antes and money of each seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from croupier.families.thirteen_card.hand_values import ROWS
from croupier.families.thirteen_card.points import (
    FOUR_HANDED,
    HandStatus,
    PointRules,
    ShowdownHand,
    bonuses,
    compare_rows,
    homerun_seat,
    owed_in_pair,
)
from croupier.families.thirteen_card.round import ThirteenResult
from croupier.families.thirteen_card.rules import BONUS_HANDS, rules_of, stakes_of
from croupier.families.thirteen_card.settle import antes_won, fee_of, point_payments
from croupier.hands.hand_strength import Category
from croupier.play.table_stakes import (
    PointsAgainst,
    PointsReason,
    PossibleOutcome,
    RowComparison,
    SettledHand,
    SettledPot,
    SettledSeat,
    pot_shares,
)
from croupier.rulebook.table_rules import TableRules

RESULTS: dict[int, Literal["won", "lost", "tied"]] = {1: "won", -1: "lost", 0: "tied"}


def settled_hand(rules: TableRules, result: ThirteenResult) -> SettledHand:
    """Return the money of each seat with the reasons of its points, and who won the antes. [004 L117-126, L162-206]"""
    stakes, seats = stakes_of(rules), [hand.seat for hand in result.hands]
    fee, antes = fee_of(stakes, len(seats)), antes_won(rules, result)
    against = _against(rules, result)
    settled: list[SettledSeat] = []
    for seat in sorted(seats):
        points_cents = sum(one["cents"] for one in against[seat])
        button_fee = int(fee.from_button) if seat == result.action and not result.fee_apart else 0
        settled.append(
            {
                "seat": seat,
                "put_in_cents": int(stakes.ante),
                "won_cents": antes.get(seat, 0),
                "returned_cents": 0,
                "points": sum(one["points"] for one in against[seat]),
                "points_owed_cents": sum(one["owed_cents"] for one in against[seat]),
                "points_cents": points_cents,
                "fee_cents": button_fee,
                "net_cents": points_cents + antes.get(seat, 0) - int(stakes.ante) - button_fee,
                "against": against[seat],
            }
        )
    left = sum(antes.values())
    pot: SettledPot = {"cents": left, "seats": sorted(seats), "winners": pot_shares(antes)}
    return {
        "pots": [pot] if left else [],
        "put_in_cents": len(seats) * int(stakes.ante),
        "fee_cents": int(fee.from_antes + fee.from_button),
        "seats": settled,
    }


def _against(rules: TableRules, result: ThirteenResult) -> dict[int, list[PointsAgainst]]:
    """Return for each seat its points against every other seat, by seat number."""
    play_rules, hands = rules_of(rules), sorted(result.shown, key=lambda hand: hand.seat)
    home = homerun_seat(result.shown, play_rules)
    paid = {}
    for payment in point_payments(rules, result):
        paid[payment.giver, payment.taker] = -payment.paid, -payment.owed
        paid[payment.taker, payment.giver] = +payment.paid, +payment.owed
    found: dict[int, list[PointsAgainst]] = {hand.seat: [] for hand in hands}
    for one in hands:
        for other in (hand for hand in hands if hand is not one):
            reasons = points_reasons(one, other, play_rules, home)
            cents, owed = paid.get((one.seat, other.seat), (0, 0))
            found[one.seat].append(
                {
                    "seat": other.seat,
                    "rows": row_comparisons(one, other, play_rules),
                    "reasons": reasons,
                    "points": sum(reason["points"] for reason in reasons),
                    "cents": int(cents),
                    "owed_cents": int(owed),
                }
            )
    return found


def row_comparisons(one: ShowdownHand, other: ShowdownHand, rules: PointRules) -> list[RowComparison]:
    """Return who won each row, and the bonus that went with it; empty unless both hands are regular. [004 L102]"""
    if {one.end, other.end} != {HandStatus.REGULAR}:
        return []
    return [
        {
            "row": ROWS[at],
            "result": RESULTS[beats],
            "points": _row_points(one, other, at, beats, rules),
            "bonus": beats * bonuses(one if beats > 0 else other, rules)[at],
        }
        for at, beats in enumerate(compare_rows(one, other))
    ]


def _row_points(one: ShowdownHand, other: ShowdownHand, at: int, beats: int, rules: PointRules) -> int:
    """Return the point of a row with its sign; none for a tie, and where the bonus replaces it. [CA-13C-A1]"""
    has_bonus = bonuses(one if beats > 0 else other, rules)[at] > 0
    return 0 if rules.bonus_replaces and has_bonus else beats


def points_reasons(
    one: ShowdownHand, other: ShowdownHand, rules: PointRules, home: frozenset[int]
) -> list[PointsReason]:
    """Return why the first of two hands wins or pays points: parts that add up to them. [004 L162-206]"""
    if {one.end, other.end} == {HandStatus.REGULAR}:
        return [*_reasons_of_rows(one, other, rules, home), *_reasons_of_bonuses(one, other, rules, home)]
    return list(_reasons_of_endings(one, other, rules, home))


def _reasons_of_rows(
    one: ShowdownHand, other: ShowdownHand, rules: PointRules, home: frozenset[int]
) -> Iterator[PointsReason]:
    beats = compare_rows(one, other)
    won, lost = beats.count(1), beats.count(-1)
    kind, times, winner = "rows", 1, one if won == len(ROWS) else other
    if len(ROWS) in (won, lost):
        is_homerun = winner.seat in home
        kind, times = ("homerun", rules.homerun) if is_homerun else ("shot", rules.shot)
    points = times * sum(_row_points(one, other, at, sign, rules) for at, sign in enumerate(beats))
    yield _reason(kind, points, won=won, lost=lost)


def _reasons_of_bonuses(
    one: ShowdownHand, other: ShowdownHand, rules: PointRules, home: frozenset[int]
) -> Iterator[PointsReason]:
    fixed = rules.homerun_bonus
    for at, sign in enumerate(compare_rows(one, other)):
        winner = one if sign > 0 else other
        bonus = bonuses(winner, rules)[at] if sign else 0
        is_fixed = fixed is not None and winner.seat in home
        if bonus and not is_fixed:
            yield _reason("bonus", sign * bonus, row=ROWS[at], name=_bonus_name(winner, at))
    for winner, sign in ((one, 1), (other, -1)):
        if fixed is not None and winner.seat in home and any(bonuses(winner, rules)):
            yield _reason("bonus", sign * fixed)


def _reasons_of_endings(
    one: ShowdownHand, other: ShowdownHand, rules: PointRules, home: frozenset[int]
) -> Iterator[PointsReason]:
    """Return the reason of points between hands of which at least one is not regular, and the bonuses of a foul."""
    owed = owed_in_pair(one, other, rules, home)
    points = 0 if owed is None else owed.points if owed.taker == one.seat else -owed.points
    kind = _deciding_end(one, other)
    winner, loser = (one, other) if points >= 0 else (other, one)
    swept = winner.sweep or loser.sweep if kind is HandStatus.SWEEP else ""
    regular = next((hand for hand in (one, other) if hand.end is HandStatus.REGULAR), None)
    brought: list[PointsReason] = []
    if kind is HandStatus.FOUL and regular is not None:
        sign = 1 if regular is one else -1
        brought = [
            _reason("bonus", sign * bonus, row=row, name=_bonus_name(regular, at))
            for at, (row, bonus) in enumerate(zip(ROWS, bonuses(regular, rules), strict=True))
            if bonus
        ]
    rest = points - sum(reason["points"] for reason in brought)
    yield _reason(str(kind), rest, name=swept)
    yield from brought


def _deciding_end(one: ShowdownHand, other: ShowdownHand) -> HandStatus:
    """Return the ending that decides between two hands; of a surrender and a sweep it is the one declared first.

    [004 L188, L220]
    """
    by_end = {hand.end: hand for hand in (one, other)}
    swept, surrendered = by_end.get(HandStatus.SWEEP), by_end.get(HandStatus.SURRENDER)
    if swept is not None and (surrendered is None or surrendered.declared >= swept.declared):
        return HandStatus.SWEEP
    return HandStatus.SURRENDER if surrendered is not None else HandStatus.FOUL


def _bonus_name(hand: ShowdownHand, at: int) -> str:
    kind = Category(hand.kinds[at])
    return next(name for name, kinds in BONUS_HANDS.items() if kind in kinds)


def _reason(kind: str, points: int, *, row: str = "", name: str = "", won: int = 0, lost: int = 0) -> PointsReason:
    return {"kind": kind, "name": name, "row": row, "won_rows": won, "lost_rows": lost, "points": points}


def outcomes(rules: TableRules, opponents: int) -> list[PossibleOutcome]:
    """Return what a hand can bring against so many opponents: played, declared, surrendered or fouled. [004 L162-215]

    A Homerun needs four hands; when one opponent has it, the others can still win all rows. Bonuses come on top.
    """
    point, play_rules = int(stakes_of(rules).point), rules_of(rules)
    shot, homerun = len(ROWS) * play_rules.shot, len(ROWS) * play_rules.homerun
    has_homerun = opponents + 1 >= FOUR_HANDED
    most = homerun * opponents if has_homerun else shot * opponents
    least = homerun + shot * (opponents - 1) if has_homerun else shot * opponents
    sweeps = [value.points * opponents for value in play_rules.sweeps.values()]
    surrender, foul = -play_rules.surrender * opponents, -play_rules.foul * opponents
    ways = {
        "play": (-least, most),
        "clean-sweep": (min(sweeps), max(sweeps)),
        "surrender": (surrender, surrender),
        "foul": (foul, foul),
    }
    return [
        {"name": name, "least_cents": low * point, "most_cents": high * point} for name, (low, high) in ways.items()
    ]
