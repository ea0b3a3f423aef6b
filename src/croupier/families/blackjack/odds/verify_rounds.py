"""Live rounds in which a chart decides, the kernel's rounds from the same cards, and example deals.

The example deals reach every line of every bonus wager. Some lines occur once in sixty thousand rounds, too rarely for
random deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from croupier.cards import Card, Rank, Suit
from croupier.families.blackjack.hand_values import count, is_natural, value
from croupier.families.blackjack.odds import fact_tables
from croupier.families.blackjack.odds import hand_outcomes as outcomes
from croupier.families.blackjack.odds.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from croupier.families.blackjack.odds.exact import bonus_table
from croupier.families.blackjack.odds.hand_outcomes import DEALER_ENDS, DEALER_NATURAL, RETURNED
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.seat_strategy import ActionOptions, SeatStrategy
from croupier.families.blackjack.odds.simulate_job import BlackjackJob, allocate_workspace
from croupier.families.blackjack.odds.simulate_kernels import MOST_HANDS, play_round
from croupier.families.blackjack.round import BlackjackHandResult, BlackjackHandState, BlackjackResult, BlackjackRound
from croupier.families.blackjack.rules import BlackjackRules, Surrender, section_of
from croupier.families.blackjack.settle import play_rules_of
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import card_number, card_of
from croupier.odds.verification.driver import cards_text
from croupier.odds.verification.sheet_lines import NOT_PRINTED, printed_lines
from croupier.play.facts import FactColumns
from croupier.play.round import Question, RoundInProgress


def net_in_first_wagers(result: BlackjackResult, place: int, rules: BlackjackRules, payoffs: Payoffs) -> Fraction:
    """Return what a hand wins or loses in units of the first wager; `place` is its index from the left."""
    dealer = dealer_outcome(result)
    hand = result.seats[0].hands[place]
    end = outcomes.RETURNED if dealer == outcomes.DEALER_NATURAL and place else hand_outcome(hand, rules, payoffs)
    return outcomes.net_of(end, dealer, payoffs)


def dealer_outcome(result: BlackjackResult) -> int:
    """Return the code of the dealer's final hand, as the kernels number final hands.

    If the dealer did not draw, no hand is compared with the dealer's, so any total serves.
    """
    total = count(value(card.rank) for card in result.dealer).total
    if result.dealer_natural:
        return outcomes.DEALER_NATURAL
    return outcomes.DEALER_BROKE_3 if total > 21 else outcomes.DEALER_17 + max(0, total - 17)


def hand_outcome(hand: BlackjackHandResult, rules: BlackjackRules, payoffs: Payoffs) -> int:
    values = [value(card.rank) for card in hand.cards]
    if hand.surrendered:
        is_early = rules.surrender is Surrender.EARLY and not hand.is_split
        return outcomes.SURRENDERED_EARLY if is_early else outcomes.SURRENDERED
    if len(values) == 2 and is_natural(*values) and (rules.split_natural or not hand.is_split):
        return outcomes.NATURAL_X if _is_x(hand.cards, payoffs) else outcomes.NATURAL
    held, doubled = count(values), hand.doubled_by > 0
    if held.is_over:
        is_31 = rules.plays_to_31 and held.total == 31 and count(values[:-1]) == (21, False)
        return outcomes.HARD_31 if is_31 else outcomes.BROKE_DOUBLED if doubled else outcomes.BROKE
    if 0 < rules.charlie_cards <= len(values):
        return outcomes.CHARLIE_DOUBLED if doubled else outcomes.CHARLIE
    return (outcomes.DOUBLED if doubled else outcomes.STOOD) + held.total


def _is_x(cards: tuple[Card, ...], payoffs: Payoffs) -> bool:
    """Return whether the hand is the natural for which Blackjack X pays extra. [004 L1322, L1367; CA-BJX-A1]"""
    is_suited = {card.rank for card in cards} == {Rank.ACE, Rank.KING} and cards[0].suit == cards[1].suit
    is_its_suit = payoffs.blackjack_x_any_suit or cards[0].suit == Suit.SPADES
    return payoffs.blackjack_x is not None and is_suited and is_its_suit


WORDS = {STAND: "stand", HIT: "hit", DOUBLE: "double-down", SPLIT: "split", SURRENDER: "surrender"}
INSURE, DECLINE = "insure", "decline"


@dataclass(frozen=True)
class ChartPlayer:
    """Player who decides by a chart, as in the simulation, and either always or never insures."""

    plays: SeatStrategy
    job: BlackjackJob

    def __call__(self, play: RoundInProgress[Any], question: Question) -> str:
        current = play.state
        assert isinstance(current, BlackjackRound)
        hand = current.seat(question.seat).hands[question.hand - 1]
        if question.choice(DECLINE) is not None:
            return self._offer(current, question, hand)
        situation = ActionOptions(
            value(current.dealer[0].rank),
            hand.values[0] if question.choice("split") else 0,
            can_double=question.choice("double-down") is not None,
            can_surrender=question.choice("surrender") is not None,
            is_split=hand.is_split,
        )
        return WORDS[self._move(hand.values, situation)]

    def _move(self, values: Sequence[int], situation: ActionOptions) -> int:
        return self.plays.decide(count(values), tuple(sorted(values)), situation, self.job.rules)

    def _offer(self, current: BlackjackRound, question: Question, hand: BlackjackHandState) -> str:
        """Return the answer to the offers before the dealer checks the hole card: surrender, insure or decline."""
        if question.choice("surrender") is not None:
            place = current.seat(question.seat).hands.index(hand)
            may_split = current.legal.refusal_reason(current.seat(question.seat), place, "split") is None
            pair = hand.values[0] if may_split else 0
            situation = ActionOptions(value(current.dealer[0].rank), pair, can_double=True, can_surrender=True)
            if self._move(hand.values, situation) == SURRENDER:
                return "surrender"
        insures = self.job.insures == "always" and question.choice(INSURE) is not None
        return INSURE if insures else DECLINE


class KernelRound(NamedTuple):
    """Result of a round that the kernel played."""

    net: Fraction
    """Net result in units of the first wager, insurance included."""
    cards: int


class KernelShoe:
    """Shoe from which the kernel plays rounds of one seat; a round may begin at any card."""

    def __init__(self, job: BlackjackJob, cards: Sequence[Card]) -> None:
        numbers = np.array([card_number(card) for card in cards], np.uint8)
        self.job, self._left = job, len(cards)
        self._values = np.array([value(card.rank) - 1 for card in cards], np.uint8)
        self._cards = numbers if job.looks_at_cards else None
        self._workspace = allocate_workspace(1, 1)

    def round(self, begin: int) -> KernelRound | None:
        """Return the round that begins at this card, or None if the cards run out during the round."""
        end = int(play_round(self.job.game, self._values, self._cards, begin, self._workspace))
        return None if end > self._left else KernelRound(self._net(begin), end - begin)

    def _net(self, begin: int) -> Fraction:
        pays, hands = self.job.pays, int(self._workspace.hands[0])
        dealer = int(self._workspace.ends[MOST_HANDS])
        won = int(dealer == DEALER_NATURAL)
        ends = [int(self._workspace.ends[place]) for place in range(hands)]
        # Only the original wager is lost to a natural if the dealer does not check the hole card. [002 L31-32]
        ends = [RETURNED if won and place else end for place, end in enumerate(ends)]
        net = sum(int(pays.table.reshape(-1)[end * DEALER_ENDS + dealer]) for end in ends)
        insures = self.job.insures == "always" and self._values[begin + 1] == 0
        return Fraction(net + insures * int(pays.insurance[won]), pays.units)


def hands_text(result: BlackjackResult) -> str:
    own = " and ".join(cards_text(hand.cards) for seat in result.seats for hand in seat.hands)
    return f"{own} against {cards_text(result.dealer)}"


DealerHandClass = tuple[int, ...]
"""Class of a dealer's hand: natural (1 or 0), number of cards, total."""
KINDS_OF_A_LINE = 20
SPARE = Card(Rank.TEN, Suit.CLUBS)
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
LineOf = Callable[[BlackjackResult], int]


def forced_rounds(sheet: ParSheet, wager: str) -> Iterator[tuple[Card, ...]]:
    """Yield example deals for one seat, in dealing order: several for every sheet line of a bonus wager."""
    assert sheet.shoe is not None
    rules = sheet.rules.wagers[wager]
    table = bonus_table(sheet.rules, rules, sheet.shoe)
    lines = np.where(table.weights > 0, printed_lines(rules, sheet[wager], table.columns), -1)
    for line in range(len(sheet[wager].lines)):
        places = np.flatnonzero(lines == line)
        step = max(1, len(places) // KINDS_OF_A_LINE)
        for place in islice(places[::step].tolist(), KINDS_OF_A_LINE):
            yield _cards_of(sheet, table.columns, place)


def _cards_of(sheet: ParSheet, columns: FactColumns, place: int) -> tuple[Card, ...]:
    if columns is fact_tables.first_three():
        one, two, up = card_of(place // 52**2), card_of(place // 52 % 52), card_of(place % 52)
        return one, up, two, _hole_without_natural(up)
    if columns is fact_tables.first_four():
        ranks = (place // 13**3, place // 13**2 % 13, place // 13 % 13, place % 13)
        one, two, up, hole = (Card(Rank(rank + 1), suit) for rank, suit in zip(ranks, SUITS, strict=True))
        return one, up, two, hole
    if columns is fact_tables.first_four_by_card():
        one, two, up, hole = (card_of(place // 52**power % 52) for power in (3, 2, 1, 0))
        return one, up, two, hole
    if columns is fact_tables.dealer_threes(play_rules_of(sheet.rules).hits_soft_17):
        up, hole, third = (card_of(place // 52**power % 52) for power in (2, 1, 0))
        return _deal_against_cards((up, hole, *_third(third, columns, place)))
    rules = play_rules_of(sheet.rules)
    hands = dealer_hands(rules.decks, hits_soft_17=rules.hits_soft_17)
    return _deal_against(list(hands.values())[place])


def _hole_without_natural(up: Card) -> Card:
    """Return a hole card that does not make a natural with the up card."""
    return Card(Rank.NINE, Suit.HEARTS if up.suit != Suit.HEARTS else Suit.CLUBS)


def _deal_against(dealer: tuple[int, ...]) -> tuple[Card, ...]:
    """Return a deal in which the player stands on two tens against this dealer's hand, given by card values."""
    return _deal_against_cards([Card(Rank(card), SUITS[place % 4]) for place, card in enumerate(dealer)])


def _deal_against_cards(dealer: Sequence[Card]) -> tuple[Card, ...]:
    up, hole, *drawn = dealer
    return SPARE, up, SPARE, hole, *drawn


def _third(card: Card, columns: FactColumns, place: int) -> tuple[Card, ...]:
    """Return the dealer's third card, or nothing where he stands on two cards."""
    return (card,) if columns["dealer_third_rank"][place] else ()


@cache
def dealer_hands(decks: int, *, hits_soft_17: bool) -> dict[DealerHandClass, tuple[int, ...]]:
    """Return an example of every class of final dealer's hands, in the order in which the exact count lists them."""
    left = [0, *(4 * decks,) * 9, 16 * decks]
    found: dict[DealerHandClass, tuple[int, ...]] = {}
    for hand, _ in fact_tables.dealt_hands([], left, 1, hits_soft_17=hits_soft_17):
        found.setdefault(fact_tables.dealer_hand_class(hand), hand)
    return found


def insure_if_offered(play: RoundInProgress[Any], question: Question) -> str:
    return "insure" if question.choice("insure") else question.timeout_action


def forced_insurance_rounds() -> Iterator[tuple[Card, ...]]:
    """Yield two deals of a player's twenty against an ace: with a ten, then with a nine as the hole card."""
    ace = Card(Rank.ACE, Suit.HEARTS)
    for hole in (Card(Rank.QUEEN, Suit.SPADES), Card(Rank.NINE, Suit.SPADES)):
        yield SPARE, ace, SPARE, hole


def line_finder(sheet: ParSheet, name: str) -> LineOf:
    """Return a function that maps a finished round to the sheet line in which the wager ends."""
    table_rules, wager = sheet.rules, sheet.rules.wagers[name]
    if name == section_of(table_rules).insurance:
        return lambda result: 0 if result.dealer_natural else 1
    assert sheet.shoe is not None
    table = bonus_table(table_rules, wager, sheet.shoe)
    lines = printed_lines(wager, sheet[name], table.columns).tolist()
    if table.columns is fact_tables.first_three():
        return lambda result: lines[_by_cards(result)]
    if table.columns is fact_tables.first_four():
        return lambda result: lines[_by_ranks(result)]
    if table.columns is fact_tables.first_four_by_card():
        return lambda result: lines[_by_cards(result) * 52 + card_number(result.dealer[1])]
    if table.columns is fact_tables.dealer_threes(play_rules_of(table_rules).hits_soft_17):
        return lambda result: lines[_dealer_cards(result)]
    rules = play_rules_of(table_rules)
    places = {kind: place for place, kind in enumerate(dealer_hands(rules.decks, hits_soft_17=rules.hits_soft_17))}
    return lambda result: _at(lines, places.get(_dealer_kind(result)))


def _at(lines: list[Any], place: int | None) -> int:
    return NOT_PRINTED if place is None else int(lines[place])


def _by_cards(result: BlackjackResult) -> int:
    one, two, up = (card_number(card) for card in (*result.seats[0].first_two, result.dealer[0]))
    return (one * 52 + two) * 52 + up


def _dealer_cards(result: BlackjackResult) -> int:
    """Return the place of the dealer's first three cards; where he has two, of these with any third card."""
    up, hole, third = (card_number(card) for card in (*result.dealer, result.dealer[0])[:3])
    return (up * 52 + hole) * 52 + third


def _by_ranks(result: BlackjackResult) -> int:
    one, two, up, hole = (card.rank - 1 for card in (*result.seats[0].first_two, *result.dealer[:2]))
    return ((one * 13 + two) * 13 + up) * 13 + hole


def _dealer_kind(result: BlackjackResult) -> tuple[int, ...]:
    return fact_tables.dealer_hand_class(tuple(value(card.rank) for card in result.dealer))
