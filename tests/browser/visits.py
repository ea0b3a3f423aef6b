"""Screens that people sit at: each a browser of its own, signed in, and watched for faults."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
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
"""Letters as they are drawn, not as a machine's settings would bend them."""
FONTS = Path(__file__).with_name("fonts.conf")
NO_GUIDES = "localStorage.setItem('croupier-guides', '[\"*\"]')"
"""Somebody who has been at every game before."""
CUT = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "WebSocket connection to")
"""What a browser says by itself while the network is cut: allowed to the tests that cut it."""

Size = str | tuple[int, int]


def chromium() -> str:
    """Debian's Chromium, or whichever is installed."""
    found = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    assert found, "There is no Chromium on the PATH. Install Debian's with: scripts/browser.sh"
    return found


def launched(kind: BrowserType, letters: Sequence[str] = PLAIN_LETTERS) -> Browser:
    """A browser without a window, and with the same fonts on every machine."""
    fonts: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(FONTS)}
    return kind.launch(executable_path=chromium(), args=[*ALWAYS, *letters], env=fonts)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """One that goes when it is done with."""
    with sync_playwright() as playwright:
        playwright_loops.add(asyncio.get_running_loop())
        browser = launched(playwright.chromium)
        try:
            yield browser
        finally:
            browser.close()


class Served(Protocol):
    """Where the pages are: the house itself, or the far end of a cable to it."""

    @property
    def url(self) -> str: ...


class Visits:
    """Opens screens; what went wrong on any of them is told at the end."""

    def __init__(self, browser: Browser, site: Served) -> None:
        self._browser = browser
        self._site = site
        self._contexts: list[BrowserContext] = []
        self._allowed: list[str] = []
        self._heard: dict[Page, list[str]] = {}
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
        """Somebody at a page: `visit("player", "/table/midi", "phone")`.

        He is signed in by a request, so that the page is loaded once; `sign_in` does it by the form, and
        `test_sign_in.py` tests that. With `now` the page's clock stands still there. A `newcomer` is shown each game's
        guide; everybody else has seen them. `how` goes to the browser's context.
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

    def told(self, page: Page) -> str:
        """All that a page was ever told: what came over its sockets, every answer of the house, and what it shows."""
        answers = [one.text() for one in self._answers[page] if "/api/" in one.url and one.ok]
        return "\n".join([*self._heard[page], *answers, page.content()])

    def allow(self, *parts: str) -> None:
        """Faults with one of these in them were meant: refusals, or a network that was cut (`*CUT`)."""
        self._allowed += parts

    def close(self) -> None:
        """Close every screen; fails where one had a fault."""
        for context in self._contexts:
            context.close()
        told = [fault for fault in self.faults if not any(part in fault for part in self._allowed)]
        assert not told, "The pages had faults:\n" + "\n".join(told)

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
        page.on("console", self._complained)
        heard, answers = self._heard.setdefault(page, []), self._answers.setdefault(page, [])
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
        page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks its listeners
        page.on("request", lambda request: self._asked(request.url))
        return page

    def _complained(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _asked(self, url: str) -> None:
        """The screens load nothing from elsewhere."""
        if not url.startswith((self._site.url, "data:", "blob:")):
            self.faults.append(f"asked elsewhere: {url}")


def sign_in(page: Page, person: str) -> None:
    """By the form, as anybody would; a page without one is left as it is."""
    form = page.locator("form", has=page.locator("input[autocomplete=username]"))
    form.locator("input[autocomplete=username]").fill(person)
    form.locator("input[type=password]").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(form).to_have_count(0)


def go(page: Page, path: str) -> None:
    """To another page of the same screen, as a link would."""
    page.evaluate("path => { location.hash = path; }", path)
    expect(page).to_have_url(re.compile(f"#{re.escape(path)}$"))
