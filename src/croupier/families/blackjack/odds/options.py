"""Expected values of the legal actions of a hand."""

from __future__ import annotations

from dataclasses import dataclass, fields

from croupier.families.blackjack.odds.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from croupier.families.blackjack.rules import BlackjackRules, DoubleOn, Surrender

CODES = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}
DOUBLED_TOTALS = {DoubleOn.ANY: range(22), DoubleOn.NINE_TO_ELEVEN: range(9, 12), DoubleOn.TEN_OR_ELEVEN: range(10, 12)}


@dataclass(frozen=True)
class BlackjackActionValues:
    """Expected result of each action in units of the wager; None if the rules do not allow the action."""

    stand: float
    hit: float | None = None
    double: float | None = None
    split: float | None = None
    surrender: float | None = None

    def legal(self) -> dict[str, float]:
        """Return the values of the legal actions by name, best first."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        legal_values = {name: value for name, value in found.items() if value is not None}
        return dict(sorted(legal_values.items(), key=lambda item: -item[1]))

    @property
    def best(self) -> str:
        return next(iter(self.legal()))

    @property
    def value(self) -> float:
        return next(iter(self.legal().values()))

    @property
    def action(self) -> int:
        """Code of the best action, as in `actions`."""
        return CODES[self.best]


def may_double(rules: BlackjackRules, total: int, *, after_split: bool) -> bool:
    """Return whether two cards of this total may be doubled; naturals need no decision. [ILANI-BJ-A5, A6]"""
    if after_split and not rules.double_after_split:
        return False
    return rules.double_21 if total == 21 else total in DOUBLED_TOTALS[rules.double_on]


def may_surrender(rules: BlackjackRules, *, after_split: bool) -> bool:
    """Return whether two cards may be surrendered. [ILANI-BJ-A4; 004 L1406]"""
    return rules.surrender is not Surrender.OFF and (rules.surrender_after_split or not after_split)
