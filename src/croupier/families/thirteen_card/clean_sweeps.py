"""Clean Sweeps: hands of thirteen cards with a ranking of their own, which win against every regular hand.

What a sweep asks of the cards is here; what it ranks and brings stands in the rulebook. Two of them are made by how
the cards are laid; for those the cards say whether it can be done, and a laying is found.
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
    is_formed,
)

PURE_DRAGON, ONE_COLOUR_DRAGON, DRAGON, ONE_COLOUR = "pure-dragon", "one-colour-dragon", "dragon", "one-colour"
MINOR, SENIOR, SIX_WHEELS = "minor", "senior", "six-wheels"
THREE_FLUSH, THREE_STRAIGHT = "three-flush", "three-straight"
SWEEPS = (
    PURE_DRAGON, ONE_COLOUR_DRAGON, DRAGON, ONE_COLOUR, MINOR, SENIOR, SIX_WHEELS, THREE_FLUSH, THREE_STRAIGHT,
)  # fmt: skip
BY_LAYING = (THREE_FLUSH, THREE_STRAIGHT)
"""Those that the rows make."""
RANKS, SUITS, PAIRS = 13, 4, 6
ACE_HIGH = 13
LOWEST_SENIOR = 9
"""The ten, where the ace counts 0."""
RankCounts = tuple[int, ...]
"""How many cards of each rank, the ace first."""
SuitCounts = tuple[int, ...]
"""How many cards of each suit, as suits are numbered: red ones are odd."""


def kinds_by_cards(ranks: RankCounts, suits: SuitCounts) -> frozenset[str]:
    """Every sweep that thirteen cards are, or can be laid into. [004 L193-204]"""
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
    if sum(many // 2 for many in ranks) == PAIRS:  # four of a kind are two pairs [004 L202]
        yield SIX_WHEELS
    if tuple(sorted(many for many in suits if many)) in SUITED:
        yield THREE_FLUSH
    if ranks in straight_counts():
        yield THREE_STRAIGHT


SUITED = ((3, 5, 5), (5, 8), (3, 10), (13,))
"""How many cards of each suit make three rows of one suit each."""


@cache
def runs(many: int) -> tuple[tuple[int, ...], ...]:
    """The ranks of every straight of so many cards, the ace at either end."""
    return tuple(tuple(rank % RANKS for rank in range(low, low + many)) for low in range(ACE_HIGH - many + 2))


@cache
def straight_counts() -> frozenset[RankCounts]:
    """How many cards of each rank, for every choice of three straights."""
    found = set()
    for front in runs(FRONT_CARDS):
        for middle in runs(ROW_CARDS):
            for back in runs(ROW_CARDS):
                counted = Counter((*front, *middle, *back))
                if max(counted.values()) <= SUITS:
                    found.add(tuple(counted[rank] for rank in range(RANKS)))
    return frozenset(found)


def counts_of(cards: Sequence[Card]) -> tuple[RankCounts, SuitCounts]:
    ranks, suits = Counter(card.rank - 1 for card in cards), Counter(int(card.suit) for card in cards)
    return tuple(ranks[rank] for rank in range(RANKS)), tuple(suits[suit] for suit in range(SUITS))


def kinds_of(rows: Sequence[Sequence[Card]], *, needs_order: bool = False) -> frozenset[str]:
    """Every sweep that cards are which lie so: two of them only where the rows make them.

    `needs_order`: whether those also have to lie in order. [CA-13C-A7]
    """
    cards = [card for row in rows for card in row]
    if len(cards) != HAND_CARDS or len(set(cards)) != HAND_CARDS:
        return frozenset()
    can = kinds_by_cards(*counts_of(cards))
    lie_well = is_formed(rows) and not (needs_order and first_misordered_rows(rows))
    made = {THREE_FLUSH: all(map(_is_suited, rows)), THREE_STRAIGHT: all(map(_is_run, rows))}
    return frozenset(kind for kind in can if kind not in BY_LAYING or (lie_well and made[kind]))


def _is_suited(row: Sequence[Card]) -> bool:
    return len({card.suit for card in row}) == 1


def _is_run(row: Sequence[Card]) -> bool:
    return tuple(sorted(card.rank - 1 for card in row)) in {tuple(sorted(run)) for run in runs(len(row))}


def arrangement_for_sweep(kind: str, cards: Sequence[Card], *, needs_order: bool = False) -> Rows | None:
    """Rows that make a sweep out of these cards; None where none does, or where any laying will do."""
    if kind not in BY_LAYING or kind not in kinds_by_cards(*counts_of(cards)):
        return None
    ways = _suited_rows(cards) if kind == THREE_FLUSH else _run_rows(cards)
    found = [rows for rows in ways if not (needs_order and first_misordered_rows(rows))]
    # Rows in order where there are some: a hand so laid is none the worse if the sweep is not declared.
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
    for front in runs(FRONT_CARDS):
        for middle in runs(ROW_CARDS):
            for back in runs(ROW_CARDS):
                left = sorted(cards)
                rows = [_taken(left, run) for run in (front, middle, back)]
                if all(rows) and not left:
                    yield tuple(rows)  # type: ignore[misc]


def _taken(left: list[Card], run: Sequence[int]) -> tuple[Card, ...]:
    """One card of each rank out of those left; nothing where one is missing."""
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
