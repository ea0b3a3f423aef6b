"""Speed of the screens in a browser, each figure compared with its limit and with a bare page.

Measured are: the first load; frames while cards are dealt, from the browser's trace; memory over a thousand rounds; the
time from a tap to the acknowledged bet on the screen, with fifty terminals connected. The house runs in a separate
process.

    python -m benchmarks.screens [--rounds 1000] [--bets 200] [--only load,frames,memory,bets]
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import tempfile
import threading
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.load import Measurements, Terminal, percentile, server
from benchmarks.screens_frames import frames
from benchmarks.screens_house import TABLE, House, house, opened
from tests.browser.site import until
from tests.browser.visits import SIZES, open_browser

TERMINALS = 50
TABLES = 8
BETS_A_SECOND = 25
"""Bets per second from all other terminals together, while one terminal is measured."""


# First load

FIRST_TABLE = """
addEventListener("DOMContentLoaded", () => new MutationObserver((_, watch) => {
  if (document.querySelector('a[href^="#/table/"]') === null) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.ready = performance.now(); }));
}).observe(document, { childList: true, subtree: true }));
"""


def load(browser: Browser, home: House) -> None:
    """Measure the first load of the lobby in a browser with an empty cache."""
    times, bare, bodies, wire = [], [], [b""], 0
    for _ in range(5):
        page = browser.new_context(**SIZES["terminal"]).new_page()
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        sizes: list[float] = []
        network.on("Network.loadingFinished", lambda event, sizes=sizes: sizes.append(event["encodedDataLength"]))
        files: list[Any] = []
        page.on("response", lambda response, files=files: files.append(response))
        page.add_init_script(FIRST_TABLE)
        page.goto(home.url)
        until(lambda page=page: page.evaluate("window.ready"))
        times.append(page.evaluate("window.ready") / 1000)
        bodies, wire = [response.body() for response in files if response.ok], int(sum(sizes))
        page.goto(f"{home.url}/health")
        bare.append(page.evaluate("performance.getEntriesByType('navigation')[0].domComplete") / 1000)
        page.context.close()
    packed = sum(len(gzip.compress(body)) for body in bodies)
    print("First load of the lobby")
    print(f"  over the wire       {wire / 1000:7.0f} KB    compressed {packed / 1000:.0f} KB, limit 250")
    ready, empty_page = percentile(times, 0.5), percentile(bare, 0.5)
    print(f"  a table to choose   {ready} ms   limit 1000; a page with nothing on it {empty_page} ms")


# Memory


def memory(browser: Browser, home: House, rounds: int) -> None:
    """Print the heap and the DOM size of a terminal after each tenth of the rounds, after garbage collection."""
    page, session = opened(browser, home.url, "player", f"/table/{TABLE}")
    print(f"Memory of a terminal over {rounds:,} rounds")
    held = []
    for tenth in range(11):
        for _ in range(rounds // 10 if tenth else 1):
            home.deal_round()
        page.wait_for_timeout(500)
        session.send("HeapProfiler.collectGarbage")
        heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        dom = session.send("Memory.getDOMCounters")
        held.append(heap)
        counts = f"{dom['nodes']:>6} nodes  {dom['jsEventListeners']:>5} listeners"
        print(f"  {tenth * rounds // 10:>6,} rounds  {heap:6.2f} MB  {counts}", flush=True)
    rise = (held[-1] - held[1]) / max(1, rounds * 9 // 10) * 1e6
    print(f"  from the first tenth to the last: {held[-1] - held[1]:+.2f} MB, {rise:+.0f} bytes a round")
    page.context.close()


# Bets

TAPPED = """() => { window.taken = []; addEventListener("pointerdown", (event) => {
  const before = document.querySelector("[data-staked]").dataset.staked;
  (function look(at) {
    const now = document.querySelector("[data-staked]").dataset.staked;
    if (now === before) requestAnimationFrame(look); else window.taken.push(performance.now() - event.timeStamp);
  })(); }, true); }"""
PINGED = """(times) => new Promise((resolve) => { const told = [];
  const socket = new WebSocket(`ws://${location.host}/api/tables/t7/live`);
  const ping = () => { window.sent = performance.now(); socket.send('{"type":"ping"}'); };
  socket.onopen = ping;
  socket.onmessage = (frame) => { if (!String(frame.data).includes("pong")) return;
    requestAnimationFrame(() => { told.push(performance.now() - window.sent);
      if (told.length < times) setTimeout(ping, 50); else { socket.close(); resolve(told); } }); }; })"""


def bets(browser: Browser, most: int) -> None:
    """Measure one real screen beside 49 terminals that bet at a steady rate."""
    with tempfile.TemporaryDirectory() as folder, server("house", folder, str(TABLES), str(TERMINALS)) as running:
        page, _ = _guest(browser, running["port"])
        stop = threading.Event()
        crowd = threading.Thread(target=lambda: asyncio.run(_crowd(running["port"], running["tokens"], stop)))
        crowd.start()
        page.evaluate(TAPPED)
        for nth in range(most):
            if nth % 15 == 14:
                page.get_by_role("button", name="Clear").click()
            else:
                page.locator("[data-wager=banker]").click()
            until(lambda nth=nth: page.evaluate("window.taken.length") > nth)
        taken = [ms / 1000 for ms in page.evaluate("window.taken")]
        floor = [ms / 1000 for ms in page.evaluate(PINGED, most // 2)]
        stop.set()
        crowd.join()
        page.context.close()
    print(
        f"From a tap to the acknowledged bet on the screen, {TERMINALS} terminals, {BETS_A_SECOND} other bets a second"
    )
    for name, times in (("bet, on disk", taken), ("bare ping", floor)):
        p50, p95, p99 = (percentile(times, share) for share in (0.5, 0.95, 0.99))
        print(f"  {name:<14} p50 {p50}  p95 {p95}  p99 {p99} ms" + ("   limit at p95: 100" if times is taken else ""))


def _guest(browser: Browser, port: int) -> tuple[Page, CDPSession]:
    page, session = opened(browser, f"http://127.0.0.1:{port}")
    page.locator("input[autocomplete=username]").fill("guest-000-of-many")
    page.locator("input[type=password]").fill("a long enough word")
    page.keyboard.press("Enter")
    page.locator("form:has(input[type=password])").wait_for(state="detached")
    page.evaluate("location.hash = '/table/t0'")
    page.get_by_role("radio", name="$25 chip").click()
    return page, session


async def _crowd(port: int, tokens: list[str], stop: threading.Event) -> None:
    measured, times = Measurements(), {}  # type: ignore[var-annotated]
    others = [Terminal(number // 7, number % 7 + 1, times, measured) for number in range(1, TERMINALS)]
    for number, terminal in enumerate(others, 1):
        await terminal.connect(port, tokens[number])
    for nth in range(10**6):
        if stop.is_set():
            break
        await asyncio.gather(others[nth % len(others)].bet(), asyncio.sleep(1 / BETS_A_SECOND))
    for terminal in others:
        await terminal.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1000, help="of the memory's figure; a hundredth for the frames'")
    parser.add_argument("--bets", type=int, default=200)
    parser.add_argument("--only", default="load,frames,memory,bets")
    options = parser.parse_args()
    wanted = options.only.split(",")
    with open_browser() as browser:
        with house() as home:
            if "load" in wanted:
                load(browser, home)
            if "frames" in wanted:
                frames(browser, home, max(2, options.rounds // 100))
            if "memory" in wanted:
                memory(browser, home, options.rounds)
        if "bets" in wanted:
            bets(browser, options.bets)


if __name__ == "__main__":
    main()
