"""Player-dealer game whose bank runs out, as every party sees it: bank, bettors, dealer and onlookers.

The round is the one of the README. The bank of $300 wins $100 from seat 2, owes it $400 and pays what is left; seat 3
gets its stake back. [004 L2338-2404]
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from croupier.server.demonstration import PASSWORD
from tests.browser.site import Site
from tests.browser.steps import (
    bet,
    call_result,
    close_bets,
    deal,
    has_balance,
    new_shoe,
    open_bets,
    sees,
    sees_next,
    somebody_bets,
    spot,
)
from tests.browser.visits import Visits
from tests.soak import in_soak

TABLE = "cash-in"
ROUND = ["Ts", "2h", "2d", "Kc", "4c", "5s"]
CREDIT, CAROLS_CREDIT = 5_000_00, 1_000_00
COLLECTION = 3_00
RESULT = "Banker wins, 7 over 6"
CASH_IN = pytest.mark.site(
    {TABLE: {"rulebook": "ca-cash-in-baccarat", "schedule": 1, "betting_seconds": 600, "offer_seconds": 600}},
    provider=False,
)


@dataclass(frozen=True)
class Parties:
    """Screens of one round: seat 1 banks, seats 2 and 3 bet, one of them on a phone; the others watch."""

    site: Site
    bank: Page
    two: Page
    three: Page
    dealer: Page
    board: Page
    pit: Page


@pytest.fixture
def parties(site: Site, visit: Visits) -> Parties:
    carol = {"name": "carol", "display_name": "Carol", "role": "player", "password": PASSWORD, "must_change": False}
    site.as_("admin").post("/api/users", **carol)
    site.as_("carol").post("/api/me/buy-in", key=site.key(), cents=CAROLS_CREDIT, table=TABLE)
    new_shoe(site, TABLE)
    at_table = f"/table/{TABLE}"
    return Parties(
        site,
        sits(visit("player", at_table), 1),
        sits(visit("player2", at_table), 2),
        sits(visit("carol", at_table, "phone"), 3),
        visit("dealer", f"/dealer/{TABLE}", "laptop"),
        visit(None, f"/board/{TABLE}"),
        visit("supervisor", f"/pit/{TABLE}"),
    )


def sits(page: Page, seat: int) -> Page:
    """Take the first free seat with a tap on the layout."""
    spot(page, "player").click()
    expect(page.get_by_role("banner")).to_contain_text(f"Seat {seat}")
    return page


@CASH_IN
def test_a_bank_that_runs_out_as_every_party_sees_it(parties: Parties) -> None:
    the_bank_is_taken(parties)
    the_others_bet_against_it(parties)
    close_bets(parties.site, TABLE)
    everybody_sees_the_action(parties)
    deal(parties.site, TABLE, ROUND)
    call_result(parties.site, TABLE)
    the_winner_sees_what_the_bank_could_not_pay(parties.two)
    the_next_seat_sees_its_stake_come_back(parties.three)
    the_banker_sees_what_he_lost(parties.bank)
    the_dealer_pays_in_order(parties.dealer)
    board_and_pit_agree(parties)


@in_soak
@CASH_IN
def test_the_game_stops_when_nobody_takes_the_bank(parties: Parties) -> None:
    """Check that a bank that is given up is offered round the table.

    When all pass, the game stops until the bank is offered again.
    """
    the_bank_is_taken(parties)
    open_bets(parties.site, TABLE)
    somebody_bets(parties.site, TABLE)
    close_bets(parties.site, TABLE)
    deal(parties.site, TABLE, ROUND)
    call_result(parties.site, TABLE)
    parties.bank.get_by_role("button", name="Give the bank up").click()
    for page in parties.two, parties.three:
        sees(page, "The bank is offered to you")
        page.get_by_role("button", name="Pass").click()
    for page in parties.bank, parties.two, parties.three:
        sees(page, "Nobody takes the bank")
    expect(parties.dealer.locator(".say h1")).to_have_text("Nobody takes the bank")
    parties.dealer.keyboard.press("Enter")
    sees(parties.bank, "The bank is offered to you")


def the_bank_is_taken(parties: Parties) -> None:
    sees(parties.two, "The bank is being offered")
    sees(parties.bank, "The bank is offered to you")
    offer = parties.bank.get_by_label("Amount of the bank")
    offer.get_by_role("button", name="Clear").click()
    for _ in range(3):
        offer.get_by_role("button", name="+$100", exact=True).click()
    offer.get_by_role("button", name="Take the bank with $300").click()
    for page in parties.two, parties.three:
        expect(page.locator(".stage")).to_contain_text("Player-dealer Seat 1 Bank $300")
    expect(parties.bank.locator(".stage")).to_contain_text("You have the bank")
    has_balance(parties.bank, CREDIT - 300_00)


def the_others_bet_against_it(parties: Parties) -> None:
    open_bets(parties.site, TABLE)
    bet(parties.two, "$100", "player")
    bet(parties.two, "$5", "phoenix-7")
    bet(parties.two, "$5", "phoenix-7")
    bet(parties.three, "$100", "player")
    bet(parties.three, "$100", "player")
    spot(parties.bank, "tie").click()
    note = "You have the bank; the player-dealer does not bet against himself."
    expect(parties.bank.locator("[data-note]")).to_have_text(note)


def everybody_sees_the_action(parties: Parties) -> None:
    for page in parties.bank, parties.two, parties.three:
        expect(page.locator(".stage")).to_contain_text("Action $310")
        expect(page.locator(".stage")).to_contain_text("covered 97%")


def the_winner_sees_what_the_bank_could_not_pay(page: Page) -> None:
    sees(page, RESULT)
    sees_next(page, "The bank was used up: Phoenix 7 is paid $200 of $400.")
    expect(spot(page, "phoenix-7")).to_contain_text("+$200")
    expect(spot(page, "phoenix-7")).to_contain_text("of $400 owed")
    expect(spot(page, "player")).to_contain_text("−$100")
    has_balance(page, CREDIT - 100_00 + 200_00)


def the_next_seat_sees_its_stake_come_back(page: Page) -> None:
    sees(page, RESULT)
    sees_next(page, "The bank was used up; Player came back.")
    expect(spot(page, "player")).to_contain_text("Returned")
    has_balance(page, CAROLS_CREDIT)


def the_banker_sees_what_he_lost(page: Page) -> None:
    """Check the layout, the history and the balance of the player-dealer, with the collection taken."""
    expect(page.locator(".offer")).to_contain_text("Post your bank for the next hand")
    expect(page.locator(".stage")).to_contain_text("Bank: −$100, $0 left")
    has_balance(page, CREDIT - 100_00 - COLLECTION)
    own_round = page.get_by_role("region", name="My rounds").get_by_role("button", name="Round 1")
    expect(own_round).to_contain_text("−$103")
    own_round.click()
    sheet = page.get_by_role("dialog", name="My rounds")
    expect(sheet.get_by_role("row", name="Player-dealer")).to_have_text("Player-dealer$300−$100")
    expect(sheet.get_by_role("row", name="Collection")).to_contain_text("−$3")


def the_dealer_pays_in_order(page: Page) -> None:
    payments = page.locator("[data-payments]")
    expect(payments).to_contain_text("Collect first: $100 (× 1)")
    expect(payments.get_by_role("listitem")).to_contain_text(["Seat 2 Phoenix 7", "Seat 3 Player line"])
    expect(payments.get_by_role("listitem").first).to_contain_text("$200of $400 owed")
    expect(payments.get_by_role("listitem").last).to_contain_text("$200 goes back")
    expect(payments).to_contain_text("Bank, seat 1: −$100, $0 left")


def board_and_pit_agree(parties: Parties) -> None:
    expect(parties.board.get_by_text("Banker wins")).to_be_visible()
    expect(parties.board.get_by_text("Seat 1 posts the bank")).to_be_visible()
    parties.pit.get_by_role("button", name="Records").click()
    panel = parties.pit.get_by_role("complementary", name=re.compile(r"^Table \d+$"))
    expect(panel).to_contain_text("Today: collection $3, commission $0")
    expect(panel.get_by_role("table", name="Collection").get_by_role("row").last).to_contain_text("$310$3$0")
