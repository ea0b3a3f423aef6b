"""Written procedures at a table: opening, shoe, notices, announced changes, approvals. [003]"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.documents.rules_card import RulesCard
from croupier.errors import BadInput
from croupier.money import collection
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.procedure import ENTERED
from croupier.table.settings import (
    RegulatorApproval,
    TableSettings,
    batch_colours,
    refuse_settings,
    without_unapproved_options,
)
from croupier.views.next_step_view import next_step
from croupier.views.table_view import table_view
from croupier.views.viewer import Viewer
from tests.table_driver import DEALER, EXECUTIVE, SUPERVISOR, Drive, player

WATCH = Actor("user:105", "surveillance", "surveillance")
MINUTE = 60_000
PAGES = Path(__file__).parents[2] / "web" / "src"
APPROVED = {"match-pair": RegulatorApproval(reference="DOG-12", date="2026-01-05")}


def colorado_table(required: Any = ("all",), **options: Any) -> Drive:
    """Return an open table of Colorado baccarat with these required steps."""
    drive = Drive("co-baccarat", required_steps=list(required), options=options)
    drive.ok(c.OpenTable())
    return drive


def next_prompt(drive: Drive) -> tuple[str | None, str | None]:
    """Return the command and the step that the dealer is prompted for."""
    found = next_step(drive.state, drive.at)
    return found["command"], found.get("step")


def complete_step(drive: Drive, name: str, **entered: Any) -> None:
    """Complete a step as the dealer."""
    drive.ok(c.CompleteStep(step=name, **entered), actor=DEALER)


def complete_steps_up_to_the_cut(drive: Drive) -> None:
    """Complete all steps before the cut."""
    complete_step(drive, "inspect-shoe", device="shoe 4", sound=True)
    complete_step(drive, "inspect")
    drive.ok(c.VerifyStep(id="step-2"), actor=WATCH)
    complete_step(drive, "wash")
    complete_step(drive, "shuffle")


def test_a_table_is_opened_step_by_step_as_the_procedure_says() -> None:
    """Check that inspection, verification, wash, shuffle, cut and burn are prompted one at a time and recorded.

    [003 L98, L190-200]
    """
    drive = colorado_table()
    drive.seat(1, 3)
    assert next_prompt(drive) == ("complete-step", "inspect-shoe")
    assert drive.refused(c.LoadShoe(), "step/required").cites[0].endswith("L98")
    drive.refused(c.CompleteStep(step="wash"), "step/required", actor=DEALER)
    complete_step(drive, "inspect-shoe", device="shoe 4", sound=True)
    complete_step(drive, "inspect")
    assert next_prompt(drive) == (None, "inspect"), "surveillance confirms it first [003 L191]"
    drive.refused(c.CompleteStep(step="wash"), "step/unverified", actor=DEALER)
    drive.refused(c.VerifyStep(id="step-2"), "step/wrong_verifier", actor=SUPERVISOR)
    drive.ok(c.VerifyStep(id="step-2"), actor=WATCH)
    complete_step(drive, "wash")
    complete_step(drive, "shuffle")
    assert next_prompt(drive) == ("complete-step", "cut")
    drive.refused(c.LoadShoe(), "step/required")
    complete_step(drive, "cut", seat=3, from_end=40)
    assert next_prompt(drive) == ("load-shoe", None)
    drive.new_shoe("2s")
    assert next_prompt(drive) == ("show-burn-card", None)
    drive.refused(c.OpenBets(), "shoe/burned_unseen")
    drive.ok(c.ShowBurnCard(card="Kd"), actor=DEALER)
    drive.ok(c.ShowBurnCard(card="7c"), actor=DEALER)
    drive.refused(c.ShowBurnCard(card="7c"), "card/not_burned", actor=DEALER)
    assert next_prompt(drive)[0] == "open-bets"
    done = drive.state.steps["inspect"]
    assert (done.by, done.name, done.verified_by) == (DEALER.id, DEALER.name, WATCH.id)
    shoe = table_view(drive.state, Viewer(), drive.at, {})["shoe"]
    assert shoe is not None
    assert shoe["burned"] == ["2s", "Kd", "7c"]
    drive.check_log()


def test_steps_that_the_house_does_not_require_can_be_skipped() -> None:
    """Steps are offered, but the dealer may continue without them."""
    drive = colorado_table(required=())
    assert next_prompt(drive) == ("load-shoe", None)
    offered = table_view(drive.state, Viewer("dealer"), drive.at, {})["staff"]["steps"]
    assert [step["id"] for step in offered] == ["inspect-shoe", "inspect", "wash", "shuffle", "cut"]
    assert not any(step["is_required"] for step in offered)
    drive.new_shoe("As")
    assert next_prompt(drive) == ("open-bets", None)


def test_the_cut_is_offered_from_the_highest_seat_clockwise_and_ten_cards_from_either_end() -> None:
    """A cut closer than ten cards to either end, or out of turn, is refused. [003 L198-199]"""
    drive = colorado_table()
    drive.seat(1, 3, 6)
    complete_steps_up_to_the_cut(drive)
    drive.refused(c.CompleteStep(step="cut", seat=6, from_end=9), "step/cut_place", actor=DEALER)
    drive.refused(c.CompleteStep(step="cut", seat=6), "step/cut_place", actor=DEALER)
    drive.refused(c.CompleteStep(step="cut", seat=6, from_end=300), "step/cut_place", actor=DEALER)
    drive.refused(c.CompleteStep(step="cut", seat=1, from_end=20), "step/cut_order", actor=DEALER)
    drive.refused(c.CompleteStep(step="cut", from_end=20), "step/cut_order", actor=DEALER)
    drive.refused(c.CompleteStep(step="cut", seat=5, from_end=20), "step/cut_order", actor=DEALER)
    complete_step(drive, "cut", seat=3, declined=[6, 1], from_end=20)
    assert drive.state.steps["cut"].entered == {"seat": 3, "declined": [6, 1], "from_end": 20}


def test_nobody_takes_the_cut_and_the_dealer_cuts() -> None:
    drive = colorado_table()
    drive.seat(2)
    complete_steps_up_to_the_cut(drive)
    complete_step(drive, "cut", declined=[2], from_end=10)
    assert drive.state.steps["cut"].entered["seat"] is None


@pytest.mark.parametrize("in_the_shoe", [False, True])
def test_a_supervisor_orders_another_cut_before_any_card_is_dealt(in_the_shoe: bool) -> None:
    """The player who cut before cuts again, or the next player in order. [003 L201-203]"""
    drive = colorado_table()
    drive.seat(1, 3)
    complete_steps_up_to_the_cut(drive)
    drive.refused(c.OrderRecut(reason="cut at the very end"), "step/no_cut")
    complete_step(drive, "cut", seat=3, from_end=12)
    if in_the_shoe:
        drive.ok(c.LoadShoe())
    drive.ok(c.OrderRecut(cutter="same", reason="cut at the very end"))
    assert next_prompt(drive) == ("complete-step", "cut"), "the shuffle still counts"
    drive.refused(c.CompleteStep(step="cut", seat=1, from_end=20), "step/cut_order", actor=DEALER)
    complete_step(drive, "cut", seat=3, from_end=30)
    drive.ok(c.OrderRecut(cutter="next", reason="a card was seen"))
    complete_step(drive, "cut", seat=1, from_end=30)
    drive.new_shoe("As")
    drive.refused(c.OrderRecut(reason="too late"), "step/no_cut")
    drive.check_log()


def test_shoes_are_inspected_every_gaming_day_and_a_broken_one_is_not_used() -> None:
    """The inspection of a shoe counts for one gaming day. [003 L98]"""
    drive = colorado_table(required=["inspect-shoe"])
    drive.refused(c.CompleteStep(step="inspect-shoe", device="shoe 4", sound=False), "step/not_sound", actor=DEALER)
    drive.refused(c.CompleteStep(step="inspect-shoe"), "step/device", actor=DEALER)
    complete_step(drive, "inspect-shoe", device="shoe 4", sound=True)
    drive.new_shoe("As")
    drive.at += 24 * 60 * MINUTE
    drive.refused(c.OpenBets(), "step/required")
    complete_step(drive, "inspect-shoe", device="shoe 4", sound=True)
    drive.ok(c.OpenBets())


def test_pre_shuffled_cards_are_opened_by_a_supervisor_with_seals_and_inventory_number() -> None:
    """A dealer may not open the seals, and a broken seal is refused. [003 L193, L210]"""
    drive = colorado_table(required=["open-seals"], shuffler=True, preshuffled=True)
    opening = {"step": "open-seals", "seals_unbroken": True, "inventory": "BR-0077"}
    drive.refused(c.CompleteStep(**opening), "step/wrong_role", actor=DEALER)
    drive.refused(c.CompleteStep(**{**opening, "seals_unbroken": False}), "step/seal_broken", actor=SUPERVISOR)
    drive.refused(c.CompleteStep(step="open-seals", seals_unbroken=True), "step/inventory", actor=SUPERVISOR)
    drive.ok(c.CompleteStep(**opening), actor=SUPERVISOR)
    drive.ok(c.VerifyStep(id="step-1"), actor=WATCH)
    drive.new_shoe("As")
    drive.ok(c.ReportMissingCard(inventory="BR-0077", card="Ah", reason="the shuffler counts 415"))
    assert drive.log[-1]["reason"] == "BR-0077: the shuffler counts 415"
    with pytest.raises(BadInput, match="shuffler"):
        TableRules.of(rulebook_library.load("co-baccarat"), {"preshuffled": True})


def test_two_batches_of_two_colours_alternate() -> None:
    """The next shoe comes from the batch of the other colour. [003 L103-108]"""
    drive = colorado_table(required=(), shuffler=True)
    drive.new_shoe("As")
    assert drive.state.shoe is not None
    assert drive.state.shoe.batch == "red"
    drive.refused(c.LoadShoe(batch="red"), "shoe/batch")
    drive.refused(c.LoadShoe(batch="green"), "shoe/batch")
    drive.new_shoe("As")
    shoe = table_view(drive.state, Viewer(), drive.at, {})["shoe"]
    assert shoe is not None
    assert shoe["batch"] == "blue"
    spread = next(step for step in drive.state.rules.steps.values() if step.id == "spread-batches")
    assert "players to look at" in spread.text


def test_the_two_decks_of_a_poker_table_alternate_round_by_round() -> None:
    """The colours of the two decks come from the table's settings. [004 L612-614, L2613-2622, L3570-3576]"""
    for rulebook in ("ca-3-card-poker", "ca-three-card-poker-6-card-bonus", "ca-ultimate-texas-holdem"):
        drive = Drive(rulebook, batches=["green", "brown"])
        drive.open(1, 2)
        assert drive.state.shoe is not None
        assert drive.state.shoe.batch == "green"
    assert batch_colours(TableSettings(rulebook="ca-3-card-poker")) == ("red", "blue")
    refused = refuse_settings(
        TableSettings(rulebook="ca-3-card-poker", schedule=1, batches=["red"]), demonstration=True
    )
    assert refused is not None
    assert refused.code == "settings/batches"


def test_the_cards_of_an_idle_table_are_handled_as_the_rules_say() -> None:
    """The shoe is removed, and the next player to sit down is offered the cut. [003 L205-209]"""
    drive = colorado_table(required=["idle-cards", "cut"])
    drive.seat(1)
    complete_step(drive, "cut", seat=1, from_end=20)
    drive.new_shoe("As")
    drive.play("5s 6h 9d 2c", {1: {"player": 1_000}})
    drive.ok(c.StandUp(), actor=player(1))
    assert next_prompt(drive) == ("complete-step", "idle-cards")
    complete_step(drive, "idle-cards")
    assert drive.state.shoe is None
    drive.seat(1)
    assert next_prompt(drive) == ("complete-step", "cut"), "the cut is offered to whoever comes"


OPENED = {
    "ca-mini-pai-gow": ("53", "dice", "cut"),
    "ca-pai-gow-poker-triple-bonus": ("53", "dice", "cut"),
    "ca-royal-pai-gow-poker": ("53", "dice", "cut"),
    "ca-ultimate-pai-gow-poker": ("53", "dice", "cut"),
    "ca-fortune-pai-gow-poker": ("53", "dice", "cut"),
    "ca-lucky-pai-gow-poker": ("53", "dice", "cut"),
    "ca-ace-up-pai-gow-poker": ("53", "dice", "cut"),
    "ca-pai-gow-tiles": ("32 tiles", "", "rows of four"),
    "ca-mah-jong-pai-gow": ("20 tiles", "ten-sided die", "rows of two"),
    "ca-texas-holdem": ("52", "", ""),
    "ca-13-card-chinese-poker": ("52", "", ""),
}
"""By rulebook: the number of cards or tiles counted when the table opens, the dice, and how the cards or tiles are
mixed."""


@pytest.mark.parametrize("rulebook", OPENED)
def test_the_opening_steps_name_jokers_tiles_and_dice_of_the_game(rulebook: str) -> None:
    """Check that the steps of the opening name the cards or tiles and the dice of each game.

    [004 L6, L66, L423-425, L550-568, L981, L1216-1218, L1496, L1536, L1671, L1853, L2147, L2455, L2494, L2759]
    """
    drive = Drive(rulebook, required_steps=["all"])
    drive.ok(c.OpenTable())
    inspect, dice, shuffle = (
        drive.state.rules.rulebook.written.step.get(name) for name in ("inspect", "dice", "shuffle")
    )
    texts = [step.text if step else "" for step in (inspect, dice, shuffle)]
    for text, expected in zip(texts, OPENED[rulebook], strict=True):
        assert expected in text
        assert bool(expected) == bool(text)
    decks = ["two-decks"] if drive.state.rules.has_two_batches else []
    for _ in [*filter(None, texts), *decks]:
        (do, name) = next_prompt(drive)
        assert (do, name in ("inspect", "dice", "shuffle", *decks)) == ("complete-step", True)
        complete_step(drive, str(name))
    assert next_prompt(drive)[0] != "complete-step"
    assert "fees-posted" in drive.state.rules.rulebook.written.notice


def test_a_step_for_every_hand_is_prompted_before_each() -> None:
    """Steps before and after the deal are due again in each of two hands. [004 L1500, L1534]"""
    options = {"inactive_seat": True}
    drive = Drive(
        "ca-pai-gow-poker-triple-bonus", required_steps=["shuffle", "blocked-seat", "four-left"], options=options
    )
    drive.open(1, 2)
    for _ in range(2):
        for name in ("shuffle", "blocked-seat"):
            assert next_prompt(drive) == ("complete-step", name)
            drive.refused(c.OpenBets(), "step/required", actor=DEALER)
            complete_step(drive, name)
        drive.bank(1, 500_00)
        drive.ok(c.OpenBets())
        drive.bet(2, {"base": 100_00})
        drive.refused(c.CompleteStep(step="four-left"), "table/wrong_phase", actor=DEALER)
        drive.ok(c.CloseBets())
        drive.refused(c.CompleteStep(step="shuffle"), "step/not_due", actor=DEALER)
        drive.ok(c.RollDice(numbers=[1, 1, 2]))
        for card in ["Kd", "Th", "8d", "7c", "5s", "3h", "2c", "As", "Ah", "Kc", "Qd", "9c", "7d", "4s"]:
            drive.ok(c.ReadCard(card=card))
        drive.ok(c.ArrangeCards(seat=2), actor=DEALER)
        assert next_prompt(drive) == ("complete-step", "four-left")
        drive.refused(c.ShowHand(), "step/required")
        complete_step(drive, "four-left")
        drive.ok(c.ShowHand())
        drive.ok(c.CallResult())
    done = [event for event in drive.log if event["kind"] == "step-completed"]
    assert [event["step"] for event in done] == 2 * ["shuffle", "blocked-seat", "four-left"]


@pytest.mark.parametrize(
    ("rulebook", "options", "colours"),
    [
        ("ca-13-card-chinese-poker", {}, ["red", "blue", "red"]),
        ("ca-ultimate-pai-gow-poker", {}, ["red", "blue", "red"]),
        ("ca-ultimate-pai-gow-poker", {"deal": "piles"}, [None, None, None]),
    ],
)
def test_two_decks_of_two_colours_alternate_hand_by_hand(
    rulebook: str, options: dict[str, Any], colours: list[str | None]
) -> None:
    """Both colours alternate, except where the cards are dealt in piles. [004 L146, L1855]"""
    drive = Drive(rulebook, options=options).open(1, 2)
    is_between_seats = drive.state.stakes is not None
    for seat in (1, 2) if is_between_seats else ():
        drive.ok(c.BuyChips(cents=500_00), actor=player(seat))
    for hand in range(3):
        if is_between_seats and hand == 0:
            drive.ok(c.DrawButton(cards={1: "2s", 2: "3s"}))
        if is_between_seats:
            drive.ok(c.DealHand())
            drive.ok(c.ReadCard(card="As"))
        else:
            drive.bank(1, 500_00)
            drive.ok(c.OpenBets())
            drive.bet(2, {"player": 10_00} if hand % 2 else {"banker": 10_00})
            drive.ok(c.CloseBets())
            drive.ok(c.ReadCard(card="As"))
        drive.ok(c.VoidRound(reason="a test"))
    assert [event["batch"] for event in drive.log if event["kind"] == "shoe-loaded"] == colours


def test_a_step_that_the_rulebook_does_not_have_is_refused_when_the_table_is_set_up() -> None:
    refused = refuse_settings(TableSettings(rulebook="co-dragon-bonus", required_steps=["dance"]), demonstration=True)
    assert refused is not None
    assert refused.code == "settings/unknown_step"


def test_the_pages_have_text_for_every_entry_of_a_step() -> None:
    """Surveillance reads the entries that it confirms in the language of the page, not as keys of the log."""
    files = ("table/procedure/steps.ts", "table/procedure/words.en.ts")
    page, wording = ((PAGES / name).read_text(encoding="utf-8") for name in files)
    steps = [step for name in rulebook_library.names() for step in rulebook_library.load(name).written.step.values()]
    keys = {key for step in steps for entry in step.asks for key in ENTERED[entry]}
    assert keys > {"seat", "declined", "from_end", "inventory"}
    assert [key for key in sorted(keys) if f"  {key}: (" not in page] == []
    choices = {choice for step in steps for choice in step.choices}
    assert [choice for choice in sorted(choices) if f'"choice.{choice}": ' not in wording] == []
    assert choices


def test_where_the_generator_deals_there_are_no_cards_to_handle() -> None:
    drive = Drive("ilani-midi-baccarat", "automated", required_steps=["all"])
    drive.open(1)
    drive.refused(c.CompleteStep(step="wash"), "step/automated_table", actor=DEALER)
    drive.run(until="bets-opened")


# Notices


def test_surveillance_is_notified_of_a_change_and_its_answer_is_timed() -> None:
    """Surveillance has 30 minutes to acknowledge a notice; a later answer is recorded as late. [003 L290]"""
    drive = colorado_table(required=())
    notice = drive.state.notices[0]
    assert (notice.to, notice.until) == ("surveillance", notice.at + 30 * MINUTE)
    drive.refused(c.AcknowledgeNotice(id=notice.id), "notice/not_yours", actor=DEALER)
    drive.ok(c.AcknowledgeNotice(id=notice.id), actor=WATCH)
    assert drive.log[-1]["late"] is False
    drive.ok(c.ChangeSettings(settings=TableSettings(rulebook="co-baccarat", betting_seconds=9)))
    drive.ok(c.AcknowledgeNotice(id="notice-2"), at=drive.at + 31 * MINUTE, actor=WATCH)
    assert drive.log[-1]["late"] is True
    drive.ok(c.SendNotice(text="look at the tray of table 1"), actor=WATCH)
    drive.ok(c.AcknowledgeNotice(id="notice-3"), actor=DEALER)
    assert drive.state.notices == ()


# Announced changes


def test_a_higher_vigorish_is_announced_and_takes_effect_on_time() -> None:
    """The change takes effect at its announced time, after the minimum notice period. [003 L148]"""
    drive = colorado_table(required=())
    higher = TableSettings(rulebook="co-baccarat", options={"commission": "25%"})
    assert drive.refused(c.ChangeSettings(settings=higher), "settings/notice_required").cites[0].endswith("L148")
    drive.refused(c.AnnounceChange(settings=higher, from_at=drive.at + 20 * MINUTE), "change/notice_too_short")
    drive.ok(c.AnnounceChange(settings=higher))
    begins = drive.state.announced_changes[0].from_at
    posted = table_view(drive.state, Viewer(), drive.at, {})["game"]["announced_changes"]
    assert [(change["was"], change["becomes"]) for change in posted[0]["changes"]] == [("5%", "25%")]
    drive.ok(c.RunTimers(), at=begins - 1)
    assert drive.state.version == 1
    drive.ok(c.RunTimers(), at=begins)
    assert drive.state.version == 2
    assert drive.state.settings.options["commission"] == "25%"
    assert drive.state.announced_changes == ()
    drive.check_log()


def test_a_vigorish_is_not_raised_by_changing_the_game_and_changing_it_back() -> None:
    """A change of game in between does not avoid the notice for a higher vigorish. [003 L148]"""
    drive = colorado_table(required=())
    drive.ok(c.CloseTable())
    drive.ok(c.ChangeSettings(settings=TableSettings(rulebook="co-dragon-bonus")))
    higher = TableSettings(rulebook="co-baccarat", options={"commission": "25%"})
    assert drive.refused(c.ChangeSettings(settings=higher), "settings/notice_required").cites[0].endswith("L148")
    drive.refused(c.AnnounceChange(settings=higher, from_at=drive.at + MINUTE), "change/notice_too_short")
    drive.ok(c.ChangeSettings(settings=TableSettings(rulebook="co-baccarat")))
    drive.ok(c.ChangeSettings(settings=TableSettings(rulebook="ilani-midi-baccarat")))
    drive.refused(c.ChangeSettings(settings=higher), "settings/notice_required")


def test_the_vigorish_of_a_table_is_not_raised_with_another_game() -> None:
    """The notice is due at the table, whichever of its games charges more. [003 L148]"""
    drive = colorado_table(required=())
    other_game = TableSettings(rulebook="co-dragon-bonus", options={"commission": "25%"})
    assert drive.refused(c.ChangeSettings(settings=other_game), "settings/notice_required").cites[0].endswith("L148")
    drive.ok(c.ChangeSettings(settings=TableSettings(rulebook="co-dragon-bonus")))


@pytest.mark.parametrize(
    ("rulebook", "schedules", "line"),
    [
        ("ca-ultimate-war", (2, 3), "L3467"),
        ("ca-big-bonus-baccarat", (1, 2), "L3547"),
        ("ca-ultimate-texas-holdem", (1, 2), "L3876"),
        ("ca-advantage-baccarat", (1, 2), "L4141"),
        ("ca-13-card-chinese-poker", (1, 2), "L981"),
    ],
)
def test_new_collection_rates_are_announced_and_take_effect_on_time(
    rulebook: str, schedules: tuple[int, int], line: str
) -> None:
    drive = Drive(rulebook)
    first, second = (TableSettings(rulebook=rulebook, schedule=number) for number in schedules)
    drive.ok(c.ChangeSettings(settings=first))  # no player has been at the table yet
    drive.ok(c.OpenTable())
    assert drive.refused(c.ChangeSettings(settings=second), "settings/notice_required").cites[0].endswith(line)
    drive.refused(c.AnnounceChange(settings=second, from_at=drive.at + 20 * MINUTE), "change/notice_too_short")
    drive.ok(c.AnnounceChange(settings=second))
    (coming,) = drive.state.announced_changes
    assert coming.from_at == drive.at + 30 * MINUTE
    (change,) = (announced for announced in coming.changes if announced["title"] == "Collection schedule")
    was, becomes = (drive.state.rules.schedule(number).id for number in schedules)
    assert change["was"].startswith(f"{was} ($")
    assert change["becomes"].startswith(f"{becomes} ($")
    drive.ok(c.CloseTable())
    drive.refused(c.ChangeSettings(settings=second), "settings/notice_required")


def test_every_printed_sheet_asks_for_notice_of_its_rates() -> None:
    assert [name for name, schedule in collection.schedules().items() if schedule.notice is None] == []


def test_the_board_names_the_fee_of_the_player_dealer() -> None:
    """The fee of the player-dealer is flat, and is posted next to the players' fees. [004 L3356, L3468]"""
    drive = Drive("ca-ultimate-war")
    drive.ok(c.ChangeSettings(settings=TableSettings(rulebook="ca-ultimate-war", schedule=1)))
    schedule = table_view(drive.state, Viewer(), 0, {})["game"]["schedule"]
    assert schedule is not None
    assert schedule["player_dealer_cents"] == 200
    line = (PAGES / "table" / "procedure" / "PostedNoticesLine.svelte").read_text(encoding="utf-8")
    assert "schedule.player_dealer_cents" in line


def test_a_shorter_notice_period_applies_only_after_the_current_one() -> None:
    """A notice period of one minute must not allow a raise of the vigorish one minute later. [003 L148]"""
    drive = colorado_table(required=())
    longer, shorter, both = (
        TableSettings(rulebook="co-baccarat", options=options)
        for options in (
            {"vigorish_notice_minutes": 60},
            {"vigorish_notice_minutes": 1},
            {"vigorish_notice_minutes": 1, "commission": "25%"},
        )
    )
    drive.ok(c.ChangeSettings(settings=longer))
    for sooner in (shorter, both):
        assert drive.refused(c.ChangeSettings(settings=sooner), "settings/notice_required").cites[0].endswith("L148")
        drive.refused(c.AnnounceChange(settings=sooner, from_at=drive.at + 59 * MINUTE), "change/notice_too_short")
    drive.ok(c.AnnounceChange(settings=shorter))
    begins = drive.state.announced_changes[0].from_at
    assert begins == drive.at + 60 * MINUTE
    drive.ok(c.RunTimers(), at=begins)
    assert drive.state.settings.options["vigorish_notice_minutes"] == 1


def test_a_change_waits_for_the_round_that_is_played() -> None:
    drive = Drive("co-baccarat")
    drive.open(1)
    drive.ok(c.AnnounceChange(settings=TableSettings(rulebook="co-baccarat", options={"vigorish": "tie"})))
    begins = drive.state.announced_changes[0].from_at
    drive.begin({1: {"banker": 1_000}})
    drive.ok(c.RunTimers(), at=begins + 1)
    assert drive.state.version == 1
    drive.deal("5s 6h 9d 2c")
    drive.ok(c.CallResult())
    drive.ok(c.RunTimers())
    assert (drive.state.version, drive.state.settings.options["vigorish"]) == (2, "tie")


def test_a_change_takes_effect_while_bets_wait_and_when_a_table_opens() -> None:
    drive = Drive("co-baccarat", "automated")
    later = TableSettings(rulebook="co-baccarat", mode="automated", options={"vigorish": "tie"})  # type: ignore[arg-type]
    drive.open(1)
    drive.run(until="bets-opened")
    drive.ok(c.AnnounceChange(settings=later))
    drive.ok(c.RunTimers(), at=drive.state.announced_changes[0].from_at)
    assert drive.state.version == 2
    drive.ok(c.AnnounceChange(settings=later.model_copy(update={"options": {"commission": "6%"}})))
    drive.ok(c.CloseTable())
    drive.ok(c.OpenTable(), at=drive.state.announced_changes[0].from_at)
    assert drive.state.version == 3


def test_a_lower_vigorish_needs_no_notice_and_an_announced_change_is_withdrawn() -> None:
    drive = Drive("co-baccarat", options={"commission": "10%"})
    drive.ok(c.ChangeSettings(settings=TableSettings(rulebook="co-baccarat", options={"commission": "6%"})))
    higher = TableSettings(rulebook="co-baccarat", options={"commission": "7%"})
    drive.ok(c.AnnounceChange(settings=higher))
    drive.refused(c.AnnounceChange(settings=higher), "change/announced")
    drive.ok(c.WithdrawChange(id=drive.state.announced_changes[0].id, reason="a mistake"))
    assert drive.state.announced_changes == ()
    drive.refused(c.WithdrawChange(id="change-1", reason="a mistake"), "change/not_found")


def test_a_posted_pay_table_changes_a_day_after_the_announcement(tmp_path: Path) -> None:
    """The change takes effect 24 hours after its announcement. [004 L900]"""
    data = Path(rulebook_library.__file__).parents[1] / "rulebook" / "data"
    text = (data / "ca-commission-free-baccarat.toml").read_text("utf-8")
    own_rulebook = tmp_path / "mine.toml"
    own_rulebook.write_text(
        text.replace('odds = "10:1", name = "Two-card 6"', 'odds = "12:1", name = "Two-card 6"'), "utf-8"
    )
    drive = Drive("ca-commission-free-baccarat")
    drive.ok(c.AnnounceChange(settings=TableSettings(rulebook=str(own_rulebook), schedule=1)))
    assert drive.state.announced_changes[0].from_at == drive.at + 24 * 60 * MINUTE
    assert "24 hours" in " ".join(
        notice["text"] for notice in table_view(drive.state, Viewer(), 0, {})["game"]["notices"]
    )


# Approvals


def test_options_that_need_an_approval_are_off_until_one_is_recorded() -> None:
    """Check that a wager and a vigorish that need the regulator's approval stay off until it is recorded.

    [003 L134, L149]
    """
    drive = Drive("co-baccarat")
    assert not [name for name in drive.state.rules.wagers if name.startswith("match-pair")]
    unapproved = TableSettings(rulebook="co-baccarat", options={"match_pair_offered": True})
    assert (
        drive.refused(c.ChangeSettings(settings=unapproved), "settings/approval_required")
        .cites[0]
        .endswith("L58, L134")
    )
    approved = TableSettings(rulebook="co-baccarat", approvals=APPROVED)
    drive.ok(c.ChangeSettings(settings=approved), actor=EXECUTIVE)
    assert "match-pair-player" in drive.state.rules.wagers
    recorded = drive.state.settings.approvals["match-pair"]
    assert (recorded.reference, recorded.date, recorded.entered_by) == ("DOG-12", "2026-01-05", EXECUTIVE.name)
    drive.ok(c.ChangeSettings(settings=approved.model_copy(update={"betting_seconds": 9})), actor=SUPERVISOR)
    assert drive.state.settings.approvals["match-pair"].entered_by == EXECUTIVE.name, "who entered it stays"
    free = TableSettings(rulebook="co-baccarat", options={"vigorish": "none"})
    drive.refused(c.ChangeSettings(settings=free), "settings/approval_required")


def test_a_game_without_commission_needs_its_approval_and_its_notice() -> None:
    drive = Drive("co-dragon-bonus").open(1)
    approved = {"no-commission": RegulatorApproval(reference="DOG-13", date="2026-02-01")}
    free = TableSettings(rulebook="co-dragon-bonus", options={"vigorish": "none"}, approvals=approved)
    drive.refused(c.ChangeSettings(settings=free), "settings/notice_required")
    drive.ok(c.AnnounceChange(settings=free))


def test_an_approval_that_the_rules_do_not_ask_for_is_refused() -> None:
    refused = refuse_settings(TableSettings(rulebook="ilani-midi-baccarat", approvals=APPROVED), demonstration=True)
    assert refused is not None
    assert refused.code == "settings/approval_required"
    settings = TableSettings(rulebook="nothing-like-it")
    assert without_unapproved_options(settings) is settings


def test_a_house_may_pay_more_than_the_printed_odds_but_not_less() -> None:
    """The house may raise the pay odds of a wager above the printed odds, but not lower them. [003 L157]"""
    more = TableRules.of(rulebook_library.load("co-baccarat"), {"margin_9_odds": "40:1"})
    assert more.wagers["dragon-bonus-player"].rows[0].odds.text == "40:1"
    with pytest.raises(BadInput, match="30:1 at least"):
        TableRules.of(rulebook_library.load("co-baccarat"), {"margin_9_odds": "25:1"})


# Disputes and accommodations


def test_a_dispute_is_referred_to_the_authority_in_the_rules() -> None:
    """A dispute goes to the authority that the rules name, or that the supervisor enters. [000 L137; 002 L132]"""
    drive = Drive().open(1)
    drive.play("5s 6h 9d 2c", {1: {"player": 1_000}})
    drive.refused(c.ReferDispute(id="dispute-1"), "hold/not_found")
    drive.ok(c.OpenDispute(round="t1/000001", reason="the count"))
    drive.ok(c.ReferDispute(id="dispute-1", reference="C-77"))
    hold = drive.state.holds[0]
    assert (hold.referred_to, hold.reference) == ("CTGC", "C-77")
    elsewhere = Drive("co-dragon-bonus").open(1)
    elsewhere.play("5s 6h 9d 2c", {1: {"player": 1_000}})
    elsewhere.ok(c.OpenDispute(round="t1/000001", reason="the count"))
    elsewhere.refused(c.ReferDispute(id="dispute-1"), "dispute/no_authority")
    elsewhere.ok(c.ReferDispute(id="dispute-1", to="Division of Gaming"))


def test_an_accommodation_is_recorded_until_its_player_leaves() -> None:
    """Staff are shown the accommodation until the player leaves the seat. [003 L38]"""
    drive = colorado_table(required=())
    drive.seat(1)
    drive.refused(c.RecordAccommodation(seat=4, what="cards are read out"), "seat/empty")
    drive.ok(c.RecordAccommodation(seat=1, what="cards are read out"))
    staff = table_view(drive.state, Viewer("supervisor"), drive.at, {})["staff"]
    assert staff["accommodations"] == [{"seat": 1, "what": "cards are read out", "name": SUPERVISOR.name}]
    drive.ok(c.StandUp(), actor=player(1))
    assert drive.state.accommodations == ()


# Posting


def test_notices_and_fees_are_posted_at_every_table() -> None:
    """Views show the notices and the collection fees. [003 L89; 004 L758, L1106, L1482, L3467, L3606]"""
    posted = table_view(Drive("co-baccarat").state, Viewer(), 0, {})["game"]["notices"]
    assert "Players may request a copy of all rules of this game." in [notice["text"] for notice in posted]
    game = table_view(Drive("ca-ultimate-texas-holdem").state, Viewer(), 0, {})["game"]
    assert "Player-Dealer Only Plays with a Pair or Higher." in [notice["text"] for notice in game["notices"]]
    for rulebook in ("ca-three-card-poker-6-card-bonus", "ca-ez-baccarat-panda-8", "ca-blackjack-x", "ca-3-card-poker"):
        schedule = table_view(Drive(rulebook).state, Viewer(), 0, {})["game"]["schedule"]
        assert schedule is not None
        assert schedule["fees"]
        assert all(fee["fee_cents"] >= 0 for fee in schedule["fees"])


@pytest.mark.parametrize(
    ("rulebook", "line"), [("ca-pai-gow-poker-triple-bonus", "L1649"), ("ca-ultimate-war", "L2125")]
)
def test_the_reservation_of_the_bureau_is_posted_where_players_pay_no_collection(rulebook: str, line: str) -> None:
    """Under schedule 1 each player pays a collection; under the others only the player-dealer pays."""
    house = Drive(rulebook).state.rules
    posted: dict[int, list[str]] = {}
    for number in (1, 2, 16):
        drive = Drive(rulebook)
        drive.ok(c.ChangeSettings(settings=TableSettings(rulebook=rulebook, schedule=number)))
        found = table_view(drive.state, Viewer(), 0, {})["game"]["notices"]
        posted[number] = [notice["cite"] for notice in found if "Bureau" in notice["text"]]
        card = RulesCard.of(house, house.schedule(number))
        printed = [
            procedure for procedure in card.procedures if "zero collection are under its review" in procedure.text
        ]
        assert [line in procedure.cite for procedure in printed] == [True] * len(posted[number])
    assert [len(posted[number]) for number in (1, 2, 16)] == [0, 1, 1]
    assert posted[2][0].endswith(line)
    assert "zero collection" in str(RulesCard.of(house).procedures), "a card for no schedule speaks of all"
