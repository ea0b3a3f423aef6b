"""What can come between a screen and the house: a cable pulled, a line gone dead, a server stopped, an answer lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.network_cable import Cable
from tests.browser.site import Site, until
from tests.browser.visits import CUT, Visits, go

LOST = re.compile(r"^Reconnecting\.")
TORN = (*CUT, "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED", "ERR_CONNECTION_CLOSED")
"""What a browser says by itself of connections that break."""
PING_MS = 4_000
"""How often a screen asks whether the line is alive."""


@dataclass(frozen=True)
class Line:
    """The house, the cable to it, and whoever sits at its far end."""

    site: Site
    cable: Cable
    visit: Visits

    def screen(self, person: str, path: str) -> Page:
        page = self.visit(person)
        page.clock.install()
        go(page, path)
        return page

    def put_right(self) -> None:
        if not self.site.is_up:
            self.site.start()
        self.cable.plug_in()


Fault = Callable[[Line, Page], None]


def cut(line: Line, _: Page) -> None:
    line.cable.pull()


def dead(line: Line, page: Page) -> None:
    """Nobody closes anything; the page's own clock is put on, instead of waiting until it misses an answer."""
    line.cable.mute()
    for _ in "asked", "not answered":
        page.clock.fast_forward(PING_MS)


def stopped(line: Line, _: Page) -> None:
    line.site.stop()


@contextmanager
def away(line: Line, page: Page, fault: Fault) -> Iterator[None]:
    """While the house cannot be reached; the screen says so, and says no more of it afterwards."""
    fault(line, page)
    expect(page.locator(".note.lost")).to_have_text(LOST)
    yield
    line.put_right()
    expect(page.locator(".note.lost")).to_have_count(0)


def during(line: Line, page: Page, fault: Fault, others: Callable[[], None]) -> None:
    """Others go on while one screen is away, and it catches up; a house that is down goes on when it is back."""
    with away(line, page, fault):
        if line.site.is_up:
            others()
    if fault is stopped:
        others()


def unanswered(line: Line, act: Callable[[], None], is_done: Callable[[], bool]) -> None:
    """Something is asked for and done, and the answer is lost on its way back."""
    line.cable.deafen()
    act()
    until(is_done)
    line.cable.pull()
