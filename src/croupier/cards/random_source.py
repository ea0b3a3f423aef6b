"""Where randomness comes from. No other module touches it.

For play: the operating system's generator, unbiased. For tests and simulation: a seeded one that gives the same cards
for the same seed. A shuffle draws every order of the cards with the same chance (Fisher and Yates's method).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

NONCE_BYTES = 32


class RandomSource(Protocol):
    """A source of fair whole numbers."""

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including `limit`, all equally likely."""

    def nonce(self) -> bytes:
        """Bytes nobody can guess, to hide what a commitment commits to."""


class SystemRandomSource:
    """The operating system's generator: the only one that may deal cards people bet on."""

    def below(self, limit: int) -> int:
        return secrets.randbelow(limit)

    def nonce(self) -> bytes:
        return secrets.token_bytes(NONCE_BYTES)


class SeededRandomSource:
    """The same numbers for the same seed: for tests, demonstrations and simulation, never for play."""

    def __init__(self, seed: int) -> None:
        self._generator = random.Random(seed)  # noqa: S311 - never deals cards that are bet on
        self._aside = random.Random(~seed)  # noqa: S311

    def below(self, limit: int) -> int:
        return self._generator.randrange(limit)

    def nonce(self) -> bytes:
        return self._generator.randbytes(NONCE_BYTES)

    def aside(self) -> bytes:
        """Numbers that no card hangs on."""
        return self._aside.randbytes(NONCE_BYTES)


def shuffled(cards: Sequence[T], chance: RandomSource) -> tuple[T, ...]:
    """The cards in an order drawn by `chance`."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = chance.below(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)
