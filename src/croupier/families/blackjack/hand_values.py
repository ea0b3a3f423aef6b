"""What a blackjack hand counts: tens and pictures ten, an ace one or eleven. [002 L13; 004 L1323, L1367]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

ACE = 1
TEN = 10


class Count(NamedTuple):
    """A hand's total. Soft: one of its aces counts eleven."""

    total: int
    soft: bool

    @property
    def is_over(self) -> bool:
        return self.total > 21


def value(rank: int) -> int:
    """A card's value with aces as one: ace 1, two to nine their pips, ten and pictures 10."""
    return min(rank, TEN)


def count(values: Iterable[int]) -> Count:
    """The best total not over 21; over it, the least there is."""
    hard, has_ace = 0, False
    for card in values:
        hard += card
        has_ace = has_ace or card == ACE
    return Count(hard + 10, True) if has_ace and hard <= 11 else Count(hard, False)


def is_natural(first: int, second: int) -> bool:
    """An ace and a ten."""
    return {first, second} == {ACE, TEN}


def dealer_draws(held: Count, *, hits_soft_17: bool) -> bool:
    """Sixteen or less draws, more stands; a soft seventeen as the house has it. [002 L17-18, L81; 004 L1326, L1375]"""
    return held.total < 17 or (hits_soft_17 and held.soft and held.total == 17)
