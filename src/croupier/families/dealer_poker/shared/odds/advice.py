"""Expected value of each action for a player, from the player's cards and the face-up cards.

The actions have the decision codes of the table: `check`, `play-4`, `fold`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from croupier.families.dealer_poker.shared.odds.action_values import PokerActionValues
from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
from croupier.families.dealer_poker.shared.round_state import PLAY
from croupier.hands.card_parsing import CardsInput
from croupier.rulebook.table_rules import TableRules


def advise(rules: TableRules, hand: CardsInput, visible: CardsInput = ()) -> PokerActionValues:
    """Return the exact value of every legal action in antes, without bonuses.

    `hand` has the player's cards; `visible` has the community cards turned up so far, or the dealer's shown card. No
    other cards are used. Raise `NotExactlyCountable` if the rulebook has payouts that cannot be counted.
    """
    return as_decision_codes(solution_of(rules).options(hand, visible))


def as_decision_codes(options: PokerActionValues) -> PokerActionValues:
    """Return the same values with decision codes as keys."""
    named: Mapping[str, Fraction] = {decision_of(way): value for way, value in options.values.items()}
    return PokerActionValues(MappingProxyType(dict(named)))


def decision_of(way: str) -> str:
    """Return the decision code of an action: `play-4` for the raise `4x`; other names stay the same."""
    times = way.removesuffix("x")
    return f"{PLAY}-{times}" if times.isdigit() else way
