"""Stored screenshots of pages, and the comparison with new ones.

Fonts look slightly different on every machine. Screenshots are therefore stored small and compared in squares of eight
pixels, each averaged to one colour. A square counts as changed when its colour differs by more than fonts cause; a few
changed squares are allowed. An element that moved, vanished or has another colour changes many squares.
"""

from __future__ import annotations

import io

from PIL import Image, ImageChops
from playwright.sync_api import Page

KEPT_AT = {"phone": 2, "laptop": 4, "terminal": 4, "tall": 4, "wall": 8}
"""Factor by which a screenshot is reduced before it is stored, for each window size."""
SQUARE = 8
CHANGE = 28
"""Smallest difference that counts as a change, out of 255, in one of the three colours."""
CHANGES_MOST = 6


def taken(page: Page) -> Image.Image:
    """Take a screenshot of the page without a text cursor."""
    shot = page.screenshot(animations="disabled", caret="hide")
    return Image.open(io.BytesIO(shot)).convert("RGB")


def kept(picture: Image.Image, size: str) -> Image.Image:
    """Return the screenshot reduced to the size in which it is stored; the factor is `KEPT_AT` of the window size."""
    times = KEPT_AT[size]
    return picture.reduce(times)


def changes(first: Image.Image, second: Image.Image, size: str) -> int:
    """Return the number of squares of eight by eight pixels that differ between two screenshots.

    Both screenshots are reduced to the size in which they are stored; `size` is the name of the window size.
    """
    if first.size != second.size:
        return first.width * first.height
    squares = max(1, SQUARE // KEPT_AT[size])
    apart = ImageChops.difference(first.reduce(squares), second.reduce(squares))
    loudest = ImageChops.lighter(ImageChops.lighter(*apart.split()[:2]), apart.split()[2])
    return sum(loudest.histogram()[CHANGE + 1 :])


def is_same(first: Image.Image, second: Image.Image, size: str) -> bool:
    return changes(first, second, size) <= CHANGES_MOST
