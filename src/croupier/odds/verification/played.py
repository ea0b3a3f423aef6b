"""The report of a table whose hands are played: blackjack and poker are verified by the same steps."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from croupier.cards.chance import Chance, SeededChance
from croupier.errors import BadInput
from croupier.families.baccarat.odds.verification.tally import Tally
from croupier.odds.par_sheet import option_text
from croupier.odds.verification.report import Compared, Finding, Verification, WagerCheck, shortened
from croupier.odds.verification.statistics import ChiSquare
from croupier.rulebook.house_rules import HouseRules

LEAST_ROUNDS, MOST_ROUNDS = 1_000, 10_000_000


def require_rounds(rounds: int) -> None:
    if not LEAST_ROUNDS <= rounds <= MOST_ROUNDS:
        raise BadInput.at("--rounds", f"is {rounds}; give {LEAST_ROUNDS:,} to {MOST_ROUNDS:,}")


def seed_of(seed: int, rulebook: str) -> int:
    """A seed of its own for each rulebook, so that no two are tested by the same shoes."""
    return int.from_bytes(hashlib.sha256(f"{seed} {rulebook}".encode()).digest()[:8], "big")


class PlayedTable(Protocol):
    """A printed sheet, a table that should play by it, and what was found."""

    rounds: int
    tally: Tally
    findings: list[Finding]

    def play(self, rounds: int, seed: int) -> None: ...
    def checks(self) -> Iterator[WagerCheck]: ...
    def tests(self) -> Mapping[str, ChiSquare | None]: ...
    def compared(self) -> Iterator[Compared]: ...
    def not_counted(self) -> Iterator[Finding]: ...


def verify_played(
    printed: HouseRules, begin: Callable[[Chance], PlayedTable], *, rounds: int, seed: int, chance: Chance | None
) -> Verification:
    """Play a table and say what came of it. `chance`: what shuffles, in place of a generator with this seed."""
    require_rounds(rounds)
    began = time.perf_counter()
    own_seed = seed_of(seed, printed.id)
    table = begin(chance or SeededChance(own_seed))
    table.play(rounds, own_seed)
    return Verification(
        printed.id,
        printed.book.title,
        printed.book.digest,
        {name: option_text(chosen) for name, chosen in printed.options.items() if chosen is not None},
        table.rounds,
        table.tally.shoes,
        time.perf_counter() - began,
        tuple(table.checks()),
        table.tests(),
        tuple(table.compared()),
        findings=shortened([*table.not_counted(), *table.findings]),
    )
