"""Sheets that show a design picture beside the real page in the same round: same cards, stakes, seats and size.

    python -m scripts.contact_sheet --beside FOLDER [--only WORD] [--into FOLDER]

`FOLDER` has the design pictures, each named like a row of `ROWS` here or in
`side_by_side_overviews`. For each row a house
is opened on its own, a table is played into the moment of the picture by commands and by a shoe in a fixed order, and
the page is shown in a browser as its person sees it. Without the design picture the sheet has the page alone.
"""

from __future__ import annotations

import asyncio
import io
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect

from croupier.cards.pack import Piece, parse_pieces
from croupier.people.roles import Role
from croupier.play.round import Arrange, Ask
from croupier.server.demonstration import PROVIDER, add_people
from croupier.server.runtime import Runtime
from croupier.table.command_effect import SYSTEM
from croupier.table.commands import RunTimers
from croupier.table.state import Phase
from tests.browser import floor, seats_night, tiles_night
from tests.browser.evening import Clock
from tests.browser.faults import LOST_LINE
from tests.browser.floor import Table
from tests.browser.geometry import settled
from tests.browser.network_cable import cable_to
from tests.browser.seats_night import COMPANY, PICTURE
from tests.browser.site import Site, open_site
from tests.browser.steps import bet, spot
from tests.browser.visits import Served, Visits, open_browser
from tests.outside.packages import install_example, installed

FOLDER = Path(__file__).parents[1] / "build" / "side-by-side"
SETTLE_MS = 700
"""Time for the last message to arrive at the page and for its motion to end, in milliseconds."""
PHONE, TERMINAL = (390, 844), (1280, 800)
TABLET = 700
GAP, LABEL = 12, 22
STEPS_MOST = 400
TABLE = "table"
TENS, SPREAD = "TJQK", 7919


@dataclass
class Stage:
    """An open house with its clock and a browser, for one row."""

    site: Site
    browser: Browser
    clock: Clock
    open_things: ExitStack
    pages: list[Page] = field(default_factory=list)

    def open(self, person: str | None, path: str, size: tuple[int, int], line: Served | None = None) -> Page:
        """Open a page as a person, through a line if one is given; its clock is stopped at the clock of the house."""
        visit = Visits(self.browser, line or self.site)
        how: dict[str, Any] = {"has_touch": True, "is_mobile": size[0] < TABLET}
        page = visit(person, path, size, now=self.clock.now, reduced_motion="reduce", **how)
        self.pages.append(page)
        return page

    def at(self, now: int) -> None:
        """Set the clock of the house and of every page."""
        self.clock.now = now
        for page in self.pages:
            page.clock.set_fixed_time(now / 1000)


@dataclass(frozen=True)
class Row:
    """One sheet: the name of the design picture, the size of the page, the house, and how to reach the moment."""

    name: str
    size: tuple[int, int]
    house: Callable[[Path], AbstractContextManager[tuple[Site, Clock]]]
    reach: Callable[[Stage, tuple[int, int]], Page]


def rig(stage: Stage, cards: str) -> None:
    """Open the table, with every shoe of the generator starting with these cards.

    A card may be a rank alone, 0 for any card that counts ten: the shoe then gives one that is left.
    """
    words = cards.split()
    fixed = Counter(parse_pieces(" ".join(word for word in words if len(word) > 1)))

    def shoe(full: Sequence[Piece]) -> tuple[Piece, ...]:
        rest = list((Counter(full) - fixed).elements())
        first = [
            parse_pieces(word)[0] if len(word) > 1 else drawn(rest, TENS if word == "0" else word, nth)
            for nth, word in enumerate(words)
        ]
        return (*first, *rest)

    stage.open_things.enter_context(patch.object(stage.site.house.generator.chance, "shuffled_shoe", shoe))
    stage.site.as_("supervisor").command(TABLE, "open-table")


def drawn(rest: list[Piece], ranks: str, nth: int) -> Piece:
    """Take a card of one of these ranks out of the rest; with `nth`, which one changes from card to card."""
    fitting = [piece for piece in rest if str(piece)[0] in ranks]
    piece = fitting[nth * SPREAD % len(fitting)]
    rest.remove(piece)
    return piece


class Played(Table):
    """A table whose cards come from the generator, played by commands and by the clock of the house."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.site, TABLE)
        self.stage = stage

    @property
    def dealt(self) -> int:
        """Return how many cards of the round are dealt."""
        current = self.site.state(self.name).round
        return 0 if current is None else len(current.dealt)

    def is_asked(self, need: type[Arrange | Ask]) -> bool:
        state = self.site.state(self.name)
        return state.phase is Phase.DEALING and isinstance(state.replay_play.need, need)

    @property
    def phase(self) -> Phase:
        return self.site.state(self.name).phase

    def tick(self) -> None:
        """Set the clock to the table's next timer and run what is due."""
        due = self.site.house.next_timer_of(self.name)
        assert due is not None, "the table waits for people"
        self.stage.at(max(due, self.stage.clock.now))
        job = self.site.house.command_job(self.name, RunTimers(), SYSTEM, None)
        asyncio.run_coroutine_threadsafe(
            self.site.runtime.run_job(job),
            self.site.runtime._loop,
        ).result(30)

    def tick_until(self, done: Callable[[], bool]) -> None:
        for _ in range(STEPS_MOST):
            if done():
                return
            self.tick()
        raise AssertionError("the table never came to this moment")

    def until_betting(self) -> None:
        self.tick_until(lambda: self.phase is Phase.BETTING)

    def until_over(self) -> None:
        self.tick_until(lambda: self.phase is not Phase.DEALING and self.phase is not Phase.BETTING)

    def stakes(self, who: str, seat: int, **dollars: int) -> None:
        """Place wagers of a person, named with _ for -, in dollars."""
        wagers = [{"wager": wager.replace("_", "-"), "cents": sum_ * 100} for wager, sum_ in dollars.items()]
        self.do(who, "place-wagers", seat=seat, wagers=wagers)

    def credit(self, who: str, dollars: float) -> None:
        """Leave a person this credit; the rest is cashed out."""
        over = self.site.balance(who) - round(dollars * 100)
        if over > 0:
            self.site.as_(who).post("/api/me/cash-out", cents=over, key=self.site.key())

    def left(self, seconds: float) -> None:
        """Set the clock to this many seconds before the table's next timer."""
        due = self.site.house.next_timer_of(self.name)
        assert due is not None
        self.stage.at(due - round(seconds * 1000))


def one_table(
    people: Sequence[str] = (), **settings: Any
) -> Callable[[Path], AbstractContextManager[tuple[Site, Clock]]]:
    """Return how to open a house with one table, dealt by the generator; its timers run only when a row lets them."""

    @contextmanager
    def house(folder: Path) -> Iterator[tuple[Site, Clock]]:
        clock = Clock()
        only_ticks = patch.object(Runtime, "_set_alarm", lambda self, table: None)
        tables = {TABLE: {"mode": "automated", "result_ms": 9_000, "open": False} | settings}
        with only_ticks, open_site(folder, tables, clock=clock, provider=False) as site:
            add_people(site.runtime, [(who, who, Role.PLAYER) for who in people])
            yield site, clock

    return house


def shown(page: Page, selector: str = "[data-balance]") -> Page:
    expect(page.locator(selector).first).to_be_visible(timeout=60_000)
    return page


# Baccarat on a phone: 30 rounds are played before the one of the pictures.

MIDI = one_table(rulebook="ilani-midi-baccarat", betting_seconds=20, result_ms=4_000)
PAST = "BBPBTPPpBBBpBPpBBBBPTBPpBPBbPp"
HANDS = {"P": "9 0 0 2", "B": "4 0 A 2 0 5", "T": "7 7 0 0", "b": "0 8 2 0", "p": "3 2 4 3 0"}
"""Cards of a past round by its letter: a capital letter and a small one differ only in the number of cards."""
ROUND_31 = "Ks Ac 5h Ad 8d 4s"


def midi(stage: Stage) -> Played:
    """Play 30 rounds, and let the player take a seat in the next one, with $2,400."""
    table = Played(stage)
    # The first card, an ace, burns one more.
    rig(stage, " ".join(["Ac 2c", *(HANDS[one] for one in PAST), ROUND_31]))
    table.sit(player2=4)
    for _ in PAST:
        table.until_betting()
        table.stakes("player2", 4, player=25)
        table.until_over()
    table.until_betting()
    table.sit(player=2)
    table.credit("player", 2_400)
    return table


def midi_staked(stage: Stage, size: tuple[int, int]) -> tuple[Played, Page]:
    table = midi(stage)
    page = shown(stage.open("player", f"/table/{TABLE}", size))
    table.stakes("player", 2, player=25, super_6=5)
    return table, page


def midi_betting(stage: Stage, size: tuple[int, int]) -> Page:
    table, page = midi_staked(stage, size)
    page.get_by_role("radio", name="$5 chip").click()
    table.left(8)
    return page


def midi_dealing(stage: Stage, size: tuple[int, int]) -> Page:
    table, page = midi_staked(stage, size)
    table.tick_until(lambda: table.dealt >= 4)
    return page


def midi_result(stage: Stage, size: tuple[int, int]) -> Page:
    table, page = midi_staked(stage, size)
    table.until_over()
    return page


def midi_cut(stage: Stage, size: tuple[int, int]) -> Page:
    """Cut the line after Player was confirmed and before Super 6 was answered."""
    table = midi(stage)
    cable = stage.open_things.enter_context(cable_to(stage.site.url))
    page = shown(stage.open("player", f"/table/{TABLE}", size, cable))
    bet(page, "$25", "player")
    table.left(8)
    page.get_by_role("radio", name="$5 chip").click()
    cable.mute()
    spot(page, "super-6").click()
    expect(page.locator(LOST_LINE)).to_be_visible(timeout=30_000)
    cable.pull()
    expect(page.locator("[data-lost-bets] button").last).to_be_enabled(timeout=30_000)
    return page


# Thirteen cards: four seats with the rows of the picture.

THIRTEEN = one_table(COMPANY, rulebook="ca-13-card-chinese-poker", schedule=1, decision_seconds=90)
BY_SEAT = {1: "player8", 2: "player", 3: "player2", 4: PROVIDER}


def thirteen(stage: Stage, size: tuple[int, int]) -> Page:
    table = Played(stage)
    rig(stage, " ".join(" ".join(PICTURE[seat]) for seat in (4, 1, 2, 3)))
    table.credit("player", 2_000)
    for seat, who in BY_SEAT.items():
        table.do(who, "sit-down", seat=seat)
        table.do(who, "buy-chips", cents=120_00)
    page = shown(stage.open("player", f"/table/{TABLE}", size))
    table.tick_until(lambda: table.is_asked(Arrange))
    for seat, who in BY_SEAT.items():
        rows = dict(zip(("front", "middle", "back"), (row.split() for row in PICTURE[seat]), strict=True))
        table.do(who, "arrange-cards", seat=seat, hands=rows)
    table.until_over()
    return shown(page, "[data-thirteen-result]")


# Fortune Pai Gow Poker: the player-dealer at seat 2, the player at seat 5.

FEES = {
    "title": "House fees",
    "basis": "player_wager_per_spot",
    "option": [
        {"number": 1, "player_dealer_fee": "2", "brackets": [{"from": 5, "to": 500, "fee": "1"}]},
    ],
}
FORTUNE = one_table(
    COMPANY,
    rulebook="ca-fortune-pai-gow-poker",
    schedule="room-1",
    fee_sheet=FEES,
    decision_seconds=60,
)
SETTINGS = {
    2: ("Kh Jh 8h 6h 3h", "Qc Td"),
    3: ("Kc 9s 6c 4h 3s", "Js Th"),
    4: ("8s 8d Tc 5d 2d", "Ac Qh"),
    5: ("As Ah JK Kd 4s", "9d 9c"),
    6: ("7s 7h 7d 7c 2s", "Ks Qs"),
    1: ("Jc Jd Ad Ts 2c", "5s 5h"),
}
"""High and low hand of each seat, in the order in which the packets go out."""
PAI_GOW_SEATS = {2: PROVIDER, 5: "player", 6: "player3", 1: "player4", 3: "player5", 4: "player6"}
PAI_GOW_STAKES = {5: (50, 25), 6: (25, 25), 1: (25, 5), 3: (100, 25), 4: (50, 0)}


def pai_gow(stage: Stage, size: tuple[int, int]) -> Page:
    table = Played(stage)
    fives = patch.object(stage.site.house.generator, "random_below", return_value=4)
    stage.open_things.enter_context(fives)  # three fives: the first packet goes to the player-dealer
    rig(stage, " ".join(" ".join(hands) for hands in SETTINGS.values()))
    for seat, who in PAI_GOW_SEATS.items():
        table.do(who, "sit-down", seat=seat)
    table.do(PROVIDER, "accept-bank", cents=5_000_00)
    table.credit("player", 2_001)
    page = shown(stage.open("player", f"/table/{TABLE}", size))
    table.until_betting()
    for seat, (base, fortune) in PAI_GOW_STAKES.items():
        bonus = {"fortune_bonus": fortune} if fortune else {}
        table.stakes(PAI_GOW_SEATS[seat], seat, base=base, **bonus)
    table.tick_until(lambda: table.is_asked(Arrange))
    for seat in (1, 3, 4, 5, 6, 2):
        high, low = SETTINGS[seat]
        table.do(PAI_GOW_SEATS[seat], "arrange-cards", seat=seat, hands={"high": high.split(), "low": low.split()})
    table.until_over()
    return page


# Ultimate Texas Hold'em: the player-dealer at seat 2, the player at seat 4.

ULTIMATE = one_table(COMPANY, rulebook="ca-ultimate-texas-holdem", schedule=1, decision_seconds=30)
ULTIMATE_SEATS = {2: PROVIDER, 4: "player", 5: "player3", 1: "player4", 3: "player5"}
ULTIMATE_CARDS = "5c 3d  Ac Th  8h 6h  As 7d  Ks Jd  Qh 9h 4h 7c 2s"
ULTIMATE_CHOICES: tuple[dict[int, str], ...] = (
    {3: "play-4", 4: "check", 5: "check", 1: "check"},
    {4: "play-2", 5: "check", 1: "check"},
    {5: "play-1", 1: "fold"},
)


def ultimate(stage: Stage, size: tuple[int, int]) -> Page:
    table = Played(stage)
    rig(stage, ULTIMATE_CARDS)
    for seat, who in ULTIMATE_SEATS.items():
        table.do(who, "sit-down", seat=seat)
    table.do(PROVIDER, "accept-bank", cents=5_000_00)
    table.credit("player", 3_000)
    page = shown(stage.open("player", f"/table/{TABLE}", size))
    table.until_betting()
    table.stakes("player", 4, ante=25, blind=25, trips=5, bad_beat=5)
    for seat, ante in ((3, 25), (5, 10), (1, 10)):
        table.stakes(ULTIMATE_SEATS[seat], seat, ante=ante, blind=ante)
    for choices in ULTIMATE_CHOICES:
        table.tick_until(lambda: table.is_asked(Ask))
        for seat, choice in choices.items():
            table.do(ULTIMATE_SEATS[seat], "decide", seat=seat, choice=choice)
    table.until_over()
    return page


# Dragon Tiger, an installed package, on the table that any family gets from its data.

DRAGON_PAST = "TTDTDDDDDDTTTTTDTDDDDTTTTTDTDTDTDTDTDDTTDDDTDDTDDTTDTDD=DTTD"
RANKS = {"T": ("3 J", "6 J", "2 9"), "D": ("K 4", "8 5", "Q 7"), "=": ("Q Q",)}


@contextmanager
def dragon(folder: Path) -> Iterator[tuple[Site, Clock]]:
    settings = {"rulebook": "dragon-tiger", "betting_seconds": 20}
    with installed(install_example(folder)), one_table(COMPANY, **settings)(folder) as opened:
        yield opened


def dragon_staked(stage: Stage, size: tuple[int, int]) -> tuple[Played, Page]:
    """Play the past rounds, and stake $50 on Dragon and $5 on Tie in the next; both cards will be nines."""
    table = Played(stage)
    cards = " ".join(RANKS[one][nth % len(RANKS[one])] for nth, one in enumerate(DRAGON_PAST))
    rig(stage, f"Ac 2c {cards} 9s 9d")
    table.sit(player2=4)
    for _ in DRAGON_PAST:
        table.until_betting()
        table.stakes("player2", 4, dragon=5)
        table.until_over()
    table.until_betting()
    table.sit(player=1)
    table.credit("player", 1_200)
    page = shown(stage.open("player", f"/table/{TABLE}", size))
    page.get_by_role("radio", name="$5 chip").click()
    table.stakes("player", 1, dragon=50, tie=5)
    return table, page


def dragon_betting(stage: Stage, size: tuple[int, int]) -> Page:
    table, page = dragon_staked(stage, size)
    table.left(11)
    return page


def dragon_result(stage: Stage, size: tuple[int, int]) -> Page:
    table, page = dragon_staked(stage, size)
    table.until_over()
    return page


# Results without a design picture of their own: the states of the layout tests, at both sizes.


@contextmanager
def of_floor(folder: Path) -> Iterator[tuple[Site, Clock]]:
    with floor.a_floor(folder) as site:
        yield site, Clock()


@contextmanager
def of_seats(folder: Path) -> Iterator[tuple[Site, Clock]]:
    with seats_night.a_seats_night(folder, ("h-over", "h-pots", "h-asked")) as site:
        yield site, Clock()


@contextmanager
def of_tiles(folder: Path) -> Iterator[tuple[Site, Clock]]:
    with tiles_night.a_tiles_night(folder, ("t-over", "m-over")) as site:
        yield site, Clock()


def state(name: str) -> Callable[[Stage, tuple[int, int]], Page]:
    """Return how to show a state that its house is already in."""
    return lambda stage, size: shown(stage.open("player", f"/table/{name}", size))


STATES: dict[str, Callable[[Path], AbstractContextManager[tuple[Site, Clock]]]] = {
    **dict.fromkeys(("midi-over", "bj-over", "three-over", "war-over", "holdem-over"), of_floor),
    **dict.fromkeys(("h-over", "h-pots", "h-asked"), of_seats),
    **dict.fromkeys(("t-over", "m-over"), of_tiles),
}

ROWS: tuple[Row, ...] = (
    Row("phone-baccarat-betting", PHONE, MIDI, midi_betting),
    Row("phone-baccarat-dealing", PHONE, MIDI, midi_dealing),
    Row("phone-baccarat-result", PHONE, MIDI, midi_result),
    Row("reconnecting-phone", PHONE, MIDI, midi_cut),
    Row("thirteen-result-terminal", TERMINAL, THIRTEEN, thirteen),
    Row("thirteen-result-phone", PHONE, THIRTEEN, thirteen),
    Row("pai-gow-result-terminal", TERMINAL, FORTUNE, pai_gow),
    Row("ultimate-result-terminal", TERMINAL, ULTIMATE, ultimate),
    Row("generic-table-terminal", TERMINAL, dragon, dragon_result),
    Row("generic-table-phone", PHONE, dragon, dragon_betting),
    *(
        Row(f"result-{name}-{words}", size, house, state(name))
        for name, house in STATES.items()
        for words, size in (("terminal", TERMINAL), ("phone", PHONE))
    ),
)


def picture(row: Row, browser: Browser) -> Image.Image:
    """Return a picture of the real page in the moment of a row."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_things:
        site, clock = open_things.enter_context(row.house(Path(folder)))
        stage = Stage(site, browser, clock, open_things)
        page = row.reach(stage, row.size)
        page.wait_for_timeout(SETTLE_MS)
        settled(page)
        taken = page.screenshot()
        for context in list(browser.contexts):
            context.close()
    return Image.open(io.BytesIO(taken)).convert("RGB")


def sheet(row: Row, real: Image.Image, design: Path | None) -> Image.Image:
    """Return the design picture and the real page next to each other, each with its name above."""
    shown_images = [("the page", real)]
    if design is not None:
        drawn = Image.open(design).convert("RGB")
        shown_images.insert(0, ("the design picture", drawn))
    wide = sum(image.width + GAP for _, image in shown_images) + GAP
    high = max(image.height for _, image in shown_images) + LABEL + GAP
    made = Image.new("RGB", (wide, high), "#202020")
    pen, left = ImageDraw.Draw(made), GAP
    for name, image in shown_images:
        pen.text((left, 5), f"{row.name}: {name}, {image.width} x {image.height}", fill="white")
        made.paste(image, (left, LABEL))
        left += image.width + GAP
    return made


def take(rows: Iterable[Row], designs: Path, into: Path, only: str = "") -> None:
    """Save a sheet for every row whose name has this word."""
    into.mkdir(parents=True, exist_ok=True)
    chosen = [row for row in rows if any(word in row.name for word in only.split(","))]
    with open_browser() as browser:
        for row in chosen:
            design = designs / f"{row.name}.png"
            made = sheet(row, picture(row, browser), design if design.is_file() else None)
            made.save(into / f"{row.name}.png")
            print(f"{row.name}.png", flush=True)
