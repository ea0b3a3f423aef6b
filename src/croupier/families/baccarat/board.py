"""The five roads of a baccarat shoe: how its results, in the order they came, are drawn on the board.

The bead road shows every hand. The big road shows runs: a column for each run of Player or Banker wins, ties counted on
the mark before them. The three derived roads (big eye boy, small road, cockroach pig) say whether the big road repeats
its own shape one, two or three columns back: red where it does, blue where it does not. Their colours have nothing to
do with who won, and no road says anything about a hand that has not been dealt.

Columns are of two kinds. A *logical* column is a whole run, however long. On the *grid*, a run that finds no place
below turns right and stays on its row, which is the dragon's tail. Derived roads are made from logical columns only:
read off the grid, a tail would be taken for columns of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby, takewhile
from typing import Any, Literal

from croupier.cards import Card
from croupier.families.baccarat.hand_values import is_natural, points, total
from croupier.families.baccarat.road_shapes import SHAPES
from croupier.families.baccarat.round import BANKER, PLAYER, Coup
from croupier.play.board import LAST_ON_TILE, Share, Shoes, shares_of

ROWS = 6
"""How many squares high a board is."""

Side = Literal["player", "banker"]
Winner = Literal["player", "banker", "tie"]
Color = Literal["red", "blue"]


@dataclass(frozen=True)
class Outcome:
    """What a board remembers of a coup."""

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
    def of_coup(cls, coup: Coup) -> Outcome:
        """The outcome of a finished round: pairs by rank and naturals, both on the first two cards. [003 L234]"""
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
        """Either hand had 8 or 9 on its first two cards."""
        return self.player_natural or self.banker_natural


def _winner(player_total: int, banker_total: int) -> Winner:
    if player_total == banker_total:
        return "tie"
    return "player" if player_total > banker_total else "banker"


@dataclass(frozen=True)
class Mark:
    """What is drawn for one hand. Pairs and the natural are those of the hand itself, not of ties counted on it."""

    shows: Winner | Color
    hand: int  # its number in the shoe, from 1
    ties: int = 0  # that followed it; on the big road only
    points: int | None = None  # the winning count; not on derived roads
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False

    @classmethod
    def of(cls, outcome: Outcome, hand: int) -> Mark:
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
    """A mark in its square, column and row counted from 0."""

    column: int
    row: int
    mark: Mark

    def to_json(self) -> dict[str, Any]:
        """The square for a view. What a mark does not have is left out."""
        mark = self.mark
        answer: dict[str, Any] = {"column": self.column, "row": self.row, "mark": mark.shows, "hand": mark.hand}
        if mark.points is not None:
            answer["points"] = mark.points
        extras = {name: getattr(mark, name) for name in ("ties", "player_pair", "banker_pair", "natural")}
        return answer | {name: value for name, value in extras.items() if value}


@dataclass(frozen=True)
class Road:
    """One road: its logical columns, and its squares in the order the hands came."""

    columns: tuple[tuple[Mark, ...], ...] = ()
    cells: tuple[Cell, ...] = ()

    @property
    def depths(self) -> tuple[int, ...]:
        return tuple(len(column) for column in self.columns)

    def to_json(self) -> list[dict[str, Any]]:
        return [cell.to_json() for cell in self.cells]


@dataclass(frozen=True)
class Roads:
    """The board of one shoe."""

    bead: Road
    big: Road
    big_eye: Road
    small: Road
    cockroach: Road
    leading_ties: int = 0  # ties before the first win: a board draws them in the big road's first square

    def to_json(self) -> dict[str, Any]:
        names = ("bead", "big", "big_eye", "small", "cockroach")
        return {name: getattr(self, name).to_json() for name in names} | {"leading_ties": self.leading_ties}


@dataclass(frozen=True)
class DerivedMarks:
    """The colour one hand has on each derived road; none where the road has not begun."""

    big_eye: Color | None
    small: Color | None
    cockroach: Color | None


BIG_EYE, SMALL, COCKROACH = 1, 2, 3
"""How many columns back each derived road looks."""


def roads_of(outcomes: Sequence[Outcome], rows: int = ROWS) -> Roads:
    """The board after these results of one shoe."""
    if rows < 1:
        raise ValueError(f"a board of {rows} rows; expected at least one")
    big = _road_of_runs(_big_marks(outcomes), rows)
    derived = {back: _road_of_runs(list(_derived_marks(big, back)), rows) for back in (BIG_EYE, SMALL, COCKROACH)}
    leading = sum(1 for _ in takewhile(lambda outcome: outcome.winner == "tie", outcomes))
    return Roads(_bead_road(outcomes, rows), big, derived[BIG_EYE], derived[SMALL], derived[COCKROACH], leading)


def derived_marks_if(outcomes: Sequence[Outcome], side: Side) -> DerivedMarks:
    """How a win of this side, were it to come now, would be drawn on the derived roads: a fact of the drawing only."""
    winners = [outcome.winner for outcome in outcomes if outcome.winner != "tie"]
    depths = [sum(1 for _ in run) for _, run in groupby([*winners, side])]
    big_eye, small, cockroach = (
        derived_color(depths, len(depths) - 1, depths[-1], back) for back in (BIG_EYE, SMALL, COCKROACH)
    )
    return DerivedMarks(big_eye, small, cockroach)


def derived_color(depths: Sequence[int], column: int, depth: int, back: int) -> Color | None:
    """The colour of the big road's mark at this depth (from 1) of a logical column (from 0), looking `back` columns.

    A mark that opens a column is red if the column just ended is as deep as the one `back` columns before it. A mark
    lower down is blue if it is the first past the end of the column `back` to its left, else red: both columns go on,
    or the other ended earlier still. The road begins at the second mark of column `back`, or the first of the next.
    """
    compared = column - back - (1 if depth == 1 else 0)
    if compared < 0:
        return None
    if depth == 1:
        return "red" if depths[column - 1] == depths[compared] else "blue"
    return "blue" if depth == depths[compared] + 1 else "red"


def places(depths: Sequence[int], rows: int = ROWS) -> Iterator[tuple[int, int]]:
    """The squares of runs of these depths, run after run: each starts in the first column with a free top."""
    taken: set[tuple[int, int]] = set()
    for depth in depths:
        column = next(column for column in range(len(taken) + 1) if (column, 0) not in taken)
        for square in _squares_of_run(column, depth, rows, frozenset(taken)):
            taken.add(square)
            yield square


def _squares_of_run(column: int, depth: int, rows: int, taken: frozenset[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Down until the bottom or a taken square, then right along that row to the end of the run.

    It never turns down again, so an earlier tail lies wholly below it and the two cannot meet.
    """
    row, is_tail = 0, False
    for _ in range(depth):
        yield column, row
        is_tail = is_tail or row + 1 >= rows or (column, row + 1) in taken
        if is_tail:
            column += 1
        else:
            row += 1


def _bead_road(outcomes: Sequence[Outcome], rows: int) -> Road:
    """Every hand, ties too, down one full column after the other."""
    marks = [Mark.of(outcome, hand) for hand, outcome in enumerate(outcomes, 1)]
    columns = tuple(tuple(marks[first : first + rows]) for first in range(0, len(marks), rows))
    return Road(columns, tuple(Cell(at // rows, at % rows, mark) for at, mark in enumerate(marks)))


def _big_marks(outcomes: Sequence[Outcome]) -> list[Mark]:
    """A mark for each win. A tie is counted on the win before it, and neither ends nor lengthens a run."""
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
    squares = places([len(column) for column in columns], rows)
    return Road(columns, tuple(Cell(*square, mark) for square, mark in zip(squares, marks, strict=True)))


COUNTED: dict[str, Callable[[Outcome], bool]] = {
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
"""What is counted of every hand."""
WINNERS: tuple[Winner, ...] = ("player", "banker", "tie")


def longest_run(shoe: Sequence[Outcome], winner: Winner) -> int:
    """The longest run of one result. As on the big road, a tie neither ends nor lengthens a run of wins."""
    winners = [each.winner for each in shoe if winner == "tie" or each.winner != "tie"]
    return max((sum(1 for _ in run) for result, run in groupby(winners) if result == winner), default=0)


def results_of(shoes: Shoes) -> dict[str, Share]:
    """How many hands were won by each side, tied, had pairs or naturals."""
    return shares_of([each for shoe in shoes for each in _coups(shoe)], COUNTED, sum(map(len, shoes)))


class BaccaratHistory:
    """The record of a shoe: its roads, and how often each thing happened."""

    shapes = SHAPES

    def kept(self, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> Outcome:
        player, banker = (tuple(Card.parse(card) for card in cards[hand]) for hand in (PLAYER, BANKER))
        return Outcome.of_coup(Coup(player, banker))

    def counted(self, shoes: Shoes) -> dict[str, Any]:
        """A run ends with its shoe."""
        coups = [_coups(shoe) for shoe in shoes]
        runs = {winner: max((longest_run(each, winner) for each in coups), default=0) for winner in WINNERS}
        results = {name: share.to_json() for name, share in results_of(shoes).items()}
        return {"results": results, "longest_runs": runs}

    def drawn(self, shoe: Sequence[Any]) -> dict[str, Any]:
        """The roads, and how either win would be drawn on the derived ones."""
        coups = _coups(shoe)
        marks = {PLAYER: derived_marks_if(coups, "player"), BANKER: derived_marks_if(coups, "banker")}
        return {
            "roads": roads_of(coups).to_json(),
            "would_be_drawn": {side: asdict(mark) for side, mark in marks.items()},
        }

    def latest(self, shoes: Shoes) -> dict[str, Any]:
        return {}

    def on_tile(self, shoes: Shoes) -> dict[str, Any]:
        return {"last_results": [coup.winner for coup in _coups(shoes[-1])[-LAST_ON_TILE:]]}


def _coups(shoe: Sequence[Any]) -> list[Outcome]:
    return [kept for kept in shoe if isinstance(kept, Outcome)]


SCOREBOARD = BaccaratHistory()
