"""Promotional chips on the screens: granted by a cashier, staked by a player, won with, and redeemed from a coupon."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.site import Site
from tests.browser.steps import bet, call_result, close_bets, deal, has_balance, new_shoe, open_bets, spot
from tests.browser.visits import Visits

TABLE = "midi"
CREDIT = 5_000_00
PLAYER_WINS = ("9s", "2h", "Kd", "Kc")


@pytest.mark.site(
    {TABLE: {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600}}, provider=False, promotional=True
)
def test_a_cashier_gives_chips_and_a_player_stakes_them(site: Site, visit: Visits) -> None:
    new_shoe(site, TABLE)
    open_bets(site, TABLE)
    terminal = visit("player", f"/table/{TABLE}")
    switch = terminal.get_by_role("switch")
    expect(spot(terminal, "player")).to_be_visible()
    expect(switch).to_have_count(0)

    cage = visit("cashier", "/cage", "laptop")
    cage.get_by_role("button", name="Promotional chips").click()
    cage.get_by_label("Player's name or number").fill("player")
    cage.get_by_role("button", name="+$50", exact=True).click()
    cage.get_by_label("Campaign").fill("Opening week")
    cage.get_by_label("Reason, for the record").fill("Welcome")
    cage.get_by_role("button", name="Give to a player $50").click()
    cage.get_by_role("button", name="Yes, do it $50").click()
    expect(cage.get_by_role("article")).to_contain_text("Opening week")

    expect(switch).to_have_attribute("data-promotional-left", "5000")
    switch.click()
    bet(terminal, "$25", "player")
    expect(spot(terminal, "player")).to_have_attribute("data-promotional", "2500")
    expect(switch).to_have_attribute("data-promotional-left", "2500")
    has_balance(terminal, CREDIT)
    spot(terminal, "tie").click()
    expect(terminal.get_by_text("is not made with promotional chips").first).to_be_visible()
    switch.click()
    spot(terminal, "player").click()
    expect(terminal.get_by_text("A wager is of one kind of chips").first).to_be_visible()
    bet(terminal, "$25", "banker")
    has_balance(terminal, CREDIT - 25_00)

    dealer = visit("dealer", f"/dealer/{TABLE}", "laptop")
    expect(dealer.locator("[data-layout] [data-promotional]")).to_have_attribute("data-promotional", "2500")
    close_bets(site, TABLE)
    deal(site, TABLE, PLAYER_WINS)
    call_result(site, TABLE)
    has_balance(terminal, CREDIT)
    terminal.get_by_role("button", name="Cash out").first.click()
    sheet = terminal.get_by_role("dialog")
    expect(sheet.locator("[data-purse]")).to_have_attribute("data-purse", "2500")
    expect(sheet).to_contain_text("They are never cashed")

    cage.get_by_role("button", name="Print coupons").click()
    cage.get_by_role("button", name="+$20", exact=True).click()
    cage.get_by_role("button", name="Print coupons $20").click()
    cage.get_by_role("button", name="Yes, do it $20").click()
    number = cage.locator("[data-coupon]").get_attribute("data-coupon")
    papers = cage.locator("[data-papers]").get_attribute("href") or ""
    assert cage.request.get(f"{site.url}{papers}").body().startswith(b"%PDF")
    sheet.get_by_label("Or bring a coupon").fill(number or "")
    sheet.get_by_role("button", name="Put it in").last.click()
    expect(sheet.locator("[data-purse]")).to_have_attribute("data-purse", "4500")
    assert site.house.committed_balances["promotions"] == -45_00
