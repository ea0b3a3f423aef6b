"""Three-card hands that best play plays in some suits and folds in others, and the cards that make the difference.

A card of the shown suit makes a dealer's flush less likely, so a hand just below the threshold is worth slightly more
with such a card. The cards that are needed are read from the solution, hand by hand.
"""

from __future__ import annotations

import numpy as np

from croupier.cards import Rank
from croupier.families.dealer_poker.three_card.odds.counting import EXPOSED_RANKS, SUITS, hand_values, hands
from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution
from croupier.hands.hand_strength import ThreeCardCategory
from croupier.hands.rank_hand import HandRank

SOME_SUITS = "not by that alone"
"""Text for hands whose decision does not follow from the number or position of their suited cards."""
PLACES = ("highest", "middle", "lowest")
Held = frozenset[int]
"""Positions of the hand's cards that have the suit of the shown card; the highest card is 0."""


def suits_text(solution: ThreeCardSolution, exposed: Rank | None, hand: HandRank) -> str:
    """Return as text which cards must have the suit of the shown card for the hand to be played, such as `one card`.

    The text is checked against all suits in which the hand can be dealt.
    """
    if exposed is None or hand.category != ThreeCardCategory.HIGH_CARD:
        return SOME_SUITS
    played = _played_by_suited_cards(solution, exposed, hand)
    wanted = {held for held, is_played in played.items() if is_played}
    least = {held for held in wanted if not any(other < held for other in wanted)}
    if None in played.values() or wanted != {held for held in played if any(one <= held for one in least)}:
        return SOME_SUITS
    for many, words in ((1, "one card"), (2, "two cards")):
        if least == {held for held in played if len(held) == many}:
            return words
    return " or ".join(_cards(held) for held in sorted(least, key=sorted))


def _cards(held: Held) -> str:
    return " and ".join(f"the {PLACES[place]}" for place in sorted(held))


def _played_by_suited_cards(solution: ThreeCardSolution, exposed: Rank, hand: HandRank) -> dict[Held, bool | None]:
    """Return whether best play plays the hand, by which cards have the shown card's suit.

    The value is None if other suits matter too.
    """
    row = int(exposed) - 1
    shown = SUITS * row
    alike = hand_values(solution.rules.wheel) == hand.value
    found: dict[Held, bool | None] = {}
    for place in np.flatnonzero(alike & (hands() != shown).all(axis=1)).tolist():
        cards = sorted(hands()[place].tolist(), key=_height, reverse=True)
        held = frozenset(number for number, card in enumerate(cards) if card % SUITS == shown % SUITS)
        is_played = bool(solution.plays[row, place])
        found[held] = is_played if found.get(held, is_played) == is_played else None
    return found


def _height(card: int) -> int:
    """Return the rank of a card for sorting, with the ace high."""
    return card // SUITS or EXPOSED_RANKS
