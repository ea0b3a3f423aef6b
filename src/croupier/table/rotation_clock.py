"""Time limit of a 2026 California rule: in each 40 minutes two other players must get the bank (11 CCR 2076-2077).

"In each 40 minutes" is read as any period of that length, not as consecutive blocks. The two players with the latest
turns count, each at the latest turn: the game ends 40 minutes after the earlier of the two. Until two players have had
a turn, the 40 minutes run from the start of the game. Without a running game there is no deadline. Times are inputs, in
milliseconds; this module does not read a clock.

The rotation rules define what counts as a turn: an offer (`offered`), or a banked hand (`banked`). With `banked`, the
turn counts from the moment the player takes the bank, unless the player gives it up before a hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from croupier.table.rotation_rules_file import RotationWindow

Entry = tuple[str, int]
"""Player, and the time of that player's last turn in milliseconds."""


@dataclass(frozen=True)
class RotationClock:
    """Clock of the time limit: the latest turns at the bank of players who are not third-party providers."""

    window: RotationWindow
    started_at: int | None = None
    """Start of the game in milliseconds; None while no game runs."""
    had: tuple[Entry, ...] = ()
    """Latest turns at the bank, newest first, each player once; turns that no longer matter are dropped."""
    holding: Entry | None = None
    """Player who has taken the bank but not banked a hand yet, with the time; None if there is no such player."""

    @property
    def deadline(self) -> int | None:
        """Time at which the game ends unless another player gets a turn; None while no game runs."""
        if self.started_at is None:
            return None
        times = sorted(self._latest().values(), reverse=True)
        enough = len(times) >= self.window.others
        return (times[self.window.others - 1] if enough else self.started_at) + self.window.ms

    def is_up(self, at: int) -> bool:
        """Return whether the time limit is over and the game must stop."""
        return self.deadline is not None and at >= self.deadline

    def began(self, at: int) -> RotationClock:
        """Return the clock at the start of a game, with a full time window."""
        return RotationClock(self.window, at)

    def ended(self) -> RotationClock:
        """Return the clock without a running game."""
        return RotationClock(self.window)

    def offered(self, player: str, at: int) -> RotationClock:
        """Return the clock after the bank was offered to a player."""
        return self._with(player, at) if self.window.counts == "offered" else self

    def taken(self, player: str, at: int) -> RotationClock:
        """Return the clock after a player took the bank; the turn counts from now if the player banks a hand."""
        return replace(self, holding=(player, at)) if self.window.counts == "banked" else self

    def given_up(self) -> RotationClock:
        """Return the clock after the bank was given up; without a banked hand it does not count as a turn."""
        return replace(self, holding=None)

    def banked(self, player: str, at: int) -> RotationClock:
        """Return the clock after a player banked a hand."""
        return replace(self._with(player, at), holding=None) if self.window.counts == "banked" else self

    def _latest(self) -> dict[str, int]:
        return dict(self.had) | ({self.holding[0]: self.holding[1]} if self.holding else {})

    def _with(self, player: str, at: int) -> RotationClock:
        others = [entry for entry in self.had if entry[0] != player]
        # Store one more turn than the rule counts: the player who has the bank may be among them.
        return replace(self, had=((player, at), *others)[: self.window.others + 1])
