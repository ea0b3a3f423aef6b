"""Hold'em at a live table: both modes, hidden hands, misuse, and a house that is killed in every street."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from croupier.cards.random_source import SeededRandomSource
from croupier.evidence.bundle import make_bundle
from croupier.evidence.bundle_check import check_bundle
from croupier.evidence.log_rebuild import rebuild_all
from croupier.families.holdem.round import HoldemRound
from croupier.house.house import Accepted, House, HousePolicy
from croupier.play.round import Ask
from croupier.store import HouseKeys, Store
from croupier.store.record import Transfer
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.replay_cache import current_play
from croupier.table.settings import DealingMode, TableSettings
from croupier.table.state import Phase
from croupier.views import Viewer, event_view, own_view, round_view
from croupier.views.table_view import table_view
from tests.soak import SOAK
from tests.table_driver import DEALER, Drive, player

HOLES = "As Kd 7c Ah Kc 2d"
"""Hole cards: aces for seat 2, kings for seat 3, seven-deuce for the button at seat 1."""
BOARD = "3s 9d Jh 4c 5h"


def table(
    *seats: int, mode: str = "dealer-assist", schedule: str = "nl-6", dollars: int = 200, **options: Any
) -> Drive:
    drive = Drive("ca-texas-holdem", mode, schedule=schedule, options=options).open(*seats)
    for seat in seats:
        drive.ok(c.BuyChips(cents=dollars * 100), actor=player(seat))
    return drive


def begin(drive: Drive, button: int = 1) -> Drive:
    """Draw the highest card for the seat that gets the button, and start a hand."""
    seats = [stack.seat for stack in drive.state.seated_stacks if stack.is_in]
    low = iter(["6c", "6d", "6h", "6s", "8d", "8s", "9c", "9h"])
    drive.ok(c.DrawButton(cards={seat: "Ks" if seat == button else next(low) for seat in seats}))
    drive.ok(c.DealHand(), actor=DEALER)
    return drive


def do(drive: Drive, seat: int, choice: str, dollars: int | None = None) -> None:
    cents = None if dollars is None else dollars * 100
    drive.ok(c.MakeDecision(seat=seat, choice=choice, cents=cents), actor=player(seat))


def stacks(drive: Drive) -> dict[int, int]:
    return {seat: drive.state.stack(sitter.account).cents // 100 for seat, sitter in sorted(drive.state.seats.items())}


def test_a_no_limit_house_sets_its_blinds() -> None:
    """Check that the house may decide how and whether blinds are put up, regardless of the limit. [004 L32]"""
    drive = begin(table(1, 2, 3, small_blind="3", big_blind="10", ante="1", dollars=500))
    stakes = table_view(drive.state, Viewer(), drive.at, {}, 0)["table_stakes"]
    assert stakes is not None
    assert stakes["hand"] is not None
    assert {seat["seat"]: seat["bet_cents"] for seat in stakes["hand"]["seats"]} == {1: 0, 2: 3_00, 3: 10_00}
    assert stakes["hand"]["pot_cents"] == 16_00
    assert stakes["buy_in"]["stakes_cents"] == [2_00, 5_00]
    none = begin(table(1, 2, 3, small_blind="0", big_blind="0", ante="2"))
    hand = table_view(none.state, Viewer(), none.at, {}, 0)["table_stakes"]
    assert hand is not None
    assert hand["buy_in"]["least_cents"] > 0
    assert hand["hand"] is not None
    assert hand["hand"]["pot_cents"] == 6_00
    for card in HOLES.split():
        none.ok(c.ReadCard(card=card))
    do(none, 2, "bet", 5)


def test_a_hand_is_dealt_bet_shown_and_paid_to_the_dollar() -> None:
    drive = begin(table(1, 2, 3))
    drive.deal(HOLES)
    do(drive, 1, "fold")
    do(drive, 2, "raise", 20)
    do(drive, 3, "call")
    drive.deal("3s 9d Jh")
    assert drive.kinds.count("cards-burned") == 0
    assert [event["count"] for event in drive.log if event["kind"] == "cards-burned"] == [1]
    do(drive, 2, "bet", 50)
    do(drive, 3, "call")
    drive.deal("4c")
    do(drive, 2, "check")
    do(drive, 3, "check")
    drive.deal("5h")
    do(drive, 2, "bet", 130)
    do(drive, 3, "call")
    drive.ok(c.CallResult())
    assert stacks(drive) == {1: 200, 2: 397, 3: 0}  # 400 less the $3 of three players
    assert drive.balance("drop") == 3_00
    archived = drive.last_round
    assert archived["cards"]["player:1"] == ["??", "??"]
    assert archived["cards"]["player:2"] == ["As", "Ah"]
    assert archived["unseen"] == [3, 6]
    assert '"7c"' not in json.dumps(archived)
    drive.check_log()


def test_a_folded_hand_is_in_no_view_event_or_archived_round() -> None:
    drive = begin(table(1, 2, 3))
    drive.deal(HOLES)
    do(drive, 1, "fold")
    do(drive, 2, "call")
    do(drive, 3, "raise", 30)
    do(drive, 2, "fold")
    do(drive, 3, "muck")
    drive.ok(c.CallResult())
    hidden = set(HOLES.split())
    for kind in ("public", "dealer", "supervisor", "auditor", "admin"):
        viewer = Viewer(kind)  # type: ignore[arg-type]
        shown = json.dumps([event_view(event, viewer, drive.state) for event in drive.log])
        shown += json.dumps([table_view(drive.state, viewer, drive.at, {}, None), round_view(drive.last_round, viewer)])
        assert not {card for card in hidden if f'"{card}"' in shown}, kind
    for number, own in ((1, {"7c", "2d"}), (2, {"As", "Ah"}), (3, {"Kd", "Kc"})):
        own_events = json.dumps([own_view(event, f"player:{number}") for event in drive.log])
        assert {card for card in hidden if f'"{card}"' in own_events} == own
    assert not {card for card in hidden if f'"{card}"' in json.dumps([*drive.written, drive.last_round])}
    drive.check_log()


def test_an_all_in_player_shows_the_cards_before_the_board_is_dealt() -> None:
    drive = begin(table(1, 2, 3, dollars=100))
    drive.deal(HOLES)
    do(drive, 1, "fold")
    do(drive, 2, "raise", 100)
    do(drive, 3, "call")
    assert "hole-cards-revealed" in drive.kinds
    drive.deal(BOARD)
    drive.ok(c.CallResult())
    assert stacks(drive) == {1: 100, 2: 197, 3: 0}


def test_two_side_pots_are_paid_to_the_dollar() -> None:
    drive = Drive("ca-texas-holdem", schedule="nl-6", options={"buy_in_least": 1}).open(1, 2, 3, 4)
    for seat, dollars in ((1, 300), (2, 50), (3, 120), (4, 300)):
        drive.ok(c.BuyChips(cents=dollars * 100), actor=player(seat))
    begin(drive, button=1)
    drive.deal("As Kd 7c 8c Ah Kc 2d 8h")  # 2 aces, 3 kings, 4 seven-deuce, the button at 1 eights
    do(drive, 4, "raise", 50)
    do(drive, 1, "raise", 300)
    do(drive, 2, "call")
    do(drive, 3, "call")
    do(drive, 4, "call")
    drive.deal("3s 9d Jh 4c 5s")
    drive.ok(c.CallResult())
    fee = 3
    assert stacks(drive) == {1: 360, 2: 200 - fee, 3: 210, 4: 0}
    settled = settled_hand(drive)
    won = [
        (pot["cents"] // 100, [(one["seat"], one["cents"] // 100) for one in pot["winners"]]) for pot in settled["pots"]
    ]
    assert won == [(197, [(2, 197)]), (210, [(3, 210)]), (360, [(1, 360)])]
    assert (settled["put_in_cents"], settled["fee_cents"]) == (770_00, fee * 100)
    nets = {one["seat"]: one["net_cents"] for one in settled["seats"]}
    assert nets == {1: 60_00, 2: 147_00, 3: 90_00, 4: -300_00}
    paid = {result["seat"]: result["net_cents"] for result in drive.last_round["results"]}
    assert nets == paid
    assert drive.last_round["settled_hand"] == settled


def settled_hand(drive: Drive) -> dict[str, Any]:
    """Return how the last hand was settled, as everybody may see it."""
    last = table_view(drive.state, Viewer("public"), drive.at, {}, None)["last_round"]
    assert last is not None
    return dict(last["settled_hand"])


def test_a_shared_pot_names_the_odd_chip() -> None:
    """The board plays for both: of $7 each gets $3, and the odd dollar goes to the seat left of the button."""
    drive = begin(table(1, 2, 3))
    drive.deal("2c 3c 4c 2d 3d 4d")
    do(drive, 1, "fold")
    do(drive, 2, "call")
    do(drive, 3, "check")
    for cards in ("Th Jh Qh", "Kh", "Ah"):
        drive.deal(cards)
        for seat in (2, 3):
            do(drive, seat, "check")
    drive.ok(c.CallResult())
    shares = [{"seat": 2, "cents": 4_00, "odd_cents": 1_00}, {"seat": 3, "cents": 3_00, "odd_cents": 0}]
    assert settled_hand(drive)["pots"] == [{"cents": 7_00, "seats": [2, 3], "winners": shares}]


def test_a_bet_that_nobody_called_is_named_as_returned() -> None:
    drive = begin(table(1, 2, 3))
    drive.deal(HOLES)
    do(drive, 1, "fold")
    do(drive, 2, "call")
    do(drive, 3, "raise", 30)
    do(drive, 2, "fold")
    do(drive, 3, "muck")
    drive.ok(c.CallResult())
    settled = settled_hand(drive)
    raiser = next(one for one in settled["seats"] if one["seat"] == 3)
    assert (raiser["put_in_cents"], raiser["returned_cents"], raiser["net_cents"]) == (5_00, 25_00, 5_00)
    assert settled["fee_cents"] == 0


# Misuse


def test_forbidden_decisions_are_refused_with_the_allowed_ones() -> None:
    drive = begin(table(1, 2, 3))
    drive.refused(c.MakeDecision(seat=1, choice="call"), "decision/not_requested", actor=player(1))
    drive.deal(HOLES)
    turn = drive.refused(c.MakeDecision(seat=2, choice="call"), "decision/not_requested", actor=player(2))
    assert "seat 1 decides" in turn.message
    drive.refused(c.MakeDecision(seat=1, choice="call"), "decision/not_yours", actor=player(2))
    low = drive.refused(c.MakeDecision(seat=1, choice="raise", cents=7_00), "decision/least", actor=player(1))
    assert "$10 at the least and $200 at the most" in low.message
    assert low.cites == ("004_adc0a8156e8c1b3e.txt L978",)
    drive.refused(c.MakeDecision(seat=1, choice="raise", cents=201_00), "decision/most", actor=player(1))
    drive.refused(c.MakeDecision(seat=1, choice="raise", cents=10_50), "decision/amount", actor=player(1))
    drive.refused(c.MakeDecision(seat=1, choice="raise"), "decision/amount", actor=player(1))
    drive.refused(c.MakeDecision(seat=1, choice="check"), "decision/check", actor=player(1))
    drive.refused(c.BuyChips(cents=100_00), "chips/in_hand", actor=player(1))
    do(drive, 1, "raise", 20)
    drive.refused(
        c.MakeDecision(seat=1, choice="raise", cents=40_00), "decision/not_requested", actor=player(1)
    )  # a string bet
    drive.refused(c.PlaceWagers(seat=1, wagers=[]), "table/wrong_phase", actor=player(1))
    drive.refused(c.ReadCard(card="3s"), "card/not_due")


def test_no_seat_wagers_over_a_thousand_dollars_in_a_round() -> None:
    drive = begin(table(1, 2, 3, dollars=1000))
    drive.deal(HOLES)
    do(drive, 1, "raise", 600)
    top = drive.refused(c.MakeDecision(seat=2, choice="raise", cents=1100_00), "decision/most", actor=player(2))
    assert "a raise goes to $1,000" in top.message
    do(drive, 2, "raise", 1000)
    assert "raise" not in [way.do for way in current_play(drive.state).need.questions[0].choices]  # type: ignore[union-attr]


# Chips in front of the players


# Timeouts


def test_a_timeout_folds_after_the_time_bank_and_keeps_the_stack() -> None:
    drive = begin(table(1, 2, 3))
    drive.deal(HOLES)
    drive.tick()
    assert drive.kinds == ["time-bank-opened"]
    assert table_view(drive.state, Viewer("public"), drive.at, {}, None)["table_stakes"]["time_bank"] == 1
    drive.tick()
    assert "decision-timed-out" in drive.kinds
    assert drive.state.stack("player:1").is_out
    drive.at += 4_000
    do(drive, 2, "fold")
    do(drive, 3, "show")
    drive.ok(c.CallResult())
    assert stacks(drive)[1] == 200
    assert drive.last_round["cards"]["player:3"] == ["Kd", "Kc"]


def test_a_player_who_decides_in_the_time_bank_keeps_its_rest() -> None:
    drive = begin(table(1, 2, 3))
    drive.deal(HOLES)
    drive.tick()
    drive.at += 10_000
    do(drive, 1, "call")
    left = drive.state.stack("player:1").time_bank_ms
    assert left is not None
    assert 19_000 < left < 20_001


def test_a_missed_blind_is_posted_before_the_next_cards() -> None:
    drive = table(1, 2, 3, 4)
    drive.ok(c.SitOut(), actor=player(3))
    begin(drive, button=1)  # the blinds are seats 2 and 4: the big blind passes seat 3
    assert drive.state.stack("player:3").owes == ("big-blind",)
    drive.deal("As Kd 7c Ah Kc 2d")
    do(drive, 1, "fold")
    do(drive, 2, "fold")
    do(drive, 4, "muck")
    drive.ok(c.CallResult())
    drive.ok(c.SitIn(post=True), actor=player(3))
    drive.ok(c.DealHand(), actor=DEALER)
    assert drive.state.button == 2
    felt = current_play(drive.state).state
    assert isinstance(felt, HoldemRound)
    assert drive.state.stack("player:3").owes == ()


# A house that is killed


def new_house(folder: Path) -> tuple[House, list[int]]:
    """Open a house with an automated table of four players; return it with its clock."""
    now = [1_790_000_000_000]
    store = Store.open(folder / "house.db", create=True)
    keys = HouseKeys.create(folder / "keys")
    house = House(
        store, keys, HousePolicy("A house", demonstration=True), clock=lambda: now[0], chance=SeededRandomSource(5)
    )
    funds = [Transfer("outside", f"player:{number}", 10_000_00) for number in range(1, 5)]
    house.writer.run(lambda uow: uow.append_record("house", actor="system", command="fund", transfers=funds))
    settings = TableSettings(
        rulebook="ca-texas-holdem", mode=DealingMode.AUTOMATED, schedule="nl-2", card_ms=0, result_ms=0
    )
    assert isinstance(house.create_table("t1", settings), Accepted)
    house.execute("t1", c.OpenTable(), Actor("user:99", "Floor", "supervisor"))
    for number in range(1, 5):
        assert isinstance(house.execute("t1", c.SitDown(seat=number), player(number)), Accepted)
        assert isinstance(house.execute("t1", c.BuyChips(cents=(20 + 60 * number) * 100), player(number)), Accepted)
    return house, now


def restarted(house: House, now: list[int]) -> House:
    """Return the same house after its process was killed: everything is read from the log."""
    policy = HousePolicy("A house", demonstration=True)
    return House(house.store, house.keys, policy, clock=lambda: now[0], chance=SeededRandomSource(6))


def step(house: House, now: list[int], chance: SeededRandomSource) -> None:
    state = house.tables["t1"]
    need = current_play(state).need if state.phase is Phase.DEALING else None
    now[0] += 1
    if isinstance(need, Ask):
        question = need.questions[0]
        choices = [choice for choice in question.choices if choice.do != "fold" or chance.below(4) == 0]
        choice = choices[chance.below(len(choices))]
        cents = choice.least if choice.do in ("bet", "raise") else None
        reply = house.execute(
            "t1", c.MakeDecision(seat=question.seat, choice=choice.do, cents=cents), player(question.seat)
        )
        assert isinstance(reply, Accepted), reply
    else:
        now[0] = max(now[0], house.next_timer_of("t1") or 0)
        assert isinstance(house.run_timers("t1"), Accepted)


def test_a_house_killed_in_any_street_continues_with_the_same_state(tmp_path: Path) -> None:
    house, now = new_house(tmp_path)
    chance, restarts = SeededRandomSource(11), Counter[int]()
    for _ in range(70 if not SOAK else 300):
        step(house, now, chance)
        before = house.tables["t1"]
        street = -1
        if before.phase is Phase.DEALING:
            round_ = current_play(before).state
            assert isinstance(round_, HoldemRound)
            street = round_.stage
            in_play = sum(seated.stack + seated.put_in for seated in round_.betting.players.values())
            assert house.ledger.balances["stakes:t1"] == in_play
        if SOAK or restarts[street] < 2:
            restarts[street] += 1
            house = restarted(house, now)
            assert house.tables["t1"] == before
    assert restarts.keys() >= {-1, 0, 1, 2, 3}
    assert sum(house.ledger.balances.values()) == 0
    found = rebuild_all(house.store, unlock=house.keys.decrypt)
    assert found.findings == []
    assert found.replayed > 2
    assert [finding for finding in rebuild_all(house.store).findings if "t1" in str(finding)] == []


def test_the_bundle_of_a_hand_is_valid_without_the_hidden_cards(tmp_path: Path) -> None:
    house, now = new_house(tmp_path)
    chance = SeededRandomSource(2)
    while house.tables["t1"].rounds < 3:
        step(house, now, chance)
    for number in (1, 2):
        bundle = make_bundle(house.store, house.keys, f"t1/{number:06d}", now[0], "user:99")
        report = check_bundle(bundle)
        assert [str(finding) for finding in report.findings] == []
