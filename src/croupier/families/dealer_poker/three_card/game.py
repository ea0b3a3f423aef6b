"""Three-card poker as the shared parts of poker against a player-dealer use it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from croupier.families.dealer_poker.shared.game import ranked_hand_value
from croupier.families.dealer_poker.shared.round import FOLD, PLAY, PokerResult, PokerSeatBet
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.three_card import facts
from croupier.families.dealer_poker.three_card.round import ThreeCardRound
from croupier.hands import rank3
from croupier.money.bets import Bet
from croupier.play.facts import RoundFacts
from croupier.play.hands_on_table import HandValue
from croupier.rulebook.table_rules import TableRules

CARDS = 3


class ThreeCardGame:
    """Three-card poker: dealing starts left of the bank, and there are no community cards."""

    facts = facts.fact
    allows_times = False

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

    def hand_value(self, rules: TableRules, own: tuple[str, ...], board: tuple[str, ...]) -> HandValue | None:
        return _value(own, _wheel(rules)) if len(own) == CARDS else None


def _wheel(rules: TableRules) -> str:
    return "low" if rules.value(section_of(rules).a23_straight) else "none"


@lru_cache(maxsize=4096)
def _value(own: tuple[str, ...], wheel: str) -> HandValue:
    return ranked_hand_value(rank3(list(own), wheel=wheel), is_whole=True)
