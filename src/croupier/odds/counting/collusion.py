"""Value of knowing other seats' cards, in games that shuffle for every round, so that no shoe can be counted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CollusionValue:
    """Expected result of a player who knows the cards of other seats, in units of the first wager."""

    hands: int
    """Number of other seats whose cards the player knows."""
    expected_alone: float
    """Expected result of best play without this knowledge."""
    expected: float
    error: float
    """Standard error of `expected`; 0 if it was counted."""
    changed: float | None
    """Fraction of rounds in which the knowledge changes a decision."""
    method: str
    """`exact`, or `simulated` with exact decisions in each simulated round."""

    @property
    def gain(self) -> float:
        """Gain over best play without the knowledge."""
        return self.expected - self.expected_alone
