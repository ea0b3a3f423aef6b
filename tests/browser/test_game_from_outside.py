"""Game of an installed package: Dragon Tiger is played on the generic table, and every screen shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import Site, open_site
from tests.browser.steps import (
    bet,
    call_result,
    close_bets,
    deal,
    has_balance,
    key_in,
    new_shoe,
    next_is,
    open_bets,
    sees,
    spot,
)
from tests.browser.visits import Visits
from tests.outside.packages import REGISTER, RULEBOOK, install_example, installed, write_package

TABLE, AUTOMATED, DECIDED = "dragon-1", "dragon-2", "asking-1"
GAME = {"rulebook": "dragon-tiger"}
TABLES = {
    TABLE: GAME | {"betting_seconds": 600},
    DECIDED: {"rulebook": "asking", "betting_seconds": 600, "decision_seconds": 600},
    AUTOMATED: GAME | {"mode": "automated", "betting_seconds": 6, "result_ms": 20_000},
}
OUTCOME = "Tie, nine against nine"
ASKING = """
from croupier.play.round import Ask, Choice, Decision, Question
from dragon_tiger.family import DragonTiger
from dragon_tiger.round import Result, dragon_tiger_round

def asking_round(seat):
    answer = yield Ask((Question(seat, 1, (Choice("keep"), Choice("swap-cards")), "keep", 1),))
    result = yield from dragon_tiger_round()
    swaps = isinstance(answer, Decision) and answer.do == "swap-cards"
    return Result(result.tiger, result.dragon) if swaps and isinstance(result, Result) else result

class Asking(DragonTiger):
    def round_factory(self, rules, bets, *, bank_seat, opening):
        return lambda: asking_round(bets[0].seat)

    @property
    def deciding(self):
        return self

    def refusal_citation(self, rules, refusal):
        return "asking-rules L12"

    def bettors_at_seat(self, rules, bets, seat):
        return tuple(dict.fromkeys(bet.bettor for bet in bets if bet.seat == seat))

    def bets_added(self, rules, play, decision, bets):
        return []

ASKING = Asking()
"""
"""Family in which the first seat with a bet may swap the two cards."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Open a house with the example and a game with decisions installed."""
    register = REGISTER.read_text("utf-8").replace("dragon-tiger-rules", "asking-rules")
    book = (
        RULEBOOK.read_text("utf-8").replace('"dragon-tiger"', '"asking"').replace("dragon-tiger-rules", "asking-rules")
    )
    files = {"asking/__init__.py": ASKING, "asking/asking.toml": book, "asking/sources.toml": register}
    asking = write_package(
        tmp_path / "asking", "asking", family="asking = asking:ASKING", rulebooks="asking = asking", files=files
    )
    with installed(install_example(tmp_path)), installed(asking), open_site(tmp_path, TABLES) as opened:
        yield opened


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visits]:
    visits = Visits(browser, site)
    yield visits
    visits.close()


def lies(page: Page, hand: str, card: str, value: str) -> None:
    """Check the card and the value in words of a hand."""
    shown = page.locator(f'section[data-hand="{hand}"]')
    expect(shown.locator(f'.front [data-card="{card}"]')).to_have_count(1)
    expect(shown).to_contain_text(value)


def played_tie(site: Site, visit: Visits, size: str) -> tuple[Page, Page]:
    """Play a tie of nines with $50 on Dragon and $5 on Tie; return the player's page and the dealer's console."""
    site.as_("player").command(TABLE, "sit-down", seat=1)
    new_shoe(site, TABLE)
    open_bets(site, TABLE)
    page, console = visit("player", f"/table/{TABLE}", size), visit("dealer", f"/dealer/{TABLE}", "laptop")
    expect(page.locator("[data-wager]")).to_have_count(4)
    bet(page, "$25", "dragon", "dragon")
    bet(page, "$5", "tie")
    expect(spot(page, "dragon")).to_contain_text("1 to 1")
    expect(spot(page, "tie")).to_contain_text("wins $40")
    close_bets(site, TABLE)
    next_is(console, "A card for Dragon")
    key_in(console, "9s")
    lies(page, "dragon", "9s", "Nine")
    next_is(console, "A card for Tiger")
    key_in(console, "9d")
    next_is(console, "Call the result")
    call_result(site, TABLE)
    return page, console


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_tie_is_played_and_settled(site: Site, visit: Visits, size: str) -> None:
    page, _ = played_tie(site, visit, size)
    sees(page, OUTCOME)
    lies(page, "dragon", "9s", "Nine")
    lies(page, "tiger", "9d", "Nine")
    expect(spot(page, "dragon")).to_contain_text("−$25")
    expect(spot(page, "dragon")).to_contain_text("half back, $25")
    expect(spot(page, "tie")).to_contain_text("+$40")
    expect(page.locator(".spot.won")).to_have_count(1)
    expect(page.locator("[data-sum]")).to_have_attribute("data-sum", "1500")
    expect(page.locator("[data-sum]")).to_contain_text("+$15")
    has_balance(page, site.balance("player"))


def test_a_spot_that_won_without_a_stake_is_lit(site: Site, visit: Visits) -> None:
    site.as_("player").command(TABLE, "sit-down", seat=1)
    new_shoe(site, TABLE)
    open_bets(site, TABLE)
    page = visit("player", f"/table/{TABLE}", "laptop")
    bet(page, "$5", "tie")
    close_bets(site, TABLE)
    for card in ("Kh", "3d"):
        site.as_("dealer").command(TABLE, "read-card", card=card)
    call_result(site, TABLE)
    sees(page, "Dragon wins, king over three")
    expect(page.locator(".spot.won")).to_have_attribute("data-wager", "dragon")
    expect(page.locator('section[data-hand="dragon"]')).to_have_class(re.compile("won"))
    expect(page.locator('section[data-hand="tiger"]')).to_have_class(re.compile("lost"))
    expect(page.locator("[data-marks] li")).to_have_count(1)


def test_every_other_screen_shows_the_round(site: Site, visit: Visits) -> None:
    page, console = played_tie(site, visit, "terminal")
    expect(console.locator('[data-hand="tiger"]')).to_contain_text("Nine")
    expect(console.locator("[data-payments]")).to_contain_text("Tie")
    board = visit(None, f"/board/{TABLE}", "terminal")
    expect(board.locator(".hand .result")).to_have_text(OUTCOME)
    expect(board.locator('[data-hand="dragon"]')).to_contain_text("Nine")
    expect(board.locator("[data-marks] li")).to_have_count(1)
    page.get_by_role("region", name="My rounds").get_by_role("button", name="Round 1").click()
    expect(page.get_by_role("dialog")).to_contain_text(OUTCOME)
    lobby = visit(None, "/", "laptop")
    expect(lobby.locator("article svg[data-shape=diamond]")).to_have_count(1)
    pit = visit("supervisor", f"/pit/{TABLE}", "laptop")
    pit.get_by_role("button", name="Rounds", exact=True).click()
    expect(pit.get_by_text(OUTCOME).first).to_be_visible()


@pytest.mark.parametrize("size", ["terminal", "phone"])
def test_a_round_at_an_automated_table(visit: Visits, size: str) -> None:
    page = visit("player", f"/table/{AUTOMATED}", size)
    bet(page, "$25", "tiger")
    sees(page, re.compile("(Dragon|Tiger) wins, .* over|Tie, .* against"))
    for hand in ("dragon", "tiger"):
        expect(page.locator(f'section[data-hand="{hand}"] .front [data-card]')).to_have_count(1)
    expect(page.locator("[data-sum]")).to_be_visible()


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_choices_of_a_game_with_decisions_are_buttons(site: Site, visit: Visits, size: str) -> None:
    site.as_("player").command(DECIDED, "sit-down", seat=1)
    new_shoe(site, DECIDED)
    open_bets(site, DECIDED)
    page, console = visit("player", f"/table/{DECIDED}", size), visit("dealer", f"/dealer/{DECIDED}", "laptop")
    bet(page, "$5", "tiger")
    close_bets(site, DECIDED)
    next_is(console, "Seat 1 decides")
    expect(console.locator('[data-choice="keep"]')).to_have_text(re.compile("Keep"))
    expect(page.locator("[data-question] button")).to_have_text([re.compile("Keep"), re.compile("Swap cards")])
    page.get_by_role("button", name="Swap cards").click()
    deal(site, DECIDED, ["Kh", "3d"])
    call_result(site, DECIDED)
    sees(page, "Tiger wins, king over three")
    expect(page.locator("[data-sum]")).to_contain_text("+$5")
