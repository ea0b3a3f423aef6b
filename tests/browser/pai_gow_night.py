"""House with a pai gow poker table for each state that a player, a dealer or a board can see.

It has fixed cards, fixed bets, and a clock that does not move. The player sits at seat 2 with aces, nines and the
joker.
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

FORTUNE, TRIPLE = "ca-fortune-pai-gow-poker", "ca-pai-gow-poker-triple-bonus"
MINI, ULTIMATE = "ca-mini-pai-gow", "ca-ultimate-pai-gow-poker"
OWN, OTHER, BANK = "As Ah JK Kd 4s 9d 9c", "Kh Ks Qd Jc 8h 7s 3d", "Qs Qh Tc 6d 5c 3s 2h"
QUADS = "7h 7d 7c 7s Kh Qd 2s"
"""Hand with four of a kind, which pays envy to the seats with a large enough bonus wager."""
SETTING = {"high": ["As", "Ah", "JK", "Kd", "4s"], "low": ["9d", "9c"]}
FOUL = {"high": ["As", "9d", "9c", "Kd", "4s"], "low": ["Ah", "JK"]}
DICE = [4, 3, 2]
"""Dice with a total of nine: counted from the player-dealer at seat 1, the first packet goes to seat 2."""
SECONDS = {"betting_seconds": 30, "decision_seconds": 60, "offer_seconds": 30}


class PaiGow(Table):
    """One table: the bank at seat 1, the player of the test at seat 2, another player at seat 3."""

    def bets(self) -> None:
        self.new_shoe(None)
        self.sit(**{PROVIDER: 1, "player": 2, "player2": 3})
        self.bank()
        self.opened()
        self.everywhere()
        self.everywhere("player2", 3)

    def dice(self) -> None:
        self.bets()
        self.closed()
        self.do("dealer", "roll-dice", numbers=DICE)

    def setting(self, other: str = OTHER) -> None:
        self.dice()
        self.deal(f"{OWN} {other} {BANK}")

    def is_set(self, other: str = OTHER) -> None:
        self.setting(other)
        self.do("player", "arrange-cards", seat=2, hands=SETTING)

    def all_set(self, other: str = OTHER) -> None:
        self.is_set(other)
        self.do("player2", "arrange-cards", seat=3)

    def opening(self, other: str = OTHER) -> None:
        self.all_set(other)
        self.do(PROVIDER, "arrange-cards", seat=1)

    def over(self, other: str = OTHER) -> None:
        self.opening(other)
        for _ in range(2):
            self.do("dealer", "show-hand")
        self.called()


def bets(table: PaiGow) -> None:
    table.bets()


def dice(table: PaiGow) -> None:
    table.dice()


def cards(table: PaiGow) -> None:
    table.dice()
    table.deal(f"{OWN} Kh Ks Qd")


def setting(table: PaiGow) -> None:
    table.setting()


def foul(table: PaiGow) -> None:
    table.setting()
    table.do("player", "save-arrangement-draft", seat=2, hands=FOUL)


def is_set(table: PaiGow) -> None:
    table.is_set()


def bank_sets(table: PaiGow) -> None:
    table.all_set()


def showdown(table: PaiGow) -> None:
    table.opening()
    table.do("dealer", "show-hand")


def over(table: PaiGow) -> None:
    table.over()


def envied(table: PaiGow) -> None:
    """Give the other seat four of a kind, so that envy is paid."""
    table.over(QUADS)


def you_bank(table: PaiGow) -> None:
    """Give the bank to the player of the test, who then sets the player-dealer's hands."""
    table.new_shoe(None)
    table.sit(player=1, player2=3)
    table.do("player", "accept-bank", cents=500_00)
    table.opened()
    table.everywhere("player2", 3)
    table.closed()
    table.do("dealer", "roll-dice", numbers=[1, 1, 1])
    table.deal(f"{OTHER} {OWN}")
    table.do("player2", "arrange-cards", seat=3)


def doubled(table: PaiGow) -> None:
    """Deal six cards each; the player may double the wager."""
    table.dice()
    table.deal("As Ah Kd 9d 9c 4s  Kh Ks Qd Jc 8h 7s  Qs Qh Tc 6d 5c 3s")
    for who, seat in (("player", 2), ("player2", 3)):
        table.do(who, "arrange-cards", seat=seat)


def for_all(table: PaiGow) -> None:
    """Deal the game in which two common hands are set and everybody bets on them."""
    table.new_shoe(None)
    table.sit(**{PROVIDER: 1, "player": 2})
    table.bank()
    table.opened()
    table.bet("player", 2, "player", "push", "tie")
    table.closed()
    table.deal(f"{OWN} {BANK}")
    table.called()


STATES: dict[str, tuple[dict[str, Any], Callable[[PaiGow], None]]] = {
    "pg-bets": ({"rulebook": FORTUNE}, bets),
    "pg-dice": ({"rulebook": FORTUNE}, dice),
    "pg-cards": ({"rulebook": FORTUNE}, cards),
    "pg-setting": ({"rulebook": FORTUNE}, setting),
    "pg-foul": ({"rulebook": FORTUNE}, foul),
    "pg-set": ({"rulebook": FORTUNE}, is_set),
    "pg-bank-sets": ({"rulebook": FORTUNE}, bank_sets),
    "pg-showdown": ({"rulebook": FORTUNE}, showdown),
    "pg-over": ({"rulebook": FORTUNE}, over),
    "pg-envy": ({"rulebook": FORTUNE}, envied),
    "pg-you-bank": ({"rulebook": FORTUNE}, you_bank),
    "triple-bets": ({"rulebook": TRIPLE, "schedule": "six-2"}, bets),
    "mini-double": ({"rulebook": MINI, "schedule": "six-2"}, doubled),
    "for-all": ({"rulebook": ULTIMATE, "schedule": 1}, for_all),
}
"""For the name of each table: its settings, and the function that brings it into its state."""


@contextmanager
def a_pai_gow_night(folder: Path, names: tuple[str, ...] = tuple(STATES)) -> Iterator[Site]:
    """Open a house with one pai gow poker table for each named state of a round, played until that state."""
    tables = {name: SECONDS | STATES[name][0] for name in names}
    with open_site(folder, tables, clock=Clock(), provider=False) as site:
        for name in names:
            STATES[name][1](PaiGow(site, name))
        yield site
