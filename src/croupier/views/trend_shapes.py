"""What the record of hands already played is made of, as boards draw it."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

Winner = Literal["player", "banker", "tie"]
Colour = Literal["red", "blue"]


class CellSeen(TypedDict):
    """One square of a road; on the derived roads the mark is a colour, and only the hand's number goes with it."""

    column: int
    row: int
    mark: Literal["player", "banker", "tie", "red", "blue"]
    hand: int
    points: NotRequired[int]
    ties: NotRequired[int]
    player_pair: NotRequired[bool]
    banker_pair: NotRequired[bool]
    natural: NotRequired[bool]


class RoadsSeen(TypedDict):
    """The board of one shoe."""

    bead: list[CellSeen]
    big: list[CellSeen]
    big_eye: list[CellSeen]
    small: list[CellSeen]
    cockroach: list[CellSeen]
    leading_ties: int


class DrawnNext(TypedDict):
    """The colour a result would have on each derived road."""

    big_eye: Colour | None
    small: Colour | None
    cockroach: Colour | None


class WouldBeDrawn(TypedDict):
    """How either win would be drawn."""

    player: DrawnNext
    banker: DrawnNext


class ShareSeen(TypedDict):
    """So many of so many."""

    count: int
    of: int
    percent: str | None


class RunsSeen(TypedDict):
    """The longest run of each result."""

    player: int
    banker: int
    tie: int


class ShoeStatistics(TypedDict):
    """How often each thing happened."""

    hands: int
    results: dict[str, ShareSeen]
    wagers: dict[str, ShareSeen]
    longest_runs: RunsSeen
    dealer: NotRequired[dict[str, ShareSeen]]
    """How the dealer's hands ended, where everybody plays against them."""


class ShoeBefore(ShoeStatistics):
    """A shoe that is over."""

    shoe: int


class ShoeTrendSeen(ShoeBefore):
    """The shoe in play."""

    note: str
    roads: RoadsSeen
    would_be_drawn: WouldBeDrawn


class HandsPerShoe(TypedDict):
    """Of the shoes that are over."""

    hands: int
    shoes: int


class DealerHandSeen(TypedDict):
    """A hand that everybody played against."""

    cards: list[str]
    total: int
    natural: bool


class PokerShown(TypedDict):
    """The player-dealer's hand as the house called it, and the board it was made with."""

    cards: list[str]
    board: list[str]
    name: str
    qualifies: bool


class TrendsSeen(TypedDict):
    """The record of hands already played, labelled as such."""

    note: str
    dealer_hands: list[DealerHandSeen]
    poker_hands: list[PokerShown]
    current: ShoeTrendSeen
    previous: list[ShoeBefore]
    all: ShoeStatistics
    hands_per_shoe: HandsPerShoe
