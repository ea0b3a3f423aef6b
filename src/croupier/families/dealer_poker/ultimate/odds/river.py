"""Results at the river of Ultimate Texas Hold'em by board and pair of hole cards, and which hands are folded there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.families.dealer_poker.ultimate.odds.board_kernels import DEALERS, Ints
from croupier.families.dealer_poker.ultimate.odds.boards import BoardArrays
from croupier.families.dealer_poker.ultimate.rules import HANDS as CATEGORIES
from croupier.families.dealer_poker.ultimate.rules import UltimateRules


@dataclass(frozen=True)
class RiverResults:
    """Results over all dealer's hands in antes, by pair and board."""

    ahead: NDArray[np.int32]
    """Wins minus losses."""
    ante: NDArray[np.int32]
    """Result of the Ante and of the Blind's losses; a hand that does not qualify loses the Ante to all that do."""
    played: NDArray[np.int32]
    """Result of a Play wager together with the Ante and the Blind, without what the Blind wins."""
    is_folded: NDArray[np.bool_]

    @classmethod
    def of(cls, boards: BoardArrays, rules: UltimateRules) -> RiverResults:
        """Return the results of best play at the river. [004 L3651, L3668-3697]"""
        low = boards.lower_kinds(int(rules.qualifies)).astype(np.int32)
        ahead = boards.won.astype(np.int32) - boards.lost
        ante = np.where(boards.kinds >= rules.qualifies, ahead - low, low - DEALERS).astype(np.int32)
        ante -= boards.lost
        played = rules.river * ahead + ante
        river = rules.unit * played.astype(np.int64) + blind_parts(rules)[boards.kinds] * boards.won
        return cls(ahead, ante, played, river <= -2 * DEALERS * rules.unit)


def blind_parts(rules: UltimateRules) -> Ints:
    """Return the payout of the Blind by category, in parts of the Ante."""
    return np.array([int(rules.blind.of(category) * rules.unit) for category in CATEGORIES], np.int64)
