"""Mah-Jong Pai-Gow: its hands, the exact count of its three wagers under each reading, and its live table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from croupier.cards import Pack
from croupier.cards.pack import MahJongTile, pack_of
from croupier.families.pai_gow.mah_jong.facts import MahJongSeatContext, seat_result
from croupier.families.pai_gow.mah_jong.hand_values import beats, deals, dots_of, name_of
from croupier.families.pai_gow.mah_jong.odds import DEALS
from croupier.families.pai_gow.mah_jong.round import round_of
from croupier.odds.family_odds import exact_par_sheet
from croupier.play import rulebook_library
from croupier.play.family import load_family
from croupier.play.round import Rolled, RoundInProgress
from croupier.rulebook.table_rules import TableRules
from croupier.table import commands as c
from croupier.views.table_view import table_view
from croupier.views.viewer import Viewer
from tests.live_tables import bet_against_bank, open_and_call, results_of
from tests.table_driver import DEALER, Drive

MAH_JONG = "ca-mah-jong-pai-gow"


@cache
def rules_of(**options: Any) -> TableRules:
    return TableRules.of(rulebook_library.load(MAH_JONG), options)


def slow_wins(own: tuple[int, int], dealer: tuple[int, int]) -> bool:
    """Return whether the own hand wins by the printed steps, one after the other. [004 L494-506]"""
    pairs = own[0] == own[1], dealer[0] == dealer[1]
    if any(pairs):
        return pairs == (True, False) or (all(pairs) and own[0] > dealer[0])
    values = sum(own) % 10, sum(dealer) % 10
    if values[0] != values[1]:
        return values[0] > values[1]
    return values[0] != 0 and max(own) > max(dealer)


def test_every_deal_ends_as_by_the_printed_steps() -> None:
    tiles = [number for number in range(1, 11) for _ in range(2)]
    counted: Counter[tuple[Any, Any]] = Counter()
    for a, b, x, y in permutations(range(20), 4):
        if a < b and x < y:
            counted[(tiles[b], tiles[a]), (tiles[y], tiles[x])] += 1
    assert sum(counted.values()) == DEALS == 29_070
    assert {(own, dealer): many for own, dealer, many in deals()} == counted
    for own, dealer in counted:
        assert beats(own, dealer) == slow_wins(own, dealer), (own, dealer)


@pytest.mark.parametrize(
    ("options", "wager", "edge"),
    [
        ({}, "win", Fraction(62, 4845)),
        ({}, "pair", Fraction(12, 19)),
        ({}, "tie", Fraction(201, 323)),
        ({"pair_independent": False}, "pair", Fraction(415, 646)),
        ({"tie_zero_pays": False}, "tie", Fraction(9533, 14_535)),
        ({"pair_odds": "16:1"}, "pair", Fraction(2, 19)),
        ({"tie_odds": "160:1"}, "tie", Fraction(1, 323)),
    ],
)
def test_the_wagers_and_their_readings_have_exact_edges(options: dict[str, Any], wager: str, edge: Fraction) -> None:
    odds = exact_par_sheet(rules_of(**options))[wager]
    assert odds.house_edge == edge
    assert odds.total == DEALS
    assert odds.push == 0, "none of them can push [004 L580]"


@pytest.mark.parametrize("die", range(1, 11))
def test_the_die_is_counted_clockwise_from_the_bank(die: int) -> None:
    stakes = dict.fromkeys((1, 2, 4, 5, 6, 7, 8, 9, 10), 5_00)
    play: RoundInProgress[Any] = RoundInProgress(lambda: round_of(rules_of(), stakes, 3))
    play.answer(Rolled((die,)))
    order = load_family("mah-jong-pai-gow").order_of_play(play)
    assert order is not None
    first = (3 + die - 2) % 10 + 1
    assert (order.first, order.action) == (first, 4 if die == 1 else first)


def test_hands_have_names() -> None:
    names = {"6 6": "pair of sixes", "W W": "pair of windows", "9 4": "3, nine on top", "W 9": "9, window on top"}
    for tiles, name in names.items():
        assert name_of(dots_of(Pack.MAH_JONG.parse_all(tiles))) == name
    assert dots_of((MahJongTile(4), MahJongTile(9))) == (9, 4)


def start_round(mode: str) -> Drive:
    drive = Drive(MAH_JONG, mode, schedule="six-2").open(1, 2, 3)
    return bet_against_bank(drive, 1, 500_00, {2: {"win": 50_00, "tie": 5_00}, 3: {"pair": 10_00}})


@pytest.mark.parametrize(
    ("own", "dealer", "expected"),
    [
        ((7, 7), (10, 9), "win"),
        ((5, 4), (10, 9), "lose"),
        ((10, 9), (10, 9), "same"),
        ((7, 3), (7, 3), "same"),
        ((9, 1), (7, 3), "zero"),
    ],
)
def test_the_result_of_a_hand_says_why_the_player_dealer_wins(
    own: tuple[int, int], dealer: tuple[int, int], expected: str
) -> None:
    """Check that the same tiles and 0 against 0 are told apart from a lower hand. [004 L494-496, L502-506]"""
    assert seat_result(MahJongSeatContext(own, dealer)) == expected


def test_a_round_that_a_dealer_deals() -> None:
    drive = start_round("dealer-assist")
    drive.ok(c.RollDice(numbers=[1]), actor=DEALER)
    drive.deal("3 1 9 W")
    drive.refused(c.ReadCard(card="9-9"), "card/unreadable")
    drive.deal("6 6")
    hands: Any = dict(table_view(drive.state, Viewer("player", "player:2"), drive.at, {}, 0))["hands"]
    assert [tile.get("card") for tile in hands["dealer"]] == ["3", "1"]
    assert [tile.get("card") for tile in hands["player:2"]] == ["9", "W"]
    assert [tile.get("card") for tile in hands["player:3"]] == [None, None]
    open_and_call(drive)
    assert results_of(drive) == {
        (2, "win"): ("win", 50_00),
        (2, "tie"): ("lose", -5_00),
        (3, "pair"): ("win", 60_00),
    }
    remembered: Any = dict(table_view(drive.state, Viewer("public"), drive.at, {}, 0))["trends"]["record"]["rounds"][-1]
    assert remembered == {
        "bank": 1,
        "dealer": [{"cards": ["3", "1"], "name": "4, three on top"}],
        "seats": [{"seat": 2, "outcomes": ["win"]}, {"seat": 3, "outcomes": ["win"]}],
    }
    drive.check_log()


def test_an_automated_table_rolls_a_ten_sided_die_and_commits_to_the_wall() -> None:
    drive = start_round("automated")
    drive.run(until="round-settled")
    rolled = next(event for event in drive.log if event["kind"] == "dice-rolled")
    assert len(rolled["numbers"]) == 1
    assert 1 <= rolled["numbers"][0] <= 10
    assert drive.state.shoe is not None
    opening = drive.house.box.openings[drive.state.shoe.digest or ""]
    assert pack_of(opening.cards) == (Pack.MAH_JONG, 1)
    assert {result["seat"] for result in drive.last_round["results"]} == {2, 3}
    drive.check_log()
