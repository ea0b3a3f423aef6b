"""Pai gow poker on every screen: cards are laid by tap, by drag and by key, a foul cannot be set, zero sets what lies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.server.demonstration import PROVIDER
from tests.browser.geometry import AT_A_TABLE, faults
from tests.browser.pai_gow_night import BANK, DICE, FORTUNE, OTHER, OWN, SECONDS, SETTING, STATES, PaiGow, a_pai_gow_night
from tests.browser.site import Site, open_site, until
from tests.browser.steps import next_is
from tests.browser.visits import Visits
from tests.soak import or_soak

NEEDED = (*AT_A_TABLE, "[data-tray-card]", "[data-made]", "[data-arrange-foot]")
QUICK = {"rulebook": FORTUNE, "betting_seconds": 600, "offer_seconds": 600}
TABLES = {"tap": QUICK | {"decision_seconds": 600}, "drag": QUICK | {"decision_seconds": 600}, "late": QUICK | {"decision_seconds": 6}}
SIZES = [(1280, 800), (390, 844)]
MORE = [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 768), (768, 1024), (360, 640), (320, 568), (844, 390)]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path, TABLES, provider=False) as site:
        yield site


def card(page: Page, name: str) -> Locator:
    return page.locator(f'[data-tray-card="{name}"]')


def lies(page: Page, tray: str, *cards: str) -> None:
    """These cards lie in a tray, in any order."""
    expect(page.locator(f'[data-tray="{tray}"] [data-tray-card]')).to_have_count(len(cards))
    for one in cards:
        expect(page.locator(f'[data-tray="{tray}"] [data-tray-card="{one}"]')).to_have_count(1)


def called(page: Page, high: str, low: str) -> None:
    expect(page.locator('[data-made="high"]')).to_have_text(high)
    expect(page.locator('[data-made="low"]')).to_have_text(low)


def choice(page: Page, name: str) -> Locator:
    return page.locator(f'[data-choice="{name}"]')


def edge_is_on(page: Page, name: str) -> None:
    """The clock runs round this button, and round no other."""
    expect(page.locator("[data-clock-edge]")).to_have_count(1)
    expect(choice(page, name).locator("[data-clock-edge]")).to_have_count(1)


def test_a_hand_is_laid_by_tap_by_drag_and_by_key(site: Site, visit: Visits) -> None:
    tap, drag, late = (PaiGow(site, name) for name in TABLES)
    for table in (tap, drag, late):
        table.setting()

    # By taps on a phone: a foul is said and cannot be set; the house way mends it.
    phone = visit("player", "/table/tap", "phone")
    lies(phone, "low", "9d", "9c")
    called(phone, "three aces", "pair of nines")
    edge_is_on(phone, "set")
    expect(phone.locator('[data-lying="fortune-bonus"]')).to_contain_text("Full house pays 5 to 1: $125")
    card(phone, "Ah").tap()
    expect(card(phone, "Ah")).to_have_attribute("aria-pressed", "true")
    card(phone, "9d").tap()
    card(phone, "JK").tap()
    card(phone, "9c").tap()
    lies(phone, "low", "Ah", "JK")
    called(phone, "pair of nines", "pair of aces")
    expect(phone.locator("[data-foul]")).to_contain_text("The low hand outranks the high.")
    expect(choice(phone, "set")).to_be_disabled()
    expect(choice(phone, "set")).to_contain_text("low outranks high")
    edge_is_on(phone, "house-way")
    until(lambda: 2 in site.state("tap").round.drafts)  # type: ignore[union-attr]
    choice(phone, "undo").tap()
    lies(phone, "low", "Ah", "9c")
    choice(phone, "house-way").tap()
    lies(phone, "low", "9d", "9c")
    choice(phone, "set").tap()
    expect(phone.locator("[data-stage]")).to_have_attribute("data-stage", "compared")
    assert {card["card"] for card in _own(site, "tap")} >= {"As", "JK"}

    # By drag and by key on a terminal; what a tap would make of it is said first.
    page = visit("player", "/table/drag", (1280, 800))
    card(page, "Ah").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-tray="low"] .hint')).to_have_text("With A♥ instead: ace-nine")
    page.keyboard.press("Enter")
    card(page, "Kd").drag_to(card(page, "9d"))
    lies(page, "low", "Kd", "9c")
    called(page, "three aces", "king-nine")
    page.keyboard.press("u")
    lies(page, "low", "9d", "9c")
    card(page, "4s").drag_to(card(page, "9c"))
    card(page, "Kd").drag_to(card(page, "9d"))
    lies(page, "low", "Kd", "4s")
    called(page, "aces full of nines", "king-four")
    page.keyboard.press("s")
    expect(page.locator("[data-stage]")).to_have_attribute("data-stage", "compared")

    # Zero sets a legal draft as it lies.
    slow = visit("player", "/table/late", (1280, 800))
    card(slow, "Kd").click()
    card(slow, "9d").click()
    card(slow, "4s").click()
    card(slow, "9c").click()
    until(lambda: 2 in site.state("late").round.drafts)  # type: ignore[union-attr]
    expect(slow.locator("[data-stage]")).to_have_attribute("data-stage", "compared", timeout=20_000)
    assert _low(site, "late") == {"Kd", "4s"}

    # Nobody else has been told any of it.
    other = visit("player2", "/table/drag", "phone")
    expect(other.locator("[data-tray-card]")).to_have_count(7)
    for one in OWN.split():
        assert f'"{one}"' not in visit.told(other)


def _own(site: Site, table: str) -> list[dict[str, str]]:
    view = site.as_("player").get(f"/api/tables/{table}")
    return [one for name, cards in view["hands"].items() if name.startswith("player:2") for one in cards]


def _low(site: Site, table: str) -> set[str]:
    view = site.as_("player").get(f"/api/tables/{table}")
    return {one["card"] for one in view["hands"]["player:2/low"]}
