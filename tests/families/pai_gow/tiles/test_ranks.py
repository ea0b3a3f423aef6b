"""Tiles and hands of two tiles: the order of every pair, as the catalogue lists it."""

from __future__ import annotations

from itertools import combinations, groupby

import pytest

from croupier.cards import Pack, parse_pieces
from croupier.families.pai_gow.tiles.hand_setting import category_code, hand_name, hand_value_of
from croupier.families.pai_gow.tiles.hand_values import (
    NAMES,
    SPOTS,
    beats,
    is_copy,
    is_foul,
    rank_of,
    ranks_of,
    strength,
)
from croupier.families.pai_gow.tiles.round import hand_strength_of

SINGLES = (
    "6-6 6-6 1-1 1-1 4-4 4-4 1-3 1-3 5-5 5-5 3-3 3-3 2-2 2-2 5-6 5-6 4-6 4-6 1-6 1-6 1-5 1-5 "
    "3-6 4-5 2-6 3-5 2-5 3-4 1-4 2-3 1-2 2-4"
)


def test_single_tiles_rank_two_by_two() -> None:
    tiles = parse_pieces(SINGLES)
    assert [rank_of(tile) for tile in tiles] == [place // 2 for place in range(32)]
    assert sorted(map(str, tiles)) == sorted(map(str, Pack.DOMINOES.pieces))
    for tile in tiles[:-2]:
        assert sum(int(part) for part in str(tile).split("-")) == SPOTS[rank_of(tile)], tile
    assert len(NAMES) == len(set(NAMES)) == 16


DOWNWARDS = (
    "1-2 2-4 | 6-6 6-6 | 1-1 1-1 | 4-4 4-4 | 1-3 1-3 | 5-5 5-5 | 3-3 3-3 | 2-2 2-2 | 5-6 5-6 | 4-6 4-6 | 1-6 1-6 | "
    "1-5 1-5 | 3-6 4-5 | 2-6 3-5 | 2-5 3-4 | 1-4 2-3 | 6-6 3-6 | 1-1 4-5 | 6-6 4-4 | 1-1 2-6 | 6-6 1-6 | 1-1 2-5 | "
    "4-4 5-6 | 1-3 2-3 | 5-5 3-6 | 3-3 1-2 | 3-6 4-6 | 6-6 2-4 | 4-4 5-5 | 1-3 1-2 | 5-5 1-6 | 6-6 1-3"
)


def test_hands_fall_in_the_printed_order() -> None:
    hands = [parse_pieces(part) for part in DOWNWARDS.split("|")]
    worths = [hand_strength_of(hand) for hand in hands]
    assert worths == sorted(set(worths), reverse=True)


def slow_points(first: int, second: int) -> int:
    """Return the points of two tiles; Gee Joon tiles count three or six, whichever is better."""
    counts = [(3, 6) if rank == 15 else (SPOTS[rank],) for rank in (first, second)]
    return max((a + b) % 10 for a in counts[0] for b in counts[1])


def test_every_two_tiles_rank_by_kind_then_points_then_the_better_tile() -> None:
    """Check the strengths of all hands of two tiles against an order that is built in another way."""

    def key(pair: tuple[int, int]) -> tuple[int, ...]:
        first, second = sorted(pair)
        if first == second:
            return (3, 1, 0) if first == 15 else (3, 0, -first)
        if first in (0, 1) and SPOTS[second] in (8, 9):
            return (2 if SPOTS[second] == 9 else 1, -first)
        return (0, slow_points(first, second), -first)

    ranks = [place // 2 for place in range(32)]
    hands = sorted(set(combinations(ranks, 2)), key=key)
    for (_, group), following in zip(
        [(k, list(g)) for k, g in groupby(hands, key)], [list(g) for _, g in groupby(hands, key)][1:], strict=False
    ):
        assert len({strength(*pair) for pair in group}) == 1
        assert strength(*group[0]) < strength(*following[0])


@pytest.mark.parametrize(
    ("own", "dealer", "better", "copy"),
    [
        ("6-6 1-6", "6-6 2-5", False, True),  # the same points and the same highest tile
        ("6-6 1-6", "1-1 1-6", True, False),
        ("5-5 4-6", "1-3 3-3", False, True),  # zero against zero
        ("1-3 3-3", "5-5 4-6", False, True),
        ("6-6 4-4", "3-6 5-5", True, False),  # a gong is no zero
        ("5-5 5-5", "6-6 3-6", True, False),  # nor is a pair of mooy
        ("1-1 4-4", "6-6 2-6", False, False),
        ("6-6 3-6", "6-6 4-5", False, True),  # the nine of a wong never decides
        ("2-2 5-6", "5-5 4-6", True, False),
    ],
)
def test_copies_and_zeroes_are_the_player_dealers(own: str, dealer: str, better: bool, copy: bool) -> None:
    own_hand, dealer_hand = hand_strength_of(parse_pieces(own)), hand_strength_of(parse_pieces(dealer))
    assert (beats(own_hand, dealer_hand), is_copy(own_hand, dealer_hand)) == (better, copy)


def test_a_low_hand_above_the_high_one_is_a_foul() -> None:
    worths = [hand_strength_of(parse_pieces(part)) for part in ("6-6 4-4", "1-6 5-5", "5-5 4-6", "1-3 3-3")]
    gong, seven, zero, other_zero = worths
    assert is_foul(seven, gong)
    assert not is_foul(gong, seven)
    assert not is_foul(zero, other_zero)
    assert not is_foul(other_zero, zero)


@pytest.mark.parametrize(
    ("tiles", "name", "code"),
    [
        ("1-2 2-4", "supreme pair", "pair"),
        ("4-5 3-6", "pair of gow", "pair"),
        ("3-6 6-6", "teen wong", "wong"),
        ("1-1 2-6", "dey gong", "gong"),
        ("2-4 3-3", "9, chong on top", "9"),
        ("5-5 4-6", "0, mooy on top", "0"),
    ],
)
def test_hands_have_names(tiles: str, name: str, code: str) -> None:
    hand = parse_pieces(tiles)
    assert (hand_name(hand), category_code(hand)) == (name, code)
    value = hand_value_of(hand)
    assert value is not None
    assert value["category"] == (code if not code.isdigit() else None)
    assert value["total"] == (int(code) if code.isdigit() else None)
    assert value["ranks"] == [NAMES[rank] for rank in sorted(ranks_of(hand))]
    assert hand_value_of(hand * 2) is None
