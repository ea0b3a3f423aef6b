"""Best play at blackjack: the command `croupier strategy`, the printed chart, and the coach.

The coach advises from the player's hand and the dealer's up card. Its values come from a full shoe, of which the hole
card is an unknown card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier import __version__
from croupier.cards import Card
from croupier.documents.strategy import ChartBlock, ChartRow, HandExplanation, StrategyDocument
from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import ACE, TEN, count, value
from croupier.families.blackjack.odds.actions import FOLLOW, LETTERS, Chart
from croupier.families.blackjack.odds.shoe_values import BlackjackShoe
from croupier.families.blackjack.round import DECLINE, DOUBLE, INSURE, SURRENDER
from croupier.families.blackjack.rules import BlackjackRules, HoleCheck, Surrender
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.family_odds import HandRequest
from croupier.odds.shoe_composition import Composition, read_cards, shoe_left
from croupier.play.family import family_of
from croupier.play.hands_on_table import HandOnTable
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.blackjack.odds.solution import BlackjackSolution


class BlackjackStrategyCommand:
    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        if request.board is not None:
            raise BadInput.at("--board", "there is no board in blackjack; the dealer's card goes with --up")
        if (request.hand is None) != (request.up is None):
            raise BadInput.at("--hand", 'goes with --up, such as --hand "8s 8h" --up 6c')

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        return blackjack_strategy_document(
            rules, _solved(rules, shoe_left(rules.shoe.decks, request.removed, request.left))
        )

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
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


UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""Up cards in the order of the chart's columns."""
MEANINGS = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "Ds": "double, else stand",
    "P": "split",
    "R": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rp": "surrender, else split",
}
TONES = {"H": "hit", "S": "stand", "D": "double", "Ds": "double", "P": "split", "R": "give", "Rs": "give", "Rp": "give"}


def blackjack_strategy_document(rules: TableRules, solution: BlackjackSolution) -> StrategyDocument:
    blocks = tuple(_blocks(solution.chart, can_hit_21=solution.rules.plays_to_31))
    used = {cell for block in blocks for row in block.rows for cell in row.cells}
    meanings = tuple((letter, meaning) for letter, meaning in MEANINGS.items() if letter in used)
    play_rules, insurance = tuple(rules_as_text(solution)), _insurance_text(solution)
    perfect, chart = f"{-solution.value:.6%}", f"{-solution.chart_value:.6%}"
    cost = solution.value - solution.chart_value
    return StrategyDocument(
        rulebook=rules.id,
        title=rules.rulebook.title,
        digest=rules.rulebook.digest,
        version=__version__,
        rules=play_rules,
        blocks=blocks,
        tables=(),
        meanings=meanings,
        tones=TONES,
        terminal_lines=(
            f"House edge, perfect play: {perfect} of the first wager",
            f"House edge, this chart:   {chart} (perfect play has {cost:.6%} over it)",
            insurance,
        ),
        closing=(f"House edge: {perfect} with perfect play, {chart} by this chart.", insurance),
        json_data={
            "rulebook": rules.id,
            "digest": rules.rulebook.digest,
            "rules": list(play_rules),
            **_values_json(solution),
            "insurance": insurance,
            "up": [_card(up) for up in UPS],
            "chart": {block.title.lower().replace(" ", "_"): _chart_json(block) for block in blocks},
            "meanings": dict(meanings),
        },
    )


def _values_json(solution: BlackjackSolution) -> dict[str, float]:
    """Return the values of the strategy for JSON, per unit of the first wager."""
    return {
        "value": solution.value,
        "house_edge": -solution.value,
        "chart_value": solution.chart_value,
        "chart_cost": solution.value - solution.chart_value,
    }


def _chart_json(block: ChartBlock) -> dict[str, Any]:
    return {row.held: list(row.cells) for row in block.rows}


def _card(value: int) -> str:
    return "A" if value == 1 else str(value)


def _blocks(chart: Chart, *, can_hit_21: bool) -> Iterator[ChartBlock]:
    most = 21 if can_hit_21 else 20
    hard = [(str(total), chart.hard[total]) for total in range(5, most + 1)]
    soft = [(f"A,{total - 11}", chart.soft[total]) for total in range(13, 22 if can_hit_21 else 21)]
    pairs = [(f"{_card(value)},{_card(value)}", _pair(chart, value)) for value in (*range(2, 11), 1)]
    heads = tuple(_card(up) for up in UPS)
    for title, lines in (("Hard hands", hard), ("Soft hands", soft), ("Pairs", pairs)):
        rows = tuple(ChartRow(held, tuple(LETTERS[int(row[up])] for up in UPS)) for held, row in lines)
        yield ChartBlock(title, heads, rows)


def _pair(chart: Chart, value: int) -> list[int]:
    """Return the chart codes of a pair by up card; where the chart does not split, the code of the pair's total."""
    total, soft = (12, True) if value == 1 else (2 * value, False)
    plain = chart.soft[total] if soft else chart.hard[total]
    return [int(plain[up]) if int(code) == FOLLOW else int(code) for up, code in enumerate(chart.pair[value])]


def rules_as_text(solution: BlackjackSolution) -> Iterator[str]:
    """Yield the rules that affect the strategy, as text."""
    rules = solution.rules
    yield f"{rules.decks} decks"
    yield "dealer hits soft 17" if rules.hits_soft_17 else "dealer stands on soft 17"
    yield f"natural pays {solution.payoffs.natural.numerator}:{solution.payoffs.natural.denominator}"
    yield f"double on {rules.double_on.value}{', after a split too' if rules.double_after_split else ''}"
    yield "no split" if rules.most_hands == 1 else f"split to {rules.most_hands} hands"
    yield f"surrender {rules.surrender.value}"
    yield "hole card is looked at" if rules.hole_check == "peek" else "hole card is not looked at"
    if rules.charlie_cards:
        yield f"{rules.charlie_cards} cards win"
    if rules.plays_to_31:
        yield "plays to 31"


def _insurance_text(solution: BlackjackSolution) -> str:
    if not solution.rules.insurance:
        return "There is no insurance in this game."
    edge = -float(solution.insurance.value)
    where = "a full shoe" if solution.shoe.cards == 52 * solution.rules.decks else "these cards"
    if edge > 0:
        return f"Never insure: from {where} insurance costs {edge:.4%} of what is put on it."
    return f"Insure: from {where} insurance wins {-edge:.4%} of what is put on it."


DECISION_CODES = {"double": DOUBLE}
"""Decision code that the table uses for each action name of the odds, where the two differ."""


class CoachHand(NamedTuple):
    """Information that the coach may use: the player's hand, the dealer's up card and the stake."""

    cards: tuple[int, ...]
    """Values of the hand's cards, 1 (ace) to 10."""
    up: int
    hands: int
    """Number of hands that the seat has."""
    stake_cents: int


class BlackjackCoach:
    arrangement_values = None

    def solve(self, rules: TableRules) -> Any:
        from croupier.families.blackjack.odds.exact import solution_of

        return solution_of(rules)

    def visible_state(self, rules: TableRules, play: RoundInProgress[Any], question: Question) -> CoachHand:
        table_hands = family_of(rules).hands_on_table(rules, play) or []
        hands = [hand for hand in table_hands if hand.seat == question.seat]
        return CoachHand(
            _card_values(hands[question.hand - 1]), _card_values(table_hands[0])[0], len(hands), hands[0].stake_cents
        )

    def action_values(
        self, rules: TableRules, visible_state: CoachHand, question: Question, solved: Any
    ) -> dict[str, float]:
        """Return the expected value of each legal action in units of the hand's first wager.

        A double is valued at the full amount.
        """
        cards, up = list(visible_state.cards), visible_state.up
        legal = solved.best(cards, up, hands=visible_state.hands).legal()
        values = {DECISION_CODES.get(name, name): float(one) for name, one in legal.items()}
        if question.choice(DECLINE) is not None:
            insured = float(solved.insurance.against(cards)) if up == ACE else 0.0
            return _values_before_check(question, values, insured, visible_state.stake_cents)
        if _includes_dealer_natural(solved.rules, cards, visible_state.hands):
            return {do: value_given_no_natural(solved.shoe, one, cards, up) for do, one in values.items()}
        return values


def _values_before_check(
    question: Question, values: dict[str, float], insured: float, stake_cents: int
) -> dict[str, float]:
    """Return the values of the actions offered before the dealer checks the hole card.

    Declining is worth as much as the best later action. Insuring is worth the same plus the value of the insurance
    wager.
    """
    decline_value = max(one for do, one in values.items() if do != SURRENDER)
    offer = question.choice(INSURE)
    share = offer.most / stake_cents if offer is not None else 0.0
    return {**values, DECLINE: decline_value, INSURE: decline_value + share * insured}


def _includes_dealer_natural(rules: BlackjackRules, cards: Sequence[int], hands: int) -> bool:
    """Return whether the action values of this hand also cover rounds in which the dealer has a natural.

    With early surrender, the values of two cards refer to the moment before the hole card is checked. [CA-BJX-A4]
    """
    early = rules.surrender is Surrender.EARLY and rules.hole_check is HoleCheck.PEEK
    return early and len(cards) == 2 and hands == 1


def value_given_no_natural(shoe: BlackjackShoe, value: float, cards: Sequence[int], up: int) -> float:
    """Return the value of an action in rounds in which the dealer has no natural."""
    wanted = {ACE: TEN, TEN: ACE}.get(up)
    if wanted is None:
        return value
    removed = [*cards, up]
    natural = (shoe.values[wanted - 1] - removed.count(wanted)) / (shoe.cards - len(removed))
    return (value + natural) / (1 - natural)


def _card_values(hand: HandOnTable) -> tuple[int, ...]:
    return tuple(value(card.rank) for card in hand.cards)
