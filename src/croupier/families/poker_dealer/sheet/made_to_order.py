"""Rounds made to order: a deal for every way in which two hands can end, played for everything that can be played for.

A straight flush that is beaten comes once in a few million rounds and would never be seen otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.cards import Card, Rank, Suit
from croupier.cards.card import DECK
from croupier.cards.chance import Chance
from croupier.families.poker_dealer.round import PokerRound
from croupier.families.poker_dealer.settling import is_holdem
from croupier.families.poker_dealer.sheet.counts import HOLDEM_TIMES, THREE_CARD_TIMES
from croupier.families.poker_dealer.sheet.examples import Deal, six_card_deals
from croupier.families.poker_dealer.sheet.kinds import kinds_of
from croupier.families.poker_dealer.sheet.live import Decide
from croupier.play.round import Question
from croupier.rulebook.house_rules import HouseRules

ROYAL = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)


def ordered_rounds(house: HouseRules) -> Iterator[tuple[Deal, int]]:
    """Deals, each with every Play wager in antes; 0 for a hand that is folded."""
    deals = [*kinds_of(house).deals.values(), *(() if is_holdem(house) else six_card_deals().values())]
    for deal in deals:
        for times in HOLDEM_TIMES if is_holdem(house) else THREE_CARD_TIMES:
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
