"""Steps that many tests of the screens share: placing chips, reading the screen, dealing a round."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Locator, Page, expect

from croupier.play.round import Ask
from croupier.table.state import Phase
from tests.browser.site import Site, until

BURN = "Ks"


def dollars(cents: int) -> str:
    """Return an amount in cents as text in the form that the screens use."""
    return f"${cents / 100:,.0f}" if cents % 100 == 0 else f"${cents / 100:,.2f}"


def spot(page: Page, wager: str) -> Locator:
    return page.locator(f'[data-wager="{wager}"]')


def bet(page: Page, chip: str, *wagers: str) -> None:
    """Place one chip on each spot, and wait until the server has accepted them."""
    page.get_by_role("radio", name=f"{chip} chip").click()
    for wager in wagers:
        spot(page, wager).click()
    for wager in wagers:
        expect(spot(page, wager).locator(".pill")).to_be_visible()
        expect(spot(page, wager).locator(".pending")).to_have_count(0)


def sees(page: Page, text: str | re.Pattern[str]) -> None:
    """Check that the status line of the page has this text."""
    expect(page.locator(".line .main")).to_have_text(text)


def sees_next(page: Page, text: str | re.Pattern[str]) -> None:
    """Check the line below the status line, which announces the next event."""
    expect(page.locator(".line .next")).to_have_text(text)


def has_balance(page: Page, cents: int) -> None:
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", str(cents))


def has_staked(page: Page, cents: int) -> None:
    expect(page.locator("[data-staked]")).to_have_attribute("data-staked", str(cents))


def cards_lie(page: Page, hand: str, *cards: str) -> None:
    """Check that exactly these cards of a hand are visible."""
    faces = page.locator(f"section.{hand} .front [data-card]")
    expect(faces).to_have_count(len(cards))
    for card in cards:
        expect(page.locator(f'section.{hand} .front [data-card="{card}"]')).to_have_count(1)


def next_is(page: Page, sentence: str) -> None:
    """Check that the dealer's console shows this instruction."""
    expect(page.locator(".say h1")).to_have_text(sentence)


def key_in(page: Page, *cards: str) -> None:
    """Enter cards with the keyboard, each when the console waits for it: rank and suit."""
    for card in cards:
        before = page.locator("li.done").count()
        expect(page.locator("[data-pad]")).to_be_visible()
        page.keyboard.type(card)
        expect(page.locator("li.done")).to_have_count(before + 1)


def new_shoe(site: Site, table: str) -> None:
    """Load a shoe and burn its first card by HTTP requests."""
    site.as_("dealer").command(table, "load-shoe")
    deal(site, table, [BURN])


def open_bets(site: Site, table: str) -> None:
    site.as_("dealer").command(table, "open-bets")


def somebody_bets(site: Site, table: str, who: str = "player2", seat: int = 7) -> None:
    """Seat a user and place a bet by HTTP requests, because no round is dealt without a bet."""
    bettor = site.as_(who)
    sits_at = site.house.tables[table].seat_of(f"player:{bettor.user_id}")
    if sits_at is None:
        bettor.command(table, "sit-down", seat=seat)
    seat = sits_at or seat
    bettor.command(table, "place-wagers", seat=seat, wagers=[{"wager": "player", "cents": 25_00}])


def close_bets(site: Site, table: str) -> None:
    site.as_("dealer").command(table, "close-bets")


def deal(site: Site, table: str, cards: Iterable[str]) -> None:
    """Deal cards one by one; before each, wait until no seat has an open question.

    A click on a page takes a moment to reach the table.
    """
    for card in cards:
        until(lambda: not seats_are_asked(site, table))
        site.as_("dealer").command(table, "read-card", card=card)


def seats_are_asked(site: Site, table: str) -> bool:
    state = site.state(table)
    return state.phase is Phase.DEALING and isinstance(state.replay_play.need, Ask)


def call_result(site: Site, table: str) -> None:
    site.as_("dealer").command(table, "call-result")
