"""Laws of money in poker against a player-dealer: wagers end once, raises fit the Ante, folds cost the Ante."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.families.dealer_poker.shared.round import CHECK, FOLD, PLAY, PokerResult
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.shared.settle import decide_final_bets, final_bets
from croupier.money.bets import SEATED, Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play.case import read_case, settle_case
from croupier.play.family import settle_bets
from croupier.play.round import Answer, Ask, Decision, RoundInProgress, TimedOut, Void, replay
from croupier.rulebook.wager_checks import check_bets
from tests.poker_rounds import Round, is_ultimate, rounds

LIVE_AFTER_A_FOLD = ("trips", "bad-beat", "six-card-bonus", "bonus-6", "pair-and-up")
"""Bonuses that stay in play after a fold, because only the cards decide them; two of them have other readings."""


def verdicts(table: Round, result: PokerResult | None = None) -> dict[tuple[int, str, str], Verdict]:
    judged = decide_final_bets(table.rules, result or table.result, table.bets)
    return {(bet.seat, bet.bettor, bet.wager): verdict for bet, verdict in judged}


def is_forfeited(table: Round, bet: Bet) -> bool:
    """Return whether the seat folded, or whether this backline bettor made no Play wager."""
    seat = table.result.seat(bet.seat)
    assert seat is not None
    has_ante = any(
        (placed.seat, placed.bettor, placed.wager) == (bet.seat, bet.bettor, "ante") for placed in table.bets
    )
    return seat.folded or (has_ante and bet.bettor not in seat.playing_bettors)


def dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


# Wagers on the layout


@given(rounds())
@settings(max_examples=40)
def test_every_wager_ends_once_and_each_that_was_played_has_one_play_wager(table: Round) -> None:
    done = settle_bets(table.rules, table.result, table.bets, bank=table.bank)
    ended = [outcome.bet for outcome in done.settled]
    assert ended[: len(table.bets)] == table.bets
    added = Counter((bet.seat, bet.bettor, bet.wager) for bet in ended[len(table.bets) :])
    ante, play = section_of(table.rules).ante, section_of(table.rules).play
    assert set(added.values()) <= {1}
    for seat in table.result.seats:
        names = {bet.bettor for bet in table.bets if (bet.seat, bet.wager) == (seat.seat, ante)}
        mine = {name for number, name, wager in added if (number, wager) == (seat.seat, play)}
        assert mine <= names
        assert (SEATED in mine) is not seat.folded
        assert not (seat.folded and mine)
    assert {wager for _, _, wager in added} <= {play}


@given(rounds())
@settings(max_examples=40)
def test_play_is_a_whole_number_of_antes_and_the_blind_is_one(table: Round) -> None:
    stakes: dict[tuple[int, str], dict[str, int]] = defaultdict(dict)
    for bet in final_bets(table.rules, table.result, table.bets):
        stakes[bet.seat, bet.bettor][bet.wager] = bet.amount
    allowed = (1, 2, 3, 4) if is_ultimate(table.rules) else (1,)
    for mine in stakes.values():
        if PLAY in mine:
            assert mine[PLAY] in [times * mine["ante"] for times in allowed]
        if is_ultimate(table.rules):
            assert mine.get("blind") == mine.get("ante"), "Ante and Blind are equal, and neither stands alone"


@given(rounds(family="ultimate-holdem"), st.integers(0, 50), st.sampled_from([-100, -1, 1, 100]))
@settings(max_examples=30)
def test_an_ante_and_a_blind_that_differ_are_refused(table: Round, which: int, cents: int) -> None:
    pairs = [place for place, bet in enumerate(table.bets) if bet.wager in ("ante", "blind")]
    place = pairs[which % len(pairs)]
    bet = table.bets[place]
    unequal = [*table.bets]
    unequal[place] = replace(bet, amount=Cents(bet.amount + cents))
    alone = [other_bet for at, other_bet in enumerate(table.bets) if at != place]
    for bets in (unequal, alone):
        problems = check_bets(table.rules, bets)
        assert problems
        assert all(problem.where.startswith("wagers[") for problem in problems)


@given(rounds(play_counts_to_max=True, table_max="100"))
@settings(max_examples=40)
def test_where_the_maximum_covers_play_no_seat_plays_for_more(table: Round) -> None:
    most = table.rules.wagers["ante"].limit.most
    assert most == 100_00
    for ask, _ in table.questions:
        for question in ask.questions:
            assert all(choice.most <= most for choice in question.choices)
    plays = [bet for bet in final_bets(table.rules, table.result, table.bets) if bet.wager == PLAY]
    assert all(bet.amount <= most for bet in plays)


# Folding


@given(rounds())
@settings(max_examples=40)
def test_a_fold_costs_the_ante_and_the_blind_and_only_the_wagers_that_the_rules_name(table: Round) -> None:
    for bet, verdict in decide_final_bets(table.rules, table.result, table.bets):
        if is_forfeited(table, bet):
            assert bet.wager != PLAY
            if bet.wager in ("ante", "blind", "pair-plus"):
                assert verdict.result is BetResult.LOSE
                assert not verdict.row


@given(rounds(silent=True))
@settings(max_examples=40)
def test_bonuses_of_a_folded_hand_are_decided_as_if_it_had_been_played(table: Round) -> None:
    played = replace(table.result, seats=tuple(replace(seat, folded=False) for seat in table.result.seats))
    options = table.rules.options
    for key, verdict in verdicts(table).items():
        wager = key[2]
        if wager not in LIVE_AFTER_A_FOLD:
            continue
        as_played = verdicts(table, played)[key]
        if wager == "pair-and-up" and options["pair_and_up_after_fold"] == "forfeited":
            assert verdict.result is BetResult.LOSE
        elif wager == "bad-beat" and options["bad_beat_after_fold"] == "own-loss":
            assert verdict in (as_played, Verdict(BetResult.LOSE, verdict.winnings, cite=verdict.cite))
        else:
            assert verdict == as_played


@given(rounds(fold_first=True))
@settings(max_examples=40)
def test_forfeited_antes_are_settled_first_if_the_option_says_so(table: Round) -> None:
    bank = PostedBank(1, Cents(20_00)) if table.bank is None else table.bank
    if any(bet.seat == bank.seat for bet in table.bets):
        return
    done = settle_bets(table.rules, table.result, table.bets, bank=bank)
    given_up = [outcome for outcome in done.settled if outcome.bet.wager == "ante" and is_forfeited(table, outcome.bet)]
    due = sum(outcome.bet.amount for outcome in given_up)
    assert all(done.settled[place] in given_up for place in done.order[: len(given_up)])
    if table.rules.options["partial_cover"]:
        assert -sum(outcome.net for outcome in given_up) == min(due, bank.amount)
    in_turn = replace(table.rules, options={**table.rules.options, "fold_first": False})
    later = settle_bets(in_turn, table.result, table.bets, bank=PostedBank(bank.seat, Cents(10**9)))
    rich = settle_bets(table.rules, table.result, table.bets, bank=PostedBank(bank.seat, Cents(10**9)))
    assert [outcome.net for outcome in later.settled] == [outcome.net for outcome in rich.settled], (
        "it is a matter of order alone"
    )


# The order


@given(rounds(order="seat", backline_order="front_first"))
@settings(max_examples=40)
def test_settlement_goes_from_the_banks_left_seat_by_seat_in_the_printed_order(table: Round) -> None:
    if table.bank is None:
        return
    bank, printed = table.bank, table.rules.rulebook.written.settlement.order
    done = settle_bets(table.rules, table.result, table.bets, bank=bank)
    settled = [done.settled[place].bet for place in done.order]
    folds_first = table.rules.options.get("fold_first")
    keys = [
        (
            not (folds_first and bet.wager == "ante" and is_forfeited(table, bet)),
            (bet.seat - bank.seat) % 100,
            bet.bettor != SEATED,
            printed.index(bet.wager),
        )
        for bet in settled
    ]
    assert keys == sorted(keys)


# Timeouts, and two stacks


@given(rounds(silent=True))
@settings(max_examples=30)
def test_a_timeout_is_the_first_choice_of_every_question(table: Round) -> None:
    answers: list[Answer] = []
    play: RoundInProgress[PokerResult | Void] = replay(table.begin, ())
    for answer in table.play.answers:
        replacements = [answer]
        if isinstance(answer, TimedOut):
            assert isinstance(play.need, Ask)
            assert {question.choices[0].do for question in play.need.questions} <= {CHECK, FOLD}
            assert all(question.timeout_action == question.choices[0].do for question in play.need.questions)
            replacements = [Decision(question.seat, question.choices[0].do) for question in play.need.questions]
        for replacement in replacements:
            play.answer(replacement)
            answers.append(replacement)
    assert play.result == table.play.result
    assert not any(isinstance(answer, TimedOut) for answer in answers)


def test_two_stacks_on_the_ante_count_as_one_ante() -> None:
    bets = [Bet(2, SEATED, "ante", Cents(cents)) for cents in (10_00, 5_00)]
    case = {
        "rulebook": "ca-3-card-poker",
        "wagers": [{"seat": bet.seat, "wager": bet.wager, "amount": dollars(bet.amount)} for bet in bets],
        "cards": "Ks Kh 4d Qc 7h 2s",
        "decisions": [{"seat": 2, "do": "play"}],
    }
    done = settle_case(read_case(case)).settlement
    assert [(outcome.bet.wager, outcome.net) for outcome in done.settled] == [
        ("ante", 10_00),
        ("ante", 5_00),
        ("play", 15_00),
    ]
