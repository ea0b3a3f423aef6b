"""Names of hands, for example `kings full of fours` or `five-high straight (wheel)`."""

from __future__ import annotations

from croupier.hands.hand_strength import (
    RANK_BITS,
    RANKS,
    ROYAL_POSITION,
    Category,
    ThreeCardCategory,
    Wheel,
    wheel_position,
)

RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
RANK_MASK = (1 << RANK_BITS) - 1


def category_of(kind: int, strength: int) -> Category | ThreeCardCategory:
    number = strength >> 2 * RANK_BITS
    return ThreeCardCategory(number) if kind == 3 else Category(number)


def ranks_in(ranks: int) -> list[int]:
    """Return the ranks of a bit mask as bit positions, highest first."""
    return [place for place in reversed(range(RANKS)) if ranks >> place & 1]


def plural(rank: int) -> str:
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")


def straight_name(kind: int, place: int, wheel: Wheel, suited: bool) -> str:
    """Return the name of a straight, for example `king-high straight`.

    A straight with a low ace has "(wheel)", "(steel wheel)" or "(A-2-3)" added.
    """
    is_wheel = place == wheel_position(kind, wheel) and place != 0
    top = kind - 2 if is_wheel else place // 2
    name = f"{RANK_NAMES[top]}-high straight{' flush' if suited else ''}"
    called = ("steel wheel" if suited else "wheel") if kind == 5 else "A-2-3"
    return f"{name} ({called})" if is_wheel else name


def with_kicker(name: str, kickers: int) -> str:
    ranks = ranks_in(kickers)
    return f"{name}, {RANK_NAMES[ranks[0]]} kicker" if ranks else name


def name_of(kind: int, strength: int, wheel: Wheel) -> str:
    """Return the English name of a hand of `kind` cards from its strength."""
    category = category_of(kind, strength)
    made, kickers = strength >> RANK_BITS & RANK_MASK, strength & RANK_MASK
    if category in (Category.ROYAL_FLUSH, ThreeCardCategory.MINI_ROYAL) and made == ROYAL_POSITION:
        return "royal flush" if kind == 5 else "mini royal flush"
    if category.name in ("STRAIGHT", "STRAIGHT_FLUSH"):
        return straight_name(kind, made, wheel, category.name == "STRAIGHT_FLUSH")
    ranks = ranks_in(made)
    match category.name:
        case "FLUSH":
            return f"{RANK_NAMES[ranks[0]]}-high flush"
        case "FULL_HOUSE":
            return f"{plural(ranks[0])} full of {plural(ranks_in(kickers)[0])}"
        case "TWO_PAIR":
            return with_kicker(f"{plural(ranks[0])} and {plural(ranks[1])}", kickers)
        case "PAIR":
            return with_kicker(f"pair of {plural(ranks[0])}", kickers)
        case "HIGH_CARD":
            top, *rest = ranks_in(kickers)
            return f"{RANK_NAMES[top]} high, {RANK_NAMES[rest[0]]} kicker"
    number = {"THREE_OF_A_KIND": "three", "FOUR_OF_A_KIND": "four", "FIVE_OF_A_KIND": "five"}[category.name]
    return with_kicker(f"{number} {plural(ranks[0])}", kickers)
