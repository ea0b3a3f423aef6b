"""Live hold'em hands per second through a house on one core, with nine players per table.

Target: 50 hands per second. The house uses a new SQLite database; every decision is in the log before it is published.
The cards of a street are one record, each decision is one record. Players call, fold and raise at random from a seed,
so that hands reach every street. Times are processor time of one core, without waiting for the disk; `--wall` measures
wall time instead.

    python benchmarks/holdem.py [--hands 300] [--tables 16] [--wall]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from croupier.cards.random_source import SeededRandomSource
from croupier.house.house import Accepted, House, HousePolicy
from croupier.play.round import Ask, Question
from croupier.store import HouseKeys, Store
from croupier.store.record import Transfer
from croupier.table.command_effect import SYSTEM, Actor
from croupier.table.commands import BuyChips, Command, MakeDecision, OpenTable, RunTimers, SitDown
from croupier.table.replay_cache import current_play
from croupier.table.settings import DealingMode, TableSettings
from croupier.table.state import Phase

SEATS = range(1, 10)
CREDIT = 10_000_000_00
BUY_IN = 360_00
WANTED = 50.0
SUPERVISOR = Actor("user:99", "Floor", "supervisor")


def player(number: int) -> Actor:
    return Actor(f"user:{number}", f"Player {number}", "player", f"player:{number}")


class BenchHouse:
    """House with several tables of nine players.

    Commands that arrive together share a commit, as in the server.
    """

    def __init__(self, folder: Path, schedule: str, tables: int) -> None:
        self.now = [1_000]
        self.chance = SeededRandomSource(7)
        store = Store.open(folder / "house.db", create=True)
        policy = HousePolicy("A house", demonstration=True)
        self.house = House(
            store, HouseKeys.create(folder / "keys"), policy, clock=lambda: self.now[0], chance=SeededRandomSource(3)
        )
        self.names = [f"t{number}" for number in range(tables)]
        people = range(1, 1 + len(SEATS) * tables)
        buy_ins = [Transfer("outside", f"player:{number}", CREDIT) for number in people]
        self.house.writer.run(
            lambda uow: uow.append_record("house", actor="system", command="buy-in", transfers=buy_ins)
        )
        settings = TableSettings(
            rulebook="ca-texas-holdem", mode=DealingMode.AUTOMATED, schedule=schedule, card_ms=0, result_ms=0
        )
        for name in self.names:
            self.must(self.house.create_table(name, settings))
            self.must(self.house.execute(name, OpenTable(), SUPERVISOR))
            for seat in SEATS:
                self.must(self.house.execute(name, SitDown(seat=seat), self.player(name, seat)))
        self.decisions = self.hands = 0
        self.house.writer.start()

    def player(self, table: str, seat: int) -> Actor:
        return player(self.names.index(table) * len(SEATS) + seat)

    @staticmethod
    def must(reply: object) -> None:
        assert isinstance(reply, Accepted), reply

    def play(self, hands: int) -> None:
        """Play this many hands in total, at all tables together."""
        until = self.hands + hands
        while self.hands < until:
            self.now[0] += 1
            waiting = [self.house.enqueue(name, *self.next_at(name)) for name in self.names]
            for future in waiting:
                self.must(future.result())

    def next_at(self, table: str) -> tuple[Command, Actor]:
        """Return the next command at a table and its actor."""
        state = self.house.tables[table]
        if state.phase is not Phase.DEALING:
            for seat in SEATS:
                stack = state.stack(self.player(table, seat).account or "").cents
                if stack < BUY_IN // 4:
                    return BuyChips(cents=BUY_IN - stack), self.player(table, seat)
            self.hands += 1
            return RunTimers(), SYSTEM
        need = current_play(state).need
        return self.decision(table, need.questions[0]) if isinstance(need, Ask) else (RunTimers(), SYSTEM)

    def decision(self, table: str, question: Question) -> tuple[Command, Actor]:
        choices = [choice.do for choice in question.choices]
        roll = self.chance.below(100)
        raises = [choice for choice in choices if choice in ("bet", "raise")]
        cents = None
        if "muck" in choices:
            do = "muck"
        elif raises and roll < 12:
            do = raises[0]
            cents = question.choices[-1].least
        elif "check" in choices:
            do = "check"
        else:
            do = "call" if roll < 55 else "fold"
        self.decisions += 1
        return MakeDecision(seat=question.seat, choice=do, cents=cents), self.player(table, question.seat)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--schedule", default="nl-2")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--wall", action="store_true")
    options = parser.parse_args()
    clock = time.perf_counter if options.wall else time.process_time
    with tempfile.TemporaryDirectory() as folder:
        house = BenchHouse(Path(folder), options.schedule, options.tables)
        house.play(options.tables)
        house.decisions, start = 0, clock()
        house.play(options.hands)
        took = clock() - start
        house.house.writer.stop()
    rate = options.hands / took
    each = house.decisions / options.hands
    met = "met" if rate >= WANTED else "MISSED"
    print(f"hands a second, {options.schedule}: {rate:,.1f} ({each:.1f} decisions a hand); wanted {WANTED:g}: {met}")


if __name__ == "__main__":
    main()
