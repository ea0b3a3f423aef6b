"""One round as data: what `croupier settle` reads. The shape is a contract; see docs/case-format.md."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.cards import Card, CardError, parse_cards
from croupier.errors import BadInput, BrokenPromise, Problem, suggestion
from croupier.games import library
from croupier.games.baccarat import BANKER, PLAYER, BaccaratRules, Coup, play
from croupier.games.round import Called, Deal, Play
from croupier.games.settling import judge, settle_coup, start_seat
from croupier.money.cents import AmountError, Cents, parse_amount, show_dollars
from croupier.money.collection import Collection, CountedStake, NoSchedule, Schedule, collect
from croupier.money.outcome import SEATED, Bet
from croupier.money.settlement import PostedBank, Settlement
from croupier.rulebook.betting import check_bets, seats_in_words
from croupier.rulebook.house_rules import HouseRules

KEYS = ("rulebook", "options", "bank", "schedule", "action_seat", "wagers", "cards", "dealt", "decisions", "meters")
WAGER_KEYS = ("seat", "wager", "amount", "bettor")
BETTOR = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}")
MOST_WAGERS = 10_000


@dataclass(frozen=True)
class Case:
    """A round given in full."""

    house: HouseRules
    bets: tuple[Bet, ...]
    coup: Coup
    bank: PostedBank | None
    schedule: Schedule | None
    action_seat: int | None
    meters: Mapping[str, Cents]


@dataclass(frozen=True)
class SettledCase:
    """A case and what became of it."""

    case: Case
    settlement: Settlement
    collection: Collection | None


def read_json(text: str) -> Any:
    """JSON in which no key stands twice."""
    try:
        return json.loads(text, object_pairs_hook=_no_repeats)
    except json.JSONDecodeError as error:
        raise BadInput.at(f"line {error.lineno}, column {error.colno}", f"is not JSON: {error.msg}") from None
    except RecursionError:
        raise BadInput.at("case", "is nested too deep to be a case") from None


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = Counter(key for key, _ in pairs)
    for key, count in keys.items():
        if count > 1:
            raise BadInput.at(key, "stands twice; give it once")
    return dict(pairs)


def read_case(data: Any, house: HouseRules | None = None) -> Case:
    """Check a case whole and deal it. What cannot happen is refused, with the field that says so.

    `house`: the rules to settle by, where the case does not name a rulebook itself.
    """
    if not isinstance(data, dict):
        raise BadInput.at("case", f"is {_kind(data)}; a case is an object with rulebook, wagers and cards")
    for key in data:
        if key not in KEYS:
            raise BadInput.at(str(key), f"is not a key of a case{suggestion(str(key), KEYS)}")
    house = house or _house(data)
    bank = _bank(data, house)
    schedule = _schedule(data, house)
    bets = _bets(data)
    if problems := check_bets(house, bets, bank_seat=bank.seat if bank else None, schedule=schedule):
        raise BadInput(problems)
    if data.get("decisions"):
        raise BadInput.at("decisions[0]", "nobody decides anything in baccarat; leave decisions empty")
    coup = _coup(data, house)
    action_seat = _action_seat(data, house, coup, bank)
    return Case(house, bets, coup, bank, schedule, action_seat, _meters(data, house))


def settle_case(case: Case) -> SettledCase:
    """Settle a case."""
    _require_meters(case)
    settlement = settle_coup(
        case.house, case.coup, case.bets, bank=case.bank, meters=case.meters, action_seat=case.action_seat
    )
    return SettledCase(case, settlement, _collection(case))


def _house(data: dict[str, Any]) -> HouseRules:
    name = data.get("rulebook")
    if not isinstance(name, str):
        raise BadInput.at("rulebook", 'is missing; name one, such as "ca-cash-in-baccarat" (see: croupier games)')
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise BadInput.at("options", f"is {_kind(options)}; it is an object of option names and values")
    return HouseRules.of(library.load(name), options)


def _bank(data: dict[str, Any], house: HouseRules) -> PostedBank | None:
    bank = data.get("bank")
    if bank is None:
        return None
    if not house.is_player_dealt:
        raise BadInput.at("bank", f"{house.book.title} is banked by the house; leave the bank out")
    if not isinstance(bank, dict):
        raise BadInput.at("bank", f'is {_kind(bank)}; it is an object such as {{"seat": 1, "amount": "300"}}')
    for key in bank:
        if key not in ("seat", "amount"):
            raise BadInput.at(f"bank.{key}", "is not a key of a bank; it has seat and amount")
    seat = _seat(bank.get("seat"), "bank.seat")
    if seat not in house.seats:
        raise BadInput.at("bank.seat", f"there is no seat {seat} on this layout; it has {seats_in_words(house.seats)}")
    return PostedBank(seat, _amount(bank.get("amount"), "bank.amount"))


def _schedule(data: dict[str, Any], house: HouseRules) -> Schedule | None:
    named = data.get("schedule")
    if named is None:
        return None
    if not house.is_player_dealt:
        raise BadInput.at("schedule", f"{house.book.title} is banked by the house and takes no collection")
    if isinstance(named, bool) or not isinstance(named, int | str):
        raise BadInput.at("schedule", f"is {_kind(named)}; it is a number")
    try:
        schedule = house.schedule(named)
    except NoSchedule as error:
        raise BadInput.at("schedule", str(error)) from None
    for wager in house.wagers.values():
        limit = house.limit(wager, schedule)
        if limit.least > limit.most:
            least, most = show_dollars(limit.least), show_dollars(wager.limit.most)
            raise BadInput.at(
                "schedule", f"starts {wager.title} at {least} ({limit.cite}); the table takes {most} at most"
            )
    return schedule


def _bets(data: dict[str, Any]) -> tuple[Bet, ...]:
    wagers = data.get("wagers")
    if not isinstance(wagers, list):
        found = "is missing" if wagers is None else f"is {_kind(wagers)}"
        raise BadInput.at("wagers", f"{found}; it is a list of wagers in the order placed")
    if len(wagers) > MOST_WAGERS:
        raise BadInput.at("wagers", f"holds {len(wagers)} wagers; {MOST_WAGERS} at most")
    return tuple(_bet(wager, f"wagers[{place}]") for place, wager in enumerate(wagers))


def _bet(wager: Any, where: str) -> Bet:
    if not isinstance(wager, dict):
        raise BadInput.at(where, f'is {_kind(wager)}; it is an object with "seat", "wager" and "amount"')
    for key in wager:
        if key not in WAGER_KEYS:
            raise BadInput.at(f"{where}.{key}", f"is not a key of a wager{suggestion(str(key), WAGER_KEYS)}")
    name = wager.get("wager")
    if not isinstance(name, str):
        raise BadInput.at(f"{where}.wager", f"is {_kind(name)}; it is a wager's id")
    bettor = wager.get("bettor", SEATED)
    if not isinstance(bettor, str) or not BETTOR.fullmatch(bettor):
        raise BadInput.at(f"{where}.bettor", "is the name of a backline bettor, such as backline-1")
    return Bet(_seat(wager.get("seat"), f"{where}.seat"), bettor, name, _amount(wager.get("amount"), f"{where}.amount"))


def _seat(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        found = "is missing" if value is None else f"is {value!r}"
        raise BadInput.at(where, f"{found}; a seat is a whole number from 1")
    return value


def _amount(value: Any, where: str) -> Cents:
    if value is None:
        raise BadInput.at(where, 'is missing; give an amount in dollars as a string, such as "100"')
    try:
        amount = parse_amount(value)
    except AmountError as error:
        raise BadInput.at(where, str(error)) from None
    if amount == 0:
        raise BadInput.at(where, f'is "{value}"; zero is not an amount to put down')
    return amount


def _coup(data: dict[str, Any], house: HouseRules) -> Coup:
    """Deal the case's cards, exactly: none missing, none left over, none that the decks do not hold."""
    if ("cards" in data) == ("dealt" in data):
        found = "stands beside dealt" if "cards" in data else "is missing"
        raise BadInput.at("cards", f"{found}; give cards in dealing order, or dealt by hand")
    where = "cards" if "cards" in data else "dealt"
    cards = _cards(data["cards"], "cards") if where == "cards" else _interleaved(data["dealt"])
    _require_in_decks(cards, house.shoe.decks, where)
    round_play = Play(lambda: play(BaccaratRules.of(house)))
    for place, card in enumerate(cards):
        if not isinstance(round_play.need, Deal):
            left = " ".join(str(c) for c in cards[place:])
            raise BadInput.at(where, f"{left} is left over; the round is complete after {place} cards")
        round_play.answer(card)
    if isinstance(round_play.need, Deal):
        need = round_play.need
        place_name = ("first", "second", "third")[need.place - 1]
        raise BadInput.at(where, f"ends after {len(cards)} cards; the {need.hand.capitalize()}'s {place_name} is due")
    round_play.answer(Called())
    coup = round_play.result
    if not isinstance(coup, Coup):
        raise BrokenPromise("a round whose cards were all given ended without a result")
    if where == "dealt" and coup.player != _cards(data["dealt"][PLAYER], "dealt.player"):
        drawer = BANKER if len(coup.banker) == 3 else PLAYER
        raise BadInput.at("dealt", f"gives the third card to the wrong hand; here the {drawer.capitalize()} draws")
    return coup


def _cards(text: Any, where: str) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise BadInput.at(where, f'is {_kind(text)}; it is a string such as "Ts 2h 2d Kc"')
    try:
        return parse_cards(text)
    except CardError as error:
        raise BadInput.at(where, str(error)) from None


def _interleaved(dealt: Any) -> tuple[Card, ...]:
    """Hands as they lie, put back into the order of dealing."""
    if not isinstance(dealt, dict) or set(dealt) != {PLAYER, BANKER}:
        raise BadInput.at("dealt", 'is an object with the cards of "player" and "banker"')
    hands = {name: _cards(dealt[name], f"dealt.{name}") for name in (PLAYER, BANKER)}
    for name, hand in hands.items():
        if len(hand) not in (2, 3):
            raise BadInput.at(f"dealt.{name}", f"has {len(hand)} cards; a hand has two or three")
    first = [hands[name][place] for place in (0, 1) for name in (PLAYER, BANKER)]
    return (*first, *hands[PLAYER][2:], *hands[BANKER][2:])


def _require_in_decks(cards: tuple[Card, ...], decks: int, where: str) -> None:
    for card, count in Counter(cards).items():
        if count > decks:
            raise BadInput.at(where, f"{card} stands {count} times; {decks} decks hold {decks}")


def _action_seat(data: dict[str, Any], house: HouseRules, coup: Coup, bank: PostedBank | None) -> int | None:
    """Where settlement starts. Only a game with an action button may start elsewhere than left of the bank."""
    if data.get("action_seat") is None:
        return None
    seat = _seat(data["action_seat"], "action_seat")
    has_button = house.options.get("action_start") == "hole_card"
    if seat not in house.seats:
        raise BadInput.at(
            "action_seat", f"there is no seat {seat} on this layout; it has {seats_in_words(house.seats)}"
        )
    if not has_button and seat != start_seat(house, coup, bank):
        start = f", at seat {start_seat(house, coup, bank)}" if bank else ""
        raise BadInput.at("action_seat", f"{house.book.title} has no action button; it starts left of the bank{start}")
    return seat


def _meters(data: dict[str, Any], house: HouseRules) -> dict[str, Cents]:
    meters = data.get("meters") or {}
    if not isinstance(meters, dict):
        raise BadInput.at("meters", f"is {_kind(meters)}; it is an object of meters and amounts")
    known = [meter.id for meter in house.meters]
    read = {}
    for name, amount in meters.items():
        if name not in known:
            there = f"; it has {', '.join(known)}" if known else " at all"
            raise BadInput.at(f"meters.{name}", f"{house.book.title} has no such meter{there}")
        try:
            read[name] = parse_amount(amount)
        except AmountError as error:
            raise BadInput.at(f"meters.{name}", str(error)) from None
    return read


def _require_meters(case: Case) -> None:
    """A meter that is won must be known, or have a seed to start from."""
    seeds = {meter.id: meter.seed for meter in case.house.meters}
    for verdict in judge(case.house, case.coup, case.bets, case.meters):
        for prize in verdict.prizes:
            if prize.meter not in case.meters and seeds[prize.meter] == 0:
                message = f'{prize.meter} is won ("{verdict.name}" pays {verdict.row} of it); give what it stood at'
                raise BadInput([Problem(f"meters.{prize.meter}", message)])


def _collection(case: Case) -> Collection | None:
    if case.schedule is None:
        return None
    stakes = [CountedStake(bet.payer, bet.wager, bet.amount) for bet in case.bets]
    return collect(case.schedule, stakes, case.house.fee_gap, case.house.counted(case.schedule))


def _kind(value: Any) -> str:
    """What was found, in a word."""
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return "missing" if value is None else names.get(type(value), type(value).__name__)
