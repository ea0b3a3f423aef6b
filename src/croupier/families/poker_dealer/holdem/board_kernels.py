"""One board at a time: what every two cards do against all 990 hands that the dealer may hold.

On a full board that depends on the ranks of the board, on which of them are of the suit that can make a flush, and on
the two cards' types in that suit (see `layout`). All numbers are whole: counts of deals, or money in parts of the ante.

Where a hand must use one of its own two cards it leaves out at least one of the board's, and so it is worth the most
that six cards are: its own two and four of the board. [CA-UTH-A1]
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline
from croupier.families.poker_dealer.holdem.layout import RANK_PAIRS, RANKS, TYPE_PAIRS, ArrayLayout
from croupier.hands.kernels import HandTables, value_by_ranks

DEALERS = 990
BOARD = 5
AHEAD, REST, RIVER, FOLDS = range(4)
SUMS = 4
"""What is added up for each flop and two cards: hands won less hands lost, which a Play wager is multiplied by; what
Ante and Blind bring; what the river's best choice brings where nothing was raised; and how often that is to fold."""
PAIR_BITS = 10
PAIR = (1 << PAIR_BITS) - 1

Ints = NDArray[np.int64]


class Pays(NamedTuple):
    """The rules as a kernel reads them; money in `unit`ths of the ante."""

    unit: int
    blind: Ints
    """By value of the hand that won."""
    qualified: int
    """The least value that the dealer qualifies with."""
    river: int
    min_hole_cards: int
    """How many of one's own cards a hand must use, 0 or 1; the tables are of hands that leave so many out."""


class BoardWorkspace(NamedTuple):
    """One board at a time: the pairs of types there are, and what was found for each."""

    left: Ints
    """Cards left of each type."""
    first: Ints
    second: Ints
    values: Ints
    order: Ints
    """Values and pairs in one number, to be sorted."""
    below: Ints
    """Hands lower than those looked at, that hold a card of each type; the last number counts all."""
    upto: Ints
    """The same with those equal to them."""
    lowly: Ints
    """The same for hands that do not qualify."""
    found: Ints
    """`SUMS` for each pair."""
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
    """Count the hands of one pair of types, all of them and those that hold a certain card."""
    if one == two:
        counts[one] += left[one] - 1
        counts[-1] += left[one] * (left[one] - 1) // 2
    else:
        counts[one] += left[two]
        counts[two] += left[one]
        counts[-1] += left[one] * left[two]


@compiled_cached
def _compare(order: Any, first: Any, second: Any, left: Any, below: Any, upto: Any, won: Any, lost: Any) -> None:
    """Every pair against all hands that its two cards leave, from the lowest up; `below`, `upto`: zeros at first.

    Hands below are those of all cards, less those that hold the one card, less those that hold the other: no hand below
    holds both, since that is the hand itself.
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
            # The hand itself is counted out with its one card and with its other.
            lost[pair] = DEALERS - 1 - upto[-1] + upto[one] + upto[two]
        for place in range(begin, end):
            pair = order[place] & PAIR
            below[first[pair]] = upto[first[pair]]
            below[second[pair]] = upto[second[pair]]
        below[-1] = upto[-1]
        begin = end


@compiled_cached
def _lowly(order: Any, first: Any, second: Any, left: Any, qualified: int, lowly: Any) -> None:
    """Count the hands that do not qualify."""
    for place in range(len(order)):
        if order[place] >> PAIR_BITS >= qualified:
            break
        _add(lowly, first[order[place] & PAIR], second[order[place] & PAIR], left)


@compiled_cached
def _pay(uow: BoardWorkspace, pays: Pays) -> None:
    """What winning and losing bring. [004 L3651, L3668-3697]"""
    first, second, lowly, left, ways = uow.first, uow.second, uow.lowly, uow.left, uow.ways
    values, wons, losts, found = uow.values, uow.won, uow.lost, uow.found
    unit, river_unit, fold = pays.unit, pays.unit * pays.river, -2 * DEALERS * pays.unit
    blind, qualified = pays.blind, pays.qualified
    for pair in range(len(first)):
        one, two, value, won, lost = first[pair], second[pair], values[pair], wons[pair], losts[pair]
        many = left[one] * (left[one] - 1) // 2 if one == two else left[one] * left[two]
        low = lowly[-1] - lowly[one] - lowly[two]
        # A hand that would not qualify loses to all that do, and is itself one of those that do not.
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
def _showdown(uow: BoardWorkspace, many: int, pays: Pays) -> None:
    """All pairs of the desk that can be dealt, whose values and order are there."""
    order = uow.order[:many]
    order.sort()
    uow.below[:] = 0
    uow.upto[:] = 0
    uow.lowly[:] = 0
    _lowly(order, uow.first, uow.second, uow.left, pays.qualified, uow.lowly)
    _compare(order, uow.first, uow.second, uow.left, uow.below, uow.upto, uow.won, uow.lost)
    _pay(uow, pays)


@compiled_cached
def best_by_ranks(key: Any, held: Any, keys: Any, tables: HandTables) -> Any:
    """The best value by ranks of hands that leave out one of the ranks that the board holds."""
    best = np.int64(0)
    for rank in range(RANKS):
        if held[rank]:
            best = max(best, np.int64(value_by_ranks(key - keys[rank], tables)))
    return best


@compiled_cached
def best_flush(suited: int, own: int, tables: HandTables) -> Any:
    """The best flush, by the ranks of the suit on a board of one suit, one of which is left out; 0 for none."""
    best = np.int64(0)
    for rank in range(RANKS):
        if suited >> rank & 1:
            best = max(best, np.int64(tables.flushes[suited ^ 1 << rank | own]))
    return best


@compiled_cached
def evaluate_pairs_by_rank(uow: BoardWorkspace, held: Any, key: Any, keys: Any, pays: Pays, tables: HandTables) -> None:
    """Fill the desk of pairs of ranks for a board that no suit matters on."""
    many = 0
    for rank in range(RANKS):
        uow.left[rank] = 4 - held[rank]
    for pair in range(RANK_PAIRS):
        one, two = uow.first[pair], uow.second[pair]
        if uow.left[one] and uow.left[two] and (one != two or uow.left[one] > 1):
            whole = key + keys[one] + keys[two]
            if pays.min_hole_cards:
                value = best_by_ranks(whole, held, keys, tables)
            else:
                value = np.int64(value_by_ranks(whole, tables))
            uow.values[pair] = value
            uow.order[many] = value << PAIR_BITS | pair
            many += 1
    _showdown(uow, many, pays)


@compiled_cached
def evaluate_pairs_by_suit_type(
    uow: BoardWorkspace,
    held: Any,
    suited: int,
    plain: BoardWorkspace,
    spots: ArrayLayout,
    pays: Pays,
    tables: HandTables,
) -> None:
    """Fill the desk of pairs of types for a board with some ranks in the suit that can flush.

    What is found is what the flush changes: less what the same ranks bring where no suit matters.
    """
    many = of_suit = 0
    for rank in range(RANKS):
        in_suit = suited >> rank & 1
        of_suit += in_suit
        uow.left[rank] = 3 - (held[rank] - in_suit)
        uow.left[RANKS + rank] = 1 - in_suit
    # Where another suit is on the board too, a card of that is what a flush leaves out.
    leaves_suited = pays.min_hole_cards and of_suit == BOARD
    for pair in range(TYPE_PAIRS):
        one, two = uow.first[pair], uow.second[pair]
        if uow.left[one] and uow.left[two] and (one != two or uow.left[one] > 1):
            if leaves_suited:
                flush = best_flush(suited, spots.flush_bits[pair], tables)
            else:
                flush = np.int64(tables.flushes[suited | spots.flush_bits[pair]])
            value = max(plain.values[spots.same_ranks[pair]], flush)
            uow.values[pair] = value
            uow.order[many] = value << PAIR_BITS | pair
            many += 1
    _showdown(uow, many, pays)
    for one_sum in range(SUMS):
        for pair in range(TYPE_PAIRS):
            uow.found[one_sum, pair] -= plain.found[one_sum, spots.same_ranks[pair]] * (uow.ways[pair] > 0)
