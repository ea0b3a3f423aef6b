"""Every table page in every state fits every window size in every language; the faults are found by geometry.

A page is opened once for each state, then resized and switched to other languages in place. A walk over its elements
returns sentences about text that is cut, covered, broken or out of reach. Twice the font size is tested as half the
window size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.rulebook import translations
from tests.browser.faults import TORN
from tests.browser.floor import STATES, a_floor
from tests.browser.geometry import (
    AT_A_TABLE,
    AT_THE_CONSOLE,
    IN_SIGHT,
    LETTERS_LEAST,
    PHONE_LETTERS_LEAST,
    Window,
    emptiest,
    faults,
    settled,
)
from tests.browser.network_cable import cable_to
from tests.browser.site import Site
from tests.browser.visits import Visits, go, wait_until_idle
from tests.soak import SOAK, or_soak

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
ZOOMED: tuple[Size, ...] = ((640, 400), (960, 540), (640, 360), (683, 384), (540, 960))
"""Window sizes of terminals at 200 %. A phone at 200 % has fewer than the 320 pixels that WCAG 1.4.10 requires a page
to fit."""
TABLETS: tuple[Size, ...] = ((512, 384), (384, 512))
"""Window sizes of tablets at 200 %."""
FEW = SIZES[:3]
TELLING: tuple[Size, ...] = ((1280, 800), (844, 390), (320, 568), (512, 384), (1080, 1920))
TIGHT = TELLING[1:4]
PHONES: tuple[Size, ...] = ((390, 844), (360, 640), (320, 568))
PHONE_WIDEST = 480
LOST_MS = 1_000
"""Milliseconds after which a page says that the connection is lost."""
HEADER_HIGH = 52
"""Height of the header of an upright phone in pixels, in every moment and language."""
EMPTY = [("midi-bets", (1080, 1920)), ("bj-empty", (1920, 1080)), ("bj-empty", (1080, 1920))]
EMPTY_MOST = 0.15
PAID = (".won", "[data-hand] [data-made]")
"""Selectors of the result of a round: each wager that won, and the hand that won it."""
LANGUAGES = ("es", *(code for code in translations.LANGUAGES if code != "es"))
"""Languages, the one with the longest words first."""
SPEAK = """language => {
    const kept = JSON.stringify({ ...JSON.parse(localStorage.getItem("croupier-choices") ?? "{}"), language });
    localStorage.setItem("croupier-choices", kept);
    dispatchEvent(new StorageEvent("storage", { key: "croupier-choices", newValue: kept }));
}"""


@dataclass(frozen=True)
class Screen:
    """User at a page, and the selectors that must be visible there."""

    person: str
    path: str
    ready: str
    needed: tuple[str, ...]
    is_for_thumbs: bool = False
    """Whether an upright phone has a layout of its own for it, with letters of at least 14 pixels."""


def at_table(state: str) -> Screen:
    """Return the selectors that a player needs: spots while bets are open, results after a round."""
    is_betting = state.endswith(("-bets", "-empty", "meters"))
    needed = AT_A_TABLE if is_betting else (*IN_SIGHT, ".offer button", *(PAID if state.endswith("-over") else ()))
    is_for_thumbs = state.startswith(("midi", "co", "meters", "ez", "war"))
    return Screen("player", f"/table/{state}", "[data-balance]", needed, is_for_thumbs)


def at_console(state: str) -> Screen:
    return Screen("dealer", f"/dealer/{state}", ".say h1", AT_THE_CONSOLE)


AT_WORK = (
    "midi-bets",
    "midi-deal",
    "meters-won",
    "midi-held",
    "bj-asked",
    "bj-four",
    "holdem-flop",
    "war-over",
    "three-over",
    "midi-over",
    "co-bets",
    "ez-bets",
    "war-bets",
    "bj-bets",
    "bj-over",
    "holdem-bets",
    "holdem-over",
    "three-bets",
    "three-asked",
    "midi-waits",
    "midi-paused",
    "midi-void",
)
"""States of a table in which a dealer has something to do, those that differ most first."""
AT_PLAY = (
    "midi-bets",
    "bj-four",
    "holdem-flop",
    "co-bets",
    "bj-over",
    "boxes-bets",
    "war-bets",
    "boxes-asked",
    "three-asked",
    "midi-over",
    "bj-bets",
    "ez-offer",
    "holdem-over",
    "bj-empty",
    "tiles-setting",
)
"""States of a player's table that differ most from each other; the soak tests the others too."""
TABLES = {state: at_table(state) for state in (STATES if SOAK else AT_PLAY[:6:2])}
SMALL = {state: at_table(state) for state in ("tiles-setting", "holdem-over")}
CONSOLES = {state: at_console(state) for state in or_soak(AT_WORK, 2)}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_floor(tmp_path_factory.mktemp("floor")) as opened:
        yield opened


@pytest.fixture
def visits(browser: Browser, floor: Site) -> Iterator[Visits]:
    """Open screens that are closed after the test: a page that stays open goes on drawing."""
    opened = Visits(browser, floor)
    yield opened
    opened.close()


def open_window(visits: Visits, floor: Site, person: str | None) -> Window:
    return Window(visits(person, "/", SIZES[0], now=floor.runtime.now(), reduced_motion="reduce"))


def speak(page: Page, language: str, *, anew: bool) -> None:
    """Switch the language without reloading the page, and wait until its words are loaded."""
    page.evaluate(SPEAK, language)
    if anew:
        wait_until_idle(page)


def shown(page: Page, screen: Screen) -> None:
    go(page, screen.path)
    expect(page.locator(screen.ready).first).to_be_visible()


def walk(window: Window, screens: dict[str, Screen]) -> list[str]:
    """Return the layout faults of every screen at every size in the language with the longest words.

    In the other languages a few sizes are checked; the soak checks every size in every language.
    """
    found, spoken = [], set[tuple[str, str]]()
    for name, screen in screens.items():
        shown(window.page, screen)
        for nth, language in enumerate(LANGUAGES):
            game = (name.partition("-")[0], language)
            speak(window.page, language, anew=game not in spoken)
            spoken.add(game)
            sizes = (*SIZES, *ZOOMED, *TABLETS) if SOAK else (*SIZES, *ZOOMED[:2]) if nth == 0 else FEW
            found += [
                f"{name} at {size} in {language}: {fault}"
                for size in sizes
                for fault in at_screen(window, size, screen)
            ]
    return found


def tight(window: Window, screens: dict[str, Screen]) -> list[str]:
    """Return the layout faults of screens that differ only in the smallest windows.

    They are checked in the language with the longest words.
    """
    found = []
    for name, screen in screens.items():
        shown(window.page, screen)
        speak(window.page, LANGUAGES[0], anew=True)
        found += [f"{name} at {size}: {fault}" for size in TIGHT for fault in at_screen(window, size, screen)]
    return found


def at_screen(window: Window, size: Size, screen: Screen) -> list[str]:
    return at(window, size, screen.needed, is_for_thumbs=screen.is_for_thumbs)


def at(window: Window, size: Size, needed: Sequence[str], *, is_for_thumbs: bool = False) -> list[str]:
    window.resize(*size)
    is_upright_phone = size[0] <= PHONE_WIDEST and size[1] > size[0] and size in SIZES
    return faults(window.page, needed, PHONE_LETTERS_LEAST if is_for_thumbs and is_upright_phone else LETTERS_LEAST)


def test_a_players_table_fits_in_every_state(visits: Visits, floor: Site) -> None:
    window = open_window(visits, floor, "player")
    found = walk(window, TABLES) + tight(window, {} if SOAK else SMALL)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("state", or_soak(["midi-deal", "midi-over", "war-over", "ez-offer", "co-bets", "war-bets"], 4))
def test_a_phone_shows_what_the_moment_needs_in_every_language(state: str, visits: Visits, floor: Site) -> None:
    window, found = open_window(visits, floor, "player"), []
    shown(window.page, at_table(state))
    for language in LANGUAGES:
        speak(window.page, language, anew=True)
        found += [
            f"{state} at {size} in {language}: {fault}"
            for size in PHONES
            for fault in at_screen(window, size, at_table(state))
        ]
    assert not found, "\n".join(found)


def test_the_header_of_a_phone_has_one_height(visits: Visits, floor: Site) -> None:
    """Check every moment in every language: the title gives way, and the felt never moves."""
    window, heights = open_window(visits, floor, "player"), set[float]()
    for state in ("midi-bets", "midi-deal", "midi-over", "ez-offer", "bj-bets"):
        shown(window.page, at_table(state))
        for language in LANGUAGES:
            speak(window.page, language, anew=True)
            for size in PHONES:
                window.resize(*size)
                settled(window.page)
                heights.add(window.page.locator("header").first.evaluate("one => one.getBoundingClientRect().height"))
    assert heights == {HEADER_HIGH}


def test_the_buttons_of_a_tablet_are_in_one_row(visits: Visits, floor: Site) -> None:
    """Check a table with three chips, the smallest number of chips beside the buttons."""
    window = open_window(visits, floor, "player")
    shown(window.page, at_table("co-bets"))
    window.resize(1024, 768)
    settled(window.page)
    tops = window.page.locator("footer").locator(".actions button, .doors button")
    assert len(set(tops.evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().top))"))) == 1


@pytest.mark.parametrize(("state", "size"), EMPTY)
def test_no_part_of_a_screen_is_left_empty(state: str, size: Size, visits: Visits, floor: Site) -> None:
    """Check a cabinet with an upright screen, and a blackjack table without bets."""
    window = open_window(visits, floor, "player")
    shown(window.page, at_table(state))
    window.resize(*size)
    assert emptiest(window.page) < EMPTY_MOST


def test_messages_about_refusals_and_lost_connections_fit(browser: Browser, floor: Site) -> None:
    """Check messages that are shown for a moment, and the message that is shown until the connection is back."""
    found: list[str] = []
    with cable_to(floor.url) as cable:
        visits = Visits(browser, cable)
        visits.allow(*TORN)
        player, dealer = open_window(visits, floor, "player"), open_window(visits, floor, "dealer")
        at_both = ((player, at_table("midi-bets")), (dealer, at_console("midi-deal")))
        for window, screen in at_both:
            shown(window.page, screen)
            for language in or_soak(LANGUAGES, 1):
                speak(window.page, language, anew=True)
        shown(player.page, at_table("midi-waits"))
        found += walked(player, "refused", at_table("midi-waits"), "[data-wager=player]")
        expect(player.page.locator("[data-note]")).to_be_visible()
        shown(player.page, at_table("midi-bets"))
        cable.pull()
        for window, screen in at_both:
            window.page.clock.run_for(LOST_MS)
            expect(window.page.locator("[data-lost-bets], .bad").first).to_be_visible()
            found += walked(window, "cut off", replace(screen, needed=(*IN_SIGHT, "[data-lost-bets] button")))
        visits.close()
    assert not found, "\n".join(found)


def walked(window: Window, name: str, screen: Screen, prod: str | None = None) -> list[str]:
    """Return the layout faults of one page; `prod` causes a short message before each check.

    The soak checks Spanish, whose texts are longest, at all window sizes, other languages at sizes that differ most.
    """
    found = []
    for language in or_soak(LANGUAGES, 1):
        speak(window.page, language, anew=False)
        for size in (*SIZES, *ZOOMED, *TABLETS) if SOAK and language == LANGUAGES[0] else TELLING:
            window.resize(*size)
            if prod is not None:
                window.page.locator(prod).evaluate("one => one.click()")
            found += [f"{name} at {size} in {language}: {fault}" for fault in faults(window.page, screen.needed)]
    return found


def test_a_dealers_console_fits_in_every_state(visits: Visits, floor: Site) -> None:
    found = walk(open_window(visits, floor, "dealer"), CONSOLES)
    assert not found, "\n".join(found)
