"""Values of hands at Ultimate Texas Hold'em: lookup tables that rank them, and the lowest value of each category."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.families.dealer_poker.ultimate.odds.board_kernels import RANKS, BoardPayouts, hand_number
from croupier.families.dealer_poker.ultimate.rules import HANDS as CATEGORIES
from croupier.families.dealer_poker.ultimate.rules import UltimateRules
from croupier.hands import hand_strength
from croupier.hands.card_parsing import rank_bit
from croupier.hands.hand_strength import Category, Wheel
from croupier.hands.kernels import HandTables
from croupier.hands.rank_tables import tables_for

VALUES = 1 << 13
DECK = 4 * RANKS
DEALT = 7
"""Number of cards that a player's hand is made from: two hole cards and five community cards."""


def tables_of(rules: UltimateRules) -> HandTables:
    """Return the lookup tables by which hands are ranked under these rules.

    If a hand must use a hole card, one community card is left out, so hands have six cards. Hand values are the same in
    all tables of five or more cards.
    """
    return tables_for(DEALT - rules.min_hole_cards)


def pays_of(rules: UltimateRules) -> BoardPayouts:
    starts = category_starts()
    blind = np.zeros(VALUES, np.int64)
    for category, begin in zip(CATEGORIES, starts, strict=True):
        blind[begin:] = int(rules.blind.of(category) * rules.unit)
    return BoardPayouts(rules.unit, blind, int(starts[rules.qualifies]), rules.river, rules.min_hole_cards)


@cache
def category_starts() -> NDArray[np.int64]:
    """Return the lowest hand value of each hand category.

    Values that no hand has, below the first category, belong to that category.
    """
    rungs = np.array(hand_strength.strength_order(5, Wheel.LOW), np.int64)
    starts = np.searchsorted(rungs, [int(category) << 2 * hand_strength.RANK_BITS for category in CATEGORIES]) + 1
    starts[Category.HIGH_CARD] = 0
    return starts.astype(np.int64)


@cache
def rank_keys() -> NDArray[np.uint64]:
    """Return the amount that each rank, from two to ace, adds to a hand's lookup key."""
    tables = tables_for(7)
    return np.array([int(tables.keys[library_card_number(4 * rank)]) & 0xFFFF_FFFF for rank in range(RANKS)], np.uint64)


@cache
def first_hands() -> NDArray[np.int64]:
    """Return which of the 169 first hands (0 to 168) each two cards are, as an array of shape (52, 52)."""
    numbers = [[hand_number(one, two) for two in range(DECK)] for one in range(DECK)]
    return np.array(numbers, np.int64)


def local_card_index(number: int) -> int:
    """Convert a library card number, which starts with the aces, to a local card index, which starts with the twos."""
    return 4 * (rank_bit(number).bit_length() - 1) + number % 4


def library_card_number(place: int) -> int:
    """Convert a local card index, which starts with the twos, to a library card number, which starts with the aces."""
    return (place + 4) % DECK
