"""Lookup tables that rank hands, for each hand size and set of rules: shipped, or built once per process.

Every multiset of ranks has a unique sum. The sums are divided into rows of 1,024, and the rows overlap in one array
where their gaps allow it. `HandTables.rows` contains the start of each row; the value is at that start plus the low ten
bits of the sum. The 49,205 multisets of seven cards need about 230 kB, of which random hands mostly touch a small part.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import allow_in_kernels, compiled_nogil, kernel_function
from croupier.errors import BadInput
from croupier.hands import hand_strength
from croupier.hands.card_parsing import DECK_CARDS, JOKER_INDEX, rank_bit, read_rules
from croupier.hands.hand_strength import NO_CARDS, RANKS, JokerRule, Wheel
from croupier.hands.kernels import JOKER_SHIFT, NO_CARD_SHIFT, ROW_MASK, ROW_SHIFT, SUIT_SHIFT, HandTables
from croupier.hands.kernels import RANK_KEYS as KEY_OF_RANKS

COUNTING_CARDS = {2: 2, 3: 3, 5: 5, 6: 5, 7: 5}
"""Number of cards that form the ranked hand, by the number of cards dealt: 5 of 7."""
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""Keys of the ranks from two to ace.

Two hands of the same size, up to seven cards, have equal sums only if they have the same ranks. Each key is the
smallest number that keeps the sums distinct from those before it. Evaluators similar to SpecialKEval add the same
numbers. OMPEval also overlaps the rows of a sparse table.
"""
JOKER_KEY = 1 << 23
"""Key of the joker, larger than any sum of seven cards without it."""
SHIPPED = [(cards, JokerRule.NONE, Wheel.LOW) for cards in (3, 5, 6, 7)] + [(3, JokerRule.NONE, Wheel.NONE)]
"""Tables whose arrays are shipped in `SHIPPED_FILE`: those of most games. `main` writes the file."""
SHIPPED_FILE = Path(__file__).with_name("rank_tables.npz")
ARRAYS = ("rows", "values", "flushes")
ROWS = 1 << 15
SLOTS = 1 << 19
WORD_BITS = 64

allow_in_kernels(
    hand_strength.strength_of, hand_strength.top_ranks, hand_strength.add_rank, hand_strength.straight_position,
    hand_strength.strength5, hand_strength.strength3, hand_strength.strength, hand_strength.flush_strength,
    hand_strength.joker_strength, hand_strength.joker_flush_strength,
)  # fmt: skip


def deck_size(joker: JokerRule) -> int:
    """Return the number of cards in the deck."""
    return DECK_CARDS + (joker != JokerRule.NONE)


@cache
def tables_for(cards: int, joker: JokerRule = JokerRule.NONE, wheel: Wheel = Wheel.LOW) -> HandTables:
    """Return the lookup tables for hands of two, three, five, six or seven cards."""
    if cards not in COUNTING_CARDS:
        raise BadInput.at("tables_for", f"hands have 2, 3, 5, 6 or 7 cards, not {cards}")
    joker, wheel = read_rules(joker, wheel, "tables_for")
    kind = COUNTING_CARDS[cards]
    rows, values, flushes = shipped_arrays(cards, joker, wheel) or build_arrays(cards, joker, wheel)
    return HandTables(_keys(joker), _masks(), rows, values, flushes, np.uint64(_start(kind)))


TableArrays = tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint16]]
"""The arrays `rows`, `values` and `flushes` of `HandTables`."""


def shipped_arrays(cards: int, joker: JokerRule, wheel: Wheel) -> TableArrays | None:
    """Return the arrays that are shipped with the package, or None; a new machine compiles no kernels for them."""
    if (cards, joker, wheel) not in SHIPPED:
        return None
    with np.load(SHIPPED_FILE) as arrays:
        rows, values, flushes = (arrays[f"{name}-{cards}-{wheel}"] for name in ARRAYS)
        return rows, values, flushes


def build_arrays(cards: int, joker: JokerRule, wheel: Wheel) -> TableArrays:
    """Build the arrays of hands with this many cards."""
    kind = COUNTING_CARDS[cards]
    place = hand_strength.wheel_position(kind, wheel)
    sums, strengths = _by_ranks(cards, kind, place, joker)
    ladder = np.array(hand_strength.strength_order(kind, wheel), np.int64)
    rows, slots = _rows(np.sort(sums))
    values = np.zeros(slots, np.uint16)
    values[rows[sums >> int(ROW_SHIFT)] + (sums & 1023)] = np.searchsorted(ladder, strengths) + 1
    return rows, values, _flushes(kind, place, ladder)


def values_by_ranks(keys: NDArray[np.uint64], tables: HandTables) -> NDArray[np.uint16]:
    """Return the value of each hand from its sum of keys, ignoring flushes, as `kernels.value_by_ranks` does."""
    ranks = (keys & KEY_OF_RANKS).astype(np.int64)
    values: NDArray[np.uint16] = tables.values[tables.rows[ranks >> int(ROW_SHIFT)] + (ranks & int(ROW_MASK))]
    return values


def _start(kind: int) -> int:
    """Return the initial value of the four suit counters, chosen so that a flush sets the top bit of a counter."""
    return 0 if kind == 2 else sum((8 - kind) << (SUIT_SHIFT + 4 * suit) for suit in range(4))


def _keys(joker: JokerRule) -> NDArray[np.uint64]:
    keys = np.full(256, 1 << NO_CARD_SHIFT, np.uint64)
    for card in range(DECK_CARDS):
        rank = rank_bit(card).bit_length() - 1
        keys[card] = RANK_KEYS[rank] + (1 << (SUIT_SHIFT + 4 * (card % 4)))
    if joker != JokerRule.NONE:
        keys[JOKER_INDEX] = JOKER_KEY + (0x1111 << SUIT_SHIFT) + (1 << JOKER_SHIFT)
    return keys


def _masks() -> NDArray[np.uint64]:
    masks = np.zeros(256, np.uint64)
    for card in range(DECK_CARDS):
        masks[card] = rank_bit(card) << 16 * (card % 4)
    masks[JOKER_INDEX] = sum(1 << (16 * suit + RANKS) for suit in range(4))
    return masks


def _by_ranks(cards: int, kind: int, place: int, joker: JokerRule) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the key sums and strengths of all multisets of ranks, including those with a joker."""
    keys = np.array(RANK_KEYS, np.int64)
    sums, strengths = rank_multisets(cards, kind, place, keys, False, False)
    if joker == JokerRule.NONE:
        return sums, strengths
    others, jokers = rank_multisets(cards - 1, kind, place, keys, True, joker == JokerRule.WILD)
    return np.concatenate([sums, others + JOKER_KEY]), np.concatenate([strengths, jokers])


def _rows(sums: NDArray[np.int64]) -> tuple[NDArray[np.uint32], int]:
    """Arrange the sorted key sums in rows that overlap in one array; return the row starts and the array's size."""
    begins = np.searchsorted(sums, np.arange(ROWS + 1) << int(ROW_SHIFT))
    fullest = np.argsort(-np.diff(begins), kind="stable")
    rows, last = pack_rows(sums, begins, fullest[: np.count_nonzero(np.diff(begins))])
    return rows, last + (1 << int(ROW_SHIFT))


def _flushes(kind: int, place: int, ladder: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return the hand value of each flush, indexed by the ranks of its suit and a joker bit; 0 for too few cards."""
    if kind == 2:
        return np.zeros(1 << (RANKS + 1), np.uint16)
    strengths = flush_strengths(kind, place)
    return np.where(strengths > 0, np.searchsorted(ladder, strengths) + 1, 0).astype(np.uint16)


@kernel_function
def _next_multiset(ranks: NDArray[np.int64]) -> bool:
    """Advance non-decreasing ranks to the next multiset; return False after the last one."""
    place = len(ranks) - 1
    while place >= 0 and ranks[place] == RANKS - 1:
        place -= 1
    if place < 0:
        return False
    ranks[place:] = ranks[place] + 1
    return True


@compiled_nogil
def rank_multisets(
    cards: int, kind: int, place: int, keys: NDArray[np.int64], has_joker: bool, wild: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the key sums and strengths of all multisets with at most four cards of each rank."""
    sums, strengths = np.zeros(1 << 16, np.int64), np.zeros(1 << 16, np.int64)
    ranks = np.zeros(cards, np.int64)
    many = 0
    while True:
        levels = NO_CARDS
        for rank in ranks:
            levels = hand_strength.add_rank(levels, 1 << int(rank))
        if levels[4] == 0:
            sums[many] = keys[ranks].sum()
            if has_joker:
                strengths[many] = hand_strength.joker_strength(kind, levels, place, wild)
            else:
                strengths[many] = hand_strength.strength(kind, levels, place)
            many += 1
        if not _next_multiset(ranks):
            return sums[:many], strengths[:many]


@compiled_nogil
def flush_strengths(kind: int, place: int) -> NDArray[np.int64]:
    """Return the flush strength of every set of ranks of one suit, first without, then with the joker."""
    without = 1 << RANKS
    strengths = np.zeros(2 * without, np.int64)
    for suited in range(without):
        held = 0
        for rank in range(RANKS):
            held += suited >> rank & 1
        if held >= kind:
            strengths[suited] = hand_strength.flush_strength(kind, suited, place)
        # Hands have at most seven cards, and with all thirteen ranks no rank is left for the joker.
        if kind - 1 <= held <= 7:
            strengths[without + suited] = hand_strength.joker_flush_strength(kind, suited, place)
    return strengths


@kernel_function
def _free_at(taken: NDArray[np.uint64], slot: int) -> Any:
    """Return as bits which of the 64 slots from `slot` on are free."""
    word, shift = slot >> 6, np.uint64(slot & 63)
    free = ~taken[word] >> shift
    if shift:
        free |= ~taken[word + 1] << (np.uint64(WORD_BITS) - shift)
    return free


@kernel_function
def _lowest_bit(bits: np.uint64) -> int:
    place = 0
    while not bits >> np.uint64(place) & np.uint64(1):
        place += 1
    return place


@kernel_function
def _first_fit(taken: NDArray[np.uint64], places: NDArray[np.int64], begin: int) -> int:
    """Return the first slot from `begin` on at which a row fits into the gaps of earlier rows, or -1.

    64 positions are tested at a time.
    """
    for base in range(begin, SLOTS - (1 << 12), WORD_BITS):
        fits = ~np.uint64(0)
        for place in places:
            fits &= _free_at(taken, base + place)
            if fits == 0:
                break
        if fits:
            return base + _lowest_bit(fits)
    return -1


@compiled_nogil
def pack_rows(
    sums: NDArray[np.int64], begins: NDArray[np.int64], fullest: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], int]:
    """Place the rows in one array so that their used slots do not overlap; return the row starts and the last one.

    `begins` contains the index of each row's first sum; `fullest` lists the rows, those with the most sums first.
    """
    taken = np.zeros(SLOTS // WORD_BITS + 2, np.uint64)
    rows = np.zeros(ROWS, np.uint32)
    last = slot = held = 0
    for row in fullest:
        places = sums[begins[row] : begins[row + 1]] & 1023
        # Continue after the last position found for a row of the same size: an earlier gap is unlikely to fit.
        slot = _first_fit(taken, places, slot if len(places) == held else 0)
        held = len(places)
        rows[row] = slot
        last = max(last, slot)
        for place in places + slot:
            taken[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
    return rows, last


def main() -> None:
    """Write the shipped tables into the package."""
    found: dict[str, Any] = {}
    for cards, joker, wheel in SHIPPED:
        for name, array in zip(ARRAYS, build_arrays(cards, joker, wheel), strict=True):
            found[f"{name}-{cards}-{wheel}"] = array
    np.savez_compressed(SHIPPED_FILE, **found)


if __name__ == "__main__":
    main()
