"""Lobby: choosing a table, playing several tables at once, and the guide for new players."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from croupier.rulebook.languages import LANGUAGES
from tests.browser.site import Site
from tests.browser.steps import has_balance, spot
from tests.browser.visits import Visits, go, sign_in

BACCARAT = {"rulebook": "ilani-midi-baccarat", "mode": "automated", "betting_seconds": 9, "result_ms": 2500}
TABLES: dict[str, dict[str, Any]] = {
    "b-one": {**BACCARAT, "number": 7, "title": "Lotus Room", "languages": ["en", "vi"]},
    "b-two": {**BACCARAT, "mode": "dealer-assist"},
    "j-one": {"rulebook": "house-blackjack", "mode": "automated", "betting_seconds": 600},
}
DESKS = {"dealer": "dealer", "supervisor": "pit", "cashier": "cage", "auditor": "office", "admin": "office"}


def shows(page: Page, *tables: str) -> None:
    """Check that exactly these tables are listed."""
    expect(page.locator("article")).to_have_count(len(tables))
    for nth, table in enumerate(tables):
        expect(page.locator("article").nth(nth)).to_have_attribute("data-table", table)


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


def no_ids(page: Page) -> None:
    """Check that the page shows no internal name, such as those in the log."""
    text = page.locator("body").inner_text()
    assert not re.search("|".join(TABLES), text), text


@pytest.mark.site(TABLES, provider=False)
def test_the_lobby_finds_keeps_and_names_tables(site: Site, visit: Visits) -> None:
    page = visit("player", "/", "phone")
    lotus = page.locator("article", has_text="Table 7 · Lotus Room")
    expect(lotus).to_contain_text("English, Vietnamese")
    expect(page.locator("article")).to_have_count(3)
    assert page.locator("article .picture svg").count() >= 3
    has_balance(page, site.balance("player"))
    no_ids(page)
    search, show_all = page.get_by_role("searchbox"), page.get_by_role("button", name="Show all")
    search.fill("lotus")
    expect(page.locator("article")).to_have_count(1)
    search.fill("2")
    shows(page, "j-one")  # the second of the tables without a configured number
    show_all.click()
    page.get_by_role("button", name="Blackjack", exact=True).click()
    shows(page, "j-one")
    show_all.click()
    page.get_by_label("Language spoken").select_option("vi")
    shows(page, "b-one")
    show_all.click()
    page.get_by_label("Stake", exact=True).select_option("500")
    shows(page, "j-one")
    show_all.click()
    page.get_by_role("button", name="Favourite: Electronic Midi Baccarat, Table 1").click()
    page.get_by_role("button", name="Favourites", exact=True).click()
    shows(page, "b-two")
    page.get_by_role("button", name="Recent").click()
    expect(page.get_by_text("You have not been at a table")).to_be_visible()
    show_all.click()
    lotus.get_by_role("link", name="Play").click()
    expect(page).to_have_title("Electronic Midi Baccarat · Table 7 · Lotus Room")
    go(page, "/")
    page.get_by_role("button", name="Recent").click()
    shows(page, "b-one")
    page.reload()
    page.get_by_role("button", name="Favourites", exact=True).click()
    shows(page, "b-two")


@pytest.mark.site(TABLES, provider=False)
def test_each_role_starts_on_its_own_page(visit: Visits) -> None:
    visit.allow("401 (Unauthorized)")  # a page may still send requests after the sign-out
    page = visit(None)
    for person, path in DESKS.items():
        sign_in(page, person)
        expect(page).to_have_url(re.compile(f"#/{path}$"))
        page.get_by_role("button", name=re.compile("^Sign out")).click()
    sign_in(page, "player")
    expect(page.locator("[data-balance]")).to_be_visible()
    expect(page).to_have_url(re.compile("/#/$"))


@pytest.mark.site(TABLES, provider=False)
def test_several_tables_are_played_side_by_side_and_in_tabs(site: Site, visit: Visits) -> None:
    page = visit("player", "/", (1600, 900))
    for name in ("Table 7", "Table 2"):
        page.get_by_role("button", name=re.compile(f"Add to my tables: .*{name}")).click()
    page.get_by_role("button", name="Play them side by side").click()
    baccarat, blackjack = page.locator("[data-several=b-one]"), page.locator("[data-several=j-one]")
    left, right = box_of(baccarat), box_of(blackjack)
    assert left["x"] + left["width"] <= right["x"]
    assert left["y"] == right["y"]
    no_ids(page)
    page.get_by_role("radio", name="$25 chip").click()
    baccarat.locator("[data-wager=banker]").click()
    blackjack.locator("[data-wager=blackjack]").click()
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", str(5_000_00 - 50_00))
    expect(baccarat.locator("[data-seconds]")).to_be_visible()
    expect(baccarat.get_by_role("button", name="Repeat $25")).to_be_enabled(timeout=20_000)
    baccarat.get_by_role("button", name="Repeat $25").click()
    expect(baccarat.locator("[data-wager=banker] .pill")).to_have_text("$25")
    boxes_are_bet_at(site, blackjack)
    blackjack.get_by_role("button", name="This table alone").click()
    expect(spot(page, "blackjack")).to_be_visible()
    page.get_by_role("button", name="All side by side").click()
    expect(baccarat).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(2)
    expect(tabs.nth(0)).to_have_text(re.compile(r"^Table 7\s*(\d+ s · \$25|[+-−]?\$\d+|\$25)"))
    expect(tabs.nth(1).locator("[data-badge]")).to_contain_text("$25")
    tabs.nth(1).click()
    expect(spot(page, "blackjack").locator(".pill")).to_have_text("$25")


def boxes_are_bet_at(site: Site, table: Locator) -> None:
    """Check that chips go to the chosen box, also while other tables are shown next to it."""
    site.as_("player").command("j-one", "sit-down", seat=4)
    table.locator('[data-box="4"]').click()
    table.locator("[data-wager=blackjack]").click()
    for seat in (1, 4):
        expect(table.locator(f'[data-box="{seat}"]')).to_contain_text("$25")
    expect(table.locator("[data-staked]")).to_have_attribute("data-staked", "5000")
    table.get_by_role("button", name="Clear", exact=True).click()
    expect(table.locator('[data-box="4"]')).not_to_contain_text("$")
    expect(table.locator('[data-box="1"]')).to_contain_text("$25")
    table.locator('[data-box="1"]').click()


@pytest.mark.site({"b-one": BACCARAT}, provider=False)
def test_a_new_player_is_shown_the_guide_once_and_the_reason_of_a_win(site: Site, visit: Visits) -> None:
    page = visit("player", "/table/b-one", "laptop", newcomer=True)
    guide = page.locator("[data-guide]")
    for step in range(1, 6):
        expect(guide).to_have_attribute("data-guide", str(step))
        box = box_of(guide)
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= 1280
        assert box["y"] + box["height"] <= 800
        if step == 3:  # the guide does not cover the spots
            page.get_by_role("radio", name="$25 chip").click()
            spot(page, "player").click()
            spot(page, "banker").click()
            expect(spot(page, "banker").locator(".pill")).to_have_text("$25")
        guide.get_by_role("button", name=re.compile("Next|Let's play")).click()
    expect(guide).to_have_count(0)
    page.get_by_role("button", name="More").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_placeholder("A value of my own").fill("15")
    sheet.get_by_role("button", name="Put it in the rack").click()
    expect(sheet.get_by_role("button", name="$15 chip")).to_have_attribute("aria-pressed", "true")
    sheet.get_by_role("button", name="5 rounds", exact=True).click()
    stop = page.get_by_role("button", name="Stop repeating: 3 of 5 rounds left")
    expect(page.get_by_role("button", name="Stop repeating: 4 of 5 rounds left")).to_be_visible()
    expect(stop).to_be_visible(timeout=20_000)  # the chips are placed again in the next round
    expect(spot(page, "player").locator(".pill")).to_have_text("$25")
    stop.click()
    expect(page.get_by_role("button", name="Repeat", exact=True)).to_be_visible()
    page.get_by_role("button", name="My rounds").first.click()
    expect(page.get_by_role("dialog").locator("[data-where]").last).to_contain_text("Midi Baccarat · Table 1")
    page.get_by_role("dialog").locator("li button").last.click()
    why = page.locator("[data-why]")
    expect(why).to_contain_text("Wins when the Banker's hand is nearer to nine", timeout=20_000)
    expect(why).to_contain_text("Rule: ilani Midi Baccarat rules, line")
    expect(page.get_by_role("dialog")).to_contain_text("Round 1 at Table 1")
    page.get_by_role("button", name="Close").click()
    page.reload()
    expect(spot(page, "player")).to_be_visible()
    expect(guide).to_have_count(0)
    page.get_by_role("button", name="Help: how to play here").click()
    page.get_by_role("button", name="Show me this game in five steps").click()
    expect(guide).to_have_attribute("data-guide", "1")
    guide.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Help line").click()
    expect(page.get_by_role("dialog").locator(".line")).to_contain_text(re.compile(r"\d{3}"))


@pytest.mark.site(TABLES, provider=False)
def test_the_page_follows_the_language_that_is_chosen(visit: Visits) -> None:
    page = visit(None)
    page.get_by_role("button", name="Language, theme and sounds").click()
    menu, search = page.get_by_role("dialog"), page.locator("input[type=search]")
    english = search.get_attribute("placeholder") or ""
    for code, language in LANGUAGES.items():
        menu.get_by_role("button", name=language.name, exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", language.locale)
        expect(page.locator("button", has_text=language.short_name).first).to_be_visible()
        if code != "en":
            expect(search).not_to_have_attribute("placeholder", english)
    menu.get_by_role("button", name="繁體中文").click()
    expect(page.locator("button", has_text="二十一點")).to_be_attached()
