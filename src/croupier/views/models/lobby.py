"""A table at a glance."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.table.settings import DealingMode
from croupier.table.state import Phase
from croupier.views.models.jackpots import ProgressiveView
from croupier.views.models.table import TableLabelView
from croupier.views.models.table_stakes import BuyInView
from croupier.views.models.trends import TileTrendView


class TableLimitView(TypedDict):
    """The limits a table is known by."""

    least_cents: int
    most_cents: int


class TableStakesSummaryView(TypedDict, total=False):
    """Where seats play one another for the chips in front of them: what one brings, and how many wait for a seat."""

    buy_in: BuyInView
    waiting: int


class LobbyTileView(TileTrendView, TableLabelView, TableStakesSummaryView):
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
    mode: DealingMode
    phase: Phase
    is_running: bool
    bets_open: bool
    closes_at: int | None
    seats: int
    seats_taken: int
    limit: TableLimitView
    player_dealer: int | None
    progressives: list[ProgressiveView]
    hands_in_shoe: int
