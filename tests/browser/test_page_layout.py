"""Every page of the house and every dialog fits every window size in every language; found by geometry.

The pages are those of `page_list`, in the house of `evening`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.geometry import Window, emptiest
from tests.browser.page_list import DESKS, OVER, PAGES, Look
from tests.browser.site import Site
from tests.browser.test_table_layout import EMPTY_MOST, LANGUAGES, SIZES, TABLETS, ZOOMED, Size, at, open_window, speak
from tests.browser.visits import Visits, go
from tests.soak import SOAK, or_soak

FEW: tuple[Size, ...] = ((320, 568), (1280, 800), (768, 1024), (640, 400))
"""Window sizes that are checked in every language: the smallest phone, a desktop, a tablet, and a desktop at 200 %."""
AT_HOME = ("lobby", "terminals", "board", "pit-table", "cage", "surveillance", "office-reports", "office-day")
SLID = ("sign-in-terminal", "rules", "replay", "pit-setup")
UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
LOOKS = {name: (PAGES | DESKS | OVER)[name] for name in ((*PAGES, *DESKS, *OVER) if SOAK else (*AT_HOME, *SLID))}


@pytest.fixture(scope="module")
def visits(browser: Browser, evening: Site) -> Iterator[Visits]:
    opened = Visits(browser, evening)
    yield opened
    opened.close()


def begin(page: Page, look: Look) -> None:
    """Bring the page back to its first state: in English, without a dialog, in a desktop window."""
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
        page.wait_for_timeout(50)
    go(page, "/tokens")
    go(page, look.path)


def walked(window: Window, name: str, look: Look) -> list[str]:
    page, found = window.page, []
    window.resize(*SIZES[5])
    speak(page, "en", anew=False)
    begin(page, look)
    look.reach(page)
    page.evaluate(UNFOLD)
    for nth, language in enumerate(or_soak(LANGUAGES, 2)):
        speak(page, language, anew=True)
        sizes = (*SIZES, *ZOOMED, *TABLETS) if SOAK else FEW if nth == 0 else FEW[:1]
        found += [f"{name} at {size} in {language}: {fault}" for size in sizes for fault in at(window, size, ())]
    return found


@pytest.mark.parametrize("person", list(dict.fromkeys(look.person for look in LOOKS.values())))
def test_pages_and_sheets_fit(person: str | None, visits: Visits, evening: Site) -> None:
    window = open_window(visits, evening, person)
    found = [fault for name, look in LOOKS.items() if look.person == person for fault in walked(window, name, look)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("person", "look"), [("player", PAGES["lobby"]), ("dealer", PAGES["dealer-tables"])])
def test_a_few_tables_fill_the_page_they_are_chosen_on(person: str, look: Look, visits: Visits, evening: Site) -> None:
    window = open_window(visits, evening, person)
    begin(window.page, look)
    look.reach(window.page)
    for size in ((1920, 1080), (1080, 1920), (3840, 2160)):
        window.resize(*size)
        assert emptiest(window.page) < EMPTY_MOST, size
        assert window.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
