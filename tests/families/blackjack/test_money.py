"""Laws of money in blackjack: conserved through splits, doubles and insurance, within the bank, in order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hypothesis import given, settings

from croupier.families.blackjack.facts import facts_of
from croupier.families.blackjack.rules import HoleCheck, Surrender, section_of
from croupier.families.blackjack.settle import decide_final_bets, final_bets
from croupier.money.bets import BetResult
from croupier.play.case import read_case, settle_case
from croupier.play.family import settle_bets
from tests.blackjack_rounds import Round, rounds


@given(rounds())
@settings(max_examples=50)
def test_the_final_chips_are_those_placed_raised_split_and_insured(table: Round) -> None:
    main, insurance = section_of(table.rules).wager, section_of(table.rules).insurance
    final_wagers = final_bets(table.rules, table.result, table.bets)
    for bet in table.bets:
        own = [
            final_bet
            for final_bet in final_wagers
            if (final_bet.seat, final_bet.bettor, final_bet.wager) == (bet.seat, bet.bettor, bet.wager)
        ]
        if bet.wager != main:
            assert own == [bet]
            continue
        assert all(bet.amount <= final_bet.amount <= 2 * bet.amount for final_bet in own)
        assert [final_bet.hand for final_bet in own] == (
            [0] if len(own) == 1 and own[0].hand == 0 else sorted({final_bet.hand for final_bet in own})
        )
        assert own[0].hand in (0, 1), "nobody leaves the first hand"
    placed = {(bet.seat, bet.bettor): bet.amount for bet in table.bets if bet.wager == main}
    for final_bet in final_wagers:
        if final_bet.wager == insurance:
            assert 0 < 2 * final_bet.amount <= placed[final_bet.seat, final_bet.bettor]


@given(rounds())
@settings(max_examples=50)
def test_hands_over_21_lose_naturals_win_or_push_and_a_dealers_natural_is_not_beaten(table: Round) -> None:
    main = section_of(table.rules).wager
    by_rank = table.rules.options.get("natural_ties") == "rank"
    even_money = bool(table.rules.options.get("even_money"))
    for bet, verdict in decide_final_bets(table.rules, table.result, table.bets):
        if bet.wager != main:
            continue
        facts = facts_of(table.result, bet.seat, max(1, bet.hand))
        if facts["broke"]:
            assert verdict.result in (BetResult.LOSE, BetResult.RETURNED)
        if facts["natural"] and not facts["dealer_natural"]:
            assert verdict.result is BetResult.WIN
        if facts["dealer_natural"] and not facts["natural"]:
            assert verdict.result in (BetResult.LOSE, BetResult.RETURNED)
        if facts["dealer_natural"] and facts["natural"] and not by_rank and not (even_money and facts["insured"]):
            assert verdict.result is BetResult.PUSH
        if facts["hard_31"] or facts["charlie"]:
            assert (verdict.result is BetResult.WIN) is not facts["dealer_natural"]


@given(rounds())
@settings(max_examples=40)
def test_a_surrender_costs_half_unless_the_dealer_has_a_natural_before_a_late_surrender(table: Round) -> None:
    wager = table.rules.wagers[section_of(table.rules).wager]
    natural = table.result.dealer_natural
    for bet, verdict in decide_final_bets(table.rules, table.result, table.bets):
        if bet.wager != wager.id or not facts_of(table.result, bet.seat, max(1, bet.hand))["surrendered"]:
            continue
        if natural and bet.hand > 1:
            assert verdict.result is BetResult.RETURNED
            continue
        whole = natural and table.result.rules.surrender is Surrender.LATE
        returned = 0 if whole else wager.rounding.of_pay(Fraction(bet.amount, 2))
        assert (verdict.result, verdict.winnings) == (BetResult.LOSE, bet.amount - returned)


@given(rounds(hole_check="none"))
@settings(max_examples=40)
def test_without_a_peek_a_dealers_natural_takes_only_the_original_wagers(table: Round) -> None:
    assert table.result.rules.hole_check is HoleCheck.NONE
    main = section_of(table.rules).wager
    lost: Counter[tuple[int, str]] = Counter()
    for outcome in settle_bets(table.rules, table.result, table.bets).settled:
        if outcome.bet.wager == main:
            lost[outcome.bet.seat, outcome.bet.bettor] -= outcome.net
    if table.result.dealer_natural:
        for bet in table.bets:
            assert bet.wager != main or lost[bet.seat, bet.bettor] <= bet.amount


def test_a_bettor_with_two_stacks_on_one_wager_loses_both_and_no_more_to_a_late_natural() -> None:
    wagers = [{"seat": 1, "wager": "blackjack", "amount": amount} for amount in ("10", "5")]
    done = settle_case(
        read_case(
            {
                "rulebook": "house-blackjack",
                "options": {"hole_check": "none"},
                "wagers": wagers,
                "cards": "6s Tc 5d As Td",
                "decisions": [{"seat": 1, "do": "double-down"}],
            }
        )
    )
    assert [outcome.net for outcome in done.settlement.settled] == [-1_000, -500]
