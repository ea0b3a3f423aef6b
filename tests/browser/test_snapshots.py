"""Screenshots of each page at three sizes or more, compared with the accepted ones.

    CROUPIER_SNAPSHOTS=write python -m pytest tests/browser/test_snapshots.py

writes new screenshots: look at them before you commit them. If a page has changed, the test stores the new screenshot
in its temporary folder, and the failure gives its path.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.page_list import PAGES, POKER, Look, rest
from tests.browser.poker_night import a_poker_night
from tests.browser.screenshots import CHANGES_MOST, changes, kept, taken
from tests.browser.site import Site
from tests.browser.visits import SIZES, Visits, launched, wait_until_idle
from tests.soak import in_soak, or_soak

FOLDER = Path(__file__).with_name("snapshots")
IS_WRITING = os.environ.get("CROUPIER_SNAPSHOTS") == "write"
BYTES_MOST = 90_000


@pytest.fixture(scope="module")
def poker_night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_poker_night(tmp_path_factory.mktemp("poker")) as opened_for_it:
        yield opened_for_it


def opened(look: Look, visits: Visits, site: Site) -> Page:
    page = look.open(visits, site, look.shows[0])
    wait_until_idle(page)
    return page


def picture(page: Page, size: str) -> Image.Image:
    page.set_viewport_size(SIZES[size]["viewport"])
    rest(page)
    return kept(taken(page), size)


@pytest.mark.parametrize("name", or_soak(tuple(PAGES), 4))
def test_a_page_matches_its_accepted_screenshots(name: str, visiting: Visits, evening: Site, tmp_path: Path) -> None:
    changed = changed_since(name, PAGES[name], opened(PAGES[name], visiting, evening), tmp_path)
    assert not changed, "\n".join(changed)


@pytest.mark.parametrize("name", or_soak(tuple(POKER), 1))
def test_a_poker_table_matches_its_accepted_screenshots(
    name: str, browser: Browser, poker_night: Site, tmp_path: Path
) -> None:
    visits = Visits(browser, poker_night)
    changed = changed_since(name, POKER[name], opened(POKER[name], visits, poker_night), tmp_path)
    visits.close()
    assert not changed, "\n".join(changed)


def changed_since(name: str, look: Look, page: Page, tmp_path: Path) -> list[str]:
    """Return the changes since the screenshots were accepted, size by size; or write new screenshots."""
    differences = []
    for size in look.shows:
        now, file = picture(page, size), FOLDER / f"{name}-{size}.png"
        if IS_WRITING:
            now.save(file, optimize=True)
        left = tmp_path / file.name
        changed = changes(Image.open(file).convert("RGB"), now, size) if file.exists() else 1_000_000
        if changed > CHANGES_MOST:
            now.save(left)
            differences.append(f"{file.name}: {changed} squares changed; it looks like {left} now")
    return differences


def test_every_screenshot_belongs_to_a_page_and_is_small() -> None:
    names = {f"{name}-{size}.png" for name, look in (PAGES | POKER).items() for size in look.shows}
    files = {file.name: file.stat().st_size for file in FOLDER.glob("*.png")}
    assert set(files) == names
    assert max(files.values()) <= BYTES_MOST


# What counts as a change


HIDDEN, MOVED, PAINTED = ("visibility", "hidden"), ("translate", "12px 0"), ("filter", "hue-rotate(90deg)")
WEAR = "(one, [name, value]) => { one.style[name] = value; }"
CHANGES = (
    ('[data-wager="tie"]', HIDDEN),
    ('[data-wager="banker"]', MOVED),
    ('[data-wager="player"]', PAINTED),
    ('[role="radio"] >> nth=1', HIDDEN),
    ('[role="radio"] >> nth=2', PAINTED),
    ("[data-balance]", HIDDEN),
)


@pytest.mark.parametrize("size", or_soak(["phone", "terminal", "laptop"], 2))
def test_the_comparison_finds_moved_removed_and_recoloured_elements(size: str, visiting: Visits, evening: Site) -> None:
    page = opened(PAGES["terminal"], visiting, evening)
    before = picture(page, size)
    for what, (name, value) in CHANGES:
        page.locator(what).evaluate(WEAR, [name, value])
        assert changes(before, picture(page, size), size) > CHANGES_MOST, (what, name)
        page.locator(what).evaluate(WEAR, [name, ""])
    assert changes(before, picture(page, size), size) <= CHANGES_MOST


OTHER_LETTERS = ("--font-render-hinting=full", "--enable-lcd-text")


MARK_TEXTS = """() => {
    const seen = new Set();
    for (const one of document.querySelectorAll("body *")) {
        const text = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");
        const { fontFamily, fontWeight, fontStyle } = getComputedStyle(one);
        const fresh = [...new Set(text.trim())].map((sign) => [fontFamily, fontWeight, fontStyle, sign].join("|"))
            .filter((key) => !seen.has(key));
        if (fresh.length) one.dataset.ownText = "";
        fresh.forEach((key) => seen.add(key));
    }
}"""
"""Script that marks elements until every character in every style is in a marked one. The fonts of each marked element
then take one request."""
PINNED = {"Inter", "DejaVu Sans", "Droid Sans Fallback"}


def test_pages_are_drawn_with_the_fonts_that_every_machine_has(visiting: Visits, evening: Site) -> None:
    """Check that pages use Inter, which is part of the pages.

    Other scripts, such as Chinese, must not depend on the fonts of the machine.
    """
    page = opened(PAGES["tokens"], visiting, evening)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p>百家乐 ✓ ♠ ひ</p>')")
    ask = page.context.new_cdp_session(page).send
    ask("DOM.enable")
    ask("CSS.enable")
    page.evaluate(MARK_TEXTS)
    top = ask("DOM.getDocument")["root"]["nodeId"]
    nodes = ask("DOM.querySelectorAll", {"nodeId": top, "selector": "[data-own-text]"})["nodeIds"]
    used = [ask("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    families = {font["familyName"] for fonts in used for font in fonts}
    assert families == PINNED, "where one is missing: scripts/browser.sh"


@in_soak
def test_the_comparison_ignores_fonts_drawn_by_another_machine(browser: Browser, evening: Site) -> None:
    other_browser = launched(browser.browser_type, OTHER_LETTERS)
    visits = Visits(other_browser, evening)
    for name in ("lobby", "terminal", "office-people"):
        now = picture(opened(PAGES[name], visits, evening), "laptop")
        accepted = Image.open(FOLDER / f"{name}-laptop.png").convert("RGB")
        assert changes(accepted, now, "laptop") <= CHANGES_MOST, name
    visits.close()
    other_browser.close()
