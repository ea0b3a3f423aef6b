"""Poker against a player-dealer on the player's terminal: every decision, timeouts, and a fold with a live bonus.

A dealer enters the cards, so that each test has the hand it needs. The provider banks at seat 1; seats 2 and 3 play.
Hold'em: two cards for seat 2, two for seat 3 if it plays, two for the player-dealer, then the community cards.
Three-card poker: three cards each in the same order, the last card of the player-dealer exposed.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.server.demonstration import PASSWORD, PROVIDER
from tests.browser.page_list import rest
from tests.browser.site import Site
from tests.browser.steps import (
    bet,
    call_result,
    close_bets,
    deal,
    has_balance,
    has_staked,
    open_bets,
    sees,
    sees_next,
    spot,
)
from tests.browser.test_accessibility import AXE, faults_of, wide_of
from tests.browser.visits import SIZES, Visits
from tests.soak import in_soak

TABLE = "felt"
HOLDEM, SIX, THREE = "ca-ultimate-texas-holdem", "ca-three-card-poker-6-card-bonus", "ca-3-card-poker"
SLOW = {"schedule": 1, "betting_seconds": 600, "decision_seconds": 600, "offer_seconds": 600}
CREDIT = 5_000_00
BANK = 2_000_00
HAND = "player:2"
KINGS_UP = "Kc 5d Jd Jc Kd 5s 7h 4d 2h"
"""Deal in which the player's kings and fives beat jacks."""
WORKED_OUT_MS = 180_000
"""Longest wait for the first answer of the coach, which solves the whole game and may have to compile its code."""
BEATEN_TRIPS = "7c 2d Jd Js 7h 7d Jc 9h Ad"
"""Deal in which three sevens lose to jacks full: both bonuses win, the hand does not."""


def holdem(**settings: int) -> pytest.MarkDecorator:
    return pytest.mark.site({TABLE: {"rulebook": HOLDEM, **SLOW, **settings}}, provider=False)


def three_card(rulebook: str) -> pytest.MarkDecorator:
    return pytest.mark.site({TABLE: {"rulebook": rulebook, **SLOW}}, provider=False)


def seated(site: Site, *players: str) -> None:
    """Give the provider the bank, and seat the players from seat 2 on."""
    site.as_("dealer").command(TABLE, "load-shoe")
    for seat, name in enumerate((PROVIDER, *players), start=1):
        site.as_(name).command(TABLE, "sit-down", seat=seat)
    site.as_(PROVIDER).command(TABLE, "accept-bank", cents=BANK)


def begin(site: Site, page: Page, cards: str, *bonuses: str) -> None:
    """Tap the Ante and each bonus once, twenty-five dollars each, then deal these cards."""
    open_bets(site, TABLE)
    bet(page, "$25", "ante", *bonuses)
    close_bets(site, TABLE)
    deal(site, TABLE, cards.split())


def again(site: Site) -> None:
    site.as_(PROVIDER).command(TABLE, "post-bank", cents=BANK)


def choice(page: Page, name: str) -> Locator:
    return page.locator(f'[data-choice="{name}"]')


def choose(page: Page, name: str) -> None:
    choice(page, name).click()


def shows_question(page: Page, text: str, *choices: str) -> None:
    expect(page.locator("[data-question] h2")).to_have_text(text)
    expect(page.locator("[data-choice] b")).to_have_text(list(choices))


def stands(page: Page, state: str, name: str = HAND) -> None:
    expect(page.locator(f'article[data-hand="{name}"]')).to_have_attribute("data-state", state)


def board_shows(page: Page, *cards: str) -> None:
    expect(page.locator("[data-board] .front [data-card]")).to_have_count(len(cards))
    for card in cards:
        expect(page.locator(f'[data-board] .front [data-card="{card}"]')).to_have_count(1)


@holdem()
def test_before_the_flop_four_antes_or_three(site: Site, visit: Visits) -> None:
    """Check on a phone that one tap places Ante and Blind, and that the Play wager is paid when it is made."""
    page = visit("player", f"/table/{TABLE}", "phone")
    seated(site, "player")
    begin(site, page, KINGS_UP)
    has_staked(page, 50_00)
    shows_question(page, "Before the flop: king high, five kicker", "Check", "Play 4x $100", "Play 3x $75")
    board_shows(page)
    for name in ("check", "play-4", "play-3"):
        expect(choice(page, name)).to_be_in_viewport(ratio=0.95)
    expect(page.locator(f'article[data-hand="{HAND}"]')).to_be_in_viewport(ratio=0.95)
    choose(page, "play-4")
    stands(page, "played")
    has_balance(page, CREDIT - 150_00)
    call_result(site, TABLE)
    sees(page, "You win: kings and fives over pair of jacks")
    sees_next(page, re.compile(r"^Ante and Play are paid, Blind comes back\."))
    expect(page.locator('[data-play="win"]')).to_contain_text("+$100")
    has_balance(page, CREDIT + 125_00)
    again(site)
    open_bets(site, TABLE)
    page.get_by_role("button", name="Repeat").click()
    has_staked(page, 50_00)
    close_bets(site, TABLE)
    deal(site, TABLE, ["Kc", "5d", "Jd", "9c", "Kd", "5s", "7h", "4d", "2h"])
    choose(page, "play-3")
    call_result(site, TABLE)
    dealer = page.locator('section[data-hand="dealer"]')
    expect(dealer).to_contain_text("king high")
    expect(dealer).to_contain_text("does not qualify")
    expect(spot(page, "ante")).to_contain_text("Push")
    expect(spot(page, "ante")).to_contain_text("the player-dealer does not qualify")
    has_balance(page, CREDIT + 125_00 + 75_00)


@holdem()
def test_on_the_flop_two_antes_and_at_the_river_one(site: Site, visit: Visits) -> None:
    """Check the Play wagers on the flop and at the river with the keyboard at a terminal."""
    page = visit("player", f"/table/{TABLE}", "terminal")
    seated(site, "player")
    begin(site, page, KINGS_UP)
    shows_question(page, "Before the flop: king high, five kicker", "Check", "Play 4x $100", "Play 3x $75")
    page.keyboard.press("c")
    shows_question(page, "On the flop: kings and fives, seven kicker", "Check", "Play 2x $50")
    board_shows(page, "Kd", "5s", "7h")
    page.keyboard.press("4")
    shows_question(page, "On the flop: kings and fives, seven kicker", "Check", "Play 2x $50")
    page.keyboard.press("2")
    stands(page, "played")
    call_result(site, TABLE)
    has_balance(page, CREDIT + 75_00)
    again(site)
    begin(site, page, KINGS_UP)
    for street in ("Before the flop", "On the flop"):
        expect(page.locator("[data-question] h2")).to_contain_text(street)
        page.keyboard.press("c")
    shows_question(page, "All five cards are out: kings and fives, seven kicker", "Fold", "Play 1x $25")
    board_shows(page, "Kd", "5s", "7h", "4d", "2h")
    page.keyboard.press("1")
    stands(page, "played")
    call_result(site, TABLE)
    has_balance(page, CREDIT + 75_00 + 50_00)


@holdem()
def test_a_fold_leaves_the_bonuses_in_play_and_one_wins(site: Site, visit: Visits) -> None:
    page = visit("player", f"/table/{TABLE}", "laptop")
    seated(site, "player", "player2")
    open_bets(site, TABLE)
    bet(page, "$25", "ante", "trips", "bad-beat")
    wagers = [{"wager": name, "cents": 25_00} for name in ("ante", "blind")]
    site.as_("player2").command(TABLE, "place-wagers", seat=3, wagers=wagers)
    close_bets(site, TABLE)
    deal(site, TABLE, BEATEN_TRIPS.replace("2d ", "2d 4c 4d ").split())
    for _ in range(2):
        choose(page, "check")
        sees(page, "You have decided")
        site.as_("player2").command(TABLE, "decide", seat=3, choice="check")
    expect(choice(page, "fold")).to_contain_text("gives up Ante and Blind; chosen for you at zero")
    choose(page, "fold")
    sees(page, "You folded")
    sees_next(page, "Trips and Bad Beat stay in play. Seat 3 still decides.")
    for wager, fate in (("ante", "given-up"), ("blind", "given-up"), ("trips", "stays"), ("bad-beat", "stays")):
        expect(page.locator(f'[data-stake="{wager}"]')).to_have_attribute("data-fate", fate)
    site.as_("player2").command(TABLE, "decide", seat=3, choice="play-1")
    call_result(site, TABLE)
    expect(page.locator(f'article[data-hand="{HAND}"]')).to_contain_text("three sevens")
    sees(page, "You folded: three sevens against jacks full of sevens")
    sees_next(page, re.compile("^Ante and Blind are given up."))
    expect(spot(page, "trips")).to_contain_text("Three of a kind")
    expect(page.locator('[data-seats] [data-hand="player:3"]')).to_contain_text("Ante, Blind and Play are lost")
    expect(spot(page, "trips")).to_contain_text("+$75")
    expect(spot(page, "ante")).to_contain_text("−$25")
    expect(page.locator("[data-pays] .paid th")).to_have_text(["Three of a kind"])
    expect(page.locator("[data-pays] .paid .won")).to_have_count(2)
    page.get_by_role("button", name="Round 1").click()
    replay = page.get_by_role("dialog")
    expect(replay.locator('[data-hand="dealer"]')).to_contain_text("Jacks full of sevens", ignore_case=True)
    expect(replay.locator("[data-board] [data-card]")).to_have_count(5)
    expect(replay.locator(f'[data-hand="{HAND}"] [data-card="7c"]')).to_have_count(1)
    expect(replay.get_by_role("row", name=re.compile("Bad Beat"))).to_contain_text("+$225")


@in_soak
@holdem(decision_seconds=1)
def test_a_player_who_times_out_checks_and_folds(site: Site, visit: Visits) -> None:
    page = visit("player", f"/table/{TABLE}", "phone")
    seated(site, "player")
    begin(site, page, KINGS_UP)
    expect(choice(page, "check")).to_contain_text("see the flop; chosen for you at zero")
    expect(page.locator("[data-question] [data-seconds]")).to_be_visible()
    stands(page, "folded")
    assert site.kinds(TABLE).count("decision-timed-out") == 3
    call_result(site, TABLE)
    has_balance(page, CREDIT - 50_00)


@three_card(SIX)
def test_three_card_hands_are_played_or_folded(site: Site, visit: Visits) -> None:
    page = visit("player", f"/table/{TABLE}", "phone")
    seated(site, "player")
    begin(site, page, "Ks Kh 4d Qc 7h 2s", "pair-plus", "six-card-bonus")
    shows_question(page, "Play or fold: pair of kings, four kicker against the two", "Fold", "Play $25")
    expect(page.locator('section[data-hand="dealer"] .front [data-card]')).to_have_count(1)
    choose(page, "play")
    call_result(site, TABLE)
    sees(page, "You win: pair of kings over queen high")
    expect(spot(page, "pair-plus")).to_contain_text("+$25")
    has_balance(page, CREDIT + 50_00)
    again(site)
    begin(site, page, "9c 4h 2d 9s 9h 9d", "pair-plus", "six-card-bonus")
    expect(choice(page, "fold")).to_contain_text("gives up Ante and Pair Plus")
    page.keyboard.press("f")
    call_result(site, TABLE)
    expect(spot(page, "six-card-bonus"), "four nines in six cards").to_contain_text("+$1,250")
    has_balance(page, CREDIT + 50_00 - 50_00 + 1_250_00)


@three_card(THREE)
def test_a_bonus_may_be_bet_alone_and_needs_no_decision(site: Site, visit: Visits) -> None:
    page = visit("player", f"/table/{TABLE}", "laptop")
    seated(site, "player", "player2")
    open_bets(site, TABLE)
    bet(page, "$25", "pair-and-up")
    site.as_("player2").command(TABLE, "place-wagers", seat=3, wagers=[{"wager": "ante", "cents": 25_00}])
    close_bets(site, TABLE)
    deal(site, TABLE, ["Ks", "Kh", "4d", "9s", "8h", "3d", "Jc", "7h", "2s"])
    sees(page, "You play for your bonus alone")
    expect(page.locator("[data-question]")).to_have_count(0)
    site.as_("player2").command(TABLE, "decide", seat=3, choice="play")
    call_result(site, TABLE)
    sees(page, "Player-dealer: jack high, does not qualify")
    has_balance(page, CREDIT + 25_00)


@in_soak
@holdem()
def test_insufficient_credit_is_explained(site: Site, visit: Visits) -> None:
    carol = {"name": "carol", "display_name": "Carol", "role": "player", "password": PASSWORD, "must_change": False}
    site.as_("admin").post("/api/users", **carol)
    site.as_("carol").post("/api/me/buy-in", key=site.key(), cents=45_00, table=TABLE)
    page = visit("carol", f"/table/{TABLE}", "laptop")
    seated(site, "carol")
    open_bets(site, TABLE)
    spot(page, "trips").click()
    expect(page.locator("[data-note]")).to_contain_text("Trips goes with a wager on Ante")
    bet(page, "$5", "ante", "blind", "ante", "blind")
    has_staked(page, 40_00)
    expect(page.locator("[data-spare]")).to_have_text("Keep $20 for Play: your credit after this is $5.")
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    has_staked(page, 20_00)
    expect(page.locator("[data-spare]")).to_have_count(0)
    close_bets(site, TABLE)
    deal(site, TABLE, KINGS_UP.split())
    expect(choice(page, "play-4")).to_be_disabled()
    expect(choice(page, "play-3")).to_contain_text("your credit is $25")
    expect(page.locator("[data-why]")).to_contain_text("Play 4x takes $40, and your credit is $25.")
    page.keyboard.press("4")
    choose(page, "check")
    expect(choice(page, "play-2")).to_be_enabled()


@holdem()
def test_no_screen_receives_a_card_too_early(site: Site, visit: Visits) -> None:
    """Check that players receive only their own two cards, and the player-dealer and onlookers none."""
    seated(site, "player", "player2")
    at = f"/table/{TABLE}"
    players = {2: visit("player", at, "laptop"), 3: visit("player2", at, "phone")}
    bank = visit(PROVIDER, at, "laptop")
    hands, board = {2: ["Kc", "5d"], 3: ["8s", "6d"], 1: ["Jd", "Jc"]}, ["Kd", "5s", "7h", "4d", "2h"]
    open_bets(site, TABLE)
    for page in players.values():
        bet(page, "$25", "ante")
    expect(bank.locator(".line .main")).to_have_text("You have the bank")
    close_bets(site, TABLE)
    deal(site, TABLE, [*hands[2], *hands[3], *hands[1], *board])
    screens = {**players, 1: bank}
    for shown in (0, 3, 5):
        hidden = [card for hand in hands.values() for card in hand] + board[shown:]
        for number, page in screens.items():
            board_shows(page, *board[:shown])
            known = hands[number] if number != 1 else []
            knows(visit, page, [card for card in hidden if card not in known], known + board[:shown])
        for seat in (2, 3):
            choose(players[seat], "check" if shown < 5 else "play-1")
    for page in screens.values():
        expect(page.locator('section[data-hand="dealer"] .front [data-card]')).to_have_count(2)
        knows(visit, page, [], [*hands[1], *hands[2], *hands[3], *board])


def knows(visit: Visits, page: Page, nothing_of: list[str], all_of: list[str]) -> None:
    received = visit.received_by(page)
    found = [card for card in nothing_of if re.search(rf"\W{card}\W", received)]
    assert not found, f"a screen was told of {found}"
    missing = [card for card in all_of if not re.search(rf"\W{card}\W", received)]
    assert not missing, f"a screen was not told of {missing}"


@in_soak
@holdem()
def test_behind_a_seat_there_are_bonuses_only(site: Site, visit: Visits) -> None:
    page = visit("player2", f"/table/{TABLE}", "laptop")
    seated(site, "player")
    open_bets(site, TABLE)
    wagers = [{"wager": name, "cents": 25_00} for name in ("ante", "blind")]
    site.as_("player").command(TABLE, "place-wagers", seat=2, wagers=wagers)
    page.get_by_role("button", name="Bet behind").click()
    page.get_by_role("button", name="Behind seat 2").click()
    spot(page, "ante").click()
    expect(page.locator("[data-note]")).to_have_text("Ante is not taken from behind a seat")
    bet(page, "$25", "trips")
    close_bets(site, TABLE)
    deal(site, TABLE, BEATEN_TRIPS.split())
    sees(page, "The player of seat 2 decides for you too")
    expect(page.locator(f'article[data-hand="{HAND}"]')).to_contain_text("Seat 2, you bet behind it")
    expect(page.locator(f'article[data-hand="{HAND}"] .front [data-card]')).to_have_count(0)
    site.as_("player").command(TABLE, "decide", seat=2, choice="play-4")
    call_result(site, TABLE)
    has_balance(page, CREDIT + 75_00)


@three_card(THREE)
def test_the_coach_gives_the_best_decision_and_the_cost_of_another(site: Site, visit: Visits) -> None:
    """Check the coach in three-card poker, which is solved in a second.

    `server/test_coach` tests each street of hold'em.
    """
    page = visit("player", f"/table/{TABLE}", "laptop")
    seated(site, "player")
    page.get_by_role("switch", name="Coach Show the best decision").check()
    begin(site, page, "Ks Kh 4d Qc 7h 2s")
    expect(page.locator("[data-coach]")).to_contain_text("Best: Play", timeout=WORKED_OUT_MS)
    expect(choice(page, "play")).to_have_class(re.compile("best"))
    choose(page, "fold")
    expect(page.locator("[data-lesson]")).to_contain_text("Your last decision, Fold, cost $")
    call_result(site, TABLE)
    again(site)
    begin(site, page, "Ks Kh 4d Qc 7h 2s")
    expect(page.locator("[data-coach]")).to_contain_text("Best: Play")
    choose(page, "play")
    expect(page.locator("[data-lesson]")).to_have_text("Your last decision, Play, was the best one.")


@in_soak
@holdem()
def test_pages_are_accessible_while_a_poker_hand_is_decided(site: Site, visit: Visits) -> None:
    """Apply the rules of `test_accessibility` at the question and at the result."""
    page = visit("player", f"/table/{TABLE}", "terminal")
    seated(site, "player")
    begin(site, page, KINGS_UP, "trips", "bad-beat")
    choose(page, "check")
    shows_question(page, "On the flop: kings and fives, seven kicker", "Check", "Play 2x $50")
    page.evaluate(AXE.read_text("utf-8"))
    found = [f"asked: {fault}" for fault in _faults(page)]
    page.set_viewport_size(SIZES["terminal"]["viewport"])
    tab_to_choice(page, "play-2")
    page.keyboard.press("Enter")
    stands(page, "played")
    call_result(site, TABLE)
    sees(page, "You win: kings and fives over pair of jacks")
    found += [f"result: {fault}" for fault in _faults(page)]
    assert not found, "\n".join(found)


DRAWN = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
"""Script that waits until the page has been drawn at its new size."""


def _faults(page: Page) -> list[str]:
    found = []
    for size in ("terminal", "phone"):
        page.set_viewport_size(SIZES[size]["viewport"])
        page.evaluate(DRAWN)
        rest(page)
        found += [f"{size}: {fault}" for fault in faults_of(page)]
    return found + wide_of(page)


def tab_to_choice(page: Page, name: str) -> None:
    for _ in range(60):
        if page.evaluate("word => document.activeElement.dataset.choice === word", name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"60 times Tab, and never at {name}")


BOTH = {"hold": {"rulebook": HOLDEM, **SLOW}, "three": {"rulebook": THREE, **SLOW}}


@pytest.mark.site(BOTH, provider=False)
@pytest.mark.parametrize(
    ("table", "together", "edge"),
    [("hold", "Ante, Blind and Play together", "2.185%"), ("three", "Ante and Play together", "1.802%")],
)
def test_rules_and_odds_are_shown_at_the_table(visit: Visits, table: str, together: str, edge: str) -> None:
    page = visit("player", f"/table/{table}", "laptop")
    page.get_by_role("button", name="Rules", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Showdown.")
    dialog.get_by_role("tab", name="Odds").click()
    expect(dialog.get_by_role("row", name=re.compile(together))).to_contain_text(edge)
    expect(dialog).to_contain_text("of all that is put down")
    expect(dialog.get_by_role("row", name=re.compile("^Play"))).to_have_count(0)
