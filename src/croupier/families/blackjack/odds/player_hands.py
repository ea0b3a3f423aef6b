"""All 3,082 hands that a player can have without going over 21, regardless of the order of the cards."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.hand_values import count

MOST = 21
VALUES = 10
BROKEN = -1


class PlayerHands(NamedTuple):
    """Player's hands as arrays, in ascending order of their total with aces as one; row 0 is the empty hand.

    A hit always leads to a later row. The arrays form one tuple because kernels take all of them as one argument.
    """

    counts: NDArray[np.int64]
    """Number of cards of each value; shape (hands, 10), column value - 1."""
    cards: NDArray[np.int64]
    total: NDArray[np.int64]
    soft: NDArray[np.bool_]
    following: NDArray[np.int64]
    """Row of the hand after one more card, or BROKEN; shape (hands, 10), column value - 1."""


@cache
def player_hands() -> PlayerHands:
    held = _all_counts()
    places = {hand: place for place, hand in enumerate(held)}
    counted = [count(_values(hand)) for hand in held]
    following = [[places.get(_with(hand, card), BROKEN) for card in range(VALUES)] for hand in held]
    counts = np.array(held, np.int64)
    return PlayerHands(
        counts,
        counts.sum(axis=1),
        np.array([hand.total for hand in counted], np.int64),
        np.array([hand.soft for hand in counted], np.bool_),
        np.array(following, np.int64),
    )


@cache
def rows() -> dict[tuple[int, ...], int]:
    """Return the row number of each hand, keyed by how many cards of each of the ten values it has."""
    return {tuple(hand): row for row, hand in enumerate(player_hands().counts.tolist())}


@cache
def two_card_rows() -> NDArray[np.int64]:
    """Return the row number of each two-card hand as an array indexed by the two values, each 1 to 10."""
    table = np.zeros((VALUES + 1, VALUES + 1), np.int64)
    for first in range(1, VALUES + 1):
        for second in range(1, VALUES + 1):
            table[first, second] = rows()[_with(_with((0,) * VALUES, first - 1), second - 1)]
    return table


@cache
def rows_holding(value: int) -> NDArray[np.int64]:
    """Return for each row its index among the hands that contain a card of this value, or -1."""
    holds = player_hands().counts[:, value - 1] > 0
    return np.where(holds, np.cumsum(holds) - 1, -1)


def _all_counts() -> list[tuple[int, ...]]:
    found = {(0,) * VALUES}
    newest = found
    for _ in range(MOST):
        newest = {_with(hand, card) for hand in newest for card in range(VALUES) if _hard(hand) + card + 1 <= MOST}
        found = found | newest
    return sorted(found, key=lambda hand: (_hard(hand), hand))


def _hard(hand: tuple[int, ...]) -> int:
    return sum(held * (place + 1) for place, held in enumerate(hand))


def _with(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    return (*hand[:card], hand[card] + 1, *hand[card + 1 :])


def _values(hand: tuple[int, ...]) -> list[int]:
    return [place + 1 for place, held in enumerate(hand) for _ in range(held)]
