"""Games with tiles on the screens: setting four tiles, refused fouls, and tiles that a dealer enters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.geometry import IN_SIGHT
from tests.browser.site import Site, open_site
from tests.browser.steps import next_is
from tests.browser.test_table_layout import at_console, at_table, open_window, walk
from tests.browser.tiles_night import BANK, CIRCLES, OTHER, OWN, STATES, TILES, Circles, Tiles, a_tiles_night
from tests.browser.visits import Visits
from tests.soak import in_soak

SLOW = {"schedule": 1, "betting_seconds": 600, "offer_seconds": 600, "decision_seconds": 600}
TABLES = {
    "tiles": {"rulebook": TILES} | SLOW,
    "circles": {"rulebook": CIRCLES} | SLOW,
}
SETTING = (*IN_SIGHT, "[data-tray-card]", "[data-made]", "[data-arrange-foot]")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("tiles"), TABLES, provider=False) as opened:
        yield opened


def tile(page: Page, name: str) -> Locator:
    return page.locator(f'[data-tray-card="{name}"]')


def check_tray(page: Page, tray: str, *tiles: str) -> None:
    """Check that a tray holds exactly these tiles, in any order; the second of two equal tiles is written `5-6'`."""
    cards_in_tray = page.locator(f'[data-tray="{tray}"]')
    expect(cards_in_tray.locator("[data-tray-card]")).to_have_count(len(tiles))
    for name in tiles:
        expect(cards_in_tray.locator(f'[data-tray-card="{name}"]')).to_have_count(1)


def called(page: Page, high: str, low: str) -> None:
    expect(page.locator('[data-made="high"]')).to_have_text(high)
    expect(page.locator('[data-made="low"]')).to_have_text(low)


def choice(page: Page, name: str) -> Locator:
    return page.locator(f'[data-choice="{name}"]')


def low_of(site: Site, table: str, seat: int) -> list[str]:
    """Return the low hand that a seat has set."""
    felt: Any = site.state(table).replay_play.state
    hand = next(seat_hand for seat_hand in felt.seats if seat_hand.seat == seat)
    return sorted(str(tile) for tile in hand.arrangement[1])


def test_a_round_of_tiles_from_the_dealers_keys_to_the_board(site: Site, visit: Visits) -> None:
    """Check a whole round: dice and tiles are entered, hands set on a phone, a foul refused, and hands compared.

    Equal tiles are told apart.
    """
    table = Tiles(site, "tiles")
    table.bets()
    table.closed()
    console, board = visit("dealer", "/dealer/tiles", "laptop"), visit(None, "/board/tiles", "terminal")
    phone, page = visit("player", "/table/tiles", "phone"), visit("player2", "/table/tiles", (1280, 800))
    next_is(console, "Throw the dice and enter them")
    console.keyboard.type("432")
    console.keyboard.press("Enter")
    next_is(console, "Player-dealer: tile 1")
    console.keyboard.type("11")
    next_is(console, "Player-dealer: tile 2")
    console.keyboard.type("6")
    expect(console.locator('[data-tile="1-1"]')).to_be_disabled()
    console.locator('[data-tile="2-6"]').click()
    next_is(console, "Player-dealer: tile 3")
    table.deal(f"{BANK[8:]} {OWN} {OTHER}")
    next_is(console, "Seats 3 and 2 set their hands")

    check_tray(phone, "low", "1-5", "1-2")
    called(phone, "Wong", "9")
    for name in ("6-6", "1-5", "4-5", "1-2"):
        tile(phone, name).tap()
    called(phone, "9", "Wong")
    expect(phone.locator("[data-foul]")).to_contain_text("The low hand is above the high one.")
    expect(choice(phone, "set")).to_be_disabled()
    choice(phone, "house-way").tap()
    called(phone, "Wong", "9")
    choice(phone, "set").tap()
    expect(phone.locator("[data-stage]")).to_have_attribute("data-stage", "compared")
    for name in BANK.split():
        assert f'"{name}"' not in visit.received_by(phone), "the player-dealer's tiles lie face down"

    called(page, "Pair of Foo", "0")
    tile(page, "5-6'").click()
    tile(page, "3-3").click()
    check_tray(page, "low", "5-6'", "2-2")
    choice(page, "undo").click()
    check_tray(page, "high", "5-6", "5-6'")
    page.keyboard.press("s")
    expect(page.locator("[data-stage]")).to_have_attribute("data-stage", "compared")
    assert low_of(site, "tiles", 2) == ["2-2", "3-3"]
    for _ in range(2):
        console.locator('[data-house-way="4"]').click()
    for hand in ("Open Seat 3", "Open Seat 2"):
        next_is(console, hand)
        console.keyboard.press("Enter")
    next_is(console, "Call the result")
    console.keyboard.press("Enter")
    expect(phone.locator('[data-part="high"]')).to_have_attribute("data-came", "win")
    _is_won_twice(phone)
    expect(console.locator("[data-payments] [data-stop]").first).to_contain_text("Seat 3 Wins both")
    expect(page.locator(".line .main")).to_have_text("Push: you won the high hand")
    expect(board.locator("[data-road] tbody .took")).to_have_count(3)
    expect(board.locator('[data-hands] [data-card="4-4"]')).to_be_visible()


def _is_won_twice(page: Page) -> None:
    """Check the result of the player of the test: the headline, the sentence between two hands, and the fee."""
    expect(page.locator(".line .main")).to_have_text("You win both hands")
    expect(page.locator('[data-part="low"] .verdict')).to_contain_text("9, Look over 8, Yun: you win it")
    expect(page.locator('[data-result="fee"]')).to_contain_text("taken before the deal")


def test_a_round_of_circles_from_the_die_to_the_board(site: Site, visit: Visits) -> None:
    """Check a whole round: a ten-sided die and tiles are entered, hands opened in order, and three wagers settled."""
    table = Circles(site, "circles")
    table.bets()
    table.closed()
    console, board = visit("dealer", "/dealer/circles", "laptop"), visit(None, "/board/circles", "terminal")
    phone = visit("player", "/table/circles", "phone")
    next_is(console, "Throw the die and enter it")
    console.keyboard.type("0")
    console.keyboard.press("Enter")
    next_is(console, "Seat 3: tile 1")
    console.keyboard.type("w")
    next_is(console, "Seat 3: tile 2")
    console.keyboard.type("9")
    next_is(console, "Player-dealer: tile 1")
    table.deal("7 8  4 4")
    next_is(console, "Open Seat 3")
    expect(phone.locator('[data-hand="player:3"]')).to_have_attribute("data-came", "")
    console.keyboard.press("Enter")
    expect(phone.locator('[data-hand="player:3"]')).to_have_attribute("data-came", "win")
    expect(phone.locator('[data-made="player:3"]')).to_have_text("9")
    next_is(console, "Open Seat 2")
    console.keyboard.press("Enter")
    next_is(console, "Call the result")
    console.keyboard.press("Enter")
    expect(console.locator("[data-payments] [data-stop]").first).to_contain_text("Seat 3 9, window high, Wins")
    expect(phone.locator(".line .main")).to_have_text("You win: 9, window high over 5, 8 high")
    expect(phone.locator('[data-result="tie"]')).to_contain_text("not the same tiles")
    expect(board.locator("[data-road] tbody .took")).to_have_count(2)


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_tiles_night(tmp_path_factory.mktemp("night")) as opened:
        yield opened


@pytest.fixture(scope="module")
def night_visits(browser: Browser, night: Site) -> Iterator[Visits]:
    opened = Visits(browser, night)
    yield opened
    opened.close()


@in_soak
def test_pages_fit_in_every_state(night_visits: Visits, night: Site) -> None:
    tables = {name: replace(at_table(name), needed=(*at_table(name).needed, *SETTING)) for name in STATES}
    found = walk(open_window(night_visits, night, "player"), tables)
    found += walk(open_window(night_visits, night, "dealer"), {name: at_console(name) for name in STATES})
    assert not found, "\n".join(found)
