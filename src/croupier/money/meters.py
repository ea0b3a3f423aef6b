"""Progressive meters: contributions in, prizes out, reseeded when the whole meter is won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import floor

from croupier.money.cents import Cents


class MeterSplit(StrEnum):
    """How a prize is divided among several it falls to. [CO-EZ-A8]"""

    EQUAL = "equal"
    BY_STAKE = "by-stake"


class OtherHands(StrEnum):
    """Where the fixed pays of a progressive wager come from. [003 L426, L614]"""

    TRAY = "tray"
    METER = "meter"


@dataclass(frozen=True)
class MeterRules:
    """One meter as the rulebook sets it up."""

    id: str
    wager: str
    seed: Cents = Cents(0)
    contribution: Fraction = Fraction(0)
    """The share of each stake on the wager that goes on the meter."""
    split: MeterSplit = MeterSplit.EQUAL
    other_hands: OtherHands = OtherHands.TRAY

    @property
    def pays_other_hands(self) -> bool:
        return self.other_hands is OtherHands.METER


@dataclass(frozen=True)
class Claim:
    """A winner's claim on a meter: whose it is, the stake behind it, and the share of the meter it wins."""

    key: int
    stake: Cents
    share: Fraction


@dataclass(frozen=True)
class MeterRound:
    """What a round did to one meter."""

    after: Cents
    contributed: Cents
    prizes: Mapping[int, Cents]
    reseeded: Cents
    """What the house put in to start the meter again."""
    won_whole_by: frozenset[int] = frozenset()
    """Whose prizes were shares of the whole meter: it was started again because of them all."""
    other_hands: Mapping[int, Cents] = field(default_factory=dict)
    """Fixed pays that came off the meter, as far as it had them; the tray pays the rest."""


def run_meter(
    rules: MeterRules,
    before: Cents,
    stakes: Sequence[Cents],
    claims: Sequence[Claim],
    fixed: Mapping[int, Cents] | None = None,
) -> MeterRound:
    """One round of a meter: stakes contribute, claims are paid, a meter won whole is reseeded.

    Cents that do not divide stay on the meter. [CO-EZ-A8] `fixed`: what other hands win, where the meter pays them:
    after the shares of it, in the order of the wagers, while it lasts. [003 L614]
    """
    contributed = Cents(sum(floor(stake * rules.contribution) for stake in stakes))
    standing = before + contributed
    prizes = _prizes(rules, standing, claims)
    left = standing - sum(prizes.values())
    others: dict[int, Cents] = {}
    for place, due in (fixed or {}).items():
        if paid := min(due, left):
            others[place] = Cents(paid)
            left -= paid
    won_whole_by = frozenset(claim.key for claim in claims if claim.share == 1)
    reseeded = rules.seed if won_whole_by else Cents(0)
    return MeterRound(Cents(left + reseeded), contributed, prizes, reseeded, won_whole_by, others)


def _prizes(rules: MeterRules, standing: int, claims: Sequence[Claim]) -> dict[int, Cents]:
    """Claims to one share divide it; the larger share is paid first, so a smaller one is of what is left."""
    prizes: dict[int, Cents] = {}
    for share in sorted({claim.share for claim in claims}, reverse=True):
        group = [claim for claim in claims if claim.share == share]
        pool = floor(standing * share)
        stakes = sum(claim.stake for claim in group)
        for claim in group:
            prize = pool * claim.stake // stakes if rules.split is MeterSplit.BY_STAKE else pool // len(group)
            prizes[claim.key] = Cents(prizes.get(claim.key, 0) + prize)
            standing -= prize
    return prizes
