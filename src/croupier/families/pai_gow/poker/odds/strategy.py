"""Best arrangement on the command line, one hand explained and the house way as a table; and the coach."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Piece
from croupier.errors import BadInput
from croupier.families.pai_gow.poker.facts import card_number_of
from croupier.families.pai_gow.poker.rules import section_of
from croupier.families.pai_gow.shared.house_way_rules import rules_in_force
from croupier.hands.card_parsing import card_of, index_of, read_distinct
from croupier.odds.family_odds import HandRequest
from croupier.play.family import family_of
from croupier.play.hands_on_table import HandName
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandExplanation, StrategyDocument
    from croupier.families.pai_gow.poker.odds.best_setting import Cards, DealerHands, EvaluatedArrangement

JOKER_WORD = re.compile(r"\bJo(?:ker)?\b", re.IGNORECASE)


class PaiGowStrategy:
    """Answers to strategy requests: the value of every arrangement of a hand, and the house way as a table.

    A hand is valued against all hands of the remaining cards, set the house way, or only against the player-dealer's
    hand if that is shown.
    """

    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        section = section_of(rules)
        if not section.dice:
            raise BadInput.at("RULEBOOK", f"both hands of {rules.rulebook.title} are set the house way: nobody decides")
        for where, value in (("--removed", request.removed), ("--left", request.left), ("--board", request.board)):
            if value is not None:
                raise BadInput.at(where, "every round of this game is dealt from a whole deck: leave it out")
        if request.up is not None and not section.shown_first:
            raise BadInput.at("--up", f"{rules.rulebook.title} shows no card of the player-dealer's")
        if request.up is not None and request.hand is None:
            raise BadInput.at("--up", "goes with --hand")

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        from croupier.documents.strategy import HandExplanation
        from croupier.families.pai_gow.poker.odds.best_setting import arrangements

        cards = _cards(rules, request.hand or "", "--hand")
        dealers = None if request.up is None else _dealers(rules, _cards(rules, request.up, "--up"), cards)
        options = arrangements(rules, cards, dealers)
        best, own = options[0], next(option for option in options if option.is_house_way)
        cards_json = {
            "hand": _cards_text(cards),
            "house_way": _cards_text(own.low),
            "cost_of_house_way": f"{best.value - own.value}",
        }
        if request.up is not None:
            cards_json["up"] = request.up
        title = f"{' '.join(card_of(card).pretty for card in cards)}: what goes in front, in units of the wager"
        return HandExplanation(rules.id, title, cards_json, {_line(option): option.value for option in options})

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        from croupier import __version__
        from croupier.documents.strategy import PlainTable, StrategyDocument

        section = section_of(rules)
        names = rules_in_force(section, rules.options)
        rows = tuple((section.house_way[name].title, section.house_way[name].set) for name in names)
        hint = 'One hand, every way to lay it: croupier strategy RULEBOOK --hand "As Ks 9d 9c 4h 4s Jo".'
        return StrategyDocument(
            rulebook=rules.id,
            title=rules.rulebook.title,
            digest=rules.rulebook.digest,
            version=__version__,
            rules=("The player-dealer's hand is set the house way.",),
            blocks=(),
            tables=(PlainTable("The house way, from the top", ("Hand", "In front"), rows),),
            meanings=(),
            tones={},
            terminal_lines=(hint,),
            closing=(hint,),
            json_data={
                "rulebook": rules.id,
                "digest": rules.rulebook.digest,
                "house_way": [{"hand": title, "front": front} for title, front in rows],
            },
        )


def _cards(rules: TableRules, text: str, where: str) -> Cards:
    cards = read_distinct(JOKER_WORD.sub("JK", text), where)
    wanted = section_of(rules).cards
    if len(cards) != wanted:
        raise BadInput.at(where, f"is {len(cards)} card{'' if len(cards) == 1 else 's'}; a hand has {wanted}")
    return tuple(index_of(card) for card in cards)


def _dealers(rules: TableRules, cards: Cards, own: Cards) -> DealerHands:
    """Return the player-dealer's shown hand as the only possible one; refuse cards that the player also has."""
    from croupier.families.pai_gow.poker.odds.best_setting import shown_dealer_hand
    from croupier.families.pai_gow.poker.odds.exact import house_way_reading

    for card in cards:
        if card in own:
            raise BadInput.at("--up", f"{card_of(card)} is in the hand already")
    return shown_dealer_hand(house_way_reading(rules), cards)


def _cards_text(cards: Cards) -> str:
    return " ".join(str(card_of(card)) for card in cards)


def _line(arrangement: EvaluatedArrangement) -> str:
    """Return the label of an arrangement, for example "4h 4s, house way"."""
    label = _cards_text(arrangement.low)
    if arrangement.double is not None:
        label += ", double-down" if arrangement.double > 0 else ", stay"
    return f"{label}, house way" if arrangement.is_house_way else label


DOUBLE, STAY = "double-down", "stay"


class PaiGowCoach:
    """Coach that uses only the player's own cards.

    It gives no advice on arrangements where the player-dealer's hand is shown first.
    """

    def solve(self, rules: TableRules) -> Any:
        """Load the traits of every class of hands, and compile or load the kernels."""
        from croupier.families.pai_gow.poker.odds.best_setting import possible_dealer_hands
        from croupier.families.pai_gow.poker.odds.exact import house_way_reading

        return possible_dealer_hands(house_way_reading(rules), range(section_of(rules).cards))

    def visible_state(
        self, rules: TableRules, play: RoundInProgress[Any], question: Question
    ) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
        """Return the player's own cards, and which of them are in the low hand."""
        hands = [hand for hand in family_of(rules).hands_on_table(rules, play) or () if hand.seat == question.seat]
        cards = tuple(card for hand in hands for card in hand.cards)
        return cards, tuple(card for hand in hands if HandName.parse(hand.name).part == "low" for card in hand.cards)

    def action_values(
        self,
        rules: TableRules,
        visible_state: tuple[tuple[Piece, ...], tuple[Piece, ...]],
        question: Question,
        solved: Any,
    ) -> dict[str, float]:
        """Return the values of doubling and not doubling, in units of the base wager."""
        if len(question.choices) < 2:
            return {}
        cards, front = visible_state
        found = next(
            arrangement
            for arrangement in self._arrangements(rules, cards)
            if set(arrangement.low) == {card_number_of(card) for card in front}
        )
        return {STAY: float(found.base), DOUBLE: float(found.base + (found.double or 0))}

    def arrangement_values(
        self, rules: TableRules, cards: Sequence[Piece]
    ) -> list[tuple[tuple[int, ...], float, bool]]:
        """Return every legal arrangement, best first, as low hand, value, and whether it is the house way."""
        if section_of(rules).shown_first:
            return []
        return [
            (arrangement.low, float(arrangement.value), arrangement.is_house_way)
            for arrangement in self._arrangements(rules, cards)
        ]

    def _arrangements(self, rules: TableRules, cards: Sequence[Piece]) -> list[EvaluatedArrangement]:
        from croupier.families.pai_gow.poker.odds.best_setting import arrangements

        return arrangements(rules, tuple(card_number_of(card) for card in cards))
