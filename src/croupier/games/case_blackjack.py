"""A blackjack round given as a case: cards, and decisions in the order they are asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cards import Card
from croupier.errors import BadInput, BrokenPromise
from croupier.games.blackjack import DEALER, OFFERS, PLAYS, BlackjackResult, BlackjackRound
from croupier.games.blackjack_facts import HEADLINE, fact, facts_of
from croupier.games.blackjack_settling import judge, rules_of, section_of, settle_blackjack, start_seat, table_of
from croupier.games.case_decisions import read_decisions
from croupier.games.case_reading import LaidHand, cards_or_dealt, read_cards, require_in_decks
from croupier.games.round import Ask, Called, Deal, NotAllowed, Play, Question, Silence, Void
from croupier.hands.blackjack import count, value
from croupier.money.cents import Cents
from croupier.money.outcome import Bet, Verdict
from croupier.money.settlement import PostedBank, Settlement
from croupier.rulebook.house_rules import HouseRules

WORDS = tuple(dict.fromkeys((*PLAYS, *OFFERS)))
ALSO = {"double": "double-down"}
SEAT_HAND = re.compile(r"player:([1-9][0-9]*)")


class BlackjackCase:
    """How blackjack reads and settles a case."""

    def deal(
        self, house: HouseRules, data: dict[str, Any], bets: Sequence[Bet], bank_seat: int | None
    ) -> BlackjackResult:
        return _Dealing(house, data, bets, bank_seat).result()

    def verdicts(
        self, house: HouseRules, result: BlackjackResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> list[Verdict]:
        return [verdict for _, verdict in judge(house, result, bets, meters)]

    def settle(
        self,
        house: HouseRules,
        result: BlackjackResult,
        bets: Sequence[Bet],
        *,
        bank: PostedBank | None,
        meters: Mapping[str, Cents],
        action_seat: int | None,
    ) -> Settlement:
        return settle_blackjack(house, result, bets, bank=bank, meters=meters, action_seat=action_seat)

    def start_seat(self, house: HouseRules, result: BlackjackResult, bank: PostedBank | None) -> int | None:
        return start_seat(house, bank)

    def hands(self, result: BlackjackResult) -> list[LaidHand]:
        laid = [LaidHand("Dealer", result.dealer, _total(result.dealer))]
        for seat in result.seats:
            for place, hand in enumerate(seat.hands, start=1):
                title = f"Seat {seat.seat}" if len(seat.hands) == 1 else f"Seat {seat.seat}, hand {place}"
                laid.append(LaidHand(title, hand.cards, _total(hand.cards)))
        return laid

    def facts(self, house: HouseRules, result: BlackjackResult, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        """The dealer's; every fact is told hand by hand, as `2` or `2/1`, beside what all seats share."""
        shared = facts_of(result)
        told: dict[str, Any] = {name: shared[name] for name in HEADLINE}
        if not every:
            return told
        told |= {name: shared[name] for name in fact.by_name if name not in fact.spot_facts}
        for seat in result.seats:
            for place in range(1, len(seat.hands) + 1):
                name = str(seat.seat) if len(seat.hands) == 1 else f"{seat.seat}/{place}"
                seen = facts_of(result, seat.seat, place)
                told[name] = {one: seen[one] for one in sorted(fact.spot_facts)}
        return told


def _total(cards: tuple[Card, ...]) -> int:
    return count(value(card.rank) for card in cards).total


class _Dealing:
    """A case dealt card by card, asked question by question."""

    def __init__(self, house: HouseRules, data: dict[str, Any], bets: Sequence[Bet], bank_seat: int | None) -> None:
        self.house = house
        self.where = cards_or_dealt(data)
        self.decisions = read_decisions(data, WORDS, ALSO)
        self.next_decision = 0
        self.queues = _queues(data, self.where)
        every = tuple(card for queue in self.queues.values() for card in queue)
        require_in_decks(every, house.shoe.decks, self.where)
        rules, table = rules_of(house), table_of(house, bets, bank_seat)
        self.play: Play[BlackjackResult | Void] = Play(lambda: BlackjackRound(rules, table))

    def result(self) -> BlackjackResult:
        while not self.play.is_over:
            match self.play.need:
                case Deal() as need:
                    self.play.answer(self._card(need))
                case Ask(questions=(question, *_)):
                    self._decide(question)
                case _:
                    self._require_nothing_left()
                    self.play.answer(Called())
        if not isinstance(self.play.result, BlackjackResult):
            raise BrokenPromise("a round whose cards were all given ended without a result")
        return self.play.result

    def _card(self, need: Deal) -> Card:
        name = "cards" if self.where == "cards" else need.hand.partition("/")[0]
        queue = self.queues.get(name, [])
        if queue:
            return queue.pop(0)
        due = f"card {need.place} of {'the dealer' if need.hand == DEALER else need.hand} is due"
        if self.where == "cards":
            dealt = sum(isinstance(answer, Card) for answer in self.play.answers)
            raise BadInput.at("cards", f"ends after {dealt} cards; {due}")
        raise BadInput.at(f"dealt.{name}", f"has no card left; {due}")

    def _decide(self, question: Question) -> None:
        """The next decision, where it is this seat's and speaks to what is asked; otherwise silence."""
        decision = self.decisions[self.next_decision] if self.next_decision < len(self.decisions) else None
        is_offer = question.silence == OFFERS[0]
        if decision is None or decision.seat != question.seat or (is_offer and decision.do not in OFFERS):
            self.play.answer(Silence())
            return
        try:
            self.play.answer(decision)
        except NotAllowed as refused:
            cite = self.house.book.cite(section_of(self.house).cites.get(refused.topic, []))
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
            raise BadInput.at(where, f"{decision.do} is left over: seat {decision.seat} is not asked then")


def _queues(data: dict[str, Any], where: str) -> dict[str, list[Card]]:
    if where == "cards":
        return {"cards": list(read_cards(data["cards"], "cards"))}
    dealt = data["dealt"]
    if not isinstance(dealt, dict):
        raise BadInput.at("dealt", 'is an object such as {"player:2": "As Kd", "dealer": "9c 7h"}')
    for name in dealt:
        if name not in (DEALER, "player") and not SEAT_HAND.fullmatch(str(name)):
            raise BadInput.at(f"dealt.{name}", 'is no hand; hands are "dealer" and "player:2" for seat 2')
    return {name: list(read_cards(cards, f"dealt.{name}")) for name, cards in dealt.items()}
