"""What a table is played for, as kernels take it: whole chips, and the readings that betting goes by."""

from __future__ import annotations

from typing import NamedTuple

MOST_SEATS = 9
NO_CAP = 2**40
"""More chips than anybody has."""
REOPEN = ("full", "half", "any")
"""How much of a raise lets those raise again who have acted. [CA-THE-A13]"""


class TableStakes(NamedTuple):
    """The betting of a table. Money is in chips, so that nothing is ever split finer than a pot can be."""

    small_blind: int
    big_blind: int
    ante: int
    is_limit: bool
    small_bet: int
    """Limit: bet and raise of the first two rounds. Spread: the least bet."""
    big_bet: int
    """Limit: of the last two rounds."""
    raise_cap: int
    """Limit: bets and raises in a round, the big blind counting; none with two players left. [CA-THE-A6]"""
    round_cap: int
    """The most that one player puts into the pot in a round. [004 L978]"""
    raises_by_last: bool
    """Whether a raise is at least the last one; otherwise at least the least bet. [CA-THE-A12]"""
    reopen: int
    """Place in `REOPEN`."""
    calls_full_blind: bool
    """Whether others call the whole big blind where it is short. [CA-THE-A15]"""
    odd_chips_one_each: bool
    """Whether several odd chips go one each; otherwise all to the first. [CA-THE-A16]"""
    fee_at_end: bool
    """Whether the fee is taken when the hand is over instead of when the flop is dealt. [CA-THE-A14]"""
    fee: int
    """What the house takes of a hand with so many players dealt in. [004 L926-954]"""


def limit_stakes(small_bet: int, big_bet: int, *, small_blind: int, big_blind: int, fee: int) -> TableStakes:
    """A limit table by the readings that a house plays unless it chose another."""
    return _stakes(True, small_blind, big_blind, small_bet, big_bet, NO_CAP, fee)


def spread_stakes(*, small_blind: int, big_blind: int, least_bet: int, round_cap: int, fee: int) -> TableStakes:
    """The same for a table that spreads wagers up to a cap."""
    return _stakes(False, small_blind, big_blind, least_bet, least_bet, round_cap, fee)


def _stakes(
    is_limit: bool, small_blind: int, big_blind: int, small_bet: int, big_bet: int, cap: int, fee: int
) -> TableStakes:
    return TableStakes(
        small_blind=small_blind,
        big_blind=big_blind,
        ante=0,
        is_limit=is_limit,
        small_bet=small_bet,
        big_bet=big_bet,
        raise_cap=4,
        round_cap=cap,
        raises_by_last=True,
        reopen=0,
        calls_full_blind=True,
        odd_chips_one_each=True,
        fee_at_end=False,
        fee=fee,
    )
