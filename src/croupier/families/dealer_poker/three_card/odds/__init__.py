"""Exact odds of three-card poker, with or without a shown dealer's card: best play and its value.

`ODDS` is the interface that the rest of the system calls; `solver.ThreeCardSolution(rules)` is the entry point of the
exact mathematics. Modules are imported when they are used, because most of them need `croupier[odds]`.
"""

from __future__ import annotations

from functools import cached_property

from croupier.families.dealer_poker.shared.odds import PokerOdds
from croupier.families.dealer_poker.three_card.facts import HEADLINE
from croupier.odds.family_odds import FamilyOdds, Strategy


class ThreeCardOdds(PokerOdds):
    """Odds of three-card poker."""

    main_facts = HEADLINE

    @cached_property
    def strategy(self) -> Strategy:
        from croupier.families.dealer_poker.three_card.odds.strategy import ThreeCardStrategyCommand

        return ThreeCardStrategyCommand()


ODDS: FamilyOdds = ThreeCardOdds()
