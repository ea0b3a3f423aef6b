"""What those who only watch cost those who bet: the same bets without watchers and with them, in one run.

Seven players bet at one table. Then as many anonymous screens as the house admits watch it, each with its view, and the
same bets are placed again. `--admitted` lifts the house's own limits, to see what they are for.

    python -m benchmarks.watchers [--seconds 5] [--rate 50] [--watchers 500] [--admitted 500]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import tempfile
import time

import websockets

from benchmarks.load import SEATS, Terminal, Told, percentile, server

WARM_UP_SECONDS = 1


class Watcher:
    """An anonymous screen that reads what it is sent."""

    def __init__(self) -> None:
        self.frames = 0
        self.code: int | None = None

    async def watch(self, port: int) -> None:
        url = f"ws://127.0.0.1:{port}/api/tables/t0/live?view=true"
        try:
            async with websockets.connect(url, compression=None, max_size=None) as socket:
                async for _ in socket:
                    self.frames += 1
        except websockets.ConnectionClosed:
            pass
        self.code = socket.close_code


async def bets(port: int, tokens: list[str], rate: float, seconds: float) -> Told:
    """The players' bets, on the clock."""
    told = Told()
    players = [Terminal(0, seat, {}, told) for seat in range(1, SEATS + 1)]
    for player, token in zip(players, tokens, strict=True):
        await player.connect(port, token)
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        await players[number % SEATS].bet()
    told.seconds = time.perf_counter() - began
    for player in players:
        await player.close()
    return told


async def measure(port: int, tokens: list[str], given: argparse.Namespace) -> tuple[Told, Told, list[Watcher]]:
    await bets(port, tokens, given.rate, WARM_UP_SECONDS)
    alone = await bets(port, tokens, given.rate, given.seconds)
    watchers = [Watcher() for _ in range(given.watchers)]
    tasks = [asyncio.create_task(one.watch(port)) for one in watchers]
    await asyncio.sleep(WARM_UP_SECONDS + given.watchers / 500)
    watched = await bets(port, tokens, given.rate, given.seconds)
    for task in tasks:
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    return alone, watched, watchers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--admitted", type=int, default=None, help="watchers that one address may have; the house's 50")
    given = parser.parse_args()
    gc.disable()  # the terminals' own pauses are not the server's
    limits = [] if given.admitted is None else [json.dumps({"watchers_each": given.admitted, "watchers_most": 100_000})]
    with tempfile.TemporaryDirectory() as folder, server("house", folder, "1", str(SEATS), "", *limits) as house:
        alone, watched, watchers = asyncio.run(measure(house["port"], house["tokens"], given))
    stayed = sum(one.code is None for one in watchers)
    p50 = [sorted(told.acknowledged)[len(told.acknowledged) // 2] for told in (alone, watched)]
    for name, told in (("nobody watches", alone), (f"{stayed} of {len(watchers)} watch", watched)):
        first, last = percentile(told.acknowledged, 0.5), percentile(told.acknowledged, 0.99)
        print(f"  {name:<24} {len(told.acknowledged):6,} bets   acknowledged p50 {first} p99 {last} ms")
    frames = sum(one.frames for one in watchers)
    print(f"  a bet takes {p50[1] / p50[0]:.2f} times as long while {stayed} watch; they were sent {frames:,} frames")


if __name__ == "__main__":
    main()
