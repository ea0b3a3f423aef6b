"""A player's round on two servers: one of them is killed, paused or drained in the middle of it.

The player loses nothing, and waits less than five seconds. CI breaks three phases of a round of blackjack; the soak
breaks every phase of baccarat, blackjack, pai gow and hold'em in each of the three ways.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.cluster_site import ClusterSite, open_cluster_site
from tests.browser.family_rounds import ROUNDS, SLOW
from tests.browser.faults import LOST_LINE, TORN
from tests.browser.floor import Table
from tests.browser.site import until
from tests.browser.visits import Visits, go
from tests.database import PostgresServer, postgres_server  # noqa: F401 - fixture
from tests.soak import SOAK, in_soak

FAMILIES = ("blackjack", "baccarat", "pai-gow-poker", "holdem")
MIXED = "blackjack"
FAULTS = ("kill", "pause", "drain")
IN_CI = {"bet": "pause", "asked": "drain", "second hand": "kill"}
"""Phases that CI breaks in a round of blackjack, and how."""
WAIT_SECONDS = 5.0
LOADED_SECONDS = 60.0
"""Longest wait that passes in CI, on a machine that runs other tests at the same time."""
REFRESH_MS = 15_000
"""Time within which the office shows a change of the servers; it asks every two seconds."""
LAST_MESSAGE = """
  window.lastMessageAt = 0;
  const Original = window.WebSocket;
  window.WebSocket = class extends Original {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => (window.lastMessageAt = Date.now()));
    }
  };
"""
"""Script that notes when the page has last received a message of a table."""


@pytest.fixture(scope="module")
def two_servers(
    postgres_server: PostgresServer,  # noqa: F811
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ClusterSite]:
    """Serve a house on two servers with two tables of each family, one of them to be broken."""
    tables = {
        f"{family}-{fault}-{what}": {**SLOW, **ROUNDS[family][0]}
        for family, fault in [(MIXED, "mixed"), *(product(FAMILIES, FAULTS) if SOAK else ())]
        for what in ("calm", "torn")
    }
    with open_cluster_site(tmp_path_factory.mktemp("house"), postgres_server.new_database(), tables) as site:
        yield site


@pytest.fixture
def page(browser: Browser, two_servers: ClusterSite) -> Iterator[Page]:
    """Open the lobby for the player of the test, through the entrance."""
    two_servers.prefer("a")
    visit = Visits(browser, two_servers.door)
    visit.allow(*TORN, "503 (Service Unavailable)", "Failed to load resource")
    page = visit("player")
    page.add_init_script(LAST_MESSAGE)
    page.reload()
    yield page
    visit.close()


def test_a_player_loses_nothing_when_servers_are_paused_drained_and_killed(
    two_servers: ClusterSite, page: Page
) -> None:
    compare(two_servers, page, MIXED, "mixed", IN_CI, LOADED_SECONDS)


def test_the_office_shows_who_runs_which_table(browser: Browser, two_servers: ClusterSite) -> None:
    two_servers.prefer("a")
    visit = Visits(browser, two_servers.door)
    visit.allow(*TORN, "503 (Service Unavailable)", "Failed to load resource")
    page = visit("admin", "/office")
    page.get_by_role("button", name="Servers").click()
    for name in "ab":
        expect(row_of(page, name)).to_contain_text("up")
    two_servers.drain("b")
    expect(row_of(page, "b")).to_contain_text("gives its tables away", timeout=REFRESH_MS)
    two_servers.put_right("b")
    expect(row_of(page, "b")).to_contain_text("up", timeout=REFRESH_MS)
    visit.close()


def row_of(page: Page, server: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=server, exact=True))


@in_soak
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("family", FAMILIES)
def test_a_player_loses_nothing_in_any_phase(two_servers: ClusterSite, page: Page, family: str, fault: str) -> None:
    compare(two_servers, page, family, fault, defaultdict(lambda: fault), WAIT_SECONDS)


def compare(
    site: ClusterSite, page: Page, family: str, name: str, faults: Mapping[str, str], most_seconds: float
) -> None:
    """Play the same rounds with and without faults, and check that the player wins the same."""
    calm, _ = play(site, page, family, f"{family}-{name}-calm", {})
    torn, waits = play(site, page, family, f"{family}-{name}-torn", faults)
    print(f"{family}, {name}: waits in seconds", {phase: round(seconds, 1) for phase, seconds in waits.items()})
    assert torn == calm
    assert max(waits.values()) < most_seconds, waits


def play(
    site: ClusterSite, page: Page, family: str, table: str, faults: Mapping[str, str]
) -> tuple[int, dict[str, float]]:
    """Play a family's rounds at a table; return what the player won in cents, and the seconds of each wait."""
    go(page, f"/table/{table}")
    before, waits = site.money_of("player"), {}
    for nth, phase in enumerate(ROUNDS[family][1](Table(site, table), page)):
        if phase in faults or isinstance(faults, defaultdict):
            waits[f"{nth} {phase}"] = break_server(site, page, table, faults[phase])
    return site.money_of("player") - before, waits


def break_server(site: ClusterSite, page: Page, table: str, fault: str) -> float:
    """Break the server that runs a table; return the seconds until the table and the page go on at another one."""
    server, money = site.server_of(table), site.money_of("player")
    began = time.monotonic()
    getattr(site, fault)(server)
    until(lambda: site.server_of(table) not in ("", server))
    moved_at = page.evaluate("Date.now()")
    until(lambda: page.evaluate("window.lastMessageAt") > moved_at)
    expect(page.locator(LOST_LINE)).to_have_count(0)
    seconds = time.monotonic() - began
    assert site.money_of("player") == money
    site.put_right(server)
    return seconds
