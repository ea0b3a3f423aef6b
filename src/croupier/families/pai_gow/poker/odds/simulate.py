"""Simulation of pai gow poker: every round from a whole deck, all hands set the house way.

The class of a hand is found by the sum of its cards' keys, as in `croupier.hands`. The strengths and labels of each
class are computed in advance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_nogil, kernel_function
from croupier.errors import BadInput
from croupier.families.pai_gow.poker.odds.exact import (
    QUEEN_FIVE,
    RESULTS,
    HouseWayReading,
    PokerHandLabels,
    _columns,
    conditions_of,
    house_way_reading,
    labels_of,
    merge_equivalent_labels,
)
from croupier.families.pai_gow.poker.odds.hand_classes import (
    JOKER,
    KEYS,
    MATCH,
    MATCHED,
    SUITS,
    Ints,
    beside_index,
    classes_of,
    suited_index,
)
from croupier.families.pai_gow.poker.odds.hand_traits import ONE_COLOUR, hand_traits
from croupier.families.pai_gow.poker.odds.kernels import IN_ROW, ROW
from croupier.families.pai_gow.poker.odds.shipped_counts import hand_counts
from croupier.hands.hand_strength import RANKS
from croupier.hands.rank_tables import JOKER_KEY
from croupier.odds.fact_table import SIMULATED, ComputedFactColumns, FactTable
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.simulation.driver import Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, ShoeSetup, draw_positions, shuffle_workspace, start_of
from croupier.odds.wager_odds import CorrelatedOdds, WagerOdds, measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

Counted = NDArray[np.int64]
DECK = 53
ROWS = 32
"""Number of rounds shuffled at the same time."""
SUIT_SHIFT, RED_SHIFT, CARD_SHIFT = 32, 48, 52
RANK_PART = (1 << SUIT_SHIFT) - 1
FLUSHES = 0x8888 << SUIT_SHIFT
START = 0x3333 << SUIT_SHIFT
HIGH_SHIFT, LOW_SHIFT, LOW_MASK, OWN_SHIFT, OWN_MASK, DEALER_MASK = 19, 12, 127, 4, 255, 15
MOST_HIGHS = 1 << 32 - HIGH_SHIFT
"""Maximum number of different high hands that fit into the packed integer.

The constants above are the positions of the high hand, the low hand, the own label and the dealer's label in 32 bits.
"""


class RoundLookup(NamedTuple):
    """Lookup arrays with which the kernel finds the result of a round from its cards."""

    size: int
    keys: NDArray[np.uint64]
    """Key of each card: key of the rank, four bits per suit, a bit for red, and the card number."""
    rows: NDArray[np.uint32]
    """For hands without a flush: start of the row that contains the sum of their rank keys."""
    suited: NDArray[np.int32]
    """Class index of each hand with a flush, by the ranks of its suit and the cards beside it."""
    packed_values: NDArray[np.uint32]
    """One packed integer per class of hands: high hand, low hand, label as own hand, label as dealer's hand."""
    coloured: NDArray[np.uint32]
    """Own label of hands of one colour, per class. Empty if no wager depends on the colour."""
    five: NDArray[np.int32]
    """High hand that equals the five cards of Save the Queen, per class.

    It is -1 if the joker stands for no queen; the array is empty if no wager uses it.
    """
    dealers: int
    """Number of different labels that dealer's hands have."""


class PaiGowWorkspace(NamedTuple):
    """Preallocated arrays for the hands of some rounds; each row has the player-dealer's hand, then one per seat."""

    pile: NDArray[np.uint64]
    dealt_keys: NDArray[np.uint64]
    """Key of every dealt card: a number that encodes its rank, suit and colour."""
    sums: NDArray[np.uint64]
    """Sum of the card keys of each hand."""
    places: NDArray[np.uint64]
    hand_values: NDArray[np.uint32]
    cells: NDArray[np.uint32]
    """Result cell of each seat: a number that encodes the labels of both hands and how they compare."""


@kernel_function
def new_workspace(rows: int, across: int, hands: int) -> PaiGowWorkspace:
    return PaiGowWorkspace(
        np.empty(DECK, np.uint64), np.zeros(rows * across, np.uint64), np.zeros(rows * hands, np.uint64),
        np.zeros(rows * hands, np.uint64), np.zeros(rows * hands, np.uint32), np.zeros(rows * hands, np.uint32),
    )  # fmt: skip


@kernel_function
def _deal(keys: Any, picked: Any, across: int, rows: int, hands: int, size: int, workspace: PaiGowWorkspace) -> None:
    """Deal the key of the card at each drawn position, and move the last card of the pile there, as `deal_out` does."""
    pile, dealt_keys, sums = workspace.pile, workspace.dealt_keys, workspace.sums
    for row in range(U64(rows)):
        for card in range(U64(DECK)):
            pile[card] = keys[card]
        last, at = U64(DECK - 1), row * U64(across)
        for hand in range(U64(hands)):
            sum_of = U64(START)
            for _ in range(U64(size)):
                place = U64(picked[at])
                key = pile[place]
                pile[place] = pile[last]
                dealt_keys[at] = key
                sum_of += key
                last -= U64(1)
                at += U64(1)
            sums[row * U64(hands) + hand] = sum_of


@kernel_function
def _suited_place(suited: Any, dealt_keys: Any, begin: int, size: int, sum_of: Any) -> Any:
    """Return the class index of a hand with a flush."""
    suit = 0
    while not sum_of >> U64(SUIT_SHIFT + 3 + 4 * suit) & U64(1):
        suit += 1
    ranks: Any = 0
    joker = first = second = beside = suits = 0
    for place in range(begin, begin + size):
        card: Any = np.int64(dealt_keys[place] >> U64(CARD_SHIFT))
        rank = (card // SUITS + RANKS - 1) % RANKS
        if card == JOKER:
            joker = 1
        elif card % SUITS == suit:
            ranks |= 1 << rank
        else:
            second = rank
            first = second if beside == 0 else first
            suits |= 1 << card % SUITS
            beside += 1
    at = beside_index(first, second, beside)
    is_match = beside == 2 and at == MATCH and suits & (suits - 1) == 0
    return np.int64(suited[suited_index(ranks, joker, MATCHED if is_match else at)])


@kernel_function
def _find(lookup: RoundLookup, across: int, rows: int, hands: int, workspace: PaiGowWorkspace) -> None:
    """Find the class index and the packed strengths and labels of each hand."""
    begins, suited, packed_values, coloured, size = (
        lookup.rows,
        lookup.suited,
        lookup.packed_values,
        lookup.coloured,
        lookup.size,
    )
    dealt_keys, sums, places, hand_values = (
        workspace.dealt_keys,
        workspace.sums,
        workspace.places,
        workspace.hand_values,
    )
    for hand in range(U64(rows * hands)):
        ranks = sums[hand] & U64(RANK_PART)
        places[hand] = U64(begins[ranks >> U64(ROW)]) + (ranks & U64(IN_ROW))
    for row in range(rows):
        for nth in range(hands):
            hand = row * hands + nth
            if sums[hand] & U64(FLUSHES):
                places[hand] = _suited_place(suited, dealt_keys, row * across + nth * size, size, sums[hand])
    for hand in range(U64(rows * hands)):
        hand_values[hand] = packed_values[places[hand]]
    if len(coloured):
        for hand in range(U64(rows * hands)):
            red = sums[hand] >> U64(RED_SHIFT) & U64(15)
            if (red == U64(0) or red == U64(size)) and sums[hand] & U64(RANK_PART) < U64(JOKER_KEY):
                plain = hand_values[hand] & ~np.uint32(OWN_MASK << OWN_SHIFT)
                hand_values[hand] = plain | coloured[places[hand]] << np.uint32(OWN_SHIFT)


@kernel_function
def _compare(lookup: RoundLookup, rows: int, hands: int, workspace: PaiGowWorkspace) -> None:
    """Compute the result cell of every seat's hand against the player-dealer's; `CellMeaning` explains the cells."""
    hand_values, cells, dealers, five = workspace.hand_values, workspace.cells, np.uint32(lookup.dealers), lookup.five
    seat = U64(0)
    for row in range(U64(rows)):
        begin = row * U64(hands)
        dealer = hand_values[begin]
        high, low = dealer >> np.uint32(HIGH_SHIFT), dealer >> np.uint32(LOW_SHIFT) & np.uint32(LOW_MASK)
        for hand in range(begin + U64(1), begin + U64(hands)):
            value = hand_values[hand]
            own_high, front = value >> np.uint32(HIGH_SHIFT), value >> np.uint32(LOW_SHIFT) & np.uint32(LOW_MASK)
            above = np.uint32(own_high > high) + np.uint32(own_high >= high)
            ahead = np.uint32(front > low) + np.uint32(front >= low)
            own = value >> np.uint32(OWN_SHIFT) & np.uint32(OWN_MASK)
            cell = (own * dealers + (dealer & np.uint32(DEALER_MASK))) * np.uint32(RESULTS) + above
            cells[seat] = (cell * np.uint32(RESULTS) + ahead) * np.uint32(2) + np.uint32(own_high == high)
            seat += U64(1)
    if len(five):
        seat = U64(0)
        for row in range(U64(rows)):
            begin = row * U64(hands)
            high = hand_values[begin] >> np.uint32(HIGH_SHIFT)
            for hand in range(begin + U64(1), begin + U64(hands)):
                queens = five[workspace.places[hand]] if workspace.sums[hand] & U64(RANK_PART) >= U64(JOKER_KEY) else -1
                if queens >= 0:
                    cells[seat] = cells[seat] & ~np.uint32(1) | np.uint32(np.int64(high) == queens)
                seat += U64(1)


@compiled_nogil
def cells_of(lookup: RoundLookup, cards: Any, hands: int) -> Any:
    """Return the result cells (see `CellMeaning`) of rounds with given cards, the player-dealer's hand first."""
    across = hands * lookup.size
    rows = len(cards) // across
    workspace = new_workspace(rows, across, hands)
    for hand in range(rows * hands):
        workspace.sums[hand] = U64(START)
        for place in range(hand * lookup.size, (hand + 1) * lookup.size):
            workspace.dealt_keys[place] = lookup.keys[cards[place]]
            workspace.sums[hand] += workspace.dealt_keys[place]
    _find(lookup, across, rows, hands, workspace)
    _compare(lookup, rows, hands, workspace)
    return workspace.cells[: rows * (hands - 1)]


@compiled_nogil
def deal_rounds(
    lookup: RoundLookup, dealing: ShoeSetup, seats: int, start: Any, first: int, rounds: int, cells: Any
) -> None:
    """Deal `rounds` rounds from round number `first`, and count the result cell of every seat."""
    across, hands = 4 * len(dealing.left), seats + 1
    shuffling, workspace = shuffle_workspace(dealing, ROWS), new_workspace(ROWS, across, hands)
    picked = shuffling.picked.view(np.uint16)
    for begin in range(first, first + rounds, ROWS):
        rows = min(ROWS, first + rounds - begin)
        draw_positions(dealing, shuffling, start, begin, rows)
        _deal(lookup.keys, picked, across, rows, hands, lookup.size, workspace)
        _find(lookup, across, rows, hands, workspace)
        _compare(lookup, rows, hands, workspace)
        for seat in range(U64(rows * seats)):
            cells[workspace.cells[seat]] += 1


def _keys() -> NDArray[np.uint64]:
    keys = np.zeros(DECK, np.uint64)
    for card in range(JOKER):
        suit, red = 1 << (SUIT_SHIFT + 4 * (card % SUITS)), card % 2
        keys[card] = int(KEYS[(card // SUITS - 1) % RANKS]) | suit | red << RED_SHIFT | card << CARD_SHIFT
    keys[JOKER] = JOKER_KEY | 0x1111 << SUIT_SHIFT | JOKER << CARD_SHIFT
    return keys


@lru_cache(maxsize=4)
def shoe_setup_for(dealt: int) -> ShoeSetup:
    """Return the shuffle setup of a deck with joker from which `dealt` cards are dealt."""
    fours = np.arange(-(-dealt // 4), dtype=np.int64)
    left = DECK - 4 * fours
    by_twos = np.stack((left, left - 2), axis=1).ravel()
    return ShoeSetup(
        np.arange(DECK, dtype=np.uint8), np.zeros(DECK, np.uint8), fours.astype(np.uint64) * GOLDEN,
        left.astype(np.uint32), (2**32 % (by_twos * (by_twos - 1))).astype(np.uint32), np.zeros(1, np.int64), DECK,
        False,
    )  # fmt: skip


@dataclass(frozen=True)
class CellMeaning:
    """Lookup arrays of a simulation, and the facts that each of its result cells stands for.

    A result cell is a number that encodes the labels of a seat's hand and of the player-dealer's hand, and how their
    high and low hands compare.
    """

    lookup: RoundLookup
    labels: PokerHandLabels
    columns: Mapping[str, Any]
    cells: int


def cell_meaning(rules: TableRules) -> CellMeaning:
    """Return the lookup arrays of a table's simulation and the facts that each result cell stands for.

    Hands are told apart as far as the conditions of wagers need.
    """
    reading = house_way_reading(rules)
    facts = frozenset[str]().union(*(wager.facts for wager in rules.wagers.values()))
    traits = hand_counts(reading)[0]
    conditions = [condition for wager in rules.wagers.values() for condition in conditions_of(wager)]
    labels = merge_equivalent_labels(labels_of(traits, facts), conditions, facts)
    shape = (*labels.many, RESULTS, RESULTS, 2)
    own, dealers, high, low, five = (place.ravel() for place in np.indices(shape))
    columns = _columns(labels, own, dealers, high, low, five.astype(bool))
    fact_columns = {name: columns[name] for name in facts}
    return CellMeaning(round_lookup(reading, labels, traits, QUEEN_FIVE in facts), labels, fact_columns, len(own))


def round_lookup(reading: HouseWayReading, labels: PokerHandLabels, traits: Ints, with_fives: bool) -> RoundLookup:
    hand_data, book = hand_traits(*reading), classes_of(reading.size).book
    highs, high = np.unique(hand_data.high, return_inverse=True)
    if len(highs) > MOST_HIGHS or labels.many[0] > OWN_MASK or labels.many[1] > DEALER_MASK:
        raise BadInput.at("RULEBOOK", "its wagers tell more kinds of hands apart than are simulated")
    _, low = np.unique(hand_data.low, return_inverse=True)
    # If a class has only hands of one colour, or none, the other label is never used.
    plain, coloured = (
        np.minimum(np.searchsorted(traits, hand_data.traits | colour), len(traits) - 1)
        for colour in (0, 1 << ONE_COLOUR)
    )
    uses_colour = bool((labels.own_of[plain] != labels.own_of[coloured]).any())
    packed_values = high.astype(np.int64) << HIGH_SHIFT | low.astype(np.int64) << LOW_SHIFT
    packed_values |= labels.own_of[plain] << OWN_SHIFT | labels.dealers_of[plain]
    at = np.minimum(np.searchsorted(highs, hand_data.queen_five), len(highs) - 1)
    # A five that equals no possible high hand gets an index that matches none.
    five = np.where(hand_data.queen_five == 0, -1, np.where(highs[at] == hand_data.queen_five, at, len(highs)))
    first = int(book.suited[book.suited >= 0].min())
    of_place = np.concatenate((np.maximum(book.plain, 0), np.arange(first, len(packed_values))))
    return RoundLookup(
        reading.size,
        _keys(),
        book.rows,
        np.where(book.suited >= 0, book.suited + len(book.plain) - first, -1).astype(np.int32),
        packed_values[of_place].astype(np.uint32),
        (labels.own_of[coloured][of_place] if uses_colour else np.zeros(0)).astype(np.uint32),
        (five[of_place] if with_fives else np.zeros(0)).astype(np.int32),
        labels.many[1],
    )


@dataclass(frozen=True)
class PaiGowJob(Job[tuple[Counted]]):
    """Work description of a simulation: rounds of some seats against the player-dealer."""

    lookup: RoundLookup
    dealing: ShoeSetup
    seats: int
    cells: int
    seed: int
    max_rounds_per_shoe = 1
    shoes_per_chunk = 2**17

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[Counted]]:
        rounds, cells = min(shoes, limit), np.zeros(self.cells, np.int64)
        deal_rounds(self.lookup, self.dealing, self.seats, start_of(self.seed), first, rounds, cells)
        return Tally(rounds, rounds, (cells,))


class PaiGowSimulation(Simulation[tuple[Counted]]):
    """Pai gow simulation in progress, with its rounds so far.

    Seats of one round share the player-dealer's hand, so confidence intervals are based on the number of rounds.
    """

    def __init__(self, rules: TableRules, seats: int, seed: int) -> None:
        self.rules, self.meaning = rules, cell_meaning(rules)
        dealing = shoe_setup_for((seats + 1) * self.meaning.lookup.size)
        super().__init__(PaiGowJob(self.meaning.lookup, dealing, seats, self.meaning.cells, seed))

    def odds(self, wager: OfferedWager) -> WagerOdds:
        table = FactTable(
            self.tally.counts[0], SIMULATED, ComputedFactColumns(self.meaning.columns, self.meaning.cells)
        )
        odds = measure_wager(wager, table, paytable=paytable_of(self.rules, wager.id))
        plain = {one.name: getattr(odds, one.name) for one in fields(odds)}
        return CorrelatedOdds(**plain, rounds=float(self.tally.rounds))

    def interval(self, wager: str) -> float | None:
        return self.odds(self.rules.wagers[wager]).interval

    def sheet(self) -> ParSheet:
        return measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self.odds)
