"""Fact tables of poker rounds: one example round per outcome, weighted by how often the outcome occurs.

The examples are complete rounds with cards, so that the live table's functions compute their facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from croupier.errors import InvariantViolation
from croupier.families.dealer_poker.shared.edge_cases import Deal, End, board_deals, result_of
from croupier.families.dealer_poker.shared.game import PokerGame
from croupier.families.dealer_poker.shared.odds.pay_rules import min_hole_cards_of
from croupier.families.dealer_poker.shared.odds.round_outcomes import PokerCounts
from croupier.families.dealer_poker.shared.round import PokerResult
from croupier.families.dealer_poker.shared.settle import game_of
from croupier.hands import category_counts
from croupier.hands.hand_strength import Category
from croupier.odds.fact_table import EXACT, FactTable, NotExactlyCountable, Weights
from croupier.play.facts import FactColumns
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

SIX = "six_"
"""Prefix in the names of facts about the six cards of both hands."""
BOARD = "board_"
"""Prefix in the names of facts about the board by itself."""


@dataclass(frozen=True)
class PokerOutcomeClasses:
    """All possible outcomes of two hands, with the facts of each if the hand is played and if it is folded."""

    deals: Mapping[End, Deal]
    columns: FactColumns
    """Facts of every outcome of a played hand, followed by the facts of every outcome of a folded hand."""
    board: FactColumns | None
    """Hold'em: facts of each category that the board can have by itself; None in three-card poker."""
    six: FactColumns | None
    """Three-card poker: facts of each category that the best five of both hands' six cards can have; None in hold'em.
    """


def outcome_classes(rules: TableRules) -> PokerOutcomeClasses:
    """Return the possible outcomes of a table's rounds with their facts.

    The only option that matters is how many hole cards a hand must use.
    """
    return _outcome_classes(game_of(rules), min_hole_cards_of(rules))


@lru_cache(maxsize=5)
def _outcome_classes(game: PokerGame, min_hole_cards: int) -> PokerOutcomeClasses:
    deals, board, six = game.outcome_deals(min_hole_cards), game.board_deals(), game.six_card_deals()
    columns, board_columns, six_columns = (
        FactColumns([game.outcome_facts(one, min_hole_cards) for one in rounds], game.facts.types)
        for rounds in (
            _rounds(deals),
            *([result_of(deal, folded=False) for deal in examples.values()] for examples in (board, six)),
        )
    )
    return PokerOutcomeClasses(deals, columns, board_columns if board else None, six_columns if six else None)


def _rounds(deals: Mapping[End, Deal]) -> list[PokerResult]:
    return [result_of(deal, folded=folded) for folded in (False, True) for deal in deals.values()]


def table_of(wager: OfferedWager, counts: PokerCounts, kinds: PokerOutcomeClasses) -> FactTable:
    """Return the fact table of a wager that is placed in every round."""
    require_priced(wager)
    if on_board(wager):
        return _board_table(counts, kinds)
    if not any(name.startswith(SIX) for name in wager.facts):
        return _table(kinds, counts, [1] * len(counts.times))
    assert counts.six is not None
    assert kinds.six is not None
    return FactTable(counts.six, counts.method, kinds.six)


def on_board(wager: OfferedWager) -> bool:
    """Return whether a wager depends on the board by itself."""
    return any(name.startswith(BOARD) for name in wager.facts)


def _board_table(counts: PokerCounts, kinds: PokerOutcomeClasses) -> FactTable:
    """Return the fact table of all boards by category; a simulation does not count them."""
    assert kinds.board is not None
    if counts.method != EXACT:
        raise NotExactlyCountable("looks at the board by itself, which the simulation does not count; odds does")
    return FactTable(_boards(), EXACT, kinds.board)


@lru_cache(maxsize=1)
def _boards() -> Weights:
    """Return the number of boards of each category, the lowest first."""
    counts = category_counts(5)
    return np.array([counts[Category(kind)] for kind in board_deals()], np.int64)


def require_priced(wager: OfferedWager) -> None:
    """Raise `NotExactlyCountable` if a wager depends on the board or on both hands' six cards, and on other facts."""
    if on_board(wager) and (beside := sorted(name for name in wager.facts if not name.startswith(BOARD))):
        raise NotExactlyCountable(f"looks at the board together with {', '.join(beside)}, and they are counted apart")
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
