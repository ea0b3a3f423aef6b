"""Order in which wagers are settled; it decides who is covered when a player-dealer's bank runs short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from croupier.money.bets import SEATED, Bet


class SettlementGrouping(StrEnum):
    """Order of settlement: seat by seat, or one kind of wager at all seats and then the next kind. [CA-COM3-A1]"""

    SEAT = "seat"
    WAGER = "wager"


class BacklineOrder(StrEnum):
    """Order in which the seated player and the backline bettors of one seat are settled. [CA-COM-A4]"""

    FRONT_FIRST = "front_first"
    BACK_FIRST = "back_first"


@dataclass(frozen=True)
class OrderRules:
    wagers: tuple[str, ...]
    by: SettlementGrouping = SettlementGrouping.SEAT
    backline: BacklineOrder = BacklineOrder.FRONT_FIRST
    from_highest_seat: bool = False
    """Whether a house dealer pays from the highest seat down. [003 L286]"""
    counter_clockwise: bool = False
    """Whether seats are settled counter-clockwise, that is by falling seat numbers. [004 L423]"""


def settlement_order(bets: Sequence[Bet], rules: OrderRules, start_seat: int | None) -> list[int]:
    """Return the indexes of `bets` in settlement order; clockwise is by rising seat numbers, with wrap-around."""
    rank = {wager: place for place, wager in enumerate(rules.wagers)}
    last = len(rank)
    turn = {seat: _seat_key(seat, rules, start_seat) for seat in {bet.seat for bet in bets}}
    queue = _bettors_in_order(bets, rules.backline)
    if rules.by is SettlementGrouping.WAGER:
        keys = [
            (rank.get(b.wager, last), *turn[b.seat], queue.get((b.seat, b.bettor), 0), i) for i, b in enumerate(bets)
        ]
    else:
        keys = [
            (*turn[b.seat], queue.get((b.seat, b.bettor), 0), rank.get(b.wager, last), i) for i, b in enumerate(bets)
        ]
    in_order = [key[-1] for key in sorted(keys)]
    # Entries that are not wagers, such as envy bonuses, are paid after all wagers.
    return sorted(in_order, key=lambda place: bets[place].wager not in rank)


def _seat_key(seat: int, rules: OrderRules, start_seat: int | None) -> tuple[int, int]:
    if rules.from_highest_seat:
        return (0, -seat)
    if rules.counter_clockwise:
        return (0 if start_seat is None or seat <= start_seat else 1, -seat)
    return (0 if start_seat is None or seat >= start_seat else 1, seat)


def _bettors_in_order(bets: Sequence[Bet], backline: BacklineOrder) -> dict[tuple[int, str], int]:
    """Return each bettor's position at a seat: the seated player first, backline bettors in order of placement.

    `BacklineOrder.BACK_FIRST` reverses the positions.
    """
    if all(bet.bettor == SEATED for bet in bets):
        return {}
    at_seat: dict[int, list[str]] = {}
    for bet in bets:
        names = at_seat.setdefault(bet.seat, [])
        if bet.bettor not in names:
            names.append(bet.bettor)
    places: dict[tuple[int, str], int] = {}
    for seat, names in at_seat.items():
        front_first = sorted(names, key=lambda name: name != SEATED)
        ordered = front_first if backline is BacklineOrder.FRONT_FIRST else front_first[::-1]
        places |= {(seat, name): place for place, name in enumerate(ordered)}
    return places
