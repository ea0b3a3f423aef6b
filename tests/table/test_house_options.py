"""Options that the documents leave to the house at a baccarat table.

They cover free hands, bets from behind a seat, who turns the cards, and how cards are dealt.
"""

from __future__ import annotations

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from croupier.views.table_view import table_view
from croupier.views.viewer import Viewer
from tests.table_driver import DEALER, Drive, placed, player

REASON = "to keep the order"


def face_down_hands(drive: Drive) -> list[str]:
    """Return the name of the hand for each card that the public sees face down."""
    hands = table_view(drive.state, Viewer(), drive.at, {})["hands"]
    return [hand for hand, cards in hands.items() for card in cards if card["is_face_down"]]


def test_a_shoe_has_as_many_free_hands_as_the_house_allows() -> None:
    drive = Drive("co-baccarat", options={"free_hands": 1}).open(1)
    drive.ok(c.OrderFreeHand(reason=REASON))
    drive.play("6s 4h Kd 3c")
    refused = drive.refused(c.OrderFreeHand(reason=REASON), "free_hand/most")
    assert [cite.endswith("L53") for cite in refused.cites] == [True]
    drive.new_shoe()
    drive.ok(c.OrderFreeHand(reason=REASON))


def test_without_a_limit_of_the_house_free_hands_are_not_counted() -> None:
    drive = Drive("co-baccarat").open(1)
    for _ in range(3):
        drive.ok(c.OrderFreeHand(reason=REASON))
        drive.play("6s 4h Kd 3c")
    assert drive.state.free_hands == 3


@pytest.mark.parametrize("allowed", [True, False])
def test_the_house_decides_about_bets_from_behind_a_seat(*, allowed: bool) -> None:
    drive = Drive("co-baccarat", options={"over_the_shoulder": allowed}).open(1, 2)
    drive.ok(c.OpenBets())
    behind = placed(1, {"player": 1_000})
    if allowed:
        drive.ok(behind, actor=player(2))
    else:
        drive.refused(behind, "wager/backline", actor=player(2))
        drive.bet(1, {"player": 1_000})
    view = table_view(drive.state, Viewer(), drive.at, {})
    assert {wager["is_backline_allowed"] for wager in view["wagers"]} == {allowed}


def midi(**options: object) -> Drive:
    """Deal four face-down cards with two large bettors and one smaller bettor on Player."""
    drive = Drive("co-baccarat", options={"cards_turned_by": "bettor", **options}).open(1, 2, 3)
    drive.begin({1: {"player": 5_000}, 2: {"player": 2_000}, 3: {"player": 5_000}})
    drive.deal("6s 4h Kd 3c")
    return drive


def test_the_house_may_forbid_that_a_smaller_bettor_turns_the_cards() -> None:
    drive = midi(lower_bettor_turns=False)
    drive.refused(c.RequestRevealPass(hand="player", to_seat=2), "turning/house_denies", actor=player(3))
    drive.ok(c.RequestRevealPass(hand="player", to_seat=1), actor=player(3))


def test_the_dealer_may_deny_one_request_and_cannot_agree_for_the_players() -> None:
    drive = midi()
    drive.ok(c.RequestRevealPass(hand="player", to_seat=2), actor=player(3))
    drive.refused(c.AnswerRevealPass(hand="player", agree=True), "turning/players_agree", actor=DEALER)
    drive.ok(c.AnswerRevealPass(hand="player", agree=False), actor=DEALER)
    drive.refused(c.AnswerRevealPass(hand="player", agree=False), "turning/not_asked", actor=DEALER)
    drive.refused(c.RevealCards(hand="player"), "turning/not_yours", actor=player(2))
    drive.ok(c.RevealCards(hand="player"), actor=player(3))
    drive.check_log()


def test_at_a_midi_table_of_pennsylvania_the_largest_bettors_are_given_the_cards() -> None:
    """The largest bettor also turns third cards; the dealer turns the side without bets. [001 L35]"""
    drive = Drive("pa-mini-baccarat", options={"cards_turned_by": "bettor"}).open(1, 2)
    drive.begin({1: {"player": 5_000}, 2: {"player": 2_500}})
    drive.deal("2s 4h Kd 3c")
    drive.refused(c.RevealCards(hand="player"), "turning/not_yours", actor=player(2))
    drive.ok(c.RevealCards(hand="player"), actor=player(1))
    drive.ok(c.RevealCards(hand="banker"), actor=DEALER)
    drive.deal("9h")
    drive.ok(c.RevealCards(hand="player"), actor=player(1))


def test_a_first_card_found_face_up_opens_the_free_hand() -> None:
    """Wagers of the first hand are void, and the card stays first in the order of the shoe. [003 L298]"""
    drive = Drive("co-baccarat").open(1)
    drive.begin()
    drive.ok(c.ReportCardFaceUp(card="9s", reason="it lay face up"))
    assert drive.state.opening.free_hand
    assert drive.state.opening.carried is not None
    drive.refused(c.LoadShoe(), "shoe/carried_hand_due")
    drive.play("4h Kd 3c")
    assert drive.last_round["cards"] == {"player": ["9s", "Kd"], "banker": ["4h", "3c"]}


@pytest.mark.parametrize("rulebook", ["ca-ez-baccarat-dragon-7", "ca-commission-free-baccarat", "co-baccarat"])
def test_cards_dealt_face_down_are_opened_the_players_hand_first(rulebook: str) -> None:
    """The fourth card needs no extra command: the dealer opens one hand after the other. [004 L299; 003 L221]"""
    drive = Drive(rulebook, options={"dealt": "face-down"}).open(1, 2)
    if drive.state.offers is not None:
        drive.bank(1, 100_000)
    drive.begin({2: {"player": 2_000}})
    drive.deal("2s 4h Kd")
    assert sorted(face_down_hands(drive)) == ["banker", "player", "player"]
    drive.deal("8c")
    assert [event.hand for event in drive.events if isinstance(event, e.CardsRevealed)] == ["player", "banker"]
    assert face_down_hands(drive) == []
    drive.deal("9h 7s")
    assert face_down_hands(drive) == []
    drive.ok(c.CallResult())
    assert drive.last_round["cards"] == {"player": ["2s", "Kd", "9h"], "banker": ["4h", "8c", "7s"]}
    drive.check_log()


def test_the_generator_opens_the_players_hand_a_moment_before_the_bankers() -> None:
    drive = Drive("co-baccarat", "automated", options={"dealt": "face-down"}).open(1)
    drive.run(until="bets-opened")
    drive.bet(1, {"player": 2_000})
    turned = []
    while drive.state.round is not None:
        drive.tick()
        turned += [(event.hand, drive.at) for event in drive.events if isinstance(event, e.CardsRevealed)]
    assert [hand for hand, _ in turned][:2] == ["player", "banker"]
    assert turned[0][1] < turned[1][1]
