"""Example deals for every line of every bonus wager, and the sheet line in which a round ends.

Some lines occur once in sixty thousand rounds, too rarely for random deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import numpy as np

from croupier.cards import Card, Rank, Suit
from croupier.families.blackjack.hand_values import value
from croupier.families.blackjack.odds import fact_tables
from croupier.families.blackjack.odds.exact import bonus_table
from croupier.families.blackjack.round import BlackjackResult
from croupier.families.blackjack.rulebook_schema import section_of
from croupier.families.blackjack.settle import play_rules_of
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import card_number, card_of
from croupier.odds.verification.sheet_lines import NOT_PRINTED, printed_lines
from croupier.play.round import Question, RoundInProgress

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


def _cards_of(sheet: ParSheet, columns: object, place: int) -> tuple[Card, ...]:
    if columns is fact_tables.first_three():
        one, two, up = card_of(place // 52**2), card_of(place // 52 % 52), card_of(place % 52)
        return one, up, two, _hole_without_natural(up)
    if columns is fact_tables.first_four():
        ranks = (place // 13**3, place // 13**2 % 13, place // 13 % 13, place % 13)
        one, two, up, hole = (Card(Rank(rank + 1), suit) for rank, suit in zip(ranks, SUITS, strict=True))
        return one, up, two, hole
    rules = play_rules_of(sheet.rules)
    hands = dealer_hands(rules.decks, hits_soft_17=rules.hits_soft_17)
    return _deal_against(list(hands.values())[place])


def _hole_without_natural(up: Card) -> Card:
    """Return a hole card that does not make a natural with the up card."""
    return Card(Rank.NINE, Suit.HEARTS if up.suit != Suit.HEARTS else Suit.CLUBS)


def _deal_against(dealer: tuple[int, ...]) -> tuple[Card, ...]:
    """Return a deal in which the player stands on two tens against this dealer's hand, given by card values."""
    up, hole, *drawn = (Card(Rank(card), SUITS[place % 4]) for place, card in enumerate(dealer))
    return SPARE, up, SPARE, hole, *drawn


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
    rules = play_rules_of(table_rules)
    places = {kind: place for place, kind in enumerate(dealer_hands(rules.decks, hits_soft_17=rules.hits_soft_17))}
    return lambda result: _at(lines, places.get(_dealer_kind(result)))


def _at(lines: list[Any], place: int | None) -> int:
    return NOT_PRINTED if place is None else int(lines[place])


def _by_cards(result: BlackjackResult) -> int:
    one, two, up = (card_number(card) for card in (*result.seats[0].first_two, result.dealer[0]))
    return (one * 52 + two) * 52 + up


def _by_ranks(result: BlackjackResult) -> int:
    one, two, up, hole = (card.rank - 1 for card in (*result.seats[0].first_two, *result.dealer[:2]))
    return ((one * 13 + two) * 13 + up) * 13 + hole


def _dealer_kind(result: BlackjackResult) -> tuple[int, ...]:
    return fact_tables.dealer_hand_class(tuple(value(card.rank) for card in result.dealer))
