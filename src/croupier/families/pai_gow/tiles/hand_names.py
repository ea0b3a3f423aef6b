"""Names of tiles and of hands of tiles, and hand values for screens."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Piece
from croupier.families.pai_gow.tiles.hand_values import (
    NAMES,
    category_code_of,
    kind_of,
    name_of,
    ranks_of,
    strength,
    value_of,
)
from croupier.play.hands_on_table import HandValue

HAND = 2


def hand_name(tiles: Sequence[Piece]) -> str:
    """Return the name of a hand, for example "teen wong"; for other numbers of tiles, the names of the tiles."""
    ranks = ranks_of(tiles)
    return name_of(*ranks) if len(ranks) == HAND else tile_names(tiles)


def tile_names(tiles: Sequence[Piece]) -> str:
    return ", ".join(NAMES[rank] for rank in ranks_of(tiles))


def category_code(tiles: Sequence[Piece]) -> str | None:
    """Return the code of a hand of two tiles: `pair`, `wong`, `gong`, or `0` to `9`; None for other numbers."""
    ranks = ranks_of(tiles)
    return category_code_of(strength(*ranks)) if len(ranks) == HAND else None


def hand_value_of(tiles: Sequence[Piece]) -> HandValue | None:
    """Return the value of two tiles: category, points, and names of the tiles, the better first."""
    if len(tiles) != HAND:
        return None
    ranks = sorted(ranks_of(tiles))
    value = strength(*ranks)
    return {
        "total": value_of(value) if not kind_of(value) else None,
        "is_soft": False,
        "category": category_code_of(value) if kind_of(value) else None,
        "ranks": [NAMES[rank] for rank in ranks],
        "cards": [str(tile) for tile in tiles],
    }
