"""How rounds of poker against a player-dealer end: the one shape that exact counts and simulated rounds share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

HOLDEM_TIMES = (0, 1, 2, 3, 4)
THREE_CARD_TIMES = (0, 1)
HOLDEM_SHAPE = (len(HOLDEM_TIMES), 10, 10, 3)
"""Places: Play wager, own `Category`, the dealer's, result. A royal flush is 9."""
THREE_CARD_SHAPE = (len(THREE_CARD_TIMES), 7, 8, 3)
"""Places: Play wager, own `ThreeCardCategory`, the dealer's (see `dealer_place`), result."""
SIX_CARD_KINDS = 10
"""`Category` without five of a kind."""
LOST, TIED, WON = range(3)


def dealer_place(category: int, *, qualifies: bool) -> int:
    """Three cards: 0 where the dealer does not qualify, 1 for a high card that does, 2 for a pair, to 7."""
    return category + 1 if qualifies else 0


@dataclass(frozen=True)
class PokerCounts:
    """Rounds by how they were played and how they ended."""

    times: tuple[int, ...]
    """What the Play wager was in antes, 0 for a hand that was folded."""
    ends: NDArray[np.int64]
    """[place in `times`, own category, dealer's category, result]; folded hands are compared too."""
    six: NDArray[np.int64] | None
    """Three cards: rounds by `Category` of the best five of both hands' six cards. Its total is its own."""
    method: str
    """`table.EXACT` or `table.SIMULATED`."""

    @property
    def rounds(self) -> int:
        return int(self.ends.sum())
