"""Kernels for one board: all choices of two hole cards against the 990 hands that the dealer may have.

On a full board the results depend on the ranks of the board, on the ranks in the suit that can make a flush, and on the
types of the two cards in that suit. All numbers are whole: counts of deals, or money in parts of the Ante.

If a hand must use one of its two hole cards, it leaves out at least one community card. Its value is then the best of
its six-card hands: two hole cards and four community cards. [CA-UTH-A1]

The arrays number ranks, pairs of cards and flops.
Ranks are 0 (two) to 12 (ace). If one suit can make a flush, only a card's rank and whether it is of that suit matter:
26 types, the rank plus 13 for a card of the suit. Two hole cards are then one of 351 pairs of types, or one of 91 pairs
of ranks if flushes are ignored. From the viewpoint of one suit, a flop consists of its ranks in that suit and the ranks
of its other cards: 286 flops with three cards of the suit, 1,014 with two, 1,183 with one.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline
from croupier.hands.kernels import HandTables, value_by_ranks

RANKS = 13
TYPES = 2 * RANKS
RANK_PAIRS = 91
TYPE_PAIRS = 351
RANK_FLOPS = 455
SUITED_FLOPS = 286 + 78 * 13 + 13 * 91
HANDS = 169

Ints = NDArray[np.int64]


class ArrayLayout(NamedTuple):
    """Lookup arrays that number pairs of cards and flops; kernels take them as one argument."""

    rank_pair: Ints
    """Number that stands for each pair of ranks, the same in either order."""
    type_pair: Ints
    """Number that stands for each pair of card types, the same in either order."""
    first: Ints
    """First card type of each pair of types. The arrays `low` and `high` have the two ranks of each pair of ranks."""
    second: Ints
    low: Ints
    high: Ints
    same_ranks: Ints
    """Number of the pair of ranks that each pair of card types has."""
    flush_bits: Ints
    """Bit mask of the ranks that each pair of card types has in the flush suit."""
    rank_flop: Ints
    """Number that stands for each flop of three ranks, the same in any order."""
    suited: Ints
    """First row of the flops that have these ranks in one suit, indexed by the bit mask of the ranks. The entry is -1
    for no rank and for more than three."""


@cache
def layout() -> ArrayLayout:
    low, high, rank_pair = _pairs(RANKS)
    first, second, type_pair = _pairs(TYPES)
    same_ranks = rank_pair[first % RANKS, second % RANKS]
    bits = np.concatenate([np.zeros(RANKS, np.int64), 1 << np.arange(RANKS)])
    flush_bits = bits[first] | bits[second]
    return ArrayLayout(rank_pair, type_pair, first, second, low, high, same_ranks, flush_bits, _rank_flops(), _suited())


def _pairs(many: int) -> tuple[Ints, Ints, Ints]:
    """Return all pairs of `many` items, also of equal items, and the number of each pair."""
    pairs = np.array(list(combinations_with_replacement(range(many), 2)), np.int64)
    numbers = np.zeros((many, many), np.int64)
    numbers[pairs[:, 0], pairs[:, 1]] = numbers[pairs[:, 1], pairs[:, 0]] = np.arange(len(pairs))
    return pairs[:, 0].copy(), pairs[:, 1].copy(), numbers


def _rank_flops() -> Ints:
    numbers = np.zeros((RANKS,) * 3, np.int64)
    for number, ranks in enumerate(combinations_with_replacement(range(RANKS), 3)):
        for order in permutations(ranks):
            numbers[order] = number
    return numbers


def _suited() -> Ints:
    begins = np.full(1 << RANKS, -1, np.int64)
    begin = 0
    for many, others in ((3, 1), (2, RANKS), (1, RANK_PAIRS)):
        for ranks in combinations(range(RANKS), many):
            begins[sum(1 << rank for rank in ranks)] = begin
            begin += others
    return begins


class Flops(NamedTuple):
    """All flops up to a renaming of suits, and how many flops each one stands for."""

    cards: Ints
    many: Ints


@cache
def distinct_flops() -> Flops:
    """Return the 1,755 flops that differ in more than the names of suits; cards are numbered 4 x rank + suit."""
    flops = np.array(list(combinations(range(4 * RANKS), 3)), np.int64)
    like = np.full(len(flops), 1 << 18, np.int64)
    for names in permutations(range(4)):
        renamed = np.sort(flops // 4 * 4 + np.array(names, np.int64)[flops % 4], axis=1)
        like = np.minimum(like, renamed @ np.array([1 << 12, 1 << 6, 1]))
    kinds, many = np.unique(like, return_counts=True)
    return Flops(np.stack([kinds >> 12, kinds >> 6 & 63, kinds & 63], axis=1), many.astype(np.int64))


def hand_number(one: int, two: int) -> int:
    """Return the number of the first hand, 0 to 168, that these two cards are.

    Suited hands are 13 x higher rank + lower rank; offsuit hands are 13 x lower rank + higher rank.
    """
    high, low = max(one, two), min(one, two)
    return RANKS * (high // 4) + low // 4 if one % 4 == two % 4 else RANKS * (low // 4) + high // 4


DEALERS = 990
BOARD = 5
AHEAD, REST, RIVER, FOLDS = range(4)
SUMS = 4
"""Number of sums that are kept for each flop and each two hole cards: AHEAD (hands won minus hands lost, by which a
Play wager is multiplied), REST (result of Ante and Blind), RIVER (result of the best decision at the river if there was
no raise) and FOLDS (how often that decision is a fold)."""
PAIR_BITS = 10
PAIR = (1 << PAIR_BITS) - 1


class BoardPayouts(NamedTuple):
    """Rules and payouts in the form that the kernels need; money is in parts, and an Ante has `unit` parts."""

    unit: int
    blind: Ints
    """Payout of the Blind, indexed by the value of the winning hand."""
    qualified: int
    """Lowest hand value with which the dealer qualifies."""
    river: int
    min_hole_cards: int
    """Number of hole cards that a hand must use, 0 or 1; the hand tables are for that many cards fewer."""


class BoardWorkspace(NamedTuple):
    """Preallocated arrays for one board: all pairs of card types as hole cards, and the results of each pair."""

    left: Ints
    """Number of cards of each card type that are not on the board."""
    first: Ints
    second: Ints
    values: Ints
    order: Ints
    """Hand value and pair of types packed in one number, for sorting."""
    below: Ints
    """Number of lower hands that contain a card of each type; the last entry counts all lower hands."""
    upto: Ints
    """Number of lower and equal hands that contain a card of each type; the last entry counts all of them."""
    unqualified: Ints
    """Number of hands that do not qualify and contain a card of each type; the last entry counts all of them."""
    found: Ints
    """The sums (AHEAD, REST, RIVER, FOLDS) of each pair of hole cards, shape (SUMS, pairs)."""
    won: Ints
    lost: Ints
    ways: Ints


@compiled_cached
def new_board_workspace(first: Any, second: Any, types: int) -> BoardWorkspace:
    by_type, by_pair = types + 1, len(first)
    return BoardWorkspace(
        np.zeros(types, np.int64), first, second, np.zeros(by_pair, np.int64), np.zeros(by_pair, np.int64),
        np.zeros(by_type, np.int64), np.zeros(by_type, np.int64), np.zeros(by_type, np.int64),
        np.zeros((SUMS, by_pair), np.int64),
        np.zeros(by_pair, np.int64), np.zeros(by_pair, np.int64), np.zeros(by_pair, np.int64),
    )  # fmt: skip


@compiled_inline
def _add(counts: Any, one: int, two: int, left: Any) -> None:
    """Add the hands with one pair of card types to the counts by card type, and to the total count."""
    if one == two:
        counts[one] += left[one] - 1
        counts[-1] += left[one] * (left[one] - 1) // 2
    else:
        counts[one] += left[two]
        counts[two] += left[one]
        counts[-1] += left[one] * left[two]


@compiled_cached
def _compare(order: Any, first: Any, second: Any, left: Any, below: Any, upto: Any, won: Any, lost: Any) -> None:
    """For each pair of hole cards, count the opposing pairs that it beats and the opposing pairs that beat it.

    `below` and `upto` are zero at first. The number of lower hands for a pair is that of all lower hands, minus those
    with its first card, minus those with its second card. No lower hand contains both cards, because that would be the
    pair itself.
    """
    begin, many = 0, len(order)
    while begin < many:
        value = order[begin] >> PAIR_BITS
        end = begin
        while end < many and order[end] >> PAIR_BITS == value:
            _add(upto, first[order[end] & PAIR], second[order[end] & PAIR], left)
            end += 1
        for place in range(begin, end):
            pair = order[place] & PAIR
            one, two = first[pair], second[pair]
            won[pair] = below[-1] - below[one] - below[two]
            # The subtraction removes the pair itself twice, once for each of its cards; the constant corrects that.
            lost[pair] = DEALERS - 1 - upto[-1] + upto[one] + upto[two]
        for place in range(begin, end):
            pair = order[place] & PAIR
            below[first[pair]] = upto[first[pair]]
            below[second[pair]] = upto[second[pair]]
        below[-1] = upto[-1]
        begin = end


@compiled_cached
def _count_unqualified(order: Any, first: Any, second: Any, left: Any, qualified: int, unqualified: Any) -> None:
    """Count the dealer's hands that do not qualify."""
    for place in range(len(order)):
        if order[place] >> PAIR_BITS >= qualified:
            break
        _add(unqualified, first[order[place] & PAIR], second[order[place] & PAIR], left)


@compiled_cached
def _pay(workspace: BoardWorkspace, pays: BoardPayouts) -> None:
    """Compute the sums (AHEAD, REST, RIVER, FOLDS) of each pair of hole cards from its wins and losses.

    [004 L3651, L3668-3697]
    """
    first, second, unqualified, left, ways = (
        workspace.first,
        workspace.second,
        workspace.unqualified,
        workspace.left,
        workspace.ways,
    )
    values, wons, losts, found = workspace.values, workspace.won, workspace.lost, workspace.found
    unit, river_unit, fold = pays.unit, pays.unit * pays.river, -2 * DEALERS * pays.unit
    blind, qualified = pays.blind, pays.qualified
    for pair in range(len(first)):
        one, two, value, won, lost = first[pair], second[pair], values[pair], wons[pair], losts[pair]
        many = left[one] * (left[one] - 1) // 2 if one == two else left[one] * left[two]
        low = unqualified[-1] - unqualified[one] - unqualified[two]
        # A hand that does not qualify loses the Ante to all that do. `low` has the hand itself removed twice: add 1.
        ante = won - low - lost if value >= qualified else low + 1 - DEALERS
        rest = unit * (ante - lost) + blind[value] * won
        river = river_unit * (won - lost) + rest
        is_dealt = many > 0
        found[AHEAD, pair] = (won - lost) * is_dealt
        found[REST, pair] = rest * is_dealt
        found[RIVER, pair] = max(river, fold) * is_dealt
        found[FOLDS, pair] = (river <= fold) * is_dealt
        ways[pair] = many


@compiled_cached
def _showdown(workspace: BoardWorkspace, many: int, pays: BoardPayouts) -> None:
    """Sort the first `many` pairs of hole cards by hand value and compute their results.

    The hand values must be filled in before.
    """
    order = workspace.order[:many]
    order.sort()
    workspace.below[:] = 0
    workspace.upto[:] = 0
    workspace.unqualified[:] = 0
    _count_unqualified(order, workspace.first, workspace.second, workspace.left, pays.qualified, workspace.unqualified)
    _compare(
        order,
        workspace.first,
        workspace.second,
        workspace.left,
        workspace.below,
        workspace.upto,
        workspace.won,
        workspace.lost,
    )
    _pay(workspace, pays)


@compiled_cached
def best_by_ranks(key: Any, held: Any, keys: Any, tables: HandTables) -> Any:
    """Return the best hand value by ranks among the hands that leave out one card of the board."""
    best = np.int64(0)
    for rank in range(RANKS):
        if held[rank]:
            best = max(best, np.int64(value_by_ranks(key - keys[rank], tables)))
    return best


@compiled_cached
def best_flush(suited: int, own: int, tables: HandTables) -> Any:
    """Return the best flush on a board of one suit when one community card is left out; 0 if there is none."""
    best = np.int64(0)
    for rank in range(RANKS):
        if suited >> rank & 1:
            best = max(best, np.int64(tables.flushes[suited ^ 1 << rank | own]))
    return best


@compiled_cached
def evaluate_pairs_by_rank(
    workspace: BoardWorkspace, held: Any, key: Any, keys: Any, pays: BoardPayouts, tables: HandTables
) -> None:
    """Compute the results of all pairs of ranks as hole cards, for a board on which suits do not matter."""
    many = 0
    for rank in range(RANKS):
        workspace.left[rank] = 4 - held[rank]
    for pair in range(RANK_PAIRS):
        one, two = workspace.first[pair], workspace.second[pair]
        if workspace.left[one] and workspace.left[two] and (one != two or workspace.left[one] > 1):
            whole = key + keys[one] + keys[two]
            if pays.min_hole_cards:
                value = best_by_ranks(whole, held, keys, tables)
            else:
                value = np.int64(value_by_ranks(whole, tables))
            workspace.values[pair] = value
            workspace.order[many] = value << PAIR_BITS | pair
            many += 1
    _showdown(workspace, many, pays)


@compiled_cached
def evaluate_pairs_by_suit_type(
    workspace: BoardWorkspace,
    held: Any,
    suited: int,
    plain: BoardWorkspace,
    spots: ArrayLayout,
    pays: BoardPayouts,
    tables: HandTables,
) -> None:
    """Compute the results of all pairs of card types as hole cards, for a board on which one suit can make a flush.

    The results are differences: what the flush adds to the results of the same ranks without suits.
    """
    many = of_suit = 0
    for rank in range(RANKS):
        in_suit = suited >> rank & 1
        of_suit += in_suit
        workspace.left[rank] = 3 - (held[rank] - in_suit)
        workspace.left[RANKS + rank] = 1 - in_suit
    # If the board has another suit too, a flush leaves out a card of that suit.
    leaves_suited = pays.min_hole_cards and of_suit == BOARD
    for pair in range(TYPE_PAIRS):
        one, two = workspace.first[pair], workspace.second[pair]
        if workspace.left[one] and workspace.left[two] and (one != two or workspace.left[one] > 1):
            if leaves_suited:
                flush = best_flush(suited, spots.flush_bits[pair], tables)
            else:
                flush = np.int64(tables.flushes[suited | spots.flush_bits[pair]])
            value = max(plain.values[spots.same_ranks[pair]], flush)
            workspace.values[pair] = value
            workspace.order[many] = value << PAIR_BITS | pair
            many += 1
    _showdown(workspace, many, pays)
    for kind_of_sum in range(SUMS):
        for pair in range(TYPE_PAIRS):
            workspace.found[kind_of_sum, pair] -= plain.found[kind_of_sum, spots.same_ranks[pair]] * (
                workspace.ways[pair] > 0
            )
