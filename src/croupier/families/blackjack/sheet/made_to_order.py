"""Rounds made to order: for every line of every bonus wager cards that end in it, and hands played without sense.

A line that comes once in sixty thousand rounds would hardly be seen otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import numpy as np

from croupier.cards import Card, Rank, Suit
from croupier.cards.chance import Chance
from croupier.families.baccarat.odds.verification.lines import printed_lines
from croupier.families.blackjack.round import BlackjackRound
from croupier.families.blackjack.settling import rules_of
from croupier.families.blackjack.sheet import kinds
from croupier.families.blackjack.sheet.sheet import bonus_table
from croupier.odds.composition import card_of
from croupier.odds.par_sheet import ParSheet
from croupier.play.round import Decision, Question

Kind = tuple[int, ...]
"""Natural or not, number of cards, total."""
KINDS_OF_A_LINE = 20
ROUNDS_WITHOUT_SENSE = 1_500
SPARE = Card(Rank.TEN, Suit.CLUBS)
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
LOW, TENS = (Rank.ACE, Rank.TWO, Rank.THREE), (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
PACKS: tuple[tuple[Rank, ...], ...] = (
    *(tuple(Rank), LOW, (Rank.ACE, Rank.TWO), (Rank.ACE, *TENS), (Rank.ACE, Rank.KING), (Rank.EIGHT, *TENS)),
    *((Rank.FIVE, Rank.SIX, Rank.TEN), (*LOW, Rank.TEN), (Rank.SEVEN, Rank.TEN), (Rank.SIX, Rank.FIVE, Rank.ACE)),
)
"""Cut-down packs: in some of them every hand can be split, in others every hand is long."""


def rounds_for(sheet: ParSheet, wager: str) -> Iterator[tuple[Card, ...]]:
    """Cards in dealing order, one seat: some for every line of a bonus wager."""
    assert sheet.shoe is not None
    rules = sheet.house.wagers[wager]
    table = bonus_table(sheet.house, rules, sheet.shoe)
    lines = np.where(table.weights > 0, printed_lines(rules, sheet[wager], table.columns), -1)
    for line in range(len(sheet[wager].lines)):
        places = np.flatnonzero(lines == line)
        step = max(1, len(places) // KINDS_OF_A_LINE)
        for place in islice(places[::step].tolist(), KINDS_OF_A_LINE):
            yield _cards_of(sheet, table.columns, place)


def _cards_of(sheet: ParSheet, columns: object, place: int) -> tuple[Card, ...]:
    if columns is kinds.first_three():
        one, two, up = card_of(place // 52**2), card_of(place // 52 % 52), card_of(place % 52)
        return one, up, two, _harmless(up)
    if columns is kinds.first_four():
        ranks = (place // 13**3, place // 13**2 % 13, place // 13 % 13, place % 13)
        one, two, up, hole = (Card(Rank(rank + 1), suit) for rank, suit in zip(ranks, SUITS, strict=True))
        return one, up, two, hole
    rules = rules_of(sheet.house)
    hands = dealer_hands(rules.decks, hits_soft_17=rules.hits_soft_17)
    return _against(list(hands.values())[place])


def _harmless(up: Card) -> Card:
    """A hole card that makes no natural."""
    return Card(Rank.NINE, Suit.HEARTS if up.suit != Suit.HEARTS else Suit.CLUBS)


def _against(dealer: tuple[int, ...]) -> tuple[Card, ...]:
    """Two tens that stand, and this hand of the dealer's by values."""
    up, hole, *drawn = (Card(Rank(card), SUITS[place % 4]) for place, card in enumerate(dealer))
    return SPARE, up, SPARE, hole, *drawn


@cache
def dealer_hands(decks: int, *, hits_soft_17: bool) -> dict[Kind, tuple[int, ...]]:
    """A hand of every kind that a dealer can end with, in the order that the exact count has them."""
    left = [0, *(4 * decks,) * 9, 16 * decks]
    found: dict[Kind, tuple[int, ...]] = {}
    for hand, _ in kinds.dealt_hands([], left, 1, hits_soft_17=hits_soft_17):
        found.setdefault(kinds.kept(hand), hand)
    return found


def packs() -> Iterator[tuple[Card, ...]]:
    for suits in (tuple(Suit), (Suit.SPADES,)):
        for ranks in PACKS:
            yield tuple(Card(rank, suit) for rank in ranks for suit in suits)


class Senseless:
    """Does anything that may be done; every third round, takes a card whenever there is one to take."""

    def __init__(self, chance: Chance, *, eager: bool) -> None:
        self._chance, self._eager = chance, eager

    def __call__(self, felt: BlackjackRound, question: Question) -> Decision:
        words = [choice.do for choice in question.choices]
        if self._eager and "hit" in words:
            return Decision(question.seat, "hit")
        return Decision(question.seat, words[self._chance.below(len(words))])


def stands(felt: BlackjackRound, question: Question) -> Decision:
    """What silence does."""
    return Decision(question.seat, question.silence)


def insures(felt: BlackjackRound, question: Question) -> Decision:
    return Decision(question.seat, "insure" if question.choice("insure") else question.silence)


def insured_rounds() -> Iterator[tuple[Card, ...]]:
    """A twenty against an ace, with a ten under it and with a nine."""
    ace = Card(Rank.ACE, Suit.HEARTS)
    for hole in (Card(Rank.QUEEN, Suit.SPADES), Card(Rank.NINE, Suit.SPADES)):
        yield SPARE, ace, SPARE, hole
