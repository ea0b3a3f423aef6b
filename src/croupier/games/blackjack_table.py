"""Blackjack at a live table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from croupier.games.baccarat import Opening
from croupier.games.blackjack import (
    DEALER,
    DOUBLE,
    INSURE,
    SPLIT,
    BlackjackResult,
    BlackjackRound,
    Hand,
    SeatPlay,
    hand_name,
)
from croupier.games.blackjack_facts import HEADLINE, facts_of
from croupier.games.blackjack_settling import judge, rules_of, section_of, settle_blackjack, table_of
from croupier.games.felt import FeltHand
from croupier.games.round import Answer, Ask, Deal, Decision, NotAllowed, Play, Void, replay
from croupier.hands.blackjack import count, value
from croupier.money.cents import Cents
from croupier.money.outcome import Bet, Result
from croupier.money.settlement import PostedBank, Settled, Settlement
from croupier.rulebook.house_rules import HouseRules

CARDS_LAST = "then-cards"
"""One countdown for all, and then the cards as prompted. [002 L102-104, L121-123]"""


class BlackjackTable:
    """Blackjack at a live table."""

    hands = (DEALER,)
    turned_by: Mapping[str, str] = {}

    def play(
        self,
        house: HouseRules,
        opening: Opening,
        answers: Sequence[Answer],
        bets: Sequence[Bet] = (),
        bank_seat: int | None = None,
    ) -> Play[BlackjackResult | Void]:
        rules = rules_of(house)
        asks_21 = not bool(house.options.get("stands_on_21", True))
        last = house.options.get("decisions") == CARDS_LAST
        together = last or _together(house)
        table = table_of(house, bets, bank_seat, together=together, cards_last=last, asks_21=asks_21)
        return replay(lambda: BlackjackRound(rules, table), answers)

    def lies_face_down(self, need: Deal) -> bool:
        """The hole card. [002 L93]"""
        return need.hand == DEALER and need.place == 2

    def open_places(self, play: Play[Any]) -> frozenset[int]:
        """The hole card, once the players are done."""
        current = _round(play)
        return frozenset(current.dealer_places) if current.hole_is_up else frozenset()

    def felt(self, house: HouseRules, play: Play[Any]) -> list[FeltHand]:
        return list(_felt(_round(play), play))

    def settle(
        self,
        house: HouseRules,
        result: BlackjackResult,
        bets: Sequence[Bet],
        bank: PostedBank | None,
        meters: Mapping[str, Cents],
    ) -> Settlement:
        return settle_blackjack(house, result, bets, bank=bank, meters=meters)

    def paid_at_once(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> Sequence[Settled]:
        """A natural against two to nine, where the document has it credited at the deal. [002 L99, L113]"""
        section, current = section_of(house), _round(play)
        seats = current.naturals_to_pay if section.natural_paid == "at-deal" else frozenset()
        paid = [bet for bet in bets if bet.seat in seats and bet.wager == section.wager]
        return settle_blackjack(house, current.so_far(), paid).settled if paid else ()

    def facts(self, house: HouseRules, result: BlackjackResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """The facts people speak of."""
        facts = facts_of(result)
        return {name: facts[name] for name in (*HEADLINE, "dealer_broke")}

    def winning_wagers(
        self, house: HouseRules, result: BlackjackResult, meters: Mapping[str, Cents]
    ) -> tuple[str, ...]:
        """The wagers that some hand of this round would be paid, whoever has them down: for the board."""
        won = []
        for seat in result.seats:
            bets = [
                Bet(seat.seat, name, wager, Cents(100)) for wager in house.betting_wagers for name in _first(seat.hands)
            ]
            won += [bet.wager for bet, verdict in judge(house, result, bets, meters) if verdict.result is Result.WIN]
        return tuple(wager for wager in house.wagers if wager in won)

    def outcome(self, result: BlackjackResult) -> dict[str, Any]:
        """What the board remembers of the round: the dealer's hand."""
        return {"dealer": [str(card) for card in result.dealer]}

    def cards_of(self, result: BlackjackResult) -> dict[str, list[str]]:
        cards = {DEALER: [str(card) for card in result.dealer]}
        for seat in result.seats:
            for place, hand in enumerate(seat.hands):
                cards[hand_name(seat.seat, place, len(seat.hands))] = [str(card) for card in hand.cards]
        return cards

    def next_opening(self, result: BlackjackResult | Void) -> Opening:
        return Opening()

    def why_not(self, house: HouseRules, refusal: NotAllowed) -> str:
        return house.book.cite(section_of(house).cites.get(refusal.topic, []))

    def deciders(self, house: HouseRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        entrants = table_of(house, bets).entrants
        return next((one.bettors for one in entrants if one.seat == seat), ())

    def raises(self, house: HouseRules, play: Play[Any], decision: Decision, bets: Sequence[Bet]) -> list[Bet]:
        """A double, a split, insurance: bettors behind the seat in proportion to the one who decides."""
        assert isinstance(play.need, Ask)
        question = play.need.question(decision.seat)
        choice = question.choice(decision.do) if question else None
        if question is None or choice is None or not choice.most:
            return []
        seat = _round(play).seat(decision.seat)
        cents = choice.most if decision.cents is None else decision.cents
        section, holders = section_of(house), seat.hands[question.hand - 1].holders
        wager = {INSURE: section.insurance, DOUBLE: section.wager, SPLIT: section.wager}[decision.do]
        staked = {bet.bettor: bet.amount for bet in bets if bet.seat == seat.seat and bet.wager == section.wager}
        return [Bet(seat.seat, name, wager, Cents(staked[name] * cents // seat.entrant.stake)) for name in holders]


def _first(hands: Sequence[Any]) -> tuple[str, ...]:
    return hands[0].holders[:1] if hands else ()


def _together(house: HouseRules) -> bool:
    """Terminals dealt by the generator are asked all at once; a dealer goes from seat to seat."""
    how = house.options.get("decisions")
    return how == "together" or (how == "by-mode" and house.options.get("mode") == "automated")


def _round(play: Play[Any]) -> BlackjackRound:
    assert isinstance(play.felt, BlackjackRound)
    return play.felt


def _felt(current: BlackjackRound, play: Play[Any]) -> Iterator[FeltHand]:
    held = count(value(card.rank) for card in current.dealer)
    shown = current.hole_is_up
    yield FeltHand(
        DEALER, None, tuple(current.dealer), tuple(current.dealer_places), held.total if shown else None, held.soft,
        _dealer_state(current, held.total),
    )  # fmt: skip
    asked = {one.seat: one.hand for one in play.need.questions} if isinstance(play.need, Ask) else {}
    for seat in current.seats:
        for place, hand in enumerate(seat.hands):
            own = hand.count
            yield FeltHand(
                hand_name(seat.seat, place, len(seat.hands)),
                seat.seat,
                tuple(hand.cards),
                tuple(hand.places),
                own.total,
                own.soft,
                _state(current, seat, hand, is_asked=asked.get(seat.seat) == place + 1),
                seat.entrant.stake + hand.raised,
            )


def _dealer_state(current: BlackjackRound, total: int) -> str:
    if not current.hole_is_up:
        return "waiting"
    return "natural" if current.dealer_natural else "broke" if total > 21 else "stood"


def _state(current: BlackjackRound, seat: SeatPlay, hand: Hand, *, is_asked: bool) -> str:
    """How a hand stands, in one word."""
    held = hand.count
    if hand.surrendered:
        return "surrendered"
    if held.is_over:
        is_31 = held.total == 31 and current.rules.plays_to_31 and count(hand.values[:-1]) == (21, False)
        return "31" if is_31 else "broke"
    if current.may.is_natural(hand):
        return "natural"
    if current.may.is_charlie(hand):
        return "charlie"
    if is_asked:
        return "playing"
    if hand.raised:
        return "doubled"
    return "stood" if hand.stood or (len(hand.cards) > 1 and current.may.is_finished(seat, hand)) else "waiting"
