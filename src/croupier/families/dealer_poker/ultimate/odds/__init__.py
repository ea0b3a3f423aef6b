"""Exact odds of Ultimate Texas Hold'em: best play at all three decisions, and its value.

`ODDS` is the interface that the rest of the system calls; `solver.UltimateSolution(rules)` is the entry point of the
exact mathematics. Modules are imported when they are used, because most of them need `croupier[odds]`.
"""

from __future__ import annotations

from functools import cached_property

from croupier.families.dealer_poker.shared.odds import PokerOdds
from croupier.families.dealer_poker.ultimate.facts import HEADLINE
from croupier.odds.family_odds import FamilyOdds, Strategy


class UltimateOdds(PokerOdds):
    """Odds of Ultimate Texas Hold'em."""

    main_facts = HEADLINE
    card_counting = None

    @cached_property
    def strategy(self) -> Strategy:
        from croupier.families.dealer_poker.ultimate.odds.strategy import UltimateStrategyCommand

        return UltimateStrategyCommand()


ODDS: FamilyOdds = UltimateOdds()
