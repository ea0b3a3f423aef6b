"""Values of hands of two tiles.

The pack lists its 32 tiles in sixteen pairs, the best first: eleven pairs of identical tiles, then the mixed nines,
eights, sevens and fives, then gee joon. Two tiles of one rank are a pair and have equal values, so the game uses only
the rank of a tile, 0 to 15. The colour does not matter. [004 L423, L447; CA-PGT-A1]
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
"""Names of the tiles by rank, the best first."""
SPOTS = (12, 2, 8, 4, 10, 6, 4, 11, 10, 7, 6, 9, 8, 7, 5, 3)
"""Number of dots of a tile, by rank; gee joon tiles have three and six, and each counts as either."""
TEEN, DEY, YUN, GOW, BOT, GEE_JOON = 0, 1, 2, 11, 12, 15
GEE_JOON_MORE = 3
"""Points that a gee joon tile adds where six instead of three gives a better total. [CA-PGT-A1]"""

POINTS, GONG, WONG, PAIR = range(4)
KIND_SHIFT = 8
TILE_BITS = 4
ZERO = RANKS
"""Strength below which a hand is a zero: it has 0 points, whatever its better tile is."""
SUPREME = PAIR << KIND_SHIFT | RANKS


def rank_of(tile: Piece) -> int:
    """Return the rank of a tile; 0 is the best."""
    return _RANK_OF[tile]


_RANK_OF = {tile: place // 2 for place, tile in enumerate(Pack.DOMINOES.pieces)}


def ranks_of(tiles: Sequence[Piece]) -> tuple[int, ...]:
    return tuple(rank_of(tile) for tile in tiles)


def points_of(one: int, other: int) -> int:
    """Return the last digit of the dots of two tiles; gee joon counts three or six, the better one. [004 L431-433]"""
    total = (SPOTS[one] + SPOTS[other]) % 10
    if GEE_JOON in (one, other):
        total = max(total, (SPOTS[one] + SPOTS[other] + GEE_JOON_MORE) % 10)
    return total


def strength(one: int, other: int) -> int:
    """Return the strength of two tiles, larger is better: gee joon, pairs, wong, gong, points, then the better tile.

    A wong or gong with teen is above one with dey; the nine or eight never decides. [004 L433-470; CA-PGT-A12]
    """
    best, worse = min(one, other), max(one, other)
    if one == other:
        return SUPREME if one == GEE_JOON else PAIR << KIND_SHIFT | RANKS - 1 - one
    if best <= DEY and worse == GOW:
        return WONG << KIND_SHIFT | DEY - best
    # Teen with dey is not a gong; only an eight with one of them is.
    if best <= DEY and (worse in (YUN, BOT)):
        return GONG << KIND_SHIFT | DEY - best
    return points_of(one, other) << TILE_BITS | RANKS - 1 - best


def kind_of(hand_strength: int) -> int:
    """Return the kind of hand that a strength stands for: `PAIR`, `WONG`, `GONG` or `POINTS`."""
    return hand_strength >> KIND_SHIFT


def value_of(hand_strength: int) -> int:
    """Return the points of a hand; a pair, wong or gong counts nine."""
    return 9 if hand_strength >> KIND_SHIFT else hand_strength >> TILE_BITS


def is_zero(hand_strength: int) -> bool:
    """Return whether a hand counts as zero points; a gong or a pair of mooy does not. [CA-PGT-A12]"""
    return hand_strength < ZERO


def is_copy(own: int, other: int) -> bool:
    """Return whether two hands are equal or both zero; the player-dealer wins such a copy. [004 L435]"""
    return own == other or (own < ZERO and other < ZERO)


def beats(own: int, other: int) -> bool:
    """Return whether a player's hand is better than the player-dealer's. [004 L427, L435]"""
    return own > other and own >= ZERO


def is_foul(high: int, low: int) -> bool:
    """Return whether the low hand is above the high hand; two zeros are not foul. [CA-PGT-A11]"""
    return low > high and low >= ZERO


def category_code_of(hand_strength: int) -> str:
    """Return the code of a hand: `pair`, `wong`, `gong`, or the points."""
    return ("", "gong", "wong", "pair")[kind_of(hand_strength)] or str(value_of(hand_strength))


def name_of(one: int, other: int) -> str:
    """Return the name of two tiles, for example "pair of teen", "supreme pair", "teen wong", "9, chong on top"."""
    hand_strength, top = strength(one, other), NAMES[min(one, other)]
    match kind_of(hand_strength):
        case 3:
            return "supreme pair" if hand_strength == SUPREME else f"pair of {top}"
        case 0:
            return f"{value_of(hand_strength)}, {top} on top"
    return f"{top} {category_code_of(hand_strength)}"
