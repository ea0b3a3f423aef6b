"""Pictures of pages, kept small, and what counts as a change of one.

Letters are drawn a little differently by every machine. So pictures are compared as one would from across the room: in
squares of eight pixels, each one colour. A square that changed by more than letters do is a change; a few such squares
are let pass. Something that moved, went, or has another colour changes many.
"""

from __future__ import annotations

import io

from PIL import Image, ImageChops
from playwright.sync_api import Page

KEPT_AT = {"phone": 2, "laptop": 4, "terminal": 4, "tall": 4, "wall": 8}
"""How many times smaller than the screen a picture is kept."""
SQUARE = 8
CHANGE = 28
"""Out of 255, in one of the three colours."""
CHANGES_MOST = 6


def taken(page: Page) -> Image.Image:
    """The page as it is now, without a caret that blinks."""
    shot = page.screenshot(animations="disabled", caret="hide")
    return Image.open(io.BytesIO(shot)).convert("RGB")


def kept(picture: Image.Image, size: str) -> Image.Image:
    """As small as it is kept."""
    times = KEPT_AT[size]
    return picture.reduce(times)


def changes(one: Image.Image, other: Image.Image, size: str) -> int:
    """How many squares differ between two pictures that are as small as they are kept."""
    if one.size != other.size:
        return one.width * one.height
    squares = max(1, SQUARE // KEPT_AT[size])
    apart = ImageChops.difference(one.reduce(squares), other.reduce(squares))
    loudest = ImageChops.lighter(ImageChops.lighter(*apart.split()[:2]), apart.split()[2])
    return sum(loudest.histogram()[CHANGE + 1 :])


def is_same(one: Image.Image, other: Image.Image, size: str) -> bool:
    return changes(one, other, size) <= CHANGES_MOST
