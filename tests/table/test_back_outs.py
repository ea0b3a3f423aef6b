"""Back-outs: two people move a jackpot that was paid in error from the player's credit back to its meter."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.table import commands as c
from croupier.table.command_effect import CommandContext
from croupier.views import Viewer, event_view, table_view
from croupier.views.private_events import own_view
from tests.table_driver import CREDIT, EXECUTIVE, OTHER_SUPERVISOR, SUPERVISOR, Drive, House, player

EZ_HIT = "2s 4s 3s As 5s 2s"
DRAGON = "2s 4s 3s As 5s 2h"
"""Cards of `EZ_HIT` with one card of another suit: they pay 75 for 1 and no share of the meter."""
FORTUNES_HIT = "As As As As 9h 9d"
WHY = "the film shows a six"
HIT = "t1/000001/jackpot-1"


def paid_jackpot(
    rulebook: str = "co-99-fortunes", cents: int = 9_000_00, *, house: House | None = None, **settings: object
) -> Drive:
    """Return a table at which a jackpot was won and paid."""
    drive = Drive(rulebook, house=house, **settings)
    wager = drive.state.rules.meters[0].wager
    drive.house.give(f"meter:{drive.state.settings.house_meter('t1', drive.state.rules.meters[0].id)}", cents)
    drive.open(1, 2, first="Kc")
    cards = EZ_HIT if wager.startswith("ez") else FORTUNES_HIT
    drive.play(cards, {1: {"banker": 1_000, wager: 100}})
    (hit,) = drive.state.jackpots
    drive.ok(c.ConfirmJackpot(id=hit.id), actor=SUPERVISOR)
    if drive.state.jackpots:
        drive.ok(c.ConfirmJackpot(id=hit.id), actor=EXECUTIVE)
    return drive


def test_two_people_back_out_a_paid_jackpot_and_its_meter_is_restored() -> None:
    """Check that the meter returns the seed of its restart and has the amount from before the win.

    [003 L433, L623]
    """
    drive = paid_jackpot()
    credit, meter = drive.credit(1), drive.balance("meter:t1-fortunes-99")
    assert meter == 10_000_00  # restarted from its seed
    drive.ok(c.RequestBackOut(id=HIT, reason=WHY), actor=SUPERVISOR)
    drive.refused(c.RequestBackOut(id=HIT, reason=WHY), "back_out/already_requested", actor=OTHER_SUPERVISOR)
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
    drive.refused(c.RequestBackOut(id=HIT, reason=WHY), "back_out/already_made")
    drive.refused(c.ApproveBackOut(id="back-out-1"), "back_out/not_found", actor=OTHER_SUPERVISOR)
    drive.check_log()


def test_an_impossible_back_out_is_refused_with_the_reason() -> None:
    drive = paid_jackpot()
    drive.refused(c.RequestBackOut(id="t1/000001/jackpot-9", reason=WHY), "back_out/jackpot_not_found")
    taken = drive.credit(1) - 2_500_00
    drive.house.move("player:1", "vouchers", taken)
    refused = drive.refused(c.RequestBackOut(id=HIT, reason=WHY), "back_out/not_covered")
    assert refused.message == "The credit is $2,500 and the award was $9,000: $6,500 is missing."
    drive.house.move("vouchers", "player:1", taken)
    drive.ok(c.RequestBackOut(id=HIT, reason=WHY))
    drive.house.move("player:1", "vouchers", taken)
    drive.refused(c.ApproveBackOut(id="back-out-1"), "back_out/not_covered", actor=OTHER_SUPERVISOR)
    drive.refused(c.RejectBackOut(id="back-out-9", reason=WHY), "back_out/not_found")
    drive.ok(c.RejectBackOut(id="back-out-1", reason="it is asked back from the player"))
    assert [jackpot.id for jackpot in drive.state.paid_jackpots] == [HIT]
    waiting = Drive("co-99-fortunes")
    waiting.house.give("meter:t1-fortunes-99", 9_000_00)
    waiting.open(1, first="Kc").play(FORTUNES_HIT, {1: {"banker": 1_000, "fortunes-99": 100}})
    waiting.refused(c.RequestBackOut(id=HIT, reason=WHY), "back_out/unpaid")


def test_a_back_out_needs_an_executive_where_the_payment_did() -> None:
    drive = paid_jackpot(cents=99_000_00)
    drive.ok(c.RequestBackOut(id=HIT, reason=WHY), actor=SUPERVISOR)
    drive.refused(c.ApproveBackOut(id="back-out-1"), "jackpot/executive", actor=OTHER_SUPERVISOR)
    drive.ok(c.ApproveBackOut(id="back-out-1"), actor=EXECUTIVE)


def test_the_meter_of_the_win_gets_it_back_after_a_change_of_game() -> None:
    drive = paid_jackpot("co-ez-baccarat", 5_000_00, meters={"ez-progressive": "pool"})
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
    """Check that the jackpot leaves the credit and goes to meter and overflow, less the seed that the meter returns.

    If the credit does not cover the jackpot, the back-out is refused and nothing moves. The driver checks that all
    balances sum to zero and that no balance falls below zero.
    """
    drive = paid_jackpot(cents=stood)
    house, meter, overflow = drive.house, "meter:t1-fortunes-99", "overflow:t1-fortunes-99"
    if lowered:  # another player has won a share of the meter since
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


def with_ceiling(context: CommandContext, ceiling: int | None) -> CommandContext:
    """Return the context with a ceiling for the meter."""
    return replace(context, meter_ceiling=lambda _: ceiling)


def test_staff_see_possible_back_outs_and_the_player_sees_completed_ones() -> None:
    drive = paid_jackpot()
    drive.ok(c.RequestBackOut(id=HIT, reason=WHY))
    (shown,) = table_view(drive.state, Viewer("supervisor"), 0, {})["staff"]["paid_jackpots"]
    assert (shown["id"], shown["cents"], shown["account"]) == (HIT, 9_000_00, "player:1")
    assert shown["back_out"] == {"id": "back-out-1", "reason": WHY, "by": SUPERVISOR.id}
    drive.ok(c.ApproveBackOut(id="back-out-1"), actor=OTHER_SUPERVISOR)
    assert table_view(drive.state, Viewer("supervisor"), 0, {})["staff"]["paid_jackpots"] == []
    view = event_view(drive.log[-1], Viewer("player", "player:2"))
    assert view is not None
    assert "account" not in view
    assert "reason" not in view
    own = own_view(drive.log[-1], "player:1")
    assert own == {"is_own": True, "difference_cents": -9_000_00, "reason": WHY}
    assert own_view(drive.log[-1], player(2).account or "") is None


POOL = "meter:t1-ez-progressive"


def shared(*seats: int, start: int = 5_000_00, ceiling: int | None = None, **options: object) -> Drive:
    """Return a table whose meter restarts at $700; with `seats`, these seats have just won it together.

    No award is confirmed or rejected yet.
    """
    drive = Drive("co-ez-baccarat", options={"seed": "700", "contribution": "10%", **options})
    if start:
        drive.house.give(POOL, start)
    context = drive.house.context
    drive.house.context = lambda at, actor: with_ceiling(context(at, actor), ceiling)  # type: ignore[method-assign]
    drive.open(1, 2, 3, first="Kc")
    return won_by(drive, *seats) if seats else drive


def won_by(drive: Drive, *seats: int, cards: str = EZ_HIT) -> Drive:
    """Play a round that wins the meter for these seats."""
    drive.play(cards, {number: {"banker": 1_000, "ez-progressive": 100} for number in seats})
    return drive


def take_back(drive: Drive, jackpot: str) -> None:
    """Request and approve a back-out."""
    drive.ok(c.RequestBackOut(id=jackpot, reason=WHY))
    drive.ok(c.ApproveBackOut(id=f"back-out-{drive.state.numbered}"), actor=EXECUTIVE)


def test_a_shared_meter_gives_its_seed_back_with_the_last_of_its_awards() -> None:
    drive = shared(1, 2, 3)
    first, second, third = [jackpot.id for jackpot in drive.state.jackpots]
    share = drive.state.jackpots[0].cents
    stood = 5_000_00 + 30
    left = stood - 3 * share  # cents that do not divide by three
    assert drive.balance(POOL) == 700_00 + left
    drive.ok(c.ConfirmJackpot(id=first))
    drive.ok(c.ConfirmJackpot(id=third))
    drive.ok(c.RejectJackpot(id=second, reason=WHY))
    assert drive.balance(POOL) == 700_00 + left + share  # two awards of the meter remain
    take_back(drive, third)
    assert drive.log[-1]["seed_off_cents"] == 0
    take_back(drive, first)
    assert drive.log[-1]["seed_off_cents"] == 700_00
    assert drive.balance(POOL) == stood
    drive.check_log()


def test_a_back_out_returns_the_overflow_that_the_restart_used() -> None:
    drive = shared(1, 2, start=4_000_00)
    drive.house.give("overflow:t1-ez-progressive", 300_00)
    for jackpot in [award.id for award in drive.state.jackpots]:
        drive.ok(c.RejectJackpot(id=jackpot, reason=WHY))
    won_by(drive, 1)
    assert (drive.balance(POOL), drive.balance("overflow:t1-ez-progressive")) == (1_000_00, 0)
    (hit,) = drive.state.jackpots
    drive.ok(c.ConfirmJackpot(id=hit.id))
    take_back(drive, hit.id)
    assert (drive.balance(POOL), drive.balance("overflow:t1-ez-progressive")) == (4_000_30, 300_00)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_awards_that_are_backed_out_leave_the_meter_as_without_them(data: st.DataObject) -> None:
    """Check after every step that meter and overflow, less the seed owed, have what was paid in and not awarded.

    The driver checks that money is conserved. A meter that cannot give its seed back, because another player has won it
    since, owes the seed until that award is taken back as well.
    """
    start, ceiling = data.draw(st.integers(0, 2_000_00)), data.draw(st.none() | st.integers(0, 3_000_00))
    drive = shared(start=start, ceiling=ceiling, other_hands_from="meter")
    paid_in, standing, seeds = start, dict[str, int](), dict[str, int]()

    def check(*, is_settled: bool) -> None:
        restarted = sum(seeds[number] for number in {award_id.rpartition("/")[0] for award_id in standing})
        total = drive.balance(POOL) + drive.balance("overflow:t1-ez-progressive")
        owed = -drive.balance("seed:t1-ez-progressive")
        assert total - owed == paid_in + restarted - sum(standing.values())
        assert owed >= 0
        assert not (is_settled and owed and total), "it gives back what it has"
        assert ceiling is None or not is_settled or drive.balance(POOL) <= ceiling

    def back_out(jackpot: str) -> None:
        take_back(drive, jackpot)
        del standing[jackpot]
        check(is_settled=True)

    for cards in data.draw(st.lists(st.sampled_from([EZ_HIT, DRAGON]), min_size=1, max_size=3)):
        seats = data.draw(st.sets(st.integers(1, 3), min_size=1))
        won_by(drive, *sorted(seats), cards=cards)
        paid_in += 10 * len(seats) - sum(result.get("meter_cents", 0) for result in drive.last_round["results"])
        seeds[drive.last_round["id"]] = 700_00
        standing |= {award.id: award.cents for award in drive.state.jackpots}
        check(is_settled=False)
        for jackpot in [award.id for award in drive.state.jackpots]:
            if data.draw(st.booleans()):
                drive.ok(c.ConfirmJackpot(id=jackpot))
            else:
                drive.ok(c.RejectJackpot(id=jackpot, reason=WHY))
                del standing[jackpot]
                check(is_settled=True)
        for jackpot in [award for award in standing if data.draw(st.booleans())]:
            back_out(jackpot)
    for jackpot in data.draw(st.permutations(list(standing))):
        back_out(jackpot)
    if ceiling is None and paid_in >= 0:
        assert (drive.balance(POOL), drive.balance("seed:t1-ez-progressive")) == (paid_in, 0)


def corrected(drive: Drive, card: str, *, place: int = 6) -> None:
    """Request and approve a correction of a card."""
    drive.ok(c.RequestCorrection(round="t1/000001", place=place, card=card, reason="misread"))
    drive.ok(c.ApproveCorrection(id=f"correction-{drive.state.numbered}"), actor=OTHER_SUPERVISOR)


def test_a_round_whose_jackpot_was_backed_out_can_be_corrected() -> None:
    """Check a correction of the last card to a nine: the Banker wager loses, and the meter is not won.

    With a nine there was no Dragon 7.
    """
    drive = shared(1, 2)
    first, second = [jackpot.id for jackpot in drive.state.jackpots]
    request = c.RequestCorrection(round="t1/000001", place=6, card="9h", reason="misread")
    refused = drive.refused(request, "correction/jackpot_waits")
    assert refused.message.startswith("t1/000001/jackpot-1 was won in that round and waits: reject it first")
    drive.ok(c.RejectJackpot(id=first, reason=WHY))
    drive.ok(c.ConfirmJackpot(id=second))
    assert "back it out first" in drive.refused(request, "correction/jackpot_paid").message
    take_back(drive, second)
    corrected(drive, "9h")
    assert drive.balance(POOL) == 5_000_20
    right = won_by(shared(), 1, 2, cards="2s 4s 3s As 5s 9h")
    assert [drive.credit(number) for number in (1, 2)] == [right.credit(number) for number in (1, 2)]
    assert drive.balance(POOL) == right.balance(POOL)
    assert drive.balance("house") == right.balance("house")
    drive.check_log()


def test_a_jackpot_of_a_corrected_round_waits_under_a_new_number() -> None:
    drive = shared(1)
    drive.ok(c.RejectJackpot(id=HIT, reason=WHY))
    corrected(drive, "9h")
    corrected(drive, "2s")
    (again,) = drive.state.jackpots
    assert (again.id, again.cents) == ("t1/000001/jackpot-2", 5_000_10)
    request = c.RequestCorrection(round="t1/000001", place=6, card="9h", reason="misread")
    drive.refused(request, "correction/jackpot_waits")
    drive.ok(c.ConfirmJackpot(id=again.id))
    take_back(drive, again.id)
    corrected(drive, "9h")
    assert drive.balance(POOL) == 5_000_10
    assert drive.last_round["jackpots_before"] == 2
    drive.check_log()


def test_a_round_with_an_irreversible_jackpot_is_settled_by_hand() -> None:
    drive = shared(1)
    drive.ok(c.ConfirmJackpot(id=HIT))
    drive.state = drive.replayed = replace(drive.state, paid_jackpots=())
    request = c.RequestCorrection(round="t1/000001", place=6, card="9h", reason="misread")
    drive.refused(request, "correction/jackpot")
