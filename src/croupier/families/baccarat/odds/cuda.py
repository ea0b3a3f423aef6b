"""Simulation of baccarat on a CUDA device: one shoe per thread, with the same random words as the CPU kernels.

The counts are therefore equal to those of the CPU. Each thread has its shoe in the shared memory of the multiprocessor:
one byte per card, four cards per word. The words of the threads are interleaved, so the 32 threads of a warp always
read from 32 different banks. Dealt cards are written, half a byte each, into the places that have become free. One
lookup in a table of a thousand openings decides a round; the functions of `hand_values` filled the table. Rounds are
counted in a histogram that the threads of a block share and add to the totals at the end.

Numba calculates in 64 bits by default, which takes a device two steps; this is the reason for the many conversions to
32 bits.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import uint8, uint32
from numpy.typing import NDArray

from croupier.errors import InvariantViolation
from croupier.families.baccarat import hand_values
from croupier.families.baccarat.odds.kernels import TOTALS_CLASSES
from croupier.families.baccarat.odds.simulate_kernels import LONGEST_ROUND, CoupSetup
from croupier.odds.simulation.job import Tally, split_into_chunks
from croupier.odds.simulation.shuffle_cuda import (
    U32,
    LaunchConfig,
    config,
    configure_launch,
    cuda,
    device_function,
    launch_kernel,
    pile_writer,
    require_device,
    shuffle,
)
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, WORDS_PER_SHOE, start_of

TABLE = 1000
"""Number of entries in the device's lookup table: one for each pair of two-card totals and next card."""
LENGTH_BITS, LOOKS_AT_CARD_AFTER, BIN_SHIFT = 7, 8, 4
SHOES_PER_THREAD = 64
"""Number of shoes that a thread deals before the block adds up its counts; large enough to make adding up cheap."""
LAUNCHES_PER_LIST = 16
"""Number of kernel launches that share one list of shoes to be dealt again without bias.

With ten decks, 16 launches fill a quarter of the list.
"""
SHOES_PER_CHUNK = 2**25


@dataclass(frozen=True)
class Openings:
    """Lookup table of the thousand openings of a round, packed for a CUDA device.

    An opening is the two-card totals of both hands and the next card. The device counts rounds in bins.
    """

    table: NDArray[np.uint32]
    """Bits 0-2: number of cards of the round; bit 3: the card after the next one matters too; from bit 4: the bin."""
    kinds: NDArray[np.int64]
    """Class of rounds that each bin of the histogram counts."""


def pack_openings(coups: CoupSetup) -> Openings:
    """Pack the openings for a device; only classes that can occur get a bin, so that the histogram is small."""
    bins: dict[int, int] = {}
    table = np.zeros(TABLE, np.uint32)
    by_next_card = coups.kinds.reshape(TABLE, 10)
    for opening, kinds in enumerate(by_next_card.tolist()):
        looks_on = len(set(kinds)) > 1
        # `_opening` adds the points of the card after the next to the bin, so these ten bins must be consecutive.
        places = [bins.setdefault(kind, len(bins)) for kind in kinds]
        length = int(coups.lengths[opening * 10])
        table[opening] = (places[0] << BIN_SHIFT) | (LOOKS_AT_CARD_AFTER * looks_on) | length
    return Openings(table, np.array(list(bins), dtype=np.int64))


@device_function
def opening(words: Any, table_at: Any, first_cards: Any, threads: Any, place: Any) -> Any:
    """Return the number of cards and the histogram bin of the round that starts at `place`."""
    row = U32(first_cards + U32(U32(place >> U32(3)) * U32(U32(0) - threads)))
    both = (U64(words[U32(row - threads)]) << U64(32)) | U64(words[row])
    six = U32(both >> U64(U32(U32(place & U32(7)) << U32(2))))
    player = U32(U32(six & U32(15)) + U32(U32(six >> U32(8)) & U32(15)))
    banker = U32(U32(U32(six >> U32(4)) & U32(15)) + U32(U32(six >> U32(12)) & U32(15)))
    player = min(player, U32(player - U32(10)))
    banker = min(banker, U32(banker - U32(10)))
    opening = U32(U32(U32(U32(player * U32(10)) + banker) * U32(10)) + U32(U32(six >> U32(16)) & U32(15)))
    entry = words[U32(table_at + opening)]
    card_after = U32(U32(six >> U32(20)) & U32(15)) if entry & U32(LOOKS_AT_CARD_AFTER) else U32(0)
    return U32(entry & U32(LENGTH_BITS)), U32(U32(entry >> U32(BIN_SHIFT)) + card_after)


@device_function
def _play(
    words: Any, table_at: Any, bins_at: Any, first_cards: Any, threads: Any, place: Any,
    cards: Any, cut: Any, until: Any, ends_with_the_hand: Any,
) -> None:  # fmt: skip
    """Deal a shuffled shoe round by round, as `deal_shoe_rounds` does, and count the rounds."""
    has_dealt_rounds = place < until
    while place < until:
        length, bin_of_round = opening(words, table_at, first_cards, threads, place)
        cuda.atomic.add(words, U32(bins_at + bin_of_round), U32(1))
        place = U32(place + length)
    is_out = has_dealt_rounds and place > cut
    more = U32(1)
    while place < cards and (more > U32(0) or not is_out):
        length, bin_of_round = opening(words, table_at, first_cards, threads, place)
        end = U32(place + length)
        if is_out:
            more = U32(more - U32(1))
        elif end > cut:
            is_out = True
            more = U32(0) if ends_with_the_hand and place >= cut else U32(1)
        if end > cards:
            break
        cuda.atomic.add(words, U32(bins_at + bin_of_round), U32(1))
        place = end


@device_function
def _deal_shoes(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, until: Any, ends_with_the_hand: Any,
    burn: Any, too_low: Any, table: Any, counts: Any, listed: Any, on_list: Any, list_number: Any, exact: bool,
) -> None:  # fmt: skip
    """Deal shoes in every thread; the next shoe of a thread is as many numbers further as there are threads.

    Shoes with a draw that could be biased go on a list, and the kernel for listed shoes deals them. A thread that
    stopped to draw again would delay the other threads of its warp.
    """
    words = cuda.shared.array(0, uint32)
    octets = cuda.shared.array(0, uint8)
    thread, threads = U32(cuda.threadIdx.x), U32(cuda.blockDim.x)
    cards = U32(decks * U32(52))
    rows = U32(decks * U32(13))
    table_at = U32(rows * threads)
    bins_at = U32(table_at + U32(TABLE))
    first_cards = U32(U32(U32(rows - U32(1)) * threads) + thread)
    place = thread
    while place < U32(TABLE):
        words[U32(table_at + place)] = table[place]
        place = U32(place + threads)
    place = thread
    while place < U32(len(counts)):
        words[U32(bins_at + place)] = U32(0)
        place = U32(place + threads)
    cuda.syncthreads()
    turn = U64(cuda.blockIdx.x) * U64(threads) + U64(thread)
    while turn < shoes:
        shoe = listed[turn] if exact else first + turn
        new_pile(words, thread, threads, decks)
        number = start + shoe * U64(WORDS_PER_SHOE) * GOLDEN
        lowest = shuffle(words, octets, thread, threads, number, decks, fours, too_low, exact)
        if lowest < U32(cards * U32(cards - U32(1))):
            at = cuda.atomic.add(on_list, list_number, U64(1))
            if at < U64(len(listed)):
                listed[at] = shoe
        else:
            burnt = U32(burn[words[first_cards] & U32(15)])
            _play(words, table_at, bins_at, first_cards, threads, burnt, cards, cut, until, ends_with_the_hand)
        turn += U64(cuda.gridDim.x) * U64(threads)
    cuda.syncthreads()
    place = thread
    while place < U32(len(counts)):
        cuda.atomic.add(counts, place, U64(words[U32(bins_at + place)]))
        place = U32(place + threads)


def _deal_all(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, until: Any, ends_with_the_hand: Any,
    burn: Any, too_low: Any, table: Any, counts: Any, listed: Any, on_list: Any, list_number: Any,
) -> None:  # fmt: skip
    _deal_shoes(
        start, first, shoes, decks, fours, cut, until, ends_with_the_hand,
        burn, too_low, table, counts, listed, on_list, list_number, False,
    )  # fmt: skip


def _deal_listed(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, until: Any, ends_with_the_hand: Any,
    burn: Any, too_low: Any, table: Any, counts: Any, listed: Any, on_list: Any, list_number: Any,
) -> None:  # fmt: skip
    _deal_shoes(
        start, first, on_list[list_number], decks, fours, cut, until, ends_with_the_hand,
        burn, too_low, table, counts, listed, on_list, list_number, True,
    )  # fmt: skip


def launch_config(
    decks: int, bins: int, *, shared_bytes: int, processors: int, threads: int | None = None, blocks: int | None = None
) -> LaunchConfig:
    """Return a configuration with as many threads per block as shoes fit into the shared memory."""
    sizes = (52 * decks, 4 * (TABLE + bins))
    return configure_launch(*sizes, shared_bytes=shared_bytes, processors=processors, threads=threads, blocks=blocks)


new_pile = pile_writer(hand_values.points)


class CudaBackend:
    """Backend that deals the shoes of a table on the first CUDA device."""

    def __init__(
        self, coups: CoupSetup, seed: int, *, blocks: LaunchConfig | None = None, shoes_a_thread: int = SHOES_PER_THREAD
    ) -> None:
        require_device()
        dealing = coups.dealing
        cards = len(dealing.shoe)
        self.packed = pack_openings(coups)
        self.blocks = blocks or self._blocks(cards // 52)
        self.shoes_a_launch = self.blocks.blocks * self.blocks.threads * shoes_a_thread
        self._listed = cuda.device_array(self.shoes_a_launch, np.uint64)
        self._start = start_of(seed)
        until = max(min(dealing.cut, cards - LONGEST_ROUND + 1), 0)
        self._rules = (
            *(U32(cards // 52), U32(len(dealing.left)), U32(dealing.cut), U32(until), dealing.ends_with_the_hand),
            *(_to_device(values) for values in (dealing.burn, dealing.too_low, self.packed.table)),
        )

    def _blocks(self, decks: int) -> LaunchConfig:
        bins = len(self.packed.kinds)
        if config.ENABLE_CUDASIM:
            return launch_config(decks, bins, shared_bytes=2**20, processors=1, threads=4, blocks=2)
        device = cuda.get_current_device()
        shared_bytes, processors = device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device.MULTIPROCESSOR_COUNT
        return launch_config(decks, bins, shared_bytes=shared_bytes, processors=processors)

    def deal(self, first: int, shoes: int) -> Generator[Tally[Any]]:
        for begin, many in split_into_chunks(first, shoes, SHOES_PER_CHUNK):
            totals = np.zeros(TOTALS_CLASSES, np.int64)
            yield Tally(many, self.deal_totals(begin, many, totals), (totals,))

    def close(self) -> None:
        """Do nothing: the device is released when the process ends."""

    def deal_totals(self, first: int, shoes: int, kinds: NDArray[np.int64]) -> int:
        """Deal `shoes` shoes from number `first`, count each round by class, and return the number of rounds."""
        launches = range(first, first + shoes, self.shoes_a_launch)
        counts = cuda.to_device(np.zeros(len(self.packed.kinds), np.uint64))
        on_list = cuda.to_device(np.zeros(-(-len(launches) // LAUNCHES_PER_LIST), np.uint64))
        for launch, shoe in enumerate(launches):
            scalars = (self._start, U64(shoe), U64(min(self.shoes_a_launch, first + shoes - shoe)))
            tables = (counts, self._listed, on_list, U32(launch // LAUNCHES_PER_LIST))
            self._run(deal_all, (*scalars, *self._rules, *tables))
            if launch % LAUNCHES_PER_LIST == LAUNCHES_PER_LIST - 1 or launch == len(launches) - 1:
                self._run(deal_listed_exactly, (*scalars, *self._rules, *tables))
        dealt = counts.copy_to_host().astype(np.int64)
        if on_list.copy_to_host().max() > len(self._listed):
            raise InvariantViolation("more shoes needed care than a list holds: some were not dealt")
        kinds[self.packed.kinds] += dealt
        return int(dealt.sum())

    def _run(self, kernel: Any, arguments: tuple[Any, ...]) -> None:
        launch_kernel(kernel, self.blocks, arguments)


def _to_device(values: NDArray[Any]) -> Any:
    return cuda.to_device(np.ascontiguousarray(values, dtype=np.uint32))


deal_all = cuda.jit(_deal_all)
deal_listed_exactly = cuda.jit(_deal_listed)
