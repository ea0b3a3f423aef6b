"""Every board of Ultimate Texas Hold'em: what each two hole cards win and lose on it. No pay table affects this.

Boards are listed twice: 6,175 by ranks, as if there were no flushes, and 36,608 by the suit of which they have three or
more cards. Hole cards are pairs of ranks or of card types, see `board_kernels.layout`. NumPy counts all boards in less
time than a kernel would take to compile. Arrays have one row for each pair and one column for each board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    BOARD,
    DEALERS,
    RANK_FLOPS,
    RANKS,
    SUITED_FLOPS,
    TYPES,
    Ints,
    layout,
)
from croupier.families.dealer_poker.ultimate.odds.hand_values import DEALT, VALUES, category_starts, rank_keys
from croupier.families.dealer_poker.ultimate.rules import HANDS as CATEGORIES
from croupier.hands.rank_tables import tables_for, values_by_ranks
from croupier.odds.simulation.backends import cores

CHUNK = 2048
"""Number of boards that are counted together, so that their arrays fit into a processor's cache."""
PAIR_BITS = 9
KINDS = len(CATEGORIES)

Bytes = NDArray[np.uint8]
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class HoleCards(NamedTuple):
    """Pairs of hole cards: the two card types of each pair, and the pair of each two types."""

    first: Ints
    second: Ints
    numbers: Ints


@dataclass(frozen=True)
class BoardArrays:
    """Some boards that are listed by ranks, or by one suit, with the result of every two hole cards on each of them."""

    hole_cards: HoleCards
    many: Ints
    """Number of boards that each column stands for."""
    left: Bytes
    """Number of cards of each type that are not on the board, by type and board."""
    values: NDArray[np.uint16]
    """Value of the hand that each pair of hole cards makes."""
    won: NDArray[np.int16]
    """Number of dealer's hands, of 990, that each pair beats."""
    lost: NDArray[np.int16]
    by_ranks: Ints
    """Place of each board in the list by ranks."""
    flops: csr_array
    """Number of choices of three cards of each board that are each flop: one row a flop, one column a board."""

    @cached_property
    def ways(self) -> Bytes:
        """Number of times that each pair of hole cards can be dealt beside each board."""
        ways: Bytes = _ways(self.left, self.hole_cards.first, self.hole_cards.second)
        return ways

    @cached_property
    def kinds(self) -> Bytes:
        """Category of the hand that each pair of hole cards makes."""
        kinds: Bytes = kinds_of_values()[self.values]
        return kinds

    @cached_property
    def kinds_by_type(self) -> Bytes:
        """Number of hands of each category that contain a card of each type, by category, type and board."""
        numbers, types = self.hole_cards.numbers, len(self.left)
        found = np.zeros((KINDS, types, len(self.many)), np.uint8)
        for card in range(types):
            kinds, beside = self.kinds[numbers[card]], _left_beside(self.left, card)
            for kind in range(int(kinds.min()), int(kinds.max()) + 1):
                found[kind, card] = ((kinds == kind) * beside).sum(axis=0, dtype=np.uint8)
        return found

    @cached_property
    def kinds_of_board(self) -> Ints:
        """Number of hands of each category beside each board, by category and board."""
        # Each hand is counted for both of its cards.
        hands: Ints = (self.kinds_by_type * self.left).sum(axis=1, dtype=np.int64) // 2
        return hands

    def lower_kinds(self, limit: int) -> Ints:
        """Return how many dealer's hands below a category are possible against each pair of hole cards."""
        by_type, in_all = (
            self.kinds_by_type[:limit].sum(axis=0, dtype=np.int64),
            self.kinds_of_board[:limit].sum(axis=0),
        )
        first, second = self.hole_cards.first, self.hole_cards.second
        # The pair itself is subtracted for both of its cards: add it back once.
        hands: Ints = in_all - by_type[first] - by_type[second] + (self.kinds < limit)
        return hands


def map_on_cores(work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
    """Yield the result of each piece, in order; NumPy lets other threads run while it works on large arrays."""
    with ThreadPoolExecutor(cores()) as pool:
        yield from pool.map(work, pieces)


@lru_cache(maxsize=1)
def every_board(min_hole_cards: int) -> tuple[BoardArrays, ...]:
    """Return the boards listed by ranks, and then those listed by suit in chunks; they take 150 MB of memory."""
    plain = _boards_by_ranks(min_hole_cards)
    return plain, *_boards_by_suit(plain, min_hole_cards)


@cache
def kinds_of_values() -> Bytes:
    """Return the category of each hand value."""
    return (np.searchsorted(category_starts(), np.arange(VALUES), side="right") - 1).astype(np.uint8)


@cache
def rank_boards() -> Ints:
    """Return the 6,175 boards of five ranks in ascending order."""
    boards = combinations_with_replacement(range(RANKS), BOARD)
    return np.array([board for board in boards if board[0] < board[4]], np.int64)


@cache
def rank_flop_deals() -> Ints:
    """Return how often each flop of ranks and each pair of ranks are dealt together, by flop and pair."""
    held = _counts(np.array(list(combinations_with_replacement(range(RANKS), 3))))
    return _deals(4 - held, _choices(4, held), layout().low, layout().high)


@cache
def suited_flop_deals() -> Ints:
    """Return how often each flop of a suit and each pair of card types are dealt together, over all four suits."""
    left, many = np.zeros((TYPES, SUITED_FLOPS), np.int64), np.zeros(SUITED_FLOPS, np.int64)
    for in_suit in (1, 2, 3):
        suited, others = _suited_cards(in_suit, 3)
        rows = _suited_flop_numbers(suited, others)
        left[:, rows] = _left_of(suited, others)
        many[rows] = 4 * _choices(3, _counts(others))
    return _deals(left, many, layout().first, layout().second)


def _deals(left: Ints, many: Ints, first: Ints, second: Ints) -> Ints:
    deals: Ints = (_ways(left, first, second) * many).T
    return deals


def _ways(left: Any, first: Ints, second: Ints) -> Any:
    """Return how many times each pair of card types can be dealt from the cards that are left, by pair and column."""
    one, two = left[first], left[second]
    # Without a card of the type, 0 x (0 - 1) is 0 in unsigned numbers too.
    return np.where((first == second)[:, None], one * (one - 1) // 2, one * two)


def _counts(cards: Ints) -> Ints:
    """Return how many of each row's cards have each rank, by rank and row."""
    counts: Ints = (cards[:, :, None] == np.arange(RANKS)).sum(axis=1, dtype=np.int64).T
    return counts


def _choices(cards: int, held: Ints) -> Ints:
    """Return in how many ways `held` cards of each rank can be chosen from `cards` cards of the rank."""
    ways = np.array([1, cards, cards * (cards - 1) // 2, cards * (cards - 1) * (cards - 2) // 6, int(cards == 4)])
    choices: Ints = ways[held].prod(axis=0)
    return choices


def _suited_cards(in_suit: int, cards: int) -> tuple[Ints, Ints]:
    """Return all choices of `cards` cards with `in_suit` of them in one suit: ranks in the suit, and other ranks."""
    suited = np.array(list(combinations(range(RANKS), in_suit)), np.int64)
    rest = list(combinations_with_replacement(range(RANKS), cards - in_suit))
    others = np.array(rest, np.int64).reshape(len(rest), cards - in_suit)
    return np.repeat(suited, len(others), axis=0), np.tile(others, (len(suited), 1))


def _left_of(suited: Ints, others: Ints) -> Ints:
    """Return how many cards of each type are left beside these cards, by type and row."""
    return np.concatenate([3 - _counts(others), 1 - _counts(suited)])


def _suited_flop_numbers(suited: Ints, others: Ints) -> Ints:
    """Return the row of each flop with these ranks in one suit and these other ranks."""
    rows: Ints = layout().suited[(1 << suited).sum(axis=1)]
    if others.shape[1] == 1:
        rows = rows + others[:, 0]
    elif others.shape[1] == 2:
        rows = rows + layout().rank_pair[others[:, 0], others[:, 1]]
    return rows


def _left_beside(left: Bytes, card: int) -> Bytes:
    """Return how many cards of each type are left beside the board and one card of type `card`."""
    beside = left.copy()
    beside[card] -= left[card] > 0
    return beside


def _boards_by_ranks(min_hole_cards: int) -> BoardArrays:
    spots, ranks, keys = layout(), rank_boards(), rank_keys()
    held = _counts(ranks)
    sums = keys[ranks].sum(axis=1) + (keys[spots.low] + keys[spots.high])[:, None]
    tables = tables_for(DEALT - min_hole_cards)
    if min_hole_cards:
        places = range(BOARD)
        values = np.maximum.reduce([values_by_ranks(sums - keys[ranks[:, place]], tables) for place in places])
    else:
        values = values_by_ranks(sums, tables)
    flops = [spots.rank_flop[tuple(ranks[:, list(three)].T)] for three in combinations(range(BOARD), 3)]
    hole_cards = HoleCards(spots.low, spots.high, spots.rank_pair)
    left = (4 - held).astype(np.uint8)
    won, lost = _matchups(hole_cards, left, values)
    return BoardArrays(
        hole_cards, _choices(4, held), left, values, won, lost, np.arange(len(ranks)), _incidence(flops, RANK_FLOPS)
    )


def _boards_by_suit(plain: BoardArrays, min_hole_cards: int) -> Iterator[BoardArrays]:
    cards = (_suited_cards(in_suit, BOARD) for in_suit in (3, 4, 5))
    pieces = [
        (suited[begin : begin + CHUNK], others[begin : begin + CHUNK])
        for suited, others in cards
        for begin in range(0, len(suited), CHUNK)
    ]
    yield from map_on_cores(lambda piece: _boards_of_suit(*piece, plain, min_hole_cards), pieces)


def _boards_of_suit(suited: Ints, others: Ints, plain: BoardArrays, min_hole_cards: int) -> BoardArrays:
    """Return the boards with these ranks in one suit and these other ranks, one row of both for each board."""
    spots, tables = layout(), tables_for(DEALT - min_hole_cards)
    ranks = np.sort(np.concatenate([suited, others], axis=1), axis=1)
    by_ranks = np.array([_board_places()[tuple(board)] for board in ranks.tolist()])
    suits = (1 << suited).sum(axis=1)
    masks = [suits]
    # If the board has another suit too, a flush leaves out a card of that suit.
    if min_hole_cards and suited.shape[1] == BOARD:
        masks = [suits ^ 1 << suited[:, place] for place in range(BOARD)]
    flushes = np.maximum.reduce([tables.flushes[mask | spots.flush_bits[:, None]] for mask in masks])
    values = np.maximum(plain.values[:, by_ranks][spots.same_ranks], flushes)
    hole_cards = HoleCards(spots.first, spots.second, spots.type_pair)
    left = _left_of(suited, others).astype(np.uint8)
    won, lost = _matchups(hole_cards, left, values)
    flops = _incidence(list(_flops_of(suited, others)), SUITED_FLOPS)
    return BoardArrays(hole_cards, 4 * _choices(3, _counts(others)), left, values, won, lost, by_ranks, flops)


@cache
def _board_places() -> dict[tuple[int, ...], int]:
    return {tuple(board): place for place, board in enumerate(rank_boards().tolist())}


def _flops_of(suited: Ints, others: Ints) -> Iterator[Ints]:
    """Yield the rows of the ten flops that each board can come from."""
    in_suit = suited.shape[1]
    for three in combinations(range(BOARD), 3):
        of_suit = [place for place in three if place < in_suit]
        rest = [place - in_suit for place in three if place >= in_suit]
        yield _suited_flop_numbers(suited[:, of_suit], others[:, rest])


def _incidence(flops: list[Ints], many: int) -> csr_array:
    """Return how many of these rows of each board are each flop, as a sparse matrix."""
    boards = len(flops[0])
    columns = np.tile(np.arange(boards), len(flops))
    ones = np.ones(len(columns), np.int64)
    return csr_array((ones, (np.concatenate(flops), columns)), shape=(many, boards))


def _matchups(
    hole_cards: HoleCards, left: Bytes, values: NDArray[np.uint16]
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return how many of the 990 dealer's hands each pair of hole cards beats and loses to.

    The lower hands of a pair are all lower hands, minus those with its first card, minus those with its second card. No
    lower hand contains both cards, because that would be the pair itself.
    """
    below, upto = np.zeros(values.shape, np.int16), np.zeros(values.shape, np.int16)
    for card in range(len(left)):
        pairs = hole_cards.numbers[card]
        others, beside = values[pairs], _left_beside(left, card)
        for pair in pairs:
            cards = 2 if hole_cards.first[pair] == hole_cards.second[pair] else 1
            below[pair] += cards * ((others < values[pair]) * beside).sum(axis=0, dtype=np.uint8)
            upto[pair] += cards * ((others <= values[pair]) * beside).sum(axis=0, dtype=np.uint8)
    lower, not_higher = _lower_hands(hole_cards, left, values)
    # The subtraction removes the pair itself twice, once for each of its cards; the constant corrects that.
    return lower - below, DEALERS - 1 - not_higher + upto


def _lower_hands(
    hole_cards: HoleCards, left: Bytes, values: NDArray[np.uint16]
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return how many hands beside each board are lower than each pair's hand, and how many are not higher."""
    ways = _ways(left, hole_cards.first, hole_cards.second).T
    order = values.T.astype(np.int32) << PAIR_BITS | np.arange(len(values), dtype=np.int32)
    order.sort(axis=1)
    places = order & (1 << PAIR_BITS) - 1
    order >>= PAIR_BITS
    sorted_ways = np.take_along_axis(ways, places, axis=1).astype(np.int16)
    hands = sorted_ways.cumsum(axis=1, dtype=np.int16)
    is_first = np.ones(order.shape, bool)
    np.not_equal(order[:, 1:], order[:, :-1], out=is_first[:, 1:])
    is_last = np.ones(order.shape, bool)
    is_last[:, :-1] = is_first[:, 1:]
    lower = np.maximum.accumulate(np.where(is_first, hands - sorted_ways, 0), axis=1)
    most = np.iinfo(np.int16).max
    not_higher = np.minimum.accumulate(np.where(is_last, hands, most)[:, ::-1], axis=1)[:, ::-1]
    found = []
    for in_order in (lower, not_higher):
        by_pair = np.empty_like(lower)
        np.put_along_axis(by_pair, places, in_order, axis=1)
        found.append(by_pair.T)
    return found[0], found[1]
