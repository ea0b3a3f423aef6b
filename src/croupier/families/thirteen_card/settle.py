"""Settlement of a hand of thirteen cards: points between each two hands, antes and fee, without side effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.families.thirteen_card.points import all_owed, best_hands, split_evenly
from croupier.families.thirteen_card.round import ThirteenResult
from croupier.families.thirteen_card.rules import Stakes, rules_of, section_of, stakes_of
from croupier.money.bets import Bet
from croupier.money.cents import Cents, format_amount
from croupier.money.collection import AnteFee, ante_fee
from croupier.money.seat_transfers import Fee, SeatDebt, SeatDebts, debts_from_nets
from croupier.rulebook.table_rules import TableRules

ANTE, POINTS = "ante", "points"
CHIP = 100
"""Smallest chip of the antes in cents; antes are whole dollars and are divided into whole dollars."""


class PointPayment(NamedTuple):
    """Payment of one seat to another, and the amount that it owed."""

    giver: int
    taker: int
    points: int
    owed: Cents
    paid: Cents


def point_payments(rules: TableRules, result: ThirteenResult) -> list[PointPayment]:
    """Return the payments between each two seats, limited by the chips that both have left. [004 L117, L211]

    With coverage model `exchanged`, chips that have been won or paid are out of action.
    """
    point = stakes_of(rules).point
    once = rules.value(section_of(rules).coverage_model) == "exchanged"
    left = dict(result.plays)
    done = []
    for giver, taker, points in all_owed(result.shown, rules_of(rules)):
        owed = points * point
        paid = min(owed, left[giver], left[taker]) if once else min(owed, left[giver])
        left[giver] -= paid
        left[taker] += -paid if once else paid
        done.append(PointPayment(giver, taker, points, Cents(owed), Cents(paid)))
    return done


def fee_of(stakes: Stakes, players: int) -> AnteFee:
    """Return the fee that the antes pay, and the rest of the fee that the player with the action button pays.

    [004 L88-90, L979]
    """
    if stakes.fee is None:
        return AnteFee(Cents(0), Cents(0))
    return ante_fee(stakes.fee, Cents(players * stakes.ante))


def antes_won(rules: TableRules, result: ThirteenResult) -> dict[int, int]:
    """Return what the best hands win of the antes, after the fee. [004 L126; CA-13C-A11, A12, A22]"""
    stakes = stakes_of(rules)
    seats = [hand.seat for hand in result.hands]
    left = len(seats) * stakes.ante - fee_of(stakes, len(seats)).from_antes
    to_sweep = bool(rules.value(section_of(rules).ante_to_sweep))
    winners = best_hands(result.shown, rules_of(rules), sweep_first=to_sweep) or tuple(seats)
    return split_evenly(left, winners, CHIP)


def ante_nets(rules: TableRules, result: ThirteenResult) -> dict[int, int]:
    """Return the net result of each seat from the antes, after the fee."""
    ante, shares = stakes_of(rules).ante, antes_won(rules, result)
    return {hand.seat: shares.get(hand.seat, 0) - ante for hand in result.hands}


def debts_between_seats(rules: TableRules, result: ThirteenResult, bets: Sequence[Bet]) -> SeatDebts:
    """Return what each seat owes other seats in cents, and the fees, for a finished hand."""
    place = {(bet.seat, bet.wager): at for at, bet in enumerate(bets)}
    nets, stakes = ante_nets(rules, result), stakes_of(rules)
    taken = fee_of(stakes, len(result.hands))
    fees, due, rest = [], int(taken.from_antes), []
    for seat, net in nets.items():
        part = min(due, max(0, -net))
        due -= part
        fees.append(Fee(place[seat, ANTE], Cents(part)))
        rest.append(net + part)
    if taken.from_button and not result.fee_apart:
        fees.append(Fee(place[result.action, POINTS], taken.from_button))
    antes = [place[seat, ANTE] for seat in nets]
    shared = [SeatDebt(antes[giver], antes[taker], cents) for giver, taker, cents, *_ in debts_from_nets(rest)]
    paid = [
        SeatDebt(
            place[payment.giver, POINTS], place[payment.taker, POINTS], payment.paid, payment.points, _short(payment)
        )
        for payment in point_payments(rules, result)
    ]
    return SeatDebts((*paid, *shared), tuple(fee for fee in fees if fee.cents))


def _short(one: PointPayment) -> Cents | None:
    return one.owed if one.paid < one.owed else None


def case_json(rules: TableRules, result: ThirteenResult) -> dict[str, Any]:
    """Return the additions of this game to the JSON of a settled case: points between seats, and collection."""
    return {
        "exchanges": [_payment_json(one) for one in point_payments(rules, result)],
        "collection": _collection(rules, result),
    }


def _payment_json(one: PointPayment) -> dict[str, Any]:
    line = {"from": one.giver, "to": one.taker, "points": one.points, "amount": format_amount(one.paid)}
    return line | ({"owed": format_amount(one.owed)} if one.paid < one.owed else {})


def _collection(rules: TableRules, result: ThirteenResult) -> dict[str, Any] | None:
    stakes = stakes_of(rules)
    if stakes.fee is None:
        return None
    fee = fee_of(stakes, len(result.hands))
    return {
        "action": format_amount(Cents(len(result.hands) * stakes.ante)),
        "player_dealer": format_amount(Cents(0)),
        "players": {str(result.action): format_amount(fee.from_button)} if fee.from_button else {},
        "ante": format_amount(fee.from_antes),
    }


def whole_points(chips: Mapping[int, int], point: int) -> dict[int, int]:
    """Return the cents of each seat that are at stake, in whole points. [004 L230; CA-13C-A19]"""
    return {seat: cents - cents % point for seat, cents in chips.items()}
