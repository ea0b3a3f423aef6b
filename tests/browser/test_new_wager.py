"""Rulebook of a house with a side bet of its own: the screens show the bet without a change of their code."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.server.static_files import FOLDER
from tests.browser.site import Site, open_site
from tests.browser.steps import (
    bet,
    call_result,
    close_bets,
    deal,
    has_balance,
    new_shoe,
    open_bets,
    somebody_bets,
    spot,
)
from tests.browser.visits import Visits

TABLE = "own-rules"
WAGER = "lantern-9"
SIDE_BET = """
[[wager]]
id       = "lantern-9"
title    = "Lantern 9"
summary  = "Wins when the Player's hand wins with a three-card 9."
pays     = [{ when = "player_wins and player_total == 9 and player_cards == 3", odds = "20:1" }]
limits   = { min = "5", max = "100" }
backline = false
cite     = "L14"
"""
A_THREE_CARD_9 = ("2h", "Tc", "3d", "7s", "4c")
SCREENS = Path(__file__).parents[2] / "web" / "src"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Open a house with a rulebook file in its own folder."""
    folder = tmp_path_factory.mktemp("house")
    rules = folder / "rules" / "lantern-baccarat.toml"
    rules.parent.mkdir()
    copied = files("croupier.rulebook").joinpath("data/ilani-midi-baccarat.toml").read_text("utf-8")
    rules.write_text(copied.replace('"ilani-midi-baccarat"', '"lantern-baccarat"', 1) + SIDE_BET, "utf-8")
    with open_site(folder, {TABLE: {"rulebook": str(rules), "betting_seconds": 600}}) as site:
        new_shoe(site, TABLE)
        yield site


@pytest.fixture
def visit(browser: Browser, house: Site) -> Iterator[Visits]:
    visits = Visits(browser, house)
    yield visits
    visits.close()


def test_no_screen_mentions_the_new_wager_in_its_code() -> None:
    """Check that the text which the other tests find on the screens can only come from the rulebook."""
    for folder, kind in ((SCREENS, "*.*"), (FOLDER, "*.*")):
        texts = [path.read_text("utf-8", errors="replace") for path in folder.rglob(kind) if path.is_file()]
        assert texts
        assert not [text for text in texts if "lantern" in text.lower()]


@pytest.mark.parametrize("size", ["phone", "terminal"])
def test_the_spot_of_the_new_wager_takes_chips_and_is_paid(house: Site, visit: Visits, size: str) -> None:
    page = visit("player", f"/table/{TABLE}", size)
    open_bets(house, TABLE)
    before = house.balance("player")
    new = spot(page, WAGER)
    expect(new).to_contain_text("Lantern 9")
    expect(new).to_contain_text("20 to 1")
    expect(new).to_contain_text("$5–$100")
    assert lies_open(page, WAGER)
    bet(page, "$5", WAGER)
    expect(new).to_contain_text("wins $100")
    close_bets(house, TABLE)
    deal(house, TABLE, A_THREE_CARD_9)
    call_result(house, TABLE)
    expect(new).to_contain_text("pays 20 to 1" if size == "terminal" else "20 to 1")  # a phone folds its spots
    expect(new).to_contain_text("+$100")
    has_balance(page, before + 100_00)


def lies_open(page: Page, wager: str) -> bool:
    """Check that nothing covers the middle of the spot, so that a tap there hits it."""
    spot(page, wager).scroll_into_view_if_needed()
    script = """wager => {
        const spot = document.querySelector(`[data-wager="${wager}"]`), box = spot.getBoundingClientRect();
        return spot.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    }"""
    return bool(page.evaluate(script, wager))


def test_a_chip_below_the_minimum_of_the_new_wager_is_explained(house: Site, visit: Visits) -> None:
    page = visit("player2", f"/table/{TABLE}")
    open_bets(house, TABLE)
    page.get_by_role("radio", name="$1 chip").click()
    spot(page, WAGER).click()
    expect(spot(page, WAGER)).to_contain_text("Minimum here is $5: $4 more")
    somebody_bets(house, TABLE, "player")
    close_bets(house, TABLE)
    deal(house, TABLE, A_THREE_CARD_9)
    call_result(house, TABLE)
    assert house.balance("player2") == 5_000_00


@pytest.mark.parametrize("size", ["phone", "terminal"])
def test_the_rules_and_odds_of_the_new_wager_are_one_tap_away(visit: Visits, size: str) -> None:
    page = visit("player", f"/table/{TABLE}", size)
    page.get_by_role("button", name="Rules").last.click()
    sheet = page.get_by_role("dialog")
    rules = sheet.locator("section", has=page.get_by_role("heading", name="Lantern 9"))
    expect(rules).to_contain_text("$5–$100")
    expect(rules).to_contain_text("three-card 9")
    expect(rules).to_contain_text("20 to 1")
    sheet.get_by_role("tab", name="Odds").click()
    odds = sheet.get_by_role("row", name="Lantern 9")
    expect(odds).to_contain_text("22.884%", timeout=120_000)
    expect(odds).to_contain_text("3.672%")
    expect(sheet).to_contain_text("Counted exactly over")


def test_the_lobby_shows_the_game_with_the_new_wager(visit: Visits) -> None:
    page = visit(None)
    page.get_by_role("button", name="Rules and odds").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Lantern 9")
