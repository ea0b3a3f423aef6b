"""Counting of baccarat on a CUDA device: the same shoes and the same statistics as the processor's kernel.

Only point values are dealt, so a wager or a count that depends on ranks or suits stays on the processor. Results are
added in whole units of a twentieth of the stake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import uint8, uint32
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.baccarat.odds.cuda import launch_config, new_pile, opening, pack_openings
from croupier.families.baccarat.odds.kernels import TOTALS_CLASSES
from croupier.odds.counting.count_cuda import (
    PLANS,
    SEEN,
    SHOES_PER_BATCH,
    CudaCountBackend,
    add_to_totals,
    check_plans,
    copy_to_block,
    count_round,
    no_counts,
    packed_tags,
    see,
)
from croupier.odds.counting.count_kernels import BUCKETS
from croupier.odds.simulation.shuffle_cuda import (
    U32,
    LaunchConfig,
    config,
    cuda,
    device_function,
    require_device,
    shuffle,
)
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, WORDS_PER_SHOE

if TYPE_CHECKING:
    from croupier.families.baccarat.odds.counting_job import BaccaratCountJob

UNITS = 20
"""Units of one stake; commissions of 5 % are whole units."""
POINTS = tuple(min(card // 4 + 1, 10) % 10 for card in range(52))
CARD_OF_POINTS = tuple(POINTS.index(points) for points in range(10))


@device_function
def _play(
    words: Any, table_at: Any, tags_at: Any, nets_at: Any, stats_at: Any, bins: Any, first_cards: Any, threads: Any,
    burnt: Any, seen: Any, cards: Any, cut: Any, ends_with_the_hand: Any, scales: Any, low: Any, number: Any,
) -> Any:  # fmt: skip
    """Deal a shuffled shoe round by round, as `deal_shoe_rounds` does; return the number of rounds."""
    shown = min(burnt, seen)
    counts = no_counts() + see(words, tags_at, first_cards, threads, U32(0), shown)
    unseen, place, rounds = U32(cards - shown), burnt, U32(0)
    is_out, more = False, U32(1)
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
        plan = U32(0)
        while plan < number:
            net = words[U32(nets_at + U32(plan * bins) + bin_of_round)]
            count_round(words, stats_at, counts, unseen, scales[plan], low[plan], plan, net)
            plan = U32(plan + U32(1))
        counts += see(words, tags_at, first_cards, threads, place, length)
        unseen = U32(unseen - length)
        rounds = U32(rounds + U32(1))
        place = end
    return rounds


@device_function
def _deal_shoes(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, ends_with_the_hand: Any, burn: Any,
    too_low: Any, scales: Any, low: Any, number: Any, table: Any, tags: Any, nets: Any, bins: Any, seen: Any,
    totals: Any, rounds: Any, unfair: Any, retried: bool,
) -> None:  # fmt: skip
    """Deal shoes in every thread. Without `retried`, list possibly biased shoes; with it, deal those shoes."""
    words = cuda.shared.array(0, uint32)
    octets = cuda.shared.array(0, uint8)
    thread, threads = U32(cuda.threadIdx.x), U32(cuda.blockDim.x)
    cards, rows = U32(decks * U32(52)), U32(decks * U32(13))
    table_at = U32(rows * threads)
    tags_at = U32(table_at + U32(len(table)))
    nets_at = U32(tags_at + U32(len(tags)))
    stats_at = U32(nets_at + U32(len(nets)))
    first_cards = U32(U32(U32(rows - U32(1)) * threads) + thread)
    copy_to_block(words, table_at, table, thread, threads)
    copy_to_block(words, tags_at, tags, thread, threads)
    copy_to_block(words, nets_at, nets, thread, threads)
    place = thread
    while place < U32(len(totals)):
        words[U32(stats_at + place)] = U32(0)
        place = U32(place + threads)
    cuda.syncthreads()
    turn, own_rounds = U64(cuda.blockIdx.x) * U64(threads) + U64(thread), U64(0)
    many = unfair[0] if retried else shoes
    while turn < many:
        shoe = unfair[turn + U64(1)] if retried else first + turn
        new_pile(words, thread, threads, decks)
        word = start + shoe * U64(WORDS_PER_SHOE) * GOLDEN
        lowest = shuffle(words, octets, thread, threads, word, decks, fours, too_low, retried)
        if lowest < U32(cards * U32(cards - U32(1))):
            at = cuda.atomic.add(unfair, 0, U64(1)) + U64(1)
            if at < U64(len(unfair)):
                unfair[at] = shoe
        else:
            burnt = U32(burn[words[first_cards] & U32(15)])
            own_rounds += U64(
                _play(
                    words, table_at, tags_at, nets_at, stats_at, bins, first_cards, threads, burnt, seen, cards, cut,
                    ends_with_the_hand, scales, low, number,
                )
            )  # fmt: skip
        turn += U64(cuda.gridDim.x) * U64(threads)
    cuda.atomic.add(rounds, 0, own_rounds)
    cuda.syncthreads()
    add_to_totals(words, stats_at, totals, thread, threads)


def _deal_all(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, ends_with_the_hand: Any, burn: Any,
    too_low: Any, scales: Any, low: Any, number: Any, table: Any, tags: Any, nets: Any, bins: Any, seen: Any,
    totals: Any, rounds: Any, unfair: Any,
) -> None:  # fmt: skip
    _deal_shoes(
        start, first, shoes, decks, fours, cut, ends_with_the_hand, burn, too_low, scales, low, number, table, tags,
        nets, bins, seen, totals, rounds, unfair, False,
    )  # fmt: skip


def _deal_listed(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, ends_with_the_hand: Any, burn: Any,
    too_low: Any, scales: Any, low: Any, number: Any, table: Any, tags: Any, nets: Any, bins: Any, seen: Any,
    totals: Any, rounds: Any, unfair: Any,
) -> None:  # fmt: skip
    _deal_shoes(
        start, first, shoes, decks, fours, cut, ends_with_the_hand, burn, too_low, scales, low, number, table, tags,
        nets, bins, seen, totals, rounds, unfair, True,
    )  # fmt: skip


KERNELS = cuda.jit(_deal_all), cuda.jit(_deal_listed)


def count_on_device(job: BaccaratCountJob, shoes_per_batch: int = SHOES_PER_BATCH) -> CudaCountBackend:
    """Return the backend that deals a job's shoes on a CUDA device."""
    require_device()
    check_plans(job.plans, POINTS)
    packed = pack_openings(job.setup)
    nets = _nets_of(job, packed.kinds)
    deck, bins = job.setup.dealing, len(packed.kinds)

    def tables(plan: int, number: int) -> tuple[Any, ...]:
        tags = packed_tags(job.plans.tags[plan : plan + number], CARD_OF_POINTS)
        own_nets = nets[plan : plan + number].reshape(-1).view(np.uint32)
        return (
            cuda.to_device(packed.table), cuda.to_device(tags), cuda.to_device(own_nets), U32(bins),
            U32(SEEN[job.burn_seen]),
        )  # fmt: skip

    blocks = _blocks(len(deck.shoe) // 52, 2 * 10 + PLANS * (bins + 2 * BUCKETS))
    return CudaCountBackend(job.plans, job.seed, deck, KERNELS, blocks, tables, UNITS, shoes_per_batch)


def _blocks(decks: int, words: int) -> LaunchConfig:
    if config.ENABLE_CUDASIM:
        return launch_config(decks, words, shared_bytes=2**20, processors=1, threads=4, blocks=2)
    device = cuda.get_current_device()
    shared_bytes, processors = device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device.MULTIPROCESSOR_COUNT
    return launch_config(decks, words, shared_bytes=shared_bytes, processors=processors)


def _nets_of(job: BaccaratCountJob, kinds: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the results of each plan's wager in whole units, by bin; shape (plans, bins)."""
    results = job.results
    if results.kind.any():
        raise BadInput.at("--device", "deals point values; wagers on ranks or suits need the cpu: name others")
    by_wager = np.array([results.nets[begin : begin + TOTALS_CLASSES][kinds] for begin in results.begin])
    units = np.rint(by_wager.astype(np.float64) * UNITS)
    if np.abs(units - by_wager * UNITS).max(initial=0) > 1e-3:
        raise BadInput.at("--device", f"counts results in parts of 1/{UNITS} of a stake; use the cpu")
    whole: NDArray[np.int32] = units.astype(np.int32)[job.plans.wager]
    return np.ascontiguousarray(whole)
