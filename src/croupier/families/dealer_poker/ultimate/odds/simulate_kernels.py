"""Kernels that simulate millions of rounds of Ultimate Texas Hold'em with lookup tables.

The decisions come from the bits of `strategy_bits`, the comparison of hands from the ranking tables; nothing is
solved here. Cards are numbered 4 x rank + suit, with ranks from 0 (two) to 12 (ace). Some hundred rounds go through
every step side by side: each step is a short loop without dependencies, and rounds that are decided leave the loop. The
steps take plain arrays, because Numba counts references for every array that is read from a tuple.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline, compiled_nogil
from croupier.families.dealer_poker.shared.odds.kernels import DECK, deal_out, draw_places
from croupier.hands.kernels import FLUSH, SUIT_SHIFT, HandTables, rank6_of_keys, rank7_of_keys, value_by_ranks
from croupier.odds.simulation.shuffle_kernels import U64

CARDS = 9
DEALERS, BOARD = 2, 4
"""Positions of the dealer's first card and of the board's first card; the seat's two cards come before."""
KINDS = 10
RESULTS = 3
ENDS = KINDS * KINDS * RESULTS
RANKS = 13
SIDE_BY_SIDE = 512
SIX_BITS, WORD = U64(6), U64(63)
TWO_MORE = U64(0x2222 << SUIT_SHIFT)
"""Amount added to the suit counters of a board. A counter of three or more then has the bit set that normally marks a
flush of five."""
SUITED = U64((1 << RANKS) - 1)


class UltimateLookup(NamedTuple):
    """Lookup arrays of a hold'em simulation."""

    least: np.uint64
    """Smallest remainder of a random number that gives an unbiased deal; see `dealing.min_remainder`."""
    keys: NDArray[np.uint64]
    """Amount that each card adds to the lookup key of a hand. The array `masks` has the amount that it adds to the suit
    mask."""
    masks: NDArray[np.uint64]
    tables: HandTables
    """Ranking tables of seven cards, or of six if a hand must use a hole card."""
    fives: HandTables
    kinds: NDArray[np.uint8]
    """Hand category of each hand value."""
    first: NDArray[np.uint8]
    """Play wager before the flop for each two cards, as an index of the counts; 0 is a check."""
    flop: NDArray[np.uint64]
    by_ranks: NDArray[np.uint64]
    by_types: NDArray[np.uint64]
    suited: NDArray[np.uint64]
    rank_pair: NDArray[np.uint64]
    type_pair: NDArray[np.uint64]
    threes: NDArray[np.uint64]
    """For each card, the number of sets of three cards that have only lower cards; used to number flops."""
    at_flop: int
    """Index of a Play wager on the flop in the counts. `at_river` is the index of a Play wager at the river."""
    at_river: int
    min_hole_cards: int
    """Number of hole cards that a hand must use, 0 or 1."""


class UltimateRoundArrays(NamedTuple):
    """Preallocated arrays for the rounds in progress."""

    places: NDArray[np.uint8]
    pile: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    """Dealt cards, nine per round."""
    keys: NDArray[np.uint64]
    """Lookup keys of the boards, the start value of the tables included; `masks` has their suit masks."""
    masks: NDArray[np.uint64]
    ended: NDArray[np.uint16]
    """Outcome of each round, encoded as one number: player's category, dealer's category and result."""
    pairs: NDArray[np.uint16]
    """Number that stands for the seat's two cards, for each round."""
    played: NDArray[np.uint8]
    undecided: NDArray[np.uint32]
    """Indexes of the rounds that are still undecided."""
    suited: NDArray[np.uint32]
    """Indexes of undecided rounds with three or more cards of a suit on the board."""


@compiled_cached
def new_round_arrays(rounds: int) -> UltimateRoundArrays:
    return UltimateRoundArrays(
        np.zeros(CARDS, np.uint8), np.arange(DECK).astype(np.uint8), np.zeros(CARDS * rounds, np.uint8),
        np.zeros(rounds, np.uint64), np.zeros(rounds, np.uint64), np.zeros(rounds, np.uint16),
        np.zeros(rounds, np.uint16), np.zeros(rounds, np.uint8), np.zeros(rounds, np.uint32),
        np.zeros(rounds, np.uint32),
    )  # fmt: skip


@compiled_cached
def deal_cards(least: Any, start: Any, first: int, rounds: int, places: Any, pile: Any, cards: Any) -> None:
    """Deal the nine cards of each round in progress: two for each side, and five community cards."""
    for row in range(U64(rounds)):
        draw_places(start, U64(first) + row, CARDS, least, places)
        deal_out(CARDS, places, pile, cards, row * U64(CARDS))


@compiled_cached
def show_down(
    card_keys: Any, card_masks: Any, tables: HandTables, kinds: Any, rounds: int, cards: Any, keys: Any, masks: Any,
    ended: Any,
) -> None:  # fmt: skip
    """Rank and compare both hands of every round."""
    for row in range(U64(rounds)):
        begin = row * U64(CARDS)
        key, mask = tables.start, U64(0)
        for place in range(BOARD, CARDS):
            card = cards[begin + U64(place)]
            key += card_keys[card]
            mask += card_masks[card]
        keys[row], masks[row] = key, mask
        one, two = cards[begin], cards[begin + U64(1)]
        own = rank7_of_keys(key + card_keys[one] + card_keys[two], mask + card_masks[one] + card_masks[two], tables)
        one, two = cards[begin + U64(DEALERS)], cards[begin + U64(DEALERS + 1)]
        other = rank7_of_keys(key + card_keys[one] + card_keys[two], mask + card_masks[one] + card_masks[two], tables)
        result = U64(own >= other) + U64(own > other)
        ended[row] = (U64(kinds[own]) * U64(KINDS) + U64(kinds[other])) * U64(RESULTS) + result


@compiled_inline
def _best_without_one(card_keys: Any, card_masks: Any, tables: Any, cards: Any, begin: Any, key: Any, mask: Any) -> Any:
    """Return the best hand that leaves out one community card and so uses a hole card.

    `key` and `mask` are those of all seven cards.
    """
    best = np.uint16(0)
    for place in range(BOARD, CARDS):
        card = cards[begin + U64(place)]
        best = max(best, rank6_of_keys(key - card_keys[card], mask - card_masks[card], tables))
    return best


@compiled_cached
def show_down_with_own(
    card_keys: Any, card_masks: Any, tables: HandTables, kinds: Any, rounds: int, cards: Any, keys: Any, masks: Any,
    ended: Any,
) -> None:  # fmt: skip
    """Rank and compare both hands of every round, if a hand must use a hole card. [CA-UTH-A1]"""
    for row in range(U64(rounds)):
        begin = row * U64(CARDS)
        key, mask = tables.start, U64(0)
        for place in range(BOARD, CARDS):
            card = cards[begin + U64(place)]
            key += card_keys[card]
            mask += card_masks[card]
        keys[row], masks[row] = key, mask
        own = other = np.uint16(0)
        for side in range(2):
            one, two = cards[begin + U64(DEALERS * side)], cards[begin + U64(DEALERS * side + 1)]
            whole, suits = key + card_keys[one] + card_keys[two], mask + card_masks[one] + card_masks[two]
            own, other = other, _best_without_one(card_keys, card_masks, tables, cards, begin, whole, suits)
        result = U64(own >= other) + U64(own > other)
        ended[row] = (U64(kinds[own]) * U64(KINDS) + U64(kinds[other])) * U64(RESULTS) + result


@compiled_cached
def show_hands(game: UltimateLookup, arrays: UltimateRoundArrays, rounds: int) -> None:
    """Compute the outcome of every round under the table's rules, and the lookup keys and suit masks of the boards."""
    if game.min_hole_cards:
        show_down_with_own(
            game.keys,
            game.masks,
            game.tables,
            game.kinds,
            rounds,
            arrays.cards,
            arrays.keys,
            arrays.masks,
            arrays.ended,
        )
    else:
        show_down(
            game.keys,
            game.masks,
            game.tables,
            game.kinds,
            rounds,
            arrays.cards,
            arrays.keys,
            arrays.masks,
            arrays.ended,
        )


@compiled_cached
def decide_before_flop(first: Any, rounds: int, cards: Any, pairs: Any, played: Any, undecided: Any) -> int:
    """Decide which rounds raise before the flop; return the number of rounds that check."""
    checked = U64(0)
    for row in range(U64(rounds)):
        one, two = U64(cards[row * U64(CARDS)]), U64(cards[row * U64(CARDS) + U64(1)])
        high, low = max(one, two), min(one, two)
        pair = (high * (high - U64(1)) >> U64(1)) + low
        pairs[row] = pair
        played[row] = first[pair]
        undecided[checked] = row
        checked += U64(first[pair] == 0)
    return int(checked)


@compiled_inline
def _bit(choices: Any, word: Any, number: Any) -> Any:
    """Return the bit that stands for two hole cards in the row of bits that begins at `word`."""
    return choices[word + (number >> SIX_BITS)] >> (number & WORD) & U64(1)


@compiled_cached
def decide_on_flop(
    choices: Any, words: int, threes: Any, bet: int, many: int, cards: Any, pairs: Any, played: Any, undecided: Any
) -> int:
    """Decide which of the undecided rounds raise on the flop; return the number that check again."""
    checked = U64(0)
    for place in range(U64(many)):
        row = U64(undecided[place])
        flop = row * U64(CARDS) + U64(BOARD)
        one, two, three = U64(cards[flop]), U64(cards[flop + U64(1)]), U64(cards[flop + U64(2)])
        high, low = max(one, two, three), min(one, two, three)
        middle = one + two + three - high - low
        number = threes[high] + (middle * (middle - U64(1)) >> U64(1)) + low
        raises = _bit(choices, number * U64(words), U64(pairs[row]))
        played[row] = raises * U64(bet)
        undecided[checked] = row
        checked += U64(1) - raises
    return int(checked)


@compiled_cached
def separate_suited_boards(many: int, keys: Any, undecided: Any, suited: Any) -> int:
    """Move rounds with three or more cards of a suit on the board to `suited`; return how many stay."""
    plain = U64(0)
    for place in range(U64(many)):
        row = undecided[place]
        suited[place - plain] = row
        undecided[plain] = row
        plain += U64(keys[row] + TWO_MORE & FLUSH == U64(0))
    return int(plain)


@compiled_cached
def decide_river_by_ranks(
    choices: Any, words: int, rank_pair: Any, tables: HandTables, bet: int, many: int, cards: Any, keys: Any,
    played: Any, undecided: Any,
) -> None:  # fmt: skip
    """Decide play or fold at the river for boards on which suits do not matter."""
    for place in range(U64(many)):
        row = U64(undecided[place])
        low, high = U64(cards[row * U64(CARDS)]) >> U64(2), U64(cards[row * U64(CARDS) + U64(1)]) >> U64(2)
        word = U64(value_by_ranks(keys[row], tables)) * U64(words)
        folds = _bit(choices, word, rank_pair[low * U64(RANKS) + high])
        played[row] = (U64(1) - folds) * U64(bet)


@compiled_inline
def _suited_row(suited: Any, rank_pair: Any, cards: Any, board: Any, suit: Any, in_suit: Any) -> Any:
    """Return the row number of a board from its ranks in a suit and the ranks of its other cards."""
    row, many, other, last = suited[in_suit], 0, U64(0), U64(0)
    for place in range(CARDS - BOARD):
        card = U64(cards[board + U64(place)])
        if card & U64(3) != suit:
            other, last = last, card >> U64(2)
            many += 1
    if many == 1:
        row += last
    elif many:
        row += rank_pair[other * U64(RANKS) + last]
    return row


@compiled_cached
def decide_river_by_types(
    choices: Any, words: int, suited: Any, rank_pair: Any, type_pair: Any, bet: int, many: int, cards: Any, keys: Any,
    masks: Any, played: Any, undecided: Any,
) -> None:  # fmt: skip
    """Decide play or fold at the river for boards with three or more cards of a suit."""
    for place in range(U64(many)):
        row = U64(undecided[place])
        begin = row * U64(CARDS)
        bits = (keys[row] + TWO_MORE & FLUSH) >> U64(SUIT_SHIFT)
        suit = U64(bits > U64(0x8)) + U64(bits > U64(0x80)) + U64(bits > U64(0x800))
        in_suit = masks[row] >> (U64(16) * suit) & SUITED
        word = _suited_row(suited, rank_pair, cards, begin + U64(BOARD), suit, in_suit) * U64(words)
        one, two = U64(cards[begin]), U64(cards[begin + U64(1)])
        low = (one >> U64(2)) + U64(RANKS) * U64(one & U64(3) == suit)
        high = (two >> U64(2)) + U64(RANKS) * U64(two & U64(3) == suit)
        folds = _bit(choices, word, type_pair[low * U64(2 * RANKS) + high])
        played[row] = (U64(1) - folds) * U64(bet)


@compiled_cached
def play_best(game: UltimateLookup, arrays: UltimateRoundArrays, rounds: int) -> None:
    """Find the Play wager that best play makes in every round, as an index of the counts.

    The keys and masks of the boards must be computed before.
    """
    many = decide_before_flop(game.first, rounds, arrays.cards, arrays.pairs, arrays.played, arrays.undecided)
    many = decide_on_flop(
        game.flop.reshape(-1), game.flop.shape[1], game.threes, game.at_flop,
        many, arrays.cards, arrays.pairs, arrays.played, arrays.undecided,
    )  # fmt: skip
    plain = separate_suited_boards(many, arrays.keys, arrays.undecided, arrays.suited)
    decide_river_by_ranks(
        game.by_ranks.reshape(-1), game.by_ranks.shape[1], game.rank_pair, game.fives, game.at_river,
        plain, arrays.cards, arrays.keys, arrays.played, arrays.undecided,
    )  # fmt: skip
    decide_river_by_types(
        game.by_types.reshape(-1), game.by_types.shape[1], game.suited, game.rank_pair, game.type_pair, game.at_river,
        many - plain, arrays.cards, arrays.keys, arrays.masks, arrays.played, arrays.suited,
    )  # fmt: skip


@compiled_cached
def _count(rounds: int, played: Any, ended: Any, ends: Any) -> None:
    for row in range(U64(rounds)):
        ends[U64(played[row]) * U64(ENDS) + U64(ended[row])] += 1


@compiled_nogil
def deal_ultimate(game: UltimateLookup, start: Any, first: int, rounds: int, ends: NDArray[np.int64]) -> None:
    """Simulate rounds from number `first`, and count them by Play wager, player's hand, dealer's hand and result."""
    arrays = new_round_arrays(SIDE_BY_SIDE)
    for begin in range(first, first + rounds, SIDE_BY_SIDE):
        many = min(SIDE_BY_SIDE, first + rounds - begin)
        deal_cards(game.least, start, begin, many, arrays.places, arrays.pile, arrays.cards)
        show_hands(game, arrays, many)
        play_best(game, arrays, many)
        _count(many, arrays.played, arrays.ended, ends)


@compiled_nogil
def record_rounds(game: UltimateLookup, start: Any, first: int, rounds: int) -> UltimateRoundArrays:
    """Simulate the same rounds as `deal_ultimate` and return their cards and outcomes, for comparison."""
    arrays = new_round_arrays(rounds)
    deal_cards(game.least, start, first, rounds, arrays.places, arrays.pile, arrays.cards)
    show_hands(game, arrays, rounds)
    play_best(game, arrays, rounds)
    return arrays
