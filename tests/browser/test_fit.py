"""Every page in every state fits every screen, in every language: found by geometry, so that nobody has to look.

A page is opened once for a state and then resized and spoken to in place; a walk over what it shows tells in sentences what
is cut, covered, broken or out of reach. Twice as large letters are half as large a window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.floor import STATES, a_floor
from tests.browser.geometry import AT_A_TABLE, AT_THE_CONSOLE, IN_SIGHT, faults
from tests.browser.site import Site
from tests.browser.visits import Visits, go
from tests.soak import SOAK

Size = tuple[int, int]

SIZES: tuple[Size, ...] = (
    (1280, 800),
    (390, 844),
    (844, 390),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (3840, 2160),
    (1080, 1920),
    (1024, 768),
    (768, 1024),
    (360, 640),
    (320, 568),
)
ZOOMED: tuple[Size, ...] = ((640, 400), (640, 360), (683, 384), (960, 540), (540, 960), (512, 384), (384, 512))
"""The terminals and tablets at 200 %. A phone at 200 % has fewer than the 320 pixels that WCAG 1.4.10 asks a page to fit."""
FEW = SIZES[:3]
LANGUAGES = ("es", "en", "vi", "zh")
"""The one with the longest words first."""
SPEAK = """language => {
    const kept = JSON.stringify({ ...JSON.parse(localStorage.getItem("croupier-choices") ?? "{}"), language });
    localStorage.setItem("croupier-choices", kept);
    dispatchEvent(new StorageEvent("storage", { key: "croupier-choices", newValue: kept }));
}"""


@dataclass(frozen=True)
class Screen:
    """Somebody at a page, and what he needs to have in sight there."""

    person: str
    path: str
    ready: str
    needed: tuple[str, ...]


def at_table(state: str) -> Screen:
    """Spots are needed while they may be bet on; a round that is over has told what it came to."""
    is_betting = state.endswith(("-bets", "-empty", "meters"))
    needed = AT_A_TABLE if is_betting else (*IN_SIGHT, ".offer button")
    return Screen("player", f"/table/{state}", "[data-balance]", needed)


def at_console(state: str) -> Screen:
    return Screen("dealer", f"/dealer/{state}", ".say h1", AT_THE_CONSOLE)


TABLES = {state: at_table(state) for state in STATES}
CONSOLES = {state: at_console(state) for state in STATES if state not in ("meters", "bj-empty", "ez-offer")}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_floor(tmp_path_factory.mktemp("floor")) as opened:
        yield opened


@pytest.fixture(scope="module")
def visits(browser: Browser, floor: Site) -> Iterator[Visits]:
    opened = Visits(browser, floor)
    yield opened
    opened.close()


def begun(visits: Visits, floor: Site, person: str) -> Page:
    page = visits(person, "/", SIZES[0], now=floor.runtime.now(), reduced_motion="reduce")
    for language in LANGUAGES:
        speak(page, language)
    return page


def speak(page: Page, language: str) -> None:
    page.evaluate(SPEAK, language)
    page.wait_for_function("language => document.documentElement.lang.startsWith(language)", arg=language)


def shown(page: Page, screen: Screen) -> None:
    go(page, screen.path)
    expect(page.locator(screen.ready).first).to_be_visible()
    page.wait_for_load_state("networkidle")


def walk(page: Page, screens: dict[str, Screen]) -> list[str]:
    """Every screen at every size in the longest language, and in every language at a few sizes; all of it in a soak."""
    told = []
    for name, screen in screens.items():
        shown(page, screen)
        for nth, language in enumerate(LANGUAGES):
            speak(page, language)
            page.wait_for_load_state("networkidle")
            sizes = (*SIZES, *ZOOMED) if SOAK or nth == 0 else FEW
            told += [f"{name} at {wide} by {high} in {language}: {one}" for wide, high in sizes for one in at(page, (wide, high), screen.needed)]
    return told


def at(page: Page, size: Size, needed: Sequence[str]) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return faults(page, needed)


def test_a_players_table_fits_in_every_state(visits: Visits, floor: Site) -> None:
    told = walk(begun(visits, floor, "player"), TABLES)
    assert not told, "\n".join(told)


def test_a_dealers_console_fits_in_every_state(visits: Visits, floor: Site) -> None:
    told = walk(begun(visits, floor, "dealer"), CONSOLES)
    assert not told, "\n".join(told)
