"""A live table: when each command may be given, its clocks, its shoe, its corrections, its jackpots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import Card, Shoe
from croupier.cards.commitment import Commitment
from croupier.errors import Refused
from croupier.play import library
from croupier.play.round import Deal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.allowed import ALLOWED
from croupier.table.clock import due_at
from croupier.table.decide import HANDLERS, decide, word_of
from croupier.table.draft import Actor
from croupier.table.fold import fold
from croupier.table.settings import TableSettings
from croupier.table.state import Phase
from tests.table_driver import (
    CREDIT,
    DEALER,
    EXECUTIVE,
    OTHER_SUPERVISOR,
    SUPERVISOR,
    Drive,
    House,
    first_schedule,
    placed,
    player,
)

ILANI = "ilani-midi-baccarat"
PANDA = "ca-ez-baccarat-panda-8"
HOUR = 3_600_000
WAGER = {"banker": 1_000}
PLAYER_WINS = "9s 2h Kd 3c"
BANKER_WINS = "2s 9h Kd Kc"
TIE = "9s 9h Kd Kc"


def changed(rulebook: str = ILANI, **others: Any) -> c.ChangeSettings:
    others.setdefault("schedule", first_schedule(rulebook))
    return c.ChangeSettings(settings=TableSettings(rulebook=rulebook, **others))


# The matrix: every command in every phase, paused or not, held or not [R16]

EVERY_COMMAND: dict[str, c.Order] = {
    word_of(order): order
    for order in (
        c.OpenTable(), c.CloseTable(), c.PauseTable(reason="a break"), c.ResumeTable(), changed(), c.SitDown(seat=5),
        c.StandUp(), c.BuyChips(cents=10_000), c.SitOut(), c.SitIn(), c.JoinWaitingList(), c.LeaveWaitingList(),
        c.DrawButton(), c.DealHand(),
        placed(1, WAGER), c.OfferBank(), c.AcceptBank(cents=10_000), c.PostBank(cents=10_000),
        c.DeclineBank(),
        c.Decide(seat=1, choice="hit"), c.ArrangeCards(seat=1), c.RollDice(numbers=[1, 2, 3]),
        c.CorrectDice(numbers=[1, 2, 4]),
        c.DraftCards(seat=1, hands={}), c.ShowHand(),
        c.TurnCards(hand="player"), c.PassTurn(hand="player", to_seat=2), c.AgreeTurn(hand="player", agree=True),
        c.OpenBets(), c.CloseBets(), c.ReadCard(card="5s"), c.CorrectCard(place=1, card="5s"), c.CallResult(),
        c.NewShoe(), c.CutCardOut(), c.CallSupervisor(), c.AnswerCall(), c.VoidRound(reason="a fault"),
        c.FreeHand(reason="a fault"), c.CardFaceUp(card="5s", reason="it lay so"),
        c.CardInError(card="5s", disclosed=True, reason="not due"), c.Misdeal(reason="dealt wrongly"),
        c.ReportDisagreement(reason="the board shows 5"),
        c.RequestCorrection(round="t1/000001", place=1, card="5s", reason="misread"),
        c.ApproveCorrection(id="correction-1"), c.RejectCorrection(id="correction-1", reason="it was not"),
        c.ConfirmJackpot(id="none"), c.RejectJackpot(id="none", reason="no such cards"),
        c.RequestBackOut(id="none", reason="no such cards"), c.ApproveBackOut(id="none"),
        c.RejectBackOut(id="none", reason="it stays paid"),
        c.OpenDispute(round="t1/000001", reason="not so"), c.CloseDispute(id="dispute-1", resolution="explained"),
        c.ClearHold(id="fault-1", reason="seen to"), c.Tick(),
        c.DoStep(step="wash"), c.VerifyStep(id="step-1"), c.OrderRecut(reason="cut at the end"),
        c.ShowBurned(card="5s"), c.ReportMissingCard(inventory="B-7", reason="one ace short"),
        c.GiveNotice(text="look at the tray"), c.SeeNotice(id="notice-1"),
        c.AnnounceChange(settings=TableSettings(rulebook=ILANI)), c.WithdrawChange(id="change-1", reason="not now"),
        c.ReferDispute(id="dispute-1"), c.RecordAccommodation(seat=1, what="cards are read out"),
    )
}  # fmt: skip
NOT_NOW = {"table/phase", "table/paused", "table/fault", "table/dispute"}
SETTINGS = {
    "blackjack": {"rulebook": "ilani-blackjack"},
    "house": {"rulebook": ILANI},
    "generator": {"rulebook": ILANI, "mode": "automated"},
    "midi": {"rulebook": "co-baccarat", "options": {"cards_turned_by": "bettor"}},
    "player-dealer": {"rulebook": PANDA, "schedule": 1},
}


def in_phase(phase: Phase, which: str) -> Drive:
    drive = Drive(**SETTINGS[which])  # type: ignore[arg-type]
    if phase is Phase.CLOSED:
        return drive
    drive.open(1, 2)
    if drive.state.offers is not None and phase is not Phase.BETWEEN:
        drive.bank(1, 30_000)
    if drive.state.is_automated:
        drive.run(until="bets-opened")
        if phase is Phase.BETWEEN:
            drive.ok(changed(rulebook=ILANI, mode="automated", betting_seconds=7))
    elif phase is not Phase.BETWEEN:
        drive.ok(c.OpenBets())
    if phase is Phase.DEALING:
        drive.bet(2, {"blackjack" if which == "blackjack" else "banker": 5_000})
        drive.ok(c.CloseBets())
    return drive


def stopped(drive: Drive, *, paused: bool, held: str | None) -> Drive:
    events: list[e.Event] = [e.TablePaused(at=drive.at, reason="a break")] if paused else []
    if held == "fault":
        events.append(e.HoldPlaced(id="fault-1", at=drive.at, why="fault", reason="a fault"))
    if held == "dispute":
        events.append(e.HoldPlaced(id="dispute-1", at=drive.at, why="dispute", reason="not so", round="t1/000001"))
    drive.state = drive.replayed = fold(drive.state, events)
    return drive


def test_every_command_is_in_the_matrix_and_has_a_handler() -> None:
    assert set(ALLOWED) == set(HANDLERS) == set(EVERY_COMMAND) == {*c.COMMANDS, "tick"}


def test_nothing_that_takes_money_or_begins_a_round_goes_while_the_table_stands() -> None:
    """No play and no money accepted in a fault. [R16]"""
    for word in (
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
        assert not ALLOWED[word].paused
        assert not ALLOWED[word].held


@pytest.mark.parametrize("held", [None, "fault", "dispute"])
@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("which", sorted(SETTINGS))
def test_every_command_in_every_state(which: str, phase: Phase, paused: bool, held: str | None) -> None:
    drive = stopped(in_phase(phase, which), paused=paused, held=held)
    state, at = drive.state, drive.at + 1
    assert state.phase is phase
    for word, order in EVERY_COMMAND.items():
        when = ALLOWED[word]
        may = phase in when.phases and (when.paused or not paused) and (when.held or held is None)
        for actor in (DEALER, SUPERVISOR, player(1), player(9)):
            decided = decide(state, order, drive.house.context(at, actor))
            assert (isinstance(decided, Refused) and decided.code in NOT_NOW) != may, (word, decided)
            assert state == drive.replayed, word


def test_a_refused_command_changes_nothing_and_gives_a_sentence() -> None:
    drive = in_phase(Phase.BETTING, "house")
    before, log = drive.state, list(drive.log)
    refusal = drive.refused(placed(1, {"banker": 1}), "wager/amount", actor=player(1))
    assert refusal.cites
    assert drive.state is before
    assert drive.log == log


# Betting and the clock [R17, R18]


def test_a_wager_at_the_closing_instant_is_too_late_and_one_before_it_is_not() -> None:
    drive = Drive(betting_seconds=20).open(1)
    drive.ok(c.OpenBets(), at=2_000_000)
    assert due_at(drive.state) == 2_020_000
    drive.bet(1, WAGER, at=2_019_999)
    drive.refused(placed(1, {"banker": 2_000}), "wager/no_more_bets", 2_020_000, player(1))
    drive.refused(placed(1, {}), "wager/no_more_bets", 2_020_000, player(1))
    drive.ok(c.Tick(), 2_020_000)
    assert drive.state.phase is Phase.DEALING
    assert drive.balance("stakes") == 1_000
    drive.refused(placed(1, {"banker": 2_000}), "table/phase", 2_020_000, player(1))


def test_a_tick_before_its_time_does_nothing() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    due = due_at(drive.state)
    assert due is not None
    assert drive.ok(c.Tick(), due - 1).events == ()


def test_where_the_generator_deals_the_countdown_waits_for_a_wager() -> None:
    drive = Drive(mode="automated").open(1)
    drive.run(until="bets-opened")
    assert due_at(drive.state) is None
    drive.ok(c.Tick(), drive.at + HOUR)
    drive.bet(1, WAGER)
    assert due_at(drive.state) == drive.at + 20_000
    drive.bet(1, {})
    assert due_at(drive.state) is None
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


def test_a_dealers_countdown_that_nobody_bet_in_waits_for_the_first_chip() -> None:
    drive = Drive(betting_seconds=20).open(1)
    drive.ok(c.OpenBets())
    drive.tick()
    assert drive.state.phase is Phase.BETTING
    assert due_at(drive.state) is None, "an empty table does nothing by itself"
    drive.bet(1, WAGER)
    assert due_at(drive.state) == drive.at + 20_000
    drive.tick()
    assert drive.state.phase is Phase.DEALING


@pytest.mark.parametrize("rulebook", sorted(name for name in library.names() if first_schedule(name)))
def test_a_table_that_takes_a_collection_is_not_set_up_without_its_schedule(rulebook: str) -> None:
    drive = Drive()
    refusal = drive.refused(changed(rulebook, schedule=None), "settings/schedule")
    assert refusal.cites
    drive.ok(changed(rulebook))


def test_a_table_from_before_that_is_not_opened_without_a_schedule() -> None:
    drive = Drive(PANDA)
    without = drive.state.settings.model_copy(update={"schedule": None})
    drive.state = drive.replayed = replace(drive.state, settings=without)
    drive.refused(c.OpenTable(), "settings/schedule")


def test_nobody_is_in_a_round_without_a_press_of_his_own() -> None:
    drive = Drive(mode="automated").open(1, 2)
    drive.run(until="bets-opened")
    drive.bet(1, WAGER)
    drive.run(until="round-settled")
    drive.run(until="bets-opened")
    assert drive.state.round is not None
    assert not drive.state.round.spots


def test_a_wager_is_everything_the_bettor_has_there_and_the_difference_is_paid() -> None:
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
        (placed(1, {"banker": 1}), player(1), "wager/amount"),
        (placed(1, {"banker": 50_100}), player(1), "wager/amount"),
        (placed(1, {"dragon": 1_000}), player(1), "wager/not_allowed"),
        (placed(60, WAGER), player(1), "wager/seat"),
        (placed(3, WAGER), player(1), "wager/seat"),
        (placed(1, WAGER), player(2), "wager/backline"),
        (placed(1, WAGER), DEALER, "wager/players_only"),
        (placed(2, WAGER), player(2), "money/too_little"),
        (
            c.PlaceWagers(seat=1, wagers=[c.WagerOn(wager="tie", cents=100), c.WagerOn(wager="tie", cents=100)]),
            player(1),
            "wager/twice",
        ),
    ],
)
def test_what_the_rulebook_or_the_purse_forbids_is_refused(order: c.Order, actor: Actor, code: str) -> None:
    drive = Drive()
    drive.fund(2, 500)
    drive.open(1, 2)
    drive.ok(c.OpenBets())
    drive.refused(order, code, actor=actor)


def test_a_players_own_limit_refuses_his_wager_and_his_seat() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    drive.house.limits["player:1"] = Refused("limit/stake", "That is over the limit you set.")
    drive.refused(placed(1, WAGER), "limit/stake", actor=player(1))
    drive.house.limits["player:2"] = Refused("limit/break", "You are on a break.")
    drive.refused(c.SitDown(seat=2), "limit/break", actor=player(2))


def test_chips_come_back_in_the_order_of_the_log_after_a_restart() -> None:
    """The log sorts the names of wagers; a round read back from it is settled in the same order."""
    drive = Drive("co-baccarat").open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, {"tie": 500, "player": 1_000, "banker": 1_000, "perfect-pair": 500})
    assert drive.state.round is not None
    assert drive.replayed.round is not None
    assert drive.replayed.round.bets() == drive.state.round.bets()


def test_a_bettor_behind_an_empty_seat_may_take_his_chips_back() -> None:
    drive = Drive("co-baccarat").open(1, 2)
    drive.ok(c.OpenBets())
    drive.bet(2, WAGER, seat=1)
    drive.ok(c.StandUp(), actor=player(1))
    drive.bet(2, {}, seat=1)
    assert drive.balance("stakes") == 0
    drive.refused(placed(1, WAGER), "wager/seat", actor=player(2))


# Settings, and the version of them that each round names [R15]


def test_settings_change_between_rounds_only_and_every_round_names_its_version() -> None:
    drive = Drive().open(1)
    drive.play(BANKER_WINS, {1: WAGER})
    assert drive.last_round["version"] == 1
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.refused(changed(betting_seconds=9), "table/round_in_progress")
    drive.ok(c.CloseBets())
    drive.refused(changed(betting_seconds=9), "table/phase")
    drive.deal(PLAYER_WINS)
    drive.ok(c.CallResult())
    assert drive.last_round["version"] == 1
    drive.ok(changed(betting_seconds=9))
    assert drive.state.seats
    drive.play(PLAYER_WINS, {1: WAGER})
    assert drive.last_round["version"] == 2
    assert drive.last_round["settings"]["betting_seconds"] == 9
    assert drive.last_round["digest"] == drive.state.house.book.digest


@pytest.mark.parametrize(
    ("others", "code"),
    [
        ({"rulebook": "no-such-game"}, "settings/rulebook"),
        ({"options": {"decks": 99}}, "settings/rulebook"),
        ({"options": {"decks": []}}, "settings/rulebook"),
        ({"options": {"no-such-option": True}}, "settings/rulebook"),
        ({"rotation": "no-such-pack"}, "settings/rulebook"),
        ({"schedule": 1}, "settings/schedule"),
        ({"rulebook": PANDA, "schedule": 99}, "settings/schedule"),
        ({"meters": {"no-such-meter": "x"}}, "settings/meters"),
        ({"rulebook": "pa-mini-baccarat", "meters": {"royal-9/both": "x", "royal-9/player": "x"}}, "settings/meters"),
        ({"rulebook": "pa-mini-baccarat", "meters": {"royal-9/both": "t1-royal-9/player"}}, "settings/meters"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(others: dict[str, Any], code: str) -> None:
    drive = Drive()
    drive.refused(changed(**others), code)
    assert drive.state.version == 1


def test_a_real_house_runs_only_the_modes_of_the_document() -> None:
    drive = Drive()
    drive.state = drive.replayed = replace(drive.state, demonstration=False)
    drive.refused(changed(PANDA, mode="automated"), "settings/mode")
    drive.ok(changed(PANDA))


def test_a_shoe_that_leaves_with_its_settings_is_opened() -> None:
    drive = Drive(mode="automated").open(1)
    drive.run(until="bets-opened")
    assert drive.state.shoe is not None
    digest = drive.state.shoe.digest
    drive.ok(changed(mode="dealer-assist"))
    opened = [event for event in drive.events if isinstance(event, e.ShoeOpened)]
    assert [event.digest for event in opened] == [digest]
    assert Commitment(opened[0].digest).is_opened_by(drive.house.box.opening(opened[0].digest))
    assert drive.state.shoe is None


def test_a_closed_table_gives_seats_and_a_posted_bank_back() -> None:
    drive = Drive(PANDA).open(1, 2)
    credit = drive.credit(1)
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    drive.ok(c.CloseTable())
    assert drive.credit(1) == credit
    assert not drive.state.seats
    drive.ok(c.OpenTable())
    assert drive.state.bank is None


def test_a_table_with_chips_on_it_is_not_closed() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.refused(c.CloseTable(), "table/round_in_progress")


# Pauses and holds: deadlines move by as long as the clocks stood


def test_a_pause_moves_the_closing_time_by_as_long_as_it_lasted() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets(), at=2_000_000)
    drive.ok(c.PauseTable(reason="a spilt drink"), at=2_005_000)
    assert due_at(drive.state) is None
    drive.refused(placed(1, WAGER), "table/paused", 2_006_000, player(1))
    drive.refused(c.Tick(), "table/paused", 2_900_000)
    drive.ok(c.ResumeTable(), at=3_005_000)
    assert due_at(drive.state) == 3_020_000
    drive.bet(1, WAGER, at=3_019_999)


def test_a_hold_within_a_pause_does_not_move_the_clocks_twice() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets(), at=2_000_000)
    drive.ok(c.PauseTable(reason="a spilt drink"), at=2_001_000)
    drive.ok(c.OpenDispute(round="t1/000001", reason="not so"), at=2_002_000)
    drive.house.bundles.add("t1/000001")
    drive.ok(c.CloseDispute(id="dispute-1", resolution="explained"), at=2_003_000)
    drive.ok(c.ResumeTable(), at=2_004_000)
    assert due_at(drive.state) == 2_023_000


@pytest.mark.parametrize("first", ["dispute-1", "dispute-2"])
def test_two_holds_at_once_move_the_clocks_by_the_time_that_either_lasted(first: str) -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets(), at=2_000_000)
    drive.ok(c.OpenDispute(round="t1/000001", reason="not so"), at=2_001_000)
    drive.ok(c.OpenDispute(round="t1/000001", reason="nor that"), at=2_002_000)
    drive.house.bundles.add("t1/000001")
    drive.ok(c.CloseDispute(id=first, resolution="explained"), at=2_003_000)
    second = {"dispute-1": "dispute-2", "dispute-2": "dispute-1"}[first]
    drive.ok(c.CloseDispute(id=second, resolution="explained"), at=2_011_000)
    assert due_at(drive.state) == 2_030_000


def test_a_round_void_during_a_long_hold_is_followed_soon_after_it() -> None:
    drive = Drive(mode="automated", result_ms=4_000).open(1)
    drive.run(until="bets-opened")
    drive.ok(c.OpenDispute(round="t1/000001", reason="not so"), at=2_000_000)
    drive.ok(c.VoidRound(reason="nobody knows"), at=2_000_000 + HOUR)
    drive.house.bundles.add("t1/000001")
    drive.ok(c.CloseDispute(id="dispute-1", resolution="explained"), at=2_000_000 + 2 * HOUR)
    assert due_at(drive.state) == 2_000_000 + 2 * HOUR + 4_000


def test_settings_changed_in_a_long_pause_let_the_game_go_on_at_once_after_it() -> None:
    drive = Drive(mode="automated").open(1)
    drive.ok(c.PauseTable(reason="a new layout"), at=2_000_000)
    drive.ok(changed(mode="automated", betting_seconds=9), at=2_000_000 + HOUR)
    drive.ok(c.ResumeTable(), at=2_000_000 + 2 * HOUR)
    assert due_at(drive.state) == 2_000_000 + 2 * HOUR


# Seats


@pytest.mark.parametrize(
    ("seat", "actor", "code"),
    [
        (1, player(2), "seat/taken"),
        (2, player(1), "seat/seated"),
        (60, player(2), "seat/none"),
        (2, DEALER, "seat/players_only"),
    ],
)
def test_a_seat_is_one_players_and_a_player_has_one_seat(seat: int, actor: Actor, code: str) -> None:
    Drive().open(1).refused(c.SitDown(seat=seat), code, actor=actor)


def test_whoever_is_in_a_round_leaves_when_it_is_settled() -> None:
    drive = Drive().open(1, 2)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.StandUp(), actor=player(2))
    drive.refused(c.StandUp(), "seat/not_seated", actor=player(2))
    drive.refused(c.StandUp(), "seat/in_play", actor=player(1))
    drive.bet(1, {})
    drive.ok(c.StandUp(), actor=player(1))
    assert drive.state.seats == {}


def test_seats_that_a_new_layout_does_not_have_are_left() -> None:
    drive = Drive("co-99-fortunes").open(1, 10)
    drive.ok(changed())
    assert list(drive.state.seats) == [1]


# Cards that the rules did not call for [003 L296-299]


def test_the_first_card_face_up_voids_the_round_and_a_free_hand_follows() -> None:
    drive = Drive().open(1)
    credit = drive.credit(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.ok(c.CardFaceUp(card="9s", reason="it lay face up"))
    assert drive.credit(1) == credit
    assert drive.last_round["status"] == "void"
    drive.ok(c.OpenBets())
    drive.refused(placed(1, WAGER), "wager/no_more_bets", drive.at, player(1))
    drive.tick()
    drive.deal("8h Kd Kc")
    drive.ok(c.CallResult())
    assert drive.last_round["opening"]["free_hand"]
    assert drive.last_round["cards"]["player"] == ["9s", "Kd"]
    assert not drive.state.opening.free_hand


def test_a_later_card_face_up_counts_as_it_lies() -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.deal("2s")
    drive.ok(c.CardFaceUp(card="9h", reason="it lay face up"))
    drive.deal("Kd Kc")
    drive.ok(c.CallResult())
    assert drive.last_round["facts"]["winner"] == "banker"


@pytest.mark.parametrize("disclosed", [False, True])
def test_a_card_too_many_opens_the_next_hand_which_is_free_if_it_was_seen(disclosed: bool) -> None:
    drive = Drive().open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.deal(BANKER_WINS)
    drive.ok(c.CardInError(card="8c", disclosed=disclosed, reason="the dealer drew on"))
    assert drive.last_round["facts"]["winner"] == "banker"
    assert drive.state.opening.free_hand is disclosed
    drive.refused(c.NewShoe(), "shoe/hand_due")
    drive.ok(c.OpenBets())
    if not disclosed:
        drive.bet(1, {"player": 1_000})
        drive.ok(c.CloseBets())
    else:
        drive.tick()
    drive.deal("2h Kd 3c")
    drive.ok(c.CallResult())
    assert drive.last_round["cards"] == {"player": ["8c", "Kd"], "banker": ["2h", "3c"]}


def test_in_pennsylvania_a_card_seen_in_error_opens_a_hand_without_wagers_whoever_must_draw() -> None:
    drive = Drive("pa-mini-baccarat").open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.deal("7s 2h Kd 3c")  # the Player stands on 7, the Banker draws on 5
    drive.ok(c.CardInError(card="8c", disclosed=True, reason="dealt to the Player"))
    reported = next(event for event in drive.events if event.kind == "irregularity-reported")
    assert reported.cite.endswith(" L45")
    drive.refused(c.CallResult(), "round/not_complete")
    drive.refused(c.CorrectCard(place=5, card="9c"), "card/no_such_place")
    drive.ok(c.ReadCard(card="4h"))
    drive.ok(c.CorrectCard(place=5, card="4d"))
    drive.ok(c.CallResult())
    assert drive.last_round["cards"] == {"player": ["7s", "Kd"], "banker": ["2h", "3c", "4d"]}
    assert drive.state.opening.free_hand
    drive.ok(c.OpenBets())
    drive.refused(placed(1, WAGER), "wager/no_more_bets", actor=player(1))
    drive.tick()
    drive.deal("2h Kd 3c")
    drive.ok(c.CallResult())
    assert drive.last_round["cards"] == {"player": ["8c", "Kd"], "banker": ["2h", "3c"]}


def test_a_card_not_seen_in_error_is_the_bankers_in_pennsylvania_as_in_colorado() -> None:
    drive = Drive("pa-mini-baccarat").open(1)
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.CloseBets())
    drive.deal("7s 2h Kd 3c")
    drive.ok(c.CardInError(card="8c", disclosed=False, reason="dealt to the Player"))
    drive.ok(c.CallResult())
    assert drive.last_round["cards"]["banker"] == ["2h", "3c", "8c"]
    assert not drive.state.opening.free_hand


def test_a_round_called_off_before_its_first_card_leaves_the_next_one_its_opening() -> None:
    drive = Drive().open(1)
    drive.play(BANKER_WINS)
    drive.ok(c.FreeHand(reason="to keep the order of the shoe"))
    drive.ok(c.OpenBets())
    drive.ok(c.VoidRound(reason="not yet"))
    assert drive.state.opening.free_hand
    drive.ok(c.OpenBets())
    drive.tick()
    drive.deal(PLAYER_WINS)
    drive.ok(c.CardInError(card="8c", disclosed=False, reason="the dealer drew on"))
    assert drive.state.opening.carried is not None
    drive.ok(c.OpenBets())
    drive.bet(1, WAGER)
    drive.ok(c.VoidRound(reason="a fault"))
    assert drive.state.opening.carried is not None
    assert str(drive.state.opening.carried.card) == "8c"


def test_a_card_too_many_in_the_last_hand_of_a_shoe_does_not_stop_the_table() -> None:
    """There is no next hand in that shoe for the card to open."""
    drive = Drive().open(1)
    drive.ok(c.CutCardOut())
    drive.begin()
    drive.deal(BANKER_WINS)
    drive.ok(c.CardInError(card="8c", disclosed=False, reason="the dealer drew on"))
    drive.refused(c.OpenBets(), "shoe/finished")
    drive.new_shoe()
    assert drive.state.opening.carried is None
    drive.play(PLAYER_WINS)


def test_a_misdeal_and_a_disagreement_void_the_round_and_the_disagreement_holds_the_table() -> None:
    drive = Drive().open(1)
    credit = drive.credit(1)
    for order in (c.Misdeal(reason="dealt wrongly"), c.ReportDisagreement(reason="the board shows 5")):
        drive.ok(c.OpenBets())
        drive.bet(1, WAGER)
        drive.ok(c.CloseBets())
        drive.deal("2s 9h")
        drive.ok(order)
        assert drive.credit(1) == credit
        assert drive.last_round["status"] == "void"
        assert drive.last_round["cards"] == {"player": ["2s"], "banker": ["9h"]}
    drive.refused(c.OpenBets(), "table/fault")
    drive.refused(c.ClearHold(id="fault-9", reason="seen to"), "hold/none")
    drive.refused(c.CloseDispute(id="fault-1", resolution="explained"), "hold/none")
    drive.ok(c.ClearHold(id="fault-1", reason="seen to"))
    drive.play(PLAYER_WINS)


@pytest.mark.parametrize("rulebook", ["co-baccarat", "pa-mini-baccarat"])
def test_where_no_document_says_so_a_disagreement_voids_nothing(rulebook: str) -> None:
    drive = Drive(rulebook).open(1)
    drive.begin({1: WAGER})
    drive.deal("2s 9h")
    drive.ok(c.ReportDisagreement(reason="the board shows 5"))
    drive.refused(c.ReadCard(card="Kd"), "table/fault")
    drive.ok(c.ClearHold(id="fault-1", reason="the board was put right"))
    drive.deal("Kd Kc")
    drive.ok(c.CallResult())
    assert drive.last_round["status"] == "settled"


# The shoe [003 L200, L230; 000 L104-105]


@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_generated_shoe_is_dealt_as_the_shoe_itself_says(ends: bool, seed: int) -> None:
    """Burn, cut card, last hand: hand by hand against the model, until the shoe is opened."""
    options = {"first_card_cut_ends_shoe": ends, "cut_from_back": 14 + seed}
    drive = Drive("co-baccarat", "automated", house=House(seed), options=options).open(1)
    drive.run(until="bets-opened")
    digest = drive.state.shoe.digest if drive.state.shoe else None
    assert digest is not None
    _, model = Shoe.of(drive.state.house.shoe, drive.house.box.opening(digest).cards).burnt()
    for _ in range(120):
        model = _generated_hand(drive, model)
        if model.is_finished:
            break
    assert model.is_finished
    drive.tick()
    assert "shoe-opened" in [one["kind"] for one in drive.log[-6:]]
    assert drive.state.shoe is not None
    assert drive.state.shoe.number == 2


def _generated_hand(drive: Drive, model: Shoe) -> Shoe:
    if drive.state.phase is not Phase.BETTING:
        drive.run(until="bets-opened")
    for number, wagers in drive.somebody().items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    model = model.begin_hand()
    for _ in range(12):
        if drive.state.phase is not Phase.DEALING:
            break
        if isinstance(drive.state.play.need, Deal):
            _, model = model.deal()
        drive.tick()
    model = model.end_hand(())
    shoe = drive.state.shoe
    assert shoe is not None
    for name in ("dealt", "left", "hands_left", "is_last_hand", "is_finished"):
        assert getattr(shoe, name) == getattr(model, name), name
    return model


@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("during", [0, 1, 3])
def test_the_cut_card_of_a_dealers_shoe_means_what_the_shoe_says(ends: bool, during: int) -> None:
    """As the first card of a hand, by one rule that hand is the last; during a hand one more follows."""
    drive = Drive("co-baccarat", options={"first_card_cut_ends_shoe": ends}).open(1)
    drive.begin()
    cards = BANKER_WINS.split()
    drive.deal(" ".join(cards[:during]))
    drive.ok(c.CutCardOut())
    last = ends and during == 0
    assert drive.events == [e.CutCardCame(last_hand=last)]
    drive.refused(c.CutCardOut(), "shoe/cut_card_out")
    drive.deal(" ".join(cards[during:]))
    drive.ok(c.CallResult())
    if not last:
        drive.play(PLAYER_WINS)
    drive.refused(c.OpenBets(), "shoe/finished")
    drive.new_shoe()
    drive.play(PLAYER_WINS)


@pytest.mark.parametrize(("ends", "hands"), [(False, 2), (True, 1)])
def test_between_hands_the_cut_card_comes_in_place_of_the_next_hands_first_card(ends: bool, hands: int) -> None:
    drive = Drive("co-baccarat", options={"first_card_cut_ends_shoe": ends}).open(1)
    drive.ok(c.CutCardOut())
    assert drive.events == [e.CutCardCame(last_hand=ends)]
    for _ in range(hands):
        drive.play(PLAYER_WINS)
    drive.refused(c.OpenBets(), "shoe/finished")


@pytest.mark.parametrize(("first", "burnt"), [("As", 2), ("9h", 10), ("Kd", 11), ("Td", 11)])
def test_the_first_card_of_a_dealers_shoe_says_how_many_are_burnt(first: str, burnt: int) -> None:
    drive = Drive().open(first=first)
    assert drive.state.shoe is not None
    assert drive.state.shoe.dealt == burnt


def test_a_shoe_is_burnt_before_bets_open_and_cards_between_rounds_are_refused() -> None:
    drive = Drive()
    drive.ok(c.OpenTable())
    drive.refused(c.OpenBets(), "shoe/finished")
    drive.refused(c.ReadCard(card="5s"), "shoe/none")
    drive.ok(c.NewShoe())
    drive.refused(c.OpenBets(), "shoe/burn")
    drive.ok(c.ReadCard(card="5s"))
    drive.refused(c.ReadCard(card="5s"), "card/not_due")
    drive.ok(c.OpenBets())
    drive.refused(c.NewShoe(), "shoe/hand_due")


# Impossible cards [R11]


def many_hands(drive: Drive, cards: Iterator[str], count: int) -> None:
    """Hands of plain cards, each read as it is due, until so many have been read."""
    for _ in range(count):
        if drive.state.phase is Phase.BETWEEN:
            drive.begin()
        drive.ok(c.ReadCard(card=next(cards)))
        if not isinstance(drive.state.play.need, Deal):
            drive.ok(c.CallResult())


def test_a_ninth_king_of_spades_from_eight_decks_is_refused() -> None:
    drive = Drive().open(1, first="Ks")
    many_hands(drive, iter(["Ks"] * 7), 7)
    refusal = drive.refused(c.ReadCard(card="Ks"), "shoe/impossible_card")
    assert "Ks" in refusal.message
    drive.refused(c.CardFaceUp(card="Ks", reason="it lay so"), "shoe/impossible_card")
    drive.refused(c.CardInError(card="Ks", disclosed=True, reason="not due"), "shoe/impossible_card")
    drive.deal("Kh")
    drive.refused(c.CorrectCard(place=2, card="Ks"), "shoe/impossible_card")


def test_a_new_shoe_has_all_its_kings_again() -> None:
    drive = Drive().open(1, first="Ks")
    many_hands(drive, iter(["Ks"] * 6), 6)
    drive.new_shoe("Ks")
    many_hands(drive, iter(["Ks"] * 7), 7)


def test_the_417th_card_of_eight_decks_is_refused() -> None:
    drive = Drive(PANDA).open(1, 2)
    cards = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"] * 8
    shoe = drive.state.shoe
    assert shoe is not None
    for card in cards[:-1]:
        shoe = shoe.after_card(Card.parse(card))
    assert shoe.left == 1
    drive.state = drive.replayed = replace(drive.state, shoe=shoe)
    drive.bank(1, 10_000)
    drive.begin()
    drive.refused(c.ReadCard(card="As"), "shoe/impossible_card")
    drive.deal("Kc")
    refusal = drive.refused(c.ReadCard(card="Kc"), "shoe/impossible_card")
    assert "416" in refusal.message
    drive.ok(c.VoidRound(reason="too few cards were left"))
    drive.refused(c.OpenBets(), "shoe/finished")
    drive.ok(c.NewShoe())


def test_a_text_that_is_no_card_is_refused() -> None:
    drive = in_phase(Phase.DEALING, "house")
    drive.refused(c.ReadCard(card="1x"), "card/unreadable")
    drive.deal("2s")
    drive.refused(c.CorrectCard(place=1, card="1x"), "card/unreadable")


# Cards from the generator [R7, R8]


def test_the_order_of_a_generated_shoe_does_not_hear_what_anybody_does() -> None:
    quiet, noisy = (Drive(mode="automated", house=House(5)).open(1, 2) for _ in range(2))
    for drive in (quiet, noisy):
        for number in range(3):
            drive.run(until="bets-opened")
            drive.bet(1, WAGER)
            if drive is noisy:
                drive.bet(2, {"tie": 100 * (number + 1)})
                drive.do(c.ReadCard(card="9s"))
                drive.do(c.NewShoe())
                drive.do(c.CorrectCard(place=1, card="9s"))
                drive.do(c.CardInError(card="9s", disclosed=True, reason="not due"))
            drive.run(until="round-settled")
    assert [quiet.house.kept[name]["cards"] for name in quiet.house.kept] == [
        noisy.house.kept[name]["cards"] for name in noisy.house.kept
    ]
    for one in noisy.house.kept.values():
        sealed = next(iter(noisy.house.box.openings))
        order = [str(card) for card in noisy.house.box.opening(sealed).cards]
        dealt = [answer["card"] for answer in one["answers"] if "card" in answer]
        assert " ".join(dealt) in " ".join(order)


def test_a_generators_cards_are_neither_read_nor_corrected() -> None:
    drive = Drive(mode="automated").open(1)
    drive.run(until="bets-opened")
    drive.bet(1, WAGER)
    drive.run(until="card-dealt")
    drive.refused(c.CorrectCard(place=1, card="9s"), "card/generator")
    drive.refused(c.ReadCard(card="9s"), "card/generator")
    drive.run(until="round-settled")
    asked = c.RequestCorrection(round="t1/000001", place=1, card="9s", reason="misread")
    drive.refused(asked, "card/generator")


def test_a_fresh_shoe_for_each_round_is_opened_after_it() -> None:
    drive = Drive(mode="automated", options={"automated_shoe": "fresh-each-round"}).open(1)
    for number in range(1, 4):
        drive.run(until="bets-opened")
        drive.bet(1, WAGER)
        drive.run(until="round-settled")
        assert drive.last_round["shoe"] == number
    opened = [one for one in drive.log if one["kind"] == "shoe-opened"]
    assert [one["number"] for one in opened] == [1, 2]


# Void rounds: stakes, fees and the bank, to the cent [R30]


@pytest.mark.parametrize("when", [Phase.BETTING, Phase.DEALING])
def test_a_void_round_gives_back_stakes_fees_and_the_bank_exactly(when: Phase) -> None:
    drive = Drive(PANDA, schedule=1).open(1, 2, 3)
    credits = {number: drive.credit(number) for number in (1, 2, 3)}
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    drive.bet(2, {"banker": 5_000, "dragon-7": 500})
    drive.bet(3, {"player": 7_000})
    if when is Phase.DEALING:
        drive.ok(c.CloseBets())
        assert drive.balance("drop") > 0
        drive.deal("2s 9h")
    drive.ok(c.VoidRound(reason="a fault"))
    assert {number: drive.credit(number) for number in (1, 2, 3)} == credits
    assert {drive.balance(kind) for kind in ("stakes", "bank", "drop", "house")} == {0}
    assert sum(one["kind"] == "round-voided" for one in drive.log) == 1
    assert sum(drive.last_round["returned"].values()) >= 42_500
    drive.refused(c.RequestCorrection(round="t1/000001", place=1, card="9s", reason="misread"), "correction/void")


# Corrections before the result [R22; 000 L136]


def dealing(cards: str, bets: dict[int, dict[str, int]] | None = None, rulebook: str = ILANI) -> Drive:
    drive = Drive(rulebook).open(1, 2)
    drive.ok(c.OpenBets())
    for number, wagers in (bets or {1: WAGER}).items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    drive.deal(cards)
    return drive


def test_a_misread_card_is_put_right_and_play_goes_on() -> None:
    drive = dealing("2s 9h Kd Kc")
    drive.ok(c.CorrectCard(place=2, card="6h"))
    assert drive.state.round is not None
    assert [str(one.card) for one in drive.state.round.dealt] == ["2s", "6h", "Kd", "Kc"]
    drive.refused(c.CallResult(), "round/not_complete")
    drive.deal("5d")
    drive.refused(c.ReadCard(card="5d"), "card/not_due")
    drive.ok(c.CallResult())
    assert drive.last_round["facts"] | {"winner": "player"} == drive.last_round["facts"]
    seen = drive.state.shoe.seen if drive.state.shoe else ()
    assert sum(seen) == 1 + 5


def test_a_third_card_that_was_not_due_becomes_the_bankers_or_opens_the_next_hand() -> None:
    drive = dealing("2s 5h Kd Kc 4d")
    assert drive.state.round is not None
    assert drive.state.round.dealt[-1].hand == "player"
    drive.ok(c.CorrectCard(place=1, card="7s"))
    assert drive.state.round is not None
    assert drive.state.round.dealt[-1].hand == "banker"
    drive.ok(c.CallResult())
    assert drive.last_round["cards"] == {"player": ["7s", "Kd"], "banker": ["5h", "Kc", "4d"]}
    drive = dealing("2s 7h Kd Kc 4d")
    drive.ok(c.CorrectCard(place=1, card="7s"))
    assert drive.last_round["cards"] == {"player": ["7s", "Kd"], "banker": ["7h", "Kc"]}
    assert drive.state.opening.carried is not None
    assert str(drive.state.opening.carried.card) == "4d"
    assert drive.state.opening.free_hand


def test_a_correction_that_leaves_two_cards_too_many_is_a_supervisors_to_decide() -> None:
    drive = dealing("2s 2h Kd Kc 4d 5s")
    drive.refused(c.CorrectCard(place=1, card="9s"), "card/cannot_correct")
    drive.ok(c.Misdeal(reason="a natural was missed"))
    assert drive.balance("stakes") == 0


@pytest.mark.parametrize(("place", "card", "code"), [(5, "9s", "card/no_such_place"), (1, "2s", "card/same")])
def test_only_a_card_that_was_read_is_corrected_into_another(place: int, card: str, code: str) -> None:
    dealing("2s 9h Kd Kc").refused(c.CorrectCard(place=place, card=card), code)


# Corrections after it: approved by another, by reversing entries [R22, R55]


def settled(cards: str, bets: dict[int, dict[str, int]] | None = None, rulebook: str = ILANI) -> Drive:
    drive = dealing(cards, bets, rulebook)
    drive.ok(c.CallResult())
    return drive


def asked(place: int, card: str, number: int = 1) -> c.RequestCorrection:
    return c.RequestCorrection(round=f"t1/{number:06d}", place=place, card=card, reason="misread")


def test_a_correction_moves_exactly_the_difference_and_is_approved_by_another() -> None:
    drive = settled(BANKER_WINS, {1: {"banker": 5_000}, 2: {"player": 2_000}})
    before = {number: drive.credit(number) for number in (1, 2)}
    drive.ok(asked(1, "9s"))
    drive.refused(asked(1, "9s"), "correction/asked")
    drive.refused(c.ApproveCorrection(id="correction-1"), "approval/own", actor=SUPERVISOR)
    drive.refused(c.ApproveCorrection(id="correction-9"), "correction/none", actor=OTHER_SUPERVISOR)
    assert {number: drive.credit(number) for number in (1, 2)} == before
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["facts"]["winner"] == "tie"
    assert (drive.credit(1), drive.credit(2), drive.balance("house")) == (CREDIT, CREDIT, 0)


def test_money_moves_by_the_difference_of_the_two_settlements() -> None:
    drive = settled("8s 9h Kd Kc", {1: {"banker": 5_000}, 2: {"player": 2_000}})
    was = {one["account"]: one["net_cents"] for one in drive.last_round["results"]}
    before = {number: drive.credit(number) for number in (1, 2)}
    drive.ok(asked(2, "Ah"))
    decided = drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    now = {one["account"]: one["net_cents"] for one in drive.last_round["results"]}
    for number in (1, 2):
        account = f"player:{number}"
        assert drive.credit(number) - before[number] == now[account] - was[account] != 0
    event = next(one for one in decided.events if isinstance(one, e.RoundCorrected))
    assert event.differences == {account: now[account] - was[account] for account in now}
    reversed_first = [(t.debit, t.credit) for t in decided.transfers]
    assert ("player:1", "house:t1") in reversed_first
    assert drive.last_round["corrections"][0]["before"]["results"] != drive.last_round["results"]
    assert drive.last_round["status"] == "corrected"
    assert drive.state.last is not None
    assert drive.state.last["status"] == "corrected"


def test_a_player_who_has_spent_the_money_owes_it() -> None:
    drive = settled("8s 9h Kd Kc", {1: {"banker": 5_000}})
    drive.house.move("player:1", "seed", drive.credit(1) - 100)
    won = drive.last_round["results"][0]["net_cents"]
    drive.ok(asked(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.credit(1) == 0
    assert drive.balance("owed:1") == -(won + 5_000 - 100)


def test_the_roads_and_the_shoe_are_corrected_with_the_round() -> None:
    drive = Drive().open(1)
    drive.play("8s 9h Kd Kc")
    drive.play(TIE)
    drive.ok(asked(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert [one.winner for one in drive.state.trends.current.outcomes] == ["player", "tie"]
    shoe = drive.state.shoe
    assert shoe is not None
    assert shoe.seen[_kind("Ah")] == 1
    assert shoe.seen[_kind("9h")] == 1  # the tie's


def _kind(card: str) -> int:
    parsed = Card.parse(card)
    return 4 * (parsed.rank - 1) + parsed.suit


def test_an_earlier_shoes_round_is_corrected_in_its_own_roads() -> None:
    drive = Drive().open(1)
    drive.play("8s 9h Kd Kc")
    drive.new_shoe()
    drive.play(TIE)
    seen = drive.state.shoe.seen if drive.state.shoe else ()
    drive.ok(asked(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert [one.winner for one in drive.state.trends.previous[0].outcomes] == ["player"]
    assert [one.winner for one in drive.state.trends.current.outcomes] == ["tie"]
    assert drive.state.shoe is not None
    assert drive.state.shoe.seen == seen


def test_a_third_card_that_was_not_due_does_not_count_when_the_round_is_put_right() -> None:
    drive = settled("2s 7h Kd Kc 8d", {1: {"banker": 5_000}, 2: {"player": 2_000}})
    assert drive.last_round["facts"]["winner"] == "banker"
    drive.ok(asked(1, "8s"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["cards"] == {"player": ["8s", "Kd"], "banker": ["7h", "Kc"]}
    assert [one["hand"] for one in drive.last_round["dealt"]] == ["player", "banker", "player", "banker"]
    assert drive.credit(2) == CREDIT + 2_000


def test_a_third_card_that_was_the_other_hands_lies_there_when_the_round_is_put_right() -> None:
    drive = settled("2s 5h Kd Kc 2d", {1: {"banker": 5_000}})
    drive.ok(asked(1, "7s"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["cards"] == {"player": ["7s", "Kd"], "banker": ["5h", "Kc", "2d"]}
    assert drive.last_round["dealt"][-1] == {"hand": "banker", "nth": 3, "card": "2d"}
    drive.ok(asked(5, "8d"))
    drive.ok(c.ApproveCorrection(id="correction-2"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["facts"]["winner"] == "player"
    assert len(drive.last_round["corrections"]) == 2
    assert drive.credit(1) == CREDIT - 5_000


def test_the_place_of_a_correction_counts_every_card_of_the_round() -> None:
    """A card that was found face up is one of them."""
    drive = Drive().open(1)
    drive.begin()
    drive.deal("8s")
    drive.ok(c.CardFaceUp(card="9h", reason="it lay face up"))
    drive.deal("Kd Kc")
    drive.ok(c.CallResult())
    drive.refused(asked(2, "Ah"), "card/no_such_place")
    drive.ok(asked(3, "Ad"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["cards"]["player"] == ["8s", "Ad"]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (asked(1, "9s", 7), "round/none"),
        (asked(6, "9s"), "card/no_such_place"),
        (asked(1, "8s"), "card/same"),
        (asked(1, "zz"), "card/unreadable"),
        (asked(1, "Ks"), "shoe/impossible_card"),
        (asked(1, "2s"), "correction/incomplete"),
        (c.RejectCorrection(id="correction-1", reason="it was not"), "correction/none"),
    ],
)
def test_what_cannot_be_corrected_is_refused_when_it_is_asked(order: c.Order, code: str) -> None:
    drive = Drive().open(1, first="Ks")
    drive.play("8s 5h Kd Kc")
    many_hands(drive, iter(["Ks"] * 7), 7)
    drive.refused(order, code)
    assert not drive.state.corrections


def test_a_rejected_correction_leaves_the_round_and_may_be_asked_again() -> None:
    drive = settled("8s 9h Kd Kc")
    before = drive.last_round
    drive.ok(asked(2, "Ah"))
    drive.ok(c.RejectCorrection(id="correction-1", reason="the film shows a nine"))
    assert drive.last_round == before
    drive.ok(asked(2, "Ah"))
    assert list(drive.state.corrections) == ["correction-2"]


def test_a_round_whose_rulebook_has_changed_since_is_not_settled_again_by_other_rules() -> None:
    drive = settled("8s 9h Kd Kc")
    drive.house.kept["t1/000001"]["digest"] = "another"
    drive.refused(asked(2, "Ah"), "correction/rules_changed")


def test_a_player_dealers_round_is_put_right_between_the_players_alone() -> None:
    drive = Drive(PANDA, schedule=1).open(1, 2)
    drive.bank(1, 30_000)
    drive.play("8s 9h Kd Kc", {2: {"banker": 5_000}})
    fee = drive.balance("drop")
    assert (drive.credit(1), drive.credit(2)) == (CREDIT - 5_000 - fee, CREDIT + 5_000)
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    drive.ok(asked(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert (drive.credit(1), drive.credit(2)) == (CREDIT + 5_000 - fee - 30_000, CREDIT - 5_000)
    assert drive.balance("house") == 0


@given(
    cards=st.lists(st.sampled_from([f"{r}{s}" for r in "A23456789TK" for s in "sh"]), min_size=7, max_size=7),
    data=st.data(),
)
@settings(max_examples=40)
def test_a_corrected_round_is_worth_what_it_would_have_been(cards: list[str], data: st.DataObject) -> None:
    """Settle, correct any card: everybody has what he would have had if it had been read right at once."""
    bets = {1: {"banker": 5_000, "tie": 500}, 2: {"player": 2_000, "koi-7": 500}}
    drive = Drive().open(1, 2)
    read = _dealt_by_need(drive, cards[:6], bets)
    place, card = data.draw(st.integers(1, len(read))), cards[6]
    decided = drive.do(asked(place, card))
    if isinstance(decided, Refused):
        assert decided.code in {"card/same", "card/cannot_correct", "correction/incomplete"}
        return
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    right = Drive().open(1, 2)
    corrected = [*read[: place - 1], card, *read[place:]]
    due = _dealt_by_need(right, corrected, bets)
    assert len(corrected) - len(due) in (0, 1)
    assert drive.last_round["cards"] == right.last_round["cards"]
    assert [drive.credit(number) for number in (1, 2)] == [right.credit(number) for number in (1, 2)]
    assert drive.balance("house") == right.balance("house")


def _dealt_by_need(drive: Drive, cards: list[str], bets: dict[int, dict[str, int]]) -> list[str]:
    """Deal a round from these cards as far as they are needed; those that were."""
    drive.ok(c.OpenBets())
    for number, wagers in bets.items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    read: list[str] = []
    while isinstance(drive.state.play.need, Deal) and len(read) < 6:
        read.append(cards[len(read)])
        drive.ok(c.ReadCard(card=read[-1]))
    drive.ok(c.CallResult())
    return read


# A dispute holds the table [R29]


def test_a_dispute_holds_the_table_until_its_evidence_is_kept() -> None:
    drive = settled(BANKER_WINS)
    drive.refused(c.OpenDispute(round="t1/000009", reason="not so"), "round/none")
    drive.ok(c.OpenDispute(round="t1/000001", reason="I bet on the player"))
    drive.refused(c.OpenBets(), "table/dispute")
    drive.refused(c.ClearHold(id="dispute-1", reason="seen to"), "hold/none")
    drive.refused(c.CloseDispute(id="dispute-1", resolution="explained"), "dispute/no_bundle")
    drive.house.bundles.add("t1/000001")
    drive.ok(c.CloseDispute(id="dispute-1", resolution="explained"))
    drive.play(TIE)


def test_a_supervisor_is_called_and_comes() -> None:
    drive = Drive().open(1)
    drive.refused(c.AnswerCall(), "table/not_called")
    drive.ok(c.CallSupervisor(note="seat 1"))
    assert drive.state.supervisor_called == "seat 1"
    drive.ok(c.AnswerCall())
    assert drive.state.supervisor_called is None


# Wins off the meters [R47-R51]

EZ_HIT = "2s 4s 3s As 5s 2s"


def jackpots(rulebook: str, stand: dict[str, int], *seats: int, **others: Any) -> Drive:
    drive = Drive(rulebook, **others)
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
    drive.refused(changed("co-ez-baccarat"), "settings/jackpot")
    drive.ok(c.OpenBets())
    drive.refused(placed(2, {"banker": 1_000, "ez-progressive": 100}), "wager/jackpot_pending", actor=player(2))
    drive.bet(2, WAGER)
    before = drive.credit(1)
    drive.ok(c.ConfirmJackpot(id=hit.id))
    assert drive.credit(1) == before + 5_000_50
    assert not drive.state.jackpots
    drive.bet(2, {"banker": 1_000, "ez-progressive": 100})
    drive.refused(c.ConfirmJackpot(id=hit.id), "jackpot/none")
    drive.refused(c.RejectJackpot(id=hit.id, reason="no such cards"), "jackpot/none")


def test_a_large_jackpot_needs_an_executive_as_well() -> None:
    drive = jackpots("co-99-fortunes", {"t1-fortunes-99": 99_000_00}, 1, 2)
    drive.play("As As As As 9h 9d", {1: {"banker": 1_000, "fortunes-99": 100}})
    (hit,) = drive.state.jackpots
    assert hit.cents == 99_000_00
    assert drive.balance("meter:t1-fortunes-99") == 10_000_00  # seeded again by the house
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
    ids = [(one.id, one.meter, one.account, one.cents) for one in drive.state.jackpots]
    assert ids == [
        ("t1/000001/jackpot-1", "royal-9/banker", "player:1", 50_000),
        ("t1/000001/jackpot-2", "royal-9/player", "player:2", 30_000),
    ]
    drive.ok(c.RejectJackpot(id=ids[1][0], reason="the film shows hearts"))
    assert drive.balance("meter:t1-royal-9/player") == 30_000
    before = drive.credit(1)
    drive.ok(c.ConfirmJackpot(id=ids[0][0]))
    assert drive.credit(1) == before + 50_000
    drive.refused(asked(1, "2h"), "correction/jackpot")


def test_two_bettors_who_win_one_meter_share_it() -> None:
    drive = jackpots("co-ez-baccarat", {"t1-ez-progressive": 5_000_01}, 1, 2)
    drive.play(EZ_HIT, {number: {"banker": 1_000, "ez-progressive": 100} for number in (1, 2)})
    assert [one.cents for one in drive.state.jackpots] == [2_500_00, 2_500_00]
    assert drive.balance("meter:t1-ez-progressive") == 1  # a cent that does not divide stays


def test_linked_tables_feed_and_win_one_meter() -> None:
    house = House()
    house.give("meter:pool", 1_000_00)
    linked = {"meters": {"ez-progressive": "pool"}, "options": {"contribution": "10%"}}
    one, two = (Drive("co-ez-baccarat", name=name, house=house, **linked).open(n) for n, name in ((1, "a"), (2, "b")))
    one.play(BANKER_WINS, {1: {"banker": 1_000, "ez-progressive": 100}})
    assert house.balance("meter:pool") == 1_000_10
    two.play(EZ_HIT, {2: {"banker": 1_000, "ez-progressive": 100}})
    assert house.balance("meter:pool") == 0
    assert two.state.jackpots[0].cents == 1_000_20
    one.play(EZ_HIT, {1: {"banker": 1_000, "ez-progressive": 100}})
    assert one.state.jackpots[0].cents == 10
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
    drive.ok(asked(6, "2s"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    (hit,) = drive.state.jackpots
    assert hit.cents == drive.balance("jackpot") == 5_000_00
    drive.ok(c.ConfirmJackpot(id=hit.id))


def test_a_jackpot_that_its_meter_no_longer_holds_is_not_made_by_a_correction() -> None:
    drive = jackpots("co-ez-baccarat", {"t1-ez-progressive": 5_000_00}, 1)
    drive.play("2s 4s 3s As 5s 2h", {1: {"banker": 1_000, "ez-progressive": 100}})
    drive.house.move("meter:t1-ez-progressive", "seed", 1)
    drive.ok(asked(6, "2s"))
    drive.refused(c.ApproveCorrection(id="correction-1"), "correction/jackpot", actor=OTHER_SUPERVISOR)
    drive.house.give("meter:t1-ez-progressive", 1)
    drive.ok(changed("co-ez-baccarat", meters={"ez-progressive": "another"}))
    drive.refused(c.ApproveCorrection(id="correction-1"), "correction/jackpot", actor=OTHER_SUPERVISOR)


def test_a_correction_leaves_the_meters_of_a_later_game_alone() -> None:
    drive = jackpots("co-ez-baccarat", {"t1-ez-progressive": 5_000_00}, 1, options={"contribution": "50%"})
    drive.play("8s 9h Kd Kc", {1: {"banker": 1_000, "ez-progressive": 100}})
    drive.ok(changed("co-ez-baccarat", meters={"ez-progressive": "another"}))
    drive.ok(asked(2, "Ah"))
    decided = drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.balance("meter:t1-ez-progressive") == 5_000_50
    assert "meter:another" not in {account for move in decided.transfers for account in (move.debit, move.credit)}


def test_the_whole_log_folds_to_the_table() -> None:
    drive = settled("8s 9h Kd Kc")
    drive.ok(asked(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    drive.play(TIE)
    drive.check_log()
