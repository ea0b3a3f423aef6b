"""Pair Plus and the six-card bonuses, by counting."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from croupier.families.poker_dealer.holdem.pays import Bonus, HandPays, by_name
from croupier.families.poker_dealer.holdem.rules import HANDS as CATEGORIES
from croupier.families.poker_dealer.three_card.counting import HANDS, category_counts3
from croupier.families.poker_dealer.three_card.rules import PAIR_PLUS, SIX_CARD_BONUS, ThreeCardPays, ThreeCardRules
from croupier.families.poker_dealer.three_card.solution import Solution
from croupier.hands.arrays import category_counts
from croupier.hands.order import ThreeCardCategory

SIX_CARDS = comb(52, 6)


def pair_plus(rules: ThreeCardRules, pays: ThreeCardPays = PAIR_PLUS) -> Bonus:
    """The player's three cards. [004 L686, L2692]"""
    rows = {kind.name.lower(): pays.of(kind) for kind in sorted(ThreeCardCategory, reverse=True)}
    return Bonus.of(category_counts3(rules.wheel), rows, HANDS)


def forfeited(solved: Solution, pays: ThreeCardPays = PAIR_PLUS) -> Fraction:
    """What folding with best play loses of Pair Plus, where a fold forfeits it. [004 L659, L690]"""
    if not solved.rules.is_pair_plus_forfeited:
        return Fraction(0)
    counts = category_counts3(solved.rules.wheel)
    lost = (
        counts[name] * (1 - played) * (pays.of(ThreeCardCategory[name.upper()]) + 1)
        for name, played in solved.played_kinds.items()
        if pays.of(ThreeCardCategory[name.upper()])
    )
    return sum(lost, Fraction(0)) / HANDS


@cache
def six_card_counts() -> dict[str, int]:
    """The best five of the player's three cards and the dealer's three, which are any six. [004 L709, L2718]"""
    found = category_counts(6)
    return {category.name.lower(): found[category] for category in CATEGORIES}


def six_cards(pays: HandPays = SIX_CARD_BONUS) -> Bonus:
    return Bonus.of(six_card_counts(), by_name(pays, CATEGORIES), SIX_CARDS)
