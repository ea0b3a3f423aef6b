"""Kernels that shuffle shoes for simulations.

The order of a shoe depends only on the seed and the shoe's number. Shoes can therefore be dealt in any order, by any
number of threads, machines or devices, with the same counts. The kernels are independent of rulebooks; the shoe's
options arrive as a `ShoeSetup`.

The time is spent on swapping cards in memory one after another; all other steps are arranged to cost less. Random words
and positions do not depend on each other and are computed many at a time. Several shoes are stored in flat arrays,
because slices would be reference-counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline

if TYPE_CHECKING:
    from croupier.cards import ShoeRules

U64 = np.uint64

WORDS_PER_SHOE = 512
"""Random words reserved for each shoe in one long sequence; ten decks use 130."""
MAX_SHOES = 2**51
"""Maximum number of shoes; the random words after theirs in the sequence are for positions that are drawn again."""
REDRAW_OFFSET = U64(WORDS_PER_SHOE * MAX_SHOES)

GOLDEN = U64(0x9E3779B97F4A7C15)
FIRST_MIX = U64(0xBF58476D1CE4E5B9)
SECOND_MIX = U64(0x94D049BB133111EB)
LOW_HALF = U64(0xFFFFFFFF)


class ShoeSetup(NamedTuple):
    """Contents and rules of a shoe in the form that kernels need."""

    shoe: NDArray[np.uint8]
    """Cards before the shuffle, as 4 x (rank - 1) + suit."""
    points: NDArray[np.uint8]
    """Points of each of the 52 cards."""
    steps: NDArray[np.uint64]
    """Distance of the random word from the shoe's first word, for each group of four dealt cards."""
    left: NDArray[np.uint32]
    """Number of cards left in the shoe before each group of four cards is dealt."""
    too_low: NDArray[np.uint32]
    """Smallest remainder of half a random word that is accepted, so that all pairs of positions are equally likely.

    One entry for every two dealt cards.
    """
    burn: NDArray[np.int64]
    """Number of burn cards, by the points of the first card."""
    cut: int
    """Number of cards before the cut card."""
    ends_with_the_hand: bool
    """Whether a cut card in place of a hand's first card makes that hand the last."""


def shoe_setup(
    *,
    decks: int,
    points: Callable[[int], int],
    burn: Sequence[int],
    cut_from_back: int,
    ends_with_the_hand: bool,
    dealt: int,
) -> ShoeSetup:
    """Return the setup that all simulated shoes share. At most `dealt` cards of each shoe are dealt.

    `points` returns the points of a rank. `burn` is the number of burn cards by the points of the first card. The same
    seed and shoe give the same cards for any `dealt`.
    """
    shoe = np.repeat(np.arange(52, dtype=np.uint8), decks)
    fours = np.arange(-(-min(dealt, len(shoe)) // 4), dtype=np.int64)
    left = len(shoe) - 4 * fours
    left_by_twos = np.stack((left, left - 2), axis=1).ravel()
    return ShoeSetup(
        shoe=shoe,
        points=np.array([points(card // 4 + 1) for card in range(52)], dtype=np.uint8),
        steps=fours.astype(np.uint64) * GOLDEN,
        left=left.astype(np.uint32),
        too_low=(2**32 % (left_by_twos * (left_by_twos - 1))).astype(np.uint32),
        burn=np.array(burn, dtype=np.int64),
        cut=max(len(shoe) - cut_from_back, 0),
        ends_with_the_hand=ends_with_the_hand,
    )


def burn_by_points(shoe: ShoeRules) -> list[int]:
    """Return the number of burn cards by the points of the first card. [003 L200; 004 L2305-2310]

    Tens and pictures have 0 points.
    """
    if shoe.burn == "none":
        return [0] * 10
    if shoe.burn == "fixed":
        return [shoe.burn_fixed] * 10
    return [1 + shoe.burn_ten_value, *(1 + points for points in range(1, 10))]


@compiled_inline
def mix64(number: Any) -> Any:
    """Return 64 random bits for a counter: the final steps of SplitMix64 (Steele, Lea and Flood, 2014)."""
    number = (number ^ (number >> U64(30))) * FIRST_MIX
    number = (number ^ (number >> U64(27))) * SECOND_MIX
    return number ^ (number >> U64(31))


def start_of(seed: int) -> np.uint64:
    """Return the start of a seed's sequence of random words."""
    with np.errstate(over="ignore"):
        return cast(np.uint64, cast(Any, mix64).py_func(U64(seed % 2**64) + GOLDEN) * GOLDEN)


@compiled_inline
def start_of_shoe(start: Any, shoe: Any) -> Any:
    return start + U64(shoe) * U64(WORDS_PER_SHOE) * GOLDEN


@compiled_cached
def draw_places(steps: Any, left_before: Any, start: Any, shoe: int, picked: Any, are_fair: Any) -> None:
    """Draw the positions of a Fisher-Yates shuffle, four per 64-bit random word.

    Half a random word gives two positions: it is multiplied by the number of remaining cards, the upper half is the
    position, and the lower half is used for the next one (Brackett-Rozinsky and Lemire, 2024). If the remainder is
    small, a position can be too likely; such a shoe is marked unfair and drawn again by `draw_unbiased`.
    """
    fours = U64(len(left_before))
    pairs = U64(left_before[0]) * (U64(left_before[0]) - U64(1))
    for row in range(U64(len(are_fair))):
        shoe_start = start_of_shoe(start, U64(shoe) + row)
        lowest = LOW_HALF
        for four in range(fours):
            word = mix64(shoe_start + steps[four])
            left = U64(left_before[four])
            first = (word & LOW_HALF) * left
            second = (first & LOW_HALF) * ((left - U64(1)) & LOW_HALF)
            third = (word >> U64(32)) * ((left - U64(2)) & LOW_HALF)
            fourth = (third & LOW_HALF) * ((left - U64(3)) & LOW_HALF)
            two = (first >> U64(32)) | ((second >> U64(16)) & U64(0xFFFF_0000))
            two_more = (third & U64(0xFFFF_0000_0000)) | ((fourth << U64(16)) & U64(0xFFFF_0000_0000_0000))
            picked[row * fours + four] = two | two_more
            lowest = min(lowest, second & LOW_HALF, fourth & LOW_HALF)
        are_fair[row] = lowest >= pairs


@compiled_cached
def draw_unbiased(steps: Any, left_before: Any, too_low: Any, start: Any, shoe: int, picked: Any, row: int) -> None:
    """Draw the same positions as `draw_places`, but draw another word where a position would be too likely.

    One shoe in a hundred needs this.
    """
    fours = len(left_before)
    for four in range(fours):
        number, left = start_of_shoe(start, shoe) + steps[four], U64(left_before[four])
        two = fair_places(number, U64(0), left, U64(too_low[2 * four]))
        two_more = fair_places(number, U64(32), left - U64(2), U64(too_low[2 * four + 1]))
        picked[row * fours + four] = two | (two_more << U64(32))


@compiled_inline
def fair_places(number: Any, shift: Any, left: Any, too_low: Any) -> Any:
    """Return two positions of 16 bits each from half a random word; all pairs are equally likely."""
    while True:
        first = ((mix64(number) >> shift) & LOW_HALF) * left
        second = (first & LOW_HALF) * (left - U64(1))
        if (second & LOW_HALF) >= too_low:
            return (first >> U64(32)) | ((second >> U64(32)) << U64(16))
        number += REDRAW_OFFSET * GOLDEN


@compiled_cached
def deal_out(cards: Any, places: Any, fours: int, rows: int, pile: Any, shuffled: Any, order: Any) -> None:
    """Deal the card at each position, and move the last card of the pile to that position.

    Eight cards are collected and written at once into `shuffled`, which is the same memory as `order`. Each row ends
    with eight unused bytes, so a read beyond the last card is harmless.
    """
    eight, eights, row_eights = U64(8), U64(fours // 2), U64(fours // 2 + fours % 2 + 1)
    for row in range(U64(rows)):
        own = row * U64(fours) * U64(4)
        last = U64(len(cards) - 1)
        for card in range(U64(len(cards))):
            pile[card] = cards[card]
        for group in range(eights):
            gathered = U64(0)
            for card in range(eight):
                place = places[own + group * eight + card]
                gathered |= U64(pile[place]) << (eight * card)
                pile[place] = pile[last - card]
            shuffled[row * row_eights + group] = gathered
            last -= eight
        for card in range(eights * eight, U64(fours) * U64(4)):
            place = places[own + card]
            order[row * row_eights * eight + card] = pile[place]
            pile[place] = pile[last]
            last -= U64(1)


class ShuffleWorkspace(NamedTuple):
    """Preallocated arrays for shuffling a few shoes at a time."""

    picked: NDArray[np.uint64]
    are_fair: NDArray[np.bool_]
    pile: NDArray[np.uint8]
    shuffled: NDArray[np.uint64]
    """Shuffled shoes, one byte per card; rows are multiples of eight bytes, the last eight unused."""


@compiled_cached
def shuffle_workspace(dealing: ShoeSetup, rows: int) -> ShuffleWorkspace:
    fours = len(dealing.left)
    return ShuffleWorkspace(
        np.empty(rows * fours, np.uint64),
        np.ones(rows, np.bool_),
        np.empty(len(dealing.shoe), np.uint8),
        np.zeros(rows * (fours // 2 + fours % 2 + 1), np.uint64),
    )


@compiled_cached
def draw_positions(dealing: ShoeSetup, workspace: ShuffleWorkspace, start: Any, shoe: int, rows: int) -> None:
    """Draw the positions for `rows` shoes, all orders of a shoe equally likely."""
    draw_places(dealing.steps, dealing.left, start, shoe, workspace.picked, workspace.are_fair[:rows])
    for row in range(rows):
        if not workspace.are_fair[row]:
            draw_unbiased(dealing.steps, dealing.left, dealing.too_low, start, shoe + row, workspace.picked, row)


@compiled_cached
def shuffle(dealing: ShoeSetup, workspace: ShuffleWorkspace, cards: Any, start: Any, shoe: int, rows: int) -> None:
    """Shuffle `rows` shoes from number `shoe`; `cards` is the content of a shoe, as cards or as points."""
    draw_positions(dealing, workspace, start, shoe, rows)
    places, order = workspace.picked.view(np.uint16), workspace.shuffled.view(np.uint8)
    deal_out(cards, places, len(dealing.left), rows, workspace.pile, workspace.shuffled, order)
