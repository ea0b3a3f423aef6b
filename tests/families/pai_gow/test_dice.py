"""A wrongly entered roll of the dice is corrected while no hand is open, and each packet goes to the right seat."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.house.significant_events import significant_entries
from croupier.play.round import AnnounceResult, Arrange, OpenHand
from croupier.table import commands as c
from croupier.table.events import event_of
from tests.families.pai_gow.mah_jong.test_mah_jong import start_round as mah_jong
from tests.families.pai_gow.test_live import (
    ACE_UP,
    ACES_BEHIND,
    HOUSE_DEALER,
    LUCKY,
    MINI,
    PACKETS,
    PUBLIC,
    THREE,
    TWO,
    ULTIMATE,
    deal_piles,
    faces,
    start_piles,
    start_round,
    view_of,
)
from tests.live_tables import open_and_call
from tests.live_tables import results_of as results
from tests.table_driver import DEALER, Drive, player

WRONG, RIGHT = [4, 2, 3], [4, 2, 2]
"""The dice as they were entered, with a total of nine, which stands for seat 2, and as they were thrown, with a total
of eight, which stands for the bank."""


def rolled_table(numbers: list[int], cards: int = 0) -> Drive:
    drive = start_round(LUCKY, {2: {"base": 100_00}, 3: {"base": 50_00}})
    drive.ok(c.RollDice(numbers=numbers))
    drive.deal(" ".join(PACKETS.split()[:cards]))
    return drive


def dealt_cards(drive: Drive) -> list[tuple[str, int, str, bool]]:
    assert drive.state.round
    return [
        (dealt_card.hand, dealt_card.nth, str(dealt_card.card), dealt_card.face_down)
        for dealt_card in drive.state.round.dealt
    ]


@pytest.mark.parametrize("cards", [0, 10, 21])
def test_a_correction_gives_the_same_table_as_the_right_numbers(cards: int) -> None:
    """Check that cards, views and results after a correction equal those of a table with the right dice. [000 L136]"""
    drive, expected = rolled_table(WRONG, cards), rolled_table(RIGHT, cards)
    assert view_of(drive, HOUSE_DEALER)["staff"]["dice"] == {"numbers": WRONG, "sides": 6}
    drive.ok(c.CorrectDice(numbers=RIGHT), actor=DEALER)
    assert dealt_cards(drive) == dealt_cards(expected)
    for viewer in (TWO, THREE, PUBLIC):
        assert view_of(drive, viewer)["hands"] == view_of(expected, viewer)["hands"]
        assert view_of(drive, viewer)["action_order"] == view_of(expected, viewer)["action_order"]
    corrected = next(event for event in drive.log if event["kind"] == "dice-corrected")
    assert (corrected["was"], corrected["numbers"]) == (WRONG, RIGHT)
    assert "answers" not in corrected, "it would tell what lies face down"
    assert significant_entries(event_of(corrected)) == [
        ("dice/corrected", "The dice were entered as 4 2 3; they show 4 2 2."),
    ]
    drive.deal(" ".join(PACKETS.split()[cards:]))
    drive.ok(c.ArrangeCards(seat=2, hands=ACES_BEHIND), actor=player(2))
    for seat in (3, 1):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    open_and_call(drive)
    assert results(drive) == {(2, "base"): ("win", 100_00), (3, "base"): ("win", 50_00)}
    assert drive.last_round["facts"]["dice"] == RIGHT
    drive.check_log()


def test_a_seat_that_has_set_other_cards_is_asked_again() -> None:
    drive = rolled_table(WRONG, 21)
    assert faces(drive, TWO, "player:2")[0] == "Kd", "by the wrong throw the first packet is his"
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    drive.ok(c.CorrectDice(numbers=RIGHT))
    need = drive.state.replay_play.need
    assert isinstance(need, Arrange)
    assert ([hand.seat for hand in need.hands_to_set], need.done) == ([2, 3], ())
    assert drive.kinds[-1] == "arrangements-requested"
    assert faces(drive, TWO, "player:2")[0] == "As"
    drive.check_log()


def test_impossible_corrections_of_the_dice_are_refused() -> None:
    drive = start_round(LUCKY, {2: {"base": 100_00}})
    drive.refused(c.CorrectDice(numbers=RIGHT), "dice/not_rolled")
    assert view_of(drive, HOUSE_DEALER)["staff"]["dice"] is None
    drive.ok(c.RollDice(numbers=RIGHT))
    drive.refused(c.CorrectDice(numbers=RIGHT), "dice/unchanged")
    drive.refused(c.CorrectDice(numbers=[4, 7, 2]), "dice/impossible")
    by_machine = start_round(LUCKY, {2: {"base": 100_00}})
    by_machine.ok(c.RollDice())
    by_machine.refused(c.CorrectDice(numbers=[1, 1, 1]), "dice/automated_table")
    assert view_of(by_machine, HOUSE_DEALER)["staff"]["dice"] is None


def test_once_a_hand_is_open_the_dice_are_not_corrected() -> None:
    drive = rolled_table(WRONG, 21)
    for seat in (2, 3):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    drive.refused(c.CorrectDice(numbers=RIGHT), "dice/too_late")
    assert view_of(drive, HOUSE_DEALER)["staff"]["dice"] is None
    drive.ok(c.ArrangeCards(seat=1), actor=player(1))
    drive.ok(c.ShowHand())
    drive.refused(c.CorrectDice(numbers=RIGHT), "dice/too_late")
    first = start_round(ACE_UP, {2: {"base": 100_00}, 3: {"base": 50_00}})
    first.ok(c.RollDice(numbers=RIGHT))
    first.deal(PACKETS)
    refused = first.refused(c.CorrectDice(numbers=WRONG), "dice/too_late")
    assert refused.message == "A hand is open already and others would be set again: a supervisor voids the round."


def test_the_dice_are_not_corrected_after_a_decision() -> None:
    drive = start_round(MINI, {2: {"game": 50_00}})
    drive.ok(c.RollDice(numbers=[3, 3, 3]))
    drive.deal("5s 5d Qs 8d 6c 3h  As Ah Ks 9d 7c 4h")
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    drive.ok(c.MakeDecision(seat=2, choice="double-down"), actor=player(2))
    drive.refused(c.CorrectDice(numbers=[3, 3, 4]), "dice/too_late")


def test_for_hands_that_nobody_sets_the_dice_can_be_corrected_until_the_result() -> None:
    """Check shared hands and mah-jong tiles: open cards do not influence any decision there."""
    drive = start_piles(ULTIMATE, "player")
    deal_piles(drive)
    drive.ok(c.MakeDecision(seat=1, choice="pile-6"), actor=player(1))
    drive.ok(c.RollDice(numbers=[1, 1, 2]))
    was = set(faces(drive, PUBLIC, "player/high"))
    drive.ok(c.CorrectDice(numbers=[1, 1, 1]))
    assert isinstance(drive.state.replay_play.need, AnnounceResult)
    assert set(faces(drive, PUBLIC, "player/high")) != was
    drive.ok(c.CallResult())
    drive.check_log()
    tiles: Any = mah_jong("dealer-assist")
    tiles.ok(c.RollDice(numbers=[2]))
    tiles.deal("3 1 9 W 6 6")
    assert isinstance(tiles.state.replay_play.need, OpenHand)
    tiles.ok(c.CorrectDice(numbers=[1]))
    assert faces(tiles, PUBLIC, "dealer") == ["3", "1"]
    open_and_call(tiles)
    assert results(tiles)[3, "pair"] == ("win", 60_00)
    tiles.check_log()
