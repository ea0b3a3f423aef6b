"""Rounds made to order: a deal for every way in which two hands can end, played for everything that can be played for.

A straight flush that is beaten comes once in a few million rounds and would never be seen otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.cards import Card, Rank, Suit
from croupier.cards.card import DECK
from croupier.cards.chance import Chance
from croupier.games.poker import PokerRound
from croupier.games.round import Question
from croupier.odds.poker_sheet.counts import HOLDEM_TIMES, THREE_CARD_TIMES
from croupier.odds.poker_sheet.examples import Deal, holdem_deals, six_card_deals, three_card_deals
from croupier.odds.poker_sheet.live import Decide

ROYAL = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)


def ordered_rounds(*, holdem: bool) -> Iterator[tuple[Deal, int]]:
    """Deals, each with every Play wager in antes; 0 for a hand that is folded."""
    deals = list((holdem_deals() if holdem else three_card_deals()).values())
    deals += [] if holdem else six_card_deals().values()
    for deal in deals:
        for times in HOLDEM_TIMES if holdem else THREE_CARD_TIMES:
            yield deal, times


def packs() -> Iterator[tuple[Card, ...]]:
    """Cut-down packs, large enough for a round with one seat: in each of them other hands come often."""
    yield DECK
    yield tuple(card for card in DECK if card.rank in ROYAL and card.suit in (Suit.SPADES, Suit.HEARTS))
    for suit in Suit:
        yield tuple(card for card in DECK if card.suit is suit)
    for low in range(Rank.ACE, Rank.QUEEN):
        yield tuple(card for card in DECK if low <= card.rank < low + 3)
    for low in range(Rank.ACE, Rank.NINE):
        yield tuple(card for card in DECK if low <= card.rank < low + 6 and card.suit in (Suit.CLUBS, Suit.DIAMONDS))


def without_sense(chance: Chance) -> Decide:
    """Does anything that may be done."""

    def decide(current: PokerRound, question: Question) -> str:
        return question.choices[chance.below(len(question.choices))].do

    return decide
