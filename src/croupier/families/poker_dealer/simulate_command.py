"""`croupier simulate` for poker against a player-dealer: one seat, which plays best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from croupier.odds.family_odds import Seating, Simulated
from croupier.odds.measures import GameOdds
from croupier.odds.simulation.asked import RunAsked
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class SimulatedHands(Simulated):
    """How the rounds were played. JSON says all of it with the Ante, as `croupier odds` does."""

    def print_more(self, console: Console) -> None:
        for odds in self.sheet.wagers.values():
            if isinstance(odds, GameOdds):
                console.print(" ".join(self._said(odds)))

    def _said(self, game: GameOdds) -> Iterator[str]:
        ways = (f"{way} {float(share):.3%}" for way, share in game.decisions.items() if share)
        yield f"One seat by best play, every round from a whole deck: {', '.join(ways)}."
        together = [self.sheet.house.wagers[wager].title for wager in game.parts]
        yield f"The {game.title}'s figures are for {' and '.join((', '.join(together[:-1]), together[-1]))} together,"
        yield f"in antes: {float(game.average_wager):.3f} are put down on average, and the bank keeps"
        yield f"{float(game.element_of_risk):.3%} of them."


def simulate_hands(house: HouseRules, seating: Seating, **asked: Unpack[RunAsked]) -> SimulatedHands:
    """Deal, play, and measure every wager."""
    seating.require_none(f"in {house.book.title} one seat plays best, every round from a whole deck")
    from croupier.families.poker_dealer.sheet.sheet import poker_sheet
    from croupier.families.poker_dealer.sim.simulate import simulate_poker

    return SimulatedHands(poker_sheet(house, simulate_poker(house, **asked)))
