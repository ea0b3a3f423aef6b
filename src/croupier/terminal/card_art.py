"""A card drawn in characters: its pips where they stand on a real one, because that is what a squeeze shows."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from croupier.cards import Card, Joker, Piece, Rank
from croupier.cards.card import RANK_LETTERS, SUIT_SYMBOLS
from croupier.cards.pack import Tile
from croupier.terminal.styles import CARD, CARD_BACK, RED_CARD
from croupier.terminal.tile_face import tile_face

FACE_DOWN, EDGE, HALF, FACE_UP = range(4)
"""How far a card is turned. Its edge shows the pips along one side, half of it the middle ones too."""
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
"""How many columns of the face, from the right, a squeezed card shows."""


@dataclass(frozen=True)
class CardDrawing:
    """A card on the layout."""

    card: Piece
    turned: int = FACE_DOWN


def side_pips(rank: Rank) -> int:
    """How many pips stand along each side of a card: none to 3, two to 5, three to 8, then four."""
    return (0, 0, 0, 2, 2, 3, 3, 3, 4, 4, 0, 0, 0)[rank - 1]


def card_columns(padding: int) -> int:
    return FACE_COLUMNS + 2 * padding + 2


def face(card: Piece) -> list[str]:
    """The five rows between a card's borders. A picture is a frame, as squeezers call it."""
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


def draw_card(lying: CardDrawing, padding: int) -> list[Text]:
    """A card as it lies: its back, its back with an edge of the face, or its face."""
    width = FACE_COLUMNS + 2 * padding
    style = RED_CARD if isinstance(lying.card, Card) and lying.card.suit.is_red else CARD
    if lying.turned == FACE_UP:
        index = "" if isinstance(lying.card, Tile) else lying.card.pretty
        top, bottom = f"╭{index.ljust(width, '─')}╮", f"╰{index.rjust(width, '─')}╯"
        rows = [f"│{row.center(width)}│" for row in face(lying.card)]
        return [Text(line, style) for line in (top, *rows, bottom)]
    shown = SHOWN_COLUMNS.get(lying.turned, 0)
    edge = shown + padding if shown else 0
    lines = [_squeezed_row(row.center(width), width - edge, style) for row in face(lying.card)]
    return [Text(f"╭{'─' * width}╮", CARD_BACK), *lines, Text(f"╰{'─' * width}╯", CARD_BACK)]


def _squeezed_row(row: str, hidden: int, style: str) -> Text:
    line = Text("│" + BACK * hidden, CARD_BACK)
    is_face_down = hidden == len(row)
    return line.append(row[hidden:], style).append("│", CARD_BACK if is_face_down else style)
