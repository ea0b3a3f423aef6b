"""What a verification says: every wager, what was compared, what differed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isinf

from croupier.odds.verification.statistics import LEVEL, ChiSquare, holm, smallest_change

TOLD_AT_MOST = 3
"""Differences told of one wager or rule; the rest are counted."""


@dataclass(frozen=True)
class Finding:
    """Something that is played otherwise than it is printed."""

    where: str
    """The wager's id, or the rule."""
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(frozen=True)
class Compared:
    """One kind of comparison that leaves nothing to chance: how many there were."""

    what: str
    count: int


@dataclass(frozen=True)
class RowCheck:
    """One line of a wager's sheet: how often it should have come, how often it did."""

    row: str
    pays: str
    result: str
    probability: float | None
    """None where the sheet gives no chance: the rows of a wager that is played."""
    expected: float | None
    observed: int
    forced: int
    """Bets of rounds made to order that ended in this line, however rare it is."""


@dataclass(frozen=True)
class WagerCheck:
    """One wager: its results counted and tested, its lines forced."""

    wager: str
    title: str
    paytable: str | None
    rounds: int
    rows: tuple[RowCheck, ...]
    test: ChiSquare | None

    @property
    def possible(self) -> int:
        """Lines that can happen at all from this shoe."""
        return sum(1 for row in self.rows if row.probability or row.forced)

    @property
    def verified(self) -> int:
        return sum(1 for row in self.rows if row.forced)


@dataclass(frozen=True)
class TableCheck:
    """Another pay table of the rulebook: its lines forced, without shoes of its own."""

    paytable: str
    verified: int
    possible: int


@dataclass(frozen=True)
class Verification:
    """One rulebook, verified."""

    rulebook: str
    title: str
    digest: str
    options: Mapping[str, str | int | bool]
    rounds: int
    shoes: int
    seconds: float
    wagers: tuple[WagerCheck, ...]
    shuffles: Mapping[str, ChiSquare | None]
    compared: tuple[Compared, ...] = ()
    paytables: tuple[TableCheck, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class VerificationRun:
    """Rulebooks verified together: one rule for all their tests."""

    verified: tuple[Verification, ...]
    seed: int
    adjusted: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """By rulebook and wager, or test of the shuffle: the p-value for the whole run."""

    @classmethod
    def of(cls, verified: Iterable[Verification], seed: int) -> VerificationRun:
        done = tuple(verified)
        tests = {(one.rulebook, name): test.p for one in done for name, test in _tests(one).items() if test is not None}
        return cls(done, seed, dict(zip(tests, holm(list(tests.values())), strict=True)))

    @property
    def tests(self) -> int:
        return len(self.adjusted)

    def wager_passes(self, one: Verification, check: WagerCheck) -> bool:
        return all(failure.where != check.wager for failure in self.failures(one))

    def passes(self, one: Verification) -> bool:
        return not self.failures(one)

    @property
    def passed(self) -> bool:
        return all(self.passes(one) for one in self.verified)

    def failures(self, one: Verification) -> list[Finding]:
        """Everything that fails a rulebook: what differed, what the tests reject, what was not seen to pay."""
        rejected = [
            Finding(name, _rejection(test, self.adjusted[one.rulebook, name]))
            for name, test in _tests(one).items()
            if test is not None and self.adjusted[one.rulebook, name] < LEVEL
        ]
        unseen = [
            Finding(check.wager, f'no round made for "{row.row}" ({row.pays}) was settled by it')
            for check in one.wagers
            for row in check.rows
            if row.probability and not row.forced
        ]
        tables = [
            Finding(f"paytable {table.paytable}", f"{table.verified} of {table.possible} lines were seen to pay")
            for table in one.paytables
            if table.verified < table.possible
        ]
        return [*one.findings, *rejected, *unseen, *tables]

    def smallest_change(self, check: WagerCheck, place: int) -> float | None:
        """The smallest relative error in a line's chance that its test would have found; None where it has none."""
        probability = check.rows[place].probability
        if check.test is None or place not in check.test.alone or probability is None:
            return None
        return smallest_change(probability, check.rounds, check.test.freedom, self.tests)


def _rejection(test: ChiSquare, adjusted: float) -> str:
    if isinf(test.statistic):
        return "ended in ways that the sheet gives no chance"
    return f"does not come as often as the odds say: p = {test.p:.2g}, {adjusted:.2g} over the run"


def _tests(one: Verification) -> dict[str, ChiSquare | None]:
    return {check.wager: check.test for check in one.wagers} | dict(one.shuffles)


def shortened(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The first few of each wager or rule, and how many more there were."""
    told: list[Finding] = []
    found: Counter[str] = Counter()
    for finding in dict.fromkeys(findings):
        found[finding.where] += 1
        if found[finding.where] <= TOLD_AT_MOST:
            told.append(finding)
    more = [
        Finding(where, f"{count - TOLD_AT_MOST} more differences")
        for where, count in found.items()
        if count > TOLD_AT_MOST
    ]
    return tuple(told + more)
