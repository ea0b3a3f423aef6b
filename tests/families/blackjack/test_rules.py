"""Laws of blackjack play, over rounds with random decisions under random options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import Card, Rank, parse_cards
from croupier.cards.random_source import SeededRandomSource
from croupier.families.blackjack.hand_values import ACE, Count, count, dealer_draws, value
from croupier.families.blackjack.round import (
    DEALER,
    OFFERS,
    PLAYS,
    BlackjackHandResult,
    BlackjackResult,
    BlackjackRound,
    BlackjackSeatBet,
    RoundSeats,
)
from croupier.families.blackjack.rules import BlackjackRules, section_of
from croupier.families.blackjack.settle import play_rules_of
from croupier.money.bets import SEATED
from croupier.play import rulebook_library
from croupier.play.round import (
    Answer,
    Ask,
    Deal,
    Decision,
    ForbiddenDecision,
    RoundInProgress,
    UnexpectedAnswer,
    Void,
    replay,
)
from tests.blackjack_rounds import LEANINGS, PACKS, Round, decided, pack_of, play_out, rounds, table_rules

CHOICES = tuple(dict.fromkeys((*PLAYS, *OFFERS)))


def total_of(cards: tuple[Card, ...]) -> Count:
    return count(value(card.rank) for card in cards)


def hands_of(table: Round) -> list[BlackjackHandResult]:
    return [hand for seat in table.result.seats for hand in seat.hands]


# The cards


@given(rounds())
@settings(max_examples=50)
def test_no_seat_has_more_hands_than_the_rules_allow_and_aces_are_split_no_further(table: Round) -> None:
    rules = table.result.rules
    for seat in table.result.seats:
        assert 1 <= len(seat.hands) <= rules.most_hands
        aces = [hand for hand in seat.hands if hand.is_split and value(hand.cards[0].rank) == ACE]
        assert len(aces) <= rules.most_ace_hands
        if not rules.split_aces_play:
            assert all(len(hand.cards) == 2 for hand in aces)


@given(rounds())
@settings(max_examples=50)
def test_a_doubled_hand_takes_exactly_one_card(table: Round) -> None:
    for seat in table.result.seats:
        for hand in seat.hands:
            assert 0 <= hand.doubled_by <= seat.stake
            assert len(hand.cards) >= 2
            if hand.doubled_by:
                assert len(hand.cards) == 3
            if hand.surrendered:
                assert len(hand.cards) == 2


@given(rounds())
@settings(max_examples=50)
def test_nobody_takes_a_card_on_more_than_21_or_beyond_a_charlie(table: Round) -> None:
    rules = table.result.rules
    for hand in hands_of(table):
        for size in range(2, len(hand.cards)):
            before = total_of(hand.cards[:size])
            assert before.total <= 21
            assert not (rules.charlie_cards and size >= rules.charlie_cards)


@given(rounds())
@settings(max_examples=50)
def test_the_dealer_draws_by_the_rules_and_only_when_it_matters(table: Round) -> None:
    result = table.result
    rules, cards = result.rules, result.dealer
    drew = len(cards) > 2
    for size in range(2, len(cards)):
        assert dealer_draws(total_of(cards[:size]), hits_soft_17=rules.hits_soft_17)
    if drew:
        assert not dealer_draws(total_of(cards), hits_soft_17=rules.hits_soft_17)
        assert not result.dealer_natural
    if table.table.dealer_completes and not result.dealer_natural:
        assert not dealer_draws(total_of(cards), hits_soft_17=rules.hits_soft_17)


@given(rounds())
@settings(max_examples=40)
def test_every_card_that_was_dealt_lies_on_the_table_once(table: Round) -> None:
    dealt = [answer for answer in table.play.answers if isinstance(answer, Card)]
    if table.result.rules.shared_hand:
        assert len({seat.first_two for seat in table.result.seats}) == 1
    else:
        assert Counter(dealt) == Counter(table.result.cards)


# Legal decisions


@given(rounds())
@settings(max_examples=25)
def test_each_choice_is_accepted_and_everything_else_refused_with_the_rule(table: Round) -> None:
    topics = section_of(table.rules).cites
    for ask, before in table.questions[:8]:
        for question in ask.questions:
            for choice in (*CHOICES, "fold"):
                play = replay(table.begin, table.play.answers[:before])
                if question.choice(choice) is not None:
                    play.answer(Decision(question.seat, choice))
                    continue
                with pytest.raises(ForbiddenDecision) as refused:
                    play.answer(Decision(question.seat, choice))
                assert str(refused.value)
                assert refused.value.topic in topics
                assert len(play.answers) == before, "a refusal leaves the round as it was"


@given(rounds())
@settings(max_examples=25)
def test_an_amount_outside_what_a_choice_costs_is_refused(table: Round) -> None:
    for ask, before in table.questions[:8]:
        for question in ask.questions:
            for choice in question.choices:
                play = replay(table.begin, table.play.answers[:before])
                for cents in {choice.most + 1, choice.least - 1} - {-1}:
                    with pytest.raises(ForbiddenDecision):
                        play.answer(Decision(question.seat, choice.do, cents))


@given(rounds())
@settings(max_examples=50)
def test_a_seat_that_is_not_asked_cannot_decide(table: Round) -> None:
    for ask, before in table.questions[:8]:
        play = replay(table.begin, table.play.answers[:before])
        seats = {entrant.seat for entrant in table.table.seat_bets} | {99}
        for seat in seats - {question.seat for question in ask.questions}:
            with pytest.raises(UnexpectedAnswer):
                play.answer(Decision(seat, "stand"))


@given(rounds())
@settings(max_examples=40)
def test_insurance_is_offered_against_an_ace_and_is_at_most_half(table: Round) -> None:
    up = value(table.result.dealer[0].rank)
    offers = [q.choice("insure") for ask, _ in table.questions for q in ask.questions if q.choice("insure")]
    assert not offers or (up == ACE and table.result.rules.insurance)
    for seat in table.result.seats:
        assert 2 * seat.insured <= seat.stake
        assert not seat.insured or up == ACE


@given(rounds(silent=True))
@settings(max_examples=50)
def test_a_timeout_declines_or_stands(table: Round) -> None:
    for seat in table.result.seats:
        assert seat.insured == 0
        assert [len(hand.cards) for hand in seat.hands] == [2]
        assert not seat.hands[0].surrendered


@given(rounds(surrender="off"))
@settings(max_examples=50)
def test_without_surrender_no_hand_is_surrendered(table: Round) -> None:
    assert not any(hand.surrendered for hand in hands_of(table))


@given(rounds(hole_check="peek"))
@settings(max_examples=40)
def test_a_natural_found_by_the_peek_ends_the_round_before_anybody_plays(table: Round) -> None:
    if table.result.dealer_natural:
        assert all(len(hand.cards) == 2 and not hand.doubled_by and not hand.is_split for hand in hands_of(table))


# Questions together or in turn


def cards_by_hand(pack: list[Card], seed: int) -> Callable[[Deal], Card]:
    """Return a function that deals each seat and the dealer from separate piles.

    So the order of the questions does not change the cards of a seat.
    """
    piles: dict[str, SeededRandomSource] = {}

    def next_card(need: Deal) -> Card:
        name = need.hand.partition("/")[0]
        number = 0 if name == DEALER else int(name.partition(":")[2] or 50)
        pile = piles.setdefault(name, SeededRandomSource(seed + number))
        return pack[pile.below(len(pack))]

    return next_card


def seat_by_seat_decisions(seed: int, pick: Callable[[Ask], int]) -> Callable[[Ask], Answer]:
    """Return decisions that depend only on the seat and not on the order of the questions."""
    sources: dict[int, SeededRandomSource] = {}

    def decide(ask: Ask) -> Answer:
        question = ask.questions[pick(ask)]
        source = sources.setdefault(question.seat, SeededRandomSource(seed + 100 + question.seat))
        return decided(question, source, LEANINGS[seed % len(LEANINGS)])

    return decide


@given(table_rules().map(play_rules_of), st.integers(0, 2**32), st.sampled_from(PACKS))
@settings(max_examples=40)
def test_asking_seats_together_or_in_turn_gives_the_same_hands(
    rules: BlackjackRules, seed: int, pack: tuple[Rank, ...]
) -> None:
    entrants = tuple(BlackjackSeatBet(seat, 1_000, (SEATED,)) for seat in (1, 2, 3))
    order = SeededRandomSource(seed)
    ended = []
    for together in (False, True):
        table = RoundSeats(entrants, dealer_completes=True, decide_together=together)
        play: RoundInProgress[BlackjackResult | Void] = RoundInProgress(
            lambda table=table: BlackjackRound(rules, table)
        )  # type: ignore[misc]
        pick: Callable[[Ask], int] = (lambda ask: order.below(len(ask.questions))) if together else (lambda ask: 0)
        questions = play_out(play, cards_by_hand(pack_of(pack), seed), seat_by_seat_decisions(seed, pick))
        assert together or all(len(ask.questions) == 1 for ask, _ in questions)
        ended.append(play.result)
    assert ended[0] == ended[1]


def test_a_hand_of_21_is_asked_only_where_the_table_says_so() -> None:
    for asks_21, plays_to_31, is_asked in ((True, False, True), (False, False, False), (False, True, True)):
        table = RoundSeats((BlackjackSeatBet(1, 1_000, (SEATED,)),), ask_on_21=asks_21)
        rules = BlackjackRules(plays_to_31=plays_to_31)
        play: RoundInProgress[BlackjackResult | Void] = RoundInProgress(
            lambda rules=rules, table=table: BlackjackRound(rules, table)
        )  # type: ignore[misc]
        for card in parse_cards("7s 6c 7d Th"):
            play.answer(card)
        play.answer(Decision(1, "hit"))
        play.answer(parse_cards("7h")[0])
        assert isinstance(play.need, Ask) is is_asked


@pytest.mark.parametrize("name", [name for name in rulebook_library.names() if "blackjack" in name])
def test_the_rules_of_a_rulebook_cite_every_decision(name: str) -> None:
    section = rulebook_library.load(name).written.own
    assert section is not None
    assert {"hit", "stand", "double-down", "split", "surrender", "insure"} == set(section.cites)
