"""Every screen once for every family: it opens without errors, fits its window, and has text for all it shows.

One house has two tables of each family, one dealt by the generator and one by a dealer. Each role has one window, which
goes from screen to screen. Other tests check how a screen works; this one leaves no screen out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.play import rulebook_library
from croupier.play.family import FAMILIES
from croupier.server.demonstration import PEOPLE
from tests.browser.geometry import Window, faults
from tests.browser.site import Site, open_site
from tests.browser.test_table_layout import speak
from tests.browser.visits import Visits, go
from tests.soak import or_soak
from tests.table_driver import first_schedule

FAMILY_RULEBOOKS = {rulebook_library.load(name).written.family: name for name in reversed(rulebook_library.names())}
"""One rulebook of each family."""
SLOW = {"betting_seconds": 600, "decision_seconds": 600, "offer_seconds": 600}
WINDOWS = ((1280, 800), (390, 844))
UNFINISHED = re.compile(r"\{\w+\}|\bundefined\b|\bNaN\b|\[object ")
"""Pattern of text that shows an unfilled placeholder or a missing value."""

MEANT = re.compile(
    r"“(Baccarat|Blackjack|War|Pai gow|Hold'em|Pai gow tiles|Mah-Jong Pai-Gow|Thirteen Card)” is cut at the side"
)
"""Layout faults that are accepted: on a phone the lobby's row of games scrolls sideways."""

BY_FAMILY: dict[str, tuple[str | None, str, str]] = {
    "terminal": ("player", "/table/{family}", "[data-balance]"),
    "several tables": ("player", "/table/{family}/{family}-dealer", "[data-balance]"),
    "dealer console": ("dealer", "/dealer/{family}-dealer", ".say h1"),
    "board": (None, "/board/{family}-dealer", "main h1"),
    "pit": ("supervisor", "/pit/{family}-dealer", "aside dd"),
}
"""For each screen of a table: its user, its address, and the selector of an element that it shows when it is drawn."""
FOR_ALL: dict[str, tuple[str | None, str, str]] = {
    "lobby of a visitor": (None, "/", "article h3"),
    "lobby of a player": ("player", "/", "article h3"),
    "tables of a dealer": ("dealer", "/dealer", "main a, main button"),
    "board of all tables": (None, "/board", "[data-listed]"),
    "pit": ("supervisor", "/pit", "main"),
    "cage": ("cashier", "/cage", "main form, main button"),
    "surveillance": ("surveillance", "/surveillance", "[data-surveillance]"),
    "reports": ("auditor", "/office/reports", "main"),
    "events": ("auditor", "/office/events", "main"),
    "audit": ("auditor", "/office/audit", "section button"),
    "people": ("admin", "/office/people", "tbody tr"),
    "terminals": ("admin", "/office/terminals", "form"),
    "meters": ("admin", "/office/meters", "main"),
}
"""Screens that show all tables or none."""

CHINESE = "zh"
"""Language whose screens are searched for English words, because it has no Latin letters."""
TRANSLATED = or_soak(("terminal", "board", "pit", "several tables", "dealer console"), 3)
ENGLISH_WORDS = """() => {
  const found = new Set();
  const add = (text) => text && /[A-Za-z]{3}/.test(text) && found.add(text.trim().replace(/\\s+/g, " "));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    if (!texts.currentNode.parentElement.closest("script, style, kbd")) add(texts.currentNode.data);
  for (const one of document.querySelectorAll("body [aria-label], body [title], body [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) add(one.getAttribute(name));
  return [...found];
}"""
SAME_IN_CHINESE = re.compile(
    r"Demonstration House|Player One|Supervisor|Dealer|\bAnte\b|BBQ|EZ|[Cc]roupier|English|Español|Tiếng Việt"
)
"""Text that Chinese pages have in English: names of the house and its users, and names of wagers."""


@dataclass
class Windows:
    """Windows of one house, one for each role."""

    visits: Visits
    site: Site
    _open: dict[str | None, Window] = field(default_factory=dict)

    def of(self, person: str | None) -> Window:
        if person not in self._open:
            self._open[person] = Window(self.visits(person, "/", WINDOWS[0], reduced_motion="reduce"))
        return self._open[person]


@pytest.fixture(scope="module")
def windows(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Windows]:
    tables = {}
    for family, rulebook in FAMILY_RULEBOOKS.items():
        table = {"rulebook": rulebook, "schedule": first_schedule(rulebook), **SLOW}
        tables |= {family: {**table, "mode": "automated"}, f"{family}-dealer": table}
    with open_site(tmp_path_factory.mktemp("house"), tables, provider=False) as site:
        opened = Visits(browser, site)
        yield Windows(opened, site)
        opened.close()


def open_and_check(windows: Windows, person: str | None, path: str, ready: str) -> list[str]:
    """Open a screen and return its faults."""
    window, before = windows.of(person), len(windows.visits.faults)
    window.resize(*WINDOWS[0])
    go(window.page, path)
    expect(window.page.locator(ready).first).to_be_visible()
    found = unfinished(window.page)
    for size in WINDOWS:
        window.resize(*size)
        found += [f"{size}: {fault}" for fault in faults(window.page) if not MEANT.match(fault)]
    return found + windows.visits.faults[before:]


def unfinished(page: Page) -> list[str]:
    """Return the placeholders and missing values in the text of a page, and the games that the page cannot show."""
    shown = page.locator("body").inner_text()
    unknown = page.locator("[data-unknown]").all_inner_texts()
    return [f"says {text}" for text in UNFINISHED.findall(shown)] + [f"unknown game: {game}" for game in unknown]


@pytest.mark.parametrize("screen", BY_FAMILY)
@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_screen_of_a_table_opens_for_every_family(windows: Windows, family: str, screen: str) -> None:
    person, path, ready = BY_FAMILY[screen]
    found = open_and_check(windows, person, path.format(family=family), ready)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("screen", TRANSLATED)
def test_a_screen_of_a_table_has_no_english_in_chinese(windows: Windows, screen: str) -> None:
    """Check titles of games, names and explanations of wagers, pay tables, fees, sentences and spoken labels."""
    person, path, ready = BY_FAMILY[screen]
    page, found = windows.of(person).page, []
    windows.of(person).resize(*WINDOWS[0])
    for family in sorted(FAMILIES):
        go(page, path.format(family=family))
        expect(page.locator(ready).first).to_be_visible()
        assert english_on(page)
        speak(page, CHINESE, anew=True)
        found += [f"{family}: {text}" for text in english_on(page)]
        speak(page, "en", anew=False)
    assert not found, "\n".join(found)


def english_on(page: Page) -> list[str]:
    """Return the texts of a Chinese page that have English words other than names."""
    shown: list[str] = page.evaluate(ENGLISH_WORDS)
    return [text for text in shown if re.search("[A-Za-z]{3}", SAME_IN_CHINESE.sub("", text))]


@pytest.mark.parametrize("screen", FOR_ALL)
def test_a_screen_of_the_house_opens(windows: Windows, screen: str) -> None:
    found = open_and_check(windows, *FOR_ALL[screen])
    assert not found, "\n".join(found)


def test_every_role_has_a_screen_here() -> None:
    role_of = {name: role for name, _, role in PEOPLE}
    visitors = [who for who, _, _ in (*BY_FAMILY.values(), *FOR_ALL.values())]
    assert {role_of[who] for who in visitors if who} == set(role_of.values())


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("document.querySelector('main').append('Seat {seat} decides')", "says {seat}"),
        ("document.querySelector('main').append('Balance NaN')", "says NaN"),
        ("document.querySelector('main').style.minWidth = '3000px'", "(390, 844)"),
        ("console.error('planted')", "console: planted"),
    ],
)
def test_a_screen_that_is_broken_is_found(windows: Windows, fault: str, message: str) -> None:
    """Check that each kind of fault is found when it is put into a screen without faults."""
    person, path, ready = FOR_ALL["reports"]
    assert open_and_check(windows, person, path, ready) == []
    page = windows.of(person).page
    windows.visits.allow("planted")
    before = len(windows.visits.faults)
    page.evaluate(f"() => {{ {fault}; }}")
    found = unfinished(page) + [
        f"{size}: {found_fault}" for size in WINDOWS for found_fault in at(windows.of(person), size)
    ]
    assert any(message in found_fault for found_fault in found + windows.visits.faults[before:]), found
    page.reload()


def at(window: Window, size: tuple[int, int]) -> list[str]:
    window.resize(*size)
    return faults(window.page)
