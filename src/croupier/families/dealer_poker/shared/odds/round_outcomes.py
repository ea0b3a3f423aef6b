"""Counts of poker rounds by outcome, in the form that exact counts and simulations share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ULTIMATE_TIMES = (0, 1, 2, 3, 4)
THREE_CARD_TIMES = (0, 1)
ULTIMATE_SHAPE = (len(ULTIMATE_TIMES), 10, 10, 3)
"""Shape of the counts: Play size, player's `Category`, dealer's `Category`, result. A royal flush is 9."""
THREE_CARD_SHAPE = (len(THREE_CARD_TIMES), 7, 8, 3)
"""Shape of the counts: Play size, player's `ThreeCardCategory`, dealer's class (see `dealer_class`), result."""
SIX_CARD_KINDS = 10
"""Number of categories that six cards can have: all members of `Category` except five of a kind."""
LOST, TIED, WON = range(3)


def dealer_class(category: int, *, qualifies: bool) -> int:
    """Return the class of a dealer's three-card hand: 0 if it does not qualify, else one more than its category.

    Class 1 is a high card that qualifies, class 2 a pair, and so on up to 7.
    """
    return category + 1 if qualifies else 0


@dataclass(frozen=True)
class PokerCounts:
    """Number of rounds by decision and by outcome: both hands' categories and who won."""

    times: tuple[int, ...]
    """Sizes of the Play wager in antes; 0 is a fold."""
    ends: NDArray[np.int64]
    """Rounds by [index in `times`, player's category, dealer's category, result]; folded hands are compared too."""
    six: NDArray[np.int64] | None
    """Three-card poker: rounds by `Category` of the best five of both hands' six cards; None in hold'em.

    The total may differ from that of `ends`.
    """
    method: str
    """Method by which the rounds were counted: `fact_table.EXACT` or `fact_table.SIMULATED`."""

    @property
    def rounds(self) -> int:
        return int(self.ends.sum())
