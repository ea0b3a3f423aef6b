"""Facts of finished live rounds, with the number of rounds that have the same facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from croupier.cards import Piece
from croupier.money.bets import SEATED, Bet
from croupier.odds.fact_table import FactTable, Weights
from croupier.play.facts import FactColumns, RoundFacts
from croupier.play.family import family_of
from croupier.play.round import Answer
from croupier.rulebook.table_rules import TableRules

FactValues = tuple[Any, ...]
"""Values of all facts of a family for one seat, in the family's order."""
LARGEST_WEIGHT = 2**53
"""Largest sum of weights in 64 bits; with larger ones, weights are Python integers."""


@dataclass(frozen=True)
class RoundCounts:
    """Number of deals, or of played rounds, for each set of facts, and one example round for each set."""

    weights: Counter[FactValues] = field(default_factory=Counter)
    examples: dict[FactValues, tuple[Answer, ...]] = field(default_factory=dict)
    """Answers that the first round with these facts received, by its facts."""

    def __add__(self, later: RoundCounts) -> RoundCounts:
        return RoundCounts(self.weights + later.weights, later.examples | self.examples)


def bets_on_all_wagers(rules: TableRules, seats: Iterable[int]) -> list[Bet]:
    """Return a minimum bet on every wager at each of these seats, even if the rules forbid some combinations."""
    return [Bet(seat, SEATED, one.id, one.limit.least) for seat in seats for one in rules.betting_wagers.values()]


def bank_seat_of(rules: TableRules) -> int | None:
    return rules.seats[-1] if rules.has_player_dealer else None


def facts_at(rules: TableRules, result: Any, bets: Sequence[Bet], seat: int) -> FactValues:
    """Return the facts of a finished round for one seat; where it has split, for its first hand."""
    family = family_of(rules)
    found: Mapping[str, Any] = family.case_facts(rules, result, bets, every=True)
    own = found.get(str(seat)) or found.get(f"{seat}/1", found)
    return tuple(own[name] if name in own else found[name] for name in family.facts.by_name)


def fact_table(rules: TableRules, counts: RoundCounts, method: str) -> FactTable:
    """Return the table of facts on which wagers are measured."""
    large = sum(counts.weights.values()) > LARGEST_WEIGHT
    weights = np.array(list(counts.weights.values()), dtype=object if large else np.int64)
    return FactTable(cast(Weights, weights), method, fact_columns(rules, list(counts.weights)))


def fact_columns(rules: TableRules, rows: Sequence[FactValues]) -> FactColumns:
    facts = family_of(rules).facts
    rounds = [RoundFacts(facts, None) for _ in rows]
    for one, values in zip(rounds, rows, strict=True):
        one.update(zip(facts.by_name, values, strict=True))
    return FactColumns(rounds, facts.types)


def dealt_pieces(answers: Iterable[Answer]) -> list[Piece]:
    return [answer for answer in answers if isinstance(answer, Piece)]
