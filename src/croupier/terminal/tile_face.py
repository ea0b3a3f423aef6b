"""Tiles drawn in characters, five rows of five: the halves of a domino, circles, or the frame of a window."""

from __future__ import annotations

from croupier.cards.pack import WINDOW, Domino, Tile

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
