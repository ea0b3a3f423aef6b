"""Screens of surveillance and the office: their figures are those of the server, and their actions are recorded."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.money.cents import Cents, format_dollars
from tests.browser.floor import Table
from tests.browser.site import Site, until
from tests.browser.visits import Visits

TABLES = {
    "midi": {"rulebook": "ilani-midi-baccarat", "betting_seconds": 60},
    "co": {"rulebook": "co-baccarat", "betting_seconds": 60},
    "jack": {"rulebook": "house-blackjack", "betting_seconds": 60},
}
HOUSE = pytest.mark.site(TABLES, provider=False)
UNDO_MS = 10_000


def play(site: Site, name: str, cards: str = "9s Kh Kd 2c", *, is_first: bool = True) -> Table:
    """Play a round at a table of two sides: $25 on Player wins, and $25 on Banker loses."""
    table = Table(site, name)
    if is_first:
        table.new_shoe()
        table.sit(player=1, player2=2)
    table.opened()
    table.bet("player", 1, "player")
    table.bet("player2", 2, "banker", "tie")
    table.closed()
    table.deal(cards)
    return table


def look_at(page: Page, name: str) -> None:
    page.locator(f"[data-look={name}]").click()
    expect(page.locator(f"[data-watched={name}]")).to_be_visible()


@HOUSE
def test_surveillance_sees_a_table_as_data(site: Site, visit: Visits) -> None:
    table = play(site, "midi", "9s Kh Kd")
    page = visit("surveillance", "/surveillance", "laptop")
    look_at(page, "midi")
    watched = page.locator("[data-watched=midi]")
    expect(watched.locator("[data-hand=player] li")).to_have_count(2)
    expect(watched.locator("[data-hand=player] li").nth(1)).to_contain_text("card 3")
    expect(watched.locator("[data-hand=player] time").first).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    wagers = watched.locator("[data-wagers]")
    expect(wagers.locator("tbody tr")).to_have_count(2)
    expect(wagers.locator("tfoot td").last).to_have_text("$75")
    table.deal("2c")
    expect(watched.locator("[data-hand=banker] li")).to_have_count(2)
    table.called()
    expect(watched).to_contain_text("Round over")
    expect(watched.locator("[data-hand=banker] li").nth(1)).to_contain_text("card 4")


@HOUSE
def test_surveillance_does_not_see_a_face_down_card(site: Site, visit: Visits) -> None:
    table = Table(site, "jack")
    table.new_shoe()
    table.sit(player=1)
    table.opened()
    table.bet("player", 1, "blackjack")
    table.closed()
    table.deal("Ts 9h 7d Kc")
    page = visit("surveillance", "/surveillance", "laptop")
    look_at(page, "jack")
    dealer = page.locator("[data-watched=jack] [data-hand=dealer] li")
    faces = site.as_("surveillance").get("/api/tables/jack")["view"]["hands"]["dealer"]
    hidden = [nth for nth, card in enumerate(faces) if card["is_face_down"]]
    assert hidden, "one card of the dealer is face down"
    expect(dealer).to_have_count(len(faces))
    for nth, card in enumerate(faces):
        assert ("card" in card) == (nth not in hidden)
        assert (dealer.nth(nth).locator("svg text").count() > 0) == (nth not in hidden)


@HOUSE
def test_the_desk_follows_the_loudest_table_until_a_number_holds_it(site: Site, visit: Visits) -> None:
    play(site, "midi").called()
    play(site, "co").called()
    page = visit("surveillance", "/surveillance", "laptop")
    site.as_("supervisor").command("co", "pause-table", reason="a card fell on the floor")
    expect(page.locator("[data-watched=co]")).to_contain_text("Paused")
    look_at(page, "midi")
    expect(page.locator("[data-follow]")).to_have_attribute("aria-pressed", "false")
    page.locator("[data-follow]").click()
    expect(page.locator("[data-watched=co]")).to_be_visible()


@HOUSE
def test_events_are_seen_by_group_and_all_at_once_and_can_be_undone(site: Site, visit: Visits) -> None:
    play(site, "midi").called()
    site.as_("supervisor").command("midi", "pause-table", reason="a card fell on the floor")
    site.as_("player").command("co", "call-supervisor", note="Is it open?")
    page = visit("surveillance", "/surveillance", "laptop")
    groups = page.locator("[data-group=stop]")
    expect(groups).to_have_count(2)
    page.clock.install()
    groups.first.get_by_role("button", name="Seen").click()
    expect(groups).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(groups).to_have_count(2)
    page.get_by_role("button", name=re.compile(r"^All \d+ seen$")).click()
    expect(page.locator("[data-group]")).to_have_count(0)
    assert not marks(site), "a mark is recorded only when it can no longer be undone"
    page.clock.run_for(UNDO_MS + 500)
    until(lambda: marks(site))
    (mark,) = marks(site)
    assert len(mark["ids"]) >= 2
    expect(page.locator("[data-group]")).to_have_count(0)


def marks(site: Site) -> list[dict[str, Any]]:
    """Return the marks of seen events in the log."""
    events = [event for record in site.house.store.records("house") for event in record.events]
    return [event for event in events if event["kind"] == "events-seen"]


@HOUSE
def test_one_search_finds_a_round_a_player_and_a_game(site: Site, visit: Visits) -> None:
    play(site, "midi").called()
    page = visit("surveillance", "/surveillance", "laptop")
    expect(page.locator("[data-watched]")).to_be_visible()
    number = site.as_("surveillance").get("/api/tables/midi")["view"]["number"]
    search, found = page.locator("[data-desk-search]"), page.locator("[data-found]")
    search.fill("blackjack")
    expect(found.get_by_role("button")).to_contain_text(["House Blackjack"])
    search.fill("player two")
    expect(found.get_by_role("button").first).to_contain_text("Seat 2: Player Two")
    search.fill(f"seat 1 table {number} round 1")
    found.get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Player wins, 9 over 2")


@HOUSE
def test_the_figures_of_the_day_are_the_servers_and_open_their_rounds(site: Site, visit: Visits) -> None:
    play(site, "midi").called()
    play(site, "midi", "Ks Qd 7h 9c", is_first=False).called()
    page = visit("auditor", "/office/day", "laptop")
    figures = site.as_("auditor").get("/api/reports/day")["figures"]
    day = page.locator("[data-day]")
    expect(day.get_by_role("button", name=format_dollars(Cents(figures["house"]["wagered_cents"])))).to_be_visible()
    row = page.locator("[data-chart=tables] tr[data-table=midi]")
    expect(row).to_contain_text(f"{figures['house']['deviations']} deviations")
    row.get_by_role("button").click()
    dialog = page.get_by_role("dialog").last
    expect(dialog.locator("[data-rounds] li")).to_have_count(2)
    dialog.locator("[data-rounds] button").last.click()
    expect(page.get_by_role("dialog").last).to_contain_text("Player wins, 9 over 2")


@HOUSE
def test_a_losing_hour_goes_below_the_zero_line(site: Site, visit: Visits) -> None:
    table = Table(site, "co")
    table.new_shoe()
    table.sit(player=1)
    table.opened()
    table.bet("player", 1, "player")
    table.closed()
    table.deal("9s Kh Kd 2c")
    table.called()
    page = visit("auditor", "/office/day", "laptop")
    hour = page.locator("[data-chart=hours] button").last
    expect(hour).to_contain_text("−$25")
    zero = page.locator("[data-chart=hours] .lines .zero").bounding_box()
    bar = hour.locator(".bar").bounding_box()
    assert zero is not None
    assert bar is not None
    assert bar["height"] > 10
    assert bar["y"] >= zero["y"] - 1


@HOUSE
def test_a_day_without_rounds_says_so(site: Site, visit: Visits) -> None:
    page = visit("auditor", "/office/day", "laptop")
    expect(page.locator("[data-chart=hours]")).to_contain_text("No round was settled.")
    page.get_by_role("button", name="The day before").click()
    expect(page.get_by_role("button", name="The day after")).to_be_enabled()
