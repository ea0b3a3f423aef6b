"""Totals, remarks and roads: no total before the last card is turned, no remark before the rules decide the round.

The roads keep the newest hands visible at any window size.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.steps import call_result, close_bets, deal, new_shoe, open_bets, somebody_bets
from tests.browser.visits import Visits, go

TABLE = {"midi": {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600}}
HANDS = 40
"""More hands than any road has columns for, so that the oldest ones are dropped."""
HIGH, LOW, TENS = ([f"{rank}{suit}" for rank in ranks for suit in "shdc"] for ranks in ("89", "23", "TJQK"))

ON_THE_RIGHT = """place => {
  const marks = [...place.querySelectorAll("[data-mark]")];
  const newest = marks.at(-1).getBoundingClientRect(), road = place.getBoundingClientRect();
  return newest.left >= road.left - 1 && newest.right <= road.right + 1;
}"""


def _remark(page: Page, hand: str) -> str:
    return page.locator(f"section.{hand} .remark").inner_text()


def _total(page: Page, hand: str) -> None:
    expect(page.locator(f"section.{hand} .total [data-turned]")).to_be_visible()


def _begin(site: Site) -> None:
    open_bets(site, "midi")
    somebody_bets(site, "midi")
    close_bets(site, "midi")


@pytest.mark.site(TABLE, provider=False)
def test_a_hand_is_not_shown_as_standing_before_the_rule_has_decided(site: Site, visit: Visits) -> None:
    page = visit("player", "/table/midi", "laptop")
    new_shoe(site, "midi")
    _begin(site)
    deal(site, "midi", ["Qs", "5h", "6d", "Kc"])
    for hand in ("player", "banker"):
        _total(page, hand)
    assert (_remark(page, "player"), _remark(page, "banker")) == ("two cards, stands", "")
    deal(site, "midi", ["8s"])
    _total(page, "banker")
    call_result(site, "midi")

    _begin(site)
    deal(site, "midi", ["Qs", "5h", "4d", "Kc"])
    for hand in ("player", "banker"):
        _total(page, hand)
    assert (_remark(page, "player"), _remark(page, "banker")) == ("", "")


LEFT_TO_RIGHT = """hand => [...hand.querySelectorAll("[data-card]")]
  .sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
  .map(card => card.dataset.card)"""


@pytest.mark.site({"pa": {"rulebook": "pa-mini-baccarat", "betting_seconds": 600}}, provider=False)
def test_third_cards_are_on_the_outside_and_the_printed_hand_is_shown(site: Site, visit: Visits) -> None:
    """The Player's third card is to the right of the first two, the Banker's to the left. [000 L103; 001 L70]"""
    site.as_("player").command("pa", "sit-down", seat=3)
    screens = [visit(None, "/board/pa"), visit("dealer", "/dealer/pa")]
    own = visit("player", "/table/pa")
    new_shoe(site, "pa")
    open_bets(site, "pa")
    printed = [str(card) for card in site.state("pa").rules.seat_hands[3]]
    expect(own.locator('[data-printed="3"] b')).to_have_count(len(printed))
    somebody_bets(site, "pa")
    close_bets(site, "pa")
    deal(site, "pa", ["2s", "Ah", "3d", "Ac", "9s", "8h"])
    for page in screens:
        for hand, cards in (("player", ["2s", "3d", "9s"]), ("banker", ["8h", "Ah", "Ac"])):
            hand_cards = page.locator(f'[data-hand="{hand}"]').first
            expect(hand_cards.locator("[data-card]")).to_have_count(3)
            assert hand_cards.evaluate(LEFT_TO_RIGHT) == cards, hand


@pytest.mark.site(TABLE, provider=False)
def test_a_total_waits_until_the_last_card_is_turned(site: Site, visit: Visits) -> None:
    page = visit("player", "/table/midi", "laptop")
    new_shoe(site, "midi")
    _begin(site)
    deal(site, "midi", ["Qs", "5h", "4d"])
    _total(page, "player")
    page.evaluate("document.documentElement.style.setProperty('--turn', '600s')")
    deal(site, "midi", ["Kc", "7h"])
    expect(page.locator('section.player .front [data-card="7h"]')).to_have_count(1)
    expect(page.locator("section.player .total [data-turned]")).to_be_hidden()
    page.evaluate("document.documentElement.style.setProperty('--turn', '1ms')")
    expect(page.locator("section.player .total [data-turned]")).to_have_text("1")
    _total(page, "player")


@pytest.mark.site(TABLE, provider=False)
def test_the_roads_keep_their_newest_hands_visible_when_the_window_changes(site: Site, visit: Visits) -> None:
    new_shoe(site, "midi")
    for nth in range(HANDS):
        _begin(site)
        wins, loses = HIGH[nth % len(HIGH)], LOW[nth % len(LOW)]
        both = [wins, loses] if nth % 2 else [loses, wins]
        deal(site, "midi", [*both, TENS[2 * nth % len(TENS)], TENS[(2 * nth + 1) % len(TENS)]])
        call_result(site, "midi")
    page = visit("player", "/table/midi", "laptop")
    roads = page.locator("[data-road]:has([data-mark])")
    expect(page.locator('[data-road="bead"] [data-mark]')).to_have_count(HANDS)
    for wide, high in ((1280, 800), (1920, 1080), (1024, 768), (1280, 800)):
        page.set_viewport_size({"width": wide, "height": high})
        are_visible = {str(road.get_attribute("data-road")): road.evaluate(ON_THE_RIGHT) for road in roads.all()}
        assert are_visible["big"] is True
        assert all(are_visible.values()), (wide, are_visible)


TRACKERS = {
    "ez": ("ca-ez-baccarat-panda-8", "Panda 8", 1),
    "cash-in": ("ca-cash-in-baccarat", "Tiger 8", 1),
    "big-bonus": ("ca-big-bonus-baccarat", "Tiger 8", 6),
}
"""For each table: its game, the bonus that was won in a round, and the number of other bonuses, which were not won."""


@pytest.mark.site(
    {
        name: {"rulebook": rulebook, "schedule": 1, "betting_seconds": 600, "offer_seconds": 600}
        for name, (rulebook, *_) in TRACKERS.items()
    },
    provider=False,
)
def test_boards_and_terminals_track_numbers_and_percentages_of_every_bonus(site: Site, visit: Visits) -> None:
    """Check that board and terminal show how often each bonus was won in this shoe, and in how many per cent.

    [004 L1199-1209, L2427-2435, L4380-4388]
    """
    board, terminal = visit(None, "/board"), visit("player", "/")
    for table, (_, bonus, others) in TRACKERS.items():
        site.as_("dealer").command(table, "load-shoe")
        shoe = site.state(table).shoe
        if shoe is not None and shoe.burn_due:
            deal(site, table, ["Ks"])
        for who, seat in (("player", 1), ("player2", 2)):
            site.as_(who).command(table, "sit-down", seat=seat)
        for nth, cards in enumerate((["2s", "Kh", "3d", "7c", "3h"], ["9s", "Kc", "Kd", "2c"])):
            site.as_("player").command(table, "post-bank" if nth else "accept-bank", cents=500_00)
            open_bets(site, table)
            somebody_bets(site, table)
            close_bets(site, table)
            deal(site, table, cards)
            call_result(site, table)
        go(board, f"/board/{table}")
        go(terminal, f"/table/{table}")
        for page in (board, terminal):
            rows = page.locator("dl > div")
            expect(rows.filter(has_text=bonus).first).to_contain_text(re.compile(r"1\s50\.0%"))
            none = rows.filter(has_text=re.compile(r"0\s0\.0%")).filter(has_not_text="pairs")
            expect(none).to_have_count(others)
            expect(rows.filter(has_text="Naturals").first).to_contain_text("1")
        broken = terminal.locator("dd:has(small)").evaluate_all(ON_TWO_LINES)
        assert not broken, (table, broken)


ON_TWO_LINES = """all => all.filter(one => one.getClientRects().length && one.firstChild &&
  one.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(one).fontSize)).map(one => one.textContent)"""
