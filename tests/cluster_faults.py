"""Play on two servers while faults occur by a seeded schedule; then check the history of all answers.

    python -m tests.cluster_faults [--faults 20] [--seed 1] [--kinds kill pause …] [--plant "no fence"] [--history FILE]

Each server reaches the database, and the other server, through a proxy of its own. The database is a pair: a primary
on a small disk, and a synchronous standby server, which is promoted when the primary is lost. The seed gives the same
faults in the same order; what the processes do between them is not repeatable.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.cluster_history import FINDINGS_MOST
from tests.cluster_house import ClusterHouse, NotInTimeError, Player
from tests.cluster_server import PLANTS
from tests.database import QUICK, SMALL_WAL, PostgresServer
from tests.held_ports import hold_port, port_of
from tests.silent_proxy import SilentProxy

DISK_MB = 320
SKEW_MS = 900
"""Largest difference of a server's clock in milliseconds; with more than a second it would not be allowed to join."""
HOLD_SECONDS = (2.5, 4.5)
"""Shortest and longest time that a fault lasts."""
SETTLED_SECONDS = 40.0
DETECT_SECONDS = 2.0
"""Time until the loss of the primary is noticed and the standby server promoted."""
LOSES = 0.05


class DatabasePair:
    """A primary and its synchronous standby server; `primary` is the one that takes commits."""

    def __init__(self, *, has_standby: bool, disk_mb: int) -> None:
        self.primary = PostgresServer((*QUICK, *SMALL_WAL), disk_mb=disk_mb)
        self.primary.start()
        self._disk_mb = disk_mb
        self.standby: PostgresServer | None = None
        if has_standby:
            self.add_standby()

    def add_standby(self) -> None:
        """Copy the primary to a new standby server, and let every commit wait for it."""
        options = (*QUICK, *SMALL_WAL, "-c", "hot_standby_feedback=on")
        self.standby = PostgresServer(options, primary=self.primary, disk_mb=self._disk_mb)
        self.standby.start()
        with psycopg.connect(self.primary.url("postgres"), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")

    def promote(self) -> PostgresServer:
        """Lose the primary with its disk, promote the standby server, and return the lost one."""
        assert self.standby is not None
        lost, self.primary, self.standby = self.primary, self.standby, None
        with psycopg.connect(self.primary.url("postgres"), autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")
        return lost

    def remove(self) -> None:
        for server in (self.standby, self.primary):
            if server is not None:
                server.remove()


@dataclass
class Outcome:
    """Result of a run: the broken rules, and the seconds after each fault until all tables played again."""

    findings: list[str]
    seconds: dict[str, list[float]] = field(default_factory=dict)
    acknowledged: int = 0
    longest_wait: float = 0.0
    noted: Counter[str] = field(default_factory=Counter)
    """Number of lines of each kind in the history."""


class FaultHouse:
    """A house on two servers whose processes, networks, clocks and databases can be broken."""

    def __init__(self, folder: Path, seed: int, kinds: Sequence[str], plant: str = "") -> None:
        self.chance = random.Random(seed)
        self.kinds = list(kinds)
        self._stack = ExitStack()
        self.pair = DatabasePair(has_standby="lost primary" in kinds, disk_mb=DISK_MB if "full disk" in kinds else 0)
        self._stack.callback(self.pair.remove)
        database = self.pair.primary.new_database()
        self.lines = {name: self._stack.enter_context(SilentProxy(self.pair.primary)) for name in ("a", "b", "test")}
        listening = {name: port_of(self._stack.enter_context(hold_port())) for name in "ab"}
        self.between = {name: self._stack.enter_context(SilentProxy(listening[name])) for name in "ab"}
        urls = {name: self.lines[name].url(database) for name in "ab"}
        self.house = ClusterHouse(folder, self.lines["test"].url(database), urls, plant, LOSES)
        self.house.peer_ports = {name: (listening[name], self.between[name].port) for name in "ab"}
        self._stack.callback(self.house.stop)
        self.house.start("a", "b")
        self.seconds: dict[str, list[float]] = {}
        self.on_healed: Callable[[str, str, float], None] = lambda kind, server, seconds: None
        """Callback after each fault, with its duration."""

    def close(self) -> None:
        for line in (*self.lines.values(), *self.between.values()):
            line.resume()
        self._stack.close()

    def run(self, faults: int) -> Outcome:
        """Play with this number of faults, and check the history at the end."""
        findings: list[str] = []
        with self.house.players() as players:
            try:
                for nth in range(faults):
                    kinds = self.kinds if nth < len(self.kinds) else self.chance.sample(self.kinds, len(self.kinds))
                    self.break_something(kinds[nth % len(kinds)], players)
            except NotInTimeError as stuck:
                findings.append(f"the house does not play on after the fault {kinds[nth % len(kinds)]}: {stuck}")
            time.sleep(1)
        findings += self.house.findings()
        waits = max(player.longest_wait for player in players)
        acknowledged = sum(player.acknowledged for player in players)
        return Outcome(findings, self.seconds, acknowledged, waits, self.house.noted)

    def break_something(self, kind: str, players: Sequence[Player]) -> None:
        """Cause one fault, wait until all tables play on, heal it, and wait until both servers run tables again."""
        server = self.chance.choice("ab")
        self.house.history.add("fault", what=kind, server=server)
        began = time.monotonic()
        with FAULTS[kind](self, server):
            tables = [player.table for player in players]
            if kind not in WAITS_FOR_THE_DATABASE:
                self.house.plays_on_in(tables)
                self.seconds.setdefault(kind, []).append(time.monotonic() - began)
            time.sleep(max(0.0, began + self.chance.uniform(*HOLD_SECONDS) - time.monotonic()))
        healed = time.monotonic()
        self.house.plays_on_in(tables)
        if kind in WAITS_FOR_THE_DATABASE:
            self.seconds.setdefault(kind, []).append(time.monotonic() - healed)
        self.house.start_missing()
        self.house.wait_until(lambda: all(self.house.tables_of(name) for name in "ab"), SETTLED_SECONDS)
        self.house.history.add("healed", what=kind, server=server)
        self.on_healed(kind, server, time.monotonic() - began)

    # Faults: each is there while its block runs

    @contextmanager
    def kill(self, server: str) -> Iterator[None]:
        self.house.end(server, signal.SIGKILL)
        yield

    @contextmanager
    def restart_with_wrong_clock(self, server: str) -> Iterator[None]:
        self.house.skew_ms[server] = self.chance.randint(-SKEW_MS, SKEW_MS)
        self.house.end(server, signal.SIGKILL)
        yield

    @contextmanager
    def pause(self, server: str) -> Iterator[None]:
        self.house.signal(server, signal.SIGSTOP)
        try:
            yield
        finally:
            self.house.signal(server, signal.SIGCONT)

    @contextmanager
    def hang_claims(self, server: str) -> Iterator[None]:
        self.house.signal(server, signal.SIGUSR1)
        yield

    @contextmanager
    def cut_off(self, server: str) -> Iterator[None]:
        with silent(self.lines[server]):
            yield

    @contextmanager
    def lose_answers(self, server: str) -> Iterator[None]:
        with silent(self.lines[server], requests=False):
            yield

    @contextmanager
    def lose_requests(self, server: str) -> Iterator[None]:
        with silent(self.lines[server], answers=False):
            yield

    @contextmanager
    def cut_servers_apart(self, server: str) -> Iterator[None]:
        with silent(self.between["a"]), silent(self.between["b"]):
            yield

    @contextmanager
    def cut_servers_apart_one_way(self, server: str) -> Iterator[None]:
        with silent(self.between["b"], requests=server == "a", answers=server == "b"):
            yield

    @contextmanager
    def slow_line(self, server: str) -> Iterator[None]:
        self.lines[server].delay_seconds = self.chance.uniform(0.005, 0.04)
        try:
            yield
        finally:
            self.lines[server].delay_seconds = 0.0

    @contextmanager
    def crash_database(self, server: str) -> Iterator[None]:
        self.pair.primary.stop(signal.SIGQUIT)
        self.pair.primary.start()
        yield

    @contextmanager
    def fill_disk(self, server: str) -> Iterator[None]:
        path = self.pair.primary.folder / "filler"
        with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(65_536))
        try:
            yield
        finally:
            path.unlink()
            if self.pair.primary.process is not None and self.pair.primary.process.poll() is not None:
                self.pair.primary.start()  # It stops itself where it cannot write its own log.

    @contextmanager
    def lose_primary(self, server: str) -> Iterator[None]:
        """Cut all lines to the primary at once, stop it for ever, and promote the standby server."""
        for name in "ab":
            self.lines[name].fall_silent()
            self.lines[name].abandon_connections()
        self.pair.primary.stop(signal.SIGQUIT)
        time.sleep(DETECT_SECONDS)
        lost = self.pair.promote()
        for line in self.lines.values():
            line.target = self.pair.primary
            line.resume()
        lost.remove()
        yield
        self.pair.add_standby()


FAULTS: dict[str, Callable[[FaultHouse, str], contextlib.AbstractContextManager[None]]] = {
    "kill": FaultHouse.kill,
    "pause": FaultHouse.pause,
    "cut off": FaultHouse.cut_off,
    "lost answers": FaultHouse.lose_answers,
    "lost requests": FaultHouse.lose_requests,
    "database crash": FaultHouse.crash_database,
    "hung claims": FaultHouse.hang_claims,
    "servers apart": FaultHouse.cut_servers_apart,
    "servers apart one way": FaultHouse.cut_servers_apart_one_way,
    "slow line": FaultHouse.slow_line,
    "wrong clock": FaultHouse.restart_with_wrong_clock,
    "full disk": FaultHouse.fill_disk,
    "lost primary": FaultHouse.lose_primary,
}
WAITS_FOR_THE_DATABASE = frozenset({"full disk"})
"""Faults during which nobody can play; the time until play goes on is measured from their end."""


@contextmanager
def silent(line: SilentProxy, *, requests: bool = True, answers: bool = True) -> Iterator[None]:
    """Forward no requests, no answers or neither through a proxy while the block runs; connections stay open."""
    line.fall_silent(requests=requests, answers=answers)
    try:
        yield
    finally:
        line.resume()


def plant_in_database(house: FaultHouse, plant: str) -> None:
    """Remove the database's own protection against a planted fault."""
    with house.house.connect() as connection:
        if plant == "no key check":
            connection.execute("DROP INDEX records_key")


def play_with_faults(
    folder: Path,
    seed: int,
    faults: int,
    kinds: Sequence[str],
    plant: str = "",
    on_healed: Callable[[str, str, float], None] = lambda kind, server, seconds: None,
) -> Outcome:
    """Run a house with faults in a folder, and return what was found."""
    house = FaultHouse(folder, seed, kinds, plant)
    try:
        plant_in_database(house, plant)
        house.on_healed = on_healed
        return house.run(faults)
    finally:
        house.close()


def show_healed(kind: str, server: str, seconds: float) -> None:
    print(f"{kind}, server {server}: healed after {seconds:.1f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Break a house on two servers, and check its history.")
    parser.add_argument("--faults", type=int, default=len(FAULTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=FAULTS, default=list(FAULTS))
    parser.add_argument("--plant", choices=PLANTS, default="")
    parser.add_argument("--history", type=Path)
    options = parser.parse_args()
    if "full disk" in options.kinds and os.geteuid() != 0:
        print("without root there is no small disk to fill: the kind “full disk” is left out")
        options.kinds.remove("full disk")
    folder = Path(tempfile.mkdtemp(prefix="croupier-faults-"))
    began = time.monotonic()
    try:
        found = play_with_faults(folder, options.seed, options.faults, options.kinds, options.plant, show_healed)
    finally:
        if options.history and (folder / "history.jsonl").exists():
            shutil.copy(folder / "history.jsonl", options.history)
    for kind, seconds in found.seconds.items():
        shown = f"median {sorted(seconds)[len(seconds) // 2]:.1f} s, longest {max(seconds):.1f} s"
        print(f"{kind}: {len(seconds)} times, all tables play on after {shown}")
    took = time.monotonic() - began
    text = f"{options.faults} faults in {took:.0f} s ({options.faults * 3600 / took:.0f} an hour), seed {options.seed}"
    print(f"{text}; {found.acknowledged:,} commands acknowledged, longest wait {found.longest_wait:.1f} s")
    print(f"findings: {len(found.findings)}")
    for finding in found.findings[:FINDINGS_MOST]:
        print(f"  {finding}")
    if not found.findings:
        shutil.rmtree(folder)
    return 1 if found.findings else 0


if __name__ == "__main__":
    sys.exit(main())
