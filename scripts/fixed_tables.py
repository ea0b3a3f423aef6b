"""Tables with a fixed state for pictures: fixed cards, fixed bets and a clock that does not move.

The games and their states are those of the browser tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from croupier.people.roles import Role
from croupier.server.demonstration import add_people
from tests.browser import pai_gow_night, tiles_night
from tests.browser.evening import Clock
from tests.browser.pai_gow_night import PaiGow
from tests.browser.site import Site, open_site
from tests.browser.test_between_seats import HOLDEM, OTHER, STACK, THIRTEEN, Seats, seen
from tests.browser.tiles_night import Circles, Tiles

BOOK, ANNOUNCED, SEALED = "opened-by-the-book", "new-vigorish", "sealed-cards"
COLORADO = {"rulebook": "co-baccarat", "betting_seconds": 600}
CLOCK = Clock()


def holdem(site: Site, name: str) -> None:
    """Play hold'em to the flop, with a bet to call."""
    table = Seats(site, name)
    table.new_shoe(None)
    for who, seat in (("player", 2), ("player2", 3), ("provider", 4), ("player3", 5)):
        table.sit(**{who: seat})
        table.chips(who, 200)
    table.begin(button=5)
    table.deal("As Kd 7c Qh Ah Kc 2d Qs")
    for who, choice, dollars in (("provider", "call", None), ("player3", "raise", 12)):
        table.acts(who, choice, dollars)
    for who in ("player", "player2"):
        table.acts(who, "call")
    table.acts("provider", "fold")
    table.deal("3s 9d Ac")
    table.acts("player", "check")
    table.acts("player2", "check")
    table.acts("player3", "bet", 24)


def thirteen(site: Site, name: str) -> None:
    """Deal thirteen cards that players must set into three rows."""
    table = Seats(site, name)
    table.new_shoe(None)
    table.sit(player=2, player2=3)
    for who in ("player", "player2"):
        table.chips(who, 100)
    table.begin(button=2)
    for seat in seen(site, name)["table_stakes"]["hand"]["order"]:
        table.deal({2: STACK, 3: OTHER}[seat])


def announced(site: Site, name: str) -> None:
    """Announce a higher vigorish, not yet acknowledged by surveillance."""
    settings = site.state(name).settings.model_dump(mode="json")
    settings["options"] |= {"commission": "20%"}
    site.as_("supervisor").command(name, "announce-change", settings=settings)


def inspected(site: Site, name: str) -> None:
    """Inspect the cards and wait for surveillance."""
    site.as_("player").command(name, "sit-down", seat=2)
    site.as_("player2").command(name, "sit-down", seat=5)
    for step, entered in (("inspect-shoe", {"device": "shoe 4", "sound": True}), ("inspect", {})):
        site.as_("dealer").command(name, "complete-step", step=step, **entered)


FORTUNE = pai_gow_night.SECONDS | {"rulebook": pai_gow_night.FORTUNE}
TILES = tiles_night.SECONDS | {"rulebook": tiles_night.TILES}
CIRCLES = tiles_night.SECONDS | {"rulebook": tiles_night.CIRCLES}
GAMES: dict[str, tuple[dict[str, Any], Callable[[Site, str], None]]] = {
    "holdem": (HOLDEM | {"decision_seconds": 30}, holdem),
    "thirteen": (THIRTEEN | {"decision_seconds": 120}, thirteen),
    "pai-gow": (FORTUNE, lambda site, name: PaiGow(site, name).setting()),
    "tiles": (TILES, lambda site, name: Tiles(site, name).setting()),
    "mah-jong": (CIRCLES, lambda site, name: Circles(site, name).dealt()),
}
"""Games with a page in the guides, each with its settings and its setup function."""
OTHERS: dict[str, tuple[dict[str, Any], Callable[[Site, str], None]]] = {
    "pai-gow-over": (FORTUNE, lambda site, name: PaiGow(site, name).over()),
    "tiles-over": (TILES, lambda site, name: Tiles(site, name).over()),
    "pai-gow-dice": (FORTUNE, lambda site, name: close(PaiGow(site, name))),
    "tiles-out": (TILES, lambda site, name: tiles_night.tiles_out(Tiles(site, name))),
    BOOK: (COLORADO | {"required_steps": ["all"]}, lambda site, name: None),
    SEALED: (COLORADO | {"required_steps": ["all"]}, inspected),
    ANNOUNCED: (COLORADO, announced),
}
"""Other moments of a shift, each with its settings and its setup function."""


def close(table: PaiGow) -> None:
    """Close the bets of a pai gow table, so that the dice cup is opened next."""
    table.bets()
    table.closed()


@contextmanager
def open_fixed_floor(folder: Path) -> Iterator[Site]:
    """Open a house with all these tables."""
    every = GAMES | OTHERS
    with open_site(folder, {name: how for name, (how, _) in every.items()}, clock=CLOCK, provider=False) as site:
        add_people(site.runtime, [("player3", "Player Three", Role.PLAYER)])
        for name, (_, bring) in every.items():
            bring(site, name)
        yield site
