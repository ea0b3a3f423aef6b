"""Every hand against every dealer's hand that can hold the card he shows: higher, equal, lower; qualified or not.

Suits have no rank, so the card shown may be taken to be a spade. Hands below some value are counted among all pairs
that the dealer may hold beside it, less the pairs with each of the player's cards, and with two of them put back.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Rank
from croupier.hands import hand_strength
from croupier.hands.hand_strength import Wheel
from croupier.hands.rank_arrays import ranks3

DECK = 52
SUITS = 4
EXPOSED_RANKS = 13
HANDS = comb(DECK, 3)
DEALERS = comb(48, 2)
"""The dealer's other two cards."""

Ints = NDArray[np.int64]


class Matchups(NamedTuple):
    """For each rank shown (ace first) and each hand, of 1,128 dealer's hands; 0 where the hand holds the card shown."""

    beats_unqualified: Ints
    unqualified: Ints
    beats_qualified: Ints
    loses: Ints
    """To hands that qualify."""
    ties_unqualified: Ints


@cache
def hands() -> Ints:
    """All of three cards, in order."""
    return np.array(list(combinations(range(DECK), 3)), np.int64)


@cache
def hand_places() -> Ints:
    """By three cards in rising order: the hand's place."""
    places = np.full((DECK,) * 3, -1, np.int64)
    places[tuple(hands().T)] = np.arange(HANDS)
    return places


@cache
def hand_values(wheel: Wheel) -> Ints:
    return ranks3(hands().astype(np.uint8), wheel=wheel).astype(np.int64)


def least_value(qualifies: Rank | None, wheel: Wheel) -> int:
    """Of a hand that qualifies: the lowest with that high card, every pair and better being above."""
    if qualifies is None:
        return 0
    high = hand_strength.ACE_BIT if qualifies == Rank.ACE else int(qualifies) - 2
    rungs = np.array(hand_strength.strength_order(3, wheel), np.int64)
    return int(np.searchsorted(rungs, 1 << high)) + 1


def category_of_values(wheel: Wheel) -> Ints:
    """What kind each value is; values count from 1."""
    rungs = np.array((0, *hand_strength.strength_order(3, wheel)), np.int64)
    return rungs >> 2 * hand_strength.RANK_BITS


@cache
def count_matchups(wheel: Wheel, qualifies: Rank | None) -> Matchups:
    """Pay tables change nothing here, so that this is counted once."""
    found = Matchups(*(np.zeros((EXPOSED_RANKS, HANDS), np.int64) for _ in Matchups._fields))
    for rank in range(EXPOSED_RANKS):
        _count_against(found, rank, wheel, least_value(qualifies, wheel))
    return found


def _count_against(found: Matchups, rank: int, wheel: Wheel, least: int) -> None:
    """One card shown."""
    shown = SUITS * rank
    beside = np.flatnonzero((hands() != shown).all(axis=1))
    cards, mine = hands()[beside], hand_values(wheel)[beside]
    pairs = _pair_values(shown, hand_values(wheel))
    counts = _cumulated(pairs, int(hand_values(wheel).max()) + 2)
    low, below, upto = (_below(cards, limit, pairs, counts) for limit in (np.full_like(mine, least), mine, mine + 1))
    does_qualify = mine >= least
    found.unqualified[rank, beside] = low
    found.beats_unqualified[rank, beside] = np.where(does_qualify, low, below)
    found.beats_qualified[rank, beside] = np.where(does_qualify, below - low, 0)
    found.ties_unqualified[rank, beside] = np.where(does_qualify, 0, upto - below)
    found.loses[rank, beside] = DEALERS - np.where(does_qualify, upto, low)


def _pair_values(shown: int, values: Ints) -> Ints:
    """By two cards: the value of the dealer's hand with the card shown; 0 where that is no hand."""
    with_it = np.flatnonzero((hands() == shown).any(axis=1))
    others = hands()[with_it]
    others = others[others != shown].reshape(-1, 2)
    pairs = np.zeros((DECK, DECK), np.int64)
    pairs[others[:, 0], others[:, 1]] = pairs[others[:, 1], others[:, 0]] = values[with_it]
    return pairs


def _cumulated(pairs: Ints, values: int) -> Ints:
    """By card and value: the dealer's hands with that card that are lower."""
    counts = np.zeros((DECK, values + 1), np.int64)
    one, two = np.nonzero(pairs)
    np.add.at(counts, (one, pairs[one, two] + 1), 1)
    return counts.cumsum(axis=1)


def _below(cards: Ints, limit: Ints, pairs: Ints, counts: Ints) -> Ints:
    """Dealer's hands lower than a limit that the player's cards leave."""
    found: Ints = counts.sum(axis=0)[limit] // 2
    for place in range(3):
        found = found - counts[cards[:, place], limit]
    for one, two in combinations(range(3), 2):
        found += pairs[cards[:, one], cards[:, two]] < limit
    return found


@cache
def renamed(suit: int) -> Ints:
    """Each hand's place once a suit and spades have changed names."""
    names = np.arange(SUITS)
    names[[0, suit]] = suit, 0
    cards = np.sort(hands() // SUITS * SUITS + names[hands() % SUITS], axis=1)
    places: Ints = hand_places()[tuple(cards.T)]
    return places
