"""View models of a table's tile in the lobby."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from croupier.play.board import PastRoundsView, RoadSquareView
from croupier.play.hands_on_table import HandValue
from croupier.table.settings import DealingMode
from croupier.table.state import Phase
from croupier.views.models.hands import Cards
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


class LastHandView(TypedDict):
    """Hands that all players share, with their values: those of the round being dealt, else of the last settled one."""

    cards: Cards
    hand_values: dict[str, HandValue]


class LobbyTileView(TableLabelView, TableStakesSummaryView):
    """Tile of one table in the lobby."""

    table: str
    now: int
    demo_label: str
    rulebook: str
    title: str
    short_title: str
    """Title of the game where there is little space; the title if the rulebook gives no shorter one."""
    family: str
    other_names: list[str]
    """Other names of the game, for the search in the lobby."""
    house: str
    banking: Literal["house", "player-dealer", "seats"]
    mode: DealingMode
    phase: Phase
    is_running: bool
    is_in_play: bool
    """Whether wagers are placed, cards are dealt or the last result is still new; a wall shows such a table large."""
    bets_open: bool
    closes_at: int | None
    betting_seconds: int
    seats: int
    seats_taken: int
    limit: TableLimitView
    player_dealer: int | None
    progressives: list[ProgressiveView]
    hands_in_shoe: int
    record: PastRoundsView
    """Last rounds, as the family of the table shows them."""
    road: list[RoadSquareView]
    """Last columns of the road of the shoe in play; empty if the family draws none."""
    last_hand: LastHandView | None
    """Last settled round; None before the first."""
    has_jackpot: bool
    """Whether a jackpot was hit at the table and waits for its confirmation."""
