"""Classes of hands that are set alike: by ranks, and for a flush also by which ranks are in its suit.

The joker counts as a card of every suit here, so four cards of a suit with the joker are a flush. The 154,143,080 hands
of seven cards form 294,255 classes. Ranks are bits; the two is the lowest and the ace the highest.
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
BESIDE_COMBINATIONS = 91
"""Number of combinations of ranks that the zero, one or two cards beside a flush can have."""
MATCH = 11 * 12 // 2 + 10
"""Index of a king and a queen beside a flush; some bonuses depend on whether these two have the same suit."""
MATCHED = BESIDE_COMBINATIONS
"""Index of a king and a queen of the same suit beside a flush."""
PLACES = BESIDE_COMBINATIONS + 1
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(14)], np.int64)
KEYS = np.array(RANK_KEYS, np.int64)
SUM_MASK = (1 << int(ROW_SHIFT)) - 1
Ints = NDArray[np.int64]


class ClassIndex(NamedTuple):
    """Lookup arrays that give the class index of a hand, for hands of one size."""

    rows: NDArray[np.uint32]
    """For hands without a flush: start of the row in `plain` that contains the sum of the hand's rank keys."""
    plain: NDArray[np.int32]
    """Class index of each hand without a flush, by its position in the rows."""
    suited: NDArray[np.int32]
    """Class index of hands with a flush, by the ranks of its suit, the joker, and the cards beside it."""


class HandClasses(NamedTuple):
    """All classes of hands of one size."""

    cards: NDArray[np.int64]
    """One example hand of each class."""
    many: Ints
    """Number of hands in each class."""
    one_colour: Ints
    """Number of hands in each class that are all red or all black, without the joker."""
    coloured: NDArray[np.int64]
    """Example hand in each class that is all red or all black, if the class has one."""
    book: ClassIndex


@kernel_function
def beside_index(first: Any, second: Any, many: Any) -> Any:
    """Return an index for the ranks of the zero, one or two cards beside a flush."""
    if many == 0:
        return 0
    if many == 1:
        return first
    low, high = min(first, second), max(first, second)
    return high * (high + 1) // 2 + low


@kernel_function
def suited_index(suited: Any, joker: Any, beside: Any) -> Any:
    return (2 * suited + joker) * PLACES + beside


@kernel_function
def card_at(rank: int, suit: int) -> int:
    return SUITS * ((rank + 1) % RANKS) + suit


@kernel_function
def _spread(held: Any, suits: int, step: int, cards: Any, place: int) -> int:
    """Write an example hand of these ranks into `cards`, with suits used as evenly as possible.

    Return the next free position of `cards`.
    """
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
    """Advance a non-decreasing sequence of ranks to the next one; return False after the last."""
    place = many - 1
    while place >= 0 and ranks[place] == RANKS - 1:
        place -= 1
    if place < 0:
        return False
    ranks[place:many] = ranks[place] + 1
    return True


@compiled_nogil
def plain_classes(size: int, choose: Any, keys: Any) -> Any:
    """Return the classes of hands without a flush: every multiset of ranks, with and without the joker.

    For each class the result has an example hand, an example of one colour, the sum of the rank keys, the number of
    hands, and the number of hands of one colour.
    """
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
    """Return three numbers: in how many ways the cards beside a flush can have suits.

    The three numbers are: all choices, those of the flush's colour, and those with a king and queen of one suit.
    """
    if left == 0:
        return 1, 1, 0
    if left == 1:
        return 3, 1, 0
    if first == second:
        return 3, 0, 0
    return 9, 1, 3 if beside_index(first, second, left) == MATCH else 0


@kernel_function
def _lay_suited(suited: int, first: int, second: int, left: int, suit: int, cards: Any) -> None:
    """Write an example hand: a flush of spades with these ranks, and the cards beside it.

    The first card beside the flush is a heart or club, the second has the given suit.
    """
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
    """Return every class of hands with a flush, by the ranks of its suit and the cards beside it.

    For each class the result has the index, two example hands, the sum of the rank keys, the number of hands, and the
    number of hands of one colour.
    """
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
                # A king and queen of one suit are a separate class; if they have the colour of the flush, they are of
                # one suit.
                place = MATCHED if kind else beside_index(first, second, left)
                places[found] = suited_index(suited, joker, place)
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
    """Return all pairs of numbers below `one` and `other`, as an array of shape (n, 2)."""
    pairs = np.empty((one * other, 2), np.int64)
    for place in range(one * other):
        pairs[place, 0], pairs[place, 1] = place // other, place % other
    return pairs


@kernel_function
def ranks_beside(many: int) -> Any:
    """Return all combinations of zero, one or two ranks, the second not lower than the first."""
    found = np.zeros((BESIDE_COMBINATIONS, 2), np.int64)
    place = 0
    for first in range(RANKS if many > 0 else 1):
        for second in range(first, RANKS if many > 1 else first + 1):
            found[place, 0], found[place, 1] = first, second
            place += 1
    return found[:place]


@cache
def classes_of(size: int) -> HandClasses:
    """Return all classes of hands of six or seven cards; those without a flush come first."""
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
    # Flushes have their own classes: subtract them from the plain class with the same ranks.
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
