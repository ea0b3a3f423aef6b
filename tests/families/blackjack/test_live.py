"""Blackjack at a live table: questions and their timers, the cost of a decision, and hidden cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.play.round import Ask, Deal
from croupier.table import commands as c
from croupier.table.events import IrregularityReported, json_of
from croupier.table.state import Phase
from croupier.table.timers import next_timer_at
from croupier.views.event_view import event_view, public_view
from croupier.views.table_view import table_view
from croupier.views.viewer import KINDS, Viewer
from tests.evidence_house import DEALER
from tests.table_driver import CREDIT, OTHER_SUPERVISOR, SUPERVISOR, Drive, placed, player

ILANI, X, OWN = "ilani-blackjack", "ca-blackjack-x", "house-blackjack"
TEN_DOLLARS = {"blackjack": 1_000}
ONE = {1: TEN_DOLLARS}
TWO = {1: TEN_DOLLARS, 2: TEN_DOLLARS}


def table(cards: str, bets: Mapping[int, Mapping[str, int]] = ONE, rulebook: str = ILANI, **how: Any) -> Drive:
    """Create a table and deal these cards.

    An automated table plays up to the first question, a dealer's table up to the last card.
    """
    drive = Drive(rulebook, how.pop("mode", "dealer-assist"), house=how.pop("house", None), **how)
    if not drive.state.is_automated:
        drive.open(*bets)
        begin(drive, bets)
        drive.deal(cards)
        return drive
    drive.house.box.script(f"2c {cards}")
    drive.open(*bets)
    drive.run(until="bets-opened")
    begin(drive, bets)
    drive.run(until="decisions-requested")
    return drive


def automated(cards: str, bets: Mapping[int, Mapping[str, int]] = TWO, rulebook: str = ILANI, **how: Any) -> Drive:
    return table(cards, bets, rulebook, mode="automated", **how)


def begin(drive: Drive, bets: Mapping[int, Mapping[str, int]]) -> None:
    if drive.state.phase is Phase.BETWEEN:
        drive.ok(c.OpenBets())
    for number, wagers in bets.items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())


def decide(seat: int, choice: str, cents: int | None = None, question: int | None = None) -> c.MakeDecision:
    return c.MakeDecision(seat=seat, choice=choice, cents=cents, question=question)


def decide_as_player(drive: Drive, seat: int, choice: str, cents: int | None = None, at: int | None = None) -> None:
    """Send the decision of a player; player 2 sits at seat 2."""
    drive.ok(decide(seat, choice, cents), at, player(seat))


def open_questions(drive: Drive) -> list[tuple[int, int, int]]:
    """Return seat, hand and number of every open question."""
    need = drive.state.replay_play.need if drive.state.round else None
    return (
        [(question.seat, question.hand, question.nth) for question in need.questions] if isinstance(need, Ask) else []
    )


def next_timer(drive: Drive) -> int:
    time = next_timer_at(drive.state)
    assert time is not None
    return time


def net(drive: Drive, number: int) -> int:
    return drive.credit(number) - CREDIT


def main_results(drive: Drive, *, hand: int | None = None) -> list[tuple[str, str, int]]:
    """Return bettor, result and cents of the main wagers of the last round."""
    rows = [result for result in drive.last_round["results"] if result["wager"] in ("blackjack", "game")]
    return [
        (result["bettor"], result["result"], result["cents"]) for result in rows if hand in (None, result.get("hand"))
    ]


# Terminals: all seats are asked at once, with one countdown [002 L102-103, L121-122]


def test_terminals_are_asked_together_under_one_countdown() -> None:
    drive = automated("9s 5s 6d 2h 6h Td", decision_seconds=10)
    began = drive.at
    assert open_questions(drive) == [(1, 1, 1), (2, 1, 1)]
    assert next_timer(drive) == began + 10_000
    decide_as_player(drive, 2, "stand", at=began + 3_000)
    assert open_questions(drive) == [(1, 1, 1)]
    assert next_timer(drive) == began + 10_000, "a question that was answered gives the others no more time"
    decide_as_player(drive, 1, "hit", at=began + 9_000)
    drive.run(until="decisions-requested")
    assert open_questions(drive) == [(1, 1, 2)]
    assert next_timer(drive) == drive.at + 10_000, "a new question starts the countdown anew"


TOGETHER = {"decisions": "together"}


def test_a_new_question_gives_everybody_who_is_asked_the_same_time() -> None:
    drive = automated("9s 5s 6d 2h 6h Td 2d", decision_seconds=10, options=TOGETHER)
    decide_as_player(drive, 1, "hit", at=drive.at + 8_000)
    drive.run(until="decisions-requested")
    assert open_questions(drive) == [(1, 1, 2), (2, 1, 1)]
    assert next_timer(drive) == drive.at + 10_000


@pytest.mark.parametrize("mode", ["automated", "dealer-assist"])
def test_one_countdown_runs_for_all_and_the_cards_come_as_prompted_after_it(mode: str) -> None:
    first = "9s 5s 6d 2h 6h Td"
    drive = table(f"{first} 3h 9d" if mode == "automated" else first, TWO, mode=mode, decision_seconds=10)
    began, cards = drive.at, iter(["3h", "9d"])
    assert open_questions(drive) == [(1, 1, 1), (2, 1, 1)]
    decide_as_player(drive, 2, "double-down", at=began + 4_000)
    assert open_questions(drive) == [(1, 1, 1)]
    assert next_timer(drive) == began + 10_000
    if mode == "dealer-assist":
        drive.refused(c.ReadCard(card="3h"), "card/not_due")
    decide_as_player(drive, 1, "hit", at=began + 9_000)
    for seat in (1, 2):  # in the order of the seats, not of the decisions
        assert drive.state.replay_play.need == Deal(f"player:{seat}", 3)
        if mode == "dealer-assist":
            drive.deal(next(cards))
        else:
            drive.tick()
    assert open_questions(drive) == [(1, 1, 2)]


def test_a_timeout_ends_the_countdown_for_seats_without_a_decision() -> None:
    drive = table("9s 5s 6d 2h 6h Td", TWO, decision_seconds=10)
    decide_as_player(drive, 2, "hit")
    drive.tick()
    assert drive.kinds[0] == "decision-timed-out"
    assert drive.state.replay_play.need == Deal("player:2", 3)
    drive.deal("2c")
    assert open_questions(drive) == [(2, 1, 2)]


def test_a_timeout_stands_on_this_hand_and_on_every_later_one() -> None:
    drive = automated("8s 6d 8h Td 3c 4c 9c", ONE)
    decide_as_player(drive, 1, "split")
    drive.run(until="decisions-requested")
    assert open_questions(drive) == [(1, 1, 2)]
    drive.ok(c.RunTimers(), next_timer(drive))
    assert drive.kinds[0] == "decision-timed-out"
    drive.run(until="round-settled")
    assert drive.last_round["cards"]["player:1/1"] == ["8s", "3c"]
    assert drive.last_round["cards"]["player:1/2"] == ["8h", "4c"]
    assert {"mark": "silence"} in drive.last_round["answers"]
    assert net(drive, 1) == 2_000


def test_a_timeout_declines_insurance_for_all_seats_without_an_answer() -> None:
    drive = automated("Ts Td As 9h 8d 5c")
    assert open_questions(drive) == [(1, 1, 1), (2, 1, 1)]
    decide_as_player(drive, 2, "insure")
    drive.ok(c.RunTimers(), next_timer(drive))
    assert drive.state.round is not None
    assert [bet.seat for bet in drive.state.round.added_wagers] == [2]
    assert open_questions(drive) == [(1, 1, 2), (2, 1, 2)]


def test_a_pause_moves_the_deadline_and_an_answer_after_it_keeps_it() -> None:
    drive = automated("9s 5s 6d 2h 6h Td")
    before = next_timer(drive)
    drive.ok(c.PauseTable(reason="a break"))
    paused = drive.at
    drive.refused(decide(1, "stand"), "table/paused", actor=player(1))
    drive.ok(c.ResumeTable(), paused + 60_000)
    assert next_timer(drive) == before + 60_000
    decide_as_player(drive, 1, "stand")
    assert next_timer(drive) == before + 60_000


def test_at_terminals_only_the_player_decides() -> None:
    drive = automated("9s 5s 6d 2h 6h Td")
    drive.refused(decide(1, "stand"), "decision/players_only", actor=SUPERVISOR)
    drive.refused(decide(1, "stand"), "decision/not_yours", actor=player(2))
    drive.fund(9)
    drive.refused(decide(1, "stand"), "decision/not_yours", actor=player(9))
    drive.refused(decide(3, "stand"), "decision/not_requested", actor=player(1))


def test_a_late_answer_to_an_earlier_question_is_refused_and_the_timer_runs_on() -> None:
    drive = automated("2s 5s 6d 3h 6h Td 2d", options=TOGETHER)
    decide_as_player(drive, 1, "hit")
    drive.run(until="decisions-requested")
    before = next_timer(drive)
    drive.refused(decide(1, "hit", question=1), "decision/stale", actor=player(1))
    assert next_timer(drive) == before
    drive.ok(decide(1, "stand", question=2), actor=player(1))


@pytest.mark.parametrize(
    ("rulebook", "options", "fresh"),
    [
        (ILANI, {}, True),
        (ILANI, {"shoe": "shoe"}, False),
        (OWN, {}, False),
        (OWN, {"automated_shoe": "fresh-each-round"}, True),
    ],
)
def test_a_round_comes_from_whole_decks_where_the_rules_say_so(
    rulebook: str, options: dict[str, Any], fresh: bool
) -> None:
    drive = automated("9s 6d 2h Td", ONE, rulebook, options=options)
    drive.run(until="round-settled")
    drive.run(until="bets-opened")
    assert drive.state.shoes == (2 if fresh else 1)


# A dealer's table: seat by seat, as the dealer enters the decisions


IN_TURN = {"decisions": "in-turn"}


def test_a_dealer_goes_from_seat_to_seat_and_enters_what_players_signal() -> None:
    drive = table("9s 8s 6d 2h 8h Td", TWO, options=IN_TURN)
    assert open_questions(drive) == [(1, 1, 1)]
    drive.refused(decide(2, "stand"), "decision/not_requested", actor=player(2))
    assert drive.refused(c.ReadCard(card="5c"), "card/not_due").message == "No card is due: seat 1 decides first."
    drive.ok(decide(1, "hit"), actor=DEALER)
    drive.refused(decide(1, "hit"), "decision/not_requested", actor=player(1))
    drive.deal("9c")
    drive.ok(decide(1, "stand"), actor=player(1))
    assert open_questions(drive) == [(2, 1, 1)]
    drive.ok(decide(2, "split"), actor=DEALER)
    drive.deal("3d")
    assert open_questions(drive) == [(2, 1, 2)]
    drive.ok(decide(2, "double-down", 400), actor=DEALER)
    drive.deal("Tc 2d")
    drive.ok(decide(2, "stand"), actor=DEALER)
    drive.deal("Kc")
    drive.ok(c.CallResult())
    assert main_results(drive) == [("player", "win", 1_000), ("player", "win", 1_400), ("player", "win", 1_000)]
    assert (net(drive, 1), net(drive, 2)) == (1_000, 2_400)


def test_at_a_dealers_table_a_timeout_stands_and_the_next_seat_is_asked() -> None:
    drive = table("9s 8s 6d 2h 8h Td", TWO, decision_seconds=12, options=IN_TURN)
    assert next_timer(drive) == drive.at + 12_000
    drive.tick()
    assert drive.kinds == ["decision-timed-out", "decisions-requested"]
    assert open_questions(drive) == [(2, 1, 1)]
    drive.tick()
    assert "hole-cards-revealed" in drive.kinds
    assert next_timer_at(drive.state) is None, "the dealer's next card is the dealer's to read"


def test_a_seat_may_split_to_four_hands_and_no_further() -> None:
    drive = table("8s 6d 8h Td")
    for card in ("8c", "8d"):
        decide_as_player(drive, 1, "split")
        drive.deal(card)
    decide_as_player(drive, 1, "split")
    drive.deal("8s")
    refusal = drive.refused(decide(1, "split"), "decision/split", actor=player(1))
    assert "4 hands at most" in refusal.message
    assert refusal.cites
    for card in ("2c", "3c", "4c"):
        decide_as_player(drive, 1, "stand")
        drive.deal(card)
    decide_as_player(drive, 1, "stand")
    drive.deal("Kh")
    drive.ok(c.CallResult())
    assert [main_results(drive, hand=hand) for hand in (1, 2, 3, 4)] == [[("player", "win", 1_000)]] * 4
    assert net(drive, 1) == 4_000


def test_aces_are_split_once_and_get_one_card_each() -> None:
    drive = table("As 6d Ah Td")
    decide_as_player(drive, 1, "split")
    drive.deal("Ac Kc")
    assert not open_questions(drive)
    drive.deal("Kh")
    drive.ok(c.CallResult())
    assert [row["name"] for row in drive.last_round["results"]] == ["Win", "Win"], "a ten makes 21 and no blackjack"


def test_a_double_for_less_costs_what_was_put_up() -> None:
    drive = table("5s 6d 6h Td")
    drive.refused(decide(1, "double-down", 1_001), "decision/double-down", actor=player(1))
    decide_as_player(drive, 1, "double-down", 250)
    assert drive.balance("stakes") == 1_250
    drive.deal("Kc 9h")
    drive.ok(c.CallResult())
    assert net(drive, 1) == 1_250


def test_insurance_is_taken_up_to_half_or_declined_and_comes_first() -> None:
    drive = table("Ts 9s As Th 9h Kd", TWO)
    drive.refused(decide(1, "hit"), "decision/insure", actor=player(1))
    refusal = drive.refused(decide(1, "insure", 501), "decision/insure", actor=player(1))
    assert "at most half" in refusal.message
    decide_as_player(drive, 1, "insure", 500)
    decide_as_player(drive, 2, "decline")
    assert "hole-cards-revealed" in drive.kinds
    drive.ok(c.CallResult())
    assert (net(drive, 1), net(drive, 2)) == (0, -1_000)


def test_insurance_is_no_wager_before_the_cards_and_not_offered_against_a_six() -> None:
    drive = Drive(ILANI).open(1)
    drive.ok(c.OpenBets())
    both = placed(1, {**TEN_DOLLARS, "insurance": 500})
    assert isinstance(drive.do(both, actor=player(1)), Refused)
    drive.bet(1, TEN_DOLLARS)
    drive.ok(c.CloseBets())
    drive.deal("Ts 6s 9h Kd")
    drive.refused(decide(1, "insure"), "decision/insure", actor=player(1))


def test_a_hand_is_given_up_for_half_before_a_card_and_not_after() -> None:
    drive = table("Ts 9s 9d 6h 5h Kd", TWO)
    decide_as_player(drive, 1, "surrender")
    decide_as_player(drive, 2, "hit")
    drive.deal("2c")
    refusal = drive.refused(decide(2, "surrender"), "decision/surrender", actor=player(2))
    assert [cite.endswith(" L85") for cite in refusal.cites] == [True]
    decide_as_player(drive, 2, "stand")
    drive.ok(c.CallResult())
    assert (net(drive, 1), net(drive, 2)) == (-500, -1_000)


@pytest.mark.parametrize(
    ("cards", "choice", "says_why"),
    [
        ("5s 6d 6h Td", "split", "not two cards of one value"),
        ("5s 6d 6h Td", "insure", "before anybody plays"),
        ("5s 6d 6h Td", "fold", "nothing a player can do"),
        ("5s 6d 6h Td", "decline", "before anybody plays"),
    ],
)
def test_forbidden_decisions_are_refused_with_the_citation(cards: str, choice: str, says_why: str) -> None:
    drive = table(cards)
    before = next_timer(drive)
    refusal = drive.do(decide(1, choice), actor=player(1))
    assert isinstance(refusal, Refused)
    assert refusal.code.startswith("decision/")
    assert says_why in refusal.message
    assert next_timer(drive) == before


def test_nobody_decides_before_the_cards_or_after() -> None:
    drive = table("5s 6d 6h")
    drive.refused(decide(1, "hit"), "decision/not_requested", actor=player(1))
    drive.deal("Td")
    decide_as_player(drive, 1, "stand")
    drive.refused(decide(1, "hit"), "decision/not_requested", actor=player(1))


# Missing money and limits


def test_a_double_needs_credit_and_keeps_the_players_own_limits() -> None:
    drive = table("5s 6d 6h Td")
    drive.house.limits["player:1"] = Refused("limit/loss", "Your own limit for today is reached.")
    drive.refused(decide(1, "double-down"), "limit/loss", actor=player(1))
    drive.house.limits.clear()
    drive.house.move("player:1", "seed", drive.credit(1) - 300)
    refusal = drive.refused(decide(1, "double-down"), "money/insufficient", actor=player(1))
    assert "$10 more" in refusal.message
    decide_as_player(drive, 1, "double-down", 300)
    assert drive.credit(1) == 0


def banked(cards: str, bets: dict[int, dict[str, int]], cents: int = 100_000, **how: Any) -> Drive:
    """Create a table of Blackjack X with the bank at seat 1."""
    drive = Drive(X, **how).open(1, *bets)
    drive.bank(1, cents)
    drive.ok(c.OpenBets())
    for number, wagers in bets.items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    drive.deal(cards)
    return drive


def with_backline_bettor(cents: int) -> Drive:
    """Create a table where player 5 bets behind seat 2 and has this much credit left."""
    drive = Drive(X).open(1, 2)
    drive.fund(5, 1_000 + cents)
    drive.bank(1, 100_000)
    drive.ok(c.OpenBets())
    drive.bet(2, {"game": 2_000})
    drive.bet(5, {"game": 1_000}, seat=2)
    drive.ok(c.CloseBets())
    drive.deal("8s 6d 8h Td")
    return drive


def test_a_bettor_behind_the_seat_follows_in_proportion() -> None:
    drive = with_backline_bettor(10_000)
    drive.refused(decide(2, "split"), "decision/not_yours", actor=player(5))
    decide_as_player(drive, 2, "split")
    drive.deal("3c")
    decide_as_player(drive, 2, "double-down", 1_000)
    drive.deal("Tc 2c")
    decide_as_player(drive, 2, "stand")
    drive.deal("Kh")
    drive.ok(c.CallResult())
    assert main_results(drive, hand=1) == [("player", "win", 3_000), ("backline-1", "win", 1_500)]
    assert main_results(drive, hand=2) == [("player", "win", 2_000), ("backline-1", "win", 1_000)]
    assert (net(drive, 2), drive.credit(5)) == (5_000, 11_000 + 2_500)


def test_a_follower_who_cannot_pay_stays_on_the_first_hand_and_is_not_doubled() -> None:
    drive = with_backline_bettor(999)
    decide_as_player(drive, 2, "split")
    drive.deal("3c")
    drive.house.move("player:5", "seed", 800)
    decide_as_player(drive, 2, "double-down")
    drive.deal("Tc 2c")
    decide_as_player(drive, 2, "stand")
    drive.deal("Kh")
    drive.ok(c.CallResult())
    assert main_results(drive, hand=1) == [("player", "win", 4_000), ("backline-1", "win", 1_000)]
    assert main_results(drive, hand=2) == [("player", "win", 2_000)]
    assert drive.credit(5) == 199 + 2_000


def test_a_bank_that_runs_out_pays_all_it_has_and_returns_the_other_stakes() -> None:
    drive = banked("Ts Ts 6d Ah Ac Td", {2: {"game": 2_000}, 3: {"game": 2_000}}, 3_000)
    drive.ok(c.CallResult())
    archived = drive.last_round
    assert archived["bank"]["left_cents"] == 0
    assert sum(result["net_cents"] for result in archived["results"]) == 3_000
    assert net(drive, 1) == -3_000 - drive.balance("drop")
    assert net(drive, 2) + net(drive, 3) == 3_000
    assert drive.balance("house") == 0


def test_a_hard_31_wins_and_what_is_between_is_frozen() -> None:
    drive = banked("Ts Ts 6d 6h 6c Td", {2: {"game": 2_000}, 3: {"game": 2_000}})
    decide_as_player(drive, 2, "hit")
    drive.deal("5c")
    decide_as_player(drive, 2, "hit")
    drive.deal("Kd")
    assert open_questions(drive) == [(3, 1, 1)]
    decide_as_player(drive, 3, "hit")
    drive.deal("9c")
    drive.ok(c.CallResult())
    assert (net(drive, 2), net(drive, 3)) == (6_000, -2_000)


# Void rounds and corrections


@pytest.mark.parametrize("order", [c.VoidRound(reason="a fault"), c.DeclareMisdeal(reason="dealt wrongly")])
def test_a_round_called_off_gives_back_what_was_raised_too(order: c.Command) -> None:
    drive = table("8s 9s As 8h 7h 5d", TWO, options=IN_TURN)
    decide_as_player(drive, 1, "insure")
    decide_as_player(drive, 2, "decline")
    decide_as_player(drive, 1, "split")
    drive.deal("3c")
    decide_as_player(drive, 1, "double-down")
    assert drive.balance("stakes") == 4_500
    drive.ok(order)
    assert (drive.credit(1), drive.credit(2)) == (CREDIT, CREDIT)
    assert drive.last_round["returned"] == {"player:1": 3_500, "player:2": 1_000}


@pytest.mark.parametrize("mode", ["automated", "dealer-assist"])
def test_displays_that_disagree_are_paid_by_the_terminal(mode: str) -> None:
    drive = table("9s 6d 2h Td", ONE, mode=mode)
    before = next_timer(drive)
    drive.ok(c.ReportDisagreement(reason="the board shows another card"))
    assert drive.state.round is not None, "what the terminal shows is paid, and nothing is void"
    assert [event.cite[-9:] for event in drive.events if isinstance(event, IrregularityReported)] == [" L129-130"]
    drive.refused(decide(1, "stand"), "table/fault", actor=player(1))
    drive.ok(c.ClearHold(id="fault-1", reason="the board was put right"), drive.at + 5_000)
    assert next_timer(drive) > before, "the time that the table stood is nobody's"
    decide_as_player(drive, 1, "stand")
    if mode == "dealer-assist":
        drive.deal("8c")
        drive.ok(c.CallResult())
    else:
        drive.run(until="round-settled")
    assert drive.last_round["status"] == "settled"


# A blackjack against two to nine is credited at the deal [002 L99, L113]


@pytest.mark.parametrize("mode", ["automated", "dealer-assist"])
def test_a_blackjack_against_two_to_nine_is_credited_at_the_deal(mode: str) -> None:
    drive = table("As 9s 6d Kh 2h Td", TWO, mode=mode)
    assert net(drive, 1) == 1_200, "while the other still decides"
    assert net(drive, 2) == -1_000
    decide_as_player(drive, 2, "stand")
    if mode == "dealer-assist":
        drive.deal("8c")
        drive.ok(c.CallResult())
    else:
        drive.run(until="round-settled")
    assert net(drive, 1) == 1_200
    assert main_results(drive)[0] == ("player", "win", 1_000)
    assert drive.last_round["balances"]["player:1"] == [CREDIT, CREDIT + 1_200]
    drive.check_log()


@pytest.mark.parametrize(("up", "rulebook"), [("Td", ILANI), ("Ad", ILANI), ("6d", OWN)])
def test_no_other_blackjack_is_paid_before_the_round_is_over(up: str, rulebook: str) -> None:
    drive = table(f"As 9s {up} Kh 2h 7d", TWO, rulebook)
    assert net(drive, 1) == -1_000


def test_a_void_round_takes_back_the_pay_of_a_blackjack_even_if_it_is_spent() -> None:
    drive = table("As 9s 6d Kh 2h Td", TWO)
    drive.house.move("player:1", "seed", CREDIT + 1_200)
    drive.ok(c.VoidRound(reason="a fault"))
    assert drive.last_round["returned"] == {"player:1": 1_000, "player:2": 1_000}
    assert (drive.credit(1), drive.house.balance("owed:1")) == (0, -1_200)
    assert net(drive, 2) == 0


def test_a_corrected_card_pays_or_takes_back_a_blackjack() -> None:
    drive = table("As 9s 6d 9h 2h Td", TWO)
    assert net(drive, 1) == -1_000
    drive.ok(c.CorrectCard(place=4, card="Kh"))
    assert net(drive, 1) == 1_200
    drive.ok(c.CorrectCard(place=3, card="Tc"))
    assert net(drive, 1) == -1_000


def test_a_card_that_nobody_asked_for_voids_the_round() -> None:
    drive = table("8s 6d 8h 5d")
    drive.ok(c.ReportCardInError(card="9c", disclosed=True, reason="it slipped out"))
    assert drive.last_round["status"] == "void"
    assert drive.credit(1) == CREDIT


def test_a_shoe_that_runs_out_voids_the_round_and_returns_raises() -> None:
    drive = automated("8s 6d 8h Td", ONE)
    decide_as_player(drive, 1, "split")
    shoe = drive.state.shoe
    assert shoe is not None
    gone = shoe._replace(dealt=shoe.total)
    drive.state = drive.replayed = type(drive.state)(**{**vars(drive.state), "shoe": gone})
    drive.run(until="round-voided")
    assert drive.credit(1) == CREDIT


def test_a_misread_card_is_corrected_and_the_decisions_stay() -> None:
    drive = table("8s 6d 8h Td")
    until = next_timer(drive)
    decide_as_player(drive, 1, "split")
    drive.deal("3c")
    drive.ok(c.CorrectCard(place=5, card="2c"))
    assert open_questions(drive) == [(1, 1, 2)]
    assert next_timer(drive) > until
    refusal = drive.refused(c.CorrectCard(place=3, card="9h"), "card/cannot_correct")
    assert "cannot be split" in refusal.message
    decide_as_player(drive, 1, "stand")
    drive.deal("4c")
    decide_as_player(drive, 1, "stand")
    drive.deal("Kh")
    drive.ok(c.CallResult())
    assert drive.last_round["cards"]["player:1/1"] == ["8s", "2c"]
    assert net(drive, 1) == 2_000


def test_a_settled_round_is_corrected_with_its_doubles() -> None:
    drive = table("5s 6d 6h Td")
    decide_as_player(drive, 1, "double-down")
    drive.deal("7c 5h")
    drive.ok(c.CallResult())
    assert net(drive, 1) == -2_000
    name = drive.last_round["id"]
    drive.ok(c.RequestCorrection(round=name, place=5, card="Tc", reason="it was a ten"))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert net(drive, 1) == 0, "21 against 21"
    assert drive.last_round["status"] == "corrected"
    drive.ok(c.RequestCorrection(round=name, place=6, card="4h", reason="it was a four"))
    drive.ok(c.ApproveCorrection(id="correction-2"), actor=OTHER_SUPERVISOR)
    assert net(drive, 1) == 2_000
    twelve = c.RequestCorrection(round=name, place=4, card="2d", reason="it was a two")
    assert "another card" in drive.refused(twelve, "correction/incomplete").message
    drive.ok(c.RequestCorrection(round=name, place=2, card="7d", reason="it was a seven"))
    drive.ok(c.ApproveCorrection(id="correction-3"), actor=OTHER_SUPERVISOR)
    assert drive.last_round["cards"]["dealer"] == ["7d", "Td"], "the third card was drawn in error"


# Hidden cards


VIEWERS = [
    *(Viewer(kind) for kind in KINDS if kind != "player"),
    Viewer("player", "player:1"),
    Viewer("player", "player:2"),
]


def shown_to_all(drive: Drive) -> Iterator[str]:
    """Yield the view of every viewer, and every event of the last command as each viewer receives it."""
    for viewer in VIEWERS:
        view = table_view(drive.state, viewer, drive.at, {}, 0)
        if view["shoe"]:
            view["shoe"]["digest"] = ""
        yield json.dumps(view, sort_keys=True)
        for event in drive.events:
            yield json.dumps(event_view(json_of(event), viewer, drive.state), sort_keys=True)
    yield from (json.dumps(public_view(json_of(event)), sort_keys=True) for event in drive.events)


def test_correcting_the_hole_card_itself_tells_nobody_what_it_is() -> None:
    drive = table("8s 6d 8h 7d")
    drive.ok(c.CorrectCard(place=4, card="7c"))
    assert not [text for text in shown_to_all(drive) if '"7d"' in text or '"7c"' in text]
    decide_as_player(drive, 1, "stand")
    assert '"7c"' in json.dumps(json_of(drive.events[-1]))


def test_the_view_shows_whose_question_it_is_and_the_cost_of_each_choice() -> None:
    drive = automated("8s 5s 6d 8h 6h Td")
    view = table_view(drive.state, Viewer("player", "player:1"), drive.at, {}, 0)
    asking = view["decision"]
    assert asking["deadline_at"] == next_timer(drive)
    assert [question["is_own"] for question in asking["questions"]] == [True, False]
    costs = {
        choice["do"]: (choice["least_cents"], choice["most_cents"]) for choice in asking["questions"][0]["choices"]
    }
    assert costs == {
        "stand": (0, 0),
        "hit": (0, 0),
        "double-down": (1, 1_000),
        "split": (1_000, 1_000),
        "surrender": (0, 0),
    }
    states = {hand["hand"]: (hand["total"], hand["state"]) for hand in view["hand_states"]}
    assert states == {"dealer": (None, "waiting"), "player:1": (16, "playing"), "player:2": (11, "playing")}
