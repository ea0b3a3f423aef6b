"""What became of one wager, before anybody's money runs out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from croupier.money.cents import Cents

SEATED = "player"
"""The bettor's name when it is the seat's own player and not somebody behind it."""


class BetResult(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


@dataclass(frozen=True)
class Bet:
    """Chips on a spot: a seat's own, or a backline bettor's behind it."""

    seat: int
    bettor: str
    wager: str
    amount: Cents
    hand: int = 0
    """Which of the seat's hands it is on, 1, 2 ... from left to right; 0 where the seat has one."""

    @property
    def payer(self) -> str:
        """The bettor's name in books of fees: `2` or `2/backline-1`."""
        return str(self.seat) if self.bettor == SEATED else f"{self.seat}/{self.bettor}"


@dataclass(frozen=True)
class MeterPrize:
    """A share of a progressive meter, divided among all it falls to this round."""

    meter: str
    share: Fraction


@dataclass(frozen=True)
class Verdict:
    """How the facts of the round decide one wager, and by which line of the rules."""

    result: BetResult
    winnings: Cents = Cents(0)
    """What is due on top of the stake; what is lost, for a wager that loses (positive)."""
    charge: Cents = Cents(0)
    """Vigorish."""
    row: str | None = None
    name: str = ""
    """What the paying row is called on the felt."""
    cite: str = ""
    prizes: tuple[MeterPrize, ...] = ()
    envy: Cents = Cents(0)
    """What others with this wager receive for this row."""
    row_number: int | None = None
