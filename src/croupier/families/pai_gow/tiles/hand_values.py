"""Tiles and what two of them are worth.

The pack lists its 32 tiles in sixteen twos, the best first: of eleven kinds two alike, then the mixed nines, eights,
sevens and fives, then gee joon. Two of one rank are a pair, and count the same everywhere; so to the game a tile is its
rank, 0 to 15. Colour says nothing. [004 L423, L447; CA-PGT-A1]
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Pack, Piece

TILES = 32
RANKS = 16
NAMES = (
    "teen", "dey", "yun", "gor", "mooy", "chong", "bon", "foo", "ping", "tit", "look", "gow", "bot", "chit", "ng",
    "gee joon",
)  # fmt: skip
"""Single tiles by rank, the best first."""
SPOTS = (12, 2, 8, 4, 10, 6, 4, 11, 10, 7, 6, 9, 8, 7, 5, 3)
"""The dots of a tile; gee joon has three and six, and counts either."""
TEEN, DEY, YUN, GOW, BOT, GEE_JOON = 0, 1, 2, 11, 12, 15
GEE_JOON_MORE = 3
"""What a gee joon tile counts more, where that makes a better total: six for three. [CA-PGT-A1]"""

POINTS, GONG, WONG, PAIR = range(4)
KIND_SHIFT = 8
TILE_BITS = 4
ZERO = RANKS
"""Hands below this strength count nothing: 0 points with whatever tile on top."""
SUPREME = PAIR << KIND_SHIFT | RANKS


def rank_of(tile: Piece) -> int:
    """The rank of a tile, 0 the best."""
    return _RANK_OF[tile]


_RANK_OF = {tile: place // 2 for place, tile in enumerate(Pack.DOMINOES.pieces)}


def ranks_of(tiles: Sequence[Piece]) -> tuple[int, ...]:
    return tuple(rank_of(tile) for tile in tiles)


def points_of(one: int, other: int) -> int:
    """The last digit of the dots of two tiles; gee joon counts three or six, whichever is better. [004 L431-433]"""
    total = (SPOTS[one] + SPOTS[other]) % 10
    if GEE_JOON in (one, other):
        total = max(total, (SPOTS[one] + SPOTS[other] + GEE_JOON_MORE) % 10)
    return total


def strength(one: int, other: int) -> int:
    """Two tiles as a number, the larger the better: gee joon, pairs, wong, gong, points and then the better tile.

    A wong or gong with teen is above one with dey; the nine or eight never decides. [004 L433-470; CA-PGT-A12]
    """
    best, worse = min(one, other), max(one, other)
    if one == other:
        return SUPREME if one == GEE_JOON else PAIR << KIND_SHIFT | RANKS - 1 - one
    if best <= DEY and worse == GOW:
        return WONG << KIND_SHIFT | DEY - best
    # Teen with dey is no gong: only an eight beside one of them is.
    if best <= DEY and (worse in (YUN, BOT)):
        return GONG << KIND_SHIFT | DEY - best
    return points_of(one, other) << TILE_BITS | RANKS - 1 - best


def kind_of(worth: int) -> int:
    """Pair, wong, gong or points."""
    return worth >> KIND_SHIFT


def value_of(worth: int) -> int:
    """What a hand counts among points: nine for whatever is above points."""
    return 9 if worth >> KIND_SHIFT else worth >> TILE_BITS


def is_zero(worth: int) -> bool:
    """Whether a hand ranks as zero; a gong or a pair of mooy does not. [CA-PGT-A12]"""
    return worth < ZERO


def is_copy(own: int, other: int) -> bool:
    """The player-dealer's hand is as good: he wins it, and zero against zero whatever the tiles. [004 L435]"""
    return own == other or (own < ZERO and other < ZERO)


def beats(own: int, other: int) -> bool:
    """Whether a player's hand is better than the player-dealer's. [004 L427, L435]"""
    return own > other and own >= ZERO


def is_foul(high: int, low: int) -> bool:
    """Whether the low hand is above the high one; of two that count nothing neither is. [CA-PGT-A11]"""
    return low > high and low >= ZERO


def word_of(worth: int) -> str:
    """`pair`, `wong`, `gong`, or the points."""
    return ("", "gong", "wong", "pair")[kind_of(worth)] or str(value_of(worth))


def name_of(one: int, other: int) -> str:
    """What two tiles are called: `pair of teen`, `supreme pair`, `teen wong`, `9, chong on top`."""
    worth, top = strength(one, other), NAMES[min(one, other)]
    match kind_of(worth):
        case 3:
            return "supreme pair" if worth == SUPREME else f"pair of {top}"
        case 0:
            return f"{value_of(worth)}, {top} on top"
    return f"{top} {word_of(worth)}"
