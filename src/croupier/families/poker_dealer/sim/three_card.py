"""Three-card poker as its kernel takes it."""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.families.poker_dealer.holdem.board_count import category_starts
from croupier.families.poker_dealer.holdem.kernels import VALUES
from croupier.families.poker_dealer.sim.dealing import DECK, too_low
from croupier.families.poker_dealer.sim.three_card_kernels import CARDS, ThreeCardGame
from croupier.families.poker_dealer.three_card.counting import (
    HANDS,
    SUITS,
    category_of_values,
    hand_values,
    hands,
    least_value,
    renamed,
)
from croupier.families.poker_dealer.three_card.solution import Solution
from croupier.hands.tables import tables_for

WORD = 64


@lru_cache(maxsize=8)
def three_card_game(solution: Solution) -> ThreeCardGame:
    """Best play of a solution, and the ranking of hands."""
    rules = solution.rules
    kinds = category_of_values(rules.wheel)
    qualified = np.arange(len(kinds)) >= least_value(rules.qualifies, rules.wheel)
    return ThreeCardGame(
        least=too_low(CARDS),
        threes=np.array([comb(card, 3) for card in range(DECK)], np.uint64),
        values=hand_values(rules.wheel)[in_order()].astype(np.uint16),
        plays=played_bits(solution),
        kinds=kinds.astype(np.uint8),
        dealer_kinds=np.where(qualified, kinds + 1, 0).astype(np.uint8),
        sixes=tables_for(6),
        six_kinds=(np.searchsorted(category_starts(), np.arange(VALUES), side="right") - 1).astype(np.uint8),
    )


@cache
def in_order() -> NDArray[np.int64]:
    """For the number of each hand as kernels find it: its place in `counting.hands`."""
    low, middle, high = hands().T.astype(object)
    numbers = [comb(top, 3) + comb(mid, 2) + bottom for bottom, mid, top in zip(low, middle, high, strict=True)]
    return np.argsort(np.array(numbers, np.int64))


def played_bits(solution: Solution) -> NDArray[np.uint64]:
    """For each card shown, a bit a hand. A solution knows spades; other suits change names with them."""
    rows = []
    for card in range(DECK):
        row = card // SUITS if solution.rules.is_exposed else 0
        places = renamed(card % SUITS) if solution.rules.is_exposed else np.arange(HANDS)
        rows.append(solution.plays[row][places][in_order()])
    bits = np.zeros((DECK, -(-HANDS // WORD) * WORD), np.uint8)
    bits[:, :HANDS] = rows
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)
