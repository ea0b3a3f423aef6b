"""The right to turn the cards at a midi table: who has it, how it passes on, and which cards the dealer turns."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.families.baccarat.card_turning import (
    answer_pass,
    ask_to_pass,
    deny_pass,
    lay_face_down,
    rights,
    third_card,
    timed_out,
    turn_cards,
)
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.play import rulebook_library
from croupier.play.card_turning import Answered, FaceDown, Holder, PassRequest, Turned, TurningState
from croupier.rulebook.table_rules import TableRules

SEATS = range(1, 10)


def bet(seat: int, wager: str, dollars: int, bettor: str = SEATED) -> Bet:
    return Bet(seat, bettor, wager, Cents(dollars * 100))


def accepted(answer: TurningState | Refused) -> TurningState:
    assert isinstance(answer, TurningState), answer
    return answer


def refusal(answer: TurningState | Refused) -> str:
    assert isinstance(answer, Refused), answer
    assert answer.message
    assert answer.cites
    return answer.code


TABLE = [bet(2, "player", 50), bet(4, "player", 20), bet(5, "banker", 30), bet(7, "tie", 10), bet(8, "banker", 10)]


def face_down(bets: list[Bet] | None = None, *, may_pass: bool = True) -> TurningState:
    return lay_face_down(TABLE if bets is None else bets, SEATS, may_pass=may_pass)


BACKLINE = [bet(4, "player", 50, "back-b"), bet(4, "player", 50, "back-a"), bet(4, "player", 50)]
RIGHTS: dict[str, tuple[list[Bet], Holder | None, Holder | None]] = {
    "the largest bettor": (TABLE, Holder(2), Holder(5)),
    "of equal bets the highest seat, met first counterclockwise from the dealer": (
        [bet(3, "player", 50), bet(7, "player", 50), bet(1, "player", 50), bet(9, "player", 40)],
        Holder(7),
        None,
    ),
    "a hand that nobody bets on is the dealer's": ([bet(1, "player", 10), bet(1, "tie", 90)], Holder(1), None),
    "without bets both hands are the dealer's": ([], None, None),
    "one bettor may hold both hands": ([bet(6, "player", 10), bet(6, "banker", 20)], Holder(6), Holder(6)),
    "several bets of one bettor count together": (
        [bet(1, "player", 30), bet(9, "player", 50), bet(1, "player", 30)],
        Holder(1),
        None,
    ),
    "a seat's own player comes before the backline": (BACKLINE, Holder(4), None),
    "the backline in the order in which it bet": (BACKLINE[:2], Holder(4, "back-b"), None),
    "a backline bettor with the largest wager": (
        [bet(4, "player", 50), bet(4, "player", 51, "back-a"), bet(8, "player", 50)],
        Holder(4, "back-a"),
        None,
    ),
}
"""Bets, each with the players who must get the right to turn the Player's hand and the Banker's hand."""


@pytest.mark.parametrize("rule", RIGHTS)
def test_a_hand_is_turned_by(rule: str) -> None:
    bets, player, banker = RIGHTS[rule]
    assert rights(bets, SEATS) == {"player": player, "banker": banker}


def test_a_seat_that_cannot_be_handed_cards_is_left_out() -> None:
    assert rights(TABLE, [4, 8]) == {"player": Holder(4), "banker": Holder(8)}


def test_the_wagers_that_give_the_right_are_the_games_own() -> None:
    bets = [bet(1, "dragon", 10), bet(2, "tiger", 10), bet(3, "player", 99)]
    assert rights(bets, SEATS, {"dragon": "dragon", "tiger": "tiger"}) == {"dragon": Holder(1), "tiger": Holder(2)}


def test_the_players_hand_is_turned_before_the_bankers() -> None:
    turning = face_down()
    assert (turning.next, turning.turner) == (FaceDown("player", 2), Holder(2))
    assert refusal(turn_cards(turning, "banker", Holder(5))) == "turning/out_of_turn"
    turning = accepted(turn_cards(turning, "player", Holder(2)))
    assert (turning.next, turning.turner) == (FaceDown("banker", 2), Holder(5))
    assert (turning.face_up("player"), turning.face_up("banker")) == (2, 0)
    turning = accepted(turn_cards(turning, "banker", Holder(5)))
    assert turning.turned == (Turned("player", 2, Holder(2)), Turned("banker", 2, Holder(5)))
    assert (turning.next, turning.turner) == (None, None)


@pytest.mark.parametrize("by", [Holder(4), Holder(5), Holder(2, "back-a"), None])
def test_nobody_else_turns_the_cards_not_even_the_dealer(by: Holder | None) -> None:
    assert refusal(turn_cards(face_down(), "player", by)) == "turning/not_yours"


def test_only_the_dealer_turns_a_hand_without_bets() -> None:
    turning = face_down([bet(1, "banker", 10)])
    assert refusal(turn_cards(turning, "player", Holder(1))) == "turning/not_yours"
    assert accepted(turn_cards(turning, "player", None)).turned == (Turned("player", 2, None),)


def all_turned() -> TurningState:
    return accepted(turn_cards(accepted(turn_cards(face_down(), "player", Holder(2))), "banker", Holder(5)))


def test_third_cards_go_face_down_to_the_player_who_turned_the_hand() -> None:
    turning = accepted(third_card(all_turned(), "player"))
    assert (turning.next, turning.turner) == (FaceDown("player", 1), Holder(2))
    assert refusal(turn_cards(turning, "player", Holder(4))) == "turning/not_yours"
    turning = accepted(third_card(accepted(turn_cards(turning, "player", Holder(2))), "banker"))
    turning = accepted(turn_cards(turning, "banker", Holder(5)))
    assert (turning.face_up("player"), turning.face_up("banker")) == (3, 3)


def test_a_third_card_waits_until_everything_before_it_is_turned() -> None:
    assert refusal(third_card(face_down(), "player")) == "turning/still_face_down"
    waiting = accepted(third_card(all_turned(), "player"))
    assert refusal(third_card(waiting, "banker")) == "turning/still_face_down"


def test_a_hand_has_one_third_card_and_the_players_comes_first() -> None:
    turning = accepted(turn_cards(accepted(third_card(all_turned(), "banker")), "banker", Holder(5)))
    assert refusal(third_card(turning, "banker")) == "turning/no_third_card"
    assert refusal(third_card(turning, "player")) == "turning/no_third_card"
    assert refusal(third_card(turning, "dragon")) == "turning/no_third_card"


def test_the_dealer_turns_the_cards_of_a_holder_who_stays_silent_and_the_third_card_too() -> None:
    turning = accepted(timed_out(face_down()))
    assert turning.turned == (Turned("player", 2, None),)
    assert turning.turner == Holder(5)
    turning = accepted(third_card(accepted(turn_cards(turning, "banker", Holder(5))), "player"))
    assert turning.turner is None
    assert refusal(turn_cards(turning, "player", Holder(2))) == "turning/not_yours"


def test_turning_is_refused_when_all_cards_are_face_up() -> None:
    assert refusal(turn_cards(all_turned(), "player", Holder(2))) == "turning/all_face_up"
    assert refusal(timed_out(all_turned())) == "turning/all_face_up"


# Passing the right on


REQUEST = PassRequest("player", Holder(2), Holder(4))


def pass_requested() -> TurningState:
    return accepted(ask_to_pass(face_down(), REQUEST))


def test_a_smaller_bettor_turns_the_cards_when_everyone_at_the_table_agrees() -> None:
    turning = pass_requested()
    assert turning.open_request is not None
    assert turning.open_request.waiting_for == (Holder(4), Holder(5), Holder(7), Holder(8))
    for seat in (8, 4, 7):
        turning = accepted(answer_pass(turning, Holder(seat), agrees=True))
        assert turning.turner == Holder(2)
    turning = accepted(answer_pass(turning, Holder(5), agrees=True))
    assert (turning.turner, turning.open_request) == (Holder(4), None)
    assert turning.answered == (Answered(REQUEST, is_granted=True),)


def test_a_player_who_received_the_right_also_turns_the_third_card() -> None:
    turning = pass_requested()
    for seat in (4, 5, 7, 8):
        turning = accepted(answer_pass(turning, Holder(seat), agrees=True))
    turning = accepted(turn_cards(turning, "player", Holder(4)))
    turning = accepted(third_card(accepted(turn_cards(turning, "banker", Holder(5))), "player"))
    assert turning.turner == Holder(4)
    assert refusal(turn_cards(turning, "player", Holder(2))) == "turning/not_yours"


def test_one_no_denies_the_request() -> None:
    turning = accepted(
        answer_pass(accepted(answer_pass(pass_requested(), Holder(4), agrees=True)), Holder(7), agrees=False)
    )
    assert (turning.turner, turning.open_request) == (Holder(2), None)
    assert turning.answered == (Answered(REQUEST, is_granted=False, denied_by=Holder(7)),)


def test_a_timeout_denies_the_request_and_the_holder_may_still_turn_the_cards() -> None:
    turning = accepted(timed_out(pass_requested()))
    assert turning.answered == (Answered(REQUEST, is_granted=False),)
    assert (turning.turner, turning.turned) == (Holder(2), ())
    assert accepted(timed_out(turning)).turned == (Turned("player", 2, None),)


def test_a_holder_who_turns_the_cards_withdraws_the_request() -> None:
    turning = accepted(turn_cards(pass_requested(), "player", Holder(2)))
    assert turning.open_request is None
    assert turning.answered == (Answered(REQUEST, is_granted=False),)


def test_a_request_for_the_bankers_hand_does_not_hold_the_players_hand_up() -> None:
    turning = accepted(ask_to_pass(face_down(), PassRequest("banker", Holder(5), Holder(8))))
    turning = accepted(turn_cards(turning, "player", Holder(2)))
    assert turning.open_request is not None
    for seat in (2, 4, 7, 8):
        turning = accepted(answer_pass(turning, Holder(seat), agrees=True))
    assert turning.turner == Holder(8)


def test_the_house_may_deny_all_requests_or_one_request() -> None:
    assert refusal(ask_to_pass(face_down(may_pass=False), REQUEST)) == "turning/house_denies"
    turning = accepted(deny_pass(pass_requested()))
    assert (turning.turner, turning.open_request) == (Holder(2), None)
    assert refusal(deny_pass(turning)) == "turning/not_asked"


def test_bettors_with_equal_bets_agree_among_themselves() -> None:
    bets = [
        bet(3, "player", 50),
        bet(7, "player", 50),
        bet(5, "player", 50),
        bet(1, "player", 10),
        bet(9, "banker", 90),
    ]
    turning = accepted(ask_to_pass(face_down(bets, may_pass=False), PassRequest("player", Holder(7), Holder(3))))
    assert turning.open_request is not None
    assert turning.open_request.waiting_for == (Holder(5), Holder(3))
    assert refusal(deny_pass(turning)) == "turning/not_asked"
    turning = accepted(answer_pass(accepted(answer_pass(turning, Holder(3), agrees=True)), Holder(5), agrees=True))
    assert turning.turner == Holder(3)


def test_a_backline_bettor_who_would_receive_the_right_is_asked_after_the_seated_players() -> None:
    back = Holder(2, "back-a")
    turning = accepted(
        ask_to_pass(face_down([*TABLE, bet(2, "player", 5, "back-a")]), PassRequest("player", Holder(2), back))
    )
    assert turning.open_request is not None
    assert turning.open_request.waiting_for == (Holder(4), Holder(5), Holder(7), Holder(8), back)


@pytest.mark.parametrize(
    ("pass_request", "code"),
    [
        (PassRequest("player", Holder(4), Holder(2)), "turning/not_yours"),
        (PassRequest("dragon", Holder(2), Holder(4)), "turning/not_yours"),
        (PassRequest("player", Holder(2), Holder(5)), "turning/no_wager"),
        (PassRequest("player", Holder(2), Holder(9)), "turning/no_wager"),
        (PassRequest("player", Holder(2), Holder(2)), "turning/no_wager"),
    ],
)
def test_the_right_goes_only_from_its_holder_to_a_bettor_on_the_same_hand(pass_request: PassRequest, code: str) -> None:
    assert refusal(ask_to_pass(face_down(), pass_request)) == code


def test_a_request_is_made_once_and_before_the_hand_is_turned() -> None:
    assert refusal(ask_to_pass(pass_requested(), REQUEST)) == "turning/already_asking"
    assert refusal(ask_to_pass(accepted(timed_out(pass_requested())), REQUEST)) == "turning/asked_before"
    assert refusal(ask_to_pass(accepted(turn_cards(face_down(), "player", Holder(2))), REQUEST)) == "turning/too_late"


def test_only_those_who_are_asked_answer_and_only_once() -> None:
    turning = accepted(answer_pass(pass_requested(), Holder(7), agrees=True))
    assert refusal(answer_pass(turning, Holder(7), agrees=False)) == "turning/not_asked"
    assert refusal(answer_pass(turning, Holder(2), agrees=True)) == "turning/not_asked"
    assert refusal(answer_pass(face_down(), Holder(4), agrees=True)) == "turning/not_asked"


def test_a_turning_is_never_changed_in_place() -> None:
    turning, copy = face_down(), face_down()
    accepted(turn_cards(accepted(ask_to_pass(turning, REQUEST)), "player", Holder(2)))
    accepted(timed_out(turning))
    assert turning == copy


@pytest.mark.parametrize("name", [name for name in rulebook_library.names() if name.startswith("co-")])
def test_every_colorado_table_may_be_a_midi_table(name: str) -> None:
    rulebook = rulebook_library.load(name)
    assert TableRules.of(rulebook).options["cards_turned_by"] == "dealer"
    assert TableRules.of(rulebook, {"cards_turned_by": "bettor"}).options["cards_turned_by"] == "bettor"


BETS = st.lists(
    st.builds(
        bet, st.integers(1, 9), st.sampled_from(["player", "banker", "tie"]), st.integers(1, 4),
        st.sampled_from([SEATED, "back-a"]),
    ),
    max_size=12,
)  # fmt: skip
MOVES = st.lists(st.sampled_from(["turn", "silence", "ask", "agree", "agree", "no", "third"]), max_size=30)


@settings(max_examples=200, deadline=None)
@given(BETS)
def test_no_bettor_has_more_on_a_hand_than_its_holder_and_ties_go_to_the_highest_seat(bets: list[Bet]) -> None:
    for hand, holder in rights(bets, SEATS).items():
        bettors = {(bet.seat, bet.bettor) for bet in bets if bet.wager == hand}
        sums = {
            bettor: sum(b.amount for b in bets if b.wager == hand and (b.seat, b.bettor) == bettor)
            for bettor in bettors
        }
        if holder is None:
            assert not sums
            continue
        most = sums[holder.seat, holder.bettor]
        assert most == max(sums.values())
        equals = [bettor for bettor, amount in sums.items() if amount == most]
        assert holder.seat == max(seat for seat, _ in equals)
        assert holder.bettor == SEATED or (holder.seat, SEATED) not in equals


def move(turning: TurningState, name: str) -> TurningState | Refused:
    """Make the move with this name in a turning state, by a player who may make it."""
    hand = turning.next.hand if turning.next else "player"
    holder, waiting = turning.turner, turning.open_request.waiting_for if turning.open_request else (Holder(1),)
    match name:
        case "turn":
            return turn_cards(turning, hand, holder)
        case "silence":
            return timed_out(turning)
        case "third":
            return third_card(turning, "banker" if turning.face_up("player") == 3 else "player")
        case "ask":
            backers = turning.bettors[hand]
            return ask_to_pass(
                turning, PassRequest(hand, holder or Holder(1), backers[-1].holder if backers else Holder(1))
            )
    return answer_pass(turning, waiting[0], agrees=name == "agree")


@settings(max_examples=200, deadline=None)
@given(BETS, MOVES)
def test_no_two_players_turn_one_hand_and_the_bankers_is_never_first(bets: list[Bet], moves: list[str]) -> None:
    turning = lay_face_down(bets, SEATS)
    for name in moves:
        after = move(turning, name)
        turning = turning if isinstance(after, Refused) else after
        for hand in ("player", "banker"):
            turned_of_hand = [turned for turned in turning.turned if turned.hand == hand]
            turned_by = [turned.by for turned in turned_of_hand]
            assert len(set(turned_by) - {None}) <= 1
            assert turned_by[:1] != [None] or set(turned_by) == {None}
            assert [turned.cards for turned in turned_of_hand] in ([], [2], [2, 1])
        assert turning.face_up("banker") == 0 or turning.face_up("player") >= 2


@settings(max_examples=100, deadline=None)
@given(BETS, MOVES)
def test_timeouts_alone_end_the_turning(bets: list[Bet], moves: list[str]) -> None:
    turning = lay_face_down(bets, SEATS)
    for name in moves:
        after = move(turning, name)
        turning = turning if isinstance(after, Refused) else after
    for _ in range(3):  # one request and two hands
        after = timed_out(turning)
        turning = turning if isinstance(after, Refused) else after
    assert turning.next is None
