"""Pai gow poker at a live table, dealt by a dealer and by the generator."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.play.round import Show
from croupier.table import commands as c
from croupier.views.table import table_view
from croupier.views.viewer import Viewer
from tests.table_driver import DEALER, Drive, player

LUCKY, MINI, FORTUNE = "ca-lucky-pai-gow-poker", "ca-mini-pai-gow", "ca-fortune-pai-gow-poker"
SCHEDULES = {LUCKY: "lucky-1", MINI: "six-2"}
PACKETS = "Kd Th 8d 7c 5s 3h 2c  As Ah Kc Qd 9c 7d 4s  Ac Ad Ks Qs 9s 7h 4d"
"""The bank's, for the dice show eight, then seat 2's and seat 3's."""


def begun(book: str, bets: dict[int, dict[str, int]], mode: str = "dealer-assist") -> Drive:
    drive = Drive(book, mode, **({"schedule": SCHEDULES[book]} if book in SCHEDULES else {})).open(1, *bets)
    drive.bank(1, 2_000_00)
    if mode == "automated":
        drive.tick()
    else:
        drive.ok(c.OpenBets())
    for seat, wagers in bets.items():
        drive.bet(seat, wagers)
    if mode == "dealer-assist":
        drive.ok(c.CloseBets())
    return drive


def results(drive: Drive) -> dict[tuple[int, str], tuple[str, int]]:
    return {(one["seat"], one["wager"]): (one["result"], one["net_cents"]) for one in drive.last_round["results"]}


def open_and_call(drive: Drive) -> None:
    """Hand after hand is opened, then the result called."""
    while isinstance(drive.state.play.need, Show):
        drive.ok(c.ShowHand())
    drive.ok(c.CallResult())


def seen(drive: Drive, viewer: Viewer) -> dict[str, Any]:
    return dict(table_view(drive.state, viewer, drive.at, {}, 0))


def test_a_round_that_a_dealer_deals() -> None:
    drive = begun(LUCKY, {2: {"base": 100_00}, 3: {"base": 50_00, "lucky-bonus": 10_00}})
    drive.ok(c.RollDice(numbers=[4, 2, 2]), actor=DEALER)
    drive.deal(PACKETS)
    laid = {"high": ["As", "Ah", "9c", "7d", "4s"], "low": ["Kc", "Qd"]}
    drive.ok(c.ArrangeCards(seat=2, hands=laid), actor=player(2))
    other = seen(drive, Viewer("player", "player:3"))["hands"]
    assert set(other) == {"dealer", "player:2", "player:3"}
    assert all(card.get("card") is None for card in other["player:2"])
    drive.ok(c.ArrangeCards(seat=3), actor=player(3))
    open_now = seen(drive, Viewer("player", "player:3"))["hands"]["dealer"]
    assert [card.get("card") for card in open_now] == ["Kd", "Th", "8d", "7c", "5s", "3h", "2c"]
    drive.ok(c.ArrangeCards(seat=1), actor=player(1))
    open_and_call(drive)
    assert results(drive) == {
        (2, "base"): ("win", 100_00),
        (3, "base"): ("win", 50_00),
        (3, "lucky-bonus"): ("lose", -10_00),
    }
    assert drive.last_round["cards"]["player:2/low"] == ["Kc", "Qd"]
    drive.check_log()


@pytest.mark.parametrize("book", [LUCKY, FORTUNE])
def test_the_generator_throws_deals_and_time_sets_the_house_way(book: str) -> None:
    drive = begun(book, {2: {"base": 100_00}, 3: {"base": 50_00}}, "automated")
    drive.run(until="round-settled")
    assert {seat for seat, _ in results(drive)} == {2, 3}
    drive.check_log()


def test_a_double_down_is_put_up_when_it_is_asked() -> None:
    drive = begun(MINI, {2: {"game": 50_00}})
    drive.ok(c.RollDice(numbers=[3, 3, 3]), actor=DEALER)
    drive.deal("5s 5d Qs 8d 6c 3h  As Ah Ks 9d 7c 4h")
    drive.ok(c.ArrangeCards(seat=2), actor=player(2))
    drive.ok(c.Decide(seat=2, choice="double-down"), actor=player(2))
    open_and_call(drive)
    assert results(drive) == {(2, "game"): ("win", 50_00), (2, "double-down"): ("win", 50_00)}
    drive.check_log()


def test_hands_are_told_as_they_came_out() -> None:
    """On the felt once both are open, in the facts of the round, and on the board; a copy says whose it is."""
    drive = begun(LUCKY, {2: {"base": 100_00}, 3: {"base": 50_00}})
    drive.ok(c.RollDice(numbers=[4, 2, 2]), actor=DEALER)
    drive.deal("Ac Ad Ks Qs 9s 7h 4d  As Ah Kc Qd 9c 7d 4s  Kd Th 8d 7c 5s 3h 2c")
    for seat in (2, 3, 1):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    drive.ok(c.ShowHand())
    felt = {one["hand"]: one.get("compared") for one in seen(drive, Viewer("player", "player:3"))["felt"]}
    assert felt["player:2/high"] == felt["player:2/low"] == "copy-lose"
    assert felt["player:3/high"] is felt["dealer/high"] is None
    drive.ok(c.ShowHand())
    drive.ok(c.CallResult())
    facts = drive.last_round["facts"]
    assert [facts[f"seat {seat} {part}"] for seat in (2, 3) for part in ("high", "low")] == [
        *("copy-lose", "copy-lose"),
        *("lose", "lose"),
    ]
    shown = seen(drive, Viewer("player", "player:3"))["trends"]["settings"][-1]
    assert shown["bank"] == 1
    assert list(shown["seats"]) == [
        {"seat": 2, "high": "copy-lose", "low": "copy-lose"},
        {"seat": 3, "high": "lose", "low": "lose"},
    ]
