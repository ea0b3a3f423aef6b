"""Seats against seats: chips brought to the table, hands bet to the dollar, side pots, and thirteen cards in rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from croupier.people.roles import Role
from croupier.server.demonstration import add_people
from croupier.table.state import Phase
from tests.browser.floor import Table
from tests.browser.looks import rest
from tests.browser.site import Site, open_site, until
from tests.browser.visits import Visits

HOLDEM = {"rulebook": "ca-texas-holdem", "schedule": "nl-6", "decision_seconds": 600}
THIRTEEN = {"rulebook": "ca-13-card-chinese-poker", "schedule": 2, "decision_seconds": 600}
TABLES: dict[str, dict[str, Any]] = {
    "hand": HOLDEM,
    "small": HOLDEM,
    "pots": HOLDEM,
    "gone": HOLDEM | {"mode": "automated", "decision_seconds": 2, "options": {"time_bank": 0}},
    "rows": THIRTEEN,
    "sweep": THIRTEEN,
}
BUY = 200_00
OTHERS = {"player2": 3, "provider": 4, "player3": 5}
"""Who is driven by requests, by seat; the player at the page is at 2."""
PHONE_ASLANT = (844, 390)


class Seats(Table):
    """A table where seats play one another."""

    def chips(self, who: str, dollars: int) -> None:
        self.do(who, "buy-chips", cents=dollars * 100)

    def begin(self, button: int) -> None:
        """The highest card to the seat that is to have the button."""
        seats = [one.seat for one in self.site.state(self.name).seated if one.is_in and one.cents]
        low = iter(("6c", "6d", "6h", "6s"))
        self.do("dealer", "draw-button", cards={seat: "Ks" if seat == button else next(low) for seat in seats})
        self.do("dealer", "deal-hand")

    def acts(self, who: str, choice: str, dollars: int | None = None) -> None:
        cents = None if dollars is None else dollars * 100
        self.do(who, "decide", seat=(OTHERS | {"player": 2})[who], choice=choice, cents=cents)

    def cents(self, who: str) -> int:
        return self.site.state(self.name).stack(f"player:{self.site.as_(who).user_id}").cents


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("seats"), TABLES, provider=False) as opened:
        add_people(opened.runtime, [("player3", "Player Three", Role.PLAYER)])
        yield opened


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visits]:
    visits = Visits(browser, site)
    yield visits
    visits.close()


def told(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("[data-told]")).to_have_text(words)


def choice(page: Page, name: str) -> Locator:
    return page.locator(f'[data-bet] [data-do="{name}"]')


def sits_with(page: Page, dollars: int) -> None:
    """A seat by a tap, and chips to the dollar out of one's credit."""
    page.get_by_role("button", name="Seat 2").click()
    page.locator('[data-stakes] [data-do="buy"]').click()
    page.locator("[data-buy]").fill("7")
    expect(page.get_by_role("dialog").get_by_text("An amount from")).to_be_visible()
    expect(page.get_by_role("button", name="Buy $7", exact=True)).to_be_disabled()
    page.locator("[data-buy]").fill(str(dollars))
    page.get_by_role("button", name=f"Buy ${dollars}", exact=True).click()
    expect(page.locator("[data-stack]")).to_have_attribute("data-stack", str(dollars * 100))


@pytest.mark.parametrize(("name", "size"), [("hand", (1280, 800)), ("small", "phone")])
def test_a_hand_from_the_seat_to_the_end(site: Site, visit: Visits, name: str, size: Any) -> None:
    """Chips bought, a call, a raise to an exact amount by the slider and by its figure, and a fold."""
    table = Seats(site, name)
    table.new_shoe(None)
    page = visit("player", f"/table/{name}", size)
    sits_with(page, 200)
    for who in ("player2", "provider"):
        table.sit(**{who: OTHERS[who]})
        table.chips(who, 200)
    table.begin(button=4)
    table.deal("As Kd 7c Ah Kc 2d")
    table.acts("provider", "call")
    look(page, name, "preflop")
    choice(page, "call").click()
    table.acts("player2", "check")
    table.deal("3s 9d Jh")
    page.locator('[data-preset="half-pot"]').click()
    page.get_by_role("textbox", name="Amount").fill("23")
    page.get_by_role("textbox", name="Amount").press("Enter")
    expect(choice(page, "bet")).to_contain_text("Bet $23")
    page.get_by_role("slider").press("ArrowRight")
    page.get_by_role("button", name="Less").click()
    page.get_by_role("textbox", name="Amount").fill("24")
    page.get_by_role("textbox", name="Amount").press("Tab")
    look(page, name, "flop")
    choice(page, "bet").click()
    expect(page.locator('[data-bet-of="2"]')).to_contain_text("$24")
    table.acts("player2", "raise", 60)
    table.acts("provider", "fold")
    expect(choice(page, "call")).to_contain_text("Call $36")
    choice(page, "call").click()
    table.deal("4c")
    expect(choice(page, "check")).to_be_visible()
    choice(page, "check").click()
    table.acts("player2", "bet", 50)
    look(page, name, "turn")
    choice(page, "fold").click()
    table.acts("player2", "muck")
    table.called()
    told(page, re.compile("Seat 3 wins"))
    expect(page.locator("[data-own-stack]")).to_have_attribute("data-own-stack", str(table.cents("player")))
    look(page, name, "over")
    assert sum(map(table.cents, ("player", "player2", "provider"))) < 3 * BUY


def look(page: Page, *names: str) -> None:
    import os
    if os.environ.get("SHOTS"):
        page.wait_for_timeout(400)
        page.screenshot(path=f"/tmp/bots.shots/{'-'.join(names)}.png")
