"""Contact sheets of every page and state at every size: a row is a page, a column is a size.

    python -m scripts.contact_sheet [--only WORD] [--into FOLDER] [--beside DESIGNS]

With `--beside`, the sheets are those of `side_by_side`: a picture of the folder beside the real page in the same round.
The houses, sizes and states are those of the tests that check the layout by geometry.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, expect

from scripts import side_by_side
from tests.browser import floor, pai_gow_night
from tests.browser.evening import an_evening
from tests.browser.geometry import Window, settled
from tests.browser.page_list import PAGES, Look
from tests.browser.site import Site, require_pages
from tests.browser.test_table_layout import SIZES
from tests.browser.visits import Visits, go, open_browser

FOLDER = Path(__file__).parents[1] / "build" / "contact-sheets"
HIGH, GAP, LABEL = 220, 6, 18
ROWS_MOST = 12


def looks() -> dict[str, dict[str, Look]]:
    """Return the pages to show, grouped by the house that shows them."""
    tables = {state: Look("player", f"/table/{state}", "[data-balance]") for state in floor.STATES}
    consoles = {f"console-{state}": Look("dealer", f"/dealer/{state}", ".say h1") for state in floor.STATES}
    arranged = {state: Look("player", f"/table/{state}", "[data-balance]") for state in pai_gow_night.STATES}
    return {"pages": dict(PAGES), "tables": tables, "consoles": consoles, "hands-laid": arranged}


def opened(house: str, folder: Path) -> AbstractContextManager[Site]:
    if house == "pages":
        return an_evening(folder)
    return pai_gow_night.a_pai_gow_night(folder) if house == "hands-laid" else floor.a_floor(folder)


def row(browser: Browser, site: Site, look: Look) -> Iterator[Image.Image]:
    """Yield pictures of one page, opened once and resized to each size."""
    visits = Visits(browser, site)
    page = visits(look.person, "/", SIZES[0], now=site.runtime.now(), reduced_motion="reduce")
    go(page, look.path)
    expect(page.locator(look.ready).first).to_be_visible()
    window = Window(page)
    for wide, high in SIZES:
        window.resize(wide, high)
        settled(page)
        shown = Image.open(io.BytesIO(window.picture())).convert("RGB")
        assert shown.size == (wide, high)
        yield shown.resize((max(1, round(wide * HIGH / high)), HIGH), Image.Resampling.LANCZOS)
    page.context.close()


def sheet(rows: dict[str, list[Image.Image]]) -> Image.Image:
    wide = max(sum(image.width + GAP for image in images) for images in rows.values()) + GAP
    image_sheet = Image.new("RGB", (wide, len(rows) * (HIGH + LABEL + GAP)), "#202020")
    pen = ImageDraw.Draw(image_sheet)
    for nth, (name, images) in enumerate(rows.items()):
        top, left = nth * (HIGH + LABEL + GAP), GAP
        pen.text((left, top + 2), name, fill="white")
        for image in images:
            image_sheet.paste(image, (left, top + LABEL))
            left += image.width + GAP
    return image_sheet


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--only", default="", help="pages with this in their name")
    reader.add_argument("--into", type=Path, default=FOLDER)
    reader.add_argument("--beside", type=Path, help="folder of design pictures to show beside the pages")
    wanted = reader.parse_args()
    require_pages()
    if wanted.beside is not None:
        side_by_side.take(side_by_side.ROWS, wanted.beside, wanted.into / "side-by-side", wanted.only)
        return
    wanted.into.mkdir(parents=True, exist_ok=True)
    for house, all_looks in looks().items():
        chosen = {name: look for name, look in all_looks.items() if wanted.only in name}
        if not chosen:
            continue
        with tempfile.TemporaryDirectory() as folder, opened(house, Path(folder)) as site, open_browser() as browser:
            names = list(chosen)
            for nth in range(0, len(names), ROWS_MOST):
                rows = {name: list(row(browser, site, chosen[name])) for name in names[nth : nth + ROWS_MOST]}
                path = wanted.into / f"{house}-{nth // ROWS_MOST + 1}.png"
                sheet(rows).save(path)
                print(path.name, flush=True)


if __name__ == "__main__":
    main()
