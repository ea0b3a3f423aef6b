"""What `croupier strategy` does for poker against a player-dealer; every round is dealt from a whole deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.hands.card_parsing import read_distinct
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.family_odds import HandRequest
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandExplanation, StrategyDocument
    from croupier.families.dealer_poker.shared.odds.action_values import PokerActionValues

STREETS = (0, 3, 5)
"""Numbers of community cards turned up when a player decides. [004 L3642-3649]"""


class UltimateStrategyCommand:
    """Answers to strategy requests for hold'em: two hole cards, and the community cards turned up so far."""

    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        _require_whole_deck(request)
        if request.up is not None:
            raise BadInput.at("--up", f"{rules.rulebook.title} shows no card of the player-dealer's; see --board")
        if request.board is not None and request.hand is None:
            raise BadInput.at("--board", 'goes with --hand, such as --hand "Kh 5s" --board "Kd 7c 2s"')

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        with _rulebook_errors():
            from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
            from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution
            from croupier.families.dealer_poker.ultimate.odds.strategy import ultimate_strategy_document

            solution = solution_of(rules)
            assert isinstance(solution, UltimateSolution)
            return ultimate_strategy_document(rules, solution)

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        hand = _cards(request.hand, "--hand", (2,), "a hand is two cards")
        board = _cards(request.board, "--board", STREETS, "decisions are on none, 3 or 5 cards of the board")
        _require_distinct(hand, board, "--board")
        on = f" on {_pretty(board)}" if board else ""
        cards = {"hand": _plain(hand), "board": _plain(board)}
        return _explanation(rules, f"{_pretty(hand)}{on}", cards, _options(rules, hand, board))


class ThreeCardStrategyCommand:
    """Answers to strategy requests for three-card poker: three cards, and the dealer's shown card if there is one."""

    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        _require_whole_deck(request)
        if request.board is not None:
            raise BadInput.at("--board", f"there is no board in {rules.rulebook.title}")
        if not rules.value(section_of(rules).upcard):
            if request.up is not None:
                raise BadInput.at("--up", "no card of the player-dealer's is seen under these rules: leave it out")
        elif (request.hand is None) != (request.up is None):
            raise BadInput.at("--hand", 'goes with --up, such as --hand "Qh 9s 2d" --up Kd')

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        with _rulebook_errors():
            from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
            from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution
            from croupier.families.dealer_poker.three_card.odds.strategy import three_card_strategy_document

            solution = solution_of(rules)
            assert isinstance(solution, ThreeCardSolution)
            return three_card_strategy_document(rules, solution)

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        hand = _cards(request.hand, "--hand", (3,), "a hand is three cards")
        up = _cards(request.up, "--up", (0 if request.up is None else 1,), "the player-dealer shows one")
        _require_distinct(hand, up, "--up")
        against = f" against {_pretty(up)}" if up else ""
        cards = {"hand": _plain(hand)} | ({"up": _plain(up)} if up else {})
        return _explanation(rules, f"{_pretty(hand)}{against}", cards, _options(rules, hand, up))


def _require_whole_deck(request: HandRequest) -> None:
    for where, value in (("--removed", request.removed), ("--left", request.left)):
        if value is not None:
            raise BadInput.at(where, "every round of this game is dealt from a whole deck: leave it out")


def _cards(text: str | None, where: str, sizes: Sequence[int], wanted: str) -> tuple[Card, ...]:
    cards = read_distinct(text or "", where)
    found = tuple(card for card in cards if isinstance(card, Card))
    if len(found) < len(cards):
        raise BadInput.at(where, "there is no joker in this deck")
    if len(found) not in sizes:
        raise BadInput.at(where, f"is {len(found)} card{'' if len(found) == 1 else 's'}; {wanted}")
    return found


def _require_distinct(hand: Sequence[Card], visible: Sequence[Card], where: str) -> None:
    for card in visible:
        if card in hand:
            raise BadInput.at(where, f"{card} is in the hand already")


@contextmanager
def _rulebook_errors() -> Iterator[None]:
    """Context manager that reports `NotExactlyCountable` as an error of the rulebook."""
    try:
        yield
    except NotExactlyCountable as reason:
        raise BadInput.at("RULEBOOK", f"the Ante {reason}") from None


def _options(rules: TableRules, hand: Sequence[Card], visible: Sequence[Card]) -> PokerActionValues:
    with _rulebook_errors():
        from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of

        return solution_of(rules).options(hand, visible)


def _explanation(rules: TableRules, title: str, cards: dict[str, str], options: PokerActionValues) -> HandExplanation:
    from croupier.documents.strategy import HandExplanation

    # The sort is stable: of actions with equal values, the one that risks least stays first, as in
    # `PokerActionValues.best`.
    values = dict(sorted(options.values.items(), key=lambda item: -item[1]))
    return HandExplanation(rules.id, f"{title}, in antes", cards, values)


def _plain(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _pretty(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in cards)
