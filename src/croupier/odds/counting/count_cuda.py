"""Counting on a CUDA device: what kernels of all games do for each card and each round.

Up to four plans run at a time. Their running counts are the four quarters of one 64-bit word, so one addition counts a
card for all of them. Shoes and statistics are in the shared memory of a block; results are added in whole units.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import int64
from numpy.typing import NDArray

from croupier.errors import BadInput, InvariantViolation
from croupier.odds.counting.count_job import CountStatistics, batch_tally
from croupier.odds.counting.count_kernels import BUCKETS, DECK, HIGHEST, NET, ROUNDS, STATISTICS, PlanArrays
from croupier.odds.simulation.job import Tally, split_into_chunks
from croupier.odds.simulation.shuffle_cuda import U32, LaunchConfig, cuda, device_function, launch_kernel
from croupier.odds.simulation.shuffle_kernels import U64, ShoeSetup, start_of

PLANS = 4
"""Number of plans that one launch follows."""
LANE_BITS = 16
LANE_ZERO = 1 << (LANE_BITS - 1)
"""Value of a lane whose running count is zero; counts stay far from the ends of a lane."""
MOST_TAG = 60
"""Largest tag, times its scale, that keeps a running count of ten decks within its lane."""
SHOES_PER_BATCH = 2**20
SEEN = {"none": 0, "first": 1, "all": 99}
"""Largest number of burn cards that a counter sees, by `burn_seen`."""


@device_function
def look(counts: Any, plan: Any, unseen: Any, scale: Any) -> Any:
    """Return the bucket of a plan before a round: its true count, rounded down, within the limits."""
    running = int64((counts >> U64(U32(plan) * U32(LANE_BITS))) & U64(0xFFFF)) - int64(LANE_ZERO)
    above = running * int64(DECK) + int64(HIGHEST) * int64(unseen) * scale
    bucket = U32(max(above, int64(0)) // (int64(unseen) * scale))
    return min(bucket, U32(2 * HIGHEST))


@device_function
def count_round(words: Any, stats_at: Any, counts: Any, unseen: Any, scale: Any, low: Any, plan: Any, net: Any) -> None:
    """Add a round's result to the statistics of a plan, if its count is at least the lowest that is studied."""
    bucket = look(counts, plan, unseen, scale)
    if bucket >= low:
        at = U32(stats_at + U32(U32(U32(plan * U32(BUCKETS)) + bucket) * U32(2)))
        cuda.atomic.add(words, at, U32(1))
        cuda.atomic.add(words, U32(at + U32(1)), net)


@device_function
def see(words: Any, tags_at: Any, first_cards: Any, threads: Any, place: Any, length: Any) -> Any:
    """Return the sum of the packed tags of `length` cards from a position."""
    added, card = U64(0), U32(0)
    while card < length:
        at = U32(place + card)
        word = words[U32(first_cards + U32(U32(at >> U32(3)) * U32(U32(0) - threads)))]
        kind = U32(U32(word >> U32(U32(at & U32(7)) << U32(2))) & U32(15))
        pair = U32(tags_at + U32(kind * U32(2)))
        added += U64(words[pair]) | (U64(words[U32(pair + U32(1))]) << U64(32))
        card = U32(card + U32(1))
    return added


@device_function
def signed(word: Any, place: Any) -> Any:
    """Return the number of rounds (even places), or the sum of results, which may be negative (odd places)."""
    value = int64(word)
    if place & U32(1) and word & U32(0x80000000):
        value -= int64(1) << int64(32)
    return value


@device_function
def no_counts() -> Any:
    """Return the word of four running counts that are zero."""
    zero = U64(LANE_ZERO)
    return zero | (zero << U64(16)) | (zero << U64(32)) | (zero << U64(48))


@device_function
def copy_to_block(words: Any, begin: Any, values: Any, thread: Any, threads: Any) -> None:
    """Copy a table into the shared memory of a block; its threads share the work."""
    place = thread
    while place < U32(len(values)):
        words[U32(begin + place)] = values[place]
        place = U32(place + threads)


@device_function
def add_to_totals(words: Any, begin: Any, totals: Any, thread: Any, threads: Any) -> None:
    """Add a block's statistics to those of all blocks."""
    place = thread
    while place < U32(len(totals)):
        cuda.atomic.add(totals, place, U64(int64(signed(words[U32(begin + place)], place))))
        place = U32(place + threads)


def packed_tags(tags: NDArray[np.int64], card_of_nibble: Sequence[int]) -> NDArray[np.uint32]:
    """Return the tags of the ten kinds of cards, all plans in one word of 64 bits, as pairs of 32 bits."""
    words = np.zeros(10, np.uint64)
    for nibble, card in enumerate(card_of_nibble):
        word = sum(int(tag) << (LANE_BITS * plan) for plan, tag in enumerate(tags[:, card]))
        words[nibble] = word % 2**64
    return words.view(np.uint32)


def check_plans(plans: PlanArrays, kind_of_card: Sequence[int]) -> None:
    """Refuse plans that need more than the ten kinds of cards that a device deals."""
    if len(plans.constant):
        raise InvariantViolation("a CUDA device counts results, not expectations")
    kinds = np.array(kind_of_card)
    for kind in range(10):
        if len(plans.tags) and np.ptp(plans.tags[:, kinds == kind], axis=1).any():
            raise BadInput.at("--device", "deals ten kinds of cards; counts by suits or by pictures need the cpu")
    if np.abs(plans.tags).max(initial=0) > MOST_TAG:
        raise BadInput.at("--device", f"counts tags up to {MOST_TAG}; use the cpu")


@dataclass
class CudaCountBackend:
    """Backend that deals a counting simulation on the first CUDA device. Families supply the kernels and tables."""

    plans: PlanArrays
    seed: int
    deck: ShoeSetup
    kernels: tuple[Any, Any]
    """Kernel for all shoes, and kernel for listed shoes whose positions must be drawn again."""
    blocks: LaunchConfig
    tables: Callable[[int, int], tuple[Any, ...]]
    """Return the family's further arguments of the kernels for plans from an index, and their number."""
    units: float
    """Units of one stake."""
    shoes_per_batch: int = SHOES_PER_BATCH

    def deal(self, first: int, shoes: int) -> Generator[Tally[CountStatistics]]:
        for begin, many in split_into_chunks(first, shoes, self.shoes_per_batch):
            statistics = np.zeros((len(self.plans.wager), BUCKETS, STATISTICS))
            rounds = 0
            for plan in range(0, len(statistics), PLANS):
                rounds = self._deal_plans(begin, many, statistics[plan : plan + PLANS], plan)
            yield batch_tally(many, rounds, statistics)

    def close(self) -> None:
        """Do nothing: the device is released when the process ends."""

    def _deal_plans(self, first: int, shoes: int, statistics: NDArray[np.float64], plan: int) -> int:
        number, deck = len(statistics), self.deck
        totals = cuda.to_device(np.zeros(number * BUCKETS * 2, np.uint64))
        rounds = cuda.to_device(np.zeros(1, np.uint64))
        unfair = cuda.to_device(np.zeros(max(shoes // 4, 1024), np.uint64))
        arguments = (
            start_of(self.seed), U64(first), U64(shoes), U32(len(deck.shoe) // DECK), U32(len(deck.left)),
            U32(deck.cut), deck.ends_with_the_hand,
            *(cuda.to_device(one.astype(np.uint32)) for one in (deck.burn, deck.too_low)),
            cuda.to_device(self.plans.scale[plan : plan + number]), cuda.to_device(np.zeros(number, np.uint32)),
            U32(number), *self.tables(plan, number), totals, rounds, unfair,
        )  # fmt: skip
        for kernel in self.kernels:
            launch_kernel(kernel, self.blocks, arguments)
        counted = totals.copy_to_host().view(np.int64).reshape(number, BUCKETS, 2)
        if int(unfair.copy_to_host()[0]) >= len(unfair):
            raise InvariantViolation("more shoes needed care than a list holds: some were not dealt")
        statistics[:, :, ROUNDS] = counted[:, :, 0]
        statistics[:, :, NET] = counted[:, :, 1] / self.units
        return int(rounds.copy_to_host()[0])
