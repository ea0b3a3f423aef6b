"""A whole table, and the name people call it by."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from croupier.play.hands_on_table import HandValue
from croupier.table.settings import DealingMode
from croupier.table.state import Phase
from croupier.views.models.bank import PlayerDealerView
from croupier.views.models.decisions import ArrangementsView, DecisionRequestView, RevealView
from croupier.views.models.game import GameView
from croupier.views.models.hands import CardView, HandView, NextDrawView, NextHandView, ShoeView
from croupier.views.models.jackpots import JackpotView, ProgressiveView
from croupier.views.models.player import OwnView
from croupier.views.models.results import DecidedWagerView
from croupier.views.models.rounds import LastRoundView
from croupier.views.models.seats import ActionOrderView, PlacedChipsView, SeatView
from croupier.views.models.staff import StaffView
from croupier.views.models.table_stakes import TableStakesView
from croupier.views.models.trends import TrendsView
from croupier.views.models.wagers import WagerView


class BettingView(TypedDict):
    """The countdown, the same for everybody."""

    is_open: bool
    round: str | None
    opened_at: int | None
    closes_at: int | None
    closed_at: int | None
    opens_at: int | None
    """When the next bets open by themselves; none where a dealer opens them, or they are open."""
    stands_since: int | None
    """Since when the clocks stand; none while they run."""
    seconds: int
    rule: str
    action_cents: int


class TableBodyView(TypedDict):
    """A table, as one viewer may see it."""

    table: str
    now: int
    mark: str
    """Of a demonstration house; empty elsewhere."""
    game: GameView
    version: int
    mode: DealingMode
    phase: Phase
    is_running: bool
    is_paused: bool
    held_for: list[str]
    seats: list[SeatView]
    betting: BettingView
    wagers: list[WagerView]
    chips: list[PlacedChipsView]
    hands: dict[str, list[CardView]]
    made: dict[str, HandValue]
    """What each hand comes to whose cards are all seen by whoever looks."""
    felt: list[HandView]
    drawing: NextDrawView
    asking: DecisionRequestView | None
    turning: RevealView | None
    arranging: NotRequired[ArrangementsView]
    order: NotRequired[ActionOrderView]
    """In a game with dice: while a round is dealt."""
    known: NotRequired[list[DecidedWagerView]]
    """Wagers that are decided before the round is."""
    next_hand: NextHandView
    shoe: ShoeView | None
    rounds: int
    last: LastRoundView | None
    trends: TrendsView
    progressives: list[ProgressiveView]
    jackpots: list[JackpotView]
    player_dealer: PlayerDealerView | None
    stakes: NotRequired[TableStakesView]
    """Where seats play one another for the chips in front of them."""
    own: NotRequired[OwnView]
    staff: NotRequired[StaffView]


class TableLabelView(TypedDict):
    """What people call a table; its name in the log is for machines."""

    number: int
    called: str
    """The house's own title for it; empty where it goes by its number."""
    languages: list[str]
    """Spoken there, as ISO 639 has them; empty where the house does not say."""


class TableView(TableBodyView, TableLabelView):
    """A table with what belongs on every screen."""

    house: str
    help_line: str
