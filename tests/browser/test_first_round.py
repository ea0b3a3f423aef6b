"""A new player who knows baccarat plays a round without instructions, with a few taps on visible elements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.play.rulebook_library import load
from croupier.server.config import TableSection
from croupier.server.demonstration import demonstration_config
from croupier.table.settings import DealingMode
from tests.browser.site import Site
from tests.browser.steps import has_balance, spot
from tests.browser.visits import Visits

HALF_A_MINUTE_MS = 30_000
TAP_MS = 3_000
"""Assumed time in which a new player finds the next element to tap, in milliseconds."""
TAPS = 3
CARDS_MOST = 6
CREDIT = 5_000_00
QUICK = {"betting_seconds": 2, "result_ms": 60_000}
RESULT = re.compile("wins, . over .|Tie, . all")
TABLES = [
    section for section in demonstration_config(Path()).table if load(section.rulebook).written.family == "baccarat"
]
BY_MACHINE = [table for table in TABLES if table.mode is DealingMode.AUTOMATED]
DEMONSTRATION = pytest.mark.site(
    {table.name: table.model_dump(include={"rulebook", "options", "mode", "schedule"}) | QUICK for table in TABLES}
)


@dataclass
class Newcomer:
    """Player who taps only visible elements, and never scrolls."""

    page: Page
    taps: int = 0

    def tap(self, element: Locator) -> None:
        expect(element).to_be_in_viewport(ratio=1)
        element.tap()
        self.taps += 1


@DEMONSTRATION
@pytest.mark.parametrize("size", ["phone", "terminal"])
def test_a_new_player_plays_a_round_in_three_taps(site: Site, visit: Visits, size: str) -> None:
    """Check that three taps are enough: sign in, the first table, and a chip on a line.

    The chip also takes the first seat.
    """
    page = visit(None, "/", size)
    newcomer = Newcomer(page)
    newcomer.tap(page.get_by_role("button", name="Player one"))
    newcomer.tap(page.get_by_role("link", name="Play").first)
    newcomer.tap(spot(page, "banker"))
    has_played_one_round(site, page)
    assert newcomer.taps == TAPS


@DEMONSTRATION
def test_a_new_player_who_chooses_a_table_first_signs_in_there(site: Site, visit: Visits) -> None:
    page = visit(None, "/", "phone")
    newcomer = Newcomer(page)
    page.get_by_role("link", name="Play").first.tap()
    newcomer.tap(page.get_by_role("button", name="Player one"))
    newcomer.tap(spot(page, "banker"))
    has_played_one_round(site, page)


def has_played_one_round(site: Site, page: Page) -> None:
    """Check the result on the screen, the balance, and the round in the log."""
    expect(page.locator(".line .main")).to_have_text(RESULT, timeout=30_000)
    [played] = site.as_("player").get("/api/rounds", mine=True)["rounds"]
    assert played["player"]["staked_cents"] > 0
    has_balance(page, CREDIT + played["player"]["net_cents"])


@pytest.mark.parametrize("table", BY_MACHINE, ids=lambda table: table.name)
def test_the_times_of_the_demonstration_allow_a_first_round_in_half_a_minute(table: TableSection) -> None:
    """Check that the taps, the countdown and the longest hand together take at most half a minute."""
    deal_ms = (CARDS_MOST + 1) * table.card_ms
    assert TAPS * TAP_MS + table.betting_seconds * 1000 + deal_ms <= HALF_A_MINUTE_MS
