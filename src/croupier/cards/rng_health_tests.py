"""What a broken source of chance shows: in the numbers it draws, in its bytes, in the shoes made from it.

[25 CFR 547.14; GLI-19 §3.3; after the health tests of NIST SP 800-90B §4.4]

Small biases are for the statistical suite, `croupier.odds.fairness`; these tests find a source that is stuck, counts,
goes round in circles, favours one part of its range, or shuffles without effect.

False alarms. Every test is laid out so that an honest source fails it with a chance of at most 2**-60:

- Streaks. A guess made from earlier draws is right with a chance of at most 1 / limit, whatever came before, so a run
  of right guesses worth 60 bits (log2 of the limit each) has a chance of at most 2**-60 from any draw it begins at. Two
  ways of guessing and 415 draws make 830 beginnings in a shoe of eight decks: under 2**-50.
- Windows. A part of the range comes too often when its count reaches the smallest number that a binomial variable
  reaches with a chance of at most 2**-60, worked out in whole numbers. 8 parts of the numbers and 256 of the bytes, and
  a shoe touches three windows at most: under 2**-50.
- Equal bytes running: nine have a chance of 2**-64 from each of the 544 bytes a shoe takes: under 2**-54.
- Shoes. In the first half of a shoe each next card is any named one with a chance of at most 1/26 (eight copies among
  the 208 or more cards left), whatever came before: a count of such matches is at most binomial. Four counts: 2**-58.
  Whole shoes and nonces that come again: under 2**-80 from 32 tiles, under 2**-200 from cards.

Together less than 2**-48 a shoe of eight decks: at a shoe a minute, once in five hundred million years.
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
"""From this limit on, no eighth of the range holds more than 9 / 64 of the numbers."""
PART_CHANCE = Fraction(9, 64)
BYTE_CHANCE = Fraction(1, 256)
EQUAL_BYTES = 1 + math.ceil(ALARM_BITS / 8)
REMEMBERED = 4096
"""Draws kept to see whether the source goes round in circles."""
SHOES_KEPT = NONCES_KEPT = 100_000
SAME_SHOE_BITS = 100
"""A pack with fewer orders than 2**100 (twenty tiles) may well lie in the same one again: that is no symptom."""


class HealthFailure(NamedTuple):
    """What is wrong with a source: a code for the log, a sentence for a person."""

    code: str
    reason: str


@cache
def cutoff(trials: int, chance: Fraction) -> int:
    """The least count that `trials` of this chance each reach with a chance of at most 2**-ALARM_BITS."""
    hit, out_of = chance.numerator, chance.denominator
    miss, certain, tail = out_of - hit, out_of**trials, 0
    for count in range(trials, -1, -1):
        tail += math.comb(trials, count) * hit**count * miss ** (trials - count)
        if tail << ALARM_BITS > certain:
            return count + 1
    raise AssertionError("all counts together are certain")


class _Streak:
    """Right guesses in a row, by what they are worth in bits."""

    def __init__(self) -> None:
        self.bits = 0.0

    def is_too_long(self, limit: int, *, guessed: bool) -> bool:
        self.bits = self.bits + math.log2(limit) if guessed else 0.0
        return self.bits >= ALARM_BITS


class _Window:
    """How often each part of the range came in the window under way."""

    def __init__(self, chance: Fraction) -> None:
        self.most = cutoff(WINDOW, chance)
        self.seen: Counter[int] = Counter()
        self.size = 0

    def is_too_full(self, part: int) -> bool:
        if self.size == WINDOW:
            self.seen.clear()
            self.size = 0
        self.size += 1
        self.seen[part] += 1
        return self.seen[part] >= self.most


class NumberTests:
    """Drawn numbers, whatever the limits they were drawn below."""

    def __init__(self) -> None:
        self._stride, self._circle = _Streak(), _Streak()
        self._window = _Window(PART_CHANCE)
        self._past: list[int] = []
        self._last_at: dict[int, int] = {}
        self._lag = 0

    def symptom(self, limit: int, number: int) -> HealthFailure | None:
        """What this draw gives away, if anything."""
        if not 0 <= number < limit:
            return HealthFailure("generator/out_of_range", f"{number} was drawn; it must be from 0 to {limit - 1}")
        by_steps = self._goes_on_by_the_same_step(limit, number)
        in_circles = self._comes_round_again(limit, number)
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

    def _goes_on_by_the_same_step(self, limit: int, number: int) -> bool:
        """A step of nothing is a source that is stuck; of one, a counter."""
        past = self._past
        guessed = len(past) > 1 and number == (2 * past[-1] - past[-2]) % limit
        return self._stride.is_too_long(limit, guessed=guessed)

    def _comes_round_again(self, limit: int, number: int) -> bool:
        """Guess the number of `lag` draws ago; after a wrong guess, take the lag at which this one last came."""
        guessed = self._lag > 0 and number == self._past[-self._lag]
        if not guessed:
            self._lag = len(self._past) - self._last_at.get(number, len(self._past))
        return self._circle.is_too_long(limit, guessed=guessed)

    def _remember(self, number: int) -> None:
        if len(self._past) == REMEMBERED:
            half = REMEMBERED // 2
            self._past = self._past[half:]
            self._last_at = {drawn: at - half for drawn, at in self._last_at.items() if at >= half}
            self._lag = self._lag if self._lag <= half else 0
        self._last_at[number] = len(self._past)
        self._past.append(number)


class NonceTests:
    """Bytes as the source gives them: repetition count, adaptive proportion, and no nonce twice."""

    def __init__(self) -> None:
        self._window = _Window(BYTE_CHANCE)
        self._earlier: dict[bytes, None] = {}
        self._last, self._running = -1, 0

    def symptom(self, nonce: bytes) -> HealthFailure | None:
        if nonce in self._earlier:
            return HealthFailure("generator/repeating", "a nonce came a second time")
        _keep(self._earlier, nonce, NONCES_KEPT)
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
    """Shuffled shoes: whole, new, and unlike the order they were shuffled from and the shoe before."""

    def __init__(self, earlier: Iterable[str] = ()) -> None:
        self._earlier: dict[str, None] = dict.fromkeys(earlier)
        self._before: tuple[Piece, ...] = ()

    def symptom(self, pack: Sequence[Piece], shoe: tuple[Piece, ...]) -> HealthFailure | None:
        if Counter(pack) != Counter(shoe):
            return HealthFailure("generator/not_the_pack", "the shoe does not hold the cards it was shuffled from")
        if _orders(pack) < 1 << SAME_SHOE_BITS:
            return None
        digest, before = shoe_digest(shoe), self._before
        if digest in self._earlier:
            return HealthFailure("generator/repeating", "the shoe is the same as an earlier one")
        _keep(self._earlier, digest, SHOES_KEPT)
        self._before = shoe
        return _too_like_the_pack(pack, shoe) or _too_like_the_last(before, shoe)


def _too_like_the_pack(pack: Sequence[Piece], shoe: tuple[Piece, ...]) -> HealthFailure | None:
    """Cards unmoved, in runs as in the pack (a cut moves those and keeps them), or in such runs backwards."""
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
    """In how many orders a pack can lie, equal pieces being equal."""
    return math.factorial(len(pack)) // math.prod(math.factorial(many) for many in Counter(pack).values())


def _too_like_the_last(before: tuple[Piece, ...], shoe: tuple[Piece, ...]) -> HealthFailure | None:
    if len(before) != len(shoe):
        return None
    half = len(shoe) // 2
    same = sum(card == there for card, there in zip(shoe[:half], before, strict=False))
    if same >= cutoff(half, _match_chance(shoe)):
        return HealthFailure("generator/repeating", "the cards lie where they lay in the shoe before")
    return None


def _match_chance(cards: Sequence[Piece]) -> Fraction:
    """At most how likely any named card is to come next, while half of them are still in the shoe."""
    return min(Fraction(1), Fraction(max(Counter(cards).values()), len(cards) - len(cards) // 2))


def _keep(kept: dict[T, None], new: T, most: int) -> None:
    """Remember the newest; forget the oldest when there are too many."""
    kept[new] = None
    if len(kept) > most:
        del kept[next(iter(kept))]


def shoe_digest(cards: tuple[Piece, ...]) -> str:
    """By which a shoe is known again without its cards being kept."""
    return hashlib.sha256(show_cards(cards).encode("ascii")).hexdigest()
