"""Code that the strategies of the poker games share: the coach, requests to `croupier strategy`, and wording.

The coach gives exact advice from the player's cards and the cards that are face up for all. Actions have the decision
codes of the table: `check`, `play-4`, `fold`. Every round is dealt from a whole deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.action_values import PokerActionValues
from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
from croupier.families.dealer_poker.shared.round import PLAY
from croupier.hands.card_parsing import CardsInput, read_distinct
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.family_odds import HandRequest
from croupier.play.family import family_of
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandExplanation

TRIED: dict[str, tuple[tuple[str, str], ...]] = {
    "three-card": (),
    "ultimate-holdem": (("Ah Kh", "Qd 7c 2s"), ("Ah Kh", "Qd 7c 2s 3d 9c")),
}
"""Example hands for each family. The coach values them once at the start, which loads all kernels that decisions need.
"""


class PokerCoach:
    arrangement_values = None

    def solve(self, rules: TableRules) -> Any:
        """Return the best play, with all kernels loaded, so that the first answer is as fast as later ones."""
        solution = solution_of(rules)
        for hand, board in TRIED[rules.rulebook.written.family]:
            solution.options(hand, board)
        return solution

    def visible_state(
        self, rules: TableRules, play: RoundInProgress[Any], question: Question
    ) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        own, face_up = cards_view(rules, play, question.seat)
        return tuple(own), tuple(face_up)

    def action_values(
        self,
        rules: TableRules,
        visible_state: tuple[tuple[Card, ...], tuple[Card, ...]],
        question: Question,
        solved: Any,
    ) -> dict[str, float]:
        """Return the expected value of each action in antes, without bonuses; empty if a limit leaves one action.

        With one action left, the limit also forbids later raises, and the value of a check without them is not
        computed. [CA-UTH-A11]
        """

        if len(question.choices) < 2:
            return {}
        options = as_decision_codes(solved.options(*map(list, visible_state)))
        return {action: float(value) for action, value in options.values.items()}


def cards_view(rules: TableRules, play: RoundInProgress[Any], seat: int) -> tuple[list[Card], list[Card]]:
    """Return the cards that the player at a seat may see: the seat's cards, and the cards that are face up for all."""
    table_hands, open_now = family_of(rules).hands_on_table(rules, play) or [], family_of(rules).face_up_cards(play)
    own = [card for hand in table_hands if hand.seat == seat for card in hand.cards]
    common = [hand for hand in table_hands if hand.seat is None]
    face_up = [
        card for hand in common for card, place in zip(hand.cards, hand.places, strict=True) if place in open_now
    ]
    return own, face_up


def advise(rules: TableRules, hand: CardsInput, visible: CardsInput = ()) -> PokerActionValues:
    """Return the exact value of every legal action in antes, without bonuses.

    `hand` has the player's cards; `visible` has the community cards turned up so far, or the dealer's shown card. No
    other cards are used. Raise `NotExactlyCountable` if the rulebook has payouts that cannot be counted.
    """
    return as_decision_codes(solution_of(rules).options(hand, visible))


def as_decision_codes(options: PokerActionValues) -> PokerActionValues:
    """Return these action values with the table's decision codes as keys, such as `play-4` for `4x`."""
    named: Mapping[str, Fraction] = {decision_of(way): value for way, value in options.values.items()}
    return PokerActionValues(MappingProxyType(dict(named)))


def decision_of(way: str) -> str:
    """Return the decision code of an action: `play-4` for the raise `4x`; other names stay the same."""
    times = way.removesuffix("x")
    return f"{PLAY}-{times}" if times.isdigit() else way


def require_whole_deck(request: HandRequest) -> None:
    for where, value in (("--removed", request.removed), ("--left", request.left)):
        if value is not None:
            raise BadInput.at(where, "every round of this game is dealt from a whole deck: leave it out")


def cards_of_request(text: str | None, where: str, sizes: Sequence[int], wanted: str) -> tuple[Card, ...]:
    cards = read_distinct(text or "", where)
    found = tuple(card for card in cards if isinstance(card, Card))
    if len(found) < len(cards):
        raise BadInput.at(where, "there is no joker in this deck")
    if len(found) not in sizes:
        raise BadInput.at(where, f"is {len(found)} card{'' if len(found) == 1 else 's'}; {wanted}")
    return found


def require_distinct(hand: Sequence[Card], visible: Sequence[Card], where: str) -> None:
    for card in visible:
        if card in hand:
            raise BadInput.at(where, f"{card} is in the hand already")


@contextmanager
def rulebook_errors() -> Iterator[None]:
    """Context manager that reports `NotExactlyCountable` as an error of the rulebook."""
    try:
        yield
    except NotExactlyCountable as reason:
        raise BadInput.at("RULEBOOK", f"the Ante {reason}") from None


def action_values_of(rules: TableRules, hand: Sequence[Card], visible: Sequence[Card]) -> PokerActionValues:
    with rulebook_errors():
        return solution_of(rules).options(hand, visible)


def explanation_of(rules: TableRules, title: str, cards: dict[str, str], options: PokerActionValues) -> HandExplanation:
    from croupier.documents.strategy import HandExplanation

    # The sort is stable: of actions with equal values, the one that risks least stays first, as in
    # `PokerActionValues.best`.
    values = dict(sorted(options.values.items(), key=lambda item: -item[1]))
    return HandExplanation(rules.id, f"{title}, in antes", cards, values)


def plain_cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def pretty_cards(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in cards)


def as_percent(share: Fraction) -> str:
    """Format a fraction in percent with two decimals, or with more if it would read as 0 % or 100 %."""
    for places in range(2, 12):
        text = f"{float(share):.{places}%}"
        if share in (0, 1) or text not in (f"{1:.{places}%}", f"{0:.{places}%}"):
            return text
    return text


def always_or(share: Fraction) -> str:
    return {Fraction(0): "never", Fraction(1): "always"}.get(share) or as_percent(share)
