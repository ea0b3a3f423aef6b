"""Kernels of thirteen-card poker: set the house way, find sweeps, and settle hands in points.

The deciding functions are those of the live table, compiled: the search for the best arrangement and the points of
rows.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import allow_in_kernels, compiled_nogil, kernel_function
from croupier.families.thirteen_card.clean_sweeps import SWEEPS, straight_counts
from croupier.families.thirteen_card.hand_values import (
    FRONT_CARDS,
    HAND_CARDS,
    ROW_CARDS,
    position_of,
    strength_of_front,
)
from croupier.families.thirteen_card.house_way import (
    BUCKETS,
    FIVES,
    SPLITS,
    THREES,
    RowTables,
    expected_points,
    find_best_rows,
    front_choices,
    order_by_strength,
)
from croupier.families.thirteen_card.points import (
    PointRules,
    between_sweeps,
    row_points,
    with_homerun_bonus,
)
from croupier.hands.hand_strength import NO_CARDS, add_rank
from croupier.hands.kernels import HandTables, rank_of_keys
from croupier.hands.rank_tables import tables_for
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, mix64, start_of_shoe

allow_in_kernels(expected_points, order_by_strength, find_best_rows, row_points, with_homerun_bonus, between_sweeps)

DECK = 52
RANKS = 13
NO_SWEEP = -1
LOW_HALF = U64(0xFFFFFFFF)
HALF = U64(32)


class Choices(NamedTuple):
    """All choices of three and of five out of thirteen cards, as arrays for kernels."""

    fives: NDArray[np.int64]
    threes: NDArray[np.int64]
    fronts: NDArray[np.int16]
    """Bit masks of the possible front rows for each back row."""
    five_cards: NDArray[np.int64]
    three_cards: NDArray[np.int64]


class ArrangingTables(NamedTuple):
    """Lookup tables for setting thirteen cards: values of rows and their expected points."""

    choices: Choices
    five_tables: HandTables
    front_places: NDArray[np.int64]
    """Strength position of a front row, indexed by its three ranks in any order."""
    rows: RowTables
    straights: NDArray[np.int64]
    """Rank counts of three straights, each encoded as one number, sorted."""


class ArrangingWorkspace(NamedTuple):
    """Preallocated arrays for setting one hand after the other."""

    places: NDArray[np.int16]
    ends: NDArray[np.int64]
    order: NDArray[np.int64]


class ScoringTables(NamedTuple):
    """Point values of the rulebook as numbers and arrays, with which kernels settle hands."""

    sweep_ranks: NDArray[np.int64]
    sweep_points: NDArray[np.int64]
    shot: int
    homerun: int
    replaces: bool
    homerun_bonus: int
    tie_by_rank: bool


def arranging_tables(tables: RowTables) -> ArrangingTables:
    """Return the lookup tables of the live table as arrays for kernels."""
    as_arrays = RowTables(*(np.array(one, np.int64) for one in tables))  # type: ignore[arg-type]
    return ArrangingTables(_choices(), tables_for(ROW_CARDS), _front_places(), as_arrays, _straights())


def scoring_tables(rules: PointRules) -> ScoringTables:
    values = [rules.sweeps[kind] for kind in SWEEPS]
    return ScoringTables(
        np.array([value.rank for value in values], np.int64),
        np.array([value.points for value in values], np.int64),
        rules.shot,
        rules.homerun,
        rules.bonus_replaces,
        -1 if rules.homerun_bonus is None else rules.homerun_bonus,
        rules.tie_by_rank,
    )


@cache
def _choices() -> Choices:
    cards = range(HAND_CARDS)
    return Choices(
        np.array(FIVES, np.int64),
        np.array(THREES, np.int64),
        np.array(front_choices(), np.int16),
        np.array(list(combinations(cards, ROW_CARDS)), np.int64),
        np.array(list(combinations(cards, FRONT_CARDS)), np.int64),
    )


@cache
def _front_places() -> NDArray[np.int64]:
    places = np.zeros((RANKS, RANKS, RANKS), np.int64)
    for ranks in np.ndindex(places.shape):
        levels = NO_CARDS
        for rank in ranks:
            levels = add_rank(levels, 1 << ((rank - 1) % RANKS))
        places[ranks] = position_of(strength_of_front(levels), FRONT_CARDS)
    return places


@cache
def _straights() -> NDArray[np.int64]:
    numbers = (sum(many * 5**rank for rank, many in enumerate(counts)) for counts in straight_counts())
    return np.array(sorted(numbers), np.int64)


@kernel_function
def fill_places(cards: Any, by: ArrangingTables, places: Any) -> None:
    """Store in `places` the strength position of each choice of three or five of thirteen cards, by its bit mask."""
    tables = by.five_tables
    keys, masks = tables.keys[cards], tables.masks[cards]
    for number in range(len(by.choices.fives)):
        key, suits = tables.start, np.uint64(0)
        for place in range(ROW_CARDS):
            card = by.choices.five_cards[number, place]
            key += keys[card]
            suits |= masks[card]
        places[by.choices.fives[number]] = rank_of_keys(key, suits, tables)
    for number in range(len(by.choices.threes)):
        one, two, three = by.choices.three_cards[number]
        places[by.choices.threes[number]] = by.front_places[cards[one] >> 2, cards[two] >> 2, cards[three] >> 2]


@kernel_function
def sweep_of(cards: Any, by: ArrangingTables, ranks: Any, points: Any) -> int:
    """Return the number of the best sweep that thirteen cards can form, or -1 if they form none."""
    held, suits = np.zeros(RANKS, np.int64), np.zeros(4, np.int64)
    for card in cards:
        held[card >> 2] += 1
        suits[card & 3] += 1
    black, best = suits[0] + suits[2], NO_SWEEP
    number = pairs = seniors = minors = 0
    for rank in range(RANKS - 1, -1, -1):
        number = number * 5 + held[rank]
        pairs += held[rank] >> 1
        if rank == 0 or rank > 8:
            seniors += held[rank]
        else:
            minors += held[rank]
    has = np.zeros(len(ranks), np.bool_)
    is_dragon, one_colour = held.max() == 1, black in (0, HAND_CARDS)
    has[0] = is_dragon and suits.max() == HAND_CARDS
    has[1], has[2], has[3] = is_dragon and one_colour, is_dragon, one_colour
    has[4], has[5], has[6] = minors == HAND_CARDS, seniors == HAND_CARDS, pairs == 6
    has[7] = _is_suited(suits)
    at = np.searchsorted(by.straights, number)
    has[8] = at < len(by.straights) and by.straights[at] == number
    for kind in range(len(ranks)):
        better = best == NO_SWEEP or (ranks[kind], -points[kind]) < (ranks[best], -points[best])
        if has[kind] and better:
            best = kind
    return best


@kernel_function
def _is_suited(suits: Any) -> bool:
    """Return whether the numbers of cards per suit allow three rows of one suit each."""
    threes = fives = 0
    for many in suits:
        if many in (3, 8, 13):
            threes += 1
        elif many not in (0, 5, 10):
            return False
    # One suit has three cards beyond a multiple of five; the other cards must form two rows of five.
    for many in suits:
        fives += many // 5
    return threes == 1 and fives == 2


@kernel_function
def pair_net(one: Any, other: Any, home: bool, other_home: bool, by: ArrangingTables, score: ScoringTables) -> Any:
    """Return the net points that the first of two hands wins from the other.

    A hand is an array of the positions of its rows, then its sweep.
    """
    if one[3] >= 0 or other[3] >= 0:
        return _with_sweep(one[3], other[3], score)
    rows = by.rows
    brings = rows.front_bonus[one[0]], rows.middle_bonus[one[1]], rows.back_bonus[one[2]]
    others = rows.front_bonus[other[0]], rows.middle_bonus[other[1]], rows.back_bonus[other[2]]
    won = one[0] > other[0], one[1] > other[1], one[2] > other[2]
    lost = other[0] > one[0], other[1] > one[1], other[2] > one[2]
    return _earned(won, brings, home, score) - _earned(lost, others, other_home, score)


@kernel_function
def _earned(won: Any, brings: Any, home: bool, score: ScoringTables) -> int:
    if not (won[0] and won[1] and won[2]):
        return row_points(won, brings, 1, score.replaces)
    if not home:
        return row_points(won, brings, score.shot, score.replaces)
    points = row_points(won, brings, score.homerun, score.replaces)
    return with_homerun_bonus(points, score.homerun, brings, score.replaces, score.homerun_bonus)


@kernel_function
def _with_sweep(one: int, other: int, score: ScoringTables) -> Any:
    if one < 0:
        return -score.sweep_points[other]
    if other < 0:
        return score.sweep_points[one]
    ranks, points = score.sweep_ranks, score.sweep_points
    return between_sweeps(ranks[one], points[one], ranks[other], points[other], score.tie_by_rank)


@kernel_function
def wins_every_row(one: Any, other: Any) -> Any:
    """Return whether the first of two regular hands wins every row against the other."""
    return one[3] < 0 and other[3] < 0 and one[0] > other[0] and one[1] > other[1] and one[2] > other[2]


@kernel_function
def beats_all(hands: Any, own: int, players: int) -> bool:
    """Return whether a hand wins every row against each of the other hands."""
    for seat in range(players):  # noqa: SIM110 - compiled code has no generators
        if seat != own and not wins_every_row(hands[own], hands[seat]):
            return False
    return True


@kernel_function
def arrange(cards: Any, by: ArrangingTables, score: ScoringTables, workspace: ArrangingWorkspace, hand: Any) -> None:
    """Set a hand the house way: store the positions of its rows and its best sweep, which is always declared."""
    hand[3] = sweep_of(cards, by, score.sweep_ranks, score.sweep_points)
    fill_places(cards, by, workspace.places)
    of, places = by.choices, workspace.places
    back, middle = find_best_rows(places, of.fives, of.threes, of.fronts, workspace.ends, workspace.order, by.rows)
    hand[0], hand[1], hand[2] = places[(SPLITS - 1) ^ back ^ middle], places[middle], places[back]


@kernel_function
def shuffle_pack(pack: Any, start: Any, number: int, dealt: int) -> None:
    """Shuffle the first `dealt` cards of a pack, depending only on the seed and the number of the deal (Fisher-Yates).

    With 32 bits per card, no position is more likely than another by more than one part in eighty million.
    """
    begin = start_of_shoe(start, number)
    for place in range(dealt):
        word = mix64(begin + U64(place) * GOLDEN)
        left = U64(len(pack) - place)
        picked = place + np.int64(((word & LOW_HALF) * left) >> HALF)
        pack[place], pack[picked] = pack[picked], pack[place]


@compiled_nogil
def arrange_deals(
    whole: Any, players: int, start: Any, first: int, deals: int, by: ArrangingTables, score: ScoringTables, hands: Any
) -> None:
    """Deal hands again and again and set each; store rows and sweep in `hands`.

    `hands` has the shape (deals, players, 4).
    """
    workspace = ArrangingWorkspace(
        np.zeros(SPLITS, np.int16), np.zeros(BUCKETS + 1, np.int64), np.zeros(len(by.choices.fives), np.int64)
    )
    for deal in range(deals):
        pack = whole.copy()
        shuffle_pack(pack, start, first + deal, players * HAND_CARDS)
        for seat in range(players):
            arrange(pack[seat * HAND_CARDS : (seat + 1) * HAND_CARDS], by, score, workspace, hands[deal, seat])


@compiled_nogil
def legal_arrangements(cards: Any, by: ArrangingTables, arrangements: Any, masks: Any) -> int:
    """Store every legal arrangement of thirteen cards, and return how many there are.

    `arrangements` receives the positions of the rows, `masks` the back and the middle row. Arrangements with rows of
    equal strength count as one.
    """
    places = np.zeros(SPLITS, np.int16)
    fill_places(cards, by, places)
    seen = set([np.int64(-1)])  # noqa: C405 - Numba cannot type an empty set
    many = 0
    for back in by.choices.fives:
        for middle in by.choices.fives:
            if back & middle or places[middle] > places[back]:
                continue
            front = (SPLITS - 1) ^ back ^ middle
            if places[middle] < by.rows.least_middle[places[front]]:
                continue
            key = (np.int64(places[front]) << 26) | (np.int64(places[middle]) << 13) | np.int64(places[back])
            if key in seen:
                continue
            seen.add(key)
            arrangements[many, 0], arrangements[many, 1], arrangements[many, 2], arrangements[many, 3] = (
                places[front],
                places[middle],
                places[back],
                -1,
            )
            masks[many, 0], masks[many, 1] = back, middle
            many += 1
    return many


@compiled_nogil
def add_points_against(
    arrangements: Any, hands: Any, by: ArrangingTables, score: ScoringTables, sums: Any, squares: Any
) -> None:
    """Add the points that each arrangement wins against all opponents in each deal, and the squared points."""
    deals, others, _ = hands.shape
    ahead = np.zeros((deals, others), np.bool_)
    for deal in range(deals):
        for opponent in range(others):
            ahead[deal, opponent] = others == 3 and beats_all(hands[deal], opponent, others)
    for way in range(len(arrangements)):
        own = arrangements[way]
        for deal in range(deals):
            home = others == 3
            for opponent in range(others):
                home = home and wins_every_row(own, hands[deal, opponent])
            points = 0
            for opponent in range(others):
                other_home = ahead[deal, opponent] and wins_every_row(hands[deal, opponent], own)
                points += pair_net(own, hands[deal, opponent], home, other_home, by, score)
            sums[way] += points
            squares[way] += points * points


@compiled_nogil
def play_deals(hands: Any, by: ArrangingTables, score: ScoringTables, nets: Any, event_counts: Any) -> None:
    """Store the net points of each seat in each deal; count Shots, Homeruns and sweeps in `seen`."""
    deals, players, _ = hands.shape
    for deal in range(deals):
        for seat in range(players):
            home = players == 4 and beats_all(hands[deal], seat, players)
            for other_seat in range(seat + 1, players):
                other_home = players == 4 and beats_all(hands[deal], other_seat, players)
                points = pair_net(hands[deal, seat], hands[deal, other_seat], home, other_home, by, score)
                nets[deal, seat] += points
                nets[deal, other_seat] -= points
                event_counts[0] += wins_every_row(hands[deal, seat], hands[deal, other_seat]) or wins_every_row(
                    hands[deal, other_seat], hands[deal, seat]
                )
            event_counts[1] += home
            event_counts[2] += hands[deal, seat, 3] >= 0
