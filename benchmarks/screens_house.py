"""House for the measurements of screens, in a separate process, and the browser pages that open it.

python -m benchmarks.screens_house FOLDER
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.site import Person, open_site
from tests.browser.visits import NO_GUIDES, SIZES, sign_in

TABLE = "midi"
ROUND = "2KQ9"
"""Ranks of a round without third cards: Player 2, Banker 9, a natural."""
ROUNDS_A_SHOE = 20


def serve(folder: Path) -> None:
    """Serve a house in the child process until its standard input is closed."""
    with open_site(folder, {TABLE: {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600}}) as site:
        print(json.dumps({"url": site.url}), flush=True)
        sys.stdin.read()


class House:
    """Client of the house in the child process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.rounds = 0
        self.dealer, self.other = Person(self, "dealer"), Person(self, "player2")  # type: ignore[arg-type]
        self.other.command(TABLE, "sit-down", seat=4)

    def key(self) -> str:
        return f"bench-{time.monotonic_ns()}"

    def deal_round(self, pause: float = 0) -> None:
        """Play one round from the first wager to the result, with a new shoe every `ROUNDS_A_SHOE` rounds.

        `pause` is the time before each card in seconds.
        """
        if self.rounds % ROUNDS_A_SHOE == 0:
            self.dealer.command(TABLE, "load-shoe")
            self.dealer.command(TABLE, "read-card", card="As")
        suit = "shdc"[self.rounds % 4]
        self.rounds += 1
        self.dealer.command(TABLE, "open-bets")
        self.other.command(TABLE, "place-wagers", seat=4, wagers=[{"wager": "banker", "cents": 10_00}])
        self.dealer.command(TABLE, "close-bets")
        for rank in ROUND:
            time.sleep(pause)
            self.dealer.command(TABLE, "read-card", card=rank + suit)
        time.sleep(pause)
        self.dealer.command(TABLE, "call-result")


@contextmanager
def house() -> Iterator[House]:
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "benchmarks.screens_house", folder]
        child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        try:
            yield House(json.loads(child.stdout.readline())["url"])
        finally:
            child.communicate()


def opened(browser: Browser, url: str, person: str = "", path: str = "/") -> tuple[Page, CDPSession]:
    context = browser.new_context(**SIZES["terminal"])
    context.add_init_script(NO_GUIDES)
    page = context.new_page()
    page.goto(f"{url}/#/")
    if person:
        sign_in(page, person)
        page.evaluate("path => { location.hash = path; }", path)
        page.locator("[data-wager=banker]").wait_for()
    return page, page.context.new_cdp_session(page)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
