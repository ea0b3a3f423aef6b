"""Fixtures for tests of the screens.

`site` is a running demonstration house; a test gives its tables and times with a mark:

    @pytest.mark.site({"t1": {"rulebook": "co-baccarat", "mode": "automated", "betting_seconds": 3}}, provider=False)
    def test_a_round(site: Site, visit: Visits) -> None:
        page = visit("player", "/table/t1", "phone")

A module with one house for all its tests opens the house with `open_site`, and its screens with `Visits`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.evening import an_evening
from tests.browser.site import Site, open_site
from tests.browser.visits import Visits, open_browser

PATIENCE_MS = 20_000
"""Longest wait for a page to show something; it is long so that a busy machine does not fail a test."""


def pytest_configure(config: pytest.Config) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    config.addinivalue_line("markers", "site(tables, **how): the tables of this test's house, and how it is opened")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start one browser for all tests of the screens in this process.

    It is closed before other tests run: Playwright keeps an event loop running in the thread in which it was started,
    and other tests could not start their own event loop in that thread.
    """
    with open_browser() as opened:
        yield opened


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """Open the house that the test describes with the mark `site`."""
    marker = request.node.get_closest_marker("site")
    args, how = (marker.args, marker.kwargs) if marker else ((), {})
    with open_site(tmp_path, *args, **how) as opened:
        yield opened


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visits]:
    """Open screens of the test's house; the test fails at the end if a screen had an error."""
    visits = Visits(browser, site)
    yield visits
    visits.close()


@pytest.fixture(scope="package")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Open one house for all tests that change nothing in it."""
    with an_evening(tmp_path_factory.mktemp("evening")) as opened:
        yield opened


@pytest.fixture
def visiting(browser: Browser, evening: Site) -> Iterator[Visits]:
    """Open screens of the house `evening`, as `visit` does for `site`."""
    visits = Visits(browser, evening)
    yield visits
    visits.close()
