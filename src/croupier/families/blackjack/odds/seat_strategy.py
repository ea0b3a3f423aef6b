"""Strategy of a seat: a chart by totals, and exceptions for hands with particular cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import Count, count
from croupier.families.blackjack.odds.actions import (
    DOUBLE,
    DOUBLE_STAND,
    FOLLOW,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    SURRENDER_SPLIT,
    SURRENDER_STAND,
    Chart,
    action,
    open_action,
    pair_action,
)
from croupier.families.blackjack.rules import BlackjackRules, DoubleOn

HAND_CODES = (STAND, HIT, DOUBLE, DOUBLE_STAND, SURRENDER, SURRENDER_STAND)
PAIR_CODES = (SPLIT, SURRENDER_SPLIT, FOLLOW)
DOUBLED_TOTALS = {DoubleOn.NINE_TO_ELEVEN: range(9, 12), DoubleOn.TEN_OR_ELEVEN: range(10, 12)}

Hand = tuple[int, ...]


class ActionOptions(NamedTuple):
    """Actions that a hand may take besides hit and stand."""

    up: int
    pair: int = 0
    """Card value of a pair that may be split now, or 0."""
    can_double: bool = False
    can_surrender: bool = False
    is_split: bool = False


@dataclass(frozen=True, eq=False)
class SeatStrategy:
    """Strategy by which one seat plays."""

    chart: Chart
    exceptions: Mapping[tuple[Hand, int], int] = field(default_factory=dict)
    """Exceptions to the chart for hands that were not split: the code, keyed by card values and up card.

    The values are in ascending order, aces as 1; the codes are those of the chart. A full set of exceptions is the
    exact strategy.
    """

    def __post_init__(self) -> None:
        for name, codes in (("hard", HAND_CODES), ("soft", HAND_CODES), ("pair", PAIR_CODES)):
            strange = set(getattr(self.chart, name)[1:, 1:].ravel().tolist()) - set(codes)
            if strange:
                raise BadInput.at("chart", f"{name} holds the code {min(strange)}; it may hold {_listed(codes)}")
        for (hand, up), code in self.exceptions.items():
            _check_exception(hand, up, code)

    @cached_property
    def looks_at_cards(self) -> bool:
        return any(len(hand) > 2 for hand, _ in self.exceptions)

    def decide(self, held: Count, hand: Hand, situation: ActionOptions, rules: BlackjackRules) -> int:
        """Return the action for a hand: STAND, HIT, DOUBLE, SPLIT or SURRENDER.

        `hand` has the card values in ascending order, or is empty if they do not matter.
        """
        may_double = situation.can_double and may_double_on(held, rules)
        code = None if situation.is_split else self.exceptions.get((hand, situation.up))
        if code in (SPLIT, SURRENDER_SPLIT):
            code = pair_action(code, situation.can_surrender)
            if situation.pair or code == SURRENDER:
                return code
        elif code is not None:
            return open_action(code, may_double, situation.can_surrender)
        return action(
            self.chart, total=held.total, is_soft=held.soft, up=situation.up, pair=situation.pair,
            may_double=may_double, may_surrender=situation.can_surrender,
        )  # fmt: skip


def may_double_on(held: Count, rules: BlackjackRules) -> bool:
    """Return whether the rules allow a double on this total. [002 L32, L84; 004 L1396-1401]"""
    if held.total == 21 and not rules.double_21:
        return False
    totals = DOUBLED_TOTALS.get(rules.double_on)
    return totals is None or (not held.soft and held.total in totals)


def _check_exception(hand: Hand, up: int, code: int) -> None:
    where = f"exceptions {hand} against {up}"
    if len(hand) < 2 or not all(1 <= card <= 10 for card in (*hand, up)) or tuple(sorted(hand)) != hand:
        raise BadInput.at(where, "write the values of two cards or more in rising order, 1 to 10, and the up card's")
    if count(hand).is_over:
        raise BadInput.at(where, "this hand is broken and plays no more")
    if code not in (*HAND_CODES, SPLIT, SURRENDER_SPLIT):
        raise BadInput.at(where, f"the code {code} is none of a hand's; choose {_listed((*HAND_CODES, SPLIT))}")
    if code in (SPLIT, SURRENDER_SPLIT) and (len(hand) != 2 or hand[0] != hand[1]):
        raise BadInput.at(where, "only two cards of one value can be split")


def _listed(codes: tuple[int, ...]) -> str:
    return ", ".join(str(code) for code in codes)
