"""Implementation of the game family interface for war."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Card
from croupier.documents.family import ParSheetNotes
from croupier.families.war.board import WARS
from croupier.families.war.facts import HEADLINE, ending_columns_of, fact, facts_of, possible_endings
from croupier.families.war.round import WarResult, WarRound
from croupier.families.war.rules import BANKER, PLAYER, WarSection, card_height, dealing_order
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play.facts import FactColumns
from croupier.play.family import (
    NO_OPENING,
    CaseRound,
    DecidedBets,
    DemoTable,
    FamilySection,
    FinalHand,
    RoundFactory,
    WagerPosition,
    seat_left_of_bank,
)
from croupier.play.hands_on_table import HandOnTable, HandValue, VisibleHands, hand_value, whole_hands
from croupier.play.round import Deal, Opening, RoundInProgress
from croupier.play.shared_hands import decide_by_facts, layout_beside_hands, wagers_won
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.complete_family import CompleteFamily
    from croupier.odds.family_odds import FamilyOdds
    from croupier.terminal.family_terminal import FamilyTerminal

EDGE_CASE_SHOE_CARDS = 20
"""Number of cards in the shoe of the edge-case rounds.

The shoe is small enough to run out, and large enough for more wars than a pay table lists.
"""


class War:
    """Family of war: two hands that all players share, and no decisions."""

    display_name = "war"
    other_names = ("casino war",)
    facts = fact
    rulebook_section = FamilySection("war", WarSection, "is missing; it says whose card is dealt first")
    common_hands = (BANKER, PLAYER)  # the Banker hand is on the dealer's right, which is the player's left [004 L2052]
    demo_tables = (DemoTable("dealer-war", "ca-ultimate-war"),)
    deciding = None
    hand_setting = None
    early_results = None
    table_stakes = None
    card_turning = None
    posted_rules = None
    history = WARS

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        order = dealing_order(rules)
        return lambda: WarRound(order)

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        return CaseRound(self.round_factory(rules, bets, bank_seat=bank_seat, opening=NO_OPENING))

    def decide_bets(
        self, rules: TableRules, result: WarResult, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        return decide_by_facts(rules, facts_of(result.ending), bets, meters)

    def first_seat_to_settle(self, rules: TableRules, result: WarResult, bank: PostedBank | None) -> int | None:
        """Return the seat to the left of the bank. [004 L2034]"""
        return seat_left_of_bank(rules, bank)

    def is_dealt_face_down(self, need: Deal) -> bool:
        return False

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        return frozenset()

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> list[HandOnTable]:
        """Return both hands with all their cards; the winner is shown as soon as two cards differ."""
        current = play.state
        assert isinstance(current, WarRound)
        hands, step = current.hands, len(self.common_hands)
        winner = None if current.is_even else WarResult(tuple(hands[PLAYER]), tuple(hands[BANKER])).winner
        return [
            HandOnTable(
                name,
                None,
                tuple(hands[name]),
                tuple(range(1 + current.order.index(name), 1 + step * len(hands[name]), step)),
                None,
                state="waiting" if winner is None else "won" if name == winner else "lost",
            )
            for name in self.common_hands
        ]

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        """Return the height of the last card of each hand; earlier cards do not count. [CA-UW-A7]"""
        last = {hand: hand_cards[-1:] for hand, hand_cards in whole_hands(cards).items()}
        return {hand: hand_value(card, total=card_height(Card.parse(*card).rank)) for hand, card in last.items()}

    def final_hands(self, result: WarResult) -> list[FinalHand]:
        return [FinalHand("Banker", result.banker, None), FinalHand("Player", result.player, None)]

    def final_cards(self, result: WarResult) -> dict[str, list[str]]:
        return {BANKER: [str(card) for card in result.banker], PLAYER: [str(card) for card in result.player]}

    def result_summary(self, rules: TableRules, result: WarResult, bets: Sequence[Bet]) -> dict[str, Any]:
        return self.case_facts(rules, result, bets, every=False) | {"winner": result.winner}

    def case_facts(self, rules: TableRules, result: WarResult, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        facts = facts_of(result.ending)
        return facts.all() if every else {name: facts[name] for name in HEADLINE}

    def winning_wagers(self, rules: TableRules, result: WarResult, meters: Mapping[str, Cents]) -> dict[str, str]:
        return wagers_won(rules, facts_of(result.ending), meters)

    def board_entry(self, result: WarResult) -> dict[str, Any]:
        return {"winner": result.winner, **self.final_cards(result)}

    def order_of_play(self, play: RoundInProgress[Any]) -> None:
        return None

    def next_opening(self, result: Any) -> Opening:
        return Opening()

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        """Return where wagers are drawn: those on a hand and their Ultimate 5 wagers beside it, all others between."""
        return layout_beside_hands(rules, self.common_hands)

    def card_sections(self, rules: TableRules) -> tuple[()]:
        return ()

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        return ending_columns_of(possible_endings(EDGE_CASE_SHOE_CARDS))

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return ()

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        return {}

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        from croupier.families.war.terminal import WarTerminal

        return WarTerminal(rules)

    par_sheet_notes = ParSheetNotes(
        lambda sheet: (
            "every order of the shoe was counted by the rules' own conditions, wars without limit; none sampled."
        )
    )

    @property
    def odds(self) -> FamilyOdds:
        from croupier.families.war.odds import ODDS

        return ODDS


WAR: CompleteFamily = War()
