"""Tests of drawn numbers: uniformity, serial correlation, runs, gaps, poker, coupon collector, permutations.

[25 CFR 547.14(b)(2); N.J.A.C. 13:69E-1.28G(b)3; Knuth, The Art of Computer Programming 2, section 3.3.2] Every number
is drawn by `below` of the tested source, every byte by its `nonce`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from croupier.cards.random_source import NONCE_BYTES, RandomSource
from croupier.errors import InvariantViolation
from croupier.odds.fairness_tests.chances import coupon_chances, gap_chances, poker_chances, run_up_chances
from croupier.odds.fairness_tests.result import FairnessTestGroup, FairnessTestResult, Numbers, pearson_statistic

NUMBERS = FairnessTestGroup("Numbers")
LARGE = 2**31 - 1
"""Limit so large that two draws are almost never equal."""
LAGS = 16
PERMUTED = 5
BLOCK = 8
NONCES_A_MILLION = 10_000
Stream = tuple[int, float, Callable[[Numbers, int], Iterator[FairnessTestResult]]]
"""Stream of draws: their limit, their fraction of all draws, and the function that tests them."""


def draw_tests(chance: RandomSource, draws: int, done: Callable[[str], None]) -> Iterator[FairnessTestResult]:
    """Run all tests of numbers on a total of `draws` draws."""
    for limit, share, tests in STREAMS:
        done(f"numbers below {limit:,}")
        yield from tests(draw_numbers(chance, limit, int(draws * share)), limit)
    done("numbers below every limit of a shuffle")
    yield test_every_limit(chance, 416, int(draws * EVERY_LIMIT_SHARE))
    done("nonces")
    yield nonce_bytes(chance, max(1, draws * NONCES_A_MILLION // 1_000_000))


def draw_numbers(chance: RandomSource, limit: int, count: int) -> Numbers:
    below = chance.below
    return require_below(np.fromiter((below(limit) for _ in range(count)), np.int64, count), limit)


def require_below(numbers: Numbers, limit: int) -> Numbers:
    if numbers.min() < 0 or numbers.max() >= limit:
        raise InvariantViolation(f"the source drew {numbers.min()} to {numbers.max()} below {limit}")
    return numbers


def coin_tests(numbers: Numbers, limit: int) -> Iterator[FairnessTestResult]:
    yield frequency(numbers, limit)
    yield runs_of_heads_and_tails(numbers)


def collector_tests(numbers: Numbers, limit: int) -> Iterator[FairnessTestResult]:
    yield frequency(numbers, limit)
    yield coupon_collector(numbers, limit)


def rank_tests(numbers: Numbers, limit: int) -> Iterator[FairnessTestResult]:
    yield frequency(numbers, limit)
    yield gaps(numbers, limit)
    yield poker(numbers, limit)


def card_tests(numbers: Numbers, limit: int) -> Iterator[FairnessTestResult]:
    yield frequency(numbers, limit)
    yield pairs(numbers, limit)


def position_tests(numbers: Numbers, limit: int) -> Iterator[FairnessTestResult]:
    yield frequency(numbers, limit)
    yield serial_correlation(numbers, limit)


def large_number_tests(numbers: Numbers, limit: int) -> Iterator[FairnessTestResult]:
    yield bits(numbers, limit)
    yield runs_up(numbers)
    yield permutations(numbers)


STREAMS: tuple[Stream, ...] = (
    (2, 0.10, coin_tests),
    (10, 0.10, collector_tests),
    (13, 0.20, rank_tests),
    (52, 0.10, card_tests),
    (416, 0.20, position_tests),
    (LARGE, 0.15, large_number_tests),
)
EVERY_LIMIT_SHARE = 0.15


def frequency(numbers: Numbers, limit: int) -> FairnessTestResult:
    counts = np.bincount(numbers, minlength=limit)
    return NUMBERS.chi_square_result(f"uniform below {limit}", pearson_statistic(counts), limit - 1)


def runs_of_heads_and_tails(numbers: Numbers) -> FairnessTestResult:
    """Test the number of runs of equal values; every draw after the first starts a new run with probability 1/2."""
    turns = int((numbers[1:] != numbers[:-1]).sum())
    chances = len(numbers) - 1
    return NUMBERS.deviation_result("runs of heads and tails", (2 * turns - chances) / np.sqrt(chances))


def coupon_collector(numbers: Numbers, limit: int) -> FairnessTestResult:
    """Test how many draws are needed until every value has occurred, repeatedly."""
    longest = 10 * limit
    counts = [0] * (longest - limit + 2)
    everything = (1 << limit) - 1
    seen = length = 0
    for number in numbers.tolist():
        seen |= 1 << number
        length += 1
        if seen == everything:
            counts[min(length, longest + 1) - limit] += 1
            seen = length = 0
    return NUMBERS.probability_result(f"coupon collector below {limit}", counts, coupon_chances(limit, longest))


def gaps(numbers: Numbers, limit: int) -> FairnessTestResult:
    """Test how many draws lie between one zero and the next."""
    longest = 10 * limit
    zeros = np.flatnonzero(numbers == 0)
    lengths = np.minimum(np.diff(zeros, prepend=-1) - 1, longest + 1)
    counts = np.bincount(lengths, minlength=longest + 2)
    return NUMBERS.probability_result(f"gaps below {limit}", counts, gap_chances(1 / limit, longest))


def poker(numbers: Numbers, limit: int) -> FairnessTestResult:
    """Test blocks of five draws as poker hands, by the number of equal pairs."""
    hands = _blocks(numbers, 5)
    equal = sum((hands[:, i] == hands[:, j]).astype(np.int64) for i in range(5) for j in range(i))
    chances = poker_chances(limit)
    counts = np.bincount(equal, minlength=11)[list(chances)]
    return NUMBERS.probability_result(f"poker hands below {limit}", counts, list(chances.values()))


def pairs(numbers: Numbers, limit: int) -> FairnessTestResult:
    two = _blocks(numbers, 2)
    counts = np.bincount(two[:, 0] * limit + two[:, 1], minlength=limit**2)
    return NUMBERS.chi_square_result(f"pairs below {limit}", pearson_statistic(counts), limit**2 - 1)


def serial_correlation(numbers: Numbers, limit: int) -> FairnessTestResult:
    """Test the correlation of each draw with the 1, 2, ... `LAGS` draws before it.

    The correlations are scaled to mean 0 and standard deviation 1, and their squares are added.
    """
    centred = numbers - (limit - 1) / 2
    variance = (limit**2 - 1) / 12
    z = [(centred[lag:] @ centred[:-lag]) / (variance * np.sqrt(len(numbers) - lag)) for lag in range(1, LAGS + 1)]
    return NUMBERS.chi_square_result(f"serial correlation to lag {LAGS}", float(np.square(z).sum()), LAGS)


def bits(numbers: Numbers, limit: int) -> FairnessTestResult:
    """Test that every binary digit is 1 in half of the draws (the bias from the limit is one part in `limit`)."""
    width = limit.bit_length()
    ones = np.array([int((numbers >> place & 1).sum()) for place in range(width)])
    z = (2 * ones - len(numbers)) / np.sqrt(len(numbers))
    return NUMBERS.chi_square_result(f"binary digits, {width} of them", float((z**2).sum()), width)


def runs_up(numbers: Numbers) -> FairnessTestResult:
    """Test for how many numbers each block of eight rises from its first number."""
    rises = np.diff(_blocks(numbers, BLOCK), axis=1) > 0
    lengths = np.logical_and.accumulate(rises, axis=1).sum(axis=1)
    return NUMBERS.probability_result("runs up", np.bincount(lengths, minlength=BLOCK), run_up_chances(BLOCK))


def permutations(numbers: Numbers) -> FairnessTestResult:
    """Test the relative order of five draws: 120 orders."""
    five = _blocks(numbers, PERMUTED)
    order = np.zeros(len(five), np.int64)
    for place in range(PERMUTED):
        smaller_after = (five[:, place + 1 :] < five[:, place : place + 1]).sum(axis=1)
        order = order * (PERMUTED - place) + smaller_after
    counts = np.bincount(order, minlength=120)
    return NUMBERS.chi_square_result(f"permutations of {PERMUTED}", pearson_statistic(counts), 119)


def test_every_limit(chance: RandomSource, cards: int, count: int) -> FairnessTestResult:
    """Test draws below 416, 415, ... 2 in turn, as in a shuffle; the statistics of all limits are added."""
    limits = range(cards, 1, -1)
    below = chance.below
    turns = max(1, count // len(limits))
    drawn_numbers = np.fromiter((below(limit) for _ in range(turns) for limit in limits), np.int64, turns * len(limits))
    statistic = 0.0
    for limit, numbers in zip(limits, drawn_numbers.reshape(turns, -1).T, strict=True):
        statistic += pearson_statistic(np.bincount(require_below(numbers, limit), minlength=limit))
    return NUMBERS.chi_square_result(f"uniform below 2 to {cards}", statistic, sum(limit - 1 for limit in limits))


def nonce_bytes(chance: RandomSource, count: int) -> FairnessTestResult:
    """Test the bytes of the nonces that protect commitments."""
    counts = np.bincount(np.frombuffer(b"".join(chance.nonce() for _ in range(count)), np.uint8), minlength=256)
    assert counts.sum() == count * NONCE_BYTES
    return NUMBERS.chi_square_result("bytes of nonces", pearson_statistic(counts), 255)


def _blocks(numbers: Numbers, size: int) -> Numbers:
    return numbers[: len(numbers) // size * size].reshape(-1, size)
