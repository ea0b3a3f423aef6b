"""Kernel that draws hands from ranges and boards from the remaining cards, and counts wins and ties."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_inline, compiled_nogil, kernel_function
from croupier.hands.exact_equity_kernels import POT
from croupier.hands.kernels import HandTables, rank7_of_keys

U64 = np.uint64
GOLDEN = U64(0x9E3779B97F4A7C15)
FIRST_MIX, SECOND_MIX = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)
ONE = U64(1)
DECK = U64(52)
HALF = U64(32)
BOARD_CARDS = 5


@compiled_inline
def mix64(number: Any) -> Any:
    """Return 64 random bits for a counter: the final steps of SplitMix64 (Steele, Lea and Flood, 2014)."""
    number = (number ^ (number >> U64(30))) * FIRST_MIX
    number = (number ^ (number >> U64(27))) * SECOND_MIX
    return number ^ (number >> U64(31))


@compiled_inline
def draw_hands(holdings: Any, ends: Any, number: Any, taken: Any, drawn: Any) -> Any:
    """Draw a random hand for each player from the player's range.

    Return the new counter and the mask of all taken cards, or a mask of 0 if two hands contain the same card.
    """
    for player in range(len(ends)):
        begin = ends[player - 1] if player else 0
        number += GOLDEN
        place = begin + np.int64(((mix64(number) >> HALF) * U64(ends[player] - begin)) >> HALF)
        both = ONE << U64(holdings[place, 0]) | ONE << U64(holdings[place, 1])
        if taken & both:
            return number, U64(0)
        taken |= both
        drawn[player] = place
    return number, taken


@kernel_function
def count_shares(values: Any, counts: Any) -> None:
    """Add one board to `counts`: a win or a tie, and a part of the pot, for each player with the best hand."""
    best = values.max()
    sharing = (values == best).sum()
    part = POT // sharing
    for player in range(len(values)):
        if values[player] == best:
            counts[player, 0 if sharing == 1 else 1] += 1
            counts[player, 2] += part
            counts[player, 3] += part * part


@compiled_nogil
def sample_showdowns(
    holdings: NDArray[np.uint8], ends: NDArray[np.int64], down: NDArray[np.uint8], gone: NDArray[np.uint8],
    samples: int, tries: int, seed: int, tables: HandTables,
) -> NDArray[np.int64]:  # fmt: skip
    """Count wins, ties, pot parts and squared pot parts of each player; all -1 if no deal was found.

    `holdings` contains the ranges one after the other; `ends` contains the end index of each. A deal in which two
    players have the same card is discarded as a whole, so all possible deals have the same probability.
    """
    counts = np.zeros((len(ends), 4), np.int64)
    values, drawn = np.zeros(len(ends), np.int64), np.zeros(len(ends), np.int64)
    hand_keys = tables.keys[holdings[:, 0]] + tables.keys[holdings[:, 1]]
    hand_masks = tables.masks[holdings[:, 0]] + tables.masks[holdings[:, 1]]
    number = mix64(U64(seed) + GOLDEN) * GOLDEN
    seen = U64(0)
    for card in np.concatenate((down, gone)):
        seen |= ONE << U64(card)
    start_key, start_mask = tables.start + tables.keys[down].sum(), tables.masks[down].sum()
    done = failed = 0
    while done < samples:
        number, taken = draw_hands(holdings, ends, number, seen, drawn)
        if taken == 0:
            failed += 1
            if failed == tries and done == 0:
                counts[:] = -1
                break
            continue
        key, mask, to_come = start_key, start_mask, BOARD_CARDS - len(down)
        while to_come:
            number += GOLDEN
            card = ((mix64(number) >> HALF) * DECK) >> HALF
            if taken >> card & ONE == 0:
                taken |= ONE << card
                key += tables.keys[card]
                mask += tables.masks[card]
                to_come -= 1
        for player in range(len(ends)):
            hand = drawn[player]
            values[player] = rank7_of_keys(hand_keys[hand] + key, hand_masks[hand] + mask, tables)
        count_shares(values, counts)
        done += 1
    return counts
