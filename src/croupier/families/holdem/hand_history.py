"""Export of a hand in the open format PHH (poker hand history), which players' own tools can read.

Players are numbered as the format requires, from the left of the button; `seats` contains their seats at the table. A
hand that was not shown is `????`. The format has no field for the fee: it is in `_fee`, and finishing stacks are after
the fee.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from croupier.families.holdem.betting import BettingAction
from croupier.families.holdem.round import BOARD_CARDS, HoldemResult
from croupier.families.holdem.rules import HoldemRules, rules_of
from croupier.rulebook.table_rules import TableRules

HIDDEN_CARDS = "????"


def to_phh(rules: TableRules, result: HoldemResult, archived: Mapping[str, Any]) -> str:
    """Return the text of a PHH file.

    `archived` contains the round's id, number and table, and the time of its end in milliseconds since the epoch.
    """
    play_rules = rules_of(rules)
    lines = [*_game(play_rules, result), *_hand(result), *_fee_lines(play_rules, result), *_origin(archived)]
    return "".join(f"{name} = {value}\n" for name, value in lines)


def _amount(cents: int) -> str:
    return str(cents // 100) if cents % 100 == 0 else f"{cents / 100:.2f}"


def _list(amounts: Iterator[int] | list[int]) -> str:
    return "[" + ", ".join(_amount(cents) for cents in amounts) + "]"


def _game(rules: HoldemRules, result: HoldemResult) -> Iterator[tuple[str, str]]:
    yield "variant", '"FT"' if rules.is_limit else '"NT"'
    yield "ante_trimming_status", "true"
    posted = {one.seat: one.posted for one in result.seats}
    yield "antes", _list([rules.ante + posted[one.seat] for one in result.seats])
    blinds = [rules.small_blind, rules.big_blind] + [0] * (len(result.seats) - 2)
    yield "blinds_or_straddles", _list(blinds)
    if rules.is_limit:
        yield "small_bet", _amount(rules.small_bet)
        yield "big_bet", _amount(rules.big_bet)
    else:
        yield "min_bet", _amount(rules.big_blind or rules.min_bet)


def _hand(result: HoldemResult) -> Iterator[tuple[str, str]]:
    yield "starting_stacks", _list([one.brought for one in result.seats])
    yield "actions", "[" + ", ".join(f'"{action}"' for action in _actions(result)) + "]"
    yield "seats", "[" + ", ".join(str(one.seat) for one in result.seats) + "]"
    yield "finishing_stacks", _list([one.brought + one.net for one in result.seats])


def _actions(result: HoldemResult) -> Iterator[str]:
    number = {seat.seat: place for place, seat in enumerate(result.seats, start=1)}
    for seat in result.seats:
        yield f"d dh p{number[seat.seat]} {''.join(map(str, seat.cards)) if seat.shown else HIDDEN_CARDS}"
    dealt = 0
    for street in range(len(BOARD_CARDS) + 1):
        for act in result.acts:
            if act.street == street:
                yield _action(act, number[act.seat])
        if street == len(BOARD_CARDS) or dealt == len(result.board):
            break
        flop = result.board[dealt : dealt + BOARD_CARDS[street]]
        dealt += len(flop)
        yield f"d db {''.join(map(str, flop))}"
    if sum(not seat.folded for seat in result.seats) > 1:
        for seat in result.seats:
            if not seat.folded:
                yield f"p{number[seat.seat]} sm {''.join(map(str, seat.cards))}"


def _action(act: BettingAction, number: int) -> str:
    match act.do:
        case "fold":
            return f"p{number} f"
        case "check" | "call":
            return f"p{number} cc"
    return f"p{number} cbr {_amount(act.to_cents)}"


def _fee_lines(rules: HoldemRules, result: HoldemResult) -> Iterator[tuple[str, str]]:
    yield "currency", '"USD"'
    if result.fee:
        yield "_fee", _amount(result.fee)
    if rules.fee is not None:
        yield "_fee_schedule", f'"{rules.fee.id}"'
    if posts := {one.seat: one.posted for one in result.seats if one.posted}:
        yield "_posts", "{" + ", ".join(f'"{seat}" = {_amount(cents)}' for seat, cents in posts.items()) + "}"


def _origin(archived: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    ended = datetime.fromtimestamp(archived["ended_at"] / 1000, UTC)
    yield "table", f'"{archived["table"]}"'
    yield "hand", str(archived["number"])
    yield "day", str(ended.day)
    yield "month", str(ended.month)
    yield "year", str(ended.year)
    yield "_round", f'"{archived["id"]}"'
