"""Jackpots: wins paid from a meter that wait, are confirmed, rejected or shared. [R47-R51]"""

from __future__ import annotations

from typing import Any

from croupier.table import commands as c
from tests.live_tables import BANKER_WINS, TIE, WAGER, change_settings, request_correction, settled
from tests.table_driver import EXECUTIVE, OTHER_SUPERVISOR, SUPERVISOR, Drive, House, placed, player

EZ_HIT = "2s 4s 3s As 5s 2s"


def jackpots(rulebook: str, stand: dict[str, int], *seats: int, **settings: Any) -> Drive:
    """Return a table with these amounts on its meters."""
    drive = Drive(rulebook, **settings)
    for meter, cents in stand.items():
        drive.house.give(f"meter:{meter}", cents)
    return drive.open(*seats, first="Kc")


def test_a_hit_waits_for_the_supervisor_and_its_wager_is_closed_until_then() -> None:
    drive = jackpots("co-ez-baccarat", {"t1-ez-progressive": 5_000_00}, 1, 2, options={"contribution": "50%"})
    drive.play(EZ_HIT, {1: {"banker": 1_000, "ez-progressive": 100}})
    (hit,) = drive.state.jackpots
    assert (hit.account, hit.cents, hit.wager) == ("player:1", 5_000_50, "ez-progressive")
    assert drive.balance("jackpot") == 5_000_50
    assert drive.balance("meter:t1-ez-progressive") == 0
    drive.refused(change_settings("co-ez-baccarat"), "settings/jackpot_pending")
    drive.ok(c.OpenBets())
    drive.refused(placed(2, {"banker": 1_000, "ez-progressive": 100}), "wager/jackpot_pending", actor=player(2))
    drive.bet(2, WAGER)
    before = drive.credit(1)
    drive.ok(c.ConfirmJackpot(id=hit.id))
    assert drive.credit(1) == before + 5_000_50
    assert not drive.state.jackpots
    drive.bet(2, {"banker": 1_000, "ez-progressive": 100})
    drive.refused(c.ConfirmJackpot(id=hit.id), "jackpot/not_found")
    drive.refused(c.RejectJackpot(id=hit.id, reason="no such cards"), "jackpot/not_found")


def test_a_large_jackpot_needs_an_executive_as_well() -> None:
    drive = jackpots("co-99-fortunes", {"t1-fortunes-99": 99_000_00}, 1, 2)
    drive.play("As As As As 9h 9d", {1: {"banker": 1_000, "fortunes-99": 100}})
    (hit,) = drive.state.jackpots
    assert hit.cents == 99_000_00
    assert drive.balance("meter:t1-fortunes-99") == 10_000_00  # the house has paid in the seed again
    drive.ok(c.ConfirmJackpot(id=hit.id), actor=SUPERVISOR)
    assert drive.state.jackpots[0].confirmed_by == SUPERVISOR.id
    drive.refused(c.ConfirmJackpot(id=hit.id), "jackpot/executive", actor=SUPERVISOR)
    drive.refused(c.ConfirmJackpot(id=hit.id), "jackpot/executive", actor=OTHER_SUPERVISOR)
    before = drive.credit(1)
    drive.ok(c.ConfirmJackpot(id=hit.id), actor=EXECUTIVE)
    assert drive.credit(1) == before + 99_000_00


def test_an_executive_does_not_confirm_twice() -> None:
    drive = jackpots("co-99-fortunes", {"t1-fortunes-99": 99_000_00}, 1)
    drive.play("As As As As 9h 9d", {1: {"banker": 1_000, "fortunes-99": 100}})
    hit = drive.state.jackpots[0].id
    drive.ok(c.ConfirmJackpot(id=hit), actor=EXECUTIVE)
    drive.refused(c.ConfirmJackpot(id=hit), "jackpot/executive", actor=EXECUTIVE)


def test_a_rejected_jackpot_goes_back_on_its_meter() -> None:
    drive = jackpots("co-ez-baccarat", {"pool": 5_000_00}, 1, meters={"ez-progressive": "pool"})
    drive.play(EZ_HIT, {1: {"banker": 1_000, "ez-progressive": 100}})
    drive.ok(c.RejectJackpot(id=drive.state.jackpots[0].id, reason="the film shows a six"))
    assert drive.balance("meter:pool") == 5_000_00
    assert drive.balance("jackpot") == 0


def test_two_hits_in_one_round_have_an_order_and_are_decided_one_by_one() -> None:
    meters = {f"t1-royal-9/{hand}": cents for hand, cents in (("both", 90_000), ("banker", 50_000), ("player", 30_000))}
    drive = jackpots("pa-mini-baccarat", meters, 1, 2)
    drive.play("Kh 9s 9h Ks", {number: {"banker": 1_000, "royal-9": 500} for number in (1, 2)})
    ids = [(jackpot.id, jackpot.meter, jackpot.account, jackpot.cents) for jackpot in drive.state.jackpots]
    assert ids == [
        ("t1/000001/jackpot-1", "royal-9/banker", "player:1", 50_000),
        ("t1/000001/jackpot-2", "royal-9/player", "player:2", 30_000),
    ]
    drive.ok(c.RejectJackpot(id=ids[1][0], reason="the film shows hearts"))
    assert drive.balance("meter:t1-royal-9/player") == 30_000
    before = drive.credit(1)
    drive.ok(c.ConfirmJackpot(id=ids[0][0]))
    assert drive.credit(1) == before + 50_000
    drive.refused(request_correction(1, "2h"), "correction/jackpot_paid")


def test_two_bettors_who_win_one_meter_share_it() -> None:
    drive = jackpots("co-ez-baccarat", {"t1-ez-progressive": 5_000_01}, 1, 2)
    drive.play(EZ_HIT, {number: {"banker": 1_000, "ez-progressive": 100} for number in (1, 2)})
    assert [jackpot.cents for jackpot in drive.state.jackpots] == [2_500_00, 2_500_00]
    assert drive.balance("meter:t1-ez-progressive") == 1  # a cent that does not divide stays on the meter


def test_linked_tables_feed_and_win_one_meter() -> None:
    house = House()
    house.give("meter:pool", 1_000_00)
    linked = {"meters": {"ez-progressive": "pool"}, "options": {"contribution": "10%"}}
    first, second = (
        Drive("co-ez-baccarat", name=name, house=house, **linked).open(n) for n, name in ((1, "a"), (2, "b"))
    )
    first.play(BANKER_WINS, {1: {"banker": 1_000, "ez-progressive": 100}})
    assert house.balance("meter:pool") == 1_000_10
    second.play(EZ_HIT, {2: {"banker": 1_000, "ez-progressive": 100}})
    assert house.balance("meter:pool") == 0
    assert second.state.jackpots[0].cents == 1_000_20
    first.play(EZ_HIT, {1: {"banker": 1_000, "ez-progressive": 100}})
    assert first.state.jackpots[0].cents == 10
    assert house.balance("jackpot:b") == 1_000_20


def test_a_meter_that_cannot_be_reached_closes_its_wager_and_no_other() -> None:
    drive = jackpots("co-ez-baccarat", {"t1-ez-progressive": 5_000_00}, 1)
    drive.house.meters_down.add("meter:t1-ez-progressive")
    drive.ok(c.OpenBets())
    drive.refused(placed(1, {"banker": 1_000, "ez-progressive": 100}), "wager/meter_down", actor=player(1))
    drive.bet(1, WAGER)
    drive.house.meters_down.clear()
    drive.bet(1, {"banker": 1_000, "ez-progressive": 100})


def test_a_jackpot_that_a_correction_brings_to_light_waits_like_any_other() -> None:
    drive = jackpots("co-ez-baccarat", {"t1-ez-progressive": 5_000_00}, 1)
    drive.play("2s 4s 3s As 5s 2h", {1: {"banker": 1_000, "ez-progressive": 100}})
    assert not drive.state.jackpots
    drive.ok(request_correction(6, "2s"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    (hit,) = drive.state.jackpots
    assert hit.cents == drive.balance("jackpot") == 5_000_00
    drive.ok(c.ConfirmJackpot(id=hit.id))


def test_a_correction_cannot_award_a_jackpot_that_the_meter_no_longer_has() -> None:
    drive = jackpots("co-ez-baccarat", {"t1-ez-progressive": 5_000_00}, 1)
    drive.play("2s 4s 3s As 5s 2h", {1: {"banker": 1_000, "ez-progressive": 100}})
    drive.house.move("meter:t1-ez-progressive", "seed", 1)
    drive.ok(request_correction(6, "2s"))
    drive.refused(c.ApproveCorrection(id="correction-1"), "correction/jackpot", actor=OTHER_SUPERVISOR)
    drive.house.give("meter:t1-ez-progressive", 1)
    drive.ok(change_settings("co-ez-baccarat", meters={"ez-progressive": "another"}))
    drive.refused(c.ApproveCorrection(id="correction-1"), "correction/jackpot", actor=OTHER_SUPERVISOR)


def test_a_correction_leaves_the_meters_of_a_later_game_alone() -> None:
    drive = jackpots("co-ez-baccarat", {"t1-ez-progressive": 5_000_00}, 1, options={"contribution": "50%"})
    drive.play("8s 9h Kd Kc", {1: {"banker": 1_000, "ez-progressive": 100}})
    drive.ok(change_settings("co-ez-baccarat", meters={"ez-progressive": "another"}))
    drive.ok(request_correction(2, "Ah"))
    decided = drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.balance("meter:t1-ez-progressive") == 5_000_50
    assert "meter:another" not in {account for move in decided.transfers for account in (move.debit, move.credit)}


def test_the_whole_log_replays_to_the_table() -> None:
    drive = settled("8s 9h Kd Kc")
    drive.ok(request_correction(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    drive.play(TIE)
    drive.check_log()
