"""Cost of watchers: the same bets at one table without watchers and with them, in one run, against another commit.

Seven players bet at one table, each with its view, as the pages do. Then anonymous screens watch the table, each with
its view, and the same bets are placed again. Last, one bet at a time is followed to every screen. With `--commit` the
same is done with the server of another commit, and the ratios are printed. The watchers are in a process of their own:
what they read would else delay the players, who are measured.

    python -m benchmarks.watchers [--watchers 1000] [--rate 500] [--seconds 5] [--commit COMMIT]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import uvloop

from benchmarks.compare_commits import other_tree
from benchmarks.load import (
    ROOT,
    SEATS,
    Measurements,
    Terminal,
    percentile,
    processor_seconds,
    resident_bytes,
    server,
    steady,
)
from croupier.server.http_protocol import allow_many_connections

WARM_UP_SECONDS = 1
FOLLOWED_BETS = 20
FOLLOWED_SECONDS = 1.0
"""Seconds between two bets that are followed to the last screen."""
CONNECTING_AT_ONCE = 25
"""Connections that are opened at once, fewer than `unfinished_each` of the house permits."""
EVENTS = b'{"type":"events","seq":'
MASKED_PONG = b"\x8a"
PING, TEXT = 9, 1


class Watcher(asyncio.Protocol):
    """Anonymous screen that notes when each events frame arrived; it parses nothing else: thousands run here."""

    def __init__(self) -> None:
        self.frames = 0
        self.sequences: list[int] = []
        self.times: list[float] = []
        self.is_closed = False
        self.has_state = asyncio.get_running_loop().create_future()
        self._bytes = b""
        self._is_upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(
            b"GET /api/tables/t0/live?view=true HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed = True
        if not self.has_state.done():
            self.has_state.set_result(None)

    def data_received(self, data: bytes) -> None:
        data = self._bytes + data if self._bytes else data
        if not self._is_upgraded:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._bytes = head
                return
            self._is_upgraded = True
        at = 0
        while (whole := _frame_at(data, at)) is not None:
            code, start, end_of_frame = whole
            if code == TEXT:
                self._frame(data, start)
            elif code == PING:
                self.transport.write(
                    MASKED_PONG + bytes((0x80 | end_of_frame - start, 0, 0, 0, 0)) + data[start:end_of_frame]
                )
            at = end_of_frame
        self._bytes = data[at:]

    def _frame(self, data: bytes, start: int) -> None:
        self.frames += 1
        if not self.has_state.done():
            self.has_state.set_result(None)
        if data.startswith(EVENTS, start):
            start += len(EVENTS)
            self.sequences.append(int(data[start : data.index(b",", start)]))
            self.times.append(time.perf_counter())


@dataclass
class Arrivals:
    """Events frames that one watcher received: the last record in each, and when it arrived."""

    sequences: list[int]
    times: list[float]

    def time_of(self, seq: int) -> float | None:
        """Return when the record of this number had arrived, or None if it did not."""
        place = bisect_left(self.sequences, seq)
        return self.times[place] if place < len(self.times) else None


def _frame_at(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Return the opcode, the start and the end of the frame at this place, or None if it is not complete."""
    if len(data) < at + 2:
        return None
    length, start = data[at + 1], at + 2
    if length >= 126:
        start += 2 if length == 126 else 8
        length = int.from_bytes(data[at + 2 : start], "big")
    return (data[at] & 0x0F, start, start + length) if len(data) >= start + length else None


@dataclass
class Watched:
    """Measurements of one server."""

    name: str
    alone: Measurements
    busy: Measurements
    followed: Measurements
    watchers: int
    stayed: list[Arrivals]
    """What the watchers received that were still connected at the end."""
    processor_ms: tuple[float, float]
    """Processor time of the server for a bet, in milliseconds: without watchers, and with them."""
    watcher_bytes: float
    """Memory of the server for one watcher."""

    def delays(self, measured: Measurements) -> tuple[list[float], list[float]]:
        """Return the delay of each bet to the median screen, and to the last screen, in seconds."""
        median, last = [], []
        for seq, sent in measured.sent_at.items():
            arrived = [at - sent for watcher in self.stayed if (at := watcher.time_of(seq)) is not None]
            if len(arrived) == len(self.stayed) > 0:
                arrived.sort()
                median.append(arrived[len(arrived) // 2])
                last.append(arrived[-1])
        return median, last

    def show(self) -> None:
        print(f"  a watcher takes {self.watcher_bytes / 1000:.0f} KB of the server's memory")
        title = f"{len(self.stayed):,} of {self.watchers:,} watch"
        for name, measured, cpu in zip(
            ("nobody watches", title), (self.alone, self.busy), self.processor_ms, strict=True
        ):
            rate = len(measured.acknowledged) / measured.seconds
            first, late = percentile(measured.acknowledged, 0.5), percentile(measured.acknowledged, 0.99)
            print(
                f"  {name:<24} {rate:6,.0f} bets/s   acknowledged p50 {first} p99 {late} ms   "
                f"processor {cpu:.2f} ms a bet"
            )
        for name, measured in (("at that rate", self.busy), ("a bet a second", self.followed)):
            median, last = self.delays(measured)
            print(
                f"  to the screens, {name:<16} p50 {percentile(median, 0.5)} ms   last screen p50 "
                f"{percentile(last, 0.5)} p99 {percentile(last, 0.99)} ms   ({len(last):,} bets)"
            )


async def players_of(port: int, tokens: list[str], measured: Measurements) -> list[Terminal]:
    players = [Terminal(0, seat, {}, measured, wants_view=True) for seat in range(1, SEATS + 1)]
    for player, token in zip(players, tokens, strict=True):
        await player.connect(port, token)
    return players


async def bets(port: int, tokens: list[str], rate: float, seconds: float) -> Measurements:
    """Place bets of the players at a fixed rate per second, whether or not the bets before are acknowledged."""
    measured = Measurements()
    players = await players_of(port, tokens, measured)
    began = time.perf_counter()
    await steady(players, rate, seconds)
    measured.seconds = time.perf_counter() - began
    await asyncio.sleep(WARM_UP_SECONDS)  # for the last frames to the watchers
    for player in players:
        await player.close()
    return measured


async def watch(port: int, number: int) -> None:
    """Connect watchers and say so; when a line arrives on standard input, print what they have received."""
    loop = asyncio.get_running_loop()
    watchers: list[Watcher] = []
    while len(watchers) < number:
        some = [
            loop.create_connection(Watcher, "127.0.0.1", port)
            for _ in range(min(CONNECTING_AT_ONCE, number - len(watchers)))
        ]
        joined = [watcher for _, watcher in await asyncio.gather(*some)]
        await asyncio.wait_for(asyncio.gather(*(watcher.has_state for watcher in joined)), 60)
        watchers += joined
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    print(json.dumps([[watcher.sequences, watcher.times] for watcher in watchers if not watcher.is_closed]), flush=True)
    for watcher in watchers:
        watcher.transport.abort()


@asynccontextmanager
async def watchers_of(port: int, number: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """Let watchers watch in another process until the block ends."""
    command = [sys.executable, "-m", "benchmarks.watchers", "--watch", str(port), "--watchers", str(number)]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, cwd=ROOT, limit=2**28)
    try:
        assert process.stdout is not None
        line = await process.stdout.readline()
        assert line.strip() == b"ready", line
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def arrivals(process: asyncio.subprocess.Process) -> list[Arrivals]:
    """Return what the watchers of a process have received, which ends by that."""
    output, _ = await process.communicate(b"stop\n")
    return [Arrivals(*received) for received in json.loads(output)]


async def measure(name: str, house: dict[str, object], options: argparse.Namespace) -> Watched:
    port, tokens, pid = int(str(house["port"])), house["tokens"], int(str(house["pid"]))
    assert isinstance(tokens, list)
    await bets(port, tokens, options.rate, WARM_UP_SECONDS)
    before = processor_seconds(pid)
    alone = await bets(port, tokens, options.rate, options.seconds)
    between = processor_seconds(pid)
    memory = resident_bytes(pid)
    async with watchers_of(port, options.watchers) as process:
        memory = resident_bytes(pid) - memory
        start = processor_seconds(pid)
        busy = await bets(port, tokens, options.rate, options.seconds)
        after = processor_seconds(pid)
        followed = await bets(port, tokens, 1 / FOLLOWED_SECONDS, FOLLOWED_BETS * FOLLOWED_SECONDS)
        stayed = await arrivals(process)
    each = 1000 * (between - before) / len(alone.acknowledged), 1000 * (after - start) / len(busy.acknowledged)
    return Watched(name, alone, busy, followed, options.watchers, stayed, each, memory / max(1, options.watchers))


def run(name: str, tree: Path, options: argparse.Namespace) -> Watched:
    admitted = options.watchers if options.admitted is None else options.admitted
    limits = json.dumps({"watchers_each": admitted, "watchers_most": 100_000, "screens_most": 100_000})
    with (
        tempfile.TemporaryDirectory() as folder,
        server("house", folder, "1", str(SEATS), "", limits, tree=tree) as house,
    ):
        measured = uvloop.run(measure(name, house, options))
    print(name)
    measured.show()
    return measured


def compare(here: Watched, other: Watched) -> None:
    """Print how this tree compares with the other one; below 1 is better."""
    for name, ours, theirs in (
        ("acknowledged p99 with watchers", _p99(here.busy.acknowledged), _p99(other.busy.acknowledged)),
        ("processor time of a bet with watchers", here.processor_ms[1], other.processor_ms[1]),
        ("last screen p99 at that rate", _p99(here.delays(here.busy)[1]), _p99(other.delays(other.busy)[1])),
        ("last screen p99, a bet a second", _p99(here.delays(here.followed)[1]), _p99(other.delays(other.followed)[1])),
    ):
        ratio = f"{ours / theirs:5.2f} of {other.name}" if theirs else "not measured there"
        print(f"  {name:<40} {ratio}")


def _p99(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(0.99 * len(values)))] if values else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--admitted", type=int, default=None, help="watchers that one address may have; all by default")
    parser.add_argument("--commit", default=None, help="another commit whose server is measured too")
    parser.add_argument("--watch", type=int, default=None, metavar="PORT", help=argparse.SUPPRESS)
    options = parser.parse_args()
    gc.disable()  # pauses for garbage collection in the terminals are not the server's
    allow_many_connections()
    if options.watch is not None:
        uvloop.run(watch(options.watch, options.watchers))
        return
    here = run("this tree", ROOT, options)
    if options.commit is not None:
        with other_tree(options.commit) as tree:
            compare(here, run(options.commit[:9], tree, options))


if __name__ == "__main__":
    main()
