"""View models of a table's tile in the lobby."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.play.board import PastRoundsView
from croupier.table.settings import DealingMode
from croupier.table.state import Phase
from croupier.views.models.jackpots import ProgressiveView
from croupier.views.models.table import TableLabelView
from croupier.views.models.table_stakes import BuyInView


class TableLimitView(TypedDict):
    """Main limits of a table: those of its line wagers, or the buy-in if seats play against each other."""

    least_cents: int
    most_cents: int


class TableStakesSummaryView(TypedDict, total=False):
    """Buy-in and length of the waiting list, for a table where seats play against each other."""

    buy_in: BuyInView
    waiting: int


class LobbyTileView(TableLabelView, TableStakesSummaryView):
    """Tile of one table in the lobby."""

    table: str
    now: int
    demo_label: str
    rulebook: str
    title: str
    family: str
    other_names: list[str]
    """Other names of the game, for the search in the lobby."""
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
    record: PastRoundsView
    """Last rounds, as the family of the table shows them."""
