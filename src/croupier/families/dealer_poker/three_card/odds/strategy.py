"""Strategy document of three-card poker: the lowest hand to play against each card that the dealer shows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from croupier import __version__
from croupier.cards.card import RANK_LETTERS, Rank
from croupier.documents.strategy import PlainTable, StrategyDocument, value_json
from croupier.families.dealer_poker.shared.odds.strategy_wording import always_or, hands_as_ranges
from croupier.families.dealer_poker.three_card.odds.counting import DECK
from croupier.families.dealer_poker.three_card.odds.solver import PlayThreshold, ThreeCardSolution, ranks_text
from croupier.families.dealer_poker.three_card.odds.suit_dependent_hands import suits_text
from croupier.families.dealer_poker.three_card.rules import NotQualified, ThreeCardRules
from croupier.hands.hand_strength import ThreeCardCategory, Wheel
from croupier.hands.rank_hand import HandRank
from croupier.rulebook.table_rules import TableRules

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
    """Yield the table rows of lower hands, one per condition on suits; only the first row names the shown card."""
    needs = {NOT_NEEDED: list(line.also)} if line.also else {}
    for place, (when, hands) in enumerate((needs | _by_suits(solution, line)).items()):
        yield "" if place else _shown(line), when, hands_as_ranges(hands)


def _by_suits(solution: ThreeCardSolution, line: PlayThreshold) -> dict[str, list[HandRank]]:
    """Return the hands grouped by their condition on suits."""
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
