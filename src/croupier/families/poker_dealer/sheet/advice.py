"""What each way to go on is worth to somebody who sees his own cards, and the board or the dealer's exposed card.

In the words of the table, which are those that a decision is made in: `check`, `play-4`, `fold`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from croupier.families.poker_dealer.holdem.options import Options
from croupier.families.poker_dealer.round_state import PLAY
from croupier.families.poker_dealer.sheet.rules import solution_of
from croupier.hands.card_parsing import Cards
from croupier.rulebook.table_rules import TableRules


def advise(rules: TableRules, hand: Cards, seen: Cards = ()) -> Options:
    """Every way that the rules leave open, exactly, in antes; the bonuses are not in it.

    `hand`: one's own cards. `seen`: what is turned of the board, or the card that the dealer shows. Nothing else is
    known to it. Raises `NotCounted` where a rulebook pays in a way that is not counted.
    """
    return as_decision_codes(solution_of(rules).options(hand, seen))


def as_decision_codes(options: Options) -> Options:
    """The same ways, named as decisions are."""
    named: Mapping[str, Fraction] = {decision_of(way): worth for way, worth in options.values.items()}
    return Options(MappingProxyType(dict(named)))


def decision_of(way: str) -> str:
    """`play-4` for a raise that the mathematics calls `4x`; the other words are the same."""
    times = way.removesuffix("x")
    return f"{PLAY}-{times}" if times.isdigit() else way
