"""The pictures of the guides: every page at phone, terminal and wall size, and the steps of each person's shift.

Two houses, one browser. A floor stands still, with a table for each game and moment; another house has an evening
behind it, dealt from a fixed seed. A browser looks at both as each person would; they are those of the browser tests.
What is taken is told as it is taken, with the seconds since the first.

    python -m scripts.pictures [--only WORD] [--story WORD] [--house standing|evening] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from croupier.views.next_step_view import next_step
from scripts.camera import Camera, Darkroom
from scripts.evening import BANKED, HAND_DEALT, JACKPOT, Evening, tables
from scripts.standing import ANNOUNCED, BOOK, GAMES, a_standing_floor
from tests.browser.site import Site, require_pages, until
from tests.browser.steps import bet
from tests.browser.visits import go, open_browser

FOLDER = Path(__file__).parents[1] / "docs" / "guides" / "pictures"
PLAYED = "house-blackjack"
HOLDEM, HOLDEM_BY_HAND = "ca-ultimate-texas-holdem", "dealer-holdem"
HOLDEM_DECK = "7c 2d 9c Ah Ts 9d Kd Qc 7s 7d 9h 4d 2h 5c 3s"
HANDS_MOST = 5
PATIENCE_MS = 30_000
MEMORY = Path("/dev/shm")  # noqa: S108 - a house of one run; where there is none, a folder of the disk


class Shifts(Camera):
    """The pictures, one person after the other, in the order of their shift."""

    ticket = ""

    def every_page(self) -> None:
        """Each page at three sizes; the player's also on a tall terminal."""
        for name, (person, path, *sizes) in PAGES.items():
            for size in ("phone", "terminal", "wall", *sizes):
                if self.room.wants(f"page-{name}-{size}"):
                    self.keep(self.settled(self.at(person, path, size)), f"page-{name}-{size}")

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
        self.say("dealer", "load-shoe", table)
        for seat, person in enumerate(("linh", "joan", "carl"), start=2):
            self.say(person, "sit-down", table, seat=seat)
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
        return dict(next_step(self.site.state(table), self.site.runtime.now()))

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
        self.settled(page)
        self.keep(page, "supervisor-pit")
        for table, name in ((HAND_DEALT, "correction"), (JACKPOT, "jackpot")):
            self.tile(page, table)
            self.settled(page)
            self.keep(page, f"supervisor-{name}")
        self.tile(page, HAND_DEALT)
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
        self.tile(page, "ca-cash-in-baccarat")
        self.press(page, "Records")
        self.keep(page, "supervisor-records")

    def tile(self, page: Page, table: str) -> None:
        """A table of the pit is opened."""
        page.locator(f'section.tiles [data-table="{table}"]').click()

    def hit_the_jackpot(self) -> None:
        """Four eights of spades to a bettor in seat 8."""
        self.say("supervisor", "open-table", JACKPOT)
        self.say("mei", "sit-down", JACKPOT, seat=8)
        for do, what in (("load-shoe", {}), ("read-card", {"card": "As"}), ("open-bets", {})):
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
        page.locator("dialog input").first.fill("5000")
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
        page.locator("dialog input").first.fill("475")
        self.keep(page, "cashier-count")

    def the_office(self) -> None:
        """An auditor's look at the books, then what an operator sets up."""
        page = self.visit("auditor", "/office/reports", "laptop")
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


class Standing(Camera):
    """What is seen where every table stands still."""

    def every_game(self) -> None:
        """Each game on a phone, at a terminal, and on the wall."""
        for name in GAMES:
            for person, path, size in (("player", f"/table/{name}", "phone"), ("player", f"/table/{name}", "terminal")):
                if self.room.wants(f"page-{name}-{size}"):
                    self.keep(self.settled(self.at(person, path, size)), f"page-{name}-{size}")
            if self.room.wants(f"page-board-{name}-wall"):
                self.keep(self.settled(self.at(None, f"/board/{name}", "wall")), f"page-board-{name}-wall")

    def how_it_ended(self) -> None:
        """Both hands of a seat against the player-dealer's."""
        for name in ("pai-gow-over", "tiles-over"):
            self.keep(self.settled(self.at("player", f"/table/{name}")), f"player-{name}")

    def several(self) -> None:
        """Two tables side by side, and on a phone one above the other."""
        for size, ending in (("terminal", ""), ("phone", "-phone")):
            page = self.at("player", "/table/pai-gow/tiles", size)
            self.keep(self.settled(page), f"player-several{ending}")

    def by_hand(self) -> None:
        """What a console asks for that is no card of a shoe: dice, a tile, a bet, a hand laid."""
        for table, name in (("pai-gow-dice", "dice"), ("tiles-out", "tile"), ("holdem", "bets"), ("thirteen", "rows")):
            self.keep(self.settled(self.at("dealer", f"/dealer/{table}", "laptop")), f"dealer-{name}")

    def the_opening(self) -> None:
        """A table opened by the book: each step, who confirms it, and the cut."""
        self.say("player", "sit-down", BOOK, seat=2)
        self.say("player2", "sit-down", BOOK, seat=5)
        dealer = self.settled(self.at("dealer", f"/dealer/{BOOK}", "laptop"))
        dealer.locator('[data-enter="device"]').fill("shoe 4")
        dealer.locator('[data-enter="sound"]').check()
        self.keep(dealer, "dealer-step")
        dealer.locator('[data-action="complete-step"]').click()
        self.step(dealer, "Inspect the cards")
        expect(dealer.locator(".say h1")).to_contain_text("Waits for surveillance")
        self.keep(dealer, "dealer-step-waits")
        desk = self.settled(self.at("surveillance", "/surveillance", "laptop"))
        self.keep(desk, "surveillance-desk")
        for size in ("phone", "terminal", "wall"):
            if self.room.wants(f"page-surveillance-{size}"):
                self.keep(self.settled(self.at("surveillance", "/surveillance", size)), f"page-surveillance-{size}")
        self.say("surveillance", "verify-step", BOOK, id=self.site.state(BOOK).steps["inspect"].id)
        for title in ("Wash the cards", "Shuffle"):
            self.step(dealer, title)
        expect(dealer.locator("[data-step]")).to_contain_text("Offer the cut to seat 5")
        self.keep(dealer, "dealer-cut")
        dealer.locator('[data-cut="passes"]').click()
        dealer.locator('[data-cut="takes"]').click()
        dealer.locator('[data-cut="from-end"]').fill("40")
        dealer.locator('[data-action="complete-step"]').click()
        dealer.locator('[data-action="load-shoe"]').click()
        for card in ("2s", "Kd"):
            self.keys(dealer, card)
            dealer.wait_for_timeout(400)
        self.keep(dealer, "dealer-burned")

    def step(self, dealer: Page, title: str) -> None:
        """The step that is asked for is done."""
        expect(dealer.locator(".say h1")).to_have_text(title)
        dealer.locator('[data-action="complete-step"]').click()

    def what_is_posted(self) -> None:
        """An announced change on the board, on the rules sheet, and at the desk where it was announced."""
        self.keep(self.settled(self.at(None, f"/board/{ANNOUNCED}")), "board-posted")
        player = self.settled(self.at("player", f"/table/{ANNOUNCED}"))
        self.press(player, "Rules")
        self.keep(player, "player-posted")
        pit = self.settled(self.at("supervisor", f"/pit/{ANNOUNCED}", "laptop"))
        self.press(pit, "Set-up")
        self.keep(pit, "supervisor-announced")


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

EVENING: tuple[Callable[[Shifts], None], ...] = (
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
STILL: tuple[Callable[[Standing], None], ...] = (
    Standing.every_game,
    Standing.how_it_ended,
    Standing.several,
    Standing.by_hand,
    Standing.what_is_posted,
    Standing.the_opening,
)


def of_the_standing_floor(folder: Path, browser: Browser, room: Darkroom, word: str) -> None:
    with a_standing_floor(folder) as site:
        camera = Standing(site, browser, room)
        for story in STILL:
            if any(one in story.__name__ for one in word.split(",")):
                story(camera)
                camera.over()


def of_the_evening(folder: Path, browser: Browser, room: Darkroom, word: str) -> None:
    site = Site(folder, tables(), limits={"hand_pay_above": 6_000_00})
    Evening(site.config).play()
    try:
        site.start()
        camera = Shifts(site, browser, room)
        for story in EVENING:
            if any(one in story.__name__ for one in word.split(",")):
                story(camera)
                camera.over()
    finally:
        site.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="pictures with this word in their name")
    parser.add_argument("--into", type=Path, default=FOLDER)
    parser.add_argument(
        "--story", default="", help="those of the stories with one of these words in their name, commas between"
    )
    parser.add_argument("--house", choices=("standing", "evening"), help="those of one of the two houses")
    given = parser.parse_args()
    given.into.mkdir(parents=True, exist_ok=True)
    require_pages()
    expect.set_options(timeout=PATIENCE_MS)
    room = Darkroom(given.into, given.only)
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder, open_browser() as browser:
        for name, house in (("standing", of_the_standing_floor), ("evening", of_the_evening)):
            if given.house in (None, name):
                (Path(folder) / name).mkdir()
                house(Path(folder) / name, browser, room, given.story)
    room.close()
    print(f"{len(room.kept)} pictures in {given.into}")


if __name__ == "__main__":
    main()
