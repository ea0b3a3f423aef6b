"""The rotation of the player-dealer: who is offered the bank, who takes it, when the game is broken."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.table.rotation import (
    Accept,
    Banks,
    Broken,
    CarriesOn,
    Decline,
    Direction,
    Input,
    NewGame,
    OfferTo,
    Refused,
    Rotation,
    RoundSettled,
    SeatJoins,
    SeatLeaves,
    Stage,
    Step,
    Waits,
    retermed,
    stop,
    turn,
)


def go(rotation: Rotation, *inputs: Input) -> Step:
    """The step after all the inputs, none of which may be refused."""
    step = Step(rotation, Waits())
    for what in inputs:
        after = turn(step.rotation, what)
        assert isinstance(after, Step), after
        step = after
    return step


def banking(seats: tuple[int, ...] = (1, 2, 3), banker: int = 1, **terms: object) -> Rotation:
    """A table where `banker` has just taken the bank."""
    return go(Rotation(seats, **terms), NewGame(banker), Accept(banker)).rotation  # type: ignore[arg-type]


def refusal(rotation: Rotation, what: Input) -> str:
    answer = turn(rotation, what)
    assert isinstance(answer, Refused)
    assert answer.message
    assert answer.cites
    return answer.code


SETTLED = RoundSettled()


def test_the_first_offer_goes_to_the_first_seat_of_a_new_game() -> None:
    assert go(Rotation((1, 2, 5)), NewGame(1)).next == OfferTo(1)


def test_the_first_offer_passes_over_an_empty_first_seat() -> None:
    assert go(Rotation((2, 5)), NewGame(1)).next == OfferTo(2)
    assert go(Rotation((2, 5)), NewGame(6)).next == OfferTo(2)
    assert go(Rotation((2, 5), Direction.COUNTER_CLOCKWISE), NewGame(4)).next == OfferTo(2)


def test_a_table_fills_up_before_its_first_game_without_an_offer() -> None:
    step = go(Rotation((1,)), SeatJoins(2), SeatLeaves(1), SeatJoins(4))
    assert step.next == Waits()
    assert go(step.rotation, NewGame(1)).next == OfferTo(2)


def test_a_player_who_passes_lets_the_next_one_be_asked() -> None:
    step = go(Rotation((1, 2, 5)), NewGame(1), Decline(1), Decline(2), Accept(5))
    assert step.next == Banks(5)
    assert step.rotation.player_dealer == 5


def test_a_game_in_which_nobody_takes_the_first_bank_is_broken() -> None:
    step = go(Rotation((1, 2)), NewGame(1), Decline(1), Decline(2))
    assert step.next == Broken()
    assert step.rotation.player_dealer is None


def test_the_player_dealer_carries_on_after_his_first_hand() -> None:
    step = go(banking(), SETTLED)
    assert step.next == CarriesOn(1)
    assert step.rotation.hands_banked == 1


def test_after_two_hands_the_bank_is_offered_to_the_next_seat() -> None:
    step = go(banking(), SETTLED, SETTLED)
    assert step.next == OfferTo(2)
    assert step.rotation.player_dealer is None


def test_whoever_takes_the_bank_has_two_hands_of_his_own() -> None:
    step = go(banking(), SETTLED, SETTLED, Accept(2))
    assert (step.next, step.rotation.hands_banked) == (Banks(2), 0)
    assert go(step.rotation, SETTLED, SETTLED).next == OfferTo(3)


def test_the_limit_of_hands_is_the_tables_own() -> None:
    assert go(banking(hands_limit=1), SETTLED).next == OfferTo(2)
    assert go(banking(hands_limit=3), SETTLED, SETTLED).next == CarriesOn(1)


def test_the_bank_goes_full_circle_when_everyone_takes_it() -> None:
    rotation, bankers = banking((1, 2, 3, 4)), [1]
    for _ in range(4):
        step = go(rotation, SETTLED, SETTLED)
        assert isinstance(step.next, OfferTo)
        bankers.append(step.next.seat)
        rotation = go(step.rotation, Accept(step.next.seat)).rotation
    assert bankers == [1, 2, 3, 4, 1]


def test_in_pai_gow_tiles_the_bank_goes_round_counter_clockwise() -> None:
    rotation = banking((1, 3, 6, 8), direction=Direction.COUNTER_CLOCKWISE)
    step = go(rotation, SETTLED, SETTLED)
    asked = [step.next]
    for seat in (8, 6):
        step = go(step.rotation, Decline(seat))
        asked.append(step.next)
    assert asked == [OfferTo(8), OfferTo(6), OfferTo(3)]


def test_where_another_must_intervene_the_game_breaks_when_seats_2_to_8_all_decline() -> None:
    rotation = go(banking(tuple(range(1, 9)), must_intervene=True), SETTLED, SETTLED).rotation
    step = go(rotation, *(Decline(seat) for seat in range(2, 9)))
    assert step.next == Broken()
    assert step.rotation.stage is Stage.BROKEN


def test_elsewhere_the_incumbent_is_asked_last_and_may_carry_on_for_two_more_hands() -> None:
    step = go(banking(), SETTLED, SETTLED, Decline(2), Decline(3))
    assert step.next == OfferTo(1, to_carry_on=True)
    step = go(step.rotation, Accept(1))
    assert (step.next, step.rotation.hands_banked) == (CarriesOn(1), 0)
    assert go(step.rotation, SETTLED, SETTLED).next == OfferTo(2)


def test_an_incumbent_who_does_not_want_to_carry_on_breaks_the_game() -> None:
    assert go(banking(), SETTLED, SETTLED, Decline(2), Decline(3), Decline(1)).next == Broken()


def test_the_player_dealer_may_give_the_bank_up_after_one_hand() -> None:
    step = go(banking(), SETTLED, Decline(1))
    assert step.next == OfferTo(2)
    assert go(step.rotation, Accept(2)).next == Banks(2)


def test_a_player_dealer_who_gave_the_bank_up_is_not_asked_to_carry_on() -> None:
    assert go(banking(), SETTLED, Decline(1), Decline(2), Decline(3)).next == Broken()


def test_a_bank_taken_and_given_up_at_once_does_not_count_as_an_intervening_player_dealer() -> None:
    step = go(banking(must_intervene=True), SETTLED, SETTLED, Accept(2), Decline(2))
    assert step.next == OfferTo(3)
    assert go(step.rotation, Decline(3)).next == Broken()
    assert go(step.rotation, Accept(3), SeatLeaves(3)).next == Broken()
    assert go(step.rotation, Accept(3), SETTLED, Decline(3)).next == OfferTo(1)


def test_a_bank_taken_and_given_up_at_once_goes_on_to_those_not_yet_asked_before_the_incumbent() -> None:
    step = go(banking((2, 4), 2), SETTLED, SETTLED, Accept(4), SeatJoins(3), Decline(4))
    assert step.next == OfferTo(3)
    assert go(step.rotation, Decline(3)).next == OfferTo(2, to_carry_on=True)


def test_a_player_dealer_alone_at_the_table_may_carry_on_only_where_nobody_must_intervene() -> None:
    assert go(banking((4,), 4), SETTLED, SETTLED).next == OfferTo(4, to_carry_on=True)
    assert go(banking((4,), 4, must_intervene=True), SETTLED, SETTLED).next == Broken()


def test_a_new_game_does_not_give_the_last_player_dealer_his_hands_afresh_where_another_must_intervene() -> None:
    broken = go(banking(must_intervene=True), SETTLED, SETTLED, Decline(2), Decline(3)).rotation
    assert go(broken, NewGame(1)).next == OfferTo(2)
    assert go(broken, NewGame(1), Decline(2), Decline(3)).next == Broken()
    assert go(broken, NewGame(1), Accept(2), SETTLED, SETTLED, Decline(3), Accept(1)).next == Banks(1)


def test_a_player_dealer_who_gave_up_early_keeps_only_the_hand_he_had_left() -> None:
    broken = go(banking((1, 2), must_intervene=True), SETTLED, Decline(1), Decline(2)).rotation
    step = go(broken, NewGame(1), Decline(2))
    assert step.next == OfferTo(1, to_carry_on=True)
    assert go(step.rotation, Accept(1), SETTLED).next == OfferTo(2)


def test_elsewhere_a_new_game_is_offered_to_everyone_afresh() -> None:
    broken = go(banking(), SETTLED, SETTLED, Decline(2), Decline(3), Decline(1)).rotation
    step = go(broken, NewGame(1), Accept(1))
    assert (step.next, step.rotation.hands_banked) == (Banks(1), 0)


def test_a_player_who_sits_down_at_a_broken_game_is_asked() -> None:
    broken = go(banking(must_intervene=True), SETTLED, SETTLED, Decline(2), Decline(3)).rotation
    step = go(broken, SeatJoins(5))
    assert step.next == OfferTo(5)
    assert go(step.rotation, Decline(5)).next == Broken()
    assert go(step.rotation, Accept(5)).next == Banks(5)


def test_a_player_who_sits_down_behind_the_offer_is_asked_when_it_comes_round() -> None:
    step = go(banking((1, 3, 4)), SETTLED, SETTLED, Decline(3), SeatJoins(2))
    assert step.next == OfferTo(4)
    assert go(step.rotation, Decline(4)).next == OfferTo(2)


def test_a_player_who_sits_down_is_asked_before_the_incumbent_carries_on() -> None:
    step = go(banking((1, 2)), SETTLED, SETTLED, Decline(2), SeatJoins(3))
    assert step.next == OfferTo(3)
    assert go(step.rotation, Decline(3)).next == OfferTo(1, to_carry_on=True)


def test_a_player_who_sits_down_while_a_hand_is_banked_changes_nothing() -> None:
    assert go(banking(), SeatJoins(7)).next == CarriesOn(1)


def test_when_the_player_dealer_leaves_the_bank_is_offered_from_his_place() -> None:
    assert go(banking((1, 2, 3), 2), SETTLED, SeatLeaves(2)).next == OfferTo(3)


def test_when_the_player_who_is_asked_leaves_the_next_one_is_asked() -> None:
    assert go(banking(), SETTLED, SETTLED, SeatLeaves(2)).next == OfferTo(3)


def test_an_incumbent_who_has_left_cannot_be_asked_to_carry_on() -> None:
    step = go(banking(), SETTLED, SETTLED, SeatLeaves(1))
    assert step.next == OfferTo(2)
    assert go(step.rotation, Decline(2), Decline(3)).next == Broken()


def test_a_seat_that_passed_and_is_taken_by_someone_new_is_asked_again() -> None:
    step = go(banking(), SETTLED, SETTLED, Decline(2), SeatLeaves(2), SeatJoins(2))
    assert step.next == OfferTo(3)
    assert go(step.rotation, Decline(3)).next == OfferTo(2)


def test_two_hands_are_a_persons_wherever_he_sits_down_again() -> None:
    step = go(banking(), SETTLED, SETTLED, SeatLeaves(1, "ann"), SeatJoins(5, "ann"))
    assert step.next == OfferTo(2)
    assert (step.rotation.incumbent, step.rotation.incumbent_hands) == (5, 2)
    assert go(step.rotation, Decline(2), Decline(3)).next == OfferTo(5, to_carry_on=True)


def test_whoever_takes_the_seat_of_the_last_player_dealer_has_not_banked() -> None:
    step = go(banking(), SETTLED, SETTLED, SeatLeaves(1, "ann"), SeatJoins(1, "bob"))
    assert go(step.rotation, Decline(2), Decline(3)).next == OfferTo(1)
    assert go(step.rotation, Decline(2), Decline(3), Accept(1)).next == Banks(1)


def test_where_another_must_intervene_getting_up_and_sitting_down_is_no_intervening() -> None:
    broken = go(banking((1,), must_intervene=True), SETTLED, SETTLED).rotation
    step = go(broken, SeatLeaves(1, "ann"), SeatJoins(2, "ann"))
    assert step.next == Broken()
    assert go(step.rotation, NewGame(1)).next == Broken()
    assert go(step.rotation, SeatJoins(3, "bob")).next == OfferTo(3)


def test_a_player_dealer_who_gets_up_after_one_hand_has_given_the_bank_up() -> None:
    step = go(banking(), SETTLED, SeatLeaves(1, "ann"), SeatJoins(1, "ann"))
    assert (step.next, step.rotation.incumbent_hands) == (OfferTo(2), 1)
    assert go(step.rotation, Decline(2), Decline(3)).next == Broken()


def test_a_player_who_passed_gets_no_second_offer_by_sitting_down_again() -> None:
    step = go(banking(), SETTLED, SETTLED, Decline(2), Decline(3))
    assert step.next == OfferTo(1, to_carry_on=True)
    again = go(step.rotation, SeatLeaves(2, "bob"), SeatJoins(4, "bob"))
    assert again.next == OfferTo(1, to_carry_on=True)
    assert go(again.rotation, Decline(1)).next == Broken()
    assert go(again.rotation, Decline(1), SeatLeaves(4, "bob"), SeatJoins(2, "bob")).next == Broken()


def test_who_was_away_while_another_banked_is_asked_like_anybody() -> None:
    step = go(banking(), SETTLED, SETTLED, SeatLeaves(1, "ann"), Accept(2), SETTLED, SeatJoins(1, "ann"), SETTLED)
    assert go(step.rotation, Decline(3)).next == OfferTo(1)


def test_other_terms_neither_start_the_count_anew_nor_move_the_offer() -> None:
    offering = go(banking(), SETTLED, SETTLED, Decline(2)).rotation
    assert (offering.asked, retermed(offering, hands_limit=3).asked) == (3, 3)
    one_hand = go(banking(), SETTLED).rotation
    assert retermed(one_hand, must_intervene=True).hands_banked == 1
    assert retermed(one_hand, hands_limit=1).asked == 2  # what was left of his hands is gone
    carrying_on = go(offering, Decline(3)).rotation
    assert retermed(carrying_on, must_intervene=True).stage is Stage.BROKEN


def test_a_table_that_everyone_leaves_is_broken_until_someone_sits_down() -> None:
    step = go(banking((1, 2)), SeatLeaves(2), SeatLeaves(1))
    assert step.next == Broken()
    assert go(step.rotation, SeatJoins(3)).next == OfferTo(3)


def test_a_barred_seat_is_offered_nothing_and_goes_on_with_nothing() -> None:
    barred = replace(banking((1, 2, 3)), barred=(1, 2))
    step = go(barred, SETTLED)
    assert step.next == OfferTo(3)
    assert go(step.rotation, Decline(3)).next == Broken()


def test_a_barred_player_who_sits_down_changes_nothing() -> None:
    broken = replace(go(Rotation((1,)), NewGame(1), Decline(1)).rotation, barred=(2,))
    assert go(broken, SeatJoins(2)).next == Broken()
    carrying_on = replace(go(banking((1,)), SETTLED, SETTLED).rotation, barred=(2,))
    assert go(carrying_on, SeatJoins(2)).next == OfferTo(1, to_carry_on=True)


def test_a_game_that_is_stopped_waits_for_a_new_game_whoever_sits_down() -> None:
    stopped = stop(go(banking(), SETTLED, SETTLED).rotation)
    assert stopped.next == Waits()
    assert go(stopped.rotation, SeatJoins(5)).next == Waits()
    assert go(stopped.rotation, NewGame(2)).next == OfferTo(2)
    assert refusal(stopped.rotation, Accept(2)) == "rotation/not_asked"


def test_after_a_stop_the_others_are_asked_before_whoever_banked_last() -> None:
    stopped = stop(go(banking(), SETTLED, SETTLED).rotation).rotation
    step = go(stopped, NewGame(1))
    assert step.next == OfferTo(2)
    assert go(step.rotation, Decline(2), Decline(3)).next == OfferTo(1, to_carry_on=True)


def test_a_stopped_game_does_not_give_the_last_player_dealer_his_hands_afresh_where_another_must_intervene() -> None:
    stopped = stop(go(banking(must_intervene=True), SETTLED, SETTLED).rotation).rotation
    assert go(stopped, NewGame(1), Decline(2), Decline(3)).next == Broken()


@pytest.mark.parametrize(
    ("rotation", "what", "code"),
    [
        (banking(), NewGame(1), "rotation/game_running"),
        (banking(), Accept(1), "rotation/not_asked"),
        (banking(), Decline(2), "rotation/not_asked"),
        (banking(), SeatJoins(3), "rotation/seat_taken"),
        (banking(), SeatJoins(0), "rotation/no_such_seat"),
        (banking(), SeatLeaves(9), "rotation/seat_empty"),
        (Rotation((1, 2)), RoundSettled(), "rotation/no_player_dealer"),
        (Rotation((1, 2)), Accept(1), "rotation/not_asked"),
        (Rotation((1, 2)), Decline(1), "rotation/not_asked"),
        (go(banking(), SETTLED, SETTLED).rotation, Accept(3), "rotation/not_asked"),
        (go(banking(), SETTLED, SETTLED).rotation, Decline(1), "rotation/not_asked"),
        (go(banking(), SETTLED, SETTLED).rotation, RoundSettled(), "rotation/no_player_dealer"),
    ],
)
def test_an_input_that_has_no_place_is_refused_by_name(rotation: Rotation, what: Input, code: str) -> None:
    assert refusal(rotation, what) == code


def test_a_refusal_says_who_is_asked() -> None:
    answer = turn(go(banking(), SETTLED, SETTLED).rotation, Accept(3))
    assert isinstance(answer, Refused)
    assert answer.message == "Seat 3 is not asked: the bank is offered to seat 2."


@pytest.mark.parametrize("seats", [(2, 1), (1, 1), (0, 1), tuple(range(1, 100))])
def test_seats_out_of_order_are_no_table(seats: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="seat numbers from 1"):
        Rotation(seats)


def test_a_limit_of_no_hands_is_no_rotation() -> None:
    with pytest.raises(ValueError, match="hands_limit is 0"):
        Rotation((1, 2), hands_limit=0)


@dataclass
class Floor:
    """A second account, kept from outside: who has banked running, and who was offered the bank since."""

    banker: int | None = None
    running: int = 0
    asked: frozenset[int] = frozenset()

    def saw(self, before: Rotation, what: Input, step: Step) -> None:
        if isinstance(what, NewGame) and not before.must_intervene:
            self.banker = None  # everyone was asked before the game broke; a new one is offered afresh
        if isinstance(what, SeatLeaves):
            self.asked -= {what.seat}
            self.banker = None if what.seat == self.banker else self.banker
        if isinstance(what, RoundSettled):
            is_same = before.player_dealer == self.banker
            self.banker, self.running = before.player_dealer, self.running + 1 if is_same else 1
            self.asked = frozenset()
        if isinstance(step.next, OfferTo):
            self.asked |= {step.next.seat}


SEATS = st.integers(1, 6)
INPUTS = st.one_of(
    st.just(SETTLED),
    st.just("accept"),
    st.just("decline"),
    st.just("decline"),
    SEATS.map(NewGame),
    SEATS.map(Accept),
    SEATS.map(Decline),
    SEATS.map(SeatJoins),
    SEATS.map(SeatLeaves),
)
ROTATIONS = st.builds(
    Rotation,
    st.sets(SEATS).map(lambda seats: tuple(sorted(seats))),
    st.sampled_from(Direction),
    must_intervene=st.booleans(),
)


def played(rotation: Rotation, wishes: list[Input | str]) -> list[tuple[Rotation, Input, Step]]:
    """Every input that was taken, with the rotation before and the step after; "accept" is the asked player's."""
    taken: list[tuple[Rotation, Input, Step]] = []
    for wish in wishes:
        if isinstance(wish, str):
            if rotation.asked is None:
                continue
            what: Input = Accept(rotation.asked) if wish == "accept" else Decline(rotation.asked)
        else:
            what = wish
        step = turn(rotation, what)
        if isinstance(step, Step):
            taken.append((rotation, what, step))
            rotation = step.rotation
    return taken


@settings(max_examples=200, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=60))
def test_nobody_banks_a_third_hand_running_before_all_others_were_offered_the_bank(
    rotation: Rotation, wishes: list[Input | str]
) -> None:
    floor = Floor()
    for before, what, step in played(rotation, wishes):
        if isinstance(what, Accept) and what.seat == floor.banker and floor.running >= 2:
            assert set(before.seats) <= floor.asked | {what.seat}
            assert not before.must_intervene
        floor.saw(before, what, step)
        if before.must_intervene:
            assert floor.running <= 2


@settings(max_examples=200, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=60))
def test_a_game_breaks_only_when_every_other_seated_player_was_asked_once(
    rotation: Rotation, wishes: list[Input | str]
) -> None:
    offered: set[int] = set()
    for before, what, step in played(rotation, wishes):
        if isinstance(what, RoundSettled | NewGame) or before.player_dealer == before.incumbent is not None:
            offered = set()  # from here the bank starts round the table anew
        if isinstance(what, SeatLeaves):
            offered -= {what.seat}
        if isinstance(step.next, OfferTo):
            is_asked_twice = step.next.seat in offered and isinstance(what, Decline)
            assert not is_asked_twice or step.next.to_carry_on
            offered |= {step.next.seat}
        if isinstance(step.next, Broken) and before.stage is Stage.OFFERING:
            assert set(step.rotation.seats) <= {*offered, before.incumbent}


@settings(max_examples=200, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=60))
def test_a_replay_of_the_accepted_inputs_gives_the_same_rotation(rotation: Rotation, wishes: list[Input | str]) -> None:
    live = played(rotation, wishes)
    again = played(rotation, [what for _, what, _ in live])
    assert [step for _, _, step in again] == [step for _, _, step in live]


@settings(max_examples=200, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=60))
def test_what_happens_next_always_agrees_with_the_rotation(rotation: Rotation, wishes: list[Input | str]) -> None:
    for _, _, step in played(rotation, wishes):
        after = step.rotation
        assert (after.asked is not None) is (after.stage is Stage.OFFERING)
        assert (after.player_dealer is not None) is (after.stage is Stage.BANKING)
        assert after.incumbent is None or after.incumbent in after.seats
        match step.next:
            case OfferTo(seat):
                assert after.asked == seat
                assert seat in after.seats
            case Banks(seat) | CarriesOn(seat):
                assert after.player_dealer == seat
                assert after.hands_banked < after.hands_limit
            case Broken() | Waits():
                assert after.player_dealer is None


@settings(max_examples=100, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=30), SEATS)
def test_whoever_is_asked_may_accept_or_decline_and_nobody_else_may(
    rotation: Rotation, wishes: list[Input | str], seat: int
) -> None:
    for _, _, step in played(rotation, wishes):
        if step.rotation.asked is not None:
            is_asked = seat == step.rotation.asked
            assert isinstance(turn(step.rotation, Accept(seat)), Step if is_asked else Refused)
            assert isinstance(turn(step.rotation, Decline(seat)), Step if is_asked else Refused)


def test_a_rotation_is_never_changed_in_place() -> None:
    rotation = banking()
    copy = replace(rotation)
    go(rotation, SETTLED, SETTLED, Decline(2), SeatLeaves(3))
    assert rotation == copy
