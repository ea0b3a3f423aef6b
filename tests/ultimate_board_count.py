"""Count of all results at Ultimate Texas Hold'em board by board, to compare with `ultimate.odds.second_count`.

It shares with the solver only the decisions before the river. Boards that differ only by a renaming of suits are
counted once with a weight. Each board is combined with all pairs of hole cards, and each pair is compared with all 990
dealer's hands by category. Cards are numbered 4 x rank + suit, with ranks from 0 (two) to 12 (ace).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline, compiled_nogil
from croupier.families.dealer_poker.shared.odds.action_values import CHECK, raise_name
from croupier.families.dealer_poker.ultimate.odds.board_kernels import DEALERS, HANDS, Ints
from croupier.families.dealer_poker.ultimate.odds.hand_values import (
    DECK,
    VALUES,
    category_starts,
    first_hands,
    library_card_number,
    tables_of,
)
from croupier.families.dealer_poker.ultimate.odds.second_count import play_sizes
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution, hand_name
from croupier.families.dealer_poker.ultimate.odds.strategy_bits import flop_raise_bits
from croupier.families.dealer_poker.ultimate.rules import HANDS as CATEGORIES
from croupier.hands.kernels import HandTables, rank_of_keys

PAIRS = DECK * (DECK - 1) // 2
FLOPS_OF_A_BOARD = 10
PAIRS_BESIDE_BOARD = (DECK - 5) * (DECK - 6) // 2
"""Number of choices of two hole cards from the cards that are not on the board."""
KINDS = len(CATEGORIES)
NO_RAISE = -1

Bytes = NDArray[np.uint8]


class PlayTables(NamedTuple):
    """Decisions of best play and payouts, as arrays for the kernels."""

    keys: NDArray[np.uint64]
    masks: NDArray[np.uint64]
    kinds: Ints
    """Hand category of each hand value."""
    blind: Ints
    """Payout of the Blind by category, in parts of the Ante; an Ante has `unit` parts."""
    unit: int
    qualifies: int
    river: int
    before: Ints
    """Raise before the flop for each two cards: an index of the Play sizes, or `NO_RAISE`."""
    bets: Bytes
    """Whether best play bets on a flop, by flop and hole cards; they are numbered as in `strategy_bits`."""
    folded: int
    """Index of a fold in the Play sizes. `at_river` and `at_flop` are the indexes of the Play wagers at the river and
    on the flop."""
    at_river: int
    at_flop: int
    min_hole_cards: int
    """Number of hole cards that a hand must use."""


class CountWorkspace(NamedTuple):
    """Preallocated arrays for one board; arrays indexed by card have a last entry for all cards."""

    one: Ints
    two: Ints
    values: Ints
    order: Ints
    """Pairs of hole cards in ascending order of hand value."""
    begins: Ints
    """Start in `order` of the pairs with each hand value, while they are sorted; zeros at other times."""
    by_kind: Ints
    """Number of hands of each category that contain each card; the last entry is for all cards."""
    below: Ints
    """Number of lower hands that contain each card; the last entry is for all cards."""
    upto: Ints
    """Number of lower and equal hands that contain each card; the last entry is for all cards."""
    beaten: Ints
    """Number of dealer's hands (of 990) that each pair of hole cards beats."""
    tied: Ints
    facing: Ints
    """Number of dealer's hands of each category that are possible against one pair of hole cards."""
    bets: Bytes
    """On how many of the board's ten possible flops best play bets with each pair of hole cards."""


@compiled_inline
def pair_place(one: int, two: int) -> int:
    """Return the number that stands for two cards; `one` is the higher card."""
    return one * (one - 1) // 2 + two


@compiled_inline
def flop_place(one: int, two: int, three: int) -> int:
    """Return the number that stands for three cards in descending order."""
    return one * (one - 1) * (one - 2) // 6 + two * (two - 1) // 2 + three


@compiled_cached
def new_count_workspace() -> CountWorkspace:
    return CountWorkspace(
        np.zeros(PAIRS_BESIDE_BOARD, np.int64), np.zeros(PAIRS_BESIDE_BOARD, np.int64), np.zeros(PAIRS_BESIDE_BOARD,
        np.int64), np.zeros(PAIRS_BESIDE_BOARD, np.int64),
        np.zeros(VALUES, np.int64), np.zeros((KINDS, DECK + 1), np.int64), np.zeros(DECK + 1, np.int64),
        np.zeros(DECK + 1, np.int64), np.zeros(PAIRS_BESIDE_BOARD, np.int64), np.zeros(PAIRS_BESIDE_BOARD, np.int64),
        np.zeros(KINDS, np.int64), np.zeros(PAIRS, np.uint8),
    )  # fmt: skip


@compiled_cached
def boards_like(board: Any) -> int:
    """Return how many boards differ from this one only by suit names; 0 if another board stands for them."""
    suits = np.zeros(4, np.int64)
    for card in board:
        suits[card % 4] |= 1 << card // 4
    many, alike = 24, 1
    for suit in range(3):
        if suits[suit] < suits[suit + 1]:
            return 0
        alike = alike + 1 if suits[suit] == suits[suit + 1] else 1
        many //= alike
    return many


@compiled_cached
def _best_without_one(key: Any, masks: Any, board: Any, play: PlayTables, tables: HandTables) -> Any:
    """Return the best hand that leaves out one community card and so uses a hole card. [CA-UTH-A1]"""
    best = np.int64(0)
    for card in board:
        best = max(best, np.int64(rank_of_keys(key - play.keys[card], masks - play.masks[card], tables)))
    return best


@compiled_cached
def _rank_pairs(work: CountWorkspace, board: Any, play: PlayTables, tables: HandTables) -> None:
    """Compute the hand value of all pairs of hole cards beside the board; count them by category and card."""
    key, masks = tables.start, np.uint64(0)
    for card in board:
        key += play.keys[card]
        masks += play.masks[card]
    work.by_kind[:] = 0
    many = 0
    for one in range(1, DECK):
        if one in board:
            continue
        for two in range(one):
            if two in board:
                continue
            own_key, own_masks = key + play.keys[one] + play.keys[two], masks + play.masks[one] + play.masks[two]
            if play.min_hole_cards:
                value = _best_without_one(own_key, own_masks, board, play, tables)
            else:
                value = np.int64(rank_of_keys(own_key, own_masks, tables))
            work.one[many], work.two[many], work.values[many] = one, two, value
            _count(work.by_kind[play.kinds[value]], one, two)
            many += 1


@compiled_inline
def _count(counts: Any, one: int, two: int) -> None:
    counts[one] += 1
    counts[two] += 1
    counts[DECK] += 1


@compiled_inline
def _without_cards(counts: Any, one: int, two: int) -> Any:
    """Return how many of the counted hands contain neither of two cards.

    If the hand of both cards is among those counted, the subtraction removes it twice.
    """
    return counts[DECK] - counts[one] - counts[two]


@compiled_cached
def _sort(work: CountWorkspace) -> None:
    """Sort the pairs of hole cards by hand value with a counting sort, because there are few values."""
    lowest, highest = work.values.min(), work.values.max()
    for pair in range(PAIRS_BESIDE_BOARD):
        work.begins[work.values[pair]] += 1
    begin = 0
    for value in range(lowest, highest + 1):
        many = work.begins[value]
        work.begins[value] = begin
        begin += many
    for pair in range(PAIRS_BESIDE_BOARD):
        value = work.values[pair]
        work.order[work.begins[value]] = pair
        work.begins[value] += 1
    work.begins[lowest : highest + 1] = 0


@compiled_cached
def _add_bets(work: CountWorkspace, board: Any, bets: Any) -> None:
    """Count on how many of the board's ten flops best play bets with each pair of hole cards.

    The cards of the board are in descending order.
    """
    work.bets[:] = 0
    for first in range(3):
        for second in range(first + 1, 4):
            for third in range(second + 1, 5):
                row = bets[flop_place(board[first], board[second], board[third])]
                for pair in range(PAIRS):
                    work.bets[pair] += row[pair]


@compiled_cached
def _compare(work: CountWorkspace) -> None:
    """For each pair of hole cards, count the opposing pairs that it beats and ties."""
    one, two, values, order, below, upto = work.one, work.two, work.values, work.order, work.below, work.upto
    below[:] = 0
    upto[:] = 0
    begin = 0
    while begin < PAIRS_BESIDE_BOARD:
        end, value = begin, values[order[begin]]
        while end < PAIRS_BESIDE_BOARD and values[order[end]] == value:
            _count(upto, one[order[end]], two[order[end]])
            end += 1
        for place in range(begin, end):
            pair = order[place]
            beaten = _without_cards(below, one[pair], two[pair])
            work.beaten[pair] = beaten
            work.tied[pair] = _without_cards(upto, one[pair], two[pair]) - beaten + 1
        below[:] = upto
        begin = end


@compiled_inline
def _river_plays(facing: Any, kind: int, beaten: int, tied: int, play: PlayTables) -> Any:
    """Return whether a Play wager at the river is worth more than a fold. [004 L3645-3697]"""
    lost = DEALERS - beaten - tied
    unqualified = 0
    for dealer_kind in range(play.qualifies):
        unqualified += facing[dealer_kind]
    ante = beaten - unqualified - lost if kind >= play.qualifies else unqualified - DEALERS
    play_value = play.unit * (play.river * (beaten - lost) + ante - lost) + play.blind[kind] * beaten
    return play_value > -2 * DEALERS * play.unit


@compiled_inline
def _add_ends(ends: Any, facing: Any, kind: int, beaten: int, tied: int, many: Any) -> None:
    """Add the results of one pair of hole cards against all dealer's hands, by the dealer's category.

    Dealer's hands of lower categories lose to the pair, those of higher ones win; within the pair's own category some
    lose, some tie, some win.
    """
    alike = beaten
    for dealer_kind in range(kind):
        ends[dealer_kind, 2] += many * facing[dealer_kind]
        alike -= facing[dealer_kind]
    for dealer_kind in range(kind + 1, KINDS):
        ends[dealer_kind, 0] += many * facing[dealer_kind]
    ends[kind, 0] += many * (facing[kind] - alike - tied)
    ends[kind, 1] += many * tied
    ends[kind, 2] += many * alike


@compiled_cached
def _end_pairs(ends: Any, work: CountWorkspace, boards: int, play: PlayTables) -> None:
    """Add the results of every pair of hole cards against all possible dealer's hands under best play."""
    ones, twos, values, beaten, tied = work.one, work.two, work.values, work.beaten, work.tied
    facing, by_kind, bet = work.facing, work.by_kind, work.bets
    for pair in range(PAIRS_BESIDE_BOARD):
        one, two, kind = ones[pair], twos[pair], play.kinds[values[pair]]
        for dealer_kind in range(KINDS):
            facing[dealer_kind] = by_kind[dealer_kind, DECK] - by_kind[dealer_kind, one] - by_kind[dealer_kind, two]
        # Inclusion-exclusion: the pair itself was subtracted once for each of its cards; add it back once.
        facing[kind] += 1
        before = play.before[one, two]
        if before != NO_RAISE:
            _add_ends(ends[before, kind], facing, kind, beaten[pair], tied[pair], boards * FLOPS_OF_A_BOARD)
            continue
        bets = np.int64(bet[pair_place(one, two)])
        if bets:
            _add_ends(ends[play.at_flop, kind], facing, kind, beaten[pair], tied[pair], boards * bets)
        if bets < FLOPS_OF_A_BOARD:
            is_played = _river_plays(facing, kind, beaten[pair], tied[pair], play)
            last, checked = play.at_river if is_played else play.folded, FLOPS_OF_A_BOARD - bets
            _add_ends(ends[last, kind], facing, kind, beaten[pair], tied[pair], boards * checked)


@compiled_cached
def count_board(ends: Any, work: CountWorkspace, board: Any, boards: int, play: PlayTables, tables: HandTables) -> None:
    """Count the results of one board, which stands for `boards` boards."""
    _rank_pairs(work, board, play, tables)
    _sort(work)
    _add_bets(work, board, play.bets)
    _compare(work)
    _end_pairs(ends, work, boards, play)


@compiled_cached
def _next_board(board: Any) -> bool:
    """Advance to the next board of five cards in descending order; return False after the last."""
    for place in range(4, -1, -1):
        limit = board[place - 1] if place else DECK
        if board[place] + 1 < limit:
            board[place] += 1
            return True
        board[place] = 4 - place
    return False


@compiled_nogil
def count_ends(times: int, play: PlayTables, tables: HandTables) -> Ints:
    """Return the number of deals by result, over every board."""
    ends = np.zeros((times, KINDS, KINDS, 3), np.int64)
    work, board = new_count_workspace(), np.array([4, 3, 2, 1, 0])
    is_more = True
    while is_more:
        boards = boards_like(board)
        if boards:
            count_board(ends, work, board, boards, play, tables)
        is_more = _next_board(board)
    return ends


def play_tables_of(solved: UltimateSolution) -> PlayTables:
    rules, tables = solved.rules, tables_of(solved.rules)
    times = play_sizes(rules)
    numbers = [library_card_number(card) for card in range(DECK)]
    kinds = np.searchsorted(category_starts(), np.arange(VALUES), side="right") - 1
    return PlayTables(
        tables.keys[numbers],
        tables.masks[numbers],
        kinds.astype(np.int64),
        np.array([int(rules.blind.of(kind) * rules.unit) for kind in CATEGORIES], np.int64),
        rules.unit,
        int(rules.qualifies),
        rules.river,
        _raises_before_flop(solved)[first_hands()],
        flop_bets(solved),
        times.index(0),
        times.index(rules.river),
        times.index(rules.flop),
        rules.min_hole_cards,
    )


def flop_bets(solved: UltimateSolution) -> Bytes:
    """Return the flop decisions as one byte each, so that a board can add up the decisions of its ten flops."""
    bits = flop_raise_bits(solved).astype("<u8").view(np.uint8)
    return np.unpackbits(bits, axis=1, count=PAIRS, bitorder="little")


def _raises_before_flop(solved: UltimateSolution) -> Ints:
    """Return for each first hand how much best play raises before the flop."""
    times = play_sizes(solved.rules)
    places = {CHECK: NO_RAISE} | {raise_name(many): place for place, many in enumerate(times)}
    return np.array([places[solved.chart[hand_name(number)]] for number in range(HANDS)], np.int64)
