"""Several servers of one house over PostgreSQL: bets a second, cost of the hop between servers, time of a failover.

    python benchmarks/cluster.py [--parts load hop faults] [--faults 6] [--seconds 5] [--servers 1 2 4]

Load: 98 players at 14 tables, each screen at the server of its table, every bet on disk before it is acknowledged; one
process without a cluster, then one, two and four servers over the same database server, in one run. Hop: a command
through the server that runs the table, and through the other one. Faults: a server or the database is killed or hangs
while players bet at all tables. Figures are of this machine, with all players on it too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import websockets

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.load import drive, processor_seconds, server, show_cost, stored_bytes
from benchmarks.load import show as show_load
from croupier.store.claims import ClaimTable
from croupier.store.engine import DatabaseLocation
from tests.cluster_faults import FaultHouse
from tests.cluster_house import ClusterHouse
from tests.database import PostgresServer

COMMANDS = 400
TABLES, PLAYERS = 14, 98
STEADY = 500
KINDS = ["kill", "pause", "cut off", "database crash", "lost primary"]


def main(parts: list[str], faults: int, seconds: float, servers: list[int]) -> None:
    if "load" in parts:
        measure_load(servers, seconds)
    if "hop" in parts:
        measure_hop()
    if "faults" in parts:
        measure_faults(faults)


# Bets a second


def measure_load(counts: list[int], seconds: float) -> None:
    print("98 terminals at 14 tables of 7, over PostgreSQL")
    database = PostgresServer(options=())  # With fsync: a bet is on disk before it is acknowledged.
    database.start()
    try:
        alone = load(database, 0, seconds)
        for count in counts:
            print(f"  {count} against one process alone: {load(database, count, seconds) / alone:.2f}\n", flush=True)
    finally:
        database.remove()


def load(database: PostgresServer, count: int, seconds: float) -> float:
    """Return the bets a second that this number of servers takes; 0 is one process without a cluster."""
    name = f"{count} servers" if count else "one process alone"
    with house_of(database.new_database(), count) as (ports, tokens, pids, url):
        place = DatabaseLocation.parse(url)
        asyncio.run(drive(ports, tokens, "tables", 50, 1))
        before = sum(map(processor_seconds, pids)), stored_bytes(place)
        measured = asyncio.run(drive(ports, tokens, "tables", STEADY, seconds))
        show_load(f"{name}, {STEADY} a second", measured)
        after = sum(map(processor_seconds, pids)), stored_bytes(place)
        show_cost(len(measured.acknowledged), after[0] - before[0], after[1] - before[1])
        return show_load(f"{name}, flat out", asyncio.run(drive(ports, tokens, "tables", None, seconds)))


@contextmanager
def house_of(url: str, count: int) -> Iterator[tuple[dict[int, int], list[str], list[int], str]]:
    """Yield the port of each table's server, the players' tokens, the servers' processes and the database."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        names = [f"s{nth}" for nth in range(count)] or [""]
        running = {}
        for name in names:  # The first one makes the players.
            players = 0 if running else PLAYERS
            started = server("house", folder, str(TABLES), str(players), url, "{}", name)
            running[name] = stack.enter_context(started)
        tokens, pids = running[names[0]]["tokens"], [one["pid"] for one in running.values()]
        where = dict.fromkeys(range(TABLES), names[0])
        if count:
            claims = ClaimTable(DatabaseLocation.parse(url), "benchmark", "croupier benchmark")
            stack.callback(claims.close)
            while min(len(claims.state().held_by(name)) for name in names) < TABLES // (2 * count):
                time.sleep(0.2)  # A server that joins is given tables within a second.
            time.sleep(2)
            state = claims.state()
            where = {nth: state.claims[f"table/t{nth}"].server for nth in range(TABLES)}
        yield {nth: running[name]["port"] for nth, name in where.items()}, tokens, pids, url


# The hop between two servers


def measure_hop() -> None:
    database = PostgresServer(options=())
    database.start()
    folder = Path(tempfile.mkdtemp(prefix="croupier-cluster-"))
    house = ClusterHouse(folder, database.new_database())
    try:
        house.start("a", "b")
        own, other = (asyncio.run(measure(house, at)) for at in ("own", "other"))
        show("a command at its table's server", own)
        show("the same through the other server", other)
        print(f"the hop adds {(median(other) - median(own)) * 1000:.1f} ms to the median")
        own, other = (percentile(one, 0.99) for one in (own, other))
        print(f"and {(other - own) * 1000:.1f} ms to the 99th percentile")
    finally:
        house.stop()
        database.remove()
        shutil.rmtree(folder)


async def measure(house: ClusterHouse, at: str) -> list[float]:
    """Return the seconds until the reply to each of many durable commands at one table."""
    table = house.tables_of("a")[0]
    port = house.servers["a" if at == "own" else "b"].port
    url, headers = f"ws://127.0.0.1:{port}/api/tables/{table}/live", {"Authorization": f"Bearer {house.token_of(6)}"}
    seconds = []
    async with websockets.connect(url, additional_headers=headers) as socket:
        for nth in range(COMMANDS):
            order = {"do": "stand-up" if nth % 2 else "sit-down", "seat": 7}
            key = f"hop-{at}-{time.time_ns()}"
            began = time.perf_counter()
            await socket.send(json.dumps({"type": "command", "key": key, "command": order}))
            while True:
                frame = json.loads(await socket.recv())
                if frame["type"] == "reply":
                    break
            seconds.append(time.perf_counter() - began)
    return seconds


# Faults


def measure_faults(faults: int) -> None:
    """Print how long each kind of fault keeps a table from playing, and check what the players were told."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-cluster-"))
    house = FaultHouse(folder, seed=1, kinds=KINDS)
    try:
        found = house.run(faults * len(KINDS))
    finally:
        house.close()
        shutil.rmtree(folder)
    for kind, seconds in found.seconds.items():
        show(f"all tables play on after the fault {kind}", seconds)
    print(f"longest wait of a player {found.longest_wait:.1f} s; findings: {len(found.findings)}")


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def show(what: str, seconds: list[float]) -> None:
    middle, p99 = median(seconds) * 1000, percentile(seconds, 0.99) * 1000
    print(f"{what}: median {middle:,.1f} ms, p99 {p99:,.1f} ms, {len(seconds)} times", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = ["load", "hop", "faults"]
    parser.add_argument("--parts", nargs="+", choices=parts, default=parts)
    parser.add_argument("--faults", type=int, default=6, help="times each fault")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--servers", nargs="+", type=int, default=[1, 2, 4])
    options = parser.parse_args()
    main(options.parts, options.faults, options.seconds, options.servers)
