"""Values of hands in NumPy arrays.

A hand is a row of card numbers: 4 x (rank - 1) + suit with the ace first (`croupier.hands.index_of`), joker 52. The
values are those of `HandRank`; `HandRank.of_value(value).name` returns the name of a value.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.hands.card_parsing import JOKER_INDEX, CardsInput, card_of, index_of, read_cards, read_rules
from croupier.hands.hand_strength import Category, JokerRule, ThreeCardCategory, Wheel
from croupier.hands.kernels import ALL_VALID, ROW_KERNELS, HandTables, tally_hands
from croupier.hands.rank_hand import HandRank
from croupier.hands.rank_tables import COUNTING_CARDS, deck_size, tables_for

HANDS_PER_THREAD = 1 << 16
"""Minimum number of hands per thread; starting a second thread takes longer than ranking fewer hands."""
CHUNKS_PER_THREAD = 4

Values = NDArray[np.uint16]


def ranks2(hands: Any, *, joker: str = JokerRule.NONE, threads: int = 1) -> Values:
    """Return the values of two-card hands from an array of shape (n, 2)."""
    return _ranks(hands, 2, joker, Wheel.LOW, threads)


def ranks3(hands: Any, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW, threads: int = 1) -> Values:
    """Return the values of hands of three cards from an array of shape (n, 3)."""
    return _ranks(hands, 3, joker, wheel, threads)


def ranks5(hands: Any, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW, threads: int = 1) -> Values:
    """Return the values of five-card hands from an array of shape (n, 5)."""
    return _ranks(hands, 5, joker, wheel, threads)


def ranks6(hands: Any, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW, threads: int = 1) -> Values:
    """Return the values of the best five of six cards from an array of shape (n, 6)."""
    return _ranks(hands, 6, joker, wheel, threads)


def ranks7(hands: Any, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW, threads: int = 1) -> Values:
    """Return the values of the best five of seven cards from an array of shape (n, 7)."""
    return _ranks(hands, 7, joker, wheel, threads)


def card_array(hands: Iterable[CardsInput]) -> NDArray[np.uint8]:
    """Return hands written as text as an array of card numbers, for example `card_array(["Ah Kh", "Qs Qd"])`."""
    rows = [[index_of(card) for card in read_cards(hand, "card_array")] for hand in hands]
    if len({len(row) for row in rows}) > 1:
        raise BadInput.at("card_array", "the hands have different numbers of cards")
    return np.array(rows, np.uint8)


def _ranks(hands: Any, cards: int, joker: str, wheel: str, threads: int) -> Values:
    where = f"ranks{cards}"
    joker_rule, wheel_rule = read_rules(joker, wheel, where)
    given = np.asarray(hands)
    rows = _check_rows(given, cards, where)
    _check_threads(threads, where)
    tables = tables_for(cards, joker_rule, wheel_rule)
    values = np.empty(len(rows), np.uint16)
    fault = _rank_in_chunks(rows, values, tables, threads)
    if fault != ALL_VALID:
        raise BadInput.at(where, f"row {fault}: {_describe_fault(given[fault].tolist(), joker_rule)}")
    return values


def _check_threads(threads: int, where: str) -> None:
    if threads < 1:
        raise BadInput.at(where, f"threads is {threads}; use at least one")


def _check_rows(rows: NDArray[Any], cards: int, where: str) -> NDArray[np.uint8]:
    """Return the rows as contiguous bytes; refuse a wrong shape or type."""
    if rows.ndim != 2 or rows.shape[1] != cards:
        raise BadInput.at(where, f"takes an array of n x {cards} cards, not one of shape {rows.shape}")
    if rows.dtype.kind not in "iu":
        raise BadInput.at(where, f"takes card numbers (uint8), not {rows.dtype}")
    if rows.dtype != np.uint8:
        # Replace numbers outside a byte by 255, so that they do not wrap around to a valid card.
        rows = np.where((rows < 0) | (rows > 255), 255, rows).astype(np.uint8)
    return np.ascontiguousarray(rows)


def _rank_in_chunks(rows: NDArray[np.uint8], values: Values, tables: HandTables, threads: int) -> int:
    """Rank the rows, on several threads if there are enough; return the first invalid row, or `ALL_VALID`."""
    kernel = ROW_KERNELS[rows.shape[1]]
    if threads == 1 or len(rows) < 2 * HANDS_PER_THREAD:
        return int(kernel(rows, values, tables))
    size = max(HANDS_PER_THREAD, -(-len(rows) // (threads * CHUNKS_PER_THREAD)))
    begins = iter(range(0, len(rows), size))

    def work() -> list[int]:
        """Rank chunks until none is left; return the first invalid row of each chunk."""
        faults = ((begin, kernel(rows[begin : begin + size], values[begin : begin + size], tables)) for begin in begins)
        return [begin + fault for begin, fault in faults if fault != ALL_VALID]

    helpers = [_helpers(threads - 1).submit(work) for _ in range(threads - 1)]
    found = work() + [row for helper in helpers for row in helper.result()]
    return int(min(found, default=ALL_VALID))


@cache
def _helpers(threads: int) -> ThreadPoolExecutor:
    """Return a pool of worker threads for later calls: starting a thread takes as long as ranking many hands."""
    return ThreadPoolExecutor(threads, "hands")


if hasattr(os, "register_at_fork"):
    # Threads do not survive a fork; a child process that used the parent's pool would wait forever.
    os.register_at_fork(after_in_child=_helpers.cache_clear)


def _describe_fault(row: list[int], joker: JokerRule) -> str:
    for place, card in enumerate(row):
        if not 0 <= card < deck_size(joker):
            if card == JOKER_INDEX:
                return 'the joker (52) is not in this deck; say joker="semi" or joker="wild" where it is'
            return f"{card} is not a card; they are 0 to 51, and 52 for the joker"
        if card in row[:place]:
            return f"the card {card_of(card)} ({card}) is there twice"
    raise AssertionError(row)


def tally(cards: int, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW, threads: int = 1) -> NDArray[np.int64]:
    """Count all hands of `cards` cards by value; the result is indexed by value."""
    joker_rule, wheel_rule = read_rules(joker, wheel, "tally")
    _check_threads(threads, "tally")
    tables = tables_for(cards, joker_rule, wheel_rule)
    deck = deck_size(joker_rule)
    with ThreadPoolExecutor(threads) as pool:
        pieces = pool.map(lambda first: tally_hands(cards, deck, first, tables), range(deck))
        counts: NDArray[np.int64] = sum(pieces, np.zeros(1 << 13, np.int64))
    return counts


def category_counts(
    cards: int, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW, threads: int = 1
) -> dict[Category | ThreeCardCategory, int]:
    """Count all hands of `cards` cards by category, lowest first."""
    counts = tally(cards, joker=joker, wheel=wheel, threads=threads)
    found: dict[Category | ThreeCardCategory, int] = {}
    for value in np.nonzero(counts)[0].tolist():
        category = HandRank.of_value(value, cards=COUNTING_CARDS[cards], wheel=wheel).category
        found[category] = found.get(category, 0) + int(counts[value])
    return found
