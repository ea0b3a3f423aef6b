"""Bets, and the verdict of the rules on a bet before the limits of banks and meters apply."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from croupier.money.cents import Cents

SEATED = "player"
"""Bettor name of the seat's own player, as opposed to a backline bettor."""


class BetResult(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


@dataclass(frozen=True)
class Bet:
    """Chips on one wager, of a seat's player or of a backline bettor behind the seat."""

    seat: int
    bettor: str
    wager: str
    amount: Cents
    hand: int = 0
    """Number of the seat's hand that the bet is on, from 1, left to right; 0 if the seat has only one hand."""

    @property
    def payer(self) -> str:
        """Bettor's name in fee records: `2`, or `2/backline-1`."""
        return str(self.seat) if self.bettor == SEATED else f"{self.seat}/{self.bettor}"


@dataclass(frozen=True)
class MeterPrize:
    """Share of a progressive meter that a row wins; all who win the share in one round divide it."""

    meter: str
    share: Fraction


@dataclass(frozen=True)
class Verdict:
    """Result that the facts of a round give to one bet, with the row and the citation of the rules."""

    result: BetResult
    winnings: Cents = Cents(0)
    """Cents due in addition to the stake; for a losing bet, the cents lost, as a positive number."""
    charge: Cents = Cents(0)
    """Vigorish in cents."""
    row: str | None = None
    name: str = ""
    """Name of the paying row as printed on the layout."""
    cite: str = ""
    prizes: tuple[MeterPrize, ...] = ()
    envy: Cents = Cents(0)
    """Cents that each other bettor on this wager receives as envy bonus, because this bet won its row."""
    row_number: int | None = None
