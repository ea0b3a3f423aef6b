"""Strengths and traits of every class of hands. A trait is a property that facts need; all are packed in one integer.

A class is set once. Facts that compare two hands follow from the strengths. Facts of one hand are packed into its
traits; the functions in `OWN_FACT_READERS` and `DEALER_FACT_READERS` unpack them for the conditions of wagers.

Kernels set hands with the functions that set a hand at the live table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import allow_in_kernels, compiled_nogil, kernel_function
from croupier.families.pai_gow.poker import hand_values, house_way
from croupier.families.pai_gow.poker.facts import CATEGORY_FACTS, FIVES_BIT, KING, QUEEN
from croupier.families.pai_gow.poker.hand_values import ACE, CATEGORY_SHIFT, FIVE, LOW_RANKS, ROYAL, STRAIGHT_FLUSH
from croupier.families.pai_gow.poker.house_way import PokerHouseWay
from croupier.families.pai_gow.poker.odds.hand_classes import JOKER, SUITS, classes_of
from croupier.hands import rank_tables
from croupier.hands.hand_strength import RANK_BITS, Category

assert rank_tables  # the import allows kernels to call the functions of `hand_strength`
allow_in_kernels(
    hand_values.height, hand_values.rank_levels, hand_values.has_joker, hand_values.wild_strength,
    hand_values.suited_strength,
    hand_values.joker_flush, hand_values.best_of, hand_values.high_hand_order, hand_values.joker_is_ace,
    hand_values.low_strength, hand_values.is_foul, hand_values.top_height, hand_values.has_straight,
    hand_values.is_complete,
    house_way.counts_of, house_way.nth_highest_rank, house_way.features_of, house_way.first_fitting_rule,
    house_way.low_hand_by_rule,
    house_way._have_ranks, house_way._arrangement_value, house_way.order_by_heights, house_way.split,
    house_way.replace_joker,
    house_way.low_hand_with_joker_as, house_way.joker_card, house_way._joker_may_be, house_way.low_hand_bits,
)  # fmt: skip
Ints = NDArray[np.int64]


def as_kernel_argument(way: PokerHouseWay) -> PokerHouseWay:
    """Return the house way with its rows as an array, so that kernels need not be compiled for each number of rows."""
    return way._replace(rows=cast(Any, np.array(way.rows, np.int64)))


@compiled_nogil
def low_hand_bits_of(way: PokerHouseWay, hands: Any) -> Ints:
    """Return the low hand that the house way sets for each hand, as a bit mask of card positions."""
    fronts = np.zeros(len(hands), np.int64)
    for place in range(len(hands)):
        fronts[place] = house_way.low_hand_bits(way, hands[place])
    return fronts


FOLDER = files("croupier.families.pai_gow.poker.odds").joinpath("count_data")
"""Folder of the precomputed counts that ship with the package."""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def counts_file_name(way: PokerHouseWay, named: bool) -> str:
    """Return the name, without suffix, of the file with the precomputed counts for a house way.

    It is a digest of everything that the counts depend on.
    """
    return digest(repr((way.rows, tuple(way.rules), way.low_cards, named)))


Column = NDArray[Any]
HIGH_CARDS = 5
(
    CATEGORY, TOP, LOW_PAIR, HELD_TWICE, HAS_JOKER, THREE_HELD, THREE_PAIRS, WHOLE, SPARE_PAIR, ROYAL_JOKER, MATCHED,
    QUEEN_HIGH, FOR_QUEEN, BELOW_QUEEN, SET_QUEEN, QUALIFIES, ONE_COLOUR,
) = (0, 4, 8, 12, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)  # fmt: skip
"""First bit of each trait in `HandTraits.traits`; the traits of `WIDE` have several bits."""
WIDE = {CATEGORY: 15, TOP: 15, LOW_PAIR: 15, HELD_TWICE: 7}


class HandTraits(NamedTuple):
    """Strengths and packed traits of hands that are set the house way, one array entry per hand."""

    high: Ints
    low: Ints
    traits: Ints
    queen_five: Ints
    """Strength of the five cards that Save the Queen compares; 0 if the joker stands for no queen. [CA-RPGP-A15]"""


@kernel_function
def _top(cards: Any) -> int:
    top = 0
    for card in cards:
        top = max(top, hand_values.height(card))
    return top


@kernel_function
def _is_queen_high(cards: Any, rules: Any) -> bool:
    return hand_values.best_of(cards, rules) >> CATEGORY_SHIFT == 0 and _top(cards) == QUEEN


@kernel_function
def _joker_for(cards: Any, first: int, last: int, rules: Any) -> int:
    """Return the first card of a range that the joker may be so that the hand is queen high; -1 if there is none."""
    for name in range(first, last):
        if _is_queen_high(house_way.replace_joker(cards, name), rules):
            return name
    return -1


@kernel_function
def _is_whole(cards: Any) -> bool:
    """Return whether all cards form one straight flush; the joker may be any card of it."""
    suit = -1
    for card in cards:
        if card != JOKER:
            if suit >= 0 and card % SUITS != suit:
                return False
            suit = card % SUITS
    for ace in (1, ACE):
        low, high = 20, 0
        for card in cards:
            if card != JOKER:
                height = ace if card < SUITS else hand_values.height(card)
                low, high = min(low, height), max(high, height)
        if high - low < len(cards):
            return True
    return False


@kernel_function
def _splits(cards: Any, best: int, rules: Any) -> int:
    """Return two bits about the ways to choose five of the cards.

    The bit with value 1: some five of the best category leave two cards that are a pair. The bit with value 2: royal
    match, a royal flush that leaves a king and a queen of one suit.
    """
    found = 0
    for first_place in range(len(cards)):
        for second_place in range(first_place + 1, len(cards)):
            first, second = cards[first_place], cards[second_place]
            is_wild = rules.joker == hand_values.WILD and max(first, second) == JOKER
            is_pair = is_wild or hand_values.height(first) == hand_values.height(second)
            heights = hand_values.height(first) + hand_values.height(second)
            is_match = (
                max(first, second) < JOKER
                and heights == KING + QUEEN
                and max(hand_values.height(first), hand_values.height(second)) == KING
                and first % SUITS == second % SUITS
            )
            if not is_pair and not is_match:
                continue
            _, five = house_way.split(cards, 1 << first_place | 1 << second_place)
            kind = hand_values.best_of(five, rules) >> CATEGORY_SHIFT
            if is_pair and kind == best:
                found |= 1
            if is_match and kind == ROYAL:
                found |= 2
    return found


@kernel_function
def _queen_five(cards: Any, name: int, rules: Any) -> int:
    """Return the strength of five cards of seven: the queen and the four lowest."""
    named = house_way.replace_joker(cards, name)
    named.sort()
    # Aces would sort first; a queen-high hand has none.
    five = [named[6], named[0], named[1], named[2], named[3]]
    return hand_values.best_of(five, rules)


@kernel_function
def _held(cards: Any) -> int:
    """Return the trait bits about repeated ranks: ranks that occur at least twice, three of a rank, three pairs."""
    counts = house_way.counts_of(cards)
    twice = three = pairs = 0
    for times in counts:
        twice += times >= 2
        three |= times == 3
        pairs += times == 2
    return twice << HELD_TWICE | three << THREE_HELD | (1 if pairs == 3 else 0) << THREE_PAIRS


@kernel_function
def _front_traits(front: int) -> int:
    """Return the trait bits that tell which pair the low hand is."""
    pair = 0
    for rank in range(RANK_BITS):
        if front >> RANK_BITS >> rank & 1:
            pair = rank + 2
    return pair << LOW_PAIR if front >> CATEGORY_SHIFT else 0


@kernel_function
def _high_traits(high: int) -> int:
    """Return the trait bits of the high hand: whether it is queen high, and whether it qualifies."""
    kind = high >> CATEGORY_SHIFT
    is_queen_high = kind == 0 and (high & LOW_RANKS) >> (QUEEN - 2) == 1
    qualifies = kind > 1 or (kind == 1 and high >> RANK_BITS & LOW_RANKS >= FIVES_BIT)
    return int(is_queen_high) << SET_QUEEN | int(qualifies) << QUALIFIES


@kernel_function
def _royal_traits(cards: Any, rules: Any) -> int:
    """Return the trait bit that tells whether a royal flush needs the joker."""
    natural = cards[cards != JOKER]
    return int(hand_values.suited_strength(natural, rules) >> CATEGORY_SHIFT != ROYAL) << ROYAL_JOKER


@kernel_function
def _queen_traits(cards: Any, best: int, rules: Any) -> Any:
    """Return the trait bits about queen-high hands, and the queen that the joker stands for, or -1."""
    if not hand_values.has_joker(cards):
        return int(best == 0 and _top(cards) == QUEEN) << QUEEN_HIGH, -1
    top = _top(cards[cards != JOKER])
    if top < QUEEN:
        queen = _joker_for(cards, SUITS * (QUEEN - 1), SUITS * QUEEN, rules)
        return int(queen >= 0) << FOR_QUEEN, queen
    is_below = top == QUEEN and _joker_for(cards, SUITS, SUITS * (QUEEN - 1), rules) >= 0
    return int(is_below) << BELOW_QUEEN, -1


@kernel_function
def _split_traits(cards: Any, best: int, rules: Any) -> int:
    """Return the trait bits about the two cards that the best five of seven leave."""
    splits = _splits(cards, best, rules) if best > 0 else 0
    is_whole = best >= STRAIGHT_FLUSH and _is_whole(cards)
    return (splits & 1) << SPARE_PAIR | (splits >> 1) << MATCHED | int(is_whole) << WHOLE


@compiled_nogil
def compute_traits(way: PokerHouseWay, hands: Any, fronts: Any, named: bool) -> HandTraits:
    """Compute the strengths and traits of many hands. `fronts`: bit mask of each hand's low hand.

    `named`: whether the joker stays the card that it was named when the house set the hand. [CA-RPGP-A14]
    """
    rules, many = way.rules, len(hands)
    computed = HandTraits(
        np.zeros(many, np.int64), np.zeros(many, np.int64), np.zeros(many, np.int64), np.zeros(many, np.int64)
    )
    for place in range(many):
        cards = hands[place]
        name = house_way.joker_card(way, cards) if named else JOKER
        low, five = house_way.split(house_way.replace_joker(cards, name), fronts[place])
        high, front = hand_values.best_of(five, rules), hand_values.low_strength(low, rules)
        computed.high[place], computed.low[place] = hand_values.high_hand_order(five, rules), front
        best = hand_values.best_of(cards, rules) >> CATEGORY_SHIFT
        queen_traits, queen = _queen_traits(cards, best, rules)
        traits = best << CATEGORY | _top(cards) << TOP | int(hand_values.has_joker(cards)) << HAS_JOKER | _held(cards)
        traits |= _high_traits(high) | _royal_traits(cards, rules) | queen_traits
        if len(low) == 2:
            traits |= _front_traits(front) | _split_traits(cards, best, rules)
            if queen >= 0:
                computed.queen_five[place] = _queen_five(cards, queen, rules)
        computed.traits[place] = traits
    return computed


@lru_cache(maxsize=8)
def hand_traits(way: PokerHouseWay, named: bool) -> HandTraits:
    """Return the traits of every class of hands, from the file shipped with the package or computed now."""
    file = FOLDER.joinpath(f"{counts_file_name(way, named)}.npz")
    if file.is_file():
        with file.open("rb") as read, np.load(read) as stored:
            return HandTraits(*(stored[name][stored[f"{name}_at"]] for name in HandTraits._fields))
    return compute_all_traits(way, named)


def compute_all_traits(way: PokerHouseWay, named: bool) -> HandTraits:
    """Set every class of hands the house way, and return its strengths and traits."""
    compiled, hands = as_kernel_argument(way), classes_of(HIGH_CARDS + way.low_cards).cards
    return compute_traits(compiled, hands, low_hand_bits_of(compiled, hands), named)


def _bits(place: int) -> Callable[[Ints], Column]:
    wide = WIDE.get(place)
    return (lambda traits: traits >> place & wide) if wide else (lambda traits: (traits >> place & 1).astype(bool))


def _is(kind: int) -> Callable[[Ints], Column]:
    return lambda traits: (traits >> CATEGORY & 15) == kind


def _any_pair(traits: Ints) -> Column:
    """Return whether the cards hold a pair besides those that make a full house, four or five of a kind."""
    own = np.zeros(16, np.int64)
    own[[Category.FULL_HOUSE, Category.FOUR_OF_A_KIND, Category.FIVE_OF_A_KIND]] = 2, 1, 1
    return np.asarray((traits >> HELD_TWICE & 7) > own[traits >> CATEGORY & 15])


def _dealer_ace_high(traits: Ints) -> Column:
    return np.asarray(((traits >> CATEGORY & 15) == 0) & ((traits >> TOP & 15) == ACE))


OWN_FACT_READERS: Mapping[str, Callable[[Ints], Column]] = {
    **{name: _is(int(kind)) for name, kind in CATEGORY_FACTS.items()},
    "five_aces": _is(FIVE),
    "three_held": _bits(THREE_HELD),
    "three_pairs": _bits(THREE_PAIRS),
    "seven_straight_flush": _bits(WHOLE),
    "royal_match": _bits(MATCHED),
    "royal_joker": _bits(ROYAL_JOKER),
    "spare_pair": _bits(SPARE_PAIR),
    "any_pair": _any_pair,
    "joker_held": _bits(HAS_JOKER),
    "one_colour": _bits(ONE_COLOUR),
    "top_card": _bits(TOP),
    "foul": lambda traits: np.zeros(len(traits), bool),
    "low_pair": _bits(LOW_PAIR),
    "queen_high": _bits(QUEEN_HIGH),
    "joker_for_queen": _bits(FOR_QUEEN),
    "joker_below_queen": _bits(BELOW_QUEEN),
    "set_queen_high": _bits(SET_QUEEN),
}
"""Functions that read facts of the seat's own cards, set the house way, from packed traits."""
DEALER_FACT_READERS: Mapping[str, Callable[[Ints], Column]] = {
    "dealer_low_pair": _bits(LOW_PAIR),
    "dealer_queen_high": _bits(QUEEN_HIGH),
    "dealer_ace_high": _dealer_ace_high,
    "dealer_joker": _bits(HAS_JOKER),
    "dealer_qualifies": _bits(QUALIFIES),
}
"""Functions that read facts of the player-dealer's cards from packed traits."""
COMPARISON_FACTS = (
    "high_wins", "high_copies", "low_wins", "low_copies", "way_high_wins", "way_low_wins", "queen_five_copies",
)  # fmt: skip
"""Facts that compare the seat's hand with the player-dealer's."""
