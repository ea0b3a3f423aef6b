"""The same shoes, dealt by a CUDA device: a shoe a thread, the same random words, the same counts.

Each thread keeps its shoe in the multiprocessor's shared memory, a byte a card, four cards a word, the threads' words
side by side: whatever card each thread reaches for, the 32 of a warp find theirs in 32 different banks. Dealt cards are
laid, half a byte each, into the places they have left free. A round is decided by one look into a table of a thousand
openings, which the functions of `hand_values` have filled, and counted in a histogram that the
threads of a block share and add to the others' at the end.

Numba counts in 64 bits unless told otherwise, which a device does in two steps: hence the many conversions.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

import numpy as np
from numba import uint8, uint32
from numpy.typing import NDArray

from croupier.errors import InvariantViolation
from croupier.families.baccarat import hand_values
from croupier.families.baccarat.odds.kernels import KINDS
from croupier.families.baccarat.odds.simulate_kernels import LONGEST_ROUND, Coups
from croupier.odds.simulation import shuffle_kernels as shuffled
from croupier.odds.simulation.job import Tally, split_into_chunks
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, WORDS_A_SHOE, start_of

# numba-cuda 0.30 asks NumPy for a name that NumPy 2.5 no longer has.
vars(np).setdefault("row_stack", np.vstack)
cuda: Any = import_module("numba.cuda")
config: Any = import_module("numba.cuda.core.config")
# One block a multiprocessor is meant: it fills the shared memory.
config.CUDA_LOW_OCCUPANCY_WARNINGS = 0

U32 = np.uint32
TABLE = 1000
"""Openings as the device looks them up: both totals and the next card."""
LENGTH_BITS, LOOKS_AT_CARD_AFTER, BIN_SHIFT = 7, 8, 4
SHARED_BYTES_AT_HAND = 48 * 1024
"""What a block may use without asking the driver for more."""
SHOES_A_THREAD = 64
"""Dealt by a thread before the block adds up: enough for the adding up to cost nothing."""
LAUNCHES_A_LIST = 16
"""Launches whose unfair shoes are dealt together. Of ten decks 16 launches list a quarter of what a list holds."""
SHOES_A_PIECE = 2**25
WARP = 32
MOST_THREADS = 1024


class NoDevice(Exception):  # noqa: N818
    """There is no CUDA device, or no driver for it."""


def require_device() -> None:
    """Raise `NoDevice` with the driver's reason unless kernels can run."""
    if config.ENABLE_CUDASIM:
        return
    try:
        cuda.get_current_device()
    except Exception as error:
        reason = " ".join(str(error).split()).rstrip(" .:") or type(error).__name__
        raise NoDevice(reason) from error


@dataclass(frozen=True)
class Openings:
    """The thousand openings, packed for a device, and what its bins stand for."""

    table: NDArray[np.uint32]
    """Bits 0-2: cards the round takes; bit 3: the card after the next counts too; from bit 4: the bin."""
    kinds: NDArray[np.int64]
    """The kind of round that each bin counts."""


def pack_openings(coups: Coups) -> Openings:
    """Only kinds that can occur get a bin, so that a block's histogram is small."""
    bins: dict[int, int] = {}
    table = np.zeros(TABLE, np.uint32)
    by_next_card = coups.kinds.reshape(TABLE, 10)
    for opening, kinds in enumerate(by_next_card.tolist()):
        looks_on = len(set(kinds)) > 1
        # Kinds that differ in the card after the next follow one another.
        places = [bins.setdefault(kind, len(bins)) for kind in kinds]
        length = int(coups.lengths[opening * 10])
        table[opening] = (places[0] << BIN_SHIFT) | (LOOKS_AT_CARD_AFTER * looks_on) | length
    return Openings(table, np.array(list(bins), dtype=np.int64))


def _device(function: Any) -> Any:
    return cuda.jit(device=True, inline="always")(function)


mixed = _device(cast(Any, shuffled.mix64).py_func)
fair_places = _device(cast(Any, shuffled.fair_places).py_func)
points = _device(hand_values.points)


@_device
def _new_pile(words: Any, thread: Any, threads: Any, decks: Any) -> None:
    """The shoe before the shuffle: all aces, all twos, and so on; four cards of one rank are a word."""
    deck = U32(0)
    while deck < decks:
        at = U32(U32(deck * threads) + thread)
        for rank in range(1, 14):
            words[at] = U32(points(rank) * 0x01010101)
            at = U32(at + U32(decks * threads))
        deck = U32(deck + U32(1))


@_device
def _places(number: Any, left: Any) -> Any:
    """Four places of the pile from a random word, as `draw_places` draws them, and what remains of its halves."""
    word = mixed(number)
    first = U64(U32(word)) * U64(left)
    second = U64(U32(first)) * U64(U32(left - U32(1)))
    third = U64(U32(word >> U64(32))) * U64(U32(left - U32(2)))
    fourth = U64(U32(third)) * U64(U32(left - U32(3)))
    rest = min(U32(second), U32(fourth))
    return U32(first >> U64(32)), U32(second >> U64(32)), U32(third >> U64(32)), U32(fourth >> U64(32)), rest


@_device
def _places_with_care(number: Any, left: Any, too_low: Any, four: Any) -> Any:
    two = fair_places(number, U64(0), U64(left), U64(too_low[U32(2) * four]))
    two_more = fair_places(number, U64(32), U64(U32(left - U32(2))), U64(too_low[U32(2) * four + U32(1)]))
    ends = U64(0xFFFF)
    return U32(two & ends), U32(two >> U64(16)), U32(two_more & ends), U32(two_more >> U64(16)), U32(0xFFFFFFFF)


@_device
def _byte_of(place: Any, own: Any, threads: Any) -> Any:
    """Where a thread's card lies: four cards a word, then the next thread's four."""
    return U32(U32(U32(place * threads) + own) + U32(U32(place & U32(3)) * U32(U32(1) - threads)))


@_device
def _deal_four(octets: Any, own: Any, threads: Any, last: Any, places: Any) -> Any:
    """Deal the cards at four places, let the last four of the pile take theirs: what was dealt, 4 bits each."""
    at_1, at_2 = _byte_of(places[0], own, threads), _byte_of(places[1], own, threads)
    at_3, at_4 = _byte_of(places[2], own, threads), _byte_of(places[3], own, threads)
    card_1 = U32(octets[at_1])
    octets[at_1] = octets[last + U32(3)]
    card_2 = U32(octets[at_2])
    octets[at_2] = octets[last + U32(2)]
    card_3 = U32(octets[at_3])
    octets[at_3] = octets[last + U32(1)]
    card_4 = U32(octets[at_4])
    octets[at_4] = octets[last]
    return U32(card_1 | U32(card_2 << U32(4)) | U32(card_3 << U32(8)) | U32(card_4 << U32(12)))


@_device
def _shuffle(
    words: Any, octets: Any, thread: Any, threads: Any, number: Any, decks: Any, fours: Any, too_low: Any, careful: bool
) -> Any:
    """Deal the pile out, and lay eight cards a word into its last places, free by then. The least that remained."""
    own, row_bytes = U32(thread * U32(4)), U32(threads * U32(4))
    left = U32(decks * U32(52))
    last = U32(U32(U32(U32(decks * U32(13)) - U32(1)) * row_bytes) + own)
    laid = U32(U32(U32(U32(decks * U32(13)) - U32(1)) * threads) + thread)
    lowest = U32(0xFFFFFFFF)
    four = U32(0)
    while four < fours:
        places = _places_with_care(number, left, too_low, four) if careful else _places(number, left)
        lowest = min(lowest, places[4])
        dealt = _deal_four(octets, own, threads, last, places)
        last, left, number, four = U32(last - row_bytes), U32(left - U32(4)), number + GOLDEN, U32(four + U32(1))
        if four < fours:
            places = _places_with_care(number, left, too_low, four) if careful else _places(number, left)
            lowest = min(lowest, places[4])
            dealt = U32(dealt | U32(_deal_four(octets, own, threads, last, places) << U32(16)))
            last, left, number, four = U32(last - row_bytes), U32(left - U32(4)), number + GOLDEN, U32(four + U32(1))
        words[laid] = dealt
        laid = U32(laid - threads)
    return lowest


@_device
def _opening(words: Any, table_at: Any, first_cards: Any, threads: Any, place: Any) -> Any:
    """What the table says of the round that begins at a place: its length, and its bin."""
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


@_device
def _play(
    words: Any, table_at: Any, bins_at: Any, first_cards: Any, threads: Any, place: Any,
    cards: Any, cut: Any, until: Any, ends_with_the_hand: Any,
) -> None:  # fmt: skip
    """Deal a shuffled shoe round by round, as `walk` does, and count."""
    has_begun = place < until
    while place < until:
        length, bin_of_round = _opening(words, table_at, first_cards, threads, place)
        cuda.atomic.add(words, U32(bins_at + bin_of_round), U32(1))
        place = U32(place + length)
    is_out = has_begun and place > cut
    more = U32(1)
    while place < cards and (more > U32(0) or not is_out):
        length, bin_of_round = _opening(words, table_at, first_cards, threads, place)
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


@_device
def _deal_shoes(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, until: Any, ends_with_the_hand: Any,
    burn: Any, too_low: Any, table: Any, counts: Any, listed: Any, on_list: Any, list_number: Any, careful: bool,
) -> None:  # fmt: skip
    """Every thread deals a shoe, then the one that lies as many further on as there are threads.

    Shoes that need care go on a list, and are dealt by the kernel that takes it: a thread that stopped to draw again
    would hold up the others of its warp.
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
        shoe = listed[turn] if careful else first + turn
        _new_pile(words, thread, threads, decks)
        number = start + shoe * U64(WORDS_A_SHOE) * GOLDEN
        lowest = _shuffle(words, octets, thread, threads, number, decks, fours, too_low, careful)
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


@dataclass(frozen=True)
class LaunchConfig:
    """How the work is laid out on a device."""

    blocks: int
    threads: int
    """In a block; a shoe each."""
    shared_bytes: int
    """What a block uses."""

    @property
    def needs_asking(self) -> bool:
        return self.shared_bytes > SHARED_BYTES_AT_HAND


def launch_config(
    decks: int, bins: int, *, shared_bytes: int, processors: int, threads: int | None = None, blocks: int | None = None
) -> LaunchConfig:
    """As many threads as the shared memory has room for shoes."""
    fixed, a_thread = 4 * (TABLE + bins), 52 * decks
    room = min((shared_bytes - fixed) // a_thread, MOST_THREADS)
    chosen = threads or max(room // WARP * WARP, 1)
    if chosen > room:
        raise ValueError(f"{chosen} threads a block need more than {shared_bytes:,} bytes of shared memory")
    used = fixed + a_thread * chosen
    side_by_side = 1 if used > SHARED_BYTES_AT_HAND else SHARED_BYTES_AT_HAND * 4 // used
    return LaunchConfig(blocks or processors * side_by_side, chosen, used)


class Device:
    """Deals a table's shoes on the first CUDA device."""

    def __init__(
        self, coups: Coups, seed: int, *, blocks: LaunchConfig | None = None, shoes_a_thread: int = SHOES_A_THREAD
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
        for begin, many in split_into_chunks(first, shoes, SHOES_A_PIECE):
            totals = np.zeros(KINDS, np.int64)
            yield Tally(many, self.deal_totals(begin, many, totals), (totals,))

    def close(self) -> None:
        """The device is given back when the program ends."""

    def deal_totals(self, first: int, shoes: int, kinds: NDArray[np.int64]) -> int:
        """Deal shoes from `first` on; count each round's kind. How many rounds were dealt."""
        launches = range(first, first + shoes, self.shoes_a_launch)
        counts = cuda.to_device(np.zeros(len(self.packed.kinds), np.uint64))
        on_list = cuda.to_device(np.zeros(-(-len(launches) // LAUNCHES_A_LIST), np.uint64))
        for launch, shoe in enumerate(launches):
            scalars = (self._start, U64(shoe), U64(min(self.shoes_a_launch, first + shoes - shoe)))
            tables = (counts, self._listed, on_list, U32(launch // LAUNCHES_A_LIST))
            self._run(deal_all, (*scalars, *self._rules, *tables))
            if launch % LAUNCHES_A_LIST == LAUNCHES_A_LIST - 1 or launch == len(launches) - 1:
                self._run(deal_listed, (*scalars, *self._rules, *tables))
        dealt = counts.copy_to_host().astype(np.int64)
        if on_list.copy_to_host().max() > len(self._listed):
            raise InvariantViolation("more shoes needed care than a list holds: some were not dealt")
        kinds[self.packed.kinds] += dealt
        return int(dealt.sum())

    def _run(self, kernel: Any, arguments: tuple[Any, ...]) -> None:
        launch = kernel[self.blocks.blocks, self.blocks.threads, 0, self.blocks.shared_bytes]
        if self.blocks.needs_asking and not config.ENABLE_CUDASIM and not launch.pre_launch_callbacks:
            launch.pre_launch_callbacks.append(self._ask_for_shared_memory)
        launch(*arguments)

    def _ask_for_shared_memory(self, kernel: Any, _launch: Any) -> None:
        """A block gets more than 48 KB only if the driver is told so for the kernel; Numba does not do it."""
        driver: Any = import_module("numba.cuda.cudadrv.driver")
        function = kernel._codelibrary.get_cufunc()
        attribute = driver.binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        driver.driver.cuKernelSetAttribute(attribute, self.blocks.shared_bytes, function.handle, function.device.id)


def _to_device(values: NDArray[Any]) -> Any:
    return cuda.to_device(np.ascontiguousarray(values, dtype=np.uint32))


deal_all = cuda.jit(_deal_all)
deal_listed = cuda.jit(_deal_listed)
