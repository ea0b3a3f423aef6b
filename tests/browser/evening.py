"""House that looks the same in every test run: fixed cards, fixed bets, and a clock that moves only between rounds.

It is for tests that compare or inspect pages: what a page shows does not depend on the time of day or on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from croupier.server.config import MeterSection
from tests.browser.site import Site, open_site
from tests.server_fixture import NOON, body_of

TABLES: dict[str, dict[str, Any]] = {
    "midi": {"rulebook": "ilani-midi-baccarat", "betting_seconds": 30},
    "ez": {"rulebook": "ca-ez-baccarat-panda-8", "schedule": 1, "betting_seconds": 30},
    "fortunes": {"rulebook": "co-99-fortunes", "mode": "automated", "betting_seconds": 30},
    "resting": {"rulebook": "co-baccarat", "open": False},
}
ROUNDS = (
    "9s Kh Kd 2c",  # Player, a natural nine
    "2h 4d 3c 3s 6h 9d",
    "Ks Qd 7h Jc",
    "5h 6c 2d 2s",  # a tie
    "Ah 8c Kc 9h",
    "3d Js 4h 5c 8s",
    "7c 7d Qs Qh",
    "6s 2c Td 5d",
    "4c 9c 4s 9s",
)
"""Cards of each round in the order in which they leave the shoe: Player, Banker, Player, Banker, then third cards, if
any."""
THIRD_CARDS = "Ad 2h"
"""Extra cards for a round that needs more cards than its line above has."""
ROUND_MS = 40_000


class Clock:
    """Clock of the house; it moves only when a test sets `now`."""

    now = NOON

    def __call__(self) -> int:
        return self.now


@contextmanager
def an_evening(folder: Path) -> Iterator[Site]:
    """Open a house with a half-dealt shoe, an open cash drawer, and open bets at one table."""
    clock = Clock()
    meters = (MeterSection(id="wall", title="Wall meter", seed=1_000_00, contribution="1/100"),)
    # The pit and the office show the number of the software's files and their digest, which differ with every commit.
    software = patch("croupier.server.software_check.manifest", return_value={"croupier/__init__.py": "0" * 64})
    with software, open_site(folder, TABLES, clock=clock, provider=False, meters=meters) as site:
        _seat(site)
        for cards in ROUNDS:
            clock.now += ROUND_MS
            play(site, cards)
        _around_the_tables(site)
        site.as_("dealer").command("midi", "open-bets")
        yield site


def _seat(site: Site) -> None:
    """Load a shoe at the dealer's table and seat two players there."""
    site.as_("dealer").command("midi", "load-shoe")
    site.as_("dealer").command("midi", "read-card", card="As")
    site.as_("player").command("midi", "sit-down", seat=1)
    site.as_("player2").command("midi", "sit-down", seat=4)


def play(site: Site, cards: str) -> None:
    """Play one round at the table that a dealer deals, with these cards."""
    dealer = site.as_("dealer")
    dealer.command("midi", "open-bets")
    bet(site, "player", 1, player=25_00, tie=5_00)
    bet(site, "player2", 4, banker=50_00)
    dealer.command("midi", "close-bets")
    deal(site, [*cards.split(), *THIRD_CARDS.split()])
    dealer.command("midi", "call-result")


def bet(site: Site, who: str, seat: int, **cents: int) -> None:
    wagers = [{"wager": wager, "cents": amount} for wager, amount in cents.items()]
    site.as_(who).command("midi", "place-wagers", seat=seat, wagers=wagers)


def deal(site: Site, cards: list[str]) -> None:
    """Enter these cards one after the other until the hands are complete."""
    for card in cards:
        command = {"key": site.key(), "command": {"do": "read-card", "card": card}}
        response = site.as_("dealer").http.post("/api/tables/midi/commands", json=command)
        if response.status_code == 409:  # the hands are complete
            return
        body_of(response)


def _around_the_tables(site: Site) -> None:
    """Open a shift, cash out a ticket, call a supervisor and seat a player, so that staff screens have data."""
    site.as_("cashier").post("/api/shifts", float_cents=5_000_00, key=site.key())
    site.as_("player2").post("/api/me/cash-out", cents=200_00, key=site.key())
    site.as_("player").command("midi", "call-supervisor", note="Is the third round right?")
    site.as_("player2").command("ez", "sit-down", seat=2)
