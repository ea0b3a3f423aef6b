"""Pictures in the guides: every page at phone, terminal and wall size, and the steps of each person's shift.

Two houses are opened in one browser, each screen as its person sees it. One is a floor with a fixed clock and a table
for each game and moment, as in the browser tests. The other has an evening of play behind it, dealt from a fixed seed.
Each picture is printed with the seconds since the start.

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
from scripts.camera import Camera, PictureWriter
from scripts.evening import BANKED, HAND_DEALT, JACKPOT, Evening, tables
from scripts.fixed_tables import ANNOUNCED, BOOK, GAMES, open_fixed_floor
from tests.browser.site import Site, require_pages, until
from tests.browser.steps import bet
from tests.browser.visits import go, open_browser

FOLDER = Path(__file__).parents[1] / "docs" / "guides" / "pictures"
PLAYED = "house-blackjack"
HOLDEM, HOLDEM_BY_HAND = "ca-ultimate-texas-holdem", "dealer-holdem"
HOLDEM_DECK = "7c 2d 9c Ah Ts 9d Kd Qc 7s 7d 9h 4d 2h 5c 3s"
HANDS_MOST = 5
PATIENCE_MS = 30_000
COUNTED_MS = 180_000
"""Longest wait for a count in the Lab: the first one compiles kernels."""
MEMORY = Path("/dev/shm")  # noqa: S108 - for one run only; without it a folder on disk


class Shifts(Camera):
    """Pictures of the house with an evening behind it, person by person in the order of a shift."""

    ticket = ""

    def every_page(self) -> None:
        """Take each page at three sizes; the player's pages also on a tall terminal."""
        for name, (person, path, *sizes) in PAGES.items():
            for size in ("phone", "terminal", "wall", *sizes):
                if self.writer.wants(f"page-{name}-{size}"):
                    self.keep(self.settled(self.at(person, path, size)), f"page-{name}-{size}")

    def the_round(self) -> None:
        """Take one round at a table dealt by hand: the dealer, a player at a terminal and a player with a phone."""
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
        """Take the screens of a player between rounds, up to the cash-out."""
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
        """Take a midi table where the largest bettor turns the cards."""
        page = self.visit("player2", "/table/midi-squeeze")
        page.locator("[data-wager=banker]").click()
        expect(page.get_by_text("Turn the cards of")).to_be_visible(timeout=60_000)
        self.keep(page, "player-turn")

    def the_hand(self) -> None:
        """Take a decision and the result of a blackjack hand, at a terminal and on a phone."""
        shown = (("player2", "terminal", ""), ("linh", "phone", "-phone"))
        for person, size, name in shown:
            page = self.visit(person, f"/table/{PLAYED}", size)
            for _ in range(HANDS_MOST):  # a natural leaves nothing to decide
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
        """Take both questions and the result of a hold'em hand, at a terminal and on a phone."""
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
        """Take hold'em dealt by hand: a card face down, the flop, the showdown and the payments."""
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
            if self.due(table)["command"] != "read-card":
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
        """Take a player with the bank, while another player bets against it."""
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
        """Take the supervisor's tasks in the pit: a call, a correction, a jackpot and a dispute."""
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
        """Open a table from its tile in the pit."""
        page.locator(f'section.tiles [data-table="{table}"]').click()

    def hit_the_jackpot(self) -> None:
        """Deal four eights of spades to a bettor in seat 8, which wins the jackpot."""
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
        """Take a cashier's shift, from the float to the count."""
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
        self.scan_ticket(page, self.ticket)
        self.keep(page, "cashier-ticket")
        self.press(page, "Pay $")
        large = self.site.as_("tomas").post("/api/me/cash-out", cents=7_500_00, key=self.site.key())
        self.scan_ticket(page, large["number"])
        self.keep(page, "cashier-hand-pay")
        self.press(page, "Leave it", "Reprint or void")
        self.scan_ticket(page, large["number"])
        self.keep(page, "cashier-reprint")
        self.press(page, "Count and close")
        page.locator("dialog input").first.fill("475")
        self.keep(page, "cashier-count")

    def the_office(self) -> None:
        """Take the auditor's reports and audit, then the operator's set-up pages."""
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


class FixedFloor(Camera):
    """Pictures of the floor where every table has a fixed state."""

    def every_game(self) -> None:
        """Take each game on a phone, at a terminal and on the wall."""
        for name in GAMES:
            for person, path, size in (("player", f"/table/{name}", "phone"), ("player", f"/table/{name}", "terminal")):
                if self.writer.wants(f"page-{name}-{size}"):
                    self.keep(self.settled(self.at(person, path, size)), f"page-{name}-{size}")
            if self.writer.wants(f"page-board-{name}-wall"):
                self.keep(self.settled(self.at(None, f"/board/{name}", "wall")), f"page-board-{name}-wall")

    def how_it_ended(self) -> None:
        """Take results with both hands of a seat and of the player-dealer."""
        for name in ("pai-gow-over", "tiles-over"):
            self.keep(self.settled(self.at("player", f"/table/{name}")), f"player-{name}")

    def several(self) -> None:
        """Take two tables side by side, and on a phone one above the other."""
        for size, ending in (("terminal", ""), ("phone", "-phone")):
            page = self.at("player", "/table/pai-gow/tiles", size)
            self.keep(self.settled(page), f"player-several{ending}")

    def by_hand(self) -> None:
        """Take consoles that expect something other than a card of a shoe: dice, a tile, a bet, a hand to set."""
        for table, name in (("pai-gow-dice", "dice"), ("tiles-out", "tile"), ("holdem", "bets"), ("thirteen", "rows")):
            self.keep(self.settled(self.at("dealer", f"/dealer/{table}", "laptop")), f"dealer-{name}")

    def the_lab(self) -> None:
        """Take the Lab with a side bet whose pays were changed to an edge of about five percent."""
        draft = self.site.as_("player").post("/api/lab/drafts", rulebook="co-dragon-bonus")
        page = self.at("player", f"/lab/{draft['id']}")
        page.locator("[data-lab-wager=dragon-bonus-player]").click(timeout=COUNTED_MS)
        page.get_by_role("button", name=re.compile("Nearest whole")).first.click(timeout=COUNTED_MS)
        expect(page.locator("[data-lab-figure=verdict]")).to_contain_text("against an edge of", timeout=COUNTED_MS)
        self.keep(self.settled(page), "lab-side-bet")

    def the_opening(self) -> None:
        """Take the opening of a table with all required steps: each step, its confirmation, and the cut."""
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
        surveillance = self.settled(self.at("surveillance", "/surveillance", "laptop"))
        self.keep(surveillance, "surveillance-desk")
        for size in ("phone", "terminal", "wall"):
            if self.writer.wants(f"page-surveillance-{size}"):
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
        """Complete the step that the console asks for."""
        expect(dealer.locator(".say h1")).to_have_text(title)
        dealer.locator('[data-action="complete-step"]').click()

    def what_is_posted(self) -> None:
        """Take an announced change on the board, on the rules sheet and at the supervisor's screen."""
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
STILL: tuple[Callable[[FixedFloor], None], ...] = (
    FixedFloor.every_game,
    FixedFloor.how_it_ended,
    FixedFloor.several,
    FixedFloor.by_hand,
    FixedFloor.the_lab,
    FixedFloor.what_is_posted,
    FixedFloor.the_opening,
)


def take_fixed_floor(folder: Path, browser: Browser, writer: PictureWriter, stories: str) -> None:
    with open_fixed_floor(folder) as site:
        camera = FixedFloor(site, browser, writer)
        for story in STILL:
            if any(part in story.__name__ for part in stories.split(",")):
                story(camera)
                camera.over()


def take_evening(folder: Path, browser: Browser, writer: PictureWriter, stories: str) -> None:
    site = Site(folder, tables(), limits={"hand_pay_above": 6_000_00})
    Evening(site.config).play()
    try:
        site.start()
        camera = Shifts(site, browser, writer)
        for story in EVENING:
            if any(part in story.__name__ for part in stories.split(",")):
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
    options = parser.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    require_pages()
    expect.set_options(timeout=PATIENCE_MS)
    writer = PictureWriter(options.into, options.only)
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder, open_browser() as browser:
        for name, house in (("standing", take_fixed_floor), ("evening", take_evening)):
            if options.house in (None, name):
                (Path(folder) / name).mkdir()
                house(Path(folder) / name, browser, writer, options.story)
    writer.close()
    print(f"{len(writer.kept)} pictures in {options.into}")


if __name__ == "__main__":
    main()
