"""Live table: when each command is allowed, betting times, settings, pauses, holds, seats and disputes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from croupier.cards.commitment import Commitment
from croupier.errors import Refused
from croupier.play import rulebook_library
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.command_effect import Actor
from croupier.table.dispatch import DECLARED, command_name, execute_command
from croupier.table.events import apply_all
from croupier.table.settings import TableSettings
from croupier.table.state import Phase
from croupier.table.timers import next_timer_at
from tests.live_tables import (
    BANKER_WINS,
    ILANI,
    PANDA,
    PLAYER_WINS,
    SETTINGS,
    TIE,
    WAGER,
    change_settings,
    in_phase,
    settled,
)
from tests.table_driver import DEALER, SUPERVISOR, Drive, first_schedule, placed, player

HOUR = 3_600_000
ACE_UP, ROYAL = "ca-ace-up-pai-gow-poker", "ca-royal-pai-gow-poker"


# Every command in every phase, paused or not, held or not [R16]

EVERY_COMMAND: dict[str, c.Command] = {
    command_name(order): order
    for order in (
        c.OpenTable(), c.CloseTable(), c.PauseTable(reason="a break"), c.ResumeTable(), change_settings(),
        c.SitDown(seat=5), c.StandUp(), c.BuyChips(cents=10_000), c.SitOut(), c.SitIn(),
        c.JoinWaitingList(), c.LeaveWaitingList(),
        c.DrawButton(), c.DealHand(),
        placed(1, WAGER), c.OfferBank(), c.AcceptBank(cents=10_000), c.PostBank(cents=10_000),
        c.DeclineBank(),
        c.MakeDecision(seat=1, choice="hit"), c.ArrangeCards(seat=1), c.RollDice(numbers=[1, 2, 3]),
        c.CorrectDice(numbers=[1, 2, 3]), c.SaveArrangementDraft(seat=1, hands={}), c.ShowHand(),
        c.RevealCards(hand="player"), c.RequestRevealPass(hand="player", to_seat=2),
        c.AnswerRevealPass(hand="player", agree=True),
        c.OpenBets(), c.CloseBets(), c.SayReady(), c.ReadCard(card="5s"), c.CorrectCard(place=1, card="5s"),
        c.CallResult(),
        c.LoadShoe(), c.ReportCutCard(), c.CallSupervisor(), c.AnswerCall(), c.VoidRound(reason="a fault"),
        c.OrderFreeHand(reason="a fault"), c.ReportCardFaceUp(card="5s", reason="it lay so"),
        c.ReportCardInError(card="5s", disclosed=True, reason="not due"), c.DeclareMisdeal(reason="dealt wrongly"),
        c.ReportDisagreement(reason="the board shows 5"),
        c.RequestCorrection(round="t1/000001", place=1, card="5s", reason="misread"),
        c.ApproveCorrection(id="correction-1"), c.RejectCorrection(id="correction-1", reason="it was not"),
        c.ConfirmJackpot(id="none"), c.RejectJackpot(id="none", reason="no such cards"),
        c.RequestBackOut(id="none", reason="no such cards"), c.ApproveBackOut(id="none"),
        c.RejectBackOut(id="none", reason="it stays paid"),
        c.OpenDispute(round="t1/000001", reason="not so"), c.CloseDispute(id="dispute-1", resolution="explained"),
        c.ClearHold(id="fault-1", reason="seen to"), c.RunTimers(),
        c.CompleteStep(step="wash"), c.VerifyStep(id="step-1"), c.OrderRecut(reason="cut at the end"),
        c.ShowBurnCard(card="5s"), c.ReportMissingCard(inventory="B-7", reason="one ace short"),
        c.SendNotice(text="look at the tray"), c.AcknowledgeNotice(id="notice-1"),
        c.AnnounceChange(settings=TableSettings(rulebook=ILANI)), c.WithdrawChange(id="change-1", reason="not now"),
        c.ReferDispute(id="dispute-1"), c.RecordAccommodation(seat=1, what="cards are read out"),
    )
}  # fmt: skip
NOT_NOW = {"table/wrong_phase", "table/paused", "table/fault", "table/dispute"}


def stopped(drive: Drive, *, paused: bool, hold: str | None) -> Drive:
    events: list[e.Event] = [e.TablePaused(at=drive.at, reason="a break")] if paused else []
    if hold == "fault":
        events.append(e.HoldPlaced(id="fault-1", at=drive.at, why="fault", reason="a fault"))
    if hold == "dispute":
        events.append(e.HoldPlaced(id="dispute-1", at=drive.at, why="dispute", reason="not so", round="t1/000001"))
    drive.state = drive.replayed = apply_all(drive.state, events)
    return drive


def test_every_command_is_tried_in_every_state() -> None:
    assert set(DECLARED) == set(EVERY_COMMAND) == {*c.COMMANDS, "tick"}


def test_a_stopped_table_takes_no_money_and_starts_no_round() -> None:
    """During a fault, a table accepts no play and no money. [R16]"""
    for name in (
        "place-wagers",
        "buy-chips",
        "deal-hand",
        "accept-bank",
        "post-bank",
        "open-bets",
        "read-card",
        "call-result",
        "tick",
    ):
        assert not DECLARED[name].paused
        assert not DECLARED[name].held


@pytest.mark.parametrize("hold", [None, "fault", "dispute"])
@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("which", sorted(SETTINGS))
def test_every_command_in_every_state(which: str, phase: Phase, paused: bool, hold: str | None) -> None:
    drive = stopped(in_phase(phase, which), paused=paused, hold=hold)
    state, at = drive.state, drive.at + 1
    assert state.phase is phase
    for name, order in EVERY_COMMAND.items():
        when = DECLARED[name]
        may = phase in when.phases and (when.paused or not paused) and (when.held or hold is None)
        for actor in (DEALER, SUPERVISOR, player(1), player(9)):
            decided = execute_command(state, order, drive.house.context(at, actor))
            assert (isinstance(decided, Refused) and decided.code in NOT_NOW) != may, (name, decided)
            assert state == drive.replayed, name


def test_a_refused_command_changes_nothing_and_gives_a_sentence() -> None:
    drive = in_phase(Phase.BETTING, "house")
    before, log = drive.state, list(drive.log)
    refusal = drive.refused(placed(1, {"banker": 1}), "wager/invalid_amount", actor=player(1))
    assert refusal.cites
    assert drive.state is before
    assert drive.log == log


# Betting and the clock [R17, R18]


def test_a_wager_at_the_closing_instant_is_too_late_and_one_before_it_is_not() -> None:
    drive = Drive(betting_seconds=20).open(1)
    drive.ok(c.OpenBets(), at=2_000_000)
    assert next_timer_at(drive.state) == 2_020_000
    drive.bet(1, WAGER, at=2_019_999)
    drive.refused(placed(1, {"banker": 2_000}), "wager/no_more_bets", 2_020_000, player(1))
    drive.refused(placed(1, {}), "wager/no_more_bets", 2_020_000, player(1))
    drive.ok(c.RunTimers(), 2_020_000)
    assert drive.state.phase is Phase.DEALING
    assert drive.balance("stakes") == 1_000
    drive.refused(placed(1, {"banker": 2_000}), "table/wrong_phase", 2_020_000, player(1))


def test_a_wager_for_a_round_that_is_over_is_not_placed_in_the_next() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    assert drive.state.round is not None
    round_id = drive.state.round.id
    drive.ok(placed(1, WAGER).model_copy(update={"round": round_id}), actor=player(1))
    earlier = placed(1, {}).model_copy(update={"round": f"{round_id}0"})
    refusal = drive.refused(earlier, "wager/no_more_bets", actor=player(1))
    assert refusal.cites
    assert drive.balance("stakes") == 1_000


def test_a_tick_before_its_time_does_nothing() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    due = next_timer_at(drive.state)
    assert due is not None
    assert drive.ok(c.RunTimers(), due - 1).events == ()


def test_the_countdown_of_an_automated_table_waits_for_a_wager() -> None:
    drive = Drive(mode="automated").open(1)
    drive.run(until="bets-opened")
    assert next_timer_at(drive.state) is None
    drive.ok(c.RunTimers(), drive.at + HOUR)
    drive.bet(1, WAGER)
    assert next_timer_at(drive.state) == drive.at + 20_000
    drive.bet(1, {})
    assert next_timer_at(drive.state) is None
    assert drive.balance("stakes") == 0
    drive.bet(1, WAGER)
    drive.run(until="round-settled")
    assert drive.last_round["closed_at"] - drive.last_round["opened_at"] >= 20_000


def test_a_round_without_any_wager_is_not_dealt() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    assert drive.refused(c.CloseBets(), "round/no_wager").cites == ("004 L1420",)
    drive.bet(1, WAGER)
    drive.bet(1, {})
    drive.refused(c.CloseBets(), "round/no_wager")
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    assert drive.state.phase is Phase.DEALING


def test_the_countdown_of_a_dealers_table_without_bets_waits_for_the_first_chip() -> None:
    drive = Drive(betting_seconds=20).open(1)
    drive.ok(c.OpenBets())
    drive.tick()
    assert drive.state.phase is Phase.BETTING
    assert next_timer_at(drive.state) is None, "an empty table does nothing by itself"
    drive.bet(1, WAGER)
    assert next_timer_at(drive.state) == drive.at + 20_000
    drive.tick()
    assert drive.state.phase is Phase.DEALING


@pytest.mark.parametrize("rulebook", sorted(name for name in rulebook_library.names() if first_schedule(name)))
def test_a_table_that_takes_a_collection_needs_a_schedule(rulebook: str) -> None:
    drive = Drive()
    refusal = drive.refused(change_settings(rulebook, schedule=None), "settings/schedule")
    assert refusal.cites
    drive.ok(change_settings(rulebook))


def test_an_older_table_without_a_schedule_is_not_opened() -> None:
    drive = Drive(PANDA)
    without = drive.state.settings.model_copy(update={"schedule": None})
    drive.state = drive.replayed = replace(drive.state, settings=without)
    drive.refused(c.OpenTable(), "settings/schedule")


def test_no_wager_is_placed_again_by_itself_in_the_next_round() -> None:
    drive = Drive(mode="automated").open(1, 2)
    drive.run(until="bets-opened")
    drive.bet(1, WAGER)
    drive.run(until="round-settled")
    drive.run(until="bets-opened")
    assert drive.state.round is not None
    assert not drive.state.round.spots


def test_a_wager_command_sets_the_total_and_the_difference_is_paid() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    credit = drive.credit(1)
    drive.bet(1, {"banker": 5_000, "tie": 500})
    assert drive.credit(1) == credit - 5_500
    drive.bet(1, {"banker": 2_000})
    assert drive.credit(1) == credit - 2_000
    drive.bet(1, {})
    assert drive.credit(1) == credit


@pytest.mark.parametrize(
    ("order", "actor", "code"),
    [
        (placed(1, {"banker": 1}), player(1), "wager/invalid_amount"),
        (placed(1, {"banker": 50_100}), player(1), "wager/invalid_amount"),
        (placed(1, {"dragon": 1_000}), player(1), "wager/not_allowed"),
        (placed(60, WAGER), player(1), "wager/invalid_seat"),
        (placed(3, WAGER), player(1), "wager/invalid_seat"),
        (placed(1, WAGER), player(2), "wager/backline"),
        (placed(1, WAGER), DEALER, "wager/players_only"),
        (placed(2, WAGER), player(2), "money/insufficient"),
        (
            c.PlaceWagers(
                seat=1, wagers=[c.WagerAmount(wager="tie", cents=100), c.WagerAmount(wager="tie", cents=100)]
            ),
            player(1),
            "wager/duplicate",
        ),
    ],
)
def test_wagers_against_the_rules_or_without_credit_are_refused(order: c.Command, actor: Actor, code: str) -> None:
    drive = Drive()
    drive.fund(2, 500)
    drive.open(1, 2)
    drive.ok(c.OpenBets())
    drive.refused(order, code, actor=actor)


def test_a_personal_limit_refuses_a_wager_and_a_seat() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    drive.house.limits["player:1"] = Refused("limit/stake", "That is over the limit you set.")
    drive.refused(placed(1, WAGER), "limit/stake", actor=player(1))
    drive.house.limits["player:2"] = Refused("limit/break", "You are on a break.")
    drive.refused(c.SitDown(seat=2), "limit/break", actor=player(2))


def test_wagers_are_settled_in_the_order_of_the_log_after_a_restart() -> None:
    """The log sorts the names of wagers; a round that is replayed from the log is settled in the same order."""
    drive = Drive("co-baccarat").open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, {"tie": 500, "player": 1_000, "banker": 1_000, "perfect-pair": 500})
    assert drive.state.round is not None
    assert drive.replayed.round is not None
    assert drive.replayed.round.bets() == drive.state.round.bets()


def test_a_bettor_behind_an_empty_seat_may_take_chips_back() -> None:
    drive = Drive("co-baccarat").open(1, 2)
    drive.ok(c.OpenBets())
    drive.bet(2, WAGER, seat=1)
    drive.ok(c.StandUp(), actor=player(1))
    drive.bet(2, {}, seat=1)
    assert drive.balance("stakes") == 0
    drive.refused(placed(1, WAGER), "wager/invalid_seat", actor=player(2))


# Settings, and the settings version that each round names [R15]


def test_settings_change_between_rounds_only_and_every_round_names_its_version() -> None:
    drive = Drive().open(1)
    drive.play(BANKER_WINS, {1: WAGER})
    assert drive.last_round["version"] == 1
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.refused(change_settings(betting_seconds=9), "table/round_in_progress")
    drive.ok(c.CloseBets())
    drive.refused(change_settings(betting_seconds=9), "table/wrong_phase")
    drive.deal(PLAYER_WINS)
    drive.ok(c.CallResult())
    assert drive.last_round["version"] == 1
    drive.ok(change_settings(betting_seconds=9))
    assert drive.state.seats
    drive.play(PLAYER_WINS, {1: WAGER})
    assert drive.last_round["version"] == 2
    assert drive.last_round["settings"]["betting_seconds"] == 9
    assert drive.last_round["digest"] == drive.state.rules.rulebook.digest


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"rulebook": "no-such-game"}, "settings/rulebook"),
        ({"options": {"decks": 99}}, "settings/rulebook"),
        ({"options": {"decks": []}}, "settings/rulebook"),
        ({"options": {"no-such-option": True}}, "settings/rulebook"),
        ({"rotation": "no-such-pack"}, "settings/rulebook"),
        ({"schedule": 1}, "settings/schedule"),
        ({"rulebook": PANDA, "schedule": 99}, "settings/schedule"),
        ({"rulebook": ACE_UP, "schedule": "au-5", "options": {"table_min": "200"}}, "settings/options"),
        ({"rulebook": ACE_UP, "schedule": "au-5", "options": {"table_max": "50"}}, "settings/options"),
        ({"rulebook": ROYAL, "schedule": "six-2", "options": {"table_max": "999"}}, "settings/options"),
        ({"rulebook": ROYAL, "schedule": "six-1", "options": {"table_min": "25"}}, "settings/options"),
        ({"meters": {"no-such-meter": "x"}}, "settings/meters"),
        ({"rulebook": "pa-mini-baccarat", "meters": {"royal-9/both": "x", "royal-9/player": "x"}}, "settings/meters"),
        ({"rulebook": "pa-mini-baccarat", "meters": {"royal-9/both": "t1-royal-9/player"}}, "settings/meters"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(settings: dict[str, Any], code: str) -> None:
    drive = Drive()
    drive.refused(change_settings(**settings), code)
    assert drive.state.version == 1


def test_limits_that_are_not_in_the_schedule_are_refused_with_its_citation() -> None:
    refusal = Drive().refused(
        change_settings(ACE_UP, schedule="au-5", options={"table_min": "200"}), "settings/options"
    )
    assert refusal.message == "table_min is $200; au-5 allows $5 to $100."
    assert refusal.cites == ("004_adc0a8156e8c1b3e.txt L2971",)
    Drive().ok(change_settings(ACE_UP, schedule="au-4", options={"table_min": "200", "table_max": "1000"}))
    Drive().ok(change_settings(ACE_UP, schedule="au-5", options={"table_min": "100", "table_max": "100"}))


def test_a_wager_below_the_first_bracket_of_the_schedule_is_refused() -> None:
    drive = Drive(ROYAL, schedule="six-12").open(1, 2)
    drive.bank(1, 2_000_00)
    drive.ok(c.OpenBets())
    refusal = drive.refused(placed(2, {"base": 24_00}), "wager/invalid_amount", actor=player(2))
    assert refusal.cites == ("004_adc0a8156e8c1b3e.txt L3429",)
    drive.bet(2, {"base": 25_00, "royal-tie": 5_00})


def test_a_real_house_runs_only_the_modes_of_the_document() -> None:
    drive = Drive()
    drive.state = drive.replayed = replace(drive.state, demonstration=False)
    drive.refused(change_settings(PANDA, mode="automated"), "settings/mode")
    drive.ok(change_settings(PANDA))


def test_a_shoe_is_revealed_when_new_settings_replace_it() -> None:
    drive = Drive(mode="automated").open(1)
    drive.run(until="bets-opened")
    assert drive.state.shoe is not None
    digest = drive.state.shoe.digest
    drive.ok(change_settings(mode="dealer-assist"))
    opened = [event for event in drive.events if isinstance(event, e.ShoeRevealed)]
    assert [event.digest for event in opened] == [digest]
    assert Commitment(opened[0].digest).is_opened_by(drive.house.box.reveal(opened[0].digest))
    assert drive.state.shoe is None


def test_closing_a_table_frees_the_seats_and_returns_a_posted_bank() -> None:
    drive = Drive(PANDA).open(1, 2)
    credit = drive.credit(1)
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    drive.ok(c.CloseTable())
    assert drive.credit(1) == credit
    assert not drive.state.seats
    drive.ok(c.OpenTable())
    assert drive.state.bank is None


def test_a_table_with_chips_on_it_cannot_be_closed() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.refused(c.CloseTable(), "table/round_in_progress")


# Pauses and holds move deadlines by their own length


def test_a_pause_moves_the_closing_time_by_its_duration() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets(), at=2_000_000)
    drive.ok(c.PauseTable(reason="a spilt drink"), at=2_005_000)
    assert next_timer_at(drive.state) is None
    drive.refused(placed(1, WAGER), "table/paused", 2_006_000, player(1))
    drive.refused(c.RunTimers(), "table/paused", 2_900_000)
    drive.ok(c.ResumeTable(), at=3_005_000)
    assert next_timer_at(drive.state) == 3_020_000
    drive.bet(1, WAGER, at=3_019_999)


def test_a_hold_within_a_pause_does_not_move_the_deadlines_twice() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets(), at=2_000_000)
    drive.ok(c.PauseTable(reason="a spilt drink"), at=2_001_000)
    drive.ok(c.OpenDispute(round="t1/000001", reason="not so"), at=2_002_000)
    drive.house.bundles.add("t1/000001")
    drive.ok(c.CloseDispute(id="dispute-1", resolution="explained"), at=2_003_000)
    drive.ok(c.ResumeTable(), at=2_004_000)
    assert next_timer_at(drive.state) == 2_023_000


@pytest.mark.parametrize("first", ["dispute-1", "dispute-2"])
def test_two_overlapping_holds_move_the_deadlines_by_their_total_time(first: str) -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets(), at=2_000_000)
    drive.ok(c.OpenDispute(round="t1/000001", reason="not so"), at=2_001_000)
    drive.ok(c.OpenDispute(round="t1/000001", reason="nor that"), at=2_002_000)
    drive.house.bundles.add("t1/000001")
    drive.ok(c.CloseDispute(id=first, resolution="explained"), at=2_003_000)
    second = {"dispute-1": "dispute-2", "dispute-2": "dispute-1"}[first]
    drive.ok(c.CloseDispute(id=second, resolution="explained"), at=2_011_000)
    assert next_timer_at(drive.state) == 2_030_000


def test_the_next_round_starts_soon_after_a_long_hold_with_a_void_round() -> None:
    drive = Drive(mode="automated", result_ms=4_000).open(1)
    drive.run(until="bets-opened")
    drive.ok(c.OpenDispute(round="t1/000001", reason="not so"), at=2_000_000)
    drive.ok(c.VoidRound(reason="nobody knows"), at=2_000_000 + HOUR)
    drive.house.bundles.add("t1/000001")
    drive.ok(c.CloseDispute(id="dispute-1", resolution="explained"), at=2_000_000 + 2 * HOUR)
    assert next_timer_at(drive.state) == 2_000_000 + 2 * HOUR + 4_000


def test_settings_changed_in_a_long_pause_let_play_continue_at_once() -> None:
    drive = Drive(mode="automated").open(1)
    drive.ok(c.PauseTable(reason="a new layout"), at=2_000_000)
    drive.ok(change_settings(mode="automated", betting_seconds=9), at=2_000_000 + HOUR)
    drive.ok(c.ResumeTable(), at=2_000_000 + 2 * HOUR)
    assert next_timer_at(drive.state) == 2_000_000 + 2 * HOUR


# Seats


@pytest.mark.parametrize(
    ("seat", "actor", "code"),
    [
        (1, player(2), "seat/taken"),
        (2, player(1), "seat/already_seated"),
        (60, player(2), "seat/not_found"),
        (2, DEALER, "seat/players_only"),
    ],
)
def test_a_seat_is_one_players_and_a_player_has_one_seat(seat: int, actor: Actor, code: str) -> None:
    Drive().open(1).refused(c.SitDown(seat=seat), code, actor=actor)


def test_a_player_in_a_round_leaves_the_seat_when_it_is_settled() -> None:
    drive = Drive().open(1, 2)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.StandUp(), actor=player(2))
    drive.refused(c.StandUp(), "seat/not_seated", actor=player(2))
    drive.refused(c.StandUp(), "seat/in_play", actor=player(1))
    drive.bet(1, {})
    drive.ok(c.StandUp(), actor=player(1))
    assert drive.state.seats == {}


def test_players_leave_seats_that_a_new_layout_does_not_have() -> None:
    drive = Drive("co-99-fortunes").open(1, 10)
    drive.ok(change_settings())
    assert list(drive.state.seats) == [1]


# A dispute holds the table [R29]


def test_a_dispute_holds_the_table_until_its_bundle_is_made() -> None:
    drive = settled(BANKER_WINS)
    drive.refused(c.OpenDispute(round="t1/000009", reason="not so"), "round/not_found")
    drive.ok(c.OpenDispute(round="t1/000001", reason="I bet on the player"))
    drive.refused(c.OpenBets(), "table/dispute")
    drive.refused(c.ClearHold(id="dispute-1", reason="seen to"), "hold/not_found")
    drive.refused(c.CloseDispute(id="dispute-1", resolution="explained"), "dispute/no_bundle")
    drive.house.bundles.add("t1/000001")
    drive.ok(c.CloseDispute(id="dispute-1", resolution="explained"))
    drive.play(TIE)


def test_a_call_for_a_supervisor_is_answered() -> None:
    drive = Drive().open(1)
    drive.refused(c.AnswerCall(), "table/no_supervisor_call")
    drive.ok(c.CallSupervisor(note="seat 1"))
    assert drive.state.supervisor_called == "seat 1"
    drive.ok(c.AnswerCall())
    assert drive.state.supervisor_called is None


# Betting that closes when every player is ready


@pytest.mark.parametrize("mode", ["dealer-assist", "automated"])
def test_betting_closes_when_every_player_is_ready(mode: str) -> None:
    drive = Drive(ILANI, mode=mode, betting_seconds=20, closes_when_ready=True).open(1, 2)
    if mode == "automated":
        drive.run(until="bets-opened")
    else:
        drive.ok(c.OpenBets())
    drive.refused(c.SayReady(), "betting/no_player", actor=player(3))
    drive.ok(c.SayReady(), actor=player(2))
    assert drive.state.phase is Phase.BETTING, "without a wager no round is dealt"
    drive.bet(1, WAGER)
    drive.ok(c.SayReady(), actor=player(1))
    assert drive.state.phase is Phase.DEALING


def test_a_changed_bet_takes_ready_back() -> None:
    drive = Drive(ILANI, closes_when_ready=True).open(1, 2)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.SayReady(), actor=player(1))
    drive.bet(1, {wager: 2 * cents for wager, cents in WAGER.items()})
    drive.ok(c.SayReady(), actor=player(2))
    assert drive.state.phase is Phase.BETTING
    drive.ok(c.SayReady(), actor=player(1))
    assert drive.state.phase is Phase.DEALING


def test_a_table_waits_for_the_countdown_unless_its_settings_say_otherwise() -> None:
    drive = Drive(ILANI).open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.refused(c.SayReady(), "betting/fixed_time", actor=player(1))


def test_a_bettor_behind_a_seat_is_waited_for_and_the_player_dealer_is_not() -> None:
    drive = Drive(PANDA, closes_when_ready=True).open(1, 2)
    drive.bank(1, 100_000)
    drive.ok(c.OpenBets())
    drive.fund(3)
    drive.bet(2, WAGER)
    drive.ok(placed(2, WAGER), actor=player(3))
    drive.ok(c.SayReady(), actor=player(2))
    assert drive.state.phase is Phase.BETTING
    drive.ok(c.SayReady(), actor=player(3))
    assert drive.state.phase is Phase.DEALING
