"""What a family does with a case: deal its cards, settle it, name its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from croupier.families.baccarat.case import BaccaratCase
from croupier.families.blackjack.case import BlackjackCase
from croupier.families.poker_dealer.case import PokerCase
from croupier.money.cents import Cents
from croupier.money.outcome import Bet, Verdict
from croupier.money.settlement import PostedBank, Settlement
from croupier.play.case_reading import LaidHand
from croupier.rulebook.house_rules import HouseRules


class CaseGame(Protocol):
    """One family, as `croupier settle` plays it."""

    def deal(self, house: HouseRules, data: dict[str, Any], bets: Sequence[Bet], bank_seat: int | None) -> Any:
        """The finished round. What cannot happen is refused, with the field that says so."""

    def verdicts(
        self, house: HouseRules, result: Any, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> list[Verdict]: ...

    def settle(
        self,
        house: HouseRules,
        result: Any,
        bets: Sequence[Bet],
        *,
        bank: PostedBank | None,
        meters: Mapping[str, Cents],
        action_seat: int | None,
    ) -> Settlement: ...

    def start_seat(self, house: HouseRules, result: Any, bank: PostedBank | None) -> int | None: ...

    def hands(self, result: Any) -> list[LaidHand]:
        """Every hand as it lies at the end, for showing."""

    def facts(self, house: HouseRules, result: Any, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]: ...


CASE_GAMES: Mapping[str, CaseGame] = {
    "baccarat": BaccaratCase(),
    "blackjack": BlackjackCase(),
    "three-card": PokerCase(),
    "ultimate-holdem": PokerCase(),
}


def case_game(house: HouseRules) -> CaseGame:
    """The family's way with cases."""
    return CASE_GAMES[house.book.written.family]
