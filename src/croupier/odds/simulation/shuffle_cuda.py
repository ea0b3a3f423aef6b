"""Shuffle on a CUDA device: one shoe per thread, in shared memory, with the same random words as the CPU kernels.

Numba calculates in 64 bits by default, which takes a device two steps; this is the reason for the many conversions to
32 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

import numpy as np

from croupier.odds.simulation import shuffle_kernels as shuffled
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64

# numba-cuda 0.30 uses a NumPy name that NumPy 2.5 has removed.
vars(np).setdefault("row_stack", np.vstack)
cuda: Any = import_module("numba.cuda")
config: Any = import_module("numba.cuda.core.config")
# One block per multiprocessor is intended, because a block fills the shared memory.
config.CUDA_LOW_OCCUPANCY_WARNINGS = 0

U32 = np.uint32
DEFAULT_SHARED_BYTES = 48 * 1024
"""Bytes of shared memory that a block may use without a request to the driver."""
WARP = 32
MOST_THREADS = 1024


class NoDeviceError(Exception):
    """No CUDA device or no driver is available."""


def require_device() -> None:
    """Raise `NoDeviceError` with the driver's reason unless kernels can run."""
    if config.ENABLE_CUDASIM:
        return
    try:
        cuda.get_current_device()
    except Exception as error:
        reason = " ".join(str(error).split()).rstrip(" .:") or type(error).__name__
        raise NoDeviceError(reason) from error


def device_function(function: Any) -> Any:
    return cuda.jit(device=True, inline="always")(function)


mixed = device_function(cast(Any, shuffled.mix64).py_func)
fair_places = device_function(cast(Any, shuffled.fair_places).py_func)


def pile_writer(points_of_rank: Any) -> Any:
    """Return the device function that writes an unshuffled shoe; `points_of_rank` gives 0 to 9 for each rank."""
    points = device_function(points_of_rank)

    @device_function
    def new_pile(words: Any, thread: Any, threads: Any, decks: Any) -> None:
        """Write the cards of a shoe before the shuffle: all aces, all twos and so on.

        A word of memory has four cards of one rank.
        """
        deck = U32(0)
        while deck < decks:
            at = U32(U32(deck * threads) + thread)
            for rank in range(1, 14):
                words[at] = U32(points(rank) * 0x01010101)
                at = U32(at + U32(decks * threads))
            deck = U32(deck + U32(1))

    return new_pile


@device_function
def _draw_places(number: Any, left: Any) -> Any:
    """Draw four positions of the pile from one random word, as `draw_places` does.

    Return the places and the smaller remainder of the two halves of the word.
    """
    word = mixed(number)
    first = U64(U32(word)) * U64(left)
    second = U64(U32(first)) * U64(U32(left - U32(1)))
    third = U64(U32(word >> U64(32))) * U64(U32(left - U32(2)))
    fourth = U64(U32(third)) * U64(U32(left - U32(3)))
    rest = min(U32(second), U32(fourth))
    return U32(first >> U64(32)), U32(second >> U64(32)), U32(third >> U64(32)), U32(fourth >> U64(32)), rest


@device_function
def _draw_places_exactly(number: Any, left: Any, too_low: Any, four: Any) -> Any:
    two = fair_places(number, U64(0), U64(left), U64(too_low[U32(2) * four]))
    two_more = fair_places(number, U64(32), U64(U32(left - U32(2))), U64(too_low[U32(2) * four + U32(1)]))
    ends = U64(0xFFFF)
    return U32(two & ends), U32(two >> U64(16)), U32(two_more & ends), U32(two_more >> U64(16)), U32(0xFFFFFFFF)


@device_function
def _byte_of(place: Any, own: Any, threads: Any) -> Any:
    """Return the byte address of a card: four cards of one thread, then four cards of the next thread."""
    return U32(U32(U32(place * threads) + own) + U32(U32(place & U32(3)) * U32(U32(1) - threads)))


@device_function
def _deal_four(octets: Any, own: Any, threads: Any, last: Any, places: Any) -> Any:
    """Deal the cards at four positions and move the last four cards of the pile there.

    Return the dealt cards, 4 bits each.
    """
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


@device_function
def shuffle(
    words: Any, octets: Any, thread: Any, threads: Any, number: Any, decks: Any, fours: Any, too_low: Any, exact: bool
) -> Any:
    """Shuffle the whole pile; write eight cards per word into the end of the pile, which is free by then.

    Return the lowest remainder of all random draws.
    """
    own, row_bytes = U32(thread * U32(4)), U32(threads * U32(4))
    left = U32(decks * U32(52))
    last = U32(U32(U32(U32(decks * U32(13)) - U32(1)) * row_bytes) + own)
    out_place = U32(U32(U32(U32(decks * U32(13)) - U32(1)) * threads) + thread)
    lowest = U32(0xFFFFFFFF)
    four = U32(0)
    while four < fours:
        places = _draw_places_exactly(number, left, too_low, four) if exact else _draw_places(number, left)
        lowest = min(lowest, places[4])
        dealt = _deal_four(octets, own, threads, last, places)
        last, left, number, four = U32(last - row_bytes), U32(left - U32(4)), number + GOLDEN, U32(four + U32(1))
        if four < fours:
            places = _draw_places_exactly(number, left, too_low, four) if exact else _draw_places(number, left)
            lowest = min(lowest, places[4])
            dealt = U32(dealt | U32(_deal_four(octets, own, threads, last, places) << U32(16)))
            last, left, number, four = U32(last - row_bytes), U32(left - U32(4)), number + GOLDEN, U32(four + U32(1))
        words[out_place] = dealt
        out_place = U32(out_place - threads)
    return lowest


@dataclass(frozen=True)
class LaunchConfig:
    """Launch configuration of a kernel: blocks, threads and shared memory."""

    blocks: int
    threads: int
    """Threads per block; each deals one shoe at a time."""
    shared_bytes: int
    """Bytes of shared memory that a block uses."""

    @property
    def exceeds_default_shared_memory(self) -> bool:
        return self.shared_bytes > DEFAULT_SHARED_BYTES


def configure_launch(
    bytes_a_thread: int,
    fixed_bytes: int,
    *,
    shared_bytes: int,
    processors: int,
    threads: int | None = None,
    blocks: int | None = None,
) -> LaunchConfig:
    """Return a configuration with as many threads per block as fit into the shared memory beside what they share."""
    max_threads = min((shared_bytes - fixed_bytes) // bytes_a_thread, MOST_THREADS)
    chosen = threads or max(max_threads // WARP * WARP, 1)
    if chosen > max_threads:
        raise ValueError(f"{chosen} threads a block need more than {shared_bytes:,} bytes of shared memory")
    used = fixed_bytes + bytes_a_thread * chosen
    side_by_side = 1 if used > DEFAULT_SHARED_BYTES else DEFAULT_SHARED_BYTES * 4 // used
    return LaunchConfig(blocks or processors * side_by_side, chosen, used)


def launch_kernel(kernel: Any, blocks: LaunchConfig, arguments: tuple[Any, ...]) -> None:
    """Launch a kernel; request more than 48 KB of shared memory per block from the driver, because Numba does not."""
    launch = kernel[blocks.blocks, blocks.threads, 0, blocks.shared_bytes]

    def request_shared_memory(compiled: Any, _launch: Any) -> None:
        driver: Any = import_module("numba.cuda.cudadrv.driver")
        function = compiled._codelibrary.get_cufunc()
        attribute = driver.binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        driver.driver.cuKernelSetAttribute(attribute, blocks.shared_bytes, function.handle, function.device.id)

    if blocks.exceeds_default_shared_memory and not config.ENABLE_CUDASIM and not launch.pre_launch_callbacks:
        launch.pre_launch_callbacks.append(request_shared_memory)
    launch(*arguments)
