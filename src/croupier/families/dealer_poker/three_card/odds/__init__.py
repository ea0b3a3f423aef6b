"""Exact odds of three-card poker, with or without a shown dealer's card: best play and its value.

`ODDS` is the interface that the rest of the system calls; `solver.ThreeCardSolution(rules)` is the entry point of the
exact mathematics. Modules are imported when they are used, because most of them need `croupier[odds]`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.families.dealer_poker.shared.odds import PokerOdds
from croupier.families.dealer_poker.three_card.facts import HEADLINE
from croupier.odds.family_odds import FamilyOdds, Strategy
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.odds.counting.count_options import CountOptions
    from croupier.odds.counting.count_study import CountStudy


class ThreeCardOdds(PokerOdds):
    """Odds of three-card poker."""

    main_facts = HEADLINE

    @cached_property
    def strategy(self) -> Strategy:
        from croupier.families.dealer_poker.three_card.odds.strategy import ThreeCardStrategyCommand

        return ThreeCardStrategyCommand()

    def card_counting(self, rules: TableRules, options: CountOptions, progress: Callable[[float], None]) -> CountStudy:
        from croupier.families.dealer_poker.shared.odds.pay_rules import three_card_rules
        from croupier.families.dealer_poker.three_card.odds.collusion import DRAWS, collusion_values
        from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution
        from croupier.odds.counting.count_study import study_collusion

        options.refuse_shoe_options(rules)
        solution = ThreeCardSolution(three_card_rules(rules))
        seats = options.seats if options.seats > 1 else len(rules.seats) - 1
        return study_collusion(rules, options, lambda: collusion_values(solution, seats, DRAWS, options.seed, progress))


ODDS: FamilyOdds = ThreeCardOdds()
