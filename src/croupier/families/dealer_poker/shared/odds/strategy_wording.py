"""Text for hands and fractions in the strategies of the poker games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from croupier.families.dealer_poker.three_card.odds.solver import ranks_text
from croupier.hands.hand_strength import Category
from croupier.hands.rank_hand import HandRank

WITHOUT_ARTICLE = ("two_pair", "three_of_a_kind", "four_of_a_kind")


def category_text(category: Category) -> str:
    """Return the name of a category with its article: `a pair`, `three of a kind`, `no pair`."""
    if category is Category.HIGH_CARD:
        return "no pair"
    name = category.name.lower()
    return ("" if name in WITHOUT_ARTICLE else "a ") + name.replace("_", " ")


def as_percent(share: Fraction) -> str:
    """Format a fraction in percent with two decimals, or with more if it would read as 0 % or 100 %."""
    for places in range(2, 12):
        text = f"{float(share):.{places}%}"
        if share in (0, 1) or text not in (f"{1:.{places}%}", f"{0:.{places}%}"):
            return text
    return text


def always_or(share: Fraction) -> str:
    return {Fraction(0): "never", Fraction(1): "always"}.get(share) or as_percent(share)


def hands_as_ranges(hands: Sequence[HandRank]) -> str:
    """List hands as text; three or more hands of consecutive rank form a range: `T-8-2 to T-9-7, J-3-2`."""
    runs: list[list[HandRank]] = []
    for hand in sorted(hands):
        if runs and hand.value == runs[-1][-1].value + 1:
            runs[-1].append(hand)
        else:
            runs.append([hand])
    return ", ".join(_run([ranks_text(hand) for hand in run]) for run in runs)


def _run(names: list[str]) -> str:
    return f"{names[0]} to {names[-1]}" if len(names) > 2 else ", ".join(names)
