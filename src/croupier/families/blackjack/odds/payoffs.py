"""What the results of a blackjack wager pay, as the mathematics needs it. It comes from a rulebook's wagers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Payoffs:
    """For each unit of the wager. A tie gives the wager back, and so do two naturals."""

    natural: Fraction = Fraction(6, 5)
    """[002 L27; 004 L1386]"""
    win: Fraction = Fraction(1)
    blackjack_x: Fraction | None = None
    """For the ace and king of the special suit instead of `natural`; none where there is no such hand. [004 L1388]"""
    blackjack_x_any_suit: bool = False
    """Ace and king of any one suit, not spades alone. [CA-BJX-A1]"""
    hard_31: Fraction = Fraction(3)
    """[004 L1387]"""
    charlie: Fraction = Fraction(1)
    """[002 L21]"""
    surrender_loses: Fraction = Fraction(1, 2)
    insurance_pays: Fraction = Fraction(2)

    def __post_init__(self) -> None:
        for name in ("natural", "win", "hard_31", "charlie", "insurance_pays"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} pays {getattr(self, name)}; a win cannot cost money")
        if not 0 <= self.surrender_loses <= 1:
            raise ValueError(f"a surrender that loses {self.surrender_loses} of the wager cannot be")
