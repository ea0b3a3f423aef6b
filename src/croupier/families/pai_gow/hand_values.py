"""What the hands of pai gow poker are worth, as plain functions over small whole numbers, which compile.

Cards are numbers, 4 x (rank - 1) + suit, the joker 52. The strength of a hand is that of
`croupier.hands.hand_strength`: larger
wins, equal is a copy. A high hand has five cards; a low hand two, or in Mini Pai Gow one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.hands import hand_strength
from croupier.hands.hand_strength import ACE_BIT, EMPTY, RANK_BITS, RANKS

JOKER = 52
SUITS = 4
SEMI, WILD = 1, 2
ACE = 14
JOKER_HEIGHT = 15
"""Alone in a low hand the joker is the highest ace. [004 L1224]"""
STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE = 4, 5, 6, 7, 8, 9, 10
CATEGORY_SHIFT = 2 * RANK_BITS
LOW_RANKS = (1 << RANK_BITS) - 1


class HandRules(NamedTuple):
    """What the readings in force make of a joker and of A-2-3-4-5; goes into kernels as it is."""

    joker: int = SEMI
    """An ace, or what a straight or flush lacks; or any card. [004 L1508, L1671]"""
    wheel: int = 2 * 3
    """The place of A-2-3-4-5 among the straights, from `hand_strength.wheel_place`."""
    joker_flush: int = 1
    """0 where the joker completes straights and straight flushes, but no plain flush. [CA-AUPGP-A1]"""
    joker_is_ace_in_flush: int = 0
    """1 where the joker beside its ace in a flush is a second one, and not the next card of the suit. [CA-PGP-A3]"""
    joker_above_ace: int = 0
    """1 where of equal high hands that one wins whose joker is an ace. [CA-MPG-A7]"""


def height(card: int) -> int:
    """Two to ten their pips, jack 11 to ace 14; the joker is an ace."""
    rank = card // SUITS
    return ACE if card == JOKER or rank == 0 else rank + 1


def levels_of(cards: Sequence[int]) -> hand_strength.Levels:
    """The ranks held once, twice and so on, of all but a joker."""
    levels = EMPTY
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
    """By rank alone, with a joker that may be any card. Of five equal cards only aces are a rank. [CA-RPGP-A3]"""
    best = 0
    for rank in range(RANKS):
        found = hand_strength.strength5(hand_strength.add_rank(levels, 1 << rank), wheel)
        if rank == ACE_BIT or found >> CATEGORY_SHIFT != FIVE:
            best = max(best, found)
    return best


def suited_strength(cards: Sequence[int], rules: HandRules) -> int:
    """The best flush, straight flush or royal flush among these cards; 0 for none."""
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
    """The best flush with the joker. Two aces are above every flush with one."""
    found = hand_strength.joker_flush_strength(5, suited, rules.wheel)
    if rules.joker_is_ace_in_flush and suited >> ACE_BIT & 1 and found >> CATEGORY_SHIFT < STRAIGHT_FLUSH:
        found = hand_strength.strength_of(FLUSH, LOW_RANKS, hand_strength.top_ranks(suited ^ 1 << ACE_BIT, 3))
    return found


def compared_high(cards: Sequence[int], rules: HandRules) -> int:
    """What decides between two high hands: their strength; where that is the rule, then a joker that is an ace."""
    best = best_of(cards, rules)
    return 2 * best + int(joker_is_ace(cards, best, rules)) if rules.joker_above_ace else best


def joker_is_ace(cards: Sequence[int], best: int, rules: HandRules) -> bool:
    """Whether a hand is as strong when its joker is held to be an ace."""
    if not has_joker(cards):
        return False
    if hand_strength.strength5(hand_strength.add_rank(levels_of(cards), 1 << ACE_BIT), rules.wheel) == best:
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
    """The best five of five, six or seven cards."""
    levels = levels_of(cards)
    if not has_joker(cards):
        by_rank = hand_strength.strength5(levels, rules.wheel)
    elif rules.joker == WILD:
        by_rank = wild_strength(levels, rules.wheel)
    else:
        by_rank = hand_strength.joker_strength(5, levels, rules.wheel, False)
    return max(by_rank, suited_strength(cards, rules))


def low_strength(cards: Sequence[int], rules: HandRules) -> int:
    """A low hand of two cards: a pair, or high cards; of one: its rank, the joker above the aces."""
    if len(cards) == 1:
        return JOKER_HEIGHT if cards[0] == JOKER else height(cards[0])
    levels = levels_of(cards)
    if has_joker(cards):
        return hand_strength.joker_strength(2, levels, 0, rules.joker == WILD)
    return hand_strength.strength(2, levels, 0)


def is_foul(high: Sequence[int], low: Sequence[int], rules: HandRules) -> bool:
    """Whether the low hand outranks the high one. Equal as far as it goes is no foul. [004 L1569; CA-PGP-A2]"""
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
    """The highest card, the joker above the aces."""
    best = 0
    for card in cards:
        best = max(best, JOKER_HEIGHT if card == JOKER else height(card))
    return best


def has_straight(cards: Sequence[int], rules: HandRules) -> bool:
    """Whether some five of the cards are a straight, whatever else they make."""
    ones = levels_of(cards)[0]
    found = hand_strength.straight_place(ones, 5, rules.wheel) > 0
    if has_joker(cards):
        for rank in range(RANKS):
            found = found or hand_strength.straight_place(ones | 1 << rank, 5, rules.wheel) > 0
    return found


def is_complete(cards: Sequence[int], rules: HandRules) -> bool:
    """Whether some five of the cards are a straight, a flush or both, whatever else they make."""
    return has_straight(cards, rules) or suited_strength(cards, rules) > 0
