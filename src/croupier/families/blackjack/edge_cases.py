"""Varied blackjack hands for edge-case checks: a few thousand, in which even the rarest results occur."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from croupier.cards import Card, Rank, Suit
from croupier.cards.random_source import RandomSource, SeededRandomSource
from croupier.families.blackjack.facts import BlackjackHandContext, facts_of
from croupier.families.blackjack.round import BlackjackRound, BlackjackSeatBet, RoundSeats
from croupier.families.blackjack.rules import BlackjackRules
from croupier.money.bets import SEATED
from croupier.play import edge_cases
from croupier.play.driver import Dealer
from croupier.play.facts import RoundFacts

ROUNDS = 5_000
SUITS: tuple[tuple[Suit, ...], ...] = (tuple(Suit), (Suit.DIAMONDS,), (Suit.SPADES,), (Suit.HEARTS, Suit.CLUBS))
TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
LOW = (Rank.ACE, Rank.TWO, Rank.THREE)


@cache
def edge_case_hands(rules: BlackjackRules) -> tuple[RoundFacts[BlackjackHandContext], ...]:
    """Return the facts of many hands, the same at every call; in every third round the player hits if it is legal."""
    table = RoundSeats((BlackjackSeatBet(1, 200, (SEATED,)),), dealer_completes=True)
    results = edge_cases.edge_case_results(
        lambda: BlackjackRound(rules, table), PACKS, SeededRandomSource(29), ROUNDS, again=True, likes="hit"
    )
    return tuple(facts_of(result, 1, place) for result in results for place in range(1, len(result.seats[0].hands) + 1))


def dealers(chance: RandomSource) -> Iterator[Dealer]:
    """Yield a dealer for each round; they use the prepared packs in turn."""
    return edge_cases.dealers(PACKS, chance, again=True)


def _packs() -> Iterator[tuple[Card, ...]]:
    for suits in SUITS:
        for ranks in _ranks():
            yield tuple(Card(rank, suit) for rank in ranks for suit in suits)


def _ranks() -> Iterator[tuple[Rank, ...]]:
    yield tuple(Rank)
    yield LOW
    yield (Rank.ACE,)
    yield (Rank.ACE, Rank.TWO)
    yield (Rank.ACE, *TENS)
    yield (Rank.ACE, Rank.KING)
    yield (Rank.SIX, Rank.SEVEN, Rank.EIGHT)
    yield (Rank.SEVEN, *TENS)
    yield (Rank.EIGHT, *TENS)
    yield (Rank.FIVE, Rank.SIX, Rank.TEN)
    yield (*LOW, Rank.SIX, Rank.TEN)
    for rank in Rank:
        yield (rank,)
        yield (rank, Rank(rank % 13 + 1), Rank((rank + 1) % 13 + 1))
        yield (rank, Rank((rank + 4) % 13 + 1), Rank((rank + 7) % 13 + 1))


PACKS = tuple(_packs())
