"""Lobby: choosing a table, playing several tables at once, and the guide for new players."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from croupier.rulebook.translations import LANGUAGES
from tests.browser.site import Site, until
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
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_the_lobby_finds_keeps_and_names_tables(size: str, site: Site, visit: Visits) -> None:
    page = visit("player", "/", size)
    lotus = page.locator("article[data-table=b-one]")
    expect(lotus).to_contain_text("Lotus Room")
    expect(lotus).to_contain_text("English, Vietnamese")
    expect(page.locator("article")).to_have_count(3)
    expect(page.get_by_role("button", name="Baccarat 2 tables")).to_be_visible()
    has_balance(page, site.balance("player"))
    no_ids(page)
    search = page.get_by_role("searchbox")
    search.fill("lotus")
    shows(page, "b-one")
    expect(page.get_by_role("heading", name="“lotus” in the name")).to_be_visible()
    search.fill("2")
    shows(page, "j-one")  # the second of the tables without a configured number
    expect(page.get_by_role("heading", name="Table 2 1 table")).to_be_visible()
    page.get_by_role("button", name="Clear the search").click()
    page.get_by_role("button", name="Blackjack 1 table").click()
    shows(page, "j-one")
    page.get_by_role("button", name="Blackjack 1 table").click()
    page.get_by_role("button", name="Favourite: Electronic Midi Baccarat, Table 1").click()
    favourites = page.get_by_role("button", name=re.compile("^Favourites"))
    favourites.click()
    shows(page, "b-two")
    favourites.click()
    lotus.get_by_role("link", name="Play").click()
    expect(page).to_have_title("Electronic Midi Baccarat · Table 7 · Lotus Room")
    go(page, "/")
    page.reload()
    favourites.click()
    shows(page, "b-two")


@pytest.mark.site(TABLES, provider=False)
def test_one_row_of_filters_narrows_the_tables(visit: Visits) -> None:
    page = visit("player", "/", "laptop")
    show_all = page.get_by_role("button", name="Show all")
    page.get_by_label("Language spoken").select_option("vi")
    shows(page, "b-one")
    show_all.click()
    page.get_by_role("radio", name="from $5", exact=True).click()
    shows(page, "j-one")
    show_all.click()
    page.get_by_role("button", name="With a dealer").click()
    shows(page, "b-two")
    show_all.click()
    page.get_by_role("button", name="Seats free").click()
    expect(page.locator("article")).to_have_count(3)
    page.get_by_role("button", name="Played lately").click()
    expect(page.get_by_text("You have not been at a table")).to_be_visible()
    show_all.click()
    page.get_by_role("link", name="Play: Electronic Midi Baccarat, Table 7 · Lotus Room").click()
    expect(page).to_have_title(re.compile("Table 7"))
    go(page, "/")
    page.get_by_role("button", name="Played lately").click()
    shows(page, "b-one")


@pytest.mark.site(TABLES, provider=False)
def test_the_search_says_why_a_table_was_found(visit: Visits) -> None:
    page = visit("player", "/", "phone")
    search, heading = page.get_by_role("searchbox"), page.locator("h2").first
    for typed, reason in (
        ("21", "Blackjack, also called 21"),
        ("BLACK jack", "Blackjack"),
        ("punto banco", "Baccarat, also called punto banco"),
        ("bacará", "Baccarat"),
        ("xi dach", "Blackjack, also called xì dách"),
        ("百家乐", "Baccarat, also called 百家乐"),
    ):
        search.fill(typed)
        expect(heading).to_contain_text(reason)
    search.fill("zebra")
    expect(page.get_by_text("Nothing is called “zebra”")).to_be_visible()
    search.fill("21")
    search.press("Enter")
    page.get_by_role("link", name=re.compile("^Play: .*Blackjack")).click()
    go(page, "/")
    search.fill("lo")
    page.get_by_role("button", name="21", exact=True).click()
    expect(search).to_have_value("21")


@pytest.mark.site(TABLES, provider=False)
def test_a_table_in_play_shows_its_own_road_last_hand_and_clock(site: Site, visit: Visits) -> None:
    page = visit("player", "/", "laptop")
    tile = page.locator("article[data-table=b-one]")
    expect(tile).to_contain_text("New shoe")
    expect(tile.locator("[data-road]")).to_have_count(0)
    player = site.as_("player")
    player.command("b-one", "sit-down", seat=2)
    player.command("b-one", "place-wagers", seat=2, wagers=[{"wager": "banker", "cents": 10_00}])
    expect(tile).to_contain_text("Betting")
    expect(tile.locator("[data-road] [data-mark]")).to_have_count(1, timeout=30_000)
    state = site.state("b-one")
    (square,) = state.trends.road_on_tile(state.family.history)
    expect(tile.locator("[data-road] [data-mark]")).to_have_attribute("data-mark", square["winner"])


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
    page = visit("player", "/", "laptop")
    page.get_by_role("button", name="Play several side by side").click()
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
    expect(page.locator("[data-staked-all]")).to_have_attribute("data-staked-all", "5000")
    blackjack.locator("[data-wager=blackjack]").click()
    expect(blackjack.locator("[data-staked]")).to_have_attribute("data-staked", "5000")
    page.get_by_role("button", name="Undo").click()  # the last touch, at whichever table
    expect(blackjack.locator("[data-staked]")).to_have_attribute("data-staked", "2500")
    expect(baccarat.locator("[data-staked]")).to_have_attribute("data-staked", "2500")
    expect(baccarat.locator("[data-seconds]")).to_be_visible()
    expect(baccarat.get_by_role("button", name="Repeat $25")).to_be_enabled(timeout=20_000)
    baccarat.get_by_role("button", name="Repeat $25").click()
    expect(baccarat.locator("[data-wager=banker] .pill")).to_have_text("$25")
    boxes_are_bet_at(site, blackjack)
    page.get_by_role("button", name="Change places").click()
    assert box_of(blackjack)["x"] < box_of(baccarat)["x"]
    page.get_by_role("button", name="Change places").click()
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


ASKING: dict[str, dict[str, Any]] = {
    "b-one": {**BACCARAT, "number": 7},
    "j-one": {"rulebook": "house-blackjack", "mode": "automated", "betting_seconds": 1, "decision_seconds": 60},
}


@pytest.mark.site(ASKING, provider=False)
def test_the_table_that_asks_is_framed_and_named_in_the_foot(site: Site, visit: Visits) -> None:
    page = visit("player", "/table/b-one/j-one", "laptop")
    blackjack, choices = page.locator("[data-several=j-one]"), page.locator("[data-question]")
    expect(page.locator("[data-asked]")).to_have_count(0)
    page.get_by_role("radio", name="$25 chip").click()
    for _ in range(8):  # a round without a question, such as a natural, is played again
        blackjack.locator("[data-wager=blackjack]").click(timeout=30_000)
        until(lambda: choices.count() or site.state("j-one").phase == "between-rounds", 30)
        if choices.count():
            break
        until(lambda: site.state("j-one").phase == "betting", 30)
    expect(page.locator("[data-asked='1']")).to_have_text(re.compile(r"^Table 1 waits for you, \d+ seconds?\.$"))
    expect(blackjack).to_have_class(re.compile("yours"))
    expect(choices.get_by_text("at zero this is done for you")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 800})
    for choice in choices.get_by_role("button").all():
        expect(choice).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Add a table").click()
    expect(page.get_by_text("2 tables chosen")).to_be_visible()


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
    expect(page.get_by_role("button", name=re.compile("^二十一點"))).to_be_attached()
