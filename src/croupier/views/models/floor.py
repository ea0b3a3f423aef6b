"""View models of the supervisor's floor: one line for each table, with everything there that waits for somebody."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.views.models.lobby import LobbyTileView
from croupier.views.models.seats import SeatView
from croupier.views.models.staff import NextStepView

AlertKind = Literal["back-out", "call", "correction", "dealing-late", "dispute", "fault", "jackpot", "notice", "paused"]
AlertUrgency = Literal["money", "stopped", "late"]
"""Urgency of an alert, highest first: money to approve, a table that is stopped or disputed, a late dealer."""


class AlertView(TypedDict):
    """Something at a table that waits for somebody."""

    id: str
    kind: AlertKind
    urgency: AlertUrgency
    since: int | None
    """Time at which the wait began; None if no record has it."""
    text: str
    """Reason or note that a person wrote; empty if there is none."""
    round: str | None
    """Round that it is about; None if it is about the table."""
    seat: int | None
    cents: int | None
    meter: str
    """Title of the meter that pays; empty if no meter does."""


class FloorTableView(LobbyTileView):
    """Line of one table on the supervisor's floor."""

    is_in_play: bool
    """Whether a round is being played, or the last one has just ended."""
    players: int
    """Number of people seated, without bots and third-party providers."""
    chairs: list[SeatView]
    next_step: NextStepView
    round: int | None
    """Number of the round in play; None between rounds."""
    cards_dealt: int
    rounds_last_hour: int
    alerts: list[AlertView]
    """Alerts of the table, the most urgent first, then the longest waiting."""
