"""House way of tiles: a list of rules; the first rule that fits a hand sets it.

A rule is data. `when` states the hands it applies to, `set` how the tiles are set; both are translated to rows of small
integers. The same rules of the rulebook therefore set hands at the live table and in compiled kernels. A row has, for
every feature, the allowed values as a bit mask; then the action, then the number of its rule. An `or` in a condition
gives another row.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from croupier.families.pai_gow.tiles.hand_values import (
    DEY,
    GEE_JOON,
    GONG,
    RANKS,
    SPOTS,
    TEEN,
    WONG,
    kind_of,
    strength,
    value_of,
)

FEATURES = ("pairs", "pair", "fewer", "more", "teens", "deys", "nines", "elevens", "low", "wong", "gong", "best")
MEANINGS: Mapping[str, str] = {
    "pairs": "how many pairs are held",
    "pair": "the spots of a tile of the pair, gee joon 3; of two pairs those of the higher; 0 without one",
    "fewer": "beside a pair: the spots of the tile with fewer; 0 without one",
    "more": "beside a pair: the spots of the tile with more; 0 without one",
    "teens": "how many tiles are teen",
    "deys": "how many tiles are dey",
    "nines": "how many tiles have nine spots",
    "elevens": "how many tiles have eleven spots",
    "low": "what the low hand counts when the pair is split, wong and gong nine; 0 without a pair",
    "wong": "whether two of the tiles are a wong",
    "gong": "whether two of the tiles are a gong",
    "best": "the most that two of the tiles count, pairs, wong and gong nine",
}
WORDS = {"gee_joon": SPOTS[GEE_JOON], "teen": SPOTS[TEEN], "dey": SPOTS[DEY]}
MOST = 12
ANYTHING = (1 << MOST + 1) - 1
KEEP, SPLIT, WONG_HIGH, GONG_HIGH, BEST_HIGH, TOP_WITH_LEAST = range(6)
SET_TEXTS: Mapping[str, int] = {
    "the higher pair high, the other low": KEEP,
    "the pair high": KEEP,
    "the pair split": SPLIT,
    "the wong with the best low hand": WONG_HIGH,
    "the gong with the best low hand": GONG_HIGH,
    "the best high hand": BEST_HIGH,
    "the highest tile with the lowest": TOP_WITH_LEAST,
}
DO, RULE = len(FEATURES), len(FEATURES) + 1
SPLITS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
"""The three ways to divide four tiles into two hands, as tile positions."""
Row = tuple[int, ...]


class TilesHouseWay(NamedTuple):
    """House way under the table's options, as rows of numbers; kernels take this tuple directly."""

    rows: tuple[Row, ...]


class TilesHouseWayError(ValueError):
    """Exception for an invalid rule of a house way."""


def parse_rule(when: str, setting: str, number: int = 0) -> list[Row]:
    """Return a rule as rows of numbers; raise `TilesHouseWayError` if its text is invalid."""
    if setting not in SET_TEXTS:
        raise TilesHouseWayError(f'"{setting}" is no way to set a hand; it is one of: {"; ".join(SET_TEXTS)}')
    try:
        tree = ast.parse(when, mode="eval").body
    except SyntaxError as error:
        raise TilesHouseWayError(f'"{when}" cannot be read: {error.msg}') from None
    rows = []
    for allowed_values in _alternatives(tree):
        if empty := [name for name, allowed in allowed_values.items() if not allowed]:
            raise TilesHouseWayError(f'"{when}" holds for no {empty[0]}')
        rows.append((*(allowed_values.get(name, ANYTHING) for name in FEATURES), SET_TEXTS[setting], number))
    return rows


def _alternatives(node: ast.expr) -> list[dict[str, int]]:
    """Return the alternatives that `or` separates in a condition.

    Each alternative has the allowed values of every feature as a bit mask.
    """
    match node:
        case ast.BoolOp(op=ast.Or(), values=values):
            return [alternative for value in values for alternative in _alternatives(value)]
        case ast.BoolOp(op=ast.And(), values=values):
            alternatives: list[dict[str, int]] = [{}]
            for value in values:
                alternatives = [_both(left, right) for left in alternatives for right in _alternatives(value)]
            return alternatives
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)) if name in FEATURES:
            return [{name: 1}]
        case ast.Name(id=name) if name in FEATURES:
            return [{name: ANYTHING & ~1}]
        case ast.Compare(left=ast.Name(id=name), ops=[sign], comparators=[right]) if name in FEATURES:
            return [{name: _allowed(sign, right)}]
    raise TilesHouseWayError(f'"{ast.unparse(node)}" is no comparison of {", ".join(FEATURES)} with a number')


def _both(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    names = {**one, **other}
    return {name: one.get(name, ANYTHING) & other.get(name, ANYTHING) for name in names}


def _allowed(sign: ast.cmpop, right: ast.expr) -> int:
    match sign, right:
        case ast.In(), ast.Tuple(elts=listed):
            return sum(1 << number for number in {_number(one) for one in listed})
        case ast.Eq(), _:
            return 1 << _number(right)
        case ast.GtE(), _:
            return ANYTHING & ~((1 << _number(right)) - 1)
        case ast.LtE(), _:
            return ANYTHING & ((2 << _number(right)) - 1)
    raise TilesHouseWayError(f'"{ast.unparse(right)}" is compared by ==, <=, >= or "in (...)"')


def _number(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool) and 0 <= number <= MOST:
            return number
        case ast.Name(id=name) if name in WORDS:
            return WORDS[name]
    raise TilesHouseWayError(f'"{ast.unparse(node)}" is no number from 0 to {MOST}, and none of {", ".join(WORDS)}')


# Tiles are ranks, the best first. The functions from here to `_joins_ends` are also compiled.


def split_strengths_of(ranks: Sequence[int], split: int) -> tuple[int, int]:
    """Return the strengths of the two hands of an arrangement, the better first."""
    a, b, c, d = SPLITS[split]
    one, other = strength(ranks[a], ranks[b]), strength(ranks[c], ranks[d])
    return max(one, other), min(one, other)


def features_of(ranks: Sequence[int]) -> list[int]:
    """Return the features of a hand that rules can test, as numbers in the order of `FEATURES`."""
    features = [0] * 12
    for place in range(4):
        features[4] += ranks[place] == TEEN
        features[5] += ranks[place] == DEY
        features[6] += SPOTS[ranks[place]] == 9
        features[7] += SPOTS[ranks[place]] == 11
        for earlier in range(place):
            value = strength(ranks[earlier], ranks[place])
            features[0] += ranks[earlier] == ranks[place]
            features[9] += kind_of(value) == WONG
            features[10] += kind_of(value) == GONG
            features[11] = max(features[11], value_of(value))
    if features[0]:
        _add_pair_features(ranks, features)
    features[9], features[10] = min(features[9], 1), min(features[10], 1)
    return features


def _add_pair_features(ranks: Sequence[int], features: list[int]) -> None:
    pair = _higher_pair(ranks)
    fewer, more = MOST, 0
    for rank in ranks:
        if rank != pair:
            fewer, more = min(fewer, SPOTS[rank]), max(more, SPOTS[rank])
    features[1], features[2], features[3] = SPOTS[pair], fewer, more
    for split in range(3):
        if not _keeps_pair(ranks, split, pair):
            features[8] = value_of(split_strengths_of(ranks, split)[1])


def _higher_pair(ranks: Sequence[int]) -> int:
    """Return the rank of the higher pair among four tiles; gee joon is the highest."""
    found = RANKS
    for place in range(4):
        for earlier in range(place):
            if ranks[place] == ranks[earlier] and (ranks[place] == GEE_JOON or ranks[place] < found):
                found = ranks[place] if found != GEE_JOON else found
    return found


def _keeps_pair(ranks: Sequence[int], split: int, pair: int) -> bool:
    """Return whether an arrangement has both tiles of a pair in the same hand."""
    a, b, c, d = SPLITS[split]
    return (ranks[a] == pair and ranks[b] == pair) or (ranks[c] == pair and ranks[d] == pair)


def first_fitting_row(rows: Sequence[Row], features: Sequence[int]) -> int:
    """Return the index of the first row whose condition a hand with these features meets, or -1."""
    for number in range(len(rows)):
        fits = True
        for place in range(len(features)):
            fits = fits and rows[number][place] >> features[place] & 1 == 1
        if fits:
            return number
    return -1


def house_split(way: TilesHouseWay, ranks: Sequence[int]) -> int:
    """Return the index of the arrangement that the house way chooses, 0 to 2, or -1 if no rule fits."""
    number = first_fitting_row(way.rows, features_of(ranks))
    return best_split_by(way.rows[number][DO], ranks) if number >= 0 else -1


def best_split_by(do: int, ranks: Sequence[int]) -> int:
    """Return the index of the arrangement (0 to 2) that the action of a rule chooses."""
    best = (-1, -1)
    chosen = -1
    for split in range(3):
        value = _arrangement_value(do, ranks, split)
        if value > best:
            best, chosen = value, split
    return chosen


def _arrangement_value(do: int, ranks: Sequence[int], split: int) -> tuple[int, int]:
    """Return the value of an arrangement under a rule's action, larger is better; (-1, -1) if not allowed."""
    high, low = split_strengths_of(ranks, split)
    pair = _higher_pair(ranks) if do in (KEEP, SPLIT) else RANKS
    if do == KEEP:
        return (high, low) if _keeps_pair(ranks, split, pair) else (-1, -1)
    if do == SPLIT:
        return (low, high) if not _keeps_pair(ranks, split, pair) else (-1, -1)
    if do == WONG_HIGH:
        return (low, high) if kind_of(high) == WONG else (-1, -1)
    if do == GONG_HIGH:
        return (low, high) if kind_of(high) == GONG else (-1, -1)
    if do == TOP_WITH_LEAST:
        return (1, high) if _joins_ends(ranks, split) else (0, high)
    return high, low


def _joins_ends(ranks: Sequence[int], split: int) -> bool:
    """Return whether the best and the worst of the four tiles are in the same hand."""
    best, worst = RANKS, -1
    for rank in ranks:
        best, worst = min(best, rank), max(worst, rank)
    a, b, c, d = SPLITS[split]
    first = min(ranks[a], ranks[b]) == best and max(ranks[a], ranks[b]) == worst
    second = min(ranks[c], ranks[d]) == best and max(ranks[c], ranks[d]) == worst
    return first or second


def rule_index(way: TilesHouseWay, ranks: Sequence[int]) -> int:
    """Return the number of the rule by which the house way sets a hand, or -1 if no rule fits."""
    row = first_fitting_row(way.rows, features_of(ranks))
    return way.rows[row][RULE] if row >= 0 else -1


def high_first(ranks: Sequence[int], split: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the tile positions of the high hand, then of the low hand, each in dealing order."""
    a, b, c, d = SPLITS[split]
    swapped = strength(ranks[c], ranks[d]) > strength(ranks[a], ranks[b])
    return ((c, d), (a, b)) if swapped else ((a, b), (c, d))


def set_hand(way: TilesHouseWay, ranks: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Set a hand the house way; return the tile positions of the high hand and of the low hand."""
    split = house_split(way, ranks)
    assert split >= 0, ranks
    return high_first(ranks, split)


def all_hands() -> Iterator[tuple[int, ...]]:
    """Yield every hand of four tiles, given by the ranks of its tiles."""
    tiles = [rank for rank in range(RANKS) for _ in range(2)]
    return iter(dict.fromkeys(combinations(tiles, 4)))
