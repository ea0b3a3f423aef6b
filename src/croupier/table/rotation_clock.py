"""The clock of the state rule of 2026: in each 40 minutes the seat goes to two others (11 CCR 2076-2077).

"In each 40 minutes" is read as any stretch of that length, not one block after another. The last two players to have
had their turn, each counted at his latest, are looked at: 40 minutes after the earlier of the two the game ends. Until
two have had theirs, the 40 minutes run from the start of the game; while no game is running, nothing is due. Times come
in, in milliseconds; the clock reads none itself.

What counts is the pack's to say: an offer (`offered`), or a hand banked (`banked`), for which the seat counts from the
moment it is taken unless it is given up again before a hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from croupier.table.rotation_rules_file import RotationWindow

Entry = tuple[str, int]
"""A player, and when he last had his turn."""


@dataclass(frozen=True)
class RotationClock:
    """Who had his turn when, of the players that are no third-party providers."""

    window: RotationWindow
    started_at: int | None = None
    """When the game began; None while none is running."""
    had: tuple[Entry, ...] = ()
    """The latest turns, newest first, each player once; no more than can matter."""
    holding: Entry | None = None
    """Who has taken the seat and not banked a hand yet."""

    @property
    def deadline(self) -> int | None:
        """When the game ends unless another player has his turn before; None while no game is running."""
        if self.started_at is None:
            return None
        times = sorted(self._latest().values(), reverse=True)
        enough = len(times) >= self.window.others
        return (times[self.window.others - 1] if enough else self.started_at) + self.window.ms

    def is_up(self, at: int) -> bool:
        """Whether the game is to stop now."""
        return self.deadline is not None and at >= self.deadline

    def began(self, at: int) -> RotationClock:
        """A game begins, with a full window before it."""
        return RotationClock(self.window, at)

    def ended(self) -> RotationClock:
        """The game is over; nothing is due until the next."""
        return RotationClock(self.window)

    def offered(self, player: str, at: int) -> RotationClock:
        """The seat is offered to a player."""
        return self._with(player, at) if self.window.counts == "offered" else self

    def taken(self, player: str, at: int) -> RotationClock:
        """A player takes the seat: it counts from now if he banks a hand."""
        return replace(self, holding=(player, at)) if self.window.counts == "banked" else self

    def given_up(self) -> RotationClock:
        """The seat is given up; without a hand banked it was never his."""
        return replace(self, holding=None)

    def banked(self, player: str, at: int) -> RotationClock:
        """A player has banked a hand."""
        return replace(self._with(player, at), holding=None) if self.window.counts == "banked" else self

    def _latest(self) -> dict[str, int]:
        return dict(self.had) | ({self.holding[0]: self.holding[1]} if self.holding else {})

    def _with(self, player: str, at: int) -> RotationClock:
        others = [entry for entry in self.had if entry[0] != player]
        # One more than the rule counts: the player who holds the seat may be among them.
        return replace(self, had=((player, at), *others)[: self.window.others + 1])
