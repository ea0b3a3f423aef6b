"""Blackjack on the screens: splits, doubles for less, insurance, surrender, timeouts, the dealer's keys, the coach.

A dealer enters the cards, so that each test has the hand it needs. They are in the order in which they leave the shoe:
the seat's first card, the up card, the seat's second card, the hole card.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.page_list import rest
from tests.browser.site import Site, until
from tests.browser.steps import (
    bet,
    call_result,
    close_bets,
    deal,
    has_balance,
    has_staked,
    new_shoe,
    open_bets,
    sees,
    sees_next,
    spot,
)
from tests.browser.test_accessibility import AXE, faults_of, wide_of
from tests.browser.visits import SIZES, Visits
from tests.soak import in_soak, or_soak

TABLE = "bj"
HAND = "player:1"
SLOW = {"rulebook": "ilani-blackjack", "betting_seconds": 600, "decision_seconds": 600}
QUICK = SLOW | {"decision_seconds": 3}
CREDIT = 5_000_00
WORKED_OUT_MS = 180_000
"""Longest wait for the first answer of the coach, which solves the whole game and may have to compile its code."""

by_hand = pytest.mark.site({TABLE: SLOW}, provider=False)


def begin(site: Site, page: Page, cards: str) -> None:
    """Bet twenty-five dollars at the player's seat, and deal these cards."""
    if site.state(TABLE).shoe is None:
        new_shoe(site, TABLE)
    open_bets(site, TABLE)
    bet(page, "$25", "blackjack")
    close_bets(site, TABLE)
    deal(site, TABLE, cards.split())


def hand(page: Page, name: str = HAND) -> Locator:
    return page.locator(f'article[data-hand="{name}"]')


def choose(page: Page, choice: str) -> None:
    page.locator(f'[data-choice="{choice}"]').click()


def shows_question(page: Page, text: str) -> None:
    expect(page.locator("[data-question] h2")).to_contain_text(text)


def ends(page: Page, name: str, how: str) -> None:
    expect(hand(page, name).locator("[data-end]")).to_have_attribute("data-end", how)


@by_hand
@pytest.mark.parametrize("size", or_soak(["phone", "terminal"], 1))
def test_a_pair_is_split_and_each_hand_is_settled_separately(site: Site, visit: Visits, size: str) -> None:
    page = visit("player", f"/table/{TABLE}", size)
    begin(site, page, "8s 6c 8h Td")
    shows_question(page, "Your decision on 16")
    expect(page.locator('[data-card="Td"]'), "the hole card is nobody's to see").to_have_count(0)
    choose(page, "split")
    deal(site, TABLE, ["3d"])
    shows_question(page, "Your decision on 11")
    expect(hand(page, f"{HAND}/1")).to_contain_text("Hand 1 of 2")
    has_balance(page, CREDIT - 50_00)
    choose(page, "hit")
    deal(site, TABLE, ["Ts", "9s"])
    shows_question(page, "Your decision on 17")
    expect(hand(page, f"{HAND}/2")).to_contain_text("Hand 2 of 2")
    expect(hand(page, f"{HAND}/1")).to_contain_text("21")
    choose(page, "stand")
    expect(page.locator('.front [data-card="Td"]')).to_have_count(1)
    deal(site, TABLE, ["5h"])
    call_result(site, TABLE)
    ends(page, f"{HAND}/1", "push")
    ends(page, f"{HAND}/2", "lose")
    sees(page, "Your hands: 1 lost, 1 push. Dealer has 21")
    sees_next(page, re.compile("^Hand 1: both have 21. Hand 2: 21 over 17."))
    expect(spot(page, "blackjack"), "one lost, one pushed: not a push").to_contain_text("1 lost, 1 push")
    expect(spot(page, "blackjack")).to_contain_text("−$25")
    has_balance(page, CREDIT - 25_00)


BOXES = "boxes"
IN_TURN = SLOW | {"rulebook": "house-blackjack", "options": {"decisions": "in-turn"}}


@pytest.mark.site({BOXES: IN_TURN}, provider=False)
@pytest.mark.parametrize("size", or_soak(["phone", "terminal"], 1))
def test_two_boxes_are_played_one_of_them_split_and_both_are_bet_again(site: Site, visit: Visits, size: str) -> None:
    page = visit("player", f"/table/{BOXES}", size)
    new_shoe(site, BOXES)
    open_bets(site, BOXES)
    bet(page, "$25", "blackjack")
    take_box(page, 4)
    bet(page, "$25", "blackjack")
    bet(page, "$25", "blackjack")
    expect(page.locator('[data-box="1"]')).to_contain_text("$25")
    expect(page.locator('[data-box="4"]')).to_contain_text("$50")
    has_balance(page, CREDIT - 75_00)
    close_bets(site, BOXES)
    deal(site, BOXES, ["8s", "Tc", "6d", "8h", "9c", "Th"])
    shows_question(page, "Seat 1: Your decision on 16")
    choose(page, "split")
    deal(site, BOXES, ["3d"])
    expect(hand(page, "player:1/1")).to_contain_text("Seat 1, hand 1")
    choose(page, "stand")
    deal(site, BOXES, ["9s"])
    choose(page, "stand")
    shows_question(page, "Seat 4: Your decision on 19")
    choose(page, "stand")
    deal(site, BOXES, ["Ks"])
    call_result(site, BOXES)
    has_balance(page, CREDIT + 25_00 + 25_00 + 50_00)
    open_bets(site, BOXES)
    page.get_by_role("button", name="Repeat", exact=True).click()
    expect(page.locator('[data-box="1"]')).to_contain_text("$25")
    expect(page.locator('[data-box="4"]')).to_contain_text("$50")
    page.locator('[data-box="1"]').click()
    page.get_by_role("button", name="Clear", exact=True).click()
    until(lambda: [spot.seat for spot in site.state(BOXES).round.spots.values()] == [4])
    open_seats(page)
    page.locator('[data-leave="1"]').click()
    until(lambda: list(site.state(BOXES).seats) == [4])


def seats_of(page: Page) -> Locator:
    """Return the button that opens the list of seats; it is in the bar of a terminal and in the menu of a phone."""
    return page.get_by_role("button", name=re.compile("^(Boxes|More)$")).first


def open_seats(page: Page) -> None:
    """Open the list of seats: the bar of a terminal has a button for it, on a phone it is in the menu."""
    seats_of(page).click()
    in_menu = page.get_by_role("dialog").get_by_role("button", name="Boxes")
    expect(in_menu.or_(page.locator("[data-seat], [data-leave]").first)).to_be_visible()
    if in_menu.is_visible():
        in_menu.click()


def take_box(page: Page, seat: int) -> None:
    """Take another box by a click on a free seat in the list of seats."""
    open_seats(page)
    page.locator(f'[data-seat="{seat}"]').click()
    expect(page.locator(f'[data-seat="{seat}"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


@by_hand
def test_a_split_hand_is_visible_on_a_phone(site: Site, visit: Visits) -> None:
    """Three hands and every choice are visible, not covered and inside the window."""
    page = visit("player", f"/table/{TABLE}", "phone")
    begin(site, page, "8s 6c 8h Td")
    choose(page, "split")
    deal(site, TABLE, ["8d"])
    choose(page, "split")
    deal(site, TABLE, ["2c"])
    shows_question(page, "Your decision on 10")
    for name in (f"{HAND}/1", f"{HAND}/2", f"{HAND}/3"):
        expect(hand(page, name)).to_be_in_viewport(ratio=0.95)
    for choice in ("stand", "hit", "double-down"):
        expect(page.locator(f'[data-choice="{choice}"]')).to_be_in_viewport(ratio=0.95)
    page.get_by_role("button", name="Why not Split, Surrender?").click()
    expect(page.locator("[data-why]")).to_contain_text("Only two cards of one value are split.")
    expect(page.locator("[data-why]")).to_contain_text("Not on a hand that was split.")


@by_hand
def test_a_double_may_be_for_less(site: Site, visit: Visits) -> None:
    page = visit("player", f"/table/{TABLE}", "laptop")
    begin(site, page, "6s 5c 5h Td")
    shows_question(page, "Your decision on 11")
    page.locator('[data-less-of="double-down"]').click()
    amount = page.get_by_role("textbox", name="How much?")
    amount.fill("30")
    expect(page.get_by_role("button", name="Double for $30")).to_be_disabled()
    amount.fill("10")
    page.keyboard.press("Enter")
    deal(site, TABLE, ["9d"])
    expect(hand(page)).to_contain_text("doubled")
    has_staked(page, 35_00)
    deal(site, TABLE, ["3c"])
    call_result(site, TABLE)
    ends(page, HAND, "win")
    has_balance(page, CREDIT + 35_00)
    open_bets(site, TABLE)
    page.get_by_role("button", name="Repeat").click()
    has_staked(page, 25_00)


@by_hand
def test_insurance_is_offered_against_an_ace_and_pays_two_to_one(site: Site, visit: Visits) -> None:
    page = visit("player", f"/table/{TABLE}", "phone")
    expect(page.locator('[data-wager="blackjack"]')).to_be_visible()
    expect(page.locator('[data-wager="insurance"]'), "it is no spot to bet on").to_have_count(0)
    begin(site, page, "Ts Ac 9h Kd")
    shows_question(page, "Insurance?")
    page.locator('[data-less-of="insure"]').click()
    amount = page.get_by_role("textbox", name="How much?")
    amount.fill("12.51")
    expect(page.get_by_role("button", name="Insure for $12.51"), "half the wager is the most").to_be_disabled()
    amount.fill("5")
    page.get_by_role("button", name="Insure for $5").click()
    call_result(site, TABLE)
    sees(page, "You lose: dealer has blackjack")
    sees_next(page, re.compile(r"^Insurance pays \$10\."))
    expect(spot(page, "insurance")).to_contain_text("dealer has blackjack")
    expect(spot(page, "insurance")).to_have_class(re.compile("won"))
    has_balance(page, CREDIT - 15_00)


@by_hand
def test_a_hand_is_surrendered_for_half_by_keyboard(site: Site, visit: Visits) -> None:
    page = visit("player", f"/table/{TABLE}", "terminal")
    begin(site, page, "Ts 9c 6h 7d")
    expect(page.locator('[data-choice="surrender"]')).to_contain_text("half comes back")
    page.keyboard.press("r")
    expect(hand(page)).to_have_attribute("data-state", "surrendered")
    call_result(site, TABLE)
    has_balance(page, CREDIT - 12_50)


@pytest.mark.site({TABLE: QUICK}, provider=False)
def test_a_player_who_times_out_stands(site: Site, visit: Visits) -> None:
    page = visit("player", f"/table/{TABLE}", "phone")
    begin(site, page, "Ts 9c 6h 7d")
    expect(page.locator('[data-choice="stand"]')).to_contain_text("chosen for you at zero")
    expect(hand(page)).to_have_attribute("data-state", "stood")
    expect(page.locator("[data-question]")).to_have_count(0)
    assert "decision-timed-out" in site.kinds(TABLE)
    deal(site, TABLE, ["5s"])
    call_result(site, TABLE)
    ends(page, HAND, "lose")


@by_hand
def test_the_dealer_deals_a_round_by_keyboard(site: Site, visit: Visits) -> None:
    """Check that a dealer can enter the shoe, the cards and the player's signals by keyboard.

    Afterwards payments, board and lobby are checked.
    """
    page, wall = visit("dealer", f"/dealer/{TABLE}", "laptop"), visit(None, f"/board/{TABLE}", "wall")
    next_is(page, "New shoe")
    page.keyboard.press("Enter")
    next_is(page, "Burn: read the first card")
    page.keyboard.type("ks")
    next_is(page, "Open the bets")
    page.keyboard.press("Enter")
    next_is(page, "Place your bets")
    player = site.as_("player")
    player.command(TABLE, "sit-down", seat=1)
    player.command(TABLE, "place-wagers", seat=1, wagers=[{"wager": "blackjack", "cents": 25_00}])
    next_is(page, "Bets are open")
    page.keyboard.press("Enter")
    key_in(page, "8s", "Deal: Seat 1, first card")
    key_in(page, "6c", "Deal: Dealer, first card")
    key_in(page, "8h", "Deal: Seat 1, second card")
    key_in(page, "td", "Deal: Dealer, second card")
    next_is(page, "Seat 1 decides")
    expect(page.locator(".why")).to_have_text("16 against 6. No answer in time: stand.")
    expect(page.locator('[data-hand="dealer"] [data-card="back"]')).to_have_count(1)
    expect(wall.locator('[data-card="Td"]'), "the hole card is nobody's to see").to_have_count(0)
    page.keyboard.press("p")
    key_in(page, "3d", "Deal: Seat 1, hand 1, second card")
    next_is(page, "Seat 1 decides, hand 1")
    page.keyboard.press("d")
    key_in(page, "th", "Deal: Seat 1, hand 1, third card")
    key_in(page, "ac", "Deal: Seat 1, hand 2, second card")
    next_is(page, "Seat 1 decides, hand 2")
    page.keyboard.press("s")
    key_in(page, "2h", "Deal: Dealer, third card")
    next_is(page, "Call the result")
    page.keyboard.press("Enter")
    paid = page.locator("[data-payments] ol li")
    expect(paid).to_have_count(2)
    expect(paid.nth(0)).to_contain_text("Hand 1")
    expect(paid.nth(0)).to_contain_text("$50")
    expect(paid.nth(1)).to_contain_text("Hand 2")
    until(lambda: site.balance("player") == CREDIT + 75_00)
    expect(wall.locator(".result")).to_have_text("Dealer has 18")
    expect(wall.locator("[data-record] .newest")).to_have_text("18")
    lobby = visit(None, "/", "laptop")
    expect(lobby.get_by_role("img", name="Dealer's last hands: 18")).to_be_visible()


def next_is(page: Page, sentence: str) -> None:
    expect(page.locator(".say h1")).to_have_text(sentence)


def key_in(page: Page, card: str, sentence: str) -> None:
    """Enter a card when the console waits for it: its rank and its suit."""
    next_is(page, sentence)
    page.keyboard.type(card)


@by_hand
def test_the_coach_gives_the_best_decision_and_the_cost_of_another(site: Site, visit: Visits) -> None:
    page = visit("player", f"/table/{TABLE}", "laptop")
    switch = page.get_by_role("switch", name="Coach Show the best decision")
    expect(switch).not_to_be_checked()
    switch.check()
    begin(site, page, "8s 6c 8h Td")
    expect(page.locator("[data-coach]")).to_contain_text("Best: Split", timeout=WORKED_OUT_MS)
    choose(page, "hit")
    expect(page.locator("[data-lesson]")).to_contain_text("Your last decision, Hit, cost $")
    deal(site, TABLE, ["3d"])
    expect(page.locator("[data-coach]")).to_contain_text("Best: Stand")
    choose(page, "stand")
    expect(page.locator("[data-lesson]")).to_have_text("Your last decision, Stand, was the best one.")


@in_soak
@by_hand
def test_pages_are_accessible_while_a_blackjack_hand_is_played(site: Site, visit: Visits) -> None:
    """Apply the rules of `test_accessibility` to a split hand, to the dealer's question about it, and to the board."""
    player = visit("player", f"/table/{TABLE}", "terminal")
    begin(site, player, "8s 6c 8h Td")
    choose(player, "split")
    deal(site, TABLE, ["3d"])
    shows_question(player, "Your decision on 11")
    console, board = visit("dealer", f"/dealer/{TABLE}", "laptop"), visit(None, f"/board/{TABLE}", "terminal")
    next_is(console, "Seat 1 decides, hand 1")
    expect(board.locator(f'[data-hand="{HAND}/1"]')).to_be_visible()
    found = []
    for name, page in (("player", player), ("console", console), ("board", board)):
        page.evaluate(AXE.read_text("utf-8"))
        for size in ("terminal", "phone"):
            page.set_viewport_size(SIZES[size]["viewport"])
            rest(page)
            found += [f"{name}, {size}: {fault}" for fault in faults_of(page)]
        found += [f"{name}: {fault}" for fault in wide_of(page)]
    assert not found, "\n".join(found)
