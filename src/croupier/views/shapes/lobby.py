"""A table at a glance."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.table.settings import Mode
from croupier.table.state import Phase
from croupier.views.shapes.jackpots import ProgressiveSeen
from croupier.views.shapes.stakes import BuyInSeen
from croupier.views.shapes.table import TableSign
from croupier.views.shapes.trends import TileRecord


class LineLimit(TypedDict):
    """The limits a table is known by."""

    least_cents: int
    most_cents: int


class StakesPosted(TypedDict, total=False):
    """Where seats play one another for the chips in front of them: what one brings, and how many wait for a seat."""

    buy_in: BuyInSeen
    waiting: int


class LobbyTile(TileRecord, TableSign, StakesPosted):
    """A table at a glance."""

    table: str
    now: int
    mark: str
    rulebook: str
    title: str
    family: str
    also_called: list[str]
    """Other names of the game that people look for it by."""
    house: str
    banking: Literal["house", "player-dealer", "seats"]
    mode: Mode
    phase: Phase
    is_running: bool
    bets_open: bool
    closes_at: int | None
    seats: int
    seats_taken: int
    limit: LineLimit
    player_dealer: int | None
    progressives: list[ProgressiveSeen]
    hands_in_shoe: int
