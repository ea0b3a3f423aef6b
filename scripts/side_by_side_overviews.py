"""Pictures of the pages that show a whole floor, each beside its mock-up.

    python -m scripts.side_by_side_overviews [MOCK-UPS] [--only WORD] [--house FOLDER] [--into FOLDER]

Each row is taken of the real page, in a house of 46 tables at the end of a day that was really played. With a folder of
mock-ups, the sheet of a row has the mock-up of the same name on the left and the page on the right.
"""

from __future__ import annotations

import argparse
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect

from scripts.floor_evening import CORRECTED, JACKPOT, FloorEvening, open_evening
from tests.browser.visits import Visits, go, open_browser

BUILD = Path(__file__).parents[1] / "build"
GAP, LABEL = 12, 26
STILL_MS = 1_200
"""Time to wait until a page stands still."""
IDLE_MS = 125_000
BLACKJACK = "ca-blackjack-x"
FAVOURITES = ("ilani-midi-baccarat", "ca-big-bonus-baccarat")
SEARCHES = ("holdem", "squeeze", "$1")
SEVERAL = ("ca-big-bonus-baccarat", BLACKJACK, "ca-ultimate-war")
ASKED_WITHIN_S = 600
"""Seconds of the house's clock in which the blackjack table asks the player."""


class Row(NamedTuple):
    """One picture: the name of its mock-up, the size of the window, and the function that brings the page there."""

    name: str
    size: tuple[int, int]
    take: Callable[[Floor, tuple[int, int]], Page]


class Floor:
    """Browser in front of the house."""

    def __init__(self, browser: Browser, evening: FloorEvening) -> None:
        self.evening, self.site = evening, evening.site
        self.visit = Visits(browser, evening.site)

    def at(self, person: str | None, path: str, size: tuple[int, int]) -> Page:
        """Open a page at the time of the house."""
        return self.visit(person, path, size, now=self.site.runtime.now(), reduced_motion="reduce")


def wall(floor: Floor, size: tuple[int, int]) -> Page:
    page = floor.at(None, "/board", size)
    expect(page.locator("[data-tile]")).to_have_count(8)
    return page


def pit(floor: Floor, size: tuple[int, int]) -> Page:
    page = floor.at("supervisor", f"/pit/{JACKPOT}", size)
    expect(page.locator("[data-alarm]").first).to_be_visible()
    return page


def surveillance(floor: Floor, size: tuple[int, int]) -> Page:
    page = floor.at("surveillance", "/surveillance", size)
    number = floor.site.runtime.table_labels[CORRECTED]["number"]
    page.get_by_role("button", name=re.compile(rf"\b{number}\b")).first.click()
    expect(page.locator(f"[data-watched={CORRECTED}]")).to_be_visible()
    expect(page.locator("[data-wagers]")).to_be_visible(timeout=60_000)
    expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=60_000)
    return page


def office(floor: Floor, size: tuple[int, int]) -> Page:
    page = floor.at("auditor", "/office", size)
    expect(page.locator("[data-day]")).to_be_visible()
    return page


def lobby(floor: Floor, size: tuple[int, int]) -> Page:
    """Open the lobby of a player with two favourites, a table played last and some searches."""
    page = floor.at("player", "/", size)
    saved = {"favourites": FAVOURITES, "recents": FAVOURITES[:1], "searches": SEARCHES}
    key = f"croupier-lobby-{floor.site.as_('player').user_id}"
    page.evaluate("([key, saved]) => localStorage.setItem(key, JSON.stringify(saved))", [key, saved])
    page.reload()
    expect(page.locator(".games [aria-pressed=true]")).to_have_text(re.compile("Baccarat"))
    return page


def lobby_search(floor: Floor, size: tuple[int, int]) -> Page:
    page = lobby(floor, size)
    page.get_by_role("searchbox").fill("21")
    return page


def attract(floor: Floor, size: tuple[int, int]) -> Page:
    """Wait at a cabinet until it shows the last round of its table."""
    page = floor.visit(None, "/", size, reduced_motion="reduce")
    page.clock.install(time=floor.site.runtime.now() / 1000)
    go(page, f"/table/{FAVOURITES[0]}")
    expect(page.locator("input[autocomplete=username]")).to_be_visible()
    page.clock.run_for(IDLE_MS)
    expect(page.locator("[data-attract]")).to_have_attribute("data-phase", "result")
    return page


def several(floor: Floor, size: tuple[int, int]) -> Page:
    """Sit down at three tables, and let time pass until blackjack asks the player and the others take bets."""
    floor.evening.join("player", SEVERAL)
    for _ in range(ASKED_WITHIN_S):
        floor.evening.pass_time(1_000)
        if floor.evening.asks("player", BLACKJACK) and all(
            floor.evening.takes_bets("player", name) for name in SEVERAL if name != BLACKJACK
        ):
            break
    page = floor.at("player", f"/table/{'/'.join(SEVERAL)}", size)
    expect(page.locator("[data-several]")).to_have_count(len(SEVERAL))
    return page


ROWS = (
    Row("wall-floor", (1920, 1080), wall),
    Row("pit-floor", (1440, 900), pit),
    Row("surveillance-desk", (1440, 900), surveillance),
    Row("office-day", (1440, 900), office),
    Row("lobby-terminal", (1280, 800), lobby),
    Row("lobby-phone", (390, 844), lobby),
    Row("lobby-phone-search", (390, 844), lobby_search),
    Row("attract", (1920, 1080), attract),
    Row("several-tables", (1280, 800), several),
)


def sheet(name: str, parts: dict[str, Image.Image]) -> Image.Image:
    """Return the pictures of a row beside each other, with their labels."""
    wide = sum(image.width + GAP for image in parts.values()) + GAP
    high = max(image.height for image in parts.values()) + LABEL + GAP
    image_sheet = Image.new("RGB", (wide, high), "#303030")
    pen, left = ImageDraw.Draw(image_sheet), GAP
    for label, image in parts.items():
        pen.text((left, 7), f"{name}: {label}", fill="white")
        image_sheet.paste(image, (left, LABEL))
        left += image.width + GAP
    return image_sheet


def main() -> None:
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("mock_ups", type=Path, nargs="?", help="folder with a picture NAME.png for each row")
    reader.add_argument("--only", default="", help="rows with one of these words in their name, commas between")
    reader.add_argument("--house", type=Path, default=BUILD / "floor-evening", help="folder that keeps the played day")
    reader.add_argument("--into", type=Path, default=BUILD / "side-by-side")
    wanted = reader.parse_args()
    wanted.into.mkdir(parents=True, exist_ok=True)
    with open_evening(wanted.house) as evening, open_browser() as browser:
        for row in ROWS:
            if not any(word in row.name for word in wanted.only.split(",")):
                continue
            floor = Floor(browser, evening)
            page = row.take(floor, row.size)
            page.wait_for_timeout(STILL_MS)
            parts = {"page": Image.open(io.BytesIO(page.screenshot())).convert("RGB")}
            mock_up = wanted.mock_ups and wanted.mock_ups / f"{row.name}.png"
            if mock_up and mock_up.exists():
                parts = {"mock-up": Image.open(mock_up).convert("RGB")} | parts
            sheet(row.name, parts).save(wanted.into / f"{row.name}.png")
            parts["page"].save(wanted.into / f"{row.name}-page.png")
            print(f"{row.name}.png", flush=True)
            floor.visit.close()


if __name__ == "__main__":
    main()
