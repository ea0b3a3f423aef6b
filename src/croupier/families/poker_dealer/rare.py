"""Rounds of poker against a player-dealer unlike each other: a straight flush is beaten as often as a pair is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from croupier.cards import Card, Rank, Suit
from croupier.cards.card import DECK
from croupier.cards.chance import Chance, SeededChance
from croupier.families.poker_dealer.felt import PokerResult, PokerSeatResult
from croupier.families.poker_dealer.settling import facts_of, is_holdem
from croupier.money.outcome import SEATED, Result
from croupier.play import rare
from croupier.play.driver import Dealer
from croupier.play.facts import RoundFacts
from croupier.rulebook.house_rules import HouseRules

ROUNDS_OF_EACH = 60
STAKE = 100


def varied_deals(house: HouseRules) -> tuple[RoundFacts[Any], ...]:
    """The facts of the same deals every time, played and folded in turn."""
    return tuple(facts_of(house, result, 1) for result in _results(is_holdem(house)))


def paid_after_fold(house: HouseRules) -> frozenset[str]:
    """The wagers that may win though the hand was given up."""
    folded = [facts for facts in varied_deals(house) if facts["folded"]]
    return frozenset(
        wager.id
        for wager in house.betting_wagers.values()
        if any(wager.decide(facts, wager.limit.least).result is Result.WIN for facts in folded)
    )


@cache
def _results(holdem: bool) -> tuple[PokerResult, ...]:
    deals = zip(range(ROUNDS_OF_EACH * len(PACKS)), dealers(SeededChance(30)), strict=False)
    return tuple(
        _deal([deal() for _ in range(9 if holdem else 6)], holdem=holdem, folded=number // len(PACKS) % 3 == 0)
        for number, deal in deals
    )


def dealers(chance: Chance) -> Iterator[Dealer]:
    """Round after round, who deals it."""
    return rare.dealers(PACKS, chance, again=False)


def _deal(cards: Sequence[Card], *, holdem: bool, folded: bool) -> PokerResult:
    size, board = (2, 5) if holdem else (3, 0)
    own, dealer, common = cards[:size], cards[size : 2 * size], cards[2 * size : 2 * size + board]
    seat = PokerSeatResult(1, STAKE, tuple(own), 0 if folded else STAKE, () if folded else (SEATED,), folded)
    return PokerResult(tuple(dealer), tuple(common), (seat,))


def _packs() -> Iterator[tuple[Card, ...]]:
    """Nine cards at least: two hands of two and a board."""
    yield DECK
    for suit in Suit:
        yield tuple(Card(rank, suit) for rank in Rank)
    for rank in Rank:
        after, then = Rank(rank % 13 + 1), Rank((rank + 1) % 13 + 1)
        yield tuple(card for card in DECK if card.rank in (rank, after, then))
        yield tuple(card for card in DECK if card.suit is Suit.SPADES or card.rank is rank)
        row = [Rank((rank + step - 1) % 13 + 1) for step in range(7)]
        yield tuple(card for card in DECK if card.rank in row and card.suit in (Suit.SPADES, Suit.HEARTS))
        yield tuple(card for card in DECK if card.rank in row and card.suit is Suit.CLUBS) + _others(row)
        yield tuple(card for card in DECK if card.rank in (rank, Rank.TWO, Rank.KING, Rank.ACE))


def _others(row: Sequence[Rank]) -> tuple[Card, ...]:
    """Two cards that fit nowhere, so that a pack of seven in a row is enough for everybody."""
    left = [rank for rank in Rank if rank not in row]
    return Card(left[0], Suit.HEARTS), Card(left[-1], Suit.DIAMONDS)


PACKS = tuple(_packs())
