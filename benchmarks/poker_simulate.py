"""Simulated poker rounds per second, compared with their lower limits and with plain NumPy.

Short slices of every kind of work alternate, so that other load on the machine slows all of them alike. The fastest and
the median slice of each kind are printed. The least work of a round is its random word and the deal of nine (or six)
cards. The next step adds the ranking of both hands: two lookups of seven cards, or two of three and one of six. The
full round adds the lookup of the decisions.

Targets: 8 million rounds of Ultimate Texas Hold'em per second on one core, 20 million of three-card poker.

The NumPy rounds do the same work step by step over whole arrays and rank hands with the library. First they are
compared with the kernels on the same cards and must give equal counts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.families.dealer_poker.shared.odds.simulate import PokerJob, three_card_game, ultimate_game
from croupier.families.dealer_poker.three_card.odds import kernels as three_card_kernels
from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution
from croupier.families.dealer_poker.three_card.rules import ThreeCardRules
from croupier.families.dealer_poker.ultimate.odds import simulate_kernels as ultimate_kernels
from croupier.families.dealer_poker.ultimate.odds.board_kernels import layout
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution
from croupier.families.dealer_poker.ultimate.odds.strategy_bits import strategy_bits_of
from croupier.families.dealer_poker.ultimate.rules import UltimateRules
from croupier.hands import ranks3, ranks5, ranks6, ranks7
from croupier.odds.simulation.backends import cores
from croupier.odds.simulation.shuffle_kernels import start_of

SECONDS = 10.0
ROUNDS = 2**20
"""Rounds per slice: a slice takes some thirty milliseconds, so that the 6 MB of tables stay in the caches."""
ARRAY_ROUNDS = 2**14
WANTED_MILLIONS = {"hold'em": 8, "three-card": 20}
SEED = 1
HOLDEM, THREE_CARD = UltimateSolution(UltimateRules()), ThreeCardSolution(ThreeCardRules())
Cards = NDArray[np.int64]
Work = Callable[[int], float]


# Least work of a round


@njit(nogil=True)
def only_deal(game: Any, round_arrays: Any, start: Any, first: int, rounds: int, side: int, deal: Any) -> None:
    for begin in range(first, first + rounds, side):
        deal(game.least, start, begin, side, round_arrays.places, round_arrays.pile, round_arrays.cards)


@njit(nogil=True)
def deal_and_rank(game: Any, round_arrays: Any, start: Any, first: int, rounds: int, side: int) -> None:
    for begin in range(first, first + rounds, side):
        ultimate_kernels.deal_cards(
            game.least, start, begin, side, round_arrays.places, round_arrays.pile, round_arrays.cards
        )
        ultimate_kernels.show_hands(game, round_arrays, side)


def dealing(game: Any, kernels: Any) -> Work:
    side = kernels.SIDE_BY_SIDE
    round_arrays = kernels.new_felt(side)

    def work(number: int) -> float:
        only_deal(game, round_arrays, start_of(SEED), number * ROUNDS, ROUNDS, side, kernels.deal_cards)
        return ROUNDS

    return work


def ranking(game: Any) -> Work:
    side = ultimate_kernels.SIDE_BY_SIDE
    round_arrays = ultimate_kernels.new_round_arrays(side)

    def work(number: int) -> float:
        deal_and_rank(game, round_arrays, start_of(SEED), number * ROUNDS, ROUNDS, side)
        return ROUNDS

    return work


# The same in plain NumPy


def shuffled(draw: np.random.Generator, cards: int) -> Cards:
    """Return the first cards of `ARRAY_ROUNDS` shuffled decks, an array of shape (ARRAY_ROUNDS, cards)."""
    return np.argpartition(draw.random((ARRAY_ROUNDS, 52)), cards, axis=1)[:, :cards]


def bits(rows: NDArray[np.uint64], row: Cards, number: Cards) -> Cards:
    words = rows[row, number // 64] >> (number % 64).astype(np.uint64)
    return (words & np.uint64(1)).astype(np.int64)


def number_of(cards: Cards) -> Cards:
    """Return the index of each row's two or three cards among all combinations."""
    choose = [np.array([comb(card, many) for card in range(52)]) for many in range(1, 4)]
    in_order = np.sort(cards, axis=1)
    number: Cards = np.stack([choose[place][in_order[:, place]] for place in range(cards.shape[1])]).sum(axis=0)
    return number


def holdem_rivers(hands: Cards, boards: Cards, board_values: Cards) -> Cards:
    """Return 1 for each round that folds on the river, else 0."""
    choices, spots = strategy_bits_of(HOLDEM), layout()
    by_rank = spots.rank_pair[hands[:, 0] // 4, hands[:, 1] // 4]
    folds = bits(choices.by_ranks, board_values, by_rank)
    of_suit = (boards[:, :, None] % 4 == np.arange(4)).sum(axis=1)
    which, suit = np.nonzero(of_suit >= 3)
    cards, own = boards[which], hands[which]
    is_in = cards % 4 == suit[:, None]
    row = choices.suited[np.where(is_in, 1 << cards // 4, 0).sum(axis=1)]
    others = np.sort(np.where(is_in, -1, cards // 4), axis=1)[:, 3:]
    row = row + np.where(others[:, 0] < 0, np.maximum(others[:, 1], 0), spots.rank_pair[others[:, 0], others[:, 1]])
    types = own // 4 + 13 * (own % 4 == suit[:, None])
    folds[which] = bits(choices.by_types, row, spots.type_pair[types[:, 0], types[:, 1]])
    return folds


def holdem_arrays(cards: Cards, game: Any) -> Cards:
    """Play all rounds of an array and count them by outcome."""
    hands, boards, pairs = cards[:, :2], cards[:, 4:], number_of(cards[:, :2])
    numbers = ((cards + 4) % 52).astype(np.uint8)
    own, dealers = ranks7(numbers[:, [0, 1, 4, 5, 6, 7, 8]]), ranks7(numbers[:, 2:])
    suits = np.array([0, 1, 2, 3, 0])
    plain = ((np.sort(boards // 4, axis=1) * 4 + suits + 4) % 52).astype(np.uint8)
    played = game.first[pairs].astype(np.int64)
    flop = bits(game.flop, number_of(boards[:, :3]), pairs)
    river = 1 - holdem_rivers(hands, boards, ranks5(plain).astype(np.int64))
    played = np.where(played > 0, played, np.where(flop > 0, game.at_flop * flop, game.at_river * river))
    result = (own >= dealers).astype(np.int64) + (own > dealers)
    ends = ((played * 10 + game.kinds[own]) * 10 + game.kinds[dealers]) * 3 + result
    return np.bincount(ends, minlength=5 * ultimate_kernels.ENDS)


def three_card_arrays(cards: Cards, game: Any) -> tuple[Cards, Cards]:
    numbers = cards.astype(np.uint8)
    own, dealers, six = ranks3(numbers[:, :3]), ranks3(numbers[:, 3:]), ranks6(numbers)
    played = bits(game.plays, cards[:, 5], number_of(cards[:, :3]))
    result = (own >= dealers).astype(np.int64) + (own > dealers)
    ends = ((played * 7 + game.kinds[own]) * 8 + game.dealer_kinds[dealers]) * 3 + result
    return np.bincount(ends, minlength=2 * three_card_kernels.ENDS), np.bincount(game.six_kinds[six], minlength=10)


def check_that_they_count_the_same() -> None:
    """Check that NumPy and kernels give equal counts on the same cards."""
    holdem, three = ultimate_game(HOLDEM), three_card_game(THREE_CARD)
    cards = ultimate_kernels.record_rounds(holdem, start_of(SEED), 0, ARRAY_ROUNDS).cards.reshape(-1, 9)
    ends = holdem_arrays(cards.astype(np.int64), holdem)
    assert (ends == PokerJob.of(HOLDEM, SEED).deal(0, ARRAY_ROUNDS).counts[0].reshape(-1)).all()
    cards = three_card_kernels.record_rounds(three, start_of(SEED), 0, ARRAY_ROUNDS).cards.reshape(-1, 6)
    ends, six = three_card_arrays(cards.astype(np.int64), three)
    job = PokerJob.of(THREE_CARD, SEED)
    counted = job.counts(job.deal(0, ARRAY_ROUNDS))
    assert counted.six is not None
    assert (ends == counted.ends.reshape(-1)).all()
    assert (six == counted.six).all()


# Alternating slices


def arrays(count: Callable[[Cards, Any], object], game: Any, cards: int) -> Work:
    draw = np.random.default_rng(SEED)

    def work(_: int) -> float:
        count(shuffled(draw, cards), game)
        return ARRAY_ROUNDS

    return work


def playing(job: PokerJob) -> Work:
    def work(number: int) -> float:
        return job.deal(number * ROUNDS, ROUNDS).rounds

    return work


def on_two_cores(work: Work, pool: ThreadPoolExecutor) -> Work:
    return lambda number: sum(pool.map(work, range(8 * number, 8 * number + 8)))


def speeds_of(works: dict[str, Work]) -> dict[str, list[tuple[float, float]]]:
    """Run every kind of work in turn; return each slice's millions of rounds per second by wall and processor time."""
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for work in works.values():
        work(0)
    stop, number = time.perf_counter() + SECONDS, 0
    while time.perf_counter() < stop:
        number += 1
        for name, work in works.items():
            began, used = time.perf_counter(), time.process_time()
            rounds = work(number)
            took = time.perf_counter() - began, time.process_time() - used
            speeds[name].append((rounds / took[0] / 1e6, rounds / took[1] / 1e6))
    return speeds


def report(game: str, works: dict[str, Work]) -> None:
    if cores() > 1:
        works |= {"best play, two threads": on_two_cores(works["best play"], ThreadPoolExecutor(2))}
    speeds = speeds_of(works)
    best = {name: max(wall for wall, _ in found) for name, found in speeds.items()}
    used = {name: max(cpu for _, cpu in found) for name, found in speeds.items()}
    print(f"\n{game}; millions of rounds a second")
    print(f"{'':28} {'fastest':>8} {'middle':>8} {'by processor time':>18} {'÷ NumPy':>8} {'÷ floor':>8}")
    for name, found in speeds.items():
        middle = statistics.median(wall for wall, _ in found)
        ratios = used[name] / used["plain NumPy"], used[name] / used["floor: cards dealt"]
        print(f"{name:28} {best[name]:8.2f} {middle:8.2f} {used[name]:18.2f} {ratios[0]:8.1f} {ratios[1]:8.2f}")
    wanted = WANTED_MILLIONS[game]
    verdict = "met" if used["best play"] >= wanted else "MISSED"
    print(
        f"best play on one core, wanted {wanted} million a second: {verdict} ({used['best play'] / wanted:.2f} of it)"
    )
    if cores() > 1:
        print(f"two threads ÷ one, by the clock: {best['best play, two threads'] / best['best play']:.2f}")


def main() -> None:
    check_that_they_count_the_same()
    holdem, three = ultimate_game(HOLDEM), three_card_game(THREE_CARD)
    report("hold'em", {
        "plain NumPy": arrays(holdem_arrays, holdem, ultimate_kernels.CARDS),
        "floor: cards dealt": dealing(holdem, ultimate_kernels),
        "and both hands ranked": ranking(holdem),
        "best play": playing(PokerJob.of(HOLDEM, SEED)),
    })  # fmt: skip
    report("three-card", {
        "plain NumPy": arrays(three_card_arrays, three, three_card_kernels.CARDS),
        "floor: cards dealt": dealing(three, three_card_kernels),
        "best play": playing(PokerJob.of(THREE_CARD, SEED)),
    })  # fmt: skip


if __name__ == "__main__":
    main()
