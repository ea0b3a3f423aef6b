"""Read a round as JSON and write its settlement, for `croupier settle` (docs/reference/case-format.md)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.errors import BadInput, Problem, suggestion
from croupier.files import CASE, TooMuch, parse_json
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, format_amount, format_dollars
from croupier.money.collection import Collection, NoBracket, NoSchedule, Schedule
from croupier.money.settlement import PostedBank, SettledBet, Settlement
from croupier.play import rulebook_library
from croupier.play.case_round import CasePlayer, kind, read_cents, read_seat
from croupier.play.family import family_of, settle_bets
from croupier.play.table_stakes import CaseHandStart, TableStakes
from croupier.rulebook.table_rules import TableRules, rules_under_schedule
from croupier.rulebook.wager_checks import check_bets, seats_text

KEYS = (
    "rulebook", "options", "bank", "schedule", "fee_sheet", "action_seat", "dice", "stacks", "button", "wagers",
    "cards", "dealt", "decisions", "meters",
)  # fmt: skip
WAGER_KEYS = ("seat", "wager", "amount", "bettor")
BETTOR = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}")
MOST_WAGERS = 10_000


@dataclass(frozen=True)
class Case:
    """One complete round as read from a case: rules, bets, result and meters."""

    rules: TableRules
    bets: tuple[Bet, ...]
    result: Any
    """Result of the finished round; each family has its own result class."""
    bank: PostedBank | None
    schedule: Schedule | None
    action_seat: int | None
    meters: Mapping[str, Cents]


@dataclass(frozen=True)
class SettledCase:
    """Case with its settlement and its collection fees."""

    case: Case
    settlement: Settlement
    collection: Collection | None


def read_json(text: str, file: str = "") -> Any:
    """Parse JSON; raise `BadInput` if a key appears twice. `file` is named if the text is not JSON."""
    try:
        return parse_json(text, CASE, _no_repeats)
    except json.JSONDecodeError as error:
        where = f"{file}, line" if file else "line"
        raise BadInput.at(f"{where} {error.lineno}, column {error.colno}", f"is not JSON: {error.msg}") from None
    except TooMuch as error:
        raise BadInput.at("case", str(error)) from None


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = Counter(key for key, _ in pairs)
    for key, count in keys.items():
        if count > 1:
            raise BadInput.at(key, "stands twice; give it once")
    return dict(pairs)


def read_case(data: Any, rules: TableRules | None = None) -> Case:
    """Check a case completely, play its round and return it; raise `BadInput` with the field of the first fault.

    `rules`: the rules to settle by, for a case that does not name a rulebook.
    """
    if not isinstance(data, dict):
        raise BadInput.at("case", f"is {kind(data)}; a case is an object with rulebook, wagers and cards")
    for key in data:
        if key not in KEYS:
            raise BadInput.at(str(key), f"is not a key of a case{suggestion(str(key), KEYS)}")
    rules = rules or _rules_of_case(data)
    stakes = family_of(rules).table_stakes
    if stakes is not None:
        return _hand_between_seats(data, rules, stakes)
    for key in ("stacks", "button"):
        if data.get(key) is not None:
            raise BadInput.at(key, f"{rules.rulebook.title} is played with wagers against a bank; leave it out")
    bank = _bank(data, rules)
    schedule = _schedule(data, rules)
    bets = _bets(data)
    if problems := check_bets(rules, bets, bank_seat=bank.seat if bank else None, schedule=schedule):
        raise BadInput(problems)
    form = family_of(rules).case_round(rules, bets, bank.seat if bank else None)
    result = CasePlayer(rules, data, form, bank.seat if bank else None).result()
    action_seat = _action_seat(data, rules, result, bank)
    return Case(rules, bets, result, bank, schedule, action_seat, _meters(data, rules))


def _hand_between_seats(data: dict[str, Any], rules: TableRules, stakes: TableStakes) -> Case:
    """Read and play a hand in which seats play against each other with the chips in front of them."""
    title = rules.rulebook.title
    if data.get("bank") is not None:
        raise BadInput.at("bank", f"nobody banks {title}: the players play one another; leave it out")
    if data.get("dice") is not None:
        raise BadInput.at("dice", "no dice are thrown in this game; leave them out")
    schedule = _schedule(data, rules)
    if wrong := stakes.problem(rules):
        raise BadInput([wrong])
    bets = _bets(data) if data.get("wagers") is not None else ()
    if problems := check_bets(rules, bets, schedule=schedule):
        raise BadInput(problems)
    action = data.get("action_seat")
    given = CaseHandStart(
        _stacks(data.get("stacks"), rules),
        _read_layout_seat(data.get("button"), "button", rules),
        bets,
        None if action is None else _read_layout_seat(action, "action_seat", rules),
    )
    form, brought = stakes.case(rules, given)
    result = CasePlayer(rules, data, form, None).result()
    return Case(rules, tuple(brought), result, None, schedule, given.action_seat, _meters(data, rules))


def _read_layout_seat(value: Any, where: str, rules: TableRules) -> int:
    seat = read_seat(value, where)
    if seat not in rules.seats:
        raise BadInput.at(where, f"there is no seat {seat} on this layout; it has {seats_text(rules.seats)}")
    return seat


def _stacks(stacks: Any, rules: TableRules) -> dict[int, Cents]:
    """Read the chips in front of each seat, in cents."""
    if not isinstance(stacks, dict):
        raise BadInput.at("stacks", f'is {kind(stacks)}; it is chips by seat, such as {{"1": "200", "3": "150"}}')
    read = {}
    for seat, amount in stacks.items():
        where = f"stacks.{seat}"
        if not str(seat).isdigit() or int(seat) not in rules.seats:
            raise BadInput.at(where, f"there is no such seat on this layout; it has {seats_text(rules.seats)}")
        read[int(seat)] = _amount(amount, where)
    if len(read) != len(stacks):
        raise BadInput.at("stacks", "names a seat twice")
    return dict(sorted(read.items()))


def settle_case(case: Case) -> SettledCase:
    """Settle the bets of a case; raise `BadInput` if a meter that is won has no value."""
    _require_meters(case)
    settlement = settle_bets(
        case.rules, case.result, case.bets, bank=case.bank, meters=case.meters, action_seat=case.action_seat
    )
    return SettledCase(case, settlement, _collection(case))


def _rules_of_case(data: dict[str, Any]) -> TableRules:
    name = data.get("rulebook")
    if not isinstance(name, str):
        some = rulebook_library.names()[0]
        raise BadInput.at("rulebook", f'is {kind(name)}; name one, such as "{some}" (see: croupier games)')
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise BadInput.at("options", f"is {kind(options)}; it is an object of option names and values")
    named, fee_sheet = data.get("schedule"), data.get("fee_sheet")
    if fee_sheet is not None and not isinstance(fee_sheet, dict):
        raise BadInput.at("fee_sheet", f"is {kind(fee_sheet)}; it is an object with title, basis and option")
    try:
        return rules_under_schedule(
            rulebook_library.load(name), options, named if isinstance(named, int | str) else None, fee_sheet
        )
    except NoSchedule as error:
        raise BadInput.at("schedule", str(error)) from None


def _bank(data: dict[str, Any], rules: TableRules) -> PostedBank | None:
    bank = data.get("bank")
    if bank is None:
        return None
    if not rules.has_player_dealer:
        raise BadInput.at("bank", f"{rules.rulebook.title} is banked by the house; leave the bank out")
    if not isinstance(bank, dict):
        raise BadInput.at("bank", f'is {kind(bank)}; it is an object such as {{"seat": 1, "amount": "300"}}')
    for key in bank:
        if key not in ("seat", "amount"):
            raise BadInput.at(f"bank.{key}", "is not a key of a bank; it has seat and amount")
    seat = read_seat(bank.get("seat"), "bank.seat")
    if seat not in rules.seats:
        raise BadInput.at("bank.seat", f"there is no seat {seat} on this layout; it has {seats_text(rules.seats)}")
    return PostedBank(seat, _amount(bank.get("amount"), "bank.amount"))


def _schedule(data: dict[str, Any], rules: TableRules) -> Schedule | None:
    named = data.get("schedule")
    if named is None:
        return None
    if rules.rulebook.written.banking == "house":
        raise BadInput.at("schedule", f"{rules.rulebook.title} is banked by the house and takes no collection")
    if isinstance(named, bool) or not isinstance(named, int | str):
        raise BadInput.at("schedule", f"is {kind(named)}; it is a number")
    try:
        schedule = rules.schedule(named)
    except NoSchedule as error:
        raise BadInput.at("schedule", str(error)) from None
    if outside := rules.table_limit_problem(schedule):
        raise BadInput([outside])
    for wager in rules.wagers.values():
        limit = rules.limit(wager, schedule)
        if limit.least > limit.most:
            least, most = format_dollars(limit.least), format_dollars(wager.limit.most)
            raise BadInput.at(
                "schedule", f"starts {wager.title} at {least} ({limit.cite}); the table takes {most} at most"
            )
    return schedule


def _bets(data: dict[str, Any]) -> tuple[Bet, ...]:
    wagers = data.get("wagers")
    if not isinstance(wagers, list):
        found = "is missing" if wagers is None else f"is {kind(wagers)}"
        raise BadInput.at("wagers", f"{found}; it is a list of wagers in the order placed")
    if len(wagers) > MOST_WAGERS:
        raise BadInput.at("wagers", f"holds {len(wagers)} wagers; {MOST_WAGERS} at most")
    return tuple(_bet(wager, f"wagers[{place}]") for place, wager in enumerate(wagers))


def _bet(wager: Any, where: str) -> Bet:
    if not isinstance(wager, dict):
        raise BadInput.at(where, f'is {kind(wager)}; it is an object with "seat", "wager" and "amount"')
    for key in wager:
        if key not in WAGER_KEYS:
            raise BadInput.at(f"{where}.{key}", f"is not a key of a wager{suggestion(str(key), WAGER_KEYS)}")
    name = wager.get("wager")
    if not isinstance(name, str):
        raise BadInput.at(f"{where}.wager", f"is {kind(name)}; it is a wager's id")
    bettor = wager.get("bettor", SEATED)
    if not isinstance(bettor, str) or not BETTOR.fullmatch(bettor):
        raise BadInput.at(f"{where}.bettor", "is the name of a backline bettor, such as backline-1")
    return Bet(
        read_seat(wager.get("seat"), f"{where}.seat"), bettor, name, _amount(wager.get("amount"), f"{where}.amount")
    )


def _amount(value: Any, where: str) -> Cents:
    if value is None:
        raise BadInput.at(where, 'is missing; give an amount in dollars as a string, such as "100"')
    amount = read_cents(value, where)
    if amount == 0:
        raise BadInput.at(where, f'is "{value}"; zero is not an amount to put down')
    return amount


def _action_seat(data: dict[str, Any], rules: TableRules, result: Any, bank: PostedBank | None) -> int | None:
    """Read from the case the seat where settlement starts.

    Only a game with an action button may start elsewhere than left of the bank.
    """
    if data.get("action_seat") is None:
        return None
    seat = read_seat(data["action_seat"], "action_seat")
    has_button = rules.options.get("action_start") == "hole_card"
    if seat not in rules.seats:
        raise BadInput.at("action_seat", f"there is no seat {seat} on this layout; it has {seats_text(rules.seats)}")
    starts_at = family_of(rules).first_seat_to_settle(rules, result, bank)
    if not has_button and seat != starts_at:
        start = f", at seat {starts_at}" if bank else ""
        raise BadInput.at(
            "action_seat", f"{rules.rulebook.title} has no action button; it starts left of the bank{start}"
        )
    return seat


def _meters(data: dict[str, Any], rules: TableRules) -> dict[str, Cents]:
    meters = data.get("meters") or {}
    if not isinstance(meters, dict):
        raise BadInput.at("meters", f"is {kind(meters)}; it is an object of meters and amounts")
    known = [meter.id for meter in rules.meters]
    read = {}
    for name, amount in meters.items():
        if name not in known:
            there = f"; it has {', '.join(known)}" if known else " at all"
            raise BadInput.at(f"meters.{name}", f"{rules.rulebook.title} has no such meter{there}")
        read[name] = read_cents(amount, f"meters.{name}")
    return read


def _require_meters(case: Case) -> None:
    """Raise `BadInput` if a meter is won that has no value in the case and no seed in the rules."""
    seeds = {meter.id: meter.seed for meter in case.rules.meters}
    for verdict in family_of(case.rules).decide_bets(case.rules, case.result, case.bets, case.meters).verdicts:
        for prize in verdict.prizes:
            if prize.meter not in case.meters and seeds[prize.meter] == 0:
                message = f'{prize.meter} is won ("{verdict.name}" pays {verdict.row} of it); give what it stood at'
                raise BadInput([Problem(f"meters.{prize.meter}", message)])


def _collection(case: Case) -> Collection | None:
    if case.schedule is None or family_of(case.rules).table_stakes is not None:
        return None
    try:
        return case.rules.collection(case.schedule, case.bets)
    except NoBracket as over:
        raise BadInput.at("wagers", str(over)) from None


def settled_case_json(done: SettledCase, *, all_facts: bool = False) -> dict[str, Any]:
    """Return the JSON of a settled case. `all_facts`: include every fact of the family, not only the main ones."""
    case = done.case
    family = family_of(case.rules)
    hands = {} if family.hand_setting is None else family.hand_setting.arranged_hands_json(case.rules, case.result)
    between = {} if family.table_stakes is None else family.table_stakes.case_json(case.rules, case.result)
    return {
        "rulebook": case.rules.id,
        "facts": family_of(case.rules).case_facts(case.rules, case.result, case.bets, every=all_facts),
        "results": [_result(settled) for settled in done.settlement.settled],
        **({"hands": hands} if hands else {}),
        "bank": _bank_answer(done),
        "collection": _collection_answer(done.collection),
        **between,
        "meters": {meter: format_amount(amount) for meter, amount in done.settlement.meters.items()},
    }


def _result(settled: SettledBet) -> dict[str, Any]:
    bet = settled.bet
    result: dict[str, Any] = {
        "seat": bet.seat,
        "bettor": bet.bettor,
        "wager": bet.wager,
        "amount": format_amount(bet.amount),
        "result": settled.result.value,
        "net": format_amount(settled.net),
    }
    if bet.hand:
        result["hand"] = bet.hand
    if settled.owed is not None:
        result["owed"] = format_amount(settled.owed)
    row = settled.verdict.row if settled.result == "win" else None
    return {**result, "row": row, "cite": settled.verdict.cite}


def _bank_answer(done: SettledCase) -> dict[str, Any] | None:
    bank, money = done.case.bank, done.settlement
    if bank is None or money.bank_net is None or money.bank_left is None:
        return None
    return {
        "seat": bank.seat,
        "amount": format_amount(bank.amount),
        "net": format_amount(money.bank_net),
        "left": format_amount(money.bank_left),
    }


def _collection_answer(collection: Collection | None) -> dict[str, Any] | None:
    if collection is None:
        return None
    return {
        "action": format_amount(collection.action),
        "player_dealer": format_amount(collection.player_dealer),
        "players": {payer: format_amount(fee) for payer, fee in collection.players.items()},
    }
