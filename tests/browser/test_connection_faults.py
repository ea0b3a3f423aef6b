"""Cut connections, silent networks, and stopped and restarted servers, in every phase of a round.

Nothing is lost, nothing is done twice, and the screen shows the fault and recovers by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from croupier.table.state import CurrentRound
from tests.browser.faults import LOST_LINE, TORN, Fault, Line, away, cut, dead, during, stopped, unanswered
from tests.browser.network_cable import Cable, cable_to
from tests.browser.site import Site, until
from tests.browser.steps import (
    bet,
    call_result,
    cards_lie,
    close_bets,
    deal,
    has_balance,
    has_staked,
    new_shoe,
    next_is,
    open_bets,
    sees,
    sees_next,
    somebody_bets,
    spot,
)
from tests.browser.visits import Visits
from tests.soak import in_soak, or_soak

CREDIT = 5_000_00
TABLE = "hand"
LOST_MS = 1_000
"""Milliseconds after which a page without an answer says that the connection is lost."""
SETTLED_MS = 300
"""Milliseconds in which the last responses arrive, and the browser closes a broken connection."""
BY_HAND = pytest.mark.site({TABLE: {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600}})
FAULTS = pytest.mark.parametrize("fault", or_soak([dead, cut, stopped], 1))


@pytest.fixture
def line(browser: Browser, site: Site) -> Iterator[Line]:
    with cable_to(site.url) as cable:
        visit = Visits(browser, cable)
        visit.allow(*TORN)
        yield Line(site, cable, visit)
        visit.close()


@BY_HAND
@FAULTS
def test_nothing_is_lost_in_any_phase_of_a_round(line: Line, fault: Fault) -> None:
    """Check that a win of the Banker with 7 over 6 doubles the stakes of $50, whenever the fault happens."""
    new_shoe(line.site, TABLE)
    page = line.screen("player", f"/table/{TABLE}")
    between_rounds(line, page, fault)
    while_bets_are_open(line, page, fault)
    when_they_are_closed(line, page, fault)
    in_the_middle_of_the_deal(line, page, fault)
    at_the_result(line, page, fault)
    assert line.site.kinds(TABLE).count("wagers-placed") == 2
    assert line.site.balance("player") == CREDIT + 50_00


def between_rounds(line: Line, page: Page, fault: Fault) -> None:
    sees(page, "The next round is near")
    during(line, page, fault, lambda: open_bets(line.site, TABLE))
    sees(page, "Place your bets")


def while_bets_are_open(line: Line, page: Page, fault: Fault) -> None:
    """Place a chip just before the fault is noticed; check that it is shown as sent, and counts afterwards.

    While the connection is lost, the felt is locked and the chips are away.
    """
    bet(page, "$25", "banker")
    line.cable.mute()
    spot(page, "banker").click()
    expect(spot(page, "banker").locator(".pill")).to_have_text("$50")
    with away(line, page, fault):
        expect(lost_bets(page, "banker")).to_have_text([re.compile("Confirmed"), re.compile("Sent, no answer yet")])
        expect(page.get_by_role("radio")).to_have_count(0)
        spot(page, "tie").click()
        expect(page.locator("[data-note]")).to_have_text("New bets wait until the line is back.")
    expect(lost_bets(page, "banker")).to_have_text([re.compile("Confirmed: it counts")] * 2)
    page.get_by_role("button", name="Go on").click()
    expect(spot(page, "banker").locator(".pending")).to_have_count(0)
    has_staked(page, 50_00)
    has_balance(page, CREDIT - 50_00)


def lost_bets(page: Page, wager: str) -> Locator:
    """Return what the page says of the chips on a wager when the connection was lost."""
    return page.locator(f'[data-bet="{wager}"]')


def when_they_are_closed(line: Line, page: Page, fault: Fault) -> None:
    close_bets(line.site, TABLE)
    sees(page, "No more bets")
    during(line, page, fault, lambda: deal(line.site, TABLE, ["Ts"]))
    cards_lie(page, "player", "Ts")


def in_the_middle_of_the_deal(line: Line, page: Page, fault: Fault) -> None:
    deal(line.site, TABLE, ["2h", "2d"])
    cards_lie(page, "player", "Ts", "2d")
    during(line, page, fault, lambda: deal(line.site, TABLE, ["Kc"]))
    cards_lie(page, "player", "Ts", "2d")
    cards_lie(page, "banker", "2h", "Kc")


def at_the_result(line: Line, page: Page, fault: Fault) -> None:
    """Call the result of the round while the screen is disconnected, or just before."""
    deal(line.site, TABLE, ["4c", "5s"])
    during(line, page, fault, lambda: call_result(line.site, TABLE))
    for _ in "at once", "and after another cut":
        sees(page, "Banker wins, 7 over 6")
        sees_next(page, "With three cards: Koi 7 wins")
        expect(page.locator("[data-sum]")).to_have_attribute("data-sum", "5000")
        has_balance(page, CREDIT + 50_00)
        with away(line, page, fault):
            pass


@BY_HAND
@pytest.mark.parametrize("fault", [cut, dead])
def test_a_late_chip_does_not_count_and_the_screen_says_so(line: Line, fault: Fault) -> None:
    new_shoe(line.site, TABLE)
    open_bets(line.site, TABLE)
    page = line.screen("player", f"/table/{TABLE}")
    bet(page, "$25", "player")
    line.cable.mute()
    spot(page, "player").click()
    with away(line, page, fault):
        expect(lost_bets(page, "player")).to_have_text([re.compile("Confirmed"), re.compile("Sent, no answer yet")])
        has_balance(page, CREDIT - 25_00)
        close_bets(line.site, TABLE)
    expect(page.locator("[data-note]")).to_have_text("That came after “no more bets” and does not count.")
    expect(lost_bets(page, "player")).to_have_text([re.compile("it counts"), re.compile("Was too late: not taken")])
    page.get_by_role("button", name="Go on").click()
    has_staked(page, 25_00)
    has_balance(page, CREDIT - 25_00)
    assert stakes(line.site) == [25_00]


@BY_HAND
def test_a_first_chip_on_a_slow_connection_keeps_its_value(line: Line) -> None:
    """Check that choosing another chip before the server has answered does not change the first chip's value.

    Until the server has answered, the balance does not change either.
    """
    new_shoe(line.site, TABLE)
    open_bets(line.site, TABLE)
    page = line.screen("player", f"/table/{TABLE}")
    page.get_by_role("radio", name="$25 chip").click()
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    line.cable.mute()
    spot(page, "player").click()
    page.get_by_role("radio", name="$100 chip").click()
    expect(spot(page, "player").locator(".pill")).to_have_text("$25")
    expect(spot(page, "player").locator(".pending")).to_have_count(1)
    expect(page.locator(".balance")).to_contain_text("$25 not confirmed")
    has_balance(page, CREDIT)
    page.clock.run_for(LOST_MS)
    expect(page.locator(LOST_LINE)).to_have_text("Connecting again")
    expect(lost_bets(page, "player")).to_contain_text("Sent, no answer yet")
    page.clock.resume()
    line.put_right()
    expect(spot(page, "player").locator(".pending")).to_have_count(0)
    expect(page.locator(LOST_LINE)).to_have_count(0)
    has_balance(page, CREDIT - 25_00)
    assert stakes(line.site) == [25_00]


@BY_HAND
@pytest.mark.parametrize("fault", [Cable.mute, Cable.pull])
def test_a_cut_is_shown_within_a_second(line: Line, fault: Callable[[Cable], None]) -> None:
    """Check that the page of a player with a bet notices a silent network as soon as a broken connection."""
    new_shoe(line.site, TABLE)
    open_bets(line.site, TABLE)
    page = line.screen("player", f"/table/{TABLE}")
    bet(page, "$25", "player")
    has_staked(page, 25_00)
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    expect(page.locator(LOST_LINE)).to_have_count(0)
    fault(line.cable)
    page.wait_for_timeout(SETTLED_MS)  # real time, in which the page's clock stands still
    expect(page.locator(LOST_LINE)).to_have_count(0)
    page.clock.run_for(LOST_MS)
    expect(page.locator(LOST_LINE)).to_have_text("Connecting again")
    page.clock.resume()
    line.put_right()
    expect(page.locator(LOST_LINE)).to_have_count(0)


@BY_HAND
@FAULTS
def test_a_dealer_continues_after_a_fault_and_no_card_is_read_twice(line: Line, fault: Fault) -> None:
    page = dealer_at_the_first_card(line)
    fault(line, page)
    lost = page.get_by_role("status").filter(has_text="Reconnecting. Nothing entered is lost.")
    expect(lost).to_be_visible()
    page.keyboard.type("9h")
    line.put_right()
    next_is(page, "Banker’s first card")
    expect(lost).to_have_count(0)
    assert dealt(line.site) == ["9h"]


@in_soak
@pytest.mark.site({"machine": {"rulebook": "ilani-midi-baccarat", "mode": "automated", "card_ms": 700}})
def test_an_automated_table_continues_where_it_stopped(line: Line) -> None:
    """Check that one round is settled once if the server stops in the countdown, between two cards or at the result."""
    site = line.site
    page = line.screen("player", "/table/machine")
    bet(page, "$25", "player", "banker")
    for moment in "countdown-set", "card-dealt", "round-settled":
        until(partial(has_happened, site, moment))
        with away(line, page, stopped):
            pass
    assert site.kinds("machine").count("round-settled") == 1
    assert site.kinds("machine").count("wagers-placed") == 2
    sees(page, "Place your bets")
    has_balance(page, site.balance("player"))


@BY_HAND
def test_a_bet_whose_response_was_lost_is_placed_once(line: Line) -> None:
    new_shoe(line.site, TABLE)
    open_bets(line.site, TABLE)
    page = line.screen("player", f"/table/{TABLE}")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("banner")).to_contain_text("Seat 1")
    unanswered(line, spot(page, "tie").click, lambda: stakes(line.site) == [25_00])
    expect(lost_bets(page, "tie")).to_contain_text("Sent, no answer yet")
    line.put_right()
    expect(page.locator(LOST_LINE)).to_have_count(0)
    has_balance(page, CREDIT - 25_00)
    spot(page, "tie").click()
    until(lambda: stakes(line.site) == [50_00])
    assert line.site.kinds(TABLE).count("wagers-placed") == 2


@BY_HAND
def test_a_card_whose_response_was_lost_is_dealt_once(line: Line) -> None:
    page = dealer_at_the_first_card(line)
    unanswered(line, lambda: page.keyboard.type("9h"), lambda: dealt(line.site) == ["9h"])
    line.put_right()
    next_is(page, "Banker’s first card")
    expect(page.locator('[data-rank="9"]')).to_be_enabled()  # the repeated request has been answered
    page.keyboard.type("9h")
    next_is(page, "Player’s second card")
    assert dealt(line.site) == ["9h", "9h"]


@BY_HAND
def test_a_ticket_whose_response_was_lost_is_still_shown(line: Line) -> None:
    """Check that the ticket appears on the screen when the connection is back.

    If it did not, the credit would be gone and nobody would know the ticket number.
    """
    site = line.site
    page = line.screen("player", f"/table/{TABLE}")
    page.get_by_role("button", name="Cash out").click()
    sheet = page.get_by_role("dialog", name="Cash out")
    expect(sheet.get_by_role("button", name="Cash out $5,000")).to_be_visible()
    unanswered(line, sheet.get_by_role("button", name="Cash out $5,000").click, lambda: site.balance("player") == 0)
    line.put_right()
    number = sheet.locator("[data-ticket]")
    expect(number).to_have_text(re.compile(r"^[\d -]{18,}$"))
    has_balance(page, 0)
    found = site.as_("cashier").get(f"/api/vouchers/{re.sub('[^0-9]', '', number.inner_text())}")
    assert (found["cents"], found["status"]) == (CREDIT, "issued")


@BY_HAND
def test_a_buy_in_whose_response_was_lost_is_booked_once(line: Line) -> None:
    """Check that the repeated request of the cashier gives one slip and adds the credit once."""
    site = line.site
    site.as_("cashier").post("/api/shifts", float_cents=100_00, key=site.key())
    page = line.screen("cashier", "/cage")
    begin_buy_in(page)
    yes = page.get_by_role("button", name="Yes, $20 for Player One")
    unanswered(line, yes.click, lambda: site.balance("player") == CREDIT + 20_00)
    message = page.get_by_role("status").filter(has_text="No answer yet. It is asked for again, and done once.")
    expect(message).to_be_visible()
    line.put_right()
    expect(page.get_by_role("article")).to_contain_text("$5,020")
    expect(message).to_have_count(0)
    assert site.balance("player") == CREDIT + 20_00


def begin_buy_in(page: Page) -> None:
    page.get_by_role("button", name="Buy-in").click()
    page.get_by_label("Player's name or number").fill("player")
    page.get_by_role("button", name="Look up").click()
    page.get_by_label("Cash taken").fill("20")
    page.get_by_role("button", name="Buy in $20").click()


def dealer_at_the_first_card(line: Line) -> Page:
    new_shoe(line.site, TABLE)
    open_bets(line.site, TABLE)
    somebody_bets(line.site, TABLE)
    close_bets(line.site, TABLE)
    page = line.screen("dealer", f"/dealer/{TABLE}")
    next_is(page, "Player’s first card")
    return page


def has_happened(site: Site, kind: str) -> bool:
    return kind in site.kinds("machine")


def in_play(site: Site) -> CurrentRound:
    played = site.state(TABLE).round
    assert played is not None
    return played


def stakes(site: Site) -> list[int]:
    return [spot.total for spot in in_play(site).spots.values()]


def dealt(site: Site) -> list[str]:
    return [str(dealt_card.card) for dealt_card in in_play(site).dealt]
