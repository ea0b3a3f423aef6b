"""Rounds of every family for a test in a browser: the player acts on the page, all others by HTTP requests.

Each function is a generator that yields the name of each step when the table is in that state. Cards, dice and stakes
are fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from croupier.server.demonstration import PROVIDER
from tests.browser import pai_gow_night, tiles_night
from tests.browser.floor import Table, banked, by_hand
from tests.browser.pai_gow_night import PaiGow
from tests.browser.seats_night import FLOP, RING, RIVER, ROWS, TURN, Seats, seen, settle
from tests.browser.site import until
from tests.browser.steps import deal, spot
from tests.browser.tiles_night import Circles, Tiles

Steps = Iterator[str]
CHIPS = ("$25", "$5")
SLOW = {"betting_seconds": 600, "decision_seconds": 600, "offer_seconds": 600}
BUY = {"player": 213, "player2": 187, PROVIDER: 200}
"""Dollars for which each player buys chips at games at table stakes."""


def tap(page: Page, *wagers: str, chips: Sequence[str] = CHIPS) -> None:
    """Place a chip on each spot, and wait until the server has it."""
    for wager, chip in zip(wagers, chips, strict=False):
        page.get_by_role("radio", name=f"{chip} chip").click()
        spot(page, wager).click()
        expect(spot(page, wager).locator(".pending")).to_have_count(0)
        expect(spot(page, wager).locator(".pill")).to_be_visible()


def choose(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'[data-choice="{name}"]').click()


def bets_on_line(table: Table, who: str, seat: int, wager: str, dollars: int) -> None:
    table.bet(who, seat, wager, cents=dollars * 100)


def baccarat(table: Table, page: Page) -> Steps:
    by_hand(table)
    for cards in ("9s Kh Kd 2c", "5s Kh Kd 2c 9h 4d"):
        table.opened()
        bets_on_line(table, "player2", 1, "player", 45)
        yield "open"
        tap(page, "player", "tie")
        yield "bet"
        table.closed()
        table.deal(cards)
        yield "dealt"
        table.called()
        yield "result"


def blackjack(table: Table, page: Page) -> Steps:
    by_hand(table)
    table.opened()
    bets_on_line(table, "player2", 1, "blackjack", 35)
    yield "open"
    tap(page, "blackjack")
    yield "bet"
    table.closed()
    table.deal("9s 8s 6c 9d 8h Td")
    table.decide(1, "stand")
    yield "asked"
    choose(page, "split")
    deal(table.site, table.name, ["3d"])
    yield "split"
    choose(page, "hit")
    deal(table.site, table.name, ["Ts", "9s"])
    yield "second hand"
    choose(page, "stand")
    deal(table.site, table.name, ["5h"])
    table.called()
    yield "result"


def three_card(table: Table, page: Page) -> Steps:
    banked(table)
    table.opened()
    bets_on_line(table, "player2", 3, "ante", 35)
    yield "open"
    tap(page, "ante", "pair-and-up")
    yield "bet"
    table.closed()
    table.deal("Qs Qh 8s Ts 9d 2c Kd Jc 4h")
    yield "asked"
    choose(page, "play")
    until(lambda: _is_asked(table, 3))
    yield "played"
    table.decide(3, "fold")
    table.called()
    yield "result"


def ultimate_holdem(table: Table, page: Page) -> Steps:
    banked(table)
    table.opened()
    table.bet("player2", 3, "ante", "blind", cents=35_00)
    yield "open"
    tap(page, "ante", "trips")
    yield "bet"
    table.closed()
    table.deal("Kc 5d 7c 2d Jd Jc Kd 5s 7h 4d 2h")
    yield "asked"
    choose(page, "play-4")
    until(lambda: _is_asked(table, 3))
    yield "played"
    for choice in ("check", "check", "fold"):
        table.decide(3, choice)
    table.called()
    yield "result"


def war(table: Table, page: Page) -> Steps:
    banked(table)
    for cards in ("Ks Kd 8h 8c 5d 4s", "9s 4d"):
        if cards == "9s 4d":
            table.bank(again=True)
        table.opened()
        bets_on_line(table, "player2", 3, "banker", 35)
        yield "open"
        tap(page, "player", "war")
        yield "bet"
        table.closed()
        table.deal(cards)
        yield "dealt"
        table.called()
        yield "result"


def pai_gow_poker(table: Table, page: Page) -> Steps:
    paigow = PaiGow(table.site, table.name)
    banked(paigow)
    paigow.opened()
    paigow.everywhere("player2", 3)
    yield "open"
    tap(page, "base", "fortune-bonus")
    yield "bet"
    paigow.closed()
    paigow.do("dealer", "roll-dice", numbers=pai_gow_night.DICE)
    paigow.deal(f"{pai_gow_night.OWN} {pai_gow_night.QUADS} {pai_gow_night.BANK}")
    yield "asked"
    choose(page, "house-way", "set")
    until(lambda: 2 not in _seats_to_set(table))
    yield "set"
    _others_set(paigow, player2=3, provider=1)
    yield "result"


def tiles(table: Table, page: Page) -> Steps:
    pai_gow_tiles = Tiles(table.site, table.name)
    _sit_at_tiles(pai_gow_tiles)
    yield "open"
    tap(page, "pai-gow")
    yield "bet"
    pai_gow_tiles.closed()
    pai_gow_tiles.do("dealer", "roll-dice", numbers=tiles_night.DICE)
    pai_gow_tiles.deal(f"{tiles_night.BANK} {tiles_night.OWN} {tiles_night.OTHER}")
    yield "asked"
    choose(page, "house-way", "set")
    until(lambda: 3 not in _seats_to_set(table))
    yield "set"
    _others_set(pai_gow_tiles, player2=2, provider=4)
    yield "result"


def mah_jong(table: Table, page: Page) -> Steps:
    circles = Circles(table.site, table.name)
    _sit_at_tiles(circles)
    yield "open"
    tap(page, "win", "pair", "tie", chips=("$25", "$100", "$25"))
    yield "bet"
    circles.closed()
    circles.do("dealer", "roll-dice", numbers=[10])
    circles.deal("7 7  9 W  4 5")
    yield "dealt"
    for _ in range(2):
        circles.do("dealer", "show-hand")
    circles.called()
    yield "result"


def holdem(table: Table, page: Page) -> Steps:
    seats = Seats(table.site, table.name)
    seats.buy(BUY)
    yield "seated"
    seats.begin(button=4)
    seats.deal("As Kd 7c Ah Kc 2d")
    seats.acts(PROVIDER, "call")
    yield "asked"
    page.locator('[data-bet] [data-do="call"]').click()
    seats.acts("player2", "check")
    seats.deal(FLOP)
    yield "flop"
    page.locator('[data-preset="half-pot"]').click()
    page.locator('[data-bet] [data-do="bet"]').click()
    seats.acts("player2", "raise", 60)
    yield "raised"
    seats.acts(PROVIDER, "fold")
    page.locator('[data-bet] [data-do="call"]').click()
    for street in (TURN, RIVER):
        seats.deal(street)
        page.locator('[data-bet] [data-do="check"]').click()
        seats.acts("player2", "check")
        yield street
    settle(table.site, table.name)
    yield "result"


def thirteen_card(table: Table, page: Page) -> Steps:
    seats = Seats(table.site, table.name)
    seats.buy(BUY)
    yield "seated"
    seats.begin(button=2)
    for seat in seen(table.site, table.name)["table_stakes"]["hand"]["order"]:
        seats.deal(ROWS[seat])
    yield "asked"
    choose(page, "house-way", "set")
    until(lambda: 2 not in _seats_to_set(table))
    yield "set"
    for who in ("player2", PROVIDER):
        seats.do(who, "arrange-cards", seat=RING[who])
    settle(table.site, table.name)
    yield "result"


def own_bank(table: Table, page: Page) -> Steps:
    """Let the player of the test take the bank at the page, without a wager of their own."""
    table.new_shoe(None)
    table.sit(player=2, player2=3)
    page.locator(".offer .steps button").nth(1).click()
    page.locator(".offer .answers button").first.click()
    until(lambda: table.site.state(table.name).bank is not None)
    table.opened()
    table.bet("player2", 3, "player", cents=35_00)
    yield "bet"
    table.closed()
    table.deal("Ks 4d")
    table.called()
    yield "result"


def _is_asked(table: Table, seat: int) -> bool:
    return any(one["seat"] == seat for one in (seen(table.site, table.name)["decision"] or {}).get("questions", []))


def _seats_to_set(table: Table) -> list[int]:
    return [one["seat"] for one in seen(table.site, table.name).get("arrangements", {}).get("requests", [])]


def _sit_at_tiles(table: Tiles) -> None:
    table.new_shoe(None)
    table.sit(**{PROVIDER: 4, "player": 3, "player2": 2})
    table.bank()
    table.opened()
    table.everywhere("player2", 2)


def _others_set(table: Tiles | PaiGow, **seats: int) -> None:
    for who, seat in seats.items():
        table.do(who, "arrange-cards", seat=seat)
    for _ in range(2):
        table.do("dealer", "show-hand")
    table.called()


ROUNDS: dict[str, tuple[dict[str, Any], Callable[[Table, Page], Steps]]] = {
    "baccarat": ({"rulebook": "co-99-fortunes"}, baccarat),
    "blackjack": ({"rulebook": "ilani-blackjack"}, blackjack),
    "three-card": ({"rulebook": "ca-3-card-poker", "schedule": 1}, three_card),
    "ultimate-holdem": ({"rulebook": "ca-ultimate-texas-holdem", "schedule": 1}, ultimate_holdem),
    "war": ({"rulebook": "ca-ultimate-war", "schedule": 1}, war),
    "pai-gow-poker": ({"rulebook": "ca-fortune-pai-gow-poker"}, pai_gow_poker),
    "pai-gow-tiles": ({"rulebook": "ca-pai-gow-tiles", "schedule": 1}, tiles),
    "mah-jong-pai-gow": ({"rulebook": "ca-mah-jong-pai-gow", "schedule": 1}, mah_jong),
    "holdem": ({"rulebook": "ca-texas-holdem", "schedule": "nl-6"}, holdem),
    "thirteen-card": ({"rulebook": "ca-13-card-chinese-poker", "schedule": 2}, thirteen_card),
}
"""For each family: a table with its rulebook, and the rounds that are played there."""
