"""Pai gow poker simulated: every round from a whole deck, all hands set the house way.

A hand's class is found by the sums of its cards' keys, as in `croupier.hands`, and with it all that was worked out for
the class: what its halves are worth and what conditions ask of it.
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
from croupier.families.pai_gow.odds.exact import (
    QUEEN_FIVE,
    RESULTS,
    HandLabels,
    HouseWayReading,
    KnownFacts,
    _columns,
    conditions_of,
    labels_of,
    merge_equivalent_labels,
    reading_of,
)
from croupier.families.pai_gow.odds.hand_classes import (
    JOKER,
    KEYS,
    MATCH,
    MATCHED,
    SUITS,
    Ints,
    beside_place,
    classes_of,
    suited_place,
)
from croupier.families.pai_gow.odds.hand_traits import ONE_COLOUR, hand_traits
from croupier.families.pai_gow.odds.kernels import IN_ROW, ROW
from croupier.families.pai_gow.odds.shipped_counts import hands_of
from croupier.hands.hand_strength import RANKS
from croupier.hands.rank_tables import JOKER_KEY
from croupier.odds.fact_table import SIMULATED, FactTable
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.simulation.driver import Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, ShoeSetup, bench_for, draw_positions, start_of
from croupier.odds.wager_odds import CorrelatedOdds, WagerOdds, measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

Counted = NDArray[np.int64]
DECK = 53
ROWS = 32
"""Rounds shuffled at once."""
SUIT_SHIFT, RED_SHIFT, CARD_SHIFT = 32, 48, 52
RANK_PART = (1 << SUIT_SHIFT) - 1
FLUSHES = 0x8888 << SUIT_SHIFT
START = 0x3333 << SUIT_SHIFT
HIGH_SHIFT, LOW_SHIFT, LOW_MASK, OWN_SHIFT, OWN_MASK, DEALER_MASK = 19, 12, 127, 4, 255, 15
MOST_HIGHS = 1 << 32 - HIGH_SHIFT
"""Where a class has its high hand, its low hand, its label as one's own and as the player-dealer's: 32 bits in all."""


class RoundLookup(NamedTuple):
    """All that a round looks up."""

    size: int
    keys: NDArray[np.uint64]
    """By card: the key of its rank, a nibble a suit, above them whether it is red, and the card itself."""
    rows: NDArray[np.uint32]
    """Plain hands by their ranks: where the row begins that their place lies in."""
    suited: NDArray[np.int32]
    """The places of hands with a flush."""
    worth: NDArray[np.uint32]
    """By place: high hand, low hand, label as one's own, label as the player-dealer's."""
    coloured: NDArray[np.uint32]
    """The own label of those hands that are of one colour. Empty where nobody asks."""
    five: NDArray[np.int32]
    """The high hand that the queen's five is; -1 where the joker does not stand for her. Empty where nobody asks."""
    dealers: int
    """How many labels there are of the player-dealer's."""


class Workspace(NamedTuple):
    """Room for the hands of some rounds, each round's in a row: the player-dealer's, then one a seat."""

    pile: NDArray[np.uint64]
    laid: NDArray[np.uint64]
    """The key of every card dealt."""
    sums: NDArray[np.uint64]
    """By hand: all its keys together."""
    places: NDArray[np.uint64]
    worths: NDArray[np.uint32]
    cells: NDArray[np.uint32]
    """By seat: how its hand compares."""


@kernel_function
def room_for(rows: int, across: int, hands: int) -> Workspace:
    return Workspace(
        np.empty(DECK, np.uint64), np.zeros(rows * across, np.uint64), np.zeros(rows * hands, np.uint64),
        np.zeros(rows * hands, np.uint64), np.zeros(rows * hands, np.uint32), np.zeros(rows * hands, np.uint32),
    )  # fmt: skip


@kernel_function
def _deal(keys: Any, picked: Any, across: int, rows: int, hands: int, size: int, room: Workspace) -> None:
    """Deal the key of the card at each place, and let the last of the pile take its place; as `shoes.deal_out`."""
    pile, laid, sums = room.pile, room.laid, room.sums
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
                laid[at] = key
                sum_of += key
                last -= U64(1)
                at += U64(1)
            sums[row * U64(hands) + hand] = sum_of


@kernel_function
def _suited_place(suited: Any, laid: Any, begin: int, size: int, sum_of: Any) -> Any:
    """Of a hand with five of a suit."""
    suit = 0
    while not sum_of >> U64(SUIT_SHIFT + 3 + 4 * suit) & U64(1):
        suit += 1
    ranks: Any = 0
    joker = first = second = beside = suits = 0
    for place in range(begin, begin + size):
        card: Any = np.int64(laid[place] >> U64(CARD_SHIFT))
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
    at = beside_place(first, second, beside)
    is_match = beside == 2 and at == MATCH and suits & (suits - 1) == 0
    return np.int64(suited[suited_place(ranks, joker, MATCHED if is_match else at)])


@kernel_function
def _find(felt: RoundLookup, across: int, rows: int, hands: int, room: Workspace) -> None:
    """Where the class of each hand has its place, and what it is worth."""
    begins, suited, worth, coloured, size = felt.rows, felt.suited, felt.worth, felt.coloured, felt.size
    laid, sums, places, worths = room.laid, room.sums, room.places, room.worths
    for hand in range(U64(rows * hands)):
        ranks = sums[hand] & U64(RANK_PART)
        places[hand] = U64(begins[ranks >> U64(ROW)]) + (ranks & U64(IN_ROW))
    for row in range(rows):
        for nth in range(hands):
            hand = row * hands + nth
            if sums[hand] & U64(FLUSHES):
                places[hand] = _suited_place(suited, laid, row * across + nth * size, size, sums[hand])
    for hand in range(U64(rows * hands)):
        worths[hand] = worth[places[hand]]
    if len(coloured):
        for hand in range(U64(rows * hands)):
            red = sums[hand] >> U64(RED_SHIFT) & U64(15)
            if (red == U64(0) or red == U64(size)) and sums[hand] & U64(RANK_PART) < U64(JOKER_KEY):
                plain = worths[hand] & ~np.uint32(OWN_MASK << OWN_SHIFT)
                worths[hand] = plain | coloured[places[hand]] << np.uint32(OWN_SHIFT)


@kernel_function
def _compare(felt: RoundLookup, rows: int, hands: int, room: Workspace) -> None:
    """How every seat's hand compares with the player-dealer's, as one number: see `CellMeaning`."""
    worths, cells, dealers, five = room.worths, room.cells, np.uint32(felt.dealers), felt.five
    seat = U64(0)
    for row in range(U64(rows)):
        begin = row * U64(hands)
        dealer = worths[begin]
        high, low = dealer >> np.uint32(HIGH_SHIFT), dealer >> np.uint32(LOW_SHIFT) & np.uint32(LOW_MASK)
        for hand in range(begin + U64(1), begin + U64(hands)):
            worth = worths[hand]
            mine, front = worth >> np.uint32(HIGH_SHIFT), worth >> np.uint32(LOW_SHIFT) & np.uint32(LOW_MASK)
            above = np.uint32(mine > high) + np.uint32(mine >= high)
            ahead = np.uint32(front > low) + np.uint32(front >= low)
            own = worth >> np.uint32(OWN_SHIFT) & np.uint32(OWN_MASK)
            cell = (own * dealers + (dealer & np.uint32(DEALER_MASK))) * np.uint32(RESULTS) + above
            cells[seat] = (cell * np.uint32(RESULTS) + ahead) * np.uint32(2) + np.uint32(mine == high)
            seat += U64(1)
    if len(five):
        seat = U64(0)
        for row in range(U64(rows)):
            begin = row * U64(hands)
            high = worths[begin] >> np.uint32(HIGH_SHIFT)
            for hand in range(begin + U64(1), begin + U64(hands)):
                queens = five[room.places[hand]] if room.sums[hand] & U64(RANK_PART) >= U64(JOKER_KEY) else -1
                if queens >= 0:
                    cells[seat] = cells[seat] & ~np.uint32(1) | np.uint32(np.int64(high) == queens)
                seat += U64(1)


@compiled_nogil
def cells_of(felt: RoundLookup, cards: Any, hands: int) -> Any:
    """Rounds whose cards lie in order, the player-dealer's hand first: how each seat's compares."""
    across = hands * felt.size
    rows = len(cards) // across
    room = room_for(rows, across, hands)
    for hand in range(rows * hands):
        room.sums[hand] = U64(START)
        for place in range(hand * felt.size, (hand + 1) * felt.size):
            room.laid[place] = felt.keys[cards[place]]
            room.sums[hand] += room.laid[place]
    _find(felt, across, rows, hands, room)
    _compare(felt, rows, hands, room)
    return room.cells[: rows * (hands - 1)]


@compiled_nogil
def deal_rounds(
    felt: RoundLookup, dealing: ShoeSetup, seats: int, start: Any, first: int, rounds: int, cells: Any
) -> None:
    """Deal rounds from `first` on, and count every seat of each."""
    across, hands = 4 * len(dealing.left), seats + 1
    bench, room = bench_for(dealing, ROWS), room_for(ROWS, across, hands)
    picked = bench.picked.view(np.uint16)
    for begin in range(first, first + rounds, ROWS):
        rows = min(ROWS, first + rounds - begin)
        draw_positions(dealing, bench, start, begin, rows)
        _deal(felt.keys, picked, across, rows, hands, felt.size, room)
        _find(felt, across, rows, hands, room)
        _compare(felt, rows, hands, room)
        for seat in range(U64(rows * seats)):
            cells[room.cells[seat]] += 1


def _keys() -> NDArray[np.uint64]:
    keys = np.zeros(DECK, np.uint64)
    for card in range(JOKER):
        suit, red = 1 << (SUIT_SHIFT + 4 * (card % SUITS)), card % 2
        keys[card] = int(KEYS[(card // SUITS - 1) % RANKS]) | suit | red << RED_SHIFT | card << CARD_SHIFT
    keys[JOKER] = JOKER_KEY | 0x1111 << SUIT_SHIFT | JOKER << CARD_SHIFT
    return keys


@lru_cache(maxsize=4)
def dealing_for(dealt: int) -> ShoeSetup:
    """A deck with its joker, of which so many cards are dealt."""
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
    """What the cells of a simulation mean under a house's rules."""

    felt: RoundLookup
    labels: HandLabels
    columns: Mapping[str, Any]
    cells: int


def cell_meaning(rules: TableRules) -> CellMeaning:
    """Hands told apart by all that the wagers of a house ask."""
    reading = reading_of(rules)
    facts = frozenset[str]().union(*(wager.facts for wager in rules.wagers.values()))
    traits = hands_of(reading)[0]
    conditions = [condition for wager in rules.wagers.values() for condition in conditions_of(wager)]
    labels = merge_equivalent_labels(labels_of(traits, facts), conditions, facts)
    shape = (*labels.many, RESULTS, RESULTS, 2)
    own, dealers, high, low, five = (place.ravel() for place in np.indices(shape))
    columns = _columns(labels, own, dealers, high, low, five.astype(bool))
    known = {name: columns[name] for name in facts}
    return CellMeaning(felt_for(reading, labels, traits, QUEEN_FIVE in facts), labels, known, len(own))


def felt_for(reading: HouseWayReading, labels: HandLabels, traits: Ints, with_fives: bool) -> RoundLookup:
    looked, book = hand_traits(*reading), classes_of(reading.size).book
    highs, high = np.unique(looked.high, return_inverse=True)
    if len(highs) > MOST_HIGHS or labels.many[0] > OWN_MASK or labels.many[1] > DEALER_MASK:
        raise BadInput.at("RULEBOOK", "its wagers tell more kinds of hands apart than are simulated")
    _, low = np.unique(looked.low, return_inverse=True)
    # A class may have hands of one colour alone, or none: then the other label is never asked for.
    plain, coloured = (
        np.minimum(np.searchsorted(traits, looked.traits | colour), len(traits) - 1) for colour in (0, 1 << ONE_COLOUR)
    )
    asks_colour = bool((labels.own_of[plain] != labels.own_of[coloured]).any())
    worth = high.astype(np.int64) << HIGH_SHIFT | low.astype(np.int64) << LOW_SHIFT
    worth |= labels.own_of[plain] << OWN_SHIFT | labels.dealers_of[plain]
    at = np.minimum(np.searchsorted(highs, looked.queen_five), len(highs) - 1)
    # A five that no hand is set for equals none.
    five = np.where(looked.queen_five == 0, -1, np.where(highs[at] == looked.queen_five, at, len(highs)))
    first = int(book.suited[book.suited >= 0].min())
    of_place = np.concatenate((np.maximum(book.plain, 0), np.arange(first, len(worth))))
    return RoundLookup(
        reading.size,
        _keys(),
        book.rows,
        np.where(book.suited >= 0, book.suited + len(book.plain) - first, -1).astype(np.int32),
        worth[of_place].astype(np.uint32),
        (labels.own_of[coloured][of_place] if asks_colour else np.zeros(0)).astype(np.uint32),
        (five[of_place] if with_fives else np.zeros(0)).astype(np.int32),
        labels.many[1],
    )


@dataclass(frozen=True)
class PaiGowJob(Job[tuple[Counted]]):
    """Rounds of some seats against the player-dealer."""

    felt: RoundLookup
    dealing: ShoeSetup
    seats: int
    cells: int
    seed: int
    most_rounds_a_shoe = 1
    shoes_a_piece = 2**17

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[Counted]]:
        rounds, cells = min(shoes, limit), np.zeros(self.cells, np.int64)
        deal_rounds(self.felt, self.dealing, self.seats, start_of(self.seed), first, rounds, cells)
        return Tally(rounds, rounds, (cells,))


class PaiGowSimulation(Simulation[tuple[Counted]]):
    """The rounds dealt so far. Seats of one round share the player-dealer's hand, so that intervals count rounds."""

    def __init__(self, rules: TableRules, seats: int, seed: int) -> None:
        self.rules, self.told = rules, cell_meaning(rules)
        dealing = dealing_for((seats + 1) * self.told.felt.size)
        super().__init__(PaiGowJob(self.told.felt, dealing, seats, self.told.cells, seed))

    def odds(self, wager: OfferedWager) -> WagerOdds:
        table = FactTable(self.tally.counts[0], SIMULATED, KnownFacts(self.told.columns, self.told.cells))
        odds = measure_wager(wager, table, paytable=paytable_of(self.rules, wager.id))
        plain = {one.name: getattr(odds, one.name) for one in fields(odds)}
        return CorrelatedOdds(**plain, rounds=float(self.tally.rounds))

    def interval(self, wager: str) -> float | None:
        return self.odds(self.rules.wagers[wager]).interval

    def sheet(self) -> ParSheet:
        return measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self.odds)
