"""The mathematics of poker against a player-dealer, as the house asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import BadInput
from croupier.families.poker_dealer.coach import PokerCoach
from croupier.families.poker_dealer.sheet.sheet import poker_par_sheet
from croupier.families.poker_dealer.sheet.verified import verify_poker
from croupier.families.poker_dealer.simulate_command import simulate_hands
from croupier.families.poker_dealer.strategy_command import HoldemStrategy, ThreeCardStrategy
from croupier.odds.composition import Composition
from croupier.odds.effects import WagerEffects
from croupier.odds.par_sheet import ParSheet
from croupier.odds.progressive import ProgressiveOdds
from croupier.odds.verification.report import Verification
from croupier.play.odds import FamilyOdds, Seating, Simulated, Strategy, require_this_machine
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.rulebook import Rulebook


class PokerOdds:
    """Solved for perfect play, and played by the million."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    coach = PokerCoach()

    def par_sheet(self, house: HouseRules, shoe: Composition | None) -> ParSheet:
        return poker_par_sheet(house, shoe)

    def effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        """Every round is dealt from a whole deck: no card has left it."""
        return {}

    def progressive(self, sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
        raise BadInput.at(wager, f"plays for a meter; in {sheet.house.book.title} that is not counted")

    def simulate(
        self, house: HouseRules, seating: Seating, *, device: str, cluster: str | None, **how: Any
    ) -> Simulated:
        require_this_machine("poker", device, cluster)
        return simulate_hands(house, seating, **how)

    def prepare_to_verify(self, house: HouseRules) -> None:
        """Nothing is shared."""

    def verify(self, book: Rulebook, options: Mapping[str, Any], *, rounds: int, seed: int) -> Verification:
        return verify_poker(HouseRules.of(book, options), rounds=rounds, seed=seed)

    def effort(self, house: HouseRules) -> int:
        """Hands that are decided take longest."""
        return len(house.wagers) * 100


THREE_CARD_ODDS: FamilyOdds = PokerOdds(ThreeCardStrategy())
HOLDEM_ODDS: FamilyOdds = PokerOdds(HoldemStrategy())
