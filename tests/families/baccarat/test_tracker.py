"""Results of a shoe that a tracker must show, and the number of cards where it can be bet on.

A tracker shows numbers and percentages of the sides and of each bonus, naturals, and the hands of this shoe and the
previous one. [003 L283; 004 L1199-1209, L2427-2435, L4380-4388]
"""

from __future__ import annotations

import pytest

from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.table import commands as c
from croupier.views import Viewer, table_view
from tests.table_driver import Drive

TRACKED = {
    "ca-ez-baccarat-panda-8": ("panda-8", ("dragon-7",)),
    "ca-cash-in-baccarat": ("tiger-8", ("phoenix-7",)),
    "ca-big-bonus-baccarat": ("tiger-8", ("phoenix-7", "tie-0-1", "bbq", "cold-bbq", "natural-0", "win-4")),
}
"""By rulebook: the bonus for a three-card eight of the Player, and the other bonuses."""
THREE_CARD_EIGHT, NATURAL_NINE, TIE = "2s Kh 3d 7c 3h", "9s Kc Kd 2c", "8s 8d Kh Ks"
HALF, NONE = {"count": 1, "of": 2, "percent": "50.0"}, {"count": 0, "of": 2, "percent": "0.0"}


def played(rulebook: str, *rounds: str) -> Drive:
    drive = Drive(rulebook).open(1, 2)
    for nth, cards in enumerate(rounds):
        drive.bank(1 if nth < 2 else 2, 500_00)
        drive.play(cards, {2 if nth < 2 else 1: {"banker": 10_00}})
    return drive


@pytest.mark.parametrize("rulebook", TRACKED)
def test_a_tracker_has_number_and_percentage_of_every_side_and_bonus(rulebook: str) -> None:
    drive = played(rulebook, THREE_CARD_EIGHT, NATURAL_NINE)
    shown = table_view(drive.state, Viewer(), drive.at, {})["trends"]["current"]
    won_wager, other_wagers = TRACKED[rulebook]
    assert shown["hands"] == 2
    assert shown["wagers"][won_wager] == HALF
    assert {wager: shown["wagers"][wager] for wager in other_wagers} == dict.fromkeys(other_wagers, NONE)
    assert shown["results"]["natural"] == HALF
    sides = {side: shown["results"][side]["percent"] for side in ("player", "banker", "tie")}
    assert sides == {"player": "100.0", "banker": "0.0", "tie": "0.0"}


def test_the_shoe_before_keeps_its_statistics() -> None:
    drive = played("ca-cash-in-baccarat", THREE_CARD_EIGHT, TIE)
    drive.new_shoe()
    trends = table_view(drive.state, Viewer(), drive.at, {})["trends"]
    (before,) = trends["previous"]
    assert (before["hands"], before["wagers"]["tiger-8"], before["results"]["tie"]) == (2, HALF, HALF)
    assert trends["current"]["hands"] == 0
    assert trends["current"]["wagers"]["tiger-8"] == {"count": 0, "of": 0, "percent": None}


@pytest.mark.parametrize("rulebook", rulebook_library.names())
def test_the_number_of_cards_is_shown_only_where_it_can_be_bet_on(rulebook: str) -> None:
    rules = TableRules.of(rulebook_library.load(rulebook), {})
    bet_on = [wager.id for wager in rules.wagers.values() if wager.id.startswith("total-cards")]
    drive = Drive(rulebook)
    assert table_view(drive.state, Viewer(), drive.at, {})["game"]["counts_cards"] == bool(bet_on)
    assert bool(bet_on) == (rulebook == "co-baccarat")


def test_the_dealer_calls_the_result_with_the_number_of_cards() -> None:
    drive = Drive("co-baccarat").open(1)
    drive.begin()
    drive.deal(THREE_CARD_EIGHT)
    view = table_view(drive.state, Viewer("dealer"), drive.at, {})
    assert view["staff"]["next_step"]["command"] == "call-result"
    assert sum(len(hand) for hand in view["hands"].values()) == 5
    drive.ok(c.CallResult())
