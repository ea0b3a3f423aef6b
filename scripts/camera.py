"""Takes pictures of screens for a page of documentation, and works the screens between them."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect

from scripts.evening import HAND_DEALT
from tests.browser.site import Site, until
from tests.browser.visits import Visits

WIDEST = 1280
"""A picture is no wider than this on its page; those of a wall are made smaller."""
COLOURS = 200
STILL_MS = 700
"""Until what moved has come to rest."""


class Camera:
    """A browser that looks at one house, and where its pictures are kept."""

    def __init__(self, site: Site, visit: Visits, folder: Path, only: str) -> None:
        self.site, self.visit, self.folder, self.only = site, visit, folder, only

    def keep(self, page: Page, name: str) -> None:
        """The screen as it is, small enough for a page of documentation."""
        if self.only not in name:
            return
        page.wait_for_timeout(STILL_MS)
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        if image.width > WIDEST:
            image = image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.LANCZOS)
        small = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
        small.save(self.folder / f"{name}.png", optimize=True)
        print(f"{name}.png", flush=True)

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
        page.wait_for_load_state("networkidle")
