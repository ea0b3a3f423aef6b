"""A piece of a simulation: so many shoes from a given one on, dealt and counted. Pieces add up in any cut.

A piece knows arrays alone and travels well: to a thread, to another process, to another machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.families.baccarat.odds.kernels import KINDS
from croupier.families.baccarat.odds.sim_kernels import MOST_SHOES_A_CALL, deal_cards, deal_totals
from croupier.families.baccarat.odds.sim_shoes import Dealing, start_of

ALL_ROUNDS = 2**62
FEWEST_SLOTS = 2**12
SUIT_SETS = np.array(
    [2 * (len(suits) == 1) + (len({suit % 2 for suit in suits}) == 1) for suits in
     ([suit for suit in range(4) if mask >> suit & 1] for mask in range(16))],
    dtype=np.int64,
)  # fmt: skip
"""For every set of suits: 2 if it is one suit, and 1 if it is one colour; the number of a red suit is odd."""


@dataclass(frozen=True)
class Job:
    """What to deal, and what to look at."""

    dealing: Dealing
    seed: int
    looks: tuple[int, ...] = ()
    """What has to be told apart besides totals, a table each; see `sim_kernels`."""

    @property
    def most_rounds_a_shoe(self) -> int:
        return len(self.dealing.shoe) // 4


@dataclass(frozen=True)
class Seen:
    """How often each key of a look came, in the order of keys, with a round that has it: the first that came."""

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    examples: NDArray[np.int64]

    def plus(self, later: Seen) -> Seen:
        keys, first, places = np.unique(np.concatenate((self.keys, later.keys)), return_index=True, return_inverse=True)
        counts = np.zeros(len(keys), np.int64)
        np.add.at(counts, places, np.concatenate((self.counts, later.counts)))
        return Seen(keys, counts, np.concatenate((self.examples, later.examples))[first])


@dataclass(frozen=True)
class Tally:
    """What was dealt so far. Its size depends on how many kinds of rounds there are, not on how many rounds."""

    shoes: int
    rounds: int
    totals: NDArray[np.int64]
    """Rounds of each kind by totals."""
    seen: tuple[Seen, ...] = ()
    """What each look saw."""

    def plus(self, later: Tally) -> Tally:
        return Tally(
            self.shoes + later.shoes,
            self.rounds + later.rounds,
            self.totals + later.totals,
            tuple(one.plus(other) for one, other in zip(self.seen, later.seen, strict=True)),
        )


def nothing_yet(job: Job) -> Tally:
    none = np.zeros(0, np.int64)
    return Tally(0, 0, np.zeros(KINDS, np.int64), tuple(Seen(none, none, none) for _ in job.looks))


def cut_in_pieces(first: int, shoes: int, size: int) -> Iterator[tuple[int, int]]:
    """Where each piece begins, and how many shoes it has."""
    for begin in range(first, first + shoes, size):
        yield begin, min(size, first + shoes - begin)


def deal_piece(job: Job, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally:
    """Deal shoes from `first` on, in order, `limit` rounds at most."""
    assert 0 < shoes <= MOST_SHOES_A_CALL
    totals = np.zeros(KINDS, np.int64)
    rounds = deal_totals(job.dealing, start_of(job.seed), first, shoes, limit, totals)
    seen = _look(job, first, shoes, limit) if job.looks else ()
    assert all(int(one.counts.sum()) == rounds for one in seen)
    return Tally(shoes, rounds, totals, seen)


def _look(job: Job, first: int, shoes: int, limit: int) -> tuple[Seen, ...]:
    """The same shoes card by card, in tables that grow until they have room for every key."""
    slots = FEWEST_SLOTS
    looks = np.array(job.looks, dtype=np.int64)
    while True:
        keys = np.full((len(looks), slots), -1, np.int64)
        counts, examples = np.zeros_like(keys), np.zeros_like(keys)
        tables = (keys, counts, examples)
        if deal_cards(job.dealing, start_of(job.seed), first, shoes, limit, looks, SUIT_SETS, *tables) >= 0:
            return tuple(_in_order(*table) for table in zip(*tables, strict=True))
        slots *= 4


def _in_order(keys: NDArray[np.int64], counts: NDArray[np.int64], examples: NDArray[np.int64]) -> Seen:
    used = np.flatnonzero(keys >= 0)
    used = used[np.argsort(keys[used])]
    return Seen(keys[used], counts[used], examples[used])
