"""What tiles and hands of tiles are called, and what a screen is told of them."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Piece
from croupier.families.pai_gow.tiles.hand_values import NAMES, kind_of, name_of, ranks_of, strength, value_of, word_of
from croupier.play.hands_on_table import HandValue

HAND = 2


def hand_name(tiles: Sequence[Piece]) -> str:
    """`teen wong`, `pair of chong`, `7, gor on top`; of another number of tiles their names."""
    ranks = ranks_of(tiles)
    return name_of(*ranks) if len(ranks) == HAND else tile_names(tiles)


def tile_names(tiles: Sequence[Piece]) -> str:
    return ", ".join(NAMES[rank] for rank in ranks_of(tiles))


def rank_word(tiles: Sequence[Piece]) -> str | None:
    """`pair`, `wong`, `gong`, `9` ... `0`; nothing of another number of tiles."""
    ranks = ranks_of(tiles)
    return word_of(strength(*ranks)) if len(ranks) == HAND else None


def made_of(tiles: Sequence[Piece]) -> HandValue | None:
    """What two tiles come to: their kind, what they count, and their names, the better first."""
    if len(tiles) != HAND:
        return None
    ranks = sorted(ranks_of(tiles))
    worth = strength(*ranks)
    return {
        "total": value_of(worth) if not kind_of(worth) else None,
        "soft": False,
        "category": word_of(worth) if kind_of(worth) else None,
        "ranks": [NAMES[rank] for rank in ranks],
        "cards": [str(tile) for tile in tiles],
    }
