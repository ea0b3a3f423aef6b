"""The random generator: fairness tests that unfair sources fail, exact ranges, and health tests during play."""

from __future__ import annotations

import ast
import hashlib
import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import croupier
from croupier.cards import Card, show_cards
from croupier.cards.card import DECK
from croupier.cards.random_source import STREAM_BLOCK, RandomSource, SeededRandomSource, SystemRandomSource, shuffled
from croupier.cards.rng_health import GeneratorFault, MonitoredRandomSource, RngHealth
from croupier.cards.rng_health_tests import (
    ALARM_BITS,
    BYTE_CHANCE,
    EQUAL_BYTES,
    LEAST_LIMIT,
    PART_CHANCE,
    PARTS,
    WINDOW,
    NonceTests,
    NumberTests,
    ShoeTests,
    cutoff,
    shoe_digest,
)
from croupier.cards.shoe import build_decks
from croupier.cli.generator import show_generator
from croupier.errors import BadInput, InvariantViolation
from croupier.families.baccarat.odds.shuffle_tests import exact_deals
from croupier.odds.fairness import QUICK, FairnessReport, SuiteSize, analyse_logged, run_suite
from croupier.odds.fairness_tests import chances
from croupier.odds.fairness_tests.faces import ShoeFaces, neighbour_law, read_logged
from croupier.odds.fairness_tests.orders import left_in_place, place_of_each
from croupier.odds.fairness_tests.result import FairnessTestGroup, FairnessTestResult
from croupier.odds.shoe_composition import card_number
from tests.soak import in_soak, or_soak

SMALL = SuiteSize(draws=100_000, shoes=700)
MORE_DRAWS = SuiteSize(draws=300_000, shoes=500)
PACK = build_decks(8)


class HashRandomSource:
    """Random source from SHAKE-256 of a seed, with the method of the system's generator: good and repeatable."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.blocks = self.at = 0
        self.block = b""

    def take(self, size: int) -> bytes:
        if self.at + size > len(self.block):
            self.block = hashlib.shake_256(f"{self.seed} {self.blocks}".encode()).digest(1 << 20)
            self.blocks, self.at = self.blocks + 1, 0
        self.at += size
        return self.block[self.at - size : self.at]

    def bits(self, width: int) -> int:
        size = (width + 7) // 8
        return int.from_bytes(self.take(size), "big") >> (8 * size - width)

    def below(self, limit: int) -> int:
        width = limit.bit_length()
        for _ in range(1_000):
            number = self.bits(width)
            if number < limit:
                return number
        raise AssertionError("a thousand rejections in a row")

    def nonce(self) -> bytes:
        return self.take(32)


# The suite: an honest source passes, unfair ones fail.


def test_an_honest_source_passes_every_test() -> None:
    progress: list[str] = []
    report = run_suite(HashRandomSource(1), QUICK, progress.append)
    assert report.passed, report.failures
    assert (report.level, len(report.rows)) == (0.01, 35)
    assert len({row.test.name for row in report.rows}) == 35
    assert all(0 <= row.test.p <= row.p_of_run <= 1 for row in report.rows)
    assert "numbers below 416" in progress


def test_the_system_s_generator_passes() -> None:
    """Check that the system's generator passes at a level at which a sound one fails once in a million runs."""
    report = run_suite(SystemRandomSource(), SuiteSize(100_000, 500), level=1e-6)
    assert report.passed, report.failures


class Modulo(HashRandomSource):
    """Source that takes the remainder of one bit too many: low numbers are 3/2 times as frequent as the others."""

    def below(self, limit: int) -> int:
        return self.bits(limit.bit_length() + 1) % limit


class FewStates(HashRandomSource):
    """Linear congruential generator with sixteen bits of state."""

    state = 1

    def below(self, limit: int) -> int:
        self.state = (self.state * 25_173 + 13_849) % 2**16
        return self.state * limit >> 16


class RepeatedNumbers(HashRandomSource):
    """Source that repeats its last number about once in fifty draws."""

    last = 0

    def below(self, limit: int) -> int:
        if self.last >= limit or super().below(50):
            self.last = super().below(limit)
        return self.last


class Counting(HashRandomSource):
    """Source that returns the numbers in order: too even to be random."""

    count = 0

    def below(self, limit: int) -> int:
        self.count += 1
        return self.count % limit


class BiasedNonces(HashRandomSource):
    """Source of nonces whose bytes mostly have a zero as their highest bit."""

    def nonce(self) -> bytes:
        return bytes(byte & 0x7F if byte % 8 else byte for byte in super().nonce())


@pytest.mark.parametrize(
    ("source", "found_by"),
    or_soak(
        [
            (Modulo(2), {"uniform below 10", "uniform below 13", "uniform below 416", "place of each card"}),
            (FewStates(3), {"pairs below 52", "uniform below 416"}),
            (RepeatedNumbers(4), {"pairs below 52", "serial correlation to lag 16", "poker hands below 13"}),
            (Counting(5), {"uniform below 416", "runs up", "gaps below 13", "coupon collector below 10"}),
            (BiasedNonces(6), {"bytes of nonces"}),
        ],
        2,
    ),
    ids=lambda given: type(given).__name__ if isinstance(given, HashRandomSource) else "",
)
def test_a_source_with_a_bias_fails(source: HashRandomSource, found_by: set[str]) -> None:
    report = run_suite(source, MORE_DRAWS)
    assert not report.passed
    assert found_by <= set(report.failures)


def off_by_one(cards: Sequence[int], chance: RandomSource) -> list[int]:
    """Shuffle by Sattolo's method, which never leaves a card in its place: Fisher-Yates with an off-by-one error."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = chance.below(last)
        order[last], order[pick] = order[pick], order[last]
    return order


def naive(cards: Sequence[int], chance: RandomSource) -> list[int]:
    """Shuffle by swapping every card with any card; the orders are not equally likely.

    The number of its equally likely outcomes, n to the power n, is not divisible by n!.
    """
    order = list(cards)
    for place in range(len(order)):
        pick = chance.below(len(order))
        order[place], order[pick] = order[pick], order[place]
    return order


def one_swap_missing(cards: Sequence[int], chance: RandomSource) -> list[int]:
    """Fisher-Yates shuffle that omits the last swap."""
    order = list(cards)
    for last in range(len(order) - 1, 1, -1):
        pick = chance.below(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order


def cut_only(cards: Sequence[int], chance: RandomSource) -> list[int]:
    cut = chance.below(len(cards))
    return [*cards[cut:], *cards[:cut]]


def riffled(cards: Sequence[int], chance: RandomSource) -> list[int]:
    """Shuffle by seven riffle shuffles, which are said to be enough for one deck, but are not for eight."""
    order = list(cards)
    for _ in range(7):
        hands = chance.below(1 << len(order))
        side = [hands >> place & 1 for place in range(len(order))]
        order = [card for want in (0, 1) for card, to in zip(order, side, strict=True) if to == want]
    return order


def weighted(cards: Sequence[int], chance: RandomSource) -> list[int]:
    """Shuffle that moves the next nine to the front in every third shoe."""
    order = list(shuffled(cards, chance))
    if chance.below(3) == 0:
        nine = next(place for place, card in enumerate(order) if PACK[card].rank == 9)
        order[0], order[nine] = order[nine], order[0]
    return order


def short_of_an_ace(cards: Sequence[int], chance: RandomSource) -> list[int]:
    """Shuffle that replaces an ace with a second king of hearts."""
    return [25 if card == 13 else card for card in shuffled(cards, chance)]


@pytest.mark.parametrize(
    ("shuffle", "found_by"),
    or_soak(
        [
            (weighted, {"ranks by place"}),
            (one_swap_missing, {"cycles"}),
            (off_by_one, {"cycles", "cards left in place"}),
            (naive, {"place of each card"}),
            (cut_only, {"cycles", "rising sequences", "inversions", "neighbouring ranks"}),
            (riffled, {"rising sequences"}),
            (short_of_an_ace, {"shoes with cards amiss"}),
        ],
        3,
    ),
)
def test_an_unfair_shuffle_fails(
    shuffle: Callable[[Sequence[int], RandomSource], Sequence[int]], found_by: set[str]
) -> None:
    report = run_suite(HashRandomSource(7), SMALL, shuffle=shuffle)
    assert not report.passed
    assert found_by <= set(report.failures)
    assert not {row.test.name for row in report.rows if row.test.group == "Numbers"} & set(report.failures)


# Distributions that the tests compare counts with.


def counted_orders(cards: int, count: Callable[[tuple[int, ...]], int]) -> Counter[int]:
    return Counter(count(order) for order in permutations(range(cards)))


def cycles_of(order: tuple[int, ...]) -> int:
    least = []
    for card in order:
        ring, at = {card}, order[card]
        while at not in ring:
            ring.add(at)
            at = order[at]
        least.append(min(ring))
    return len(set(least))


@pytest.mark.parametrize(
    ("law", "count"),
    [
        (chances.cycle_chances, cycles_of),
        (chances.descent_chances, lambda order: sum(a > b for a, b in pairwise(order))),
        (chances.inversion_chances, lambda order: sum(a > b for a, b in combinations(order, 2))),
    ],
)
def test_distributions_of_orders_equal_a_count_of_all_orders(
    law: Callable[[int], chances.Chances], count: Callable[[tuple[int, ...]], int]
) -> None:
    for cards in (2, 3, 6):
        counted = counted_orders(cards, count)
        assert law(cards) == pytest.approx([counted[n] / factorial(cards) for n in range(len(law(cards)))])
    assert law(416).sum() == pytest.approx(1)


def test_distributions_of_draws_equal_a_count_of_all_draws() -> None:
    hands = Counter(sum(a == b for a, b in combinations(hand, 2)) for hand in product(range(4), repeat=5))
    assert chances.poker_chances(4) == pytest.approx({pairs: hands[pairs] / 4**5 for pairs in (0, 1, 2, 3, 4, 6, 10)})
    ended = [len({*draws[:length]}) == 3 for draws in product(range(3), repeat=6) for length in (3, 4, 5, 6)]
    done = np.reshape(ended, (-1, 4)).mean(axis=0)
    assert chances.coupon_chances(3, 6) == pytest.approx([*np.diff(done, prepend=0), 1 - done[-1]])
    assert sum(chances.gap_chances(1 / 13, 130)) == pytest.approx(1)
    rises = Counter(next((i for i in range(1, 4) if o[i] < o[i - 1]), 4) for o in permutations(range(4)))
    assert chances.run_up_chances(4) == pytest.approx([rises[length] / 24 for length in (1, 2, 3, 4)])
    assert chances.class_chances([2, 3], 2) == pytest.approx({(0, 2): 0.3, (1, 1): 0.6, (2, 0): 0.1})


@pytest.mark.parametrize("shown", [4, 6])
def test_moments_of_neighbours_equal_a_count_of_all_orders(shown: int) -> None:
    """Check means and covariances against all 720 orders of three kinds of two cards, dealt to the end or not."""
    counted = []
    for order in permutations((0, 0, 1, 1, 2, 2)):
        counts = Counter(pairwise(order[:shown]))
        counted.append([counts[first, second] for first in range(3) for second in range(3)])
    mean, covariance = neighbour_law(3, 2, shown - 1)
    assert mean == pytest.approx(np.mean(counted, axis=0))
    assert covariance == pytest.approx(np.cov(np.transpose(counted), bias=True), abs=1e-12)


def test_positions_of_cards_have_the_expected_mean_over_all_orders() -> None:
    results = [place_of_each(np.array([order], np.uint16)) for order in permutations(range(6))]
    assert np.mean([result.statistic for result in results]) == pytest.approx(results[0].freedom)


@pytest.mark.parametrize("test", [place_of_each, left_in_place])
def test_positions_of_cards_follow_a_chi_square_distribution(test: Callable[..., FairnessTestResult]) -> None:
    draw = np.random.default_rng(2)
    packs = np.tile(np.arange(12), (60, 1))
    results = [test(draw.permuted(packs, axis=1).astype(np.uint16)) for _ in range(2_000)]
    found, freedom = [result.statistic for result in results], results[0].freedom
    assert freedom is not None
    assert np.mean(found) == pytest.approx(freedom, rel=0.03)
    assert np.var(found) == pytest.approx(2 * freedom, rel=0.12)


def test_the_exact_count_of_first_rounds_is_the_published_one() -> None:
    """Check that the results of all 4,998,398,275,503,360 deals of eight decks have the published counts.

    [NJAC 13:69E-1.28P(b)2]
    """
    assert exact_deals("Player, Banker or Tie", 8) == {
        "banker": 2_292_252_566_437_888,
        "player": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    }


def test_chi_square_fails_counts_that_are_too_even() -> None:
    group = FairnessTestGroup("x")
    assert group.chi_square_result("too even", 10.0, 100).p < 1e-10
    assert group.chi_square_result("too uneven", 300.0, 100).p < 1e-10
    assert group.chi_square_result("as it should be", 99.3, 100).p > 0.9
    assert group.chi_square_result("few classes", 0.0, 5).p == 1.0
    assert group.rare_event_result("none", 0, 0.0).p == 1.0
    assert group.rare_event_result("one too many", 1, 0.0).p == 0.0


def test_one_bad_test_of_many_must_be_worse_to_fail_the_run() -> None:
    def report(*p: float) -> FairnessReport:
        return FairnessReport.of(
            SMALL,
            0.01,
            [FairnessTestResult("x", str(place), 0.0, None, p_value) for place, p_value in enumerate(p)],
            0.0,
        )

    assert not report(0.004).passed
    assert report(0.004, *[0.5] * 34).passed
    assert report(0.0002, *[0.5] * 34).failures == ("0",)


def test_p_values_of_honest_shoes_are_spread_evenly() -> None:
    """Check that sixty logs of sixty shoes, dealt to the cut card, give about as many high p-values as low ones."""
    draw = np.random.default_rng(1)
    packs = np.tile(np.array([card_number(card) for card in PACK], np.uint8), (60, 1))
    found: dict[str, list[float]] = {}
    for _ in range(60):
        for row in analyse_logged(ShoeFaces(draw.permuted(packs, axis=1)[:, :402], 8)).rows:
            found.setdefault(row.test.name, []).extend([row.test.p] if not row.test.had_too_few_counts else [])
    assert found.pop("shoes that come again") == [1.0] * 60
    spread = {name: stats.kstest(p, "uniform").pvalue for name, p in found.items() if p}
    assert len(spread) == 8
    assert min(spread.values()) > 1e-4, spread


# Ranges: exactly unbiased. [N.J.A.C. 13:69E-1.28G(b)6]


class Rejected(Exception):  # noqa: N818
    """Raised when the tested code draws a second time, because it rejected the first answer."""


class SingleAnswer:
    """Replacement of the operating system's generator that returns a given answer once.

    A second call raises `Rejected`.
    """

    def __init__(self) -> None:
        self.answer: bytes | None = None

    def __call__(self, size: int) -> bytes:
        answer, self.answer = self.answer, None
        if answer is None:
            raise Rejected
        assert len(answer) == size
        return answer


def outcomes(below: Callable[[int], int], limit: int, system_source: SingleAnswer) -> Counter[int]:
    """Count, for each number, how many answers of the system's generator give this number without a second draw.

    All answers with the bit length of `limit` are tried.
    """
    width = limit.bit_length()
    size = (width + 7) // 8
    counts: Counter[int] = Counter()
    for bits in range(2**width):
        system_source.answer = (bits << 8 * size - width).to_bytes(size, "big")
        with suppress(Rejected):
            counts[below(limit)] += 1
    return counts


@pytest.fixture
def system_source(monkeypatch: pytest.MonkeyPatch) -> SingleAnswer:
    source = SingleAnswer()
    monkeypatch.setattr(random, "_urandom", source)
    return source


def test_every_range_up_to_a_full_shoe_is_exactly_even(system_source: SingleAnswer) -> None:
    """Check that random bits give each number of the range once, or are rejected, for every range to 416 cards."""
    for limit in range(1, 417):
        assert outcomes(SystemRandomSource().below, limit, system_source) == dict.fromkeys(range(limit), 1), limit


def test_every_binary_answer_comes_from_equally_many_bytes(system_source: SingleAnswer) -> None:
    for width in range(1, 10):
        size = (width + 7) // 8
        counts: Counter[int] = Counter()
        for answer in range(256**size):
            system_source.answer = answer.to_bytes(size, "big")
            counts[random.SystemRandom().getrandbits(width)] += 1
        assert counts == dict.fromkeys(range(2**width), 256**size // 2**width)


def test_the_same_check_finds_the_bias_of_a_remainder(system_source: SingleAnswer) -> None:
    def remainder(limit: int) -> int:
        return random.SystemRandom().getrandbits(limit.bit_length()) % limit

    even = [limit for limit in range(1, 417) if len(set(outcomes(remainder, limit, system_source).values())) == 1]
    assert even == [1, 2, 4, 8, 16, 32, 64, 128, 256]


def test_a_source_that_breaks_its_limit_is_not_tested_further() -> None:
    class TooFar(HashRandomSource):
        def below(self, limit: int) -> int:
            return super().below(limit) + 1

    with pytest.raises(InvariantViolation, match="below 2"):
        run_suite(TooFar(1), SMALL)


# Sources of randomness. [25 CFR 547.14(c)(1); N.J.A.C. 13:69E-1.28G(b)5]

SOURCES = Path(croupier.__file__).parent
MAY_SEED = {
    *("cli/generator.py", "cli/play.py", "cli/shoe.py"),
    *(f"families/{family}/edge_cases.py" for family in ("baccarat", "blackjack", "pai_gow/poker", "pai_gow/tiles")),
    *("odds/played_rounds/exact.py", "odds/played_rounds/simulate.py", "odds/round_gains.py"),
    *("odds/verification/driver.py", "odds/verification/run.py", "play/reachability.py"),
}
"""Modules that may use a seeded generator: demonstrations, lint, odds and verification. None of them deals cards that
are bet on."""


def names_in(file: Path) -> set[str]:
    """Return all names that a module imports or uses."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Import():
                found |= {alias.name for alias in node.names}
            case ast.ImportFrom():
                found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
                found |= {alias.name for alias in node.names}
            case ast.Name():
                found.add(node.id)
            case ast.Attribute():
                found.add(f"{ast.unparse(node.value)}.{node.attr}")
    return found


def test_code_for_play_does_not_use_predictable_numbers() -> None:
    files = {str(file.relative_to(SOURCES)): names_in(file) for file in SOURCES.rglob("*.py")}
    random_users = {name for name, names in files.items() if {"random", "np.random", "numpy.random"} & names}
    assert random_users == {"cards/random_source.py", "client/async_client.py"}, "the client spreads its attempts by it"
    assert {name for name, names in files.items() if any(n.endswith("SeededRandomSource") for n in names)} <= MAY_SEED
    simulation = {n for n, names in files.items() if any("odds.sim" in name for name in names)}
    assert {name.split("/")[0] for name in simulation} <= {"odds", "cli", "families", "game.py"}


def test_a_module_that_uses_predictable_numbers_is_found(tmp_path: Path) -> None:
    for text, name in (
        ("import random\n", "random"),
        ("from random import choice\n", "random"),
        ("import numpy as np\nnp.random.default_rng()\n", "np.random"),
        ("from croupier.cards.random_source import SeededRandomSource\n", "SeededRandomSource"),
    ):
        file = tmp_path / "table.py"
        file.write_text(text, "utf-8")
        assert name in names_in(file)


COLD_STARTS = """
import os, sys
from croupier.cards.random_source import SeededRandomSource, SystemRandomSource, shuffled
from croupier.cards.shoe import build_decks
from croupier.cards import show_cards

source, workers, starts = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
pack, seeded = build_decks(8), SeededRandomSource(1)
shuffled(pack, SystemRandomSource())
for worker in range(workers):
    if os.fork() == 0:
        for _ in range(starts):
            chance = SystemRandomSource() if source == "system" else seeded
            os.write(1, f"{show_cards(shuffled(pack, chance)[:20])}\\n".encode())
        os._exit(0)
    if worker % 2:
        os.wait()
for _ in range(workers // 2):
    os.wait()
"""


def first_shoes(source: str, workers: int, starts: int) -> list[str]:
    """Return the first twenty cards of the first shoe after each cold start, over forked workers."""
    command = [sys.executable, "-c", COLD_STARTS, source, str(workers), str(starts)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.splitlines()


@in_soak
def test_ten_thousand_cold_starts_in_forked_workers_repeat_no_shoe() -> None:
    shoes = [*first_shoes("system", 4, 1_250), *first_shoes("system", 4, 1_250)]
    assert len(shoes) == len(set(shoes)) == 10_000
    assert all(len(shoe.split()) == 20 for shoe in shoes)


def test_a_generator_copied_into_workers_is_found() -> None:
    shoes = first_shoes("seeded", 4, 5)
    assert len(shoes) == 20
    assert len(set(shoes)) == 5


# Health tests of a live table's source. [GLI-19 §3.3]


def test_sound_sources_pass_the_health_tests() -> None:
    for source in (SystemRandomSource(), HashRandomSource(1)):
        chance = MonitoredRandomSource(source)
        before = chance.health
        shoes = [chance.shuffled_shoe(PACK) for _ in range(100)]
        assert all(Counter(shoe) == Counter(PACK) for shoe in shoes)
        assert chance.health == RngHealth(before.draws + 100 * (415 + 16), 100)
        assert chance.health.is_sound
        assert chance.health.as_json() == {"draws": chance.health.draws, "shoes": 100, "fault": None}
    assert before.draws == 16


def test_the_health_tests_do_not_change_the_numbers() -> None:
    plain, chance = HashRandomSource(3), MonitoredRandomSource(HashRandomSource(3))
    plain.take(16 * 32)
    assert [chance.below(limit) for limit in range(1, 417)] == [plain.below(limit) for limit in range(1, 417)]
    assert chance.nonce() == plain.nonce()


def test_the_generator_advances_between_rounds() -> None:
    chance = MonitoredRandomSource(SystemRandomSource())
    before = chance.health.draws
    chance.check()
    assert chance.health.draws == before + 16


class Broken(HashRandomSource):
    """Random source that draws by the rule that a test gives."""

    def __init__(self, rule: Callable[[int, int, HashRandomSource], int]) -> None:
        super().__init__(8)
        self.rule, self.drawn, self.fair = rule, 0, HashRandomSource(9)

    def below(self, limit: int) -> int:
        self.drawn += 1
        return self.rule(self.drawn, limit, self.fair)


BREAKS: dict[str, tuple[Callable[[int, int, HashRandomSource], int], str]] = {
    "stands still": (lambda drawn, limit, fair: min(77, limit - 1), "stuck"),
    "always nothing": (lambda drawn, limit, fair: 0, "stuck"),
    "always the last card": (lambda drawn, limit, fair: limit - 1, "stuck"),
    "counts": (lambda drawn, limit, fair: drawn % limit, "stuck"),
    "counts by sevens": (lambda drawn, limit, fair: 7 * drawn % limit, "stuck"),
    "breaks after 200 draws": (lambda drawn, limit, fair: fair.below(limit) if drawn < 200 else 5 % limit, "stuck"),
    "goes round in 50": (lambda drawn, limit, fair: pow(3, drawn % 50, 251) % limit, "repeating"),
    "goes round in 150": (lambda drawn, limit, fair: pow(5, drawn % 150, 401) % limit, "repeating"),
    "the low third": (lambda drawn, limit, fair: fair.below(1 + limit // 3), "lopsided"),
    "out of range": (lambda drawn, limit, fair: fair.below(limit) + 3, "out_of_range"),
    "below zero": (lambda drawn, limit, fair: fair.below(limit) - 3, "out_of_range"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_source_is_stopped_within_two_shoes(name: str) -> None:
    rule, code = BREAKS[name]
    chance = MonitoredRandomSource(Broken(rule))
    with pytest.raises(GeneratorFault) as stopped:
        _ = [chance.shuffled_shoe(PACK) for _ in range(2)]
    assert stopped.value.code == f"generator/{code}"
    assert chance.health.fault == (stopped.value.code, stopped.value.reason)


def test_a_source_that_failed_gives_no_more_numbers() -> None:
    chance = MonitoredRandomSource(Broken(BREAKS["stands still"][0]))
    with pytest.raises(GeneratorFault):
        chance.shuffled_shoe(PACK)
    drawn = chance.health.draws
    for again in (lambda: chance.below(6), chance.nonce, chance.check, lambda: chance.shuffled_shoe(PACK)):
        with pytest.raises(GeneratorFault, match="stand still"):
            again()
    assert chance.health.draws == drawn
    assert not chance.health.is_sound
    assert chance.health.as_json()["fault"]["code"] == "generator/stuck"


@pytest.mark.parametrize(
    ("nonce", "code"),
    [
        (lambda source: bytes(32), "stuck"),
        (lambda source: bytes([255]) * 32, "stuck"),
        (lambda source: bytes(range(32)), "repeating"),
        (lambda source: bytes(byte & 0x0F for byte in source.take(32)), "lopsided"),
    ],
)
def test_bytes_reveal_a_broken_source_before_a_card_is_drawn(
    nonce: Callable[[HashRandomSource], bytes], code: str
) -> None:
    """Check that a source of ones only is refused by its bytes; if it drew, rejection would never end."""

    class Bad(HashRandomSource):
        def nonce(self) -> bytes:
            return nonce(self)

        def below(self, limit: int) -> int:
            raise AssertionError("drawn from a source that failed its first test")

    with pytest.raises(GeneratorFault) as stopped:
        MonitoredRandomSource(Bad(1))
    assert stopped.value.code == f"generator/{code}"


def test_a_source_that_raises_an_error_is_a_fault() -> None:
    class Silent(HashRandomSource):
        def below(self, limit: int) -> int:
            raise OSError("no such device")

    chance = MonitoredRandomSource(Silent(1))
    with pytest.raises(GeneratorFault, match="no such device") as stopped:
        chance.below(6)
    assert chance.health.fault == ("generator/silent", str(stopped.value))
    assert pickle.loads(pickle.dumps(stopped.value)).code == "generator/silent"


def test_a_repeated_shoe_is_a_fault() -> None:
    again = MonitoredRandomSource(HashRandomSource(5)).shuffled_shoe(PACK)
    with pytest.raises(GeneratorFault, match="same as an earlier one"):
        MonitoredRandomSource(HashRandomSource(5), earlier_shoes=[shoe_digest(again)]).shuffled_shoe(PACK)


def fair_shoe(seed: int) -> tuple[Card, ...]:
    return shuffled(PACK, HashRandomSource(seed))


def changed(shoe: tuple[Card, ...], swaps: int) -> tuple[Card, ...]:
    chance, order = HashRandomSource(99), list(shoe)
    for _ in range(swaps):
        first, second = chance.below(len(order)), chance.below(len(order))
        order[first], order[second] = order[second], order[first]
    return tuple(order)


@pytest.mark.parametrize(
    ("shoes", "code"),
    [
        ([PACK], "unshuffled"),
        ([PACK[::-1]], "unshuffled"),
        ([PACK[200:] + PACK[:200]], "unshuffled"),
        ([changed(PACK, 200)], "unshuffled"),
        ([fair_shoe(1), fair_shoe(2), fair_shoe(1)], "repeating"),
        ([fair_shoe(1), changed(fair_shoe(1), 200)], "repeating"),
        ([(*PACK[1:], PACK[1])], "not_the_pack"),
        ([PACK[1:]], "not_the_pack"),
        ([(*PACK, PACK[0])], "not_the_pack"),
    ],
)
def test_an_unshuffled_shoe_is_found(shoes: list[tuple[Card, ...]], code: str) -> None:
    tests = ShoeTests()
    *earlier, last = shoes
    assert all(tests.failure_of(PACK, shoe) is None for shoe in earlier)
    found = tests.failure_of(PACK, last)
    assert found is not None
    assert found.code == f"generator/{code}"


def test_a_few_cards_may_keep_their_positions() -> None:
    tests, hand = ShoeTests(), DECK[:3]
    assert [tests.failure_of(hand, hand) for _ in range(3)] == [None] * 3


def test_single_decks_are_tested_too() -> None:
    chance = MonitoredRandomSource(HashRandomSource(2))
    for _ in range(200):
        chance.shuffled_shoe(DECK)
    assert chance.health.is_sound
    found = ShoeTests().failure_of(DECK, DECK[20:] + DECK[:20])
    assert found is not None
    assert found.code == "generator/unshuffled"


# False alarms are as rare as stated.


@pytest.mark.parametrize(
    ("trials", "chance"),
    [(WINDOW, PART_CHANCE), (WINDOW, BYTE_CHANCE), (208, Fraction(1, 26)), (26, Fraction(1, 26))],
)
def test_a_cutoff_is_the_smallest_value_of_its_rarity(trials: int, chance: Fraction) -> None:
    least = cutoff(trials, chance)
    rarer, commoner = (stats.binom.logsf(count - 1, trials, float(chance)) / np.log(2) for count in (least, least - 1))
    assert rarer <= -ALARM_BITS < commoner


def test_no_part_of_a_range_has_more_than_its_share() -> None:
    for limit in range(LEAST_LIMIT, 1_000):
        parts = Counter(number * PARTS // limit for number in range(limit))
        assert Fraction(max(parts.values()), limit) <= PART_CHANCE


def test_false_alarms_add_up_to_less_than_stated() -> None:
    """Check the rates that the module states for a shoe of eight decks: 415 numbers, 17 nonces, one shoe."""
    a_test = Fraction(1, 2**ALARM_BITS)
    streaks = 2 * 415 * a_test
    windows = (2 * PARTS + 3 * 256) * a_test
    running = 17 * 32 * Fraction(1, 256 ** (EQUAL_BYTES - 1))
    shoes = 4 * a_test
    assert streaks + windows + running + shoes + Fraction(1, 2**200) < Fraction(1, 2**48)


def test_the_cutoff_of_a_streak_depends_on_its_limits() -> None:
    """Check that sixty correctly guessed coins are as rare as eight correctly guessed cards of a shoe."""
    for limit, draws in ((2, 60), (416, 7), (10**20, 1)):
        tests = NumberTests()
        passed = [tests.failure_of(limit, 1) is None for _ in range(draws + 3)]
        # Two draws define a step; the third draw is the first that it predicts.
        assert passed.index(False) == 1 + draws, limit


def test_bytes_may_repeat_eight_times_and_no_more() -> None:
    assert NonceTests().failure_of(bytes([7] * 8 + list(range(24)))) is None
    found = NonceTests().failure_of(bytes([7] * 9 + list(range(23))))
    assert found is not None
    assert found.reason == "the byte 7 came 9 times running"


# Logged shoes, and the command.


def log_of(shoes: Sequence[tuple[Card, ...]]) -> str:
    return "".join(f"{show_cards(shoe)}\n" for shoe in shoes)


def test_logged_shoes_of_a_fair_machine_pass_and_of_a_lazy_one_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shoes.txt"
    file.write_text("# machine 4\n\n" + log_of([fair_shoe(seed)[: 400 + seed % 5] for seed in range(40)]), "utf-8")
    show_generator(draws=None, shoes=None, decks=8, seed=None, file=str(file), as_json=True)
    printed = json.loads(capsys.readouterr().out)
    assert (printed["passed"], printed["shoes"], printed["level"]) == (True, 40, 0.05)
    shoes = [tuple(PACK[card] for card in riffled(range(416), HashRandomSource(seed))) for seed in range(40)]
    file.write_text(log_of(shoes), "utf-8")
    with pytest.raises(SystemExit) as ended:
        show_generator(draws=None, shoes=None, decks=8, seed=None, file=str(file), as_json=False)
    assert ended.value.code == 1
    out = capsys.readouterr().out
    assert "FAIL: neighbouring" in out
    assert "too few" in out


@pytest.mark.parametrize(
    ("text", "decks_in_it", "says"),
    [
        (log_of([fair_shoe(1)] * 3), 8, "log: holds 3 shoes; the tests take 20 to 100,000"),
        ("", 8, "log: holds 0 shoes"),
        ("As Kd Zz", 8, 'log line 1: "Zz" is not a card'),
        ("\nAs Kd", 8, "log line 2: shows 2 cards; a logged shoe shows 52 at least"),
        (log_of([fair_shoe(1)] * 30), 6, "log line 1: shows 416 cards; 6 decks hold 312"),
        (log_of([PACK[:52] + PACK[:1] * 8] * 20), 8, "log line 1: shows As 9 times; 8 decks hold 8"),
        ("x\n" * 50, 8, "log: and 40 problems more"),
    ],
)
def test_an_impossible_log_is_refused_with_its_line(text: str, decks_in_it: int, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_logged(text, "log", decks_in_it)
    assert says in str(refused.value)
    assert len(refused.value.problems) <= 11


def test_the_command_prints_every_p_value(capsys: pytest.CaptureFixture[str]) -> None:
    given = {"draws": 100_000, "shoes": 500, "decks": 6, "seed": 11, "file": None}
    show_generator(**given, as_json=True)  # type: ignore[arg-type]
    printed = json.loads(capsys.readouterr().out)
    assert printed["source"] == "a generator with seed 11, not for play"
    assert (printed["draws"], printed["shoes"], printed["decks"], len(printed["tests"])) == (100_000, 500, 6, 35)
    show_generator(**given, as_json=False)  # type: ignore[arg-type]
    out = capsys.readouterr().out
    for test in printed["tests"]:
        assert f"{test['test']} " in out
        assert f"{test['p']:.4f}" in out
    assert "PASS: 35 tests" in out


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"draws": 0}, "--draws: is 0; give 100,000 to 100,000,000"),
        ({"shoes": 3}, "--shoes: is 3; give 500 to 100,000"),
        ({"decks": 11}, "--decks: is 11; give 1 to 10"),
        ({"file": "nowhere.txt"}, "nowhere.txt: there is no such file"),
        ({"file": "nowhere.txt", "decks": 0}, "--decks: is 0"),
        ({"file": "nowhere.txt", "shoes": 900}, "--shoes: does not go with --file"),
    ],
)
def test_impossible_options_are_refused_in_one_line(given: dict[str, object], says: str) -> None:
    options = {"draws": None, "shoes": None, "decks": 8, "seed": None, "file": None, "as_json": False} | given
    with pytest.raises(BadInput) as refused:
        show_generator(**options)  # type: ignore[arg-type]
    assert says in str(refused.value)


def raw_bytes(*options: str) -> bytes:
    """Return what `croupier generator --raw` writes to a pipe."""
    command = [sys.executable, "-m", "croupier", "generator", "--raw", *options]
    ran = subprocess.run(command, capture_output=True, timeout=60, check=True)
    assert ran.stderr == b""
    return ran.stdout


def test_raw_bytes_are_those_of_the_generator() -> None:
    source = SeededRandomSource(7)
    assert raw_bytes("--seed", "7", "--bytes", "70000") == source.raw(STREAM_BLOCK) + source.raw(70_000 - STREAM_BLOCK)
    scaled = SeededRandomSource(7)
    assert raw_bytes("--seed", "7", "--bytes", "1000", "--scaled") == bytes(scaled.below(256) for _ in range(1000))
    first, second = raw_bytes("--bytes", "64"), raw_bytes("--bytes", "64")
    assert len(first) == len(second) == 64
    assert first != second


def test_a_stream_without_end_stops_quietly_when_its_reader_does() -> None:
    command = [sys.executable, "-m", "croupier", "generator", "--raw"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as stream:
        assert stream.stdout is not None
        assert stream.stderr is not None
        assert len(stream.stdout.read(3 * STREAM_BLOCK)) == 3 * STREAM_BLOCK
        stream.stdout.close()
        assert stream.stderr.read() == b""
        assert stream.wait(timeout=60) == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"raw": True, "draws": 5}, "--draws: goes with tests"),
        ({"raw": True, "as_json": True}, "--json: goes with tests"),
        ({"raw": True, "size": 0}, "--bytes: is 0; give 1 or more"),
        ({"size": 5}, "--bytes: goes with --raw"),
        ({"scaled": True}, "--scaled: goes with --raw"),
    ],
)
def test_options_that_do_not_go_with_raw_bytes_are_refused(options: dict[str, Any], says: str) -> None:
    given = {"draws": None, "shoes": None, "decks": 8, "seed": None, "file": None, "as_json": False} | options
    with pytest.raises(BadInput, match=f"^{says}"):
        show_generator(**given)


def test_every_p_value_names_its_tail() -> None:
    tests = run_suite(SeededRandomSource(3), SuiteSize(100_000, 500)).to_json()["tests"]
    tails = {test["test"]: test["tail"] for test in tests}
    assert set(tails.values()) == {"upper", "both"}
    group = FairnessTestGroup("any")
    small, large = group.chi_square_result("small", 3.0, 5), group.chi_square_result("large", 40.0, 50)
    assert (small.tail, large.tail) == ("upper", "both")
    assert group.deviation_result("deviation", 1.0).tail == "both"
    assert group.rare_event_result("rare", 3, 1.0).tail == "upper"
