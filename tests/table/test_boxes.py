"""Boxes: a player has several seats at a table whose rules allow it. [004 L1441, L1465]"""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.errors import Refused
from croupier.play.round import Ask
from croupier.table import commands as c
from croupier.table.dispatch import execute_command
from croupier.table.settings import TableSettings
from croupier.views.table_view import table_view
from croupier.views.viewer import Viewer
from tests.table_driver import CREDIT, Drive, placed, player

ANN, BOB = player(1), player(2)
X = "ca-blackjack-x"


def blackjack(**options: object) -> Drive:
    return Drive("house-blackjack", options=options).open(1)


def with_two_boxes() -> Drive:
    drive = blackjack()
    drive.ok(c.SitDown(seat=3), actor=ANN)
    return drive


def settings(rulebook: str, **options: object) -> c.ChangeSettings:
    """Return a change of settings to a game that takes no collection."""
    return c.ChangeSettings(settings=TableSettings(rulebook=rulebook, options=options))


def asked_seats(drive: Drive) -> list[int]:
    need = drive.state.replay_play.need
    return [question.seat for question in need.questions] if isinstance(need, Ask) else []


def test_a_player_takes_boxes_up_to_the_limit_of_the_table() -> None:
    drive = with_two_boxes()
    drive.ok(c.SitDown(seat=7), actor=ANN)
    refused = drive.refused(c.SitDown(seat=5), "seat/too_many_boxes", actor=ANN)
    assert [cite.endswith("L1441, L1465") for cite in refused.cites] == [True]
    assert "3" in refused.message
    drive.fund(2)
    drive.refused(c.SitDown(seat=3), "seat/taken", actor=BOB)
    assert drive.state.seats_of("player:1") == [1, 3, 7]


@pytest.mark.parametrize(("rulebook", "options"), [("ilani-blackjack", {}), ("co-baccarat", {}), (X, {"boxes": 1})])
def test_without_a_rule_for_boxes_a_player_has_one_seat(rulebook: str, options: dict[str, object]) -> None:
    drive = Drive(rulebook, options=options).open(1)
    drive.refused(c.SitDown(seat=2), "seat/already_seated", actor=ANN)


def test_a_table_cannot_have_more_boxes_than_the_rules_allow() -> None:
    drive = blackjack()
    drive.refused(settings("house-blackjack", boxes=8), "settings/rulebook")


def test_each_box_has_its_own_wagers_and_its_own_bonus() -> None:
    """One bonus wager for each base wager; a box without a base wager takes no bonus wager. [004 L1441]"""
    drive = Drive(X).open(1, 8)
    drive.ok(c.SitDown(seat=2), actor=ANN)
    drive.ok(c.DeclineBank(), actor=ANN)
    drive.bank(8, 100_000)
    drive.ok(c.OpenBets())
    drive.bet(1, {"game": 1_000, "buster": 500})
    refused = drive.refused(placed(2, {"buster": 500}), "wager/not_allowed", actor=ANN)
    assert [cite.endswith("L1441") for cite in refused.cites] == [True]
    drive.bet(1, {"game": 2_000, "buster": 500, "lucky-pair": 500}, seat=2)
    assert drive.state.round is not None
    assert drive.state.round.staked_by("player:1") == 4_500


def test_a_bet_on_the_box_of_another_player_is_refused_without_backline() -> None:
    drive = with_two_boxes()
    drive.seat(2)
    drive.ok(c.OpenBets())
    refused = drive.refused(placed(3, {"blackjack": 1_000}), "wager/backline", actor=BOB)
    assert refused.message
    drive.refused(placed(4, {"blackjack": 1_000}), "wager/invalid_seat", actor=ANN)


def test_two_boxes_are_asked_in_turn_and_one_of_them_splits() -> None:
    drive = with_two_boxes()
    drive.ok(c.OpenBets())
    drive.bet(1, {"blackjack": 1_000})
    drive.bet(1, {"blackjack": 2_000}, seat=3)
    drive.ok(c.CloseBets())
    drive.deal("8s Tc 6d 8h 9c Th")  # box 1 has 8 8, box 3 has 10 9, the dealer has 6 and 10
    assert asked_seats(drive) == [1]
    drive.refused(c.MakeDecision(seat=3, choice="stand"), "decision/not_requested", actor=ANN)
    drive.ok(c.MakeDecision(seat=1, choice="split"), actor=ANN)
    drive.deal("Td")
    drive.ok(c.MakeDecision(seat=1, choice="stand"), actor=ANN)
    drive.deal("9d")
    drive.ok(c.MakeDecision(seat=1, choice="stand"), actor=ANN)
    assert asked_seats(drive) == [3]
    view = table_view(drive.state, Viewer("player", "player:1"), drive.at, {}, drive.credit(1))
    assert [(question["seat"], question["is_own"]) for question in view["decision"]["questions"]] == [(3, True)]  # type: ignore[index]
    drive.ok(c.MakeDecision(seat=3, choice="stand"), actor=ANN)
    drive.deal("Ks")  # the dealer breaks
    drive.ok(c.CallResult())
    assert drive.credit(1) == CREDIT + 1_000 + 1_000 + 2_000
    assert {result["seat"] for result in drive.last_round["results"]} == {1, 3}
    drive.check_log()


def test_a_personal_limit_counts_all_boxes_of_a_player_together() -> None:
    drive = with_two_boxes()
    drive.ok(c.OpenBets())
    drive.bet(1, {"blackjack": 1_000})
    checked: list[tuple[int, int]] = []

    def own_limits(_account: str, _at: int, extra: int, staked: int) -> Refused | None:
        checked.append((extra, staked))
        return Refused("limit/round", "That is over your own limit.") if extra + staked > 1_500 else None

    context = replace(drive.house.context(drive.at, ANN), check_player_limits=own_limits)
    refused = execute_command(drive.state, placed(3, {"blackjack": 1_000}), context)
    assert isinstance(refused, Refused)
    assert refused.code == "limit/round"
    assert checked == [(1_000, 1_000)]


def test_one_box_is_given_back_and_the_others_stay() -> None:
    drive = with_two_boxes()
    drive.seat(2)
    drive.refused(c.StandUp(seat=2), "seat/not_yours", actor=ANN)
    drive.ok(c.OpenBets())
    drive.bet(1, {"blackjack": 1_000})
    drive.refused(c.StandUp(seat=1), "seat/in_play", actor=ANN)
    drive.refused(c.StandUp(), "seat/in_play", actor=ANN)
    drive.ok(c.StandUp(seat=3), actor=ANN)
    assert drive.state.seats_of("player:1") == [1]
    drive.bet(1, {})
    drive.ok(c.SitDown(seat=4), actor=ANN)
    drive.ok(c.StandUp(), actor=ANN)
    assert list(drive.state.seats) == [2]


def test_new_settings_with_fewer_boxes_keep_the_first_ones() -> None:
    drive = with_two_boxes()
    drive.ok(c.SitDown(seat=2), actor=ANN)
    drive.ok(settings("house-blackjack", boxes=2))
    assert drive.state.seats_of("player:1") == [1, 3]
    drive.ok(settings("ilani-blackjack"))
    assert drive.state.seats_of("player:1") == [1]


def test_the_bank_is_offered_to_a_player_with_several_boxes_once() -> None:
    """The limit of two hands counts for a person, not for a seat. [004 L355]"""
    drive = Drive(X).open(1)
    drive.ok(c.SitDown(seat=2), actor=ANN)
    drive.seat(5)
    assert drive.state.offers is not None
    assert drive.state.offers.rotation.seats == (1, 5)
    drive.bank(1, 50_000)
    drive.ok(c.OpenBets())
    drive.refused(placed(2, {"game": 1_000}), "wager/player_dealer_cannot_bet", actor=ANN)
    drive.ok(c.StandUp(seat=2), actor=ANN)
    drive.refused(c.StandUp(), "seat/in_play", actor=ANN)


def test_a_player_who_gives_up_the_first_box_banks_from_the_next_and_keeps_a_decline() -> None:
    drive = Drive(X).open(1)
    drive.ok(c.SitDown(seat=2), actor=ANN)
    drive.seat(5)
    drive.ok(c.DeclineBank(), actor=ANN)
    drive.ok(c.StandUp(seat=1), actor=ANN)
    assert drive.state.offers is not None
    assert drive.state.offers.rotation.seats == (2, 5)
    assert drive.state.offers.rotation.passed == (2,)
    assert drive.state.offers.rotation.offered_seat == 5


def test_a_third_party_provider_holds_one_seat() -> None:
    drive = Drive(X).open(1)
    drive.seat(8, third_party=True)
    drive.refused(c.SitDown(seat=7), "seat/too_many_boxes", actor=player(8, third_party=True))
