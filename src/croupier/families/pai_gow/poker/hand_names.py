"""Names of the hands of pai gow poker, and hand values for screens."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Piece
from croupier.families.pai_gow.poker.facts import HIGH_CARDS, card_number_of
from croupier.families.pai_gow.poker.hand_values import (
    CATEGORY_SHIFT,
    LOW_RANKS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    HandRules,
    best_of,
    low_strength,
)
from croupier.hands.hand_names import RANK_NAMES, name_of, ranks_in
from croupier.hands.hand_strength import ACE_BIT, RANK_BITS, Category, Wheel, wheel_position
from croupier.play.hands_on_table import HandValue

LETTERS = "23456789TJQKA"
FIVE_PLACE = 3
JOKER_ALONE = "joker"


def category_code(strength: int) -> str:
    """Return the code of a hand category, for example `full_house`; four aces and the joker are `five_aces`."""
    category = Category(strength >> CATEGORY_SHIFT)
    return "five_aces" if category is Category.FIVE_OF_A_KIND else category.name.lower()


def high_name(strength: int, rules: HandRules) -> str:
    """Return the name of a high hand, for example "kings full of fours"."""
    wheel = next(one for one in (Wheel.LOW, Wheel.SECOND) if wheel_position(HIGH_CARDS, one) == rules.wheel)
    return name_of(HIGH_CARDS, strength, wheel)


def low_name(cards: Sequence[Piece], rules: HandRules) -> str:
    """Return the name of a low hand, such as "pair of nines" or "ace high, queen kicker"; for one card, its rank."""
    numbers = [card_number_of(card) for card in cards]
    strength = low_strength(numbers, rules)
    if len(numbers) > 1:
        return name_of(2, strength, Wheel.LOW)
    return JOKER_ALONE if strength > len(RANK_NAMES) + 1 else RANK_NAMES[strength - 2]


def hand_value_of(cards: Sequence[Piece], rules: HandRules) -> HandValue | None:
    """Return the value of a low hand or of five or more cards; None for any other number of cards."""
    numbers = [card_number_of(card) for card in cards]
    if len(numbers) == 1:
        return _hand_value(None, [LETTERS[min(low_strength(numbers, rules), len(LETTERS) + 1) - 2]], cards)
    if len(numbers) == 2:
        strength = low_strength(numbers, rules)
    elif len(numbers) >= HIGH_CARDS:
        strength = best_of(numbers, rules)
    else:
        return None
    code = category_code(strength).replace("_", "-")
    return _hand_value(code, ranks_of(strength), cards if len(numbers) <= HIGH_CARDS else ())


def ranks_of(strength: int) -> list[str]:
    """Return the ranks that appear in a hand's name, most important first; for a straight only the highest."""
    category = strength >> CATEGORY_SHIFT
    main_ranks, kickers = strength >> RANK_BITS & LOW_RANKS, strength & LOW_RANKS
    if category in (STRAIGHT, STRAIGHT_FLUSH, ROYAL):
        return [LETTERS[FIVE_PLACE if main_ranks % 2 else main_ranks // 2]]
    # All rank bits mark a flush with two aces, one of which is the joker. [CA-PGP-A3]
    makers = (ACE_BIT, ACE_BIT) if main_ranks == LOW_RANKS else ranks_in(main_ranks)
    return [LETTERS[rank] for rank in (*makers, *ranks_in(kickers))]


def _hand_value(category: str | None, ranks: list[str], cards: Sequence[Piece]) -> HandValue:
    return {
        "total": None,
        "is_soft": False,
        "category": category,
        "ranks": ranks,
        "cards": [str(card) for card in cards],
    }
