"""A case of a game that asks: cards in order or by hand, decisions in the order they are asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

from croupier.cards import Card
from croupier.errors import BadInput, BrokenPromise
from croupier.play.case_reading import cards_or_dealt, read_cards, require_in_decks
from croupier.play.round import Ask, Called, Deal, Decision, Laid, NotAllowed, Play, Question, Silence, Void
from croupier.rulebook.house_rules import HouseRules

SEAT_HAND = re.compile(r"player:([1-9][0-9]*)")
SHARED_HANDS = ("dealer", "player", "board")


class AskedCase:
    """A case dealt card by card, asked question by question.

    `speaks_to`: whether a decision is meant for a question; one that is not leaves the question to silence.
    `meant`: the decision as the round has it. `cite`: the rule against a decision that is not allowed.
    """

    def __init__(
        self,
        house: HouseRules,
        data: dict[str, Any],
        begin: Callable[[], Laid[Any]],
        decisions: list[Decision],
        *,
        cite: Callable[[str], str],
        speaks_to: Callable[[Decision, Question], bool] = lambda decision, question: True,
        meant: Callable[[Decision, Question], Decision] = lambda decision, question: decision,
    ) -> None:
        self.where = cards_or_dealt(data)
        self.decisions = decisions
        self.next_decision = 0
        self.asked: list[int] = []
        """The seats that were asked, in order."""
        self.queues = _queues(data, self.where)
        every = tuple(card for queue in self.queues.values() for card in queue)
        require_in_decks(every, house.shoe.decks, self.where)
        self.cite, self.speaks_to, self.meant = cite, speaks_to, meant
        self.play: Play[Any] = Play(begin)

    def result(self) -> Any:
        while not self.play.is_over:
            match self.play.need:
                case Deal() as need:
                    self.play.answer(self._card(need))
                case Ask(questions=(question, *_)):
                    self._decide(question)
                case _:
                    self._require_nothing_left()
                    self.play.answer(Called())
        if self.play.result is None or isinstance(self.play.result, Void):
            raise BrokenPromise("a round whose cards were all given ended without a result")
        return self.play.result

    def _card(self, need: Deal) -> Card:
        name = "cards" if self.where == "cards" else need.hand.partition("/")[0]
        queue = self.queues.get(name, [])
        if queue:
            return queue.pop(0)
        due = f"card {need.place} of {_whose(need.hand)} is due"
        if self.where == "cards":
            dealt = sum(isinstance(answer, Card) for answer in self.play.answers)
            raise BadInput.at("cards", f"ends after {dealt} cards; {due}")
        raise BadInput.at(f"dealt.{name}", f"has no card left; {due}")

    def _decide(self, question: Question) -> None:
        """The next decision, where it is this seat's and speaks to what is asked; otherwise silence."""
        self.asked.append(question.seat)
        decision = self.decisions[self.next_decision] if self.next_decision < len(self.decisions) else None
        if decision is None or decision.seat != question.seat or not self.speaks_to(decision, question):
            self.play.answer(Silence())
            return
        try:
            self.play.answer(self.meant(decision, question))
        except NotAllowed as refused:
            cite = self.cite(refused.topic)
            where = f"decisions[{self.next_decision}]"
            raise BadInput.at(where, f"{refused}{f' ({cite})' if cite else ''}") from None
        self.next_decision += 1

    def _require_nothing_left(self) -> None:
        left = " ".join(str(card) for queue in self.queues.values() for card in queue)
        if left:
            name = next(name for name, queue in self.queues.items() if queue)
            where = "cards" if self.where == "cards" else f"dealt.{name}"
            raise BadInput.at(where, f"{left} is left over; the round is complete without")
        if self.next_decision < len(self.decisions):
            decision = self.decisions[self.next_decision]
            where = f"decisions[{self.next_decision}]"
            said = f"{decision.do} is left over: seat {decision.seat} is not asked then; {self._order()}"
            raise BadInput.at(where, said)

    def _order(self) -> str:
        """Who is asked, in words; a seat that is asked several times in a row is named once."""
        seats = [f"seat {seat}" for seat, _ in groupby(self.asked)]
        return f"asked in turn: {', '.join(seats)}" if seats else "nobody is asked anything"


def _queues(data: dict[str, Any], where: str) -> dict[str, list[Card]]:
    if where == "cards":
        return {"cards": list(read_cards(data["cards"], "cards"))}
    dealt = data["dealt"]
    if not isinstance(dealt, dict):
        raise BadInput.at("dealt", 'is an object such as {"player:2": "As Kd", "dealer": "9c 7h"}')
    for name in dealt:
        if name not in SHARED_HANDS and not SEAT_HAND.fullmatch(str(name)):
            said = 'is no hand; hands are "dealer", "player:2" for seat 2, and "board" where there is one'
            raise BadInput.at(f"dealt.{name}", said)
    return {name: list(read_cards(cards, f"dealt.{name}")) for name, cards in dealt.items()}


def _whose(hand: str) -> str:
    """A hand in words; a hand that was split keeps its name."""
    if hand in ("dealer", "board"):
        return f"the {hand}"
    return f"seat {hand.removeprefix('player:')}" if SEAT_HAND.fullmatch(hand) else hand
