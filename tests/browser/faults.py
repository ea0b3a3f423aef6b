"""Faults between a screen and the server: broken connections, a silent network, a stopped server, a lost response."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.network_cable import Cable
from tests.browser.site import Site, until
from tests.browser.visits import CUT, Visits, go

LOST = re.compile(r"^(Reconnecting\.|Connecting again)")
LOST_LINE = ".note.lost, .main.lost"
"""Selector of the text that says that the connection is lost: a notice, or the status line of the table."""
TORN = (
    *CUT,
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_SOCKET_NOT_CONNECTED",
    "ERR_CONNECTION_CLOSED",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
)
"""Error messages that a browser prints when connections break; the tests allow them."""
PING_MS = 4_000
"""Milliseconds between two pings of a screen."""


@dataclass(frozen=True)
class Line:
    """A house, the simulated network cable to it, and the screens that connect through the cable."""

    site: Site
    cable: Cable
    visit: Visits

    def screen(self, person: str, path: str) -> Page:
        """Open a page for a person through the cable, with a clock that the test controls."""
        page = self.visit(person)
        page.clock.install()
        go(page, path)
        return page

    def put_right(self) -> None:
        """Start the server again if it is stopped, and plug the cable in."""
        if not self.site.is_up:
            self.site.start()
        self.cable.plug_in()


Fault = Callable[[Line, Page], None]


def cut(line: Line, _: Page) -> None:
    """Break all connections through the cable, and refuse new ones until the cable is plugged in again."""
    line.cable.pull()


def dead(line: Line, page: Page) -> None:
    """Hold back all bytes, and advance the page's clock by two pings so that the page notices."""
    line.cable.mute()
    for _ in "asked", "not answered":
        page.clock.fast_forward(PING_MS)


def stopped(line: Line, _: Page) -> None:
    """Stop the server."""
    line.site.stop()


@contextmanager
def away(line: Line, page: Page, fault: Fault) -> Iterator[None]:
    """Cause a fault for the duration of the block; check that the screen reports the fault and recovers afterwards."""
    fault(line, page)
    expect(page.locator(LOST_LINE)).to_have_text(LOST)
    yield
    line.put_right()
    expect(page.locator(LOST_LINE)).to_have_count(0)


def during(line: Line, page: Page, fault: Fault, others: Callable[[], None]) -> None:
    """Run `others` while one screen is disconnected; if the fault stops the server, run `others` after the restart."""
    with away(line, page, fault):
        if line.site.is_up:
            others()
    if fault is stopped:
        others()


def unanswered(line: Line, act: Callable[[], None], is_done: Callable[[], bool]) -> None:
    """Do something on a page so that its request reaches the server and the response is lost."""
    line.cable.deafen()
    act()
    until(is_done)
    line.cable.pull()
