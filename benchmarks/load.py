"""Bets per second through the server, each durable before its acknowledgement, compared with a bare echo server.

There are two setups: a hundred terminals at tables of seven, and one table with seven players and a hundred watchers.
Every terminal receives all events of its table. Each setup runs at a steady rate and then as fast as possible, against
the house and against the echo server on the same stack. A delivery is one bet that one terminal receives.

    python benchmarks/load.py [--seconds 5] [--rate 500] [--database postgresql://…] [--commit COMMIT] [--times 3]

Terminals speak the protocol themselves: `croupier.client` reads every frame and asks for views, and with a hundred of
them in one process that would be measured in place of the house.

Each setup has its own house: a file, or a schema in the given PostgreSQL database that is dropped afterwards. With
`--commit` the server of another commit takes the same bets alternately with this one, and the ratios are printed.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import websockets

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.compare_commits import other_tree
from croupier.errors import BadInput
from croupier.store.engine import DatabaseLocation

SEATS = 7
ROOT = Path(__file__).resolve().parents[1]
STEPS = 400
"""Number of different stakes, from $10 in steps of $1; the stake identifies the bet."""


@dataclass
class Measurements:
    """Measurements of the terminals in one run; times in seconds."""

    sent: int = 0
    acknowledged: list[float] = field(default_factory=list)
    sent_at: dict[int, float] = field(default_factory=dict)
    """Time at which each bet was sent, by the number of its record."""
    broadcast: list[float] = field(default_factory=list)
    deliveries: int = 0
    refused: list[str] = field(default_factory=list)
    seconds: float = 0


class Terminal:
    """WebSocket connection of a player who bets or of a watcher."""

    def __init__(
        self,
        table: int,
        seat: int | None,
        times: dict[tuple[int, int, int], float],
        measured: Measurements,
        *,
        wants_view: bool = False,
    ) -> None:
        self.table, self.seat, self.times, self.measured = table, seat, times, measured
        self.query = "?view=true" if wants_view else ""
        self.waiting: dict[str, tuple[float, asyncio.Future[None]]] = {}
        self.sent = 0

    async def connect(self, port: int | Mapping[int, int], token: str | None) -> None:
        port = port if isinstance(port, int) else port[self.table]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        url = f"ws://127.0.0.1:{port}/api/tables/t{self.table}/live{self.query}"
        self.socket = await websockets.connect(url, additional_headers=headers, compression=None, max_size=None)
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            now = time.perf_counter()
            assert isinstance(text, str)
            if text.startswith('{"type":"events"') or text.startswith('{"type": "events"'):
                self._events(text, now)
            elif text.startswith(('{"type":"reply"', '{"type": "reply"')):
                self._reply(text, now)

    def _reply(self, text: str, now: float) -> None:
        reply = json.loads(text)
        since, future = self.waiting.pop(reply["key"])
        if reply["ok"]:
            self.measured.acknowledged.append(now - since)
            if "seq" in reply:
                self.measured.sent_at[reply["seq"]] = since
        else:
            self.measured.refused.append(reply["error"]["message"])
        if not future.done():
            future.set_result(None)

    def _events(self, text: str, now: float) -> None:
        """Count the bets in a frame; terminals 1 and 2 of a table also measure the delay of each."""
        if self.seat not in (1, 2):
            self.measured.deliveries += text.count('"wagers-placed"') or text.count('"place-wagers"')
            return
        for record in json.loads(text)["records"]:
            for event in record["events"]:
                cents = _staked(event)
                if cents is not None:
                    self.measured.deliveries += 1
                    sent = self.times.get((self.table, event["seat"], cents))
                    if sent is not None:
                        self.measured.broadcast.append(now - sent)

    async def bet(self) -> None:
        """Place a bet and wait until it is acknowledged."""
        assert self.seat is not None
        cents = 1000 + 100 * (self.sent % STEPS)
        self.sent += 1
        self.measured.sent += 1
        key = f"bet-{self.table}-{self.seat}-{time.perf_counter_ns()}"
        wagers = [{"wager": "banker", "cents": cents}]
        command = {"do": "place-wagers", "seat": self.seat, "wagers": wagers}
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        now = time.perf_counter()
        self.waiting[key] = now, future
        self.times[self.table, self.seat, cents] = now
        await self.socket.send(json.dumps({"type": "command", "key": key, "command": command}))
        await future

    async def close(self) -> None:
        self.reader.cancel()
        await self.socket.close()


def _staked(event: dict[str, Any]) -> int | None:
    """Return the stake of a bet in cents, from an event of the house or of the echo server, or None."""
    wagers = event.get("wagers")
    if not wagers:
        return None
    if isinstance(wagers, list):
        return int(wagers[0]["cents"])
    return int(wagers["banker"])


@contextmanager
def server(*arguments: str, tree: Path = ROOT) -> Iterator[dict[str, Any]]:
    """Run `load_server.py` of a tree, and yield its port, its process id and the tokens of its players."""
    command = [sys.executable, str(tree / "benchmarks" / "load_server.py"), *arguments]
    paths = {**os.environ, "PYTHONPATH": str(tree / "src")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=paths) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                raise SystemExit("load.py: the server did not start; its own message is above")
            yield {**json.loads(line), "pid": process.pid}
        finally:
            process.terminate()
            process.wait(30)


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used, all of its threads together, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid: int) -> int:
    """Return the memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def stored_bytes(place: DatabaseLocation) -> int:
    """Return the size of a house's tables and indexes in bytes, without the files that hold commits for a while."""
    if place.path:
        with closing(sqlite3.connect(f"{place.path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            pages, page = (int(file.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "page_size"))
            return pages * page
    plain = place.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        size = connection.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
        ).fetchone()
        assert size is not None
        return int(size[0])


@contextmanager
def own_schema(database: str | None) -> Iterator[str | None]:
    """Yield the URL of a new empty schema in a PostgreSQL database, and drop it afterwards; None without a database.

    A database accepts only the keys of its first house, so runs cannot share a schema.
    """
    if database is None:
        yield None
        return
    try:
        place = DatabaseLocation.parse(database)
        if place.path:
            raise BadInput.at("--database", "is a file; give postgresql://…, or nothing for a file of its own")
        plain = place.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = psycopg.connect(plain, autocommit=True)
    except (BadInput, psycopg.Error) as error:
        raise SystemExit(f"load.py: --database: {error}") from None
    schema = f"croupier_load_{uuid4().hex}"
    with connection:
        try:
            connection.execute(f"CREATE SCHEMA {schema}".encode())
        except psycopg.Error as error:
            raise SystemExit(f"load.py: --database: no schema can be made there: {error}") from None
        try:
            own = f"{place.url.query.get('options', '')} -csearch_path={schema}".strip()
            yield place.url.update_query_dict({"options": own}).render_as_string(hide_password=False)
        finally:
            connection.execute(f"DROP SCHEMA {schema} CASCADE".encode())


async def drive(
    port: int | Mapping[int, int], tokens: list[str], shape: str, rate: float | None, seconds: float
) -> Measurements:
    """Place bets at a steady rate, or as many as possible; `port` may be one for each table."""
    measured = Measurements()
    times: dict[tuple[int, int, int], float] = {}
    players = 98 if shape == "tables" else SEATS
    watchers = 0 if shape == "tables" else 100
    terminals = [Terminal(number // SEATS, number % SEATS + 1, times, measured) for number in range(players)]
    watching = [Terminal(0, None, times, measured) for _ in range(watchers)]
    for number, terminal in enumerate(terminals):
        await terminal.connect(port, tokens[number] if tokens else None)
    for watcher in watching:
        await watcher.connect(port, None)
    await asyncio.sleep(0.5)
    began = time.perf_counter()
    if rate is None:
        await _flat_out(terminals, began + seconds)
    else:
        await steady(terminals, rate, seconds)
    measured.seconds = time.perf_counter() - began
    await asyncio.sleep(0.5)
    for terminal in [*terminals, *watching]:
        await terminal.close()
    return measured


async def _flat_out(terminals: list[Terminal], until: float) -> None:
    """Let every terminal bet again as soon as its bet is acknowledged; at one table each has several bets in flight."""

    async def keep_betting(terminal: Terminal) -> None:
        while time.perf_counter() < until:
            await terminal.bet()

    several = max(1, 98 // len(terminals))
    await asyncio.gather(*(keep_betting(terminal) for terminal in terminals for _ in range(several)))


async def steady(terminals: list[Terminal], rate: float, seconds: float) -> None:
    """Send bets at a fixed rate per second, independent of their acknowledgements."""
    began = time.perf_counter()
    bets: set[asyncio.Task[None]] = set()
    for number in range(int(rate * seconds)):
        delay = began + number / rate - time.perf_counter()
        if delay > 0.001:
            await asyncio.sleep(delay)
        task = asyncio.create_task(terminals[number % len(terminals)].bet())
        bets.add(task)
        task.add_done_callback(bets.discard)
    await asyncio.wait_for(asyncio.gather(*bets), 30)


def percentile(values: list[float], share: float) -> str:
    if not values:
        return "    -"
    return f"{1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))]:5.1f}"


def show(name: str, measured: Measurements) -> float:
    rate = len(measured.acknowledged) / measured.seconds
    deliveries = measured.deliveries / measured.seconds
    print(
        f"  {name:<26} {rate:8,.0f} bets/s  {deliveries:10,.0f} deliveries/s   acknowledged p50 "
        f"{percentile(measured.acknowledged, 0.5)} p99 {percentile(measured.acknowledged, 0.99)} ms   told p50 "
        f"{percentile(measured.broadcast, 0.5)} p99 {percentile(measured.broadcast, 0.99)} ms"
    )
    if measured.refused:
        print(f"    {len(measured.refused)} refused: {measured.refused[0]}")
    return rate


def show_cost(bets: int, processor: float, stored: int) -> None:
    """Print what a million bets at the steady rate take of the server's processor and of the disk."""
    print(
        f"    a million bets take {processor / bets * 1e6:,.0f} processor seconds of the server and "
        f"{stored / bets / 1000:,.2f} GB of disk"
    )


def measure(shape: str, rate: float, seconds: float, database: str | None) -> None:
    title = "98 terminals at 14 tables of 7" if shape == "tables" else "one table: 7 players, 100 who watch"
    print(title)
    tables, players = (14, 98) if shape == "tables" else (1, SEATS)
    with tempfile.TemporaryDirectory() as folder, own_schema(database) as url:
        limits = json.dumps({"watchers_each": 100})
        with server("house", folder, str(tables), str(players), url or "", limits) as house:
            asyncio.run(drive(house["port"], house["tokens"], shape, 50, 1))
            place = DatabaseLocation.parse(url or str(Path(folder) / "house.db"))
            before = processor_seconds(house["pid"]), stored_bytes(place)
            steady_bets = asyncio.run(drive(house["port"], house["tokens"], shape, rate, seconds))
            show(f"house, {rate:,.0f} a second", steady_bets)
            after = processor_seconds(house["pid"]), stored_bytes(place)
            show_cost(len(steady_bets.acknowledged), after[0] - before[0], after[1] - before[1])
            flat = show("house, flat out", asyncio.run(drive(house["port"], house["tokens"], shape, None, seconds)))
    with server("echo") as bare:
        asyncio.run(drive(bare["port"], [], shape, 50, 1))
        show(f"echo, {rate:,.0f} a second", asyncio.run(drive(bare["port"], [], shape, rate, seconds)))
        limit = show("echo, flat out", asyncio.run(drive(bare["port"], [], shape, None, seconds)))
    print(f"  the house takes {flat / limit:.2f} of the bets of the bare echo, and keeps every one\n")


@dataclass(frozen=True)
class Figures:
    """Results of one server in one run."""

    flat: float
    """Bets a second without a pause between them."""
    processor_ms: float
    """Processor time of the server for a bet at the steady rate, in milliseconds."""
    p99_ms: float
    """99th percentile of the time to the acknowledgement at the steady rate."""


def measure_tree(tree: Path, shape: str, rate: float, seconds: float, database: str | None) -> Figures:
    """Measure the server of a tree in a new house."""
    tables, players = (14, 98) if shape == "tables" else (1, SEATS)
    with tempfile.TemporaryDirectory() as folder, own_schema(database) as url:
        limits = json.dumps({"watchers_each": 100})
        with server("house", folder, str(tables), str(players), url or "", limits, tree=tree) as house:
            asyncio.run(drive(house["port"], house["tokens"], shape, 50, 1))
            before = processor_seconds(house["pid"])
            bets = asyncio.run(drive(house["port"], house["tokens"], shape, rate, seconds))
            used = processor_seconds(house["pid"]) - before
            flat = asyncio.run(drive(house["port"], house["tokens"], shape, None, seconds))
    p99 = sorted(bets.acknowledged)[int(0.99 * len(bets.acknowledged))]
    return Figures(len(flat.acknowledged) / flat.seconds, 1000 * used / len(bets.acknowledged), 1000 * p99)


def compare(commit: str, rate: float, seconds: float, database: str | None, times: int) -> None:
    """Print this tree beside another commit: of each figure the best of several runs, which alternate."""
    with other_tree(commit) as tree:
        for shape in ("tables", "watched"):
            found: dict[Path, list[Figures]] = {ROOT: [], tree: []}
            for _ in range(times):
                for at, runs in found.items():
                    runs.append(measure_tree(at, shape, rate, seconds, database))
            title = "98 terminals at 14 tables" if shape == "tables" else "one table, 100 watch"
            print(f"{title:<40}{'here':>10}{commit[:9]:>12}{'ratio':>8}")
            for name, best, key in (
                ("bets a second, flat out", max, "flat"),
                (f"processor ms a bet at {rate:,.0f} a second", min, "processor_ms"),
                (f"p99 ms at {rate:,.0f} a second", min, "p99_ms"),
            ):
                here, there = (best(getattr(run, key) for run in found[at]) for at in (ROOT, tree))
                print(f"  {name:<38}{here:10,.2f}{there:12,.2f}{here / there:8.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--database", default=None)
    parser.add_argument("--commit", default=None, help="another commit whose server is measured beside this one")
    parser.add_argument("--times", type=int, default=3, help="runs of each with --commit")
    options = parser.parse_args()
    gc.disable()  # pauses for garbage collection in the terminals are not the server's
    if options.commit:
        compare(options.commit, options.rate, options.seconds, options.database, options.times)
        return
    for shape in ("tables", "watched"):
        measure(shape, options.rate, options.seconds, options.database)


if __name__ == "__main__":
    main()
