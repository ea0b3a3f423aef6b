"""Best play at Ultimate Texas Hold'em: the command `croupier strategy`, and its document.

The document has the chart of first hands, and best play on the flop and at the river. The statements about flop and
river are counted over every flop and every board under the rules of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier import __version__
from croupier.documents.strategy import ChartBlock, ChartRow, PlainTable, StrategyDocument, value_json
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.action_values import CHECK, FOLD, raise_name
from croupier.families.dealer_poker.shared.odds.strategy import (
    action_values_of,
    always_or,
    as_percent,
    cards_of_request,
    explanation_of,
    plain_cards,
    pretty_cards,
    require_distinct,
    require_whole_deck,
    rulebook_errors,
)
from croupier.families.dealer_poker.ultimate.odds.board_kernels import DEALERS
from croupier.families.dealer_poker.ultimate.odds.flop_hand_classes import (
    ClassFrequency,
    FlopHandClass,
    flop_class_frequencies,
)
from croupier.families.dealer_poker.ultimate.odds.river_hand_classes import (
    RiverFrequencies,
    RiverHandClass,
    river_class_frequencies,
)
from croupier.families.dealer_poker.ultimate.odds.solver import LETTERS, UltimateSolution
from croupier.families.dealer_poker.ultimate.rules import HANDS, UltimateRules
from croupier.hands.hand_strength import Category
from croupier.odds.family_odds import HandRequest
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandExplanation

STREETS = (0, 3, 5)
"""Numbers of community cards turned up when a player decides. [004 L3642-3649]"""


class UltimateStrategyCommand:
    """Answers to strategy requests for hold'em: two hole cards, and the community cards turned up so far."""

    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        require_whole_deck(request)
        if request.up is not None:
            raise BadInput.at("--up", f"{rules.rulebook.title} shows no card of the player-dealer's; see --board")
        if request.board is not None and request.hand is None:
            raise BadInput.at("--board", 'goes with --hand, such as --hand "Kh 5s" --board "Kd 7c 2s"')

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        with rulebook_errors():
            from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
            from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution

            solution = solution_of(rules)
            assert isinstance(solution, UltimateSolution)
            return ultimate_strategy_document(rules, solution)

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        hand = cards_of_request(request.hand, "--hand", (2,), "a hand is two cards")
        board = cards_of_request(request.board, "--board", STREETS, "decisions are on none, 3 or 5 cards of the board")
        require_distinct(hand, board, "--board")
        on = f" on {pretty_cards(board)}" if board else ""
        cards = {"hand": plain_cards(hand), "board": plain_cards(board)}
        return explanation_of(rules, f"{pretty_cards(hand)}{on}", cards, action_values_of(rules, hand, board))


RANKS = tuple(reversed(LETTERS))
NO_RAISE = "\N{EN DASH}"
"""Text of a chart entry that means a check."""
FLOP_WORDS = {
    FlopHandClass.STRAIGHT_OR_BETTER: "a straight or better",
    FlopHandClass.THREE_OF_A_KIND: "three of a kind, one or two of them held",
    FlopHandClass.THREE_ON_FLOP: "three of a kind, all on the flop",
    FlopHandClass.TWO_PAIR: "two pair, at least one with a card that is held",
    FlopHandClass.HELD_AND_FLOP_PAIR: "two pair, one held and one on the flop",
    FlopHandClass.HIGHEST_PAIRED: "a pair with the flop's highest card",
    FlopHandClass.MIDDLE_PAIRED: "a pair with the flop's middle card",
    FlopHandClass.LOWEST_PAIRED: "a pair with the flop's lowest card",
    FlopHandClass.HELD_PAIR: "a pair, both held",
    FlopHandClass.FLOP_PAIR_FOUR_SUITED: "the flop's own pair, and four of a suit",
    FlopHandClass.FLOP_PAIR: "the flop's own pair, not four of a suit",
    FlopHandClass.FOUR_SUITED: "no pair, four of a suit",
    FlopHandClass.NOTHING: "no pair, not four of a suit",
}


def ultimate_strategy_document(rules: TableRules, solution: UltimateSolution) -> StrategyDocument:
    """Return the strategy document; takes at most four seconds once the kernels are compiled."""
    flop, river = flop_class_frequencies(solution), river_class_frequencies(solution.rules)
    play_rules, statements = tuple(rules_as_text(solution.rules)), tuple(_statements(solution, river))
    meanings = tuple(_meanings(solution))
    return StrategyDocument(
        rulebook=rules.id,
        title=rules.rulebook.title,
        digest=rules.rulebook.digest,
        version=__version__,
        rules=play_rules,
        blocks=(_chart(solution),),
        tables=(_frequencies(solution), _flop(solution.rules, flop), _river(solution.rules, river)),
        meanings=meanings,
        tones=_tones(solution.rules),
        terminal_lines=statements,
        closing=statements,
        json_data={
            "rulebook": rules.id,
            "digest": rules.rulebook.digest,
            "rules": list(play_rules),
            **_values_json(solution),
            "frequencies": {way: float(share) for way, share in _action_shares(solution).items()},
            "chart": dict(solution.chart),
            "first_hands": {name: _options_json(way.values) for name, way in solution.first_hands.items()},
            "flop": [{"kind": _code(kind.name), **_played_json(played)} for kind, played in flop.items()],
            "river": _river_json(river),
        },
    )


def rules_as_text(rules: UltimateRules) -> Iterator[str]:
    """Yield the rules that affect the strategy, as text."""
    before = " or ".join(str(times) for times in sorted(rules.before_flop))
    yield f"Play is {before} Antes before the flop"
    yield f"{rules.flop} on it"
    yield f"{rules.river} at the river"
    if rules.min_hole_cards:
        yield "every hand must use at least one of its own two cards"
    yield f"player-dealer qualifies with {category_text(rules.qualifies)}"
    pays = [(category, rules.blind.of(category)) for category in reversed(HANDS)]
    rows = [f"{_name(category)} {pay.numerator}:{pay.denominator}" for category, pay in pays if pay]
    yield f"Blind pays {', '.join(rows)}" if rows else "Blind pays nothing"


def _name(category: Category) -> str:
    return category.name.lower().replace("_", " ")


def _code(name: str) -> str:
    return name.lower().replace("_", "-")


def _chart(solution: UltimateSolution) -> ChartBlock:
    def cell(row: int, column: int) -> str:
        high, low = RANKS[min(row, column)], RANKS[max(row, column)]
        best = solution.chart[high + low + ("" if row == column else "s" if row < column else "o")]
        return NO_RAISE if best == CHECK else best

    places = range(len(RANKS))
    rows = tuple(ChartRow(RANKS[row], tuple(cell(row, column) for column in places)) for row in places)
    return ChartBlock("Before the flop: suited above, offsuit below", RANKS, rows)


def _tones(rules: UltimateRules) -> dict[str, str]:
    """Return the color of each chart entry; the largest raise is green."""
    tones = {raise_name(times): "stand" for times in rules.before_flop}
    return tones | {raise_name(max(rules.before_flop)): "double", NO_RAISE: "hit"}


def _meanings(solution: UltimateSolution) -> Iterator[tuple[str, str]]:
    for times in sorted(solution.rules.before_flop, reverse=True):
        if raise_name(times) in solution.chart.values():
            yield raise_name(times), f"play {times} Antes"
    yield NO_RAISE, "check"


def _action_shares(solution: UltimateSolution) -> dict[str, Fraction]:
    """Return how often best play ends with each decision, the earliest decision first."""
    rules, often = solution.rules, solution.frequencies
    before = {
        raise_name(times): often.before_flop[raise_name(times)] for times in sorted(rules.before_flop, reverse=True)
    }
    return before | {raise_name(rules.flop): often.flop, raise_name(rules.river): often.river, FOLD: often.fold}


def _frequencies(solution: UltimateSolution) -> PlainTable:
    rules, often = solution.rules, solution.frequencies
    before = [
        (f"{raise_name(times)} before the flop", often.before_flop[raise_name(times)]) for times in rules.before_flop
    ]
    after = [
        (f"{raise_name(rules.flop)} on the flop", often.flop),
        (f"{raise_name(rules.river)} at the river", often.river),
        ("fold at the river", often.fold),
    ]
    rows = tuple((label, always_or(share)) for label, share in (*reversed(before), *after))
    return PlainTable("What best play does", ("", "of rounds"), rows, figures=1)


def _flop(rules: UltimateRules, kinds: Mapping[FlopHandClass, ClassFrequency]) -> PlainTable:
    rows = tuple((FLOP_WORDS[kind], *_figures(played)) for kind, played in kinds.items())
    heads = ("hands that checked before", "of these", f"play {raise_name(rules.flop)}")
    return PlainTable("On the flop", heads, rows, figures=2)


def _figures(played: ClassFrequency) -> tuple[str, str]:
    return as_percent(played.share), always_or(played.plays)


def _river(rules: UltimateRules, river: RiverFrequencies) -> PlainTable:
    own = {kind.category: played for kind, played in river.kinds.items() if kind.is_own}
    board = {kind.category: played for kind, played in river.kinds.items() if not kind.is_own}
    rows = [
        *((f"{label}, with a card that is held", *_figures(played)) for label, played in _grouped(own)),
        *((f"on the board: {label}", *_figures(played)) for label, played in _grouped(board)),
    ]
    heads = ("all hands, kickers aside", "of these", f"play {raise_name(rules.river)}")
    return PlainTable("At the river", heads, tuple(rows), figures=2)


def _grouped(kinds: Mapping[Category, ClassFrequency]) -> Iterator[tuple[str, ClassFrequency]]:
    """Yield each hand category with its figures, highest first; categories that are always played share a line."""
    certain = [category for category in sorted(kinds, reverse=True) if kinds[category].plays == 1]
    if certain:
        share = sum((kinds[category].share for category in certain), Fraction(0))
        is_all_above = set(certain) == {category for category in kinds if category >= min(certain)}
        label = f"{category_text(min(certain))} or better" if is_all_above else _listed(certain)
        yield label, ClassFrequency(share, Fraction(1))
    for category in sorted(set(kinds) - set(certain), reverse=True):
        yield category_text(category), kinds[category]


def _listed(categories: list[Category]) -> str:
    *others, last = [category_text(category) for category in reversed(categories)]
    return f"{', '.join(others)} or {last}" if others else last


def _statements(solution: UltimateSolution, river: RiverFrequencies) -> Iterator[str]:
    """Yield sentences on the value of the game, and on the rules of play that have no exception."""
    idle = [
        raise_name(times) for times in solution.rules.before_flop if raise_name(times) not in solution.chart.values()
    ]
    if idle:
        yield f"{' or '.join(idle)} before the flop is never best."
    if river.most_played:
        yield (
            f"At the river, with a hand that the Blind pays nothing for: best play never folds while fewer than "
            f"{river.fewest_folded} of the dealer's {DEALERS} possible hands beat it, and never plays when more than "
            f"{river.most_played} do."
        )
    yield f"House edge: {float(solution.edge):.6%} of the Ante, exactly {solution.edge}."
    yield (
        f"Element of risk: {float(solution.element_of_risk):.6%} of all that is put down, "
        f"{float(solution.average_wager):.4f} Antes a round on average."
    )


def _values_json(solution: UltimateSolution) -> dict[str, Any]:
    """Return the values of the strategy for JSON, in antes."""
    return {
        **value_json("value", solution.value),
        **value_json("house_edge", solution.edge),
        **value_json("element_of_risk", solution.element_of_risk),
        **value_json("average_wager", solution.average_wager),
    }


def _options_json(values: Mapping[str, Fraction]) -> dict[str, float]:
    return {action: float(value) for action, value in values.items()}


def _played_json(played: ClassFrequency) -> dict[str, float]:
    return {"share": float(played.share), "plays": float(played.plays)}


def _river_json(river: RiverFrequencies) -> dict[str, Any]:
    def kind_json(kind: RiverHandClass, played: ClassFrequency) -> dict[str, Any]:
        return {"kind": _code(kind.category.name), "own": kind.is_own, **_played_json(played)}

    return {
        "kinds": [kind_json(kind, played) for kind, played in river.kinds.items()],
        "fewest_folded": river.fewest_folded,
        "most_played": river.most_played,
        "dealer_hands": DEALERS,
    }


WITHOUT_ARTICLE = ("two_pair", "three_of_a_kind", "four_of_a_kind")


def category_text(category: Category) -> str:
    """Return the name of a category with its article: `a pair`, `three of a kind`, `no pair`."""
    if category is Category.HIGH_CARD:
        return "no pair"
    name = category.name.lower()
    return ("" if name in WITHOUT_ARTICLE else "a ") + name.replace("_", " ")
