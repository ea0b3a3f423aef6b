"""House with one hold'em table: one round is over, and in the next one the flop has just been turned.

It is for tests that compare pages: fixed cards, fixed bets, and a clock that moves only between rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from croupier.server.demonstration import PROVIDER
from tests.browser.evening import ROUND_MS, Clock
from tests.browser.site import Site, open_site

TABLE = "holdem"
TABLES: dict[str, dict[str, Any]] = {
    TABLE: {"rulebook": "ca-ultimate-texas-holdem", "schedule": 1, "betting_seconds": 30, "decision_seconds": 30},
}
SEATS = {"player": 2, "player2": 3}
OVER = "Ts Th 8s 6d Kd Qc Qs 9s 7h 4d 2h"
NOW = "7c 2d 9c Ah Kd Qc 7s 7d 9h 4d 2h"
"""Cards of the round in progress: two for each seat, two for the player-dealer, five community cards."""


@contextmanager
def a_poker_night(folder: Path) -> Iterator[Site]:
    """Open the house: seat 2 has a question on the flop, and seat 3 has played four antes."""
    clock = Clock()
    with open_site(folder, TABLES, clock=clock, provider=False) as site:
        site.as_(PROVIDER).command(TABLE, "sit-down", seat=1)
        for person, seat in SEATS.items():
            site.as_(person).command(TABLE, "sit-down", seat=seat)
        site.as_(PROVIDER).command(TABLE, "accept-bank", cents=2_000_00)
        site.as_("dealer").command(TABLE, "load-shoe")
        deal(site, OVER)
        decide(site, (2, "play-3"), (3, "check"), (3, "check"), (3, "fold"))
        site.as_("dealer").command(TABLE, "call-result")
        clock.now += ROUND_MS
        site.as_(PROVIDER).command(TABLE, "post-bank", cents=2_000_00)
        deal(site, NOW)
        decide(site, (2, "check"), (3, "play-4"))
        yield site


def deal(site: Site, cards: str) -> None:
    """Place bets, and deal all cards of a round."""
    dealer = site.as_("dealer")
    dealer.command(TABLE, "open-bets")
    for person, seat in SEATS.items():
        wagers = [{"wager": wager, "cents": 25_00} for wager in ("ante", "blind", "trips")]
        site.as_(person).command(TABLE, "place-wagers", seat=seat, wagers=wagers)
    dealer.command(TABLE, "close-bets")
    for card in cards.split():
        dealer.command(TABLE, "read-card", card=card)


def decide(site: Site, *decisions: tuple[int, str]) -> None:
    for seat, choice in decisions:
        site.as_("dealer").command(TABLE, "decide", seat=seat, choice=choice)
