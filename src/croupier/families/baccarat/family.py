"""Implementation of the game family interface for baccarat."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from croupier.cards import Card
from croupier.documents.family import ParSheetNotes
from croupier.families.baccarat import card_turning
from croupier.families.baccarat.board import BACCARAT_HISTORY
from croupier.families.baccarat.edge_cases import PACKS, edge_case_coups
from croupier.families.baccarat.facts import HEADLINE, TableContext, columns_of, fact, facts_of
from croupier.families.baccarat.hand_values import is_natural, points
from croupier.families.baccarat.round import BANKER, PLAYER, BaccaratRules, Coup, play
from croupier.families.baccarat.rules import DrawingSection, drawing_rules
from croupier.families.baccarat.settle import SPOT_FACTS, decide_bets, first_seat_to_settle, layout_context
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play.facts import FactColumns
from croupier.play.family import (
    ROLES,
    CaseRound,
    DecidedBets,
    DemoTable,
    FamilySection,
    FinalHand,
    PostedRules,
    RoundFactory,
    WagerPosition,
    rows_won,
)
from croupier.play.hands_on_table import HandValue, VisibleHands, hand_value, whole_hands
from croupier.play.round import Deal, Opening, RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

if TYPE_CHECKING:
    from croupier.documents.rules_card_model import CardSection
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal

TIE = "tie"


class CountedCardsView(TypedDict):
    """Posted rule of a game in which a wager may depend on the number of cards alone."""

    counts_cards: bool
    """Whether the number of cards is announced with the result."""


class Baccarat:
    """Family of baccarat: two hands that all players share, fixed drawing rules, and no decisions."""

    display_name = "baccarat"
    other_names = ("punto banco", "bacará")
    facts = fact
    rulebook_section = FamilySection(
        "drawing", DrawingSection, 'is missing; include = ["baccarat"] brings the printed rules'
    )
    common_hands = (PLAYER, BANKER)
    demo_tables = (
        DemoTable("dealer-midi", "ilani-midi-baccarat"),
        DemoTable("dealer-cash-in", "ca-cash-in-baccarat"),
        DemoTable("midi-squeeze", "co-baccarat", {"cards_turned_by": "bettor"}, automated=True),
    )
    deciding = None
    hand_setting = None
    early_results = None
    table_stakes = None
    card_turning = card_turning
    posted_rules = PostedRules(
        CountedCardsView, {"counts_cards": False}, lambda rules: {"counts_cards": _counts_cards(rules)}
    )
    history = BACCARAT_HISTORY

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        play_rules = BaccaratRules.of(rules)
        return lambda: play(play_rules, opening)

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        return CaseRound(lambda: play(BaccaratRules.of(rules)))

    def decide_bets(
        self, rules: TableRules, result: Coup, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        return DecidedBets(list(bets), decide_bets(rules, result, bets, meters))

    def first_seat_to_settle(self, rules: TableRules, result: Coup, bank: PostedBank | None) -> int | None:
        return first_seat_to_settle(rules, result, bank)

    def is_dealt_face_down(self, need: Deal) -> bool:
        return False

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        return frozenset()

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> None:
        return None

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        return {hand: _hand_value(hand_cards) for hand, hand_cards in whole_hands(cards).items()}

    def final_hands(self, result: Coup) -> list[FinalHand]:
        player = FinalHand("Player", result.player, result.player_total)
        return [player, FinalHand("Banker", result.banker, result.banker_total)]

    def final_cards(self, result: Coup) -> dict[str, list[str]]:
        return {PLAYER: [str(card) for card in result.player], BANKER: [str(card) for card in result.banker]}

    def result_summary(self, rules: TableRules, result: Coup, bets: Sequence[Bet]) -> dict[str, Any]:
        return self.case_facts(rules, result, bets, every=False) | {"winner": result.winner}

    def case_facts(self, rules: TableRules, result: Coup, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        facts = facts_of(result, layout=layout_context(rules, bets))
        return facts.all() if every else {name: facts[name] for name in HEADLINE}

    def winning_wagers(self, rules: TableRules, result: Coup, meters: Mapping[str, Cents]) -> dict[str, str]:
        wagers = list(rules.wagers.values())
        meter_values = {meter.id: meters.get(meter.id, meter.seed) for meter in rules.meters}
        seat = rules.seats[0]
        verdicts = decide_bets(rules, result, [Bet(seat, SEATED, w.id, w.limit.least) for w in wagers], meter_values)
        won = rows_won(rules, zip(rules.wagers, verdicts, strict=True))
        return {name: row if rules.wagers[name].facts.isdisjoint(SPOT_FACTS) else "" for name, row in won.items()}

    def board_entry(self, result: Coup) -> dict[str, Any]:
        """Return the winner and the cards, from which the roads are drawn."""
        return {"winner": result.winner, **self.final_cards(result)}

    def order_of_play(self, play: RoundInProgress[Any]) -> None:
        return None

    def next_opening(self, result: Coup | Void) -> Opening:
        return Opening(result.carried, result.free_hand_next) if isinstance(result, Void) else result.next_opening

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        return {name: WagerPosition(ROLES[wager.group], _zone(rules, wager)) for name, wager in rules.wagers.items()}

    def card_sections(self, rules: TableRules) -> tuple[CardSection, ...]:
        from croupier.families.baccarat.rules import third_card_section

        return (third_card_section(rules),)

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        """Return the facts of the edge-case rounds; each round is seen from one seat, and the seats take turns.

        The packs repeat after `len(PACKS)` rounds, and each repetition uses the next seat.
        """
        stops = bool(rules.options.get("natural_stops", True))
        coups = edge_case_coups(drawing_rules(rules), natural_stops=stops)
        layout = TableContext(rules.seat_hands, frozenset(rules.seats))
        seats = [rules.seats[place // len(PACKS) % len(rules.seats)] for place in range(len(coups))]
        return columns_of(coups, seats, layout)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return rules.seats, rules.options.get("natural_stops")

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        return {}

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.families.baccarat.terminal import BaccaratTerminal

        return BaccaratTerminal(rules)

    par_sheet_notes = ParSheetNotes(
        lambda sheet: (
            f"all {sheet.rounds:,} deals of six cards were counted by the rules' own conditions, none sampled."
        )
    )

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.baccarat.odds import ODDS

        return ODDS


def _counts_cards(rules: TableRules) -> bool:
    """Return whether the dealer announces the number of cards: yes if a total-card wager is offered. [003 L283]"""
    return any(wager.facts == {"total_cards"} for wager in rules.wagers.values())


@lru_cache(maxsize=4096)
def _hand_value(cards: tuple[str, ...]) -> HandValue:
    total = sum(points(Card.parse(card).rank) for card in cards) % 10
    category = "natural" if len(cards) == 2 and is_natural(total) else None
    return hand_value(cards, total=total, category=category)


def _zone(rules: TableRules, wager: OfferedWager) -> str:
    """Return where a wager is drawn: the hand that alone decides it, `tie` if only a tie pays, or an empty string."""
    paying = [rules.rulebook.conditions[row.when.text] for row in wager.rows]
    if all(TIE in _required_facts(condition.tree) for condition in paying):
        return TIE
    hands = {hand for condition in paying for name in condition.facts for hand in (PLAYER, BANKER) if hand in name}
    return hands.pop() if len(hands) == 1 else ""


def _required_facts(condition: ast.expr) -> set[str]:
    """Return the names of the facts that must all be true if the condition holds."""
    if isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.And):
        return {name for part in condition.values for name in _required_facts(part)}
    return {condition.id} if isinstance(condition, ast.Name) else set()


BACCARAT: CompleteFamily = Baccarat()
