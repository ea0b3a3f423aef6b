"""Blackjack round: every seat plays its hand against the dealer's hand.

One implementation serves every blackjack rulebook. Its steps follow the printed procedure: first cards, insurance,
check of the hole card, players, dealer. Seats decide one after the other, or all at the same time. This module
determines which cards are dealt and which actions are legal; the rulebook determines what each result pays.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from croupier.cards import Card
from croupier.families.blackjack.hand_values import ACE, TEN, count, dealer_draws, is_natural, value
from croupier.families.blackjack.legal_actions import (
    AMOUNT_RULES,
    DECLINE,
    DOUBLE,
    HIT,
    INSURE,
    OFFERS,
    PLAYS,
    SPLIT,
    STAND,
    SURRENDER,
    LegalActions,
    amount_put_up,
    dollars,
)
from croupier.families.blackjack.round_state import (
    DEALER,
    BlackjackHandResult,
    BlackjackHandState,
    BlackjackResult,
    BlackjackSeatBet,
    BlackjackSeatResult,
    BlackjackSeatState,
    RoundSeats,
    hand_name,
    seat_result,
)
from croupier.families.blackjack.rules import BlackjackRules, HoleCheck
from croupier.play.prompter import Prompter, paying_bettors
from croupier.play.round import (
    Answer,
    Ask,
    Choice,
    Deal,
    Decision,
    ForbiddenDecision,
    Need,
    Question,
    Round,
    RoundVoidedError,
    TimedOut,
    Void,
)

__all__ = [
    "DEALER",
    "DECLINE",
    "DOUBLE",
    "HIT",
    "INSURE",
    "OFFERS",
    "PLAYS",
    "SPLIT",
    "STAND",
    "SURRENDER",
    "BlackjackHandResult",
    "BlackjackHandState",
    "BlackjackResult",
    "BlackjackRound",
    "BlackjackSeatBet",
    "BlackjackSeatResult",
    "BlackjackSeatState",
    "RoundSeats",
    "hand_name",
]  # fmt: skip

PROMPTER = Prompter(called_off="002 L129-132", too_few_cards="002 L129", called_early="002 L129")
MOST_CARDS = 600
"""Limit of the dealer's drawing loop; eight decks have 416 cards."""


class BlackjackRound:
    """Round of blackjack in progress.

    Its state contains the hole card; views must hide that card until `hole_is_up`.
    """

    def __init__(self, rules: BlackjackRules, table: RoundSeats) -> None:
        self.rules = rules
        self.table = table
        self.seats = [BlackjackSeatState(entrant) for entrant in table.seat_bets]
        self.dealer: list[Card] = []
        self.legal = LegalActions(rules, table, self.dealer)
        self.dealer_places: list[int] = []
        self.dealt = 0
        self.hole_is_up = False
        self._open_offers: list[BlackjackSeatState] = []

    def steps(self) -> Round[BlackjackResult | Void]:
        """Play one round from the first card to the result. [002 L92-106; 004 L391-401, L1417-1429]"""
        try:
            yield from self._first_cards()
            yield from self._offers()
            if not self._is_stopped_by_natural():
                yield from self._players()
            self.hole_is_up = True
            yield from self._dealer_draws()
            yield from PROMPTER.announce()
        except RoundVoidedError as ended:
            return ended.void
        return self._result()

    # First cards

    def _first_cards(self) -> Generator[Need, Answer, None]:
        """Deal one card to each seat, the up card, a second card to each seat, and the hole card. [002 L93]"""
        for place in (1, 2):
            if self.rules.shared_hand:
                yield from self._shared_card(place)
            else:
                for seat in self.seats:
                    card = yield from self._next_card(Deal(hand_name(seat.seat), place))
                    self._first_card(seat, card)
            yield from self._dealer_card()

    def _shared_card(self, place: int) -> Generator[Need, Answer, None]:
        card = yield from self._next_card(Deal("player", place))
        for seat in self.seats:
            self._first_card(seat, card)

    def _first_card(self, seat: BlackjackSeatState, card: Card) -> None:
        seat.first_two.append(card)
        if not seat.hands:
            seat.hands.append(BlackjackHandState([], [], seat.bet.bettors))
        self._add_card(seat.hands[0], card)

    def _next_card(self, need: Deal) -> Generator[Need, Answer, Card]:
        card = yield from PROMPTER.card(need)
        self.dealt += 1
        return card

    def _add_card(self, hand: BlackjackHandState, card: Card) -> None:
        hand.cards.append(card)
        hand.card_numbers.append(self.dealt)

    def _dealer_card(self) -> Generator[Need, Answer, None]:
        card = yield from self._next_card(Deal(DEALER, len(self.dealer) + 1))
        self.dealer.append(card)
        self.dealer_places.append(self.dealt)

    @property
    def dealer_natural(self) -> bool:
        return len(self.dealer) >= 2 and is_natural(*(value(card.rank) for card in self.dealer[:2]))

    def _is_stopped_by_natural(self) -> bool:
        """Return whether a dealer's natural ends the round before the players act.

        The dealer checks the hole card under an ace or a ten. [002 L100-101; 004 L1423]
        """
        return self.rules.hole_check is HoleCheck.PEEK and self.dealer_natural

    # Insurance and early surrender

    def _offers(self) -> Generator[Need, Answer, None]:
        """Offer insurance and early surrender before the dealer checks the hole card. [002 L101; 004 L1422]"""
        open_seats = [seat for seat in self.seats if self.legal.offers_to(seat)]
        self._open_offers = open_seats
        while open_seats:
            answer = yield self._ask(open_seats)
            if isinstance(answer, TimedOut):
                for silent in open_seats if self.table.decide_together else open_seats[:1]:
                    silent.questions_asked += 1
                open_seats = [] if self.table.decide_together else open_seats[1:]
            else:
                decision = PROMPTER.decision(answer)
                seat = self.seat(decision.seat)
                self._take_offer(seat, decision)
                open_seats = [one for one in open_seats if one is not seat]
            self._open_offers = open_seats

    def _take_offer(self, seat: BlackjackSeatState, decision: Decision) -> None:
        seat.questions_asked += 1
        if decision.do == INSURE:
            choice = next(one for one in self.legal.offers_to(seat) if one.do == INSURE)
            seat.insured = amount_put_up(decision, choice)
            seat.insurers = paying_bettors(decision, seat.hands[0].hand_bettors)
        elif decision.do == SURRENDER:
            seat.hands[0].surrendered = True

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Return why the seat may not make this decision, or None if the decision is legal."""
        seat = self.seat(decision.seat)
        question = self._question(seat)
        choice = question.choice(decision.do)
        if choice is None:
            is_offer = any(seat is one for one in self._open_offers)
            why = self.legal.offer_refusal_reason(seat, decision.do) if is_offer else None
            return why or self.legal.refusal_reason(seat, question.hand - 1, decision.do)
        cents = amount_put_up(decision, choice)
        if choice.least <= cents <= choice.most:
            return None
        limits_text = f": {dollars(choice.least)} to {dollars(choice.most)} here" if choice.most else ""
        return ForbiddenDecision(f"{AMOUNT_RULES[decision.do]}{limits_text}, not {dollars(cents)}", decision.do)

    # Players

    def _players(self) -> Generator[Need, Answer, None]:
        """Ask the seats for decisions until every hand of theirs is finished.

        The seats play one after the other, or all at the same time. [002 L102-104; 004 L1424]
        """
        playing = [seat for seat in self.seats if self._hand_in_play(seat) is not None]
        while playing:
            decisions, silent = yield from self._decisions(playing)
            for seat in playing:
                if seat.seat in decisions:
                    yield from self._play(seat, decisions[seat.seat])
                elif seat in silent:
                    yield from self._stand_all(seat)
            playing = [seat for seat in playing if self._hand_in_play(seat) is not None]

    def _decisions(
        self, playing: list[BlackjackSeatState]
    ) -> Generator[Need, Answer, tuple[dict[int, Decision], list[BlackjackSeatState]]]:
        """Return the decisions by seat, and the seats that ran out of time.

        Wait for one decision, or for a decision of every seat if `deal_after_decisions` is set. [002 L102-104]
        """
        decisions: dict[int, Decision] = {}
        left = playing
        while left and (self.table.deal_after_decisions or not decisions):
            answer = yield self._ask(left)
            if isinstance(answer, TimedOut):
                return decisions, left if self.table.decide_together else left[:1]
            decision = PROMPTER.decision(answer)
            decisions[decision.seat] = decision
            left = [seat for seat in left if seat.seat != decision.seat]
        return decisions, []

    def seat(self, number: int) -> BlackjackSeatState:
        return next(seat for seat in self.seats if seat.seat == number)

    def _ask(self, seats: list[BlackjackSeatState]) -> Ask:
        now = seats if self.table.decide_together else seats[:1]
        return Ask(tuple(self._question(seat) for seat in now), tuple(seat.seat for seat in seats[len(now) :]))

    def _question(self, seat: BlackjackSeatState) -> Question:
        nth = seat.questions_asked + 1
        if any(seat is one for one in self._open_offers):
            return Question(seat.seat, 1, (Choice(DECLINE), *self.legal.offers_to(seat)), DECLINE, nth)
        place = self._hand_in_play(seat)
        assert place is not None
        choices = tuple(
            self.legal.choice(seat, do) for do in PLAYS if self.legal.refusal_reason(seat, place, do) is None
        )
        return Question(seat.seat, place + 1, choices, STAND, nth)

    def _hand_in_play(self, seat: BlackjackSeatState) -> int | None:
        """Return the index of the leftmost unfinished hand, or None if the seat has nothing left to decide."""
        if not seat.bet.stake:
            return None
        return next((place for place, hand in enumerate(seat.hands) if not self.legal.is_finished(seat, hand)), None)

    def _play(self, seat: BlackjackSeatState, decision: Decision) -> Generator[Need, Answer, None]:
        place = self._hand_in_play(seat)
        assert place is not None
        hand = seat.hands[place]
        choice = self.legal.choice(seat, decision.do)
        match decision.do:
            case "stand":
                hand.stood = True
            case "surrender":
                hand.surrendered = True
            case "hit":
                yield from self._draw(seat, place)
            case "double-down":
                hand.doubled_by = amount_put_up(decision, choice)
                hand.doubling_bettors = paying_bettors(decision, hand.hand_bettors)
                yield from self._draw(seat, place)
            case "split":
                yield from self._split(seat, place, paying_bettors(decision, hand.hand_bettors))
        seat.questions_asked += 1
        yield from self._second_cards(seat)

    def _draw(self, seat: BlackjackSeatState, place: int) -> Generator[Need, Answer, None]:
        hand = seat.hands[place]
        name = hand_name(seat.seat, place, len(seat.hands))
        card = yield from self._next_card(Deal(name, len(hand.cards) + 1))
        self._add_card(hand, card)

    def _split(self, seat: BlackjackSeatState, place: int, holders: tuple[str, ...]) -> Generator[Need, Answer, None]:
        """Move the second card to a new hand on the right, and deal a card to the left hand. [002 L31]"""
        left = seat.hands[place]
        left.is_split = True
        seat.hands.insert(
            place + 1, BlackjackHandState([left.cards.pop()], [left.card_numbers.pop()], holders, is_split=True)
        )
        yield from self._draw(seat, place)

    def _second_cards(self, seat: BlackjackSeatState) -> Generator[Need, Answer, None]:
        """Deal the second card to a split hand when the turn of that hand comes."""
        for _ in range(self.rules.most_hands):
            place = self._hand_in_play(seat)
            if place is None or len(seat.hands[place].cards) >= 2:
                return
            yield from self._draw(seat, place)

    def _stand_all(self, seat: BlackjackSeatState) -> Generator[Need, Answer, None]:
        """Stand on all remaining hands of a seat that ran out of time.

        Each split hand still receives its second card. [ILANI-BJ-A26]
        """
        seat.questions_asked += 1
        for _ in range(self.rules.most_hands):
            place = self._hand_in_play(seat)
            if place is None:
                return
            seat.hands[place].stood = True
            yield from self._second_cards(seat)

    # Dealer

    @property
    def naturals_to_pay(self) -> frozenset[int]:
        """Seats with a natural that has already won, because the up card is two to nine. [002 L99, L113]

        The set is empty until all first cards are dealt.
        """
        if len(self.dealer) < 2 or value(self.dealer[0].rank) in (ACE, TEN):
            return frozenset()
        whole = [seat for seat in self.seats if len(seat.hands) == 1]
        return frozenset(seat.seat for seat in whole if self.legal.is_natural(seat.hands[0]))

    def result_so_far(self) -> BlackjackResult:
        """Return the result that the round would have if it ended now."""
        return self._result()

    def _dealer_draws(self) -> Generator[Need, Answer, None]:
        """Draw the dealer's cards if a hand is undecided or a wager needs the complete hand. [002 L105; 004 L401,
        L1445]
        """
        if self.dealer_natural or not (self.table.dealer_completes or any(self._undecided())):
            return
        for _ in range(MOST_CARDS):
            held = count(value(card.rank) for card in self.dealer)
            if not dealer_draws(held, hits_soft_17=self.rules.hits_soft_17):
                return
            yield from self._dealer_card()

    def _undecided(self) -> Iterator[bool]:
        for seat in self.seats:
            for hand in seat.hands if seat.bet.stake else ():
                decided = (
                    hand.surrendered or hand.count.is_over or self.legal.is_natural(hand) or self.legal.is_charlie(hand)
                )
                yield not decided

    def _result(self) -> BlackjackResult:
        return BlackjackResult(self.rules, tuple(self.dealer), tuple(seat_result(seat) for seat in self.seats))
