"""A whole table, and the name people call it by."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from croupier.play.felt import MadeHand
from croupier.table.settings import Mode
from croupier.table.state import Phase
from croupier.views.shapes.asking import ArrangingSeen, AskingSeen, TurningSeen
from croupier.views.shapes.bank import PlayerDealerSeen
from croupier.views.shapes.game import GameSeen
from croupier.views.shapes.hands import DrawingSeen, FeltHandSeen, NextHandSeen, SeenCard, ShoeSeen
from croupier.views.shapes.jackpots import JackpotSeen, ProgressiveSeen
from croupier.views.shapes.own import OwnSeen
from croupier.views.shapes.results import KnownSeen
from croupier.views.shapes.rounds import LastRound
from croupier.views.shapes.seats import ChipSpot, OrderSeen, SeatSeen
from croupier.views.shapes.staff import StaffSeen
from croupier.views.shapes.stakes import StakesSeen
from croupier.views.shapes.trends import TrendsSeen
from croupier.views.shapes.wagers import WagerSeen


class BettingSeen(TypedDict):
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


class TableSeen(TypedDict):
    """A table, as one viewer may see it."""

    table: str
    now: int
    mark: str
    """Of a demonstration house; empty elsewhere."""
    game: GameSeen
    version: int
    mode: Mode
    phase: Phase
    is_running: bool
    is_paused: bool
    held_for: list[str]
    seats: list[SeatSeen]
    betting: BettingSeen
    wagers: list[WagerSeen]
    chips: list[ChipSpot]
    hands: dict[str, list[SeenCard]]
    made: dict[str, MadeHand]
    """What each hand comes to whose cards are all seen by whoever looks."""
    felt: list[FeltHandSeen]
    drawing: DrawingSeen
    asking: AskingSeen | None
    turning: TurningSeen | None
    arranging: NotRequired[ArrangingSeen]
    order: NotRequired[OrderSeen]
    """In a game with dice: while a round is dealt."""
    known: NotRequired[list[KnownSeen]]
    """Wagers that are decided before the round is."""
    next_hand: NextHandSeen
    shoe: ShoeSeen | None
    rounds: int
    last: LastRound | None
    trends: TrendsSeen
    progressives: list[ProgressiveSeen]
    jackpots: list[JackpotSeen]
    player_dealer: PlayerDealerSeen | None
    stakes: NotRequired[StakesSeen]
    """Where seats play one another for the chips in front of them."""
    own: NotRequired[OwnSeen]
    staff: NotRequired[StaffSeen]


class TableSign(TypedDict):
    """What people call a table; its name in the log is for machines."""

    number: int
    called: str
    """The house's own title for it; empty where it goes by its number."""
    languages: list[str]
    """Spoken there, as ISO 639 has them; empty where the house does not say."""


class TableView(TableSeen, TableSign):
    """A table with what belongs on every screen."""

    house: str
    help_line: str
