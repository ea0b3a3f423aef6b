"""Screens of users in tests: each is its own browser context, signed in, and watched for errors."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from croupier.server.demonstration import PASSWORD
from tests.loop_guard import playwright_loops

SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "terminal": {"viewport": {"width": 1920, "height": 1080}, "has_touch": True},
    "tall": {"viewport": {"width": 1080, "height": 1920}, "has_touch": True},
    "wall": {"viewport": {"width": 3840, "height": 2160}},
}
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
ALWAYS = ("--no-sandbox", "--disable-gpu", "--force-color-profile=srgb")
PLAIN_LETTERS = ("--font-render-hinting=none", "--disable-lcd-text")
"""Browser options that make fonts independent of the settings of the machine."""
FONTS = Path(__file__).with_name("fonts.conf")
NO_GUIDES = "localStorage.setItem('croupier-guides', '[\"*\"]')"
"""Script that marks the guides of all games as seen."""
IDLE_MS, IDLE_LOOKS, LOOKS_MOST = 40, 3, 250
UNREAD_SECONDS = 3.0
"""Time after which a response counts as left unread."""
CUT = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "WebSocket connection to")
"""Error messages that a browser prints while the network is cut; tests that cut the network allow them."""

Size = str | tuple[int, int]
IN_FLIGHT: WeakKeyDictionary[Page, dict[Request, float]] = WeakKeyDictionary()
"""Requests of each page whose response has not been read, and when they were sent."""


def chromium() -> str:
    """Return the path of Debian's Chromium, or of another installed Chromium."""
    found = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    assert found, "There is no Chromium on the PATH. Install Debian's with: scripts/browser.sh"
    return found


def launched(kind: BrowserType, letters: Sequence[str] = PLAIN_LETTERS) -> Browser:
    """Start a browser without a window and with the same fonts on every machine."""
    fonts: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(FONTS)}
    return kind.launch(executable_path=chromium(), args=[*ALWAYS, *letters], env=fonts)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start a browser for the duration of the block."""
    with sync_playwright() as playwright:
        playwright_loops.add(asyncio.get_running_loop())
        browser = launched(playwright.chromium)
        try:
            yield browser
        finally:
            browser.close()


class Served(Protocol):
    """Address at which a browser reaches the server, directly or through a simulated cable."""

    @property
    def url(self) -> str: ...


class Visits:
    """Opens screens, and collects the errors of all of them."""

    def __init__(self, browser: Browser, site: Served) -> None:
        self._browser = browser
        self._site = site
        self._contexts: list[BrowserContext] = []
        self._allowed: list[str] = []
        self._frames: dict[Page, list[str]] = {}
        self._answers: dict[Page, list[Response]] = {}
        self.faults: list[str] = []

    def __call__(
        self,
        person: str | None,
        path: str = "/",
        size: Size = "terminal",
        *,
        theme: str = "night",
        now: int | None = None,
        newcomer: bool = False,
        **how: Any,
    ) -> Page:
        """Open a page as a user: `visit("player", "/table/midi", "phone")`.

        The user is signed in by a request, so that the page is loaded once; `sign_in` uses the form, and
        `test_sign_in.py` tests it. With `now`, the page's clock is stopped at that time. A `newcomer` is shown the
        guide of each game; all other users have seen them. `how` is passed to the browser context.
        """
        page = self._page(size, theme, how, newcomer=newcomer)
        if now is not None:
            page.clock.set_fixed_time(now / 1000)
        if person is not None:
            answer = page.context.request.post(
                f"{self._site.url}/api/login", data={"name": person, "password": PASSWORD}
            )
            assert answer.ok, answer.text()
        page.goto(f"{self._site.url}/#{path}")
        return page

    def received_by(self, page: Page) -> str:
        """Return everything that the server sent to a page, and the content of the page."""
        answers = [answer.text() for answer in self._answers[page] if "/api/" in answer.url and answer.ok]
        return "\n".join([*self._frames[page], *answers, page.content()])

    def allow(self, *parts: str) -> None:
        """Ignore errors that contain one of these texts: expected refusals, or a network that was cut (`*CUT`)."""
        self._allowed += parts

    def close(self) -> None:
        """Close every screen, and fail if a screen had an error that is not allowed."""
        for context in self._contexts:
            context.close()
        unexpected = [fault for fault in self.faults if not any(part in fault for part in self._allowed)]
        assert not unexpected, "The pages had faults:\n" + "\n".join(unexpected)

    def _page(self, size: Size, theme: str, how: dict[str, Any], *, newcomer: bool) -> Page:
        shape = SIZES[size] if isinstance(size, str) else {"viewport": {"width": size[0], "height": size[1]}}
        context = self._browser.new_context(**({"locale": "en-US", "timezone_id": "UTC"} | shape | how))
        self._contexts.append(context)
        if not newcomer:
            context.add_init_script(NO_GUIDES)
        if theme != "night":
            context.add_init_script(f"localStorage.setItem('croupier-choices', '{{\"theme\": \"{theme}\"}}')")
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"page: {error}"))
        page.on("console", self._record_console_error)
        heard, answers = self._frames.setdefault(page, []), self._answers.setdefault(page, [])
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
        page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks its listeners
        page.on("request", lambda request: self._check_origin(request.url))
        waiting = IN_FLIGHT[page] = {}
        page.on("request", lambda request: waiting.update({request: time.monotonic()}))
        page.on("requestfinished", lambda request: waiting.pop(request, None))
        page.on("requestfailed", lambda request: waiting.pop(request, None))
        return page

    def _record_console_error(self, message: ConsoleMessage) -> None:
        """Record an error in the browser console."""
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _check_origin(self, url: str) -> None:
        """Record a fault if a screen loads anything from another server."""
        if not url.startswith((self._site.url, "data:", "blob:")):
            self.faults.append(f"asked elsewhere: {url}")


def sign_in(page: Page, person: str) -> None:
    """Sign in with the form of the page, and wait until the form has gone."""
    form = page.locator("form", has=page.locator("input[autocomplete=username]"))
    form.locator("input[autocomplete=username]").fill(person)
    form.locator("input[type=password]").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(form).to_have_count(0)


def wait_until_idle(page: Page) -> None:
    """Wait until the page has waited for no response for a moment.

    Playwright's state "networkidle" is that of the first load: it says nothing of what a page requests later. It never
    comes where a page has left the body of a response unread, as one that is left at once does.
    """
    idle = 0
    for _ in range(LOOKS_MOST):
        page.wait_for_timeout(IDLE_MS)
        oldest = time.monotonic() - UNREAD_SECONDS
        idle = 0 if any(began > oldest for began in IN_FLIGHT[page].values()) else idle + 1
        if idle == IDLE_LOOKS:
            return


def go(page: Page, path: str) -> None:
    """Open another page in the same screen, as a link does."""
    page.evaluate("path => { location.hash = path; }", path)
    expect(page).to_have_url(re.compile(f"#{re.escape(path)}$"))
