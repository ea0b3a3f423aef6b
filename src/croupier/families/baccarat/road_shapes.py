"""What this family's record shows, for the types of the pages."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from croupier.play.record import RecordShapes, ShareSeen

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


class RunsSeen(TypedDict):
    """The longest run of each result."""

    player: int
    banker: int
    tie: int


class LastResults(TypedDict):
    """The last results on a tile."""

    last_results: list[Winner]


class ResultsCounted(TypedDict):
    """How often each hand won, and the longest run of each."""

    results: dict[str, ShareSeen]
    longest_runs: RunsSeen


class RoadsDrawn(TypedDict):
    """The roads of the shoe in play."""

    roads: RoadsSeen
    would_be_drawn: WouldBeDrawn


SHAPES = RecordShapes(on_tile=LastResults, counted=ResultsCounted, drawn=RoadsDrawn)
