"""War on the screens: equal cards go to war, only the last pair counts, and a win with a five pushes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from croupier.server.demonstration import PROVIDER
from tests.browser.page_list import rest
from tests.browser.site import Site
from tests.browser.steps import bet, key_in, next_is, open_bets, sees, spot
from tests.browser.visits import Visits
from tests.soak import or_soak

BY_HAND, BY_MACHINE = "dealer-war", "war"
GAME = {"rulebook": "ca-ultimate-war", "schedule": 1}
RESULT = "Banker wins with a 5 · Banker pushes · 2 wars"
TOLD = "Banker wins with a 5, 2 wars"
"""Text of a result on the page; the line below it says that Banker pushes."""
TABLES = {
    BY_HAND: GAME | {"betting_seconds": 600, "offer_seconds": 600},
    BY_MACHINE: GAME | {"mode": "automated", "betting_seconds": 3, "result_ms": 5000},
}
war = pytest.mark.site(TABLES)


def seat(site: Site) -> None:
    """Seat a bank at seat 1 and a player at seat 2."""
    site.as_(PROVIDER).command(BY_HAND, "sit-down", seat=1)
    site.as_("player").command(BY_HAND, "sit-down", seat=2)
    site.as_(PROVIDER).command(BY_HAND, "accept-bank", cents=5_000_00)
    site.as_("dealer").command(BY_HAND, "load-shoe")
    open_bets(site, BY_HAND)


def lie(page: Page, hand: str, *cards: str) -> None:
    """Check which cards a hand shows; the last one is marked as the card that counts."""
    expect(page.locator(f'[data-cards="{hand}"] .slot')).to_have_count(len(cards))
    expect(page.locator(f'[data-cards="{hand}"] .slot:not(.idle)')).to_have_count(1)
    for card in cards:
        expect(page.locator(f'[data-cards="{hand}"] .front [data-card="{card}"]')).to_have_count(1)


@war
def test_two_wars_and_a_five_as_everybody_sees_them(site: Site, visit: Visits) -> None:
    seat(site)
    console, board = visit("dealer", f"/dealer/{BY_HAND}", "laptop"), visit(None, f"/board/{BY_HAND}", "terminal")
    page = visit("player", f"/table/{BY_HAND}", "laptop")
    expect(page.locator("[data-wager]")).to_have_count(5)
    order = [wager.get_attribute("data-wager") for wager in page.locator("[data-wager]").all()]
    assert order == ["ultimate-5-banker", "banker", "war", "player", "ultimate-5-player"]
    bet(page, "$25", "banker")
    bet(page, "$5", "war", "ultimate-5-banker", "ultimate-5-player")
    expect(spot(page, "war")).to_contain_text("wins up to $1,500")
    next_is(console, "Bets are open")
    console.keyboard.press("Enter")

    next_is(console, "Deal: Banker")
    expect(console.locator(".say")).to_contain_text("Banker's card to your right")
    key_in(console, "ks")
    next_is(console, "Deal: Player")
    key_in(console, "kd")
    next_is(console, "War 1: a card for Banker")
    sees(page, "War 1: both hands have a king")
    key_in(console, "8h", "8c")
    sees(page, "War 2: both hands have an 8")
    key_in(console, "5d", "4s")
    next_is(console, "Call the result")
    console.keyboard.press("Enter")

    sees(page, TOLD)
    lie(page, "banker", "Ks", "8h", "5d")
    lie(page, "player", "Kd", "8c", "4s")
    expect(spot(page, "banker")).to_contain_text("Push")
    expect(spot(page, "war")).to_contain_text("+$100")
    expect(spot(page, "ultimate-5-banker")).to_contain_text("+$600")
    expect(spot(page, "ultimate-5-player")).to_contain_text("−$5")
    expect(page.locator("dl .newest dt")).to_have_text("2 wars")
    expect(board.locator(".hand .result")).to_have_text(RESULT.split(" · "))
    expect(board.locator("[data-marks] li")).to_have_count(1)
    payments = console.locator("[data-payments] li")
    expect(payments).to_contain_text(["Seat 2 Banker Bet", "Seat 2 War Bet", "Seat 2 Ultimate 5 Banker Bet"])
    page.get_by_role("region", name="My rounds").get_by_role("button", name="Round 1").click()
    expect(page.get_by_role("dialog")).to_contain_text(TOLD)
    pit = visit("supervisor", f"/pit/{BY_HAND}", "laptop")
    pit.get_by_role("button", name="Rounds", exact=True).click()
    expect(pit.get_by_text(RESULT).first).to_be_visible()


@war
@pytest.mark.parametrize("size", or_soak(["phone", "terminal"], 1))
def test_a_round_of_war_at_an_automated_table(visit: Visits, size: str) -> None:
    page = visit("player", f"/table/{BY_MACHINE}", size)
    spot(page, "player").click()
    page.get_by_role("button", name="Pass").click()
    sees(page, "Place your bets")
    bet(page, "$25", "player", "war", "ultimate-5-player")
    sees(page, re.compile("wins with|nobody wins"))
    expect(page.locator('[data-cards="player"] .slot:not(.idle)')).to_have_count(1)
    rest(page)
    lobby = visit(None, "/", size)
    expect(lobby.locator(f"[data-table={BY_MACHINE}] svg[role=img]").first).to_be_visible()
