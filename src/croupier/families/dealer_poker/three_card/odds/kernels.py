"""Kernels that simulate millions of rounds of three-card poker with lookup tables.

The seat and the dealer receive three cards each; the dealer's last card is shown. Cards are numbered as in the ranking;
three cards have the number C(hi, 3) + C(mid, 2) + lo of 22,100. That number is the index of the hand's value, and of a
bit for each shown card, which is set if best play plays the hand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline, compiled_nogil
from croupier.families.dealer_poker.shared.odds.kernels import DECK, deal_out, draw_places
from croupier.hands.kernels import HandTables, rank6_of_keys
from croupier.odds.simulation.shuffle_kernels import U64

CARDS = 6
DEALERS, SHOWN = 3, 5
KINDS = 7
DEALER_KINDS = 8
RESULTS = 3
ENDS = KINDS * DEALER_KINDS * RESULTS
SIX_CARD_KINDS = 10
SIDE_BY_SIDE = 512
SIX_BITS, WORD = U64(6), U64(63)


class ThreeCardLookup(NamedTuple):
    """Lookup arrays of a three-card poker simulation."""

    least: np.uint64
    """Smallest remainder of a random number that gives an unbiased deal; see `dealing.min_remainder`."""
    threes: NDArray[np.uint64]
    """For each card, the number of sets of three cards that have only lower cards; used to number hands."""
    values: NDArray[np.uint16]
    """Strength of each hand, indexed by hand number; a higher value wins."""
    plays: NDArray[np.uint64]
    """Decisions of best play: a row for each shown card, a bit for each hand."""
    kinds: NDArray[np.uint8]
    """Category of the seat's hand by hand value. The array `dealer_kinds` has the class of a dealer's hand by hand
    value."""
    dealer_kinds: NDArray[np.uint8]
    sixes: HandTables
    six_kinds: NDArray[np.uint8]


class ThreeCardRoundArrays(NamedTuple):
    """Preallocated arrays for the rounds in progress."""

    places: NDArray[np.uint8]
    pile: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    """Dealt cards, six per round."""
    ended: NDArray[np.uint16]
    """Outcome of each round, encoded as one number: decision, player's category, dealer's class and result."""
    six: NDArray[np.uint8]


@compiled_cached
def new_round_arrays(rounds: int) -> ThreeCardRoundArrays:
    return ThreeCardRoundArrays(
        np.zeros(CARDS, np.uint8), np.arange(DECK).astype(np.uint8), np.zeros(CARDS * rounds, np.uint8),
        np.zeros(rounds, np.uint16), np.zeros(rounds, np.uint8),
    )  # fmt: skip


@compiled_cached
def deal_cards(least: Any, start: Any, first: int, rounds: int, places: Any, pile: Any, cards: Any) -> None:
    """Deal the six cards of each round in progress: three for the seat, three for the dealer."""
    for row in range(U64(rounds)):
        draw_places(start, U64(first) + row, CARDS, least, places)
        deal_out(CARDS, places, pile, cards, row * U64(CARDS))


@compiled_inline
def _number(threes: Any, cards: Any, begin: Any) -> Any:
    """Return the hand number of the three cards that begin at a position of `cards`."""
    one, two, three = U64(cards[begin]), U64(cards[begin + U64(1)]), U64(cards[begin + U64(2)])
    high, low = max(one, two, three), min(one, two, three)
    middle = one + two + three - high - low
    return threes[high] + (middle * (middle - U64(1)) >> U64(1)) + low


@compiled_cached
def play_best(
    threes: Any, values: Any, plays: Any, words: int, kinds: Any, dealer_kinds: Any, rounds: int, cards: Any, ended: Any
) -> None:
    """Play or fold each round by the best strategy and write its result to `ended`; folded hands are compared too."""
    for row in range(U64(rounds)):
        begin = row * U64(CARDS)
        hand = _number(threes, cards, begin)
        own, other = values[hand], values[_number(threes, cards, begin + U64(DEALERS))]
        shown = U64(cards[begin + U64(SHOWN)])
        played = plays[shown * U64(words) + (hand >> SIX_BITS)] >> (hand & WORD) & U64(1)
        place = (played * U64(KINDS) + U64(kinds[own])) * U64(DEALER_KINDS) + U64(dealer_kinds[other])
        ended[row] = place * U64(RESULTS) + U64(own >= other) + U64(own > other)


@compiled_cached
def rank_six(tables: HandTables, kinds: Any, rounds: int, cards: Any, six: Any) -> None:
    """Find the category of the six cards of both hands in every round."""
    for row in range(U64(rounds)):
        key, mask = tables.start, U64(0)
        for place in range(CARDS):
            card = cards[row * U64(CARDS) + U64(place)]
            key += tables.keys[card]
            mask += tables.masks[card]
        six[row] = kinds[rank6_of_keys(key, mask, tables)]


@compiled_cached
def _count(rounds: int, ended: Any, six: Any, ends: Any, sixes: Any) -> None:
    for row in range(U64(rounds)):
        ends[ended[row]] += 1
        sixes[six[row]] += 1


@compiled_cached
def _deal(game: ThreeCardLookup, arrays: ThreeCardRoundArrays, start: Any, first: int, rounds: int) -> None:
    deal_cards(game.least, start, first, rounds, arrays.places, arrays.pile, arrays.cards)
    play_best(
        game.threes, game.values, game.plays.reshape(-1), game.plays.shape[1], game.kinds, game.dealer_kinds,
        rounds, arrays.cards, arrays.ended,
    )  # fmt: skip
    rank_six(game.sixes, game.six_kinds, rounds, arrays.cards, arrays.six)


@compiled_nogil
def deal_three_card(
    game: ThreeCardLookup, start: Any, first: int, rounds: int, ends: NDArray[np.int64], sixes: NDArray[np.int64]
) -> None:
    """Simulate rounds from number `first`, and count them by decision and outcome, and by category of the six cards."""
    arrays = new_round_arrays(SIDE_BY_SIDE)
    for begin in range(first, first + rounds, SIDE_BY_SIDE):
        many = min(SIDE_BY_SIDE, first + rounds - begin)
        _deal(game, arrays, start, begin, many)
        _count(many, arrays.ended, arrays.six, ends, sixes)


@compiled_nogil
def record_rounds(game: ThreeCardLookup, start: Any, first: int, rounds: int) -> ThreeCardRoundArrays:
    """Simulate the same rounds as `deal_three_card` and return their cards and outcomes, for comparison."""
    arrays = new_round_arrays(rounds)
    _deal(game, arrays, start, first, rounds)
    return arrays
