"""Choices of a player beside the plain round: bets behind another seat, passing cards on, and personal limits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from croupier.table.state import Phase, SpotBets
from tests.browser.geometry import faults
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
    spot,
)
from tests.browser.visits import CUT, Visits, go

TABLE = "dealer-midi"
PLAYER_WINS = ("9h", "Kc", "Qd", "2s")
SQUEEZE, DENIED = "squeeze", "denied"
TURNED_BY_BETTORS = {
    SQUEEZE: {
        "rulebook": "co-baccarat",
        "mode": "automated",
        "options": {"cards_turned_by": "bettor"},
        "betting_seconds": 2,
        "decision_seconds": 600,
    },
    DENIED: {
        "rulebook": "co-baccarat",
        "options": {"cards_turned_by": "bettor"},
        "betting_seconds": 600,
        "decision_seconds": 600,
    },
}
BEHIND = "colorado"


@pytest.mark.site({BEHIND: {"rulebook": "co-baccarat", "betting_seconds": 600}})
def test_chips_behind_another_seat_are_settled_with_it(site: Site, visit: Visits) -> None:
    site.as_("player2").command(BEHIND, "sit-down", seat=5)
    new_shoe(site, BEHIND)
    open_bets(site, BEHIND)
    site.as_("player2").command(BEHIND, "place-wagers", seat=5, wagers=[{"wager": "player", "cents": 100_00}])
    page = visit("player", f"/table/{BEHIND}")
    page.get_by_role("button", name="Bet behind").click()
    behind = page.get_by_role("dialog").get_by_role("button", name="Behind seat 5")
    expect(behind).to_contain_text("Player $100")
    behind.click()
    before = site.balance("player")
    bet(page, "$25", "player")
    has_staked(page, 25_00)
    others = spot(page, "player").locator("[data-others]")
    expect(others).to_have_attribute("data-others", "10000")
    expect(others).to_contain_text("100%")
    (own,) = [chips for chips in spots(site, BEHIND) if chips.account != _account(site, "player2")]
    assert (own.seat, own.wagers) == (5, {"player": 25_00})
    assert _account(site, "player") not in {sitter.account for sitter in site.state(BEHIND).seats.values()}
    close_bets(site, BEHIND)
    deal(site, BEHIND, PLAYER_WINS)
    call_result(site, BEHIND)
    has_balance(page, before + 25_00)
    expect(spot(page, "player")).to_contain_text("+$25")
    sees(page, re.compile("Player wins, 9 over 2, 4 cards"))


def spots(site: Site, table: str) -> list[SpotBets]:
    """Return whose chips are on which spot, from the state of the house and not from the screen."""
    current = site.state(table).round
    assert current is not None
    return list(current.spots.values())


def _account(site: Site, name: str) -> str:
    return f"player:{site.as_(name).user_id}"


@pytest.mark.site(TURNED_BY_BETTORS, provider=False)
def test_the_right_to_turn_the_cards_is_passed_on(site: Site, visit: Visits) -> None:
    giver, taker = visit("player", f"/table/{SQUEEZE}"), visit("player2", f"/table/{SQUEEZE}")
    for name, seat in (("player", 2), ("player2", 4)):
        site.as_(name).command(SQUEEZE, "sit-down", seat=seat)
    for name, seat, cents in (("player", 2, 100_00), ("player2", 4, 25_00)):
        wagers = [{"wager": "player", "cents": cents}]
        site.as_(name).command(SQUEEZE, "place-wagers", seat=seat, wagers=wagers)
    until(lambda: site.state(SQUEEZE).phase is Phase.DEALING)
    sees(giver, "Turn the cards of Player")
    sees(taker, "Seat 2 turns the cards of Player")
    expect(taker.get_by_role("button", name="Turn the cards")).to_have_count(0)
    giver.get_by_role("button", name="Let seat 4 turn them").click()
    sees(taker, "Seat 2 asks that seat 4 turns the cards")
    taker.get_by_role("button", name="Agree", exact=True).click()
    sees(taker, "Turn the cards of Player")
    expect(giver.get_by_role("button", name="Turn the cards")).to_have_count(0)
    assert face_up(taker) == 0
    _squeeze(taker)
    until(lambda: "round-settled" in site.kinds(SQUEEZE))
    for hand in ("player", "banker"):
        expect(giver.locator(f"section.{hand} .front [data-card]").first).to_be_visible()
    # The player who squeezes sees only the corner of that card: no card of the other hand, and no result.
    expect(taker.locator("[data-bent]")).to_have_count(1)
    assert face_up(taker, "banker") == 0
    sees(taker, "Turn the cards of Player")
    taker.mouse.up()
    for left in (2, 1):
        expect(taker.locator("section.player .card.mine")).to_have_count(left)
        taker.locator("section.player .card.mine").first.focus()
        taker.keyboard.press("Enter")
    expect(taker.locator("section.banker .front [data-card]").first).to_be_visible()
    check_house_denial(site, giver, visit("dealer", f"/dealer/{DENIED}"))


def check_house_denial(site: Site, giver: Page, console: Page) -> None:
    """Check that a bettor with a smaller wager turns the cards only if the house allows it. [003 L315]"""
    new_shoe(site, DENIED)
    for name, seat in (("player", 2), ("player2", 4)):
        site.as_(name).command(DENIED, "sit-down", seat=seat)
    open_bets(site, DENIED)
    for name, seat, cents in (("player", 2, 100_00), ("player2", 4, 25_00)):
        site.as_(name).command(DENIED, "place-wagers", seat=seat, wagers=[{"wager": "player", "cents": cents}])
    close_bets(site, DENIED)
    deal(site, DENIED, PLAYER_WINS)
    go(giver, f"/table/{DENIED}")
    giver.get_by_role("button", name="Let seat 4 turn them").click()
    console.locator('[data-action="deny-turn"]').click()
    sees(giver, "Turn the cards of Player")
    expect(giver.get_by_role("button", name="Turn the cards")).to_be_visible()
    expect(giver.get_by_role("button", name="Let seat 4 turn them")).to_have_count(0)


def _squeeze(page: Page) -> None:
    """Drag a corner of the card a little way, and hold it there."""
    box = page.locator("section.player .card.mine").first.bounding_box()
    assert box is not None
    x, y = box["x"] + 4, box["y"] + box["height"] - 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + box["width"] / 3, y - box["height"] / 4, steps=4)


def face_up(page: Page, hand: str = "player") -> int:
    return page.locator(f"section.{hand} .front [data-card]").count()


@pytest.mark.parametrize("size", ["phone", "terminal"])
def test_a_personal_limit_is_explained_before_it_applies(site: Site, visit: Visits, size: str) -> None:
    player = site.as_("player")
    player.http.put("/api/me/limits", json={"kind": "stake-round", "value": 30_00}).raise_for_status()
    new_shoe(site, TABLE)
    open_bets(site, TABLE)
    page = visit("player", f"/table/{TABLE}", size)
    bet(page, "$25", "banker")
    spot(page, "player").click()
    expect(page.locator("[data-note]")).to_have_text(re.compile(r"^Your own limit, .+: \$30\. \$5 of it is left\.$"))
    has_staked_in(site, 25_00)
    bet(page, "$5", "tie")
    has_staked_in(site, 30_00)


def has_staked_in(site: Site, cents: int) -> None:
    assert sum(staked for placed in spots(site, TABLE) for staked in placed.wagers.values()) == cents


def test_chips_are_chosen_by_arrow_keys(site: Site, visit: Visits) -> None:
    """Check that all chips together are one stop of the Tab key, as a radio group is."""
    page = visit("player", f"/table/{TABLE}")
    chips = page.get_by_role("radio")
    chosen = page.locator('[role="radio"][aria-checked="true"]')
    expect(chosen).to_have_accessible_name("$25 chip")
    chosen.focus()
    page.keyboard.press("ArrowRight")
    expect(chosen).to_have_accessible_name("$100 chip")
    expect(chosen).to_be_focused()
    expect(page.locator('[role="radio"][tabindex="0"]')).to_have_count(1)
    for _ in range(chips.count()):
        page.keyboard.press("ArrowLeft")
    expect(chosen).to_have_accessible_name("$100 chip")


def test_the_board_of_all_tables_shows_a_lost_connection(site: Site, visit: Visits) -> None:
    visit.allow(*CUT)
    page = visit(None, "/board")
    expect(page.locator("[data-tile]")).to_have_count(2)
    message = page.get_by_role("status")
    expect(message).to_be_empty()
    site.stop()
    expect(message).to_have_text("Reconnecting")
    site.start()
    expect(message).to_be_empty(timeout=30_000)


READY = "ready"


@pytest.mark.parametrize("size", ["phone", "terminal"])
@pytest.mark.site({READY: {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600, "closes_when_ready": True}})
def test_betting_closes_when_every_player_has_pressed_ready(site: Site, visit: Visits, size: str) -> None:
    site.as_("player2").command(READY, "sit-down", seat=5)
    new_shoe(site, READY)
    open_bets(site, READY)
    page = visit("player", f"/table/{READY}", size)
    bet(page, "$25", "player")
    ready = page.locator("[data-ready]")
    expect(ready).to_have_text("Ready 0/2")
    ready.click()
    expect(ready).to_have_text("Ready 1/2")
    expect(ready).to_be_disabled()
    bet(page, "$25", "player")  # a changed bet takes it back
    expect(ready).to_have_text("Ready 0/2")
    expect(ready).to_be_enabled()
    assert not faults(page)
    ready.click()
    site.as_("player2").command(READY, "say-ready")
    sees(page, "No more bets")


@pytest.mark.site(
    {
        READY: {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600, "closes_when_ready": True},
        "beside": {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600},
    }
)
def test_ready_is_offered_at_tables_side_by_side_too(site: Site, visit: Visits) -> None:
    site.as_("player").command(READY, "sit-down", seat=1)
    for table in (READY, "beside"):
        new_shoe(site, table)
        open_bets(site, table)
    page = visit("player", f"/table/{READY}/beside", (1920, 1080))
    ready = page.locator("[data-ready]")
    expect(ready).to_have_count(1)
    site.as_("player").command(READY, "place-wagers", seat=1, wagers=[{"wager": "player", "cents": 25_00}])
    expect(ready).to_have_text("Ready 0/1")
    ready.click()
    until(lambda: site.state(READY).phase.value != "betting")
    assert not faults(page)
