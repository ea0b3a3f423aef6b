"""How a table bets, as kernels take it: whole chips, and the readings that its rulebook chose."""

from __future__ import annotations

from typing import NamedTuple

MOST_SEATS = 9
NO_CAP = 2**40
"""More chips than anybody has."""
REOPEN = ("full", "half", "any")
"""How much of a raise lets those raise again who have acted. [CA-THE-A13]"""


class BettingRules(NamedTuple):
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
    """Limit: bets and raises in a round, the big blind counting. [CA-THE-A6]"""
    caps_two: bool
    """Whether the cap also holds for the last two players."""
    round_cap: int
    """The most that one player puts into the pot in a round. [004 L978]"""
    caps_raise: bool
    """Whether that is the most of one raise instead. [CA-THE-A8]"""
    raises_by_last: bool
    """Whether a raise is at least the last one; otherwise at least the least bet. [CA-THE-A12]"""
    reopen: int
    """Place in `REOPEN`."""
    calls_full_blind: bool
    """Whether others call the whole big blind where it is short. [CA-THE-A15]"""
    button_is_small: bool
    """Whether with two players the button has the small blind. [CA-THE-A11]"""
    odd_chips_one_each: bool
    """Whether several odd chips go one each; otherwise all to the first. [CA-THE-A16]"""
    fee_at_end: bool
    """Whether the fee is taken when the hand is over instead of when the flop is dealt. [CA-THE-A14]"""
    fee_by_flop: bool
    """Whether it goes by the players who see the flop instead of those dealt in. [CA-THE-A3]"""
    waives_short_fee: bool
    """Whether a pot that is smaller than the fee pays nothing. [CA-THE-A4]"""
    fees: tuple[int, ...]
    """What the house takes, by players. [004 L926-954]"""
