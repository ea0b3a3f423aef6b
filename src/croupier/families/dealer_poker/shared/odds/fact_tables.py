"""Fact tables of poker rounds: one example round per outcome, weighted by how often the outcome occurs.

The examples are complete rounds with cards, so that the live table's functions compute their facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from croupier.errors import InvariantViolation
from croupier.families.dealer_poker.shared.edge_cases import (
    SEAT,
    Deal,
    End,
    result_of,
    six_card_deals,
    three_card_deals,
    ultimate_deals,
)
from croupier.families.dealer_poker.shared.odds.pay_rules import min_hole_cards_of
from croupier.families.dealer_poker.shared.odds.round_outcomes import PokerCounts
from croupier.families.dealer_poker.shared.round import PokerResult
from croupier.families.dealer_poker.shared.settle import is_ultimate
from croupier.families.dealer_poker.three_card import facts as three_card_facts
from croupier.families.dealer_poker.ultimate import facts as ultimate_facts
from croupier.odds.fact_table import FactTable, NotExactlyCountable, Weights
from croupier.play.fact_columns import FactColumns
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

SIX = "six_"
"""Prefix in the names of facts about the six cards of both hands."""


@dataclass(frozen=True)
class PokerOutcomeClasses:
    """All possible outcomes of two hands, with the facts of each if the hand is played and if it is folded."""

    deals: dict[End, Deal]
    columns: FactColumns
    """Facts of every outcome of a played hand, followed by the facts of every outcome of a folded hand."""
    six: FactColumns | None
    """Three-card poker: facts of each category that the best five of both hands' six cards can have; None in hold'em.
    """


def outcome_classes(rules: TableRules) -> PokerOutcomeClasses:
    """Return the possible outcomes of a table's rounds with their facts.

    The only option that matters is how many hole cards a hand must use.
    """
    return _ultimate_kinds(min_hole_cards_of(rules)) if is_ultimate(rules) else _three_card_kinds()


@lru_cache(maxsize=4)
def _ultimate_kinds(min_hole_cards: int) -> PokerOutcomeClasses:
    deals = ultimate_deals(min_hole_cards)
    facts = [ultimate_facts.facts_of(one, SEAT, min_hole_cards) for one in _rounds(deals)]
    return PokerOutcomeClasses(deals, FactColumns(facts, ultimate_facts.fact.types), None)


@lru_cache(maxsize=1)
def _three_card_kinds() -> PokerOutcomeClasses:
    """Return the possible outcomes of three-card poker with their facts.

    No example depends on whether A-2-3 is a straight.
    """
    deals, six = three_card_deals(), [result_of(deal, folded=False) for deal in six_card_deals().values()]
    columns, six_columns = (
        FactColumns([three_card_facts.facts_of(one, SEAT) for one in rounds], three_card_facts.fact.types)
        for rounds in (_rounds(deals), six)
    )
    return PokerOutcomeClasses(deals, columns, six_columns)


def _rounds(deals: Mapping[End, Deal]) -> list[PokerResult]:
    return [result_of(deal, folded=folded) for folded in (False, True) for deal in deals.values()]


def table_of(wager: OfferedWager, counts: PokerCounts, kinds: PokerOutcomeClasses) -> FactTable:
    """Return the fact table of a wager that is placed in every round."""
    require_priced(wager)
    if not any(name.startswith(SIX) for name in wager.facts):
        return _table(kinds, counts, [1] * len(counts.times))
    assert counts.six is not None
    assert kinds.six is not None
    return FactTable(counts.six, counts.method, kinds.six)


def require_priced(wager: OfferedWager) -> None:
    """Raise `NotExactlyCountable` if a wager depends on both hands' six cards and on other facts."""
    others = sorted(name for name in wager.facts if not name.startswith(SIX))
    if others and len(others) < len(wager.facts):
        raise NotExactlyCountable(
            f"looks at both hands' six cards together with {', '.join(others)}, and they are counted apart"
        )


def play_table(counts: PokerCounts, kinds: PokerOutcomeClasses) -> FactTable:
    """Return the fact table of the Play wager; each round counts by the size of the wager in antes, 0 for a fold."""
    return _table(kinds, counts, counts.times)


def _table(kinds: PokerOutcomeClasses, counts: PokerCounts, weighs: Sequence[int]) -> FactTable:
    """Return the fact table of all outcomes; `weighs` says how often a round counts, by size of the Play wager."""
    require_examples(kinds, counts)
    weights = counts.ends * np.array(weighs, np.int64)[:, None, None, None]
    is_folded = np.array([times == 0 for times in counts.times])
    ends = tuple(np.array(list(kinds.deals)).T)
    both: Weights = np.concatenate([weights[which].sum(axis=0)[ends] for which in (~is_folded, is_folded)])
    return FactTable(both, counts.method, kinds.columns)


def require_examples(kinds: PokerOutcomeClasses, counts: PokerCounts) -> None:
    """Raise `InvariantViolation` if rounds were counted for an outcome that has no example deal."""
    left = counts.ends.sum(axis=0)
    left[tuple(np.array(list(kinds.deals)).T)] = 0
    if left.any():
        raise InvariantViolation(f"rounds ended as no example does: {np.argwhere(left).tolist()}")
