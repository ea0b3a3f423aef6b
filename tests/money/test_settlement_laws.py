"""Rules of money that hold for every game: money is conserved, stays within the bank, and is settled in order."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.money.bank_coverage import BankCoverage, CoverageModel, CoverageRules
from croupier.money.bets import SEATED, Bet, BetResult
from croupier.money.cents import Cents
from croupier.money.meters import MeterClaim, MeterRules, run_meter
from croupier.money.settlement import Settlement
from croupier.money.settlement_order import OrderRules, settlement_order
from tests.strategies import Table, rounds


def in_order(table: Table, done: Settlement) -> list[int]:
    """Return the indexes of the wagers in the order that the rules prescribe."""
    return settlement_order(
        [outcome.bet for outcome in done.settled], table.rules.settlement.order, table.start(table.bank)
    )


@given(rounds())
@settings(max_examples=100)
def test_money_is_conserved(table: Table) -> None:
    done = table.settle(table.bank)
    assert sum(done.postings.values()) == 0
    for meter, before in table.meters.items():
        assert done.meters[meter] == before + done.postings.get(f"meter:{meter}", 0)
    bettors = sum(amount for account, amount in done.postings.items() if account.startswith("bettor:"))
    assert bettors == sum(outcome.net for outcome in done.settled)


@given(rounds())
@settings(max_examples=80)
def test_nobody_loses_more_than_the_stake_and_its_charge(table: Table) -> None:
    for outcome in table.settle(table.bank).settled:
        assert outcome.net >= -(outcome.bet.amount + outcome.charge)
        if outcome.result is BetResult.RETURNED:
            assert outcome.net == 0
        if outcome.result is BetResult.PUSH:
            assert outcome.net == -outcome.charge


@given(rounds("player-dealer"))
@settings(max_examples=100)
def test_the_bank_never_wins_or_loses_more_than_it_put_up(table: Table) -> None:
    done = table.settle(table.bank)
    if table.bank is None:
        assert done.bank_net is None
        return
    assert done.bank_net is not None
    assert done.bank_left is not None
    assert -table.bank.amount <= done.bank_net <= table.bank.amount
    assert 0 <= done.bank_left <= table.bank.amount
    assert done.bank_net == -sum(outcome.net for outcome in done.settled)


@given(rounds("player-dealer"))
@settings(max_examples=80)
def test_every_dollar_of_the_bank_plays_once(table: Table) -> None:
    if table.bank is None or table.rules.options["coverage_model"] != "exchanged":
        return
    done = table.settle(table.bank)
    assert done.bank_left is not None
    assert sum(abs(outcome.net) for outcome in done.settled) == table.bank.amount - done.bank_left


@given(rounds("player-dealer"))
@settings(max_examples=80)
def test_after_the_bank_is_used_up_nothing_changes_hands(table: Table) -> None:
    options = table.rules.options
    if table.bank is None or options["coverage_model"] != "exchanged" or not options["partial_cover"]:
        return
    done = table.settle(table.bank)
    left = int(table.bank.amount)
    assert sorted(done.order) == list(range(len(done.settled)))
    for place in done.order:
        outcome = done.settled[place]
        if left == 0:
            assert outcome.net == 0
            assert outcome.result in (BetResult.RETURNED, BetResult.PUSH)
        left -= abs(outcome.net)


@given(rounds("player-dealer"))
@settings(max_examples=60)
def test_a_bank_that_covers_everything_settles_like_no_limit_at_all(table: Table) -> None:
    if table.bank is None:
        return
    rich = type(table.bank)(table.bank.seat, Cents(10**12))
    covered, unlimited = table.settle(rich), table.settle(None)
    assert [outcome.net for outcome in covered.settled] == [outcome.net for outcome in unlimited.settled]


@given(rounds("player-dealer"))
@settings(max_examples=60)
def test_settlement_goes_clockwise_from_the_left_of_the_bank(table: Table) -> None:
    bank = table.bank
    if bank is None or table.rules.options["order"] != "seat" or table.rules.options.get("action_start") == "hole_card":
        return
    done = table.settle(bank)
    distance = [(done.settled[place].bet.seat - bank.seat) % 100 for place in in_order(table, done)]
    assert distance == sorted(distance)
    if not table.rules.options.get("fold_first"):
        assert list(done.order) == in_order(table, done)


@given(
    st.integers(1, 10_000),
    st.lists(st.tuples(st.booleans(), st.integers(1, 5_000)), max_size=12),
    st.sampled_from(CoverageModel),
    st.booleans(),
)
def test_cover_stays_within_what_was_posted(
    posted: int, moves: list[tuple[bool, int]], model: Any, partial: bool
) -> None:
    cover = BankCoverage(Cents(posted), CoverageRules(model, partial))
    for is_payment, due in moves:
        was_used_up = cover.is_used_up
        moved = cover.pay(Cents(due)) if is_payment else cover.collect(Cents(due))
        assert 0 <= moved <= due
        assert moved in (0, due) or partial
        assert not (was_used_up and moved)
        assert -posted <= cover.net <= posted
        assert cover.left >= 0


@given(
    st.integers(0, 10**7),
    st.lists(st.integers(1, 10_000), min_size=1, max_size=6),
    st.sampled_from([Fraction(1), Fraction(1, 10)]),
    st.sampled_from(["equal", "by-stake"]),
    st.integers(0, 100),
)
def test_a_meter_pays_what_it_holds_and_keeps_the_odd_cents(
    before: int, stakes: list[int], share: Fraction, split: Any, contribution: int
) -> None:
    rules = MeterRules("m", "w", Cents(500_00), Fraction(contribution, 100), split)
    claims = [MeterClaim(place, Cents(stake), share) for place, stake in enumerate(stakes)]
    done = run_meter(rules, Cents(before), [Cents(stake) for stake in stakes], claims)
    paid = sum(done.prizes.values())
    standing = before + done.contributed
    assert done.after == standing - paid + done.reseeded
    assert standing * share - len(stakes) < paid <= standing * share
    assert done.reseeded == (500_00 if share == 1 else 0)


@pytest.mark.parametrize(
    ("counter_clockwise", "start", "seats"),
    [(False, 4, [4, 7, 1, 2]), (True, 4, [4, 2, 1, 7]), (True, 3, [2, 1, 7, 4]), (True, None, [7, 4, 2, 1])],
)
def test_a_game_that_goes_counter_clockwise_is_settled_by_falling_seats(
    counter_clockwise: bool, start: int | None, seats: list[int]
) -> None:
    """Check settlement from the action button onward in both directions, past the last seat. [004 L423]"""
    bets = [Bet(seat, SEATED, "base", Cents(10_00)) for seat in (1, 2, 4, 7)]
    order = settlement_order(bets, OrderRules(("base",), counter_clockwise=counter_clockwise), start)
    assert [bets[place].seat for place in order] == seats
