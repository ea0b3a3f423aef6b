"""Order of hands of two to seven cards, as plain functions over small integers.

A set of ranks is a bit mask from two (bit 0) to ace (bit 12). Of two sets of the same size, the larger number contains
the higher cards. A hand is described by its levels: the sets of ranks that occur at least once, twice, three, four and
five times. The strength of a hand is its category, then the ranks that form the category, then its kickers; the larger
strength wins. The live table calls these functions directly. The kernels use lookup tables filled by the compiled
functions.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import cache
from itertools import combinations

RANKS = 13
ACE_BIT = 12
RANK_BITS = 13
ROYAL_POSITION = 2 * ACE_BIT
"""Position of the ace-high straight among all straights.

A straight with the highest rank bit `t` has position 2t; the odd number below the ace is free for the wheel.
"""

Levels = tuple[int, int, int, int, int]
NO_CARDS: Levels = (0, 0, 0, 0, 0)


class Category(IntEnum):
    """Category of a five-card hand, from the lowest. [004 L12-26, L1512-1526]"""

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
    """Category of a hand of three cards, from the lowest; a straight beats a flush. [004 L2629-2638]"""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6


class Wheel(StrEnum):
    """Position of the straight with a low ace: the lowest, the second highest, or not a straight."""

    LOW = "low"
    SECOND = "second"
    NONE = "none"


class JokerRule(StrEnum):
    """Role of the joker: not in the deck; an ace or a card that completes a straight or flush; any card."""

    NONE = "none"
    SEMI = "semi"
    WILD = "wild"


def wheel_position(kind: int, wheel: Wheel) -> int:
    """Return the position of A-2-3-4-5 (or A-2-3) among the straights, or 0 if it does not count."""
    if wheel == Wheel.SECOND:
        return ROYAL_POSITION - 1
    return 2 * (kind - 2) if wheel == Wheel.LOW else 0


def strength_of(category: int, made_of: int, kickers: int) -> int:
    return category << 2 * RANK_BITS | made_of << RANK_BITS | kickers


def top_ranks(ranks: int, many: int) -> int:
    """Return the highest `many` ranks of a set of ranks, as a bit mask."""
    taken = 0
    for place in range(RANKS):
        bit = 1 << (ACE_BIT - place)
        if many > 0 and ranks & bit:
            taken |= bit
            many -= 1
    return taken


def add_rank(levels: Levels, bit: int) -> Levels:
    """Return the rank masks (held once, twice, ... five times) of a hand after one more card of a rank."""
    ones, twos, threes, fours, fives = levels
    return ones | bit, twos | ones & bit, threes | twos & bit, fours | threes & bit, fives | fours & bit


def straight_position(ranks: int, run: int, wheel: int) -> int:
    """Return the position among all straights of the best straight of `run` cards in a set of ranks, or 0."""
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
    """Return the strength of the best five cards, ignoring suits. `wheel` is a position from `wheel_position`."""
    ones, twos, threes, fours, fives = levels
    if fives:
        return strength_of(10, top_ranks(fives, 1), 0)
    if fours:
        four = top_ranks(fours, 1)
        return strength_of(7, four, top_ranks(ones ^ four, 1))
    three = top_ranks(threes, 1)
    if three and twos ^ three:
        return strength_of(6, three, top_ranks(twos ^ three, 1))
    straight = straight_position(ones, 5, wheel)
    if straight:
        return strength_of(4, straight, 0)
    if three:
        return strength_of(3, three, top_ranks(ones ^ three, 2))
    pairs = top_ranks(twos, 2)
    if pairs & (pairs - 1):
        return strength_of(2, pairs, top_ranks(ones ^ pairs, 1))
    return strength_of(1, pairs, top_ranks(ones ^ pairs, 3)) if pairs else top_ranks(ones, 5)


def strength3(levels: Levels, wheel: int) -> int:
    """Return the strength of three cards, ignoring suits."""
    ones, twos, threes, _, _ = levels
    if threes:
        return strength_of(4, threes, 0)
    straight = straight_position(ones, 3, wheel)
    if straight:
        return strength_of(3, straight, 0)
    return strength_of(1, twos, ones ^ twos) if twos else ones


def strength(kind: int, levels: Levels, wheel: int) -> int:
    """Return the strength of the best `kind` (two, three or five) cards, ignoring suits.

    Two cards are a pair or high cards.
    """
    if kind == 5:
        return strength5(levels, wheel)
    if kind == 3:
        return strength3(levels, wheel)
    ones, twos = levels[0], levels[1]
    return strength_of(1, twos, 0) if twos else ones


def flush_strength(kind: int, suited: int, wheel: int) -> int:
    """Return the strength of the best flush in a set of ranks of one suit, which must have at least `kind` ranks."""
    straight = straight_position(suited, kind, wheel)
    if straight:
        plain = 8 if kind == 5 else 5
        return strength_of(plain + (straight == ROYAL_POSITION), straight, 0)
    return strength_of(5 if kind == 5 else 2, top_ranks(suited, kind), 0)


def joker_strength(kind: int, levels: Levels, wheel: int, wild: bool) -> int:
    """Return the strength of these cards plus a joker, ignoring suits.

    The joker is an ace or a rank that completes a straight; if it is wild, it can be any rank.
    """
    best = strength(kind, add_rank(levels, 1 << ACE_BIT), wheel)
    straight = 4 if kind == 5 else 3
    for rank in range(RANKS):
        found = strength(kind, add_rank(levels, 1 << rank), wheel)
        completes = kind > 2 and found >> 2 * RANK_BITS == straight
        if wild or completes:
            best = max(best, found)
    return best


def joker_flush_strength(kind: int, suited: int, wheel: int) -> int:
    """Return the strength of the best flush from cards of one suit and a joker.

    The joker takes a rank of that suit which the hand does not contain.
    """
    best = 0
    for rank in range(RANKS):
        if not suited & 1 << rank:
            best = max(best, flush_strength(kind, suited | 1 << rank, wheel))
    return best


def _sets(many: int) -> list[int]:
    return [sum(1 << rank for rank in ranks) for ranks in combinations(range(RANKS), many)]


def _kinds(category: int, makers: int, kickers: int) -> list[int]:
    """Return every strength of a category: all choices of the ranks that make the hand and of its kickers."""
    return [
        strength_of(category, made, kicker) for made in _sets(makers) for kicker in _sets(kickers) if not made & kicker
    ]


def _unpaired(kind: int, wheel: int, straight: int, flush: int, straight_flush: int) -> list[int]:
    """Return the strengths of all hands without a pair: high cards, flushes, straights and straight flushes."""
    found = []
    for ranks in _sets(kind):
        place = straight_position(ranks, kind, wheel)
        if place:
            suited = straight_flush + (place == ROYAL_POSITION)
            found += [strength_of(straight, place, 0), strength_of(suited, place, 0)]
        else:
            found += [ranks, strength_of(flush, ranks, 0)]
    return found


@cache
def strength_order(kind: int, wheel: Wheel) -> tuple[int, ...]:
    """Return every possible strength of hands of `kind` cards, lowest first.

    The value of a hand is the position of its strength in this tuple, counted from 1.
    """
    place = wheel_position(kind, wheel)
    if kind == 2:
        return tuple(sorted(_sets(2) + _kinds(1, 1, 0)))
    if kind == 3:
        return tuple(sorted(_unpaired(3, place, 3, 2, 5) + _kinds(1, 1, 1) + _kinds(4, 1, 0)))
    paired = _kinds(1, 1, 3) + _kinds(2, 2, 1) + _kinds(3, 1, 2) + _kinds(6, 1, 1) + _kinds(7, 1, 1) + _kinds(10, 1, 0)
    return tuple(sorted(_unpaired(5, place, 4, 5, 8) + paired))
