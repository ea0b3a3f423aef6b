"""Progressive meters: contributions, prizes, and reseeding when the whole meter is won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import floor

from croupier.money.cents import Cents


class MeterSplit(StrEnum):
    """Rule for dividing a prize from a meter among several winners. [CO-EZ-A8]"""

    EQUAL = "equal"
    BY_STAKE = "by-stake"


class OtherHands(StrEnum):
    """Source of the fixed amounts of a progressive wager: the chip tray or the meter. [003 L426, L614]"""

    TRAY = "tray"
    METER = "meter"


@dataclass(frozen=True)
class MeterRules:
    """Rules of one meter from the rulebook."""

    id: str
    wager: str
    seed: Cents = Cents(0)
    contribution: Fraction = Fraction(0)
    """Fraction of each stake on the wager that is added to the meter."""
    split: MeterSplit = MeterSplit.EQUAL
    other_hands: OtherHands = OtherHands.TRAY

    @property
    def pays_other_hands(self) -> bool:
        return self.other_hands is OtherHands.METER


@dataclass(frozen=True)
class MeterClaim:
    """A winner's claim on a meter: the index of the bet, its stake, and the share of the meter that it wins."""

    key: int
    stake: Cents
    share: Fraction


@dataclass(frozen=True)
class MeterRound:
    """Result of one round for one meter; amounts in cents."""

    after: Cents
    contributed: Cents
    prizes: Mapping[int, Cents]
    reseeded: Cents
    """Cents that the house added to restart the meter."""
    won_whole_by: frozenset[int] = frozenset()
    """Bets that won the whole meter and so caused it to be reseeded."""
    other_hands: Mapping[int, Cents] = field(default_factory=dict)
    """Cents of fixed pays that the meter paid, by bet index, as far as its amount reached; the chip tray pays the rest.
    """


def run_meter(
    rules: MeterRules,
    before: Cents,
    stakes: Sequence[Cents],
    claims: Sequence[MeterClaim],
    fixed: Mapping[int, Cents] | None = None,
) -> MeterRound:
    """Run one round of a meter: stakes contribute, claims are paid, and a meter that is won whole is reseeded.

    Cents that cannot be divided equally stay on the meter [CO-EZ-A8]. `fixed` has the fixed pays of other hands that
    the meter pays: after its shares, in the order of the wagers, while it has money. [003 L614]
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


def _prizes(rules: MeterRules, standing: int, claims: Sequence[MeterClaim]) -> dict[int, Cents]:
    """Return the prize of each claim; claims to the same share divide it.

    Larger shares are paid first, so a smaller share is a share of the remainder.
    """
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
