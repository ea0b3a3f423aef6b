"""Hands that are set alike: the ranks they hold, and where five are of one suit, which ranks those are.

A joker counts as a card of every suit here, so that four of a suit beside it are a flush. All 154,143,080 hands of
seven cards come to 294,255 classes. Ranks are bits, two the lowest and ace the highest.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_nogil, kernel_function
from croupier.hands.hand_strength import RANKS
from croupier.hands.kernels import ROW_SHIFT
from croupier.hands.rank_tables import JOKER_KEY, RANK_KEYS, ROWS, pack_rows

SUITS = 4
JOKER = 52
FLUSH = 5
BESIDE = 91
"""Ways in which none, one or two cards may lie beside a flush, by rank."""
MATCH = 11 * 12 // 2 + 10
"""A king and a queen beside it, of which some bonuses ask whether they are of one suit."""
MATCHED = BESIDE
"""Where those of one suit have their place."""
PLACES = BESIDE + 1
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(14)], np.int64)
KEYS = np.array(RANK_KEYS, np.int64)
SUM_MASK = (1 << int(ROW_SHIFT)) - 1
Ints = NDArray[np.int64]


class ClassIndex(NamedTuple):
    """Where each class of hands of one size stands."""

    rows: NDArray[np.uint32]
    """Plain hands by the sum of their ranks' keys: where the row begins that the sum lies in."""
    plain: NDArray[np.int32]
    """By place in the rows."""
    suited: NDArray[np.int32]
    """Flushes: by ranks of the suit, joker, and what lies beside."""


class HandClasses(NamedTuple):
    """All classes of hands of one size."""

    cards: NDArray[np.int64]
    """One hand of each."""
    many: Ints
    """How many hands there are of each."""
    one_colour: Ints
    """How many of those are red or black, without joker."""
    coloured: NDArray[np.int64]
    """A hand of one colour, where there is one."""
    book: ClassIndex


@kernel_function
def beside_place(first: Any, second: Any, many: Any) -> Any:
    """Where none, one or two ranks beside a flush have their place."""
    if many == 0:
        return 0
    if many == 1:
        return first
    low, high = min(first, second), max(first, second)
    return high * (high + 1) // 2 + low


@kernel_function
def suited_place(suited: Any, joker: Any, beside: Any) -> Any:
    return (2 * suited + joker) * PLACES + beside


@kernel_function
def card_at(rank: int, suit: int) -> int:
    return SUITS * ((rank + 1) % RANKS) + suit


@kernel_function
def _spread(held: Any, suits: int, step: int, cards: Any, place: int) -> int:
    """Cards of these ranks over some suits, every suit as seldom as can be."""
    used = np.zeros(SUITS, np.int64)
    for high in range(SUITS, 0, -1):
        for rank in range(RANKS):
            if held[rank] != high:
                continue
            taken = 0
            for _ in range(high):
                best = -1
                for suit in range(0, suits * step, step):
                    if not taken >> suit & 1 and (best < 0 or used[suit] < used[best]):
                        best = suit
                taken |= 1 << best
                used[best] += 1
                cards[place] = card_at(rank, best)
                place += 1
    return place


@kernel_function
def next_ranks(ranks: Any, many: int) -> bool:
    """Ranks that never fall, turned to the next in order; whether there is one."""
    place = many - 1
    while place >= 0 and ranks[place] == RANKS - 1:
        place -= 1
    if place < 0:
        return False
    ranks[place:many] = ranks[place] + 1
    return True


@compiled_nogil
def plain_classes(size: int, choose: Any, keys: Any) -> Any:
    """Every multiset of ranks, with and without joker: a hand of it, its key, all its hands, and those of a colour."""
    most = 70_000
    cards, coloured = np.full((most, size), -1, np.int64), np.full((most, size), -1, np.int64)
    sums, many, one = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    held, ranks = np.zeros(RANKS, np.int64), np.zeros(size, np.int64)
    found = 0
    for joker in range(2):
        natural = size - joker
        ranks[:] = 0
        while True:
            held[:] = 0
            for place in range(natural):
                held[ranks[place]] += 1
            if held.max() <= SUITS:
                total, colour, key = 1, 2 - 2 * joker, joker * JOKER_KEY
                for rank in range(RANKS):
                    total *= choose[SUITS, held[rank]]
                    colour *= choose[2, held[rank]]
                    key += held[rank] * keys[rank]
                if joker:
                    cards[found, natural] = JOKER
                _spread(held, SUITS, 1, cards[found], 0)
                if colour:
                    _spread(held, 2, 2, coloured[found], 0)
                sums[found], many[found], one[found] = key, total, colour
                found += 1
            if not next_ranks(ranks, natural):
                break
    return cards[:found], coloured[:found], sums[:found], many[:found], one[:found]


@kernel_function
def _ways_beside(first: int, second: int, left: int) -> Any:
    """In how many ways cards lie beside a flush: in three other suits, of one colour with it, king and queen suited."""
    if left == 0:
        return 1, 1, 0
    if left == 1:
        return 3, 1, 0
    if first == second:
        return 3, 0, 0
    return 9, 1, 3 if beside_place(first, second, left) == MATCH else 0


@kernel_function
def _lay_suited(suited: int, first: int, second: int, left: int, suit: int, cards: Any) -> None:
    """Spades of these ranks; beside them a heart or club, and a second card of some suit."""
    at = 0
    for rank in range(RANKS):
        if suited >> rank & 1:
            cards[at] = card_at(rank, 0)
            at += 1
    if left > 0:
        cards[at] = card_at(first, 2 if suit == 2 else 1)
    if left > 1:
        cards[at + 1] = card_at(second, suit)


@compiled_nogil
def suited_classes(size: int, choose: Any, keys: Any) -> Any:
    """Every flush by its ranks and what lies beside: places, a hand, the key of its ranks, how many, of one colour."""
    most = 240_000
    cards, coloured = np.full((most, size), -1, np.int64), np.full((most, size), -1, np.int64)
    places, sums = np.zeros(most, np.int64), np.zeros(most, np.int64)
    many, one = np.zeros(most, np.int64), np.zeros(most, np.int64)
    found = 0
    for suited, joker in product_of(1 << RANKS, 2):
        held, key = 0, joker * JOKER_KEY
        for rank in range(RANKS):
            held += suited >> rank & 1
            key += (suited >> rank & 1) * keys[rank]
        left = size - joker - held
        if held + joker < FLUSH or left < 0:
            continue
        for first, second in ranks_beside(left):
            ways, colour, matched = _ways_beside(first, second, left)
            for kind in range(2 if matched else 1):
                # A king and queen of one suit are a class of their own; of one colour with the flush they are suited.
                place = MATCHED if kind else beside_place(first, second, left)
                places[found] = suited_place(suited, joker, place)
                sums[found] = key + (left > 0) * keys[first] + (left > 1) * keys[second]
                _lay_suited(suited, first, second, left, 1 if kind else 3, cards[found])
                _lay_suited(suited, first, second, left, 2, coloured[found])
                if joker:
                    cards[found, size - 1] = JOKER
                many[found] = SUITS * (matched if kind else ways - matched)
                one[found] = SUITS * colour * (1 - joker) * (kind == (matched > 0))
                found += 1
    return places[:found], cards[:found], coloured[:found], sums[:found], many[:found], one[:found]


@kernel_function
def product_of(one: int, other: int) -> Any:
    """All pairs of two numbers below these."""
    pairs = np.empty((one * other, 2), np.int64)
    for place in range(one * other):
        pairs[place, 0], pairs[place, 1] = place // other, place % other
    return pairs


@kernel_function
def ranks_beside(many: int) -> Any:
    """None, one or two ranks, the second no lower."""
    found = np.zeros((BESIDE, 2), np.int64)
    place = 0
    for first in range(RANKS if many > 0 else 1):
        for second in range(first, RANKS if many > 1 else first + 1):
            found[place, 0], found[place, 1] = first, second
            place += 1
    return found[:place]


@cache
def classes_of(size: int) -> HandClasses:
    """All classes of hands of six or seven cards, the plain ones first."""
    cards, coloured, sums, many, one = plain_classes(size, CHOOSE, KEYS)
    places, suited_cards, suited_coloured, suited_sums, suited_many, suited_one = suited_classes(size, CHOOSE, KEYS)
    in_order = np.sort(sums)
    begins = np.searchsorted(in_order, np.arange(ROWS + 1) << int(ROW_SHIFT))
    fullest = np.argsort(-np.diff(begins), kind="stable")
    rows, last = pack_rows(in_order, begins, fullest[: np.count_nonzero(np.diff(begins))])
    plain = np.full(last + SUM_MASK + 1, -1, np.int32)
    plain[rows[sums >> int(ROW_SHIFT)] + (sums & SUM_MASK)] = np.arange(len(sums))
    suited = np.full(2 * PLACES << RANKS, -1, np.int32)
    suited[places] = len(sums) + np.arange(len(places))
    # Of all hands with such ranks those of a flush are classes of their own.
    like = plain[rows[suited_sums >> int(ROW_SHIFT)] + (suited_sums & SUM_MASK)]
    np.subtract.at(many, like, suited_many)
    np.subtract.at(one, like, suited_one)
    return HandClasses(
        np.concatenate((cards, suited_cards)),
        np.concatenate((many, suited_many)),
        np.concatenate((one, suited_one)),
        np.concatenate((coloured, suited_coloured)),
        ClassIndex(rows, plain, suited),
    )
