"""Poker against a player-dealer at a live table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.baccarat import Opening
from croupier.games.felt import FeltHand
from croupier.games.poker import HoldemRound, PokerRound, ThreeCardRound
from croupier.games.poker_felt import BOARD, DEALER, PokerResult, PokerSeat, seat_name
from croupier.games.poker_settling import facts_of, judge, round_of, section_of, settle_poker
from croupier.games.round import Answer, Ask, Deal, Decision, NotAllowed, Play, Void, replay
from croupier.money.cents import Cents
from croupier.money.outcome import SEATED, Bet, Result
from croupier.money.settlement import PostedBank, Settled, Settlement
from croupier.rulebook.house_rules import HouseRules


class PokerTable:
    """Three-card poker and hold'em at a live table. Everybody sees his own cards, and the others' at the showdown."""

    hands = (DEALER,)
    turned_by: Mapping[str, str] = {}

    def play(
        self,
        house: HouseRules,
        opening: Opening,
        answers: Sequence[Answer],
        bets: Sequence[Bet] = (),
        bank_seat: int | None = None,
    ) -> Play[PokerResult | Void]:
        how = house.options.get("decisions")
        together = how == "together" or (how == "by-mode" and house.options.get("mode") == "automated")
        return replay(lambda: round_of(house, bets, bank_seat, together=together), answers)

    def lies_face_down(self, need: Deal) -> bool:
        """All cards; one of the player-dealer's three is turned once they are dealt. [004 L651, L2660, L3630]"""
        return True

    def open_places(self, play: Play[Any]) -> frozenset[int]:
        """The cards that everybody sees now, by their number in the round."""
        current = _round(play)
        if current.is_shown:
            return frozenset(range(1, current.dealt + 1))
        if isinstance(current, HoldemRound):
            return frozenset(current.board_places[: current.seen])
        shows_one = isinstance(current, ThreeCardRound) and current.upcard
        return frozenset(current.dealer_places[2:]) if shows_one else frozenset()

    def paid_at_once(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> Sequence[Settled]:
        return ()

    def felt(self, house: HouseRules, play: Play[Any]) -> list[FeltHand]:
        current = _round(play)
        laid = [FeltHand(DEALER, None, tuple(current.dealer), tuple(current.dealer_places), None)]
        if current.board:
            laid.append(FeltHand(BOARD, None, tuple(current.board), tuple(current.board_places), None))
        asked = {one.seat for one in play.need.questions} if isinstance(play.need, Ask) else set()
        return laid + [_seat(seat, is_asked=seat.seat in asked) for seat in current.seats]

    def settle(
        self,
        house: HouseRules,
        result: PokerResult,
        bets: Sequence[Bet],
        bank: PostedBank | None,
        meters: Mapping[str, Cents],
    ) -> Settlement:
        return settle_poker(house, result, bets, bank=bank, meters=meters)

    def facts(self, house: HouseRules, result: PokerResult, bets: Sequence[Bet]) -> dict[str, Any]:
        """The facts people speak of: what each hand is called."""
        shared = facts_of(house, result)
        named = {seat.seat: facts_of(house, result, seat.seat).seen.hand.name for seat in result.seats}
        told: dict[str, Any] = {"dealer_qualifies": shared["dealer_qualifies"], "dealer": shared.seen.dealer.name}
        return told | {f"seat {seat}": name for seat, name in named.items()}

    def winning_wagers(self, house: HouseRules, result: PokerResult, meters: Mapping[str, Cents]) -> tuple[str, ...]:
        won = []
        for seat in result.seats:
            bets = [Bet(seat.seat, SEATED, wager, Cents(100)) for wager in house.betting_wagers]
            won += [bet.wager for bet, verdict in judge(house, result, bets, meters) if verdict.result is Result.WIN]
        return tuple(wager for wager in house.wagers if wager in won)

    def outcome(self, result: PokerResult) -> dict[str, Any]:
        """What the board remembers of the round."""
        return {"dealer": [str(card) for card in result.dealer], "board": [str(card) for card in result.board]}

    def cards_of(self, result: PokerResult) -> dict[str, list[str]]:
        cards = {DEALER: [str(card) for card in result.dealer]}
        if result.board:
            cards[BOARD] = [str(card) for card in result.board]
        return cards | {seat_name(seat.seat): [str(card) for card in seat.cards] for seat in result.seats}

    def next_opening(self, result: PokerResult | Void) -> Opening:
        return Opening()

    def why_not(self, house: HouseRules, refusal: NotAllowed) -> str:
        return house.book.cite(section_of(house).cites.get(refusal.topic, []))

    def deciders(self, house: HouseRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        names = list(
            dict.fromkeys(bet.bettor for bet in bets if bet.seat == seat and bet.wager == section_of(house).ante)
        )
        return tuple(sorted(names, key=lambda name: name != SEATED))

    def raises(self, house: HouseRules, play: Play[Any], decision: Decision, bets: Sequence[Bet]) -> list[Bet]:
        """The Play wager: bettors behind the seat as many times their own Ante."""
        assert isinstance(play.need, Ask)
        question = play.need.question(decision.seat)
        choice = question.choice(decision.do) if question else None
        if choice is None or not choice.most:
            return []
        section, seat = section_of(house), _round(play).seat(decision.seat)
        antes = {bet.bettor: bet.amount for bet in bets if bet.seat == seat.seat and bet.wager == section.ante}
        return [
            Bet(seat.seat, name, section.play, Cents(antes[name] * choice.most // seat.entrant.stake))
            for name in seat.entrant.bettors
        ]


def _round(play: Play[Any]) -> PokerRound:
    assert isinstance(play.felt, PokerRound)
    return play.felt


def _seat(seat: PokerSeat, *, is_asked: bool) -> FeltHand:
    state = "folded" if seat.folded else "played" if seat.played else "playing" if is_asked else "waiting"
    stake = seat.entrant.stake + seat.played
    return FeltHand(seat_name(seat.seat), seat.seat, tuple(seat.cards), tuple(seat.places), None, False, state, stake)
