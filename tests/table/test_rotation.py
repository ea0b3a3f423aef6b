"""Rotation of the player-dealer: who is offered the bank, who takes it, when the game is broken."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.table.rotation import (
    BankAccepted,
    BankContinues,
    BankDeclined,
    BankTaken,
    GameBroken,
    GameNotStarted,
    GameStarted,
    HandBanked,
    OfferBankTo,
    PlayerLeft,
    PlayerSeated,
    Refused,
    Rotation,
    RotationDirection,
    RotationInput,
    RotationStage,
    RotationStep,
    advance,
    end_game,
    with_terms,
)


def apply_inputs(rotation: Rotation, *inputs: RotationInput) -> RotationStep:
    """Apply all inputs, none of which may be refused, and return the last step."""
    step = RotationStep(rotation, GameNotStarted())
    for input_ in inputs:
        after = advance(step.rotation, input_)
        assert isinstance(after, RotationStep), after
        step = after
    return step


def banking(seats: tuple[int, ...] = (1, 2, 3), banker: int = 1, **terms: object) -> Rotation:
    """Return a table at which `banker` has just taken the bank."""
    return apply_inputs(Rotation(seats, **terms), GameStarted(banker), BankAccepted(banker)).rotation  # type: ignore[arg-type]


def refusal(rotation: Rotation, input_: RotationInput) -> str:
    """Return the code of the refusal of an input."""
    answer = advance(rotation, input_)
    assert isinstance(answer, Refused)
    assert answer.message
    assert answer.cites
    return answer.code


SETTLED = HandBanked()


def test_the_first_offer_goes_to_the_first_seat_of_a_new_game() -> None:
    assert apply_inputs(Rotation((1, 2, 5)), GameStarted(1)).next == OfferBankTo(1)


def test_the_first_offer_passes_over_an_empty_first_seat() -> None:
    assert apply_inputs(Rotation((2, 5)), GameStarted(1)).next == OfferBankTo(2)
    assert apply_inputs(Rotation((2, 5)), GameStarted(6)).next == OfferBankTo(2)
    assert apply_inputs(Rotation((2, 5), RotationDirection.COUNTER_CLOCKWISE), GameStarted(4)).next == OfferBankTo(2)


def test_a_table_fills_up_before_its_first_game_without_an_offer() -> None:
    step = apply_inputs(Rotation((1,)), PlayerSeated(2), PlayerLeft(1), PlayerSeated(4))
    assert step.next == GameNotStarted()
    assert apply_inputs(step.rotation, GameStarted(1)).next == OfferBankTo(2)


def test_the_next_player_is_offered_the_bank_after_a_pass() -> None:
    step = apply_inputs(Rotation((1, 2, 5)), GameStarted(1), BankDeclined(1), BankDeclined(2), BankAccepted(5))
    assert step.next == BankTaken(5)
    assert step.rotation.player_dealer == 5


def test_a_game_in_which_nobody_takes_the_first_bank_is_broken() -> None:
    step = apply_inputs(Rotation((1, 2)), GameStarted(1), BankDeclined(1), BankDeclined(2))
    assert step.next == GameBroken()
    assert step.rotation.player_dealer is None


def test_the_player_dealer_continues_after_the_first_hand() -> None:
    step = apply_inputs(banking(), SETTLED)
    assert step.next == BankContinues(1)
    assert step.rotation.hands_banked == 1


def test_after_two_hands_the_bank_is_offered_to_the_next_seat() -> None:
    step = apply_inputs(banking(), SETTLED, SETTLED)
    assert step.next == OfferBankTo(2)
    assert step.rotation.player_dealer is None


def test_the_player_who_takes_the_bank_has_two_hands() -> None:
    step = apply_inputs(banking(), SETTLED, SETTLED, BankAccepted(2))
    assert (step.next, step.rotation.hands_banked) == (BankTaken(2), 0)
    assert apply_inputs(step.rotation, SETTLED, SETTLED).next == OfferBankTo(3)


def test_each_table_has_its_own_limit_of_hands() -> None:
    assert apply_inputs(banking(hands_limit=1), SETTLED).next == OfferBankTo(2)
    assert apply_inputs(banking(hands_limit=3), SETTLED, SETTLED).next == BankContinues(1)


def test_the_bank_goes_full_circle_when_everyone_takes_it() -> None:
    rotation, bankers = banking((1, 2, 3, 4)), [1]
    for _ in range(4):
        step = apply_inputs(rotation, SETTLED, SETTLED)
        assert isinstance(step.next, OfferBankTo)
        bankers.append(step.next.seat)
        rotation = apply_inputs(step.rotation, BankAccepted(step.next.seat)).rotation
    assert bankers == [1, 2, 3, 4, 1]


def test_in_pai_gow_tiles_the_bank_goes_round_counter_clockwise() -> None:
    rotation = banking((1, 3, 6, 8), direction=RotationDirection.COUNTER_CLOCKWISE)
    step = apply_inputs(rotation, SETTLED, SETTLED)
    offers = [step.next]
    for seat in (8, 6):
        step = apply_inputs(step.rotation, BankDeclined(seat))
        offers.append(step.next)
    assert offers == [OfferBankTo(8), OfferBankTo(6), OfferBankTo(3)]


def test_where_another_must_intervene_the_game_breaks_when_seats_2_to_8_all_decline() -> None:
    rotation = apply_inputs(banking(tuple(range(1, 9)), must_intervene=True), SETTLED, SETTLED).rotation
    step = apply_inputs(rotation, *(BankDeclined(seat) for seat in range(2, 9)))
    assert step.next == GameBroken()
    assert step.rotation.stage is RotationStage.BROKEN


def test_by_default_the_player_dealer_is_offered_last_and_may_bank_two_more_hands() -> None:
    step = apply_inputs(banking(), SETTLED, SETTLED, BankDeclined(2), BankDeclined(3))
    assert step.next == OfferBankTo(1, to_carry_on=True)
    step = apply_inputs(step.rotation, BankAccepted(1))
    assert (step.next, step.rotation.hands_banked) == (BankContinues(1), 0)
    assert apply_inputs(step.rotation, SETTLED, SETTLED).next == OfferBankTo(2)


def test_the_game_breaks_when_the_player_dealer_does_not_continue() -> None:
    assert (
        apply_inputs(banking(), SETTLED, SETTLED, BankDeclined(2), BankDeclined(3), BankDeclined(1)).next
        == GameBroken()
    )


def test_the_player_dealer_may_give_the_bank_up_after_one_hand() -> None:
    step = apply_inputs(banking(), SETTLED, BankDeclined(1))
    assert step.next == OfferBankTo(2)
    assert apply_inputs(step.rotation, BankAccepted(2)).next == BankTaken(2)


def test_a_player_dealer_who_gave_the_bank_up_is_not_offered_it_again() -> None:
    assert apply_inputs(banking(), SETTLED, BankDeclined(1), BankDeclined(2), BankDeclined(3)).next == GameBroken()


def test_a_bank_taken_and_given_up_at_once_does_not_count_as_an_intervening_player_dealer() -> None:
    step = apply_inputs(banking(must_intervene=True), SETTLED, SETTLED, BankAccepted(2), BankDeclined(2))
    assert step.next == OfferBankTo(3)
    assert apply_inputs(step.rotation, BankDeclined(3)).next == GameBroken()
    assert apply_inputs(step.rotation, BankAccepted(3), PlayerLeft(3)).next == GameBroken()
    assert apply_inputs(step.rotation, BankAccepted(3), SETTLED, BankDeclined(3)).next == OfferBankTo(1)


def test_a_bank_given_up_at_once_is_offered_to_others_before_the_player_dealer() -> None:
    step = apply_inputs(banking((2, 4), 2), SETTLED, SETTLED, BankAccepted(4), PlayerSeated(3), BankDeclined(4))
    assert step.next == OfferBankTo(3)
    assert apply_inputs(step.rotation, BankDeclined(3)).next == OfferBankTo(2, to_carry_on=True)


def test_a_player_dealer_alone_may_continue_only_where_nobody_must_intervene() -> None:
    assert apply_inputs(banking((4,), 4), SETTLED, SETTLED).next == OfferBankTo(4, to_carry_on=True)
    assert apply_inputs(banking((4,), 4, must_intervene=True), SETTLED, SETTLED).next == GameBroken()


def test_a_new_game_does_not_renew_the_hands_of_the_last_player_dealer() -> None:
    broken = apply_inputs(banking(must_intervene=True), SETTLED, SETTLED, BankDeclined(2), BankDeclined(3)).rotation
    assert apply_inputs(broken, GameStarted(1)).next == OfferBankTo(2)
    assert apply_inputs(broken, GameStarted(1), BankDeclined(2), BankDeclined(3)).next == GameBroken()
    assert apply_inputs(
        broken, GameStarted(1), BankAccepted(2), SETTLED, SETTLED, BankDeclined(3), BankAccepted(1)
    ).next == BankTaken(1)


def test_a_player_dealer_who_gave_up_early_keeps_only_the_remaining_hand() -> None:
    broken = apply_inputs(banking((1, 2), must_intervene=True), SETTLED, BankDeclined(1), BankDeclined(2)).rotation
    step = apply_inputs(broken, GameStarted(1), BankDeclined(2))
    assert step.next == OfferBankTo(1, to_carry_on=True)
    assert apply_inputs(step.rotation, BankAccepted(1), SETTLED).next == OfferBankTo(2)


def test_by_default_a_new_game_is_offered_to_everyone_again() -> None:
    broken = apply_inputs(banking(), SETTLED, SETTLED, BankDeclined(2), BankDeclined(3), BankDeclined(1)).rotation
    step = apply_inputs(broken, GameStarted(1), BankAccepted(1))
    assert (step.next, step.rotation.hands_banked) == (BankTaken(1), 0)


def test_a_player_who_sits_down_at_a_broken_game_is_offered_the_bank() -> None:
    broken = apply_inputs(banking(must_intervene=True), SETTLED, SETTLED, BankDeclined(2), BankDeclined(3)).rotation
    step = apply_inputs(broken, PlayerSeated(5))
    assert step.next == OfferBankTo(5)
    assert apply_inputs(step.rotation, BankDeclined(5)).next == GameBroken()
    assert apply_inputs(step.rotation, BankAccepted(5)).next == BankTaken(5)


def test_a_player_who_sits_down_behind_the_offer_is_offered_the_bank_later() -> None:
    step = apply_inputs(banking((1, 3, 4)), SETTLED, SETTLED, BankDeclined(3), PlayerSeated(2))
    assert step.next == OfferBankTo(4)
    assert apply_inputs(step.rotation, BankDeclined(4)).next == OfferBankTo(2)


def test_a_player_who_sits_down_is_offered_the_bank_before_the_player_dealer() -> None:
    step = apply_inputs(banking((1, 2)), SETTLED, SETTLED, BankDeclined(2), PlayerSeated(3))
    assert step.next == OfferBankTo(3)
    assert apply_inputs(step.rotation, BankDeclined(3)).next == OfferBankTo(1, to_carry_on=True)


def test_a_player_who_sits_down_while_a_hand_is_banked_changes_nothing() -> None:
    assert apply_inputs(banking(), PlayerSeated(7)).next == BankContinues(1)


def test_when_the_player_dealer_leaves_the_bank_is_offered_from_that_seat_on() -> None:
    assert apply_inputs(banking((1, 2, 3), 2), SETTLED, PlayerLeft(2)).next == OfferBankTo(3)


def test_when_the_offered_player_leaves_the_next_one_is_offered_the_bank() -> None:
    assert apply_inputs(banking(), SETTLED, SETTLED, PlayerLeft(2)).next == OfferBankTo(3)


def test_a_player_dealer_who_has_left_is_not_offered_the_bank() -> None:
    step = apply_inputs(banking(), SETTLED, SETTLED, PlayerLeft(1))
    assert step.next == OfferBankTo(2)
    assert apply_inputs(step.rotation, BankDeclined(2), BankDeclined(3)).next == GameBroken()


def test_a_new_player_at_a_seat_that_passed_is_offered_the_bank() -> None:
    step = apply_inputs(banking(), SETTLED, SETTLED, BankDeclined(2), PlayerLeft(2), PlayerSeated(2))
    assert step.next == OfferBankTo(3)
    assert apply_inputs(step.rotation, BankDeclined(3)).next == OfferBankTo(2)


def test_two_hands_count_for_a_person_at_any_seat() -> None:
    step = apply_inputs(banking(), SETTLED, SETTLED, PlayerLeft(1, "ann"), PlayerSeated(5, "ann"))
    assert step.next == OfferBankTo(2)
    assert (step.rotation.incumbent, step.rotation.incumbent_hands) == (5, 2)
    assert apply_inputs(step.rotation, BankDeclined(2), BankDeclined(3)).next == OfferBankTo(5, to_carry_on=True)


def test_a_new_player_at_the_seat_of_the_last_player_dealer_has_not_banked() -> None:
    step = apply_inputs(banking(), SETTLED, SETTLED, PlayerLeft(1, "ann"), PlayerSeated(1, "bob"))
    assert apply_inputs(step.rotation, BankDeclined(2), BankDeclined(3)).next == OfferBankTo(1)
    assert apply_inputs(step.rotation, BankDeclined(2), BankDeclined(3), BankAccepted(1)).next == BankTaken(1)


def test_sitting_down_again_does_not_count_as_an_intervening_player() -> None:
    broken = apply_inputs(banking((1,), must_intervene=True), SETTLED, SETTLED).rotation
    step = apply_inputs(broken, PlayerLeft(1, "ann"), PlayerSeated(2, "ann"))
    assert step.next == GameBroken()
    assert apply_inputs(step.rotation, GameStarted(1)).next == GameBroken()
    assert apply_inputs(step.rotation, PlayerSeated(3, "bob")).next == OfferBankTo(3)


def test_a_player_dealer_who_stands_up_after_one_hand_gives_the_bank_up() -> None:
    step = apply_inputs(banking(), SETTLED, PlayerLeft(1, "ann"), PlayerSeated(1, "ann"))
    assert (step.next, step.rotation.incumbent_hands) == (OfferBankTo(2), 1)
    assert apply_inputs(step.rotation, BankDeclined(2), BankDeclined(3)).next == GameBroken()


def test_a_player_who_passed_gets_no_second_offer_by_sitting_down_again() -> None:
    step = apply_inputs(banking(), SETTLED, SETTLED, BankDeclined(2), BankDeclined(3))
    assert step.next == OfferBankTo(1, to_carry_on=True)
    again = apply_inputs(step.rotation, PlayerLeft(2, "bob"), PlayerSeated(4, "bob"))
    assert again.next == OfferBankTo(1, to_carry_on=True)
    assert apply_inputs(again.rotation, BankDeclined(1)).next == GameBroken()
    assert (
        apply_inputs(again.rotation, BankDeclined(1), PlayerLeft(4, "bob"), PlayerSeated(2, "bob")).next == GameBroken()
    )


def test_a_player_who_was_away_while_another_banked_is_offered_the_bank() -> None:
    step = apply_inputs(
        banking(), SETTLED, SETTLED, PlayerLeft(1, "ann"), BankAccepted(2), SETTLED, PlayerSeated(1, "ann"), SETTLED
    )
    assert apply_inputs(step.rotation, BankDeclined(3)).next == OfferBankTo(1)


def test_new_rotation_rules_neither_reset_the_count_nor_move_the_offer() -> None:
    offering = apply_inputs(banking(), SETTLED, SETTLED, BankDeclined(2)).rotation
    assert (offering.offered_seat, with_terms(offering, hands_limit=3).offered_seat) == (3, 3)
    one_hand = apply_inputs(banking(), SETTLED).rotation
    assert with_terms(one_hand, must_intervene=True).hands_banked == 1
    assert with_terms(one_hand, hands_limit=1).offered_seat == 2  # the rest of the player-dealer's hands is lost
    carrying_on = apply_inputs(offering, BankDeclined(3)).rotation
    assert with_terms(carrying_on, must_intervene=True).stage is RotationStage.BROKEN


def test_a_table_that_everyone_leaves_is_broken_until_someone_sits_down() -> None:
    step = apply_inputs(banking((1, 2)), PlayerLeft(2), PlayerLeft(1))
    assert step.next == GameBroken()
    assert apply_inputs(step.rotation, PlayerSeated(3)).next == OfferBankTo(3)


def test_a_barred_seat_is_not_offered_the_bank_and_does_not_continue() -> None:
    barred = replace(banking((1, 2, 3)), excluded_seats=(1, 2))
    step = apply_inputs(barred, SETTLED)
    assert step.next == OfferBankTo(3)
    assert apply_inputs(step.rotation, BankDeclined(3)).next == GameBroken()


def test_a_barred_player_who_sits_down_changes_nothing() -> None:
    broken = replace(apply_inputs(Rotation((1,)), GameStarted(1), BankDeclined(1)).rotation, excluded_seats=(2,))
    assert apply_inputs(broken, PlayerSeated(2)).next == GameBroken()
    carrying_on = replace(apply_inputs(banking((1,)), SETTLED, SETTLED).rotation, excluded_seats=(2,))
    assert apply_inputs(carrying_on, PlayerSeated(2)).next == OfferBankTo(1, to_carry_on=True)


def test_a_stopped_game_waits_for_a_new_game_even_if_players_sit_down() -> None:
    stopped = end_game(apply_inputs(banking(), SETTLED, SETTLED).rotation)
    assert stopped.next == GameNotStarted()
    assert apply_inputs(stopped.rotation, PlayerSeated(5)).next == GameNotStarted()
    assert apply_inputs(stopped.rotation, GameStarted(2)).next == OfferBankTo(2)
    assert refusal(stopped.rotation, BankAccepted(2)) == "rotation/not_asked"


def test_after_a_stop_others_are_offered_the_bank_before_the_last_player_dealer() -> None:
    stopped = end_game(apply_inputs(banking(), SETTLED, SETTLED).rotation).rotation
    step = apply_inputs(stopped, GameStarted(1))
    assert step.next == OfferBankTo(2)
    assert apply_inputs(step.rotation, BankDeclined(2), BankDeclined(3)).next == OfferBankTo(1, to_carry_on=True)


def test_a_stopped_game_does_not_renew_the_hands_of_the_last_player_dealer() -> None:
    stopped = end_game(apply_inputs(banking(must_intervene=True), SETTLED, SETTLED).rotation).rotation
    assert apply_inputs(stopped, GameStarted(1), BankDeclined(2), BankDeclined(3)).next == GameBroken()


@pytest.mark.parametrize(
    ("rotation", "input_", "code"),
    [
        (banking(), GameStarted(1), "rotation/game_running"),
        (banking(), BankAccepted(1), "rotation/not_asked"),
        (banking(), BankDeclined(2), "rotation/not_asked"),
        (banking(), PlayerSeated(3), "rotation/seat_taken"),
        (banking(), PlayerSeated(0), "rotation/no_such_seat"),
        (banking(), PlayerLeft(9), "rotation/seat_empty"),
        (Rotation((1, 2)), HandBanked(), "rotation/no_player_dealer"),
        (Rotation((1, 2)), BankAccepted(1), "rotation/not_asked"),
        (Rotation((1, 2)), BankDeclined(1), "rotation/not_asked"),
        (apply_inputs(banking(), SETTLED, SETTLED).rotation, BankAccepted(3), "rotation/not_asked"),
        (apply_inputs(banking(), SETTLED, SETTLED).rotation, BankDeclined(1), "rotation/not_asked"),
        (apply_inputs(banking(), SETTLED, SETTLED).rotation, HandBanked(), "rotation/no_player_dealer"),
    ],
)
def test_an_input_out_of_place_is_refused_with_its_code(rotation: Rotation, input_: RotationInput, code: str) -> None:
    assert refusal(rotation, input_) == code


def test_a_refusal_names_the_seat_that_is_offered_the_bank() -> None:
    answer = advance(apply_inputs(banking(), SETTLED, SETTLED).rotation, BankAccepted(3))
    assert isinstance(answer, Refused)
    assert answer.message == "Seat 3 is not asked: the bank is offered to seat 2."


@pytest.mark.parametrize("seats", [(2, 1), (1, 1), (0, 1), tuple(range(1, 100))])
def test_seats_out_of_order_are_refused(seats: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="seat numbers from 1"):
        Rotation(seats)


def test_a_limit_of_zero_hands_is_refused() -> None:
    with pytest.raises(ValueError, match="hands_limit is 0"):
        Rotation((1, 2), hands_limit=0)


@dataclass
class Floor:
    """Independent record of how many hands in a row a seat has banked, and of the seats offered the bank since."""

    banker: int | None = None
    running: int = 0
    asked: frozenset[int] = frozenset()

    def record(self, before: Rotation, input_: RotationInput, step: RotationStep) -> None:
        if isinstance(input_, GameStarted) and not before.must_intervene:
            # every player was offered the bank before the game broke; a new game offers it to all again
            self.banker = None
        if isinstance(input_, PlayerLeft):
            self.asked -= {input_.seat}
            self.banker = None if input_.seat == self.banker else self.banker
        if isinstance(input_, HandBanked):
            is_same = before.player_dealer == self.banker
            self.banker, self.running = before.player_dealer, self.running + 1 if is_same else 1
            self.asked = frozenset()
        if isinstance(step.next, OfferBankTo):
            self.asked |= {step.next.seat}


SEATS = st.integers(1, 6)
INPUTS = st.one_of(
    st.just(SETTLED),
    st.just("accept"),
    st.just("decline"),
    st.just("decline"),
    SEATS.map(GameStarted),
    SEATS.map(BankAccepted),
    SEATS.map(BankDeclined),
    SEATS.map(PlayerSeated),
    SEATS.map(PlayerLeft),
)
ROTATIONS = st.builds(
    Rotation,
    st.sets(SEATS).map(lambda seats: tuple(sorted(seats))),
    st.sampled_from(RotationDirection),
    must_intervene=st.booleans(),
)


def played(rotation: Rotation, wishes: list[RotationInput | str]) -> list[tuple[Rotation, RotationInput, RotationStep]]:
    """Apply inputs; return those that were accepted, each with the rotation before it and the step after it.

    The inputs "accept" and "decline" stand for the answer of the seat that is offered the bank.
    """
    taken: list[tuple[Rotation, RotationInput, RotationStep]] = []
    for wish in wishes:
        if isinstance(wish, str):
            if rotation.offered_seat is None:
                continue
            input_: RotationInput = (
                BankAccepted(rotation.offered_seat) if wish == "accept" else BankDeclined(rotation.offered_seat)
            )
        else:
            input_ = wish
        step = advance(rotation, input_)
        if isinstance(step, RotationStep):
            taken.append((rotation, input_, step))
            rotation = step.rotation
    return taken


@settings(max_examples=200, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=60))
def test_nobody_banks_a_third_hand_in_a_row_before_all_others_were_offered_the_bank(
    rotation: Rotation, wishes: list[RotationInput | str]
) -> None:
    floor = Floor()
    for before, input_, step in played(rotation, wishes):
        if isinstance(input_, BankAccepted) and input_.seat == floor.banker and floor.running >= 2:
            assert set(before.seats) <= floor.asked | {input_.seat}
            assert not before.must_intervene
        floor.record(before, input_, step)
        if before.must_intervene:
            assert floor.running <= 2


@settings(max_examples=200, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=60))
def test_a_game_breaks_only_after_every_other_player_was_offered_the_bank_once(
    rotation: Rotation, wishes: list[RotationInput | str]
) -> None:
    offered: set[int] = set()
    for before, input_, step in played(rotation, wishes):
        if isinstance(input_, HandBanked | GameStarted) or before.player_dealer == before.incumbent is not None:
            offered = set()  # from here the offers start a new turn around the table
        if isinstance(input_, PlayerLeft):
            offered -= {input_.seat}
        if isinstance(step.next, OfferBankTo):
            is_asked_twice = step.next.seat in offered and isinstance(input_, BankDeclined)
            assert not is_asked_twice or step.next.to_carry_on
            offered |= {step.next.seat}
        if isinstance(step.next, GameBroken) and before.stage is RotationStage.OFFERING:
            assert set(step.rotation.seats) <= {*offered, before.incumbent}


@settings(max_examples=200, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=60))
def test_a_replay_of_the_accepted_inputs_gives_the_same_rotation(
    rotation: Rotation, wishes: list[RotationInput | str]
) -> None:
    live = played(rotation, wishes)
    again = played(rotation, [input_ for _, input_, _ in live])
    assert [step for _, _, step in again] == [step for _, _, step in live]


@settings(max_examples=200, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=60))
def test_the_next_step_always_agrees_with_the_rotation(rotation: Rotation, wishes: list[RotationInput | str]) -> None:
    for _, _, step in played(rotation, wishes):
        after = step.rotation
        assert (after.offered_seat is not None) is (after.stage is RotationStage.OFFERING)
        assert (after.player_dealer is not None) is (after.stage is RotationStage.BANKING)
        assert after.incumbent is None or after.incumbent in after.seats
        match step.next:
            case OfferBankTo(seat):
                assert after.offered_seat == seat
                assert seat in after.seats
            case BankTaken(seat) | BankContinues(seat):
                assert after.player_dealer == seat
                assert after.hands_banked < after.hands_limit
            case GameBroken() | GameNotStarted():
                assert after.player_dealer is None


@settings(max_examples=100, deadline=None)
@given(ROTATIONS, st.lists(INPUTS, max_size=30), SEATS)
def test_only_the_offered_seat_may_accept_or_decline(
    rotation: Rotation, wishes: list[RotationInput | str], seat: int
) -> None:
    for _, _, step in played(rotation, wishes):
        if step.rotation.offered_seat is not None:
            is_asked = seat == step.rotation.offered_seat
            assert isinstance(advance(step.rotation, BankAccepted(seat)), RotationStep if is_asked else Refused)
            assert isinstance(advance(step.rotation, BankDeclined(seat)), RotationStep if is_asked else Refused)


def test_a_rotation_is_never_changed_in_place() -> None:
    rotation = banking()
    copy = replace(rotation)
    apply_inputs(rotation, SETTLED, SETTLED, BankDeclined(2), PlayerLeft(3))
    assert rotation == copy
