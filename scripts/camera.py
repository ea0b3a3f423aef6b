"""Takes pictures of screens for a page of documentation, and works the screens between them."""

from __future__ import annotations

import contextlib
import io
import re
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as NotIdle

from scripts.evening import HAND_DEALT
from tests.browser.site import Site, until
from tests.browser.visits import SIZES, Visits, go

WIDEST = 1280
"""A picture is no wider than this on its page; those of a wall are made smaller."""
COLOURS = 200
STILL_MS = 500
"""Until what moved has come to rest."""
IDLE_MS = 3_000
"""How long a page is waited for that goes on asking: some never stop."""


class Darkroom:
    """Where pictures are made small and kept, while the next one is taken."""

    def __init__(self, folder: Path, only: str) -> None:
        self.folder, self.only = folder, only
        self.kept: list[str] = []
        self._pool = ThreadPoolExecutor(1)
        self._waiting: list[Future[None]] = []
        self._began = time.monotonic()

    def wants(self, name: str) -> bool:
        return self.only in name

    def keep(self, name: str, taken: bytes) -> None:
        self.kept.append(name)
        self._waiting.append(self._pool.submit(self._develop, name, taken))
        print(f"{time.monotonic() - self._began:6.1f} s  {len(self.kept):3}  {name}.png", flush=True)

    def close(self) -> None:
        """All are on disk; one that failed fails here."""
        for one in self._waiting:
            one.result()
        self._pool.shutdown()

    def _develop(self, name: str, taken: bytes) -> None:
        """Small enough for a page of documentation."""
        image = Image.open(io.BytesIO(taken)).convert("RGB")
        if image.width > WIDEST:
            image = image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.LANCZOS)
        small = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
        small.save(self.folder / f"{name}.png", optimize=True)


class Camera:
    """A browser that looks at one house. Screens stay open until their story is over, and are used again in it."""

    def __init__(self, site: Site, browser: Browser, room: Darkroom) -> None:
        self.site, self.browser, self.room = site, browser, room
        self.visit = Visits(browser, site)
        self._screens: dict[tuple[str | None, bool], Page] = {}

    def at(self, person: str | None, path: str, size: str = "terminal") -> Page:
        """Somebody's screen of about this size, at another page: nobody signs in twice in a story."""
        which = (person, size == "phone")
        if which not in self._screens:
            self._screens[which] = self.visit(person, path, size)
        page = self._screens[which]
        page.set_viewport_size(SIZES[size]["viewport"])
        go(page, path)
        return page

    def over(self) -> None:
        """A story is told: its screens are closed."""
        for context in list(self.browser.contexts):
            context.close()
        self._screens.clear()

    def keep(self, page: Page, name: str) -> None:
        """The screen as it is."""
        if self.room.wants(name):
            page.wait_for_timeout(STILL_MS)
            self.room.keep(name, page.screenshot())

    def settled(self, page: Page) -> Page:
        """All of a page is there."""
        expect(page.locator("main").first).to_be_visible()
        with contextlib.suppress(NotIdle):
            page.wait_for_load_state("networkidle", timeout=IDLE_MS)
        return page

    def say(self, person: str, do: str, table: str = HAND_DEALT, **what: Any) -> Any:
        """Somebody off the picture gives a command."""
        return self.site.as_(person).command(table, do, **what)

    def press(self, page: Page, *names: str) -> None:
        """Buttons by their names, one after the other."""
        for name in names:
            page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()

    def put_away(self, page: Page) -> None:
        """Close the sheet that lies on top."""
        page.locator("dialog").last.get_by_role("button", name="Close").first.click()

    def enter(self, page: Page, *cards: str) -> None:
        """Cards by two keys each, as a dealer types them; each is taken before the next."""
        for card in cards:
            before = self.site.state(HAND_DEALT).round
            self.keys(page, card)
            until(lambda before=before: self.site.state(HAND_DEALT).round != before)

    def keys(self, page: Page, card: str) -> None:
        expect(page.locator("[data-pad] [data-rank]").last).to_be_enabled()
        for key in card:
            page.keyboard.press("0" if key == "T" else key)
            page.wait_for_timeout(100)

    def look_at(self, page: Page, number: str) -> None:
        """A ticket is held under the scanner."""
        page.get_by_label("Ticket number").fill(number)
        page.keyboard.press("Enter")
        self.settled(page)
