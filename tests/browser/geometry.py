"""Layout faults of a page found from its geometry: cut text, overlapping elements, controls out of view.

`faults(page)` walks over all visible elements and returns sentences; an empty list is a page that fits its window.
Drawings (cards, chips, roads) may overlap, as cards do; words and controls may not. An element that leaves out whole
items for which it has no room is marked with `data-drops`; one that covers others for a moment with `data-passes`; a
title that is whole elsewhere and may end in dots with `data-ends-in-dots`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from playwright.sync_api import Page

IN_SIGHT = ("[data-choice]", "[data-seconds]", "[data-balance]", "[data-asked-hand]", ".line .main")
"""Selectors of what a player must see to decide: the choices, the clock, the credit, the hand in question, the status
line."""
AT_A_TABLE = ("[data-wager]", "[role=radio]", *IN_SIGHT)
"""Selectors of what a player must see to bet, in addition to `IN_SIGHT`: spots and chips."""
AT_THE_CONSOLE = (".say h1", "[data-action]", "[data-rank]", "[data-suit]", "[data-choice]", "[data-do=wrong]")
"""Selectors of what a dealer must see: instruction, main button, ranks, suits, players' choices, and "That is wrong".
"""
WALK = Path(__file__).with_suffix(".js").read_text("utf-8")
LETTERS_LEAST = 10
"""Smallest font size in pixels: smaller text fits, but nobody can read it."""
PHONE_LETTERS_LEAST = 14
"""Smallest font size in pixels on an upright phone."""


class Window:
    """Browser window of a page, which a test can resize.

    The size is set through the DevTools protocol, because Playwright's own function waits for a screenshot at each
    size.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._engine = page.context.new_cdp_session(page)

    def resize(self, wide: int, high: int) -> None:
        shape = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": False}
        self._engine.send("Emulation.setDeviceMetricsOverride", shape)
        self.page.evaluate(ARRIVED, shape)

    def picture(self) -> bytes:
        """Return a PNG of the page.

        It is taken through the DevTools protocol, because Playwright does not know the size that `resize` set.
        """
        return base64.b64decode(self._engine.send("Page.captureScreenshot", {"format": "png"})["data"])


def settled(page: Page) -> None:
    """Wait until fonts, layout and animations are finished."""
    page.evaluate(SETTLED)


BROKEN_DIGEST = re.compile(r"“[0-9a-f]{64}[.:]” is broken in the middle")
"""Pattern of a fault that is accepted: a digest is longer than a line of a narrow window."""


def faults(page: Page, needed: Sequence[str] = (), least: int = LETTERS_LEAST) -> list[str]:
    """Return the layout faults of a page; elements that match `needed` must be visible without scrolling.

    `least` is the smallest font size that is allowed, in pixels.
    """
    settled(page)
    found = cast("list[str]", page.evaluate(WALK, {"needed": list(needed), "least": least}))
    return [fault for fault in found if BROKEN_DIGEST.search(fault) is None]


def emptiest(page: Page) -> float:
    """Return the height of the highest band of the window in which nothing is drawn, as a fraction of its height."""
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
"""Script that waits for a frame that the browser engine has laid out. Where the page's clock is stopped,
`requestAnimationFrame` fires on clock ticks, whether or not anything was drawn."""
ARRIVED = f"""async ({{ width, height }}) => {{
    {FRAME}
    for (let tries = 0; tries < 300 && (innerWidth !== width || innerHeight !== height); tries += 1) await frame();
}}"""
"""Script that waits until the page has the size that was set: a change from a large to a small window takes a while."""
SETTLED = f"""async () => {{
    {FRAME}
    await document.fonts.ready;
    for (let nth = 0; nth < 3; nth += 1) await frame();
    for (const one of document.getAnimations()) {{ try {{ one.finish(); }} catch {{ one.cancel(); }} }}
}}"""
"""Script that waits for fonts and layout, and finishes all animations."""
