"""Rounds over scripted cards: the needs of the round, its result, and irregularities at the table.

Baccarat is tested with the irregularities of section 30-2816, and poker, where all cards are dealt before the
decisions.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from croupier.cards import Card, parse_cards
from croupier.families.baccarat.facts import TableContext, facts_of
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.families.dealer_poker.shared.round import PokerResult
from croupier.families.dealer_poker.shared.settle import round_of
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.play.driver import deal_cards, deal_until_decision, play_to_end, timeout_answer
from croupier.play.round import (
    AnnounceResult,
    Answer,
    Ask,
    Deal,
    Decision,
    DrawnInError,
    ForbiddenDecision,
    FoundFaceUp,
    NoCardsLeft,
    Opening,
    ResultAnnounced,
    RoundInProgress,
    TimedOut,
    UnexpectedAnswer,
    Void,
    replay,
)
from croupier.play.rulebook_library import load
from croupier.rulebook.table_rules import TableRules
from tests.strategies import six_cards

RULES = BaccaratRules.of(TableRules.of(load("ca-cash-in-baccarat")))


def card(text: str) -> Card:
    return Card.parse(text)


def replayed(answers: list[Answer], opening: Opening = Opening()) -> RoundInProgress[Coup | Void]:  # noqa: B008
    return replay(lambda: play(RULES, opening), answers)


def coup(text: str) -> Coup:
    done = replayed([*parse_cards(text), ResultAnnounced()])
    assert isinstance(done.result, Coup)
    return done.result


def test_the_round_asks_for_cards_in_dealing_order() -> None:
    needs = []
    round_play = RoundInProgress(lambda: play(RULES))
    for card in parse_cards("Ts 2h 2d Kc 4c 5s"):
        needs.append(round_play.need)
        round_play.answer(card)
    assert needs == [
        Deal("player", 1),
        Deal("banker", 1),
        Deal("player", 2),
        Deal("banker", 2),
        Deal("player", 3),
        Deal("banker", 3),
    ]
    assert round_play.need == AnnounceResult()


@pytest.mark.parametrize(
    ("cards", "totals"),
    [
        ("Kd 9h Tc Js", (0, 9)),
        ("8h Kc 8h 3d 9s", (6, 2)),
        ("2s 5h Ad Kh 3h", (6, 5)),
        ("2d Ah 2c Js 3c 6h", (7, 7)),
        ("2s 3h 2d Kc 8c", (2, 3)),
    ],
)
def test_hands_count_as_the_documents_say(cards: str, totals: tuple[int, int]) -> None:
    done = coup(cards)
    assert (done.player_total, done.banker_total) == totals


@given(six_cards)
def test_a_hand_has_two_or_three_cards_and_a_natural_ends_the_round(dealt: list[Card]) -> None:
    live = RoundInProgress(lambda: play(RULES))
    play_to_end(live, deal_cards(dealt), timeout_answer)
    assert isinstance(live.result, Coup)
    facts = facts_of(live.result)
    assert facts["player_cards"] in (2, 3)
    assert facts["banker_cards"] in (2, 3)
    if facts["player_natural"] or facts["banker_natural"]:
        assert facts["total_cards"] == 4


def test_a_card_dealt_to_the_player_in_error_goes_to_the_banker_if_the_banker_must_draw() -> None:
    for disclosed in (False, True):
        done = replayed([*parse_cards("6s 2h Kd 3c"), DrawnInError(card("9s"), disclosed), ResultAnnounced()])
        assert isinstance(done.result, Coup)
        assert done.result.banker == parse_cards("2h 3c 9s")
        assert done.result.carried is None


def test_an_unseen_card_drawn_in_error_opens_the_next_hand_when_the_banker_must_stand() -> None:
    done = replayed([*parse_cards("6s 4h Kd 3c"), DrawnInError(card("9s"), disclosed=False)])
    assert isinstance(done.result, Coup)
    following = replayed(list(parse_cards("2h 3d 4c")), done.result.next_opening)
    assert not following.is_over
    following.answer(card("5s"))
    following.answer(ResultAnnounced())
    assert isinstance(following.result, Coup)
    assert following.result.player[0] == card("9s")
    assert not following.result.is_free_hand


def test_a_disclosed_card_drawn_in_error_opens_a_free_hand() -> None:
    done = replayed([*parse_cards("6s 4h Kd 3c"), DrawnInError(card("9s"), disclosed=True)])
    assert isinstance(done.result, Coup)
    assert done.result.next_opening.free_hand
    free = replayed([*parse_cards("2h 9d 7c"), ResultAnnounced()], done.result.next_opening)
    assert isinstance(free.result, Coup)
    assert free.result.is_free_hand


def test_a_first_card_face_up_in_the_shoe_voids_the_wagers_and_a_free_hand_follows() -> None:
    done = replayed([FoundFaceUp(card("9s"))])
    assert isinstance(done.result, Void)
    assert done.result.free_hand_next
    assert done.result.cite == "003 L298"


def test_a_later_card_face_up_in_the_shoe_changes_nothing() -> None:
    done = replayed([card("Ts"), FoundFaceUp(card("2h")), *parse_cards("2d Kc 4c 5s"), ResultAnnounced()])
    assert done.result == coup("Ts 2h 2d Kc 4c 5s")


def test_a_face_up_first_card_is_dealt_in_a_free_hand() -> None:
    done = replayed([FoundFaceUp(card("9s")), *parse_cards("2h Kd 3c"), ResultAnnounced()], Opening(free_hand=True))
    assert isinstance(done.result, Coup)


@pytest.mark.parametrize("dealt", [0, 1, 3, 4, 5])
def test_a_shoe_that_runs_out_voids_the_round(dealt: int) -> None:
    live = RoundInProgress(lambda: play(RULES))
    assert play_to_end(live, deal_cards(parse_cards("Ts 2h 2d Kc 4c 5s")[:dealt]), timeout_answer) == dealt
    assert isinstance(live.answers[-1], NoCardsLeft)
    assert isinstance(live.result, Void)
    assert live.result.cite == "003 L299"


def test_the_driver_deals_to_the_first_question_and_stops_there() -> None:
    dealt: list[int] = []
    live = RoundInProgress(lambda: round_of(poker_rules(), [Bet(1, SEATED, "ante", Cents(500))]))
    deal_until_decision(live, deal_cards(parse_cards("As Ks Qs 2c 3d 4h")), lambda: dealt.append(len(live.answers)))
    assert dealt == [1, 2, 3, 4, 5, 6]
    assert isinstance(live.need, Ask)
    play_to_end(live, deal_cards(()), lambda _, question: question.choices[-1].do)
    assert live.answers[-2:] == [Decision(1, "play"), ResultAnnounced()]
    assert live.is_over


def poker_rules() -> TableRules:
    return TableRules.of(load("ca-3-card-poker"))


def test_a_misread_card_is_corrected_and_play_goes_on() -> None:
    live = replayed(list(parse_cards("Ts 2h 2d Kc")))
    corrected = live.with_corrected_card(2, card("7d"))
    assert corrected.need == Deal("banker", 3)
    corrected.answer(card("5s"))
    corrected.answer(ResultAnnounced())
    assert corrected.result == coup("Ts 2h 7d Kc 5s")


def test_a_third_card_that_a_correction_makes_unnecessary_counts_as_drawn_in_error_and_disclosed() -> None:
    # The cards were read as 2 + 3, so the Player drew a four; in fact 6 + 3 was a natural.
    live = replayed(list(parse_cards("2s Kh 3d 7c 4c")))
    corrected = live.with_corrected_card(0, card("6s"))
    assert isinstance(corrected.result, Coup)
    assert corrected.result.player == parse_cards("6s 3d")
    assert corrected.result.next_opening.carried is not None
    assert corrected.result.next_opening.free_hand


def test_an_answer_that_was_not_asked_for_is_refused() -> None:
    done = replayed([*parse_cards("Kd 9h Tc Js")])
    with pytest.raises(UnexpectedAnswer, match="no card is due"):
        done.answer(card("2s"))
    done.answer(ResultAnnounced())
    with pytest.raises(UnexpectedAnswer, match="over"):
        done.answer(card("2s"))
    with pytest.raises(UnexpectedAnswer, match="a card is due"):
        replayed([]).answer(ResultAnnounced())
    with pytest.raises(UnexpectedAnswer, match="not a card"):
        done.with_corrected_card(9, card("2s"))


def test_facts_of_the_first_four_cards() -> None:
    quads = facts_of(coup("2s 2s 2s 2s 9h"))
    assert quads["suited_quads"]
    assert quads["quads_rank"] == 2
    assert not quads["trips"]
    trips = facts_of(coup("9c 9d 9c 4h"))
    assert trips["trips"]
    assert not trips["suited_trips"]
    assert trips["suited_pair"]
    two_pair = facts_of(coup("9h Ks Kh 9s"))
    assert two_pair["two_pair"]
    assert not two_pair["suited_pair"]


def test_facts_of_a_seat() -> None:
    layout = TableContext({1: parse_cards("Ks 9s"), 2: parse_cards("Kh 9h")}, frozenset({2}))
    both = coup("Ks Ks 9s 9s")
    assert facts_of(both, 1, layout)["seat_king_9"] == facts_of(both)["player_king_9"]
    assert not facts_of(both, 1, layout)["other_seat_king_9"]
    assert facts_of(both, 2, layout)["other_seat_king_9"]
    assert not facts_of(both, 2, layout)["other_betting_seat_king_9"]


# Poker: two seats, everything dealt, then decisions

HOLDEM, THREE = "ca-ultimate-texas-holdem", "ca-3-card-poker"
POKER_CARDS = {HOLDEM: "Ac Ad 8s 6d Kd Qc Qs 9s 7h 4d 2h", THREE: "Ks Kh 4d 9s 8h 3d Qc 7h 2s"}


def poker(name: str, answers: list[Answer], *, together: bool = False) -> RoundInProgress[PokerResult | Void]:
    base = ("ante", "blind") if name == HOLDEM else ("ante",)
    bets = [Bet(seat, SEATED, wager, Cents(1_000)) for seat in (2, 3) for wager in base]
    rules = TableRules.of(load(name))
    return replay(lambda: round_of(rules, bets, 1, together=together), answers)


def dealt_poker(name: str) -> list[Answer]:
    return list(parse_cards(POKER_CARDS[name]))


def questions(play: RoundInProgress[PokerResult | Void]) -> list[tuple[int, int, tuple[str, ...], str]]:
    assert isinstance(play.need, Ask)
    return [
        (question.seat, question.nth, tuple(choice.do for choice in question.choices), question.timeout_action)
        for question in play.need.questions
    ]


def test_holdem_asks_seat_by_seat_on_each_street_and_no_seat_again_after_it_has_played() -> None:
    play = poker(HOLDEM, dealt_poker(HOLDEM))
    before, flop, river = ("check", "play-4", "play-3"), ("check", "play-2"), ("fold", "play-1")
    asked = []
    for do in ("check", "play-3", "check", "fold"):
        (question,) = questions(play)
        asked.append(question)
        play.answer(Decision(question[0], do))
    assert asked == [(2, 1, before, "check"), (3, 1, before, "check"), (2, 2, flop, "check"), (2, 3, river, "fold")]
    play.answer(ResultAnnounced())
    assert isinstance(play.result, PokerResult)
    assert [(seat.seat, seat.played, seat.folded) for seat in play.result.seats] == [(2, 0, True), (3, 3_000, False)]


def test_seats_asked_together_answer_in_any_order_and_a_timeout_answers_for_the_others() -> None:
    play = poker(HOLDEM, dealt_poker(HOLDEM), together=True)
    play.answer(Decision(3, "play-4"))
    assert [seat for seat, *_ in questions(play)] == [2]
    for _ in range(3):
        play.answer(TimedOut())
    play.answer(ResultAnnounced())
    assert isinstance(play.result, PokerResult)
    assert [(seat.played, seat.folded) for seat in play.result.seats] == [(0, True), (4_000, False)]


def test_three_cards_are_decided_once_each() -> None:
    play = poker(THREE, dealt_poker(THREE))
    assert questions(play) == [(2, 1, ("fold", "play"), "fold")]
    play.answer(Decision(2, "play"))
    assert questions(play) == [(3, 1, ("fold", "play"), "fold")]
    play.answer(TimedOut())
    assert play.need == AnnounceResult()


@pytest.mark.parametrize("name", [HOLDEM, THREE])
@pytest.mark.parametrize("wrong", [FoundFaceUp, lambda card: DrawnInError(card, disclosed=True)])
def test_an_exposed_card_of_a_poker_hand_is_dealt_as_usual(name: str, wrong: Any) -> None:
    answers = dealt_poker(name)
    with_exposed_card = [*answers[:2], wrong(answers[2]), *answers[3:]]
    decisions = [Decision(2, "play-4"), Decision(3, "play-4")] if name == HOLDEM else [TimedOut(), TimedOut()]
    assert (
        poker(name, [*with_exposed_card, *decisions, ResultAnnounced()]).result
        == poker(name, [*answers, *decisions, ResultAnnounced()]).result
    )


@pytest.mark.parametrize("name", [HOLDEM, THREE])
def test_a_deck_that_runs_out_or_a_result_called_early_voids_a_poker_round(name: str) -> None:
    cards = dealt_poker(name)
    for dealt in range(len(cards)):
        done = poker(name, [*cards[:dealt], NoCardsLeft()])
        assert isinstance(done.result, Void)
    with pytest.raises(UnexpectedAnswer, match="a card is due"):
        poker(name, cards[:3]).answer(ResultAnnounced())
    with pytest.raises(UnexpectedAnswer, match="a card is due"):
        poker(name, cards).answer(ResultAnnounced())


@pytest.mark.parametrize("name", [HOLDEM, THREE])
def test_a_card_that_leaves_the_deck_while_a_seat_decides_voids_the_round(name: str) -> None:
    done = poker(name, [*dealt_poker(name), DrawnInError(card("Jd"), disclosed=True)])
    assert isinstance(done.result, Void)
    with pytest.raises(UnexpectedAnswer, match="no card is due"):
        poker(name, dealt_poker(name)).answer(card("Jd"))


@pytest.mark.parametrize("name", [HOLDEM, THREE])
def test_a_misread_card_of_a_poker_hand_is_corrected_and_the_decisions_stay(name: str) -> None:
    decisions: list[Answer] = (
        [Decision(2, "play-4"), Decision(3, "check"), TimedOut()] if name == HOLDEM else [Decision(2, "play")]
    )
    play = poker(name, [*dealt_poker(name), *decisions])
    corrected = play.with_corrected_card(0, card("Jd"))
    assert questions(corrected) == questions(play)
    again = poker(name, [card("Jd"), *dealt_poker(name)[1:], *decisions])
    for round_ in (corrected, again):
        round_.answer(TimedOut())
        round_.answer(ResultAnnounced())
    assert corrected.result == again.result


def test_a_play_wager_of_another_size_is_refused_and_nothing_happens() -> None:
    play = poker(HOLDEM, dealt_poker(HOLDEM))
    for decision in (Decision(2, "play-2"), Decision(2, "fold"), Decision(2, "play-4", 3_999), Decision(2, "hit")):
        with pytest.raises(ForbiddenDecision):
            play.answer(decision)
    with pytest.raises(UnexpectedAnswer, match="seat 3 is not asked"):
        play.answer(Decision(3, "check"))
    assert questions(play)[0][:2] == (2, 1)
