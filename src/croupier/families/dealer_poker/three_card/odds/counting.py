"""How many dealer's hands with a shown card each player's hand beats, ties and loses to, qualified or not.

Suits have no rank, so the shown card can be taken to be a spade. Dealer's hands below a value are counted over all
pairs of other cards, minus the pairs with each of the player's cards, plus the pairs of two player's cards
(inclusion-exclusion).
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
"""Number of combinations of the two dealer's cards that are not shown."""

Ints = NDArray[np.int64]


class Matchups(NamedTuple):
    """Numbers of dealer's hands, out of 1,128, by rank of the shown card (ace first) and player's hand.

    Entries are 0 if the player's hand contains the shown card.
    """

    beats_unqualified: Ints
    unqualified: Ints
    beats_qualified: Ints
    loses: Ints
    """Number of qualifying dealer's hands that beat the player's hand."""
    ties_unqualified: Ints


@cache
def hands() -> Ints:
    """Return all hands of three cards as an array of shape (22100, 3), in lexicographic order."""
    return np.array(list(combinations(range(DECK), 3)), np.int64)


@cache
def hand_places() -> Ints:
    """Return the index of each hand in `hands`, by its three cards in ascending order; shape (52, 52, 52)."""
    places = np.full((DECK,) * 3, -1, np.int64)
    places[tuple(hands().T)] = np.arange(HANDS)
    return places


@cache
def hand_values(wheel: Wheel) -> Ints:
    return ranks3(hands().astype(np.uint8), wheel=wheel).astype(np.int64)


def lowest_qualifying_value(qualifies: Rank | None, wheel: Wheel) -> int:
    """Return the lowest hand value that qualifies: the lowest hand with that high card; every pair is higher."""
    if qualifies is None:
        return 0
    high = hand_strength.ACE_BIT if qualifies == Rank.ACE else int(qualifies) - 2
    rungs = np.array(hand_strength.strength_order(3, wheel), np.int64)
    return int(np.searchsorted(rungs, 1 << high)) + 1


def category_of_values(wheel: Wheel) -> Ints:
    """Return the category of each hand value; values start at 1."""
    rungs = np.array((0, *hand_strength.strength_order(3, wheel)), np.int64)
    return rungs >> 2 * hand_strength.RANK_BITS


@cache
def count_matchups(wheel: Wheel, qualifies: Rank | None) -> Matchups:
    """Return the matchups of every hand; pay tables do not affect them, so the result is cached."""
    found = Matchups(*(np.zeros((EXPOSED_RANKS, HANDS), np.int64) for _ in Matchups._fields))
    for rank in range(EXPOSED_RANKS):
        _count_against(found, rank, wheel, lowest_qualifying_value(qualifies, wheel))
    return found


def _count_against(found: Matchups, rank: int, wheel: Wheel, least: int) -> None:
    """Count the matchups of every hand against one shown card."""
    shown = SUITS * rank
    beside = np.flatnonzero((hands() != shown).all(axis=1))
    cards, own_values = hands()[beside], hand_values(wheel)[beside]
    pairs = _pair_values(shown, hand_values(wheel))
    counts = _cumulated(pairs, int(hand_values(wheel).max()) + 2)
    low, below, upto = (
        _below(cards, limit, pairs, counts) for limit in (np.full_like(own_values, least), own_values, own_values + 1)
    )
    does_qualify = own_values >= least
    found.unqualified[rank, beside] = low
    found.beats_unqualified[rank, beside] = np.where(does_qualify, low, below)
    found.beats_qualified[rank, beside] = np.where(does_qualify, below - low, 0)
    found.ties_unqualified[rank, beside] = np.where(does_qualify, 0, upto - below)
    found.loses[rank, beside] = DEALERS - np.where(does_qualify, upto, low)


def _pair_values(shown: int, values: Ints) -> Ints:
    """Return the value of the dealer's hand for each choice of its other two cards; 0 for impossible choices."""
    with_it = np.flatnonzero((hands() == shown).any(axis=1))
    others = hands()[with_it]
    others = others[others != shown].reshape(-1, 2)
    pairs = np.zeros((DECK, DECK), np.int64)
    pairs[others[:, 0], others[:, 1]] = pairs[others[:, 1], others[:, 0]] = values[with_it]
    return pairs


def _cumulated(pairs: Ints, values: int) -> Ints:
    """Return how many dealer's hands below each value contain each card."""
    counts = np.zeros((DECK, values + 1), np.int64)
    one, two = np.nonzero(pairs)
    np.add.at(counts, (one, pairs[one, two] + 1), 1)
    return counts.cumsum(axis=1)


def _below(cards: Ints, limit: Ints, pairs: Ints, counts: Ints) -> Ints:
    """Return how many dealer's hands are below a limit and contain none of the player's cards."""
    found: Ints = counts.sum(axis=0)[limit] // 2
    for place in range(3):
        found = found - counts[cards[:, place], limit]
    for one, two in combinations(range(3), 2):
        found += pairs[cards[:, one], cards[:, two]] < limit
    return found


@cache
def swap_suit_with_spades(suit: int) -> Ints:
    """Return the index that each hand gets if a suit and spades are exchanged."""
    names = np.arange(SUITS)
    names[[0, suit]] = suit, 0
    cards = np.sort(hands() // SUITS * SUITS + names[hands() % SUITS], axis=1)
    places: Ints = hand_places()[tuple(cards.T)]
    return places
