"""Baccarat points and the third-card rules, as plain functions over small whole numbers.

They take and give integers and tuples of integers only, so that the live table and compiled kernels can call the same
ones. The drawing table itself is a rule, and lives in the rulebooks with its citations.
"""

from __future__ import annotations

STOOD = 10
"""Stands for the points of the Player's third card when the Player took none."""

DrawTable = tuple[tuple[int, ...], ...]
"""First a line for the Player's totals, then one a Banker total 0-9, by the Player's third card; 1 draws, 0 stands."""


def points(rank: int) -> int:
    """Ace 1, two to nine their pips, ten and pictures nothing. [003 L111-114]"""
    return rank if rank < 10 else 0


def total(first: int, second: int, third: int = 0) -> int:
    """Point count of a hand: the last digit of its cards' points. [003 L115]"""
    return (first + second + third) % 10


def is_natural(two_card_total: int) -> bool:
    """Eight or nine on the first two cards. [003 L234]"""
    return two_card_total >= 8


def player_draws(table: DrawTable, player_total: int) -> bool:
    """Whether the Player's hand draws on its two-card total. [003 L235-245]"""
    return table[0][player_total] == 1


def banker_draws(table: DrawTable, banker_total: int, player_third: int) -> bool:
    """Whether the Banker's hand draws, given the points of the Player's third card, or `STOOD`. [003 L249-279]"""
    return table[1 + banker_total][player_third] == 1
