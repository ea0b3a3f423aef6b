"""Poker round on the screens of the staff: the console from the first card to the payments, the board, the pit.

Cards are face down until their turn, and no page may receive them earlier: the tests record every message from the
server to a page and search it for cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, WebSocket, expect

from croupier.server.demonstration import PROVIDER
from tests.browser.page_list import rest
from tests.browser.site import Site, until
from tests.browser.steps import call_result, close_bets, deal, next_is, open_bets
from tests.browser.test_accessibility import AXE, faults_of, wide_of
from tests.browser.visits import SIZES, Visits, go
from tests.soak import in_soak

HOLDEM, THREE = "holdem", "three"
SLOW = {"schedule": 1, "betting_seconds": 600, "decision_seconds": 600, "offer_seconds": 600}
TABLES = {
    HOLDEM: {"rulebook": "ca-ultimate-texas-holdem"} | SLOW,
    THREE: {"rulebook": "ca-3-card-poker"} | SLOW,
}
CREDIT = 5_000_00
BANK = 1_000_00
OWN = {"Seat 2": ("7c", "2d"), "Seat 3": ("9c", "Ah")}
DEALERS = ("Jd", "Qc")
MISREAD, RIGHT = "Jd", "Kd"
FLOP, REST = ("7s", "7d", "9h"), ("4d", "2h")
NTH = ("first", "second", "third", "fourth", "fifth")

poker = pytest.mark.site(TABLES, provider=False)


class ReceivedMessages:
    """Record of every message that the server sent to a page."""

    def __init__(self, page: Page) -> None:
        self._frames: list[str] = []
        page.on("websocket", self._listen)
        page.reload()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._frames.append(str(frame)))

    def of(self, *cards: str) -> list[str]:
        """Return which of these cards the page has received."""
        return [card for card in cards if any(f'"{card}"' in frame for frame in self._frames)]


def seat(site: Site, table: str) -> None:
    """Seat a bank at seat 1, and two players at seats 2 and 3."""
    for number, person in enumerate((PROVIDER, "player", "player2"), start=1):
        site.as_(person).command(table, "sit-down", seat=number)
    site.as_(PROVIDER).command(table, "accept-bank", cents=BANK)


def bet(site: Site, table: str, person: str, number: int, **cents: int) -> None:
    wagers = [{"wager": wager, "cents": amount} for wager, amount in cents.items()]
    site.as_(person).command(table, "place-wagers", seat=number, wagers=wagers)


def key_in(page: Page, whose: str, cards: Iterable[str]) -> None:
    """Enter cards, each when the console waits for it: rank and suit."""
    for nth, card in zip(NTH, cards, strict=False):
        next_is(page, f"Deal: {whose}, {nth} card")
        page.keyboard.type(card.replace("T", "0"))


def shown(page: Page, hand: str) -> list[str | None]:
    cards = page.locator(f'[data-cards="{hand}"] [data-card]')
    return [card.get_attribute("data-card") for card in cards.all()]


def backs(page: Page, hand: str, count: int) -> None:
    expect(page.locator(f'[data-cards="{hand}"] [data-card="back"]')).to_have_count(count)
    assert shown(page, hand) == ["back"] * count


def choose(page: Page, choice: str) -> None:
    page.locator(f'[data-choice="{choice}"]').click()


@poker
def test_a_round_from_the_first_card_to_the_payments(site: Site, visit: Visits) -> None:
    """Check a round in which seat 2 folds a full house with Trips in play, and seat 3 wins with four antes."""
    seat(site, HOLDEM)
    console, board = visit("dealer", f"/dealer/{HOLDEM}", "laptop"), visit(None, f"/board/{HOLDEM}", "terminal")
    folds, plays = (visit(person, f"/table/{HOLDEM}", "laptop") for person in ("player", "player2"))
    received = {
        name: ReceivedMessages(page) for name, page in (("board", board), ("console", console), ("other", plays))
    }
    next_is(console, "New deck")
    console.keyboard.press("Enter")
    next_is(console, "Open the bets")
    console.keyboard.press("Enter")
    next_is(console, "Place your bets")
    bet(site, HOLDEM, "player", 2, ante=25_00, blind=25_00, trips=10_00)
    bet(site, HOLDEM, "player2", 3, ante=25_00, blind=25_00)
    expect(console.locator("[data-layout]")).to_contain_text("$110")
    console.keyboard.press("Enter")

    for whose, cards in OWN.items():
        key_in(console, whose, cards)
    key_in(console, "Player-dealer", DEALERS)
    key_in(console, "Board", (*FLOP, *REST))
    next_is(console, "Seat 2 decides")
    for page in (console, board):
        backs(page, "board", 5)
        backs(page, "player:2", 2)
    everything = (*OWN["Seat 2"], *DEALERS, RIGHT, *FLOP, *REST)
    for name, heard in received.items():
        assert not heard.of(*everything), name
    assert not received["board"].of(*OWN["Seat 3"])

    choose(folds, "check")
    next_is(console, "Seat 3 decides")
    choose(plays, "play-4")
    next_is(console, "Turn the flop; seat 2 decides")
    for card in FLOP:
        expect(board.locator(f'[data-card="{card}"]')).to_be_visible()
    expect(board.locator('[data-hand="player:3"]')).to_contain_text("plays $100")

    put_right(console)
    for name, heard in received.items():
        assert not heard.of(*OWN["Seat 2"], *DEALERS, RIGHT, *REST), name
    console.keyboard.press("c")
    next_is(console, "Turn the last two; seat 2 decides")
    for name, heard in received.items():
        assert not heard.of(*OWN["Seat 2"], *DEALERS, RIGHT), name
    choose(folds, "fold")
    next_is(console, "Turn all hands, call the result")
    expect(board.locator(f'[data-hand="dealer"] [data-card="{RIGHT}"]')).to_be_visible()
    console.keyboard.press("Enter")
    paid(console)
    until(lambda: site.balance("player") == CREDIT - 50_00 + 80_00)
    until(lambda: site.balance("player2") == CREDIT + 100_00 + 25_00)
    over(board)
    for name, heard in received.items():
        assert heard.of(*FLOP, RIGHT) == [*FLOP, RIGHT], f"{name} was listened to all the time"
    lobby_and_pit(visit)


def put_right(console: Page) -> None:
    """Correct the misread first card of the player-dealer; check that it stays face down and no page receives it."""
    console.keyboard.press("Escape")
    card = console.locator("[data-wrong] [data-place='5']")
    expect(card).to_contain_text("Player-dealer 1")
    expect(card.locator('[data-card="back"]')).to_be_visible()
    card.click()
    expect(console.locator("[data-wrong]")).to_contain_text("It lies face down, and stays so.")
    console.keyboard.type(RIGHT)
    console.get_by_role("button", name="Put it right").click()
    expect(console.get_by_role("status").first).to_contain_text("The card stays face down")
    assert shown(console, "dealer") == ["back", "back"]


def paid(console: Page) -> None:
    """Check the payments: seat by seat from the player-dealer's left, wagers in the order of the rulebook."""
    stops = console.locator("[data-payments] [data-stop]")
    expect(stops).to_have_count(2)
    expect(stops.nth(0).locator("h3")).to_have_text("Seat 2 folded, sevens full of twos")
    expect(stops.nth(1).locator("h3")).to_have_text("Seat 3 nines and sevens, ace kicker")
    lines = [re.sub(r"\s+", " ", line).strip() for line in console.locator("[data-result]").all_inner_texts()]
    assert lines == [
        "− Ante $25 take $25",
        "− Blind $25 take $25",
        "+ Trips $10 · Full house $80",
        "+ Play $100 · 1:1 $100",
        "+ Ante $25 · 1:1 $25",
        "= Blind $25 push, stays",
    ]
    expect(console.locator("[data-payments]")).to_contain_text("Bank, seat 1: −$155")
    expect(console.locator(".why")).to_have_text("Player-dealer: pair of sevens, king kicker")


def over(board: Page) -> None:
    expect(board.locator(".result")).to_have_text("pair of sevens, king kicker")
    expect(board.locator('[data-hand="player:2"]')).to_contain_text("+$30")
    expect(board.locator('[data-hand="player:2"]')).to_contain_text("folded")
    expect(board.locator('[data-hand="player:3"]')).to_contain_text("nines and sevens")
    newest = board.locator("[data-record] .newest")
    expect(newest).to_contain_text("pair of sevens")
    expect(newest.locator("[data-card]")).to_have_count(7)
    expect(board.locator("[data-pays]")).to_contain_text("Bad Beat pays")


def lobby_and_pit(visit: Visits) -> None:
    lobby = visit(None, "/", "laptop")
    expect(lobby.get_by_role("img", name="Player-dealer's last hands: pair of sevens")).to_be_visible()
    expect(lobby.locator("article", has_text="Ultimate Hold'em")).to_contain_text("$5–$1,000")
    pit = visit("supervisor", f"/pit/{HOLDEM}", "laptop")
    pit.locator("aside").get_by_role("button", name="Rounds", exact=True).click()
    expect(pit.locator("aside li button").first).to_contain_text("Player-dealer: pair of sevens, king kicker")
    pit.locator("aside li button").first.click()
    sheet = pit.locator("dialog")
    expect(sheet.locator("[data-decisions]")).to_contain_text("Seat 3: Play 4x · Seat 2: Check · Seat 2: Fold")
    expect(sheet).to_contain_text("folded, sevens full of twos")
    for card in (*OWN["Seat 2"], RIGHT, *FLOP, *REST):
        expect(sheet.locator(f'[data-card="{card}"]')).to_be_visible()


def deal_all_cards(site: Site, table: str, cards: str) -> None:
    """Place an ante at both seats, and deal all cards."""
    seat(site, table)
    site.as_("dealer").command(table, "load-shoe")
    open_bets(site, table)
    for number, person in ((2, "player"), (3, "player2")):
        bet(site, table, person, number, **({"ante": 25_00} | ({"blind": 25_00} if table == HOLDEM else {})))
    close_bets(site, table)
    deal(site, table, cards.split())


@poker
def test_three_card_poker_exposes_one_card_of_the_player_dealer(site: Site, visit: Visits) -> None:
    deal_all_cards(site, THREE, "Ks Kh 4d 9s 8h 3d Qc 7h 2s")
    console, board = visit("dealer", f"/dealer/{THREE}", "laptop"), visit(None, f"/board/{THREE}", "terminal")
    next_is(console, "Turn the third card; seat 2 decides")
    for page in (console, board):
        expect(page.locator('[data-cards="dealer"] [data-card="2s"]')).to_be_visible()
        assert shown(page, "dealer") == ["back", "back", "2s"]
    console.keyboard.press("p")
    next_is(console, "Seat 3 decides")
    console.keyboard.press("f")
    next_is(console, "Turn all hands, call the result")
    call_result(site, THREE)
    expect(console.locator("[data-stop='3'] h3")).to_have_text("Seat 3 folded, nine high, eight kicker")
    expect(board.locator(".result")).to_have_text("queen high, seven kicker")


@in_soak
@poker
def test_pages_are_accessible_while_seats_decide(site: Site, visit: Visits) -> None:
    """Apply the rules of `test_accessibility` to the dealer's question, the correction dialog and the board."""
    deal_all_cards(site, HOLDEM, "7c 2d 9c Ah Kd Qc 7s 7d 9h 4d 2h")
    console, board = visit("dealer", f"/dealer/{HOLDEM}", "laptop"), visit(None, f"/board/{HOLDEM}", "terminal")
    next_is(console, "Seat 2 decides")
    expect(board.locator('[data-hand="player:2"]')).to_be_visible()
    found = []
    for name, page in (("console", console), ("board", board)):
        page.evaluate(AXE.read_text("utf-8"))
        for size in ("terminal", "phone"):
            page.set_viewport_size(SIZES[size]["viewport"])
            rest(page)
            found += [f"{name}, {size}: {fault}" for fault in faults_of(page)]
        found += [f"{name}: {fault}" for fault in wide_of(page)]
    console.keyboard.press("Escape")
    expect(console.locator("[data-wrong]")).to_be_visible()
    found += [f"sheet: {fault}" for fault in faults_of(console)]
    assert not found, "\n".join(found)
    go(console, "/dealer")
