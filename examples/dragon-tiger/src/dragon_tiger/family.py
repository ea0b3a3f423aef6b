"""Dragon Tiger as a family of croupier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Card
from croupier.cards.card import DECK
from croupier.documents.family import PLAYED_NOTES
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play.board import PAST_ROUNDS
from croupier.play.facts import FactColumns, RoundFacts
from croupier.play.family import CaseRound, DecidedBets, FamilySection, FinalHand, RoundFactory, WagerPosition
from croupier.play.hands_on_table import HandValue, VisibleHands, hand_value, whole_hands
from croupier.play.round import Deal, Opening, RoundInProgress
from croupier.play.shared_hands import decide_by_facts, layout_beside_hands, wagers_won
from croupier.rulebook.schema import FamilyTable
from croupier.rulebook.table_rules import TableRules
from dragon_tiger.facts import fact
from dragon_tiger.round import DRAGON, RANKS, TIGER, Result, dragon_tiger_round

if TYPE_CHECKING:
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal


class DragonTiger:
    """Family of Dragon Tiger: two hands that all players share, and no decisions."""

    display_name = "Dragon Tiger"
    other_names = ("龙虎", "Rồng Hổ")
    facts = fact
    rulebook_section = FamilySection("dragon_tiger", FamilyTable, "is missing; it cites the rules of the deal")
    common_hands = (DRAGON, TIGER)
    demo_tables = ()
    deciding = None
    hand_setting = None
    early_results = None
    table_stakes = None
    card_turning = None
    posted_rules = None
    history = PAST_ROUNDS
    par_sheet_notes = PLAYED_NOTES

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        return dragon_tiger_round

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        return CaseRound(dragon_tiger_round)

    def decide_bets(
        self, rules: TableRules, result: Result, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        return decide_by_facts(rules, RoundFacts(fact, result), bets, meters)

    def first_seat_to_settle(self, rules: TableRules, result: Result, bank: PostedBank | None) -> None:
        return None

    def is_dealt_face_down(self, need: Deal) -> bool:
        return False

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        return frozenset()

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> None:
        return None

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        ranks = {hand: RANKS[Card.parse(card).rank - 1] for hand, (card,) in whole_hands(cards).items()}
        return {hand: hand_value(whole_hands(cards)[hand], text=rank.capitalize()) for hand, rank in ranks.items()}

    def order_of_play(self, play: RoundInProgress[Any]) -> None:
        return None

    def final_hands(self, result: Result) -> list[FinalHand]:
        return [FinalHand("Dragon", (result.dragon,), None), FinalHand("Tiger", (result.tiger,), None)]

    def final_cards(self, result: Result) -> dict[str, list[str]]:
        return {DRAGON: [str(result.dragon)], TIGER: [str(result.tiger)]}

    def result_summary(self, rules: TableRules, result: Result, bets: Sequence[Bet]) -> dict[str, Any]:
        return RoundFacts(fact, result).all() | {"winner": result.winner, "outcome": result.outcome}

    def case_facts(self, rules: TableRules, result: Result, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        return RoundFacts(fact, result).all()

    def winning_wagers(self, rules: TableRules, result: Result, meters: Mapping[str, Cents]) -> Mapping[str, str]:
        return wagers_won(rules, RoundFacts(fact, result), meters)

    def board_entry(self, result: Result) -> dict[str, Any]:
        return self.final_cards(result)

    def next_opening(self, result: Any) -> Opening:
        return Opening()

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        return layout_beside_hands(rules, self.common_hands)

    def card_sections(self, rules: TableRules) -> tuple[()]:
        return ()

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        return FactColumns([RoundFacts(fact, Result(one, other)) for one in DECK for other in DECK], fact.types)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return ()

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        return {}

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.terminal.family_terminal import OutcomeTerminal

        return OutcomeTerminal(rules)

    @property
    def odds(self) -> FamilyOdds:
        from croupier.odds.played_rounds import PlayedRoundOdds

        return PlayedRoundOdds(fact)


DRAGON_TIGER: CompleteFamily = DragonTiger()
