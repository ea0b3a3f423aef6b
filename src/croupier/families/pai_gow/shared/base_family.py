"""Base classes of the pai gow families: hands dealt face down and compared with the player-dealer's."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from croupier.cards import Piece
from croupier.families.pai_gow.shared.base_round import (
    BANKER,
    DEALER,
    HIGH,
    LOW,
    PLAYER,
    BaseRound,
    PaiGowHand,
    PaiGowResult,
    PaiGowSeatResult,
    SetHand,
    TileRound,
    entrant_of,
)
from croupier.families.pai_gow.shared.board import SET_HAND_HISTORY
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank, SettledBet
from croupier.play.facts import FactList, RoundFacts
from croupier.play.family import ROLES, DiceResult, FinalHand, OrderOfPlay, WagerPosition, rows_won
from croupier.play.hands_on_table import HandName, HandOnTable
from croupier.play.round import Deal, ForbiddenDecision, Opening, Roll, RoundInProgress
from croupier.rulebook.table_rules import TableRules

PARTS = (HIGH, LOW)
DICE_CUP = "dice"


class SetHandSection(Protocol):
    """Rulebook section of a game in which hands are set."""

    @property
    def base(self) -> str:
        """Id of the wager that hands are set for."""

    @property
    def cites(self) -> Mapping[str, list[str]]:
        """Citations that the rulebook gives for a refused decision, by topic."""


class PaiGowFamily(ABC):
    """Base class of the pai gow families: packets are dealt round the table, and hands are opened one by one."""

    facts: FactList[Any]
    common_hands: tuple[str, ...] = (DEALER,)
    table_stakes = None
    card_turning = None
    posted_rules = None

    @abstractmethod
    def seat_facts(self, rules: TableRules, result: Any, seat: int = 0) -> RoundFacts[Any]:
        """Return the facts of a round for one seat."""

    @abstractmethod
    def deciding_seats(self, result: Any) -> Sequence[int]:
        """Return the seats with a hand that decides wagers."""

    @abstractmethod
    def final_cards(self, result: Any) -> dict[str, list[str]]:
        """Return the cards of each hand at the end of the round."""

    def first_seat_to_settle(self, rules: TableRules, result: Any, bank: PostedBank | None) -> int | None:
        """Return the seat with the action button, or the seat next to the bank. [004 L423, L554]"""
        if result.action is not None:
            action: int = result.action
            return action
        return None if bank is None else rules.next_seat(bank.seat)

    def is_dealt_face_down(self, need: Deal) -> bool:
        """Return True, except for cards and tiles that are read when their hand is opened. [004 L425, L569]"""
        return not need.opens

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        return frozenset(place for hand in _round(play).hands if hand.is_open for place in hand.places)

    def order_of_play(self, play: RoundInProgress[Any]) -> OrderOfPlay | None:
        """Return the order in which hands are dealt and opened, or None before the dice are thrown."""
        current = play.state
        assert isinstance(current, TileRound)
        if current.action is None and isinstance(play.need, Roll):
            return None
        seats = tuple(hand.seat for hand in current.hands_in_action_order() if hand.seat is not None)
        thrown = (DiceResult(DICE_CUP, current.dice),) if current.dice else ()
        return OrderOfPlay(thrown, current.first, current.action, seats)

    def case_facts(self, rules: TableRules, result: Any, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        """Return the facts for the JSON of a case: those of the player-dealer's hand, which are equal for all seats.

        With `every`, also all facts of each seat that bet, under the number of the seat.
        """
        shared = self.seat_facts(rules, result)
        entries: dict[str, Any] = {name: shared[name] for name, one in self.facts.by_name.items() if not one.is_of_seat}
        if every:
            for seat in sorted({bet.seat for bet in bets}):
                entries[str(seat)] = self.seat_facts(rules, result, seat).all()
        return entries

    def winning_wagers(self, rules: TableRules, result: Any, meters: Mapping[str, Cents]) -> dict[str, str]:
        seat_facts = [self.seat_facts(rules, result, seat) for seat in self.deciding_seats(result)]
        wagers = rules.wagers.items()
        return rows_won(
            rules, ((name, one.decide(facts, one.limit.least, meters)) for facts in seat_facts for name, one in wagers)
        )

    def board_entry(self, result: Any) -> dict[str, Any]:
        return self.final_cards(result)

    def next_opening(self, result: Any) -> Opening:
        return Opening()

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        return {name: WagerPosition(ROLES[wager.group]) for name, wager in rules.wagers.items()}

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        return {}

    def card_sections(self, rules: TableRules) -> tuple[()]:
        return ()


class SetHandFamily(PaiGowFamily):
    """Base class of families in which each player sets two hands face down; all are shown at the end."""

    history = SET_HAND_HISTORY

    @abstractmethod
    def section_of(self, rules: TableRules) -> SetHandSection:
        """Return the rulebook section of this game."""

    @abstractmethod
    def compare_parts(self, rules: TableRules, result: PaiGowResult, seat: int) -> Mapping[str, str]:
        """Return the results of a seat's high and low hand against the player-dealer's."""

    @abstractmethod
    def rank_parts(self, rules: TableRules, result: PaiGowResult, name: str, hand: SetHand) -> dict[str, Any]:
        """Return the ranks of the high and the low hand and, for a seat's hand, whether it is foul."""

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> list[HandOnTable[Any]]:
        current = _round(play)
        return [
            shown
            for hand in current.hands
            if hand.pieces or current.reads_when_opened
            for shown in _hands_shown(hand, self._hand_result(rules, current.dealer, hand))
        ]

    def _hand_result(self, rules: TableRules, dealer: PaiGowHand, hand: PaiGowHand) -> Mapping[str, str]:
        """Return the results of a hand's high and low part, once this hand and the player-dealer's are open.

        A hand that has no seat and is not the player-dealer's is the common Player hand.
        """
        if hand is dealer or not (hand.is_open and hand.arrangement and dealer.is_open and dealer.arrangement):
            return {}
        if hand.seat is None:
            return self.compare_parts(rules, PaiGowResult(dealer.as_set_hand, (), hand.as_set_hand), 0)
        return self.compare_parts(
            rules, PaiGowResult(dealer.as_set_hand, (PaiGowSeatResult(hand.seat, hand.as_set_hand),)), hand.seat
        )

    def paid_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> Sequence[SettledBet]:
        return ()

    def deciding_seats(self, result: PaiGowResult) -> Sequence[int]:
        return [one.seat for one in result.seats] or [0]

    def final_hands(self, result: PaiGowResult) -> list[FinalHand[Any]]:
        return [FinalHand(HandName.parse(name).words, cards, None) for name, cards in _parts_of(result).items()]

    def final_cards(self, result: PaiGowResult) -> dict[str, list[str]]:
        return {name: [str(card) for card in cards] for name, cards in _parts_of(result).items()}

    def refusal_citation(self, rules: TableRules, refusal: ForbiddenDecision) -> str:
        cites = self.section_of(rules).cites
        return rules.rulebook.cite(cites.get(refusal.topic) or cites.get("set", []))

    def bettors_at_seat(self, rules: TableRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        """Return the bettors with a base wager at the seat, or the seated player at the player-dealer's own seat."""
        return entrant_of(seat, bets, self.section_of(rules).base).bettors or (SEATED,)

    def arranged_hands_json(self, rules: TableRules, result: PaiGowResult) -> dict[str, Any]:
        """Return the hands as they were set: of each seat, of the player-dealer, or the two common hands."""
        shown: dict[str, Any] = {}
        for name, hand in hands_of(result).items():
            seat = HandName.parse(name).seat
            entries = {part: " ".join(map(str, cards)) for part, cards in zip(PARTS, hand.arrangement, strict=True)}
            shown[name if seat is None else str(seat)] = entries | self.rank_parts(rules, result, name, hand)
        return shown


def _round(play: RoundInProgress[Any]) -> BaseRound:
    assert isinstance(play.state, BaseRound)
    return play.state


def dice_summary(result: Any) -> dict[str, Any]:
    """Return the dice, the action seat and the player-dealer's seat for the round record."""
    entries: dict[str, Any] = {} if result.action is None else {"dice": list(result.dice), "action": result.action}
    return entries if result.bank is None else entries | {"bank": result.bank}


def hands_of(result: PaiGowResult) -> dict[str, SetHand]:
    """Return every hand of a finished round by its name."""
    if result.common:
        return {PLAYER: result.common, BANKER: result.dealer}
    return {DEALER: result.dealer} | {str(HandName.of_seat(seat.seat)): seat.hand for seat in result.seats}


def _parts_of(result: PaiGowResult) -> dict[str, tuple[Piece, ...]]:
    return {
        f"{name}/{part}": cards
        for name, hand in hands_of(result).items()
        for part, cards in zip(PARTS, hand.arrangement, strict=True)
    }


def _hands_shown(hand: PaiGowHand, comparison: Mapping[str, str]) -> list[HandOnTable[Any]]:
    """Return a hand on the table: as it was dealt or, once it is set, its high and its low hand.

    Other players must not see the high and the low hand before the showdown.
    """
    if hand.arrangement is None:
        return [HandOnTable(hand.name, hand.seat, tuple(hand.pieces), tuple(hand.places), None, stake_cents=hand.stake)]
    free = list(zip(hand.pieces, hand.places, strict=True))
    return [
        HandOnTable(
            f"{hand.name}/{part}",
            hand.seat,
            cards,
            tuple(_take_card_number(free, card) for card in cards),
            None,
            state="opened" if hand.is_open else "set",
            stake_cents=hand.stake,
            compared=comparison.get(part, ""),
            is_private_arrangement=not hand.is_open,
            house_way=hand.seat is not None and hand.by_house and not hand.is_open,
        )
        for part, cards in zip(PARTS, hand.arrangement, strict=True)
    ]


def _take_card_number(free: list[tuple[Piece, int]], piece: Piece) -> int:
    """Return the number of a card or tile in the round and remove it from `free`.

    So each of two equal tiles is used once.
    """
    found = next(one for one in free if one[0] == piece)
    free.remove(found)
    return found[1]
