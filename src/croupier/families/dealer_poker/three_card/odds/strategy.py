"""Best play at three-card poker: the command `croupier strategy`, and its document.

The document has the lowest hand to play against each card that the dealer shows. Some hands are played in some suits
and folded in others: a card of the shown suit makes a dealer's flush less likely, so a hand just below the threshold is
worth slightly more with such a card. The cards that are needed are read from the solution, hand by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier import __version__
from croupier.cards.card import RANK_LETTERS, Rank
from croupier.documents.strategy import PlainTable, StrategyDocument, value_json
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.strategy import (
    action_values_of,
    always_or,
    cards_of_request,
    explanation_of,
    plain_cards,
    pretty_cards,
    require_distinct,
    require_whole_deck,
    rulebook_errors,
)
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.three_card.odds.solver import (
    DECK,
    EXPOSED_RANKS,
    SUITS,
    PlayThreshold,
    ThreeCardSolution,
    hand_values,
    hands,
    ranks_text,
)
from croupier.families.dealer_poker.three_card.rules import NotQualified, ThreeCardRules
from croupier.hands.hand_strength import ThreeCardCategory, Wheel
from croupier.hands.rank_hand import HandRank
from croupier.odds.family_odds import HandRequest
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandExplanation


class ThreeCardStrategyCommand:
    """Answers to strategy requests for three-card poker: three cards, and the dealer's shown card if there is one."""

    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        require_whole_deck(request)
        if request.board is not None:
            raise BadInput.at("--board", f"there is no board in {rules.rulebook.title}")
        if not rules.value(section_of(rules).upcard):
            if request.up is not None:
                raise BadInput.at("--up", "no card of the player-dealer's is seen under these rules: leave it out")
        elif (request.hand is None) != (request.up is None):
            raise BadInput.at("--hand", 'goes with --up, such as --hand "Qh 9s 2d" --up Kd')

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        with rulebook_errors():
            from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
            from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution

            solution = solution_of(rules)
            assert isinstance(solution, ThreeCardSolution)
            return three_card_strategy_document(rules, solution)

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        hand = cards_of_request(request.hand, "--hand", (3,), "a hand is three cards")
        up = cards_of_request(request.up, "--up", (0 if request.up is None else 1,), "the player-dealer shows one")
        require_distinct(hand, up, "--up")
        against = f" against {pretty_cards(up)}" if up else ""
        cards = {"hand": plain_cards(hand)} | ({"up": plain_cards(up)} if up else {})
        return explanation_of(rules, f"{pretty_cards(hand)}{against}", cards, action_values_of(rules, hand, up))


NOT_NEEDED = "none needed"
RANK_WORDS = {Rank.ACE: "ace", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}


def three_card_strategy_document(rules: TableRules, solution: ThreeCardSolution) -> StrategyDocument:
    play_rules, statements = tuple(rules_as_text(solution.rules)), tuple(_statements(solution))
    return StrategyDocument(
        rulebook=rules.id,
        title=rules.rulebook.title,
        digest=rules.rulebook.digest,
        version=__version__,
        rules=play_rules,
        blocks=(),
        tables=tuple(_tables(solution)),
        meanings=(),
        tones={},
        terminal_lines=statements,
        closing=statements,
        json_data={
            "rulebook": rules.id,
            "digest": rules.rulebook.digest,
            "rules": list(play_rules),
            **value_json("value", solution.value),
            **value_json("house_edge", solution.edge),
            **value_json("element_of_risk", solution.element_of_risk),
            **value_json("folds", solution.folds),
            "lines": [_line_json(solution, line) for line in solution.chart],
        },
    )


def rules_as_text(rules: ThreeCardRules) -> Iterator[str]:
    """Yield the rules that affect the strategy, as text."""
    yield "One card of the player-dealer's is seen" if rules.is_exposed else "No card of the player-dealer's is seen"
    if rules.qualifies is None:
        yield "player-dealer always qualifies"
    else:
        yield f"player-dealer qualifies with {RANK_WORDS.get(rules.qualifies, int(rules.qualifies))} high"
        paid = rules.not_qualified is NotQualified.PAID
        yield f"without that the Ante wins {'whatever the hands' if paid else 'only with the higher hand'}"
    pays = [(kind, rules.ante_bonus.of(kind)) for kind in reversed(ThreeCardCategory)]
    if rules.ante_nets is not None:
        yield "some hands pay the Ante otherwise than 1:1"
    elif rows := [f"{category_text(kind)} {pay.numerator}:{pay.denominator}" for kind, pay in pays if pay]:
        yield f"Ante bonus, whoever wins: {', '.join(rows)}"
    yield "A-2-3 is a straight" if rules.wheel is Wheel.LOW else "A-2-3 is no straight"


def category_text(kind: ThreeCardCategory) -> str:
    return kind.name.lower().replace("_", " ")


def _tables(solution: ThreeCardSolution) -> Iterator[PlainTable]:
    """Yield the table of the lowest hands to play, and a table of lower hands that are played too, if there are any."""
    lines = solution.chart
    rows = tuple((_shown(line), _plays(line), always_or(_folds(solution, line))) for line in lines)
    yield PlainTable("Play or fold", ("dealer shows", "play", "fold"), rows, figures=1)
    below = tuple(row for line in lines for row in _below(solution, line))
    if below:
        yield PlainTable("Hands below that which are played too", ("dealer shows", "of the suit shown", "play"), below)


def _shown(line: PlayThreshold) -> str:
    return "nothing" if line.exposed is None else RANK_LETTERS[line.exposed - 1]


def _plays(line: PlayThreshold) -> str:
    return "every hand" if line.plays_from.value == 1 else f"{ranks_text(line.plays_from)} or better"


def _below(solution: ThreeCardSolution, line: PlayThreshold) -> Iterator[tuple[str, ...]]:
    """Yield table rows of hands below the threshold that are played too, one row per condition on suits.

    Only the first row names the shown card.
    """
    needs = {NOT_NEEDED: list(line.also)} if line.also else {}
    for place, (when, lower) in enumerate((needs | _by_suits(solution, line)).items()):
        yield "" if place else _shown(line), when, hands_as_ranges(lower)


def _by_suits(solution: ThreeCardSolution, line: PlayThreshold) -> dict[str, list[HandRank]]:
    """Return the hands that are played in some suits only, grouped by the condition on their suits."""
    found: dict[str, list[HandRank]] = {}
    for hand in line.by_suits:
        found.setdefault(suits_text(solution, line.exposed, hand), []).append(hand)
    return dict(sorted(found.items(), key=lambda one: -len(one[1])))


def _folds(solution: ThreeCardSolution, line: PlayThreshold) -> Fraction:
    """Return the fraction of hands that fold against a shown card."""
    row = 0 if line.exposed is None else int(line.exposed) - 1
    hands = comb(DECK - (line.exposed is not None), 3)
    return 1 - Fraction(int(solution.plays[row].sum()), hands)


def _statements(solution: ThreeCardSolution) -> Iterator[str]:
    yield f"Best play folds {float(solution.folds):.4%} of all hands."
    yield f"House edge: {float(solution.edge):.6%} of the Ante, exactly {solution.edge}."
    yield f"Element of risk: {float(solution.element_of_risk):.6%} of all that is put down."


def _line_json(solution: ThreeCardSolution, line: PlayThreshold) -> dict[str, Any]:
    by_suits = [
        {"hand": ranks_text(hand), "of_suit_shown": suits_text(solution, line.exposed, hand)} for hand in line.by_suits
    ]
    return {
        "up": None if line.exposed is None else RANK_LETTERS[line.exposed - 1],
        "plays_from": ranks_text(line.plays_from),
        "also": [ranks_text(hand) for hand in line.also],
        "by_suits": by_suits,
        "folds": float(_folds(solution, line)),
    }


def hands_as_ranges(hands: Sequence[HandRank]) -> str:
    """List hands as text; three or more hands of consecutive rank form a range: `T-8-2 to T-9-7, J-3-2`."""
    runs: list[list[HandRank]] = []
    for hand in sorted(hands):
        if runs and hand.value == runs[-1][-1].value + 1:
            runs[-1].append(hand)
        else:
            runs.append([hand])
    return ", ".join(_run([ranks_text(hand) for hand in run]) for run in runs)


def _run(names: list[str]) -> str:
    return f"{names[0]} to {names[-1]}" if len(names) > 2 else ", ".join(names)


SOME_SUITS = "not by that alone"
"""Text for hands whose decision does not follow from the number or position of their suited cards."""
PLACES = ("highest", "middle", "lowest")
Held = frozenset[int]
"""Positions of the hand's cards that have the suit of the shown card; the highest card is 0."""


def suits_text(solution: ThreeCardSolution, exposed: Rank | None, hand: HandRank) -> str:
    """Return as text which cards must have the suit of the shown card for the hand to be played, such as `one card`.

    The text is checked against all suits in which the hand can be dealt.
    """
    if exposed is None or hand.category != ThreeCardCategory.HIGH_CARD:
        return SOME_SUITS
    played = _played_by_suited_cards(solution, exposed, hand)
    wanted = {held for held, is_played in played.items() if is_played}
    least = {held for held in wanted if not any(other < held for other in wanted)}
    if None in played.values() or wanted != {held for held in played if any(one <= held for one in least)}:
        return SOME_SUITS
    for many, words in ((1, "one card"), (2, "two cards")):
        if least == {held for held in played if len(held) == many}:
            return words
    return " or ".join(_cards(held) for held in sorted(least, key=sorted))


def _cards(held: Held) -> str:
    return " and ".join(f"the {PLACES[place]}" for place in sorted(held))


def _played_by_suited_cards(solution: ThreeCardSolution, exposed: Rank, hand: HandRank) -> dict[Held, bool | None]:
    """Return whether best play plays the hand, by which cards have the shown card's suit.

    The value is None if other suits matter too.
    """
    row = int(exposed) - 1
    shown = SUITS * row
    alike = hand_values(solution.rules.wheel) == hand.value
    found: dict[Held, bool | None] = {}
    for place in np.flatnonzero(alike & (hands() != shown).all(axis=1)).tolist():
        cards = sorted(hands()[place].tolist(), key=_height, reverse=True)
        held = frozenset(number for number, card in enumerate(cards) if card % SUITS == shown % SUITS)
        is_played = bool(solution.plays[row, place])
        found[held] = is_played if found.get(held, is_played) == is_played else None
    return found


def _height(card: int) -> int:
    """Return the rank of a card for sorting, with the ace high."""
    return card // SUITS or EXPOSED_RANKS
