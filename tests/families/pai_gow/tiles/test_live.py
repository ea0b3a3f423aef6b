"""Tiles at a live table: counter-clockwise packets and bank, hidden hands of four tiles, both modes."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cards import Pack
from croupier.cards.pack import pack_of
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.play import rulebook_library
from croupier.play.family import load_family
from croupier.play.round import Arrange, Deal, Roll, Rolled, RoundInProgress
from croupier.rulebook.table_rules import TableRules
from croupier.table import commands as c
from croupier.views.table_view import table_view
from croupier.views.viewer import Viewer
from tests.live_tables import bet_against_bank, open_and_call, results_of
from tests.table_driver import DEALER, Drive, player

TILES = "ca-pai-gow-tiles"
BETS = {2: {"pai-gow": 100_00}, 3: {"pai-gow": 50_00}}
PACKETS = "3-5 4-6 1-5 1-5  6-6 4-4 1-6 5-5  1-2 4-6 5-6 2-2"
"""Tiles in dealing order: first the packet of the bank at seat 4, because the dice show nine, then those of seats 3 and
2."""


def start_round(mode: str = "dealer-assist", **settings: Any) -> Drive:
    drive = Drive(TILES, mode, **settings).open(2, 3, 4)
    assert drive.state.offers is not None
    while drive.state.offers.rotation.offered_seat != 4:
        drive.ok(c.DeclineBank(), actor=player(drive.state.offers.rotation.offered_seat or 0))
    return bet_against_bank(drive, 4, 2_000_00, BETS)


def hands(drive: Drive, viewer: Viewer) -> Any:
    return dict(table_view(drive.state, viewer, drive.at, {}, 0))["hands"]


def test_a_round_that_a_dealer_deals() -> None:
    drive = start_round()
    assert isinstance(drive.state.replay_play.need, Roll)
    drive.ok(c.RollDice(numbers=[3, 3, 3]), actor=DEALER)
    drive.refused(c.ReadCard(card="As"), "card/unreadable")
    drive.deal(PACKETS)
    drive.ok(c.ArrangeCards(seat=3, hands={"high": ["6-6", "4-4"], "low": ["1-6", "5-5"]}), actor=player(3))
    visible = hands(drive, Viewer("player", "player:2"))
    assert all(tile.get("card") is None for name, tiles in visible.items() if "3" in name for tile in tiles)
    foul = {"high": ["5-6", "2-2"], "low": ["1-2", "4-6"]}
    drive.refused(c.ArrangeCards(seat=2, hands=foul), "arrangement/foul", actor=player(2))
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    assert [tile["card"] for tile in hands(drive, Viewer("public"))["dealer"]] == ["3-5", "4-6", "1-5", "1-5"]
    looks = {"high": ["1-5", "1-5"], "low": ["3-5", "4-6"]}
    drive.refused(
        c.ArrangeCards(seat=4, hands={"high": looks["low"], "low": looks["high"]}), "arrangement/foul", actor=player(4)
    )
    drive.ok(c.ArrangeCards(seat=4, hands=looks), actor=player(4))
    open_and_call(drive)
    assert results_of(drive) == {(2, "pai-gow"): ("lose", -100_00), (3, "pai-gow"): ("lose", -50_00)}
    assert drive.last_round["cards"]["dealer/high"] == ["1-5", "1-5"]
    remembered: Any = dict(table_view(drive.state, Viewer("public"), drive.at, {}, 0))["trends"]["record"]["rounds"][-1]
    assert remembered["bank"] == 4
    assert [part["name"] for part in remembered["dealer"]] == ["pair of look", "8, ping on top"]
    assert remembered["seats"] == [
        {"seat": 2, "outcomes": ["lose", "lose"]},
        {"seat": 3, "outcomes": ["lose", "lose"]},
    ]
    drive.check_log()


@pytest.mark.parametrize("mode", ["dealer-assist", "automated"])
def test_the_bank_goes_round_counter_clockwise_after_two_hands(mode: str) -> None:
    drive = start_round(mode)
    if mode == "automated":
        drive.run(until="round-settled")
        assert drive.state.shoe is not None
        opening = drive.house.box.openings[drive.state.shoe.digest or ""]
        assert pack_of(opening.cards) == (Pack.DOMINOES, 1), "a whole wall is committed to"
        rolled = next(event for event in drive.log if event["kind"] == "dice-rolled")
        assert len(rolled["numbers"]) == 3
    else:
        drive.ok(c.RollDice(numbers=[3, 3, 3]), actor=DEALER)
        drive.deal(PACKETS)
        while isinstance(drive.state.replay_play.need, Arrange):
            drive.tick()
        open_and_call(drive)
    assert drive.state.offers is not None
    rotation = drive.state.offers.rotation
    assert (rotation.direction.value, rotation.player_dealer) == ("counter-clockwise", 4)
    drive.ok(c.DeclineBank(), actor=player(4))
    assert drive.state.offers.rotation.offered_seat == 3
    drive.check_log()


def test_the_bank_goes_round_clockwise_under_the_other_reading() -> None:
    drive = Drive(TILES, options={"rotation": "clockwise"}).open(2, 3, 4)
    assert drive.state.offers is not None
    assert drive.state.offers.rotation.direction.value == "clockwise"


@pytest.mark.parametrize("total", range(3, 19))
def test_dice_are_counted_counter_clockwise_from_the_bank(total: int) -> None:
    """Check that totals of 9 and 17 stand for the bank, and that then the next lower seat has the action."""
    rules = TableRules.of(rulebook_library.load(TILES), {})
    family = load_family("pai-gow-tiles")
    bets = [Bet(seat, SEATED, "pai-gow", Cents(10_00)) for seat in (1, 2, 3, 5, 6, 7, 8)]
    play = RoundInProgress(family.case_round(rules, bets, 4).begin)
    dice = next((a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) if a + b + c == total)
    play.answer(Rolled(dice))
    round_of = {4: 4, 3: 3, 2: 2, 1: 1, 0: 8, -1: 7, -2: 6, -3: 5}
    first = round_of[4 - (total - 1) % 8]
    order = family.order_of_play(play)
    assert order is not None
    assert order.action is not None
    assert (order.first, order.action) == (first, 3 if first == 4 else first)
    seats = [seat for turn in range(8) for seat in [(order.action - turn - 1) % 8 + 1] if seat != 4]
    assert list(order.seats) == seats
    assert isinstance(play.need, Deal)
    assert play.need.hand == ("dealer" if first == 4 else f"player:{first}")


def test_there_are_six_arrangements_and_one_is_the_house_way() -> None:
    drive = start_round()
    drive.ok(c.RollDice(numbers=[3, 3, 3]), actor=DEALER)
    drive.deal(PACKETS)
    need = drive.state.replay_play.need
    assert isinstance(need, Arrange)
    ways = load_family("pai-gow-tiles").hand_setting.arrangements(drive.state.rules, need.hands_to_set[0])
    assert len(ways) == 6
    assert [way.is_house_way for way in ways].count(True) == 1
    assert [way.foul is not None for way in ways].count(True) == 3
