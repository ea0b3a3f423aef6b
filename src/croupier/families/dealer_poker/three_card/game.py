"""Three-card poker as the shared parts of poker against a player-dealer use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from croupier.cards import Card
from croupier.families.dealer_poker.shared.edge_cases import (
    SEAT,
    THREE_CARD_EDGE_CASES,
    Deal,
    End,
    six_card_deals,
    three_card_deals,
)
from croupier.families.dealer_poker.shared.odds.round_outcomes import THREE_CARD_SHAPE, THREE_CARD_TIMES
from croupier.families.dealer_poker.shared.round import FOLD, PLAY, PokerResult, PokerSeatBet
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.three_card import facts
from croupier.families.dealer_poker.three_card.round import ThreeCardRound
from croupier.hands import rank3
from croupier.money.bets import Bet
from croupier.play.facts import RoundFacts
from croupier.play.hands_on_table import HandValue, ranked_hand_value
from croupier.rulebook.table_rules import TableRules

CARDS = 3


class ThreeCardGame:
    """Three-card poker: dealing starts left of the bank, and there are no community cards."""

    facts = facts.fact
    allows_times = False
    own_cards = CARDS
    has_board = False
    play_sizes = THREE_CARD_TIMES
    outcome_shape = THREE_CARD_SHAPE
    decision_help = (("p  f", "plays for as much as the Ante, or folds"),)

    def case_words(self, rules: TableRules) -> tuple[str, ...]:
        return PLAY, FOLD

    def new_round(self, rules: TableRules, entrants: Sequence[PokerSeatBet], *, together: bool) -> ThreeCardRound:
        return ThreeCardRound(entrants, together=together, upcard=bool(rules.value(section_of(rules).upcard)))

    def dealing_order(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> list[int]:
        seats = sorted({bet.seat for bet in bets})
        if bank_seat is None:
            return seats
        return [seat for seat in seats if seat > bank_seat] + [seat for seat in seats if seat < bank_seat]

    def facts_of(self, rules: TableRules, result: PokerResult, seat: int) -> RoundFacts[Any]:
        return facts.facts_of(result, seat, _wheel(rules))

    def play_name(self, times: int) -> str:
        return PLAY

    def dealt_cards(self, rules: TableRules, deal: Deal) -> tuple[Card, ...]:
        own, dealer, _ = deal
        return (*own, *dealer)

    def edge_case_deals(self) -> Sequence[Deal]:
        return THREE_CARD_EDGE_CASES

    def outcome_deals(self, min_hole_cards: int) -> Mapping[End, Deal]:
        return three_card_deals()

    def outcome_facts(self, result: PokerResult, min_hole_cards: int) -> RoundFacts[Any]:
        # In none of these deals does it matter whether A-2-3 is a straight.
        return facts.facts_of(result, SEAT)

    def six_card_deals(self) -> Mapping[int, Deal]:
        return six_card_deals()

    def board_deals(self) -> Mapping[int, Deal]:
        return {}

    def hand_value(self, rules: TableRules, own: tuple[str, ...], board: tuple[str, ...]) -> HandValue | None:
        return _value(own, _wheel(rules)) if len(own) == CARDS else None


def _wheel(rules: TableRules) -> str:
    return "low" if rules.value(section_of(rules).a23_straight) else "none"


@lru_cache(maxsize=4096)
def _value(own: tuple[str, ...], wheel: str) -> HandValue:
    return ranked_hand_value(rank3(list(own), wheel=wheel), is_whole=True)
