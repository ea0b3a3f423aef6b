"""House with 46 tables for the pit: tables in every state, idle and closed ones, and a case of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.evening import Clock
from tests.browser.floor import BANKED, CO, EZ, HOUSE, ILANI, METERS, MIDI, SECONDS, STATES, WAR, Table
from tests.browser.site import Site, open_site

POKER = "ca-texas-holdem"
IDLE: dict[str, dict[str, Any]] = {
    "fortunes" if rulebook == METERS else f"idle-{place}": {"rulebook": rulebook}
    | (BANKED if rulebook in (EZ, WAR, POKER) else {})
    for place, rulebook in enumerate((MIDI, CO, EZ, WAR, HOUSE, ILANI, POKER, MIDI, CO, EZ, HOUSE, MIDI, METERS), 1)
}
CLOSED: dict[str, dict[str, Any]] = {f"closed-{place}": {"rulebook": MIDI, "open": False} for place in range(1, 5)}
TABLES = {name: settings for name, (settings, _) in STATES.items()} | IDLE | CLOSED
LATE_MS = 40_000
"""Time that passes after the last command of the night."""


def meter_won(table: Table) -> None:
    """Win the whole meter at seat 1 with four aces of one suit; player 2 loses."""
    table.new_shoe()
    table.sit(player=1, player2=5)
    table.opened()
    wagers = [{"wager": "banker", "cents": 25_00}, {"wager": "fortunes-99", "cents": 1_00}]
    table.do("player", "place-wagers", seat=1, wagers=wagers)
    table.bet("player2", 5, "player")
    table.closed()
    table.deal("As As As As 9h 9d")
    table.called()


@contextmanager
def a_pit_night(folder: Path) -> Iterator[Site]:
    """Open a house with 46 tables, in which several things wait for a supervisor."""
    tables = {name: SECONDS | settings for name, settings in TABLES.items()}
    clock = Clock()
    with open_site(folder, tables, clock=clock, provider=False) as site:
        for name, (_, bring) in STATES.items():
            bring(Table(site, name))
        meter_won(Table(site, "fortunes"))
        Table(site, "idle-1").do("player", "sit-down", seat=2)
        clock.now += 10_000
        Table(site, "midi-waits").do("player", "call-supervisor", note="Was my wager in time?")
        last = site.state("midi-over").last
        assert last is not None
        correction = {"round": last["round"], "place": 3, "card": "Qd", "reason": "The dealer saw a queen"}
        Table(site, "midi-over").do("dealer", "request-correction", **correction)
        Table(site, "war-over").do("surveillance", "send-notice", text="Please spread the discards")
        clock.now += LATE_MS
        yield site
