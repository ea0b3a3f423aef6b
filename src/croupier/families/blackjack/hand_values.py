"""Values of blackjack hands: tens and face cards count 10, an ace counts 1 or 11. [002 L13; 004 L1323, L1367]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

ACE = 1
TEN = 10


class Count(NamedTuple):
    """Total of a blackjack hand; `soft` means that one of its aces counts 11."""

    total: int
    soft: bool

    @property
    def is_over(self) -> bool:
        return self.total > 21


def value(rank: int) -> int:
    """Return the value of a card with the ace as 1; ten, jack, queen and king count 10."""
    return min(rank, TEN)


def count(values: Iterable[int]) -> Count:
    """Return the highest total up to 21, or the lowest total if every total is over 21."""
    hard, has_ace = 0, False
    for card in values:
        hard += card
        has_ace = has_ace or card == ACE
    return Count(hard + 10, True) if has_ace and hard <= 11 else Count(hard, False)


def is_natural(first: int, second: int) -> bool:
    """Return whether two card values are an ace and a ten."""
    return {first, second} == {ACE, TEN}


def dealer_draws(held: Count, *, hits_soft_17: bool) -> bool:
    """Return whether the dealer draws: on 16 or less, and on a soft 17 if `hits_soft_17` is set.

    [002 L17-18, L81; 004 L1326, L1375]
    """
    return held.total < 17 or (hits_soft_17 and held.soft and held.total == 17)
