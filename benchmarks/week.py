"""A week of a simulated floor: 100 tables play by a clock that runs ahead; memory, disk and processor time by day.

    python -m benchmarks.week [--tables 100] [--days 7] [--seed 1]

Baccarat and blackjack dealt by the generator, with three players at each table who bet in every round. Deadlines are
those of a quiet floor (ten minutes to bet), so a week is about a hundred thousand rounds. Snapshots and checkpoints are
written at their usual times of the simulated clock. Processor time for a command is that of the whole process, so other
work on the machine matters little. At the end the whole log is verified.
"""

from __future__ import annotations

import argparse
import heapq
import os
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from benchmarks.load import resident_bytes, stored_bytes
from croupier.cards.random_source import SeededRandomSource
from croupier.house.house import Accepted, House, HousePolicy
from croupier.house.table_snapshots import RECORDS_BETWEEN
from croupier.store import HouseKeys, Store
from croupier.store.checkpoint import sign_checkpoint
from croupier.store.engine import DatabaseLocation
from croupier.store.log_audit import verify_log
from croupier.store.record import Transfer
from croupier.store.schema import checkpoints
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.command_effect import SYSTEM, Actor
from croupier.table.commands import OpenTable, PlaceWagers, RunTimers, SitDown, WagerAmount
from croupier.table.settings import DealingMode, TableSettings
from croupier.table.state import Phase

NOON = 1_790_000_000_000
DAY_MS = 24 * 3600 * 1000
STEP_MS = 5_000
"""Simulated milliseconds within which commands share a commit, as they do in a busy server."""
UPKEEP_MS = 15 * 60 * 1000
BETTING_SECONDS = 600
SEATS = (1, 2, 3)
CREDIT = 10**12
GAMES = (("ilani-midi-baccarat", "banker"), ("ilani-blackjack", "blackjack"), ("pa-mini-baccarat", "player"))
SUPERVISOR = Actor("user:99", "Floor", "supervisor")


@dataclass(frozen=True)
class Day:
    """Resources that one simulated day used."""

    rounds: int
    commands: int
    refused: int
    processor_ms: float
    """Processor time of the whole process for a command, in milliseconds."""
    p99_ms: float
    """99th percentile of the time from a command to its commit, in milliseconds."""
    resident: int
    stored: int


def player(table: int, seat: int) -> Actor:
    number = table * len(SEATS) + seat
    return Actor(f"user:{number}", f"Player {number}", "player", f"player:{number}")


class Floor:
    """A house whose clock stands still until all commands of a moment are committed."""

    def __init__(self, folder: Path, tables: int, seed: int) -> None:
        self.now = NOON
        self.chance = random.Random(seed)
        self.store = Store.open(folder / "house.db", create=True)
        self.keys = HouseKeys.create(folder / "keys")
        policy = HousePolicy("A house", demonstration=True)
        self.house = House(self.store, self.keys, policy, clock=lambda: self.now, chance=SeededRandomSource(seed))
        money = [Transfer("outside", str(player(nth, seat).account), CREDIT) for nth in range(tables) for seat in SEATS]
        self.house.writer.run(lambda uow: uow.append_record("house", actor="system", command="fund", transfers=money))
        self.wagers: dict[str, str] = {}
        self.players: dict[str, list[Actor]] = {}
        self.bet_in: dict[str, int] = {}
        """Table to the round in which its players have bet."""
        self.due: list[tuple[int, str]] = []
        self.next_upkeep = self.now + UPKEEP_MS
        for nth in range(tables):
            self._add_table(f"t{nth}", nth, *GAMES[nth % len(GAMES)])
        self.house.writer.start()

    def _add_table(self, name: str, nth: int, rulebook: str, wager: str) -> None:
        settings = TableSettings(rulebook=rulebook, mode=DealingMode.AUTOMATED, betting_seconds=BETTING_SECONDS)
        accept(self.house.create_table(name, settings))
        accept(self.house.execute(name, OpenTable(), SUPERVISOR))
        self.wagers[name], self.players[name] = wager, [player(nth, seat) for seat in SEATS]
        for seat, actor in zip(SEATS, self.players[name], strict=True):
            accept(self.house.execute(name, SitDown(seat=seat), actor))
        self._schedule(name)

    def _schedule(self, table: str) -> None:
        at = self.house.next_timer_of(table)
        heapq.heappush(self.due, (at if at is not None else self.now + STEP_MS, table))

    def play(self, days: int) -> Iterator[Day]:
        """Play, and yield what each day took."""
        for _ in range(days):
            ends = self.now + DAY_MS
            began, rounds, commands, refused = time.process_time(), self._rounds(), 0, 0
            waits: list[float] = []
            while self.now < ends:
                done, no = self._step(waits)
                commands, refused = commands + done, refused + no
            used = time.process_time() - began
            p99 = sorted(waits)[int(0.99 * len(waits))]
            stored = stored_bytes(DatabaseLocation.parse(str(self.store.location)))
            resident = resident_bytes(os.getpid())
            each = 1000 * used / max(1, commands)
            yield Day(self._rounds() - rounds, commands, refused, each, 1000 * p99, resident, stored)

    def _rounds(self) -> int:
        return sum(state.rounds for _, state in self.house.committed_tables.values())

    def _step(self, waits: list[float]) -> tuple[int, int]:
        """Carry out the next commands that are due; return the numbers of commands and of refusals."""
        self.now = max(self.now, self.due[0][0])
        names = set()
        while self.due and self.due[0][0] <= self.now + STEP_MS:
            names.add(heapq.heappop(self.due)[1])
        self.now += STEP_MS
        began = time.perf_counter()
        waiting: list[Any] = [self.house.enqueue(name, RunTimers(), SYSTEM) for name in names]
        refused = sum(not isinstance(future.result(), Accepted) for future in waiting)
        bets = [self.house.enqueue(name, *bet) for name in names for bet in self._bets(name)]
        refused += sum(not isinstance(future.result(), Accepted) for future in bets)
        waits.append((time.perf_counter() - began) / 2)
        for name in names:
            self._schedule(name)
        if self.now >= self.next_upkeep:
            self.next_upkeep = self.now + UPKEEP_MS
            self._upkeep()
        return len(waiting) + len(bets), refused

    def _bets(self, table: str) -> Iterator[tuple[PlaceWagers, Actor]]:
        """Yield the bets of all players, once in each round."""
        state = self.house.committed_tables[table][1]
        if state.phase is not Phase.BETTING or state.round is None or self.bet_in.get(table) == state.rounds:
            return
        self.bet_in[table] = state.rounds
        for seat, actor in zip(SEATS, self.players[table], strict=True):
            stake = WagerAmount(wager=self.wagers[table], cents=1000 + 500 * self.chance.randrange(6))
            yield PlaceWagers(seat=seat, wagers=[stake]), actor

    def _upkeep(self) -> None:
        """Write the snapshots that are due and a checkpoint, as a server does."""
        kept, tables = self.house.snapshots, self.house.committed_tables
        for name in kept.due(tables, RECORDS_BETWEEN):
            made = kept.make(name, tables[name])
            if made is not None:
                self.house.writer.submit(kept.write_job(made)).result()
        self.house.writer.submit(self.house.expire_due_grants).result()
        self.house.writer.submit(self._checkpoint).result()

    def _checkpoint(self, uow: UnitOfWork) -> None:
        uow.write(insert(checkpoints), sign_checkpoint(uow.transaction, self.store.house, self.keys, uow.at)._asdict())

    def close(self) -> str:
        """Stop the writer, verify the whole log and return what was found; "" if nothing."""
        self.house.writer.stop()
        report = verify_log(self.store, self.keys.public_text)
        self.store.close()
        return "" if report.is_sound else str(report)


def accept(reply: object) -> None:
    assert isinstance(reply, Accepted), reply


def show(nth: int, day: Day) -> None:
    print(
        f"  day {nth}: {day.rounds:8,} rounds {day.commands:9,} commands, {day.refused:,} refused   processor "
        f"{day.processor_ms:.3f} ms a command   p99 {day.p99_ms:6.1f} ms   memory {day.resident / 1e6:5.0f} MB   "
        f"database {day.stored / 1e9:.3f} GB",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        floor = Floor(Path(folder), options.tables, options.seed)
        print(f"{options.tables} tables, three players at each")
        for nth, day in enumerate(floor.play(options.days), 1):
            show(nth, day)
        print(floor.close() or "  the whole log is sound")


if __name__ == "__main__":
    main()
