"""Corrections at a live table: void rounds, and cards corrected before and after the result. [R22, R30, R55]"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import Card
from croupier.errors import Refused
from croupier.play.round import Deal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import Phase
from tests.live_tables import BANKER_WINS, PANDA, TIE, dealing, play_hands, request_correction, settled
from tests.table_driver import CREDIT, OTHER_SUPERVISOR, SUPERVISOR, Drive

# Void rounds return stakes, fees and the bank to the cent [R30]


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
    assert sum(event["kind"] == "round-voided" for event in drive.log) == 1
    assert sum(drive.last_round["returned"].values()) >= 42_500
    drive.refused(c.RequestCorrection(round="t1/000001", place=1, card="9s", reason="misread"), "correction/void")


# Corrections before the result [R22; 000 L136]


def test_a_misread_card_is_corrected_and_play_continues() -> None:
    drive = dealing("2s 9h Kd Kc")
    drive.ok(c.CorrectCard(place=2, card="6h"))
    assert drive.state.round is not None
    assert [str(dealt.card) for dealt in drive.state.round.dealt] == ["2s", "6h", "Kd", "Kc"]
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


def test_a_supervisor_decides_about_a_correction_that_leaves_two_extra_cards() -> None:
    drive = dealing("2s 2h Kd Kc 4d 5s")
    drive.refused(c.CorrectCard(place=1, card="9s"), "card/cannot_correct")
    drive.ok(c.DeclareMisdeal(reason="a natural was missed"))
    assert drive.balance("stakes") == 0


@pytest.mark.parametrize(("place", "card", "code"), [(5, "9s", "card/not_found"), (1, "2s", "card/unchanged")])
def test_only_a_card_that_was_read_can_be_corrected(place: int, card: str, code: str) -> None:
    dealing("2s 9h Kd Kc").refused(c.CorrectCard(place=place, card=card), code)


# Corrections after the result: approved by a second person, posted as reversing entries [R22, R55]


def test_a_correction_moves_exactly_the_difference_and_is_approved_by_another() -> None:
    drive = settled(BANKER_WINS, {1: {"banker": 5_000}, 2: {"player": 2_000}})
    before = {number: drive.credit(number) for number in (1, 2)}
    drive.ok(request_correction(1, "9s"))
    drive.refused(request_correction(1, "9s"), "correction/asked")
    drive.refused(c.ApproveCorrection(id="correction-1"), "approval/own", actor=SUPERVISOR)
    drive.refused(c.ApproveCorrection(id="correction-9"), "correction/not_found", actor=OTHER_SUPERVISOR)
    assert {number: drive.credit(number) for number in (1, 2)} == before
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["facts"]["winner"] == "tie"
    assert (drive.credit(1), drive.credit(2), drive.balance("house")) == (CREDIT, CREDIT, 0)


def test_money_moves_by_the_difference_of_the_two_settlements() -> None:
    drive = settled("8s 9h Kd Kc", {1: {"banker": 5_000}, 2: {"player": 2_000}})
    was = {result["account"]: result["net_cents"] for result in drive.last_round["results"]}
    before = {number: drive.credit(number) for number in (1, 2)}
    drive.ok(request_correction(2, "Ah"))
    decided = drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    now = {result["account"]: result["net_cents"] for result in drive.last_round["results"]}
    for number in (1, 2):
        account = f"player:{number}"
        assert drive.credit(number) - before[number] == now[account] - was[account] != 0
    event = next(decided_event for decided_event in decided.events if isinstance(decided_event, e.RoundCorrected))
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
    drive.ok(request_correction(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.credit(1) == 0
    assert drive.balance("owed:1") == -(won + 5_000 - 100)


def test_the_roads_and_the_shoe_are_corrected_with_the_round() -> None:
    drive = Drive().open(1)
    drive.play("8s 9h Kd Kc")
    drive.play(TIE)
    drive.ok(request_correction(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert [outcome.winner for outcome in drive.state.trends.current.outcomes] == ["player", "tie"]
    shoe = drive.state.shoe
    assert shoe is not None
    assert shoe.seen[_kind("Ah")] == 1
    assert shoe.seen[_kind("9h")] == 1  # the nine of the tie


def _kind(card: str) -> int:
    parsed = Card.parse(card)
    return 4 * (parsed.rank - 1) + parsed.suit


def test_a_round_of_an_earlier_shoe_is_corrected_in_the_roads_of_that_shoe() -> None:
    drive = Drive().open(1)
    drive.play("8s 9h Kd Kc")
    drive.new_shoe()
    drive.play(TIE)
    seen = drive.state.shoe.seen if drive.state.shoe else ()
    drive.ok(request_correction(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert [outcome.winner for outcome in drive.state.trends.previous[0].outcomes] == ["player"]
    assert [outcome.winner for outcome in drive.state.trends.current.outcomes] == ["tie"]
    assert drive.state.shoe is not None
    assert drive.state.shoe.seen == seen


def test_a_third_card_that_was_not_due_does_not_count_after_a_correction() -> None:
    drive = settled("2s 7h Kd Kc 8d", {1: {"banker": 5_000}, 2: {"player": 2_000}})
    assert drive.last_round["facts"]["winner"] == "banker"
    drive.ok(request_correction(1, "8s"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["cards"] == {"player": ["8s", "Kd"], "banker": ["7h", "Kc"]}
    assert [dealt["hand"] for dealt in drive.last_round["dealt"]] == ["player", "banker", "player", "banker"]
    assert drive.credit(2) == CREDIT + 2_000


def test_a_correction_moves_a_third_card_to_the_hand_that_draws_it() -> None:
    drive = settled("2s 5h Kd Kc 2d", {1: {"banker": 5_000}})
    drive.ok(request_correction(1, "7s"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["cards"] == {"player": ["7s", "Kd"], "banker": ["5h", "Kc", "2d"]}
    assert drive.last_round["dealt"][-1] == {"hand": "banker", "nth": 3, "card": "2d"}
    drive.ok(request_correction(5, "8d"))
    drive.ok(c.ApproveCorrection(id="correction-2"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["facts"]["winner"] == "player"
    assert len(drive.last_round["corrections"]) == 2
    assert drive.credit(1) == CREDIT - 5_000


def test_the_place_of_a_correction_counts_every_card_of_the_round() -> None:
    """Check that the place of a card in a correction also counts a card that was found face up."""
    drive = Drive().open(1)
    drive.begin()
    drive.deal("8s")
    drive.ok(c.ReportCardFaceUp(card="9h", reason="it lay face up"))
    drive.deal("Kd Kc")
    drive.ok(c.CallResult())
    drive.refused(request_correction(2, "Ah"), "card/not_found")
    drive.ok(request_correction(3, "Ad"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["cards"]["player"] == ["8s", "Ad"]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (request_correction(1, "9s", 7), "round/not_found"),
        (request_correction(6, "9s"), "card/not_found"),
        (request_correction(1, "8s"), "card/unchanged"),
        (request_correction(1, "zz"), "card/unreadable"),
        (request_correction(1, "Ks"), "shoe/impossible_card"),
        (request_correction(1, "2s"), "correction/incomplete"),
        (c.RejectCorrection(id="correction-1", reason="it was not"), "correction/not_found"),
    ],
)
def test_an_impossible_correction_is_refused_when_it_is_requested(order: c.Command, code: str) -> None:
    drive = Drive().open(1, first="Ks")
    drive.play("8s 5h Kd Kc")
    play_hands(drive, iter(["Ks"] * 7), 7)
    drive.refused(order, code)
    assert not drive.state.corrections


def test_a_rejected_correction_changes_nothing_and_can_be_requested_again() -> None:
    drive = settled("8s 9h Kd Kc")
    before = drive.last_round
    drive.ok(request_correction(2, "Ah"))
    drive.ok(c.RejectCorrection(id="correction-1", reason="the film shows a nine"))
    assert drive.last_round == before
    drive.ok(request_correction(2, "Ah"))
    assert list(drive.state.corrections) == ["correction-2"]


def test_a_round_whose_rulebook_has_changed_since_is_not_settled_again_by_other_rules() -> None:
    drive = settled("8s 9h Kd Kc")
    drive.house.archived["t1/000001"]["digest"] = "another"
    drive.refused(request_correction(2, "Ah"), "correction/rules_changed")


def test_a_correction_in_a_player_dealer_game_moves_money_only_between_players() -> None:
    drive = Drive(PANDA, schedule=1).open(1, 2)
    drive.bank(1, 30_000)
    drive.play("8s 9h Kd Kc", {2: {"banker": 5_000}})
    fee = drive.balance("drop")
    assert (drive.credit(1), drive.credit(2)) == (CREDIT - 5_000 - fee, CREDIT + 5_000)
    drive.bank(1, 30_000)
    drive.ok(c.OpenBets())
    drive.ok(request_correction(2, "Ah"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert (drive.credit(1), drive.credit(2)) == (CREDIT + 5_000 - fee - 30_000, CREDIT - 5_000)
    assert drive.balance("house") == 0


@given(
    cards=st.lists(st.sampled_from([f"{r}{s}" for r in "A23456789TK" for s in "sh"]), min_size=7, max_size=7),
    data=st.data(),
)
@settings(max_examples=40)
def test_a_corrected_round_is_worth_what_it_would_have_been(cards: list[str], data: st.DataObject) -> None:
    """Check that balances after a correction equal those of a round in which the card was read correctly."""
    bets = {1: {"banker": 5_000, "tie": 500}, 2: {"player": 2_000, "koi-7": 500}}
    drive = Drive().open(1, 2)
    read = _dealt_by_need(drive, cards[:6], bets)
    place, card = data.draw(st.integers(1, len(read))), cards[6]
    decided = drive.do(request_correction(place, card))
    if isinstance(decided, Refused):
        assert decided.code in {"card/unchanged", "card/cannot_correct", "correction/incomplete"}
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
    """Deal a round from these cards and return the cards that it needed."""
    drive.ok(c.OpenBets())
    for number, wagers in bets.items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    read: list[str] = []
    while isinstance(drive.state.replay_play.need, Deal) and len(read) < 6:
        read.append(cards[len(read)])
        drive.ok(c.ReadCard(card=read[-1]))
    drive.ok(c.CallResult())
    return read
