"""House with all 46 tables of the demonstration: eleven in play, thirty open, five closed.

It is for tests of pages that show a whole floor: fixed cards, fixed bets, and a clock that moves only between rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from croupier.server.demonstration import demonstration_config
from tests.browser.evening import Clock
from tests.browser.floor import (
    BANKED,
    SECONDS,
    Table,
    betting,
    by_hand,
    dealing,
    empty,
    first_box_split,
    flop,
    pair_of_eights,
    river_over,
    three_over,
    tiles_setting,
    two_wars,
)
from tests.browser.site import Site, open_site


def jackpot_hit(table: Table) -> None:
    """Win the meter with four suited twos at seat 2; the jackpot waits for the supervisor's confirmation."""
    by_hand(table)
    table.opened()
    table.everywhere()
    table.closed()
    table.deal("2s 2s 2s 2s Ks")
    table.called()


IN_PLAY: dict[str, Callable[[Table], None]] = {
    "ca-blackjack-x": first_box_split,
    "ca-pai-gow-tiles": tiles_setting,
    "ca-three-card-poker-6-card-bonus": three_over,
    "ca-ultimate-texas-holdem": flop,
    "ca-ultimate-war": two_wars,
    "co-99-fortunes": jackpot_hit,
    "co-baccarat": betting,
    "ilani-blackjack": pair_of_eights,
    "ilani-midi-baccarat": betting,
    "dealer-midi": dealing,
    "dealer-holdem": river_over,
}
"""Tables in play, and the function that brings each into its state."""
QUIET: dict[str, Callable[[Table], None]] = {"house-blackjack": empty}
"""Open tables where players sit and nobody bets."""
CLOSED = ("dealer-blackjack", "dealer-mah-jong", "dealer-tiles", "dealer-thirteen", "dealer-war")


def tables() -> dict[str, dict[str, Any]]:
    """Return the settings of the 46 tables of the demonstration, all dealt by hand."""
    sections = demonstration_config(Path("nowhere")).table
    return {
        one.name: {
            "rulebook": one.rulebook,
            "options": dict(one.options),
            "open": one.name not in CLOSED,
            **SECONDS,
            **(BANKED if one.schedule is not None else {}),
        }
        for one in sections
    }


@contextmanager
def a_whole_floor(folder: Path, playing: bool = True) -> Iterator[Site]:
    """Open the house; without `playing` nobody has sat down yet."""
    with open_site(folder, tables(), clock=Clock(), provider=False) as site:
        for name, bring in (IN_PLAY | QUIET).items() if playing else ():
            bring(Table(site, name))
        yield site
