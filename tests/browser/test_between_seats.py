"""Games in which seats play one another: buying chips, exact bets, side pots, and thirteen cards in rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from croupier.people.roles import Role
from croupier.server.demonstration import add_people
from croupier.table.state import Phase
from tests.browser.geometry import Window, emptiest
from tests.browser.seats_night import COMPANY, RING, STATES, Seats, a_seats_night, seen, settle
from tests.browser.site import Site, open_site, until
from tests.browser.steps import seats_are_asked
from tests.browser.test_table_layout import (
    EMPTY_MOST,
    Screen,
    at,
    at_console,
    at_table,
    open_window,
    shown,
    tight,
    walk,
)
from tests.browser.visits import CUT, Visits
from tests.soak import in_soak

HOLDEM = {"rulebook": "ca-texas-holdem", "schedule": "nl-6", "decision_seconds": 600}
THIRTEEN = {"rulebook": "ca-13-card-chinese-poker", "schedule": 2, "decision_seconds": 600}
TABLES: dict[str, dict[str, Any]] = {
    "hand": HOLDEM,
    "small": HOLDEM,
    "pots": HOLDEM,
    "gone": HOLDEM | {"mode": "automated", "decision_seconds": 2, "options": {"time_bank": 0}},
    "rows": THIRTEEN,
    "sweep": THIRTEEN,
    "h-asked": HOLDEM,
    "r-foul": THIRTEEN,
    "h-free": HOLDEM,
    "r-free": THIRTEEN,
}
BUY = 200_00
OTHERS = ("player2", "provider", "player3")
"""Users who play by HTTP requests; the player with the page sits at seat 2."""
PHONE_ASLANT = (844, 390)
WALLS = ((1920, 1080), (1080, 1920), (1280, 720), (390, 844))
SEEN = ("[data-do]", "[data-own-stack]", "[data-tray-card]", "[data-made]", "[data-arrange-foot]")
"""Selectors that a player must see: the choices, the own chips, the own rows and their names."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("seats"), TABLES, provider=False) as opened:
        add_people(opened.runtime, [(who, who, Role.PLAYER) for who in COMPANY])
        yield opened


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visits]:
    visits = Visits(browser, site)
    yield visits
    visits.close()


def shows_status(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("[data-told]")).to_have_text(text)


def choice(page: Page, name: str) -> Locator:
    return page.locator(f'[data-bet] [data-do="{name}"]')


def sits_with(page: Page, dollars: int) -> None:
    """Take a seat with a click, and buy chips from credit."""
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
    """Check that a player can buy chips, call, raise to an exact amount by slider and by number, and fold."""
    table = Seats(site, name)
    table.new_shoe(None)
    page = visit("player", f"/table/{name}", size)
    sits_with(page, 200)
    for who in ("player2", "provider"):
        table.sit(**{who: RING[who]})
        table.chips(who, 200)
    table.begin(button=4)
    table.deal("As Kd 7c Ah Kc 2d")
    table.acts("provider", "call")
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
    choice(page, "bet").click()
    expect(page.locator('[data-bet-of="2"]')).to_contain_text("$24")
    expect(page.locator('[data-seat="3"] [data-seconds]')).to_be_visible()
    expect(page.locator(".ring")).to_have_count(0)
    expect(page.locator("[data-stack]")).to_have_attribute(
        "data-stack", page.locator("[data-own-stack]").get_attribute("data-own-stack") or ""
    )
    expect(page.locator(".mine [data-turned]")).to_have_text(re.compile("."))
    table.acts("player2", "raise", 60)
    table.acts("provider", "fold")
    expect(choice(page, "call")).to_contain_text("Call $36")
    choice(page, "call").click()
    table.deal("4c")
    expect(choice(page, "check")).to_be_visible()
    choice(page, "check").click()
    table.acts("player2", "bet", 50)
    choice(page, "fold").click()
    table.acts("player2", "muck")
    table.called()
    shows_status(page, re.compile("Seat 3 wins"))
    adds_up(page, site, name)
    expect(page.locator("[data-sum]")).to_contain_text("Put in")
    expect(page.locator("[data-own-stack]")).to_have_attribute("data-own-stack", str(table.cents("player")))
    assert sum(map(table.cents, ("player", "player2", "provider"))) < 3 * BUY


def test_an_all_in_with_two_side_pots(site: Site, visit: Visits) -> None:
    """Stacks of $50, $100, $200 and $200 make three pots; seat and console show who can win each."""
    table = Seats(site, "pots")
    table.new_shoe(None)
    page = visit("player", "/table/pots", PHONE_ASLANT)
    sits_with(page, 200)
    for who, dollars in (("player2", 50), ("provider", 100), ("player3", 200)):
        table.sit(**{who: RING[who]})
        table.chips(who, dollars)
    console = visit("dealer", "/dealer/pots", (1280, 800))
    table.begin(button=2)
    table.deal("As Kd 7c Qh Ah Kc 2d Qs")
    table.acts("player3", "raise", 200)
    expect(choice(page, "call")).to_contain_text("All-in, $200")
    choice(page, "call").click()
    expect(page.locator("[data-bet]")).to_have_count(0)
    table.acts("player2", "call")
    table.acts("provider", "call")
    for screen in (page, console):
        pots = screen.locator("[data-pot]")
        expect(pots).to_contain_text([re.compile("Main pot.*seats 2, 3, 4 and 5"), "Side pot 1", "Side pot 2"])
        expect(pots.nth(1)).to_have_attribute("data-pot", "15000")
        expect(pots.nth(2)).to_have_attribute("data-pot", "20000")
        expect(pots.nth(2)).to_contain_text("seats 2 and 5")
    table.deal("3s 9d Jh 4c 5h")
    table.called()
    shows_status(page, "You win $200 of $547 with pair of queens")
    won = page.locator("[data-pot] [data-winners]")
    expect(won).to_have_text(["seat 3 $197", "seat 4 $150", "you $200"])
    expect(page.locator("[data-holdem-result] [data-seat]")).to_have_count(3)
    adds_up(page, site, "pots")
    expect(console.locator("[data-payments] li")).to_have_count(3)


def test_a_player_who_vanishes_is_folded_and_keeps_the_stack(site: Site, visit: Visits) -> None:
    visit.allow(*CUT)
    table = Seats(site, "gone")
    page = visit("player", "/table/gone", "phone")
    sits_with(page, 200)
    page.context.set_offline(True)
    table.sit(player2=3)
    table.chips("player2", 200)
    until(lambda: site.state("gone").phase is Phase.DEALING and seats_are_asked(site, "gone"))
    if site.state("gone").button == RING["player2"]:
        table.acts("player2", "raise", 20)
    until(lambda: site.state("gone").phase is Phase.BETWEEN)
    assert BUY - 5_00 <= table.cents("player") < BUY < table.cents("player2")
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="I am back")).to_be_visible()
    expect(page.locator("[data-stack]")).to_have_attribute("data-stack", str(table.cents("player")))


STACK = "Th Jd 8h Ac Ad 6s 5c Ts Ks Kc Kd 7c 2c"
OTHER = "Kh Qs Qd Js Jh 5h 8c 6d As 4s 9h 3h Qc"
MINOR = "2s 2d 3s 3c 4d 4h 5s 6c 7d 7h 8s 9c 9d"


def thirteen(site: Site, name: str, own: str) -> Seats:
    """Bring a table to the state `name`: the player of the test sits at seat 2 with chips, another player at seat 3."""
    table = Seats(site, name)
    table.new_shoe(None)
    table.sit(player=2, player2=3)
    for who in ("player", "player2"):
        table.chips(who, 100)
    table.begin(button=2)
    stacks = {2: own, 3: OTHER}
    for seat in seen(site, name)["table_stakes"]["hand"]["order"]:
        table.deal(stacks[seat])
    return table


def swap(page: Page, first: str, second: str) -> None:
    for card in (first, second):
        page.locator(f'[data-tray-card="{card}"]').click()


def lies_in(page: Page, row: str) -> set[str | None]:
    return {
        card.get_attribute("data-tray-card") for card in page.locator(f'[data-tray="{row}"] [data-tray-card]').all()
    }


def test_rows_are_set_by_taps_and_a_foul_is_repaired_or_confirmed(site: Site, visit: Visits) -> None:
    table = thirteen(site, "rows", STACK)
    page = visit("player", "/table/rows", (1280, 800))
    phone = visit("player", "/table/rows", "phone")
    page.locator('[data-choice="house-way"]').click()
    expect(page.locator("[data-arrange]")).to_have_attribute("data-arrange", "legal")
    front = lies_in(page, "front")
    for king, card in zip(("Ks", "Kc", "Kd"), sorted(front - {"Ks", "Kc", "Kd"}, key=str), strict=False):
        swap(page, king, str(card))
    expect(page.locator("[data-arrange]")).to_have_attribute("data-arrange", "foul")
    expect(page.locator("[data-foul]")).to_contain_text("It would be a foul.")
    for screen in (page, phone):
        screen.locator('[data-choice="set"]').click()
        expect(screen.locator('[data-choice="set"]')).to_contain_text("tap again: a foul")
    page.locator('[data-choice="house-way"]').click()
    expect(page.locator("[data-foul]")).to_have_count(0)
    legal = {row: lies_in(page, row) for row in ("front", "middle", "back")}
    swap(page, "Kd", str(sorted(legal["front"], key=str)[0]))
    page.locator('[data-choice="mend"]').click()
    expect(page.locator("[data-arrange]")).to_have_attribute("data-arrange", "legal")
    page.locator('[data-declare="clean-sweep"]').click()
    expect(page.locator('[data-declare="clean-sweep"]')).to_have_text("No Clean Sweep: a foul. Tap again")
    page.locator('[data-do="buy"]').click()
    page.locator("[data-buy]").fill("50")
    page.get_by_role("button", name="Buy $50").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert seen(site, "rows")["table_stakes"]["hand"]["seats"][-1]["stack_cents"] > 100_00
    page.locator('[data-choice="set"]').click()
    expect(page.locator("[data-arrange]")).to_have_count(0)
    table.do("player2", "arrange-cards", seat=3)
    settle(site, "rows")
    for screen in (page, phone):
        shows_status(screen, re.compile(r"You (win|lose) \d+ points?, [+−]\$\d+"))
        adds_up(screen, site, "rows")
    reads_across(page, site, "rows")


def test_a_sweep_is_declared_by_a_second_tap(site: Site, visit: Visits) -> None:
    table = thirteen(site, "sweep", MINOR)
    page = visit("player", "/table/sweep", PHONE_ASLANT)
    declare = page.locator('[data-declare="clean-sweep"]')
    expect(declare).to_be_enabled()
    for row in ("front", "middle", "back"):
        expect(page.locator(f'[data-tray="{row}"] [data-tray-card]').last).to_be_in_viewport(ratio=0.9)
    declare.click()
    expect(declare).to_have_text("Tap again: Clean Sweep")
    declare.click()
    expect(page.locator("[data-arrange]")).to_have_count(0)
    table.do("player2", "arrange-cards", seat=3)
    settle(site, "sweep")
    shows_status(page, "You win 6 points, +$29")
    expect(page.locator("[data-thirteen-result] header")).to_contain_text("Your hand: Minor.")
    adds_up(page, site, "sweep")
    page.locator('[data-met="3"]').click()
    expect(page.get_by_role("dialog")).to_contain_text("Minor")


def last_hand(site: Site, name: str) -> Any:
    """Return how the last hand of a table was settled, as everybody may see it."""
    return seen(site, name)["last_round"]["settled_hand"]


def adds_up(page: Page, site: Site, name: str) -> None:
    """Check that the net result on the page is that of the server, and that the chips in front are the stack."""
    own = next(one for one in last_hand(site, name)["seats"] if one["seat"] == RING["player"])
    expect(page.locator("[data-sum]")).to_have_attribute("data-sum", str(own["net_cents"]))
    stack = next(one for one in seen(site, name)["table_stakes"]["stacks"] if one["seat"] == RING["player"])
    for shown_stack in page.locator("[data-stack], [data-own-stack]").all():
        assert str(stack["in_front_cents"]) in (
            shown_stack.get_attribute("data-stack"),
            shown_stack.get_attribute("data-own-stack"),
        )


def reads_across(page: Page, site: Site, name: str) -> None:
    """Check each row against the other seat, its verdict and bonus, and the points with their reasons below."""
    own = next(one for one in last_hand(site, name)["seats"] if one["seat"] == RING["player"])
    for other in own["against"]:
        for row in other["rows"]:
            cell = page.locator(f'[data-met="{other["seat"]}/{row["row"]}"]')
            expect(cell).to_have_attribute("data-result", row["result"])
            expect(cell).to_contain_text({"won": "you win +1", "lost": "you lose −1", "tied": "equal"}[row["result"]])
        account = page.locator(f'[data-account="{other["seat"]}"]')
        expect(account.locator("dd")).to_have_count(len(other["reasons"]))
        expect(account).to_contain_text(f"{other['points']:+d}".replace("-", "−"))


def test_a_visitor_is_told_once_what_to_do(site: Site, visit: Visits) -> None:
    """Check a table of each game before the visitor sits: one button takes a seat, one opens the own limits."""
    for name in ("h-free", "r-free"):
        page = visit(COMPANY[-1], f"/table/{name}", (1280, 800))
        shows_status(page, "Take a seat to play")
        for button in ("Take a seat", "My play", "Rules", "My rounds"):
            expect(page.get_by_role("button").filter(has_text=button)).to_have_count(1)
    expect(page.locator("[data-outcome=play]")).to_contain_text("−$30 to +$30")


def at_seat(state: str) -> Screen:
    screen = at_table(state)
    return replace(screen, needed=(*screen.needed, *SEEN))


def test_a_player_with_a_decision_sees_everything_on_small_screens(site: Site, visit: Visits) -> None:
    """Check a hand of nine seats with a raise before the player, and a foul arrangement of rows."""
    states = ("h-asked", "r-foul")
    for state in states:
        STATES[state][1](Seats(site, state))
    found = tight(open_window(visit, site, "player"), {state: at_seat(state) for state in states})
    found += on_the_wall(open_window(visit, site, None), states)
    assert not found, "\n".join(found)


def on_the_wall(window: Window, states: tuple[str, ...]) -> list[str]:
    """Check that the seats on the board fit every window and leave no large part of it empty."""
    found = []
    for state in states:
        shown(window.page, Screen("", f"/board/{state}", "[data-hands] [data-seat]", ()))
        for size in WALLS:
            found += [f"wall of {state} at {size}: {fault}" for fault in at(window, size, ())]
            if min(size) >= WALLS[0][1] and emptiest(window.page) > EMPTY_MOST:
                found.append(f"wall of {state} at {size}: a part of it is empty")
    return found


@in_soak
def test_pages_fit_in_every_state(browser: Browser, tmp_path: Path) -> None:
    with a_seats_night(tmp_path) as house:
        visits = Visits(browser, house)
        found = walk(open_window(visits, house, "player"), {state: at_seat(state) for state in STATES})
        found += walk(open_window(visits, house, "dealer"), {state: at_console(state) for state in STATES})
        visits.close()
    assert not found, "\n".join(found)
