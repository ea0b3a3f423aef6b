"""Sources of randomness; no other module draws random numbers for play.

Play uses the operating system's generator, which is unbiased. Tests and simulations use a seeded generator, which
repeats the same cards for the same seed. A shuffle gives every order of the cards the same probability (Fisher-Yates).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

NONCE_BYTES = 32
STREAM_BLOCK = 65_536
"""Number of bytes that a stream draws at a time."""


class RandomSource(Protocol):
    """Interface of a source of uniformly distributed integers and unpredictable bytes."""

    def below(self, limit: int) -> int:
        """Return an integer from 0 to `limit` - 1, all with the same probability."""

    def nonce(self) -> bytes:
        """Return `NONCE_BYTES` bytes that nobody can guess, to hide the order of the cards behind a commitment."""


class SystemRandomSource:
    """Random generator of the operating system, the only source for cards that people bet on."""

    def below(self, limit: int) -> int:
        return secrets.randbelow(limit)

    def raw(self, size: int) -> bytes:
        """Return unchanged bytes of the generator, from which `below` makes its numbers."""
        return secrets.token_bytes(size)

    def nonce(self) -> bytes:
        return secrets.token_bytes(NONCE_BYTES)


class SeededRandomSource:
    """Seeded generator for tests, demonstrations and simulations; never used for play."""

    def __init__(self, seed: int) -> None:
        self._generator = random.Random(seed)  # noqa: S311 - not used for cards that people bet on
        self._aside = random.Random(~seed)  # noqa: S311

    def below(self, limit: int) -> int:
        return self._generator.randrange(limit)

    def raw(self, size: int) -> bytes:
        return self._generator.randbytes(size)

    def nonce(self) -> bytes:
        return self._generator.randbytes(NONCE_BYTES)

    def unrelated_bytes(self) -> bytes:
        """Return bytes from a second generator, so that this call does not change which cards are drawn."""
        return self._aside.randbytes(NONCE_BYTES)


class ByteSource(RandomSource, Protocol):
    """Interface of a source whose unchanged bytes can be read."""

    def raw(self, size: int) -> bytes:
        """Return bytes of the generator, from which `below` makes its numbers."""


def byte_stream(chance: ByteSource, size: int | None, *, scaled: bool = False) -> Iterator[bytes]:
    """Yield `size` bytes of a generator in blocks, without end if `size` is None.

    With `scaled`, each byte is a number below 256 that is drawn like the places of cards in a shuffle.
    """
    left = size
    while left is None or left > 0:
        block = STREAM_BLOCK if left is None else min(STREAM_BLOCK, left)
        yield bytes(chance.below(256) for _ in range(block)) if scaled else chance.raw(block)
        left = None if left is None else left - block


def shuffled(cards: Sequence[T], chance: RandomSource) -> tuple[T, ...]:
    """Return the cards in a random order."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = chance.below(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)
