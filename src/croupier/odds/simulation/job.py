"""What a family gives to be simulated, and what was counted so far."""

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
    """How often each key of a hash table came, in the order of keys, with a round that has it: the first that came."""

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
    """What was dealt. Its size depends on how many kinds of rounds there are, not on how many rounds."""

    shoes: int
    rounds: int
    counts: Counts
    """Arrays of counts, or `KeyCounts`: whatever adds up."""

    def plus(self, later: Tally[Counts]) -> Tally[Counts]:
        added = (one + other for one, other in zip(self.counts, later.counts, strict=True))
        make = getattr(type(self.counts), "_make", tuple)
        return Tally(self.shoes + later.shoes, self.rounds + later.rounds, cast(Counts, make(added)))


class Job(ABC, Generic[Counts]):
    """What to deal, and what to look at. It knows arrays alone and travels well: to a thread, to another machine.

    A shoe is the unit of work: its order depends on the seed and its number alone. A game that shuffles for every round
    has a shoe a round.
    """

    @property
    @abstractmethod
    def most_rounds_a_shoe(self) -> int: ...

    @property
    @abstractmethod
    def shoes_a_piece(self) -> int:
        """Dealt at once by a thread: some hundredths of a second's work."""

    @property
    def first_look(self) -> int:
        """Shoes dealt before an interval is looked at for the first time."""
        return self.shoes_a_piece

    @abstractmethod
    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[Counts]:
        """Deal shoes from `first` on, in order, `limit` rounds at most. Pieces add up in any cut; none is a piece."""

    def on_device(self) -> Backend[Counts]:
        """The same shoes dealt by a CUDA device."""
        raise BadInput.at("--device", "this game is dealt on the cores of this machine; leave out --device cuda")


class Backend(Protocol[Counts]):
    """Deals the pieces of a job. Each gives back tallies in the order of the shoes."""

    def deal(self, first: int, shoes: int) -> Generator[Tally[Counts]]: ...

    def close(self) -> None: ...


def split_into_chunks(first: int, shoes: int, size: int) -> Iterator[tuple[int, int]]:
    """Where each piece begins, and how many shoes it has."""
    for begin in range(first, first + shoes, size):
        yield begin, min(size, first + shoes - begin)
