"""Procedures on the screens: a table in Colorado is opened step by step, and a vigorish is changed with notice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.table.state import Phase
from tests.browser.evening import Clock
from tests.browser.geometry import Window
from tests.browser.site import Site, open_site, until
from tests.browser.steps import close_bets, key_in, new_shoe, next_is, open_bets, somebody_bets
from tests.browser.test_table_layout import at as faults_at
from tests.browser.test_table_layout import speak
from tests.browser.visits import Visits

TABLES = {
    "book": {"rulebook": "co-baccarat", "required_steps": ["all"], "betting_seconds": 600},
    "vig": {"rulebook": "co-baccarat", "betting_seconds": 600},
}
CLOCK = Clock()
HALF_AN_HOUR = 30 * 60_000


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("book"), TABLES, provider=False, clock=CLOCK) as opened:
        opened.as_("player").command("book", "sit-down", seat=2)
        opened.as_("player2").command("book", "sit-down", seat=5)
        yield opened


@pytest.fixture
def at(browser: Browser, floor: Site) -> Iterator[Visits]:
    visits = Visits(browser, floor)
    yield visits
    visits.close()


def done(page: Page) -> None:
    page.locator('[data-action="complete-step"]').click()


def test_a_table_is_opened_by_the_book(at: Visits, floor: Site) -> None:
    """Check the order of the opening: inspection, its verification, wash, shuffle, cut and burn. [003 L98, L190-200]"""
    dealer = at("dealer", "/dealer/book", "laptop")
    surveillance = at("surveillance", "/surveillance", "laptop")
    next_is(dealer, "Inspect the shoe")
    dealer.locator('[data-enter="device"]').fill("shoe 4")
    dealer.locator('[data-enter="sound"]').check()
    done(dealer)
    next_is(dealer, "Inspect the cards")
    done(dealer)
    next_is(dealer, "Inspect the cards: Waits for surveillance")
    check_surveillance_layout(surveillance)
    surveillance.locator('[data-verify="inspect"]').get_by_role("button", name="I saw it").click()
    next_is(dealer, "Wash the cards")
    done(dealer)
    next_is(dealer, "Shuffle")
    done(dealer)
    the_cut_goes_round(dealer)
    dealer.locator('[data-action="load-shoe"]').click()
    next_is(dealer, "Burn: read the first card")
    dealer.keyboard.type("2s")
    for left, card in ((2, "Kd"), (1, "7c")):
        next_is(dealer, f"Burned cards to be shown: {left}")
        dealer.keyboard.type(card)
    next_is(dealer, "Open the bets")
    everybody_reads_what_is_posted(at)
    steps = floor.state("book").steps
    assert steps["inspect"].verified_name == "Surveillance"
    assert steps["cut"].entered == {"seat": 2, "declined": [5], "from_end": 40}
    the_number_of_cards_is_called(dealer, floor)


def check_surveillance_layout(surveillance: Page) -> None:
    """Check that the surveillance screen fits with an open confirmation, in the language with the longest words."""
    window = Window(surveillance)
    speak(surveillance, "es", anew=True)
    found = [
        f"{size}: {fault}" for size in ((320, 568), (844, 390), (1280, 800)) for fault in faults_at(window, size, ())
    ]
    speak(surveillance, "en", anew=False)
    assert not found, "\n".join(found)


def the_cut_goes_round(dealer: Page) -> None:
    next_is(dealer, "Offer the cut")
    expect(dealer.locator("[data-step]")).to_contain_text("Offer the cut to seat 5")
    dealer.locator('[data-cut="passes"]').click()
    expect(dealer.locator("[data-step]")).to_contain_text("Offer the cut to seat 2")
    dealer.locator('[data-cut="takes"]').click()
    dealer.locator('[data-cut="from-end"]').fill("9")
    expect(dealer.locator('[data-action="complete-step"]')).to_be_disabled()
    dealer.locator('[data-cut="from-end"]').fill("40")
    done(dealer)


def the_number_of_cards_is_called(dealer: Page, floor: Site) -> None:
    """Check that the dealer announces the number of cards where total-card wagers are offered. [003 L283]"""
    open_bets(floor, "book")
    somebody_bets(floor, "book", seat=5)
    close_bets(floor, "book")
    key_in(dealer, "9s", "Kh", "Kc", "2c")
    expect(dealer.locator(".say .why")).to_have_text("Player wins, 9 over 2, 4 cards")


def everybody_reads_what_is_posted(at: Visits) -> None:
    """Check that board and terminal show the posted notices, and that a player can print the rules.

    [000 L94; 003 L89, L94]
    """
    board = at(None, "/board/book")
    expect(board.locator("[data-posted]")).to_contain_text("Players may request a copy of all rules of this game.")
    expect(board.locator("[data-posted]")).to_contain_text("Burned: 2♠ K♦ 7♣")
    terminal = at("player", "/table/book")
    terminal.get_by_role("button", name="Rules", exact=True).first.click()
    expect(terminal.locator("[data-posted]")).to_contain_text("Players may request a copy")
    printed = terminal.locator("[data-print]").get_attribute("href")
    answer = terminal.request.get(f"{terminal.url.split('/#')[0]}{printed}")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF")


ROUNDS = (["9s", "Kh", "Kc", "2c"], ["2s", "Kd", "3d", "4h", "3h", "9c"])
FIXED = 3
"""Number of touches that every round needs: open the bets, close the bets, call the result."""


@pytest.mark.parametrize("by_touch", [False, True], ids=["by keys", "by touch"])
def test_a_round_takes_two_touches_for_each_card_and_three_more(at: Visits, floor: Site, by_touch: bool) -> None:
    """Check the number of touches of a dealer; steps that are not required need none."""
    new_shoe(floor, "vig")
    dealer = at("dealer", "/dealer/vig", "laptop")
    for cards in ROUNDS:
        touches, before = 0, floor.state("vig").rounds
        for action in ("open-bets", "close-bets"):
            touches += touched(dealer, action, by_touch)
            until(lambda action=action: floor.state("vig").phase is AFTER[action])
            if action == "open-bets":
                somebody_bets(floor, "vig", seat=5)
        for card in cards:
            cards_before = dealer.locator("li.done").count()
            expect(dealer.locator("[data-pad] [data-rank]").last).to_be_enabled()
            if by_touch:
                dealer.locator(f'[data-pad] [data-rank="{card[0]}"]').click()
                dealer.locator(f'[data-pad] [data-suit="{card[1]}"]').click()
            else:
                dealer.keyboard.type(card)
            touches += len(card)
            expect(dealer.locator("li.done")).to_have_count(cards_before + 1)
        touches += touched(dealer, "call-result", by_touch)
        until(lambda: floor.state("vig").phase is Phase.BETWEEN)
        assert floor.state("vig").rounds == before + 1
        assert touches == FIXED + 2 * len(cards)


AFTER = {"open-bets": Phase.BETTING, "close-bets": Phase.DEALING}


def touched(dealer: Page, action: str, by_touch: bool) -> int:
    """Press the main button when it is visible, and count one touch."""
    button = dealer.locator(f'[data-action="{action}"]')
    expect(button).to_be_enabled()
    if by_touch:
        button.click()
    else:
        dealer.keyboard.press("Enter")
    return 1


def test_a_vigorish_is_changed_with_notice(at: Visits, floor: Site) -> None:
    """Check that the change is announced on every screen, and takes effect at its time. [003 L148]"""
    at.allow("409 (Conflict)")  # the first attempt is refused, because the change needs notice
    at.allow("401 (Unauthorized)")  # the clock jumps by half an hour, and idle users are signed out
    pit = at("supervisor", "/pit/vig", "laptop")
    pit.get_by_role("button", name="Set-up").click()
    pit.locator("details summary").click()
    pit.locator('[data-option="commission"]').select_option("20%")
    pit.get_by_role("button", name="Change the table").click()
    pit.locator("[data-announce]").click()
    expect(pit.locator("[data-coming]")).to_contain_text("5% → 20%")
    board = at(None, "/board/vig")
    expect(board.locator("[data-posted]")).to_contain_text("5% → 20%")
    assert floor.state("vig").version == 1
    CLOCK.now += HALF_AN_HOUR
    floor.as_("supervisor").command("vig", "record-accommodation", what="a chair for the dealer")
    expect(board.locator("[data-posted]")).not_to_contain_text("20%")
    assert floor.state("vig").settings.options["commission"] == "20%"
