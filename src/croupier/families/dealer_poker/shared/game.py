"""What differs between three-card poker and Ultimate Texas Hold'em, as one object for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from croupier.families.dealer_poker.shared.round import PokerResult, PokerRound, PokerSeatBet
from croupier.hands.rank_hand import STRAIGHTS, HandRank
from croupier.money.bets import Bet
from croupier.play.facts import FactList, RoundFacts
from croupier.play.hands_on_table import HandValue
from croupier.rulebook.table_rules import TableRules


class PokerGame(Protocol):
    """One of the two games: how it is dealt, decided and evaluated."""

    @property
    def facts(self) -> FactList[Any]: ...

    @property
    def allows_times(self) -> bool:
        """Whether a decision of a case may state the size of the Play wager in antes."""

    def case_words(self, rules: TableRules) -> tuple[str, ...]:
        """Return the decisions that a case may name."""

    def new_round(self, rules: TableRules, entrants: Sequence[PokerSeatBet], *, together: bool) -> PokerRound: ...

    def dealing_order(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> list[int]:
        """Return the seats that receive cards, in dealing order."""

    def facts_of(self, rules: TableRules, result: PokerResult, seat: int) -> RoundFacts[Any]:
        """Return the facts of a round for a seat, under the table's options."""

    def hand_value(self, rules: TableRules, own: tuple[str, ...], board: tuple[str, ...]) -> HandValue | None:
        """Return the value of a hand with the community cards turned up so far; None if cards are missing."""


def ranked_hand_value(rank: HandRank, *, is_whole: bool) -> HandValue:
    """Return a ranked hand as views show it; the counting cards are listed if the hand is whole."""
    counting = [str(card) for card in rank.best]
    ranks = list(dict.fromkeys(card[0] for card in counting))
    category = rank.category.name
    return {
        "total": None,
        "is_soft": False,
        "category": category.lower().replace("_", "-"),
        "ranks": ranks[:1] if category in STRAIGHTS else ranks,
        "cards": counting if is_whole else [],
    }
