"""How often thirteen cards of 52 are each Clean Sweep, counted exactly.

Whether cards are a sweep, or can be laid into one, depends on how many there are of each rank and of each suit alone.
Hands with the same counts by rank are counted by suit with a polynomial a rank: all choices of so many suits. Counts by
rank that differ only in which ranks they fall on are taken together, minors and seniors apart; hands that are a sweep
by their suits alone are counted by suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb, factorial
from typing import NamedTuple

from croupier.families.thirteen_card.clean_sweeps import (
    ONE_COLOUR,
    RANKS,
    SUITED,
    SUITS,
    SWEEPS,
    THREE_FLUSH,
    RankCounts,
    SuitCounts,
    kinds_by_cards,
    straight_counts,
)
from croupier.families.thirteen_card.points import PointRules
from croupier.families.thirteen_card.result import best_sweep

DECK, HAND = 52, 13
ALL_HANDS = comb(DECK, HAND)
MINORS, SENIORS = 8, 5
"""How many ranks they are made of."""
BySuit = Counter[SuitCounts]
"""How many hands there are with so many cards of each suit."""


class SweepCount(NamedTuple):
    """Of all hands of thirteen cards: how many are a sweep, and of how many it is the best."""

    kind: str
    hands: int
    best: int


def counted(rules: PointRules) -> tuple[SweepCount, ...]:
    """Every sweep. Of two with the same rank and points the first in the alphabet counts as the best."""
    every: Counter[str] = Counter()
    best: Counter[str] = Counter()
    for kinds, hands in kinds_counted().items():
        best[best_sweep(kinds, rules)] += hands
        for kind in kinds:
            every[kind] += hands
    return tuple(SweepCount(kind, every[kind], best[kind]) for kind in SWEEPS)


@cache
def kinds_counted() -> Counter[frozenset[str]]:
    """How many hands are which sweeps at the same time; those that are none are left out."""
    found: Counter[frozenset[str]] = Counter()
    by_ranks: BySuit = Counter()
    for ranks, many, besides in _told_by_ranks():
        for suits, hands in by_suit(ranks).items():
            found[kinds_by_cards(ranks, suits) - besides] += many * hands
            by_ranks[suits] += many * hands
    for suits in _told_by_suits():
        # Cards of these suits whose ranks make no sweep: all there are, less those counted already.
        kinds = {THREE_FLUSH} if tuple(sorted(many for many in suits if many)) in SUITED else set()
        kinds |= {ONE_COLOUR} if suits[0] + suits[2] in (0, HAND) else set()
        every = 1
        for many in suits:
            every *= comb(RANKS, many)
        found[frozenset(kinds)] += every - by_ranks[suits]
    return found


def _told_by_suits() -> Iterator[SuitCounts]:
    """Suits that make a sweep whatever the ranks."""
    for suits in product(range(RANKS + 1), repeat=SUITS):
        one_colour = suits[0] + suits[2] in (0, HAND)
        if sum(suits) == HAND and (one_colour or tuple(sorted(many for many in suits if many)) in SUITED):
            yield suits


def _told_by_ranks() -> Iterator[tuple[RankCounts, int, frozenset[str]]]:
    """Counts by rank that make a sweep, one of each that are alike; how many are like it, and what those are not."""
    straights = straight_counts()
    for ranks in straights:
        yield ranks, 1, frozenset()
    like: Counter[tuple[RankCounts, frozenset[str]]] = Counter()
    for ranks in straights:
        like[_pattern(ranks), _by_ranks(ranks)] += 1
    for pattern in _patterns():
        for kinds, example, many in _spread(pattern):
            # Three straights are told one by one already.
            there = many - sum(n for (shape, own), n in like.items() if shape == pattern and own - STRAIGHT == kinds)
            if kinds and there:
                yield example, there, STRAIGHT


STRAIGHT = frozenset({"three-straight"})
SUIT_SWEEPS = frozenset({THREE_FLUSH, ONE_COLOUR, "one-colour-dragon", "pure-dragon"})


def _by_ranks(ranks: RankCounts) -> frozenset[str]:
    """The sweeps that ranks alone make."""
    return kinds_by_cards(ranks, (4, 4, 4, 1)) - SUIT_SWEEPS


def _pattern(ranks: RankCounts) -> RankCounts:
    return tuple(sorted((many for many in ranks if many), reverse=True))


def _patterns() -> Iterator[RankCounts]:
    """How thirteen cards may fall into ranks, wherever those are: 4-4-4-1, 4-4-3-2 ..."""

    def parts(left: int, most: int) -> Iterator[RankCounts]:
        if left == 0:
            yield ()
        for first in range(min(left, most), 0, -1):
            for rest in parts(left - first, first):
                yield (first, *rest)

    return (pattern for pattern in parts(HAND, SUITS) if len(pattern) <= RANKS)


def _spread(pattern: RankCounts) -> Iterator[tuple[frozenset[str], RankCounts, int]]:
    """The sweeps that ranks alone make of a pattern, straights apart, with an example and in how many ways."""
    minors, seniors, every = (_ways(pattern, ranks) for ranks in (MINORS, SENIORS, RANKS))
    for ranks, many in ((range(1, 1 + MINORS), minors), (SENIOR_RANKS, seniors)):
        if many:
            example = _placed(pattern, list(ranks))
            yield _by_ranks(example) - STRAIGHT, example, many
    mixed = every - minors - seniors
    if mixed:
        example = _placed(pattern, MIXED_RANKS)
        yield _by_ranks(example) - STRAIGHT, example, mixed


SENIOR_RANKS = (0, 9, 10, 11, 12)
MIXED_RANKS = [4, 11, 1, 8, 0, 6, 12, 3, 9, 2, 5, 7, 10]
"""Neither minors nor seniors alone, and as far apart as ranks may be."""


def _ways(pattern: RankCounts, ranks: int) -> int:
    """In how many ways so many ranks can hold a pattern."""
    if len(pattern) > ranks:
        return 0
    alike = Counter(pattern)
    ways = factorial(ranks) // factorial(ranks - len(pattern))
    for many in alike.values():
        ways //= factorial(many)
    return ways


def _placed(pattern: RankCounts, ranks: list[int]) -> RankCounts:
    counts = [0] * RANKS
    for rank, many in zip(ranks, pattern, strict=False):
        counts[rank] = many
    return tuple(counts)


def by_suit(ranks: RankCounts) -> BySuit:
    return _by_suit(_pattern(ranks))


@cache
def _by_suit(pattern: RankCounts) -> BySuit:
    """Hands with so many cards of ranks, by their suits: which ranks those are does not matter."""
    if not pattern:
        return Counter({(0,) * SUITS: 1})
    found: BySuit = Counter()
    for chosen in combinations(range(SUITS), pattern[0]):
        for suits, hands in _by_suit(pattern[1:]).items():
            found[tuple(many + (suit in chosen) for suit, many in enumerate(suits))] += hands
    return found
