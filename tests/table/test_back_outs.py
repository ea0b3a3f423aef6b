"""A jackpot that was paid and should not have been goes back from the credit to its meter, by two people."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.table import commands as c
from croupier.table.draft import Context
from croupier.views import Viewer, event_view, table_view
from croupier.views.own import own_view
from tests.table_driver import CREDIT, EXECUTIVE, OTHER_SUPERVISOR, SUPERVISOR, Drive, House, player

EZ_HIT = "2s 4s 3s As 5s 2s"
FORTUNES_HIT = "As As As As 9h 9d"
WHY = "the film shows a six"
HIT = "t1/000001/jackpot-1"


def paid(
    rulebook: str = "co-99-fortunes", cents: int = 9_000_00, *, house: House | None = None, **others: object
) -> Drive:
    """A table at which a jackpot was won and paid."""
    drive = Drive(rulebook, house=house, **others)
    wager = drive.state.house.meters[0].wager
    drive.house.give(f"meter:{drive.state.settings.house_meter('t1', drive.state.house.meters[0].id)}", cents)
    drive.open(1, 2, first="Kc")
    cards = EZ_HIT if wager.startswith("ez") else FORTUNES_HIT
    drive.play(cards, {1: {"banker": 1_000, wager: 100}})
    (hit,) = drive.state.jackpots
    drive.ok(c.ConfirmJackpot(id=hit.id), actor=SUPERVISOR)
    if drive.state.jackpots:
        drive.ok(c.ConfirmJackpot(id=hit.id), actor=EXECUTIVE)
    return drive


def test_a_paid_jackpot_is_backed_out_by_two_people_and_its_meter_is_what_it_was() -> None:
    """[003 L433, L623]"""
    drive = paid()
    credit, meter = drive.credit(1), drive.balance("meter:t1-fortunes-99")
    assert meter == 10_000_00  # started again from its seed
    drive.ok(c.RequestBackOut(id=HIT, reason=WHY), actor=SUPERVISOR)
    drive.refused(c.RequestBackOut(id=HIT, reason=WHY), "back_out/asked", actor=OTHER_SUPERVISOR)
    drive.refused(c.ApproveBackOut(id="back-out-1"), "approval/own", actor=SUPERVISOR)
    drive.ok(c.ApproveBackOut(id="back-out-1"), actor=OTHER_SUPERVISOR)
    assert drive.credit(1) == credit - 9_000_00
    assert drive.balance("meter:t1-fortunes-99") == 9_000_00
    assert drive.balance("jackpot") == 0
    event = drive.log[-1]
    assert (event["requested_by"], event["approved_by"], event["reason"]) == (SUPERVISOR.id, OTHER_SUPERVISOR.id, WHY)
    assert (event["meter_before_cents"], event["meter_after_cents"], event["seed_off_cents"]) == (
        10_000_00,
        9_000_00,
        10_000_00,
    )
    drive.refused(c.RequestBackOut(id=HIT, reason=WHY), "back_out/done")
    drive.refused(c.ApproveBackOut(id="back-out-1"), "back_out/none", actor=OTHER_SUPERVISOR)
    drive.check_log()


def test_what_cannot_be_backed_out_is_refused_and_says_what_is_missing() -> None:
    drive = paid()
    drive.refused(c.RequestBackOut(id="t1/000001/jackpot-9", reason=WHY), "back_out/unknown")
    taken = drive.credit(1) - 2_500_00
    drive.house.move("player:1", "vouchers", taken)
    refused = drive.refused(c.RequestBackOut(id=HIT, reason=WHY), "back_out/not_covered")
    assert refused.message == "The credit is $2,500 and the award was $9,000: $6,500 is missing."
    drive.house.move("vouchers", "player:1", taken)
    drive.ok(c.RequestBackOut(id=HIT, reason=WHY))
    drive.house.move("player:1", "vouchers", taken)
    drive.refused(c.ApproveBackOut(id="back-out-1"), "back_out/not_covered", actor=OTHER_SUPERVISOR)
    drive.refused(c.RejectBackOut(id="back-out-9", reason=WHY), "back_out/none")
    drive.ok(c.RejectBackOut(id="back-out-1", reason="it is asked back from the player"))
    assert [one.id for one in drive.state.paid_jackpots] == [HIT]
    waiting = Drive("co-99-fortunes")
    waiting.house.give("meter:t1-fortunes-99", 9_000_00)
    waiting.open(1, first="Kc").play(FORTUNES_HIT, {1: {"banker": 1_000, "fortunes-99": 100}})
    waiting.refused(c.RequestBackOut(id=HIT, reason=WHY), "back_out/unpaid")


def test_what_took_an_executive_to_pay_takes_one_to_back_out() -> None:
    drive = paid(cents=99_000_00)
    drive.ok(c.RequestBackOut(id=HIT, reason=WHY), actor=SUPERVISOR)
    drive.refused(c.ApproveBackOut(id="back-out-1"), "jackpot/executive", actor=OTHER_SUPERVISOR)
    drive.ok(c.ApproveBackOut(id="back-out-1"), actor=EXECUTIVE)


def test_the_meter_of_the_win_gets_it_back_whatever_the_table_plays_now() -> None:
    drive = paid("co-ez-baccarat", 5_000_00, meters={"ez-progressive": "pool"})
    drive.ok(c.ChangeSettings(settings=drive.state.settings.model_copy(update={"meters": {"ez-progressive": "other"}})))
    drive.ok(c.RequestBackOut(id=HIT, reason=WHY))
    drive.ok(c.ApproveBackOut(id="back-out-1"), actor=OTHER_SUPERVISOR)
    assert drive.balance("meter:pool") == 5_000_00


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    stood=st.integers(1_00, 90_000_00),
    lowered=st.integers(0, 10_000_00),
    contributed=st.integers(0, 10_000_00),
    ceiling=st.none() | st.integers(0, 200_000_00),
    spent=st.integers(0, CREDIT + 100_000_00),
)
def test_backing_out_conserves_money_whatever_happened_to_meter_and_credit_since(
    stood: int, lowered: int, contributed: int, ceiling: int | None, spent: int
) -> None:
    """The driver holds that all balances sum to nothing and that none falls below it; here: where the money went."""
    drive = paid(cents=stood)
    house, meter, overflow = drive.house, "meter:t1-fortunes-99", "overflow:t1-fortunes-99"
    if lowered:  # somebody has won a share of it since
        house.move(meter, "seed", lowered)
    house.give(meter, max(1, contributed))
    if left := min(spent, drive.credit(1)):
        house.move("player:1", "vouchers", left)
    credit, before = drive.credit(1), drive.balance(meter)
    context = house.context
    house.context = lambda at, actor: with_ceiling(context(at, actor), ceiling)  # type: ignore[method-assign]
    request = c.RequestBackOut(id=HIT, reason=WHY)
    if credit < stood:
        drive.refused(request, "back_out/not_covered")
        assert (drive.credit(1), drive.balance(meter)) == (credit, before)
        return
    drive.ok(request)
    drive.ok(c.ApproveBackOut(id="back-out-1"), actor=EXECUTIVE)
    off = min(10_000_00, before + stood)
    assert drive.credit(1) == credit - stood
    assert drive.balance(meter) + drive.balance(overflow) == before + stood - off
    assert ceiling is None or drive.balance(meter) <= ceiling
    assert drive.balance("jackpot") == 0


def with_ceiling(context: Context, ceiling: int | None) -> Context:
    return replace(context, meter_ceiling=lambda _: ceiling)


def test_staff_see_what_may_be_taken_back_and_the_player_is_told_what_was() -> None:
    drive = paid()
    drive.ok(c.RequestBackOut(id=HIT, reason=WHY))
    (seen,) = table_view(drive.state, Viewer("supervisor"), 0, {})["staff"]["paid_jackpots"]
    assert (seen["id"], seen["cents"], seen["account"]) == (HIT, 9_000_00, "player:1")
    assert seen["back_out"] == {"id": "back-out-1", "reason": WHY, "by": SUPERVISOR.id}
    drive.ok(c.ApproveBackOut(id="back-out-1"), actor=OTHER_SUPERVISOR)
    assert table_view(drive.state, Viewer("supervisor"), 0, {})["staff"]["paid_jackpots"] == []
    told = event_view(drive.log[-1], Viewer("player", "player:2"))
    assert told is not None
    assert "account" not in told
    assert "reason" not in told
    own = own_view(drive.log[-1], "player:1")
    assert own == {"yours": True, "difference_cents": -9_000_00, "reason": WHY}
    assert own_view(drive.log[-1], player(2).account or "") is None
