"""Kernels that count every deal of two hands by how the high hands and the low hands compare.

The method is inclusion-exclusion. The number of ordered pairs of hands without a common card is the sum, over all sets
of n cards, of (-1)^n times the number of pairs of hands that both contain the set. For one set, the hands that contain
it are counted by class: first by ranks only, then flushes are moved to their own classes. The pairs are counted in
ascending order of the high hands; a tree of sums (Fenwick, 1994) has the low hands of all lower high hands. Sets that
differ only in the names of the suits are counted once.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline, compiled_nogil, kernel_function
from croupier.families.pai_gow.poker.odds.hand_classes import (
    CHOOSE,
    FLUSH,
    KEYS,
    MATCH,
    MATCHED,
    SUITS,
    ClassIndex,
    beside_index,
    classes_of,
    next_ranks,
    suited_index,
)
from croupier.hands.hand_strength import RANKS
from croupier.hands.kernels import ROW_SHIFT
from croupier.hands.rank_tables import JOKER_KEY

Ints = NDArray[np.int64]
ROW = int(ROW_SHIFT)
IN_ROW = (1 << ROW) - 1
LOWS = 128
"""Upper bound of the number of different low hands, a power of two."""
LOSE, COPY, WIN = range(3)
KING, QUEEN = 11, 10
WORD = 63
DEALER_MASK, OWN_SHIFT, OWN_MASK, LOW_SHIFT, LOW_MASK, HIGH_SHIFT = 255, 8, (1 << 16) - 1, 24, 127, 32
"""Bit positions of the two labels, the low hand and the high hand in one packed integer."""
CELLS = 9
SIDE_BY_SIDE = 2
"""Number of the largest set sizes for which sets with equal ranks are counted together. No hand that contains such a
large set can have a flush."""


class PairClasses(NamedTuple):
    """Groups of hands: hands of one group have equal strengths and labels, so they are counted together.

    The groups are in the order of their high hands, then of their low hands.
    """

    of_class: NDArray[np.int32]
    packed: Ints
    """One integer per group: rank of the high hand from 0, of the low hand from 1, label as own hand, label as dealer's
    hand."""
    queen_five: Ints
    """For each group, rank of the high hand that equals the five cards of Save the Queen; -1 for none. Empty if no
    wager uses it."""
    begins: Ints
    """Index of the first group with each high hand; groups are in the order of their high hands."""


class PairWorkspace(NamedTuple):
    """Preallocated arrays for counting the hands that contain a given set of cards."""

    many: NDArray[np.int32]
    """Number of hands in each group of `PairClasses`; 32 bits are enough for 154 million hands."""
    words: NDArray[np.uint64]
    """One bit per group of hands: whether hands of the group were counted."""
    over: NDArray[np.uint64]
    """One bit per entry of `words`: whether the entry is not zero."""
    listed: Ints
    """Indexes of the groups of which hands were counted, in order."""
    sorted: Ints
    """Packed integers of the groups in `listed`. The array `sorted_many` has their numbers of hands."""
    sorted_many: Ints
    ranks: Ints
    key: Ints
    base: Ints
    whole: Ints
    run: Ints
    free: Ints
    """Number of cards of each rank that are not in the given set of cards."""
    beside: Ints
    """Number of cards of each rank that are not in the given set, in the three suits other than that of the flush."""
    suits: Ints
    """Number of cards of each suit in the given set."""
    below: Ints
    """Fenwick trees over low hands, one per dealer's label, of all hands with a lower (or a higher) high hand."""
    equal: Ints
    """Number of hands by dealer's label and low hand."""
    total: Ints


@kernel_function
def new_pair_workspace(kinds: int, labels: int) -> PairWorkspace:
    words = (kinds >> 6) + 1
    return PairWorkspace(
        np.zeros(kinds, np.int32), np.zeros(words, np.uint64), np.zeros((words >> 6) + 1, np.uint64),
        np.zeros(kinds, np.int64), np.zeros(kinds, np.int64), np.zeros(kinds, np.int64),
        np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(8, np.int64),
        np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64),
        np.zeros(SUITS, np.int64),
        np.zeros((labels, LOWS + 1), np.int64), np.zeros((labels, LOWS + 1), np.int64), np.zeros(labels, np.int64),
    )  # fmt: skip


@compiled_inline
def _put(many: Any, words: Any, over: Any, kind: Any, more: Any) -> None:
    """Add `more` hands to the count of a group of hands, and mark the group as used."""
    many[kind] += more
    word = kind >> 6
    words[word] |= np.uint64(1) << np.uint64(kind & WORD)
    over[word >> 6] |= np.uint64(1) << np.uint64(word & WORD)


@compiled_inline
def _plain_kind(rows: Any, plain: Any, of_class: Any, key: Any) -> Any:
    return np.int64(of_class[plain[np.int64(rows[key >> ROW]) + (key & IN_ROW)]])


@kernel_function
def _add_plain(
    book: ClassIndex, of_class: Any, held: PairWorkspace, cards: int, key: int, choose: Any, keys: Any
) -> None:
    """Count the hands that complete the given set with `cards` more cards, by ranks only, without regard to flushes."""
    # Bind the arrays to locals: Numba counts references at every attribute read of a namedtuple.
    rows, plain, many, words, over, free = book.rows, book.plain, held.many, held.words, held.over, held.free
    ranks, sums, bases, wholes, runs = held.ranks, held.key, held.base, held.whole, held.run
    if cards == 0:
        _put(many, words, over, _plain_kind(rows, plain, of_class, key), 1)
        return
    depth = 0
    ranks[0], sums[0], bases[0], wholes[0] = 0, key, 1, 1
    while depth >= 0:
        rank = ranks[depth]
        if rank == RANKS:
            depth -= 1
            if depth >= 0:
                ranks[depth] += 1
            continue
        again = depth > 0 and ranks[depth - 1] == rank
        run = runs[depth - 1] + 1 if again else 1
        if run > free[rank]:
            ranks[depth] += 1
            continue
        base = bases[depth - 1] if again else wholes[depth]
        more = base * choose[free[rank], run]
        if depth == cards - 1:
            _put(many, words, over, _plain_kind(rows, plain, of_class, sums[depth] + keys[rank]), more)
            ranks[depth] += 1
            continue
        runs[depth], bases[depth] = run, base
        wholes[depth + 1], sums[depth + 1] = more, sums[depth] + keys[rank]
        depth += 1
        ranks[depth] = rank


@compiled_inline
def _move(many: Any, words: Any, over: Any, plain: Any, suited: Any, more: Any) -> None:
    """Move the count of hands with a flush from their group without a flush to their group with it."""
    if plain != suited and more:
        _put(many, words, over, suited, more)
        _put(many, words, over, plain, -more)


@kernel_function
def _matching(masks: Any, suit: int, rank: int, is_held: bool) -> int:
    """Return the suits that a card beside the flush may have, as a bit mask.

    If the hands contain the given set of cards, and the set has this rank in another suit, these are the suits of that
    rank in the set. If not, they are all suits in which the rank is not in the set.
    """
    free = own = 0
    for other_suit in range(SUITS):
        if other_suit != suit:
            if masks[other_suit] >> rank & 1:
                own |= 1 << other_suit
            else:
                free |= 1 << other_suit
    return own if own and is_held else free


@kernel_function
def _add_beside(
    book: ClassIndex, of_class: Any, held: PairWorkspace, masks: Any, suit: int, suited: int, joker: int, key: int,
    fixed: Any,
    cards: int, is_held: bool, choose: Any, keys: Any,
) -> None:  # fmt: skip
    """Count the flushes of given ranks with `cards` more cards beside them.

    `fixed` has the number and the ranks of the cards beside the flush that the given set already contains.
    """
    there, free = fixed[0], held.beside
    rows, by_ranks, by_suit, counts, words, over = book.rows, book.plain, book.suited, held.many, held.words, held.over
    for first in range(RANKS if cards > 0 else 1):
        if cards > 0 and free[first] == 0:
            continue
        for second in range(first, RANKS if cards > 1 else first + 1):
            many, sum_of, one, other = 1, key, fixed[1], fixed[2]
            if cards == 1:
                many, sum_of = free[first], key + keys[first]
                one, other = (first, 0) if there == 0 else (fixed[1], first)
            elif cards == 2:
                same = first == second
                many = choose[free[first], 2] if same else free[first] * free[second]
                sum_of, one, other = key + keys[first] + keys[second], first, second
            if many == 0:
                continue
            place = beside_index(one, other, there + cards)
            plain = _plain_kind(rows, by_ranks, of_class, sum_of)
            if there + cards == 2 and place == MATCH:
                both = _matching(masks, suit, KING, is_held) & _matching(masks, suit, QUEEN, is_held)
                matched = (both & 1) + (both >> 1 & 1) + (both >> 2 & 1) + (both >> 3 & 1)
                in_suit = np.int64(of_class[by_suit[suited_index(suited, joker, MATCHED)]])
                _move(counts, words, over, plain, in_suit, matched)
                many -= matched
            if many:
                in_suit = np.int64(of_class[by_suit[suited_index(suited, joker, place)]])
                _move(counts, words, over, plain, in_suit, many)


@kernel_function
def _add_flushes(
    book: ClassIndex, of_class: Any, held: PairWorkspace, masks: Any, suit: int, joker: int, key: int, size: int,
    is_held: bool,
    choose: Any, keys: Any,
) -> None:  # fmt: skip
    """Count the hands with a flush of one suit that contain a given set of cards, or that contain none of it.

    `joker`: whether the hands have the joker. `key`: sum of the rank keys of the set, and of that joker.
    """
    fixed = (0, 0, 0)
    own = beside = 0
    for rank in range(RANKS):
        in_suit = masks[suit] >> rank & 1
        others = SUITS - held.free[rank] - in_suit
        held.beside[rank] = 3 - others
        if is_held:
            own += in_suit
            for _ in range(others):
                fixed = (1, rank, 0) if beside == 0 else (2, fixed[1], rank)
                beside += 1
    first = masks[suit] if is_held else 0
    natural = size - joker
    for length in range(max(FLUSH - joker, own), natural - beside + 1):
        left, more, depth = natural - length - beside, length - own, 0
        if left > 2:
            continue
        if more == 0:
            _add_beside(book, of_class, held, masks, suit, first, joker, key, fixed, left, is_held, choose, keys)
            continue
        # Every choice of `more` further ranks of the suit.
        held.ranks[0], held.key[0], held.whole[0] = 0, key, first
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
                _add_beside(
                    book, of_class, held, masks, suit, suited, joker, sum_of, fixed, left, is_held, choose, keys
                )
                held.ranks[depth] += 1
                continue
            depth += 1
            held.whole[depth], held.key[depth], held.ranks[depth] = suited, sum_of, rank + 1


@kernel_function
def _count_set(held: PairWorkspace, masks: Any, keys: Any) -> Any:
    """Count the cards of a set by rank and by suit; return the number of cards and the sum of their rank keys."""
    key = cards = 0
    held.suits[:] = 0
    for rank in range(RANKS):
        there = 0
        for suit in range(SUITS):
            is_there = masks[suit] >> rank & 1
            there += is_there
            held.suits[suit] += is_there
        held.free[rank] = SUITS - there
        key += there * keys[rank]
        cards += there
    return cards, key


@kernel_function
def count_hands_with(
    book: ClassIndex, of_class: Any, held: PairWorkspace, masks: Any, joker: int, size: int, choose: Any, keys: Any
) -> None:
    """Count all hands that contain a given set of cards, by group. `masks`: ranks of each suit in the set, as bits."""
    cards, key = _count_set(held, masks, keys)
    for has_joker in range(joker, 2):
        with_it = key + has_joker * JOKER_KEY
        _add_plain(book, of_class, held, size - cards - has_joker, with_it, choose, keys)
        for suit in range(SUITS):
            if cards - held.suits[suit] <= 2:
                _add_flushes(book, of_class, held, masks, suit, has_joker, with_it, size, True, choose, keys)


@compiled_nogil
def count_hands_without(book: ClassIndex, size: int, masks: Any, joker: int, choose: Any, keys: Any) -> Any:
    """Count all hands that contain none of the given cards, by class."""
    classes = 1 + max(book.plain.max(), book.suited.max())
    held, of_class = new_pair_workspace(classes, 1), np.arange(classes)
    _count_set(held, masks, keys)
    for has_joker in range(2 - joker):
        key = has_joker * JOKER_KEY
        _add_plain(book, of_class, held, size - has_joker, key, choose, keys)
        for suit in range(SUITS):
            _add_flushes(book, of_class, held, masks, suit, has_joker, key, size, False, choose, keys)
    return held.many


@kernel_function
def _lowest(bits: Any) -> Any:
    """Return the position of the lowest bit that is set."""
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


@kernel_function
def _list(held: PairWorkspace) -> int:
    """List the groups of which hands were counted, in order; clear their bits, and return how many there are."""
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


@compiled_inline
def high_of(packed: Any) -> Any:
    return packed >> HIGH_SHIFT


@compiled_inline
def low_of(packed: Any) -> Any:
    return packed >> LOW_SHIFT & LOW_MASK


@compiled_inline
def own_of(packed: Any) -> Any:
    return packed >> OWN_SHIFT & OWN_MASK


@compiled_inline
def dealers_of(packed: Any) -> Any:
    return packed & DEALER_MASK


@compiled_cached
def _count_pairs(
    kinds: PairClasses, held: PairWorkspace, found: int, times: int, both_ways: bool, pairs: Any, fives: Any
) -> None:
    """Count all pairs of hands that contain the given set, by labels and by results of high and low hand.

    Afterwards the counts of hands are cleared. Without `both_ways`, only pairs in which the own high hand is not lower
    are counted; with one label each, the others follow by symmetry.
    """
    for place in range(found):
        held.sorted[place] = kinds.packed[held.listed[place]]
        held.sorted_many[place] = held.many[held.listed[place]]
    _sweep(held, found, times, WIN, pairs)
    if both_ways:
        held.sorted[:found] = held.sorted[:found][::-1].copy()
        held.sorted_many[:found] = held.sorted_many[:found][::-1].copy()
        _sweep(held, found, times, LOSE, pairs)
        held.sorted[:found] = held.sorted[:found][::-1].copy()
        held.sorted_many[:found] = held.sorted_many[:found][::-1].copy()
    if len(kinds.queen_five):
        _count_fives(kinds, held, found, times, fives)
    for place in range(found):
        held.many[held.listed[place]] = 0


@kernel_function
def _sweep(held: PairWorkspace, found: int, times: int, result: int, pairs: Any) -> None:
    """Compare every group of hands with the groups before it, then with the groups that have an equal high hand.

    The groups before it all have lower high hands, or all have higher ones if the order is reversed.
    """
    kinds, many, below, equal, total = held.sorted, held.sorted_many, held.below, held.equal, held.total
    below[:], equal[:], total[:] = 0, 0, 0
    begin, labels = 0, len(total)
    while begin < found:
        high, end = high_of(kinds[begin]), begin + 1
        while end < found and high_of(kinds[end]) == high:
            end += 1
        for place in range(begin, end):
            low, own, hands = low_of(kinds[place]), own_of(kinds[place]) * labels, many[place] * times
            for other in range(labels):
                _against_entered(below, equal, total, other, low, hands, (own + other) * CELLS + 3 * result, pairs)
            for other in range(begin, end if result == WIN else begin):
                against = low_of(kinds[other])
                compared = 1 + (low > against) - (low < against)
                pairs[(own + dealers_of(kinds[other])) * CELLS + 3 * COPY + compared] += hands * many[other]
        for place in range(begin, end):
            _enter(below, equal, total, low_of(kinds[place]), dealers_of(kinds[place]), many[place])
        begin = end


@compiled_inline
def _against_entered(
    below: Any, equal: Any, total: Any, label: Any, low: Any, hands: Any, cell: Any, pairs: Any
) -> None:
    """Count the pairs that some hands form with all hands of one dealer's label in the tree of sums."""
    if total[label]:
        less, step = 0, low - 1
        while step > 0:
            less += below[label, step]
            step &= step - 1
        same = equal[label, low]
        pairs[cell + WIN] += hands * less
        pairs[cell + COPY] += hands * same
        pairs[cell + LOSE] += hands * (total[label] - less - same)


@compiled_inline
def _enter(below: Any, equal: Any, total: Any, low: Any, label: Any, hands: Any) -> None:
    """Add hands to the tree of sums with which later hands are compared."""
    equal[label, low] += hands
    total[label] += hands
    step = low
    while step <= LOWS:
        below[label, step] += hands
        step += step & -step


@kernel_function
def _count_fives(kinds: PairClasses, held: PairWorkspace, found: int, times: int, fives: Any) -> None:
    """Count the pairs in which the own five cards of Save the Queen equal the other's high hand.

    They are counted by labels and low result.
    """
    for place in range(found):
        five = kinds.queen_five[held.listed[place]]
        if five < 0:
            continue
        low, own = low_of(held.sorted[place]), own_of(held.sorted[place])
        many = held.sorted_many[place] * times
        for other in range(kinds.begins[five], kinds.begins[five + 1]):
            if held.many[other]:
                against = low_of(kinds.packed[other])
                result = 1 + (low > against) - (low < against)
                fives[own, dealers_of(kinds.packed[other]), result] += many * held.many[other]


@kernel_function
def _suits_alike(masks: Any) -> int:
    """Return how many sets of cards differ from this one only in the names of the suits, this one included."""
    ways, run = 24, 1
    for suit in range(1, SUITS):
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        ways //= run
    return ways


@kernel_function
def _leaves_no_flush(sets: Any, first: int, second: int, third: int, fourth: int) -> Any:
    """Return whether no hand that contains this set has a flush.

    This is so if, for every suit, the set has three or more cards of other suits.
    """
    longest = max(sets[first, 1], sets[second, 1], sets[third, 1], sets[fourth, 1])
    return sets[first, 1] + sets[second, 1] + sets[third, 1] + sets[fourth, 1] - longest > 2


@compiled_nogil
def count_pairs(
    book: ClassIndex, kinds: PairClasses, size: int, labels: Any, sets: Any, starts: Any, choose: Any, keys: Any
) -> Any:
    """Count all deals of two hands by own label, dealer's label, high result and low result.

    Also count the deals in which `queen_five` equals the other's high hand. `labels`: number of own and of dealer's
    labels. `sets`: rows of rank bit mask, number of ranks and sum of their keys, longest first. `starts`: index in
    `sets` of the first set that is not longer than each length.
    """
    pairs = np.zeros(labels[0] * labels[1] * CELLS, np.int64)
    fives = np.zeros((labels[0], labels[1], 3), np.int64)
    both_ways = labels[0] * labels[1] > 1
    held = new_pair_workspace(len(kinds.packed), labels[1])
    masks = np.zeros(SUITS, np.int64)
    for joker in range(2):
        most = size - 1 - joker
        alike = np.zeros((SIDE_BY_SIDE, (SUITS * keys[RANKS - 1] + 3 * keys[RANKS - 2])), np.int32)
        # Sets in non-increasing order over the suits represent all assignments of suits.
        for first in range(starts[most], len(sets)):
            masks[0], left = sets[first, 0], most - sets[first, 1]
            for second in range(max(first, starts[left]), len(sets)):
                masks[1], left_second = sets[second, 0], left - sets[second, 1]
                for third in range(max(second, starts[left_second]), len(sets)):
                    masks[2], left_third = sets[third, 0], left_second - sets[third, 1]
                    for fourth in range(max(third, starts[left_third]), len(sets)):
                        masks[3], lacks = sets[fourth, 0], left_third - sets[fourth, 1]
                        times = _suits_alike(masks)
                        if lacks < SIDE_BY_SIDE and _leaves_no_flush(sets, first, second, third, fourth):
                            key = sets[first, 2] + sets[second, 2] + sets[third, 2] + sets[fourth, 2]
                            alike[lacks, key] += times
                            continue
                        count_hands_with(book, kinds.of_class, held, masks, joker, size, choose, keys)
                        times *= 1 - 2 * ((most - lacks + joker) & 1)
                        _count_pairs(kinds, held, _list(held), times, both_ways, pairs, fives)
        for lacks in range(SIDE_BY_SIDE):
            sign = 1 - 2 * ((most - lacks + joker) & 1)
            _count_alike(book, kinds, held, most - lacks, joker, size, sign, alike[lacks], both_ways, pairs, fives,
                         choose, keys)  # fmt: skip
    return pairs.reshape((labels[0], labels[1], 3, 3)), fives


@kernel_function
def _count_alike(
    book: ClassIndex, kinds: PairClasses, held: PairWorkspace, cards: int, joker: int, size: int, sign: int, alike: Any,
    both_ways: bool,
    pairs: Any, fives: Any, choose: Any, keys: Any,
) -> None:  # fmt: skip
    """Count the pairs of hands for all sets of `cards` cards that are merged because their ranks are equal."""
    ranks = np.zeros(cards, np.int64)
    while True:
        held.free[:] = SUITS
        key = 0
        for rank in ranks:
            held.free[rank] -= 1
            key += keys[rank]
        if held.free.min() >= 0 and alike[key]:
            key += joker * JOKER_KEY
            _add_plain(book, kinds.of_class, held, size - cards - joker, key, choose, keys)
            if not joker:
                _add_plain(book, kinds.of_class, held, size - cards - 1, key + JOKER_KEY, choose, keys)
            _count_pairs(kinds, held, _list(held), sign * alike[key - joker * JOKER_KEY], both_ways, pairs, fives)
        if not next_ranks(ranks, cards):
            return


def sets_of_ranks(most: int) -> tuple[Ints, Ints]:
    """Return all sets of at most `most` ranks, longest first, and where the sets of each length start.

    Each set is a row with the rank bit mask, the number of ranks and the sum of their keys.
    """
    found = sorted(((one.bit_count(), one) for one in range(1 << RANKS)), reverse=True)
    rows = [
        (ranks, length, sum(int(KEYS[rank]) for rank in range(RANKS) if ranks >> rank & 1))
        for length, ranks in found
        if length <= most
    ]
    sets = np.array(rows, np.int64)
    starts = [int((sets[:, 1] > length).sum()) for length in range(most + 1)]
    return sets, np.array(starts, np.int64)


def pair_classes(hands: LabelledClasses) -> PairClasses:
    """Merge the classes of hands that have equal high hand, low hand, labels and five cards of Save the Queen."""
    highs, high_rank = np.unique(hands.high, return_inverse=True)
    _, low_rank = np.unique(hands.low, return_inverse=True)
    five = np.minimum(np.searchsorted(highs, hands.queen_five), len(highs) - 1)
    five = np.where((hands.queen_five > 0) & (highs[five] == hands.queen_five), five, -1)
    packed = high_rank.astype(np.int64) << HIGH_SHIFT | (low_rank + 1).astype(np.int64) << LOW_SHIFT
    packed |= hands.own << OWN_SHIFT | hands.dealers
    alike, of_class = np.unique(np.stack((packed, five), axis=1), axis=0, return_inverse=True)
    begins = np.searchsorted(alike[:, 0] >> HIGH_SHIFT, np.arange(len(highs) + 1)).astype(np.int64)
    fives = np.ascontiguousarray(alike[:, 1]) if (five >= 0).any() else np.zeros(0, np.int64)
    return PairClasses(of_class.ravel().astype(np.int32), np.ascontiguousarray(alike[:, 0]), fives, begins)


class LabelledClasses(NamedTuple):
    """Strengths and labels of all classes of hands of one size."""

    size: int
    high: Ints
    low: Ints
    own: Ints
    """Label that each class has as the seat's own hand, from 0."""
    dealers: Ints
    """Label that each class has as dealer's hand, from 0."""
    queen_five: Ints


class DealCounts(NamedTuple):
    """Counts of all deals of two hands, by the labels of both hands and by result."""

    pairs: Ints
    """Counts of deals by own label, dealer's label, high and low result: `LOSE`, `COPY` or `WIN`."""
    fives: Ints
    """Counts of deals in which the own five cards of Save the Queen equal the other's high hand, by own label, dealer's
    label and result of the low hands."""


def count_deals(hands: LabelledClasses) -> DealCounts:
    """Count every deal of two hands, by labels and results."""
    size, classes = hands.size, classes_of(hands.size)
    labels = int(hands.own.max()) + 1, int(hands.dealers.max()) + 1
    pairs, fives = count_pairs(
        classes.book, pair_classes(hands), size, np.array(labels), *sets_of_ranks(size - 1), CHOOSE, KEYS
    )
    # Last term of the inclusion-exclusion, the sets that are whole hands: each contributes the hand against itself.
    np.add.at(pairs[:, :, COPY, COPY], (hands.own, hands.dealers), (-1) ** size * classes.many)
    if labels == (1, 1):
        pairs[:, :, LOSE, :] = pairs[:, :, WIN, ::-1]
    assert pairs.sum() == comb(53, size) * comb(53 - size, size)
    return DealCounts(pairs, fives)
