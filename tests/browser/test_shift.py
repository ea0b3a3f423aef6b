"""A whole shift on the screens of all roles, from the opening float to the audit."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from croupier.server.demonstration import PASSWORD
from tests.browser.site import Site
from tests.browser.smart_shoe import smart_shoe
from tests.browser.steps import bet, has_balance, key_in, next_is, sees, sees_next
from tests.browser.visits import Visits

TABLE = "ez-1"
CREDIT, BOUGHT_IN, FLOAT = 5_000_00, 500_00, 10_000_00
MY_ROUNDS = [
    ("T Round 6", "Tie, 6 all", "$0"),
    ("P Round 5", "Player wins, 9 over 8", "$0"),
    ("B Round 4", "Banker wins, 7 over 6", "$0"),
    ("B Round 2", "Banker wins, 8 over 7", "−$100"),
    ("B Round 1", "Banker wins, 7 over 6", "+$95"),
]
"""Expected rounds in the player's history, the newest first; the player had no stake in the third."""


@dataclass(frozen=True)
class Floor:
    """Screens of everybody who works in the shift."""

    site: Site
    player: Page
    dealer: Page
    supervisor: Page
    cashier: Page
    auditor: Page


@pytest.mark.site(
    {TABLE: {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600}}, limits={"hand_pay_above": "100000"}
)
def test_a_whole_shift(site: Site, visit: Visits) -> None:
    visit.allow("/api/cash-outs")  # one refusal is expected
    floor = Floor(
        site,
        visit("player"),
        visit("dealer", f"/dealer/{TABLE}", "laptop"),
        visit("supervisor", "/pit"),
        visit("cashier", "/cage", "laptop"),
        visit("auditor", "/office/audit", "laptop"),
    )
    the_drawer_is_opened_and_a_player_buys_in(floor)
    a_player_is_cashed_out_on_his_own_word(floor)
    a_shoe_is_brought_in_by_keys(floor)
    a_player_bets_and_wins_though_a_card_was_misread(floor)
    a_settled_round_is_corrected(floor)
    the_cut_card_ends_the_shoe(floor)
    a_smart_shoe_deals_alone(floor)
    ticket = the_player_looks_back_and_cashes_out(floor)
    the_cashier_pays_it_and_counts_the_drawer(floor, ticket)
    the_auditor_finds_all_in_order(floor)


def the_drawer_is_opened_and_a_player_buys_in(floor: Floor) -> None:
    page = floor.cashier
    page.get_by_role("button", name="Open a shift").click()
    sheet = page.get_by_role("dialog", name="Open a shift")
    sheet.get_by_label("Float").fill("10000")
    sheet.get_by_role("button", name="Open a shift · $10,000").click()
    expect(page.get_by_label("Drawer")).to_contain_text("$10,000")
    page.get_by_role("button", name="Buy-in").click()
    page.get_by_label("Player's name or number").fill("player")
    page.get_by_role("button", name="Look up").click()
    page.get_by_label("Cash taken").fill("500")
    page.get_by_role("button", name="Buy in $500").click()
    page.get_by_role("button", name="Yes, $500 for Player One").click()
    expect(page.get_by_role("article").filter(has_text="Credit now")).to_contain_text("$5,500")
    expect(page.get_by_label("Drawer")).not_to_contain_text("$10,500")


def a_player_is_cashed_out_on_his_own_word(floor: Floor) -> None:
    """Check that the cashier alone cannot approve the cash-out, and that the player's password does."""
    page = floor.cashier
    page.get_by_role("button", name="Cash out").click()
    page.get_by_label("Player's name or number").fill("player2")
    page.get_by_role("button", name="Look up").click()
    page.get_by_label("Amount of the ticket").fill("100")
    for name in ("cashier", "player2"):
        page.get_by_label("Confirmed by").fill(name)
        page.get_by_label("Their password").fill(PASSWORD)
        page.get_by_role("button", name="Ticket for $100").click()
        page.get_by_role("button", name="Yes, a ticket of $100").click()
        if name == "cashier":
            expect(page.get_by_role("alert")).to_contain_text("A cash-out takes the player's own word")
    expect(page.get_by_role("article").filter(has_text="Ticket issued")).to_contain_text("Confirmed by player2")


def a_shoe_is_brought_in_by_keys(floor: Floor) -> None:
    """Load a shoe with the keyboard: Enter does the next step, and a card is its rank and its suit."""
    next_is(floor.dealer, "New shoe")
    floor.dealer.keyboard.press("Enter")
    next_is(floor.dealer, "Burn: read the first card")
    floor.dealer.keyboard.type("as")
    next_is(floor.dealer, "Open the bets")
    floor.dealer.keyboard.press("Enter")
    next_is(floor.dealer, "Place your bets")


def a_player_bets_and_wins_though_a_card_was_misread(floor: Floor) -> None:
    """Play a round in which the Banker's king is entered as a nine and corrected before the result.

    Banker 7 beats Player 6.
    """
    page = floor.player
    page.get_by_role("link", name="Play: Electronic Midi Baccarat, Table 1").click()
    sees(page, "Place your bets")
    has_balance(page, CREDIT + BOUGHT_IN)
    bet(page, "$100", "banker")
    bet(page, "$5", "tie")
    expect(floor.dealer.locator("[data-layout]")).to_contain_text("$105")
    no_more_bets(floor)
    key_in(floor.dealer, "ts", "2h", "2d", "9c")
    put_right_in_play(floor.dealer, place=4, keys="kc")
    key_in(floor.dealer, "4c", "5s")
    call_result(floor)
    sees(page, "Banker wins, 7 over 6")
    sees_next(page, re.compile("^With "))
    has_balance(page, CREDIT + BOUGHT_IN + 95_00)


def put_right_in_play(page: Page, place: int, keys: str) -> None:
    page.keyboard.press("Escape")
    sheet = page.get_by_role("dialog", name="That is wrong")
    sheet.locator(f'[data-place="{place}"]').click()
    page.keyboard.type(keys)
    expect(sheet.get_by_role("button", name="Put it right: K♣")).to_be_focused()
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)


def a_settled_round_is_corrected(floor: Floor) -> None:
    """Correct a settled round: the dealer asks, and a supervisor approves.

    The round was settled as Player 9 over 8; the last card was a two, so Banker 8 beats 7.
    """
    page = floor.player
    open_bets(floor)
    bet(page, "$100", "player")
    no_more_bets(floor)
    key_in(floor.dealer, "5s", "2c", "4d", "6h")
    call_result(floor)
    sees(page, "Player wins, 9 over 8")
    has_balance(page, CREDIT + BOUGHT_IN + 195_00)
    ask_for_correction(floor.dealer, round_number=2, place=3, keys="2d")
    approve_correction(floor.supervisor)
    sees(page, "Banker wins, 8 over 7")
    sees_next(page, "This round was corrected and paid anew; your balance is right.")
    has_balance(page, CREDIT + BOUGHT_IN - 5_00)


def ask_for_correction(page: Page, round_number: int, place: int, keys: str) -> None:
    page.keyboard.press("Escape")
    sheet = page.get_by_role("dialog", name="That is wrong")
    heading = sheet.get_by_role("heading", name=f"Round {round_number}", exact=True)
    heading.locator(f'xpath=following-sibling::div[1]//*[@data-place="{place}"]').click()
    page.keyboard.type(keys)
    sheet.get_by_role("button", name="Card misread").click()
    sheet.get_by_role("button", name="Ask for the correction").click()
    expect(page.get_by_role("status").filter(has_text="Correction asked for. A supervisor decides.")).to_be_visible()


def approve_correction(page: Page) -> None:
    """Approve the correction; the dialog shows both readings of the card and what moves."""
    page.get_by_role("button", name=re.compile("^Table 1.*Correction waits for you")).first.click()
    case = page.get_by_role("article", name="Correction after settlement")
    expect(case.get_by_role("figure").filter(has_text="As settled")).to_contain_text("Player wins, 9 over 8")
    expect(case.get_by_role("figure").filter(has_text="As corrected")).to_contain_text("Banker wins, 8 over 7")
    expect(case).to_contain_text("−$200")
    page.locator("aside footer").get_by_role("button", name="Approve, move the money").click()
    expect(case).to_have_count(0)


def the_cut_card_ends_the_shoe(floor: Floor) -> None:
    floor.dealer.get_by_role("button", name="Cut card out").click()
    expect(floor.dealer.get_by_role("status")).to_contain_text("Last hand of this shoe")
    open_bets(floor)
    sees_next(floor.player, re.compile("Last hand of this shoe"))
    second_player = floor.site.as_("player2")
    second_player.command(TABLE, "sit-down", seat=2)
    second_player.command(TABLE, "place-wagers", seat=2, wagers=[{"wager": "player", "cents": 25_00}])
    no_more_bets(floor)
    key_in(floor.dealer, "9s", "8c", "jd", "0h")
    call_result(floor)
    sees(floor.player, "Player wins, 9 over 8")
    sees_next(floor.player, re.compile("Bets open again in a moment"))
    second_player.command(TABLE, "stand-up")
    next_is(floor.dealer, "New shoe")


def a_smart_shoe_deals_alone(floor: Floor) -> None:
    """Play rounds in which the shoe reads all cards except one.

    The dealer opens and closes bets and calls the result.
    """
    with smart_shoe(floor.site, floor.supervisor, TABLE):
        floor.dealer.keyboard.press("Enter")
        play_a_round(floor, "Banker wins, 7 over 6", unread="2d")
        play_a_round(floor, "Player wins, 9 over 8")
        play_a_round(floor, "Tie, 6 all")
    next_is(floor.dealer, "New shoe")
    has_balance(floor.player, CREDIT + BOUGHT_IN - 5_00)


def play_a_round(floor: Floor, result: str, unread: str = "") -> None:
    open_bets(floor)
    bet(floor.player, "$25", "player", "banker")
    no_more_bets(floor)
    if unread:
        next_is(floor.dealer, "Player’s second card")
        expect(floor.dealer.locator("[data-do=call]")).to_contain_text("Supervisor called")
        floor.dealer.keyboard.type(unread)
        answer_the_call(floor.supervisor)
    call_result(floor)
    sees(floor.player, result)


def answer_the_call(page: Page) -> None:
    case = page.get_by_role("article", name="Supervisor called")
    expect(case).to_contain_text("could not read a card: enter it by hand")
    page.get_by_role("button", name="I am at the table").click()
    expect(case).to_have_count(0)


def the_player_looks_back_and_cashes_out(floor: Floor) -> str:
    """Check that the history shows every round with its money; then cash out the credit as a ticket."""
    page = floor.player
    page.get_by_role("button", name="My rounds").click()
    sheet = page.get_by_role("dialog", name="My rounds")
    rounds = sheet.get_by_role("listitem")
    expect(rounds).to_have_count(len(MY_ROUNDS))
    for nth, (number, ended, came_to) in enumerate(MY_ROUNDS):
        placed = re.compile(rf"{number} .+ · Table \d+ · .+ {ended}\s+{re.escape(came_to)}")
        expect(rounds.nth(nth)).to_have_text(placed)
    rounds.last.get_by_role("button").click()
    expect(sheet.get_by_role("row", name="Banker")).to_contain_text("+$100")
    expect(sheet.get_by_role("row", name="Credit after")).to_contain_text("$5,595")
    expect(sheet.locator(".line")).to_have_text("Banker wins, 7 over 6")
    sheet.get_by_role("button", name="Close").click()
    return cash_out(page)


def cash_out(page: Page) -> str:
    page.get_by_role("button", name="Cash out").click()
    sheet = page.get_by_role("dialog", name="Cash out")
    sheet.get_by_role("button", name="Cash out $5,495").click()
    number = sheet.locator("[data-ticket]").inner_text()
    sheet.get_by_role("button", name="Close").click()
    has_balance(page, 0)
    return number


def the_cashier_pays_it_and_counts_the_drawer(floor: Floor, ticket: str) -> None:
    """Pay the ticket with the scanner, check that it is paid once, and count the drawer.

    The scanner enters the number and presses Enter; Enter again pays.
    """
    page = floor.cashier
    page.get_by_role("button", name="Pay a ticket").click()
    scan(page, ticket)
    expect(page.get_by_text("Good to pay")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("article").filter(has_text="Ticket paid")).to_contain_text("$5,495")
    expect(page.get_by_label("Drawer")).not_to_contain_text("$5,005")
    scan(page, ticket)
    expect(page.get_by_text("Already paid")).to_be_visible()
    count_the_drawer(page)


def scan(page: Page, ticket: str) -> None:
    page.get_by_label("Ticket number").fill(ticket)
    page.keyboard.press("Enter")


def count_the_drawer(page: Page) -> None:
    page.get_by_role("button", name="Count and close").click()
    sheet = page.get_by_role("dialog", name="Count and close")
    sheet.get_by_label("Counted").fill("5005")
    sheet.get_by_role("button", name="Count and close · $5,005").click()
    expect(page.get_by_role("article").filter(has_text="Shift closed")).to_contain_text("To the cent")


def the_auditor_finds_all_in_order(floor: Floor) -> None:
    page = floor.auditor
    page.get_by_role("button", name="Verify the whole log").click()
    expect(page.locator(".verdict")).to_contain_text("The chain is whole. Nothing was changed.")
    page.get_by_role("button", name="Reports").click()
    page.get_by_label("Report").select_option(label="Trial balance")
    expect(page.get_by_text("All accounts sum to $0.00")).to_be_visible()


def open_bets(floor: Floor) -> None:
    next_is(floor.dealer, "Open the bets")
    floor.dealer.keyboard.press("Enter")
    next_is(floor.dealer, "Place your bets")
    sees(floor.player, "Place your bets")


def no_more_bets(floor: Floor) -> None:
    next_is(floor.dealer, "Bets are open")
    floor.dealer.keyboard.press("Enter")
    expect(floor.player.locator("[data-phase=dealing]")).to_be_visible()


def call_result(floor: Floor) -> None:
    next_is(floor.dealer, "Call the result")
    floor.dealer.keyboard.press("Enter")
    expect(floor.dealer.locator("[data-expects=call-result]")).to_have_count(0)
