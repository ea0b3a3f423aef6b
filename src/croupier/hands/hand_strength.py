"""The order of hands of two to seven cards, as plain functions over small whole numbers.

Ranks are bits, two the lowest and ace the highest (bit 12), so that of two sets of equally many ranks the larger number
holds the higher cards. A hand is described by its levels: the ranks it holds at least once, twice, three, four and five
times. A hand's strength is category, then the ranks that make it, then its kickers; the larger strength wins. The same
functions rank a hand at the live table and, compiled, fill the tables of the kernels.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import cache
from itertools import combinations

RANKS = 13
ACE_BIT = 12
RANK_BITS = 13
ROYAL_PLACE = 2 * ACE_BIT
"""The place of the straight to the ace; a straight to rank bit `t` has place 2t, which leaves room under the ace."""

Levels = tuple[int, int, int, int, int]
EMPTY: Levels = (0, 0, 0, 0, 0)


class Category(IntEnum):
    """Kinds of five-card hands, from the lowest. [004 L12-26, L1512-1526]"""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_OF_A_KIND = 10


class ThreeCardCategory(IntEnum):
    """Kinds of hands of three cards, from the lowest: a straight beats a flush. [004 L2629-2638]"""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6


class Wheel(StrEnum):
    """Where the straight with the ace at the bottom stands: lowest, under the one to the ace, or nowhere."""

    LOW = "low"
    SECOND = "second"
    NONE = "none"


class JokerRule(StrEnum):
    """What the joker may be: not in the deck; an ace or part of a straight or flush; any card."""

    NONE = "none"
    SEMI = "semi"
    WILD = "wild"


def wheel_place(kind: int, wheel: Wheel) -> int:
    """The place of A-2-3-4-5 (or A-2-3) among the straights; 0 where it is none."""
    if wheel == Wheel.SECOND:
        return ROYAL_PLACE - 1
    return 2 * (kind - 2) if wheel == Wheel.LOW else 0


def strength_of(category: int, made_of: int, kickers: int) -> int:
    return category << 2 * RANK_BITS | made_of << RANK_BITS | kickers


def top_ranks(ranks: int, many: int) -> int:
    """The highest `many` of some ranks."""
    kept = 0
    for place in range(RANKS):
        bit = 1 << (ACE_BIT - place)
        if many > 0 and ranks & bit:
            kept |= bit
            many -= 1
    return kept


def add_rank(levels: Levels, bit: int) -> Levels:
    """The hand with one more card of a rank."""
    ones, twos, threes, fours, fives = levels
    return ones | bit, twos | ones & bit, threes | twos & bit, fours | threes & bit, fives | fours & bit


def straight_place(ranks: int, run: int, wheel: int) -> int:
    """The place of the best straight of `run` cards in some ranks; 0 for none."""
    best = 0
    for top in range(run - 1, RANKS):
        wanted = ((1 << run) - 1) << (top - run + 1)
        if ranks & wanted == wanted:
            best = 2 * top
    low_end = 1 << ACE_BIT | (1 << (run - 1)) - 1
    if ranks & low_end == low_end:
        best = max(best, wheel)
    return best


def strength5(levels: Levels, wheel: int) -> int:
    """The best five cards by rank alone. `wheel`: its place, from `wheel_place`."""
    ones, twos, threes, fours, fives = levels
    if fives:
        return strength_of(10, top_ranks(fives, 1), 0)
    if fours:
        four = top_ranks(fours, 1)
        return strength_of(7, four, top_ranks(ones ^ four, 1))
    three = top_ranks(threes, 1)
    if three and twos ^ three:
        return strength_of(6, three, top_ranks(twos ^ three, 1))
    straight = straight_place(ones, 5, wheel)
    if straight:
        return strength_of(4, straight, 0)
    if three:
        return strength_of(3, three, top_ranks(ones ^ three, 2))
    pairs = top_ranks(twos, 2)
    if pairs & (pairs - 1):
        return strength_of(2, pairs, top_ranks(ones ^ pairs, 1))
    return strength_of(1, pairs, top_ranks(ones ^ pairs, 3)) if pairs else top_ranks(ones, 5)


def strength3(levels: Levels, wheel: int) -> int:
    """Three cards by rank alone."""
    ones, twos, threes, _, _ = levels
    if threes:
        return strength_of(4, threes, 0)
    straight = straight_place(ones, 3, wheel)
    if straight:
        return strength_of(3, straight, 0)
    return strength_of(1, twos, ones ^ twos) if twos else ones


def strength(kind: int, levels: Levels, wheel: int) -> int:
    """The cards that count (`kind`: two, three or five of them) by rank alone. Two cards make a pair or nothing."""
    if kind == 5:
        return strength5(levels, wheel)
    if kind == 3:
        return strength3(levels, wheel)
    ones, twos = levels[0], levels[1]
    return strength_of(1, twos, 0) if twos else ones


def flush_strength(kind: int, suited: int, wheel: int) -> int:
    """The best flush in the ranks held of one suit, which are enough for one."""
    straight = straight_place(suited, kind, wheel)
    if straight:
        plain = 8 if kind == 5 else 5
        return strength_of(plain + (straight == ROYAL_PLACE), straight, 0)
    return strength_of(5 if kind == 5 else 2, top_ranks(suited, kind), 0)


def joker_strength(kind: int, levels: Levels, wheel: int, wild: bool) -> int:
    """By rank alone, with a joker beside these cards: an ace, or what a straight needs; any rank where it is wild."""
    best = strength(kind, add_rank(levels, 1 << ACE_BIT), wheel)
    straight = 4 if kind == 5 else 3
    for rank in range(RANKS):
        found = strength(kind, add_rank(levels, 1 << rank), wheel)
        completes = kind > 2 and found >> 2 * RANK_BITS == straight
        if wild or completes:
            best = max(best, found)
    return best


def joker_flush_strength(kind: int, suited: int, wheel: int) -> int:
    """The best flush with a joker beside cards of one suit: it is a card of that suit which is not held."""
    best = 0
    for rank in range(RANKS):
        if not suited & 1 << rank:
            best = max(best, flush_strength(kind, suited | 1 << rank, wheel))
    return best


def _sets(many: int) -> list[int]:
    return [sum(1 << rank for rank in ranks) for ranks in combinations(range(RANKS), many)]


def _kinds(category: int, makers: int, kickers: int) -> list[int]:
    """All strengths of one category that some ranks make, with kickers of other ranks."""
    return [
        strength_of(category, made, kicker) for made in _sets(makers) for kicker in _sets(kickers) if not made & kicker
    ]


def _unpaired(kind: int, wheel: int, straight: int, flush: int, straight_flush: int) -> list[int]:
    """High cards and flushes, and the straights among them."""
    found = []
    for ranks in _sets(kind):
        place = straight_place(ranks, kind, wheel)
        if place:
            suited = straight_flush + (place == ROYAL_PLACE)
            found += [strength_of(straight, place, 0), strength_of(suited, place, 0)]
        else:
            found += [ranks, strength_of(flush, ranks, 0)]
    return found


@cache
def strength_order(kind: int, wheel: Wheel) -> tuple[int, ...]:
    """Every strength that a hand can have, from the lowest: a hand's value is its place here, counted from 1."""
    place = wheel_place(kind, wheel)
    if kind == 2:
        return tuple(sorted(_sets(2) + _kinds(1, 1, 0)))
    if kind == 3:
        return tuple(sorted(_unpaired(3, place, 3, 2, 5) + _kinds(1, 1, 1) + _kinds(4, 1, 0)))
    paired = _kinds(1, 1, 3) + _kinds(2, 2, 1) + _kinds(3, 1, 2) + _kinds(6, 1, 1) + _kinds(7, 1, 1) + _kinds(10, 1, 0)
    return tuple(sorted(_unpaired(5, place, 4, 5, 8) + paired))
