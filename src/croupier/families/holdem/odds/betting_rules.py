"""Betting rules of a table for kernels: amounts in whole chips, and the readings that the table has chosen."""

from __future__ import annotations

from typing import NamedTuple

MOST_SEATS = 9
NO_CAP = 2**40
"""Value that stands for no cap; larger than any number of chips."""
REOPEN = ("full", "half", "any")
"""Parts of a full raise among which a table chooses. A raise of the chosen part lets players raise again who have
already acted. [CA-THE-A13]"""


class BettingRules(NamedTuple):
    """Betting rules of a table; amounts are whole chips, because a pot is never divided into smaller parts."""

    small_blind: int
    big_blind: int
    ante: int
    is_limit: bool
    small_bet: int
    """Limit games: bet and raise of the first two rounds. Spread games: minimum bet."""
    big_bet: int
    """Limit games: bet and raise of the last two rounds."""
    raise_cap: int
    """Limit games: maximum number of bets and raises in a round, including the big blind; `NO_CAP` if there is none.
    [CA-THE-A6]"""
    caps_two: bool
    """Whether the cap on raises also applies when only two players are left."""
    round_cap: int
    """Maximum number of chips that one player can wager in a betting round; `NO_CAP` if there is none. [004 L978]"""
    caps_raise: bool
    """Whether `round_cap` limits each single raise instead of a player's wager in the round. [CA-THE-A8]"""
    raises_by_last: bool
    """Whether a raise must be at least as large as the last one; if not, the minimum bet is enough. [CA-THE-A12]"""
    reopen: int
    """Index in `REOPEN` of the part of a full raise that the table has chosen."""
    calls_full_blind: bool
    """Whether the full big blind must be called if the blind itself is short. [CA-THE-A15]"""
    button_is_small: bool
    """Whether the button has the small blind with two players. [CA-THE-A11]"""
    odd_chips_one_each: bool
    """Whether each odd chip goes to a different winner; if not, all go to the first. [CA-THE-A16]"""
    fee_at_end: bool
    """Whether the fee is taken at the end of the hand instead of at the flop. [CA-THE-A14]"""
    fee_by_flop: bool
    """Whether the number of players at the flop sets the fee, instead of the number dealt in. [CA-THE-A3]"""
    waives_short_fee: bool
    """Whether a pot smaller than the fee pays no fee. [CA-THE-A4]"""
    fees: tuple[int, ...]
    """Fee in chips, indexed by the number of players. [004 L926-954]"""
