"""Packs of rotation rules: their contents, the 40-minute clock, and third-party providers."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.errors import BadInput, Refused
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
    Rotation,
    RotationDirection,
    RotationInput,
    RotationStage,
)
from croupier.table.rotation_offers import (
    DEFAULT,
    BankOffers,
    BankOffersStep,
    DeadlinePassed,
    GameStopped,
    RotationClock,
    RotationNoticeKind,
    RotationRules,
    RotationWindow,
    first_offers,
    first_rotation,
    read_rotation_rules,
    rotation_rules,
    shipped_rotation_rules,
)

MINUTE = 60_000
WINDOW = 40 * MINUTE
SETTLED = HandBanked()
STATE, STRICT = rotation_rules("state-2026"), rotation_rules("state-2026-banked")


def apply_inputs(
    offers: BankOffers,
    *inputs: RotationInput | DeadlinePassed,
    at: int = 0,
    tp: tuple[int, ...] = (),
    players: dict[int, str] | None = None,
) -> BankOffersStep:
    """Apply all inputs, none of which may be refused, and return the last step."""
    step = BankOffersStep(offers, GameNotStarted())
    for input_ in inputs:
        after = step.offers.apply_input(input_, at, tp, players)
        assert isinstance(after, BankOffersStep), after
        step = after
    return step


def refusal(offers: BankOffers, input_: RotationInput | DeadlinePassed, at: int = 0, tp: tuple[int, ...] = ()) -> str:
    """Return the code of the refusal of an input."""
    answer = offers.apply_input(input_, at, tp)
    assert isinstance(answer, Refused), answer
    assert answer.message
    assert answer.cites
    return answer.code


# The packs


def test_the_default_pack_is_two_hands_clockwise() -> None:
    pack = shipped_rotation_rules()[DEFAULT]
    assert DEFAULT == "two-hands"
    assert first_rotation(pack, [3, 1, 2]) == Rotation((1, 2, 3), RotationDirection.CLOCKWISE, 2)
    assert pack.window is None
    assert pack.third_party_twice_running


def test_the_pack_of_commission_free_baccarat_breaks_the_game_when_nobody_intervenes() -> None:
    assert first_rotation(rotation_rules("must-intervene"), [1, 2]) == Rotation((1, 2), must_intervene=True)
    assert rotation_rules("two-hands", must_intervene=True).must_intervene


def test_the_pack_of_the_state_rule_of_2026_has_all_its_rules() -> None:
    assert STATE.hands_limit == 1
    assert STATE.window == RotationWindow(WINDOW, 2, "offered")
    assert not STATE.third_party_twice_running
    assert (STATE.third_parties_most, STATE.third_party_settles_only_in_seat, STATE.offered_visibly) == (1, True, True)
    assert "any seated player" in STATE.posted_notice.lower()
    assert "Not in force" in STATE.status
    assert "11 CCR 2076-2077" in STATE.cites


def test_the_stricter_reading_differs_in_what_counts_and_in_its_text() -> None:
    assert STRICT.window == RotationWindow(WINDOW, 2, "banked")
    assert replace(STRICT, **{name: getattr(STATE, name) for name in WORDS}) == STATE


WORDS = ("name", "title", "window", "posted_notice", "status")


def test_every_pack_names_the_rule_it_rests_on() -> None:
    assert set(shipped_rotation_rules()) == {"two-hands", "must-intervene", "state-2026", "state-2026-banked"}
    assert all(pack.cites for pack in shipped_rotation_rules().values())
    assert shipped_rotation_rules()["two-hands"].cites[0] == "004 L591"
    assert shipped_rotation_rules()["must-intervene"].cites[:4] == ("004 L355", "004 L858", "004 L1750", "004 L2248")


def test_an_unknown_pack_is_refused_with_the_known_names() -> None:
    with pytest.raises(BadInput, match=r'no rotation rules "two-hand"; .*did you mean "two-hands"'):
        rotation_rules("two-hand")


GOOD = """
[ours]
title = "Three hands, the other way round"
hands_limit = 3
direction = "counter-clockwise"
must_intervene = true
window_minutes = 10
others_in_window = 3
window_counts = "banked"
cite = "004 L423"
"""


def test_a_house_may_write_its_own_pack() -> None:
    pack = read_rotation_rules(GOOD, "ours.toml")["ours"]
    assert first_rotation(pack, [1]) == Rotation((1,), RotationDirection.COUNTER_CLOCKWISE, 3, must_intervene=True)
    assert pack.window == RotationWindow(10 * MINUTE, 3, "banked")
    assert pack.cites == ("004 L423",)


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("hands_limit = 3", "hands_limit = 0", r"ours.toml:4: ours.hands_limit: .*greater than or equal to 1"),
        ('"counter-clockwise"', '"left"', r"ours.toml:5: ours.direction: .*'clockwise' or 'counter-clockwise'"),
        ("others_in_window", "others", r"ours.toml:8: ours.others: extra inputs are not permitted"),
        ("004 L423", "004 L99999", r"ours.toml:10: ours.cite: L99999 is past the end"),
        ('cite = "004 L423"', "", r"ours.toml:2: ours: .*neither cite nor law"),
        ("must_intervene = true", "", r"ours.toml:2: ours.must_intervene: field required"),
        ("[ours]", "[ours", r"ours.toml:2: is not TOML"),
    ],
)
def test_an_invalid_pack_is_refused_with_the_place_of_the_error(before: str, after: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        read_rotation_rules(GOOD.replace(before, after), "ours.toml")


def test_all_errors_of_a_pack_are_reported_at_once() -> None:
    with pytest.raises(BadInput) as raised:
        read_rotation_rules(GOOD.replace("= 3", "= 0").replace('"banked"', '"seen"'), "ours.toml")
    assert len(raised.value.problems) == 3


# The clock


def clock(counts: str = "offered", others: int = 2) -> RotationClock:
    """Return the 40-minute clock of a pack."""
    return RotationClock(RotationWindow(WINDOW, others, counts)).began(0)  # type: ignore[arg-type]


def test_nothing_is_due_while_no_game_is_running() -> None:
    assert RotationClock(RotationWindow(WINDOW, 2, "offered")).deadline is None
    assert not clock().ended().is_up(10**12)


def test_a_game_without_offers_ends_after_40_minutes() -> None:
    assert clock().deadline == WINDOW
    assert not clock().is_up(WINDOW - 1)
    assert clock().is_up(WINDOW)


def test_one_other_player_is_not_enough_however_often_the_seat_is_offered() -> None:
    running = clock()
    for minute in range(0, 40, 5):
        running = running.offered("ann", minute * MINUTE)
    assert running.deadline == WINDOW


def test_the_deadline_is_40_minutes_after_the_earlier_of_the_last_two_players() -> None:
    two = clock().offered("ann", 5 * MINUTE).offered("bob", 20 * MINUTE)
    assert two.deadline == 45 * MINUTE
    assert two.offered("ann", 30 * MINUTE).deadline == 60 * MINUTE
    assert two.offered("cy", 30 * MINUTE).deadline == 60 * MINUTE


def test_an_offer_does_not_count_where_two_others_have_to_bank() -> None:
    assert clock("banked").offered("ann", 1).offered("bob", 2).deadline == WINDOW
    assert clock("banked").banked("ann", 1).banked("bob", 2).deadline == WINDOW + 1
    assert clock("offered").banked("ann", 1).taken("bob", 2).deadline == WINDOW


def test_a_seat_counts_from_when_it_is_taken_unless_it_is_given_up_before_a_hand() -> None:
    running = clock("banked").banked("ann", 10 * MINUTE)
    taken = running.taken("bob", 39 * MINUTE)
    assert taken.deadline == 50 * MINUTE
    assert taken.given_up().deadline == WINDOW
    assert taken.banked("bob", 41 * MINUTE).deadline == 50 * MINUTE
    assert running.taken("ann", 39 * MINUTE).deadline == WINDOW


def plain_deadline(times: list[tuple[str, int]], others: int) -> int:
    """Compute the deadline independently: the first minute that ends a 40-minute window with too few players."""
    for end in range(WINDOW // MINUTE, 400):
        stretch = {name for name, minute in times if end - 40 < minute <= end}
        if len(stretch) < others:
            return end * MINUTE
    raise AssertionError("the times end before minute 400")


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 120)), max_size=30), st.sampled_from([1, 2, 3]),
    st.sampled_from(["offered", "banked"]),
)  # fmt: skip
def test_the_deadline_is_the_end_of_the_first_stretch_that_holds_too_few_players(
    times: list[tuple[str, int]], others: int, counts: str
) -> None:
    times = sorted(times, key=lambda entry: entry[1])
    running, counted = clock(counts, others), []
    for name, minute in times:
        if running.is_up(minute * MINUTE):
            break
        running = (
            running.offered(name, minute * MINUTE) if counts == "offered" else running.banked(name, minute * MINUTE)
        )
        counted.append((name, minute))
    assert running.deadline == plain_deadline(counted, others)
    assert len(running.had) <= others + 1


# Offers under a pack


def test_the_two_hands_pack_equals_the_plain_rotation() -> None:
    step = apply_inputs(
        first_offers(shipped_rotation_rules()[DEFAULT], (1, 2, 3)), GameStarted(1), BankAccepted(1), SETTLED
    )
    assert step.next == BankContinues(1)
    assert step.offers.deadline is None
    assert not step.offers.must_stop(10**15)
    assert apply_inputs(step.offers, SETTLED).next == OfferBankTo(2)


def test_refusals_of_the_rotation_are_passed_on() -> None:
    offers = apply_inputs(first_offers(shipped_rotation_rules()[DEFAULT], (1, 2)), GameStarted(1)).offers
    assert refusal(offers, BankAccepted(2)) == "rotation/not_asked"
    assert refusal(offers, DeadlinePassed(), 10**15) == "rotation/not_time_up"


def test_under_the_state_rule_the_seat_is_offered_before_every_hand_for_all_to_see() -> None:
    step = apply_inputs(first_offers(STATE, (1, 2, 3)), GameStarted(1))
    assert [notice.kind for notice in step.notices] == [RotationNoticeKind.POSTED, RotationNoticeKind.OFFERED]
    assert all(notice.to_all for notice in step.notices)
    step = apply_inputs(step.offers, BankAccepted(1), SETTLED)
    assert step.next == OfferBankTo(2)
    assert [(notice.kind, notice.seat) for notice in step.notices] == [
        (RotationNoticeKind.BANKED, 1),
        (RotationNoticeKind.OFFERED, 2),
    ]


def test_by_default_an_offer_is_shown_only_to_its_seat() -> None:
    (notice,) = apply_inputs(first_offers(shipped_rotation_rules()[DEFAULT], (1, 2)), GameStarted(1)).notices
    assert (notice.kind, notice.seat, notice.to_all) == (RotationNoticeKind.OFFERED, 1, False)


def test_every_answer_is_noted_with_its_seat_and_time() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1)).offers
    notices = []
    answers: list[RotationInput] = [BankDeclined(1), BankAccepted(2), BankDeclined(2)]
    for minute, input_ in enumerate(answers, start=1):
        step = apply_inputs(offers, input_, at=minute)
        offers = step.offers
        notices += [(notice.kind, notice.seat, notice.at) for notice in step.notices]
    assert notices == [
        (RotationNoticeKind.DECLINED, 1, 1),
        (RotationNoticeKind.OFFERED, 2, 1),
        (RotationNoticeKind.ACCEPTED, 2, 2),
        (RotationNoticeKind.GIVEN_UP, 2, 3),
        (RotationNoticeKind.BROKEN, None, 3),
    ]


def test_a_player_who_sits_down_during_an_offer_does_not_make_it_a_new_one() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1)).offers
    step = apply_inputs(offers, PlayerSeated(5), at=7)
    assert (step.next, step.notices) == (OfferBankTo(1), ())
    assert step.offers.clock == offers.clock


def test_a_player_who_is_no_third_party_may_continue_after_the_others_passed() -> None:
    step = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1), BankAccepted(1), SETTLED, BankDeclined(2))
    assert step.next == OfferBankTo(1, to_carry_on=True)
    assert apply_inputs(step.offers, BankAccepted(1)).next == BankContinues(1)


def test_a_third_party_does_not_bank_twice_in_a_row() -> None:
    step = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1), BankAccepted(1), SETTLED, BankDeclined(2), tp=(1,))
    assert step.next == GameBroken()
    step = apply_inputs(
        first_offers(STATE, (1, 2)), GameStarted(1), BankAccepted(1), SETTLED, BankAccepted(2), SETTLED, tp=(1,)
    )
    assert step.next == OfferBankTo(1)


def test_a_new_game_or_seat_does_not_let_a_third_party_bank_twice_in_a_row() -> None:
    broken = apply_inputs(
        first_offers(STATE, (1, 2)), GameStarted(1), BankAccepted(1), SETTLED, BankDeclined(2), tp=(1,)
    ).offers
    assert apply_inputs(broken, GameStarted(1), tp=(1,)).next == OfferBankTo(2)
    assert apply_inputs(broken, GameStarted(1), BankDeclined(2), tp=(1,)).next == GameBroken()
    after = apply_inputs(broken, PlayerLeft(1)).offers
    assert apply_inputs(after, PlayerSeated(3), tp=(3,)).next == GameBroken()
    assert apply_inputs(after, PlayerSeated(3), GameStarted(3), tp=(3,)).next == OfferBankTo(2)


def test_a_third_party_gives_way_after_one_hand_whatever_the_limit_of_hands() -> None:
    pack = replace(rotation_rules("two-hands"), third_party_twice_running=False)
    assert apply_inputs(
        first_offers(pack, (1, 2)), GameStarted(1), BankAccepted(1), SETTLED, tp=(1,)
    ).next == OfferBankTo(2)
    assert apply_inputs(
        first_offers(pack, (1, 2)), GameStarted(1), BankAccepted(1), SETTLED, tp=(2,)
    ).next == BankContinues(1)


def test_a_player_marked_as_third_party_during_an_offer_may_only_pass() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2, 3)), GameStarted(1), BankAccepted(1), SETTLED, tp=(1,)).offers
    assert offers.rotation.offered_seat == 2
    assert refusal(offers, BankAccepted(2), tp=(1, 2)) == "rotation/third_party_twice"
    assert apply_inputs(offers, BankDeclined(2), tp=(1, 2)).next == OfferBankTo(3)


def test_by_default_a_third_party_may_continue() -> None:
    step = apply_inputs(
        first_offers(shipped_rotation_rules()[DEFAULT], (1, 2)),
        GameStarted(1),
        BankAccepted(1),
        SETTLED,
        SETTLED,
        BankDeclined(2),
        tp=(1,),
    )
    assert step.next == OfferBankTo(1, to_carry_on=True)


def test_one_third_party_at_a_table() -> None:
    offers = first_offers(STATE, (1, 2))
    assert refusal(offers, PlayerSeated(3), tp=(1, 3)) == "rotation/third_parties_most"
    assert apply_inputs(offers, PlayerSeated(3), tp=(3,)).next == GameNotStarted()
    assert apply_inputs(offers, PlayerSeated(3), tp=(1,)).next == GameNotStarted()
    assert refusal(offers, GameStarted(1), tp=(1, 2)) == "rotation/third_parties_most"
    assert apply_inputs(
        first_offers(shipped_rotation_rules()[DEFAULT], (1, 2)), PlayerSeated(3), GameStarted(1), tp=(1, 2, 3)
    ).next == OfferBankTo(1)


def test_a_third_party_settles_only_in_the_seat() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1), BankAccepted(1), tp=(1,)).offers
    assert offers.refuse_settling(1, (1,)) is None
    assert offers.refuse_settling(2, (1,)) is None
    away = apply_inputs(offers, SETTLED, BankAccepted(2), tp=(1,)).offers
    refused = away.refuse_settling(1, (1,))
    assert refused is not None
    assert refused.code == "rotation/third_party_settles"
    assert (
        apply_inputs(
            first_offers(shipped_rotation_rules()[DEFAULT], (1, 2)), GameStarted(2), tp=(1,)
        ).offers.refuse_settling(1, (1,))
        is None
    )


def test_the_game_ends_when_only_one_other_was_offered_the_seat_in_40_minutes() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1), at=MINUTE, tp=(1,)).offers
    assert offers.deadline == 41 * MINUTE
    offers = apply_inputs(offers, BankAccepted(1), SETTLED, BankAccepted(2), at=30 * MINUTE, tp=(1,)).offers
    assert offers.deadline == 41 * MINUTE
    assert refusal(offers, DeadlinePassed(), 41 * MINUTE - 1) == "rotation/not_time_up"
    assert offers.must_stop(41 * MINUTE)
    step = apply_inputs(offers, DeadlinePassed(), at=41 * MINUTE, tp=(1,))
    assert step.next == GameStopped(41 * MINUTE)
    assert [notice.kind for notice in step.notices] == [RotationNoticeKind.STOPPED]
    assert (step.offers.rotation.stage, step.offers.deadline) == (RotationStage.WAITING, None)


def test_a_hand_that_is_settled_after_the_deadline_was_the_last() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1), BankAccepted(1), tp=(1,)).offers
    during = apply_inputs(offers, PlayerSeated(5), at=41 * MINUTE, tp=(1,))
    assert during.next == BankContinues(1)
    step = apply_inputs(during.offers, SETTLED, at=42 * MINUTE, tp=(1,))
    assert step.next == GameStopped(40 * MINUTE)
    assert [notice.kind for notice in step.notices] == [RotationNoticeKind.BANKED, RotationNoticeKind.STOPPED]
    assert step.offers.third_party_banked_last


@pytest.mark.parametrize("input_", [BankAccepted(1), BankDeclined(1), PlayerSeated(7), PlayerLeft(1)])
def test_no_input_after_the_deadline_saves_the_game(input_: RotationInput) -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2, 3)), GameStarted(1), tp=(1,)).offers
    assert apply_inputs(offers, input_, at=WINDOW, tp=(1,)).next == GameStopped(WINDOW)


def test_an_offer_after_the_deadline_does_not_save_the_game() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2, 3)), GameStarted(1), at=0, tp=(1,)).offers
    offers = apply_inputs(offers, BankDeclined(1), at=5 * MINUTE, tp=(1,)).offers
    assert apply_inputs(offers, BankDeclined(2), at=WINDOW - 1, tp=(1,)).offers.deadline == 45 * MINUTE
    assert apply_inputs(offers, BankDeclined(2), at=WINDOW, tp=(1,)).next == GameStopped(WINDOW)


def test_after_a_stop_only_a_new_game_starts_the_offers_and_the_clock_again() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1), at=0).offers
    stopped = apply_inputs(offers, DeadlinePassed(), at=WINDOW).offers
    assert apply_inputs(stopped, PlayerSeated(4), at=WINDOW).next == GameNotStarted()
    again = apply_inputs(stopped, GameStarted(1), at=WINDOW + MINUTE)
    assert again.next == OfferBankTo(1)
    assert again.offers.deadline == 2 * WINDOW + MINUTE


def test_under_the_stricter_reading_offers_that_are_declined_do_not_save_the_game() -> None:
    offers = apply_inputs(
        first_offers(STRICT, (1, 2, 3)), GameStarted(2), BankDeclined(2), BankDeclined(3), BankAccepted(1), tp=(1,)
    ).offers
    assert offers.deadline == WINDOW
    lenient = apply_inputs(first_offers(STATE, (1, 2, 3)), GameStarted(2), at=0, tp=(1,)).offers
    lenient = apply_inputs(lenient, BankDeclined(2), BankDeclined(3), BankAccepted(1), at=5 * MINUTE, tp=(1,)).offers
    assert lenient.deadline == WINDOW  # seat 2 was offered the bank at the start, seat 3 later


def test_under_the_stricter_reading_two_others_who_bank_keep_the_game_going() -> None:
    offers = apply_inputs(first_offers(STRICT, (1, 2, 3)), GameStarted(2), BankAccepted(2), at=0, tp=(1,)).offers
    offers = apply_inputs(offers, SETTLED, BankAccepted(3), at=10 * MINUTE, tp=(1,)).offers
    assert offers.deadline == 50 * MINUTE
    given_up = apply_inputs(offers, BankDeclined(3), at=11 * MINUTE, tp=(1,)).offers
    assert given_up.deadline == WINDOW
    assert apply_inputs(offers, SETTLED, at=12 * MINUTE, tp=(1,)).offers.deadline == 50 * MINUTE


def test_a_seat_given_up_too_late_ends_the_game_at_once() -> None:
    offers = apply_inputs(first_offers(STRICT, (1, 2, 3)), GameStarted(2), BankAccepted(2), at=0).offers
    offers = apply_inputs(offers, SETTLED, BankAccepted(3), at=10 * MINUTE).offers
    assert apply_inputs(offers, BankDeclined(3), at=45 * MINUTE).next == GameStopped(WINDOW)


def test_a_player_who_changes_seats_is_counted_once() -> None:
    before, moved = {1: "house", 2: "ann"}, {1: "house", 3: "ann"}
    offers = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1), at=0, tp=(1,), players=before).offers
    offers = apply_inputs(offers, BankDeclined(1), BankAccepted(2), SETTLED, at=MINUTE, tp=(1,), players=before).offers
    offers = apply_inputs(offers, PlayerLeft(2), PlayerSeated(3), at=MINUTE, tp=(1,), players=moved).offers
    counted_by_seat = apply_inputs(offers, BankAccepted(1), SETTLED, at=2 * MINUTE, tp=(1,)).offers
    offers = apply_inputs(offers, BankAccepted(1), SETTLED, at=2 * MINUTE, tp=(1,), players=moved).offers
    assert offers.rotation.offered_seat == 3
    assert offers.deadline == WINDOW
    assert counted_by_seat.deadline == WINDOW + MINUTE


def test_a_time_before_the_last_counts_as_the_last() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1), at=MINUTE).offers
    step = apply_inputs(offers, BankDeclined(1), at=5)
    assert step.offers.at == MINUTE
    assert step.notices[0].at == MINUTE


def test_offers_are_never_changed_in_place() -> None:
    offers = apply_inputs(first_offers(STATE, (1, 2)), GameStarted(1)).offers
    copy = replace(offers)
    apply_inputs(offers, BankAccepted(1), SETTLED, BankDeclined(2), at=MINUTE)
    assert offers == copy


# Laws for any sequence of inputs


class Floor(RuleBasedStateMachine):
    """Table under one pack, compared with an independent record; seats 5 and 6 are for third-party providers."""

    pack = shipped_rotation_rules()[DEFAULT]

    def __init__(self) -> None:
        super().__init__()
        self.offers = first_offers(self.pack, (1, 2, 5))
        self.at = 0
        self.bankers: list[int] = []
        self.third_party_banked: list[bool] = []
        self.offered_since: set[int] = set()
        self.offered_at: list[tuple[int, int]] = []
        self.banked_at: list[tuple[int, int]] = []
        self.began_at: int | None = None

    @property
    def third_parties(self) -> set[int]:
        return {seat for seat in self.offers.rotation.seats if seat >= 5}

    def put(self, input_: RotationInput | DeadlinePassed) -> None:
        third_parties = self.third_parties | (
            {input_.seat} if isinstance(input_, PlayerSeated) and input_.seat >= 5 else set()
        )
        before = self.offers.rotation
        step = self.offers.apply_input(input_, self.at, third_parties)
        if isinstance(step, Refused):
            return
        self.record(before, input_, step)
        self.offers = step.offers

    def record(self, before: Rotation, input_: RotationInput | DeadlinePassed, step: BankOffersStep) -> None:
        if isinstance(input_, HandBanked):
            assert before.player_dealer is not None
            self.bankers.append(before.player_dealer)
            self.third_party_banked.append(before.player_dealer >= 5)
            self.banked_at.append((before.player_dealer, self.at))
            self.offered_since = set()
        if isinstance(input_, PlayerLeft):
            # the next player at the seat is a new one
            self.bankers = [0 if seat == input_.seat else seat for seat in self.bankers]
            self.offered_since -= {input_.seat}
        if isinstance(input_, GameStarted) and before.stage is RotationStage.BROKEN and not before.must_intervene:
            # every player was offered the bank before the game broke; a new game offers it to all again
            self.bankers = []
        is_running = step.offers.rotation.stage in (RotationStage.OFFERING, RotationStage.BANKING)
        if not is_running:
            self.began_at, self.offered_at, self.banked_at = None, [], []
        elif self.began_at is None:
            self.began_at = self.at
        for notice in step.notices:
            if notice.kind is RotationNoticeKind.OFFERED and notice.seat is not None:
                self.offered_since.add(notice.seat)
                self.offered_at.append((notice.seat, self.at))
        if isinstance(step.next, BankTaken | BankContinues) and isinstance(input_, BankAccepted):
            self.check_running(step.next.seat, step.offers.rotation.seats)

    def check_running(self, seat: int, seats: tuple[int, ...]) -> None:
        """Check that a seat banks past the limit only after every other seat was offered the bank."""
        limit = self.pack.hands_limit
        if self.bankers[-limit:] == [seat] * limit:
            assert set(seats) <= self.offered_since
            assert not self.pack.must_intervene

    @initialize(seat=st.integers(1, 6))
    def first_game(self, seat: int) -> None:
        self.put(GameStarted(seat))

    @rule(seat=st.integers(1, 6))
    @precondition(lambda self: self.offers.rotation.stage in (RotationStage.WAITING, RotationStage.BROKEN))
    def new_game(self, seat: int) -> None:
        self.put(GameStarted(seat))

    @rule()
    @precondition(lambda self: self.offers.rotation.offered_seat is not None)
    def accept(self) -> None:
        assert self.offers.rotation.offered_seat is not None
        self.put(BankAccepted(self.offers.rotation.offered_seat))

    @rule()
    @precondition(lambda self: self.offers.rotation.offered_seat is not None)
    def pass_it_on(self) -> None:
        assert self.offers.rotation.offered_seat is not None
        self.put(BankDeclined(self.offers.rotation.offered_seat))

    @rule(seat=st.integers(1, 6))
    def give_up(self, seat: int) -> None:
        self.put(BankDeclined(seat))

    @rule()
    @precondition(lambda self: self.offers.rotation.stage in (RotationStage.OFFERING, RotationStage.BANKING))
    def hand(self) -> None:
        """Let the seat that is offered the bank accept it, and settle its hand."""
        if self.offers.rotation.offered_seat is not None:
            self.put(BankAccepted(self.offers.rotation.offered_seat))
        self.put(SETTLED)

    @rule()
    def settle(self) -> None:
        self.put(SETTLED)

    @rule(seat=st.integers(1, 6))
    def join(self, seat: int) -> None:
        self.put(PlayerSeated(seat))

    @rule(seat=st.integers(1, 6))
    def leave(self, seat: int) -> None:
        self.put(PlayerLeft(seat))

    @rule(minutes=st.sampled_from([1, 10, 20, 40]))
    def time_passes(self, minutes: int) -> None:
        self.at += minutes * MINUTE

    @rule()
    def time_up(self) -> None:
        was_running, must_stop = self.began_at is not None, self.offers.must_stop(self.at)
        self.put(DeadlinePassed())
        assert self.offers.rotation.stage is RotationStage.WAITING or not must_stop
        assert was_running or not must_stop

    @invariant()
    def the_rotation_keeps_to_the_limit(self) -> None:
        rotation = self.offers.rotation
        assert rotation.player_dealer is None or rotation.hands_banked < self.pack.hands_limit

    @invariant()
    def third_parties_keep_to_the_pack(self) -> None:
        if not self.pack.third_party_twice_running:
            assert not any(earlier and later for earlier, later in pairwise(self.third_party_banked))
        assert len(self.third_parties) <= (self.pack.third_parties_most or 64)

    @invariant()
    def the_game_stops_in_time(self) -> None:
        """Check that a game stops when its last 40 minutes had too few other players."""
        window = self.pack.window
        if window is None or self.began_at is None or window.counts != "offered":
            return
        recent = {seat for seat, at in self.offered_at if at > self.at - window.ms and seat < 5}
        is_due = self.at - self.began_at >= window.ms and len(recent) < window.others
        assert self.offers.must_stop(self.at) or not is_due


class StateFloor(Floor):
    pack = STATE


class StrictFloor(Floor):
    pack = STRICT


class InterveningFloor(Floor):
    pack = rotation_rules("must-intervene")


for _floor in (Floor, StateFloor, StrictFloor, InterveningFloor):
    _floor.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)

TestTwoHands = Floor.TestCase
TestState2026 = StateFloor.TestCase
TestState2026Banked = StrictFloor.TestCase
TestMustIntervene = InterveningFloor.TestCase


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([STATE, STRICT]), st.lists(st.tuples(st.sampled_from("adsnjl"), st.integers(0, 20)), max_size=40)
)
def test_a_replay_gives_the_same_offers(pack: RotationRules, wishes: list[tuple[str, int]]) -> None:
    def played() -> list[BankOffersStep | Refused]:
        offers, at, steps = first_offers(pack, (1, 2, 5)), 0, []
        for wish, minutes in wishes:
            at += minutes * MINUTE
            seat = offers.rotation.offered_seat or 1
            inputs: dict[str, RotationInput] = {
                "a": BankAccepted(seat),
                "d": BankDeclined(seat),
                "s": SETTLED,
                "n": GameStarted(1),
                "j": PlayerSeated(3),
            }
            step = offers.apply_input(inputs.get(wish, PlayerLeft(3)), at, (5,))
            steps.append(step)
            offers = step.offers if isinstance(step, BankOffersStep) else offers
        return steps

    assert played() == played()
