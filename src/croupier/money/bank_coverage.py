"""Who pays: the house, or a player-dealer whose money may run out.

Each dollar of the player-dealer's wager plays once: a win pays, and a loss collects, only up to what is left, and what
is not covered goes back to its owner. Nobody wins or loses more than they put up. [004 L427, L554, L875, L995, L1021]
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from croupier.money.cents import Cents


class CoverageModel(StrEnum):
    """What uses up the bank. [CA-COM-A1]"""

    EXCHANGED = "exchanged"
    """Every dollar that changes hands, in either direction."""
    NET_RUNNING = "net_running"
    """Money collected can be paid out again; settling stops when the bank is won or lost whole."""


@dataclass(frozen=True)
class CoverageRules:
    model: CoverageModel = CoverageModel.EXCHANGED
    partial: bool = True
    """Settle the covered part and return the rest, or all or nothing. [CA-COM-A2]"""


class BankCoverage:
    """A player-dealer's posted wager while a round is settled."""

    def __init__(self, posted: Cents, rules: CoverageRules) -> None:
        self.posted = posted
        self.net = Cents(0)
        self.exchanged = Cents(0)
        self._rules = rules

    @property
    def is_used_up(self) -> bool:
        return self.left == 0

    @property
    def left(self) -> Cents:
        """What of the posted wager has not had action yet."""
        if self._rules.model is CoverageModel.EXCHANGED:
            return Cents(self.posted - self.exchanged)
        return Cents(self.posted - abs(self.net))

    def pay(self, due: Cents) -> Cents:
        """Pay a winner: how much the bank could."""
        return self._move(due, direction=-1)

    def collect(self, due: Cents) -> Cents:
        """Take a loser's stake: how much the bank may."""
        return self._move(due, direction=1)

    def _room(self, direction: int) -> int:
        """How much can still move: a bank on the run may pay what it has won, and win back what it has paid."""
        if self._rules.model is CoverageModel.EXCHANGED or self.is_used_up:
            return self.left
        return self.posted - direction * self.net

    def _move(self, due: Cents, direction: int) -> Cents:
        room = self._room(direction)
        if due > room and not self._rules.partial:
            return Cents(0)
        moved = Cents(min(due, room))
        self.exchanged = Cents(self.exchanged + moved)
        self.net = Cents(self.net + direction * moved)
        return moved
