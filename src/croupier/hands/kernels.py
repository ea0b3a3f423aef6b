"""The inner functions of every kernel that ranks hands: sums of card keys in, values out.

A hand's key is `tables.start` plus `tables.keys[card]` of its cards, in any order: so a loop over boards adds one
number a card. Its low half adds up to a different number for every multiset of ranks; above that a nibble a suit
reaches its top bit when the suit has enough cards for a flush (a joker is of every suit), and the bits of `FAULTS` are
set by what is no card of the deck. A hand's suits are the sum of `tables.masks[card]`: sixteen bits a suit, thirteen
for the ranks held and one for the joker.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_nogil, kernel_function

ROW_SHIFT = np.uint64(10)
ROW_MASK = np.uint64((1 << 10) - 1)
RANK_KEYS = np.uint64((1 << 32) - 1)
SUIT_SHIFT = 32
FLUSH = np.uint64(0x8888 << SUIT_SHIFT)
JOKER_SHIFT = 52
NO_CARD_SHIFT = 56
FAULTS = np.uint64(0b110 << JOKER_SHIFT | 0b111 << NO_CARD_SHIFT)
SUITED = np.uint64((1 << 14) - 1)
ONE = np.uint64(1)
BY_RANK_OR_NOT = FLUSH | FAULTS
FINE = -1


class HandTables(NamedTuple):
    """All that ranks hands of one size under one set of rules; goes into kernels as it is."""

    keys: NDArray[np.uint64]
    """256 numbers, so that any byte may be looked up; those that are no cards set a bit of `FAULTS`."""
    masks: NDArray[np.uint64]
    rows: NDArray[np.uint32]
    values: NDArray[np.uint16]
    flushes: NDArray[np.uint16]
    start: np.uint64


@kernel_function
def value_by_ranks(key: Any, tables: HandTables) -> Any:
    """The value of a hand that has no flush."""
    ranks = key & RANK_KEYS
    return tables.values[np.uint64(tables.rows[ranks >> ROW_SHIFT]) + (ranks & ROW_MASK)]


@kernel_function
def value_of_flush(masks: Any, tables: HandTables) -> Any:
    """The value of the best flush; 0 for none."""
    best = np.uint16(0)
    for suit in range(4):
        best = max(best, tables.flushes[masks >> np.uint64(16 * suit) & SUITED])
    return best


@kernel_function
def rank_of_keys(key: Any, masks: Any, tables: HandTables) -> Any:
    """The value of a hand by the sums of its cards' keys and masks, for any size of hand.

    The cards must be different ones of the deck that the tables are for.
    """
    if key & FLUSH:
        # With a joker four of a kind may stand beside a flush.
        return max(value_by_ranks(key, tables), value_of_flush(masks, tables))
    return value_by_ranks(key, tables)


rank6_of_keys = rank7_of_keys = rank_of_keys


@kernel_function
def _masks_of_row(hands: Any, row: int, tables: HandTables) -> Any:
    masks = np.uint64(0)
    for place in range(hands.shape[1]):
        masks |= tables.masks[hands[row, place]]
    return masks


def _rows_kernel(cards: int) -> Any:
    """A kernel for hands of one size: with the size known, the loop over a hand's cards is laid out flat."""

    @compiled_nogil
    def rank_rows(hands: NDArray[np.uint8], values: NDArray[np.uint16], tables: HandTables) -> int:
        fault = FINE
        for row in range(hands.shape[0]):
            key = tables.start
            held = np.uint64(0)
            added = np.uint64(0)
            for place in range(cards):
                card = hands[row, place]
                key += tables.keys[card]
                held |= ONE << np.uint64(card)
                added += ONE << np.uint64(card)
            # A card that is there twice is one bit of what is held, and carries in what is added.
            if key & BY_RANK_OR_NOT or held != added:
                if key & FAULTS or held != added:
                    fault = row
                    break
                values[row] = rank_of_keys(key, _masks_of_row(hands, row, tables), tables)
            else:
                values[row] = value_by_ranks(key, tables)
        return fault

    return rank_rows


ROW_KERNELS = {cards: _rows_kernel(cards) for cards in (2, 3, 5, 6, 7)}
"""Rank each row of an array of hands by size of hand; each gives the first row that is no hand, or `FINE`."""


@kernel_function
def next_prefix(prefix: Any, cards: int) -> bool:
    """Turn all cards of a hand but the last to the next in order, and leave a card for the last; False after all."""
    size = len(prefix)
    place = size - 1
    while place >= 0 and prefix[place] == cards - 1 - size + place:
        place -= 1
    if place < 0:
        return False
    prefix[place] += 1
    for later in range(place + 1, size):
        prefix[later] = prefix[later - 1] + 1
    return True


@kernel_function
def first_prefix(size: int) -> Any:
    return np.arange(size)


@compiled_nogil
def tally_hands(cards: int, deck: int, first: int, tables: HandTables) -> NDArray[np.int64]:
    """How many hands that begin with one card, in the order of the deck, have each value."""
    counts = np.zeros(1 << 13, np.int64)
    prefix = first_prefix(cards - 1) + first
    if first + cards > deck:
        return counts
    while prefix[0] == first:
        key = tables.start
        masks = np.uint64(0)
        for card in prefix:
            key += tables.keys[card]
            masks += tables.masks[card]
        for last in range(prefix[-1] + 1, deck):
            counts[rank_of_keys(key + tables.keys[last], masks + tables.masks[last], tables)] += 1
        if not next_prefix(prefix, deck):
            break
    return counts
