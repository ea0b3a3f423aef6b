"""Three-card hands that are played with some suits and folded with others: which of their cards it hangs on.

A card of the suit that the dealer shows takes flushes from him, so that a hand just under the line is worth a little
more with it. Which cards that takes is read off the solution, hand by hand.
"""

from __future__ import annotations

import numpy as np

from croupier.cards import Rank
from croupier.families.poker_dealer.three_card.counting import EXPOSED_RANKS, SUITS, hand_values, hands
from croupier.families.poker_dealer.three_card.solution import Solution
from croupier.hands.hand_strength import ThreeCardCategory
from croupier.hands.rank_hand import HandRank

SOME_SUITS = "not by that alone"
"""Played with some suits, which no number or place of such cards tells."""
PLACES = ("highest", "middle", "lowest")
Held = frozenset[int]
"""Which of a hand's cards, the highest being 0, are of the suit shown."""


def suits_in_words(solution: Solution, exposed: Rank | None, hand: HandRank) -> str:
    """`one card`: what a hand needs of the suit shown to be played; checked with all suits that it can be dealt in."""
    if exposed is None or hand.category != ThreeCardCategory.HIGH_CARD:
        return SOME_SUITS
    played = _played(solution, exposed, hand)
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


def _played(solution: Solution, exposed: Rank, hand: HandRank) -> dict[Held, bool | None]:
    """By the cards that are of the suit shown: played or not; None where other suits decide too."""
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
    """Aces are high in a hand of high cards."""
    return card // SUITS or EXPOSED_RANKS
