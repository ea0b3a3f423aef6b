"""What this family's record shows, for the types of the pages."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from croupier.play.board import HistoryTypes, ShareView

Winner = Literal["player", "banker", "tie"]
Colour = Literal["red", "blue"]


class CellView(TypedDict):
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


class RoadsView(TypedDict):
    """The board of one shoe."""

    bead: list[CellView]
    big: list[CellView]
    big_eye: list[CellView]
    small: list[CellView]
    cockroach: list[CellView]
    leading_ties: int


class NextDerivedMarks(TypedDict):
    """The colour a result would have on each derived road."""

    big_eye: Colour | None
    small: Colour | None
    cockroach: Colour | None


class NextMarksView(TypedDict):
    """How either win would be drawn."""

    player: NextDerivedMarks
    banker: NextDerivedMarks


class LongestRunsView(TypedDict):
    """The longest run of each result."""

    player: int
    banker: int
    tie: int


class LastResults(TypedDict):
    """The last results on a tile."""

    last_results: list[Winner]


class ResultsCounted(TypedDict):
    """How often each hand won, and the longest run of each."""

    results: dict[str, ShareView]
    longest_runs: LongestRunsView


class RoadsDrawn(TypedDict):
    """The roads of the shoe in play."""

    roads: RoadsView
    would_be_drawn: NextMarksView


SHAPES = HistoryTypes(on_tile=LastResults, counted=ResultsCounted, drawn=RoadsDrawn)
