"""Simulated hold'em hands compared with PokerKit, with a count chip by chip, and with the rules of betting."""

from __future__ import annotations

import pytest

from croupier.families.holdem.odds.betting_kernels import (
    BEGAN,
    FEE,
    FOLDED,
    ON_BOARD,
    POT,
    RAISED,
    RANDOM_PLAY,
    SIMPLE_STRATEGY,
)
from croupier.families.holdem.odds.betting_rules import NO_CAP, BettingRules
from croupier.families.holdem.odds.simulate import HoldemJob
from tests.families.holdem.other_engines import counted_nets
from tests.soak import SOAK

SEED = 18
LIMIT = BettingRules(
    small_blind=2, big_blind=4, ante=0, is_limit=True, small_bet=4, big_bet=8, raise_cap=4, caps_two=False,
    round_cap=NO_CAP, caps_raise=False, raises_by_last=True, reopen=0, calls_full_blind=True, button_is_small=True,
    odd_chips_one_each=True, fee_at_end=False, fee_by_flop=False, waives_short_fee=False,
    fees=(0, 3, 3, 3, 3, 4, 4, 5, 5, 5),
)  # fmt: skip
SPREAD = LIMIT._replace(small_blind=2, big_blind=5, is_limit=False, small_bet=1, big_bet=1, round_cap=1_000)
TABLES = {
    "limit": LIMIT,
    "spread": SPREAD,
    "spread with a cap that is met": SPREAD._replace(round_cap=40),
    "antes, and the fee at the end": SPREAD._replace(ante=1, fee_at_end=True),
    "other readings": LIMIT._replace(reopen=2, calls_full_blind=False, odd_chips_one_each=False),
    "a fee above most pots": LIMIT._replace(small_blind=1, big_blind=2, small_bet=2, big_bet=4, fees=(40,) * 10),
}
"""Betting rules of the simulated tables, by name."""
BROUGHT = (1, 120)
HANDS = 1_000_000 // (len(TABLES) * 4) if SOAK else 400
"""Number of random hands for each table and number of seats; about a million hands in total in the soak."""


def wild(rules: BettingRules, seats: int) -> HoldemJob:
    return HoldemJob(rules, seats, SEED, BROUGHT, RANDOM_PLAY)


@pytest.mark.parametrize("seats", [2, 3, 6, 9])
@pytest.mark.parametrize("table", TABLES)
def test_pots_equal_a_count_chip_by_chip(table: str, seats: int) -> None:
    job = wild(TABLES[table], seats)
    for first in range(0, HANDS, 20_000):
        recorded = job.recorded_hands(first, min(20_000, HANDS - first))
        assert (recorded.nets == counted_nets(job, recorded)).all()
        assert (recorded.nets.sum(axis=1) == -recorded.figure(FEE)).all()
        assert (recorded.nets >= -recorded.by_seat(BEGAN)).all()


@pytest.mark.parametrize("seats", [2, 9])
def test_bets_keep_to_the_limit(seats: int) -> None:
    """Check that each bet or raise has the fixed size or is all in.

    With three or more seats there are at most four of them in a round.
    """
    recorded = HoldemJob(LIMIT, seats, SEED, (20, 200), SIMPLE_STRATEGY).recorded_hands(0, 500)
    most = 0
    for hand in range(500):
        left = recorded.by_seat(BEGAN)[hand].tolist()
        bets = {1: 2, 0: 4} if seats == 2 else {0: 2, 1: 4}
        for seat, bet in bets.items():
            left[seat] -= bet
        street, to_match, full, players = 0, 4, 1, seats
        for seat, what, bet, now in recorded.acts(hand):
            if now != street:
                street, to_match, full, bets = now, 0, 0, {}
            left[seat] -= bet - bets.get(seat, 0)
            bets[seat] = bet
            players -= what == FOLDED
            if what == RAISED:
                size = bet - to_match
                assert size == (4, 4, 8, 8)[street] or (size < (4, 4, 8, 8)[street] and left[seat] == 0)
                full += size == (4, 4, 8, 8)[street]
                assert full <= 4 or players == 2
                most, to_match = max(most, full), bet
        assert min(left) >= 0
    assert most > 4, "two players left raise on"


def test_nobody_puts_more_into_a_round_than_its_cap() -> None:
    rules = TABLES["spread with a cap that is met"]
    recorded = HoldemJob(rules, 6, SEED, (30, 400), RANDOM_PLAY).recorded_hands(0, 1_000)
    bets = [act.bet for hand in range(1_000) for act in recorded.acts(hand)]
    assert max(bets) == rules.round_cap
    assert recorded.figure(POT).max() <= 4 * 6 * rules.round_cap


def test_the_fee_is_taken_once_and_only_with_a_flop() -> None:
    recorded = HoldemJob(SPREAD, 9, SEED, (50, 500), SIMPLE_STRATEGY).recorded_hands(0, 3_000)
    has_flop = recorded.figure(ON_BOARD) > 0
    assert 0 < has_flop.mean() < 1
    assert (recorded.figure(FEE)[~has_flop] == 0).all()
    assert (recorded.figure(FEE)[has_flop] == SPREAD.fees[9]).all()
    short = wild(TABLES["a fee above most pots"], 2).recorded_hands(0, 2_000)
    assert (short.figure(FEE) <= short.figure(POT)).all()
    assert (short.figure(FEE) < 40).any()
