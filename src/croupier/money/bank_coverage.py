"""Coverage of wagers by a player-dealer's limited bank.

Each dollar of the player-dealer's posted wager plays once: a win is paid, and a loss is collected, only up to what is
left of it, and the part that is not covered is returned to its owner. Nobody wins or loses more than they put up.
[004 L427, L554, L875, L995, L1021]
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from croupier.money.cents import Cents


class CoverageModel(StrEnum):
    """Rule by which payments and collections use up the player-dealer's bank. [CA-COM-A1]"""

    EXCHANGED = "exchanged"
    """Every dollar paid or collected uses up the bank."""
    NET_RUNNING = "net_running"
    """Collected money can be paid out again; settling stops when the whole bank is won or lost."""


@dataclass(frozen=True)
class CoverageRules:
    model: CoverageModel = CoverageModel.EXCHANGED
    partial: bool = True
    """Whether a wager is settled as far as it is covered; if False, it is settled in full or not at all. [CA-COM-A2]"""


class BankCoverage:
    """A player-dealer's posted wager during the settlement of a round."""

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
        """Part of the posted wager, in cents, that has not had action yet."""
        if self._rules.model is CoverageModel.EXCHANGED:
            return Cents(self.posted - self.exchanged)
        return Cents(self.posted - abs(self.net))

    def pay(self, due: Cents) -> Cents:
        """Pay a winner and return how many cents the bank could pay."""
        return self._transfer(due, direction=-1)

    def collect(self, due: Cents) -> Cents:
        """Collect a losing stake and return how many cents the bank may take."""
        return self._transfer(due, direction=1)

    def _available(self, direction: int) -> int:
        """Return the most cents that the bank can still pay (direction -1) or collect (direction 1).

        With `CoverageModel.NET_RUNNING`, the bank may also pay out what it has won and win back what it has paid.
        """
        if self._rules.model is CoverageModel.EXCHANGED or self.is_used_up:
            return self.left
        return self.posted - direction * self.net

    def _transfer(self, due: Cents, direction: int) -> Cents:
        available = self._available(direction)
        if due > available and not self._rules.partial:
            return Cents(0)
        moved = Cents(min(due, available))
        self.exchanged = Cents(self.exchanged + moved)
        self.net = Cents(self.net + direction * moved)
        return moved
