"""Payouts of each result of the main wager, read from the wagers of a rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Payoffs:
    """Payout of each result per unit of the wager; a tie returns the wager, also between two naturals."""

    natural: Fraction = Fraction(6, 5)
    """Payout of a natural. [002 L27; 004 L1386]"""
    win: Fraction = Fraction(1)
    blackjack_x: Fraction | None = None
    """Payout of the ace and king of the special suit instead of `natural`; None if there is no such hand. [004 L1388]
    """
    blackjack_x_any_suit: bool = False
    """Whether an ace and king of any one suit qualify, not only of spades. [CA-BJX-A1]"""
    hard_31: Fraction = Fraction(3)
    """Payout of a hard 31. [004 L1387]"""
    charlie: Fraction = Fraction(1)
    """Payout of a hand that wins by its number of cards. [002 L21]"""
    surrender_loses: Fraction = Fraction(1, 2)
    insurance_pays: Fraction = Fraction(2)

    def __post_init__(self) -> None:
        for name in ("natural", "win", "hard_31", "charlie", "insurance_pays"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} pays {getattr(self, name)}; a win cannot cost money")
        if not 0 <= self.surrender_loses <= 1:
            raise ValueError(f"a surrender that loses {self.surrender_loses} of the wager cannot be")
