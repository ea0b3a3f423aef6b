"""An evening in every family: after each step, every figure on every open screen is compared with the API.

One house has a table of each family, which a dealer deals with fixed cards. The player acts on the page. Open beside it
are the lobby, the board of the table, the wall, the pit with the table in its panel, and the office.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.play.family import FAMILIES
from croupier.server.config import MeterSection
from tests.browser.evening import Clock
from tests.browser.family_rounds import ROUNDS, SLOW, own_bank
from tests.browser.floor import Table
from tests.browser.shown_figures import (
    Truth,
    day_figures,
    lobby_figures,
    pit_figures,
    rounds_figures,
    shown_on,
    table_figures,
)
from tests.browser.site import Site, open_site
from tests.browser.visits import Visits, go
from tests.soak import or_soak

PATIENCE_SECONDS = 30
POLL_SECONDS = 0.2
BANK_TABLE = "own-bank"
TABLES = {name: settings | SLOW for name, (settings, _) in ROUNDS.items()}
TABLES[BANK_TABLE] = {"rulebook": "ca-ultimate-war", "schedule": 1} | SLOW
SIZES: tuple[Any, ...] = ("laptop", "phone", "terminal")
BETS = {"balance", "staked", "stake", "result"}
NEEDED: dict[str, set[str]] = {
    "terminal": BETS,
    "board": set(),
    "pit": {"rounds", "wagered", "win", "drop", "collection", "commission"},
    "lobby": {"balance", "limit"},
    "office": {"wagered", "win", "collection", "earned", "drop"},
}
"""Kinds of figures that each screen must have shown by the end of an evening, else nothing was compared."""
WITHOUT_BETS = {"holdem": {"balance", "stack", "pot", "bet", "result"}, "thirteen-card": {"balance", "stack", "result"}}
"""Kinds of figures that the terminal must have shown in families without betting spots."""
HOUSE_BANKED = ("baccarat", "blackjack")
"""Families at whose tables here the house banks: the pit shows what their wagers were expected to win."""
PLANT = """([figure, text]) => {
    const same = (one) => one.textContent.trim() === text;
    const all = [...document.querySelectorAll("[data-figure]")];
    const marked = all.find((one) => one.dataset.figure === figure && same(one));
    const walker = document.createTreeWalker(marked ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const counts = figure !== "" ? /\\d/.test(node.data) : node.data.trim() === text;
        if (!counts || node.parentElement.closest("script, style, option") !== null) continue;
        const before = node.data;
        node.data = before.replace(/\\d[\\d,]*/g, (digits) => String(Number(digits.replaceAll(",", "")) + 7919));
        window.planted = () => { node.data = before; };
        return true;
    }
    return false;
}"""
"""Script that changes a figure on the page as a wrong computation would; `window.planted()` takes it back."""
FIGURELESS = re.compile(r"^[^\d]*$")


@dataclass
class Screen:
    """An open page, and how to ask the API what it should show."""

    name: str
    page: Page
    truth: Callable[[], Truth]
    kinds: set[str] = field(default_factory=set)
    """Kinds of figures that this screen has shown; each was planted wrong once."""

    def compare(self) -> None:
        """Wait until the page shows the API's figures and nothing else, then plant each new kind of figure wrong."""
        end = time.monotonic() + PATIENCE_SECONDS
        while found := self.truth().faults(shown_on(self.page)):
            assert time.monotonic() < end, f"{self.name}:\n" + "\n".join(found)
            time.sleep(POLL_SECONDS)
        self.plant(self.truth())

    def plant(self, truth: Truth) -> None:
        """Check that a wrong figure of each kind that the page now shows for the first time is found."""
        for shown in shown_on(self.page):
            if shown.kind in self.kinds or FIGURELESS.match(shown.text):
                continue
            if self.page.evaluate(PLANT, [shown.figure, shown.text]):
                faults = truth.faults(shown_on(self.page))
                self.page.evaluate("window.planted()")
                assert any(fault.startswith(shown.figure or "“") for fault in faults), f"{self.name}: {shown} {faults}"
                self.kinds.add(shown.kind)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    meters = (MeterSection(id="wall", title="Wall meter", seed=1_000_00, contribution="1/100"),)
    with open_site(tmp_path_factory.mktemp("evening"), TABLES, clock=Clock(), provider=False, meters=meters) as opened:
        yield opened


@dataclass
class Windows:
    """The windows of the house: one for each user and each screen that shows all tables."""

    visits: Visits
    site: Site
    _pages: dict[str, Page] = field(default_factory=dict)

    def at(self, name: str, person: str | None, path: str, size: Any = "laptop") -> Page:
        """Return a window of this name, and open the path in it."""
        if name not in self._pages:
            self._pages[name] = self.visits(person, path, size, reduced_motion="reduce")
        go(self._pages[name], path)
        return self._pages[name]


@pytest.fixture(scope="module")
def windows(browser: Browser, site: Site) -> Iterator[Windows]:
    visits = Visits(browser, site)
    yield Windows(visits, site)
    visits.close()


def screens_of(windows: Windows, table: str, size: Any) -> dict[str, Screen]:
    """Open every screen on which figures of a table stand."""
    site = windows.site
    player, supervisor = site.as_("player"), site.as_("supervisor")
    path = f"/api/tables/{table}"

    def terminal() -> Truth:
        view, rounds = player.get(path)["view"], player.get("/api/rounds", mine=True, table=table)["rounds"]
        last = {"last-result": rounds[0]["player"]["result_cents"]} if rounds and "player" in rounds[0] else {}
        own = {} if (view["last_round"] or {}).get("player") is None else table_figures(view)
        figures = table_figures(view) | last | ({"last-result": own["last-result"]} if own else {})
        return Truth(figures | rounds_figures(rounds), [view, rounds, player.get("/api/me/limits")])

    def board() -> Truth:
        view = view_of(table)
        return Truth(table_figures(view), [view])

    def lobby() -> Truth:
        tiles, me = player.get("/api/lobby"), player.get("/api/session")["me"]
        return Truth(lobby_figures(tiles, me["balance_cents"]), [tiles, me])

    def view_of(name: str) -> Any:
        return httpx.get(f"{site.url}/api/tables/{name}").json()["view"]

    others = [view_of(name) for name in TABLES if name != table]  # nobody plays there meanwhile

    def wall() -> Truth:
        tiles = player.get("/api/lobby")
        return Truth(lobby_figures(tiles), [tiles, view_of(table), others])

    def pit() -> Truth:
        rows, day = supervisor.get("/api/reports/tables")["rows"], supervisor.get("/api/reports/day", table=table)
        answers = [rows, day, *map(supervisor.get, (path, "/api/floor", f"/api/rounds?table={table}", "/api/events"))]
        return Truth(pit_figures(rows, table, day), answers)

    return {
        "terminal": Screen("terminal", windows.at(f"player {size}", "player", f"/table/{table}", size), terminal),
        "board": Screen("board", windows.at("board", None, f"/board/{table}"), board),
        "lobby": Screen("lobby", windows.at("lobby", "player", "/"), lobby),
        "wall": Screen("wall", windows.at("wall", None, "/board"), wall),
        "pit": Screen("pit", windows.at("pit", "supervisor", f"/pit/{table}", "terminal"), pit),
    }


def open_office(windows: Windows) -> Screen:
    """Open the office, which loads the figures of the day when it is opened."""
    site = windows.site
    office = windows.at("office", "auditor", "/office/day")
    office.reload()

    def day() -> Truth:
        figures = site.as_("auditor").get("/api/reports/day")["figures"]
        return Truth(day_figures(figures), [figures])

    expect(office.locator("[data-day]")).to_be_visible()
    return Screen("office", office, day)


@pytest.mark.parametrize("family", sorted(FAMILIES))
@pytest.mark.parametrize("size", or_soak(SIZES, 1))
def test_every_figure_of_an_evening_is_the_servers(windows: Windows, family: str, size: Any) -> None:
    screens = screens_of(windows, family, size)
    page = screens["terminal"].page
    expect(page.locator("[data-balance]")).to_be_visible()
    for step in ROUNDS[family][1](Table(windows.site, family), page):
        for screen in screens.values():
            screen.compare()
        if step == "result":
            office = open_office(windows)
            office.compare()
    if family in HOUSE_BANKED:
        assert {"hold", "expected-hold"} <= screens["pit"].kinds
        assert {"hold", "expected"} <= office.kinds
    screens["office"] = office
    for name, needed in (NEEDED | {"terminal": WITHOUT_BETS.get(family, BETS)}).items():
        assert needed <= screens[name].kinds, f"{name} never showed {needed - screens[name].kinds}"


def test_a_player_dealer_without_a_wager_sees_the_result_of_the_bank(windows: Windows) -> None:
    screens = screens_of(windows, BANK_TABLE, "laptop")
    page = screens["terminal"].page
    expect(page.locator("[data-balance]")).to_be_visible()
    for _ in own_bank(Table(windows.site, BANK_TABLE), page):
        for screen in screens.values():
            screen.compare()
    assert {"result", "part"} <= screens["terminal"].kinds


def test_a_page_with_an_older_answer_than_the_servers_is_found(windows: Windows) -> None:
    """Give the lobby an answer in which one limit is another: it then shows a figure that the API does not have."""
    lobby = screens_of(windows, "war", "laptop")["lobby"]
    lobby.compare()
    lobby.page.route("**/api/lobby", lambda route: route.fulfill(json=_with_another_limit(route.fetch().json())))
    shown = lobby.page.locator('[data-figure="limit:war"]')
    before = shown.inner_text()
    expect(shown).not_to_have_text(before)
    faults = lobby.truth().faults(shown_on(lobby.page))
    lobby.page.unroute("**/api/lobby")
    assert any(fault.startswith("limit:war “") for fault in faults)


def _with_another_limit(tiles: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        tile | {"limit": {"least_cents": 7_00, "most_cents": 77_00}} if tile["table"] == "war" else tile
        for tile in tiles
    ]
