"""Kernels that deal every remaining board to given hands and count wins and ties.

The `keys` and `masks` of a hand already include `tables.start` and the board cards that are on the table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_nogil
from croupier.hands.kernels import HandTables, first_prefix, next_prefix, rank7_of_keys

POT = 2520
"""Number of parts of a pot; divisible by 1 to 10, so that up to ten hands can share it in integers."""


@compiled_nogil
def count_two(
    left: NDArray[np.uint8], to_come: int, keys: NDArray[np.uint64], masks: NDArray[np.uint64], tables: HandTables
) -> tuple[int, int, int]:
    """Count the boards that the first of two hands wins, ties and loses.

    `left` contains the cards that may still be dealt; `to_come` is at least one.
    """
    wins = ties = boards = 0
    left_keys, left_masks = tables.keys[left], tables.masks[left]
    cards = len(left)
    prefix = first_prefix(to_come - 1)
    while True:
        key, mask = np.uint64(0), np.uint64(0)
        for place in prefix:
            key += left_keys[place]
            mask += left_masks[place]
        one, other = keys[0] + key, keys[1] + key
        one_mask, other_mask = masks[0] + mask, masks[1] + mask
        first = prefix[-1] + 1 if to_come > 1 else 0
        for last in range(first, cards):
            rank = rank7_of_keys(one + left_keys[last], one_mask + left_masks[last], tables)
            yours = rank7_of_keys(other + left_keys[last], other_mask + left_masks[last], tables)
            wins += rank > yours
            ties += rank == yours
        boards += cards - first
        if not next_prefix(prefix, cards):
            return wins, ties, boards - wins - ties


@compiled_nogil
def count_many(
    left: NDArray[np.uint8], to_come: int, keys: NDArray[np.uint64], masks: NDArray[np.uint64], tables: HandTables
) -> NDArray[np.int64]:
    """Count wins, ties, losses and pot parts of each hand; the board may be complete already."""
    hands = len(keys)
    counts = np.zeros((hands, 4), np.int64)
    values = np.zeros(hands, np.int64)
    prefix = first_prefix(to_come)
    # `next_prefix` leaves one card for an inner loop. There is none here, so pass one card more than there are.
    cards = len(left) + 1
    while True:
        key, mask = np.uint64(0), np.uint64(0)
        for place in prefix:
            key += tables.keys[left[place]]
            mask += tables.masks[left[place]]
        for hand in range(hands):
            values[hand] = rank7_of_keys(keys[hand] + key, masks[hand] + mask, tables)
        best = values.max()
        sharing = (values == best).sum()
        for hand in range(hands):
            if values[hand] < best:
                counts[hand, 2] += 1
            else:
                counts[hand, 0 if sharing == 1 else 1] += 1
                counts[hand, 3] += POT // sharing
        if not next_prefix(prefix, cards):
            return counts
