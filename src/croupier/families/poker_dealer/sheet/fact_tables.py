"""Kinds of poker rounds, each once, with how often it comes: the tables that every wager is measured over.

A round of a kind is a real one, cards and all, so that its facts are read by the live table's own functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from croupier.errors import InvariantViolation
from croupier.families.poker_dealer import holdem_facts, three_card_facts
from croupier.families.poker_dealer.round_state import PokerResult
from croupier.families.poker_dealer.settle import is_holdem
from croupier.families.poker_dealer.sheet.example_deals import (
    SEAT,
    Deal,
    End,
    holdem_deals,
    result_of,
    six_card_deals,
    three_card_deals,
)
from croupier.families.poker_dealer.sheet.round_outcomes import PokerCounts
from croupier.families.poker_dealer.sheet.rules import min_hole_cards_of
from croupier.odds.fact_table import FactTable, NotExactlyCountable, Weights
from croupier.play.fact_columns import FactColumns
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

SIX = "six_"
"""How facts of both hands' six cards begin."""


@dataclass(frozen=True)
class OutcomeClasses:
    """The ends of a family's rounds, played and folded, and the facts of each."""

    deals: dict[End, Deal]
    columns: FactColumns
    """Of every end played on, then of every end folded."""
    six: FactColumns | None
    """Three cards: of each kind of six cards."""


def outcome_classes(rules: TableRules) -> OutcomeClasses:
    """The kinds of a table's rounds. Of its options they hang on how many of its own cards a hand must use alone."""
    return _holdem_kinds(min_hole_cards_of(rules)) if is_holdem(rules) else _three_card_kinds()


@lru_cache(maxsize=4)
def _holdem_kinds(min_hole_cards: int) -> OutcomeClasses:
    deals = holdem_deals(min_hole_cards)
    facts = [holdem_facts.facts_of(one, SEAT, min_hole_cards) for one in _rounds(deals)]
    return OutcomeClasses(deals, FactColumns(facts, holdem_facts.fact.types), None)


@lru_cache(maxsize=1)
def _three_card_kinds() -> OutcomeClasses:
    """No example depends on whether ace, two, three are a straight."""
    deals, six = three_card_deals(), [result_of(deal, folded=False) for deal in six_card_deals().values()]
    columns, six_columns = (
        FactColumns([three_card_facts.facts_of(one, SEAT) for one in rounds], three_card_facts.fact.types)
        for rounds in (_rounds(deals), six)
    )
    return OutcomeClasses(deals, columns, six_columns)


def _rounds(deals: Mapping[End, Deal]) -> list[PokerResult]:
    return [result_of(deal, folded=folded) for folded in (False, True) for deal in deals.values()]


def table_of(wager: OfferedWager, counts: PokerCounts, kinds: OutcomeClasses) -> FactTable:
    """The table that a wager is measured over, which is down in every round."""
    require_priced(wager)
    if not any(name.startswith(SIX) for name in wager.facts):
        return _table(kinds, counts, [1] * len(counts.times))
    assert counts.six is not None
    assert kinds.six is not None
    return FactTable(counts.six, counts.method, kinds.six)


def require_priced(wager: OfferedWager) -> None:
    """Raise `NotExactlyCountable` where a wager looks at both hands' six cards and at something else."""
    others = sorted(name for name in wager.facts if not name.startswith(SIX))
    if others and len(others) < len(wager.facts):
        raise NotExactlyCountable(
            f"looks at both hands' six cards together with {', '.join(others)}, and they are counted apart"
        )


def play_table(counts: PokerCounts, kinds: OutcomeClasses) -> FactTable:
    """The table of a Play wager: every ante that is put on it counts, and a folded hand has none."""
    return _table(kinds, counts, counts.times)


def _table(kinds: OutcomeClasses, counts: PokerCounts, weighs: Sequence[int]) -> FactTable:
    """`weighs`: what a round counts for, by what its Play wager is."""
    require_examples(kinds, counts)
    weights = counts.ends * np.array(weighs, np.int64)[:, None, None, None]
    is_folded = np.array([times == 0 for times in counts.times])
    ends = tuple(np.array(list(kinds.deals)).T)
    both: Weights = np.concatenate([weights[which].sum(axis=0)[ends] for which in (~is_folded, is_folded)])
    return FactTable(both, counts.method, kinds.columns)


def require_examples(kinds: OutcomeClasses, counts: PokerCounts) -> None:
    """A round was counted for every end that has an example, and for no other."""
    left = counts.ends.sum(axis=0)
    left[tuple(np.array(list(kinds.deals)).T)] = 0
    if left.any():
        raise InvariantViolation(f"rounds ended as no example does: {np.argwhere(left).tolist()}")
