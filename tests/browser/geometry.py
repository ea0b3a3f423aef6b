"""What is wrong with a page by its geometry alone: text that is cut, things on each other, what is out of reach.

`faults(page)` walks all that can be seen and answers in sentences; an empty list is a page that fits its window.
Drawings (cards, chips, roads) may overlap as cards do; words and controls may not. A part that leaves out what there is
no room for, whole item by whole item, says so with `data-drops`; one that lies over others for a moment says it with
`data-passes`.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from playwright.sync_api import Page

IN_SIGHT = ("[data-choice]", "[data-seconds]", "[data-balance]", "[data-asked-hand]", ".line .main")
"""What a decision needs: choices, the clock, the credit, the hand that is asked, what happens now."""
AT_A_TABLE = ("[data-wager]", "[role=radio]", *IN_SIGHT)
"""What a bet needs besides: spots and chips."""
AT_THE_CONSOLE = (".say h1", "[data-action]", "[data-rank]", "[data-suit]", "[data-choice]", "[data-do=wrong]")
"""What a dealer needs: the sentence, the one button, ranks and suits, what a player may say, "that is wrong"."""
WALK = Path(__file__).with_suffix(".js").read_text("utf-8")
LETTERS_LEAST = 10
"""In pixels: smaller letters only seem to fit."""


class Window:
    """The window of a page. Told to the engine itself: the browser's own way waits for a picture of each size."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._engine = page.context.new_cdp_session(page)

    def resize(self, wide: int, high: int) -> None:
        shape = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": False}
        self._engine.send("Emulation.setDeviceMetricsOverride", shape)
        self.page.evaluate(ARRIVED, shape)

    def picture(self) -> bytes:
        """What it shows now, as PNG. Of the engine too: the browser's own way takes it at the size that it knows of."""
        return base64.b64decode(self._engine.send("Page.captureScreenshot", {"format": "png"})["data"])


def settled(page: Page) -> None:
    """All has its place."""
    page.evaluate(SETTLED)


def faults(page: Page, needed: Sequence[str] = ()) -> list[str]:
    """What does not fit. All that is `needed` must be in the window without scrolling."""
    settled(page)
    told = page.evaluate(WALK, {"needed": list(needed), "least": LETTERS_LEAST})
    return cast("list[str]", told)


def emptiest(page: Page) -> float:
    """The highest band of the window with nothing in it, as a part of the whole."""
    settled(page)
    return float(page.evaluate(BANDS))


BANDS = """() => {
    const high = innerHeight;
    const told = [...document.querySelectorAll("button, svg, p, h1, h2, dd, dt, b, span, [data-road]")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.width > 0 && box.height > 0 && box.height < high / 2 && box.bottom > 0 && box.top < high)
        .sort((one, other) => one.top - other.top);
    let [down, widest] = [0, 0];
    for (const box of [...told, { top: high, bottom: high }]) {
        widest = Math.max(widest, box.top - down);
        down = Math.max(down, box.bottom);
    }
    return widest / high;
}"""
FRAME = """const frame = () => new Promise((done) => {
        const seen = new IntersectionObserver(() => { seen.disconnect(); done(); });
        seen.observe(document.documentElement);
    });"""
"""One that the engine has laid out: where a page's clock stands still, its own frames are a clock's ticks, and come
whether or not anything was drawn."""
ARRIVED = f"""async ({{ width, height }}) => {{
    {FRAME}
    for (let tries = 0; tries < 300 && (innerWidth !== width || innerHeight !== height); tries += 1) await frame();
}}"""
"""The page has the size that the engine was told of: where a wall becomes a phone it takes a while to hear of it."""
SETTLED = f"""async () => {{
    {FRAME}
    await document.fonts.ready;
    for (let nth = 0; nth < 3; nth += 1) await frame();
    for (const one of document.getAnimations()) {{ try {{ one.finish(); }} catch {{ one.cancel(); }} }}
}}"""
"""Fonts are there, sizes have been taken, and whatever moved has arrived."""
