"""Replays of the current rounds of tables, kept from one command to the next.

A round is a generator, and its state is what its inputs make of it. Without a cache, every question of a long round
would be a new replay from the first card.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.play.round import Answer, RoundInProgress
from croupier.table.state import CurrentRound, SpotBets, TableState
from croupier.table.state.changed_copy import replace


@dataclass(frozen=True)
class CachedReplay:
    """Replay of a round and the inputs it has consumed."""

    round_key: tuple[Any, ...]
    spots: Mapping[tuple[int, str], SpotBets]
    play: RoundInProgress[Any]
    inputs: tuple[Answer, ...]

    def is_of(self, round_key: tuple[Any, ...], current: CurrentRound) -> bool:
        """Return whether this is a replay of the round with the first of its inputs, or with all of them."""
        return (
            self.round_key == round_key
            and self.spots is current.spots
            and len(self.play.answers) == len(self.inputs)
            and current.inputs[: len(self.inputs)] == self.inputs
        )


class ReplayCache(threading.local):
    """Last replay of each table, one cache per thread: the writer is ahead of readers, which show committed state."""

    def __init__(self) -> None:
        self.by_table: dict[str, CachedReplay] = {}

    def current_play(self, state: TableState) -> RoundInProgress[Any]:
        """Return the cached replay of the table's round, extended by new inputs; replay the round if there is none."""
        current = state.round
        assert current is not None
        round_key = (current.id, state.bank.seat if state.bank else None, current.opening, state.settings)
        cached = self.by_table.get(state.name)
        if cached is None or not cached.is_of(round_key, current):
            cached = CachedReplay(round_key, current.spots, state.replay_play, current.inputs)
            self.by_table[state.name] = cached
        if len(cached.inputs) < len(current.inputs):
            for answer in current.inputs[len(cached.inputs) :]:
                cached.play.answer(answer)
            self.by_table[state.name] = replace(cached, inputs=current.inputs)
        return cached.play


REPLAYS = ReplayCache()
# Clear the cache at interpreter exit, so that suspended round generators close while the modules still exist.
atexit.register(REPLAYS.by_table.clear)


def current_play(state: TableState) -> RoundInProgress[Any]:
    """Return a replay of the table's current round for reading.

    It is shared by all callers of a thread, so nobody may send inputs to it; `TableState.replay_play` is a new one.
    """
    return REPLAYS.current_play(state)
