"""What the hands of pai gow poker are called, and what a screen is told of them."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Piece
from croupier.families.pai_gow.facts import HIGH_CARDS, number_of
from croupier.families.pai_gow.hand_values import (
    CATEGORY_SHIFT,
    LOW_RANKS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    HandRules,
    best_of,
    low_strength,
)
from croupier.hands.hand_names import WORDS, name_of, ranks_in
from croupier.hands.hand_strength import ACE_BIT, RANK_BITS, Category, Wheel, wheel_place
from croupier.play.hands_on_table import HandValue

LETTERS = "23456789TJQKA"
FIVE_PLACE = 3
JOKER_ALONE = "joker"


def rank_word(strength: int) -> str:
    """`full_house`; four aces and the joker are `five_aces`."""
    category = Category(strength >> CATEGORY_SHIFT)
    return "five_aces" if category is Category.FIVE_OF_A_KIND else category.name.lower()


def high_name(strength: int, rules: HandRules) -> str:
    """`kings full of fours`."""
    wheel = next(one for one in (Wheel.LOW, Wheel.SECOND) if wheel_place(HIGH_CARDS, one) == rules.wheel)
    return name_of(HIGH_CARDS, strength, wheel)


def low_name(cards: Sequence[Piece], rules: HandRules) -> str:
    """`pair of nines`, `ace high, queen kicker`; of one card its rank."""
    numbers = [number_of(card) for card in cards]
    strength = low_strength(numbers, rules)
    if len(numbers) > 1:
        return name_of(2, strength, Wheel.LOW)
    return JOKER_ALONE if strength > len(WORDS) + 1 else WORDS[strength - 2]


def made_of(cards: Sequence[Piece], rules: HandRules) -> HandValue | None:
    """What a hand of five and more, or a low hand, comes to; nothing of another number of cards."""
    numbers = [number_of(card) for card in cards]
    if len(numbers) == 1:
        return _made(None, [LETTERS[min(low_strength(numbers, rules), len(LETTERS) + 1) - 2]], cards)
    if len(numbers) == 2:
        strength = low_strength(numbers, rules)
    elif len(numbers) >= HIGH_CARDS:
        strength = best_of(numbers, rules)
    else:
        return None
    word = rank_word(strength).replace("_", "-")
    return _made(word, ranks_of(strength), cards if len(numbers) <= HIGH_CARDS else ())


def ranks_of(strength: int) -> list[str]:
    """The ranks a hand is called by, in order of weight; of a straight the highest alone."""
    category = strength >> CATEGORY_SHIFT
    made, kickers = strength >> RANK_BITS & LOW_RANKS, strength & LOW_RANKS
    if category in (STRAIGHT, STRAIGHT_FLUSH, ROYAL):
        return [LETTERS[FIVE_PLACE if made % 2 else made // 2]]
    # A flush with two aces, one of them the joker. [CA-PGP-A3]
    makers = (ACE_BIT, ACE_BIT) if made == LOW_RANKS else ranks_in(made)
    return [LETTERS[rank] for rank in (*makers, *ranks_in(kickers))]


def _made(category: str | None, ranks: list[str], cards: Sequence[Piece]) -> HandValue:
    return {"total": None, "soft": False, "category": category, "ranks": ranks, "cards": [str(card) for card in cards]}
