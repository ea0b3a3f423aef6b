"""Play the round of a case with its cards, dice and decisions; all of them must be used.

Cards are given in dealing order or by hand, decisions in the order of the questions.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from croupier.cards import CardError, Pack, Piece, ShoeEmpty, ShoeRules, parse_cards
from croupier.errors import BadInput, suggestion
from croupier.money.cents import AmountError, Cents, parse_amount
from croupier.play.driver import QuestionAnswer, play_to_end
from croupier.play.family import CaseRound, RoundFactory, family_of
from croupier.play.round import (
    Answer,
    Arrange,
    Arrangement,
    Deal,
    Decision,
    ForbiddenDecision,
    HandToSet,
    Question,
    Roll,
    RoundInProgress,
    TimedOut,
    Void,
)
from croupier.rulebook.table_rules import TableRules

SEAT_HAND = re.compile(r"player:([1-9][0-9]*)")
SHARED_HANDS = ("dealer", "player", "banker", "board")
DECISION_KEYS = ("seat", "do", "amount")
SET, HOUSE_WAY = "set", "house-way"
MOST_DECISIONS = 1_000


class CasePlayer:
    """Plays a case: deals its cards and answers each question with its decisions."""

    def __init__(self, rules: TableRules, data: dict[str, Any], form: CaseRound, bank_seat: int | None) -> None:
        self.rules, self.form = rules, form
        self.where = _cards_or_dealt(data)
        self.queues = _queues(
            data,
            self.where,
            () if form.decision_names else form.dealt_to or family_of(rules).common_hands,
            rules.shoe.pack,
        )
        self.given = sum(map(len, self.queues.values()))
        _require_in_decks((card for queue in self.queues.values() for card in queue), rules.shoe, self.where)
        self.dice = _read_dice(data, form, bank_seat)
        self.decisions = _read_decisions(data, form, family_of(rules).display_name, rules.shoe.pack)
        self.taken: set[int] = set()
        """Indexes of the decisions of the case that were used so far."""
        self.asked_seats: list[int] = []
        """Seats that the round has asked a question, in order."""
        self.play: RoundInProgress[Any] = RoundInProgress(self._begin(data, bank_seat))

    def result(self) -> Any:
        """Return the finished round; raise `BadInput` for missing, unused or forbidden input."""
        cards = play_to_end(self.play, self._card, self._decide, throw=self._roll, lay=self._arrange)
        self._require_nothing_left(cards)
        if isinstance(self.play.result, Void):
            raise BadInput.at(self.where, f"makes a void round, which settles nothing: {self.play.result.reason}")
        return self.play.result

    def _begin(self, data: dict[str, Any], bank_seat: int | None) -> RoundFactory:
        """Return the function that starts the round of this case.

        The first packet goes to the seat that the dice give; without dice, to the action seat, or to the seat next to
        the bank.
        """
        seat = data.get("action_seat")
        if self.form.begin_at is None or self.dice is not None:
            return self.form.begin
        if seat is not None and read_seat(seat, "action_seat") == bank_seat:
            raise BadInput.at("action_seat", f"seat {seat} is the bank's; the action is another seat's")
        if seat in self.rules.seats:
            return self.form.begin_at(seat)
        return self.form.begin if bank_seat is None else self.form.begin_at(self.rules.next_seat(bank_seat))

    def _roll(self, need: Roll) -> tuple[int, ...]:
        assert self.dice is not None
        if wrong := need.problem(self.dice):
            raise BadInput.at("dice", f"is {list(self.dice)}; {wrong}")
        return self.dice

    def _arrange(self, play: RoundInProgress[Any], setting: HandToSet) -> Answer:
        """Return the arrangement that the case gives for this seat, or the house way.

        In games with declarations, return `TimedOut` when no decision is left for a waiting seat.
        """
        self.asked_seats.append(setting.seat)
        if self.form.declarations:
            assert isinstance(play.need, Arrange)
            waiting = {one.seat for one in play.need.hands_to_set}
            left = (n for n, one in enumerate(self.decisions) if n not in self.taken and one.seat in waiting)
            number = next(left, None)
            if number is None:
                return TimedOut()
            setting = play.need.hand_to_set(self.decisions[number].seat) or setting
        else:
            number = self._next_of(setting.seat)
        if number is None or not isinstance(self.decisions[number], CaseArrangement):
            return Arrangement(setting.seat)
        chosen = self.decisions[number]
        assert isinstance(chosen, CaseArrangement)
        self.taken.add(number)
        declares = chosen.do if chosen.do in self.form.declarations else ""
        if chosen.hands is None and not declares:
            return Arrangement(setting.seat)
        try:
            card_numbers = None if chosen.hands is None else setting.arrangement(chosen.hands).card_numbers
            arrangement = Arrangement(setting.seat, card_numbers, declares)
            refused = setting.refusal(arrangement)
        except ForbiddenDecision as error:
            refused = error
        if refused is not None:
            raise self._not_allowed(refused, number)
        return arrangement

    def _next_of(self, seat: int) -> int | None:
        """Return the index of the seat's next unused decision, or None; questions to other seats do not matter."""
        own = (n for n, one in enumerate(self.decisions) if one.seat == seat and n not in self.taken)
        return next(own, None)

    def _card(self) -> Piece:
        need = self.play.need
        assert isinstance(need, Deal)
        name = "cards" if self.where == "cards" else need.hand.partition("/")[0]
        if queue := self.queues.get(name):
            return queue.pop(0)
        if self.given == len(self.rules.shoe.pack.pieces) * self.rules.shoe.decks and not any(self.queues.values()):
            raise ShoeEmpty("every card there is was given")
        due = f"card {need.place} of {_hand_text(need.hand)} is due"
        if self.where == "cards":
            raise BadInput.at("cards", f"ends after {self.given} cards; {due}")
        raise BadInput.at(self._field(name), f"{name} has no card left; {due}")

    def _field(self, name: str) -> str:
        """Return the field of the case that an error about missing or unused cards names.

        In games without decisions, a card that is missing in one hand may be in another; the error names the whole
        field.
        """
        return f"dealt.{name}" if self.where == "dealt" and self.form.decision_names else self.where

    def _decide(self, play: RoundInProgress[Any], question: Question) -> QuestionAnswer:
        """Return the case's next decision if it fits this seat and question, else the timeout answer."""
        self.asked_seats.append(question.seat)
        by_seat = bool(self.form.hands) or self.form.by_seat
        number = self._next_of(question.seat) if by_seat else self._next_in_turn
        decision = None if number is None else self.decisions[number]
        if number is None or not isinstance(decision, Decision) or decision.seat != question.seat:
            return question.timeout_action if by_seat else TimedOut()
        if not self.form.fits_question(decision, question):
            return TimedOut()
        meant = self.form.normalize(decision, question)
        if play.state is not None and (refused := play.state.refusal(meant)):
            raise self._not_allowed(refused, number)
        self.taken.add(number)
        return meant

    @property
    def _next_in_turn(self) -> int | None:
        return len(self.taken) if len(self.taken) < len(self.decisions) else None

    def _not_allowed(self, refused: ForbiddenDecision, number: int) -> BadInput:
        deciding = family_of(self.rules).deciding
        assert deciding is not None
        cite = deciding.refusal_citation(self.rules, refused)
        return BadInput.at(f"decisions[{number}]", f"{refused}{f' ({cite})' if cite else ''}")

    def _require_nothing_left(self, cards: int) -> None:
        if left := " ".join(str(card) for queue in self.queues.values() for card in queue):
            name = next(name for name, queue in self.queues.items() if queue)
            raise BadInput.at(self._field(name), f"{left} is left over; the round is complete after {cards} cards")
        if left_over := [number for number in range(len(self.decisions)) if number not in self.taken]:
            decision = self.decisions[left_over[0]]
            message = f"{decision.do} is left over: seat {decision.seat} is not asked then; {self._order()}"
            raise BadInput.at(f"decisions[{left_over[0]}]", message)

    def _order(self) -> str:
        """Return the seats that were asked, as text for an error; consecutive questions to one seat are named once."""
        seats = [f"seat {seat}" for seat, _ in groupby(self.asked_seats)]
        return f"asked in turn: {', '.join(seats)}" if seats else "nobody is asked anything"


def _cards_or_dealt(data: dict[str, Any]) -> str:
    """Return the field in which a case gives its cards: `cards` (in dealing order) or `dealt` (by hand).

    Raise `BadInput` if the case has both fields or neither.
    """
    if ("cards" in data) == ("dealt" in data):
        found = "stands beside dealt" if "cards" in data else "is missing"
        raise BadInput.at("cards", f"{found}; give cards in dealing order, or dealt by hand")
    return "cards" if "cards" in data else "dealt"


def _queues(data: dict[str, Any], where: str, hands: tuple[str, ...], pack: Pack) -> dict[str, list[Piece]]:
    """Return the case's cards by hand name; cards given in dealing order are all under the key `cards`.

    `hands`: names of the hands that all players share; empty where each seat has a hand.
    """
    if where == "cards":
        return {"cards": _read_cards(data["cards"], "cards", pack)}
    dealt = data["dealt"]
    if not isinstance(dealt, dict):
        such_as = dict.fromkeys(hands or ("player:2", "dealer"), "As Kd")
        raise BadInput.at("dealt", f"is an object such as {json.dumps(such_as)}")
    for name in dealt:
        is_hand = name in hands if hands else name in SHARED_HANDS or SEAT_HAND.fullmatch(str(name))
        if not is_hand:
            seats = '"dealer", "player:2" for seat 2, and "board" where there is one'
            raise BadInput.at(f"dealt.{name}", f"is no hand; hands are {' and '.join(map(json.dumps, hands)) or seats}")
    return {name: _read_cards(cards, f"dealt.{name}", pack) for name, cards in dealt.items()}


def _read_cards(text: Any, where: str, pack: Pack) -> list[Piece]:
    if not isinstance(text, str):
        raise BadInput.at(where, f'is {kind(text)}; it is a string such as "Ts 2h 2d Kc"')
    try:
        return list(parse_cards(text) if pack is Pack.CARDS else pack.parse_all(text))
    except CardError as error:
        raise BadInput.at(where, str(error)) from None


def _require_in_decks(cards: Iterable[Piece], shoe: ShoeRules, where: str) -> None:
    """Raise `BadInput` if a card appears more often than the decks contain it."""
    for card, count in Counter(cards).items():
        many = shoe.decks * shoe.pack.copies[card]
        if count > many:
            hold = "one deck holds it once" if many == 1 else f"{many} decks hold {many}"
            raise BadInput.at(where, f"{card} stands {count} times; {hold}")


def _hand_text(hand: str) -> str:
    """Return the name of a hand as text; a split hand keeps its name."""
    if SEAT_HAND.fullmatch(hand):
        return f"seat {hand.removeprefix('player:')}"
    return hand if ":" in hand else f"the {hand}"


@dataclass(frozen=True)
class CaseArrangement:
    """Arrangement of one seat's cards in a case: the cards by hand name; None: the house way."""

    seat: int
    hands: Mapping[str, tuple[Piece, ...]] | None
    do: str = SET


def _read_dice(data: dict[str, Any], form: CaseRound, bank_seat: int | None) -> tuple[int, ...] | None:
    """Read the dice numbers of the case, or None if there are none."""
    dice = data.get("dice")
    if dice is None:
        return None
    if form.begin_at is None:
        raise BadInput.at("dice", "no dice are thrown in this game; leave them out")
    if bank_seat is None:
        raise BadInput.at("dice", "are counted from the bank; give the bank too")
    if data.get("action_seat") is not None:
        raise BadInput.at("dice", "stands beside action_seat; dice say whose the action is, so give one of them")
    if not isinstance(dice, list) or not all(isinstance(one, int) and not isinstance(one, bool) for one in dice):
        raise BadInput.at("dice", f"is {kind(dice)}; it is a list of the faces shown, such as [4, 4, 2]")
    return tuple(dice)


def _read_decisions(
    data: dict[str, Any], form: CaseRound, game: str, pack: Pack = Pack.CARDS
) -> list[Decision | CaseArrangement]:
    listed = data.get("decisions") or []
    if not isinstance(listed, list):
        raise BadInput.at("decisions", f"is {kind(listed)}; it is a list of decisions in the order they are asked")
    if len(listed) > MOST_DECISIONS:
        raise BadInput.at("decisions", f"holds {len(listed)} decisions; {MOST_DECISIONS} at most")
    if listed and not form.decision_names:
        raise BadInput.at("decisions[0]", f"nobody decides anything in {game}; leave decisions empty")
    return [_read_decision(one, f"decisions[{place}]", form, pack) for place, one in enumerate(listed)]


def _read_decision(decision: Any, where: str, form: CaseRound, pack: Pack) -> Decision | CaseArrangement:
    choices = form.decision_names
    if form.hands and isinstance(decision, dict) and decision.get("do") in (SET, HOUSE_WAY, *form.declarations):
        return _read_arrangement(decision, where, form.hands, pack)
    keys = (*DECISION_KEYS, "times") if form.allows_times else DECISION_KEYS
    if not isinstance(decision, dict):
        raise BadInput.at(where, f'is {kind(decision)}; it is an object such as {{"seat": 2, "do": "{choices[0]}"}}')
    for key in decision:
        if key not in keys:
            hint = suggestion(str(key), keys) or ";"
            raise BadInput.at(f"{where}.{key}", f"is not a key of a decision{hint} it has {', '.join(keys)}")
    seat, choice = read_seat(decision.get("seat"), f"{where}.seat"), decision.get("do")
    if not isinstance(choice, str):
        raise BadInput.at(f"{where}.do", f"is {kind(choice)}; it is one of {', '.join(choices)}")
    choice = _with_times(form.decision_aliases.get(choice, choice), decision.get("times"), choices, f"{where}.times")
    if choice not in choices:
        hint = suggestion(choice, choices) or ";"
        raise BadInput.at(
            f"{where}.do", f'"{choice}" is nothing to decide in this game{hint} it is {", ".join(choices)}'
        )
    amount = decision.get("amount")
    return Decision(seat, choice, None if amount is None else read_cents(amount, f"{where}.amount"))


def _read_arrangement(decision: dict[str, Any], where: str, hands: tuple[str, ...], pack: Pack) -> CaseArrangement:
    """Read a decision to set a hand: `set` with the cards of each hand, or `house-way` without cards."""
    keys = ("seat", "do", *(hands if decision["do"] != HOUSE_WAY else ()))
    for key in decision:
        if key not in keys:
            hint = suggestion(str(key), keys) or ";"
            raise BadInput.at(f"{where}.{key}", f"is not a key of {decision['do']}{hint} it has {', '.join(keys)}")
    seat = read_seat(decision.get("seat"), f"{where}.seat")
    if decision["do"] == HOUSE_WAY or (decision["do"] != SET and not any(name in decision for name in hands)):
        return CaseArrangement(seat, None, decision["do"])
    hand_cards = {name: tuple(_read_cards(decision.get(name), f"{where}.{name}", pack)) for name in hands}
    return CaseArrangement(seat, hand_cards, decision["do"])


def _with_times(choice: str, times: Any, choices: tuple[str, ...], where: str) -> str:
    """Return the decision with its size: `play` with 4 is `play-4`."""
    if times is None:
        return choice
    sizes = [one.removeprefix(f"{choice}-") for one in choices if one.startswith(f"{choice}-")]
    if not sizes:
        raise BadInput.at(where, f"stands beside {choice}; it goes with play alone")
    if isinstance(times, bool) or not isinstance(times, int) or str(times) not in sizes:
        raise BadInput.at(where, f"is {times!r}; a Play wager is {', '.join(sizes[:-1])} or {sizes[-1]} antes")
    return f"{choice}-{times}"


def read_seat(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        found = "is missing" if value is None else f"is {value!r}"
        raise BadInput.at(where, f"{found}; a seat is a whole number from 1")
    return value


def read_cents(value: Any, where: str) -> Cents:
    try:
        return parse_amount(value)
    except AmountError as error:
        raise BadInput.at(where, str(error)) from None


def kind(value: Any) -> str:
    """Return a noun for the JSON type of a value, for error messages."""
    names: Mapping[type, str] = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return "missing" if value is None else names.get(type(value), type(value).__name__)
