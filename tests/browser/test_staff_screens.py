"""Screens of the house: boards, the pit, the cage, the office, and an idle cabinet.

All tests share one house, and each walks through one screen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.rulebook.translations import LANGUAGES
from croupier.server.demonstration import PASSWORD
from tests.browser.geometry import Window
from tests.browser.site import Site, open_site, until
from tests.browser.test_table_layout import SIZES as EVERY_SIZE
from tests.browser.test_table_layout import at as faults_at
from tests.browser.test_table_layout import speak as speak_in_place
from tests.browser.visits import NO_GUIDES, Visits, go
from tests.soak import or_soak

FIRST_LOADS = {
    "/": (None, 22, 100 * 1024, "article h3"),
    "/table/midi": ("player", 26, 156_000, "[data-wager=banker]"),
}
"""For each path: its user, the most requests and bytes of a first load, and the selector to wait for."""
WALLS = ((1920, 1080), (1080, 1920), (3840, 2160), (1280, 720), (1024, 768), (768, 1024))
HANDS = ((390, 844), (320, 568), (844, 390), (960, 540))
"""Window sizes of phones, and of screens at 200 %, at which a page may scroll down, but not sideways."""
CABINETS = tuple(dict.fromkeys(((1080, 1920), (1920, 1080), (844, 390), (320, 568), *EVERY_SIZE)))
TABLES = {
    "midi": {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600},
    "wars": {"rulebook": "ca-ultimate-war", "schedule": 1, "betting_seconds": 600},
    "holdem": {"rulebook": "ca-ultimate-texas-holdem", "schedule": 1, "betting_seconds": 600},
    "six-card": {"rulebook": "ca-three-card-poker-6-card-bonus", "schedule": 1, "betting_seconds": 600},
    "jack": {"rulebook": "ilani-blackjack", "betting_seconds": 600},
    "fortunes": {"rulebook": "co-99-fortunes", "betting_seconds": 600},
    "ez": {"rulebook": "co-ez-baccarat", "betting_seconds": 600},
    "resting": {"rulebook": "co-baccarat", "open": False},
}
SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
FITS = """([width, height]) => innerWidth === width && document.documentElement.scrollWidth <= width
  && document.documentElement.scrollHeight <= height"""
CUT_OFF = """() => [...document.querySelectorAll('[data-tile], [data-tile] *, header *')].filter((one) => {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || one.closest('svg') || one.classList.contains('unseen')) return false;
    const tile = (one.closest('[data-tile]') ?? document.documentElement).getBoundingClientRect();
    const isBelow = one.closest('[data-tile]') && box.bottom > tile.bottom + 1;
    return isBelow || box.right > tile.right + 1 || box.left < tile.left - 1
      || (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'hidden');
  }).map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 40)}`)"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Open one house for all screens; a test changes only what no other test looks at."""
    with open_site(tmp_path_factory.mktemp("floor"), TABLES, provider=False) as opened:
        opened.as_("player").command("midi", "sit-down", seat=1)
        opened.as_("player").command("midi", "call-supervisor", note="Is the third round right?")
        yield opened


@pytest.fixture
def at(browser: Browser, floor: Site) -> Iterator[Visits]:
    visits = Visits(browser, floor)
    yield visits
    visits.close()


def speak(page: Page, language: str) -> None:
    page.evaluate("kept => localStorage.setItem('croupier-choices', kept)", json.dumps({"language": language}))
    page.reload()


def test_the_board_of_a_few_tables_fits_every_size(at: Visits) -> None:
    page = at(None, "/board", "terminal")
    for language in LANGUAGES:
        speak(page, language)
        for width, height in (*WALLS, *HANDS):
            page.set_viewport_size({"width": width, "height": height})
            # Nobody plays: a wall shows so few tables large, and a phone lists them.
            shown = "[data-tile]" if (width, height) in WALLS else "[data-listed]"
            expect(page.locator(shown)).to_have_count(7)
            page.wait_for_function(FITS, arg=[width, height if (width, height) in WALLS else 10_000])
            assert page.evaluate(CUT_OFF) == [], (language, width, height)
    speak(page, "en")
    expect(page.get_by_text("Closed: 8")).to_be_visible()
    go(page, "/board/midi,jack,ez")
    expect(page.locator("[data-tile]")).to_have_count(3)  # named tables are large, whether or not anybody plays


def test_the_board_of_one_table_fits_upright_screens_and_phones(at: Visits) -> None:
    page = at(None, "/board/midi", "terminal")
    for table in ("midi", "wars", "holdem", "jack"):
        go(page, f"/board/{table}")
        expect(page.locator(f"[data-board={table}]")).to_be_visible()
        for width, height in (*WALLS, *HANDS):
            page.set_viewport_size({"width": width, "height": height})
            high = height if (width, height) in WALLS else 10_000
            page.wait_for_function(FITS, arg=[width, high])


def test_the_pit_changes_settings_from_lists_and_reports_every_command(at: Visits, floor: Site) -> None:
    page = at("supervisor", "/pit", (1440, 900))
    alarm = page.locator("[data-alarm=midi]")
    expect(alarm).to_contain_text("Supervisor called")
    alarm.click()
    expect(page.get_by_role("heading", name="Table 1", exact=True)).to_be_visible()
    page.get_by_role("button", name="I am at the table").click()
    expect(page.locator("[data-said=done]")).to_have_text(re.compile("Table 1: the call is answered"))
    expect(alarm).to_have_count(0)

    page.locator("[data-table=ez]").click()
    page.get_by_role("button", name="Set-up").click()
    expect(page.get_by_text("Close the table to change its game.")).to_be_visible()
    page.locator("[data-clock=betting_seconds]").select_option(label="45 s")
    page.locator("[data-clock=card_ms]").select_option(label="1.5 s")
    page.locator("[data-option=table_min], [data-option*=min]").first.select_option(index=2)
    expect(page.locator("aside li")).to_contain_text(["→", "Betting: 600 s → 45 s", "Between cards: 0.06 s → 1.5 s"])
    page.get_by_role("button", name="Change the table").click()
    expect(page.locator("[data-said=done]")).to_contain_text("Table 7: set up anew")
    settings = floor.state("ez").settings
    assert (settings.betting_seconds, settings.card_ms) == (45, 1500)

    page.get_by_role("button", name="Now", exact=True).click()
    page.get_by_role("button", name="Close the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    expect(page.locator("[data-said=done]")).to_contain_text("Table 7: closed")
    page.get_by_role("button", name="Set-up").click()
    page.locator("[data-game] select").select_option(label="Ultimate War")
    page.get_by_role("button", name="Change the game").click()
    page.get_by_role("dialog").get_by_role("button", name="Change the game").click()
    expect(page.locator("[data-said=done]")).to_contain_text("Ultimate War is dealt here from now on.")
    expect(page.locator("[data-table=ez]")).to_have_accessible_name("Table 7, Ultimate War")
    expect(page.locator("aside header")).to_contain_text("Ultimate War")
    assert floor.state("ez").settings.rulebook == "ca-ultimate-war"
    assert floor.log("ez")[-1].events[-1]["kind"] == "settings-changed"
    _chooses_steps(page, floor)

    at.allow("/api/tables/resting/commands")  # a refusal is expected
    page.locator("[data-table=resting]").click()
    page.route("**/commands", lambda route: route.continue_(post_data=route.request.post_data.replace("open", "close")))
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    expect(page.locator("[data-said=refused]")).to_contain_text("Table 8:")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Close", exact=True).click()
    lately = page.get_by_role("complementary")
    expect(lately).to_contain_text("Set up anew: Version 3: Ultimate War")
    expect(lately).not_to_contain_text(re.compile(r"\b(ez|midi|resting)\b|ca-ultimate|co-ez|/0000"))


def _chooses_steps(page: Page, floor: Site) -> None:
    """Check that the settings list the rulebook's steps, each with its citation, and that a step can be required."""
    page.locator('form select:has(option[value="dealer-assist"])').first.select_option("dealer-assist")
    steps = page.locator("[data-required-steps]")
    expect(steps.locator("label", has=page.locator("[data-step=shuffle]"))).to_contain_text("004 L")
    for step in ("inspect", "shuffle"):
        steps.locator(f"[data-step={step}]").check()
    page.get_by_role("button", name="Change the table").click()
    expect(page.locator("[data-said=done]")).to_contain_text("Table 7: set up anew")
    assert sorted(floor.state("ez").settings.required_steps) == ["inspect", "shuffle"]
    steps.locator("[data-step=all]").check()
    expect(steps.locator("[data-step=inspect]")).to_be_disabled()
    expect(page.locator("aside li")).to_contain_text(["→ all"])
    page.get_by_role("button", name="Change the table").click()
    until(lambda: floor.state("ez").settings.required_steps == ["all"])


def test_a_drawer_is_counted_by_denomination(at: Visits, floor: Site) -> None:
    page = at("cashier", "/cage", "laptop")
    page.get_by_role("button", name="Open a shift").click()
    sheet = page.get_by_role("dialog", name="Open a shift")
    sheet.get_by_role("button", name="+$1,000").click()
    sheet.get_by_role("button", name="Open a shift · $1,000").click()
    page.get_by_role("button", name="Count and close").click()
    sheet = page.get_by_role("dialog", name="Count and close")
    sheet.get_by_label("Pieces of $100").fill("9")
    sheet.get_by_label("Pieces of $20").fill("4")
    sheet.get_by_role("button", name="$20 +1").click()
    sheet.get_by_label("Pieces of 25¢").fill("2")
    expect(sheet.locator("[data-value='2000'] .sum")).to_have_text("$100")
    expect(sheet.locator(".all b")).to_have_text("$1,000.50")
    sheet.get_by_role("button", name="Count and close · $1,000.50").click()
    slip = page.get_by_role("article").filter(has_text="Shift closed")
    expect(slip).to_contain_text("Over +$0.50")
    expect(slip).to_contain_text("$20 × 5 $100")
    closed = [record.events[0] for record in floor.house.store.records("house") if record.events][-1]
    assert closed["denominations"] == {"25": 2, "2000": 5, "10000": 9}


def test_the_charts_and_columns_of_the_office_fit(at: Visits) -> None:
    page = at("auditor", "/office", "laptop")
    for name in ("Wagered", "Win", "Hold", "Expected", "Collection", "Win and collection", "Put into terminals"):
        expect(page.locator("[data-day] dt").get_by_text(name, exact=True)).to_be_visible()
    expect(page.locator("[data-chart=hours]")).to_be_visible()
    expect(page.locator("[data-chart=tables]")).to_be_visible()
    page.get_by_role("button", name="Reports").click()
    page.get_by_label("Report").select_option(label="Trial balance")
    table = page.get_by_role("region", name="Trial balance")
    for width, height in ((1280, 800), (390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        expect(table.locator("tbody tr").first).to_be_visible()
        assert table.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), width
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_an_idle_cabinet_shows_its_game_until_it_is_touched(at: Visits) -> None:
    page = at(None, "/", "tall")
    page.clock.install()
    go(page, "/table/fortunes")
    expect(page.locator("input[autocomplete=username]")).to_be_visible()
    page.clock.run_for(100_000)
    expect(page.locator("[data-attract]")).to_have_count(0)
    page.clock.run_for(21_000)
    attract = page.locator("[data-attract]")
    expect(attract).to_contain_text("99 Fortunes Progressive")
    expect(attract).to_contain_text("Table 6")
    expect(attract).to_contain_text("$10–$100")
    expect(attract).to_contain_text("No round has been dealt here yet")
    window, found = Window(page), []
    for language in or_soak(tuple(LANGUAGES), 2):
        speak_in_place(page, language, anew=True)
        for size in or_soak(CABINETS, 4):
            found += [f"{size} in {language}: {fault}" for fault in faults_at(window, size, ())]
            assert attract.evaluate("one => [one.scrollWidth, one.scrollHeight]") == [*size]
    assert not found, "\n".join(found)
    speak_in_place(page, "en", anew=True)
    attract.get_by_role("button", name="Español").dispatch_event("pointerdown")  # the languages do not start a game
    attract.get_by_role("button", name="Español").dispatch_event("click")
    expect(attract).to_contain_text("Toque para jugar")
    page.mouse.click(100, 100)
    expect(attract).to_have_count(0)
    expect(page.locator("input[autocomplete=username]")).to_be_visible()


@pytest.mark.parametrize("path", FIRST_LOADS)
def test_the_first_load_is_small(browser: Browser, floor: Site, path: str) -> None:
    """Check what a browser without a cache loads before a player can use the page: bytes, requests, nothing twice."""
    person, most_requests, most_bytes, ready = FIRST_LOADS[path]
    context = browser.new_context()
    context.add_init_script(f"{NO_GUIDES}; window.setInterval = () => 0")  # so that nothing is asked a second time
    if person is not None:
        context.request.post(f"{floor.url}/api/login", data={"name": person, "password": PASSWORD})
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    urls: dict[str, str] = {}
    sizes: dict[str, float] = {}
    network.on("Network.requestWillBeSent", lambda event: urls.update({event["requestId"]: event["request"]["url"]}))
    network.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(f"{floor.url}/#{path}")
    expect(page.locator(ready).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    context.close()
    packed = sorted(((size, urls[number]) for number, size in sizes.items()), reverse=True)
    assert len(urls) <= most_requests, packed
    assert sum(sizes.values()) < most_bytes, packed
    assert len(set(urls.values())) == len(urls), packed


def test_war_shows_its_probabilities_as_steps(at: Visits) -> None:
    page = at("player", "/table/wars", "laptop")
    steps = page.locator("[data-ladder] [data-step]")
    expect(steps).to_have_count(5)
    expect(steps).to_contain_text(["Deal", "War 1 10 to 1", "War 2 20 to 1", "War 3 100 to 1", "War 4 on 300 to 1"])
    expect(page.locator("dl div", has_text="2 wars").first).to_contain_text("0.516%")
