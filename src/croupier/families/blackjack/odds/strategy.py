"""What `croupier strategy` does for blackjack, from a full shoe or from the remaining cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import count, value
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.family_odds import HandRequest
from croupier.odds.shoe_composition import Composition, read_cards, shoe_left
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandExplanation, StrategyDocument
    from croupier.families.blackjack.odds.solution import BlackjackSolution


class BlackjackStrategyCommand:
    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        if request.board is not None:
            raise BadInput.at("--board", "there is no board in blackjack; the dealer's card goes with --up")
        if (request.hand is None) != (request.up is None):
            raise BadInput.at("--hand", 'goes with --up, such as --hand "8s 8h" --up 6c')

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        from croupier.families.blackjack.odds.strategy_document import blackjack_strategy_document

        return blackjack_strategy_document(
            rules, _solved(rules, shoe_left(rules.shoe.decks, request.removed, request.left))
        )

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        from croupier.documents.strategy import HandExplanation

        shoe = shoe_left(rules.shoe.decks, request.removed, request.left)
        hand, up = read_cards(request.hand or "", "--hand"), read_cards(request.up or "", "--up")
        _require_hand(rules, hand, up, shoe)
        options = _solved(rules, shoe).best([int(value(card.rank)) for card in hand], int(value(up[0].rank))).legal()
        title = f"{' '.join(card.pretty for card in hand)} against {up[0].pretty}, in units of the wager"
        return HandExplanation(rules.id, title, {"hand": " ".join(map(str, hand)), "up": str(up[0])}, options)


def _require_hand(rules: TableRules, hand: tuple[Card, ...], up: tuple[Card, ...], shoe: Composition | None) -> None:
    if len(up) != 1:
        raise BadInput.at("--up", f"is {len(up)} cards; the dealer shows one")
    if len(hand) < 2:
        raise BadInput.at("--hand", "is one card; a hand has two or more")
    held = count(value(card.rank) for card in hand)
    if held.is_over:
        raise BadInput.at("--hand", f"counts {held.total}: over 21 there is nothing left to decide")
    full = shoe or Composition.of_decks(rules.shoe.decks)
    full.without((*hand, *up), "--hand")


def _solved(rules: TableRules, shoe: Composition | None) -> BlackjackSolution:
    from croupier.families.blackjack.odds.exact import solution_of

    try:
        solution: BlackjackSolution = solution_of(rules, shoe)
        _ = solution.value, solution.chart_value
    except NotExactlyCountable as reason:
        raise BadInput.at("RULEBOOK", f"the main wager {reason}") from None
    return solution
