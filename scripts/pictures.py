"""The pictures of the guides: every page at phone, terminal and wall size, and the steps of each person's shift.

A demonstration house has an evening behind it, dealt from a fixed seed. Then a browser looks at it as each person
would; house, server and browser are those of the browser tests.

    python -m scripts.pictures [--only WORD] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import io
import random
import re
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect

from croupier.cards.chance import SeededChance
from croupier.games.library import load
from croupier.house.house import now_ms
from croupier.people.accounts import create_user
from croupier.people.roles import SYSTEM, Role
from croupier.people.users import user_by_name
from croupier.server.config import HouseConfig
from croupier.server.demonstration import PASSWORD, PROVIDER, demonstration_config, set_up_people
from croupier.server.provider import Provider
from croupier.server.runtime import Runtime, open_house
from croupier.store.desk import Desk
from croupier.store.record import Transfer
from croupier.table import commands as c
from croupier.table.draft import Actor
from croupier.table.refusals import Refused
from croupier.table.state import Phase, TableState
from croupier.views.expects import expects
from tests.browser.site import Site, require_pages, until
from tests.browser.visits import Visits, go, open_browser
from tests.server_fixture import QUICK

FOLDER = Path(__file__).parents[1] / "docs" / "guides" / "pictures"
WIDEST = 1280
"""A picture is no wider than this on its page; those of a wall are made smaller."""
COLOURS = 200
STILL_MS = 700
"""Until what moved has come to rest."""
WALL: dict[str, Any] = {"size": (1920, 1080), "device_scale_factor": 2}
"""A screen of 3840 by 2160, set to 200 % as it comes."""

SEED = 9
ROUNDS = 40
ROUND_MS = 75_000
GUESTS = ("mei", "tomas", "linh", "joan", "carl")
CREDIT_CENTS = 90_000_00
CHIPS = (25_00, 50_00, 50_00, 100_00)
HAND_DEALT = "dealer-midi"
BANKED, JACKPOT = "cash-in-2", "fortunes-2"
SLOW = {"betting_seconds": 300, "offer_seconds": 300}
MORE: dict[str, dict[str, Any]] = {
    BANKED: {"rulebook": "ca-cash-in-baccarat", "mode": "automated", "schedule": 1, "open": False} | SLOW,
    JACKPOT: {"rulebook": "co-99-fortunes", "open": False} | SLOW,
}
"""Tables that are opened for one picture."""


def tables() -> dict[str, dict[str, Any]]:
    """The demonstration's baccarat tables, which the evening's guests know how to play, and those of the pictures."""
    shown = [one for one in demonstration_config(Path()).table if load(one.rulebook).written.family == "baccarat"]
    theirs = {one.name: one.model_dump(exclude={"name"}) for one in shown}
    theirs[HAND_DEALT] |= {"betting_seconds": 60}  # several pictures are taken before the cards come
    return theirs | MORE


class Evening:
    """Two hours of play at every table of a house, before anybody looks at it."""

    def __init__(self, config: HouseConfig) -> None:
        self.at = now_ms() - ROUNDS * ROUND_MS
        self.chance = random.Random(SEED)  # noqa: S311 - guests' chips and dealt cards in a picture
        self.house = open_house(config, clock=lambda: self.at, chance=SeededChance(SEED), create=True)
        self.runtime = Runtime(config, self.house, QUICK)
        self.runtime.set_up()
        set_up_people(self.runtime)
        self.guests = [self._guest(name) for name in GUESTS]
        self.dealer = self._actor("dealer")
        self.provider = Provider(self.runtime, PROVIDER)
        self.shoe: list[str] = []

    def play(self) -> None:
        """Round after round at all tables; then the books are closed for whoever opens them next."""
        for _ in range(ROUNDS):
            self._deal_by_hand(HAND_DEALT)
            until_at = self.at + ROUND_MS
            while self._next_thing(until_at):
                pass
            self.at = until_at
        self.house.store.close()

    def _guest(self, name: str) -> Actor:
        password = QUICK.hashed(PASSWORD, name=name)
        assert not isinstance(password, Refused)
        facts: dict[str, Any] = {"name": name, "display_name": name.title(), "role": Role.PLAYER, "password": password}
        made = self.house.writer.run(create_user(SYSTEM, **facts, must_change=False, demonstration=True))

        def credit(desk: Desk) -> None:
            account = f"player:{made.id}"
            event = {"kind": "play-money", "account": account, "cents": CREDIT_CENTS}
            moved = [Transfer("outside", account, CREDIT_CENTS)]
            desk.record("house", actor="system", command="buy-in", events=[event], transfers=moved)

        self.house.writer.run(credit)
        return self._actor(name)

    def _actor(self, name: str) -> Actor:
        user = self.runtime.read(lambda query: user_by_name(query, name))
        assert user is not None
        account = f"player:{user.id}" if user.role is Role.PLAYER else None
        return Actor(f"user:{user.id}", user.display_name, user.role.value, account)

    def _next_thing(self, until_at: int) -> bool:
        """What is due next at any table; whether there was anything."""
        for state in list(self.house.tables.values()):
            self._guests_play(state)
            if (order := self.provider._wants(state)) is not None:
                self.house.act(state.name, order, self.provider._actor)
        at, name = min(((at, name) for name, at in self.house.due().items()), default=(until_at, ""))
        if at >= until_at:
            return False
        self.at = max(self.at, at)
        self.house.tick(name)
        return True

    def _guests_play(self, state: TableState) -> None:
        """Two or three guests sit at each table, and bet once a round."""
        for number, guest in enumerate(self.guests):
            if (len(state.name) + number) % 5 > 2 or state.phase is Phase.CLOSED:
                continue
            account = guest.account or ""
            seat = state.seat_of(account)
            if seat is None:
                free = next(one for one in state.house.seats if one > 1 and one not in state.seats)
                self.house.act(state.name, c.SitDown(seat=free), guest)
            elif (
                state.phase is Phase.BETTING
                and state.round is not None
                and not state.round.staked_by(guest.account or "")
            ):
                line = self.chance.choice(("player", "banker", "banker"))
                wagers = [c.WagerOn(wager=line, cents=self.chance.choice(CHIPS))]
                self.house.act(state.name, c.PlaceWagers(seat=seat, wagers=wagers), guest)

    def _deal_by_hand(self, table: str) -> None:
        """A round from the dealer's keys: cards until none is due, then the result."""
        if not self.shoe:
            self.shoe = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * 8
            self.chance.shuffle(self.shoe)
            self.house.act(table, c.NewShoe(), self.dealer)
            self._read(table, 1)
        self.house.act(table, c.OpenBets(), self.dealer)
        self._guests_play(self.house.tables[table])
        self.house.act(table, c.CloseBets(), self.dealer)
        self._read(table, 6)
        self.house.act(table, c.CallResult(), self.dealer)

    def _read(self, table: str, most: int) -> None:
        for _ in range(most):
            if expects(self.house.tables[table])["do"] == "read-card":
                self.house.act(table, c.ReadCard(card=self.shoe.pop()), self.dealer)


class Camera:
    """Takes the pictures, one person after the other, in the order of their shift."""

    def __init__(self, site: Site, visit: Visits, folder: Path, only: str) -> None:
        self.site, self.visit, self.folder, self.only = site, visit, folder, only
        self.ticket = ""

    def keep(self, page: Page, name: str) -> None:
        """The screen as it is, small enough for a page of documentation."""
        if self.only not in name:
            return
        page.wait_for_timeout(STILL_MS)
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        if image.width > WIDEST:
            image = image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.LANCZOS)
        small = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
        small.save(self.folder / f"{name}.png", optimize=True)
        print(f"{name}.png", flush=True)

    def say(self, person: str, do: str, table: str = HAND_DEALT, **what: Any) -> Any:
        """Somebody off the picture gives a command."""
        return self.site.as_(person).command(table, do, **what)

    def press(self, page: Page, *names: str) -> None:
        """Buttons by their names, one after the other."""
        for name in names:
            page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()

    def put_away(self, page: Page) -> None:
        """Close the sheet that lies on top."""
        page.locator("dialog").last.get_by_role("button", name="Close").first.click()

    def every_page(self) -> None:
        """Each page at three sizes; the player's also on a tall terminal."""
        for name, (person, path, *sizes) in PAGES.items():
            for size in ("phone", "terminal", "wall", *sizes):
                how = WALL if size == "wall" else {"size": size}
                page = self.visit(person, path, **how)
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

    def enter(self, page: Page, *cards: str) -> None:
        """Cards by two keys each, as a dealer types them; each is taken before the next."""
        for card in cards:
            before = self.site.state(HAND_DEALT).round
            self.keys(page, card)
            until(lambda before=before: self.site.state(HAND_DEALT).round != before)

    def keys(self, page: Page, card: str) -> None:
        expect(page.locator("[data-pad] [data-rank]").last).to_be_enabled()
        for key in card:
            page.keyboard.press("0" if key == "T" else key)
            page.wait_for_timeout(100)

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

    def look_at(self, page: Page, number: str) -> None:
        """A ticket is held under the scanner."""
        page.get_by_label("Ticket number").fill(number)
        page.keyboard.press("Enter")
        page.wait_for_load_state("networkidle")

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
    "dealer": ("dealer", f"/dealer/{HAND_DEALT}"),
    "board": (None, "/board/co-5-treasures"),
    "boards": (None, "/board"),
    "pit": ("supervisor", "/pit"),
    "cage": ("cashier", "/cage"),
    "office": ("auditor", "/office"),
    "tokens": (None, "/tokens"),
}

STORIES = (
    Camera.every_page,
    Camera.the_round,
    Camera.the_player,
    Camera.the_turn,
    Camera.the_bank,
    Camera.the_pit,
    Camera.the_cage,
    Camera.the_office,
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
            camera = Camera(site, Visits(browser, site), given.into, given.only)
            for story in STORIES:
                story(camera)
        finally:
            site.close()


if __name__ == "__main__":
    main()
