"""The coach at pai gow tiles: what each way to lay one's four tiles is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.cards import Pack, Piece
from croupier.families.pai_gow.tiles.hand_values import ranks_of
from croupier.families.pai_gow.tiles.house_way import high_first, set_hand
from croupier.families.pai_gow.tiles.odds.best_setting import number_of, solve
from croupier.families.pai_gow.tiles.odds.hands import WAYS
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.odds.family_odds import ArrangementValue
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules


class TilesCoach:
    """By one's own tiles alone, against a player-dealer whom the house sets."""

    def solve(self, rules: TableRules) -> Any:
        """Every way of every hand, worked out once."""
        return solve(house_way_for(rules))

    def visible_state(self, rules: TableRules, play: RoundInProgress[Any], question: Question) -> None:
        return None

    def action_values(self, rules: TableRules, seen: None, question: Question, solved: Any) -> dict[str, float]:
        return {}

    def arrangement_values(self, rules: TableRules, cards: Sequence[Piece]) -> list[ArrangementValue]:
        """Every way to lay these tiles that is not foul, best first: what is laid low, its worth, if the house does."""
        of_ranks, way = ranks_of(cards), house_way_for(rules)
        solution = solve(way)
        places = sorted(range(len(cards)), key=of_ranks.__getitem__)
        sorted_ranks = [of_ranks[place] for place in places]
        by_house = set_hand(way, of_ranks)[1]
        told: dict[tuple[int, ...], ArrangementValue] = {}
        for split in range(WAYS):
            low = tuple(places[place] for place in high_first(sorted_ranks, split)[1])
            kinds = tuple(sorted(Pack.DOMINOES.places[cards[place]] for place in low))
            is_house_way = kinds == tuple(sorted(Pack.DOMINOES.places[cards[place]] for place in by_house))
            told[kinds] = kinds, float(solution.worth(number_of(of_ranks), split)), is_house_way
        return sorted(told.values(), key=lambda one: -one[1])
