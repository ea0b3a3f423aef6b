"""Health tests that detect a broken random source from its numbers, its bytes and its shoes.

[25 CFR 547.14; GLI-19 §3.3; after the health tests of NIST SP 800-90B §4.4]

These tests find a source that is stuck, counts in equal steps, repeats a cycle, prefers one part of its range, or
shuffles without effect. Small biases are tested by the statistical suite, `croupier.odds.fairness`.

False alarms: a sound source fails each single test with a probability of at most 2**-60.

- Streaks. A guess from earlier draws is right with a probability of at most 1 / limit, whatever those draws were. A
  run of right guesses worth 60 bits (log2 of the limit each) therefore has a probability of at most 2**-60 from each
  draw at which it can begin. Two guessing methods and 415 draws give 830 beginnings in a shoe of eight decks: under
  2**-50.
- Windows. A part of the range is too frequent when its count reaches the smallest number that a binomial variable
  reaches with a probability of at most 2**-60, computed in integers. There are 8 parts for numbers and 256 for bytes,
  and a shoe touches at most three windows: under 2**-50.
- Equal bytes in a row. Nine equal bytes have a probability of 2**-64 from each of the 544 bytes that a shoe needs:
  under 2**-54.
- Shoes. In the first half of a shoe, the next card is a given card with a probability of at most 1/26 (eight copies
  among at least 208 remaining cards), whatever was dealt before. The number of such matches is therefore at most
  binomial. Four counts: 2**-58. Repetition of a whole shoe or nonce: under 2**-80 for 32 tiles, under 2**-200 for
  cards.

The total is below 2**-48 for each shoe of eight decks: one false alarm in five hundred million years at one shoe a
minute.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from croupier.cards.card import show_cards
from croupier.cards.pack import Piece

T = TypeVar("T")
ALARM_BITS = 60
WINDOW = 512
PARTS = 8
LEAST_LIMIT = 64
"""Smallest upper limit of a draw that is tested; with at least 64 numbers, no eighth of them has more than 9 / 64."""
PART_CHANCE = Fraction(9, 64)
BYTE_CHANCE = Fraction(1, 256)
EQUAL_BYTES = 1 + math.ceil(ALARM_BITS / 8)
DRAWS_REMEMBERED = 4096
"""Number of past draws that are stored, to find numbers that repeat in a cycle."""
SHOES_REMEMBERED = NONCES_REMEMBERED = 100_000
SAME_SHOE_BITS = 100
"""Packs with fewer than 2**100 orders, for example twenty tiles, are not tested for repetition, which can be chance."""


class HealthFailure(NamedTuple):
    """Failed health test: a code for the log and a sentence for people."""

    code: str
    reason: str


@cache
def cutoff(trials: int, chance: Fraction) -> int:
    """Return the smallest count that `trials` independent trials reach with a probability of at most 2**-ALARM_BITS.

    `chance` is the probability of success of one trial.
    """
    hit, out_of = chance.numerator, chance.denominator
    miss, certain, tail = out_of - hit, out_of**trials, 0
    for count in range(trials, -1, -1):
        tail += math.comb(trials, count) * hit**count * miss ** (trials - count)
        if tail << ALARM_BITS > certain:
            return count + 1
    raise AssertionError("all counts together are certain")


class _Streak:
    """Run of consecutive draws that a test predicted correctly, measured in bits of information."""

    def __init__(self) -> None:
        self.bits = 0.0

    def is_too_long(self, limit: int, *, guessed: bool) -> bool:
        self.bits = self.bits + math.log2(limit) if guessed else 0.0
        return self.bits >= ALARM_BITS


class _Window:
    """Number of draws in each part of the range, within the current window of `WINDOW` draws."""

    def __init__(self, chance: Fraction) -> None:
        self.most = cutoff(WINDOW, chance)
        self.counts: Counter[int] = Counter()
        self.size = 0

    def is_too_full(self, part: int) -> bool:
        if self.size == WINDOW:
            self.counts.clear()
            self.size = 0
        self.size += 1
        self.counts[part] += 1
        return self.counts[part] >= self.most


class NumberTests:
    """Tests on drawn integers; each draw may have a different upper limit."""

    def __init__(self) -> None:
        self._stride, self._circle = _Streak(), _Streak()
        self._window = _Window(PART_CHANCE)
        self._past: list[int] = []
        self._last_at: dict[int, int] = {}
        self._lag = 0

    def failure_of(self, limit: int, number: int) -> HealthFailure | None:
        """Test one draw and return the failure, or None."""
        if not 0 <= number < limit:
            return HealthFailure("generator/out_of_range", f"{number} was drawn; it must be from 0 to {limit - 1}")
        by_steps = self._repeats_step(limit, number)
        in_circles = self._repeats_cycle(limit, number)
        self._remember(number)
        if by_steps:
            return HealthFailure(
                "generator/stuck", f"the numbers stand still or count by the same step, up to {number}"
            )
        if in_circles:
            return HealthFailure("generator/repeating", f"the numbers of {self._lag} draws ago come again")
        if limit >= LEAST_LIMIT and self._window.is_too_full(number * PARTS // limit):
            return HealthFailure(
                "generator/lopsided", f"an eighth of the range came {self._window.most} times in {WINDOW}"
            )
        return None

    def _repeats_step(self, limit: int, number: int) -> bool:
        """Test whether the numbers repeat one step: a step of 0 is a stuck source, a step of 1 a counter."""
        past = self._past
        guessed = len(past) > 1 and number == (2 * past[-1] - past[-2]) % limit
        return self._stride.is_too_long(limit, guessed=guessed)

    def _repeats_cycle(self, limit: int, number: int) -> bool:
        """Test whether the numbers repeat a cycle.

        The guess is the number drawn `_lag` draws ago. After a wrong guess, `_lag` becomes the distance to the last
        draw of the same number.
        """
        guessed = self._lag > 0 and number == self._past[-self._lag]
        if not guessed:
            self._lag = len(self._past) - self._last_at.get(number, len(self._past))
        return self._circle.is_too_long(limit, guessed=guessed)

    def _remember(self, number: int) -> None:
        if len(self._past) == DRAWS_REMEMBERED:
            half = DRAWS_REMEMBERED // 2
            self._past = self._past[half:]
            self._last_at = {drawn: at - half for drawn, at in self._last_at.items() if at >= half}
            self._lag = self._lag if self._lag <= half else 0
        self._last_at[number] = len(self._past)
        self._past.append(number)


class NonceTests:
    """Tests on nonces: equal bytes in a row, too frequent bytes, and repeated nonces."""

    def __init__(self) -> None:
        self._window = _Window(BYTE_CHANCE)
        self._earlier: dict[bytes, None] = {}
        self._last, self._running = -1, 0

    def failure_of(self, nonce: bytes) -> HealthFailure | None:
        if nonce in self._earlier:
            return HealthFailure("generator/repeating", "a nonce came a second time")
        _add_newest(self._earlier, nonce, NONCES_REMEMBERED)
        for byte in nonce:
            self._running = self._running + 1 if byte == self._last else 1
            self._last = byte
            if self._running == EQUAL_BYTES:
                return HealthFailure("generator/stuck", f"the byte {byte} came {EQUAL_BYTES} times running")
            if self._window.is_too_full(byte):
                return HealthFailure(
                    "generator/lopsided", f"the byte {byte} came {self._window.most} times in {WINDOW}"
                )
        return None


class ShoeTests:
    """Tests that detect shuffled shoes which are not random.

    A shoe must contain exactly the cards of the pack, must differ from earlier shoes, and must not resemble the
    unshuffled order or the previous shoe.
    """

    def __init__(self, earlier: Iterable[str] = ()) -> None:
        self._earlier: dict[str, None] = dict.fromkeys(earlier)
        self._before: tuple[Piece, ...] = ()

    def failure_of(self, pack: Sequence[Piece], shoe: tuple[Piece, ...]) -> HealthFailure | None:
        if Counter(pack) != Counter(shoe):
            return HealthFailure("generator/not_the_pack", "the shoe does not hold the cards it was shuffled from")
        if _orders(pack) < 1 << SAME_SHOE_BITS:
            return None
        digest, before = shoe_digest(shoe), self._before
        if digest in self._earlier:
            return HealthFailure("generator/repeating", "the shoe is the same as an earlier one")
        _add_newest(self._earlier, digest, SHOES_REMEMBERED)
        self._before = shoe
        return _resembles_pack(pack, shoe) or _resembles_previous(before, shoe)


def _resembles_pack(pack: Sequence[Piece], shoe: tuple[Piece, ...]) -> HealthFailure | None:
    """Return a failure if too many cards are unmoved, or follow each other as in the pack or in its reverse.

    The second count also finds a pack that was only cut.
    """
    half = shoe[: len(shoe) // 2]
    follows = dict(pairwise((*pack, pack[0])))
    precedes = {after: card for card, after in follows.items()}
    counts = (
        sum(card == there for card, there in zip(half, pack, strict=False)),
        sum(follows[card] == after for card, after in pairwise(half)),
        sum(precedes.get(card) == after for card, after in pairwise(half)),
    )
    if max(counts) >= cutoff(len(half), _match_chance(pack)):
        return HealthFailure("generator/unshuffled", "the cards lie as they did before the shuffle")
    return None


def _orders(pack: Sequence[Piece]) -> int:
    """Return the number of distinct orders of a pack; equal pieces are interchangeable."""
    return math.factorial(len(pack)) // math.prod(math.factorial(many) for many in Counter(pack).values())


def _resembles_previous(before: tuple[Piece, ...], shoe: tuple[Piece, ...]) -> HealthFailure | None:
    if len(before) != len(shoe):
        return None
    half = len(shoe) // 2
    same = sum(card == there for card, there in zip(shoe[:half], before, strict=False))
    if same >= cutoff(half, _match_chance(shoe)):
        return HealthFailure("generator/repeating", "the cards lie where they lay in the shoe before")
    return None


def _match_chance(cards: Sequence[Piece]) -> Fraction:
    """Return an upper bound of the probability that the next card is a given card, in the first half of a shoe."""
    return min(Fraction(1), Fraction(max(Counter(cards).values()), len(cards) - len(cards) // 2))


def _add_newest(entries: dict[T, None], new: T, most: int) -> None:
    """Add an entry as the newest one, and delete the oldest entry if there are more than `most`."""
    entries[new] = None
    if len(entries) > most:
        del entries[next(iter(entries))]


def shoe_digest(cards: tuple[Piece, ...]) -> str:
    """Return the SHA-256 digest that identifies a shoe without storing its cards."""
    return hashlib.sha256(show_cards(cards).encode("ascii")).hexdigest()
