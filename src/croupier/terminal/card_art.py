"""Cards and tiles drawn in characters, with their pips in the real positions, because a squeeze shows them singly."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from croupier.cards import Card, Joker, Piece, Rank
from croupier.cards.card import RANK_LETTERS, SUIT_SYMBOLS
from croupier.cards.pack import WINDOW, Domino, Tile
from croupier.terminal.styles import CARD, CARD_BACK, RED_CARD

FACE_DOWN, EDGE, HALF, FACE_UP = range(4)
"""Degrees of turning a card: `EDGE` shows the pips along one side, `HALF` also the middle ones."""
FACE_ROWS = 5
FACE_COLUMNS = 5
SIDE_ROWS = {0: (), 2: (0, 4), 3: (0, 2, 4), 4: (0, 1, 3, 4)}
MIDDLE_ROWS = {
    Rank.ACE: (2,),
    Rank.TWO: (0, 4),
    Rank.THREE: (0, 2, 4),
    Rank.FIVE: (2,),
    Rank.SEVEN: (1,),
    Rank.EIGHT: (1, 3),
    Rank.NINE: (2,),
    Rank.TEN: (1, 3),
}
BACK = "░"
SHOWN_COLUMNS = {EDGE: 1, HALF: 3}
"""Number of columns of the card's face, from the right, that a squeezed card shows."""


@dataclass(frozen=True)
class CardDrawing:
    """Card on the table and how far it is turned."""

    card: Piece
    turned: int = FACE_DOWN


def side_pips(rank: Rank) -> int:
    """Return the number of pips along each side of a card: 0 up to three, 2 to five, 3 to eight, then 4."""
    return (0, 0, 0, 2, 2, 3, 3, 3, 4, 4, 0, 0, 0)[rank - 1]


def card_columns(padding: int) -> int:
    return FACE_COLUMNS + 2 * padding + 2


def face(card: Piece) -> list[str]:
    """Return the five rows of characters inside a card's border; a picture card shows a frame instead of pips."""
    if isinstance(card, Joker):
        return ["╭───╮", "│ ★ │", "│ ★ │", "│ ★ │", "╰───╯"]
    if isinstance(card, Tile):
        return tile_face(card)
    suit = SUIT_SYMBOLS[card.suit]
    if card.rank > Rank.TEN:
        letter = RANK_LETTERS[card.rank - 1]
        return ["╭───╮", f"│ {letter} │", f"│ {suit} │", f"│ {letter} │", "╰───╯"]
    side, middle = SIDE_ROWS[side_pips(card.rank)], MIDDLE_ROWS.get(card.rank, ())
    rows = []
    for row in range(FACE_ROWS):
        edge = suit if row in side else " "
        rows.append(f"{edge} {suit if row in middle else ' '} {edge}")
    return rows


def draw_card(drawing: CardDrawing, padding: int) -> list[Text]:
    """Return the lines of a card as it lies: its back, its back with one edge of the face visible, or its face."""
    width = FACE_COLUMNS + 2 * padding
    style = RED_CARD if isinstance(drawing.card, Card) and drawing.card.suit.is_red else CARD
    if drawing.turned == FACE_UP:
        index = "" if isinstance(drawing.card, Tile) else drawing.card.pretty
        top, bottom = f"╭{index.ljust(width, '─')}╮", f"╰{index.rjust(width, '─')}╯"
        rows = [f"│{row.center(width)}│" for row in face(drawing.card)]
        return [Text(line, style) for line in (top, *rows, bottom)]
    shown = SHOWN_COLUMNS.get(drawing.turned, 0)
    edge = shown + padding if shown else 0
    lines = [_squeezed_row(row.center(width), width - edge, style) for row in face(drawing.card)]
    return [Text(f"╭{'─' * width}╮", CARD_BACK), *lines, Text(f"╰{'─' * width}╯", CARD_BACK)]


def _squeezed_row(row: str, hidden: int, style: str) -> Text:
    line = Text("│" + BACK * hidden, CARD_BACK)
    is_face_down = hidden == len(row)
    return line.append(row[hidden:], style).append("│", CARD_BACK if is_face_down else style)


PIP, CIRCLE = "●", "◎"
HALVES = {1: ("1", "0"), 2: ("L", "R"), 3: ("2", "1"), 4: ("2", "2"), 5: ("3", "2"), 6: ("3", "3")}
"""Patterns of the two rows of characters for one half of a domino, by the number of pips on it."""
ROWS = {"0": "     ", "1": "  {}  ", "2": "{}   {}", "3": "{} {} {}", "L": "{}    ", "R": "    {}"}
CIRCLES = {
    1: "01", 2: "101", 3: "LMR", 4: "202", 5: "212", 6: "222", 7: "322", 8: "323", 9: "333",
}  # fmt: skip
"""Patterns of the three rows of characters for a tile with circles, by the number of circles."""


def tile_face(tile: Tile) -> list[str]:
    """Return the five rows of characters inside a tile's border."""
    if isinstance(tile, Domino):
        fewer, more = (_rows(HALVES[number], PIP) for number in (tile.fewer, tile.more))
        return [*fewer, "─────", *more]
    if tile.circles == WINDOW:
        return ["╭───╮", "│   │", "│   │", "│   │", "╰───╯"]
    rows = _rows(CIRCLES[tile.circles].replace("M", "1").ljust(3, "0"), CIRCLE)
    return [rows[0], "     ", rows[1], "     ", rows[2]]


def _rows(marks: tuple[str, ...] | str, pip: str) -> list[str]:
    return [ROWS[mark].replace("{}", pip) for mark in marks]
