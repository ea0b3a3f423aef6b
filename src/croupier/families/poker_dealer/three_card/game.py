"""The door to exact three-card poker."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.families.poker_dealer.three_card.rules import PAIR_PLUS, SIX_CARD_BONUS, ThreeCardPays, ThreeCardRules
from croupier.odds.extra import require_extra

if TYPE_CHECKING:
    from croupier.families.poker_dealer.holdem.pays import Bonus, HandPays
    from croupier.families.poker_dealer.three_card.solution import Solution


@dataclass(frozen=True)
class ThreeCard:
    """`ThreeCard(rules).solve()`; `pair_plus` and `six_cards` count the bonuses."""

    rules: ThreeCardRules = field(default_factory=ThreeCardRules)

    def solve(self) -> Solution:
        """Best play under these rules, exactly."""
        require_extra("numba", "three_card")
        from croupier.families.poker_dealer.three_card.solution import Solution as Solved

        return Solved(self.rules)

    def pair_plus(self, pays: ThreeCardPays = PAIR_PLUS) -> Bonus:
        """Pair Plus or Pair & Up, where no hand is folded that it pays; see `bonuses.forfeited`. [004 L694-700]"""
        require_extra("numba", "pair_plus")
        from croupier.families.poker_dealer.three_card.bonuses import pair_plus

        return pair_plus(self.rules, pays)

    def six_cards(self, pays: HandPays = SIX_CARD_BONUS) -> Bonus:
        """6 Card Bonus or, with its table, Bonus 6. [004 L709, L2718]"""
        require_extra("numba", "six_cards")
        from croupier.families.poker_dealer.three_card.bonuses import six_cards

        return six_cards(pays)
