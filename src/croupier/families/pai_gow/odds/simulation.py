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

from croupier.compiled import called, inlined, released
from croupier.errors import BadInput
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
from croupier.odds.simulation.shoes import GOLDEN, U64, Dealing, bench_for, shuffle, start_of
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
HIGH_SHIFT, LOW_SHIFT, LOW_MASK, OWN_SHIFT, OWN_MASK, DEALER_MASK = 19, 12, 127, 4, 255, 15
"""Where a class has its high hand, its low hand, its label as one's own and as the player-dealer's: 32 bits in all."""


class Felt(NamedTuple):
    """All that a round looks up."""

    size: int
    keys: NDArray[np.uint64]
    """By card: the key of its rank, a nibble a suit, and above them whether it is red."""
    rows: NDArray[np.uint32]
    """Plain hands by their ranks: where the row begins that their place lies in."""
    suited: NDArray[np.int32]
    """The places of hands with a flush."""
    worth: NDArray[np.uint32]
    """By place: high hand, low hand, label as one's own, label as the player-dealer's."""
    coloured: NDArray[np.uint32]
    """The own label of those hands that are of one colour."""
    five: NDArray[np.int32]
    """The high hand that the queen's five is; -1 where the joker does not stand for her. Empty where nobody asks."""
    dealers: int
    """How many labels there are of the player-dealer's."""


@called
def _suited_place(suited: Any, size: Any, cards: Any, begin: Any, joker: Any) -> Any:
    """Of a hand with five of a suit."""
    masks, held = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    for place in range(begin, begin + size):
        card = np.int64(cards[place])
        if card != JOKER:
            masks[card % SUITS] |= 1 << (card // SUITS + RANKS - 1) % RANKS
            held[card % SUITS] += 1
    suit = np.int64(held.argmax())
    first = second = beside = suits = np.int64(0)
    for place in range(begin, begin + size):
        card = np.int64(cards[place])
        if card != JOKER and card % SUITS != suit:
            second = (card // SUITS + RANKS - 1) % RANKS
            first = second if beside == 0 else first
            suits |= 1 << card % SUITS
            beside += 1
    at = beside_place(first, second, beside)
    is_match = beside == 2 and at == MATCH and suits & (suits - 1) == 0
    return np.int64(suited[suited_place(masks[suit], joker, MATCHED if is_match else at)])


@inlined
def key_at(keys: Any, size: Any, cards: Any, begin: Any) -> Any:
    """The sum of a hand's keys."""
    key = U64(START)
    for place in range(size):
        key += keys[cards[begin + place]]
    return key


@inlined
def place_of(key: Any, rows: Any, suited: Any, size: Any, cards: Any, begin: Any) -> Any:
    """Where a hand's class has its place."""
    ranks = key & U64(RANK_PART)
    if key & U64(FLUSHES):
        has_joker = np.int64(ranks >= U64(JOKER_KEY))
        place = U64(_suited_place(suited, np.int64(size), cards, np.int64(begin), has_joker))
    else:
        place = U64(rows[ranks >> U64(ROW)]) + (ranks & U64(IN_ROW))
    return place


@inlined
def cell_of(worth: Any, own: Any, five: Any, dealer: Any, dealers: Any) -> Any:
    """How a hand compares with the player-dealer's, as one number. `own`: its label; `worth`, `dealer`: see `Felt`."""
    mine, high = worth >> U64(HIGH_SHIFT), dealer >> U64(HIGH_SHIFT)
    front, low = worth >> U64(LOW_SHIFT) & U64(LOW_MASK), dealer >> U64(LOW_SHIFT) & U64(LOW_MASK)
    above = U64(1) + U64(mine > high) - U64(mine < high)
    ahead = U64(1) + U64(front > low) - U64(front < low)
    equal = U64(np.int64(high) == five) if five >= 0 else U64(mine == high)
    cell = (own * U64(dealers) + (dealer & U64(DEALER_MASK))) * U64(RESULTS) + above
    return (cell * U64(RESULTS) + ahead) * U64(2) + equal


@released
def count_hands(felt: Felt, cards: Any, stride: int, rows: int, seats: int, cells: Any) -> None:
    """Some rounds that lie in order: the player-dealer's hand, then one a seat. Every seat is counted."""
    keys, sums, suited, worths = felt.keys, felt.rows, felt.suited, felt.worth
    coloured, fives, dealers, size = felt.coloured, felt.five, felt.dealers, U64(felt.size)
    for row in range(U64(rows)):
        begin = row * U64(stride)
        key = key_at(keys, size, cards, begin)
        dealer = U64(worths[place_of(key, sums, suited, size, cards, begin)])
        for _ in range(seats):
            begin += size
            key = key_at(keys, size, cards, begin)
            place = place_of(key, sums, suited, size, cards, begin)
            worth, red = U64(worths[place]), key >> U64(RED_SHIFT)
            own = worth >> U64(OWN_SHIFT) & U64(OWN_MASK)
            if (red == U64(0) or red == size) and key & U64(RANK_PART) < U64(JOKER_KEY):
                own = U64(coloured[place])
            five = np.int64(fives[place]) if len(fives) else np.int64(-1)
            cells[cell_of(worth, own, five, dealer, dealers)] += 1


@released
def deal_rounds(felt: Felt, dealing: Dealing, seats: int, start: Any, first: int, rounds: int, cells: Any) -> None:
    """Deal rounds from `first` on, and count every seat of each."""
    bench = bench_for(dealing, ROWS)
    cards = bench.laid.view(np.uint8)
    for begin in range(first, first + rounds, ROWS):
        rows = min(ROWS, first + rounds - begin)
        shuffle(dealing, bench, dealing.shoe, start, begin, rows)
        count_hands(felt, cards, len(cards) // ROWS, rows, seats, cells)


def _keys() -> NDArray[np.uint64]:
    keys = np.zeros(256, np.uint64)
    for card in range(JOKER):
        red = card % 2
        keys[card] = int(KEYS[(card // SUITS - 1) % RANKS]) | 1 << (SUIT_SHIFT + 4 * (card % SUITS)) | red << RED_SHIFT
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
        left.astype(np.uint32), (2**32 % (by_twos * (by_twos - 1))).astype(np.uint32), np.zeros(1, np.int64), DECK,
        False,
    )  # fmt: skip


@dataclass(frozen=True)
class Told:
    """What the cells of a simulation mean under a house's rules."""

    felt: Felt
    labels: Labels
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
    return Told(felt_for(reading, labels, traits, QUEEN_FIVE in facts), labels, known, len(own))


def felt_for(reading: Reading, labels: Labels, traits: Ints, with_fives: bool) -> Felt:
    looked, book = looked_at(*reading), classes_of(reading.size).book
    if labels.many[0] > OWN_MASK or labels.many[1] > DEALER_MASK:
        raise BadInput.at("RULEBOOK", "its wagers tell more kinds of hands apart than are simulated")
    highs, high = np.unique(looked.high, return_inverse=True)
    _, low = np.unique(looked.low, return_inverse=True)
    # A class may have hands of one colour alone, or none: then the other label is never asked for.
    plain, coloured = (
        np.minimum(np.searchsorted(traits, looked.traits | colour), len(traits) - 1) for colour in (0, 1 << ONE_COLOUR)
    )
    worth = high.astype(np.int64) << HIGH_SHIFT | low.astype(np.int64) << LOW_SHIFT
    worth |= labels.own_of[plain] << OWN_SHIFT | labels.dealers_of[plain]
    at = np.minimum(np.searchsorted(highs, looked.queen_five), len(highs) - 1)
    # A five that no hand is set for equals none.
    five = np.where(looked.queen_five == 0, -1, np.where(highs[at] == looked.queen_five, at, len(highs)))
    first = int(book.suited[book.suited >= 0].min())
    of_place = np.concatenate((np.maximum(book.plain, 0), np.arange(first, len(worth))))
    return Felt(
        reading.size,
        _keys(),
        book.rows,
        np.where(book.suited >= 0, book.suited + len(book.plain) - first, -1).astype(np.int32),
        worth[of_place].astype(np.uint32),
        labels.own_of[coloured][of_place].astype(np.uint32),
        (five[of_place] if with_fives else np.zeros(0)).astype(np.int32),
        labels.many[1],
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
