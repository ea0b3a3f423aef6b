"""War at a live table, dealt by the generator and by a dealer."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.table import commands as c
from croupier.table.state import Phase
from croupier.views import Viewer
from croupier.views.table_view import table_view
from tests.live_tables import bet_against_bank
from tests.live_tables import results_of as results
from tests.table_driver import CREDIT, Drive

GAME = "ca-ultimate-war"
ONE_WAR_AND_A_FIVE = "Jh Js 5c 4d"
"""Cards of a round in which Banker and Player have jacks, then the Banker's five beats a four."""
BETS = {2: {"player": 25_00, "ultimate-5-banker": 5_00}, 3: {"banker": 25_00, "war": 5_00}}
NETS = {
    (2, "player"): ("lose", -25_00),
    (2, "ultimate-5-banker"): ("win", 600_00),
    (3, "banker"): ("push", 0),
    (3, "war"): ("win", 50_00),
}


def dealt(mode: str, cards: str = ONE_WAR_AND_A_FIVE, **settings: Any) -> Drive:
    """Deal a round up to its last card; seat 1 banks."""
    drive = Drive(GAME, mode, schedule="six-2", **settings).open(1, 2, 3)
    if mode == "automated":
        drive.house.box.script(cards)
    bet_against_bank(drive, 1, 2_000_00, BETS)
    if mode == "automated":
        drive.run(until="round-settled")
    else:
        drive.deal(cards)
    return drive


def test_the_dealer_reads_pair_after_pair_and_no_card_more() -> None:
    drive = dealt("dealer-assist", "Jh Js 5c")
    drive.refused(c.CallResult(), "round/not_complete")
    drive.ok(c.ReadCard(card="4d"))
    drive.refused(c.ReadCard(card="2d"), "card/not_due")


def test_a_misread_card_is_corrected_and_the_war_goes_on() -> None:
    drive = dealt("dealer-assist", "Jh Qs")
    drive.refused(c.ReadCard(card="4d"), "card/not_due")
    drive.ok(c.CorrectCard(place=2, card="Js"))
    drive.deal("5c 4d")
    drive.ok(c.CallResult())
    assert results(drive) == NETS


@pytest.mark.parametrize("mode", ["automated", "dealer-assist"])
def test_a_round_in_both_modes_with_its_cards_in_the_public_view(mode: str) -> None:
    drive = dealt(mode, options={"decks": 6})
    if drive.state.phase is Phase.DEALING:
        view = table_view(drive.state, Viewer("public"), drive.at, {})
        cards = {hand: [card["card"] for card in cards_of_hand] for hand, cards_of_hand in view["hands"].items()}
        assert cards == {"banker": ["Jh", "5c"], "player": ["Js", "4d"]}
        drive.ok(c.CallResult())
    assert results(drive) == NETS
    assert drive.credit(2) == CREDIT + 575_00
    assert drive.credit(3) == CREDIT + 50_00
    assert drive.credit(1) == CREDIT - 625_00 - 1_00, "what the others won, and the fee"
    past = drive.state.trends.to_json(drive.state.family.history)
    assert past["record"] == {
        "kind": "sides",
        "rounds": [{"winner": "banker", "figures": {"wars": 1, "winning_card": 5}}],
    }
    assert past["all"]["wars"]["1"]["count"] == 1
    facts = drive.last_round["facts"]
    assert (facts["winner"], facts["wars"], facts["winning_card"]) == ("banker", 1, 5)
    drive.check_log()


def test_one_deck_that_ties_to_the_end() -> None:
    deck = " ".join(f"{rank}{pair[0]} {rank}{pair[1]}" for rank in "A23456789TJQK" for pair in ("sh", "cd"))
    drive = dealt("automated", deck, options={"decks": 1})
    assert results(drive) == {
        (2, "player"): ("push", 0),
        (2, "ultimate-5-banker"): ("push", 0),
        (3, "banker"): ("push", 0),
        (3, "war"): ("win", 1500_00),
    }
    assert drive.last_round["facts"]["winner"] is None
