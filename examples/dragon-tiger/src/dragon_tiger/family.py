"""Dragon Tiger as a family of croupier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Card
from croupier.cards.card import DECK
from croupier.money.bets import Bet, BetResult
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play.board import PAST_ROUNDS
from croupier.play.fact_columns import FactColumns
from croupier.play.facts import RoundFacts
from croupier.play.family import (
    ROLES,
    CaseRound,
    DecidedBets,
    Family,
    FamilySection,
    FinalHand,
    NoDecisions,
    RoundFactory,
    WagerPosition,
)
from croupier.play.hands_on_table import HandValue, VisibleHands, whole_hands
from croupier.play.round import Opening, RoundInProgress
from croupier.rulebook.schema import FamilyTable
from croupier.rulebook.table_rules import TableRules
from dragon_tiger.facts import fact
from dragon_tiger.round import DRAGON, RANKS, TIGER, Result, dragon_tiger_round

if TYPE_CHECKING:
    from croupier.odds.family_odds import FamilyOdds, ParSheetNotes
    from croupier.terminal.family_terminal import FamilyTerminal


class DragonTiger(NoDecisions):
    """Family of Dragon Tiger: two hands that all players share, and no decisions."""

    display_name = "Dragon Tiger"
    other_names = ("龙虎", "Rồng Hổ")
    facts = fact
    rulebook_section = FamilySection("dragon_tiger", FamilyTable, "is missing; it cites the rules of the deal")
    common_hands = (DRAGON, TIGER)
    demo_tables = ()
    card_turning = None
    history = PAST_ROUNDS

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        return dragon_tiger_round

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        return CaseRound(dragon_tiger_round)

    def decide_bets(
        self, rules: TableRules, result: Result, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        facts = RoundFacts(fact, result)
        return DecidedBets(list(bets), [rules.wagers[bet.wager].decide(facts, bet.amount, meters) for bet in bets])

    def first_seat_to_settle(self, rules: TableRules, result: Result, bank: PostedBank | None) -> None:
        return None

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> None:
        return None

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        return {hand: _hand_value(card) for hand, (card,) in whole_hands(cards).items()}

    def final_hands(self, result: Result) -> list[FinalHand]:
        return [FinalHand("Dragon", (result.dragon,), None), FinalHand("Tiger", (result.tiger,), None)]

    def final_cards(self, result: Result) -> dict[str, list[str]]:
        return {DRAGON: [str(result.dragon)], TIGER: [str(result.tiger)]}

    def result_summary(self, rules: TableRules, result: Result, bets: Sequence[Bet]) -> dict[str, Any]:
        return RoundFacts(fact, result).all() | {"winner": result.winner, "outcome": result.outcome}

    def case_facts(self, rules: TableRules, result: Result, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        return RoundFacts(fact, result).all()

    def winning_wagers(self, rules: TableRules, result: Result, meters: Mapping[str, Cents]) -> tuple[str, ...]:
        facts = RoundFacts(fact, result)
        decided = {name: one.decide(facts, one.limit.least, meters) for name, one in rules.wagers.items()}
        return tuple(name for name, verdict in decided.items() if verdict.result is BetResult.WIN)

    def board_entry(self, result: Result) -> dict[str, Any]:
        return self.final_cards(result)

    def next_opening(self, result: Any) -> Opening:
        return Opening()

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        return {
            name: WagerPosition(ROLES[wager.group], name if name in self.common_hands else "tie")
            for name, wager in rules.wagers.items()
        }

    def rules_card_section(self, rules: TableRules) -> None:
        return None

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        return FactColumns([RoundFacts(fact, Result(one, other)) for one in DECK for other in DECK], fact.types)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return ()

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from rich.text import Text

        from croupier.terminal.family_terminal import FamilyTerminal

        class DragonTigerTerminal(FamilyTerminal):
            def result_text(self, result: Result) -> Text:
                return Text(f"{result.outcome}.")

        return DragonTigerTerminal(rules)

    @property
    def par_sheet_notes(self) -> ParSheetNotes:
        from croupier.odds.played_rounds import PLAYED_NOTES

        return PLAYED_NOTES

    @property
    def odds(self) -> FamilyOdds:
        from croupier.odds.played_rounds import PlayedRoundOdds

        return PlayedRoundOdds(fact)


def _hand_value(card: str) -> HandValue:
    rank = int(Card.parse(card).rank)
    return {
        "total": rank,
        "is_soft": False,
        "category": None,
        "ranks": [],
        "cards": [card],
        "text": RANKS[rank - 1].capitalize(),
    }


DRAGON_TIGER: Family = DragonTiger()
