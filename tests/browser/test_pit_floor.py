"""The supervisor's floor with 46 tables: what needs somebody, lines, numbers, filters, search and the panel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.floor import Table
from tests.browser.geometry import Window, faults
from tests.browser.pit_night import TABLES, a_pit_night
from tests.browser.site import Person, Site, open_site
from tests.browser.test_table_layout import LANGUAGES, SIZES, TABLETS, ZOOMED, speak
from tests.browser.visits import Visits
from tests.soak import SOAK, or_soak

FEW = ((1280, 800), (390, 844), (1024, 768), (320, 568), (1920, 1080))
LOOKS = (
    "/pit",
    "/pit/fortunes",
    "/pit/midi-over",
    "/pit/midi-held",
    "/pit/midi-waits",
    "/pit/war-over",
    "/pit/ez-bets",
)
AT_A_DESK = ((1440, 900), (1280, 800), (1024, 768))


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_pit_night(tmp_path_factory.mktemp("pit")) as site:
        yield site


@pytest.fixture
def visit(browser: Browser, night: Site) -> Iterator[Visits]:
    visits = Visits(browser, night)
    yield visits
    visits.close()


def pit(visit: Visits, night: Site, path: str = "/pit", size: tuple[int, int] = (1440, 900)) -> Page:
    page = visit("supervisor", path, size, now=night.runtime.now(), reduced_motion="reduce")
    expect(page.locator("[data-table]").first).to_be_attached()
    return page


@contextmanager
def supervisor_of(night: Site) -> Iterator[Person]:
    """Log a supervisor in for a few requests: the sessions of the pages may have ended an earlier one."""
    supervisor = Person(night, "supervisor")
    try:
        yield supervisor
    finally:
        supervisor.post("/api/logout")
        supervisor.http.close()


def lines(night: Site) -> dict[str, dict[str, Any]]:
    """Return the floor as the server sends it, by table."""
    with supervisor_of(night) as supervisor:
        return {line["table"]: line for line in supervisor.get("/api/floor")}


def shown(page: Page, where: str = "[data-table]") -> list[str]:
    return [str(one.get_attribute("data-table")) for one in page.locator(where).all()]


def test_what_needs_somebody_comes_first_and_idle_tables_are_numbers(visit: Visits, night: Site) -> None:
    page, floor = pit(visit, night), lines(night)
    assert len(TABLES) == len(floor) == 46
    counts = page.locator(".counts")
    in_play = [name for name, line in floor.items() if line["is_in_play"]]
    expect(counts).to_contain_text("46 tables")
    expect(counts).to_contain_text(f"{len(in_play)} in play")
    people = sum(line["players"] for line in floor.values())
    assert people < sum(line["seats_taken"] for line in floor.values()), "the provider sits at some tables"
    expect(page.locator("[data-players]")).to_have_text(f"{people} players seated")

    alarms = page.locator("[data-alarm]")
    expect(alarms).to_have_count(4)
    expect(alarms.nth(0)).to_contain_text("Jackpot to confirm round 1 99 Fortunes: $10,000, seat 1")
    expect(alarms.nth(1)).to_contain_text("Dispute: round frozen")
    expect(alarms.nth(0)).to_have_class(re.compile("money"))
    expect(alarms.nth(1)).to_have_class(re.compile("stopped"))
    waiting = sum(len(line["alerts"]) for line in floor.values())
    expect(page.locator("[data-more]")).to_have_text(f"and {waiting - 4} more")
    page.locator("[data-more]").click()
    expect(alarms).to_have_count(waiting)
    expect(page.locator("[data-alarm=midi-deal]")).to_contain_text("No card for a while")
    expect(page.locator("[data-alarm=midi-deal]")).to_have_class(re.compile("late"))
    expect(page.locator("[data-alarm=midi-deal] .since")).to_contain_text("0:50")

    played = shown(page, ".line[data-table]")
    assert sorted(played) == sorted(in_play)
    assert played[:2] == ["fortunes", "midi-held"]
    idle = shown(page, ".idle [data-table]")
    assert sorted(idle) == sorted(set(floor) - set(in_play))
    expect(page.locator("[data-table=idle-1]")).to_have_accessible_name(
        re.compile("Electronic Midi Baccarat, 1 player seated")
    )
    expect(page.locator("[data-table=closed-1]")).to_have_css("border-style", "dashed")
    expect(page.locator("[data-table=idle-2]")).to_have_css("border-style", "solid")
    expect(page.locator(".line[data-table=midi-bets] .pace")).to_contain_text(
        str(floor["midi-bets"]["rounds_last_hour"])
    )
    expect(page.locator(".line[data-table=midi-bets] [data-shape]")).to_have_count(10)
    expect(page.locator(".line[data-table=midi-held] .now")).to_have_text("Stopped: dispute")


def test_filters_have_live_counts_and_the_search_finds_games_players_and_rounds(visit: Visits, night: Site) -> None:
    page, floor = pit(visit, night), lines(night)
    kinds = {
        "all": set(floor),
        "in_play": {name for name, line in floor.items() if line["is_in_play"]},
        "with_dealer": {name for name, line in floor.items() if line["mode"] != "automated"},
        "house_banks": {name for name, line in floor.items() if line["banking"] == "house"},
        "closed": {name for name, line in floor.items() if line["phase"] == "closed"},
    }
    for kind, tables in kinds.items():
        chip = page.locator(f"[data-filter={kind}]")
        expect(chip).to_have_text(re.compile(rf" {len(tables)}$"))
        chip.click()
        expect(page.locator("[data-table]")).to_have_count(len(tables))
        assert set(shown(page)) == tables, kind
    page.locator("[data-filter=all]").click()
    page.get_by_role("button", name="By number").click()
    numbers = [floor[name]["number"] for name in shown(page, ".line[data-table]")]
    assert numbers == sorted(numbers)
    page.get_by_role("button", name="By game").click()
    titles = [floor[name]["title"] for name in shown(page, ".line[data-table]")]
    assert titles == sorted(titles, key=str.lower)

    search = page.locator("[data-search]")
    holdem = {name for name, line in floor.items() if "Hold'em" in line["title"]}
    for word in ("holdem", "Hold’em"):
        search.fill(word)
        expect(page.locator("[data-table]")).to_have_count(len(holdem))
        assert set(shown(page)) == holdem
    search.fill("21")
    by_21 = {name for name, line in floor.items() if "21" in line["other_names"] or line["number"] == 21}
    expect(page.locator("[data-table]")).to_have_count(len(by_21))
    assert set(shown(page)) == by_21
    search.fill("player two")
    at_table = {name for name, line in floor.items() if any(one.get("name") == "Player Two" for one in line["chairs"])}
    expect(page.locator("[data-table]")).to_have_count(len(at_table))
    search.fill("roulette")
    expect(page.get_by_text("No table, game or player has this name.")).to_be_visible()
    search.fill(f"{floor['midi-bets']['number']}/7")
    page.locator("[data-recall]").click()
    expect(page.get_by_role("dialog", name="Table 1, round 7")).to_be_visible()


def test_the_panel_has_the_question_the_money_of_every_seat_and_the_answers(visit: Visits, night: Site) -> None:
    page = pit(visit, night, "/pit/fortunes")
    panel = page.get_by_role("complementary")
    money = night.as_("supervisor").get("/api/rounds/fortunes/1")["money"]
    expect(panel.locator(".eyebrow").first).to_have_text("Jackpot to confirm, waiting 0:50")
    expect(panel.get_by_role("heading", name="Table 42, round 1")).to_be_visible()
    expect(panel.locator("svg[data-card]")).to_have_count(6)
    expect(panel.locator("dd.amount")).to_have_text("$10,000.00")
    expect(panel.get_by_label("Evidence")).to_contain_text("Seat 1 had $1 on 99 Fortunes Progressive")
    rows = panel.locator("[data-seat-money] tbody tr")
    expect(rows).to_have_count(len(money["seats"]))
    for row, seat in zip(rows.all(), money["seats"], strict=True):
        expect(row).to_contain_text(f"Seat {seat['seat']}")
        expect(row.locator("td").last).to_have_text(dollars(seat["gets_cents"]))
    expect(panel.locator("[data-seat-money-sum] b")).to_have_text(dollars(money["gets_cents"]))
    assert money["gets_cents"] == sum(seat["gets_cents"] for seat in money["seats"])
    for size in AT_A_DESK:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(panel.locator("[data-seat-money-sum]")).to_be_in_viewport(ratio=1)
        for name in ("Confirm $10,000", "Reject", "Replay the round", "More"):
            expect(panel.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    panel.get_by_role("button", name="Rounds", exact=True).click()
    expect(panel.get_by_text("Staked, seats get, time")).to_be_visible()
    expect(panel.locator("li button .number").last).to_have_text(re.sub(r"\.00$", "", dollars(money["gets_cents"])))


def dollars(cents: int) -> str:
    """Write an amount as a column of the panel does: a gain of the seat has a plus."""
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def test_a_new_alarm_leaves_the_chosen_table_in_the_panel(visit: Visits, night: Site) -> None:
    page = pit(visit, night)
    page.locator("[data-table=midi-bets]").click()
    panel = page.get_by_role("complementary", name="Table 1", exact=True)
    expect(panel).to_be_visible()
    panel.get_by_role("button", name="Rounds", exact=True).click()
    Table(night, "idle-5").do("player", "call-supervisor", note="A new question")
    page.locator("[data-more]").click()
    expect(page.locator("[data-alarm=idle-5]")).to_contain_text("A new question")
    expect(panel.get_by_role("button", name="Rounds", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("#/pit/midi-bets$"))
    Table(night, "idle-5").do("supervisor", "answer-call")
    expect(page.locator("[data-alarm=idle-5]")).to_have_count(0)
    expect(panel).to_be_visible()


def test_a_message_of_surveillance_waits_until_it_is_read(visit: Visits, night: Site) -> None:
    Table(night, "idle-2").do("surveillance", "send-notice", text="Count the float again")
    page = pit(visit, night, "/pit/idle-2", (390, 844))
    expect(page.locator("[data-case=notice]")).to_contain_text("Count the float again")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("[data-case=notice]")).to_have_count(0)
    assert [notice.to for notice in night.state("idle-2").notices] == ["surveillance"]


def test_a_house_without_alarms_says_so_in_one_line(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with open_site(
        tmp_path_factory.mktemp("quiet"), {"one": {"rulebook": "ilani-midi-baccarat"}}, provider=False
    ) as site:
        visits = Visits(browser, site)
        page = visits("supervisor", "/pit", (1280, 800))
        nothing = page.locator("[data-nothing-waits]")
        expect(nothing).to_have_text("Nothing needs you.")
        assert nothing.bounding_box()["height"] < 32
        expect(page.locator(".counts")).to_contain_text("1 table")
        visits.close()


@pytest.mark.parametrize("path", LOOKS)
def test_the_floor_and_the_panel_fit_every_size(path: str, visit: Visits, night: Site) -> None:
    window = Window(pit(visit, night, path))
    if path != "/pit":
        expect(window.page.locator("aside dd").first).to_be_visible()
    found = []
    for nth, language in enumerate(or_soak(LANGUAGES, 2)):
        speak(window.page, language, anew=True)
        for size in (*SIZES, *ZOOMED, *TABLETS) if SOAK else FEW if nth == 0 else FEW[:2]:
            window.resize(*size)
            found += [f"{path} at {size} in {language}: {fault}" for fault in faults(window.page)]
    assert not found, "\n".join(found)


def test_every_round_of_the_night_has_sums_that_add_up(night: Site) -> None:
    floor = lines(night)
    with supervisor_of(night) as supervisor:
        rounds = {name: supervisor.get("/api/rounds", table=name, limit=5)["rounds"] for name in floor}
    for name, line in floor.items():
        for one in rounds[name]:
            money = one["money"]
            assert money["staked_cents"] == sum(seat["staked_cents"] for seat in money["seats"]), one["id"]
            if one["status"] == "settled" and money["seats"] and line["banking"] != "seats":
                for account, (before, after) in one["balances"].items():
                    gets = sum(seat["gets_cents"] for seat in money["seats"] if seat["account"] == account)
                    jackpots = sum(seat["jackpot_cents"] for seat in money["seats"] if seat["account"] == account)
                    assert after - before in (gets, gets - jackpots), (one["id"], account)
