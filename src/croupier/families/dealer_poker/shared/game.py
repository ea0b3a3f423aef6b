"""Differences between three-card poker and Ultimate Texas Hold'em, as one object for each game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from croupier.cards import Card
from croupier.families.dealer_poker.shared.edge_cases import Deal, End
from croupier.families.dealer_poker.shared.round import PokerResult, PokerRound, PokerSeatBet
from croupier.money.bets import Bet
from croupier.play.facts import FactList, RoundFacts
from croupier.play.hands_on_table import HandValue
from croupier.rulebook.table_rules import TableRules


class PokerGame(Hashable, Protocol):
    """One of the two games: how it is dealt, decided and evaluated."""

    @property
    def facts(self) -> FactList[Any]: ...

    @property
    def allows_times(self) -> bool:
        """Whether a decision of a case may state the size of the Play wager in antes."""

    @property
    def own_cards(self) -> int:
        """Number of cards in a hand, community cards left out."""

    @property
    def has_board(self) -> bool:
        """Whether the game has community cards."""

    @property
    def play_sizes(self) -> tuple[int, ...]:
        """Sizes of the Play wager in antes; 0 is a fold."""

    @property
    def outcome_shape(self) -> tuple[int, ...]:
        """Shape of the counts of rounds by outcome, see `PokerCounts.ends`."""

    @property
    def decision_help(self) -> tuple[tuple[str, str], ...]:
        """Keys of the decisions in the terminal, each with its meaning."""

    def case_words(self, rules: TableRules) -> tuple[str, ...]:
        """Return the decisions that a case may name."""

    def new_round(self, rules: TableRules, entrants: Sequence[PokerSeatBet], *, together: bool) -> PokerRound: ...

    def dealing_order(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> list[int]:
        """Return the seats that receive cards, in dealing order."""

    def facts_of(self, rules: TableRules, result: PokerResult, seat: int) -> RoundFacts[Any]:
        """Return the facts of a round for a seat, under the table's options."""

    def play_name(self, times: int) -> str:
        """Return the par sheet's name of a Play wager of this many antes: `4x`, or `play` if there is one size."""

    def dealt_cards(self, rules: TableRules, deal: Deal) -> tuple[Card, ...]:
        """Return the cards of a round with one seat in dealing order. [004 L651, L2660, L3631-3638]"""

    def edge_case_deals(self) -> Sequence[Deal]:
        """Return a deal for every outcome that conditions can tell apart, under every option of ranking."""

    def outcome_deals(self, min_hole_cards: int) -> Mapping[End, Deal]:
        """Return a deal for every possible outcome of two hands."""

    def outcome_facts(self, result: PokerResult, min_hole_cards: int) -> RoundFacts[Any]:
        """Return the facts of a round that ends in one of these outcomes."""

    def six_card_deals(self) -> Mapping[int, Deal]:
        """Return a deal for each category of both hands' six cards; empty if no wager is on six cards."""

    def board_deals(self) -> Mapping[int, Deal]:
        """Return a deal for each category of the board by itself; empty in a game without a board."""

    def hand_value(self, rules: TableRules, own: tuple[str, ...], board: tuple[str, ...]) -> HandValue | None:
        """Return the value of a hand with the community cards turned up so far; None if cards are missing."""
