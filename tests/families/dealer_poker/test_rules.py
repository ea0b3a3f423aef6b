"""Laws of poker against a player-dealer, over rounds with random decisions under every reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import Card, Suit, parse_cards
from croupier.cards.card import DECK
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.pay_rules import ultimate_rules
from croupier.families.dealer_poker.shared.round import BOARD, DEALER, PokerResult, seat_name
from croupier.families.dealer_poker.shared.settle import (
    decide_final_bets,
    facts_of,
    final_bets,
    round_of,
    section_of,
)
from croupier.families.dealer_poker.ultimate.game import play_multiples
from croupier.money.bets import SEATED, Bet, BetResult
from croupier.money.cents import Cents
from croupier.play import rulebook_library
from croupier.play.reachability import find_unreachable_rows
from croupier.play.round import (
    Answer,
    Ask,
    Deal,
    Decision,
    ForbiddenDecision,
    RoundInProgress,
    TimedOut,
    UnexpectedAnswer,
    Void,
    replay,
)
from croupier.rulebook.table_rules import TableRules
from tests.blackjack_rounds import play_out
from tests.hands_slow import Score, score_of
from tests.poker_rounds import RULEBOOKS, Round, is_ultimate, rounds, table_rules

ULTIMATE = files("croupier.rulebook").joinpath("data/ca-ultimate-texas-holdem.toml")
CHOICES = ("play", "fold", "check", "play-4", "play-3", "play-2", "play-1", "hit")


# The cards


@given(rounds())
@settings(max_examples=50)
def test_every_card_that_was_dealt_lies_on_the_table_once(table: Round) -> None:
    dealt = [answer for answer in table.play.answers if isinstance(answer, Card)]
    assert len(set(dealt)) == len(dealt)
    assert Counter(dealt) == Counter(table.result.cards)
    size, board = (2, 5) if is_ultimate(table.rules) else (3, 0)
    assert len(table.result.dealer) == size
    assert len(table.result.board) == board
    assert all(len(seat.cards) == size for seat in table.result.seats)


@given(rounds())
@settings(max_examples=40)
def test_all_cards_are_out_before_anybody_is_asked(table: Round) -> None:
    cards = len(table.result.cards)
    assert all(before >= cards for _, before in table.questions)


@given(rounds(family="three-card"))
@settings(max_examples=30)
def test_three_cards_are_dealt_from_the_left_of_the_bank(table: Round) -> None:
    order = [seat.seat for seat in table.result.seats]
    bank = table.bank.seat if table.bank else 0
    assert order == sorted(order, key=lambda seat: (seat < bank, seat))
    dealt = [answer for answer in table.play.answers if isinstance(answer, Card)]
    packets = [tuple(dealt[at : at + 3]) for at in range(0, len(dealt), 3)]
    assert packets == [*(seat.cards for seat in table.result.seats), table.result.dealer]


@given(rounds(family="ultimate-holdem"))
@settings(max_examples=30)
def test_holdem_is_dealt_as_out_of_a_shuffler_or_as_out_of_a_shoe(table: Round) -> None:
    seats = [seat_name(seat.seat) for seat in table.result.seats]
    assert seats == sorted(seats)
    round_: list[str] = [*seats, DEALER]
    board = [BOARD] * 5
    from_shoe = table.rules.options["deal"] == "shoe"
    due = [*board, *round_, *round_] if from_shoe else [*(name for name in round_ for _ in range(2)), *board]
    play = RoundInProgress(table.begin)
    for hand, card in zip(due, table.play.answers, strict=False):
        assert isinstance(play.need, Deal)
        assert play.need.hand == hand
        play.answer(card)
    assert not isinstance(play.need, Deal)


# Legal decisions


@given(rounds())
@settings(max_examples=40)
def test_each_choice_is_accepted_and_everything_else_refused_with_the_rule(table: Round) -> None:
    topics = section_of(table.rules).cites
    for ask, before in table.questions[:6]:
        for question in ask.questions:
            for choice in CHOICES:
                play = replay(table.begin, table.play.answers[:before])
                if question.choice(choice) is not None:
                    play.answer(Decision(question.seat, choice))
                    continue
                with pytest.raises(ForbiddenDecision) as refused:
                    play.answer(Decision(question.seat, choice))
                assert refused.value.topic in topics
                assert len(play.answers) == before, "a refusal leaves the round as it was"


@given(rounds())
@settings(max_examples=40)
def test_a_play_wager_is_of_one_size(table: Round) -> None:
    for ask, before in table.questions[:6]:
        for question in ask.questions:
            for choice in question.choices:
                play = replay(table.begin, table.play.answers[:before])
                for cents in {choice.most + 1, choice.most - 1} - {-1}:
                    with pytest.raises(ForbiddenDecision):
                        play.answer(Decision(question.seat, choice.do, cents))


@given(rounds())
@settings(max_examples=30)
def test_a_seat_that_is_not_asked_cannot_decide(table: Round) -> None:
    for ask, before in table.questions[:6]:
        play = replay(table.begin, table.play.answers[:before])
        seats = {seat.seat for seat in table.result.seats} | {99}
        for seat in seats - {question.seat for question in ask.questions}:
            with pytest.raises(UnexpectedAnswer):
                play.answer(Decision(seat, "fold"))


@given(rounds())
@settings(max_examples=50)
def test_a_seat_with_an_ante_plays_once_or_folds(table: Round) -> None:
    for seat in table.result.seats:
        assert seat.stake
        assert bool(seat.played) is not seat.folded
        times = (4, 3, 2, 1) if is_ultimate(table.rules) else (1,)
        assert seat.folded or seat.played in {seat.stake * multiple for multiple in times}


@given(rounds(family="ultimate-holdem", play_counts_to_max=False))
@settings(max_examples=30)
def test_later_play_wagers_are_smaller(table: Round) -> None:
    streets = play_multiples(section_of(table.rules))
    assert streets == {0: (4, 3), 3: (2,), 5: (1,)}
    for ask, _ in table.questions:
        for question in ask.questions:
            board_cards = list(streets)[question.nth - 1]
            sizes = {choice.do for choice in question.choices if choice.most}
            assert sizes == {f"play-{times}" for times in streets[board_cards]}
            assert question.timeout_action == ("fold" if board_cards == 5 else "check")


@given(table_rules(), st.integers(0, 2**32))
@settings(max_examples=30)
def test_asking_seats_together_or_in_turn_gives_the_same_hands(rules: TableRules, seed: int) -> None:
    base = ("ante", "blind") if is_ultimate(rules) else ("ante",)
    bets = [Bet(seat, SEATED, wager, Cents(1_000)) for seat in (1, 2, 3) for wager in base]
    ended = []
    for together in (False, True):
        chance = SeededRandomSource(seed)
        pack = iter(shuffled(DECK, chance))
        play: RoundInProgress[PokerResult | Void] = RoundInProgress(
            lambda together=together: round_of(rules, bets, together=together)
        )  # type: ignore[misc]
        questions = play_out(play, lambda _, pack=pack: next(pack), _seat_by_seat_decisions(seed))  # type: ignore[misc]
        assert together or all(len(ask.questions) == 1 for ask, _ in questions)
        ended.append(play.result)
    assert ended[0] == ended[1]


def _seat_by_seat_decisions(seed: int) -> Callable[[Ask], Answer]:
    """Return decisions that depend only on the seat and not on the order of the questions."""
    minds: dict[int, SeededRandomSource] = {}

    def decide(ask: Ask) -> Answer:
        question = ask.questions[-1]  # seats that are asked together: the last one answers first
        mind = minds.setdefault(question.seat, SeededRandomSource(seed + 100 + question.seat))
        return Decision(question.seat, question.choices[mind.below(len(question.choices))].do)

    return decide


# The money


@given(rounds())
@settings(max_examples=50)
def test_ante_and_play_go_as_the_hands_do(table: Round) -> None:
    for bet, verdict in decide_final_bets(table.rules, table.result, table.bets):
        facts = facts_of(table.rules, table.result, bet.seat)
        seat = table.result.seat(bet.seat)
        assert seat is not None
        gave_up = facts["folded"] or (seat.played > 0 and bet.bettor not in seat.playing_bettors)
        if bet.wager == "play":
            assert not gave_up
            is_returned = not is_ultimate(table.rules) and not facts["dealer_qualifies"]
            assert (verdict.result is BetResult.RETURNED) is is_returned
            if not is_returned:
                won = {True: BetResult.WIN, False: BetResult.PUSH if facts["hands_tie"] else BetResult.LOSE}
                assert verdict.result is won[facts["hand_wins"]]
        if bet.wager in ("ante", "blind") and gave_up:
            assert verdict.result is BetResult.LOSE
        if bet.wager == "ante" and not gave_up and not facts["dealer_qualifies"]:
            assert verdict.result is not BetResult.LOSE


@given(rounds())
@settings(max_examples=50)
def test_no_bettor_plays_for_more_or_less_than_the_ante_allows(table: Round) -> None:
    stakes = {(bet.seat, bet.bettor): bet.amount for bet in table.bets if bet.wager == "ante"}
    for bet in final_bets(table.rules, table.result, table.bets)[len(table.bets) :]:
        seat = table.result.seat(bet.seat)
        assert seat is not None
        assert bet.amount * seat.stake == stakes[bet.seat, bet.bettor] * seat.played


@given(rounds())
@settings(max_examples=30)
def test_swapping_both_hands_turns_the_comparison_round(table: Round) -> None:
    result = table.result
    for seat in result.seats:
        facts = facts_of(table.rules, result, seat.seat)
        swapped = PokerResult(seat.cards, result.board, (seat.__class__(1, 1, result.dealer, 1, (), False),))
        back = facts_of(table.rules, swapped, 1)
        assert back["hands_tie"] is facts["hands_tie"]
        assert back["hand_wins"] is (not facts["hand_wins"] and not facts["hands_tie"])


@given(rounds(family="ultimate-holdem"))
@settings(max_examples=30)
def test_a_bad_beat_needs_a_losing_hand(table: Round) -> None:
    for seat in table.result.seats:
        facts = facts_of(table.rules, table.result, seat.seat)
        beaten = [name for name in facts.all() if name.startswith("beaten_") and facts[name]]
        assert len(beaten) <= 1
        assert not (facts["hands_tie"] and beaten)
        assert not facts["beaten_royal_flush"]


def _number(card: Card) -> int:
    return 4 * (card.rank - 1) + list(Suit).index(card.suit)


def _best(own: tuple[Card, ...], board: tuple[Card, ...], least: int) -> Score:
    """Return the best hand by an independent ranking of all allowed combinations of five cards."""
    ways = [five for five in combinations((*own, *board), 5) if sum(card in own for card in five) >= least]
    return max(score_of([_number(card) for card in five]) for five in ways)


@given(rounds(family="ultimate-holdem"))
@settings(max_examples=40)
def test_hands_compare_as_by_an_independent_ranking(table: Round) -> None:
    least = int(str(table.rules.options["min_hole_cards"]))
    result = table.result
    dealer = _best(result.dealer, result.board, least)
    for seat in result.seats:
        facts = facts_of(table.rules, result, seat.seat)
        hand = _best(seat.cards, result.board, least)
        assert facts["hand_wins"] is (hand > dealer)
        assert facts["hands_tie"] is (hand == dealer)


@given(rounds(family="three-card"))
@settings(max_examples=30)
def test_three_cards_compare_as_by_an_independent_ranking(table: Round) -> None:
    wheel = "low" if table.rules.options.get("a23_straight", True) else "none"
    dealer = score_of([_number(card) for card in table.result.dealer], wheel)
    assert facts_of(table.rules, table.result)["dealer_qualifies"] is (dealer >= (0, 12, 3, 2))
    for seat in table.result.seats:
        facts = facts_of(table.rules, table.result, seat.seat)
        hand = score_of([_number(card) for card in seat.cards], wheel)
        assert facts["hand_wins"] is (hand > dealer)
        assert facts["hands_tie"] is (hand == dealer)


# The rulebooks


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_rulebook_cites_every_decision_and_every_row_can_happen(name: str) -> None:
    rulebook = rulebook_library.load(name)
    assert rulebook.written.own is not None
    decisions = {"play", "fold", "check"} if rulebook.written.family == "ultimate-holdem" else {"play", "fold"}
    assert set(rulebook.written.own.cites) == decisions
    assert find_unreachable_rows(rulebook) == []


def test_an_ace_is_high_in_a_qualifying_hand() -> None:
    rules = TableRules.of(rulebook_library.load("ca-3-card-poker"))
    bets = [Bet(2, SEATED, "ante", Cents(1_000))]
    for dealer, qualifies in (("Ac 9h 4s", True), ("Qc 3h 2s", True), ("Jc Th 8s", False), ("2c 2h 3s", True)):
        play: RoundInProgress[PokerResult | Void] = RoundInProgress(lambda: round_of(rules, bets))
        pack = iter(parse_cards(f"Kd 6d 3d {dealer}"))
        play_out(play, lambda _, pack=pack: next(pack), lambda _: Decision(2, "play"))  # type: ignore[misc]
        assert isinstance(play.result, PokerResult)
        assert facts_of(rules, play.result, 2)["dealer_qualifies"] is qualifies


def test_the_rulebook_sets_the_sizes_of_a_play_wager(tmp_path: Path) -> None:
    """Check that a rulebook with other raises is asked and solved with these raises."""
    written = ULTIMATE.read_text("utf-8")
    for old, new in (("[4, 3]", "[5]"), ("flop           = 2", "flop           = 3"), ("= 1       #", "= 2       #")):
        assert written.count(old) == 1
        written = written.replace(old, new)
    file = tmp_path / "five-times.toml"
    file.write_text(written.replace('"ca-ultimate-texas-holdem"', '"five-times"'), "utf-8")
    rules = TableRules.of(rulebook_library.load(str(file)))
    bets = [Bet(1, SEATED, wager, Cents(1000)) for wager in ("ante", "blind")]
    play: RoundInProgress[PokerResult | Void] = RoundInProgress(lambda: round_of(rules, bets))
    pack = iter(shuffled(DECK, SeededRandomSource(1)))
    questions = play_out(play, lambda _: next(pack), lambda _: TimedOut())
    offered = [[(choice.do, choice.most) for choice in ask.questions[0].choices[1:]] for ask, _ in questions]
    assert offered == [[("play-5", 5000)], [("play-3", 3000)], [("play-2", 2000)]]
    play_rules = ultimate_rules(rules)
    assert (play_rules.before_flop, play_rules.flop, play_rules.river) == ((5,), 3, 2)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[4, 3]", "[]", "at least one"),
        ("[4, 3]", "[4, 4]", "each size once"),
        ("[4, 3]", "[400]", "1 to 100 times the Ante"),
        ("flop           = 2", "flop           = 0", "1 to 100 times the Ante"),
    ],
)
def test_an_invalid_size_of_a_play_wager_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    written = ULTIMATE.read_text("utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(written.replace(old, new, 1).replace('"ca-ultimate-texas-holdem"', '"mine"'), "utf-8")
    with pytest.raises(BadInput, match=message):
        rulebook_library.load(str(file))
