"""Coach for pai gow tiles: values of the arrangements of four tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.cards import Pack, Piece
from croupier.families.pai_gow.tiles.hand_values import ranks_of
from croupier.families.pai_gow.tiles.house_way import high_first, set_hand
from croupier.families.pai_gow.tiles.odds.best_setting import hand_index, solve
from croupier.families.pai_gow.tiles.odds.hands import ARRANGEMENTS
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.odds.family_odds import ArrangementValue
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules


class TilesCoach:
    """Coach that uses only the player's own tiles; it assumes that the player-dealer follows the house way."""

    def solve(self, rules: TableRules) -> Any:
        """Compute the values of every arrangement of every hand; the result is cached."""
        return solve(house_way_for(rules))

    def visible_state(self, rules: TableRules, play: RoundInProgress[Any], question: Question) -> None:
        return None

    def action_values(
        self, rules: TableRules, visible_state: None, question: Question, solved: Any
    ) -> dict[str, float]:
        return {}

    def arrangement_values(self, rules: TableRules, cards: Sequence[Piece]) -> list[ArrangementValue]:
        """Return all arrangements, best first, as low hand, value, and whether it is the house way."""
        of_ranks, way = ranks_of(cards), house_way_for(rules)
        solution = solve(way)
        places = sorted(range(len(cards)), key=of_ranks.__getitem__)
        sorted_ranks = [of_ranks[place] for place in places]
        by_house = set_hand(way, of_ranks)[1]
        values_by_low_hand: dict[tuple[int, ...], ArrangementValue] = {}
        for split in range(ARRANGEMENTS):
            low = tuple(places[place] for place in high_first(sorted_ranks, split)[1])
            kinds = tuple(sorted(Pack.DOMINOES.piece_numbers[cards[place]] for place in low))
            is_house_way = kinds == tuple(sorted(Pack.DOMINOES.piece_numbers[cards[place]] for place in by_house))
            values_by_low_hand[kinds] = kinds, float(solution.value_of_split(hand_index(of_ranks), split)), is_house_way
        return sorted(values_by_low_hand.values(), key=lambda one: -one[1])
