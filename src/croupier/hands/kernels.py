"""Functions shared by all kernels that rank hands: sums of card keys in, hand values out.

The key of a hand is `tables.start` plus `tables.keys[card]` for each card, in any order, so a loop over boards adds one
number per card. The low 32 bits have a different sum for every multiset of ranks. Above them, each suit has four bits;
the top one is set when the suit has enough cards for a flush. A joker counts for every suit. The bits of `FAULTS` are
set by numbers that are not cards of the deck. The suit mask of a hand is the sum of `tables.masks[card]`: sixteen bits
per suit, thirteen for its ranks and one for the joker.
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
FLUSH_OR_FAULT = FLUSH | FAULTS
ALL_VALID = -1


class HandTables(NamedTuple):
    """Lookup tables for hands of one size under one set of rules, passed to kernels as an argument."""

    keys: NDArray[np.uint64]
    """Key of every possible byte, 256 in all; bytes that are not cards set a bit of `FAULTS`."""
    masks: NDArray[np.uint64]
    rows: NDArray[np.uint32]
    values: NDArray[np.uint16]
    flushes: NDArray[np.uint16]
    start: np.uint64


@kernel_function
def value_by_ranks(key: Any, tables: HandTables) -> Any:
    """Return the value of a hand, ignoring flushes."""
    ranks = key & RANK_KEYS
    return tables.values[np.uint64(tables.rows[ranks >> ROW_SHIFT]) + (ranks & ROW_MASK)]


@kernel_function
def value_of_flush(masks: Any, tables: HandTables) -> Any:
    """Return the value of the best flush in a hand's suit masks, or 0 if there is no flush."""
    best = np.uint16(0)
    for suit in range(4):
        best = max(best, tables.flushes[masks >> np.uint64(16 * suit) & SUITED])
    return best


@kernel_function
def rank_of_keys(key: Any, masks: Any, tables: HandTables) -> Any:
    """Return the value of a hand of any size from the sums of its keys and masks.

    The cards must be distinct and belong to the deck of the tables.
    """
    if key & FLUSH:
        # With a joker, a hand can contain both a flush and four of a kind.
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
    """Return a kernel for hands of one size; a constant size lets the compiler unroll the loop over the cards."""

    @compiled_nogil
    def rank_rows(hands: NDArray[np.uint8], values: NDArray[np.uint16], tables: HandTables) -> int:
        fault = ALL_VALID
        for row in range(hands.shape[0]):
            key = tables.start
            held = np.uint64(0)
            added = np.uint64(0)
            for place in range(cards):
                card = hands[row, place]
                key += tables.keys[card]
                held |= ONE << np.uint64(card)
                added += ONE << np.uint64(card)
            # A duplicate card sets its bit once in `held` but carries in the sum `added`, so the two differ.
            if key & FLUSH_OR_FAULT or held != added:
                if key & FAULTS or held != added:
                    fault = row
                    break
                values[row] = rank_of_keys(key, _masks_of_row(hands, row, tables), tables)
            else:
                values[row] = value_by_ranks(key, tables)
        return fault

    return rank_rows


ROW_KERNELS = {cards: _rows_kernel(cards) for cards in (2, 3, 5, 6, 7)}
"""Kernels that rank each row of an array of hands, by hand size.

Each kernel returns the first row that is not a valid hand, or `ALL_VALID`.
"""


@kernel_function
def next_prefix(prefix: Any, cards: int) -> bool:
    """Advance `prefix`, all cards of a hand except the last, to the next combination.

    Return False after the last combination. At least one card remains for the last place.
    """
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
    """Count the hands with the lowest card `first`, by value.

    The result is indexed by value and has 8,192 entries.
    """
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
