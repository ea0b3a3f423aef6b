"""Values of the hands of pai gow poker, as plain functions on small integers, so that they can be compiled.

Cards are numbers, 4 x (rank - 1) + suit; the joker is 52. The strength of a hand is defined in
`croupier.hands.hand_strength`: the larger one wins, equal strengths are a copy. A high hand has five cards; a low hand
has two, or one in Mini Pai Gow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.hands import hand_strength
from croupier.hands.hand_strength import ACE_BIT, NO_CARDS, RANK_BITS, RANKS

JOKER = 52
SUITS = 4
SEMI, WILD = 1, 2
ACE = 14
JOKER_HEIGHT = 15
"""Height of the joker: alone in a low hand it ranks above the aces. [004 L1224]"""
STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE = 4, 5, 6, 7, 8, 9, 10
CATEGORY_SHIFT = 2 * RANK_BITS
LOW_RANKS = (1 << RANK_BITS) - 1


class HandRules(NamedTuple):
    """Rules for ranking the joker and A-2-3-4-5; kernels take this tuple directly."""

    joker: int = SEMI
    """`SEMI`: an ace, or a card that completes a straight or flush; `WILD`: any card. [004 L1508, L1671]"""
    wheel: int = 2 * 3
    """Position of A-2-3-4-5 among the straights, from `hand_strength.wheel_position`."""
    joker_flush: int = 1
    """1 if the joker may complete a plain flush; 0 if only straights and straight flushes. [CA-AUPGP-A1]"""
    joker_is_ace_in_flush: int = 0
    """Value of the joker in a flush with an ace: 1 for a second ace, 0 for the next card of the suit. [CA-PGP-A3]"""
    joker_above_ace: int = 0
    """1 if the joker as an ace decides between equal high hands: the hand that has it wins. [CA-MPG-A7]"""


def height(card: int) -> int:
    """Return the height of a card: 2 to 10 by number, jack 11, queen 12, king 13, ace and joker 14."""
    rank = card // SUITS
    return ACE if card == JOKER or rank == 0 else rank + 1


def rank_levels(cards: Sequence[int]) -> hand_strength.Levels:
    """Return bit masks of the ranks that occur at least once, at least twice and so on; the joker is left out."""
    levels = NO_CARDS
    for card in cards:
        if card != JOKER:
            levels = hand_strength.add_rank(levels, 1 << (height(card) - 2))
    return levels


def has_joker(cards: Sequence[int]) -> bool:
    found = False
    for card in cards:
        found = found or card == JOKER
    return found


def wild_strength(levels: hand_strength.Levels, wheel: int) -> int:
    """Return the strength of the cards by ranks alone, with a joker that may be any card. [CA-RPGP-A3]

    Five of a kind exists only with aces.
    """
    best = 0
    for rank in range(RANKS):
        found = hand_strength.strength5(hand_strength.add_rank(levels, 1 << rank), wheel)
        if rank == ACE_BIT or found >> CATEGORY_SHIFT != FIVE:
            best = max(best, found)
    return best


def suited_strength(cards: Sequence[int], rules: HandRules) -> int:
    """Return the strength of the best flush, straight flush or royal flush; 0 for none."""
    joker = has_joker(cards)
    best = 0
    for suit in range(SUITS):
        suited = 0
        many = 0
        for card in cards:
            if card != JOKER and card % SUITS == suit:
                suited |= 1 << (height(card) - 2)
                many += 1
        if many >= 5:
            best = max(best, hand_strength.flush_strength(5, suited, rules.wheel))
        if joker and many >= 4:
            found = joker_flush(suited, rules)
            if rules.joker_flush or found >> CATEGORY_SHIFT >= STRAIGHT_FLUSH:
                best = max(best, found)
    return best


def joker_flush(suited: int, rules: HandRules) -> int:
    """Return the strength of the best flush that contains the joker.

    A flush with the joker as a second ace ranks above every flush with one ace.
    """
    found = hand_strength.joker_flush_strength(5, suited, rules.wheel)
    if rules.joker_is_ace_in_flush and suited >> ACE_BIT & 1 and found >> CATEGORY_SHIFT < STRAIGHT_FLUSH:
        found = hand_strength.strength_of(FLUSH, LOW_RANKS, hand_strength.top_ranks(suited ^ 1 << ACE_BIT, 3))
    return found


def high_hand_order(cards: Sequence[int], rules: HandRules) -> int:
    """Return a number by which two high hands are compared; the larger one wins.

    It is the strength; if the rules say so, a joker that is an ace breaks a tie.
    """
    best = best_of(cards, rules)
    return 2 * best + int(joker_is_ace(cards, best, rules)) if rules.joker_above_ace else best


def joker_is_ace(cards: Sequence[int], best: int, rules: HandRules) -> bool:
    """Return whether a hand has the same strength if its joker is taken as an ace."""
    if not has_joker(cards):
        return False
    if hand_strength.strength5(hand_strength.add_rank(rank_levels(cards), 1 << ACE_BIT), rules.wheel) == best:
        return True
    for ace in range(SUITS):
        held = False
        named = [0 for _ in cards]
        for place, card in enumerate(cards):
            held = held or card == ace
            named[place] = ace if card == JOKER else card
        if not held and suited_strength(named, rules) == best:
            return True
    return False


def best_of(cards: Sequence[int], rules: HandRules) -> int:
    """Return the strength of the best five cards among five, six or seven."""
    levels = rank_levels(cards)
    if not has_joker(cards):
        by_rank = hand_strength.strength5(levels, rules.wheel)
    elif rules.joker == WILD:
        by_rank = wild_strength(levels, rules.wheel)
    else:
        by_rank = hand_strength.joker_strength(5, levels, rules.wheel, False)
    return max(by_rank, suited_strength(cards, rules))


def low_strength(cards: Sequence[int], rules: HandRules) -> int:
    """Return the strength of a low hand: two cards as a pair or high cards, or one card by its rank.

    The joker as a single card is above the aces.
    """
    if len(cards) == 1:
        return JOKER_HEIGHT if cards[0] == JOKER else height(cards[0])
    levels = rank_levels(cards)
    if has_joker(cards):
        return hand_strength.joker_strength(2, levels, 0, rules.joker == WILD)
    return hand_strength.strength(2, levels, 0)


def is_foul(high: Sequence[int], low: Sequence[int], rules: HandRules) -> bool:
    """Return whether the low hand outranks the high hand. [004 L1569; CA-PGP-A2]

    A low hand that equals the top cards of the high hand is not foul.
    """
    behind = best_of(high, rules)
    front = low_strength(low, rules)
    category = behind >> CATEGORY_SHIFT
    if len(low) == 1:
        return category == 0 and front > top_height(high)
    if front >> CATEGORY_SHIFT != category:
        return front >> CATEGORY_SHIFT > category
    if category == 0:
        return front > hand_strength.top_ranks(behind, 2)
    return category == 1 and front >> RANK_BITS & LOW_RANKS > behind >> RANK_BITS & LOW_RANKS


def top_height(cards: Sequence[int]) -> int:
    """Return the height of the highest card; the joker is above the aces."""
    best = 0
    for card in cards:
        best = max(best, JOKER_HEIGHT if card == JOKER else height(card))
    return best


def has_straight(cards: Sequence[int], rules: HandRules) -> bool:
    """Return whether any five of the cards are a straight, also if the cards make a better hand."""
    ones = rank_levels(cards)[0]
    found = hand_strength.straight_position(ones, 5, rules.wheel) > 0
    if has_joker(cards):
        for rank in range(RANKS):
            found = found or hand_strength.straight_position(ones | 1 << rank, 5, rules.wheel) > 0
    return found


def is_complete(cards: Sequence[int], rules: HandRules) -> bool:
    """Return whether any five of the cards are a straight, a flush or both, also if they make a better hand."""
    return has_straight(cards, rules) or suited_strength(cards, rules) > 0
