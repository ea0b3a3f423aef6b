"""Counting of blackjack on a CUDA device: the same shoes and the same statistics as the processor's kernel.

One seat plays its chart through the lookup tables of the processor's kernel. Only card values are dealt, so the device
studies the main wager and wagers on the dealer's final hand, of rules in which tens are alike. The lookup tables stay
in global memory and its cache; a block therefore uses less shared memory than it could, so that the cache has room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import int64, uint8, uint32
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.blackjack.odds.counting_kernels import BY_DEALER, MAIN
from croupier.families.blackjack.odds.hand_outcomes import DEALER_ENDS, DEALER_NATURAL, ENDS, RETURNED, ROW, SPLIT
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
    configure_launch,
    cuda,
    device_function,
    pile_writer,
    require_device,
    shuffle,
)
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, WORDS_PER_SHOE

if TYPE_CHECKING:
    from croupier.families.blackjack.odds.counting_job import BlackjackCountJob

MOST_HANDS = 8
"""Most hands of a seat on a device: their final states are the eight bytes of one word."""
THREADS = 384
"""Threads of a block; more leave the cache of the lookup tables less room."""
VALUES = tuple(min(card // 4, 9) for card in range(52))
"""Value of each card minus 1."""
CARD_OF_VALUE = tuple(VALUES.index(value) for value in range(10))


def _value_of_rank(rank: Any) -> Any:
    return min(rank, 10) - 1


new_pile = pile_writer(_value_of_rank)


@device_function
def _card(words: Any, first_cards: Any, threads: Any, at: Any) -> Any:
    """Return the value minus 1 of the card at a position of the shoe."""
    word = words[U32(first_cards + U32(U32(at >> U32(3)) * U32(U32(0) - threads)))]
    return U32(U32(word >> U32(U32(at & U32(7)) << U32(2))) & U32(15))


@device_function
def _play_out(next_states: Any, words: Any, first_cards: Any, threads: Any, state: Any, at: Any, cards: Any) -> Any:
    """Draw cards until the hand has ended; return its final state and the next position."""
    while state >= U32(ENDS) and at < cards:
        state = U32(next_states[U32(state * U32(ROW)) + _card(words, first_cards, threads, at)])
        at = U32(at + U32(1))
    if state >= U32(ENDS):
        return U32(0), U32(cards + U32(1))
    return state, at


@device_function
def _play_round(
    words: Any, first_cards: Any, threads: Any, place: Any, cards: Any, next_states: Any, openings: Any,
    after_split: Any, dealer_from: Any, dealer_first: Any, dealer_next: Any, pays: Any, most_hands: Any, most_aces: Any,
) -> Any:  # fmt: skip
    """Play a round; return the next position (beyond the shoe if its cards run out), dealer's end and net result."""
    if place + U32(4) > cards:
        return U32(cards + U32(1)), U32(0), int64(0)
    first, up = _card(words, first_cards, threads, place), _card(words, first_cards, threads, U32(place + U32(1)))
    second = _card(words, first_cards, threads, U32(place + U32(2)))
    hole = _card(words, first_cards, threads, U32(place + U32(3)))
    opening = U32(U32(U32(U32(U32(first * U32(10)) + up) * U32(10) + second) * U32(10)) + hole)
    state, at = U32(openings[opening]), U32(place + U32(4))
    ends, hands, waits = U64(0), U32(0), U32(0)
    if state == U32(SPLIT):
        waiting, dealt = U32(2), U32(2)
        most = most_aces if first == U32(0) else most_hands
        while waiting > U32(0):
            waiting = U32(waiting - U32(1))
            if at >= cards:
                return U32(cards + U32(1)), U32(0), int64(0)
            drawn = _card(words, first_cards, threads, at)
            at = U32(at + U32(1))
            again = U32(1) if drawn == first and dealt < most else U32(0)
            row = U32(U32(U32(up * U32(10)) + first) * U32(10)) + drawn
            state = U32(after_split[U32(row * U32(2)) + again])
            if state == U32(SPLIT):
                dealt = U32(dealt + U32(1))
                waiting = U32(waiting + U32(2))
            else:
                state, at = _play_out(next_states, words, first_cards, threads, state, at, cards)
                ends |= U64(state) << U64(U32(hands * U32(8)))
                hands = U32(hands + U32(1))
                waits |= U32(dealer_from[state])
    else:
        state, at = _play_out(next_states, words, first_cards, threads, state, at, cards)
        ends, hands, waits = U64(state), U32(1), U32(dealer_from[state])
    if at > cards:
        return at, U32(0), int64(0)
    dealer = U32(dealer_first[U32(waits + U32(up * U32(10)) + hole)])
    while dealer >= U32(DEALER_ENDS) and at < cards:
        dealer = U32(dealer_next[U32(dealer * U32(ROW)) + _card(words, first_cards, threads, at)])
        at = U32(at + U32(1))
    if dealer >= U32(DEALER_ENDS):
        return U32(cards + U32(1)), U32(0), int64(0)
    net, hand = int64(0), U32(0)
    while hand < hands:
        end = U32(ends >> U64(U32(hand * U32(8)))) & U32(255)
        if dealer == U32(DEALER_NATURAL) and hand > U32(0):
            end = U32(RETURNED)
        net += int64(pays[U32(end * U32(DEALER_ENDS)) + dealer])
        hand = U32(hand + U32(1))
    return at, dealer, net


@device_function
def _play_shoe(
    words: Any, tags_at: Any, stats_at: Any, first_cards: Any, threads: Any, burnt: Any, seen: Any, cards: Any,
    cut: Any, ends_with_the_hand: Any, scales: Any, low: Any, number: Any, next_states: Any, openings: Any,
    after_split: Any, dealer_from: Any, dealer_first: Any, dealer_next: Any, pays: Any, most_hands: Any,
    most_aces: Any, goes_on: Any, kinds: Any, nets: Any,
) -> Any:  # fmt: skip
    """Play a shuffled shoe round by round, as `count_shoes` does; return the number of rounds."""
    shown = min(burnt, seen)
    counts = no_counts() + see(words, tags_at, first_cards, threads, U32(0), shown)
    place, unseen, is_out, more, rounds = burnt, U32(cards - shown), False, U32(1), U32(0)
    while place < cards and (more > U32(0) or not is_out):
        end, dealer, net = _play_round(
            words, first_cards, threads, place, cards, next_states, openings, after_split, dealer_from,
            dealer_first, dealer_next, pays, most_hands, most_aces,
        )  # fmt: skip
        if end > cards:
            break
        plan = U32(0)
        while plan < number:
            won = net if kinds[plan] == U32(0) else int64(nets[U32(plan * U32(DEALER_ENDS)) + dealer])
            count_round(words, stats_at, counts, unseen, scales[plan], low[plan], plan, U32(won))
            plan = U32(plan + U32(1))
        length = U32(end - place)
        counts += see(words, tags_at, first_cards, threads, place, length)
        unseen = U32(unseen - length)
        rounds = U32(rounds + U32(1))
        if is_out:
            more = U32(more - U32(1))
        elif end > cut:
            is_out = True
            more = U32(1) if goes_on and not (ends_with_the_hand and place >= cut) else U32(0)
        place = end
    return rounds


@device_function
def _deal_shoes(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, ends_with_the_hand: Any, burn: Any,
    too_low: Any, scales: Any, low: Any, number: Any, next_states: Any, openings: Any, after_split: Any,
    dealer_from: Any, dealer_first: Any, dealer_next: Any, pays: Any, most_hands: Any, most_aces: Any, goes_on: Any,
    tags: Any, kinds: Any, nets: Any, seen: Any, totals: Any, rounds: Any, unfair: Any, retried: bool,
) -> None:  # fmt: skip
    """Deal shoes in every thread. Without `retried`, list possibly biased shoes; with it, deal those shoes."""
    words = cuda.shared.array(0, uint32)
    octets = cuda.shared.array(0, uint8)
    thread, threads = U32(cuda.threadIdx.x), U32(cuda.blockDim.x)
    cards, rows = U32(decks * U32(52)), U32(decks * U32(13))
    tags_at = U32(rows * threads)
    stats_at = U32(tags_at + U32(len(tags)))
    first_cards = U32(U32(U32(rows - U32(1)) * threads) + thread)
    copy_to_block(words, tags_at, tags, thread, threads)
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
        turn += U64(cuda.gridDim.x) * U64(threads)
        if lowest < U32(cards * U32(cards - U32(1))):
            at = cuda.atomic.add(unfair, 0, U64(1)) + U64(1)
            if at < U64(len(unfair)):
                unfair[at] = shoe
            continue
        burnt = U32(burn[words[first_cards] & U32(15)])
        own_rounds += U64(
            _play_shoe(
                words, tags_at, stats_at, first_cards, threads, burnt, seen, cards, cut, ends_with_the_hand, scales,
                low, number, next_states, openings, after_split, dealer_from, dealer_first, dealer_next, pays,
                most_hands, most_aces, goes_on, kinds, nets,
            )
        )  # fmt: skip
    cuda.atomic.add(rounds, 0, own_rounds)
    cuda.syncthreads()
    add_to_totals(words, stats_at, totals, thread, threads)


def _deal_all(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, ends_with_the_hand: Any, burn: Any,
    too_low: Any, scales: Any, low: Any, number: Any, next_states: Any, openings: Any, after_split: Any,
    dealer_from: Any, dealer_first: Any, dealer_next: Any, pays: Any, most_hands: Any, most_aces: Any, goes_on: Any,
    tags: Any, kinds: Any, nets: Any, seen: Any, totals: Any, rounds: Any, unfair: Any,
) -> None:  # fmt: skip
    _deal_shoes(
        start, first, shoes, decks, fours, cut, ends_with_the_hand, burn, too_low, scales, low, number, next_states,
        openings, after_split, dealer_from, dealer_first, dealer_next, pays, most_hands, most_aces, goes_on, tags,
        kinds, nets, seen, totals, rounds, unfair, False,
    )  # fmt: skip


def _deal_listed(
    start: Any, first: Any, shoes: Any, decks: Any, fours: Any, cut: Any, ends_with_the_hand: Any, burn: Any,
    too_low: Any, scales: Any, low: Any, number: Any, next_states: Any, openings: Any, after_split: Any,
    dealer_from: Any, dealer_first: Any, dealer_next: Any, pays: Any, most_hands: Any, most_aces: Any, goes_on: Any,
    tags: Any, kinds: Any, nets: Any, seen: Any, totals: Any, rounds: Any, unfair: Any,
) -> None:  # fmt: skip
    _deal_shoes(
        start, first, shoes, decks, fours, cut, ends_with_the_hand, burn, too_low, scales, low, number, next_states,
        openings, after_split, dealer_from, dealer_first, dealer_next, pays, most_hands, most_aces, goes_on, tags,
        kinds, nets, seen, totals, rounds, unfair, True,
    )  # fmt: skip


KERNELS = cuda.jit(_deal_all), cuda.jit(_deal_listed)


def count_on_device(
    job: BlackjackCountJob, shoes_per_batch: int = SHOES_PER_BATCH, threads: int = THREADS
) -> CudaCountBackend:
    """Return the backend that deals a job's shoes on a CUDA device."""
    require_device()
    check_plans(job.plans, VALUES)
    _check_table(job)
    game = job.game
    nets = _dealer_nets(job)
    arrays = (
        game.next_states, game.openings[: 10**4], game.after_split, game.dealer_from, game.dealer_first,
        game.dealer_next, game.pays.astype(np.int32),
    )  # fmt: skip

    def tables(plan: int, number: int) -> tuple[Any, ...]:
        kinds = (job.results.kind[job.plans.wager] == BY_DEALER).astype(np.uint32)[plan : plan + number]
        tags = packed_tags(job.plans.tags[plan : plan + number], CARD_OF_VALUE)
        return (
            *(cuda.to_device(one) for one in arrays), U32(game.most_hands), U32(game.most_ace_hands), game.goes_on,
            cuda.to_device(tags), cuda.to_device(kinds), cuda.to_device(nets[plan : plan + number].reshape(-1)),
            U32(SEEN[job.burn_seen]),
        )  # fmt: skip

    blocks = _blocks(len(game.whole.shoe), 2 * 10 + 2 * PLANS * BUCKETS, threads)
    return CudaCountBackend(
        job.plans, job.seed, game.whole, KERNELS, blocks, tables, job.results.units, shoes_per_batch
    )


def _check_table(job: BlackjackCountJob) -> None:
    """Refuse tables for which card values and one seat are not enough."""
    game = job.game
    if len(game.strategies) > 1:
        raise BadInput.at("--seats", "is for the cpu; a CUDA device plays one seat")
    if game.by_rank or game.specials.any():
        raise BadInput.at("--device", "deals card values; these rules tell tens or suits apart and need the cpu")
    if not set(job.results.kind.tolist()) <= {MAIN, BY_DEALER}:
        raise BadInput.at("--device", "deals card values; wagers on first cards need the cpu: name others")
    if max(game.most_hands, game.most_ace_hands) > MOST_HANDS:
        raise BadInput.at("--device", f"plays up to {MOST_HANDS} hands of a seat; use the cpu")


def _dealer_nets(job: BlackjackCountJob) -> NDArray[np.int32]:
    """Return the results of each plan's wager by the dealer's final hand, in units; zero for the main wager."""
    nets = np.zeros((len(job.plans.wager), DEALER_ENDS), np.int32)
    for plan, wager in enumerate(job.plans.wager):
        if job.results.kind[wager] == BY_DEALER:
            begin = job.results.begin[wager]
            units = job.results.nets[begin : begin + DEALER_ENDS].astype(np.float64) * job.results.units
            nets[plan] = np.rint(units).astype(np.int32)
            if np.abs(nets[plan] - units).max() > 1e-3:
                raise BadInput.at("--device", f"counts results in parts of 1/{job.results.units:g}; use the cpu")
    return nets


def _blocks(cards: int, words: int, threads: int) -> LaunchConfig:
    if config.ENABLE_CUDASIM:
        return configure_launch(cards, 4 * words, shared_bytes=2**20, processors=1, threads=4, blocks=2)
    device = cuda.get_current_device()
    shared_bytes, processors = device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device.MULTIPROCESSOR_COUNT
    most = (shared_bytes - 4 * words) // cards
    chosen = min(threads, most // 32 * 32)
    return configure_launch(
        cards, 4 * words, shared_bytes=shared_bytes, processors=processors, threads=chosen, blocks=processors
    )
