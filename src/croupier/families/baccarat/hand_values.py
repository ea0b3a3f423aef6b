"""Baccarat points and third-card rules, as plain functions on small integers.

They take and return only integers and tuples of integers, so the live table and the compiled kernels use the same
functions. The drawing table is a rule; it is in the rulebooks, with its citations.
"""

from __future__ import annotations

STOOD = 10
"""Value for the points of the Player's third card if the Player took none."""

DrawTable = tuple[tuple[int, ...], ...]
"""Drawing rules of both hands: 1 draws, 0 stands.

The first row is for the Player, by the Player's total. The rows after it are for the Banker's totals 0-9, by the points
of the Player's third card.
"""


def points(rank: int) -> int:
    """Return the points of a rank: ace 1, two to nine by number, ten and pictures 0. [003 L111-114]"""
    return rank if rank < 10 else 0


def total(first: int, second: int, third: int = 0) -> int:
    """Return the point count of a hand: the last digit of the sum of its cards' points. [003 L115]"""
    return (first + second + third) % 10


def is_natural(two_card_total: int) -> bool:
    """Return whether a two-card total is a natural, 8 or 9. [003 L234]"""
    return two_card_total >= 8


def player_draws(table: DrawTable, player_total: int) -> bool:
    """Return whether the Player's hand draws a third card on its two-card total. [003 L235-245]"""
    return table[0][player_total] == 1


def banker_draws(table: DrawTable, banker_total: int, player_third: int) -> bool:
    """Return whether the Banker's hand draws, given the points of the Player's third card or `STOOD`. [003 L249-279]"""
    return table[1 + banker_total][player_third] == 1
