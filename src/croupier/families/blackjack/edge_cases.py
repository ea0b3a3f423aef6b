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

EDGE_CASE_ROUNDS = 5_000
PACK_SUITS: tuple[tuple[Suit, ...], ...] = (tuple(Suit), (Suit.DIAMONDS,), (Suit.SPADES,), (Suit.HEARTS, Suit.CLUBS))
PACK_TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
PACK_LOW_RANKS = (Rank.ACE, Rank.TWO, Rank.THREE)


@cache
def edge_case_hands(rules: BlackjackRules) -> tuple[RoundFacts[BlackjackHandContext], ...]:
    """Return the facts of many hands from small packs, the same hands at every call.

    In every third round the player hits whenever that is legal.
    """
    table = RoundSeats((BlackjackSeatBet(1, 200, (SEATED,)),), dealer_completes=True)
    results = edge_cases.edge_case_results(
        lambda: BlackjackRound(rules, table), PACKS, SeededRandomSource(29), EDGE_CASE_ROUNDS, again=True, likes="hit"
    )
    return tuple(facts_of(result, 1, place) for result in results for place in range(1, len(result.seats[0].hands) + 1))


def dealers(chance: RandomSource) -> Iterator[Dealer]:
    """Yield one card-dealing function for each round; they deal from the prepared packs in turn."""
    return edge_cases.dealers(PACKS, chance, again=True)


def _packs() -> Iterator[tuple[Card, ...]]:
    for suits in PACK_SUITS:
        for ranks in _ranks():
            yield tuple(Card(rank, suit) for rank in ranks for suit in suits)


def _ranks() -> Iterator[tuple[Rank, ...]]:
    yield tuple(Rank)
    yield PACK_LOW_RANKS
    yield (Rank.ACE,)
    yield (Rank.ACE, Rank.TWO)
    yield (Rank.ACE, *PACK_TENS)
    yield (Rank.ACE, Rank.KING)
    yield (Rank.SIX, Rank.SEVEN, Rank.EIGHT)
    yield (Rank.SEVEN, *PACK_TENS)
    yield (Rank.EIGHT, *PACK_TENS)
    yield (Rank.FIVE, Rank.SIX, Rank.TEN)
    yield (*PACK_LOW_RANKS, Rank.SIX, Rank.TEN)
    for rank in Rank:
        yield (rank,)
        yield (rank, Rank(rank % 13 + 1), Rank((rank + 1) % 13 + 1))
        yield (rank, Rank((rank + 4) % 13 + 1), Rank((rank + 7) % 13 + 1))


PACKS = tuple(_packs())
