"""Work description that a family supplies for a simulation, and the counts so far."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput

ALL_ROUNDS = 2**62

Counts = TypeVar("Counts", bound=tuple[Any, ...])


@dataclass(frozen=True)
class KeyCounts:
    """Number of rounds with each key of a hash table, sorted by key, with the first round of each key as example."""

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    examples: NDArray[np.int64]

    def __add__(self, later: KeyCounts) -> KeyCounts:
        keys, first, places = np.unique(np.concatenate((self.keys, later.keys)), return_index=True, return_inverse=True)
        counts = np.zeros(len(keys), np.int64)
        np.add.at(counts, places, np.concatenate((self.counts, later.counts)))
        return KeyCounts(keys, counts, np.concatenate((self.examples, later.examples))[first])


@dataclass(frozen=True)
class Tally(Generic[Counts]):
    """Numbers of shoes and rounds dealt so far, and the counts of their results.

    Its size depends on the number of kinds of rounds, not on the number of rounds.
    """

    shoes: int
    rounds: int
    counts: Counts
    """Counts of results: a tuple of arrays or `KeyCounts`, which can be added to those of another tally."""

    def plus(self, later: Tally[Counts]) -> Tally[Counts]:
        added = (one + other for one, other in zip(self.counts, later.counts, strict=True))
        make = getattr(type(self.counts), "_make", tuple)
        return Tally(self.shoes + later.shoes, self.rounds + later.rounds, cast(Counts, make(added)))


class Job(ABC, Generic[Counts]):
    """Work description of a simulation. It contains only arrays, so it can be sent to threads and other machines.

    A shoe is the unit of work: its order depends only on the seed and its number. In a game that shuffles for every
    round, each round has its own shoe.
    """

    @property
    @abstractmethod
    def max_rounds_per_shoe(self) -> int: ...

    @property
    @abstractmethod
    def shoes_per_chunk(self) -> int:
        """Number of shoes that a thread deals at a time; this takes a few hundredths of a second."""

    @property
    def shoes_before_first_check(self) -> int:
        """Number of shoes dealt before the interval is checked for the first time."""
        return self.shoes_per_chunk

    @abstractmethod
    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[Counts]:
        """Deal `shoes` shoes from number `first`, at most `limit` rounds.

        The tallies of adjacent ranges add up; a range may be empty.
        """

    def on_device(self) -> Backend[Counts]:
        """Return a backend that deals the same shoes on a CUDA device."""
        raise BadInput.at("--device", "this game is dealt on the cores of this machine; leave out --device cuda")


class Backend(Protocol[Counts]):
    """Interface of a backend: it deals the chunks of a job and yields tallies in the order of the shoes."""

    def deal(self, first: int, shoes: int) -> Generator[Tally[Counts]]: ...

    def close(self) -> None: ...


def split_into_chunks(first: int, shoes: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the first shoe and the number of shoes of each chunk."""
    for begin in range(first, first + shoes, size):
        yield begin, min(size, first + shoes - begin)
