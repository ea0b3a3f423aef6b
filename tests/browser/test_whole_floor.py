"""The wall of all 46 tables and the attract screen of an idle cabinet, in a house where eleven tables are in play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.floor import Table
from tests.browser.geometry import Window, faults
from tests.browser.site import Site
from tests.browser.test_table_layout import speak
from tests.browser.visits import Visits, go
from tests.browser.whole_floor import CLOSED, IN_PLAY, a_whole_floor, tables
from tests.soak import or_soak

WALLS = ((1920, 1080), (1280, 720), (3840, 2160), (1080, 1920))
CABINETS = ((1920, 1080), (3840, 2160), (1080, 1920), (1280, 800), (390, 844))
LARGE = 8
LETTERS_LEAST = 20
"""Smallest font size on a wall of 1920 by 1080 pixels; other walls are scaled."""
SMALLEST = """() => Math.min(...[...document.querySelectorAll("main *")]
    .filter((one) => !one.closest("svg") && one.checkVisibility() && !one.classList.contains("unseen")
        && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
LANGUAGES = ("es", "vi", "zh", "ko")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_whole_floor(tmp_path_factory.mktemp("whole-floor")) as site:
        yield site


@pytest.fixture
def at(browser: Browser, floor: Site) -> Iterator[Visits]:
    visits = Visits(browser, floor)
    yield visits
    visits.close()


def numbers(page: Page, selector: str) -> list[int]:
    return [int(text) for text in page.locator(selector).all_text_contents()]


def walked(window: Window, language: str) -> list[str]:
    """Return the faults of the wall at every size, and its letters that are too small."""
    found = []
    for wide, high in WALLS:
        window.resize(wide, high)
        found += [f"{(wide, high)} in {language}: {fault}" for fault in faults(window.page)]
        size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert window.page.evaluate(size) == [wide, high]
        least = LETTERS_LEAST * min(wide, high) / 1080
        assert window.page.evaluate(SMALLEST) >= least - 0.01, (language, wide, high)
    return found


def test_the_wall_shows_all_46_tables_at_once(at: Visits, floor: Site) -> None:
    page = at(None, "/board", (1920, 1080))
    expect(page.locator("[data-tile]")).to_have_count(LARGE)
    large, listed = numbers(page, "[data-tile] .number"), numbers(page, "[data-listed] .number")
    assert large == sorted(large)
    shown = {tile["table"]: tile["number"] for tile in floor.as_("supervisor").get("/api/lobby")}
    closed = [shown[name] for name in CLOSED]
    assert sorted([*large, *listed, *closed]) == sorted(shown.values()) == list(range(1, len(tables()) + 1))
    in_play = {shown[name] for name in IN_PLAY}
    assert set(large) < in_play
    assert set(listed[: len(IN_PLAY) - LARGE]) == in_play - set(large)  # they lead the list
    expect(page.get_by_text(f"Also in play: {len(IN_PLAY) - LARGE}")).to_be_visible()
    expect(page.get_by_text(f"Closed: {', '.join(map(str, sorted(closed)))}")).to_be_visible()
    expect(page.locator("[data-jackpot]").filter(has_text="table 25").locator("em")).to_have_text("hit")
    expect(page.locator("[data-tile=co-99-fortunes]")).to_contain_text("Jackpot hit, being checked")

    window = Window(page)
    found = walked(window, "en")
    for language in or_soak(LANGUAGES, 1):
        speak(page, language, anew=True)
        found += walked(window, language)
    assert not found, "\n".join(found)


def test_a_table_keeps_its_place_on_the_wall_while_it_plays(at: Visits, floor: Site) -> None:
    page = at(None, "/board", (1920, 1080))
    expect(page.locator("[data-tile]")).to_have_count(LARGE)
    before = numbers(page, "[data-tile] .number")
    newcomer = Table(floor, "house-blackjack")  # with as many players as any other table
    newcomer.bet("player", 2, "blackjack")
    expect(page.locator("[data-listed=house-blackjack]")).to_have_attribute("data-state", "betting", timeout=15_000)
    assert numbers(page, "[data-tile] .number") == before


def test_nobody_playing_the_wall_is_a_list_in_two_columns(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with a_whole_floor(tmp_path_factory.mktemp("idle-floor"), playing=False) as site:
        visits = Visits(browser, site)
        page = visits(None, "/board", (1920, 1080))
        listed = page.locator("[data-listed]")
        expect(listed).to_have_count(len(tables()) - len(CLOSED))
        lefts = listed.evaluate_all("all => new Set(all.map((one) => one.getBoundingClientRect().left)).size")
        assert lefts == 2
        found = walked(Window(page), "en")
        visits.close()
    assert not found, "\n".join(found)


def test_an_idle_cabinet_deals_the_last_round_of_its_table_again(at: Visits, floor: Site) -> None:
    page = at(None, "/", (1920, 1080))
    start = datetime(2026, 11, 18, 12)
    page.clock.install(time=start)
    go(page, "/table/ilani-midi-baccarat")
    expect(page.locator("input[autocomplete=username]")).to_be_visible()
    page.clock.pause_at(start + timedelta(minutes=1))  # else cards are dealt while the test looks at them
    page.clock.run_for(55_000)
    attract = page.locator("[data-attract]")
    for _ in range(500):
        if attract.count() > 0:
            break
        page.clock.run_for(150)
    expect(attract).to_contain_text("round 12")
    last = floor.as_("supervisor").get("/api/tables/ilani-midi-baccarat/last-round")
    cards = [card["card"] for card in last["round"]["dealt"]]
    seen = set()
    for _ in range(80):  # card by card
        if attract.get_attribute("data-phase") == "result":
            break
        shown = attract.locator("article [data-card]")
        faces = [card for card in shown.evaluate_all("all => all.map(one => one.dataset.card)") if card != "back"]
        assert sorted(faces) == sorted(cards[: len(faces)])
        seen.add(len(faces))
        page.clock.run_for(150)
    assert {1, 2, 3, 4} <= seen
    expect(attract).to_contain_text("Tie, 8 all")
    expect(attract).to_contain_text("Wins when both hands have the same count.")
    banker = attract.locator("[data-pay=banker]")
    expect(banker).to_contain_text("1 to 1, half on 6")  # the sentence of the spot
    expect(attract.locator("[data-pay=tie]")).to_have_class(re.compile("paid"))
    page.clock.run_for(8_500)
    expect(attract).to_have_attribute("data-phase", "pays")
    expect(attract.locator("[data-pay].read, [data-pay][class*=read]")).to_have_count(1)

    window, found = Window(page), []
    for size in CABINETS:
        window.resize(*size)
        found += [f"{size}: {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)


def test_an_idle_cabinet_stands_still_with_reduced_motion(at: Visits) -> None:
    page = at(None, "/", (1920, 1080), reduced_motion="reduce")
    page.clock.install()
    go(page, "/table/dealer-holdem")
    expect(page.locator("input[autocomplete=username]")).to_be_visible()
    page.clock.run_for(121_000)
    attract = page.locator("[data-attract]")
    for _ in range(3):
        expect(attract).to_have_attribute("data-phase", "result")
        page.clock.run_for(5_000)
