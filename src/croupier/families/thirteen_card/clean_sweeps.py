"""Clean Sweeps: special hands of thirteen cards that have their own ranking and beat every regular hand.

This module defines which cards form a sweep; ranks and points are in the rulebook. Two sweeps depend on how the cards
are set. For these, the module tests whether the cards allow them, and finds an arrangement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from croupier.cards import Card, Rank
from croupier.families.thirteen_card.hand_values import (
    FRONT_CARDS,
    HAND_CARDS,
    ROW_CARDS,
    Rows,
    first_misordered_rows,
    has_row_sizes,
)

PURE_DRAGON, ONE_COLOUR_DRAGON, DRAGON, ONE_COLOUR = "pure-dragon", "one-colour-dragon", "dragon", "one-colour"
MINOR, SENIOR, SIX_WHEELS = "minor", "senior", "six-wheels"
THREE_FLUSH, THREE_STRAIGHT = "three-flush", "three-straight"
SWEEPS = (
    PURE_DRAGON, ONE_COLOUR_DRAGON, DRAGON, ONE_COLOUR, MINOR, SENIOR, SIX_WHEELS, THREE_FLUSH, THREE_STRAIGHT,
)  # fmt: skip
SWEEPS_BY_ROWS = (THREE_FLUSH, THREE_STRAIGHT)
"""Sweeps that depend on how the cards are set in rows."""
RANKS, SUITS, PAIRS = 13, 4, 6
ACE_HIGH = 13
LOWEST_SENIOR = 9
"""Index of the ten, the lowest senior rank; the ace has index 0."""
RankCounts = tuple[int, ...]
"""Number of cards of each rank, the ace first."""
SuitCounts = tuple[int, ...]
"""Number of cards of each suit, in the order of `Suit`; red suits have odd indexes."""


def possible_sweeps(ranks: RankCounts, suits: SuitCounts) -> frozenset[str]:
    """Return every sweep that thirteen cards form, as dealt or when set in suitable rows. [004 L193-204]"""
    return frozenset(_kinds(ranks, suits))


def _kinds(ranks: RankCounts, suits: SuitCounts) -> Iterator[str]:
    one_colour = suits[0] + suits[2] in (0, HAND_CARDS)
    if set(ranks) == {1}:
        yield DRAGON
        if one_colour:
            yield ONE_COLOUR_DRAGON
        if HAND_CARDS in suits:
            yield PURE_DRAGON
    if one_colour:
        yield ONE_COLOUR
    if not ranks[0] and not any(ranks[LOWEST_SENIOR:]):
        yield MINOR
    if not any(ranks[1:LOWEST_SENIOR]):
        yield SENIOR
    if sum(many // 2 for many in ranks) == PAIRS:  # four of a kind count as two pairs [004 L202]
        yield SIX_WHEELS
    if tuple(sorted(many for many in suits if many)) in THREE_FLUSH_SUIT_COUNTS:
        yield THREE_FLUSH
    if ranks in straight_counts():
        yield THREE_STRAIGHT


THREE_FLUSH_SUIT_COUNTS = ((3, 5, 5), (5, 8), (3, 10), (13,))
"""Numbers of cards per suit with which each of the three rows can be of one suit."""


@cache
def straights(many: int) -> tuple[tuple[int, ...], ...]:
    """Return the ranks of every straight of `many` cards, with the ace low or high."""
    return tuple(tuple(rank % RANKS for rank in range(low, low + many)) for low in range(ACE_HIGH - many + 2))


@cache
def straight_counts() -> frozenset[RankCounts]:
    """Return, for every combination of three straights, how many cards of each rank it has."""
    found = set()
    for front in straights(FRONT_CARDS):
        for middle in straights(ROW_CARDS):
            for back in straights(ROW_CARDS):
                counted = Counter((*front, *middle, *back))
                if max(counted.values()) <= SUITS:
                    found.add(tuple(counted[rank] for rank in range(RANKS)))
    return frozenset(found)


def counts_of(cards: Sequence[Card]) -> tuple[RankCounts, SuitCounts]:
    ranks, suits = Counter(card.rank - 1 for card in cards), Counter(int(card.suit) for card in cards)
    return tuple(ranks[rank] for rank in range(RANKS)), tuple(suits[suit] for suit in range(SUITS))


def sweeps_of_rows(rows: Sequence[Sequence[Card]], *, needs_order: bool = False) -> frozenset[str]:
    """Return every sweep of these rows; two kinds of sweep count only if the rows themselves form them.

    With `needs_order`, those two also require rows in ascending order. [CA-13C-A7]
    """
    cards = [card for row in rows for card in row]
    if len(cards) != HAND_CARDS or len(set(cards)) != HAND_CARDS:
        return frozenset()
    can = possible_sweeps(*counts_of(cards))
    are_legal = has_row_sizes(rows) and not (needs_order and first_misordered_rows(rows))
    formed_by_rows = {THREE_FLUSH: all(map(_is_suited, rows)), THREE_STRAIGHT: all(map(_is_run, rows))}
    return frozenset(kind for kind in can if kind not in SWEEPS_BY_ROWS or (are_legal and formed_by_rows[kind]))


def _is_suited(row: Sequence[Card]) -> bool:
    return len({card.suit for card in row}) == 1


def _is_run(row: Sequence[Card]) -> bool:
    return tuple(sorted(card.rank - 1 for card in row)) in {tuple(sorted(run)) for run in straights(len(row))}


def arrangement_for_sweep(kind: str, cards: Sequence[Card], *, needs_order: bool = False) -> Rows | None:
    """Return rows that form a sweep from these cards; None if that is impossible or any rows will do."""
    if kind not in SWEEPS_BY_ROWS or kind not in possible_sweeps(*counts_of(cards)):
        return None
    candidates = _suited_rows(cards) if kind == THREE_FLUSH else _run_rows(cards)
    found = [rows for rows in candidates if not (needs_order and first_misordered_rows(rows))]
    # Prefer rows in ascending order, so that the hand is also legal if the sweep is not declared.
    return next((rows for rows in found if first_misordered_rows(rows) is None), found[0] if found else None)


def _suited_rows(cards: Sequence[Card]) -> Iterator[Rows]:
    suits = {suit: sorted((card for card in cards if card.suit == suit), key=_height) for suit in range(SUITS)}
    for front in _picks(suits, FRONT_CARDS):
        for back in _picks(suits, ROW_CARDS, front):
            middle = tuple(card for card in cards if card not in front and card not in back)
            if _is_suited(middle):
                yield front, middle, back


def _picks(suits: Mapping[int, list[Card]], many: int, without: Sequence[Card] = ()) -> Iterator[tuple[Card, ...]]:
    for own in suits.values():
        yield from combinations([card for card in own if card not in without], many)


def _run_rows(cards: Sequence[Card]) -> Iterator[Rows]:
    for front in straights(FRONT_CARDS):
        for middle in straights(ROW_CARDS):
            for back in straights(ROW_CARDS):
                left = sorted(cards)
                rows = [_take_run(left, run) for run in (front, middle, back)]
                if all(rows) and not left:
                    yield tuple(rows)  # type: ignore[misc]


def _take_run(left: list[Card], run: Sequence[int]) -> tuple[Card, ...]:
    """Remove one card of each of these ranks from `left` and return the cards; an empty tuple if one is missing."""
    row = []
    for rank in run:
        card = next((one for one in left if one.rank - 1 == rank), None)
        if card is None:
            return ()
        left.remove(card)
        row.append(card)
    return tuple(row)


def _height(card: Card) -> int:
    return ACE_HIGH if card.rank is Rank.ACE else card.rank - 1
