"""Pai gow poker on the screens: setting hands by tap, drag and key, refused fouls, and hands set at the timeout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from croupier.server.demonstration import PROVIDER
from tests.browser.geometry import IN_SIGHT
from tests.browser.pai_gow_night import BANK, DICE, FORTUNE, OTHER, OWN, STATES, TRIPLE, PaiGow, a_pai_gow_night
from tests.browser.site import Site, open_site, until
from tests.browser.steps import has_balance, next_is, sees, spot
from tests.browser.test_table_layout import Screen, at_console, at_table, open_window, walk
from tests.browser.visits import Visits
from tests.soak import in_soak, or_soak

WORKED_OUT_MS = 120_000
"""Longest wait for the first answer of the coach, which may have to compile its code."""
GAME = {"rulebook": FORTUNE, "betting_seconds": 600, "offer_seconds": 600, "decision_seconds": 600}
TABLES = dict.fromkeys(("tap", "drag", "dealt"), GAME) | {
    "late": GAME | {"decision_seconds": 6},
    "behind": GAME | {"rulebook": TRIPLE, "schedule": "six-2"},
}
SETTING = (*IN_SIGHT, "[data-tray-card]", "[data-made]", "[data-arrange-foot]")
SHOWN = or_soak(("pg-foul", "pg-over", "pg-bets", "pg-showdown", "pg-set", "pg-setting", *STATES), 3)
DEALT = or_soak(("pg-setting", "pg-cards", "pg-bets", "pg-showdown", "pg-over", "pg-bank-sets"), 2)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("tables"), TABLES, provider=False) as opened:
        yield opened


def card(page: Page, name: str) -> Locator:
    return page.locator(f'[data-tray-card="{name}"]')


def lies(page: Page, tray: str, *cards: str) -> None:
    """Check that exactly these cards are in a tray, in any order."""
    expect(page.locator(f'[data-tray="{tray}"] [data-tray-card]')).to_have_count(len(cards))
    for name in cards:
        expect(page.locator(f'[data-tray="{tray}"] [data-tray-card="{name}"]')).to_have_count(1)


def called(page: Page, high: str, low: str) -> None:
    expect(page.locator('[data-made="high"]')).to_have_text(high)
    expect(page.locator('[data-made="low"]')).to_have_text(low)


def choice(page: Page, name: str) -> Locator:
    return page.locator(f'[data-choice="{name}"]')


def edge_is_on(page: Page, name: str) -> None:
    """Check that the countdown is drawn round this button, and round no other."""
    expect(page.locator("[data-clock-edge]")).to_have_count(1)
    expect(choice(page, name).locator("[data-clock-edge]")).to_have_count(1)


def is_arrangement_known(site: Site, table: str) -> bool:
    """Return how the cards of seat 2 are set, as the house has recorded it."""
    current = site.state(table).round
    return current is not None and 2 in current.drafts


def test_taps_set_a_hand_and_a_foul_cannot_be_confirmed(site: Site, visit: Visits) -> None:
    PaiGow(site, "tap").setting()
    phone = visit("player", "/table/tap", "phone")
    lies(phone, "low", "9d", "9c")
    called(phone, "three aces", "pair of nines")
    edge_is_on(phone, "set")
    expect(phone.locator('[data-lying="fortune-bonus"]')).to_contain_text("Full house pays 5 to 1: $125")
    for name in ("Ah", "9d", "JK", "9c"):
        card(phone, name).tap()
    lies(phone, "low", "Ah", "JK")
    called(phone, "pair of nines", "pair of aces")
    expect(phone.locator("[data-foul]")).to_contain_text("The low hand outranks the high.")
    expect(choice(phone, "set")).to_be_disabled()
    expect(choice(phone, "set")).to_contain_text("low outranks high")
    edge_is_on(phone, "house-way")
    choice(phone, "undo").tap()
    lies(phone, "low", "Ah", "9c")
    choice(phone, "house-way").tap()
    lies(phone, "low", "9d", "9c")
    choice(phone, "set").tap()
    expect(phone.locator("[data-stage]")).to_have_attribute("data-stage", "compared")
    assert _low(site, "tap") == {"9d", "9c"}


def test_drags_and_keys_set_a_hand_that_nobody_else_sees(site: Site, visit: Visits) -> None:
    PaiGow(site, "drag").setting()
    other_page = visit("player2", "/table/drag", "phone")
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
    coached(page)
    card(page, "4s").drag_to(card(page, "9c"))
    card(page, "Kd").drag_to(card(page, "9d"))
    lies(page, "low", "Kd", "4s")
    called(page, "aces full of nines", "king-four")
    page.keyboard.press("s")
    expect(page.locator("[data-stage]")).to_have_attribute("data-stage", "compared")
    assert _low(site, "drag") == {"Kd", "4s"}
    expect(other_page.locator('[data-seat="2"]')).to_have_attribute("data-seat-state", "set")
    for name in OWN.split():
        assert f'"{name}"' not in visit.received_by(other_page)


def coached(page: Page) -> None:
    """Check that the coach lists arrangements, best first and the house way marked, and that a click applies one."""
    page.get_by_role("switch", name="Coach Show the best decision").check()
    ways = page.locator("[data-ways] li button")
    expect(ways.first).to_contain_text("three aces and pair of nines", timeout=WORKED_OUT_MS)
    expect(ways.first).to_contain_text("House way")
    expect(ways.first).to_have_attribute("aria-pressed", "true")
    expect(ways).to_have_count(5)
    ways.nth(1).click()
    expect(ways.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(ways.nth(1)).to_contain_text("−$")
    ways.first.click()
    lies(page, "low", "9d", "9c")


def test_at_the_timeout_the_current_arrangement_is_set(site: Site, visit: Visits) -> None:
    table = PaiGow(site, "late")
    table.dice()
    page = visit("player", "/table/late", (1280, 800))
    expect(page.locator("[data-stage]")).to_have_attribute("data-stage", "dice")
    table.deal(f"{OWN} {OTHER} {BANK}")
    for name in ("Kd", "9d", "4s", "9c"):
        card(page, name).click()
    lies(page, "low", "Kd", "4s")
    until(lambda: is_arrangement_known(site, "late"))
    expect(page.locator("[data-stage]")).to_have_attribute("data-stage", "compared", timeout=20_000)
    assert _low(site, "late") == {"Kd", "4s"}


def _low(site: Site, table: str, seat: int = 2) -> set[str]:
    """Return the low hand that a seat has set."""
    felt: Any = site.state(table).replay_play.state
    hand = next(seat_hand for seat_hand in felt.seats if seat_hand.seat == seat)
    return {str(card) for card in hand.arrangement[1]}


def test_a_dealer_enters_dice_and_hands_and_opens_them_in_order(site: Site, visit: Visits) -> None:
    """Check that the dealer can enter the dice and two hands, and opens the hands from the action button on.

    One hand is entered as it was set, the other by the house way.
    """
    table = PaiGow(site, "dealt")
    table.bets()
    table.closed()
    console, board = visit("dealer", "/dealer/dealt", "laptop"), visit(None, "/board/dealt", "terminal")
    page = visit("player", "/table/dealt", (1280, 800))
    next_is(console, "Throw the dice and enter them")
    console.keyboard.type("433")
    console.keyboard.press("Enter")
    next_is(console, "Seat 3: card 1")
    console.keyboard.press("Escape")  # the last die was a two
    console.locator("[data-wrong-dice]").click()
    for number in DICE:
        console.locator(f'[data-wrong] [data-die="{number}"]').click()
    console.locator('[data-action="correct-dice"]').click()
    next_is(console, "Seat 2: card 1")
    expect(page.locator('[data-dice="4 3 2"]').first).to_be_visible()
    for card_read in OWN.lower().replace("jk", "*").split():
        before = console.locator(".say h1").inner_text()
        console.keyboard.type(card_read)
        expect(console.locator(".say h1")).not_to_have_text(before)
    table.deal(f"{OTHER} {BANK}")
    next_is(console, "Seats 2 and 3 set their hands")
    console.locator('[data-as-laid="3"]').click()
    for key in "qd8h":
        console.keyboard.press(key)
    expect(console.locator("[data-front] [data-cards] .slot")).to_have_count(2)
    console.locator("[data-lay]").click()
    next_is(console, "Seat 2 sets its hands")
    assert _low(site, "dealt", 3) == {"Qd", "8h"}
    choice(page, "set").click()
    next_is(console, "Seat 1 sets its hands")
    for _ in range(2):
        console.locator('[data-house-way="1"]').click()
    next_is(console, "Open Seat 2")
    expect(page.locator('[data-part="low"]')).to_have_attribute("data-came", "")
    console.keyboard.press("Enter")
    expect(page.locator('[data-part="low"]')).to_have_attribute("data-came", "win")
    expect(page.locator('[data-lying="base"]')).to_contain_text("Pays 9 to 10: $22.50")
    next_is(console, "Open Seat 3")
    console.keyboard.press("Enter")
    next_is(console, "Call the result")
    console.keyboard.press("Enter")
    expect(console.locator("[data-payments] [data-stop]").first).to_contain_text("Seat 2 Wins both")
    expect(page.locator(".line .main")).to_have_text("You win both hands")
    expect(page.locator('[data-part="high"] .verdict')).to_contain_text("Three aces over pair of queens: you win it")
    expect(page.locator('[data-part="low"] .verdict')).to_contain_text("Pair of nines over ten-six: you win it")
    expect(page.locator('[data-result="base"]')).to_contain_text("+$22.50 both hands are higher")
    expect(page.locator('[data-result="fortune-bonus"]')).to_contain_text("+$125 Full house in your 7 cards")
    expect(page.locator('[data-other-seats] [data-seat="3"]')).to_contain_text("pair of kings / queen-eight")
    expect(page.locator("[data-won]")).to_contain_text("Full house")
    expect(board.locator("[data-road] td i")).to_have_text("D")
    expect(board.locator("[data-road] tbody .took")).to_have_count(4)


def test_a_bettor_behind_a_seat_is_offered_the_bank_and_takes_it(site: Site, visit: Visits) -> None:
    """Check that a bettor behind seat 3 is offered the bank. [004 L1577]

    Seat 1 has banked two hands and seat 3 passes; in the second hand the bettor bet behind seat 3.
    """
    table = PaiGow(site, "behind")
    table.sit(**{PROVIDER: 1, "player2": 3})
    for hand, bettors in enumerate((("player2",), ("player2", "player"))):
        table.new_shoe(None)
        table.bank(again=hand > 0)
        _banked_by_seat_1(table, bettors)
    seated, behind = visit("player2", "/table/behind", "phone"), visit("player", "/table/behind")
    expect(behind.get_by_label("Amount of the bank")).to_have_count(0)
    sees(seated, "You win both hands")
    expect(seated.get_by_label("Amount of the bank")).to_be_visible()
    seated.get_by_role("button", name="Pass").tap()
    expect(behind.get_by_label("Amount of the bank")).to_be_visible()
    sees(behind, "You win both hands")
    expect(seated.get_by_label("Amount of the bank")).to_have_count(0)
    offer, before = behind.get_by_label("Amount of the bank"), site.balance("player")
    expect(offer).to_contain_text("Seat 3 has passed: you bet behind it, and are next in line.")
    offer.get_by_role("button", name="Clear").click()
    offer.get_by_role("button", name="+$100", exact=True).click()
    offer.get_by_role("button", name="Take the bank with $100").click()
    has_balance(behind, before - 100_00)
    table.new_shoe(None)
    table.opened()
    sees(behind, "You have the bank")
    expect(seated.get_by_text("Behind seat 3")).to_be_visible()
    spot(seated, "base").tap()
    expect(seated.locator("[data-note]")).to_have_text(
        "Another player banks from your seat this hand; bet behind another seat."
    )


def _banked_by_seat_1(table: PaiGow, bettors: tuple[str, ...]) -> None:
    """Play a whole hand that seat 1 banks; these users have chips at seat 3, its own player and bettors behind it."""
    table.opened()
    for who in bettors:
        table.bet(who, 3, "base")
    table.closed()
    table.do("dealer", "roll-dice", numbers=DICE)
    table.deal(f"{OTHER} {BANK}")
    table.do("player2", "arrange-cards", seat=3)
    table.do("dealer", "show-hand")
    table.called()


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_pai_gow_night(tmp_path_factory.mktemp("pai-gow"), tuple(dict.fromkeys((*SHOWN, *DEALT)))) as opened:
        yield opened


@pytest.fixture(scope="module")
def night_visits(browser: Browser, night: Site) -> Iterator[Visits]:
    opened = Visits(browser, night)
    yield opened
    opened.close()


@in_soak
def test_pages_fit_in_every_state(night_visits: Visits, night: Site) -> None:
    tables = {name: replace(at_table(name), needed=(*at_table(name).needed, *SETTING)) for name in dict.fromkeys(SHOWN)}
    found = walk(open_window(night_visits, night, "player"), tables)
    consoles: dict[str, Screen] = {name: at_console(name) for name in DEALT}
    found += walk(open_window(night_visits, night, "dealer"), consoles)
    assert not found, "\n".join(found)
