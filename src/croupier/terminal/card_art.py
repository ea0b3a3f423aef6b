"""Cards drawn in characters, with the pips in their real positions, because a squeeze shows them one by one."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from croupier.cards import Card, Joker, Piece, Rank
from croupier.cards.card import RANK_LETTERS, SUIT_SYMBOLS
from croupier.cards.pack import Tile
from croupier.terminal.styles import CARD, CARD_BACK, RED_CARD
from croupier.terminal.tile_face import tile_face

FACE_DOWN, EDGE, HALF, FACE_UP = range(4)
"""Degrees of turning a card: `EDGE` shows the pips along one side, `HALF` also the middle ones."""
FACE_ROWS = 5
FACE_COLUMNS = 5
CARD_ROWS = FACE_ROWS + 2
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
