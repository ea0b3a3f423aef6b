"""The Lab in a browser: a side bet is designed to five per cent, compared with the filed one, and played."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import Site, open_site, until
from tests.browser.steps import bet, spot
from tests.browser.visits import Visits

BASE, WAGER = "co-dragon-bonus", "dragon-bonus-player"
COUNTED_MS = 120_000
"""Longest wait for a count: the first one may compile kernels."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Open a demonstration house."""
    with open_site(tmp_path_factory.mktemp("lab")) as site:
        yield site


@pytest.fixture
def visit(browser: Browser, house: Site) -> Iterator[Visits]:
    visits = Visits(browser, house)
    yield visits
    visits.close()


def open_draft(house: Site, visit: Visits, size: str) -> Page:
    """Open a new draft of the player's, with the side bet chosen."""
    made = house.as_("player").post("/api/lab/drafts", rulebook=BASE)
    page = visit("player", f"/lab/{made['id']}", size)
    page.locator(f"[data-lab-wager={WAGER}]").click(timeout=COUNTED_MS)
    expect(page.get_by_role("heading", name="Dragon Bonus, Player")).to_be_visible()
    return page


def edge(page: Page, text: str) -> None:
    expect(page.locator("[data-lab-figure=edge]")).to_have_text(text, timeout=COUNTED_MS)


@pytest.mark.parametrize("size", ["phone", "terminal"])
def test_a_side_bet_is_designed_to_five_percent_compared_and_played(house: Site, visit: Visits, size: str) -> None:
    page = open_draft(house, visit, size)
    edge(page, "2.6517%")
    exact = page.locator(".card", has_text="Exact")
    expect(exact).to_contain_text("23.624", timeout=COUNTED_MS)
    expect(exact).to_contain_text("5.0000%")
    page.get_by_role("button", name=re.compile("Nearest whole 24 to 1")).click()
    edge(page, "4.8615%")
    pay = page.get_by_role("textbox", name=re.compile("win by 9"))
    expect(pay).to_have_value("24")
    pay.fill("25")
    edge(page, "4.4932%")
    page.get_by_role("button", name="Undo").click()
    edge(page, "4.8615%")

    row = page.get_by_role("row", name="Standard deviation")
    expect(row).to_contain_text("2.4736")
    expect(row).to_contain_text("2.2190")
    expect(page.get_by_text("+2.2098 points")).to_be_visible()
    expect(page.locator("[data-lab-figure=verdict]")).to_contain_text(
        "2.51 against an edge of 4.86", timeout=COUNTED_MS
    )
    expect(page.get_by_role("button", name="win by 8 at")).to_be_visible(timeout=COUNTED_MS)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.evaluate("innerWidth")

    page.get_by_role("button", name="Play it").click()
    page.wait_for_url(re.compile(r"#/table/lab-"))
    expect(spot(page, WAGER)).to_be_visible()
    bet(page, "$25", "player")
    bet(page, "$5", WAGER)
    expect(spot(page, WAGER)).to_contain_text("24 to 1" if size == "terminal" else "24")
    table = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Ready").click()
    until(lambda: "round-settled" in house.kinds(table))


def test_a_wrong_word_in_a_condition_is_marked_and_completed(house: Site, visit: Visits) -> None:
    page = open_draft(house, visit, "terminal")
    page.get_by_role("button", name="Non-natural win by 9").click()
    condition = page.get_by_role("combobox", name="Condition")
    condition.fill("player_wins and bnker_total == 0")
    expect(page.locator(".problem mark")).to_have_text("bnker_total", timeout=COUNTED_MS)
    expect(page.locator(".problem")).to_contain_text('did you mean "banker_total"?')
    condition.fill("player_wins and margin == 9 and player_ca")
    page.get_by_role("option", name=re.compile("^player_cards")).click()
    expect(condition).to_have_value("player_wins and margin == 9 and player_cards")
    condition.press("End")
    condition.type(" == 2")
    expect(page.locator(".problem")).to_have_count(0, timeout=COUNTED_MS)


def test_a_name_in_a_condition_of_the_text_is_completed(house: Site, visit: Visits) -> None:
    page = open_draft(house, visit, "terminal")
    page.get_by_role("tab", name="Text (TOML)").click()
    text = page.get_by_role("textbox", name="Text of the draft")
    edge(page, "2.6517%")
    begin = text.input_value().index('when = "{side}') + len('when = "')
    text.evaluate("(area, place) => { area.focus(); area.setSelectionRange(place, place) }", begin)
    text.type("player_ca")
    page.get_by_role("option", name=re.compile("^player_cards")).click()
    expect(text).to_have_value(re.compile(r'when = "player_cards\{side'))
    text.evaluate("(area) => area.setSelectionRange(0, 0)")
    text.type("player_ca")
    expect(page.get_by_role("option", name=re.compile("^player_"))).to_have_count(0)


def test_a_whole_table_is_proposed_taken_and_undone(house: Site, visit: Visits) -> None:
    page = open_draft(house, visit, "terminal")
    edge(page, "2.6517%")
    proposed = page.locator("[data-tables] button").first
    expect(proposed).to_be_visible(timeout=COUNTED_MS)
    share = proposed.locator("b").inner_text()
    proposed.click()
    edge(page, share)
    page.get_by_role("button", name="Undo").click()
    edge(page, "2.6517%")


def test_text_that_is_no_rulebook_says_in_which_line(house: Site, visit: Visits) -> None:
    page = open_draft(house, visit, "terminal")
    page.get_by_role("tab", name="Text (TOML)").click()
    text = page.get_by_role("textbox", name="Text of the draft")
    text.fill(text.input_value().replace('odds = "30:1"', 'odds = "thirty"', 1))
    problem = page.locator(".problems li").first
    expect(problem).to_contain_text("thirty", timeout=COUNTED_MS)
    line = page.locator(".numbers .wrong").first
    assert "thirty" in text.input_value().splitlines()[int(line.inner_text()) - 1]


def test_an_administrator_approves_what_another_designed(house: Site, visit: Visits) -> None:
    made = house.as_("supervisor").post("/api/lab/drafts", rulebook=BASE)
    house.as_("supervisor").post(f"/api/lab/drafts/{made['id']}/submit")
    page = visit("admin", "/lab", "terminal")
    draft = page.get_by_role("listitem").filter(has_text=made["rulebook"])
    draft.get_by_role("button", name="Approve").click()
    expect(draft).to_contain_text("Approved")
