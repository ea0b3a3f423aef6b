"""House with a table for each state of the games with tiles that a player, a dealer or a board can see.

It has fixed tiles, fixed bets, and a clock that does not move. The player of the test sits at seat 3, the bank at
seat 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from croupier.server.demonstration import PROVIDER
from tests.browser.evening import Clock
from tests.browser.floor import Table
from tests.browser.site import Site, open_site

TILES, CIRCLES = "ca-pai-gow-tiles", "ca-mah-jong-pai-gow"
OWN, OTHER, BANK = "6-6 4-5 1-5 1-2", "5-6 5-6 3-3 2-2", "1-1 2-6 4-4 5-5"
"""Tiles of the player, of another player with a pair and two tiles that do not match, and of the bank."""
SETTING = {"high": ["6-6", "4-5"], "low": ["1-5", "1-2"]}
FOUL = {"high": ["1-5", "1-2"], "low": ["6-6", "4-5"]}
DICE = [4, 3, 2]
"""Dice with a total of nine: counted from the player-dealer at seat 4, the first packet goes to seat 4, and the action
starts at seat 3."""
SECONDS = {"schedule": 1, "betting_seconds": 30, "decision_seconds": 60, "offer_seconds": 30}


class Tiles(Table):
    """One pai gow tiles table: the bank at seat 4, the player of the test at seat 3, another player at seat 2."""

    def bets(self) -> None:
        self.new_shoe(None)
        self.sit(**{PROVIDER: 4, "player": 3, "player2": 2})
        self.bank()
        self.opened()
        self.everywhere("player", 3)
        self.everywhere("player2", 2)

    def dice(self) -> None:
        self.bets()
        self.closed()
        self.do("dealer", "roll-dice", numbers=DICE)

    def setting(self) -> None:
        self.dice()
        self.deal(f"{BANK} {OWN} {OTHER}")

    def is_set(self) -> None:
        self.setting()
        self.do("player", "arrange-cards", seat=3, hands=SETTING)

    def all_set(self) -> None:
        self.is_set()
        self.do("player2", "arrange-cards", seat=2)

    def opening(self) -> None:
        self.all_set()
        self.do(PROVIDER, "arrange-cards", seat=4)

    def over(self) -> None:
        self.opening()
        for _ in range(2):
            self.do("dealer", "show-hand")
        self.called()


class Circles(Tiles):
    """One mah-jong table with two tiles for each hand; the die gives the first tiles to the player-dealer."""

    def dice(self) -> None:
        self.bets()
        self.closed()
        self.do("dealer", "roll-dice", numbers=[10])

    def dealt(self) -> None:
        self.dice()
        self.deal("7 7  9 W  4 5")

    def over(self) -> None:
        self.dealt()
        for _ in range(2):
            self.do("dealer", "show-hand")
        self.called()


def foul(table: Tiles) -> None:
    table.setting()
    table.do("player", "save-arrangement-draft", seat=3, hands=FOUL)


def tiles_out(table: Tiles) -> None:
    table.dice()
    table.deal(f"{BANK} {OWN} 5-6")


def showdown(table: Tiles) -> None:
    table.opening()
    table.do("dealer", "show-hand")


def opening_circles(table: Circles) -> None:
    table.dealt()
    table.do("dealer", "show-hand")


OF_TILES: dict[str, Callable[[Tiles], None]] = {
    "t-bets": Tiles.bets,
    "t-dice": Tiles.dice,
    "t-out": tiles_out,
    "t-setting": Tiles.setting,
    "t-foul": foul,
    "t-set": Tiles.is_set,
    "t-bank-sets": Tiles.all_set,
    "t-showdown": showdown,
    "t-over": Tiles.over,
}
OF_CIRCLES: dict[str, Callable[[Circles], None]] = {
    "m-bets": Circles.bets,
    "m-dice": Circles.dice,
    "m-dealt": Circles.dealt,
    "m-opening": opening_circles,
    "m-over": Circles.over,
}
STATES: dict[str, tuple[dict[str, Any], Callable[[Any], None]]] = {
    **{name: ({"rulebook": TILES}, bring) for name, bring in OF_TILES.items()},
    **{name: ({"rulebook": CIRCLES}, bring) for name, bring in OF_CIRCLES.items()},
}
"""For the name of each table: its settings, and the function that brings it into its state."""


def brought(site: Site, name: str) -> None:
    """Bring the table with this name into its state."""
    settings, bring = STATES[name]
    bring((Tiles if settings["rulebook"] == TILES else Circles)(site, name))


@contextmanager
def a_tiles_night(folder: Path, names: tuple[str, ...] = tuple(STATES)) -> Iterator[Site]:
    """Open a house with the tile tables of these states."""
    tables = {name: SECONDS | STATES[name][0] for name in names}
    with open_site(folder, tables, clock=Clock(), provider=False) as site:
        for name in names:
            brought(site, name)
        yield site
