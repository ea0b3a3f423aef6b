"""Results of every two hole cards on every flop of Ultimate Texas Hold'em, as sums over all turns and rivers.

Boards are counted by ranks, as if there were no flushes. Boards with three or more cards of a suit add the difference
that the flush makes to every flop that can precede them. The sums of a flop are those of its ranks plus those of each
suit on it. Sums stay below 2**63: see `rules.MOST_PARTS`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    AHEAD,
    FOLDS,
    HANDS,
    RANK_FLOPS,
    RANK_PAIRS,
    RANKS,
    REST,
    RIVER,
    SUITED_FLOPS,
    TYPE_PAIRS,
    Ints,
    distinct_flops,
    layout,
)
from croupier.families.dealer_poker.ultimate.odds.hand_values import DECK, first_hands
from croupier.families.dealer_poker.ultimate.odds.kernels import FlopSums

SUITS = 4


TOTALS = 6


def count_hands(bet: int, sums: FlopSums) -> Ints:
    """Return the totals of each of the 169 first hands over every flop.

    The columns are: AHEAD, REST, result of a check, flops bet, rivers folded, number of hands. `bet` is the Play wager
    on the flop in parts of the Ante.
    """
    hands, totals = flop_hands(), np.zeros((HANDS, TOTALS), np.int64)
    ahead, rest, river, folds = (
        sums_of_hands(sums.by_ranks[:, one], sums.by_types[:, one]) for one in (AHEAD, REST, RIVER, FOLDS)
    )
    at_flop = bet * ahead + rest
    is_bet = at_flop > river
    columns = (ahead, rest, np.maximum(at_flop, river), is_bet, np.where(is_bet, 0, folds), 1)
    for column, found in enumerate(columns):
        by_hand = (hands.deals * found).sum(axis=0)
        np.add.at(totals[:, column], first_hands()[hands.high, hands.low], by_hand)
    return totals


class FlopHands(NamedTuple):
    """All pairs of hole cards on the flops that differ in more than the names of suits.

    Arrays by flop and hand contain impossible hands, which share a card with the flop.
    """

    high: Ints
    low: Ints
    rank_flops: Ints
    """Row of each flop in `FlopSums.by_ranks`."""
    suited_flops: Ints
    """Row of each flop in `FlopSums.by_types`, by suit and flop; -1 for a suit that is not on the flop."""
    rank_pairs: Ints
    """Pair of ranks of each hand; `type_pairs` has the pair of card types for each suit, by suit and hand."""
    type_pairs: Ints
    deals: Ints
    """Number of flops that each flop and hand stand for; 0 for impossible hands."""


@cache
def flop_hands() -> FlopHands:
    flops, many = distinct_flops()
    high, low = np.tril_indices(DECK, -1)
    ranks = np.sort(flops // SUITS, axis=1)
    is_dealt = ((flops[:, :, None] != high) & (flops[:, :, None] != low)).all(axis=1)
    types = [[card // SUITS + RANKS * (card % SUITS == suit) for card in (low, high)] for suit in range(SUITS)]
    return FlopHands(
        high,
        low,
        layout().rank_flop[tuple(ranks.T)],
        np.array([[_suited_row(flop, suit) for flop in flops.tolist()] for suit in range(SUITS)]),
        layout().rank_pair[low // SUITS, high // SUITS],
        np.array([layout().type_pair[one, two] for one, two in types]),
        is_dealt * many[:, None],
    )


def _suited_row(flop: list[int], suit: int) -> int:
    """Return the row of the sums that a flop's cards of one suit add, or -1 if there are none."""
    spots = layout()
    row = int(spots.suited[sum(1 << card // SUITS for card in flop if card % SUITS == suit)])
    others = [card // SUITS for card in flop if card % SUITS != suit]
    if row < 0 or not others:
        return row
    return row + (others[0] if len(others) == 1 else int(spots.rank_pair[others[0], others[1]]))


def sums_of_hands(by_ranks: Ints, by_types: Ints) -> Ints:
    """Return one sum, or a linear combination of sums, of every flop and hand of `flop_hands`."""
    hands = flop_hands()
    found: Ints = by_ranks[hands.rank_flops][:, hands.rank_pairs]
    for rows, pairs in zip(hands.suited_flops, hands.type_pairs, strict=True):
        has_suit = np.flatnonzero(rows >= 0)
        found[has_suit] += by_types[rows[has_suit]][:, pairs]
    return found


def deals_by_flop(chosen: Ints) -> tuple[Ints, Ints]:
    """Return how many of these deals each flop and pair have: by ranks, and by types for all four suits.

    It is the reverse of `sums_of_hands`: `chosen` has a number of deals for each flop and hand.
    """
    hands = flop_hands()
    by_ranks = _add_up(hands.rank_flops, hands.rank_pairs, chosen, (RANK_FLOPS, RANK_PAIRS))
    by_types = np.zeros((SUITED_FLOPS, TYPE_PAIRS), np.int64)
    for rows, pairs in zip(hands.suited_flops, hands.type_pairs, strict=True):
        has_suit = np.flatnonzero(rows >= 0)
        by_types += _add_up(rows[has_suit], pairs, chosen[has_suit], by_types.shape)
    return by_ranks, by_types


def _add_up(rows: Ints, pairs: Ints, deals: Ints, shape: tuple[int, int]) -> Ints:
    """Return the sums of deals over all entries with the same row and pair."""
    entries = (rows[:, None] * shape[1] + pairs).ravel()
    # The sums are far below 2**53, so that floating point adds them exactly.
    found = np.bincount(entries, weights=deals.ravel(), minlength=shape[0] * shape[1])
    return found.astype(np.int64).reshape(shape)
