"""Types of the baccarat history, for the pages that show it."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from croupier.play.board import HistoryTypes, ShareView

Winner = Literal["player", "banker", "tie"]
Colour = Literal["red", "blue"]


class CellView(TypedDict):
    """One square of a road; on a derived road it has only a colour and the number of the round."""

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
    """The five roads of one shoe."""

    bead: list[CellView]
    big: list[CellView]
    big_eye: list[CellView]
    small: list[CellView]
    cockroach: list[CellView]
    leading_ties: int


class NextDerivedMarks(TypedDict):
    """Colours that the next result would have on the derived roads."""

    big_eye: Colour | None
    small: Colour | None
    cockroach: Colour | None


class NextMarksView(TypedDict):
    """Derived colours of the next round, for a win of either side."""

    player: NextDerivedMarks
    banker: NextDerivedMarks


class LongestRunsView(TypedDict):
    """Longest run of each result."""

    player: int
    banker: int
    tie: int


class LastResultsView(TypedDict):
    """Last results, as a lobby tile shows them."""

    last_results: list[Winner]


class ResultCountsView(TypedDict):
    """Counts of results, and the longest run of each."""

    results: dict[str, ShareView]
    longest_runs: LongestRunsView


class DrawnRoadsView(TypedDict):
    """Roads of the shoe in play."""

    roads: RoadsView
    would_be_drawn: NextMarksView


HISTORY_TYPES = HistoryTypes(lobby_tile=LastResultsView, statistics=ResultCountsView, drawing=DrawnRoadsView)
