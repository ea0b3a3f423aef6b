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

from croupier.compiled import called, released
from croupier.families.pai_gow.odds.classes import (
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
from croupier.families.pai_gow.odds.counted import hands_of
from croupier.families.pai_gow.odds.counts import (
    QUEEN_FIVE,
    RESULTS,
    KnownFacts,
    Labels,
    Reading,
    _columns,
    asked_alike,
    conditions_of,
    labels_of,
    reading_of,
)
from croupier.families.pai_gow.odds.pairs import IN_ROW, ROW
from croupier.families.pai_gow.odds.traits import ONE_COLOUR, looked_at
from croupier.hands.order import RANKS
from croupier.hands.tables import JOKER_KEY
from croupier.odds.measures import LinkedOdds, WagerOdds, measure
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.simulation.driver import Simulation
from croupier.odds.simulation.shoes import GOLDEN, Dealing, bench_for, shuffle, start_of
from croupier.odds.simulation.tally import ALL_ROUNDS, Job, Tally
from croupier.odds.table import SIMULATED, FactTable
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.wagers import TableWager

Counted = NDArray[np.int64]
DECK = 53
ROWS = 64
"""Rounds shuffled at once."""
SUIT_SHIFT, RED_SHIFT = 32, 48
RANK_PART = (1 << SUIT_SHIFT) - 1
FLUSHES = 0x8888 << SUIT_SHIFT
START = 0x3333 << SUIT_SHIFT
HIGH_SHIFT, LOW_SHIFT, LOW_MASK, OWN_SHIFT, LABEL_MASK = 40, 32, 255, 16, 0xFFFF


class Felt(NamedTuple):
    """All that a round looks up."""

    size: int
    keys: Ints
    """By card: the key of its rank, a nibble a suit, and above them whether it is red."""
    rows: NDArray[np.uint32]
    plain: NDArray[np.int32]
    suited: NDArray[np.int32]
    worth: Ints
    """By class: high hand, low hand, label of one's own, label as the player-dealer's."""
    coloured: Ints
    """By class: the own label of those hands that are of one colour."""
    five: Ints
    """By class: the high hand that the queen's five is; -1 where the joker does not stand for her."""
    dealers: int
    """How many labels there are of the player-dealer's."""


@called
def _suited_class(felt: Felt, cards: Any, begin: int, joker: int) -> Any:
    """Of a hand with five of a suit."""
    for suit in range(SUITS):
        mask = held = 0
        for place in range(begin, begin + felt.size):
            card = np.int64(cards[place])
            if card != JOKER and card % SUITS == suit:
                mask |= 1 << (card // SUITS + RANKS - 1) % RANKS
                held += 1
        if held + joker < 5:
            continue
        first = second = beside = 0
        suits = 0
        for place in range(begin, begin + felt.size):
            card = np.int64(cards[place])
            if card != JOKER and card % SUITS != suit:
                rank = (card // SUITS + RANKS - 1) % RANKS
                first, second = (rank, 0) if beside == 0 else (first, rank)
                suits |= 1 << card % SUITS
                beside += 1
        place = beside_place(first, second, beside)
        if beside == 2 and place == MATCH and suits & (suits - 1) == 0:
            place = MATCHED
        return np.int64(felt.suited[suited_place(mask, joker, place)])
    return np.int64(-1)


@called
def class_at(felt: Felt, cards: Any, begin: int) -> Any:
    """A hand's class, and its sum of keys."""
    key = np.int64(START)
    for place in range(begin, begin + felt.size):
        key += felt.keys[cards[place]]
    ranks = key & RANK_PART
    if key & FLUSHES:
        return _suited_class(felt, cards, begin, np.int64(ranks >= JOKER_KEY)), key
    return np.int64(felt.plain[np.int64(felt.rows[ranks >> ROW]) + (ranks & IN_ROW)]), key


@called
def _own_label(felt: Felt, place: int, key: Any) -> Any:
    """A hand of one colour may have a label of its own."""
    red = key >> RED_SHIFT
    if (red == 0 or red == felt.size) and key & RANK_PART < JOKER_KEY:
        return felt.coloured[place]
    return felt.worth[place] >> OWN_SHIFT & LABEL_MASK


@called
def cell_of(felt: Felt, cards: Any, own: int, high: Any, low: Any, dealer: Any) -> Any:
    """How a hand compares with the player-dealer's, as one number."""
    place, key = class_at(felt, cards, own)
    worth = felt.worth[place]
    mine, front = worth >> HIGH_SHIFT, worth >> LOW_SHIFT & LOW_MASK
    above = 1 + (mine > high) - (mine < high)
    five = np.int64(felt.five[place] == high if felt.five[place] >= 0 else mine == high)
    cell = (_own_label(felt, place, key) * felt.dealers + dealer) * RESULTS + above
    return (cell * RESULTS + 1 + (front > low) - (front < low)) * 2 + five


@released
def deal_rounds(felt: Felt, dealing: Dealing, seats: int, start: Any, first: int, rounds: int, cells: Any) -> None:
    """Deal rounds from `first` on: the player-dealer's hand, then one a seat; every seat is counted."""
    bench = bench_for(dealing, ROWS)
    cards = bench.laid.view(np.uint8)
    stride = len(cards) // ROWS
    for begin in range(first, first + rounds, ROWS):
        rows = min(ROWS, first + rounds - begin)
        shuffle(dealing, bench, dealing.shoe, start, begin, rows)
        for row in range(rows):
            place, _ = class_at(felt, cards, row * stride)
            worth = felt.worth[place]
            high, low, dealer = worth >> HIGH_SHIFT, worth >> LOW_SHIFT & LOW_MASK, worth & LABEL_MASK
            for seat in range(1, seats + 1):
                cells[cell_of(felt, cards, row * stride + seat * felt.size, high, low, dealer)] += 1


@released
def cells_of_hands(felt: Felt, hands: Any) -> Ints:
    """How pairs of hands compare, the player-dealer's first: for holding against other accounts of them."""
    cells = np.zeros(len(hands), np.int64)
    for row in range(len(hands)):
        place, _ = class_at(felt, hands[row], 0)
        worth = felt.worth[place]
        high, low, dealer = worth >> HIGH_SHIFT, worth >> LOW_SHIFT & LOW_MASK, worth & LABEL_MASK
        cells[row] = cell_of(felt, hands[row], felt.size, high, low, dealer)
    return cells


def _keys() -> Ints:
    keys = np.zeros(256, np.int64)
    for card in range(JOKER):
        red = card % 2
        keys[card] = KEYS[(card // SUITS - 1) % RANKS] | 1 << (SUIT_SHIFT + 4 * (card % SUITS)) | red << RED_SHIFT
    keys[JOKER] = JOKER_KEY | 0x1111 << SUIT_SHIFT
    return keys


@lru_cache(maxsize=4)
def dealing_for(dealt: int) -> Dealing:
    """A deck with its joker, of which so many cards are dealt."""
    fours = np.arange(-(-dealt // 4), dtype=np.int64)
    left = DECK - 4 * fours
    by_twos = np.stack((left, left - 2), axis=1).ravel()
    return Dealing(
        np.arange(DECK, dtype=np.uint8), np.zeros(DECK, np.uint8), fours.astype(np.uint64) * GOLDEN,
        left.astype(np.uint32), (2**32 % (by_twos * (by_twos - 1))).astype(np.uint32), np.zeros(1, np.int64), DECK, False,
    )  # fmt: skip


@dataclass(frozen=True)
class Told:
    """What the cells of a simulation mean under a house's rules."""

    felt: Felt
    columns: Mapping[str, Any]
    cells: int


def told_for(house: HouseRules) -> Told:
    """Hands told apart by all that the wagers of a house ask."""
    reading = reading_of(house)
    facts = frozenset[str]().union(*(wager.facts for wager in house.wagers.values()))
    traits = hands_of(reading)[0]
    conditions = [condition for wager in house.wagers.values() for condition in conditions_of(wager)]
    labels = asked_alike(labels_of(traits, facts), conditions, facts)
    shape = (*labels.many, RESULTS, RESULTS, 2)
    own, dealers, high, low, five = (place.ravel() for place in np.indices(shape))
    columns = _columns(labels, own, dealers, high, low, five.astype(bool))
    known = {name: columns[name] for name in facts}
    return Told(felt_for(reading, labels, traits, QUEEN_FIVE in facts), known, len(own))


def felt_for(reading: Reading, labels: Labels, traits: Ints, with_fives: bool) -> Felt:
    looked, book = looked_at(*reading), classes_of(reading.size).book
    highs, high = np.unique(looked.high, return_inverse=True)
    _, low = np.unique(looked.low, return_inverse=True)
    place = np.searchsorted(traits, looked.traits)
    # A class may have hands of one colour alone: then its other label is never asked for.
    place = np.minimum(place, len(traits) - 1)
    coloured = np.minimum(np.searchsorted(traits, looked.traits | 1 << ONE_COLOUR), len(traits) - 1)
    worth = high.astype(np.int64) << HIGH_SHIFT | low.astype(np.int64) << LOW_SHIFT
    worth |= labels.own_of[place] << OWN_SHIFT | labels.dealers_of[place]
    at = np.minimum(np.searchsorted(highs, looked.queen_five), len(highs) - 1)
    # A five that no hand is set for equals none.
    five = np.where(looked.queen_five == 0, -1, np.where(highs[at] == looked.queen_five, at, len(highs)))
    five = five.astype(np.int64) if with_fives else np.full(len(high), -1, np.int64)
    return Felt(
        reading.size, _keys(), book.rows, book.plain, book.suited, worth, labels.own_of[coloured], five, labels.many[1]
    )


@dataclass(frozen=True)
class PaiGowJob(Job[tuple[Counted]]):
    """Rounds of some seats against the player-dealer."""

    felt: Felt
    dealing: Dealing
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

    def __init__(self, house: HouseRules, seats: int, seed: int) -> None:
        self.house, self.told = house, told_for(house)
        dealing = dealing_for((seats + 1) * self.told.felt.size)
        super().__init__(PaiGowJob(self.told.felt, dealing, seats, self.told.cells, seed))

    def odds(self, wager: TableWager) -> WagerOdds:
        table = FactTable(self.tally.counts[0], SIMULATED, KnownFacts(self.told.columns, self.told.cells))
        odds = measure(wager, table, paytable=paytable_of(self.house, wager.id))
        plain = {one.name: getattr(odds, one.name) for one in fields(odds)}
        return LinkedOdds(**plain, rounds=float(self.tally.rounds))

    def interval(self, wager: str) -> float | None:
        return self.odds(self.house.wagers[wager]).interval

    def sheet(self) -> ParSheet:
        return measured_sheet(self.house, None, SIMULATED, self.tally.rounds, self.odds)
