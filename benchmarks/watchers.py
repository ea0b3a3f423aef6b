"""Cost of watchers for players: the same bets without watchers and with them, in one run.

Seven players bet at one table. Then as many anonymous screens as the house admits watch the table, each with its view,
and the same bets are placed again. `--admitted` lifts the limits of the house, to show their effect.

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

from benchmarks.load import SEATS, Measurements, Terminal, percentile, server

WARM_UP_SECONDS = 1


class Watcher:
    """Anonymous screen that reads its frames."""

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


async def bets(port: int, tokens: list[str], rate: float, seconds: float) -> Measurements:
    """Place bets of the players at a fixed rate per second."""
    measured = Measurements()
    players = [Terminal(0, seat, {}, measured) for seat in range(1, SEATS + 1)]
    for player, token in zip(players, tokens, strict=True):
        await player.connect(port, token)
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        await players[number % SEATS].bet()
    measured.seconds = time.perf_counter() - began
    for player in players:
        await player.close()
    return measured


async def measure(
    port: int, tokens: list[str], options: argparse.Namespace
) -> tuple[Measurements, Measurements, list[Watcher]]:
    await bets(port, tokens, options.rate, WARM_UP_SECONDS)
    alone = await bets(port, tokens, options.rate, options.seconds)
    watchers = [Watcher() for _ in range(options.watchers)]
    tasks = [asyncio.create_task(watcher.watch(port)) for watcher in watchers]
    await asyncio.sleep(WARM_UP_SECONDS + options.watchers / 500)
    watched = await bets(port, tokens, options.rate, options.seconds)
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
    options = parser.parse_args()
    gc.disable()  # pauses for garbage collection in the terminals are not the server's
    limits = (
        [] if options.admitted is None else [json.dumps({"watchers_each": options.admitted, "watchers_most": 100_000})]
    )
    with tempfile.TemporaryDirectory() as folder, server("house", folder, "1", str(SEATS), "", *limits) as house:
        alone, watched, watchers = asyncio.run(measure(house["port"], house["tokens"], options))
    stayed = sum(watcher.code is None for watcher in watchers)
    p50 = [sorted(measured.acknowledged)[len(measured.acknowledged) // 2] for measured in (alone, watched)]
    for name, measured in (("nobody watches", alone), (f"{stayed} of {len(watchers)} watch", watched)):
        first, last = percentile(measured.acknowledged, 0.5), percentile(measured.acknowledged, 0.99)
        print(f"  {name:<24} {len(measured.acknowledged):6,} bets   acknowledged p50 {first} p99 {last} ms")
    frames = sum(watcher.frames for watcher in watchers)
    print(f"  a bet takes {p50[1] / p50[0]:.2f} times as long while {stayed} watch; they were sent {frames:,} frames")


if __name__ == "__main__":
    main()
