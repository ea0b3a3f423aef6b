"""Frequency of a Play wager at the river in Ultimate Texas Hold'em, by class of hand, over all boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from croupier.compiled import compiled_cached, compiled_nogil
from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    DEALERS,
    FOLDS,
    RANKS,
    TYPES,
    ArrayLayout,
    BoardPayouts,
    BoardWorkspace,
    Ints,
    evaluate_pairs_by_rank,
    evaluate_pairs_by_suit_type,
    layout,
    new_board_workspace,
)
from croupier.families.dealer_poker.ultimate.odds.boards import rank_boards
from croupier.families.dealer_poker.ultimate.odds.flop_hand_classes import (
    ClassFrequency,
    categories_of_values,
    class_frequencies,
)
from croupier.families.dealer_poker.ultimate.odds.hand_values import VALUES, pays_of, rank_keys, tables_of
from croupier.families.dealer_poker.ultimate.rules import HANDS, UltimateRules
from croupier.hands import hand_strength
from croupier.hands.hand_strength import Category, Wheel
from croupier.hands.kernels import HandTables

CATEGORIES = len(HANDS)
KICKERS = (1 << hand_strength.RANK_BITS) - 1


class RiverHandClass(NamedTuple):
    """Class of a hand at the river: its category, and whether the hole cards or the board make the hand."""

    category: Category
    is_own: bool
    """Whether the hand uses a hole card: without kickers, it is better than what the board makes alone."""


@dataclass(frozen=True)
class RiverFrequencies:
    """Decisions of best play at the river over all boards and hands, regardless of earlier decisions."""

    kinds: Mapping[RiverHandClass, ClassFrequency]
    fewest_folded: int
    """Fewest dealer's hands (of 990) that beat a hand which best play folds; 990 if it folds none.

    Only hands that the Blind pays nothing for are considered.
    """
    most_played: int
    """Most dealer's hands (of 990) that beat a hand which best play plays; 0 if it plays none."""


@lru_cache(maxsize=4)
def river_class_frequencies(rules: UltimateRules) -> RiverFrequencies:
    """Return the decisions of best play at the river; takes a second once the kernels are compiled."""
    suited, many, begins = _suited_boards()
    counts, bounds = _count_rivers(
        rank_boards(), suited, many, begins, rank_keys(), layout(), pays_of(rules), tables_of(rules),
        strengths_without_kickers(), categories_of_values(),
    )  # fmt: skip
    kinds = {RiverHandClass(kind, own): counts[kind, int(own)] for kind in HANDS for own in (False, True)}
    return RiverFrequencies(class_frequencies(kinds), int(bounds[0]), int(bounds[1]))


@cache
def strengths_without_kickers() -> Ints:
    """Return for each hand value the strength of the hand without its kickers.

    The pair of a full house is part of the hand, not a kicker.
    """
    made = np.zeros(VALUES, np.int64)
    for value, strength in enumerate(hand_strength.strength_order(5, Wheel.LOW), 1):
        is_full = strength >> 2 * hand_strength.RANK_BITS == Category.FULL_HOUSE
        is_high = strength >> 2 * hand_strength.RANK_BITS == Category.HIGH_CARD
        made[value] = strength if is_full else 0 if is_high else strength & ~KICKERS
    return made


@cache
def _suited_boards() -> tuple[Ints, Ints, Ints]:
    """Return for each board of ranks the sets of ranks that can be in one suit, and how many boards have each set.

    Each board begins with the case in which suits do not matter. The last array has the start of each board's entries.
    """
    suited, many, begins = [], [], [0]
    for board in rank_boards().tolist():
        held = {rank: board.count(rank) for rank in board}
        flushes = {ranks: _boards(held, ranks) for ranks in _subsets(list(held)) if len(ranks) >= 3}
        found = {(): _boards(held, ()) - sum(flushes.values())} | flushes
        suited += [sum(1 << rank for rank in ranks) for ranks, boards in found.items() if boards]
        many += [boards for boards in found.values() if boards]
        begins.append(len(suited))
    return np.array(suited, np.int64), np.array(many, np.int64), np.array(begins, np.int64)


def _subsets(ranks: list[int]) -> list[tuple[int, ...]]:
    chosen = range(1 << len(ranks))
    return [tuple(rank for place, rank in enumerate(ranks) if choice >> place & 1) for choice in chosen]


def _boards(held: Mapping[int, int], suited: tuple[int, ...]) -> int:
    """Return how many boards have these ranks with exactly the ranks `suited` in one suit, any of the four."""
    boards = 4 if suited else 1
    for rank, cards in held.items():
        boards *= comb(3 if suited else 4, cards - (rank in suited))
    return boards


@compiled_cached
def _board_strength(workspace: BoardWorkspace, made: Any) -> Any:
    """Return the strength without kickers of what the board makes alone.

    It is the lowest strength that any two hole cards have on this board.
    """
    least = np.iinfo(np.int64).max
    for pair in range(len(workspace.first)):
        if workspace.ways[pair]:
            least = min(least, made[workspace.values[pair]])
    return least


@compiled_cached
def _tally(counts: Any, bounds: Any, workspace: BoardWorkspace, folds: Any, many: int, by_value: Any) -> None:
    """Count the deals and the decisions of all hole cards that can be dealt beside one board."""
    made, categories, blind = by_value
    board = _board_strength(workspace, made)
    for pair in range(len(workspace.first)):
        deals = many * workspace.ways[pair]
        if deals == 0:
            continue
        value, lost = workspace.values[pair], workspace.lost[pair]
        kind, own = categories[value], 1 if made[value] > board else 0
        counts[kind, own, 0] += deals
        counts[kind, own, 1] += deals * (folds[pair] == 0)
        if blind[value] == 0 and folds[pair]:
            bounds[0] = min(bounds[0], lost)
        elif blind[value] == 0:
            bounds[1] = max(bounds[1], lost)


@compiled_nogil
def _count_rivers(
    boards: Ints, suited: Ints, many: Ints, begins: Ints, keys: Any, spots: ArrayLayout, pays: BoardPayouts,
    tables: HandTables,
    made: Ints, categories: Ints,
) -> tuple[Ints, Ints]:  # fmt: skip
    """Count deals and Play wagers at the river by category and by use of hole cards.

    Also return two bounds: `fewest_folded` and `most_played` of `RiverFrequencies`.
    """
    counts, bounds = np.zeros((CATEGORIES, 2, 2), np.int64), np.array([DEALERS, 0])
    plain, flush = (
        new_board_workspace(spots.low, spots.high, RANKS),
        new_board_workspace(spots.first, spots.second, TYPES),
    )
    held, by_value = np.zeros(RANKS, np.int64), (made, categories, pays.blind)
    for number in range(len(boards)):
        held[:] = 0
        key = np.uint64(0)
        for rank in boards[number]:
            held[rank] += 1
            key += keys[rank]
        evaluate_pairs_by_rank(plain, held, key, keys, pays, tables)
        for row in range(begins[number], begins[number + 1]):
            if suited[row] == 0:
                _tally(counts, bounds, plain, plain.found[FOLDS], many[row], by_value)
                continue
            evaluate_pairs_by_suit_type(flush, held, suited[row], plain, spots, pays, tables)
            folds = flush.found[FOLDS] + plain.found[FOLDS][spots.same_ranks]
            _tally(counts, bounds, flush, folds, many[row], by_value)
    return counts, bounds
