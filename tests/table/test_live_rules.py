"""Rules of live tables: player-dealers and their banks, midi tables, and settlement equal to `croupier settle`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from croupier.cards import Card
from croupier.errors import BadInput, Refused
from croupier.money.bets import SEATED
from croupier.money.collection import Basis, schedules
from croupier.play import rulebook_library
from croupier.play.case import read_case, settle_case
from croupier.play.family import settle_bets
from croupier.play.round import Answer, Deal, Decision, TimedOut
from croupier.rulebook.table_rules import TableRules
from croupier.table import betting
from croupier.table import commands as c
from croupier.table.events import apply_all, event_of
from croupier.table.rotation import RotationStage
from croupier.table.settings import RegulatorApproval
from croupier.table.state import Phase, TableState
from croupier.table.timers import next_timer_at
from tests.poker_rounds import Round as PokerRound
from tests.poker_rounds import rounds as poker_rounds
from tests.soak import or_soak, scaled
from tests.strategies import BACCARAT, tables
from tests.strategies import cards as any_card
from tests.table_driver import CREDIT, DEALER, Drive, House, placed, player

PANDA = "ca-ez-baccarat-panda-8"
MINUTE = 60_000
BANKER_WINS = "2s 9h Kd Kc"
PLAYER_WINS = "9s 2h Kd 3c"


# The bank rotates between the seats [004 L355, L858, L1577]


def offered_seat(drive: Drive) -> int | None:
    """Return the seat that is offered the bank."""
    assert drive.state.offers is not None
    return drive.state.offers.rotation.offered_seat


def rotation_stage(drive: Drive) -> RotationStage:
    """Return the stage of the rotation."""
    assert drive.state.offers is not None
    return drive.state.offers.rotation.stage


def test_the_bank_is_offered_in_order_and_can_be_declined() -> None:
    drive = Drive(PANDA).open(1, 2, 3)
    assert offered_seat(drive) == 1
    drive.refused(c.AcceptBank(cents=10_000), "rotation/not_asked", actor=player(2))
    drive.refused(c.PostBank(cents=10_000), "bank/not_player_dealer", actor=player(1))
    drive.ok(c.DeclineBank(), actor=player(1))
    assert offered_seat(drive) == 2
    drive.refused(c.OpenBets(), "bank/not_posted")
    drive.bank(2, 10_000)
    assert drive.balance("bank") == 10_000
    drive.refused(c.PostBank(cents=10_000), "bank/posted", actor=player(2))
    drive.ok(c.OpenBets())


def test_a_timeout_declines_the_bank_and_the_game_breaks_when_all_time_out() -> None:
    drive = Drive(PANDA, offer_seconds=20).open(1, 2)
    opened = drive.at
    assert next_timer_at(drive.state) is not None
    drive.tick()
    assert offered_seat(drive) == 2
    assert drive.at - opened <= 20_000
    drive.tick()
    assert rotation_stage(drive) is RotationStage.BROKEN
    assert next_timer_at(drive.state) is None
    drive.seat(3)
    assert offered_seat(drive) == 3


def test_an_offer_gets_no_more_time_when_other_players_come_and_go() -> None:
    drive = Drive(PANDA, offer_seconds=20).open(1)
    due = next_timer_at(drive.state)
    for _ in range(3):
        drive.at += 5_000
        drive.seat(2)
        drive.ok(c.StandUp(), actor=player(2))
    assert offered_seat(drive) == 1
    assert next_timer_at(drive.state) == due


def test_a_player_dealer_banks_two_hands_and_then_the_bank_is_offered() -> None:
    drive = Drive(PANDA).open(1, 2)
    for _ in range(2):
        drive.bank(1, 10_000)
        drive.play(BANKER_WINS, {2: {"player": 1_000}})
    assert offered_seat(drive) == 2
    drive.ok(c.DeclineBank(), actor=player(2))
    assert offered_seat(drive) == 1  # no other player wants the bank: the player-dealer may continue
    drive.bank(1, 10_000)
    drive.play(BANKER_WINS, {2: {"player": 1_000}})


def two_hands(drive: Drive) -> Drive:
    """Play two hands with the same player-dealer."""
    for _ in range(2):
        drive.bank(1, 10_000)
        drive.play(BANKER_WINS, {2: {"player": 1_000}})
    return drive


@pytest.mark.parametrize("seat", [1, 5])
def test_sitting_down_again_does_not_renew_the_two_hands_of_a_player(seat: int) -> None:
    drive = two_hands(Drive("ca-commission-free-baccarat", schedule=1).open(1, 2))
    drive.ok(c.DeclineBank(), actor=player(2))
    assert rotation_stage(drive) is RotationStage.BROKEN
    drive.ok(c.StandUp(), actor=player(1))
    drive.ok(c.SitDown(seat=seat), actor=player(1))
    assert rotation_stage(drive) is RotationStage.BROKEN  # another player has to bank in between
    drive.seat(3)
    assert offered_seat(drive) == 3
    drive.check_log()


def test_sitting_down_again_does_not_move_the_offer() -> None:
    drive = two_hands(Drive(PANDA, schedule=1).open(1, 2, 3))
    drive.ok(c.DeclineBank(), actor=player(2))
    assert offered_seat(drive) == 3
    for number in (2, 1):
        drive.ok(c.StandUp(), actor=player(number))
        drive.ok(c.SitDown(seat=number), actor=player(number))
    assert offered_seat(drive) == 3
    drive.ok(c.DeclineBank(), actor=player(3))
    assert offered_seat(drive) == 1
    drive.ok(c.DeclineBank(), actor=player(1))
    assert rotation_stage(drive) is RotationStage.BROKEN  # seat 2 has declined, and is not offered the bank again
    drive.check_log()


def test_a_change_of_settings_neither_resets_the_two_hands_nor_moves_the_offer() -> None:
    drive = two_hands(Drive(PANDA, schedule=1).open(1, 2, 3))
    drive.ok(c.DeclineBank(), actor=player(2))
    assert offered_seat(drive) == 3
    longer = drive.state.settings.model_copy(update={"betting_seconds": 30})
    drive.ok(c.ChangeSettings(settings=longer))
    assert offered_seat(drive) == 3
    drive.tick()  # player 3 does not answer, and the player-dealer is offered the bank last
    assert offered_seat(drive) == 1
    drive.check_log()


def test_a_change_of_settings_gives_a_posted_bank_back_and_its_player_posts_again() -> None:
    drive = Drive(PANDA, schedule=1).open(1, 2)
    drive.bank(1, 10_000)
    drive.play(BANKER_WINS, {2: {"player": 1_000}})
    drive.bank(1, 10_000)
    drive.ok(c.ChangeSettings(settings=drive.state.settings.model_copy(update={"betting_seconds": 30})))
    assert drive.state.bank is None
    assert next_timer_at(drive.state) is not None
    drive.bank(1, 10_000)
    drive.play(BANKER_WINS, {2: {"player": 1_000}})
    assert offered_seat(drive) == 2  # two hands banked is the limit


def test_a_player_dealer_who_does_not_post_in_time_gives_the_bank_up() -> None:
    drive = Drive(PANDA).open(1, 2)
    drive.bank(1, 10_000)
    drive.play(BANKER_WINS)
    assert rotation_stage(drive) is RotationStage.BANKING
    drive.tick()
    assert offered_seat(drive) == 2


def test_a_bank_given_up_before_bets_open_goes_back() -> None:
    drive = Drive(PANDA).open(1, 2)
    drive.bank(1, 10_000)
    drive.ok(c.DeclineBank(), actor=player(1))
    assert drive.credit(1) == CREDIT
    drive.bank(2, 10_000)
    drive.ok(c.StandUp(), actor=player(2))
    assert drive.credit(2) == CREDIT
    assert drive.state.bank is None


def test_a_player_dealer_cannot_leave_during_the_round() -> None:
    drive = Drive(PANDA).open(1, 2)
    drive.bank(1, 10_000)
    drive.ok(c.OpenBets())
    drive.refused(c.StandUp(), "seat/in_play", actor=player(1))
    drive.refused(placed(1, {"banker": 1_000}), "wager/invalid_seat", actor=player(1))
    drive.refused(placed(2, {"banker": 1_000}), "wager/player_dealer_cannot_bet", actor=player(1))
    drive.refused(placed(1, {"banker": 1_000}), "wager/invalid_seat", actor=player(2))


def test_where_another_must_intervene_the_game_is_broken_when_nobody_does() -> None:
    drive = Drive("ca-commission-free-baccarat").open(1, 2)
    for _ in range(2):
        drive.bank(1, 10_000)
        drive.play(BANKER_WINS)
    drive.ok(c.DeclineBank(), actor=player(2))
    assert rotation_stage(drive) is RotationStage.BROKEN
    drive.refused(c.AcceptBank(cents=10_000), "rotation/not_asked", actor=player(1))
    drive.refused(c.OpenBets(), "bank/not_posted")


@pytest.mark.parametrize(
    ("rulebook", "line"),
    [
        ("ca-ez-baccarat-dragon-7", {"player": 10_00}),
        ("ca-royal-pai-gow-poker", {"base": 10_00}),
        ("ca-fortune-pai-gow-poker", {"base": 10_00}),
    ],
)
def test_nobody_banks_a_third_hand_where_the_document_forbids_it(rulebook: str, line: dict[str, int]) -> None:
    """By default another player must bank, or the game stops. [004 L355, L1750, L2248]"""
    drive = Drive(rulebook, "automated", card_ms=0, result_ms=0).open(1, 2)
    for _ in range(2):
        drive.bank(1, 1_000_00)
        drive.run(until="bets-opened")
        drive.bet(2, line)
        drive.run(until="round-settled")
    drive.ok(c.DeclineBank(), actor=player(2))
    assert rotation_stage(drive) is RotationStage.BROKEN
    drive.refused(c.AcceptBank(cents=10_000), "rotation/not_asked", actor=player(1))
    drive.ok(c.OfferBank())
    assert offered_seat(drive) == 2, "who has banked twice is not asked again before another has banked"


def test_an_older_log_with_a_third_hand_banked_replays_as_it_was_played() -> None:
    drive = Drive("ca-ez-baccarat-dragon-7", options={"must_intervene": False}).open(1, 2)
    for _ in range(2):
        drive.bank(1, 10_000)
        drive.play(BANKER_WINS, {2: {"player": 1_000}})
    drive.ok(c.DeclineBank(), actor=player(2))
    drive.bank(1, 10_000)
    drive.play(BANKER_WINS, {2: {"player": 1_000}})
    before = [dict(event) for event in drive.log]
    before[0].pop("must_intervene")
    before[0]["settings"] = {**before[0]["settings"], "options": {}}
    again = apply_all(TableState(drive.name, demonstration=True), map(event_of, before))
    assert again.offers == drive.state.offers
    assert again.rounds == 3


def test_a_void_round_does_not_count_as_a_banked_hand() -> None:
    drive = Drive(PANDA).open(1, 2)
    for _ in range(3):
        drive.bank(1, 10_000)
        drive.ok(c.OpenBets())
        drive.ok(c.VoidRound(reason="a fault"))
    assert rotation_stage(drive) is RotationStage.BANKING
    assert next_timer_at(drive.state) == drive.at + 20_000


def test_a_result_stays_visible_when_the_next_bank_is_posted_at_once() -> None:
    drive = Drive(PANDA, "automated", result_ms=4_000).open(1, 2)
    drive.bank(1, 10_000)
    drive.run(until="bets-opened")
    drive.bet(2, {"banker": 1_000})
    drive.run(until="round-settled")
    shown = drive.at
    drive.bank(1, 10_000)
    assert next_timer_at(drive.state) == shown + 4_000


def test_only_seated_players_bank_and_only_in_player_dealer_games() -> None:
    drive = Drive(PANDA).open(1)
    drive.fund(2)
    drive.refused(c.AcceptBank(cents=10_000), "seat/not_seated", actor=player(2))
    drive.refused(c.AcceptBank(cents=CREDIT + 1), "money/insufficient", actor=player(1))
    drive.refused(c.AcceptBank(cents=10_000), "seat/not_seated", actor=DEALER)
    Drive().open(1).refused(c.AcceptBank(cents=10_000), "bank/house_banks", actor=player(1))


# The state rule of 2026 [R59]


def state_2026(**settings: Any) -> Drive:
    """Return an open table whose player-dealer rotates by the rule `state-2026`."""
    drive = Drive(PANDA, rotation="state-2026", offer_seconds=600, **settings)
    drive.ok(c.OpenTable())
    drive.new_shoe()
    return drive


def test_the_bank_is_offered_before_every_hand() -> None:
    drive = state_2026()
    drive.seat(1, 2)
    drive.bank(1, 10_000)
    drive.play(BANKER_WINS)
    assert offered_seat(drive) == 2


def test_a_third_party_does_not_bank_twice_in_a_row_and_only_one_may_sit() -> None:
    drive = state_2026()
    drive.seat(1, third_party=True)
    drive.seat(2)
    drive.fund(3)
    drive.refused(c.SitDown(seat=3), "rotation/third_parties_most", actor=player(3, third_party=True))
    drive.bank(1, 10_000)
    drive.play(BANKER_WINS)
    drive.ok(c.DeclineBank(), actor=player(2))
    assert rotation_stage(drive) is RotationStage.BROKEN


def played_until_one_is_left(drive: Drive) -> int:
    """Seat one other player, who is offered the bank once; return the time when the game has to stop."""
    drive.seat(1, third_party=True)
    drive.seat(2)
    assert drive.state.offers is not None
    deadline = drive.state.offers.deadline
    assert deadline is not None
    return deadline


def test_after_40_minutes_without_two_others_the_game_stops() -> None:
    drive = state_2026()
    deadline = played_until_one_is_left(drive)
    assert deadline - drive.at <= 40 * MINUTE
    drive.at = deadline - 1
    drive.ok(c.RunTimers(), deadline)
    assert rotation_stage(drive) is RotationStage.WAITING
    assert next_timer_at(drive.state) is None


def test_a_posted_bank_does_not_keep_a_stopped_game_waiting() -> None:
    drive = state_2026()
    deadline = played_until_one_is_left(drive)
    drive.bank(1, 10_000)
    drive.refused(c.OpenBets(), "bank/time_up", deadline)
    assert next_timer_at(drive.state) == deadline
    drive.ok(c.RunTimers(), deadline)
    assert drive.state.bank is None
    assert drive.credit(1) == CREDIT
    assert rotation_stage(drive) is RotationStage.WAITING


def test_nobody_can_take_or_post_the_bank_after_the_deadline() -> None:
    drive = state_2026()
    deadline = played_until_one_is_left(drive)
    drive.refused(c.AcceptBank(cents=10_000), "bank/time_up", deadline, player(1))
    drive.at = deadline - 10
    drive.bank(1, 10_000)
    drive.ok(c.OpenBets())
    drive.ok(c.VoidRound(reason="a fault"))
    drive.refused(c.PostBank(cents=10_000), "bank/time_up", deadline, player(1))


def test_a_hand_that_started_in_time_is_finished_and_is_the_last() -> None:
    drive = state_2026()
    deadline = played_until_one_is_left(drive)
    drive.at = deadline - 10
    drive.bank(1, 10_000)
    drive.ok(c.OpenBets())
    drive.bet(2, {"banker": 1_000})
    drive.ok(c.CloseBets(), deadline + 5)
    drive.deal(BANKER_WINS)
    drive.ok(c.CallResult())
    assert drive.credit(2) == CREDIT + 1_000
    assert rotation_stage(drive) is RotationStage.WAITING


def test_two_other_players_in_every_40_minutes_keep_the_game_going() -> None:
    drive = state_2026()
    drive.seat(1, 2, 3)
    for number in (1, 2, 3, 1, 2, 3):
        drive.bank(number, 10_000)
        drive.play(BANKER_WINS)
        drive.at += 9 * MINUTE
    assert rotation_stage(drive) is RotationStage.OFFERING


# Collection, before the first card [R60; 004 L343, L3060]


def test_collection_is_taken_by_the_schedule_before_the_first_card() -> None:
    drive = Drive("ca-cash-in-baccarat", schedule=1).open(1, 2)
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    drive.bet(2, {"player": 30_000})
    assert drive.balance("drop") == 0
    drive.ok(c.CloseBets())
    assert drive.kinds == ["bets-closed", "fees-taken"]
    assert drive.balance("drop") == 100
    drive.deal(BANKER_WINS)
    drive.ok(c.CallResult())
    drive.bank(1, 30_000)
    drive.play(BANKER_WINS, {2: {"player": 30_100}})
    assert drive.balance("drop") == 100 + 300
    assert drive.last_round["fees"] == {"player:1": 300}
    drive.bank(2, 30_000)
    drive.ok(c.OpenBets())
    drive.refused(c.CloseBets(), "round/no_wager")  # a round without wagers is not dealt and costs no fee
    assert drive.balance("drop") == 400


def test_wagers_are_refused_when_the_player_dealer_could_not_pay_the_fee() -> None:
    drive = Drive("ca-cash-in-baccarat", schedule=1)
    drive.fund(1, 30_150)
    drive.open(1, 2)
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    drive.refused(placed(2, {"player": 30_100}), "bank/fee_not_covered", actor=player(2))
    drive.bet(2, {"player": 30_000})


def test_a_fee_that_cannot_be_paid_voids_the_round_before_the_first_card() -> None:
    drive = Drive("ca-cash-in-baccarat", schedule=1).open(1, 2)
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    drive.bet(2, {"player": 20_000})
    drive.house.move("player:1", "seed", drive.credit(1))
    drive.bet(2, {"player": 10_000})  # a bettor may still take chips back
    drive.ok(c.CloseBets())
    assert drive.last_round["status"] == "void"
    assert drive.credit(2) == CREDIT
    assert drive.credit(1) == 30_000
    assert drive.balance("drop") == 0


def per_spot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Replace the table's schedule with one that has a fee for each spot and a highest wager, as in other games."""
    closed = [
        schedule
        for schedule in schedules().values()
        if schedule.basis is Basis.PLAYER_WAGER_PER_SPOT and schedule.brackets[-1].highest
    ]
    schedule = closed[0]
    monkeypatch.setattr(betting, "schedule_of", lambda _: schedule)
    return schedule


def test_a_wager_beyond_the_last_bracket_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    drive = Drive("ca-cash-in-baccarat").open(1, 2)
    schedule = per_spot(monkeypatch)
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    most = schedule.brackets[-1].highest
    refusal = drive.refused(placed(2, {"player": most + 100}), "wager/invalid_amount", actor=player(2))
    assert schedule.id in refusal.message or "maximum" in refusal.message


def test_credit_for_the_fees_of_all_spots_is_reserved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The credit reserved for the first spot's fee is not available for a second spot."""
    drive = Drive("ca-cash-in-baccarat")
    schedule = per_spot(monkeypatch)
    least = max(2_500, schedule.table_limit[0] if schedule.table_limit else 0)
    fee = next(bracket.fee for bracket in schedule.brackets if bracket.highest is None or least <= bracket.highest)
    drive.fund(2, 2 * least + fee)
    drive.open(1, 2, 3)
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    drive.bet(2, {"player": least})
    drive.refused(placed(3, {"player": least}), "money/insufficient", actor=player(2))
    drive.house.give("player:2", fee)
    drive.bet(2, {"player": least}, seat=3)
    drive.ok(c.CloseBets())
    assert drive.state.round is not None
    assert drive.state.round.fees["player:2"] == 2 * fee
    assert drive.credit(2) == 0


# Coverage and the backline [R58]


def test_uncovered_wagers_go_back_in_the_order_of_action() -> None:
    drive = Drive(PANDA).open(1, 2, 3)
    drive.bank(1, 10_000)
    drive.ok(c.OpenBets())
    drive.bet(3, {"banker": 8_000})
    drive.bet(2, {"banker": 8_000})
    drive.ok(c.CloseBets())
    drive.deal(BANKER_WINS)
    drive.ok(c.CallResult())
    assert (drive.credit(2), drive.credit(3)) == (CREDIT + 8_000, CREDIT + 2_000)
    assert drive.credit(1) == CREDIT - 10_000 - drive.balance("drop")


def test_backline_bettors_are_settled_in_the_order_they_came() -> None:
    drive = Drive(PANDA).open(1, 2)
    for number in (5, 6):
        drive.fund(number)
    drive.bank(1, 10_000)
    drive.ok(c.OpenBets())
    drive.bet(5, {"banker": 6_000}, seat=2)
    drive.bet(6, {"banker": 6_000}, seat=2)
    drive.bet(2, {"banker": 6_000})
    drive.ok(c.CloseBets())
    drive.deal(BANKER_WINS)
    drive.ok(c.CallResult())
    assert [(result["bettor"], result["net_cents"]) for result in drive.last_round["results"]] == [
        ("backline-1", 4_000),
        ("backline-2", 0),
        ("player", 6_000),
    ]


# A live round is settled in the same way as by `croupier settle`


@st.composite
def options_of(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """Draw options of a rulebook, some of them changed from their defaults."""
    rulebook = rulebook_library.load(name)
    chosen: dict[str, Any] = {}
    for option, written in rulebook.written.options.items():
        if option in ("currency", "paytable", "decks", "seats", "cards_turned_by") or written.kind not in (
            "choice",
            "flag",
        ):
            continue
        if draw(st.integers(0, 2)) == 0:
            chosen[option] = draw(st.sampled_from(written.choices or [True, False]))
    try:
        TableRules.of(rulebook, chosen)
    except BadInput:
        reject()
    return chosen


def dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def live_round(data: st.DataObject, name: str) -> tuple[Drive, dict[str, int]]:
    """Play a live round with drawn wagers, bank and cards; return the table and the meters' amounts in cents."""
    approval = RegulatorApproval(reference="A-1", date="2026-01-01", entered_by="supervisor")
    approvals = dict.fromkeys(rulebook_library.load(name).written.approval, approval)
    drive = Drive(name, house=House(), options=data.draw(options_of(name)), approvals=approvals)
    drive.ok(c.OpenTable())
    drive.new_shoe("Kc")
    house = drive.state.rules
    bank = data.draw(st.sampled_from(house.seats)) if house.has_player_dealer else None
    bets = data.draw(tables(house, bank_seat=bank))
    for seat in sorted({bet.seat for bet in bets} | ({bank} if bank else set())):
        drive.seat(seat)
        drive.fund(100 + seat)
    meters = {meter.id: data.draw(st.integers(0, 1_000_000)) for meter in house.meters}
    for meter, cents in meters.items():
        if cents:
            drive.house.give(f"meter:t1-{meter}", cents)
    if bank:
        take_the_bank(drive, bank, data.draw(st.integers(1, 200_000)))
    drive.ok(c.OpenBets())
    for seat, bettor in dict.fromkeys((bet.seat, bet.bettor) for bet in bets):
        chips = {bet.wager: int(bet.amount) for bet in bets if (bet.seat, bet.bettor) == (seat, bettor)}
        drive.do(placed(seat, chips), actor=player(seat if bettor == "player" else 100 + seat))
    assert drive.state.round is not None
    if not drive.state.round.spots:
        reject()  # a round without any wager is not dealt
    drive.ok(c.CloseBets())
    for card in data.draw(st.lists(any_card, min_size=6, max_size=6)):
        if isinstance(drive.state.replay_play.need, Deal):
            drive.ok(c.ReadCard(card=str(card)))
    drive.ok(c.CallResult())
    return drive, meters


def take_the_bank(drive: Drive, seat: int, cents: int) -> None:
    for _ in range(20):
        seat_offered = offered_seat(drive)
        assert seat_offered is not None
        if seat_offered == seat:
            drive.bank(seat, cents)
            return
        drive.ok(c.DeclineBank(), actor=player(seat_offered))


def as_case(drive: Drive, meters: dict[str, int]) -> dict[str, Any]:
    """Return the archived round in the format of a case file, so that `croupier settle` can settle it."""
    archived = drive.last_round
    case: dict[str, Any] = {
        "rulebook": archived["settings"]["rulebook"],
        "options": archived["settings"]["options"],
        "schedule": archived["settings"]["schedule"],
        "wagers": [
            {"seat": spot["seat"], "bettor": spot["bettor"], "wager": wager, "amount": dollars(cents)}
            for spot in archived["spots"]
            for wager, cents in spot["wagers"].items()
        ],
        "cards": " ".join(answer["card"] for answer in archived["answers"] if "card" in answer),
        "meters": {meter: dollars(cents) for meter, cents in meters.items()},
    }
    if archived["bank"]:
        case["bank"] = {"seat": archived["bank"]["seat"], "amount": dollars(archived["bank"]["cents"])}
    return case


@pytest.mark.parametrize("name", or_soak(BACCARAT, 4))
@given(data=st.data())
@settings(max_examples=25)
def test_a_live_round_is_settled_like_the_same_case(name: str, data: st.DataObject) -> None:
    drive, meters = live_round(data, name)
    done = settle_case(read_case(as_case(drive, meters)))
    archived = drive.last_round
    assert [
        (result["result"], result["net_cents"], result["owed_cents"], result["jackpot_cents"])
        for result in archived["results"]
    ] == [(settled.result.value, settled.net, settled.owed, settled.prize) for settled in done.settlement.settled]
    for meter, after in done.settlement.meters.items():
        assert archived["meters"][meter]["after"] == after
    fees = done.collection.total if done.collection else 0
    assert drive.balance("drop") == fees
    _check_money(drive, done.settlement)


def _check_money(drive: Drive, settlement: Any) -> None:
    """Check that each balance changed by the result of the round, and the house's only where the house banks."""
    archived = drive.last_round
    nets: dict[str, int] = {}
    for result in archived["results"]:
        nets[result["account"]] = nets.get(result["account"], 0) + result["net_cents"] - result["jackpot_cents"]
    if archived["bank"]:
        account = archived["bank"]["account"]
        nets[account] = nets.get(account, 0) + settlement.bank_net - archived["fees"].get(account, 0)
        assert abs(settlement.bank_net) <= archived["bank"]["cents"]
        assert drive.balance("house") == drive.balance("commission") == 0
    for account, net in nets.items():
        assert drive.balance(account) == CREDIT + net, account


# A live round of poker is settled in the same way as the round without a table


def live_poker(table: PokerRound) -> Drive:
    """Play the given round at a live table: bank, wagers, every card, every decision, every timeout."""
    assert table.bank is not None
    options = {
        name: table.rules.options[name]
        for name, option in table.rules.rulebook.written.options.items()
        if option.kind in ("choice", "flag")
    }
    options["decisions"] = "together" if table.together else "in-turn"
    drive = Drive(table.rules.id, house=House(), options=options)
    drive.ok(c.OpenTable())
    drive.new_shoe()
    alone = {answer.seat for answer in table.play.answers if isinstance(answer, Decision) and answer.followers == ()}
    for seat in sorted({bet.seat for bet in table.bets} | {table.bank.seat}):
        drive.seat(seat)
        staked = sum(bet.amount for bet in table.bets if bet.seat == seat and bet.bettor != SEATED)
        # A bettor behind a seat who has no credit left does not follow the seat's decision.
        drive.fund(100 + seat, max(1, staked) if seat in alone else CREDIT)
    take_the_bank(drive, table.bank.seat, table.bank.amount)
    drive.ok(c.OpenBets())
    for seat, bettor in dict.fromkeys((bet.seat, bet.bettor) for bet in table.bets):
        chips = {bet.wager: int(bet.amount) for bet in table.bets if (bet.seat, bet.bettor) == (seat, bettor)}
        drive.ok(placed(seat, chips), actor=player(seat if bettor == SEATED else 100 + seat))
    drive.ok(c.CloseBets())
    for answer in table.play.answers:
        give_answer(drive, answer)
    return drive


def give_answer(drive: Drive, answer: Answer) -> None:
    """Give the table the command for an answer of the round."""
    match answer:
        case Card():
            drive.ok(c.ReadCard(card=str(answer)))
        case Decision():
            drive.ok(c.MakeDecision(seat=answer.seat, choice=answer.do), actor=player(answer.seat))
        case TimedOut():
            drive.tick()
        case _:
            drive.ok(c.CallResult())


@given(poker_rounds().filter(lambda table: table.bank is not None))
@settings(max_examples=scaled(8, 600), suppress_health_check=[HealthCheck.too_slow])
def test_a_live_round_of_poker_is_settled_like_the_round_without_a_table(table: PokerRound) -> None:
    drive = live_poker(table)
    alone = settle_bets(table.rules, table.result, table.bets, bank=table.bank)
    archived = drive.last_round
    live = {(result["seat"], result["bettor"], result["wager"]): result for result in archived["results"]}
    assert len(live) == len(archived["results"]) == len(alone.settled)
    for settled in alone.settled:
        live_result = live[settled.bet.seat, settled.bet.bettor, settled.bet.wager]
        assert (live_result["result"], live_result["net_cents"], live_result["owed_cents"]) == (
            settled.result.value,
            settled.net,
            settled.owed,
        )
    assert table.bank is not None
    fee = drive.balance("drop")
    assert sum(archived["fees"].values()) == fee
    assert drive.credit(table.bank.seat) == CREDIT + (alone.bank_net or 0) - archived["fees"].get(
        f"player:{table.bank.seat}", 0
    )
    assert drive.balance("house") == drive.balance("stakes") == 0
    drive.check_log()


def test_the_fee_of_a_poker_table_counts_the_wagers_before_the_deal() -> None:
    drive = Drive("ca-ultimate-texas-holdem", schedule=1).open(1, 2)
    drive.bank(1, 1_000_00)
    drive.ok(c.OpenBets())
    drive.bet(2, {"ante": 100_00, "blind": 100_00, "trips": 5_00, "bad-beat": 5_00})
    drive.ok(c.CloseBets())
    fee = drive.balance("drop")
    drive.deal("Ac Ad Kd Qc Qs 9s 7h 4d 2h")
    drive.ok(c.MakeDecision(seat=2, choice="play-4"), actor=player(2))
    drive.ok(c.CallResult())
    archived = drive.last_round
    assert archived["action_cents"] == 210_00, "Play is not counted"
    assert archived["fees"] == {"player:1": fee}
    assert drive.balance("drop") == fee > 0


# Midi tables: who turns the cards [003 L309-315]

MIDI = {"cards_turned_by": "bettor"}


def midi(bets: dict[int, dict[str, int]], mode: str = "dealer-assist", script: str | None = None) -> Drive:
    """Return a midi table, at which bettors turn the cards, with these bets, after bets were closed."""
    drive = Drive("co-baccarat", mode, options=MIDI)
    if script:
        drive.house.box.script(script)
    drive.open(*sorted(bets))
    if mode == "automated":
        drive.run(until="bets-opened")
    else:
        drive.ok(c.OpenBets())
    for number, wagers in bets.items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    return drive


def are_face_down(drive: Drive) -> list[bool]:
    """Return for each dealt card whether it is face down."""
    assert drive.state.round is not None
    return [dealt.face_down for dealt in drive.state.round.dealt]


BETS = {1: {"player": 5_000}, 2: {"player": 2_000}, 3: {"banker": 3_000}, 4: {"banker": 3_000}}


def test_the_largest_bettor_on_each_hand_turns_its_cards_and_its_third() -> None:
    drive = midi(BETS)
    drive.deal("2s 3h Kd Kc")
    assert are_face_down(drive) == [True] * 4
    drive.refused(c.ReadCard(card="4d"), "card/face_down")
    drive.refused(c.CallResult(), "round/not_complete")
    drive.refused(c.RevealCards(hand="player"), "turning/not_yours", actor=player(2))
    drive.refused(c.RevealCards(hand="player"), "turning/not_yours", actor=DEALER)
    drive.refused(c.RevealCards(hand="banker"), "turning/out_of_turn", actor=player(4))
    drive.ok(c.RevealCards(hand="player"), actor=player(1))
    assert are_face_down(drive) == [False, True, False, True]
    drive.refused(c.RevealCards(hand="banker"), "turning/not_yours", actor=player(3))
    # of two equal bettors, the one with the higher seat turns the cards
    drive.ok(c.RevealCards(hand="banker"), actor=player(4))
    drive.deal("4d")
    drive.refused(c.ReadCard(card="5d"), "card/face_down")
    drive.ok(c.RevealCards(hand="player"), actor=player(1))
    drive.deal("5d")
    drive.refused(c.CallResult(), "card/face_down")
    drive.ok(c.RevealCards(hand="banker"), actor=player(4))
    drive.ok(c.CallResult())
    assert drive.last_round["cards"] == {"player": ["2s", "Kd", "4d"], "banker": ["3h", "Kc", "5d"]}


def test_no_card_is_turned_or_passed_before_four_cards_are_dealt() -> None:
    drive = midi(BETS)
    drive.deal("2s 3h Kd")
    drive.refused(c.RevealCards(hand="player"), "turning/not_yet", actor=player(1))
    drive.refused(c.RequestRevealPass(hand="player", to_seat=2), "turning/not_yet", actor=player(1))
    assert next_timer_at(drive.state) is None


def test_the_dealer_turns_cards_after_a_timeout_and_of_hands_without_bets() -> None:
    drive = midi({1: {"player": 5_000}})
    drive.deal("2s 9h Kd Kc")
    assert next_timer_at(drive.state) == drive.at + 15_000
    drive.tick()
    assert are_face_down(drive) == [False, True, False, True]
    assert next_timer_at(drive.state) is None
    drive.refused(c.RevealCards(hand="banker"), "turning/not_yours", actor=player(1))
    drive.ok(c.RevealCards(hand="banker"), actor=DEALER)
    drive.ok(c.CallResult())


def test_the_right_is_passed_on_when_everybody_agrees() -> None:
    drive = midi(BETS)
    drive.deal("2s 3h Kd Kc")
    drive.refused(c.RequestRevealPass(hand="player", to_seat=1), "turning/not_yours", actor=player(2))
    drive.ok(c.RequestRevealPass(hand="player", to_seat=2), actor=player(1))
    drive.refused(c.AnswerRevealPass(hand="player", agree=True), "turning/not_asked", actor=player(1))
    for number in (2, 3, 4):
        drive.refused(c.RevealCards(hand="player"), "turning/not_yours", actor=player(2))
        drive.ok(c.AnswerRevealPass(hand="player", agree=True), actor=player(number))
    drive.ok(c.RevealCards(hand="player"), actor=player(2))
    drive.ok(c.RevealCards(hand="banker"), actor=player(4))
    drive.deal("4d")
    drive.refused(c.RevealCards(hand="player"), "turning/not_yours", actor=player(1))
    drive.ok(c.RevealCards(hand="player"), actor=player(2))


def test_bettors_with_equal_wagers_agree_among_themselves() -> None:
    drive = midi(BETS)
    drive.deal("2s 9h Kd Kc")
    drive.ok(c.RequestRevealPass(hand="banker", to_seat=3), actor=player(4))
    drive.refused(c.AnswerRevealPass(hand="banker", agree=True), "turning/not_asked", actor=player(1))
    drive.ok(c.AnswerRevealPass(hand="banker", agree=True), actor=player(3))
    drive.ok(c.RevealCards(hand="player"), actor=player(1))
    drive.ok(c.RevealCards(hand="banker"), actor=player(3))


def test_an_unanswered_request_lapses_and_the_holder_keeps_the_full_time() -> None:
    drive = midi(BETS)
    drive.deal("2s 9h Kd Kc")
    drive.ok(c.RequestRevealPass(hand="player", to_seat=2), actor=player(1))
    drive.tick()
    assert are_face_down(drive) == [True] * 4
    assert next_timer_at(drive.state) == drive.at + 15_000
    drive.ok(c.RevealCards(hand="player"), actor=player(1))
    drive.tick()
    assert not any(are_face_down(drive))


def test_a_bettor_with_several_spots_turns_by_the_one_that_has_the_right() -> None:
    drive = Drive("co-baccarat", options=MIDI).open(1, 2)
    drive.fund(5)
    drive.ok(c.OpenBets())
    drive.bet(5, {"banker": 1_000}, seat=1)
    drive.bet(5, {"player": 5_000}, seat=2)
    drive.bet(1, {"banker": 2_000})
    drive.ok(c.CloseBets())
    drive.deal("2s 9h Kd Kc")
    drive.ok(c.RevealCards(hand="player"), actor=player(5))


@pytest.mark.parametrize(
    "order",
    [
        c.ReportCardFaceUp(card="4d", reason="it lay face up"),
        c.ReportCardInError(card="4d", disclosed=False, reason="drawn too soon"),
    ],
)
@pytest.mark.parametrize("cards", ["2s 3h Kd Kc", "2s 9h Kd Kc"])
def test_no_card_is_dealt_out_of_turn_while_others_are_face_down(order: c.Command, cards: str) -> None:
    drive = midi(BETS)
    drive.deal(cards)
    decided = drive.do(order)
    assert isinstance(decided, Refused)
    assert decided.code in ("card/face_down", "card/not_due")
    assert are_face_down(drive) == [True] * 4


def test_a_correction_opens_all_cards() -> None:
    drive = midi(BETS)
    drive.deal("2s 3h Kd Kc")
    drive.ok(c.CorrectCard(place=1, card="9s"))
    assert not any(are_face_down(drive))
    drive.refused(c.RevealCards(hand="player"), "turning/dealer", actor=player(1))
    drive.ok(c.CallResult())


def test_the_generator_waits_for_bettors_who_turn_and_turns_the_other_cards() -> None:
    drive = midi(BETS, "automated", script="As 5s 2s 3h Kd Kc 4d 5d")
    for _ in range(4):
        drive.tick()
    assert are_face_down(drive) == [True] * 4
    assert next_timer_at(drive.state) == drive.at + 15_000
    drive.ok(c.RevealCards(hand="player"), actor=player(1))
    drive.run(until="round-settled")
    assert drive.last_round["cards"] == {"player": ["2s", "Kd", "4d"], "banker": ["3h", "Kc", "5d"]}


def test_the_first_card_of_a_midi_hand_may_be_a_carried_card() -> None:
    drive = midi(BETS)
    drive.deal("2s 9h Kd Kc")
    drive.ok(c.RevealCards(hand="player"), actor=player(1))
    drive.ok(c.RevealCards(hand="banker"), actor=player(4))
    drive.ok(c.ReportCardInError(card="4d", disclosed=False, reason="the dealer drew on"))
    drive.ok(c.OpenBets())
    for number, wagers in BETS.items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    drive.deal("9h 5d Kc")
    drive.refused(c.CallResult(), "card/face_down")
    drive.ok(c.RevealCards(hand="player"), actor=player(1))
    drive.ok(c.RevealCards(hand="banker"), actor=player(4))
    drive.ok(c.CallResult())
    assert drive.last_round["cards"]["player"] == ["4d", "5d"]


def test_the_dealer_turns_the_cards_of_a_free_hand() -> None:
    drive = Drive("co-baccarat", options=MIDI).open(1)
    drive.ok(c.OrderFreeHand(reason="to keep the order of the shoe"))
    drive.ok(c.OpenBets())
    drive.tick()
    assert drive.state.phase is Phase.DEALING
    drive.deal("2s 9h Kd Kc")
    drive.ok(c.RevealCards(hand="player"), actor=DEALER)
    drive.ok(c.RevealCards(hand="banker"), actor=DEALER)
    drive.ok(c.CallResult())


def test_the_dealt_cards_are_the_cards_that_were_read() -> None:
    drive = midi(BETS)
    drive.deal("2s 3h Kd Kc")
    assert drive.state.round is not None
    assert [dealt.card for dealt in drive.state.round.dealt] == [Card.parse(card) for card in ("2s", "3h", "Kd", "Kc")]


def test_the_bank_of_a_broken_game_is_offered_again_on_request() -> None:
    drive = Drive("ca-commission-free-baccarat", "dealer-assist")
    drive.open(1, 2)
    for _ in range(2):
        offered_seat = drive.state.offers.rotation.offered_seat if drive.state.offers else None
        assert offered_seat is not None
        drive.ok(c.DeclineBank(), actor=player(offered_seat))
    assert drive.state.offers is not None
    assert drive.state.offers.rotation.stage is RotationStage.BROKEN
    drive.ok(c.OfferBank(), actor=player(2))
    assert drive.state.offers.rotation.stage is RotationStage.OFFERING
    drive.refused(c.OfferBank(), "bank/offered", actor=player(2))
