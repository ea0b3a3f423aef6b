"""Screenshots for the documentation, and actions on the screens between them."""

from __future__ import annotations

import io
import re
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from scripts.evening import HAND_DEALT
from tests.browser.site import Site, until
from tests.browser.visits import SIZES, Visits, go, wait_until_idle

WIDEST = 1280
"""Largest width of a picture on its page, in pixels; wider ones, such as wall screens, are scaled down."""
COLOURS = 200
STILL_MS = 500
"""Time to wait until animations have ended, in milliseconds."""


class PictureWriter:
    """Writer that shrinks and saves pictures in a thread while the next one is taken."""

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
        """Wait until all pictures are on disk; raise the exception of any that failed."""
        for future in self._waiting:
            future.result()
        self._pool.shutdown()

    def _develop(self, name: str, taken: bytes) -> None:
        """Scale a picture down, reduce its colours and save it."""
        image = Image.open(io.BytesIO(taken)).convert("RGB")
        if image.width > WIDEST:
            image = image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.LANCZOS)
        small = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
        small.save(self.folder / f"{name}.png", optimize=True)


class Camera:
    """Browser that takes pictures of one house.

    Screens stay open until their story ends, and are used again within it.
    """

    def __init__(self, site: Site, browser: Browser, writer: PictureWriter) -> None:
        self.site, self.browser, self.writer = site, browser, writer
        self.visit = Visits(browser, site)
        self._screens: dict[tuple[str | None, bool], Page] = {}

    def at(self, person: str | None, path: str, size: str = "terminal") -> Page:
        """Return the screen of a person at a page, in this size; each person signs in once per story."""
        which = (person, size == "phone")
        if which not in self._screens:
            self._screens[which] = self.visit(person, path, size)
        page = self._screens[which]
        page.set_viewport_size(SIZES[size]["viewport"])
        go(page, path)
        return page

    def over(self) -> None:
        """Close all screens at the end of a story."""
        for context in list(self.browser.contexts):
            context.close()
        self._screens.clear()

    def keep(self, page: Page, name: str) -> None:
        """Save a picture of the screen."""
        if self.writer.wants(name):
            page.wait_for_timeout(STILL_MS)
            self.writer.keep(name, page.screenshot())

    def settled(self, page: Page) -> Page:
        """Wait until the page is loaded and return it."""
        expect(page.locator("main").first).to_be_visible()
        wait_until_idle(page)
        return page

    def say(self, person: str, do: str, table: str = HAND_DEALT, **what: Any) -> Any:
        """Send a command as a person who is not in the picture."""
        return self.site.as_(person).command(table, do, **what)

    def press(self, page: Page, *names: str) -> None:
        """Click buttons in turn, by the start of their names."""
        for name in names:
            page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()

    def put_away(self, page: Page) -> None:
        """Close the topmost sheet."""
        page.locator("dialog").last.get_by_role("button", name="Close").first.click()

    def enter(self, page: Page, *cards: str) -> None:
        """Type cards as a dealer does, with two keys each; wait until each card is recorded."""
        for card in cards:
            before = self.site.state(HAND_DEALT).round
            self.keys(page, card)
            until(lambda before=before: self.site.state(HAND_DEALT).round != before)

    def keys(self, page: Page, card: str) -> None:
        expect(page.locator("[data-pad] [data-rank]").last).to_be_enabled()
        for key in card:
            page.keyboard.press("0" if key == "T" else key)
            page.wait_for_timeout(100)

    def scan_ticket(self, page: Page, number: str) -> None:
        """Enter a ticket number as a scanner does."""
        page.get_by_label("Ticket number").fill(number)
        page.keyboard.press("Enter")
        self.settled(page)
