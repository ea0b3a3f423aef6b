"""The pictures of the guides: every page at phone, terminal and wall size, and the steps of each person's shift.

A demonstration house has an evening behind it, dealt from a fixed seed. Then a browser looks at it as each person
would; house, server and browser are those of the browser tests.

    python -m scripts.pictures [--only WORD] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from croupier.views.expects import expects
from scripts.camera import Camera
from scripts.evening import BANKED, HAND_DEALT, JACKPOT, Evening, tables
from tests.browser.site import Site, require_pages, until
from tests.browser.steps import bet
from tests.browser.visits import Visits, go, open_browser

FOLDER = Path(__file__).parents[1] / "docs" / "guides" / "pictures"
PLAYED = "house-blackjack"
HOLDEM, HOLDEM_BY_HAND = "ca-ultimate-texas-holdem", "dealer-holdem"
HOLDEM_DECK = "7c 2d 9c Ah Ts 9d Kd Qc 7s 7d 9h 4d 2h 5c 3s"
HANDS_MOST = 5


class Shifts(Camera):
    """The pictures, one person after the other, in the order of their shift."""

    ticket = ""

    def every_page(self) -> None:
        """Each page at three sizes; the player's also on a tall terminal."""
        for name, (person, path, *sizes) in PAGES.items():
            for size in ("phone", "terminal", "wall", *sizes):
                page = self.visit(person, path, size)
                expect(page.locator("main")).to_be_visible()
                page.wait_for_load_state("networkidle")
                self.keep(page, f"page-{name}-{size}")
                page.context.close()

    def the_round(self) -> None:
        """One round at a table dealt by hand, as the dealer, a player at a terminal and one with a phone see it."""
        self.keep(self.visit(None, "/", "phone"), "player-sign-in")
        dealer = self.visit("dealer", "/dealer", "laptop")
        self.keep(dealer, "dealer-tables")
        go(dealer, f"/dealer/{HAND_DEALT}")
        player = self.visit("player", f"/table/{HAND_DEALT}")
        phone = self.visit("player2", f"/table/{HAND_DEALT}", "phone")
        self.keep(dealer, "dealer-open-bets")
        dealer.locator("[data-action=open-bets]").click()
        for screen, spots in ((player, ("banker", "banker", "tie")), (phone, ("player",))):
            for spot in spots:
                screen.locator(f"[data-wager={spot}]").click()
                screen.wait_for_timeout(200)
        for screen, name in ((player, "player-bets"), (phone, "player-bets-phone"), (dealer, "dealer-bets-open")):
            self.keep(screen, name)
        dealer.locator("[data-action=close-bets]").click()
        self.enter(dealer, "Ts", "2d", "9h")
        self.keep(dealer, "dealer-card")
        dealer.keyboard.press("Escape")
        dealer.locator("[data-wrong] button").nth(2).click()
        self.keys(dealer, "4h")
        self.keep(dealer, "dealer-wrong")
        self.press(dealer, "Put it right")
        expect(dealer.locator("dialog")).to_have_count(0)
        self.enter(dealer, "3c", "6c")
        self.keep(player, "player-dealing")
        self.enter(dealer, "2s")
        self.keep(dealer, "dealer-call-result")
        dealer.keyboard.press("Enter")
        for screen, name in ((player, "player-result"), (phone, "player-result-phone"), (dealer, "dealer-payments")):
            self.keep(screen, name)

    def the_player(self) -> None:
        """What a player looks at between rounds, and how he leaves."""
        player = self.visit("player", f"/table/{HAND_DEALT}")
        self.press(player, "Rules")
        self.keep(player, "player-rules")
        player.get_by_role("tab", name="Odds").click()
        self.keep(player, "player-odds")
        self.put_away(player)
        self.press(player, "My rounds")
        player.locator("dialog li button").first.click()
        expect(player.locator("dialog").get_by_text("Banker wins, 7 over 0").first).to_be_visible(timeout=30_000)
        self.keep(player, "player-replay")
        self.put_away(player)
        self.press(player, "My play")
        self.keep(player, "player-my-play")
        self.put_away(player)
        player.context.set_offline(True)
        expect(player.locator(".note.lost")).to_be_visible(timeout=60_000)
        self.keep(player, "player-reconnecting")
        player.context.set_offline(False)
        expect(player.locator(".note.lost")).to_have_count(0, timeout=60_000)
        player.locator("footer").get_by_role("button", name="Cash out").click()
        self.press(player, "Cash out $")
        self.ticket = player.locator("[data-ticket]").inner_text()
        self.keep(player, "player-ticket")

    def the_turn(self) -> None:
        """A midi table: the largest bettor turns the cards."""
        page = self.visit("player2", "/table/midi-squeeze")
        page.locator("[data-wager=banker]").click()
        expect(page.get_by_text("Turn the cards of")).to_be_visible(timeout=60_000)
        self.keep(page, "player-turn")

    def the_hand(self) -> None:
        """Blackjack: what a hand is asked, at a terminal and on a phone, and how it ended."""
        shown = (("player2", "terminal", ""), ("linh", "phone", "-phone"))
        for person, size, name in shown:
            page = self.visit(person, f"/table/{PLAYED}", size)
            for _ in range(HANDS_MOST):  # a natural is asked nothing
                page.locator("[data-wager=blackjack]").click(timeout=60_000)
                expect(page.locator("[data-question], [data-end]").first).to_be_visible(timeout=60_000)
                if page.locator("[data-question]").count() > 0:
                    break
                expect(page.locator(".line .main")).to_contain_text("bets", timeout=60_000)
            self.keep(page, f"player-decision{name}")
            page.locator('[data-choice="stand"]').click()
            expect(page.locator("[data-end]").first).to_be_visible(timeout=60_000)
            self.keep(page, f"player-hand{name}")
            page.context.close()

    def the_poker_hand(self) -> None:
        """Hold'em: the question before the flop and on it, and how it ended; at a terminal and on a phone."""
        for person, size, name in (("player2", "terminal", ""), ("linh", "phone", "-phone")):
            page = self.visit(person, f"/table/{HOLDEM}", size)
            expect(page.locator(".line .main")).to_have_text("Place your bets", timeout=120_000)
            bet(page, "$25", "ante", "trips")
            for question, choice in ((1, "check"), (2, "play-2")):
                expect(page.locator(f'[data-question="{question}"]')).to_be_visible(timeout=60_000)
                self.keep(page, f"player-poker-{question}{name}")
                page.locator(f'[data-choice="{choice}"]').click()
            expect(page.locator(".line .main")).to_contain_text("Player-dealer has", timeout=60_000)
            self.keep(page, f"player-poker-result{name}")
            page.context.close()

    def the_poker_deal(self) -> None:
        """Hold'em dealt by hand: a card face down, the flop, the showdown and the payments."""
        table, dealer = HOLDEM_BY_HAND, self.visit("dealer", f"/dealer/{HOLDEM_BY_HAND}", "laptop")
        self.say("dealer", "new-shoe", table)
        until(lambda: self.site.state(table).bank is not None)
        self.say("dealer", "open-bets", table)
        wagers = [{"wager": wager, "cents": 25_00} for wager in ("ante", "blind", "trips")]
        for person in ("linh", "joan", "carl"):
            account = f"player:{self.site.as_(person).user_id}"
            self.say(person, "place-wagers", table, seat=self.site.state(table).seat_of(account), wagers=wagers)
        self.say("dealer", "close-bets", table)
        for place, card in enumerate(HOLDEM_DECK.split()):
            if self.due(table)["do"] != "read-card":
                break
            self.say("dealer", "read-card", table, card=card)
            if place == 2:
                self.keep(dealer, "dealer-poker-card")
        for nth, choice in enumerate(("check", "play-4", "check", "check", "play-2", "fold")):
            if nth == 3:
                self.keep(dealer, "dealer-poker-flop")
            self.say("dealer", "decide", table, seat=self.due(table)["seat"], choice=choice)
        self.keep(dealer, "dealer-poker-call-result")
        self.say("dealer", "call-result", table)
        self.keep(dealer, "dealer-poker-payments")

    def due(self, table: str) -> dict[str, Any]:
        return expects(self.site.state(table))

    def the_bank(self) -> None:
        """A player takes the bank, another bets against it."""
        self.say("supervisor", "open-table", BANKED)
        page = self.visit("player2", f"/table/{BANKED}")
        self.press(page, "Take a seat")
        expect(page.get_by_role("button", name=re.compile("^Take the bank"))).to_be_visible(timeout=60_000)
        self.keep(page, "player-bank-offered")
        self.press(page, "Take the bank")
        expect(page.get_by_text("You have the bank").first).to_be_visible()
        self.say("mei", "sit-down", BANKED, seat=4)
        self.say("mei", "place-wagers", BANKED, seat=4, wagers=[{"wager": "banker", "cents": 200_00}])
        self.keep(page, "player-bank")

    def the_pit(self) -> None:
        """What the floor wants of a supervisor, the quietest first."""
        self.say("dealer", "call-supervisor", note="Seat 5 asks about round 41")
        last = self.site.state(HAND_DEALT).last
        assert last is not None
        reason = "Card misread: the shoe's window shows a five"
        self.say("dealer", "request-correction", round=last["round"], place=6, card="5s", reason=reason)
        self.hit_the_jackpot()
        page = self.visit("supervisor", "/pit", "laptop")
        page.wait_for_load_state("networkidle")
        self.keep(page, "supervisor-pit")
        for table, name in ((HAND_DEALT, "correction"), (JACKPOT, "jackpot")):
            page.locator("section.tiles").get_by_text(table, exact=True).click()
            page.wait_for_load_state("networkidle")
            self.keep(page, f"supervisor-{name}")
        page.locator("section.tiles").get_by_text(HAND_DEALT, exact=True).click()
        self.press(page, "I am at the table", "Approve, move the money", "Rounds")
        page.locator("aside li button, aside tbody tr button, aside tbody tr").first.click()
        self.keep(page, "supervisor-round")
        self.press(page, "Freeze as a dispute")
        page.locator("dialog textarea").last.fill("Seat 5 says the third card was a five")
        page.locator("dialog").last.get_by_role("button", name="Freeze as a dispute").click()
        expect(page.locator("dialog")).to_have_count(1)
        self.put_away(page)
        self.press(page, "Now")
        self.keep(page, "supervisor-dispute")
        self.press(page, "Set-up")
        self.keep(page, "supervisor-set-up")
        page.locator("section.tiles").get_by_text("ca-cash-in-baccarat", exact=True).click()
        self.press(page, "Records")
        self.keep(page, "supervisor-records")

    def hit_the_jackpot(self) -> None:
        """Four eights of spades to a bettor in seat 8."""
        self.say("supervisor", "open-table", JACKPOT)
        self.say("mei", "sit-down", JACKPOT, seat=8)
        for do, what in (("new-shoe", {}), ("read-card", {"card": "As"}), ("open-bets", {})):
            self.say("dealer", do, JACKPOT, **what)
        wagers = [{"wager": "banker", "cents": 50_00}, {"wager": "fortunes-99", "cents": 1_00}]
        self.say("mei", "place-wagers", JACKPOT, seat=8, wagers=wagers)
        self.say("dealer", "close-bets", JACKPOT)
        for _ in range(4):
            self.say("dealer", "read-card", JACKPOT, card="8s")
        self.say("dealer", "call-result", JACKPOT)

    def the_cage(self) -> None:
        """A cashier's shift, from the float to the count."""
        page = self.visit("cashier", "/cage", "laptop")
        self.press(page, "Open a shift")
        page.locator("dialog input").fill("5000")
        self.keep(page, "cashier-open-shift")
        page.locator("dialog").get_by_role("button", name="Open a shift").click()
        self.press(page, "Buy-in")
        page.get_by_label("Player's name or number").fill("player")
        self.press(page, "Look up", "+$500")
        self.keep(page, "cashier-buy-in")
        self.press(page, "Buy in $500")
        self.press(page, "Yes, $500")
        self.press(page, "Pay a ticket")
        self.look_at(page, self.ticket)
        self.keep(page, "cashier-ticket")
        self.press(page, "Pay $")
        large = self.site.as_("tomas").post("/api/me/cash-out", cents=7_500_00, key=self.site.key())
        self.look_at(page, large["number"])
        self.keep(page, "cashier-hand-pay")
        self.press(page, "Leave it", "Reprint or void")
        self.look_at(page, large["number"])
        self.keep(page, "cashier-reprint")
        self.press(page, "Count and close")
        page.locator("dialog input").fill("475")
        self.keep(page, "cashier-count")

    def the_office(self) -> None:
        """An auditor's look at the books, then what an operator sets up."""
        page = self.visit("auditor", "/office", "laptop")
        page.get_by_label("Report").select_option("trial-balance")
        self.keep(page, "auditor-trial-balance")
        self.press(page, "Events")
        self.keep(page, "auditor-events")
        self.press(page, "Audit and copies", "Verify the whole log")
        expect(page.get_by_text("The chain is whole")).to_be_visible(timeout=60_000)
        self.keep(page, "auditor-audit")
        admin = self.visit("admin", "/office/people", "laptop")
        self.press(admin, "New account")
        self.keep(admin, "operator-account")
        self.put_away(admin)
        self.press(admin, "Terminals")
        self.keep(admin, "operator-terminals")
        self.press(admin, "Meters")
        self.keep(admin, "operator-meters")


PAGES: dict[str, Any] = {
    "lobby": ("player", "/"),
    "table": ("player", "/table/co-dragon-bonus", "tall"),
    "blackjack": ("player", f"/table/{PLAYED}", "tall"),
    "poker": ("player", f"/table/{HOLDEM}", "tall"),
    "dealer": ("dealer", f"/dealer/{HAND_DEALT}"),
    "board": (None, "/board/co-5-treasures"),
    "board-blackjack": (None, f"/board/{PLAYED}"),
    "board-poker": (None, f"/board/{HOLDEM}"),
    "boards": (None, "/board"),
    "pit": ("supervisor", "/pit"),
    "cage": ("cashier", "/cage"),
    "office": ("auditor", "/office"),
    "tokens": (None, "/tokens"),
}

STORIES = (
    Shifts.every_page,
    Shifts.the_round,
    Shifts.the_player,
    Shifts.the_turn,
    Shifts.the_hand,
    Shifts.the_poker_hand,
    Shifts.the_poker_deal,
    Shifts.the_bank,
    Shifts.the_pit,
    Shifts.the_cage,
    Shifts.the_office,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="pictures with this word in their name")
    parser.add_argument("--into", type=Path, default=FOLDER)
    given = parser.parse_args()
    given.into.mkdir(parents=True, exist_ok=True)
    require_pages()
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        site = Site(Path(folder), tables(), limits={"hand_pay_above": 6_000_00})
        Evening(site.config).play()
        try:
            site.start()
            camera = Shifts(site, Visits(browser, site), given.into, given.only)
            for story in STORIES:
                story(camera)
        finally:
            site.close()


if __name__ == "__main__":
    main()
