"""View models of a whole table and of its public name."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from croupier.play.hands_on_table import HandValue
from croupier.table.betting import BettingClosedReason
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
from croupier.views.models.seats import ActionOrderView, PlacedChipsView, SeatView, StakesView
from croupier.views.models.staff import StaffView
from croupier.views.models.table_stakes import TableStakesView
from croupier.views.models.trends import TrendsView
from croupier.views.models.wagers import WagerView


class BettingView(TypedDict):
    """State of betting with its countdown, the same for all viewers."""

    is_open: bool
    closed_reason: BettingClosedReason | None
    """Reason why no wagers are taken now; None while betting is open."""
    round: str | None
    opened_at: int | None
    closes_at: int | None
    closed_at: int | None
    opens_at: int | None
    """Time at which the next bets open automatically; None if a dealer opens them or they are open."""
    clock_stopped_at: int | None
    """Time since which all clocks are stopped by a pause or hold; None while they run."""
    seconds: int
    rule: str
    action_cents: int
    ready: NotRequired[ReadyView]
    """Players who are ready, while betting is open at a table that closes it early."""


class ReadyView(TypedDict):
    """Number of players who have said that their bets are made; betting closes when all have."""

    players: int
    ready: int


class TableBodyView(TypedDict):
    """A table with everything that one viewer may see of it."""

    table: str
    now: int
    demo_label: str
    """Text that marks a demonstration system; empty in a real house."""
    game: GameView
    version: int
    mode: DealingMode
    phase: Phase
    is_running: bool
    is_paused: bool
    hold_reasons: list[str]
    seats: list[SeatView]
    betting: BettingView
    wagers: list[WagerView]
    chips: list[PlacedChipsView]
    stakes: StakesView
    hands: dict[str, list[CardView]]
    hand_values: dict[str, HandValue]
    """Value of each hand of which the viewer may see all cards."""
    hand_states: list[HandView]
    next_draw: NextDrawView
    decision: DecisionRequestView | None
    reveal: RevealView | None
    arrangements: NotRequired[ArrangementsView]
    action_order: NotRequired[ActionOrderView]
    """Order of the seats; missing between rounds, and in games in which the order never changes."""
    decided_wagers: NotRequired[list[DecidedWagerView]]
    """Wagers whose result is certain before the end of the round, as far as the viewer may know."""
    next_hand: NextHandView
    shoe: ShoeView | None
    rounds: int
    last_round: LastRoundView | None
    trends: TrendsView
    progressives: list[ProgressiveView]
    jackpots: list[JackpotView]
    player_dealer: PlayerDealerView | None
    table_stakes: NotRequired[TableStakesView]
    """Chips in front of the seats; present only at a table where seats play against each other."""
    player: NotRequired[OwnView]
    staff: NotRequired[StaffView]


class TableLabelView(TypedDict):
    """Public number and title of a table; the id in the log is for programs only."""

    number: int
    display_name: str
    """Title that the house gave the table; empty if it has only a number."""
    languages: list[str]
    """Languages spoken at the table, as ISO 639 codes; empty if unknown."""


class TableView(TableBodyView, TableLabelView):
    """A table as one viewer may see it, with the texts that every screen shows."""

    house: str
    help_line: str
