"""First load of the lobby and of a player's terminal on a slow phone: requests, bytes, first paint, time to usable.

The browser has an empty cache, and Chrome's DevTools slow it down: 1.6 Mbit/s, 150 ms latency, a quarter of the
processor. Each page is loaded several times, and the median counts. With `--before`, the pages of another checkout are
measured in the same run, alternately; the pages of both must be built (`npm run build` in `web`).

    python -m benchmarks.first_load [--before CHECKOUT] [--times 5] [--unthrottled]
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser

from croupier.server.demonstration import PASSWORD
from tests.browser.site import until
from tests.browser.visits import NO_GUIDES, SIZES, open_browser

ROOT = Path(__file__).resolve().parents[1]
LATENCY_MS = 150
BYTES_A_SECOND = 1_600_000 // 8
SLOWER_PROCESSOR = 4
START_SECONDS_MOST = 120
RULEBOOK = "ilani-midi-baccarat"
"""Rulebook of the table whose terminal is measured."""
USABLE = {"lobby": 'a[href^="#/table/"]', "terminal": "[data-wager=banker]"}
"""Selector of what a player touches first: the link to a table, or a betting spot."""
REQUESTS_MOST = {"lobby": 20}
SECONDS_MOST = {"terminal": 2.5}
PAINTED_SECONDS_MOST = 1.0
RECORD_USABLE = """(selector) => addEventListener("DOMContentLoaded", () => {
  const look = () => {
    if (document.querySelector(selector) === null) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { childList: true, subtree: true });
  look();
})"""


@dataclass(frozen=True)
class Load:
    """One load of a page, until the player can use it."""

    requests: int
    bytes: int
    painted_seconds: float
    usable_seconds: float


@contextmanager
def demonstration(tree: Path) -> Iterator[str]:
    """Serve the demonstration house of a checkout in a child process; return its address."""
    if not (tree / "src/croupier/server/web/index.html").exists():
        raise SystemExit(f"{tree} has no built pages; run npm run build in its folder web.")
    with socket.socket() as free, tempfile.TemporaryDirectory() as data:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        command = [sys.executable, "-m", "croupier", "serve", "--data", data, "--port", str(port)]
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
        with subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.DEVNULL) as child:
            try:
                yield _started(f"http://127.0.0.1:{port}")
            finally:
                child.terminate()


def _started(url: str) -> str:
    deadline = time.monotonic() + START_SECONDS_MOST
    while time.monotonic() < deadline:
        try:
            with urlopen(f"{url}/api/house") as answer:
                answer.read()
                return url
        except URLError:
            time.sleep(0.2)
    raise SystemExit(f"{url} did not answer within {START_SECONDS_MOST} seconds.")


def table_of(url: str) -> str:
    with urlopen(f"{url}/api/lobby") as answer:
        tiles = json.load(answer)
    return str(next(tile["table"] for tile in tiles if tile["rulebook"] == RULEBOOK and tile["mode"] == "automated"))


def load(browser: Browser, url: str, screen: str, *, is_throttled: bool) -> Load:
    """Load a page as a signed-in player with an empty cache."""
    context = browser.new_context(**SIZES["phone"])
    context.add_init_script(NO_GUIDES)
    context.add_init_script(f"({RECORD_USABLE})({json.dumps(USABLE[screen])})")
    answer = context.request.post(f"{url}/api/login", data={"name": "player", "password": PASSWORD})
    assert answer.ok, answer.text()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": False})
    if is_throttled:
        speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND, "latency": LATENCY_MS}
        devtools.send("Network.emulateNetworkConditions", {"offline": False, **speed})
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_PROCESSOR})
    sizes: dict[str, float] = {}
    devtools.on("Network.requestWillBeSent", lambda event: sizes.setdefault(event["requestId"], 0))
    devtools.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    path = "/" if screen == "lobby" else f"/table/{table_of(url)}"
    page.goto(f"{url}/#{path}")
    until(lambda: page.evaluate("window.usable"))
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? window.usable")
    result = Load(len(sizes), int(sum(sizes.values())), painted / 1000, page.evaluate("window.usable") / 1000)
    context.close()
    return result


def report(screen: str, loads: dict[str, list[Load]]) -> None:
    """Print the medians of the loads, each checkout in a column, and the limit beside them."""
    limits = {
        "requests": REQUESTS_MOST.get(screen),
        "painted_seconds": PAINTED_SECONDS_MOST,
        "usable_seconds": SECONDS_MOST.get(screen),
    }
    print(f"{screen:<18}" + "".join(f"{name:>12}" for name in loads) + "       limit")
    for field in ("requests", "bytes", "painted_seconds", "usable_seconds"):
        values = [median(getattr(each, field) for each in group) for group in loads.values()]
        shown = "".join(f"{value:>12,.2f}" if isinstance(value, float) else f"{value:>12,}" for value in values)
        print(f"  {field.replace('_', ' '):<16}{shown}{limits.get(field) or '–':>12}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="First load of the lobby and of a terminal on a slow phone.")
    parser.add_argument("--before", type=Path, help="checkout of another commit, with its pages built")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--unthrottled", action="store_true")
    options = parser.parse_args()
    trees = ({"before": options.before} if options.before else {}) | {"here": ROOT}
    with ExitStack() as stack:
        urls = {name: stack.enter_context(demonstration(tree)) for name, tree in trees.items()}
        browser = stack.enter_context(open_browser())
        for screen in USABLE:
            loads: dict[str, list[Load]] = {name: [] for name in urls}
            for _ in range(options.times):
                for name, url in urls.items():
                    loads[name].append(load(browser, url, screen, is_throttled=not options.unthrottled))
            report(screen, loads)


if __name__ == "__main__":
    main()
