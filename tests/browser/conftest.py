"""Fixtures for the screens.

`site` is a demonstration house, served; a test names its own tables and clocks:

    @pytest.mark.site({"t1": {"rulebook": "co-baccarat", "mode": "automated", "betting_seconds": 3}}, provider=False)
    def test_a_round(site: Site, visit: Visits) -> None:
        page = visit("player", "/table/t1", "phone")

A module that wants one house for all its tests opens it with `open_site`, and screens with `Visits`.
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
"""How long a page may take to show something: a busy machine must not fail a test."""


def pytest_configure(config: pytest.Config) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    config.addinivalue_line("markers", "site(tables, **how): the tables of this test's house, and how it is opened")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for each process that tests screens.

    It goes when the process turns to other tests: Playwright keeps an event loop running in the thread it was started
    in, and another test could not start one of its own there.
    """
    with open_browser() as opened:
        yield opened


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    marker = request.node.get_closest_marker("site")
    args, how = (marker.args, marker.kwargs) if marker else ((), {})
    with open_site(tmp_path, *args, **how) as opened:
        yield opened


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visits]:
    visits = Visits(browser, site)
    yield visits
    visits.close()


@pytest.fixture(scope="package")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One house for all tests that only look; they leave it as it is."""
    with an_evening(tmp_path_factory.mktemp("evening")) as opened:
        yield opened


@pytest.fixture
def visiting(browser: Browser, evening: Site) -> Iterator[Visits]:
    """As `visit`, at the evening."""
    visits = Visits(browser, evening)
    yield visits
    visits.close()
