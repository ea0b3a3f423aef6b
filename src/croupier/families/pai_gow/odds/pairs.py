"""Every deal of two hands, counted: how often one's high and low hand are above, equal to, below the other's.

Ordered pairs of hands without a common card are all pairs, less those that share a card, and those that share two put
back, and so on: the sum over sets of cards of (-1)^n times the pairs of hands that both hold the set. For a set, hands
that hold it are counted by their class, ranks first, then those with a flush taken out and put where they belong; the
pairs are counted along the rising high hands, with the low hands below kept in a tree of sums (Fenwick, 1994). Sets that
differ by the names of suits are counted once.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import called, compiled, released
from croupier.families.pai_gow.odds.classes import (
    CHOOSE,
    FLUSH,
    KEYS,
    MATCH,
    MATCHED,
    SUITS,
    Book,
    beside_place,
    classes_of,
    suited_place,
)
from croupier.hands.kernels import ROW_SHIFT
from croupier.hands.order import RANKS
from croupier.hands.tables import JOKER_KEY

Ints = NDArray[np.int64]
ROW = int(ROW_SHIFT)
IN_ROW = (1 << ROW) - 1
LOWS = 128
"""Room for every low hand, a power of two."""
LOSE, COPY, WIN = range(3)
KING, QUEEN = 11, 10
WORD = 63


class Kinds(NamedTuple):
    """Hands that differ in what is counted, in the order of their high hands, then of their low hands."""

    of_class: NDArray[np.int32]
    high: Ints
    """Rank among all high hands, from 0."""
    low: Ints
    """From 1, as the tree of sums counts."""
    label: Ints
    queen_five: Ints
    """Which of the high hands the five compared by Save the Queen is; -1 for the hand's own."""
    begins: Ints
    """By high hand: its first kind."""


class Held(NamedTuple):
    """Room for the hands that hold one set of cards."""

    many: Ints
    """By kind."""
    words: NDArray[np.uint64]
    """A bit for each kind that was touched."""
    over: NDArray[np.uint64]
    """A bit for each of those words."""
    listed: Ints
    """The kinds touched, in order."""
    ranks: Ints
    key: Ints
    base: Ints
    whole: Ints
    run: Ints
    free: Ints
    """Cards of each rank that are not in the set."""
    beside: Ints
    """Of them, those of the other three suits."""
    below: Ints
    """By label and low hand: the tree of sums over all lower high hands."""
    equal: Ints
    """The same low hand by low hand."""
    total: Ints


@called
def new_held(kinds: int, labels: int) -> Held:
    words = (kinds >> 6) + 1
    return Held(
        np.zeros(kinds, np.int64), np.zeros(words, np.uint64), np.zeros((words >> 6) + 1, np.uint64),
        np.zeros(kinds, np.int64), np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(8, np.int64),
        np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64),
        np.zeros((labels, LOWS + 1), np.int64), np.zeros((labels, LOWS + 1), np.int64), np.zeros(labels, np.int64),
    )  # fmt: skip


@called
def _put(held: Held, kind: int, many: int) -> None:
    held.many[kind] += many
    word = kind >> 6
    held.words[word] |= np.uint64(1) << np.uint64(kind & WORD)
    held.over[word >> 6] |= np.uint64(1) << np.uint64(word & WORD)


@called
def _plain_kind(book: Book, of_class: Any, key: int) -> Any:
    return of_class[book.plain[np.int64(book.rows[key >> ROW]) + (key & IN_ROW)]]


@called
def _add_plain(book: Book, of_class: Any, held: Held, cards: int, key: int, choose: Any, keys: Any) -> None:
    """So many more cards of any ranks that are free, by rank alone."""
    if cards == 0:
        _put(held, _plain_kind(book, of_class, key), 1)
        return
    depth = 0
    held.ranks[0], held.key[0], held.base[0], held.whole[0] = 0, key, 1, 1
    while depth >= 0:
        rank = held.ranks[depth]
        if rank == RANKS:
            depth -= 1
            if depth >= 0:
                held.ranks[depth] += 1
            continue
        again = depth > 0 and held.ranks[depth - 1] == rank
        run = held.run[depth - 1] + 1 if again else 1
        if run > held.free[rank]:
            held.ranks[depth] += 1
            continue
        base = held.base[depth - 1] if again else held.whole[depth]
        many = base * choose[held.free[rank], run]
        if depth == cards - 1:
            _put(held, _plain_kind(book, of_class, held.key[depth] + keys[rank]), many)
            held.ranks[depth] += 1
            continue
        held.run[depth], held.base[depth] = run, base
        held.whole[depth + 1], held.key[depth + 1] = many, held.key[depth] + keys[rank]
        depth += 1
        held.ranks[depth] = rank


@called
def _move(held: Held, plain: int, suited: int, many: int) -> None:
    """Hands with a flush are no plain hands."""
    if plain != suited and many:
        _put(held, suited, many)
        _put(held, plain, -many)


@called
def _matching(masks: Any, suit: int, rank: int) -> int:
    """The other suits that a card beside the flush may be of: that of the set's own, or any that is free."""
    free = own = 0
    for other in range(SUITS):
        if other != suit:
            if masks[other] >> rank & 1:
                own |= 1 << other
            else:
                free |= 1 << other
    return own if own else free


@called
def _add_beside(
    book: Book, of_class: Any, held: Held, masks: Any, suit: int, suited: int, joker: int, key: int, fixed: Any,
    cards: int, choose: Any, keys: Any,
) -> None:  # fmt: skip
    """A flush with none, one or two cards more beside it. `fixed`: how many lie there already, and their ranks."""
    there = fixed[0]
    for first in range(RANKS if cards > 0 else 1):
        if cards > 0 and held.beside[first] == 0:
            continue
        for second in range(first, RANKS if cards > 1 else first + 1):
            many, sum_of, one, other = 1, key, fixed[1], fixed[2]
            if cards == 1:
                many, sum_of = held.beside[first], key + keys[first]
                one, other = (first, 0) if there == 0 else (fixed[1], first)
            elif cards == 2:
                same = first == second
                many = choose[held.beside[first], 2] if same else held.beside[first] * held.beside[second]
                sum_of, one, other = key + keys[first] + keys[second], first, second
            if many == 0:
                continue
            place = beside_place(one, other, there + cards)
            plain = _plain_kind(book, of_class, sum_of)
            if there + cards == 2 and place == MATCH:
                both = _matching(masks, suit, KING) & _matching(masks, suit, QUEEN)
                matched = (both & 1) + (both >> 1 & 1) + (both >> 2 & 1) + (both >> 3 & 1)
                _move(held, plain, of_class[book.suited[suited_place(suited, joker, MATCHED)]], matched)
                many -= matched
            if many:
                _move(held, plain, of_class[book.suited[suited_place(suited, joker, place)]], many)


@called
def _add_flushes(
    book: Book, of_class: Any, held: Held, masks: Any, suit: int, joker: int, size: int, choose: Any, keys: Any
) -> None:
    """Hands with a flush of one suit that hold the set. `joker`: whether the hand holds it."""
    fixed = (0, 0, 0)
    own, beside, key = 0, 0, joker * JOKER_KEY
    for rank in range(RANKS):
        in_suit = masks[suit] >> rank & 1
        own += in_suit
        others = 0
        for other in range(SUITS):
            others += masks[other] >> rank & 1
        others -= in_suit
        key += (in_suit + others) * keys[rank]
        held.beside[rank] = 3 - others
        for _ in range(others):
            if beside == 0:
                fixed = (1, rank, 0)
            elif beside == 1:
                fixed = (2, fixed[1], rank)
            beside += 1
    if beside > 2:
        return
    natural = size - joker
    for length in range(max(FLUSH - joker, own), natural - beside + 1):
        left = natural - length - beside
        if left > 2:
            continue
        # Every choice of `length - own` more ranks of the suit.
        more = length - own
        depth = 0
        held.ranks[0], held.key[0], held.whole[0] = 0, key, masks[suit]
        if more == 0:
            _add_beside(book, of_class, held, masks, suit, masks[suit], joker, key, fixed, left, choose, keys)
            continue
        while depth >= 0:
            rank = held.ranks[depth]
            if rank == RANKS:
                depth -= 1
                if depth >= 0:
                    held.ranks[depth] += 1
                continue
            if masks[suit] >> rank & 1:
                held.ranks[depth] += 1
                continue
            suited, sum_of = held.whole[depth] | 1 << rank, held.key[depth] + keys[rank]
            if depth == more - 1:
                _add_beside(book, of_class, held, masks, suit, suited, joker, sum_of, fixed, left, choose, keys)
                held.ranks[depth] += 1
                continue
            depth += 1
            held.whole[depth], held.key[depth], held.ranks[depth] = suited, sum_of, rank + 1


@called
def hold(book: Book, of_class: Any, held: Held, masks: Any, joker: int, size: int, choose: Any, keys: Any) -> None:
    """All hands that hold a set of cards, by kind. `masks`: the ranks of each suit in the set."""
    key, cards = joker * JOKER_KEY, joker
    for rank in range(RANKS):
        there = 0
        for suit in range(SUITS):
            there += masks[suit] >> rank & 1
        held.free[rank] = SUITS - there
        key += there * keys[rank]
        cards += there
    _add_plain(book, of_class, held, size - cards, key, choose, keys)
    if not joker and cards < size:
        _add_plain(book, of_class, held, size - cards - 1, key + JOKER_KEY, choose, keys)
    for suit in range(SUITS):
        _add_flushes(book, of_class, held, masks, suit, joker, size, choose, keys)
        if not joker and cards < size:
            _add_flushes(book, of_class, held, masks, suit, 1, size, choose, keys)


@called
def _lowest(bits: Any) -> Any:
    """The place of the lowest bit."""
    low = bits & (~bits + np.uint64(1))
    place = 0
    if low >> np.uint64(32):
        place += 32
    if low >> np.uint64(place + 16):
        place += 16
    if low >> np.uint64(place + 8):
        place += 8
    if low >> np.uint64(place + 4):
        place += 4
    if low >> np.uint64(place + 2):
        place += 2
    return place + np.int64(low >> np.uint64(place + 1) & np.uint64(1))


@called
def _list(held: Held) -> int:
    """The kinds that some hand is of, in order; bits are forgotten."""
    found = 0
    for place in range(len(held.over)):
        while held.over[place]:
            word = place << 6 | _lowest(held.over[place])
            held.over[place] &= held.over[place] - np.uint64(1)
            while held.words[word]:
                kind = word << 6 | _lowest(held.words[word])
                held.words[word] &= held.words[word] - np.uint64(1)
                if held.many[kind]:
                    held.listed[found] = kind
                    found += 1
    return found


@compiled
def _count_pairs(kinds: Kinds, held: Held, found: int, times: int, pairs: Any, fives: Any) -> None:
    """Pairs of hands that hold the set, by label, label, high hand (equal or above) and low hand. Hands are forgotten."""
    held.below[:], held.equal[:], held.total[:] = 0, 0, 0
    labels = len(held.total)
    begin = 0
    while begin < found:
        high, end = kinds.high[held.listed[begin]], begin
        while end < found and kinds.high[held.listed[end]] == high:
            end += 1
        for place in range(begin, end):
            kind = held.listed[place]
            low, label, many = kinds.low[kind], kinds.label[kind], held.many[kind] * times
            for other in range(labels):
                if held.total[other] == 0:
                    continue
                less, step = 0, low - 1
                while step > 0:
                    less += held.below[other, step]
                    step &= step - 1
                same = held.equal[other, low]
                pairs[label, other, WIN, WIN] += many * less
                pairs[label, other, WIN, COPY] += many * same
                pairs[label, other, WIN, LOSE] += many * (held.total[other] - less - same)
            for before in range(begin, place):
                lower = held.listed[before]
                both, its = many * held.many[lower], kinds.label[lower]
                if kinds.low[lower] < low:
                    pairs[label, its, COPY, WIN] += both
                else:
                    pairs[label, its, COPY, COPY] += both
                    pairs[its, label, COPY, COPY] += both
            pairs[label, label, COPY, COPY] += many * held.many[kind]
        for place in range(begin, end):
            kind = held.listed[place]
            label, step = kinds.label[kind], kinds.low[kind]
            held.equal[label, step] += held.many[kind]
            held.total[label] += held.many[kind]
            while step <= LOWS:
                held.below[label, step] += held.many[kind]
                step += step & -step
        begin = end
    _count_fives(kinds, held, found, times, fives)
    for place in range(found):
        held.many[held.listed[place]] = 0


@called
def _count_fives(kinds: Kinds, held: Held, found: int, times: int, fives: Any) -> None:
    """Hands whose queen and last four cards equal the other's high hand, by label, label and low hand."""
    for place in range(found):
        kind = held.listed[place]
        five = kinds.queen_five[kind]
        if five >= 0:
            for other in range(kinds.begins[five], kinds.begins[five + 1]):
                if held.many[other]:
                    way = 1 + (kinds.low[kind] > kinds.low[other]) - (kinds.low[kind] < kinds.low[other])
                    fives[kinds.label[kind], kinds.label[other], way] += times * held.many[kind] * held.many[other]


@called
def _suits_alike(masks: Any) -> int:
    """In how many ways the suits of a set may be named."""
    ways, run = 24, 1
    for suit in range(1, SUITS):
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        ways //= run
    return ways


@released
def count_pairs(
    book: Book, kinds: Kinds, size: int, labels: int, sets: Any, starts: Any, choose: Any, keys: Any
) -> Any:
    """All deals of two hands: pairs by label, label, high hand (equal or above) and low hand, and of `queen_five`.

    `sets`: of ranks of one suit, and how many each has, longest first; `starts`: by length, the first so short.
    """
    pairs = np.zeros((labels, labels, 3, 3), np.int64)
    fives = np.zeros((labels, labels, 3), np.int64)
    held = new_held(len(kinds.high), labels)
    masks = np.zeros(SUITS, np.int64)
    for joker in range(2):
        most = size - 1 - joker
        # Suits with falling sets of ranks stand for all ways to name them.
        for first in range(starts[most], len(sets)):
            masks[0], left = sets[first, 0], most - sets[first, 1]
            for second in range(max(first, starts[left]), len(sets)):
                masks[1], left_second = sets[second, 0], left - sets[second, 1]
                for third in range(max(second, starts[left_second]), len(sets)):
                    masks[2], left_third = sets[third, 0], left_second - sets[third, 1]
                    for fourth in range(max(third, starts[left_third]), len(sets)):
                        masks[3], left_fourth = sets[fourth, 0], left_third - sets[fourth, 1]
                        hold(book, kinds.of_class, held, masks, joker, size, choose, keys)
                        sign = 1 - 2 * ((most - left_fourth + joker) & 1)
                        _count_pairs(kinds, held, _list(held), sign * _suits_alike(masks), pairs, fives)
    return pairs, fives


def sets_of_ranks(most: int) -> tuple[Ints, Ints]:
    """Sets of so many ranks at most, and how many each has, longest first; by length, the first no longer."""
    found = sorted(((one.bit_count(), one) for one in range(1 << RANKS)), reverse=True)
    sets = np.array([(one, length) for length, one in found if length <= most], np.int64)
    starts = [int((sets[:, 1] > length).sum()) for length in range(most + 1)]
    return sets, np.array(starts, np.int64)


def kinds_of(size: int, high: Ints, low: Ints, label: Ints, queen_five: Ints) -> Kinds:
    """Classes put together that are alike in high hand, low hand, label and queen's five."""
    highs, high_rank = np.unique(high, return_inverse=True)
    _, low_rank = np.unique(low, return_inverse=True)
    five = np.where(queen_five > 0, np.searchsorted(highs, queen_five), -1)
    five = np.where((five >= 0) & (highs[np.minimum(five, len(highs) - 1)] == queen_five), five, -1)
    stacked = np.stack((high_rank, low_rank + 1, label, five), axis=1)
    alike, of_class = np.unique(stacked, axis=0, return_inverse=True)
    high_of, low_of, label_of, five_of = (np.ascontiguousarray(column) for column in alike.T.astype(np.int64))
    begins = np.searchsorted(high_of, np.arange(len(highs) + 1)).astype(np.int64)
    return Kinds(of_class.ravel().astype(np.int32), high_of, low_of, label_of, five_of, begins)


class Deals(NamedTuple):
    """All deals of two hands."""

    pairs: Ints
    """By one's own label, the other's, high hand and low hand: `LOSE`, `COPY` or `WIN`."""
    fives: Ints
    """Of those, hands whose queen's five equals the other's high hand, by label, label and low hand."""


def count_deals(size: int, high: Ints, low: Ints, label: Ints, queen_five: Ints) -> Deals:
    """Every deal of two hands whose classes are worth so much."""
    book, many = classes_of(size).book, classes_of(size).many
    labels = int(label.max()) + 1
    kinds = kinds_of(size, high, low, label, queen_five)
    half, fives = count_pairs(book, kinds, size, labels, *sets_of_ranks(size - 1), CHOOSE, KEYS)
    # A hand against itself shares all its cards.
    last = (-1) ** size
    np.add.at(half[:, :, COPY, COPY], (label, label), last * many)
    pairs = half.copy()
    pairs[:, :, LOSE, :] = half[:, :, WIN, ::-1].transpose(1, 0, 2)
    pairs[:, :, COPY, LOSE] = half[:, :, COPY, WIN].T
    assert pairs.sum() == comb(53, size) * comb(53 - size, size)
    return Deals(pairs, fives)
