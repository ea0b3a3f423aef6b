"""Every deal of two hands, counted: how often one's high and low hand are above, equal to, below the other's.

Ordered pairs of hands without a common card are all pairs, less those that share a card, and those that share two put
back, and so on: the sum over sets of cards of (-1)^n times the pairs of hands that both hold the set. For a set, hands
that hold it are counted by their class, ranks first, then those with a flush taken out and put where they belong; the
pairs are counted along the rising high hands, with the low hands below kept in a tree of sums (Fenwick, 1994). Sets
that differ by the names of suits are counted once.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline, compiled_nogil, kernel_function
from croupier.families.pai_gow.odds.hand_classes import (
    CHOOSE,
    FLUSH,
    KEYS,
    MATCH,
    MATCHED,
    SUITS,
    ClassIndex,
    beside_place,
    classes_of,
    next_ranks,
    suited_place,
)
from croupier.hands.hand_strength import RANKS
from croupier.hands.kernels import ROW_SHIFT
from croupier.hands.rank_tables import JOKER_KEY

Ints = NDArray[np.int64]
ROW = int(ROW_SHIFT)
IN_ROW = (1 << ROW) - 1
LOWS = 128
"""Room for every low hand, a power of two."""
LOSE, COPY, WIN = range(3)
KING, QUEEN = 11, 10
WORD = 63
DEALER_MASK, OWN_SHIFT, OWN_MASK, LOW_SHIFT, LOW_MASK, HIGH_SHIFT = 255, 8, (1 << 16) - 1, 24, 127, 32
"""Where a kind has its two labels, its low hand and its high hand in one number."""
CELLS = 9
SIDE_BY_SIDE = 2
"""Sets so near to a whole hand, by cards that lack, are put together where they leave no room for a flush."""


class PairClasses(NamedTuple):
    """Hands that differ in what is counted, in the order of their high hands, then of their low hands."""

    of_class: NDArray[np.int32]
    packed: Ints
    """Rank among all high hands, from 0; of the low hand, from 1, as the tree of sums counts; what conditions ask of
    one's own hand and of the other's, as labels."""
    queen_five: Ints
    """Which of the high hands the five compared by Save the Queen is; -1 for the hand's own. Empty where none is."""
    begins: Ints
    """By high hand: its first kind."""


class PairWorkspace(NamedTuple):
    """Room for the hands that hold one set of cards."""

    many: NDArray[np.int32]
    """By kind. All hands of seven cards are 154 million."""
    words: NDArray[np.uint64]
    """A bit for each kind that was touched."""
    over: NDArray[np.uint64]
    """A bit for each of those words."""
    listed: Ints
    """The kinds touched, in order."""
    sorted: Ints
    """The same, packed; and how many hands are of each."""
    sorted_many: Ints
    ranks: Ints
    key: Ints
    base: Ints
    whole: Ints
    run: Ints
    free: Ints
    """Cards of each rank that are not in the set."""
    beside: Ints
    """Of them, those of the other three suits."""
    suits: Ints
    """Cards of each suit in the set."""
    below: Ints
    """By the other's label and low hand: the tree of sums over all lower high hands, or over all higher ones."""
    equal: Ints
    """The same low hand by low hand."""
    total: Ints


@kernel_function
def new_held(kinds: int, labels: int) -> PairWorkspace:
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
    """So many more hands of a kind."""
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
    """So many more cards of any ranks that are free, by rank alone."""
    # Names for arrays: a record that is asked for them again and again counts references.
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
    """Hands with a flush are no plain hands."""
    if plain != suited and more:
        _put(many, words, over, suited, more)
        _put(many, words, over, plain, -more)


@kernel_function
def _matching(masks: Any, suit: int, rank: int, is_held: bool) -> int:
    """The other suits that a card beside the flush may be of: that of the set's own where it is held, or any free."""
    free = own = 0
    for other in range(SUITS):
        if other != suit:
            if masks[other] >> rank & 1:
                own |= 1 << other
            else:
                free |= 1 << other
    return own if own and is_held else free


@kernel_function
def _add_beside(
    book: ClassIndex, of_class: Any, held: PairWorkspace, masks: Any, suit: int, suited: int, joker: int, key: int,
    fixed: Any,
    cards: int, is_held: bool, choose: Any, keys: Any,
) -> None:  # fmt: skip
    """A flush with none, one or two cards more beside it. `fixed`: how many lie there already, and their ranks."""
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
            place = beside_place(one, other, there + cards)
            plain = _plain_kind(rows, by_ranks, of_class, sum_of)
            if there + cards == 2 and place == MATCH:
                both = _matching(masks, suit, KING, is_held) & _matching(masks, suit, QUEEN, is_held)
                matched = (both & 1) + (both >> 1 & 1) + (both >> 2 & 1) + (both >> 3 & 1)
                in_suit = np.int64(of_class[by_suit[suited_place(suited, joker, MATCHED)]])
                _move(counts, words, over, plain, in_suit, matched)
                many -= matched
            if many:
                in_suit = np.int64(of_class[by_suit[suited_place(suited, joker, place)]])
                _move(counts, words, over, plain, in_suit, many)


@kernel_function
def _add_flushes(
    book: ClassIndex, of_class: Any, held: PairWorkspace, masks: Any, suit: int, joker: int, key: int, size: int,
    is_held: bool,
    choose: Any, keys: Any,
) -> None:  # fmt: skip
    """Hands with a flush of one suit that hold a set of cards, or are apart from it. `joker`: whether they hold it.

    `key`: of the ranks held, and of that joker.
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
        # Every choice of so many more ranks of the suit.
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
    """A set's cards by rank and by suit; their number and key."""
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
def hold(
    book: ClassIndex, of_class: Any, held: PairWorkspace, masks: Any, joker: int, size: int, choose: Any, keys: Any
) -> None:
    """All hands that hold a set of fewer cards, by kind. `masks`: the ranks of each suit in the set."""
    cards, key = _count_set(held, masks, keys)
    for has_joker in range(joker, 2):
        with_it = key + has_joker * JOKER_KEY
        _add_plain(book, of_class, held, size - cards - has_joker, with_it, choose, keys)
        for suit in range(SUITS):
            if cards - held.suits[suit] <= 2:
                _add_flushes(book, of_class, held, masks, suit, has_joker, with_it, size, True, choose, keys)


@compiled_nogil
def hands_apart(book: ClassIndex, size: int, masks: Any, joker: int, choose: Any, keys: Any) -> Any:
    """All hands with none of some cards, by class."""
    classes = 1 + max(book.plain.max(), book.suited.max())
    held, of_class = new_held(classes, 1), np.arange(classes)
    _count_set(held, masks, keys)
    for has_joker in range(2 - joker):
        key = has_joker * JOKER_KEY
        _add_plain(book, of_class, held, size - has_joker, key, choose, keys)
        for suit in range(SUITS):
            _add_flushes(book, of_class, held, masks, suit, has_joker, key, size, False, choose, keys)
    return held.many


@kernel_function
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


@kernel_function
def _list(held: PairWorkspace) -> int:
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
    """Pairs of hands that hold the set, by own label, the other's, high hand and low hand. Hands are forgotten.

    Not `both_ways`: only where one's own high hand is no lower; the rest follows where hands are not told apart.
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
    """Every kind of hand against those before it, whose high hands are all lower, or all higher; then equal ones."""
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
    """Some hands against all of a label that have entered."""
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
    """Some hands among those that the next ones will be counted against."""
    equal[label, low] += hands
    total[label] += hands
    step = low
    while step <= LOWS:
        below[label, step] += hands
        step += step & -step


@kernel_function
def _count_fives(kinds: PairClasses, held: PairWorkspace, found: int, times: int, fives: Any) -> None:
    """Hands whose queen and last four cards equal the other's high hand, by label, label and low hand."""
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
    """In how many ways the suits of a set may be named."""
    ways, run = 24, 1
    for suit in range(1, SUITS):
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        ways //= run
    return ways


@kernel_function
def _leaves_no_flush(sets: Any, first: int, second: int, third: int, fourth: int) -> Any:
    """Whether three cards of the set lie beside every suit, too many for a flush."""
    longest = max(sets[first, 1], sets[second, 1], sets[third, 1], sets[fourth, 1])
    return sets[first, 1] + sets[second, 1] + sets[third, 1] + sets[fourth, 1] - longest > 2


@compiled_nogil
def count_pairs(
    book: ClassIndex, kinds: PairClasses, size: int, labels: Any, sets: Any, starts: Any, choose: Any, keys: Any
) -> Any:
    """All deals of two hands: pairs by own label, the other's, high hand and low hand, and of `queen_five`.

    `labels`: how many of each there are. `sets`: of ranks of one suit, and how many each has, longest first; `starts`:
    by length, the first so short.
    """
    pairs = np.zeros(labels[0] * labels[1] * CELLS, np.int64)
    fives = np.zeros((labels[0], labels[1], 3), np.int64)
    both_ways = labels[0] * labels[1] > 1
    held = new_held(len(kinds.packed), labels[1])
    masks = np.zeros(SUITS, np.int64)
    for joker in range(2):
        most = size - 1 - joker
        alike = np.zeros((SIDE_BY_SIDE, (SUITS * keys[RANKS - 1] + 3 * keys[RANKS - 2])), np.int32)
        # Suits with falling sets of ranks stand for all ways to name them.
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
                        hold(book, kinds.of_class, held, masks, joker, size, choose, keys)
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
    """Sets of so many cards that leave no room for a flush: by their ranks alone."""
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
    """Sets of so many ranks at most, how many each has and their key, longest first; by length, the first no longer."""
    found = sorted(((one.bit_count(), one) for one in range(1 << RANKS)), reverse=True)
    rows = [
        (one, length, sum(int(KEYS[rank]) for rank in range(RANKS) if one >> rank & 1))
        for length, one in found
        if length <= most
    ]
    sets = np.array(rows, np.int64)
    starts = [int((sets[:, 1] > length).sum()) for length in range(most + 1)]
    return sets, np.array(starts, np.int64)


def kinds_of(hands: Hands) -> PairClasses:
    """Classes put together that are alike in high hand, low hand, labels and queen's five."""
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


class Hands(NamedTuple):
    """What is asked of each class of hands of one size."""

    size: int
    high: Ints
    low: Ints
    own: Ints
    """A label for what conditions ask of one's own hand, from 0."""
    dealers: Ints
    """And of the other's."""
    queen_five: Ints


class Deals(NamedTuple):
    """All deals of two hands."""

    pairs: Ints
    """By one's own label, the other's, high hand and low hand: `LOSE`, `COPY` or `WIN`."""
    fives: Ints
    """Of those, hands whose queen's five equals the other's high hand, by own label, the other's and low hand."""


def count_deals(hands: Hands) -> Deals:
    """Every deal of two hands."""
    size, classes = hands.size, classes_of(hands.size)
    labels = int(hands.own.max()) + 1, int(hands.dealers.max()) + 1
    pairs, fives = count_pairs(
        classes.book, kinds_of(hands), size, np.array(labels), *sets_of_ranks(size - 1), CHOOSE, KEYS
    )
    # A hand against itself shares all its cards.
    np.add.at(pairs[:, :, COPY, COPY], (hands.own, hands.dealers), (-1) ** size * classes.many)
    if labels == (1, 1):
        pairs[:, :, LOSE, :] = pairs[:, :, WIN, ::-1]
    assert pairs.sum() == comb(53, size) * comb(53 - size, size)
    return Deals(pairs, fives)
