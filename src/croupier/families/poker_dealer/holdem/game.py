"""The door to exact Ultimate Texas Hold'em."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.families.poker_dealer.holdem.rules import TRIPS as TRIPS_PAYS
from croupier.families.poker_dealer.holdem.rules import BadBeat, HoldemRules
from croupier.odds.extra import require_extra

if TYPE_CHECKING:
    from croupier.families.poker_dealer.holdem.pays import Bonus, HandPays
    from croupier.families.poker_dealer.holdem.solution import Solution


@dataclass(frozen=True)
class Holdem:
    """`Holdem(rules).solve()`; `Holdem().trips()` and `Holdem().bad_beat()` count the bonuses.

    Of the rules the bonuses depend on `min_hole_cards` alone.
    """

    rules: HoldemRules = field(default_factory=HoldemRules)

    def solve(self) -> Solution:
        """Best play under these rules, exactly."""
        require_extra("numba", "holdem")
        from croupier.families.poker_dealer.holdem.solution import Solution as Solved

        return Solved(self.rules)

    def trips(self, pays: HandPays = TRIPS_PAYS) -> Bonus:
        """The Trips bonus. [004 L3706, L3739-3745]"""
        require_extra("numba", "trips")
        from croupier.families.poker_dealer.holdem.bonuses import trips

        return trips(pays, self.rules.min_hole_cards)

    def bad_beat(self, pays: BadBeat | None = None) -> Bonus:
        """The Bad Beat bonus, both ways. [004 L3751-3771]"""
        require_extra("numba", "bad_beat")
        from croupier.families.poker_dealer.holdem.bonuses import bad_beat

        return bad_beat(pays or BadBeat(), self.rules.min_hole_cards)
