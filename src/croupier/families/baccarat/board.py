"""The five roads of a baccarat shoe: the results of its rounds, in order, as a board draws them.

The bead road shows every round. The big road shows runs: one column for each run of Player or Banker wins; a tie is
counted on the mark before it. The three derived roads (big eye boy, small road, cockroach pig) show whether the big
road repeats its own shape one, two or three columns back: red if it does, blue if it does not. Their colours do not
depend on who won, and no road predicts a round that has not been dealt.

There are two kinds of columns. A *logical* column is a whole run of any length. On the *grid*, a run that has no free
square below turns right and stays on its row; this is the dragon's tail. Derived roads are computed from logical
columns only: on the grid, a tail would be mistaken for separate columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby, takewhile
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from croupier.cards import Card
from croupier.families.baccarat.hand_values import is_natural, points, total
from croupier.families.baccarat.round import BANKER, PLAYER, Coup
from croupier.play.board import HistoryTypes, RoadSquareView, Share, ShareView, Shoes, SidesView, shares_of

ROWS = 6
"""Number of rows of squares on a board."""

Side = Literal["player", "banker"]
Winner = Literal["player", "banker", "tie"]
Color = Literal["red", "blue"]


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

    big_eye: Color | None
    small: Color | None
    cockroach: Color | None


class NextMarksView(TypedDict):
    """Derived colours of the next round, for a win of either side."""

    player: NextDerivedMarks
    banker: NextDerivedMarks


class LongestRunsView(TypedDict):
    """Longest run of each result."""

    player: int
    banker: int
    tie: int


class ResultCountsView(TypedDict):
    """Counts of results, and the longest run of each."""

    results: dict[str, ShareView]
    longest_runs: LongestRunsView


class DrawnRoadsView(TypedDict):
    """Roads of the shoe in play."""

    roads: RoadsView
    would_be_drawn: NextMarksView


HISTORY_TYPES = HistoryTypes(statistics=ResultCountsView, drawing=DrawnRoadsView)


@dataclass(frozen=True)
class CoupOutcome:
    """Outcome of one round of baccarat, as boards store it."""

    winner: Winner
    player_total: int
    banker_total: int
    player_cards: int = 2
    banker_cards: int = 2
    player_pair: bool = False
    banker_pair: bool = False
    player_natural: bool = False
    banker_natural: bool = False

    def __post_init__(self) -> None:
        if self.winner != _winner(self.player_total, self.banker_total):
            raise ValueError(f"{self.player_total} to {self.banker_total} is not won by {self.winner}")

    @classmethod
    def of_coup(cls, coup: Coup) -> CoupOutcome:
        """Return the outcome of a finished round; pairs and naturals are those of the first two cards. [003 L234]"""
        return cls(
            _winner(coup.player_total, coup.banker_total),
            coup.player_total,
            coup.banker_total,
            len(coup.player),
            len(coup.banker),
            player_pair=coup.player[0].rank == coup.player[1].rank,
            banker_pair=coup.banker[0].rank == coup.banker[1].rank,
            player_natural=is_natural(total(*(points(card.rank) for card in coup.player[:2]))),
            banker_natural=is_natural(total(*(points(card.rank) for card in coup.banker[:2]))),
        )

    @property
    def natural(self) -> bool:
        """Whether either hand had 8 or 9 on its first two cards."""
        return self.player_natural or self.banker_natural


def _winner(player_total: int, banker_total: int) -> Winner:
    if player_total == banker_total:
        return "tie"
    return "player" if player_total > banker_total else "banker"


@dataclass(frozen=True)
class Mark:
    """Mark that a road shows for one round: who won or a colour, and the flags of the round.

    The pair and natural flags belong to the round itself, not to the ties counted on its mark.
    """

    shows: Winner | Color
    hand: int  # number of the round in the shoe, from 1
    ties: int = 0  # number of ties that followed it; used on the big road only
    points: int | None = None  # points of the winning hand; None on derived roads
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False

    @classmethod
    def of(cls, outcome: CoupOutcome, hand: int) -> Mark:
        return cls(
            outcome.winner,
            hand,
            points=max(outcome.player_total, outcome.banker_total),
            player_pair=outcome.player_pair,
            banker_pair=outcome.banker_pair,
            natural=outcome.natural,
        )


@dataclass(frozen=True)
class Cell:
    """One square of a road with its mark; column and row count from 0."""

    column: int
    row: int
    mark: Mark

    def to_json(self) -> dict[str, Any]:
        """Return the square as JSON for a view; attributes that the mark does not have are left out."""
        mark = self.mark
        answer: dict[str, Any] = {"column": self.column, "row": self.row, "mark": mark.shows, "hand": mark.hand}
        if mark.points is not None:
            answer["points"] = mark.points
        extras = {name: getattr(mark, name) for name in ("ties", "player_pair", "banker_pair", "natural")}
        return answer | {name: value for name, value in extras.items() if value}


@dataclass(frozen=True)
class Road:
    """One road: its columns before they are fitted to the board, and its squares in the order of the rounds."""

    columns: tuple[tuple[Mark, ...], ...] = ()
    cells: tuple[Cell, ...] = ()

    @property
    def depths(self) -> tuple[int, ...]:
        return tuple(len(column) for column in self.columns)

    def to_json(self) -> list[dict[str, Any]]:
        return [cell.to_json() for cell in self.cells]


@dataclass(frozen=True)
class Roads:
    """The five roads of one shoe."""

    bead: Road
    big: Road
    big_eye: Road
    small: Road
    cockroach: Road
    leading_ties: int = 0  # ties before the first win; a board draws them in the first square of the big road

    def to_json(self) -> dict[str, Any]:
        names = ("bead", "big", "big_eye", "small", "cockroach")
        return {name: getattr(self, name).to_json() for name in names} | {"leading_ties": self.leading_ties}


@dataclass(frozen=True)
class DerivedMarks:
    """Colours that one round gets on the three derived roads; None on a road that has not started yet."""

    big_eye: Color | None
    small: Color | None
    cockroach: Color | None


BIG_EYE, SMALL, COCKROACH = 1, 2, 3
"""Number of columns to the left of the one with which each derived road compares."""


def roads_of(outcomes: Sequence[CoupOutcome], rows: int = ROWS) -> Roads:
    """Return the five roads for the results of one shoe."""
    if rows < 1:
        raise ValueError(f"a board of {rows} rows; expected at least one")
    big = _road_of_runs(_big_marks(outcomes), rows)
    derived = {back: _road_of_runs(list(_derived_marks(big, back)), rows) for back in (BIG_EYE, SMALL, COCKROACH)}
    leading = sum(1 for _ in takewhile(lambda outcome: outcome.winner == "tie", outcomes))
    return Roads(_bead_road(outcomes, rows), big, derived[BIG_EYE], derived[SMALL], derived[COCKROACH], leading)


def derived_marks_if(outcomes: Sequence[CoupOutcome], side: Side) -> DerivedMarks:
    """Return the marks that the derived roads would get if `side` wins the next round.

    This describes the drawing only; it says nothing about how likely the win is.
    """
    winners = [outcome.winner for outcome in outcomes if outcome.winner != "tie"]
    depths = [sum(1 for _ in run) for _, run in groupby([*winners, side])]
    big_eye, small, cockroach = (
        derived_color(depths, len(depths) - 1, depths[-1], back) for back in (BIG_EYE, SMALL, COCKROACH)
    )
    return DerivedMarks(big_eye, small, cockroach)


def derived_color(depths: Sequence[int], column: int, depth: int, back: int) -> Color | None:
    """Return the colour on a derived road for a mark of the big road.

    The mark is at `depth` (from 1) of the column `column` (from 0), before columns are fitted to the board.

    `back` is the number of columns that the derived road compares backwards. A mark that opens a column is red if the
    column before it is as deep as the column `back` columns further left. A mark lower down is blue if it is the first
    one below the end of the column `back` columns to its left; in all other cases it is red. The road starts at the
    second mark of column `back`, or at the first mark of the next column; before that the colour is None.
    """
    compared = column - back - (1 if depth == 1 else 0)
    if compared < 0:
        return None
    if depth == 1:
        return "red" if depths[column - 1] == depths[compared] else "blue"
    return "blue" if depth == depths[compared] + 1 else "red"


def run_squares(depths: Sequence[int], rows: int = ROWS) -> Iterator[tuple[int, int]]:
    """Yield the squares of runs of these lengths; each run starts in the first column with a free top square."""
    taken: set[tuple[int, int]] = set()
    for depth in depths:
        column = next(column for column in range(len(taken) + 1) if (column, 0) not in taken)
        for square in _squares_of_run(column, depth, rows, frozenset(taken)):
            taken.add(square)
            yield square


def _squares_of_run(column: int, depth: int, rows: int, taken: frozenset[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the squares of one run: down to the bottom or a taken square, then right along that row.

    A run never turns down again. An earlier tail is therefore always below it, and the two cannot meet.
    """
    row, is_tail = 0, False
    for _ in range(depth):
        yield column, row
        is_tail = is_tail or row + 1 >= rows or (column, row + 1) in taken
        if is_tail:
            column += 1
        else:
            row += 1


def _bead_road(outcomes: Sequence[CoupOutcome], rows: int) -> Road:
    """Return the bead road, which shows every round including ties, column by column."""
    marks = [Mark.of(outcome, hand) for hand, outcome in enumerate(outcomes, 1)]
    columns = tuple(tuple(marks[first : first + rows]) for first in range(0, len(marks), rows))
    return Road(columns, tuple(Cell(at // rows, at % rows, mark) for at, mark in enumerate(marks)))


def _big_marks(outcomes: Sequence[CoupOutcome]) -> list[Mark]:
    """Return the marks of the big road, one per win; a tie is added to the win before it and does not end a run."""
    marks: list[Mark] = []
    for hand, outcome in enumerate(outcomes, 1):
        if outcome.winner != "tie":
            marks.append(Mark.of(outcome, hand))
        elif marks:
            marks[-1] = replace(marks[-1], ties=marks[-1].ties + 1)
    return marks


def _derived_marks(big: Road, back: int) -> Iterator[Mark]:
    for column, marks in enumerate(big.columns):
        for depth, mark in enumerate(marks, 1):
            color = derived_color(big.depths, column, depth, back)
            if color is not None:
                yield Mark(color, mark.hand)


def _road_of_runs(marks: Sequence[Mark], rows: int) -> Road:
    columns = tuple(tuple(run) for _, run in groupby(marks, key=lambda mark: mark.shows))
    squares = run_squares([len(column) for column in columns], rows)
    return Road(columns, tuple(Cell(*square, mark) for square, mark in zip(squares, marks, strict=True)))


COUNTED_EVENTS: dict[str, Callable[[CoupOutcome], bool]] = {
    "player": lambda outcome: outcome.winner == "player",
    "banker": lambda outcome: outcome.winner == "banker",
    "tie": lambda outcome: outcome.winner == "tie",
    "player_pair": lambda outcome: outcome.player_pair,
    "banker_pair": lambda outcome: outcome.banker_pair,
    "either_pair": lambda outcome: outcome.player_pair or outcome.banker_pair,
    "player_natural": lambda outcome: outcome.player_natural,
    "banker_natural": lambda outcome: outcome.banker_natural,
    "natural": lambda outcome: outcome.natural,
}
"""Events that boards count, each with a function that says whether it happened in a round."""
WINNERS: tuple[Winner, ...] = ("player", "banker", "tie")


def longest_run(shoe: Sequence[CoupOutcome], winner: Winner) -> int:
    """Return the length of the longest run of equal results.

    As on the big road, a tie neither ends nor lengthens a run of wins.
    """
    winners = [each.winner for each in shoe if winner == "tie" or each.winner != "tie"]
    return max((sum(1 for _ in run) for result, run in groupby(winners) if result == winner), default=0)


def count_results(shoes: Shoes) -> dict[str, Share]:
    """Count the rounds of all shoes by winner, pairs and naturals."""
    return shares_of([each for shoe in shoes for each in _coups(shoe)], COUNTED_EVENTS, sum(map(len, shoes)))


class BaccaratHistory:
    """History of baccarat rounds for boards: the roads of a shoe, and counts of its results."""

    types = HISTORY_TYPES

    def entry(self, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> CoupOutcome:
        player, banker = (tuple(Card.parse(card) for card in cards[hand]) for hand in (PLAYER, BANKER))
        return CoupOutcome.of_coup(Coup(player, banker))

    def statistics(self, shoes: Shoes) -> dict[str, Any]:
        """Return the counts of results and the longest runs of all shoes; a run cannot go on into the next shoe."""
        coups = [_coups(shoe) for shoe in shoes]
        runs = {winner: max((longest_run(each, winner) for each in coups), default=0) for winner in WINNERS}
        results = {name: share.to_json() for name, share in count_results(shoes).items()}
        return {"results": results, "longest_runs": runs}

    def drawing(self, shoe: Sequence[Any]) -> dict[str, Any]:
        """Return the roads of a shoe, and the marks that the derived roads would get for the next win of each side."""
        coups = _coups(shoe)
        marks = {PLAYER: derived_marks_if(coups, "player"), BANKER: derived_marks_if(coups, "banker")}
        return {
            "roads": roads_of(coups).to_json(),
            "would_be_drawn": {side: asdict(mark) for side, mark in marks.items()},
        }

    def record(self, shoes: Shoes, most: int) -> SidesView:
        """Return the last winners of the shoe in play: the roads of a table begin anew with each shoe."""
        return {"kind": "sides", "rounds": [{"winner": coup.winner} for coup in _coups(shoes[-1])[-most:]]}

    def road(self, shoe: Sequence[Any], columns: int) -> list[RoadSquareView]:
        """Return the last columns of the big road.

        Ties before the first win are counted on its square, or on a square of their own while there is no win.
        """
        coups = _coups(shoe)
        cells = _road_of_runs(_big_marks(coups), ROWS).cells
        leading = sum(1 for _ in takewhile(lambda coup: coup.winner == "tie", coups))
        if not cells:
            return [{"column": 0, "row": 0, "winner": "tie", "ties": leading}] if leading else []
        first = max(0, max(cell.column for cell in cells) + 1 - columns)
        squares: list[RoadSquareView] = []
        for nth, cell in enumerate(cells):
            ties = cell.mark.ties + (leading if nth == 0 else 0)
            square: RoadSquareView = {"column": cell.column - first, "row": cell.row, "winner": cell.mark.shows}
            squares.append({**square, "ties": ties} if ties else square)
        return [square for square in squares if square["column"] >= 0]


def _coups(shoe: Sequence[Any]) -> list[CoupOutcome]:
    return [kept for kept in shoe if isinstance(kept, CoupOutcome)]


BACCARAT_HISTORY = BaccaratHistory()
