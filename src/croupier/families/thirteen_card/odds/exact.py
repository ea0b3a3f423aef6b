"""Exact counts of the thirteen-card hands that are a Clean Sweep.

Whether cards are a sweep, or can be set into one, depends only on the number of cards of each rank and of each suit.
For given rank counts, the hands are counted by suit, one rank after the other. Rank counts that differ only in which
ranks they use are counted together, with minor and senior ranks separate. Hands that are a sweep only by their suits
are counted by suit.
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
    SUITS,
    SWEEPS,
    THREE_FLUSH,
    THREE_FLUSH_SUIT_COUNTS,
    RankCounts,
    SuitCounts,
    possible_sweeps,
    straight_counts,
)
from croupier.families.thirteen_card.points import PointRules
from croupier.families.thirteen_card.round import best_sweep

DECK, HAND = 52, 13
ALL_HANDS = comb(DECK, HAND)
MINORS, SENIORS = 8, 5
"""Numbers of minor ranks (two to nine) and of senior ranks (ten to ace)."""
BySuit = Counter[SuitCounts]
"""Number of hands, by the number of cards of each suit."""


class SweepCount(NamedTuple):
    """Number of hands that form a sweep, and number of hands for which this sweep is the best."""

    kind: str
    hands: int
    best: int


def count_sweeps(rules: PointRules) -> tuple[SweepCount, ...]:
    """Count the hands that form each sweep; of two equal sweeps, the first in the alphabet counts as the best."""
    every: Counter[str] = Counter()
    best: Counter[str] = Counter()
    for kinds, hands in count_sweep_sets().items():
        best[best_sweep(kinds, rules)] += hands
        for kind in kinds:
            every[kind] += hands
    return tuple(SweepCount(kind, every[kind], best[kind]) for kind in SWEEPS)


@cache
def count_sweep_sets() -> Counter[frozenset[str]]:
    """Count the hands by the set of sweeps that they form; hands without a sweep are left out."""
    found: Counter[frozenset[str]] = Counter()
    by_ranks: BySuit = Counter()
    for ranks, many, besides in _rank_sweep_counts():
        for suits, hands in count_by_suit(ranks).items():
            found[possible_sweeps(ranks, suits) - besides] += many * hands
            by_ranks[suits] += many * hands
    for suits in _suit_sweep_counts():
        # Hands with these suits and without a sweep by ranks: all hands minus those already counted.
        kinds = {THREE_FLUSH} if tuple(sorted(many for many in suits if many)) in THREE_FLUSH_SUIT_COUNTS else set()
        kinds |= {ONE_COLOUR} if suits[0] + suits[2] in (0, HAND) else set()
        every = 1
        for many in suits:
            every *= comb(RANKS, many)
        found[frozenset(kinds)] += every - by_ranks[suits]
    return found


def _suit_sweep_counts() -> Iterator[SuitCounts]:
    """Yield the numbers of cards per suit that form a sweep with any ranks."""
    for suits in product(range(RANKS + 1), repeat=SUITS):
        one_colour = suits[0] + suits[2] in (0, HAND)
        if sum(suits) == HAND and (
            one_colour or tuple(sorted(many for many in suits if many)) in THREE_FLUSH_SUIT_COUNTS
        ):
            yield suits


def _rank_sweep_counts() -> Iterator[tuple[RankCounts, int, frozenset[str]]]:
    """Yield the numbers of cards per rank that form a sweep, one example for each group of similar hands.

    Each example is given with the size of its group and with the sweeps that the group does not have.
    """
    straights = straight_counts()
    for ranks in straights:
        yield ranks, 1, frozenset()
    like: Counter[tuple[RankCounts, frozenset[str]]] = Counter()
    for ranks in straights:
        like[_pattern(ranks), _by_ranks(ranks)] += 1
    for pattern in _patterns():
        for kinds, example, many in _pattern_sweeps(pattern):
            # Three straights are counted one by one above.
            group_size = many - sum(
                n for (shape, own), n in like.items() if shape == pattern and own - STRAIGHT == kinds
            )
            if kinds and group_size:
                yield example, group_size, STRAIGHT


STRAIGHT = frozenset({"three-straight"})
SUIT_SWEEPS = frozenset({THREE_FLUSH, ONE_COLOUR, "one-colour-dragon", "pure-dragon"})


def _by_ranks(ranks: RankCounts) -> frozenset[str]:
    """Return the sweeps that cards with these ranks form in any suits."""
    return possible_sweeps(ranks, (4, 4, 4, 1)) - SUIT_SWEEPS


def _pattern(ranks: RankCounts) -> RankCounts:
    return tuple(sorted((many for many in ranks if many), reverse=True))


def _patterns() -> Iterator[RankCounts]:
    """Return the patterns in which thirteen cards can be divided among ranks: 4-4-4-1, 4-4-3-2 and so on."""

    def parts(left: int, most: int) -> Iterator[RankCounts]:
        if left == 0:
            yield ()
        for first in range(min(left, most), 0, -1):
            for rest in parts(left - first, first):
                yield (first, *rest)

    return (pattern for pattern in parts(HAND, SUITS) if len(pattern) <= RANKS)


def _pattern_sweeps(pattern: RankCounts) -> Iterator[tuple[frozenset[str], RankCounts, int]]:
    """Yield the sweeps that hands of one pattern form by their ranks alone; sweeps of straights are left out.

    A pattern says how many cards the ranks have, such as 4-4-3-2. Each set of sweeps is given with an example and with
    the number of ways to assign ranks to the pattern.
    """
    minors, seniors, every = (_assignments(pattern, ranks) for ranks in (MINORS, SENIORS, RANKS))
    for ranks, many in ((range(1, 1 + MINORS), minors), (SENIOR_RANKS, seniors)):
        if many:
            example = _place_pattern(pattern, list(ranks))
            yield _by_ranks(example) - STRAIGHT, example, many
    mixed = every - minors - seniors
    if mixed:
        example = _place_pattern(pattern, MIXED_RANKS)
        yield _by_ranks(example) - STRAIGHT, example, mixed


SENIOR_RANKS = (0, 9, 10, 11, 12)
MIXED_RANKS = [4, 11, 1, 8, 0, 6, 12, 3, 9, 2, 5, 7, 10]
"""Ranks in the order in which examples use them; the examples have minor and senior ranks, and no straights."""


def _assignments(pattern: RankCounts, ranks: int) -> int:
    """Return in how many ways ranks, out of `ranks` ranks, can be assigned to a pattern such as 4-4-3-2."""
    if len(pattern) > ranks:
        return 0
    alike = Counter(pattern)
    assignments = factorial(ranks) // factorial(ranks - len(pattern))
    for many in alike.values():
        assignments //= factorial(many)
    return assignments


def _place_pattern(pattern: RankCounts, ranks: list[int]) -> RankCounts:
    counts = [0] * RANKS
    for rank, many in zip(ranks, pattern, strict=False):
        counts[rank] = many
    return tuple(counts)


def count_by_suit(ranks: RankCounts) -> BySuit:
    return _by_suit(_pattern(ranks))


@cache
def _by_suit(pattern: RankCounts) -> BySuit:
    """Count the hands of a pattern such as 4-4-3-2 by the number of cards of each suit, for fixed ranks."""
    if not pattern:
        return Counter({(0,) * SUITS: 1})
    found: BySuit = Counter()
    for chosen in combinations(range(SUITS), pattern[0]):
        for suits, hands in _by_suit(pattern[1:]).items():
            found[tuple(many + (suit in chosen) for suit, many in enumerate(suits))] += hands
    return found
